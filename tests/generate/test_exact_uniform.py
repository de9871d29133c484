"""Uniform grids of 9x9: the counts that the proof uses, the same method on 4x4, and what the grids look like."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import sqrt

import pytest

from nonet.errors import RecipeError
from nonet.generate import exact_uniform
from nonet.generate.exact_uniform import MOST_WAYS, _top_rows, exact_grid, exact_grids, stack_plans, ways
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.rng import Rng

ALL_GRIDS = 6_670_903_752_021_072_936_960
"""Felgenhauer and Jarvis (2005)."""
BANDS = 948_109_639_680
"""9! · 56 · 6⁶"""

MINI = Layout.named("4x4")


# -- what the proof uses ----------------------------------------------------------------------------------------


def partitions(digits: tuple[int, ...], size: int) -> list[list[tuple[int, ...]]]:
    """All ways to divide digits into sets of this size."""
    if not digits:
        return [[]]
    first, rest = digits[0], digits[1:]
    found = []
    for others in combinations(rest, size - 1):
        left = tuple(digit for digit in rest if digit not in others)
        found += [[(first, *others), *more] for more in partitions(left, size)]
    return found


def test_plans_are_all_different_and_legal() -> None:
    plans = stack_plans(3)
    assert len(set(plans)) == 56
    own = [{(line, place) for place in range(3)} for line in range(3)]
    for second, third in plans:
        for line in range(3):
            assert sorted({*own[line], *second[line], *third[line]}) == [
                (x, y) for x in range(3) for y in range(3)
            ]


@pytest.mark.slow
def test_no_band_has_more_ways() -> None:
    """Relative to box 1, box 2 has one of 280 partitions; five up to symmetry. Box 3 has any of 280."""
    boxes = partitions(tuple(range(1, 10)), 3)
    assert len(boxes) == 280
    one = boxes[0]

    def shape(other: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        """Which boxes 2 are symmetric: how many digits each of its columns shares with those of box 1."""
        rows = [[len(set(a) & set(b)) for b in one] for a in other]
        return min(tuple(sorted(tuple(row[i] for i in order) for row in rows)) for order in ORDERS)

    kinds = {shape(box): box for box in boxes}
    assert len(kinds) == 5
    most = max(ways([*one, *two, *three]) for two in kinds.values() for three in boxes)
    assert most == MOST_WAYS[3]


ORDERS = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]


@pytest.mark.once
def test_ways_agree_with_a_search() -> None:
    """A band whose columns are given as sets has as many ways as the search finds rows."""
    rng = Rng(2)
    for _ in range(2):
        values = exact_grid(CLASSIC, rng).values[27:54]
        columns = [sorted(values[column::9]) for column in range(9)]
        assert ways(columns) == _ways_by_search(columns)


def _ways_by_search(columns: list[list[int]]) -> int:
    """Row by row, without the shortcut of cycles."""
    if not columns[0]:
        return 1
    total = 0
    for row in exact_uniform._transversals(columns):
        total += _ways_by_search(
            [[d for d in column if d != top] for column, top in zip(columns, row, strict=True)]
        )
    return total


@pytest.mark.slow
def test_the_completions_of_a_band() -> None:
    """Felgenhauer and Jarvis: the band of the regular grid has 72 · 108,374,976 completions.

    Here: the sum of the ways of bands 2 and 3 over all plans of the three stacks.
    """
    band = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [4, 5, 6, 7, 8, 9, 1, 2, 3], [7, 8, 9, 1, 2, 3, 4, 5, 6]]
    tops = [
        [[band[row][3 * stack + column] for row in range(3)] for column in range(3)] for stack in range(3)
    ]
    plans = [
        [[[exact_uniform._picked(top, picks) for picks in box] for box in plan] for plan in stack_plans(3)]
        for top in tops
    ]
    total = sum(
        ways(one[0] + two[0] + three[0]) * ways(one[1] + two[1] + three[1])
        for one, two, three in product(*plans)
    )
    assert total == 72 * 108_374_976


@pytest.mark.slow
def test_attempts_are_as_many_as_the_number_of_grids_says() -> None:
    """An attempt succeeds with the probability of all grids · 1728⁻² / (bands · 56³): once in 74.5."""
    chance = ALL_GRIDS / (BANDS * 56**3 * MOST_WAYS[3] ** 2)
    attempts, rng = 1500, Rng(4)
    found = sum(exact_uniform._attempt(3, rng) is not None for _ in range(attempts))
    assert abs(found - attempts * chance) < 4 * sqrt(attempts * chance)


# -- draws ------------------------------------------------------------------------------------------------------


@pytest.mark.once
def test_the_same_method_draws_the_288_grids_of_4x4_uniformly() -> None:
    rng = Rng(5)
    counts = Counter(exact_grid(MINI, rng).values for _ in range(2880))
    assert len(counts) == 288
    chi_square = sum((count - 10) ** 2 / 10 for count in counts.values())
    assert abs(chi_square - 287) < 5 * sqrt(2 * 287)


@pytest.mark.skipif(kernel is None, reason="compares the kernel with Python")
def test_the_kernel_draws_the_same() -> None:
    for number, values in enumerate(exact_grids(7, 3, 3, threads=2), start=3):
        assert values == exact_grid(CLASSIC, Rng(7, stream=number)).values


def test_other_boards_are_refused() -> None:
    for name in ("6x6", "x", "16x16", "5x5"):
        with pytest.raises(RecipeError, match="uniform grids can be drawn on 4x4 and 9x9"):
            exact_grid(Layout.named(name), Rng(1))


def repeated_triples(values: bytes) -> list[int]:
    """For each band and then each stack: 1 if box 1 and box 2 have the same triples in their lines, else 0."""
    found = []
    for grid in (values, b"".join(values[column::9] for column in range(9))):
        for band in range(3):
            lines = [grid[9 * (3 * band + line) :][:9] for line in range(3)]
            left, right = ({frozenset(line[b : b + 3]) for line in lines} for b in (0, 3))
            found.append(int(left == right))
    return found


@pytest.mark.slow
@pytest.mark.skipif(kernel is None, reason="needs tens of thousands of grids")
def test_bands_and_stacks_look_alike() -> None:
    """The method treats band 1, the other bands and the stacks differently; a uniform grid does not tell them apart.

    How often the triples of a box are repeated in the next box: in all six alike. For a band without the rest of the
    grid it is 2 in 56, and hardly another number with it.
    """
    number = 2_500
    counts = [0] * 6
    for values in exact_grids(11, 0, number):
        for place, repeated in enumerate(repeated_triples(values)):
            counts[place] += repeated
    mean = sum(counts) / 6
    assert abs(mean / number - 2 / 56) < 0.004
    assert sum((count - mean) ** 2 / mean for count in counts) < 5 + 5 * sqrt(10)


def rectangles(values: bytes) -> int:
    """a b over b a in two rows, two columns and two boxes."""
    found = 0
    for one, other in combinations(range(9), 2):
        for left, right in combinations(range(9), 2):
            if (one // 3 == other // 3) == (left // 3 == right // 3):
                continue
            if values[9 * one + left] == values[9 * other + right]:
                found += values[9 * one + right] == values[9 * other + left]
    return found


@pytest.mark.slow
@pytest.mark.skipif(kernel is None, reason="needs thousands of grids")
def test_rectangles_agree_with_another_unbiased_sampler() -> None:
    """Importance sampling (tools/randomness.py) gives 11.64 ± 0.07."""
    some = [rectangles(values) for values in exact_grids(12, 0, 4000)]
    assert abs(sum(some) / len(some) - 11.64) < 0.3


def test_top_rows_are_in_order() -> None:
    columns = [[1, 2, 3], [4, 5, 6], [7, 8, 9]] * 3
    rows = [row for row, _ in _top_rows(columns)]
    assert rows == sorted(rows)
    assert len(rows) == 216
    assert Grid(CLASSIC, exact_grids(1, 0, 1)[0]).is_solution()
