"""Symmetries: the group laws, counts by brute force, and what a transformation preserves."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from many_cases import for_each
from nonet.errors import LayoutError, NonetError
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import (
    Transformation,
    cell_symmetries,
    cell_symmetry_count,
    geometric_symmetries,
    is_boxed,
    keeps_houses,
    random_transformation,
)

MINI = Layout.named("4x4")
CROOKED = Layout.jigsaw("1112 1322 3324 3444")  # maps to itself under a half turn, and no other symmetry
NAMES = ["4x4", "6x6", "6x6/3x2", "8x8", "9x9", "12x12", "16x16", "x", "windoku", "5x5", CROOKED.name]
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

layouts = st.sampled_from([Layout.named(name) for name in NAMES])
seeds = st.integers(0, 2**64 - 1)


def house_preserving(layout: Layout) -> set[tuple[int, ...]]:
    """All permutations of the cells that map houses to houses, by search, without using bands and stacks."""
    count = layout.cell_count
    together = [[len(set(a) & set(b)) for b in layout.houses_at] for a in layout.houses_at]
    houses = {frozenset(house.cells) for house in layout.houses}
    found: set[tuple[int, ...]] = set()

    def extend(image: list[int]) -> None:
        if len(image) == count:
            if {frozenset(image[cell] for cell in house) for house in houses} == houses:
                found.add(tuple(image))
            return
        cell = len(image)
        for target in set(range(count)).difference(image):
            if all(together[cell][other] == together[target][image[other]] for other in range(cell)):
                extend([*image, target])

    extend([])
    return found


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("1x1", 1),
        ("2x2", 8),
        ("3x3", 72),
        ("4x4", 128),
        pytest.param("6x6", 3456, marks=pytest.mark.slow),
        pytest.param("6x6/3x2", 3456, marks=pytest.mark.slow),
    ],
)
def test_symmetries_of_small_boards_agree_with_brute_force(name: str, count: int) -> None:
    layout = Layout.named(name)
    ours = list(cell_symmetries(layout))
    assert len(ours) == len(set(ours)) == cell_symmetry_count(layout) == count
    assert set(ours) == house_preserving(layout)
    assert ours[0] == tuple(range(layout.cell_count))


def test_the_classic_board_has_3359232() -> None:
    assert cell_symmetry_count(CLASSIC) == 3_359_232 == 2 * (6 * 6**3) ** 2
    assert cell_symmetry_count(Layout.named("16x16")) == 2 * (24 * 24**4) ** 2


@pytest.mark.parametrize(
    ("name", "count"),
    [("9x9", 8), ("x", 8), ("windoku", 8), ("6x6", 4), ("5x5", 8), ("1x1", 1), (CROOKED.name, 2)],
)
def test_turns_and_reflections(name: str, count: int) -> None:
    found = geometric_symmetries(Layout.named(name))
    assert len(found) == len(set(found)) == count
    assert found[0].is_identity


def test_a_turn_is_two_reflections() -> None:
    flip, fold = Transformation.reflection(CLASSIC, "-"), Transformation.transposition(CLASSIC)
    assert flip.then(fold) == Transformation.rotation(CLASSIC)
    assert Transformation.reflection(CLASSIC, "/") == fold.then(Transformation.rotation(CLASSIC, 2))
    assert Transformation.reflection(CLASSIC) == flip.then(Transformation.rotation(CLASSIC, 2))
    assert Transformation.rotation(CLASSIC, -1) == Transformation.rotation(CLASSIC, 3)


def test_lines_bands_and_stacks() -> None:
    grid = Grid.of(CLASSIC, map(int, SOLVED))
    rows = Transformation.rows(CLASSIC, [2, 0, 1, 3, 4, 5, 6, 7, 8])(grid).rows()
    assert [bytes(row) for row in rows[:3]] == [grid.rows()[2], grid.rows()[0], grid.rows()[1]]
    columns = Transformation.columns(CLASSIC, [1, 0, 2, 3, 4, 5, 6, 7, 8])(grid)
    assert columns.values[:4] == bytes([3, 5, 4, 6])
    bands = Transformation.bands(CLASSIC, [1, 2, 0])(grid)
    assert bands.values[:27] == grid.values[27:54]
    stacks = Transformation.stacks(CLASSIC, [2, 1, 0])(grid)
    assert stacks.values[:9] == bytes([9, 1, 2, 6, 7, 8, 5, 3, 4])
    assert all(image.is_solution() for image in (columns, bands, stacks))


@given(layout=layouts, first=seeds, second=seeds)
def test_group_laws(layout: Layout, first: int, second: int) -> None:
    a, b = random_transformation(layout, Rng(first)), random_transformation(layout, Rng(second))
    identity = Transformation.identity(layout)
    rng = Rng(first ^ second)
    grid = Grid.of(layout, [rng.below(layout.size + 1) for _ in range(layout.cell_count)])
    assert a.then(b)(grid) == b(a(grid))
    assert a.then(a.inverse) == a.inverse.then(a) == identity
    assert a.then(identity) == identity.then(a) == a
    assert a.then(b).inverse == b.inverse.then(a.inverse)
    assert a.inverse(a(grid)) == grid
    assert pickle.loads(pickle.dumps(a)) == a


@given(seed=seeds)
def test_solutions_and_conflicts_are_preserved(seed: int) -> None:
    change = random_transformation(CLASSIC, Rng(seed))
    solved = Grid.of(CLASSIC, map(int, SOLVED))
    broken = solved.with_value(40, solved[0])
    assert change(solved).is_solution()
    assert len(list(change(broken).conflicts())) == len(list(broken.conflicts()))


@given(layout=layouts, seed=seeds)
def test_ruled_out_candidates_are_transformed(layout: Layout, seed: int) -> None:
    rng = Rng(seed)
    puzzle = Puzzle.of(layout, [1] + [0] * (layout.cell_count - 1), ruled_out={2: [1, 2], layout.size: [3]})
    change = random_transformation(layout, rng)
    image = change(puzzle)
    assert image.givens == change(puzzle.givens)
    for cell in range(layout.cell_count):
        for digit in layout.digits:
            was = bool(puzzle.ruled_out[cell] >> (digit - 1) & 1)
            assert was == bool(image.ruled_out[change.cells[cell]] >> (change.digits[digit] - 1) & 1)


@for_each(NAMES)
def test_random_transformations_are_symmetries(name: str) -> None:
    layout = Layout.named(name)
    for seed in range(20):
        change = random_transformation(layout, Rng(seed))
        assert keeps_houses(layout, change.cells)
        assert change == random_transformation(layout, Rng(seed))


def test_random_transformations_of_4x4_are_uniform() -> None:
    rng = Rng(20)
    draws = [random_transformation(MINI, rng) for _ in range(6400)]
    assert spread(Counter(change.cells for change in draws), 128) < 4
    assert spread(Counter(change.digits for change in draws), 24) < 4


def spread(counts: Counter[tuple[int, ...]], kinds: int) -> float:
    """By how many standard deviations chi-square exceeds its mean for a uniform distribution."""
    expected = counts.total() / kinds
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    chi_square += (kinds - len(counts)) * expected
    return float((chi_square - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5)


def test_random_numbers_are_drawn_in_the_documented_order() -> None:
    rng = Rng(5)
    bands = rng.shuffled(range(3))
    rows = [3 * band + row for band in bands for row in rng.shuffled(range(3))]
    stacks = rng.shuffled(range(3))
    columns = [3 * stack + column for stack in stacks for column in rng.shuffled(range(3))]
    transposed = rng.below(2) == 1
    digits = rng.shuffled(range(1, 10))
    expected = Transformation.transposition(CLASSIC) if transposed else Transformation.identity(CLASSIC)
    expected = expected.then(Transformation.rows(CLASSIC, rows))
    expected = expected.then(Transformation.columns(CLASSIC, columns))
    expected = expected.then(Transformation.relabelling(CLASSIC, digits))
    assert random_transformation(CLASSIC, Rng(5)) == expected


@pytest.mark.parametrize("name", ["x", "windoku", CROOKED.name])
def test_boards_with_extra_houses(name: str) -> None:
    layout = Layout.named(name)
    assert not is_boxed(layout)
    with pytest.raises(LayoutError, match="only boards with plain boxes have bands"):
        cell_symmetry_count(layout)
    with pytest.raises(LayoutError, match="only boards with plain boxes have bands"):
        Transformation.bands(layout, [1, 0, 2])


def test_invalid_transformations_are_refused() -> None:
    with pytest.raises(LayoutError, match="not every house of a 6x6 board stays a house"):
        Transformation.transposition(Layout.named("6x6"))
    with pytest.raises(LayoutError, match="not every house"):
        Transformation.rows(Layout.named("x"), [1, 0, 2, 3, 4, 5, 6, 7, 8])
    with pytest.raises(NonetError, match="cells must have every cell of a 4x4 board once"):
        Transformation(MINI, (0,) * 16, (0, 1, 2, 3, 4))
    for digits in [(1, 2, 3, 4), (1, 0, 2, 3, 4), (0, 1, 2, 3, 3)]:
        with pytest.raises(NonetError, match="digits must be 0 and then each of 1 to 4 once"):
            Transformation(MINI, tuple(range(16)), digits)
    with pytest.raises(NonetError, match=r"rows must name each of 0 to 3 once, not \[0, 1\]"):
        Transformation.rows(MINI, [0, 1])
    with pytest.raises(NonetError, match="a reflection must be one of"):
        Transformation.reflection(MINI, "x")


def test_layouts_do_not_mix() -> None:
    turn = Transformation.rotation(MINI)
    with pytest.raises(LayoutError, match="this is a symmetry of 4x4 boards, not of 9x9"):
        turn(Grid.empty(CLASSIC))
    with pytest.raises(LayoutError, match="do not combine"):
        turn.then(Transformation.rotation(CLASSIC))


def test_relabelling_reaches_every_order() -> None:
    assert len({Transformation.relabelling(MINI, order) for order in permutations([1, 2, 3, 4])}) == 24
