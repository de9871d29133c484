"""ALS chains: four almost locked sets or more, each tied to the next by another digit.

    A {z u …} ── u ── B {u v …} ── v ── C {v w …} ── w ── D {w z …}

If z is not in A, A is locked and has u; so B cannot have u, is locked and has v; and so on: D has z. So z goes
from what sees all its places in A and in D. Where two sets are tied by two digits, a chain may begin with
either of them; further on, the tie bars both at once.

What can be reached need not be searched chain by chain. For each set and the digit it is entered by:

    reach[set, entry]      the arrivals (a set, and the digits it is entered by) that one link or more lead to
    further[set, entry]    the same for two links or more: with the first link of a chain, three

If the sets are visited in the order of their numbers (`options.als_chains_in_order`), one sweep from the last
set to the first fills both, and no set is visited twice; otherwise they are swept until nothing changes, and
the chains laid out visit no set twice. Arrivals are numbered; collections of them are integers. The chain
itself is laid out only for a step that is asked for.

Most eliminations first, then by the cells and digits eliminated; for each conclusion the chain with the
fewest cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from nonet.bitsets import bits_in, cells_in, digits_in, union
from nonet.grouping import grouped
from nonet.logic.almost_locked import LockedSets, cell_truths, locked_sets, places_in
from nonet.logic.houses import elimination_order
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Candidate, Evidence, Link, Node, RoleKind, Step

_TRIES = 4
"""For each conclusion, the chains of at most this many pairs of ends are compared."""

Arrival = tuple[int, int]
"""A set, and the mask of the digits by which it is entered."""


class _Ends(NamedTuple):
    """The first set, the mask of the digit by which it is left, and the arrival at the last set."""

    start: int
    exit: int
    arrival: Arrival


def als_chains(position: Position, options: Options) -> Iterator[Step]:
    """Chains of four sets or more."""
    locked = locked_sets(position)
    if len(locked.sets) < 4:
        return
    reaches = _Reaches(locked, options)
    by_gone = grouped((gone, ends) for ends, gone in reaches.conclusions())
    for gone in sorted(by_gone, key=lambda gone: elimination_order(locked.candidates(gone))):
        several = sorted(
            by_gone[gone], key=lambda ends: _cells(locked, ends.start) + _cells(locked, ends.arrival[0])
        )
        chains = [chain for ends in several[:_TRIES] if (chain := reaches.chain(ends))]
        if chains:
            best = min(chains, key=lambda chain: sum(_cells(locked, number) for number, _ in chain))
            yield _step(locked, best, locked.candidates(gone))


class _Reaches:
    """For each arrival at a set, the arrivals that chains from there can reach."""

    def __init__(self, locked: LockedSets, options: Options) -> None:
        self.locked = locked
        self.commons = locked.commons(overlap=options.als_overlap)
        self.numbers: dict[Arrival, int] = {}
        self.arrivals: list[Arrival] = []
        self.reach: dict[Arrival, int] = {}
        self.further: dict[Arrival, int] = {}
        if not options.als_chains_in_order:
            self.commons = _both_ways(self.commons)
        entries = [0] * len(locked.sets)
        for tied in self.commons:
            for other, commons in tied.items():
                entries[other] |= commons
        able = [number for number, tied in enumerate(self.commons) if tied and entries[number]]
        for _ in _sweeps(self.reach, once=options.als_chains_in_order):
            for number in reversed(able):
                self._fill(number, entries[number])

    def _number(self, arrival: Arrival) -> int:
        number = self.numbers.get(arrival)
        if number is None:
            number = self.numbers[arrival] = len(self.arrivals)
            self.arrivals.append(arrival)
        return number

    def _fill(self, number: int, entries: int) -> None:
        """What a set reaches, by the digit it is entered by: links by all other digits lead on."""
        direct: dict[int, int] = {}
        further: dict[int, int] = {}
        # by entry: links of two digits, of which that one is barred
        narrowed: dict[int, tuple[int, int]] = {}
        reach = self.reach
        for other, commons in self.commons[number].items():
            direct[commons] = direct.get(commons, 0) | 1 << self._number((other, commons))
            further[commons] = further.get(commons, 0) | reach.get((other, commons & -commons), 0)
            if commons & (commons - 1):
                for entry in _singles(commons & entries):
                    rest = commons ^ entry
                    near, far = narrowed.get(entry, (0, 0))
                    near |= 1 << self._number((other, rest))
                    narrowed[entry] = near, far | reach.get((other, rest & -rest), 0)
        for entry in _singles(entries):
            near, far = narrowed.get(entry, (0, 0))
            for commons, some in direct.items():
                if not commons & entry:
                    near |= some
                    far |= further[commons]
            self.further[number, entry] = far
            reach[number, entry] = near | far

    def conclusions(self) -> Iterator[tuple[_Ends, int]]:
        """Every pair of ends with three links or more between them, and what goes."""
        locked, sets = self.locked, self.locked.sets
        seeing = self._arrivals_seeing()
        for start, tied in enumerate(self.commons):
            sight = sets[start].sight
            reached: dict[int, int] = {}
            for other, commons in tied.items():
                for exit_ in _singles(commons):
                    far = self.further.get((other, exit_), 0)
                    if far:
                        reached[exit_] = reached.get(exit_, 0) | far
            for exit_, far in reached.items():
                hits = union(seeing.get(bit, 0) for bit in bits_in(sight & ~locked.layers(exit_)))
                for number in bits_in(hits & far):
                    end, entry = arrival = self.arrivals[number]
                    gone = sight & sets[end].sight & ~locked.layers(exit_ | entry)
                    if gone and end != start:
                        yield _Ends(start, exit_, arrival), gone

    def _arrivals_seeing(self) -> dict[int, int]:
        """For each candidate, as a bit of a sight: the arrivals at sets that see it, but not by its digit."""
        locked = self.locked
        at = grouped((end, (entry, 1 << number)) for number, (end, entry) in enumerate(self.arrivals))
        seeing: dict[int, int] = {}
        for end, several in at.items():
            for digit, board in locked.sets[end].seen.items():
                if not board:
                    continue
                flags = union(flag for entry, flag in several if not entry >> (digit - 1) & 1)
                if flags:
                    for cell in bits_in(board):
                        bit = digit * locked.width + cell
                        seeing[bit] = seeing.get(bit, 0) | flags
        return seeing

    # -- laying a chain out ----------------------------------------------------------------------------------

    def chain(self, ends: _Ends) -> list[Arrival]:
        """The chain with the fewest cells between these ends: its sets, and by which digits each is entered.

        Empty if there is none but by visiting a set twice.
        """
        target = 1 << self.numbers[ends.arrival]
        start: list[Arrival] = [(ends.start, 0)]
        heap: list[tuple[int, int, list[Arrival]]] = [(_cells(self.locked, ends.start), 0, start)]
        done: set[tuple[int, int, int]] = set()
        count = 0
        while heap:
            price, _, chain = heappop(heap)
            last, entry = chain[-1]
            links = min(len(chain) - 1, 3)
            if links == 3 and (last, entry) == ends.arrival:
                return chain
            if (last, entry, links) in done:
                continue
            done.add((last, entry, links))
            barred = entry & -entry
            for other, commons in self.commons[last].items():
                rest = commons & ends.exit if not entry else commons & ~barred
                if not rest:
                    continue
                arrives = links >= 2 and (other, rest) == ends.arrival
                leads_there = arrives or self.reach.get((other, rest & -rest), 0) & target
                if leads_there and not any(other == number for number, _ in chain):
                    count += 1
                    heappush(heap, (price + _cells(self.locked, other), count, [*chain, (other, rest)]))
        return []


def _both_ways(commons: list[dict[int, int]]) -> list[dict[int, int]]:
    """Every tie at both its sets."""
    result: list[dict[int, int]] = [{} for _ in commons]
    for number, tied in enumerate(commons):
        for other, digits in tied.items():
            result[number][other] = result[other][number] = digits
    return result


def _sweeps(reach: dict[Arrival, int], *, once: bool) -> Iterator[None]:
    """Once, or until nothing changes."""
    yield
    before: dict[Arrival, int] = {}
    while not once and before != reach:
        before = reach.copy()
        yield


def _singles(mask: int) -> Iterator[int]:
    """The ones of a mask, each as a mask of its own."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def _cells(locked: LockedSets, number: int) -> int:
    return locked.sets[number].cells.bit_count()


# -- steps ---------------------------------------------------------------------------------------------------


def _step(locked: LockedSets, chain: list[Arrival], gone: tuple[Candidate, ...]) -> Step:
    sets = [locked.sets[number] for number, _ in chain]
    roles = [each.role(_label(number)) for number, each in enumerate(sets)]
    for (near, far), (_, entry) in zip(pairwise(sets), chain[1:], strict=True):
        roles += (places_in((near, far), digit, RoleKind.COMMON) for digit in digits_in(entry))
    targets = sorted({digit for _, digit in gone})
    roles += (places_in((sets[0], sets[-1]), digit, RoleKind.PINCER) for digit in targets)
    entries = [targets[0], *((entry & -entry).bit_length() for _, entry in chain[1:])]
    nodes = [  # the sets, each without the digit by which it is entered
        Node(digit, tuple(cells_in(each.places[digit])), tuple(cells_in(each.cells)), False)
        for each, digit in zip(sets, entries, strict=True)
    ]
    nodes.append(Node(targets[0], tuple(cells_in(sets[-1].places[targets[0]]))))
    links = tuple([Link(a, b, False) for a, b in pairwise(nodes)])
    return Step("als-chain", (), gone, Evidence(tuple(roles), cell_truths(sets), links))


def _label(number: int) -> str:
    """The letters, then A2 and so on."""
    return chr(ord("A") + number % 26) + (str(number // 26 + 1) if number >= 26 else "")
