"""What follows from sums: cages, weighted sums, equal sums, sums of groups of different digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonet.engines.digit_sets import MOST_SIZE, distinct_support, free_sums, free_support, indices_of
from nonet.engines.propagators import (
    Propagator,
    RememberedSupport,
    narrow,
    place_required,
    set_candidates,
)
from nonet.rules.primitives import EqualSums


@dataclass(eq=False)
class DistinctSum(Propagator):
    """Cells with different digits whose sum is one of `totals` (a bitset)."""

    totals: int
    peers: Sequence[int]
    costly = True

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        support_of_group = distinct_support(tuple([masks[cell] for cell in self.cells]), self.totals)
        if support_of_group is None:
            return False
        support, required, _ = support_of_group
        set_candidates(masks, self.cells, support, changed)
        return place_required(self.cells, required, masks, self.peers, changed)


@dataclass(eq=False)
class WeightedTotal(RememberedSupport):
    """A weighted sum with one of several values. `terms[i][d - 1]` is what digit d of cell i adds, never negative."""

    terms: list[tuple[int, ...]]
    totals: int

    def support(self, held: tuple[int, ...]) -> list[int] | None:
        return free_support(list(held), self.terms, self.totals)


class EqualSumLines(Propagator):
    """Groups with one common sum. `distinct` says of each group whether its digits differ."""

    costly = True

    def __init__(self, part: EqualSums, distinct: Sequence[bool], size: int) -> None:
        super().__init__(part.cells)
        self.groups = tuple(zip(part.groups, part.offsets, strict=True))
        self.distinct = [differ and size <= MOST_SIZE for differ in distinct]
        self.terms = tuple(range(1, size + 1))

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        common = -1
        for (group, offset), differ in zip(self.groups, self.distinct, strict=True):
            held = [masks[cell] for cell in group]
            if differ:
                support_of_group = distinct_support(tuple(held), common >> offset)
                if support_of_group is None:
                    return False
                common &= support_of_group[2] << offset
            else:
                common &= free_sums(held, [self.terms] * len(held))[-1] << offset
            if not common:
                return False
        for (group, offset), differ in zip(self.groups, self.distinct, strict=True):
            held = [masks[cell] for cell in group]
            support: Sequence[int] | None
            if differ:
                support_of_group = distinct_support(tuple(held), common >> offset)
                support = None if support_of_group is None else support_of_group[0]
            else:
                support = free_support(held, [self.terms] * len(held), common >> offset)
            if support is None:
                return False
            for cell, allowed in zip(group, support, strict=True):
                if not narrow(masks, cell, allowed, changed):
                    return False
        return True


class GroupedSum(Propagator):
    """A weighted sum of groups of different digits; the cells of a group have the same weight.

    The sums that each group can have are combined from both ends of the list, as in `free_support`.
    """

    costly = True

    def __init__(
        self,
        groups: Sequence[tuple[tuple[int, ...], int]],
        total: int,
        size: int,
        most_open: int | None = None,
    ) -> None:
        super().__init__(tuple(cell for cells, _ in groups for cell in cells))
        self.most_open = len(self.cells) if most_open is None else most_open
        # A negative weight -w adds w · (most - sum) instead, and the total grows by w · most.
        self.groups = []
        self.total = total
        for cells, weight in groups:
            most = size * len(cells) if weight < 0 else 0
            self.groups.append((cells, weight, most))
            self.total -= weight * most

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        if sum([masks[cell] & (masks[cell] - 1) > 0 for cell in self.cells]) > self.most_open:
            return True
        reached, possible = [1], []
        for cells, weight, most in self.groups:
            if len(cells) == 1:
                sums = masks[cells[0]] << 1
            else:
                support = distinct_support(tuple([masks[cell] for cell in cells]), -1)
                if support is None:
                    return False
                sums = support[2]
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
            some_left_out = allowed.bit_count() < len(possible[number])
            if some_left_out and not self._restrict(self.groups[number][0], allowed, masks, changed):
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
