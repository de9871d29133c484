"""Checks the GPU against the CPU: `python -m nonet.gpu.check [PUZZLES.txt …]`.

Tests cannot do this where there is no GPU; run it once on a machine that has one. Puzzles are dug here, and read from
the files that are named (one puzzle per line); every answer must be the one that the CPU's kernel gives.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from nonet.errors import NonetError
from nonet.gpu import batches as gpu
from nonet.gpu.unbiased import kept_tries
from nonet.native import kernel
from nonet.records import CELLS, Records, SolvedMany

BLANK = "." * 81


def main(arguments: Sequence[str] = ()) -> int:
    """Prints one line per check; the status is 1 if one failed, 2 if there is no GPU."""
    try:
        gpu.solve_many([BLANK])
        _kernel()
    except NonetError as error:
        print(f"nonet.gpu.check: {error}", file=sys.stderr)
        return 2
    failed = 0
    for name, check in _checks(arguments):
        is_right = check()
        failed += not is_right
        print(f"{'ok    ' if is_right else 'FAILED'} {name}", flush=True)
    print(f"{failed} failed" if failed else "the GPU gives the answers of the CPU")
    return 1 if failed else 0


def _checks(paths: Sequence[str]) -> Iterator[tuple[str, Callable[[], bool]]]:
    minimal = _minimal(20_000)
    yield "minimal puzzles", lambda: _agree(minimal)
    yield "puzzles with several solutions", lambda: _agree(_without_a_digit(minimal[:5_000]))
    yield "records that are no puzzles", lambda: _agree([BLANK, "55" + BLANK[2:], "?" * 81, "12", minimal[0]])
    yield "an empty batch", lambda: _agree([])
    yield "counts", lambda: _counts_agree(_without_a_digit(minimal[:1_000]))
    yield "arrays", lambda: _arrays_agree(minimal[:1_000])
    yield "digging", lambda: _digs_agree()
    yield "unbiased minimal puzzles", lambda: _tries_agree(256)
    for path in paths:
        lines = [line[:81] for line in Path(path).read_text().splitlines() if len(line) >= 81]
        yield path, lambda lines=lines: _agree(lines)  # type: ignore[misc]


def _kernel() -> Any:
    if kernel is None:
        raise NonetError("the check needs the compiled kernel to compare with")
    return kernel


def _solved(puzzles: Any) -> SolvedMany[Any, Any]:
    """The CPU's answers."""
    records = Records.of(puzzles)
    solutions, status = bytearray(b"." * CELLS * records.count), bytearray(records.count)
    _kernel().solve_batch(records.records, solutions, status, stride=records.stride)
    return SolvedMany(bytes(solutions), bytes(status))


def _counted(puzzles: list[str], limit: int) -> list[int]:
    counts = array("Q", bytes(8 * len(puzzles)))
    _kernel().count_batch("".join(puzzles).encode(), counts, limit)
    return list(counts)


def _minimal(count: int) -> list[str]:
    values, found = bytearray(81 * count), bytearray(count)
    _kernel().dig_batch(20, 0, bytes(range(81)), bytes(81), values, found, threads=1)
    text = bytes(value + 48 if value else 46 for value in values).decode()
    return [text[81 * i : 81 * (i + 1)] for i in range(count)]


def _without_a_digit(puzzles: Sequence[str]) -> list[str]:
    return [
        puzzle.replace("123456789"[i % 9], ".").replace("123456789"[i // 9 % 9], ".")
        for i, puzzle in enumerate(puzzles)
    ]


def _agree(puzzles: list[str]) -> bool:
    mine, expected = gpu.solve_many(puzzles), _solved(puzzles)
    unique = gpu.unique_many(puzzles)
    return bool(
        mine.solutions == expected.solutions and mine.status == expected.status and unique == expected.status
    )


def _counts_agree(puzzles: list[str]) -> bool:
    return all(
        list(gpu.count_many(puzzles, limit=limit)) == _counted(puzzles, limit) for limit in (1, 2, 3, 5_000)
    )


def _arrays_agree(puzzles: list[str]) -> bool:
    """numpy, CuPy and torch arrays, of several types, come back as they went in."""
    import cupy
    import numpy

    text = "".join(puzzles).replace(".", "0").encode()
    values = (numpy.frombuffer(text, dtype="uint8") - 48).reshape(-1, 9, 9)
    expected = _solved(puzzles)
    boards = (numpy.frombuffer(expected.solutions, dtype="uint8") - 48).reshape(-1, 9, 9)
    status = numpy.frombuffer(expected.status, dtype="uint8")
    answers: list[Any] = [gpu.solve_many(values.astype(kind)) for kind in ("uint8", "int8", "int64")]
    on_gpu = gpu.solve_many(cupy.asarray(values))
    assert isinstance(on_gpu.solutions, cupy.ndarray)
    answers.append(SolvedMany(on_gpu.solutions.get(), on_gpu.status.get()))
    try:
        import torch
    except ImportError:
        pass
    else:
        tensor = gpu.solve_many(torch.from_numpy(values.copy()).cuda())
        assert isinstance(tensor.solutions, torch.Tensor)
        answers.append(SolvedMany(tensor.solutions.cpu().numpy(), tensor.status.cpu().numpy()))
    return all((each.solutions == boards).all() and (each.status == status).all() for each in answers)


def _digs_agree() -> bool:
    """Single cells, cells that must be given or empty, a clue count, and orbits of two."""
    pairs = [tuple(sorted({cell, 80 - cell})) for cell in range(41)]
    singles = [(cell,) for cell in range(81)]
    kinds = bytes([2] * 9 + [1] * 3 + [0] * 69)
    for orbits, kind, clues in (
        (singles, bytes(81), 0),
        (singles, kinds, 0),
        (singles, bytes(81), 30),
        (pairs, bytes(41), 0),
    ):
        number_of = bytes(next(n for n, orbit in enumerate(orbits) if cell in orbit) for cell in range(81))
        values, found = bytearray(81 * 2_000), bytearray(2_000)
        _kernel().dig_batch(7, 5, number_of, kind, values, found, clues=clues or -1)
        mine, is_found, left = gpu.dig_values(orbits, kind, clues=clues, seed=7, first=5, count=2_000)
        if left.any():
            continue
        for i in range(2_000):
            if bool(is_found[i]) != bool(found[i]):
                return False
            if found[i] and mine[i].tobytes() != values[81 * i : 81 * (i + 1)]:
                return False
    return True


def _tries_agree(grids: int) -> bool:
    values = bytearray(81 * grids)
    _kernel().uniform_batch(7, 3, values)
    numbers, puzzles = _kernel().unbiased_batch(7, 3, grids)
    expected = [(number, puzzles[81 * i : 81 * (i + 1)]) for i, number in enumerate(array("Q", numbers))]
    return kept_tries(7, 3, bytes(values)) == expected


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
