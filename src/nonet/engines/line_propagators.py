"""What follows for a line that is read from one end to the other: words of an automaton, ranks, orders."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.engines.digit_sets import indices_of, sets_without
from nonet.engines.propagators import Propagator, RememberedSupport, narrow
from nonet.rules.automaton import Automaton


class AutomatonLine(RememberedSupport):
    """A line whose digits are a word of an automaton."""

    def __init__(self, cells: tuple[int, ...], automaton: Automaton) -> None:
        super().__init__(cells)
        self.accepting = automaton.accepting
        # For each digit, the next state of each state.
        self.steps = [tuple(row[index] for row in automaton.table) for index in range(len(automaton.digits))]

    def support(self, held: tuple[int, ...]) -> list[int] | None:
        """For each cell the digits that occur there in an accepted word, by walking forwards and then back."""
        layers = [{0}]
        for mask in held:
            layer = layers[-1]
            after = {self.steps[index][state] for index in indices_of(mask) for state in layer}
            after.discard(-1)
            layers.append(after)
        alive = layers[-1] & self.accepting
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


class DistinctWord(AutomatonLine):
    """A line of different digits that are a word of an automaton.

    The same walk, but a layer has for each state the sets of digits that lead there, as a bitset; see `digit_sets`.
    """

    def __init__(self, cells: tuple[int, ...], automaton: Automaton) -> None:
        super().__init__(cells, automaton)
        self.without = sets_without(len(automaton.digits))

    def support(self, held: tuple[int, ...]) -> list[int] | None:
        layers = [{0: 1}]
        for mask in held:
            after: dict[int, int] = {}
            for index in indices_of(mask):
                step, without, shift = self.steps[index], self.without[index], 1 << index
                for state, sets in layers[-1].items():
                    new = (sets & without) << shift
                    if new and step[state] >= 0:
                        after[step[state]] = after.get(step[state], 0) | new
            layers.append(after)
        alive = {state: sets for state, sets in layers[-1].items() if state in self.accepting}
        if not alive:
            return None
        result = [0] * len(held)
        for place in range(len(held) - 1, -1, -1):
            before: dict[int, int] = {}
            for index in indices_of(held[place]):
                step, without, shift = self.steps[index], self.without[index], 1 << index
                for state, sets in layers[place].items():
                    hit = alive.get(step[state], 0) >> shift & without & sets
                    if hit:
                        result[place] |= 1 << index
                        before[state] = before.get(state, 0) | hit
            alive = before
        return result


class LineRank(Propagator):
    """The place of a line among all lines, read as numbers; `ties` as in the primitive `Rank`.

    Each digit begins four lines (one on each side of the board), so the place tells the first digit of the line. Only
    lines with the same first digit remain to be compared.
    """

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
