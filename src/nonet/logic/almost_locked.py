"""Almost locked sets: n cells of a house that hold n + 1 digits between them, and how two such sets are tied.

        r4   .  25  .  | 258  .  28 | …         three cells, three digits: locked
        r4   .  25  .  | 257  .  28 | …         three cells, four digits: almost. One less, and it is

A *restricted common* of two sets is a digit whose places in both see each other: it can be in only one of
them. The set that does not get it is locked, and has all its other digits.

        set A  r4c2 r4c4  2 5 7  ──── 5 ────  set B  r1c4 r2c4  5 7 9

Sets are numbered in the order of the houses, and within a house as in a dictionary (c1, c1c2, c1c2c5, c1c5,
c2 …); collections of sets are integers with a bit for each number. What a set *sees* of a digit are the
candidates outside that see all its places in the set. All that a set sees, digit by digit, is one integer
too, its sight: digit d in cell c is bit d * cell_count + c.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from nonet.bitsets import bits_in, board_of, digits_in, groups_at, union
from nonet.grouping import grouped
from nonet.logic.houses import seen_by_all
from nonet.logic.position import Position, remembered
from nonet.step import Candidate, Role, RoleKind, Truth

NarrowSet = tuple[int, int, int, int]
"""Cells, their digits, the number of the cells, and how many digits more there are."""


class AlmostLocked(NamedTuple):
    """A set: its cells and digits; for each digit its places, and what sees them all from outside."""

    cells: int
    digits: int
    places: dict[int, int]
    seen: dict[int, int]
    sight: int

    def role(self, label: str) -> Role:
        return Role(RoleKind.SET, tuple(bits_in(self.cells)), tuple(digits_in(self.digits)), label=label)


def cell_truths(sets: Iterable[AlmostLocked]) -> tuple[Truth, ...]:
    """That each cell of these sets takes a digit."""
    return tuple([Truth(cell=cell) for cell in bits_in(union(locked.cells for locked in sets))])


def places_in(sets: Iterable[AlmostLocked], digit: int, kind: RoleKind) -> Role:
    """The places of a digit in several sets."""
    return Role(kind, tuple(bits_in(union(each.places[digit] for each in sets))), (digit,))


@remembered
def narrow_sets(position: Position) -> list[tuple[NarrowSet, ...]]:
    """For each house, in their order, the sets of its open cells with at most two digits more than cells."""
    look = position.masks.__getitem__
    return [_narrow(house.cells, tuple(map(look, house.cells))) for house in position.layout.houses]


def locked_sets(position: Position) -> LockedSets:
    """The almost locked sets of this position, computed once and shared by all finders."""
    return position.remembered("almost locked sets", LockedSets)


class LockedSets:
    """All almost locked sets of a position, cells of two candidates among them, and the ties between them."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.width = position.layout.cell_count
        sets = [narrow for several in narrow_sets(position) for narrow in several]
        digits_of = {cells: digits for cells, digits, _, excess in sets if excess == 1}
        # by digit and places: what sees them all, which does not depend on the rest of the set
        self._seen: list[dict[int, int]] = [{} for _ in position.boards]
        self.sets: list[AlmostLocked] = [self._set(cells, digits) for cells, digits in digits_of.items()]
        self._commons: dict[bool, list[dict[int, int]]] = {}

    def _set(self, cells: int, digits: int) -> AlmostLocked:
        boards, width = self.position.boards, self.width
        places: dict[int, int] = {}
        seen: dict[int, int] = {}
        sight = 0
        for digit in digits_in(digits):
            here = boards[digit] & cells
            board = self._seen[digit].get(here)
            if board is None:
                board = self._seen[digit][here] = (
                    seen_by_all(self.position.layout, bits_in(here)) & boards[digit]
                )
            places[digit] = here
            seen[digit] = board
            if board:
                sight |= board << digit * width
        return AlmostLocked(cells, digits, places, seen, sight)

    # -- sights ----------------------------------------------------------------------------------------------

    def layers(self, digits: int) -> int:
        """All bits of a sight that belong to these digits."""
        return _layers(self.width, digits)

    def without_cells(self, sight: int, cells: int) -> int:
        """The sight less what it has in these cells."""
        return sight & ~(cells * _comb(self.width, self.position.layout.size))

    def candidates(self, sight: int) -> tuple[Candidate, ...]:
        """The candidates of a sight, digit by digit."""
        return tuple([(bit % self.width, bit // self.width) for bit in bits_in(sight)])

    @cached_property
    def seeing(self) -> dict[int, int]:
        """For each candidate, as a bit of a sight: the sets that see it."""
        seeing: dict[int, int] = {}
        for number, each in enumerate(self.sets):
            flag = 1 << number
            for bit in bits_in(each.sight):
                seeing[bit] = seeing.get(bit, 0) | flag
        return seeing

    def meeting(self, sight: int) -> int:
        """The sets that see any of these candidates too."""
        return union(self.seeing.get(bit, 0) for bit in bits_in(sight))

    @cached_property
    def touching(self) -> list[int]:
        """For each set, those that share a cell with it, itself among them."""
        at = groups_at(self.width, (bits_in(each.cells) for each in self.sets))
        return [union(at[cell] for cell in bits_in(each.cells)) for each in self.sets]

    # -- restricted commons ----------------------------------------------------------------------------------

    def commons(self, *, overlap: bool) -> list[dict[int, int]]:
        """For each set the later sets it is tied to, ascending, with the mask of the restricted commons.

        Sets that share cells count if `overlap`; the common digit is never in a shared cell.
        """
        if overlap not in self._commons:
            self._commons[overlap] = self._find_commons(overlap)
        return self._commons[overlap]

    def _find_commons(self, overlap: bool) -> list[dict[int, int]]:
        # by digit and places, the sets that have them
        having: list[dict[int, int]] = [{} for _ in self._seen]
        flag = 1
        for each in self.sets:
            for digit, here in each.places.items():
                having[digit][here] = having[digit].get(here, 0) | flag
            flag <<= 1
        # by digit and places, the sets they are tied to
        partners: list[dict[int, int]] = [{} for _ in self._seen]
        for digit, several in enumerate(having):
            by_first = grouped((there & -there, (there, flags)) for there, flags in several.items())
            for here, seen in self._seen[digit].items():
                left, tied = seen, 0
                while left:
                    first = left & -left
                    left ^= first
                    for there, flags in by_first.get(first, ()):
                        if not there & ~seen:
                            tied |= flags
                if tied:
                    partners[digit][here] = tied
        result = []
        later = -1
        for number, each in enumerate(self.sets):
            later <<= 1
            able = later if overlap else later & ~self.touching[number]
            tied_to: dict[int, int] = {}
            for digit, here in each.places.items():
                for other in bits_in(partners[digit].get(here, 0) & able):
                    tied_to[other] = tied_to.get(other, 0) | 1 << (digit - 1)
            result.append(dict(sorted(tied_to.items())))
        return result


@lru_cache(maxsize=1 << 12)
def _narrow(cells: tuple[int, ...], masks: tuple[int, ...]) -> tuple[NarrowSet, ...]:
    """The narrow sets that cells with these masks make, in dictionary order; masks of 0 are filled cells.

    A set has all cells of a house but one at most, and four on a board where these would be too many.
    What a house holds depends on its masks alone, and they stay the same through most steps: so it is found
    once.

    >>> _narrow((0, 1, 2), (0b11, 0b1110, 0))
    ((1, 3, 1, 1), (3, 15, 2, 2), (2, 14, 1, 2))
    """
    largest = len(cells) - 1 if len(cells) < 10 else 4
    sets = cell_sets(cells, masks, largest, largest + 2)
    measured = [(board, digits, count, digits.bit_count() - count) for board, digits, count in sets]
    return tuple([narrow for narrow in measured if narrow[3] <= 2])


def cell_sets(
    cells: Sequence[int], masks: Sequence[int], largest: int, most: int
) -> list[tuple[int, int, int]]:
    """Every set of up to so many of these cells with that many digits at most: its board, its digits, its number.

    They are in dictionary order; masks of 0 are filled cells.
    """
    sets: list[tuple[int, int, int]] = []  # built from the end
    for cell, mask in zip(reversed(cells), reversed(masks), strict=True):
        if mask:
            bit = 1 << cell
            longer = [(bit | b, mask | d, n + 1) for b, d, n in sets if n < largest]
            sets = [(bit, mask, 1), *[each for each in longer if each[1].bit_count() <= most], *sets]
    return sets


@lru_cache(maxsize=1 << 12)
def _layers(width: int, digits: int) -> int:
    layer = (1 << width) - 1
    return union(layer << digit * width for digit in digits_in(digits))


@lru_cache(maxsize=64)
def _comb(width: int, size: int) -> int:
    """Cell 0 in every layer."""
    return board_of(digit * width for digit in range(1, size + 1))
