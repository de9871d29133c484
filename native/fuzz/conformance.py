"""Checks every answer of the 9x9 kernel on a folder of puzzles.

    python native/fuzz/conformance.py FOLDER [--tdoku LIBRARY] [--most N]

FOLDER is searched for .txt files with one puzzle per line (81 characters first). For every puzzle and every
instruction set:

- a solution obeys the rules and keeps the clues (checked here, cell by cell);
- the number of solutions (none, one, several) is the same from the lanes, from the single-puzzle search, which
  shares no code with them, and from a library with tdoku's call if one is given;
- the grid given for several solutions is the one that the ordered walk finds as the greatest, and no listed
  solution is greater;
- counts up to 50 agree with the number of solutions listed one by one.

Ends with status 1 if anything differs.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import time
from array import array
from pathlib import Path

from nonet import _native

DIGITS = frozenset(b"123456789")
HOUSES = (
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * b + 3 * s + 9 * r + c for r in range(3) for c in range(3)] for b in range(3) for s in range(3)]
)
LIMIT = 50


def puzzles_in(path: Path, most: int) -> list[bytes]:
    """The first 81 characters of every line that begins with a puzzle."""
    lines = (line[:81] for line in path.read_bytes().splitlines())
    return [line for line in lines if len(line) == 81 and all(b in b"1234567890." for b in line)][:most]


def wrong_grid(puzzle: bytes, grid: bytes) -> bool:
    """Whether the grid breaks a rule or a clue."""
    kept = all(p == g for p, g in zip(puzzle, grid, strict=True) if p in DIGITS)
    return not kept or any({grid[c] for c in house} != DIGITS for house in HOUSES)


def tdoku_counts(library: str, puzzles: list[bytes]) -> list[int]:
    """0, 1 or 2 for each puzzle, from a library with tdoku's signature."""
    call = ctypes.CDLL(library).TdokuSolverDpllTriadSimd
    call.restype = ctypes.c_size_t
    call.argtypes = [
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_uint32,
        ctypes.c_char_p,
        ctypes.POINTER(ctypes.c_size_t),
    ]
    out, guesses = ctypes.create_string_buffer(128), ctypes.c_size_t()
    return [call(p.replace(b"0", b"."), 2, 0, out, ctypes.byref(guesses)) for p in puzzles]


def check(name: str, puzzles: list[bytes], tdoku: str | None) -> int:
    """Checks one file; returns the number of puzzles with a wrong answer."""
    n = len(puzzles)
    data = b"".join(puzzles)
    singles = [_native.status(p) for p in puzzles]
    greatest = {i: _native.greatest_solution(puzzles[i]) for i in range(n) if singles[i] == 2}
    listed = {i: _native.solutions(puzzles[i], LIMIT) for i in greatest}
    others = tdoku_counts(tdoku, puzzles) if tdoku else singles
    wrong: set[int] = {i for i in range(n) if singles[i] != others[i]}
    for isa in _native.isas:
        status, grids, counts = bytearray(n), bytearray(81 * n), array("Q", [0] * n)
        _native.solve_batch(data, grids, status, isa=isa, threads=2)
        _native.count_batch(data, counts, LIMIT, isa=isa, threads=2)
        for i, puzzle in enumerate(puzzles):
            grid = bytes(grids[81 * i : 81 * i + 81])
            fine = status[i] == singles[i]
            if status[i] in (1, 2):
                fine = fine and not wrong_grid(puzzle, grid)
            if i in greatest:
                all_listed = listed[i]
                fine = fine and grid.decode() == greatest[i]
                fine = fine and counts[i] * 81 == len(all_listed)
                if counts[i] < LIMIT:
                    fine = fine and grid == all_listed[-81:]
            else:
                fine = fine and counts[i] == singles[i]
            if not fine:
                wrong.add(i)
    kinds = [singles.count(k) for k in range(3)]
    print(
        f"{name}: {n} puzzles (none {kinds[0]}, one {kinds[1]}, several {kinds[2]}): {len(wrong)} wrong",
        flush=True,
    )
    for i in sorted(wrong)[:5]:
        print("   ", puzzles[i].decode())
    return len(wrong)


def main() -> int:
    """Checks every file of the folder; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tdoku", help="a shared library with tdoku's call")
    parser.add_argument("--most", type=int, default=10**9, help="puzzles of each file")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"{options.folder} is not a folder", file=sys.stderr)
        return 2
    begun = time.monotonic()
    wrong = files = 0
    for path in sorted(options.folder.rglob("*.txt")):
        puzzles = puzzles_in(path, options.most)
        if len(puzzles) > 1:
            files += 1
            wrong += check(str(path.relative_to(options.folder)), puzzles, options.tdoku)
    print(
        f"{files} files, instruction sets {', '.join(_native.isas)}: {wrong} wrong; {time.monotonic() - begun:.0f} s"
    )
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
