"""The compiled 9x9 kernel on single puzzles, and its random numbers."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import pytest

from lanes_reference import (
    ALL,
    ASCENDING,
    LOST,
    PUZZLES,
    ROW_ORDER,
    backtracking,
    dug,
    found_by_reference,
    full_grid,
    is_solution,
    propagated,
    some,
    spoiled,
)
from nonet import _native

LINES = [
    [9 * r + c for r in range(9) for c in range(9)],
    [9 * r + c for r in range(9) for c in reversed(range(9))],
    [9 * r + c for c in range(9) for r in range(9)],
    [9 * r + c for r in reversed(range(9)) for c in range(9)],
]


def test_single_calls() -> None:
    for puzzle, found in zip(PUZZLES, found_by_reference(), strict=True):
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


def test_a_long_count_reports_its_progress() -> None:
    """One count of half a second, and one in which digits can be exchanged, so that counts are multiplied."""
    for text, limit in (
        ("534678912672195348198342567859761423" + "." * 45, 1 << 62),
        ("1" + "." * 80, 10**10),
    ):
        seen: list[int] = []
        count = _native.count(text, limit, None, seen.append)
        assert count in (636_960, limit)
        assert seen == sorted(seen)
        assert all(0 < each <= count for each in seen)
    with pytest.raises(KeyError):
        _native.count("1" + "." * 80, 1 << 62, None, dict[int, int]().__getitem__)


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
