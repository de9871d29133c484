"""Random region maps: connected, fillable, of every size; their puzzles can be written, read and solved."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import every, spread
from nonet.engines import engine
from nonet.errors import RecipeError
from nonet.formats import format_grid, parse
from nonet.generate import dig, random_grid
from nonet.generate.jigsaws import random_jigsaw
from nonet.layout import Layout
from nonet.rng import Rng

SLOW = [pytest.param(size, marks=pytest.mark.slow) for size in (11, 12)]


def is_connected(cells: tuple[int, ...], size: int) -> bool:
    rest = set(cells)
    edge = {rest.pop()}
    while edge:
        near = {
            (row + down) * size + column + right
            for row, column in (divmod(cell, size) for cell in edge)
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= column + right < size
        }
        edge = near & rest
        rest -= edge
    return not rest


@pytest.mark.parametrize("size", [*range(4, 11), *SLOW])
def test_every_size(size: int) -> None:
    layouts = [random_jigsaw(size, Rng(1, stream=k)) for k in spread(range(3), 3)]
    for layout in layouts:
        assert len(layout.boxes) == size
        assert all(len(region.cells) == size and is_connected(region.cells, size) for region in layout.boxes)
        assert sorted(cell for region in layout.boxes for cell in region.cells) == list(range(size * size))
        assert random_grid(layout, Rng(2)).is_solution()
    assert layouts == [random_jigsaw(size, Rng(1, stream=k)) for k in range(len(layouts))]


def test_disconnected_regions_are_detected() -> None:
    assert is_connected((0, 1, 5, 4), 4)
    assert not is_connected((0, 1, 2, 7), 4)
    assert not is_connected((3, 4, 5, 6), 4)  # the end of a row is not adjacent to the start of the next


@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_a_puzzle_is_written_and_read_back_and_solved(seed: int) -> None:
    rng = Rng(seed)
    layout = random_jigsaw(6, rng)
    assert Layout.named(layout.name) == layout
    grid = random_grid(layout, rng)
    puzzle = dig(grid, rng)
    text = format_grid(puzzle.givens, with_layout=True)
    assert parse(text) == puzzle
    assert engine("propagation").solution(parse(text)) == grid


def test_maps_differ_from_each_other_and_from_boxes() -> None:
    count = 10 // every(2)
    layouts = [random_jigsaw(9, Rng(7, stream=k)) for k in range(count)]
    assert len(set(layouts)) == count
    boxes = {box.cells for box in Layout.named("9x9").boxes}
    kept = [sum(region.cells in boxes for region in layout.boxes) for layout in layouts]
    assert sum(kept) <= count
    # A straight line across the board that no region crosses: boxes have four of them.
    lines = [
        all(layout.box_of[9 * line + place] != layout.box_of[9 * line + 9 + place] for place in range(9))
        for layout in layouts
        for line in range(8)
    ]
    assert sum(lines) <= count // 2


@pytest.mark.parametrize("size", [-1, 0, 3, 13, 25])
def test_unsupported_sizes(size: int) -> None:
    with pytest.raises(RecipeError, match=f"jigsaws are drawn from 4x4 to 12x12, not {size}x{size}"):
        random_jigsaw(size, Rng(1))
