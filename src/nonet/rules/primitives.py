"""The handful of constraints that rules are compiled to. Engines know these and nothing else.

    Among       a cell holds one of some digits
    Different   no digit, or none of some digits, occurs twice in a group of cells
    Pair        the digits of two cells are related by a table
    Sets        the digits of a group differ, and their set is one of a list
    Linear      a weighted sum of cells has a given value
    EqualSums   several groups of cells have the same sum
    Count       how many cells of a group hold one of some digits
    Same        several groups of cells hold the same digits, each as often
    Word        the digits of a line, read as a word, are accepted by an automaton
    Rank        the place of a line among all lines of the board, read as numbers
    DigitsByLabel  each cell has a label, another cell; cells with the same label, or one of some, hold every digit once
    Connected   cells that hold one of some digits are connected
    CountAlike  a cell says how many labels are like a first one
    Either      one of several lists of primitives holds

Primitives are plain data: cells are numbers, digits are entries (see `nonet.layout`), and sets of
them bitmasks.
`encoded` writes them as one flat array of integers, which the compiled engine reads.

Each has `broken(values)`: the filled cells that rule out every completion, as far as a simple test can tell, and
exactly once all cells are filled. It is used to show mistakes, not to search.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, product

from nonet.bitsets import bits_in, digits_in
from nonet.rules.automaton import Automaton


class Primitive:
    """A constraint that engines understand. `cells` are the cells that it is about, each once."""

    cells: tuple[int, ...]

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        """The filled cells that already contradict it; `values` has 0 for an empty cell."""
        raise NotImplementedError

    def numbers(self) -> Sequence[int]:
        """Its data as integers, for `encoded`."""
        raise NotImplementedError

    def parts(self) -> Sequence[Sequence[int]]:
        """The same in parts: one, or several where some of the numbers are kept."""
        return (self.numbers(),)


@dataclass(frozen=True)
class Among(Primitive):
    """The digit of a cell is one of `digits`."""

    cell: int
    digits: int

    @property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.cell,)

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        value = values[self.cell]
        return (self.cell,) if value and not self.digits >> (value - 1) & 1 else ()

    def numbers(self) -> tuple[int, ...]:
        return (self.cell, self.digits)


@dataclass(frozen=True)
class Different(Primitive):
    """No digit of `digits` occurs twice in the cells."""

    cells: tuple[int, ...]
    digits: int

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        held = [value for cell in self.cells if (value := values[cell])]
        if len(set(held)) == len(held):
            return ()
        twice = {d for d, times in Counter(held).items() if times > 1 and self.digits >> (d - 1) & 1}
        return tuple(cell for cell in self.cells if values[cell] in twice)

    def numbers(self) -> tuple[int, ...]:
        return (self.digits, len(self.cells), *self.cells)


@dataclass(frozen=True)
class Pair(Primitive):
    """`table[a - 1]` is the set of digits that the second cell may hold where the first holds a."""

    cells: tuple[int, int]
    table: tuple[int, ...]

    @cached_property
    def reverse(self) -> tuple[int, ...]:
        """The table seen from the second cell."""
        size = len(self.table)
        return tuple(
            sum(1 << a for a, allowed in enumerate(self.table) if allowed >> b & 1) for b in range(size)
        )

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        a, b = (values[cell] for cell in self.cells)
        if a and b:
            return () if self.table[a - 1] >> (b - 1) & 1 else self.cells
        if a and not self.table[a - 1]:
            return self.cells[:1]
        return self.cells[1:] if b and not self.reverse[b - 1] else ()

    def numbers(self) -> tuple[int, ...]:
        return (len(self.table), *self.table, *self.cells)


@dataclass(frozen=True)
class Sets(Primitive):
    """The digits of the cells differ, and together they are one of `masks`."""

    cells: tuple[int, ...]
    masks: tuple[int, ...]

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        filled = tuple(cell for cell in self.cells if values[cell])
        seen = 0
        for cell in filled:
            seen |= 1 << (values[cell] - 1)
        if seen.bit_count() < len(filled):
            return Different(self.cells, -1).broken(values)
        return () if any(not seen & ~mask for mask in self.masks) else filled

    def numbers(self) -> tuple[int, ...]:
        return (len(self.cells), *self.cells, len(self.masks), *self.masks)


@dataclass(frozen=True)
class Linear(Primitive):
    """Each entry times its weight, added up, makes `total`; entries are 1 to `size`."""

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    total: int
    size: int

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        ends = [(value, value) if (value := values[cell]) else (1, self.size) for cell in self.cells]
        return () if self.reaches(ends) else tuple(cell for cell in self.cells if values[cell])

    def reaches(self, ends: Sequence[tuple[int, int]]) -> bool:
        """Whether the total lies within what cells with this least and greatest entry each can make."""
        low = high = 0
        for weight, pair in zip(self.weights, ends, strict=True):
            one, other = weight * pair[0], weight * pair[1]
            low, high = low + min(one, other), high + max(one, other)
        return low <= self.total <= high

    def numbers(self) -> tuple[int, ...]:
        return (self.total, len(self.cells), *self.cells, *self.weights)


@dataclass(frozen=True)
class EqualSums(Primitive):
    """All groups have the same sum of digits; the digit of an entry, 1 to `size`, is the entry plus `shift`."""

    groups: tuple[tuple[int, ...], ...]
    size: int
    shift: int = 0

    @cached_property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(cell for group in self.groups for cell in group))

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """What to add to the entries of each group, so that the sums are equal where those of the digits are."""
        shifts = [self.shift * len(group) for group in self.groups]
        return tuple(shift - min(shifts) for shift in shifts)

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        ends = {cell: (value, value) if (value := values[cell]) else (1, self.size) for cell in self.cells}
        return () if self.reaches(ends) else tuple(cell for cell in self.cells if values[cell])

    def reaches(self, ends: Mapping[int, tuple[int, int]]) -> bool:
        """Whether all groups can have the same sum where cells have this least and greatest entry each."""
        low, high = 0, 10**9
        for group, offset in zip(self.groups, self.offsets, strict=True):
            low = max(low, offset + sum(ends[cell][0] for cell in group))
            high = min(high, offset + sum(ends[cell][1] for cell in group))
        return low <= high

    def difference(self, one: int, other: int) -> Linear:
        """Two of the groups have the same sum."""
        weights: dict[int, int] = dict.fromkeys(self.groups[one] + self.groups[other], 0)
        for group, weight in ((one, 1), (other, -1)):
            for cell in self.groups[group]:
                weights[cell] += weight
        total = self.offsets[other] - self.offsets[one]
        return Linear(tuple(weights), tuple(weights.values()), total, self.size)

    def numbers(self) -> tuple[int, ...]:
        sums = zip(self.groups, self.offsets, strict=True)
        return (len(self.groups), *(n for group, offset in sums for n in (offset, len(group), *group)))


@dataclass(frozen=True)
class Count(Primitive):
    """The number of cells that hold one of `digits` is in `counts`, a bitmask: bit k stands for k cells."""

    cells: tuple[int, ...]
    digits: int
    counts: int

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        filled = tuple(cell for cell in self.cells if values[cell])
        hits = sum(self.digits >> (values[cell] - 1) & 1 for cell in filled)
        possible = ((1 << (len(self.cells) - len(filled) + 1)) - 1) << hits
        return () if self.counts & possible else filled

    def numbers(self) -> tuple[int, ...]:
        allowed = list(bits_in(self.counts & ((2 << len(self.cells)) - 1)))
        return (self.digits, len(self.cells), *self.cells, len(allowed), *allowed)


@dataclass(frozen=True)
class Same(Primitive):
    """All groups, of equal length, hold the same digits, each digit as often."""

    groups: tuple[tuple[int, ...], ...]

    @cached_property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(cell for group in self.groups for cell in group))

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        held = [Counter(values[cell] for cell in group if values[cell]) for group in self.groups]
        union: Counter[int] = Counter()
        for digits in held:
            union |= digits
        if union.total() <= len(self.groups[0]):
            return ()
        return tuple(cell for cell in self.cells if values[cell])

    def numbers(self) -> Sequence[int]:
        return _groups(self.groups)


@dataclass(frozen=True)
class Word(Primitive):
    """The digits of the cells, in this order, are a word that the automaton accepts."""

    cells: tuple[int, ...]
    automaton: Automaton

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        filled = tuple(cell for cell in self.cells if values[cell])
        if not filled:
            return ()
        every = range(1, len(self.automaton.digits) + 1)
        return (
            ()
            if self.reaches([(value,) if (value := values[cell]) else every for cell in self.cells])
            else filled
        )

    def reaches(self, digits: Iterable[Iterable[int]]) -> bool:
        """Whether the automaton accepts some word of one of these digits for each cell."""
        table, states = self.automaton.table, {0}
        for choice in map(tuple, digits):
            states = {table[state][digit - 1] for state in states for digit in choice} - {-1}
        return not states.isdisjoint(self.automaton.accepting)

    def parts(self) -> tuple[Sequence[int], ...]:
        return (len(self.cells), *self.cells), self.automaton.numbers


@dataclass(frozen=True)
class Rank(Primitive):
    """The place of `line` among `lines` (all rows and columns, read in both directions), the smallest first.

    `ties` says whether the line may equal another one: 0 never, 1 yes (its place is then any of those they share),
    2 never, and no two other lines may be equal either.
    """

    line: tuple[int, ...]
    place: int
    ties: int
    lines: tuple[tuple[int, ...], ...]

    @cached_property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(sorted({cell for line in self.lines for cell in line}))

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        if not all(values[cell] for cell in self.cells):
            return ()
        words = [tuple(values[cell] for cell in line) for line in self.lines]
        own = tuple(values[cell] for cell in self.line)
        less, equal = sum(word < own for word in words), words.count(own)
        if self.ties == 2 and len(set(words)) < len(words):
            return self.line
        fits = less < self.place <= less + equal and (self.ties == 1 or equal == 1)
        return () if fits else self.line

    def parts(self) -> tuple[Sequence[int], ...]:
        return (self.place, self.ties, len(self.line), *self.line), _all_lines(self.lines)


@dataclass(frozen=True)
class DigitsByLabel(Primitive):
    """No two of `members` have the same digit and the same label, which is the digit of the cell in `labels`; there are
    `size` members with each label that occurs. Only labels in `among`, a bitmask, count.
    """

    members: tuple[int, ...]
    labels: tuple[int, ...]
    size: int
    among: int

    @property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        return self.members + self.labels

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        counted = {0, *digits_in(self.among)}
        held = Counter((values[cell], values[label]) for cell, label in self._pairs())
        twice = {pair for pair, times in held.items() if all(pair) and times > 1 and pair[1] in counted}
        counts = Counter(values[label] for label in self.labels if values[label] in counted)
        crowded = {label for label, times in counts.items() if label and times > self.size}
        found = {cell for cell, label in self._pairs() if (values[cell], values[label]) in twice}
        found |= {label for label in self.labels if values[label] in crowded}
        if all(values[label] for label in self.labels) and set(counts.values()) - {self.size}:
            found |= set(self.labels)
        return tuple(sorted(found))

    def _pairs(self) -> Iterable[tuple[int, int]]:
        return zip(self.members, self.labels, strict=True)

    def numbers(self) -> tuple[int, ...]:
        return (self.among, len(self.members), *self.members, *self.labels)


@dataclass(frozen=True)
class Connected(Primitive):
    """For each set of digits, a bitmask: the cells that hold one of them are connected. From each to each other there
    is a way over such cells, by steps that `steps` lists. There are `size` of them; if it is 0, any number but none.
    """

    cells: tuple[int, ...]
    steps: tuple[tuple[int, int], ...]
    sets: tuple[int, ...]
    size: int = 0

    @cached_property
    def near(self) -> dict[int, list[int]]:
        """For each cell those that are one step away."""
        near: dict[int, list[int]] = {cell: [] for cell in self.cells}
        for one, other in self.steps:
            near[one].append(other)
            near[other].append(one)
        return near

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        """Cells that hold one of the digits and that no way connects, even if each empty cell could take it; or those
        that are too many or, with all that they could be connected with, too few.
        """
        found: set[int] = set()
        for digits in self.sets:
            possible = {cell for cell in self.cells if not values[cell] or digits >> (values[cell] - 1) & 1}
            holding = {cell for cell in possible if values[cell]}
            if not holding:
                if len(possible) < (self.size or 1):
                    found.update(cell for cell in self.cells if values[cell])
                continue
            waiting, reached = [min(holding)], {min(holding)}
            while waiting:
                new = possible.intersection(self.near[waiting.pop()]) - reached
                reached |= new
                waiting += new
            if holding - reached or (self.size and not len(holding) <= self.size <= len(reached)):
                found |= holding
        return tuple(sorted(found))

    def numbers(self) -> tuple[int, ...]:
        steps = (cell for step in self.steps for cell in step)
        sets, cells = self.sets, self.cells
        return (self.size, len(sets), *sets, len(cells), *cells, len(self.steps), *steps)


@dataclass(frozen=True)
class CountAlike(Primitive):
    """`cell` holds `added` and the number of labels that are like `first`: in each arm those before the first other
    label if they must be `in_row`, or all of them.
    """

    cell: int
    first: int
    arms: tuple[tuple[int, ...], ...]
    in_row: bool
    added: int

    @cached_property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys((self.cell, self.first, *chain(*self.arms))))

    def counts(self, label: int, masks: Sequence[int] | Mapping[int, int]) -> list[list[int]]:
        """For each arm how many labels can be like the first one if that is `label`, a bitmask."""
        return [self._counts([masks[cell] for cell in arm], label) for arm in self.arms]

    def _counts(self, arm: Sequence[int], label: int) -> list[int]:
        least = sum(mask == label for mask in arm)
        most = sum(mask & label != 0 for mask in arm)
        if not self.in_row:
            return list(range(least, most + 1))
        row = next((place for place, mask in enumerate(arm) if not mask & label), len(arm))
        return [count for count in range(row + 1) if count == len(arm) or arm[count] != label]

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        value, label = values[self.cell], values[self.first]
        if not label:
            return ()
        masks = {cell: 1 << values[cell] >> 1 or -1 for cell in self.cells}
        totals = {sum(counts) for counts in product(*self.counts(1 << label >> 1, masks))}
        if value - self.added in totals if value else totals:
            return ()
        return tuple(cell for cell in self.cells if values[cell])

    def numbers(self) -> Sequence[int]:
        return (self.added, self.in_row, self.cell, self.first, *_groups(self.arms))


@dataclass(frozen=True)
class Either(Primitive):
    """At least one branch holds; a branch holds if all its primitives do."""

    branches: tuple[tuple[Primitive, ...], ...]

    @cached_property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(
            dict.fromkeys(cell for branch in self.branches for part in branch for cell in part.cells)
        )

    def broken(self, values: Sequence[int]) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for branch in self.branches:
            faults = [cell for part in branch for cell in part.broken(values)]
            if not faults:
                return ()
            found |= dict.fromkeys(faults)
        return tuple(found)

    def parts(self) -> list[Sequence[int]]:
        parts: list[Sequence[int]] = [(len(self.branches),)]
        for branch in self.branches:
            own = encoded_parts(branch)
            parts += ((sum(map(len, own)),), *own)
        return parts


CODES: dict[type[Primitive], int] = {
    Among: 1,
    Different: 2,
    Pair: 3,
    Sets: 4,
    Linear: 5,
    EqualSums: 6,
    Count: 7,
    Same: 8,
    Word: 9,
    Rank: 10,
    Either: 11,
    DigitsByLabel: 13,
    Connected: 14,
    CountAlike: 15,
}
"""The number of each kind of primitive in `encoded`; 12 is a cage, see `nonet.rules.encoding`."""


def encoded(primitives: Iterable[Primitive]) -> array[int]:
    """The primitives as integers: for each its code, how many numbers follow, and the numbers.

    Pairs with the same table, one after the other, are written together.

    >>> encoded([Among(4, 0b101), Linear((0, 1), (1, 1), 10, 9)])
    array('q', [1, 2, 4, 5, 5, 6, 10, 2, 0, 1, 1, 1])
    >>> encoded([Pair((0, 1), (2, 1)), Pair((0, 2), (2, 1))])
    array('q', [3, 7, 2, 2, 1, 0, 1, 0, 2])
    """
    return flat(encoded_parts(primitives))


def encoded_parts(primitives: Iterable[Primitive]) -> list[Sequence[int]]:
    """The same in parts, as the kernel takes them, too."""
    parts: list[Sequence[int]] = []
    pairs: list[int] = []
    table: tuple[int, ...] | None = None
    for primitive in primitives:
        if isinstance(primitive, Pair):
            if primitive.table != table:
                table = primitive.table
                pairs = [CODES[Pair], 1 + len(table), len(table), *table]
                parts.append(pairs)
            pairs += primitive.cells
            pairs[1] += 2
        else:
            table = None
            own = primitive.parts()
            parts.append((CODES[type(primitive)], sum(map(len, own))))
            parts += own
    return parts


def flat(parts: Iterable[Sequence[int]]) -> array[int]:
    """The numbers of all parts, one after the other."""
    return array("q", chain.from_iterable(parts))


def _groups(groups: Sequence[Sequence[int]]) -> list[int]:
    """How many there are, and for each how many numbers it has, and these."""
    result = [len(groups)]
    for group in groups:
        result += (len(group), *group)
    return result


@lru_cache(maxsize=64)
def _all_lines(lines: tuple[tuple[int, ...], ...]) -> array[int]:
    """The lines of a board, which are the same in each `Rank`."""
    return array("q", _groups(lines))
