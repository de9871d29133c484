"""A board with its rules, prepared for searching: who must differ from whom, and the propagators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from nonet.bitsets import cells_in
from nonet.dimensions import HouseKind
from nonet.engines.derived_sums import MOST_CELLS, MOST_OPEN, derived_sums
from nonet.engines.digit_sets import MOST_SIZE
from nonet.engines.line_propagators import AutomatonLine, DistinctWord, LineOrder, LineRank
from nonet.engines.propagators import (
    BranchChoice,
    ChosenSets,
    CountByHouses,
    CountOfDigits,
    HiddenSingles,
    LockedDigits,
    PairTable,
    Propagator,
    RecurringDigits,
    RepeatedDigits,
    SameMultiset,
)
from nonet.engines.region_propagators import ConnectedCells, LabelledDigits, LabelsAlike
from nonet.engines.sum_propagators import DistinctSum, EqualSumLines, GroupedSum, WeightedTotal
from nonet.errors import EngineError
from nonet.layout import Layout
from nonet.limits import reading
from nonet.rules.base import Rule, compiled
from nonet.rules.primitives import (
    Among,
    Connected,
    Count,
    CountAlike,
    Different,
    DigitsByLabel,
    Either,
    EqualSums,
    Linear,
    Pair,
    Primitive,
    Rank,
    Same,
    Sets,
    Word,
)


@lru_cache(maxsize=64)
def rule_plan(layout: Layout, rules: tuple[Rule, ...], *, most_houses: int | None = None) -> RulePlan:
    """The plan of a board with some rules, made once.

    `most_houses` limits the regions that sums are derived from. Most killers are solved with single houses.
    """
    return RulePlan(layout, _primitives(layout, rules), most_houses)


@reading
def _primitives(layout: Layout, rules: tuple[Rule, ...]) -> list[Primitive]:
    return [part for rule in rules for part in compiled(rule, layout)]


class RulePlan:
    """Everything that a search needs to know about a board and its rules, but not the givens.

    It does not change; a search changes only a list of candidates.
    """

    def __init__(
        self, layout: Layout, primitives: Sequence[Primitive], most_houses: int | None = None
    ) -> None:
        self.layout = layout
        self.start = [layout.all_digits] * layout.cell_count
        """The candidates of each cell before anything is known."""
        self.peers = list(layout.peer_boards)
        """For each cell the bitboard of those that must differ from it."""
        self.digit_peers: list[dict[int, int]] = [{} for _ in range(layout.cell_count)]
        """For each cell, by digit (as a bit), further cells that cannot hold that digit too."""
        for part in primitives:
            if isinstance(part, Different):
                self._add_different(part)
        self.propagators: list[Propagator] = []
        cages = self._distinct_linear(primitives)
        self.has_cages = bool(cages)
        for part in primitives:
            if isinstance(part, Among):
                self.start[part.cell] &= part.digits
            elif not isinstance(part, Different):
                self.propagators.append(self._propagator(part))
        self._add_houses(primitives)
        self._add_derived(cages, most_houses)
        self._add_counts_by_houses(primitives)
        self._add_line_orders([part for part in primitives if isinstance(part, Rank)])
        self.peer_cells = [tuple(cells_in(board)) for board in self.peers]
        self.watchers = self._watchers()

    # -- who must differ -------------------------------------------------------------------------------------

    def _add_different(self, part: Different) -> None:
        board = sum(1 << cell for cell in part.cells)
        for cell in part.cells:
            others = board & ~(1 << cell)
            if part.digits == self.layout.all_digits:
                self.peers[cell] |= others
            else:
                for digit in self.layout.entries:
                    bit = 1 << (digit - 1)
                    if part.digits & bit:
                        self.digit_peers[cell][bit] = self.digit_peers[cell].get(bit, 0) | others

    def _differ(self, cells: Iterable[int]) -> bool:
        """Whether the digits of these cells must all differ; a cell that is named twice does not differ from itself."""
        listed = tuple(cells)
        board = sum(1 << cell for cell in set(listed))
        return len(set(listed)) == len(listed) and all(
            not board & ~(self.peers[cell] | 1 << cell) for cell in listed
        )

    # -- propagators -----------------------------------------------------------------------------------------

    def _add_houses(self, primitives: Sequence[Primitive]) -> None:
        size = self.layout.size
        groups = {tuple(sorted(house.cells)) for house in self.layout.full_houses}
        every = self.layout.all_digits
        groups |= {
            tuple(sorted(part.cells))
            for part in primitives
            if isinstance(part, Different) and len(part.cells) == size and part.digits == every
        }
        for cells in sorted(groups):
            self.propagators.append(HiddenSingles(cells, every))
            self.propagators.append(LockedDigits(cells, self.peers))
        for houses, times in self.layout.recurring:
            self.propagators.append(RecurringDigits(houses, times, size))

    def _distinct_linear(self, primitives: Sequence[Primitive]) -> list[tuple[tuple[int, ...], int]]:
        """The plain sums among the primitives: cells and total."""
        return [
            (part.cells, part.total)
            for part in primitives
            if isinstance(part, Linear) and set(part.weights) == {1} and len(part.cells) <= self.layout.size
        ]

    def _add_derived(self, cages: Sequence[tuple[tuple[int, ...], int]], most_houses: int | None) -> None:
        if not cages:
            return
        for inside, outside, total in derived_sums(self.layout, cages, most_houses=most_houses):
            if len(inside) + len(outside) <= MOST_CELLS or (not outside and self._differ(inside)):
                weights = (1,) * len(inside) + (-1,) * len(outside)
                self.propagators.append(self._linear(inside + outside, weights, total, MOST_OPEN))

    def _add_counts_by_houses(self, primitives: Sequence[Primitive]) -> None:
        """Counts of one digit in a group that is larger than a house."""
        size = self.layout.size
        partitions = [
            [house for house in self.layout.full_houses if house.kind is kind] for kind in HouseKind
        ]
        for part in primitives:
            if not isinstance(part, Count) or len(part.cells) <= size or part.digits & (part.digits - 1):
                continue
            group = set(part.cells)
            for partition in partitions:
                split = [
                    (
                        tuple(cell for cell in house.cells if cell in group),
                        tuple(cell for cell in house.cells if cell not in group),
                    )
                    for house in partition
                ]
                if sum(len(inside) for inside, _ in split) == len(group):
                    self.propagators.append(CountByHouses(split, part.digits, part.counts))

    def _add_line_orders(self, ranks: Sequence[Rank]) -> None:
        """Lines whose places begin with the same digit are in the order of their places."""
        ordered = sorted(ranks, key=lambda rank: rank.place)
        for first, second in pairwise(ordered):
            same_digit = (first.place - 1) // 4 == (second.place - 1) // 4
            if same_digit and first.place < second.place and first.ties != 1 != second.ties:
                self.propagators.append(LineOrder(first.line, second.line))

    def _propagator(self, part: Primitive) -> Propagator:
        size = self.layout.size
        match part:
            case Pair():
                return PairTable(part.cells, part.table, part.reverse)
            case Different():
                return RepeatedDigits(part.cells, part.digits)
            case Sets():
                return ChosenSets(part.cells, part.masks, self.peers)
            case Linear():
                return self._linear(part.cells, part.weights, part.total)
            case EqualSums():
                return EqualSumLines(part, [self._differ(group) for group in part.groups], size)
            case Count():
                return CountOfDigits(part.cells, part.digits, part.counts, self.peers)
            case Same():
                return SameMultiset(part.groups, size)
            case Word():
                exact = size <= MOST_SIZE and self._differ(part.cells)
                return (DistinctWord if exact else AutomatonLine)(part.cells, part.automaton)
            case Rank():
                return LineRank(part.line, part.place, part.ties, part.lines)
            case Either():
                return self._either(part)
            case DigitsByLabel():
                return LabelledDigits(part)
            case CountAlike():
                return LabelsAlike(part)
            case Connected():
                return ConnectedCells(part)
        raise EngineError(f"the engine rules does not know {type(part).__name__}")

    def _linear(
        self, cells: tuple[int, ...], weights: tuple[int, ...], total: int, most_open: int | None = None
    ) -> Propagator:
        size = self.layout.size
        if set(weights) == {1} and self._differ(cells) and size <= MOST_SIZE:
            return DistinctSum(cells, 1 << total if total >= 0 else 0, self.peers)
        if weights and set(weights) == {-1}:
            return self._linear(cells, (1,) * len(cells), -total, most_open)
        groups = self._groups(cells, weights)
        if len(groups) < len(cells) and size <= MOST_SIZE:
            return GroupedSum(groups, total, size, most_open)
        # A negative weight -w adds w · (size + 1 - digit) instead, and the total grows by w · (size + 1).
        terms = []
        for weight in weights:
            if weight >= 0:
                terms.append(tuple(weight * digit for digit in self.layout.entries))
            else:
                terms.append(tuple(-weight * (size + 1 - digit) for digit in self.layout.entries))
                total -= weight * (size + 1)
        return WeightedTotal(cells, terms, 1 << total if total >= 0 else 0)

    def _groups(self, cells: tuple[int, ...], weights: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """The cells divided into groups of the same weight whose digits all differ."""
        groups: list[tuple[list[int], int]] = []
        for cell, weight in zip(cells, weights, strict=True):
            for group, own in groups:
                if own == weight and all(self.peers[cell] >> other & 1 for other in group):
                    group.append(cell)
                    break
            else:
                groups.append(([cell], weight))
        return [(tuple(group), weight) for group, weight in groups]

    def _either(self, part: Either) -> Propagator:
        branches, bounds = [], []
        for branch in part.branches:
            bound: dict[int, int] = {}
            for inner in branch:
                if isinstance(inner, Among):
                    bound[inner.cell] = bound.get(inner.cell, -1) & inner.digits
            branches.append([self._propagator(inner) for inner in branch if not isinstance(inner, Among)])
            bounds.append(bound)
        return BranchChoice(branches, bounds)

    def _watchers(self) -> list[tuple[int, ...]]:
        """For each cell the propagators to run when its candidates change."""
        found: list[list[int]] = [[] for _ in self.start]
        for number, propagator in enumerate(self.propagators):
            for cell in propagator.cells:
                found[cell].append(number)
        return [tuple(numbers) for numbers in found]
