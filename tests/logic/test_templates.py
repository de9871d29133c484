"""Templates: compared with a list of all of them, on small boards."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from logic.boards import examples
from nonet.bitsets import cells_in
from nonet.layout import CLASSIC, Layout
from nonet.logic import templates
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.logic.templates import digits_with_doomed_places, possible_places
from nonet.puzzle import Puzzle

LAYOUTS = [
    "4x4",
    "6x6",
    "6x6/3x2",
    "4x4+x",
    "9x9",
    "9x9+windows",
    "jigsaw:112233112233112233445566445566445566",
]


@pytest.mark.parametrize("name", LAYOUTS)
def test_possible_places_are_those_of_all_templates(name: str) -> None:
    layout = Layout.named(name)
    chance = random.Random(9)
    for share in (0.3, 0.45, 0.6) if layout.size < 9 else (0.25, 0.3, 0.35):
        for _ in range(15):
            board = sum(1 << cell for cell in range(layout.cell_count) if chance.random() < share)
            union = 0
            for template in _listed(layout, board):
                union |= template
            assert possible_places(layout, board) == union


def _listed(layout: Layout, board: int, taken: int = 0) -> Iterator[int]:
    """All templates, by backtracking over the houses without the digit."""
    wanting = [cells for cells in layout.house_boards if board & cells and not taken & cells]
    if not wanting:
        yield taken
        return
    for cell in cells_in(board & min(wanting, key=lambda cells: (board & cells).bit_count())):
        if not layout.peer_boards[cell] & taken and not any(
            cells >> cell & 1 and taken & cells for cells in layout.house_boards
        ):
            yield from _listed(layout, board, taken | 1 << cell)


def test_the_solution_is_among_the_templates() -> None:
    for example in examples("chain-layouts"):
        position = example.position()
        for digit in example.layout.digits:
            places = sum(
                1 << c
                for c, value in enumerate(example.solution)
                if value == digit and not position.values[c]
            )
            possible = possible_places(example.layout, position.boards[digit])
            assert possible is None or not places & ~possible


@pytest.mark.parametrize("name", ["16x16", "25x25"])
def test_an_empty_big_board_is_given_up_at_once(name: str) -> None:
    layout = Layout.named(name)
    assert possible_places(layout, layout.all_cells) is None
    position = Position.of(Puzzle.of(layout, [0] * layout.cell_count))
    assert not list(templates.template_set(position, DEFAULTS))
    assert not list(templates.template_delete(position, DEFAULTS))
    assert len(digits_with_doomed_places(position)) == layout.size  # nothing is known


def test_the_plain_board_is_never_given_up() -> None:
    for kept in range(0, 81, 9):
        board = CLASSIC.all_cells & ~sum(1 << cell for cell in range(0, kept, 2))
        assert possible_places(CLASSIC, board) is not None
