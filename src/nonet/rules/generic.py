"""Rules from which others can be built: any relation of two digits, any pattern, any weighted sum, either, all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from nonet.errors import ImpossibleRule
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.limits import check
from nonet.messages import T
from nonet.rules.automaton import Automaton
from nonet.rules.base import (
    Flag,
    Number,
    NumberPairs,
    Numbers,
    Rule,
    RuleExample,
    Rules,
    RuleText,
    Text,
    check_once,
    compiled,
)
from nonet.rules.line_base import LineRule
from nonet.rules.primitives import Either, Pair, Primitive, Word
from nonet.rules.regex import pattern_automaton
from nonet.rules.shapes import Shape
from nonet.rules.tables import linear


@dataclass(frozen=True)
class PairRelation(LineRule):
    """Any relation of two digits: `allowed` lists the pairs (first, second).

    It holds for neighbours on the line, or with `all_pairs` for every two cells of it, the earlier one first.
    """

    allowed: NumberPairs
    all_pairs: Flag = False
    name: Text = ""

    by_value = True
    kind = "pair_relation"
    title = T("pair relation")
    text = T("Digits next to each other on the line are related: {name}.")
    text_unnamed = T("Digits next to each other on the line are a pair that is allowed.")
    example = RuleExample(
        "4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "allowed": [[1, 3], [2, 4], [3, 2], [4, 1]]}
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "allowed", tuple(sorted(set(self.allowed))))

    def validate(self, layout: Layout) -> None:
        for digit in (digit for pair in self.allowed for digit in pair):
            if digit not in layout.digits:
                raise self.refuse(
                    "{digit} is not a digit; digits are {low} to {high}", digit=digit, **layout.digit_ends
                )

    def _pairs(self) -> Iterator[tuple[int, int]]:
        return iter(combinations(self.cells, 2)) if self.all_pairs else pairwise(self.cells)

    def holds(self, grid: Grid) -> bool:
        allowed = set(self.allowed)
        return all((grid[a], grid[b]) in allowed for a, b in self._pairs())

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        table = _table_of(self.allowed, layout.digits)
        return (Pair(pair, table) for pair in self._pairs())

    def words(self) -> RuleText:
        return super().words() if self.name else RuleText(self.text_unnamed, {})


@lru_cache(maxsize=256)
def _table_of(allowed: tuple[tuple[int, int], ...], digits: range) -> tuple[int, ...]:
    return tuple(sum(1 << digits.index(b) for a, b in allowed if a == digit) for digit in digits)


@dataclass(frozen=True)
class RegexLine(LineRule):
    """The digits of the line, read as a word, match a regular expression (see `nonet.rules.regex`)."""

    pattern: Text

    kind = "regex_line"
    title = T("regular expression")
    text = T("The digits along the line match the regular expression {pattern}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2", "r2c3"], "pattern": "(1[^1]|[24].)*"})
    least_cells = 1

    def validate(self, layout: Layout) -> None:
        pattern_automaton(self.pattern, layout.digits)

    def holds(self, grid: Grid) -> bool:
        return pattern_automaton(self.pattern, grid.layout.digits).accepts(self.digits_on(grid))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word(self.cells, pattern_automaton(self.pattern, layout.digits))


@dataclass(frozen=True)
class StateMachineLine(LineRule):
    """The digits of the line, read one by one, lead an automaton from state 0 to an accepting state.

    `table` has a row for each state and in it, for each digit, the next state, or -1 if no word continues so.

    >>> from nonet.layout import Layout
    >>> grid = Grid.of(Layout.named("4x4"), "1234341221434321")
    >>> even = StateMachineLine((0, 1, 2), table=(1, 0, 1, 0, 0, 1, 0, 1), accepting=(0,))  # an even sum
    >>> even.holds(grid)
    True
    """

    table: Numbers
    accepting: Numbers

    kind = "automaton"
    title = T("automaton")
    text = T("An automaton accepts the digits along the line.")
    example = RuleExample(
        "4x4",
        {"cells": ["r1c1", "r1c2", "r2c2"], "table": [1, 0, 1, -1, 0, 1, 0, 1], "accepting": [0]},
    )
    least_cells = 1

    def validate(self, layout: Layout) -> None:
        size, states = layout.size, len(self.table) // layout.size
        if not self.table or len(self.table) % size:
            raise self.refuse(
                "table: {count} numbers are not rows of {size}, one for each digit",
                count=len(self.table),
                size=size,
            )
        check("states", states)
        for after in self.table:
            if not -1 <= after < states:
                raise self.refuse(
                    "table: there is no state {state}; states are 0 to {last}, or -1",
                    state=after,
                    last=states - 1,
                )
        for state in self.accepting:
            if not 0 <= state < states:
                raise self.refuse(
                    "accepting: there is no state {state}; states are 0 to {last}",
                    state=state,
                    last=states - 1,
                )

    def automaton(self, digits: range) -> Automaton:
        """The table as an automaton."""
        return _automaton_of(self.table, self.accepting, digits)

    def holds(self, grid: Grid) -> bool:
        return self.automaton(grid.layout.digits).accepts(self.digits_on(grid))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word(self.cells, self.automaton(layout.digits))


@lru_cache(maxsize=256)
def _automaton_of(table: tuple[int, ...], accepting: tuple[int, ...], digits: range) -> Automaton:
    size = len(digits)
    rows = tuple(table[start : start + size] for start in range(0, len(table), size))
    return Automaton(rows, frozenset(accepting), digits)


@dataclass(frozen=True)
class WeightedSum(LineRule):
    """Each digit times its weight, added up; weights are whole numbers and may be negative."""

    weights: Numbers
    sum: Number

    by_value = True
    kind = "weighted_sum"
    title = T("weighted sum")
    text = T("The digits, each times its weight ({weights}), sum to {sum}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c2", "r3c2"], "weights": [2, 1, -1], "sum": 5})
    least_cells = 1

    def validate(self, layout: Layout) -> None:
        if len(self.weights) != len(self.cells):
            raise self.refuse(
                "{count} cells need as many weights, not {weights}",
                count=len(self.cells),
                weights=len(self.weights),
            )
        if any(not -1000 <= weight <= 1000 for weight in self.weights):
            raise self.refuse("weights are -1000 to 1000")
        if not -1_000_000 <= self.sum <= 1_000_000:
            raise self.refuse("sums are -1000000 to 1000000")

    def holds(self, grid: Grid) -> bool:
        terms = zip(self.cells, self.weights, strict=True)
        return sum(grid[cell] * weight for cell, weight in terms) == self.sum

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield linear(self.cells, self.weights, self.sum, layout)


@dataclass(frozen=True)
class AllRules(Rule):
    """Several rules as one, for use inside `AnyRule`."""

    rules: Rules

    kind = "all"
    title = T("all of several rules")
    text = T("All of several rules hold.")
    text_listed = T("All of these rules hold: {rules}")
    example = RuleExample(
        "4x4",
        {"rules": [{"kind": "odd", "cells": ["r1c1"]}, {"kind": "even", "cells": ["r2c4"]}]},
    )

    def validate(self, layout: Layout) -> None:
        if not self.rules:
            raise self.refuse("it needs at least one rule")

    def holds(self, grid: Grid) -> bool:
        return all(rule.holds(grid) for rule in self.rules)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        for rule in self.rules:
            yield from compiled(rule, layout)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        for rule in self.rules:
            yield from rule.shapes(layout)

    def words(self) -> RuleText:
        return RuleText(self.text_listed, {"rules": self.rules})

    def clue(self, layout: Layout) -> str:
        """None: each of the rules has its own."""
        return ""


@dataclass(frozen=True)
class AnyRule(AllRules):
    """At least one of several rules holds."""

    kind = "either"
    title = T("one of several rules")
    text = T("At least one of several rules holds.")
    text_listed = T("At least one of these rules holds: {rules}")
    example = RuleExample(
        "4x4",
        {"rules": [{"kind": "odd", "cells": ["r1c1", "r2c2"]}, {"kind": "even", "cells": ["r1c1", "r1c2"]}]},
    )

    def holds(self, grid: Grid) -> bool:
        return any(rule.holds(grid) for rule in self._possible(grid.layout))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Either(tuple(compiled(rule, layout) for rule in self._possible(layout)))

    def _check_parts(self, rules: Sequence[Rule], layout: Layout) -> None:
        """Refuses alternatives that make no sense; those that nothing can meet only if there are no others."""
        refused = [error for rule in rules if (error := _impossible(rule, layout))]
        if refused and len(refused) == len(rules):
            raise refused[0]

    def _possible(self, layout: Layout) -> Iterator[Rule]:
        return (rule for rule in self.rules if _impossible(rule, layout) is None)


def _impossible(rule: Rule, layout: Layout) -> ImpossibleRule | None:
    try:
        check_once(rule, layout)
    except ImpossibleRule as error:
        return error
    return None


def taken_apart(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules that must hold, one by one: those of an `AllRules` instead of it.

    >>> from nonet.rules import Even, Odd
    >>> list(taken_apart([AllRules((AnyRule((Even((1,)),)), Odd((0,))))]))
    [Even(cells=(1,)), Odd(cells=(0,))]
    """
    for rule in rules:
        if isinstance(rule, AllRules) and (len(rule.rules) == 1 or not isinstance(rule, AnyRule)):
            yield from taken_apart(rule.rules)
        else:
            yield rule
