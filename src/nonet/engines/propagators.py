"""What follows from one primitive: each propagator narrows the candidates of its cells.

Candidates are a list of bitmasks, one for each cell. `prune` removes candidates, appends each cell that it changed to
`changed`, and returns False if it finds a contradiction. A propagator keeps no state of a search, so that the search
can go back without telling it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonet.engines.group_sums import distinct_support, few_subsets, free_sums, free_support, indices_of
from nonet.rules.automaton import Automaton

__all__ = [
    "AutomatonLine",
    "BranchChoice",
    "ChosenSets",
    "CountByHouses",
    "CountOfDigits",
    "DistinctSum",
    "EqualSumLines",
    "GroupedSum",
    "HiddenSingles",
    "LineOrder",
    "LineRank",
    "LockedDigits",
    "PairTable",
    "Propagator",
    "RepeatedDigits",
    "SameMultiset",
    "WeightedTotal",
]

_CACHE_LIMIT = 50_000


class Propagator:
    """Narrows the candidates of `cells`."""

    __slots__ = ("cells",)

    costly = False
    """Costly propagators run when no other has anything left to do."""

    def __init__(self, cells: Sequence[int]) -> None:
        self.cells = tuple(cells)

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        """Removes candidates; False for a contradiction."""
        raise NotImplementedError


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
    common = -1
    for place in places:
        common &= peers[place]
        if not common:
            return True
    return all(narrow(masks, cell, ~bit, changed) for cell in indices_of(common))


class HiddenSingles(Propagator):
    """A house: each digit has a place, and takes the last one that is left."""

    __slots__ = ("every",)

    def __init__(self, cells: Sequence[int], size: int) -> None:
        super().__init__(cells)
        self.every = (1 << size) - 1

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


class LockedDigits(Propagator):
    """A house: a digit with two or three places left is excluded from the cells that see all of them."""

    __slots__ = ("peers",)
    costly = True

    def __init__(self, cells: Sequence[int], peers: Sequence[int]) -> None:
        super().__init__(cells)
        self.peers = peers

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
            places = [cell for cell in self.cells if masks[cell] & bit]
            if not exclude_from_common_peers(masks, bit, places, self.peers, changed):
                return False
        return True


class PairTable(Propagator):
    """Two cells whose digits are related by a table."""

    __slots__ = ("backward", "forward", "memory")

    def __init__(self, first: int, second: int, table: tuple[int, ...], reverse: tuple[int, ...]) -> None:
        super().__init__((first, second))
        self.forward = table
        self.backward = reverse
        self.memory: dict[int, tuple[int, int]] = {}

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


class RepeatedDigits(Propagator):
    """Cells without two equal digits of some set. The search knows this rule by heart; this is for use in branches."""

    __slots__ = ("digits",)

    def __init__(self, cells: Sequence[int], digits: int) -> None:
        super().__init__(cells)
        self.digits = digits

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        for cell in self.cells:
            mask = masks[cell]
            if mask & (mask - 1) or not mask & self.digits:
                continue
            for other in self.cells:
                if other != cell and not narrow(masks, other, ~mask, changed):
                    return False
        return True


class ChosenSets(Propagator):
    """Cells with different digits that together are one of a list of sets."""

    __slots__ = ("peers", "sets")
    costly = True

    def __init__(self, cells: Sequence[int], sets: Sequence[int], peers: Sequence[int]) -> None:
        super().__init__(cells)
        self.sets = tuple(sets)
        self.peers = peers

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


class DistinctSum(Propagator):
    """Cells with different digits whose sum is one of `totals` (a bitset)."""

    __slots__ = ("peers", "totals")
    costly = True

    def __init__(self, cells: Sequence[int], totals: int, peers: Sequence[int]) -> None:
        super().__init__(cells)
        self.totals = totals
        self.peers = peers

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        found = distinct_support(tuple([masks[cell] for cell in self.cells]), self.totals)
        if found is None:
            return False
        support, required, _ = found
        for cell, allowed in zip(self.cells, support, strict=True):
            if masks[cell] != allowed:
                masks[cell] = allowed
                changed.append(cell)
        return place_required(self.cells, required, masks, self.peers, changed)


class WeightedTotal(Propagator):
    """A weighted sum with one of several values. `terms[i][d - 1]` is what digit d of cell i adds, never negative."""

    __slots__ = ("memory", "terms", "totals")
    costly = True

    def __init__(self, cells: Sequence[int], terms: Sequence[tuple[int, ...]], totals: int) -> None:
        super().__init__(cells)
        self.terms = list(terms)
        self.totals = totals
        self.memory: dict[tuple[int, ...], list[int] | None] = {}

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        held = tuple([masks[cell] for cell in self.cells])
        if held in self.memory:
            support = self.memory[held]
        else:
            if len(self.memory) > _CACHE_LIMIT:
                self.memory.clear()
            support = self.memory[held] = free_support(list(held), self.terms, self.totals)
        if support is None:
            return False
        for cell, allowed in zip(self.cells, support, strict=True):
            if masks[cell] != allowed:
                masks[cell] = allowed
                changed.append(cell)
        return True


class EqualSumLines(Propagator):
    """Groups with one common sum. `distinct` says of each group whether its digits differ."""

    __slots__ = ("distinct", "groups", "terms")
    costly = True

    def __init__(self, groups: Sequence[tuple[int, ...]], distinct: Sequence[bool], size: int) -> None:
        super().__init__(tuple(dict.fromkeys(cell for group in groups for cell in group)))
        self.groups = tuple(groups)
        self.distinct = [
            differ and few_subsets(size, len(group)) for group, differ in zip(groups, distinct, strict=True)
        ]
        self.terms = tuple(range(1, size + 1))

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        common = -1
        for group, differ in zip(self.groups, self.distinct, strict=True):
            held = [masks[cell] for cell in group]
            if differ:
                found = distinct_support(tuple(held), common)
                if found is None:
                    return False
                common &= found[2]
            else:
                common &= free_sums(held, [self.terms] * len(held))[-1]
            if not common:
                return False
        for group, differ in zip(self.groups, self.distinct, strict=True):
            held = [masks[cell] for cell in group]
            if differ:
                found = distinct_support(tuple(held), common)
                support = None if found is None else found[0]
            else:
                support = free_support(held, [self.terms] * len(held), common)  # type: ignore[assignment]
            if support is None:
                return False
            for cell, allowed in zip(group, support, strict=True):
                if not narrow(masks, cell, allowed, changed):
                    return False
        return True


class CountOfDigits(Propagator):
    """How many cells hold one of some digits: a number whose bit in `counts` is set."""

    __slots__ = ("counts", "digits", "peers")

    def __init__(self, cells: Sequence[int], digits: int, counts: int, peers: Sequence[int]) -> None:
        super().__init__(cells)
        self.digits = digits
        self.counts = counts
        self.peers = peers

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

    __slots__ = ("groups", "size")
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


class AutomatonLine(Propagator):
    """A line whose digits are a word of an automaton. Sets of states are bitsets."""

    __slots__ = ("accepting", "memory", "steps")
    costly = True

    def __init__(self, cells: Sequence[int], automaton: Automaton) -> None:
        super().__init__(cells)
        self.accepting = sum(1 << state for state in automaton.accepting)
        # For each digit, the next state of each state.
        self.steps = [tuple(row[index] for row in automaton.table) for index in range(automaton.size)]
        self.memory: dict[tuple[int, ...], list[int] | None] = {}

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        held = tuple([masks[cell] for cell in self.cells])
        if held in self.memory:
            support = self.memory[held]
        else:
            if len(self.memory) > _CACHE_LIMIT:
                self.memory.clear()
            support = self.memory[held] = self._support(held)
        if support is None:
            return False
        for cell, allowed in zip(self.cells, support, strict=True):
            if masks[cell] != allowed:
                masks[cell] = allowed
                changed.append(cell)
        return True

    def _support(self, held: tuple[int, ...]) -> list[int] | None:
        """For each cell the digits that occur there in an accepted word, by walking forwards and then back."""
        layers = [{0}]
        for mask in held:
            layer = layers[-1]
            after = {self.steps[index][state] for index in indices_of(mask) for state in layer}
            after.discard(-1)
            if not after:
                return None
            layers.append(after)
        alive = {state for state in layers[-1] if self.accepting >> state & 1}
        if not alive:
            return None
        result = [0] * len(held)
        for place in range(len(held) - 1, -1, -1):
            before, support = set(), 0
            for index in indices_of(held[place]):
                step = self.steps[index]
                reached = [state for state in layers[place] if step[state] in alive]
                if reached:
                    support |= 1 << index
                    before.update(reached)
            result[place], alive = support, before
        return result


class BranchChoice(Propagator):
    """One of several branches holds: what none of them allows is removed."""

    __slots__ = ("branches",)
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


class LineRank(Propagator):
    """The place of a line among all lines, read as numbers; `ties` as in the primitive `Rank`.

    Each digit begins four lines (one on each side of the board), so the place tells the first digit of the line. Only
    lines with the same first digit remain to be compared.
    """

    __slots__ = ("first", "line", "lines", "place", "ties")
    costly = True

    def __init__(
        self, line: tuple[int, ...], place: int, ties: int, lines: Sequence[tuple[int, ...]]
    ) -> None:
        super().__init__(tuple(sorted({cell for other in lines for cell in other})))
        self.line = line
        self.first = 1 << (place - 1) // 4
        self.place = (place - 1) % 4
        self.ties = ties
        self.lines = tuple(other for other in lines if other != line)

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        if not narrow(masks, self.line[0], self.first, changed):
            return False
        near = [other for other in self.lines if masks[other[0]] & self.first]
        rivals = [other for other in near if masks[other[0]] == self.first]
        if not self._fits(masks, near):
            return False
        for cell in {line[1] for line in (self.line, *rivals) if len(line) > 1}:
            whole = masks[cell]
            for index in indices_of(whole) if whole & (whole - 1) else ():
                masks[cell] = 1 << index
                fits = self._fits(masks, near)
                masks[cell] = whole
                if not fits:
                    if not narrow(masks, cell, ~(1 << index), changed):
                        return False
                    whole = masks[cell]
        return self.ties != 2 or self._all_differ(masks)

    def _fits(self, masks: list[int], near: Sequence[tuple[int, ...]]) -> bool:
        """Whether enough lines with the same first digit can be smaller, and not too many must be."""
        smaller = equal = unknown = 0
        for other in near:
            if not masks[other[0]] & self.first:
                continue
            result = _compared(self.line, other, masks)
            smaller += result == 1
            equal += result == 0
            unknown += result is None
        if self.ties != 1:
            return not equal and smaller <= self.place <= smaller + unknown
        return smaller <= self.place <= smaller + unknown + equal

    def _all_differ(self, masks: list[int]) -> bool:
        """Whether no two lines are known to be equal."""
        words = [tuple(masks[cell] for cell in line) for line in (self.line, *self.lines)]
        full = [word for word in words if not any(mask & (mask - 1) for mask in word)]
        return len(set(full)) == len(full)


def _compared(line: tuple[int, ...], other: tuple[int, ...], masks: list[int]) -> int | None:
    """1 if the other line is smaller, -1 if it is greater, 0 if they are equal, None if that is not known."""
    for a, b in zip(line, other, strict=True):
        if a == b:
            continue
        own, theirs = masks[a], masks[b]
        if own == theirs and not own & (own - 1):
            continue
        if theirs.bit_length() <= (own & -own).bit_length() - 1:
            return 1
        if own.bit_length() <= (theirs & -theirs).bit_length() - 1:
            return -1
        return None
    return 0


class LineOrder(Propagator):
    """A line that is smaller than another one, read as a number."""

    __slots__ = ("larger", "smaller")

    def __init__(self, smaller: tuple[int, ...], larger: tuple[int, ...]) -> None:
        super().__init__(tuple(dict.fromkeys(smaller + larger)))
        self.smaller = smaller
        self.larger = larger

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        for a, b in zip(self.smaller, self.larger, strict=True):
            if a == b:
                continue
            least = masks[a] & -masks[a]
            if not narrow(masks, b, -least, changed):
                return False
            if not narrow(masks, a, (1 << masks[b].bit_length()) - 1, changed):
                return False
            if masks[a] != masks[b] or masks[a] & (masks[a] - 1):
                return True
        return False


class GroupedSum(Propagator):
    """A weighted sum of groups of different digits; the cells of a group have the same weight.

    The sums that each group can have are combined from both ends of the list, as in `free_support`.
    """

    __slots__ = ("groups", "total")
    costly = True

    def __init__(self, groups: Sequence[tuple[tuple[int, ...], int]], total: int, size: int) -> None:
        super().__init__(tuple(cell for cells, _ in groups for cell in cells))
        # A negative weight -w adds w · (most - sum) instead, and the total grows by w · most.
        self.groups = []
        self.total = total
        for cells, weight in groups:
            most = size * len(cells) if weight < 0 else 0
            self.groups.append((cells, weight, most))
            self.total -= weight * most

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        reached, possible = [1], []
        for cells, weight, most in self.groups:
            if len(cells) == 1:
                sums = masks[cells[0]] << 1
            else:
                found = distinct_support(tuple([masks[cell] for cell in cells]), -1)
                if found is None:
                    return False
                sums = found[2]
            terms = [(total, weight * (total - most)) for total in indices_of(sums)]
            possible.append(terms)
            after = 0
            for _, term in terms:
                after |= reached[-1] << term
            reached.append(after)
        if self.total < 0 or not reached[-1] >> self.total & 1:
            return False
        wanted = 1 << self.total
        for number in range(len(self.groups) - 1, -1, -1):
            allowed = earlier = 0
            for total, term in possible[number]:
                if hit := (wanted >> term) & reached[number]:
                    allowed |= 1 << total
                    earlier |= hit
            wanted = earlier
            if not self._restrict(self.groups[number][0], allowed, masks, changed):
                return False
        return True

    @staticmethod
    def _restrict(cells: tuple[int, ...], allowed: int, masks: list[int], changed: list[int]) -> bool:
        """Leaves a group only the digits that have one of the allowed sums."""
        if len(cells) == 1:
            return narrow(masks, cells[0], allowed >> 1, changed)
        found = distinct_support(tuple([masks[cell] for cell in cells]), allowed)
        if found is None:
            return False
        return all(narrow(masks, cell, own, changed) for cell, own in zip(cells, found[0], strict=True))


class CountByHouses(Propagator):
    """How many cells of a large group hold one digit, seen house by house.

    `houses` are the rows, the columns or the boxes: of each, its cells in the group and its others. A house holds the
    digit once, so it adds one at most, and exactly one if the digit has no place among the others.
    """

    __slots__ = ("bit", "counts", "houses")
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
