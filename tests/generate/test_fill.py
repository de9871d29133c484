"""Random solution grids: valid, repeatable, and without measurable bias."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from many_cases import for_each
from nonet import _native
from nonet.engines import Order, engine
from nonet.errors import RecipeError
from nonet.generate.fill import diagonal_grid, random_grid, switch_rows, switched_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

JIGSAW = "jigsaw:1112132233243444"


@for_each(["1x1", "4x4", "6x6", "6x6/3x2", "8x8", "9x9", "x", "windoku", JIGSAW])
def test_every_board_can_be_filled(name: str) -> None:
    layout = Layout.named(name)
    grids = [random_grid(layout, Rng(seed)) for seed in range(5)]
    assert all(grid.layout == layout and grid.is_solution() for grid in grids)
    assert grids == [random_grid(layout, Rng(seed)) for seed in range(5)]


@pytest.mark.parametrize("name", ["16x16", pytest.param("25x25", marks=pytest.mark.slow)])
def test_large_boards_can_be_filled_and_are_well_mixed(name: str) -> None:
    layout = Layout.named(name)
    grid = random_grid(layout, Rng(1))
    assert grid.is_solution()
    assert grid != random_grid(layout, Rng(2))
    # In the regular grid that it starts from, any two boxes of a band have the same rows, as sets.
    height, width = layout.box_shape or (0, 0)
    parts = [
        {frozenset(row[left : left + width]) for left in range(0, layout.size, width)} for row in grid.rows()
    ]
    for top in range(0, layout.size, height):
        assert len(set().union(*parts[top : top + height])) > height * layout.size // width // 2


def test_a_random_grid_is_what_backtracking_finds_first() -> None:
    for name in ("4x4", "6x6"):
        layout = Layout.named(name)
        for seed in range(10):
            order = Order.random_digits(layout, Rng(seed))
            first = engine("backtracking").first_solution(Puzzle(Grid.empty(layout)), order)
            assert random_grid(layout, Rng(seed)) == first


@pytest.mark.parametrize("count", [54, pytest.param(450, marks=pytest.mark.slow)])
def test_digits_are_uniform_in_every_cell(count: int) -> None:
    rng = Rng(8)
    grids = [random_grid(CLASSIC, rng) for _ in range(count)]
    chi_squares = [chi_square(Counter(grid[cell] for grid in grids), 9) for cell in range(81)]
    # 8 degrees of freedom: chi-square exceeds 31.8 in one cell of ten thousand; its mean over 81 cells is 8 ± 0.44.
    assert max(chi_squares) < 31.8
    assert abs(sum(chi_squares) / 81 - 8) < 1.8


def test_a_diagonal_grid_is_the_first_solution_of_its_boxes() -> None:
    for seed in range(3):
        rng = Rng(seed)
        boxes = [rng.shuffled(range(1, 10)) for _ in range(3)]
        values = [0] * 81
        for corner, digits in zip((0, 30, 60), boxes, strict=True):
            for place, digit in enumerate(digits):
                values[corner + 9 * (place // 3) + place % 3] = digit
        given = list(values)
        orders = [[value] if value else rng.shuffled(range(1, 10)) for value in given]
        order = Order(
            tuple(range(81)), tuple(tuple(each) if each[1:] else tuple(range(1, 10)) for each in orders)
        )
        expected = engine("propagation").first_solution(Puzzle(Grid(CLASSIC, bytes(given))), order)
        assert diagonal_grid(CLASSIC, Rng(seed)) == expected


def test_a_diagonal_grid_of_another_board_is_a_random_grid() -> None:
    for name in ("4x4", "x", JIGSAW):
        layout = Layout.named(name)
        assert diagonal_grid(layout, Rng(7)) == random_grid(layout, Rng(7))


@pytest.mark.slow
def test_any_three_diagonal_boxes_can_be_completed() -> None:
    """All cases up to symmetry: renaming digits makes box 1 equal to 123456789, and permuting rows and columns leaves
    10,080 cases each for box 5 and box 9. For box 5, the symmetries of box 1 reduce them to 322."""
    boxes = [b for b in ((1, *rest) for rest in permutations(range(2, 10))) if b[3] < b[6] and b[1] < b[2]]
    renamings = [
        [0, *(3 * rows[i // 3] + columns[i % 3] + 1 for i in range(9))]
        for rows in permutations(range(3))
        for columns in permutations(range(3))
    ]
    seen: set[tuple[int, ...]] = set()
    kinds = []
    for box in boxes:
        if box not in seen:
            kinds.append(box)
            seen.update(in_order([names[digit] for digit in box]) for names in renamings)
    assert (len(boxes), len(kinds)) == (10_080, 322)
    for kind in kinds:
        block = bytearray()
        for box in boxes:
            board = bytearray(b"." * 81)
            for corner, digits in ((0, range(1, 10)), (30, kind), (60, box)):
                for place, digit in enumerate(digits):
                    board[corner + 9 * (place // 3) + place % 3] = 48 + digit
            block += board
        status = bytearray(len(boxes))
        _native.unique_batch(block, status)  # too many for pure Python
        assert 0 not in status


def in_order(box: list[int]) -> tuple[int, ...]:
    """The box with its rows and columns permuted so that 1 is in the corner and the first row and column ascend."""
    row, column = divmod(box.index(1), 3)
    rows = [row, *sorted({0, 1, 2} - {row}, key=lambda r: box[3 * r + column])]
    columns = [column, *sorted({0, 1, 2} - {column}, key=lambda c: box[3 * row + c])]
    return tuple(box[3 * r + c] for r in rows for c in columns)


def test_opposite_corners_are_independent() -> None:
    rng, layout = Rng(9), Layout.named("6x6")
    pairs = Counter((grid[0], grid[35]) for grid in (random_grid(layout, rng) for _ in range(360)))
    assert chi_square(pairs, 36) < 35 + 4 * 70**0.5


def chi_square(counts: Counter[int] | Counter[tuple[int, int]], kinds: int) -> float:
    expected = counts.total() / kinds
    never = (kinds - len(counts)) * expected
    return never + sum((count - expected) ** 2 / expected for count in counts.values())


def test_a_switched_grid_follows_spec_001_step_by_step() -> None:
    for seed in range(4):
        rng = Rng(seed)
        orders = [rng.shuffled(range(1, 10)) for _ in range(81)]
        filled = plain_backtracking([0] * 81, orders)
        assert filled is not None
        rows = [filled[9 * row : 9 * row + 9] for row in range(9)]
        for top in (0, 3, 6):
            one, other = rng.below(3), rng.below(2)
            other += other >= one
            rows[top + one], rows[top + other] = rows[top + other], rows[top + one]
        bands = [rows[0:3], rows[3:6], rows[6:9]]
        one, other = rng.below(3), rng.below(2)
        other += other >= one
        bands[one], bands[other] = bands[other], bands[one]
        assert switched_grid(CLASSIC, Rng(seed)).rows() == [bytes(row) for band in bands for row in band]


def plain_backtracking(values: list[int], orders: list[list[int]], cell: int = 0) -> list[int] | None:
    """An independent implementation."""
    if cell == 81:
        return values
    for digit in orders[cell]:
        if all(values[peer] != digit for peer in CLASSIC.peers[cell]):
            values[cell] = digit
            if plain_backtracking(values, orders, cell + 1) is not None:
                return values
            values[cell] = 0
    return None


def test_switches_affect_every_band() -> None:
    grid = random_grid(CLASSIC, Rng(1))
    bands = [frozenset(grid.rows()[top : top + 3]) for top in (0, 3, 6)]
    for seed in range(20):
        switched = switch_rows(grid, Rng(seed))
        after = [frozenset(switched.rows()[top : top + 3]) for top in (0, 3, 6)]
        assert switched.is_solution()
        assert set(after) == set(bands)
        assert sum(now == was for now, was in zip(after, bands, strict=True)) == 1
        for now, was in zip(after, bands, strict=True):
            if now == was:
                top = 3 * bands.index(was)
                still = [switched.rows()[row] == grid.rows()[row] for row in range(top, top + 3)]
                assert sum(still) == 1


@pytest.mark.parametrize("name", ["1x1", "2x2", "4x4", "6x6", "8x8"])
def test_other_boards_can_be_switched_too(name: str) -> None:
    assert switched_grid(Layout.named(name), Rng(3)).is_solution()


@pytest.mark.parametrize("name", [JIGSAW, "4x4+x"])
def test_boards_whose_rows_cannot_be_switched(name: str) -> None:
    with pytest.raises(RecipeError, match="rows can be switched on boards of boxes only"):
        switched_grid(Layout.named(name), Rng(1))


def test_a_board_that_cannot_be_filled() -> None:
    with pytest.raises(RecipeError, match="a 2x2\\+x board cannot be filled"):
        random_grid(Layout.named("2x2+x"), Rng(1))
