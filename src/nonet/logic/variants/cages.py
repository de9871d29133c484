"""One killer cage.

last cell        all cells but one are filled: what is left of the sum goes there
combinations     digits that are in no combination go       sum 4 in two cells: 1 and 3, nothing else
must-have digit  every combination has it: it goes from all cells that see its places in the cage
placements       a digit is in a combination, but not in this cell in any way to fill the cage
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.bitsets import board_of, cells_in, common, digits_in, union
from nonet.logic.houses import candidates_at, seen_by_all
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import evidence_of, not_kept
from nonet.logic.variants.ways import cages_of
from nonet.step import Step


def last_cells(position: Position, options: Options) -> Iterator[Step]:
    """Cages with one empty cell."""
    for group in cages_of(position):
        if len(group.cells) == 1 and group.ways.combinations:
            placed = (group.cells[0], group.total)
            yield Step("cage-last-cell", (placed,), (), evidence_of(group.rule, group.cells, (group.total,)))


def combinations(position: Position, options: Options) -> Iterator[Step]:
    """Digits that are in no combination of a cage."""
    for group in cages_of(position):
        if gone := position.among(group.cells, ~union(group.ways.combinations)):
            yield Step("cage-combinations", (), gone, evidence_of(group.rule, group.cells))


def must_have(position: Position, options: Options) -> Iterator[Step]:
    """Digits of every combination, and the cells outside that see all their places in the cage."""
    for group in cages_of(position):
        for digit in digits_in(common(group.ways.combinations)):
            places = position.boards[digit] & board_of(group.cells)
            if seen := position.boards[digit] & seen_by_all(position.layout, cells_in(places)):
                evidence = evidence_of(group.rule, group.cells, (digit,))
                yield Step("cage-must-have", (), candidates_at(seen, digit), evidence)


def placements(position: Position, options: Options) -> Iterator[Step]:
    """Candidates that no way to fill a cage uses."""
    for group in cages_of(position):
        if gone := not_kept(position, zip(group.cells, group.ways.digits, strict=True)):
            yield Step("cage-placements", (), gone, evidence_of(group.rule, group.cells))
