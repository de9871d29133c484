"""Statistics of ten thousand minimal puzzles: digits, cells and clue counts occur as often as they should.

Seeds are fixed, so no test fails by bad luck. The comments at the bounds say how rarely another seed would exceed them.

In pure Python only one puzzle in a hundred is made, and the bounds are wider; other tests show that both versions make
the same puzzles.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import sqrt

import pytest

from nonet.engines import engine
from nonet.generate import Dig, dig, dig_many, random_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rng import Rng

COUNT = 10_000 if kernel is not None else 100
REFERENCE = 150 if kernel is not None else 60


@lru_cache(maxsize=1)
def puzzles() -> list[bytes]:
    dug = dig_many(Dig(), seed=2026, first=0, count=COUNT)
    return [values for values in dug if values is not None]


def clues(values: bytes) -> int:
    return len(values) - values.count(0)


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    mean = sum(numbers) / len(numbers)
    return mean, sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers) / (len(numbers) - 1))


def test_all_puzzles_are_different() -> None:
    assert len(puzzles()) == COUNT
    assert len(set(puzzles())) == COUNT


def test_a_sample_is_unique_and_minimal() -> None:
    judge = engine("search")
    for values in puzzles()[:: COUNT // 10]:
        givens = Grid(CLASSIC, values)
        assert judge.is_unique(Puzzle(givens))
        for cell, value in enumerate(values):
            assert not value or not judge.is_unique(Puzzle(givens.with_value(cell, 0)))


@pytest.mark.slow
def test_clue_counts_agree_with_a_simple_implementation() -> None:
    """Compared with a simple implementation (another fill, another engine): same mean and standard deviation."""
    rng = Rng(7)
    reference = [float(dig(random_grid(CLASSIC, rng), rng).clue_count) for _ in range(REFERENCE)]
    counts = [float(clues(values)) for values in puzzles()]
    (mean, error), (other, other_error) = mean_and_error(counts), mean_and_error(reference)
    assert abs(mean - other) < 4 * sqrt(error**2 + other_error**2)  # one seed in 16,000
    spread, other_spread = error * sqrt(len(counts)), other_error * sqrt(len(reference))
    # The relative standard error of the standard deviation of n normal numbers is 1 / sqrt(2n).
    assert abs(spread / other_spread - 1) < 4 * sqrt(1 / (2 * len(counts)) + 1 / (2 * len(reference)))


def test_clue_counts_agree_with_published_values() -> None:
    """Known values: mean 24.4, standard deviation 1.1; three of four puzzles have 23 to 25 clues."""
    counts = Counter(clues(values) for values in puzzles())
    mean, error = mean_and_error([float(count) for count in counts.elements()])
    assert abs(mean - 24.4) < 0.1 + 4 * error
    assert 1.0 < error * sqrt(COUNT) < 1.3
    assert min(counts) >= 19
    assert max(counts) <= 31
    assert counts.most_common(1)[0][0] in (24, 25)


def test_no_digit_is_preferred() -> None:
    """Fill and dig are symmetric in the digits, so each digit has a ninth of the clues on average."""
    for digit in range(1, 10):
        surplus, error = mean_and_error([values.count(digit) - clues(values) / 9 for values in puzzles()])
        assert abs(surplus) < 4.5 * error  # nine digits: one seed in 16,000


def test_no_cell_is_preferred() -> None:
    """The dig order is uniform; the fill may cause a difference of up to 2 %."""
    chance = sum(map(clues, puzzles())) / COUNT / 81
    error = sqrt(chance * (1 - chance) / COUNT)
    shares = [sum(values[cell] > 0 for values in puzzles()) / COUNT for cell in range(81)]
    assert all(abs(share - chance) < 4.5 * error + 0.02 * chance for share in shares)
    chi_square = sum((share - chance) ** 2 for share in shares) / error**2
    assert 35 < chi_square < 80 + 5 * sqrt(160)


def test_no_digit_is_preferred_in_a_cell() -> None:
    counts = Counter((cell, value) for values in puzzles() for cell, value in enumerate(values) if value)
    expected = counts.total() / 729
    chi_square = sum(
        (counts[cell, digit] - expected) ** 2 / expected for cell in range(81) for digit in range(1, 10)
    )
    assert 729 - 5 * sqrt(2 * 729) < chi_square < 729 + 5 * sqrt(2 * 729)


@pytest.mark.parametrize("symmetry", ["rotational", "diagonal", "full"])
def test_symmetric_puzzles_prefer_no_digit_either(symmetry: str) -> None:
    dug = dig_many(Dig(symmetry=symmetry), seed=5, first=0, count=COUNT // 5)
    found = [values for values in dug if values is not None]
    assert len(found) == COUNT // 5
    for digit in range(1, 10):
        surplus, error = mean_and_error([values.count(digit) - clues(values) / 9 for values in found])
        assert abs(surplus) < 4.5 * error
