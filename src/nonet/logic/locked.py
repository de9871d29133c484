"""Locked candidates, and the pairs and triples that lock themselves into two houses at once.

locked candidates 1 (pointing)          locked candidates 2 (claiming)

5 5 · | x · · | x · x                   5 · 5 | · · · | · · ·    5 has no other place in the row,
· · · | · · · | · · ·                   x x · |                  so none in the rest of the box
· · · | · · · | · · ·                   · x x |

locked pair: a naked pair in a box and in a line, which removes its digits from the rest of both

12 12 x | · x · | · · ·
x  x  · |
x  ·  x |
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.bitsets import cells_in
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.houses import BLOCKS, candidates_at
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.subsets import naked_subsets
from nonet.step import Evidence, Role, RoleKind, Step, Truth


def pointing(position: Position, options: Options) -> Iterator[Step]:
    """A digit's places in a box are all in one line: it is eliminated from the rest of the line."""
    return _locked(position, "locked-candidates-1", 0)


def claiming(position: Position, options: Options) -> Iterator[Step]:
    """A digit's places in a line are all in one box: it is eliminated from the rest of the box."""
    return _locked(position, "locked-candidates-2", 1)


def locked_pairs(position: Position, options: Options) -> Iterator[Step]:
    """A naked pair that takes its digits from a box and from a line."""
    return naked_subsets(position, 2, locked=True)


def locked_triples(position: Position, options: Options) -> Iterator[Step]:
    """A naked triple that takes its digits from a box and from a line."""
    return naked_subsets(position, 3, locked=True)


def _locked(position: Position, technique: str, group: int) -> Iterator[Step]:
    boards = position.boards
    open_digits = [digit for digit in position.layout.entries if boards[digit]]
    for base, base_board, crossings in _crossings(position.layout)[group]:
        for digit in open_digits:
            board = boards[digit]
            places = board & base_board
            if not places & (places - 1):
                continue  # none, or a single
            for cover, cover_board in crossings[(places & -places).bit_length() - 1]:
                if places & ~cover_board:
                    continue
                if gone := board & cover_board & ~base_board:
                    roles = (
                        Role(RoleKind.BASE, tuple(cells_in(places)), (digit,), (base,)),
                        Role(RoleKind.COVER, digits=(digit,), houses=(cover,)),
                    )
                    evidence = Evidence(roles, (Truth(house=base, digit=digit),))
                    yield Step(technique, (), candidates_at(gone, digit), evidence)


_Crossings = tuple[tuple[int, int, dict[int, tuple[tuple[int, int], ...]]], ...]
"""A house, its board, and for each of its cells the houses (number, board) that share it and another cell."""


@lru_cache(maxsize=64)
def _crossings(layout: Layout) -> tuple[_Crossings, _Crossings]:
    boards = layout.house_boards

    def crossings(house: int) -> dict[int, tuple[tuple[int, int], ...]]:
        return {
            cell: tuple(
                (h, boards[h])
                for h in layout.houses_at[cell]
                if h != house and (boards[h] & boards[house]).bit_count() > 1
            )
            for cell in layout.houses[house].cells
        }

    full = [(h, board, crossings(h)) for h, board in enumerate(layout.place_boards) if board]
    kinds = grouped((layout.houses[each[0]].kind in BLOCKS, each) for each in full)
    return tuple(kinds.get(True, ())), tuple(kinds.get(False, ()))
