"""What follows from one primitive: each propagator narrows the candidates of its cells.

Candidates are a list of bitmasks, one for each cell. `prune` removes candidates, appends each cell that it changed to
`changed`, and returns False if it finds a contradiction. A propagator keeps no state of a search, so that the search
can go back without telling it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from nonet.engines.digit_sets import indices_of

CACHE_LIMIT = 50_000
"""How many results a propagator remembers."""


@dataclass(eq=False)
class Propagator(ABC):
    """Narrows the candidates of `cells`."""

    cells: tuple[int, ...]

    costly = False
    """Costly propagators run when no other has anything left to do."""

    @abstractmethod
    def prune(self, masks: list[int], changed: list[int]) -> bool:
        """Removes candidates; False for a contradiction."""


@dataclass(eq=False)
class RememberedSupport(Propagator):
    """A costly propagator that depends on the candidates of its cells alone: it remembers what follows from them."""

    memory: dict[tuple[int, ...], list[int] | None] = field(default_factory=dict, init=False)

    costly = True

    @abstractmethod
    def support(self, held: tuple[int, ...]) -> list[int] | None:
        """For each cell the candidates that can stay; None for a contradiction."""

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        held = tuple([masks[cell] for cell in self.cells])
        if held not in self.memory:
            if len(self.memory) > CACHE_LIMIT:
                self.memory.clear()
            self.memory[held] = self.support(held)
        return set_candidates(masks, self.cells, self.memory[held], changed)


def set_candidates(
    masks: list[int], cells: Sequence[int], support: Sequence[int] | None, changed: list[int]
) -> bool:
    """Leaves each cell the candidates that can stay there; False if there is no support, which is a contradiction."""
    if support is None:
        return False
    return all(narrow(masks, cell, allowed, changed) for cell, allowed in zip(cells, support, strict=True))


def narrow(masks: list[int], cell: int, allowed: int, changed: list[int]) -> bool:
    """Leaves the cell only the allowed digits; False if none is left."""
    old = masks[cell]
    new = old & allowed
    if new != old:
        if not new:
            return False
        masks[cell] = new
        changed.append(cell)
    return True


def exclude_from_common_peers(
    masks: list[int], bit: int, places: Iterable[int], peers: Sequence[int], changed: list[int]
) -> bool:
    """One of the places holds the digit, so no cell that sees all of them does."""
    return all(narrow(masks, cell, ~bit, changed) for cell in indices_of(common_peers(places, peers)))


def common_peers(places: Iterable[int], peers: Sequence[int]) -> int:
    """The cells that see all of these (a bitboard)."""
    common = -1
    for place in places:
        common &= peers[place]
    return common


@dataclass(eq=False)
class HiddenSingles(Propagator):
    """A house: each digit has a place, and takes the last one that is left."""

    every: int
    """All digits."""

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        once = twice = 0
        for cell in self.cells:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
        if once != self.every:
            return False
        single = once & ~twice
        if single:
            for cell in self.cells:
                mask = masks[cell]
                only = mask & single
                if only and only != mask:
                    if only & (only - 1):
                        return False
                    masks[cell] = only
                    changed.append(cell)
        return True


class RecurringDigits(Propagator):
    """Each digit occurs in at least `times` of these houses: if no more have a place for it, in each of them."""

    costly = True

    def __init__(self, houses: Sequence[tuple[int, ...]], times: int, size: int) -> None:
        super().__init__(tuple(cell for house in houses for cell in house))
        self.houses, self.times, self.size = tuple(houses), times, size

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        for index in range(self.size):
            bit = 1 << index
            places = [
                found for house in self.houses if (found := [cell for cell in house if masks[cell] & bit])
            ]
            if len(places) < self.times:
                return False
            if len(places) == self.times:
                for found in places:
                    if len(found) == 1 and not narrow(masks, found[0], bit, changed):
                        return False
        return True


@dataclass(eq=False)
class LockedDigits(Propagator):
    """A house: a digit with two or three places left is excluded from the cells that see all of them."""

    peers: Sequence[int]
    common: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict, init=False)
    """For places of a digit, the cells outside the house that see all of them; most have none."""
    costly = True

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        once = twice = thrice = more = 0
        for cell in self.cells:
            mask = masks[cell]
            more |= thrice & mask
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        few = twice & ~more
        while few:
            bit = few & -few
            few ^= bit
            places = tuple([cell for cell in self.cells if masks[cell] & bit])
            if places not in self.common:
                seen = common_peers(places, self.peers)
                self.common[places] = tuple(cell for cell in indices_of(seen) if cell not in self.cells)
            for cell in self.common[places]:
                if masks[cell] & bit and not narrow(masks, cell, ~bit, changed):
                    return False
        return True


@dataclass(eq=False)
class PairTable(Propagator):
    """Two cells whose digits are related by a table, and by another one in the reverse direction."""

    forward: tuple[int, ...]
    backward: tuple[int, ...]
    memory: dict[int, tuple[int, int]] = field(default_factory=dict, init=False)

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        first, second = self.cells
        key = masks[first] << 32 | masks[second]
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = self._supported(masks[first], masks[second])
        return narrow(masks, first, found[0], changed) and narrow(masks, second, found[1], changed)

    def _supported(self, first: int, second: int) -> tuple[int, int]:
        allowed = 0
        for index in indices_of(first):
            allowed |= self.forward[index]
        second &= allowed
        allowed = 0
        for index in indices_of(second):
            allowed |= self.backward[index]
        return first & allowed, second


@dataclass(eq=False)
class RepeatedDigits(Propagator):
    """Cells without two equal digits of some set. The search has this rule built in; this is for use in branches."""

    digits: int

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        for cell in self.cells:
            mask = masks[cell]
            if mask & (mask - 1) or not mask & self.digits:
                continue
            for other in self.cells:
                if other != cell and not narrow(masks, other, ~mask, changed):
                    return False
        return True


@dataclass(eq=False)
class ChosenSets(Propagator):
    """Cells with different digits that together are one of a list of sets."""

    sets: tuple[int, ...]
    peers: Sequence[int]
    costly = True

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        held = [masks[cell] for cell in self.cells]
        fixed = union = 0
        for mask in held:
            union |= mask
            if not mask & (mask - 1):
                fixed |= mask
        possible, required = 0, -1
        for chosen in self.sets:
            if fixed & ~chosen or chosen & ~union or not all(mask & chosen for mask in held):
                continue
            possible |= chosen
            required &= chosen
        if not possible:
            return False
        for cell in self.cells:
            if not narrow(masks, cell, possible, changed):
                return False
        return place_required(self.cells, required & ~fixed, masks, self.peers, changed)


def place_required(
    cells: Sequence[int], required: int, masks: list[int], peers: Sequence[int], changed: list[int]
) -> bool:
    """Digits that must be in a group: a last place is taken, and cells that see all places lose the digit."""
    for index in indices_of(required):
        bit = 1 << index
        places = [cell for cell in cells if masks[cell] & bit]
        if not places:
            return False
        if len(places) == 1 and not narrow(masks, places[0], bit, changed):
            return False
        if not exclude_from_common_peers(masks, bit, places, peers, changed):
            return False
    return True


@dataclass(eq=False)
class CountOfDigits(Propagator):
    """How many cells hold one of some digits: a number whose bit in `counts` is set."""

    digits: int
    counts: int
    peers: Sequence[int]

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        digits = self.digits
        least = most = 0
        for cell in self.cells:
            mask = masks[cell]
            if mask & digits:
                most += 1
                if not mask & ~digits:
                    least += 1
        left = self.counts & ((1 << (most + 1)) - 1) & ~((1 << least) - 1)
        if not left:
            return False
        if left == 1 << least and least < most:  # no more of them
            for cell in self.cells:
                if masks[cell] & ~digits and not narrow(masks, cell, ~digits, changed):
                    return False
        elif left == 1 << most and least < most:  # all that can be
            for cell in self.cells:
                if masks[cell] & digits and not narrow(masks, cell, digits, changed):
                    return False
        elif least == 0 and not left & 1 and not digits & (digits - 1):
            places = [cell for cell in self.cells if masks[cell] & digits]
            return exclude_from_common_peers(masks, digits, places, self.peers, changed)
        return True


class SameMultiset(Propagator):
    """Groups that hold the same digits, each as often."""

    costly = True

    def __init__(self, groups: Sequence[tuple[int, ...]], size: int) -> None:
        super().__init__(tuple(dict.fromkeys(cell for group in groups for cell in group)))
        self.groups = tuple(groups)
        self.size = size

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        for index in range(self.size):
            bit = 1 << index
            counts = [_how_often([masks[cell] for cell in group], bit) for group in self.groups]
            least = max(low for low, _ in counts)
            most = min(high for _, high in counts)
            if least > most:
                return False
            for group, (low, high) in zip(self.groups, counts, strict=True):
                if low == high:
                    continue
                allowed = ~bit if low == most else bit if high == least else -1
                for cell in group if allowed != -1 else ():
                    mask = masks[cell]
                    if mask & bit and mask != bit and not narrow(masks, cell, allowed, changed):
                        return False
        return True


def _how_often(held: list[int], bit: int) -> tuple[int, int]:
    """How often a digit occurs at least and at most."""
    return held.count(bit), sum(mask & bit > 0 for mask in held)


class BranchChoice(Propagator):
    """One of several branches holds: what none of them allows is removed."""

    costly = True

    def __init__(self, branches: Sequence[Sequence[Propagator]], bounds: Sequence[dict[int, int]]) -> None:
        used = {cell for branch in branches for part in branch for cell in part.cells}
        used.update(cell for bound in bounds for cell in bound)
        super().__init__(tuple(sorted(used)))
        self.branches = tuple(zip(branches, bounds, strict=True))

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        union = [0] * len(self.cells)
        for branch, bound in self.branches:
            trial = masks[:]
            if _settled(branch, bound, trial):
                union = [mask | trial[cell] for mask, cell in zip(union, self.cells, strict=True)]
        return all(
            narrow(masks, cell, allowed, changed) for cell, allowed in zip(self.cells, union, strict=True)
        )


def _settled(branch: Sequence[Propagator], bound: dict[int, int], masks: list[int]) -> bool:
    changed: list[int] = []
    for cell, allowed in bound.items():
        if not narrow(masks, cell, allowed, changed):
            return False
    while True:
        changed.clear()
        for part in branch:
            if not part.prune(masks, changed):
                return False
        if not changed:
            return True


class CountByHouses(Propagator):
    """How many cells of a large group hold one digit, seen house by house.

    `houses` are the rows, the columns or the boxes: of each, its cells in the group and its others. A house holds the
    digit once, so it adds one at most, and exactly one if the digit has no place among the others.
    """

    costly = True

    def __init__(
        self, houses: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], bit: int, counts: int
    ) -> None:
        super().__init__(tuple(cell for inside, outside in houses for cell in inside + outside))
        self.houses = tuple(houses)
        self.bit = bit
        self.counts = counts

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        bit = self.bit
        sure, open_ = 0, []
        for inside, outside in self.houses:
            if any(masks[cell] & bit for cell in inside):
                if any(masks[cell] & bit for cell in outside):
                    open_.append((inside, outside))
                else:
                    sure += 1
        left = self.counts & ((1 << (sure + len(open_) + 1)) - 1) & ~((1 << sure) - 1)
        if not left:
            return False
        if open_ and left == 1 << sure:  # the digit is outside in all other houses
            return all(narrow(masks, cell, ~bit, changed) for inside, _ in open_ for cell in inside)
        if open_ and left == 1 << (sure + len(open_)):  # and inside in all of them
            return all(narrow(masks, cell, ~bit, changed) for _, outside in open_ for cell in outside)
        return True
