"""What the cells of a rule must hold: the digits of every set that fits, those that a clue asks for.

A renban line, a cage without a plain sum and a quadruple, whatever they are called, come to two primitives: the digits
are one of several sets (`Sets`), or so many cells hold one of some digits (`Count`). From these:

    range       digits that no set has that still fits       r1c1 is 7, four consecutive digits: no 1, 2, 3
    places      as many needed digits as places for them      a quadruple of 1 5 7, and 7 fits only into r2c2
    must have   a needed digit goes from the cells that see all its places
    full        a digit has been placed as often as allowed, or can no longer be placed often enough
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import board_of, cells_in, common, digits_in, union
from nonet.layout import Layout
from nonet.logic.houses import candidates_at
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.logic.variants.deduction import Sees, deduced, evidence_of
from nonet.logic.variants.ways import held_together
from nonet.rules.base import Rule, compiled
from nonet.rules.primitives import Count, Sets
from nonet.rules.tables import bits_of
from nonet.step import Candidate, Role, RoleKind, Step

MOST_TOGETHER = 3
"""More needed digits than this are not looked at together, unless they fill all cells."""


# -- sets ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def fitting(cells: tuple[int, ...], sets: tuple[int, ...]) -> tuple[int, ...]:
    """The sets that can be spread over cells with these candidates, one digit in each cell.

    >>> [list(digits_in(each)) for each in fitting((0b0100, 0b0011, 0b1111), (0b0111, 0b1110, 0b1011))]
    [[1, 2, 3], [2, 3, 4]]
    """
    return tuple(each for each in sets if _spreads(each, tuple(mask & each for mask in cells)))


@lru_cache(maxsize=100_000)
def _spreads(digits: int, cells: tuple[int, ...]) -> bool:
    return digits in held_together(sorted(cells, key=int.bit_count))[-1]


class SetGroup(NamedTuple):
    """A rule that says which sets of digits its cells can hold, and those that still fit."""

    rule: Rule
    cells: tuple[int, ...]
    sets: tuple[int, ...]


@lru_cache(maxsize=4096)
def _parts(rule: Rule, layout: Layout) -> tuple[tuple[Sets, ...], tuple[tuple[Count, ...], ...]]:
    """The sets that a rule asks for, and its counts, those of the same cells together, if they are on the board and
    count different digits.
    """
    parts = compiled(rule, layout)
    counts: dict[tuple[int, ...], list[Count]] = {}
    for part in parts:
        if isinstance(part, Count) and max(part.cells) < layout.board_count:
            together = counts.setdefault(part.cells, [])
            if not any(part.digits & other.digits for other in together):
                together.append(part)
    return tuple(part for part in parts if isinstance(part, Sets)), tuple(map(tuple, counts.values()))


@remembered
def set_groups(position: Position) -> list[SetGroup]:
    """The rules about sets that have an empty cell and can still be kept."""
    groups = []
    for rule in position.rules:
        for part in _parts(rule, position.layout)[0]:
            if any(not position.values[cell] for cell in part.cells):
                sets = fitting(position.state(part.cells), part.masks)
                if sets:
                    groups.append(SetGroup(rule, part.cells, sets))
    return groups


def ranges(position: Position, options: Options) -> Iterator[Step]:
    """Digits that are in no set that still fits."""
    for group in set_groups(position):
        if gone := position.among(group.cells, ~union(group.sets)):
            yield Step("set-range", (), gone, evidence_of(group.rule, group.cells))


# -- needed digits -------------------------------------------------------------------------------------------------


class Need(NamedTuple):
    """Digits that cells must still hold: for each set of digits in `wanted`, so many of the empty cells."""

    rule: Rule
    cells: tuple[int, ...]
    empty: tuple[int, ...]
    wanted: tuple[tuple[int, int], ...]


@remembered
def needs(position: Position) -> list[Need]:
    """What the rules need: digits of every set that fits, digits that must be placed so many times."""
    found = []
    for group in set_groups(position):
        empty, missing = _empty(position, group.cells), common(group.sets)
        missing &= ~union(1 << position.values[cell] >> 1 for cell in group.cells)
        found.append(Need(group.rule, group.cells, empty, tuple((bit, 1) for bit in bits_of(missing))))
    for rule in position.rules:
        for counts in _parts(rule, position.layout)[1]:
            if empty := _empty(position, counts[0].cells):
                times = ((part.digits, _missing(position, part, empty)[0]) for part in counts)
                found.append(Need(rule, counts[0].cells, empty, tuple(each for each in times if each[1])))
    return [need for need in found if need.wanted]


def _empty(position: Position, cells: Iterable[int]) -> tuple[int, ...]:
    return tuple([cell for cell in cells if not position.values[cell]])


def _missing(position: Position, part: Count, empty: tuple[int, ...]) -> tuple[int, int]:
    """How many of the empty cells must still hold one of the digits, and how many can, as the count allows."""
    filled = sum(
        [part.digits >> (position.values[cell] - 1) & 1 for cell in part.cells if position.values[cell]]
    )
    places = sum([1 for cell in empty if position.masks[cell] & part.digits])
    allowed = [more for more in range(places + 1) if part.counts >> (filled + more) & 1]
    return (allowed[0], allowed[-1]) if allowed else (0, places)


def places(position: Position, options: Options) -> Iterator[Step]:
    """As many needed digits as places for them: nothing else fits there. One digit with one place comes first."""
    found = sorted(_crowded(position), key=lambda each: (len(each[2]), each[1].bit_count() > 1))
    for need, digits, cells in found:
        evidence = evidence_of(need.rule, need.cells, digits_in(digits))
        if digits.bit_count() == 1:
            placed = tuple((cell, digits.bit_length()) for cell in cells)
            yield Step("must-have-place", placed, (), evidence)
        else:
            yield Step("must-have-place", (), position.among(cells, ~digits), evidence)


def _crowded(position: Position) -> Iterator[tuple[Need, int, tuple[int, ...]]]:
    """Needs, the digits of them that take all their places, and these."""
    for need in needs(position):
        masks = tuple([position.masks[cell] for cell in need.empty])
        for digits, places in _all_taken(need.wanted, masks):
            yield need, digits, tuple([need.empty[place] for place in places])


@lru_cache(maxsize=50_000)
def _all_taken(
    wanted: tuple[tuple[int, int], ...], masks: tuple[int, ...]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The wanted digits that take all their places in cells with these candidates, and which cells these are.

    >>> _all_taken(((0b001, 1), (0b100, 1)), (0b110, 0b110, 0b011))
    ((1, (2,)),)
    """
    found = []
    for count in {*range(1, min(MOST_TOGETHER, len(wanted)) + 1), len(wanted)}:
        for some in combinations(wanted, count):
            digits, times = sum(mask for mask, _ in some), sum(times for _, times in some)
            if times > 1 and any(mask.bit_count() > 1 for mask, _ in some):
                continue
            places = [place for place, mask in enumerate(masks) if mask & digits]
            if len(places) == times and any(masks[place] & ~digits for place in places):
                found.append((digits, tuple(places)))
    return tuple(found)


def must_have(position: Position, options: Options) -> Iterator[Step]:
    """Needed digits, and the cells outside that see all their places."""
    for need in needs(position):
        for mask, _ in need.wanted:
            if mask.bit_count() == 1:
                digit = mask.bit_length()
                where = tuple(cells_in(board_of(need.empty) & position.boards[digit]))
                yield from seen_by_places("must-have", position, need.rule, digit, where, need.cells)


def seen_by_places(
    key: str, position: Position, rule: Rule, digit: int, places: tuple[int, ...], cells: tuple[int, ...]
) -> Iterator[Step]:
    """The digit goes from what sees all its places; the cells say why it has one of them."""

    def seeing(sees: Sees) -> tuple[Candidate, ...]:
        board = position.boards[digit]
        for cell in places:
            board &= sees(cell)
        return candidates_at(board, digit)

    looked_at = (*places, *(cell for cell, _ in seeing(position.sees)))
    return deduced(key, position, (rule,), looked_at, seeing, Role(RoleKind.BASE, cells, (digit,)))


def full(position: Position, options: Options) -> Iterator[Step]:
    """Digits of a count that no further cell can hold: there are enough, or there can never be enough."""
    for rule in position.rules:
        for counts in _parts(rule, position.layout)[1]:
            empty = _empty(position, counts[0].cells)
            for part in counts if empty else ():
                if _missing(position, part, empty)[1]:
                    continue
                if gone := position.among(empty, part.digits):
                    yield Step("count-full", (), gone, evidence_of(rule, part.cells, digits_in(part.digits)))
