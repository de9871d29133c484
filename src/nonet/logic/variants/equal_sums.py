"""Lines whose pieces have the same sum: only sums that every piece can make count.

    2 [· · │ · · · │ · ·] 1      A region sum line in row 1: its three pieces hold 3 to 9, which make 42, so 14 each.
                                 Both pieces of two cells then hold 5 and 9, or 6 and 8.

The cells of a piece mostly see each other, so its sums are those of sets of digits; and so do pieces in one house.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

from nonet.bitsets import board_of, digits_in, union
from nonet.layout import Layout
from nonet.logic.fewest import fewest
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import Sees, deduced, not_kept
from nonet.logic.variants.ways import all_apart, held_together, places_apart, reachable, ways_of
from nonet.rules.base import Rule, compiled
from nonet.rules.primitives import EqualSums
from nonet.step import Candidate, Role, RoleKind, Step

MOST_SUMS = 6
"""If cells can make more sums, only the least and the greatest count."""
MOST_TOGETHER = 9
MOST_MIXED = 3
"""Of cells that may be equal, so many are filled in all ways."""


class PieceLimit(NamedTuple):
    """The sums that a piece can make, or each of several pieces of a house, which all differ."""

    cells: tuple[int, ...]
    pieces: int
    sums: tuple[int, ...]
    house: int | None = None
    whole: tuple[int, ...] = ()
    """What several pieces make together, at least and at most."""


class SumReason(NamedTuple):
    """The limits that decide, the sums that they leave for a piece, and its combinations if its cells differ."""

    limits: tuple[PieceLimit, ...]
    sums: tuple[int, ...]
    combinations: tuple[int, ...]
    kept: tuple[int, ...]
    """For each cell of the piece the digits that it has with one of the sums."""


def common_sums(position: Position, options: Options) -> Iterator[Step]:
    """Candidates of a piece that none of the common sums allow."""
    for rule in position.rules:
        for part in equal_sums_of(rule, position.layout):
            for place, piece in enumerate(part.groups):
                find = partial(_gone, position, part, place)
                if reason := _reason_here(position, part, place, position.sees):
                    others = (Role(RoleKind.PIVOT, limit.cells) for limit in reason.limits)
                    roles = (Role(RoleKind.BASE, piece), *others)
                    yield from deduced("common-sums", position, (rule,), part.cells, find, *roles)


@lru_cache(maxsize=4096)
def equal_sums_of(rule: Rule, layout: Layout) -> tuple[EqualSums, ...]:
    """What a rule says about pieces that share no cells."""
    parts = (part for part in compiled(rule, layout) if isinstance(part, EqualSums))
    return tuple(part for part in parts if len(part.cells) == sum(map(len, part.groups)))


def _gone(position: Position, part: EqualSums, place: int, sees: Sees) -> tuple[Candidate, ...]:
    reason = _reason_here(position, part, place, sees)
    return () if reason is None else not_kept(position, zip(part.groups[place], reason.kept, strict=True))


def _reason_here(position: Position, part: EqualSums, place: int, sees: Sees) -> SumReason | None:
    seen = tuple(map(sees, part.cells))
    return reason_for(part, position.layout, place, position.state(part.cells), seen)


@lru_cache(maxsize=50_000)
def reason_for(
    part: EqualSums, layout: Layout, place: int, state: tuple[int, ...], seen: tuple[int, ...]
) -> SumReason | None:
    """Why a piece can make no other sums, if that excludes anything: as few limits as will do."""
    masks, sees = dict(zip(part.cells, state, strict=True)), dict(zip(part.cells, seen, strict=True))
    if not all(state):
        return None
    own = part.groups[place]
    limits = [each for each in _limits(part, layout, masks, sees) if each.cells != own]

    def left(some: Iterable[PieceLimit]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        sums = _few(
            set(_sums_of(own, part.offsets[place], masks, sees)).intersection(*(each.sums for each in some))
        )
        return (sums, *_ways(own, part.offsets[place], masks, sees, sums))

    found = left(limits)
    if not found[0] or found[2] == tuple(masks[cell] for cell in own):
        return None
    limits = fewest(limits, lambda fewer: left(fewer)[2] == found[2])
    return SumReason(tuple(limits), *left(limits))


def _limits(
    part: EqualSums, layout: Layout, masks: dict[int, int], sees: dict[int, int]
) -> Iterator[PieceLimit]:
    """Those of each piece, then those of all pieces in a house."""
    inside: dict[tuple[int, ...], int] = {}
    for number, board in enumerate(layout.house_boards):
        pieces = tuple(at for at, piece in enumerate(part.groups) if not board_of(piece) & ~board)
        if len(pieces) > 1:
            inside[pieces] = number
    for piece, offset in zip(part.groups, part.offsets, strict=True):
        if sums := _few(_sums_of(piece, offset, masks, sees)):
            yield PieceLimit(piece, 1, sums)
    for pieces, number in inside.items():
        cells = tuple(cell for at in pieces for cell in part.groups[at])
        if len(cells) <= MOST_TOGETHER:
            offset, count = sum(part.offsets[at] for at in pieces), len(pieces)
            if wholes := _sums_of(cells, offset, masks, sees):
                low, high = wholes[0], wholes[-1]
                yield PieceLimit(
                    cells, count, tuple(range(-(-low // count), high // count + 1)), number, (low, high)
                )


def _few(sums: Iterable[int]) -> tuple[int, ...]:
    """The sums, or all between the least and the greatest if they are many."""
    found = sorted(sums)
    return tuple(found) if len(found) <= MOST_SUMS else tuple(range(found[0], found[-1] + 1))


def _sums_of(
    cells: tuple[int, ...], offset: int, masks: dict[int, int], sees: dict[int, int]
) -> tuple[int, ...]:
    held, apart = tuple(masks[cell] for cell in cells), places_apart(cells, sees.__getitem__)
    return tuple(offset + each for each in _totals(held, apart))


@lru_cache(maxsize=50_000)
def _totals(masks: tuple[int, ...], apart: frozenset[tuple[int, int]]) -> tuple[int, ...]:
    """What cells with these candidates can make; nothing is said of many that may be equal."""
    if all_apart(len(masks), apart):
        return tuple(sorted({sum(digits_in(digits)) for digits in held_together(masks)[-1]}))
    if len(masks) > MOST_MIXED:
        return ()
    ways = product(*map(digits_in, masks))
    return tuple(sorted({sum(way) for way in ways if all(way[one] != way[two] for one, two in apart)}))


def _ways(
    cells: tuple[int, ...], offset: int, masks: dict[int, int], sees: dict[int, int], sums: Iterable[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The combinations with these sums, if the cells differ, and for each cell its digits in some way."""
    own, apart = tuple(masks[cell] for cell in cells), places_apart(cells, sees.__getitem__)
    if all_apart(len(own), apart):
        found = [ways_of(own, each - offset) for each in sums]
        kept = [each.digits for each in found]
        sets = tuple(sorted({mask for each in found for mask in each.combinations}))
    else:
        kept, sets = [reachable(own, (1,) * len(own), each - offset, apart) for each in sums], ()
    return sets, tuple(union(each[at] for each in kept) for at in range(len(own)))
