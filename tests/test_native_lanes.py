"""The compiled 9x9 kernel, compared with a small solver written here and with the rules, never with itself.

Every puzzle is made here. Each test runs on every instruction set this processor has.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet import _native

ALL = 0x1FF
ROW_ORDER = bytes(range(81))
ASCENDING = bytes(range(1, 10))
LOST = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."  # no solution; see spec 000

HOUSES: list[list[int]] = (
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * b + 3 * s + 9 * r + c for r in range(3) for c in range(3)] for b in range(3) for s in range(3)]
)
PEERS: list[list[int]] = [sorted({p for h in HOUSES if c in h for p in h} - {c}) for c in range(81)]


# ---------------------------------------------------------------------------------------------- the reference solver


def sets_of(puzzle: str) -> list[int]:
    return [1 << int(ch) - 1 if ch in "123456789" else ALL for ch in puzzle]


def solutions_of(sets: Sequence[int]) -> Iterator[str]:
    """All solutions of a position; the search picks the cell with the fewest candidates."""
    free = [ALL] * 27  # unused digits, by house
    known = [0] * 81

    def walk(open_cells: list[int]) -> Iterator[str]:
        if not open_cells:
            yield "".join(str(bit.bit_length()) for bit in known)
            return
        fewest, cell, candidates = 10, 0, 0
        for c in open_cells:
            r, k, b = HOUSES_OF[c]
            left = sets[c] & free[r] & free[k] & free[b]
            n = left.bit_count()
            if n < fewest:
                fewest, cell, candidates = n, c, left
                if n < 2:
                    break
        rest = [c for c in open_cells if c != cell]
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            known[cell] = bit
            for h in HOUSES_OF[cell]:
                free[h] ^= bit
            yield from walk(rest)
            for h in HOUSES_OF[cell]:
                free[h] ^= bit

    return walk(list(range(81)))


HOUSES_OF: list[tuple[int, int, int]] = [
    (c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3) for c in range(81)
]


def some(sets: Sequence[int], limit: int) -> list[str]:
    found = []
    for solution in solutions_of(sets):
        found.append(solution)
        if len(found) == limit:
            break
    return found


def is_solution(grid: str) -> bool:
    return all({grid[c] for c in house} == set("123456789") for house in HOUSES)


def extends(grid: str, puzzle: str) -> bool:
    return all(p == g for p, g in zip(puzzle, grid, strict=True) if p in "123456789")


def backtracking(puzzle: str, cells: Sequence[int], digits: Sequence[Sequence[int]]) -> str | None:
    """The textbook algorithm: cells in order, digits in order."""
    grid = [int(ch) if ch in "123456789" else 0 for ch in puzzle]
    for c in range(81):
        if grid[c] and any(grid[p] == grid[c] for p in PEERS[c]):
            return None
    empty = [c for c in cells if not grid[c]]

    def fill(i: int) -> bool:
        if i == len(empty):
            return True
        c = empty[i]
        for d in digits[c]:
            if all(grid[p] != d for p in PEERS[c]):
                grid[c] = d
                if fill(i + 1):
                    return True
        grid[c] = 0
        return False

    return "".join(map(str, grid)) if fill(0) else None


# ------------------------------------------------------------------------------------------------------- test puzzles


def full_grid(rng: random.Random) -> str:
    """A shuffled pattern grid."""
    rows = [3 * b + r for b in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
    cols = [3 * b + c for b in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
    digit = rng.sample("123456789", 9)
    return "".join(digit[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in cols)


def dug(rng: random.Random, clues: int, blank: str = ".") -> str:
    grid = full_grid(rng)
    keep = set(rng.sample(range(81), clues))
    return "".join(ch if c in keep else blank for c, ch in enumerate(grid))


def minimal(rng: random.Random) -> str:
    """A minimal puzzle with one solution."""
    grid = list(full_grid(rng))
    for c in rng.sample(range(81), 81):
        kept, grid[c] = grid[c], "."
        if len(some(sets_of("".join(grid)), 2)) != 1:
            grid[c] = kept
    return "".join(grid)


def spoiled(rng: random.Random, puzzle: str) -> str:
    """One clue changed; the result can have any number of solutions."""
    c = rng.choice([i for i, ch in enumerate(puzzle) if ch != "."])
    return puzzle[:c] + rng.choice("123456789") + puzzle[c + 1 :]


def collection() -> list[str]:
    rng = random.Random(2024)
    puzzles = [dug(rng, clues) for clues in (26, 28, 30, 32, 36, 40, 50, 70, 80, 81) for _ in range(6)]
    hard = [minimal(rng) for _ in range(8)]
    puzzles += hard
    puzzles += [spoiled(rng, p) for p in puzzles for _ in range(2)]
    puzzles.append(LOST)
    rng.shuffle(puzzles)
    return puzzles


PUZZLES = collection()
FOUND: list[list[str]] = [some(sets_of(p), 60) if p != LOST else [] for p in PUZZLES]
ISAS = pytest.mark.parametrize("isa", _native.isas)


def batch(puzzles: Sequence[str], stride: int = 81) -> bytes:
    return b"".join(p.encode().ljust(stride, b"\n") for p in puzzles)


def test_the_test_puzzles_cover_all_cases() -> None:
    kinds = {min(len(found), 2) for found in FOUND}
    assert kinds == {0, 1, 2}
    assert sum(len(found) == 60 for found in FOUND) >= 5


# ------------------------------------------------------------------------------------------------------------ batches


@ISAS
@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("stride", [81, 82, 131])
def test_solve_batch(isa: str, threads: int, stride: int) -> None:
    puzzles = PUZZLES * 8
    n = len(puzzles)
    solutions, status = bytearray(81 * n), bytearray(n)
    data = batch(puzzles, stride)[: stride * (n - 1) + 81]  # no padding after the last record
    _native.solve_batch(data, solutions, status, stride=stride, threads=threads, isa=isa)
    for i, (puzzle, found) in enumerate(zip(puzzles, FOUND * 8, strict=True)):
        grid = solutions[81 * i : 81 * i + 81].decode()
        assert status[i] == min(len(found), 2), puzzle
        if not found:
            assert grid == "." * 81
            continue
        assert is_solution(grid)
        assert extends(grid, puzzle)
        if len(found) < 60:
            assert grid == max(found)


@ISAS
def test_greatest_solution_of_very_many(isa: str) -> None:
    rng = random.Random(7)
    puzzles = [dug(rng, clues) for clues in range(3, 26) for _ in range(5)] + ["." * 81]
    n = len(puzzles)
    solutions, status = bytearray(81 * n), bytearray(n)
    _native.solve_batch(batch(puzzles), solutions, status, isa=isa)
    for i, puzzle in enumerate(puzzles):
        grid = solutions[81 * i : 81 * i + 81].decode()
        assert is_solution(grid)
        assert extends(grid, puzzle)
        assert grid == _native.greatest_solution(puzzle)
        # No solution is greater: none has the same first cells and then a greater digit.
        sets = sets_of(puzzle)
        for c in range(81):
            if puzzle[c] in "123456789":
                continue
            above = (
                [1 << int(grid[k]) - 1 for k in range(c)] + [ALL & ~((1 << int(grid[c])) - 1)] + sets[c + 1 :]
            )
            if c % 7 == 0 and above[c]:  # only a sample, because the reference solver is slow
                assert some(propagated(above), 1) == []


def propagated(sets: Sequence[int]) -> list[int]:
    """Removes known digits from the candidates of their peers until nothing changes; speeds up the reference solver."""
    sets = list(sets)
    queue = [c for c in range(81) if sets[c].bit_count() == 1]
    while queue:
        c = queue.pop()
        for p in PEERS[c]:
            if sets[p] & sets[c]:
                sets[p] &= ~sets[c]
                if sets[p] == 0:
                    return [0] * 81
                if sets[p].bit_count() == 1:
                    queue.append(p)
    return sets


@ISAS
def test_unique_batch(isa: str) -> None:
    status = bytearray(len(PUZZLES))
    _native.unique_batch(batch(PUZZLES), status, isa=isa)
    assert list(status) == [min(len(found), 2) for found in FOUND]


@ISAS
def test_a_batch_counts_each_status(isa: str) -> None:
    """Puzzles with none, one and several solutions and invalid ones; also without any that has several."""
    known = [(puzzle, min(len(found), 2)) for puzzle, found in zip(PUZZLES, FOUND, strict=True)]
    for some_known in (known, [each for each in known if each[1] < 2]):
        told = [answer for _, answer in some_known]
        records = [*(puzzle for puzzle, _ in some_known), "?" * 81, "5" * 80 + "!"]
        expected = (told.count(0), told.count(1), told.count(2), 2)
        solutions, status = bytearray(81 * len(records)), bytearray(len(records))
        assert _native.solve_batch(batch(records), solutions, status, isa=isa) == expected
        assert _native.unique_batch(batch(records), status, isa=isa) == expected


@ISAS
@pytest.mark.parametrize("limit", [1, 2, 3, 17, 59])
def test_count_batch(isa: str, limit: int) -> None:
    counts = array("Q", [0] * len(PUZZLES))
    _native.count_batch(batch(PUZZLES), counts, limit, isa=isa, threads=2)
    assert list(counts) == [min(len(found), limit) for found in FOUND]


@ISAS
def test_large_counts(isa: str) -> None:
    rng = random.Random(5)
    puzzles = [dug(rng, 27) for _ in range(12)]
    expected = [len(some(sets_of(p), 4000)) for p in puzzles]
    counts = array("Q", [0] * len(puzzles))
    _native.count_batch(batch(puzzles), counts, 4000, isa=isa)
    assert list(counts) == expected
    assert [_native.count(p, 4000) for p in puzzles] == expected
    assert max(expected) > 100


def test_exchangeable_digits() -> None:
    assert _native.count("." * 81, 1_000_000) == 1_000_000
    rng = random.Random(11)
    for missing in (2, 3):
        for _ in range(4):
            gone = rng.sample("123456789", missing)
            puzzle = "".join("." if ch in gone or rng.random() < 0.1 else ch for ch in full_grid(rng))
            expected = len(some(sets_of(puzzle), 3000))
            assert _native.count(puzzle, 3000) == expected
            counts = array("Q", [0])
            _native.count_batch(puzzle.encode(), counts, 3000)
            assert counts[0] == expected


@ISAS
def test_every_byte_is_checked(isa: str) -> None:
    rng = random.Random(3)
    good = dug(rng, 40).encode()
    blanks = b"0._*-xX"
    records, expected = [], []
    for value in range(256):
        for place in (0, 31, 32, 48, 49, 63, 64, 79, 80, rng.randrange(81)):
            record = bytearray(good)
            record[place] = value
            records.append(bytes(record))
            expected.append(bytes([value]) in [bytes([b]) for b in b"123456789" + blanks])
    status, solutions = bytearray(len(records)), bytearray(81 * len(records))
    _native.solve_batch(b"".join(records), solutions, status, isa=isa)
    assert [s != 255 for s in status] == expected
    assert all(solutions[81 * i : 81 * i + 81] == b"." * 81 for i, s in enumerate(status) if s in (0, 255))
    counts = array("Q", [0] * len(records))
    _native.count_batch(b"".join(records), counts, 2, isa=isa)
    assert [c != 2**64 - 1 for c in counts] == expected
    grades = bytearray(len(records))
    _native.grade_batch(b"".join(records), grades, isa=isa)
    assert [g != 255 for g in grades] == expected


@ISAS
def test_all_blank_characters_are_equivalent(isa: str) -> None:
    rng = random.Random(4)
    puzzle = dug(rng, 30)
    records = [puzzle.replace(".", blank) for blank in "0._*-xX"]
    status, solutions = bytearray(7), bytearray(567)
    _native.solve_batch(batch(records), solutions, status, isa=isa)
    assert len(set(status)) == 1
    assert len({bytes(solutions[81 * i : 81 * i + 81]) for i in range(7)}) == 1


@ISAS
@pytest.mark.parametrize("n", [0, 1, 2, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 300])
def test_any_number_of_puzzles(isa: str, n: int) -> None:
    puzzles = (PUZZLES * 3)[:n]
    status, solutions = bytearray(n), bytearray(81 * n)
    _native.solve_batch(batch(puzzles), solutions, status, isa=isa, threads=2)
    assert list(status) == [min(len(found), 2) for found in (FOUND * 3)[:n]]


@ISAS
def test_effort_is_reported(isa: str) -> None:
    effort, status = array("I", [0] * 2 * len(PUZZLES)), bytearray(len(PUZZLES))
    _native.unique_batch(batch(PUZZLES), status, effort=effort, isa=isa)
    assert all(effort[2 * i + 1] > 0 for i in range(len(PUZZLES)))  # rounds
    assert all(effort[2 * i] > 0 for i in range(len(PUZZLES)) if status[i] == 2)  # two solutions need a guess


@ISAS
def test_allowed_candidates(isa: str) -> None:
    rng = random.Random(8)
    puzzles, allowed, expected = [], array("H"), []
    for _ in range(60):
        grid = full_grid(rng)
        sets = [(1 << int(ch) - 1) | rng.getrandbits(9) & rng.getrandbits(9) for ch in grid]
        if rng.random() < 0.3:
            sets[rng.randrange(81)] = rng.getrandbits(9)
        puzzle = "".join(ch if rng.random() < 0.1 else "." for ch in grid)
        puzzles.append(puzzle)
        allowed.extend(sets)
        expected.append(some([a & b for a, b in zip(sets, sets_of(puzzle), strict=True)], 30))
    n = len(puzzles)
    status, solutions, counts = bytearray(n), bytearray(81 * n), array("Q", [0] * n)
    _native.solve_batch(batch(puzzles), solutions, status, allowed=allowed, isa=isa)
    _native.count_batch(batch(puzzles), counts, 30, allowed=allowed, isa=isa)
    assert list(status) == [min(len(found), 2) for found in expected]
    assert list(counts) == [len(found) for found in expected]
    assert {0, 1, 2} <= set(status)
    for i, found in enumerate(expected):
        if 0 < len(found) < 30:
            assert solutions[81 * i : 81 * i + 81].decode() == max(found)
            assert _native.greatest_solution(puzzles[i], allowed[81 * i : 81 * i + 81]) == max(found)
        assert _native.count(puzzles[i], 30, allowed[81 * i : 81 * i + 81]) == len(found)


def test_all_instruction_sets_agree() -> None:
    rng = random.Random(99)
    puzzles = [dug(rng, rng.randrange(17, 34)) for _ in range(400)]
    puzzles += [spoiled(rng, p) for p in puzzles]
    n = len(puzzles)
    answers = []
    for isa in _native.isas:
        for threads in (1, 3):
            solutions, status, counts = bytearray(81 * n), bytearray(n), array("Q", [0] * n)
            _native.solve_batch(batch(puzzles), solutions, status, isa=isa, threads=threads)
            _native.count_batch(batch(puzzles), counts, 300, isa=isa, threads=threads)
            answers.append((bytes(solutions), bytes(status), counts.tobytes()))
    assert len(set(answers)) == 1


def test_calls_from_several_threads() -> None:
    data = batch(PUZZLES * 4)
    wrong = []

    def work() -> None:
        for _ in range(5):
            status = bytearray(4 * len(PUZZLES))
            _native.unique_batch(data, status, threads=2)
            if list(status) != [min(len(found), 2) for found in FOUND * 4]:
                wrong.append(status)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        ((b"." * 81, bytearray(81), bytearray(2)), {}, ValueError),  # one record, status for two
        ((b"." * 162, bytearray(81), bytearray(2)), {}, ValueError),  # room for one solution
        ((b"." * 162, bytearray(162), bytearray(2)), {"stride": 80}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"stride": 82}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"threads": 0}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"isa": "abacus"}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"allowed": array("H", [1] * 161)}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"allowed": memoryview(bytes(326))[1:]}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"effort": bytearray(15)}, ValueError),
        ((b"." * 162, bytes(162), bytearray(2)), {}, BufferError),  # not writable
        (("." * 81, bytearray(81), bytearray(1)), {}, TypeError),
        ((b"." * 81, bytearray(81)), {}, TypeError),
    ],
)
def test_wrong_arguments(
    arguments: tuple[object, ...], options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        _native.solve_batch(*arguments, **options)  # type: ignore[arg-type]


def test_limits() -> None:
    with pytest.raises(ValueError, match="limit"):
        _native.count("." * 81, 0)
    with pytest.raises(ValueError, match="limit"):
        _native.count("." * 81, 2**63)
    with pytest.raises(OverflowError):
        _native.count("." * 81, -1)


# ---------------------------------------------------------------------------------------------------- single puzzles

LINES = [
    [9 * r + c for r in range(9) for c in range(9)],
    [9 * r + c for r in range(9) for c in reversed(range(9))],
    [9 * r + c for c in range(9) for r in range(9)],
    [9 * r + c for r in reversed(range(9)) for c in range(9)],
]


def test_single_calls() -> None:
    for puzzle, found in zip(PUZZLES, FOUND, strict=True):
        assert _native.status(puzzle) == min(len(found), 2)
        grid = _native.some_solution(puzzle)
        assert _native.some_solution(puzzle.encode()) == grid
        if len(found) < 60:
            assert grid == (max(found) if found else None)
            assert _native.count(puzzle, 1000) == len(found)
            listed = _native.solutions(puzzle, 1000)
            assert [listed[i : i + 81].decode() for i in range(0, len(listed), 81)] == sorted(found)
        if len(found) > 3:
            listed = _native.solutions(puzzle, 3)
            assert len(listed) == 243
            if len(found) < 60:
                assert [listed[i : i + 81].decode() for i in range(0, 243, 81)] == sorted(found)[:3]


@pytest.mark.parametrize(
    "text", ["", "." * 80, "." * 82, "." * 80 + "q", "." * 80 + "é", "." * 79 + "é", b"\xff" * 81]
)
def test_invalid_puzzles(text: str | bytes) -> None:
    for call in (
        lambda: _native.some_solution(text),
        lambda: _native.status(text),
        lambda: _native.count(text, 2),
        lambda: _native.grade(text),
        lambda: _native.greatest_solution(text),
        lambda: _native.solutions(text, 2),
        lambda: _native.first_solution(text, ROW_ORDER, ASCENDING),
        lambda: _native.random_fill(1, text),
    ):
        with pytest.raises(ValueError, match=r"81|row|neither"):
            call()
    with pytest.raises(TypeError):
        _native.some_solution(5)  # type: ignore[arg-type]


def test_the_position_of_a_wrong_character_is_reported() -> None:
    with pytest.raises(ValueError, match="row 3, column 5"):
        _native.some_solution("." * 22 + "?" + "." * 58)


def test_first_solution_is_what_backtracking_finds() -> None:
    rng = random.Random(12)
    for clues in (36, 50, 55, 60):
        for _ in range(6):
            puzzle = dug(rng, clues)
            if rng.random() < 0.3:
                puzzle = spoiled(rng, puzzle)
            # In random cell orders, the textbook algorithm takes too long if many cells are empty.
            cells = rng.sample(range(81), 81) if clues >= 50 else rng.choice(LINES)
            one = rng.sample(range(1, 10), 9)
            each = [rng.sample(range(1, 10), 9) for _ in range(81)]
            assert _native.first_solution(puzzle, bytes(cells), bytes(one)) == backtracking(
                puzzle, cells, [one] * 81
            )
            flat = bytes(d for digits in each for d in digits)
            assert _native.first_solution(puzzle, bytes(cells), flat) == backtracking(puzzle, cells, each)


def test_first_solution_right_to_left() -> None:
    cells = bytes(9 * r + c for r in range(9) for c in range(8, -1, -1))
    grid = _native.first_solution("." * 81, cells, ASCENDING)
    assert grid is not None
    assert is_solution(grid)
    assert grid[:9] == "987654321"
    assert _native.first_solution(LOST, cells, ASCENDING) is None
    assert grid == backtracking("." * 81, cells, [ASCENDING] * 81)


@pytest.mark.parametrize(
    ("cells", "digits"),
    [
        (bytes(80), ASCENDING),
        (bytes(81), ASCENDING),
        (bytes(range(1, 82)), ASCENDING),
        (ROW_ORDER, bytes(9)),
        (ROW_ORDER, bytes(range(9))),
        (ROW_ORDER, ASCENDING * 80),
        (ROW_ORDER, bytes([1] * 9)),
    ],
)
def test_wrong_orders(cells: bytes, digits: bytes) -> None:
    with pytest.raises(ValueError, match=r"cells|digits"):
        _native.first_solution("." * 81, cells, digits)


# --------------------------------------------------------------------------------------------------------- randomness


class SplitMix64:
    """The generator as published by its authors."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        mask = 2**64 - 1
        self.state = self.state + 0x9E3779B97F4A7C15 & mask
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31

    def below(self, n: int) -> int:
        while True:
            m = self.next() * n
            if m % 2**64 >= 2**64 % n:
                return m >> 64

    def shuffled(self, items: Sequence[int]) -> list[int]:
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result


def numbers(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 8], sys.byteorder) for i in range(0, len(data), 8)]


def test_random_numbers() -> None:
    assert numbers(_native.random_numbers(1234567, 5)) == [  # published with the generator
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    for seed in (0, 1, 2**64 - 1):
        twin = SplitMix64(seed)
        assert numbers(_native.random_numbers(seed, 50)) == [twin.next() for _ in range(50)]
        for n in (1, 2, 9, 1000, 2**63 + 1, 2**64 - 1):
            twin = SplitMix64(seed)
            assert numbers(_native.random_numbers(seed, 50, n)) == [twin.below(n) for _ in range(50)]


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_random_fill_is_backtracking_with_shuffled_digits(seed: int) -> None:
    rng = SplitMix64(seed)
    digits = [rng.shuffled(range(1, 10)) for _ in range(81)]
    top = full_grid(random.Random(seed))[:27] + "." * 54
    assert _native.random_fill(seed, top) == backtracking(top, range(81), digits)
    grid = _native.random_fill(seed)
    assert grid is not None
    assert is_solution(grid)
    # With the same first cells, no digit that is earlier in a cell's order is possible.
    for c in range(0, 81, 3):
        known = [1 << int(ch) - 1 for ch in grid[:c]]
        for d in digits[c][: digits[c].index(int(grid[c]))]:
            assert some(propagated([*known, 1 << d - 1, *[ALL] * (80 - c)]), 1) == []
    assert _native.random_fill(seed, spoil_first_row()) is None


def spoil_first_row() -> str:
    return "11" + "." * 79


# -------------------------------------------------------------------------------------------------------------- grades


def graded(puzzle: str) -> int:
    """Singles, then singles and locked candidates, implemented with sets."""
    sets = sets_of(puzzle)

    def singles() -> bool | None:
        """True if something was found, None on a contradiction."""
        changed = False
        for c in range(81):
            if sets[c].bit_count() == 1:
                for p in PEERS[c]:
                    if sets[p] & sets[c]:
                        sets[p] &= ~sets[c]
                        changed = True
        for house in HOUSES:
            for d in range(9):
                places = [c for c in house if sets[c] >> d & 1]
                if not places:
                    return None
                if len(places) == 1 and sets[places[0]] != 1 << d:
                    sets[places[0]] = 1 << d
                    changed = True
        return None if 0 in sets else changed

    def locked() -> bool:
        changed = False
        for a in HOUSES:
            for b in HOUSES:
                common = set(a) & set(b)
                if a == b or len(common) < 2:
                    continue
                for d in range(9):
                    if all(c in common for c in a if sets[c] >> d & 1):
                        for c in b:
                            if c not in common and sets[c] >> d & 1:
                                sets[c] &= ~(1 << d)
                                changed = True
        return changed

    grade = 1
    while True:
        step = singles()
        if step is None:
            return 0
        if step:
            continue
        if all(s.bit_count() == 1 for s in sets):
            return grade
        if locked():
            grade = 2
            continue
        return 3 if len(some(sets, 2)) == 1 else 0


@ISAS
def test_grades(isa: str) -> None:
    rng = random.Random(21)
    puzzles = [p for p in PUZZLES if p != LOST] + [minimal(rng) for _ in range(6)]
    expected = [graded(p) for p in puzzles]
    grades = bytearray(len(puzzles))
    _native.grade_batch(batch(puzzles), grades, threads=2, isa=isa)
    assert list(grades) == expected
    assert [_native.grade(p) for p in puzzles] == expected
    assert set(expected) == {0, 1, 2, 3}


# -------------------------------------------------------------------------------------------------- the process level


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    source = str(Path(_native.__file__).parent.parent)
    path = os.pathsep.join([source, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


@ISAS
def test_the_environment_selects_the_instruction_set(isa: str) -> None:
    puzzle, found = next((p, f) for p, f in zip(PUZZLES, FOUND, strict=True) if len(f) == 1)
    done = python(f"from nonet import _native as n; print(n.isa, n.some_solution('{puzzle}'))", NONET_ISA=isa)
    assert done.stdout.split() == [isa, found[0]]


def test_an_unknown_instruction_set_is_refused() -> None:
    done = python("import nonet._native", NONET_ISA="abacus")
    assert done.returncode != 0
    assert "NONET_ISA=abacus" in done.stderr
    assert _native.isas[-1] in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX signals")
@pytest.mark.parametrize(
    "call",
    [
        "n.count('.' * 81, 2**62)",
        "n.count('.' * 27 + '123456789' + '.' * 45, 2**62)",
        "n.solutions('.' * 81, 2**40)",
        "n.count_batch(b'.' * 810, bytearray(80), 2**50)",
        "n.count_batch((b'123456789' + b'.' * 72) * 4, bytearray(32), 2**50, threads=2)",
    ],
)
def test_ctrl_c(call: str) -> None:
    code = (
        "import os, signal, threading, time\nfrom nonet import _native as n\n"
        "begun = []\n"
        "def interrupt():\n time.sleep(0.4); begun.append(time.monotonic()); os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=interrupt).start()\n"
        f"try:\n {call}\nexcept KeyboardInterrupt:\n print('interrupted after', time.monotonic() - begun[0])\n"
    )
    done = python(code)
    assert done.stdout.startswith("interrupted after"), done
    assert float(done.stdout.split()[-1]) < 5  # 0.1 s on an idle machine; tests run on busy ones


# ---------------------------------------------------------------------------------------------------------- properties


@st.composite
def positions(draw: st.DrawFn) -> str:
    rng = random.Random(draw(st.integers(0, 2**32)))
    puzzle = dug(rng, draw(st.integers(24, 81)))
    for _ in range(draw(st.integers(0, 3))):
        puzzle = spoiled(rng, puzzle)
    return puzzle


@given(
    st.lists(positions(), max_size=40), st.integers(1, 40), st.sampled_from(_native.isas), st.integers(1, 3)
)
@settings(max_examples=60, deadline=None)
def test_counts_agree_with_the_reference_solver(
    puzzles: list[str], limit: int, isa: str, threads: int
) -> None:
    counts = array("Q", [0] * len(puzzles))
    _native.count_batch(batch(puzzles), counts, limit, isa=isa, threads=threads)
    assert list(counts) == [len(some(propagated(sets_of(p)), limit)) for p in puzzles]


@given(st.binary(min_size=81, max_size=600), st.integers(81, 130), st.sampled_from(_native.isas))
@settings(max_examples=200, deadline=None)
def test_any_bytes(data: bytes, stride: int, isa: str) -> None:
    n = (len(data) - 81) // stride + 1
    status, solutions = bytearray(n), bytearray(81 * n)
    _native.solve_batch(data, solutions, status, stride=stride, isa=isa)
    for i in range(n):
        record = data[i * stride : i * stride + 81]
        assert (status[i] == 255) == any(b not in b"1234567890._*-xX" for b in record)
