"""Several cages and cells of one house.

killer pair     each of two groups of a house needs one of two digits, so no other cell of the house has them;
the same with three digits

cage of 4: 1 3   cell: 1 2   cage of 5: 1 4 or 2 3      {1 2 3} are used up: three digits, and
the groups take 2 + 0 + 1 of them at least

blocked         a combination of one cage leaves no combination for another, or no digit for a cell: it goes, and
with it the digits that are in no other combination
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import board_of, digits_in, mask_of, union
from nonet.logic.houses import candidates_at
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.logic.variants.ways import SumGroup, cages_of
from nonet.step import Evidence, Role, RoleKind, Step, Truth

MOST_CANDIDATES = 3
"""Cells with more candidates than this are not looked at."""


class _Group(NamedTuple):
    """Empty cells of a house, and the combinations that they can hold; a cage, or a single cell."""

    board: int
    combinations: tuple[int, ...]
    cage: SumGroup | None
    cell: int

    @property
    def cells(self) -> tuple[int, ...]:
        return (self.cell,) if self.cage is None else self.cage.cells


@remembered
def _houses_with_cages(position: Position) -> list[tuple[int, list[_Group]]]:
    """For each house in which cages lie, these, and then the cells with few candidates."""
    cages = [(board_of(cage.cells), cage) for cage in cages_of(position) if len(cage.cells) > 1]
    found = []
    for house, inside in enumerate(position.layout.house_boards):
        groups = [
            _Group(board, cage.ways.combinations, cage, -1) for board, cage in cages if not board & ~inside
        ]
        if groups:
            for cell in position.layout.houses[house].cells:
                mask = position.masks[cell]
                if 1 < mask.bit_count() <= MOST_CANDIDATES:
                    digits = tuple(1 << (digit - 1) for digit in digits_in(mask))
                    groups.append(_Group(1 << cell, digits, None, cell))
            found.append((house, groups))
    return found


def _evidence(*groups: _Group, digits: tuple[int, ...], house: int) -> Evidence:
    roles = [Role(RoleKind.SET, group.cells, (), (), chr(ord("A") + at)) for at, group in enumerate(groups)]
    return Evidence(
        (Role(RoleKind.BASE, (), digits, (house,)), *roles),
        tuple(Truth(cell=group.cell) for group in groups if group.cage is None),
        rules=tuple(group.cage.rule for group in groups if group.cage is not None),
    )


@lru_cache(maxsize=32)
def _digit_groups(size: int) -> tuple[int, ...]:
    """Two digits or three, as bitmasks."""
    return tuple(mask_of(chosen) for count in (2, 3) for chosen in combinations(range(1, size + 1), count))


def killer_pairs(position: Position, options: Options) -> Iterator[Step]:
    """Groups that use up two or three digits of a house between them; at least one of the groups is a cage."""
    layout = position.layout
    for house, groups in _houses_with_cages(position):
        for wanted in _digit_groups(layout.size):
            needing = [
                (group, min((each & wanted).bit_count() for each in group.combinations))
                for group in groups
                if group.combinations and all(each & wanted for each in group.combinations)
            ]
            taken, used, chosen = 0, 0, []
            for group, least in needing:
                if not group.board & used and taken < wanted.bit_count():
                    taken, used = taken + least, used | group.board
                    chosen.append(group)
            if taken < wanted.bit_count() or len(chosen) < 2 or not any(group.cage for group in chosen):
                continue
            inside = layout.house_boards[house] & ~used
            digits = tuple(digits_in(wanted))
            if gone := tuple(each for d in digits for each in candidates_at(inside & position.boards[d], d)):
                yield Step("killer-pair", (), gone, _evidence(*chosen, digits=digits, house=house))


def blocked(position: Position, options: Options) -> Iterator[Step]:
    """Combinations of a cage that another cage or cell of the house does not allow."""
    for house, groups in _houses_with_cages(position):
        for group in groups:
            if group.cage is None:
                continue
            for other in groups:
                if other.board & group.board:
                    continue
                left = union(
                    each
                    for each in group.combinations
                    if any(not each & against for against in other.combinations)
                )
                if gone := position.among(group.cells, ~left):
                    evidence = _evidence(group, other, digits=(), house=house)
                    yield Step("blocked-combinations", (), gone, evidence)
