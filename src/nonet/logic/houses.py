"""What several finders ask of houses and cells, and the order in which HoDoKu takes eliminations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from nonet.bitsets import cells_in
from nonet.dimensions import HouseKind
from nonet.layout import Layout
from nonet.step import Candidate

BLOCKS = (HouseKind.BOX, HouseKind.REGION, HouseKind.WINDOW, HouseKind.EXTRA)
EASIEST_FIRST = (
    *(HouseKind.BOX, HouseKind.REGION, HouseKind.ROW, HouseKind.COLUMN),
    *(HouseKind.WINDOW, HouseKind.DIAGONAL, HouseKind.EXTRA),
)
"""The houses in the order in which people look at them: the cells of a box are next to each other."""


@lru_cache(maxsize=64)
def lines_of(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The numbers of the rows, those of the columns, and those of all other houses."""
    kinds = [house.kind for house in layout.houses]
    rows = tuple(number for number, kind in enumerate(kinds) if kind is HouseKind.ROW)
    columns = tuple(number for number, kind in enumerate(kinds) if kind is HouseKind.COLUMN)
    return rows, columns, tuple(number for number in range(len(kinds)) if number not in rows + columns)


@lru_cache(maxsize=64)
def lines_at(layout: Layout) -> tuple[tuple[int, int], ...]:
    """For each cell of the board the houses that are its row and its column; nothing on a board without lines."""
    if not lines_of(layout)[0]:
        return ()
    kinds = [house.kind for house in layout.houses]
    return tuple(
        (
            next(house for house in at if kinds[house] is HouseKind.ROW),
            next(house for house in at if kinds[house] is HouseKind.COLUMN),
        )
        for at in layout.houses_at[: layout.board_count]
    )


@lru_cache(maxsize=4096)
def two_places(layout: Layout, board: int) -> tuple[tuple[int, tuple[int, int]], ...]:
    """The full houses that have two cells of a bitboard, and these: strong links, if the cells are a digit's places."""
    pairs = []
    for house, cells in enumerate(layout.place_boards):
        rest = board & cells & ((board & cells) - 1)
        if rest and not rest & (rest - 1):
            pairs.append((house, ((board & cells ^ rest).bit_length() - 1, rest.bit_length() - 1)))
    return tuple(pairs)


def candidates_at(board: int, digit: int) -> tuple[Candidate, ...]:
    """The digit in each cell of a bitboard."""
    return tuple([(cell, digit) for cell in cells_in(board)])


def seen_by_all(layout: Layout, cells: Iterable[int]) -> int:
    """The bitboard of the cells that see all of these."""
    board = layout.all_cells
    for cell in cells:
        board &= layout.peer_boards[cell]
    return board


def shared_houses(layout: Layout, cells: Sequence[int]) -> list[int]:
    """The houses that all these cells are in."""
    at = layout.houses_at
    return [house for house in at[cells[0]] if all(house in at[cell] for cell in cells[1:])]


def by_digit(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates digit by digit, cell by cell."""
    return tuple(sorted(candidates, key=lambda each: (each[1], each[0])))


def elimination_order(gone: Sequence[Candidate]) -> tuple[int, int]:
    """Most candidates first; then a sum in which the later ones weigh more, as HoDoKu has it."""
    return -len(gone), sum(cell * (1 + 80 * place) + digit for place, (cell, digit) in enumerate(gone))
