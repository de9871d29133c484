"""Automata: which words of digits a line may hold.

An automaton is a table. It starts in state 0 and reads the digits of a line one by one; the row of a state has for each
digit the next state, or -1 if no word continues so. The word is accepted if the last state is one of `accepting`.

>>> even_sum = built(range(1, 5), 0, lambda total, digit: (total + digit) % 2, lambda total: total == 0)
>>> even_sum.table, even_sum.accepting
(((1, 0, 1, 0), (0, 1, 0, 1)), frozenset({0}))
>>> even_sum.accepts([1, 3, 2])
True
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeVar

from nonet.limits import check, check_time, reading

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True)
class Automaton:
    """A deterministic automaton over some digits."""

    table: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]
    digits: range

    @cached_property
    def numbers(self) -> array[int]:
        """How many states, how many digits, for each state whether it accepts, and the table row by row."""
        accepting = [int(state in self.accepting) for state in range(len(self.table))]
        return array("q", [len(self.table), len(self.digits), *accepting, *chain.from_iterable(self.table)])

    def accepts(self, digits: Iterable[int]) -> bool:
        state = 0
        for digit in digits:
            state = self.table[state][digit - self.digits[0]]
            if state < 0:
                return False
        return state in self.accepting


@reading
def built(
    digits: range,
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
) -> Automaton:
    """The automaton whose states are `start` and everything that `step` reaches; None stands for "refused".

    States from which no accepting state can be reached are left out.
    """
    numbers: dict[State, int] = {start: 0}
    states = [start]
    table: list[list[int]] = []
    for state in states:  # grows while it is walked
        check_time()
        row = []
        for digit in digits:
            after = step(state, digit)
            if after is None:
                row.append(-1)
                continue
            if after not in numbers:
                check("states", len(states) + 1)
                numbers[after] = len(states)
                states.append(after)
            row.append(numbers[after])
        table.append(row)
    return _trimmed(table, [accepts(state) for state in states], digits)


def _trimmed(table: list[list[int]], accepting: list[bool], digits: range) -> Automaton:
    """Without the states that lead nowhere; equal states are merged (Moore's algorithm)."""
    alive = _alive(table, accepting)
    table = [[after if after >= 0 and alive[after] else -1 for after in row] for row in table]
    classes = [int(accepts) if lives else -1 for accepts, lives in zip(accepting, alive, strict=True)]
    count = len(set(classes))
    while True:
        check_time()
        keys: dict[tuple[int, ...], int] = {}
        class_of = [*classes, -1].__getitem__  # -1, the last, is the class of "refused"
        refined = [
            keys.setdefault((own, *map(class_of, row)), len(keys))
            for own, row in zip(classes, table, strict=True)
        ]
        if len(keys) == count:
            break
        classes, count = refined, len(keys)
    return _renumbered(table, accepting, alive, refined, digits)


def _alive(table: list[list[int]], accepting: list[bool]) -> list[bool]:
    """For each state, whether an accepting one can be reached from it."""
    before: list[list[int]] = [[] for _ in table]
    for state, row in enumerate(table):
        for after in set(row):
            if after >= 0:
                before[after].append(state)
    alive = list(accepting)
    waiting = [state for state, accepts in enumerate(accepting) if accepts]
    while waiting:
        for state in before[waiting.pop()]:
            if not alive[state]:
                alive[state] = True
                waiting.append(state)
    return alive


def _renumbered(
    table: list[list[int]], accepting: list[bool], alive: list[bool], classes: list[int], digits: range
) -> Automaton:
    """One state for each class, numbered in the order in which they are reached."""
    numbers = {classes[0]: 0}
    members = [0]
    rows: list[tuple[int, ...]] = []
    for state in members:  # grows while it is walked
        row = []
        for after in table[state]:
            if after < 0 or not alive[after]:
                row.append(-1)
                continue
            if classes[after] not in numbers:
                numbers[classes[after]] = len(members)
                members.append(after)
            row.append(numbers[classes[after]])
        rows.append(tuple(row))
    accepted = frozenset(number for number, state in enumerate(members) if accepting[state])
    return Automaton(tuple(rows), accepted, digits)
