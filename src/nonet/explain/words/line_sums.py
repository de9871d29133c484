"""Clues beside a line by their limits: sandwiches and X-sums."""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.grouping import grouped
from nonet.logic.variants.line_sums import filling_of, gap_of, wrong_first_digits
from nonet.rules.outside import Sandwich, XSum


def sandwich_crust(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    assert isinstance(rule, Sandwich)
    bread = tuple(map(view.layout.entry_of, rule.bread_on(view.layout)))
    between = say.CellsBetween(bread, *gap_of(rule, view.layout))
    lost = [
        say.NoOtherCrust(view.gone[digit], digit, other)
        for digit, other in (bread, bread[::-1])
        if digit in view.gone
    ]
    return Account(say.LookAt(cells=rule.cells), (view.rule_says(rule, rule.cells),), (between, *lost))


def sandwich_filling(view: StepView) -> Account:
    (rule,), layout = view.step.evidence.rules, view.layout
    assert isinstance(rule, Sandwich)
    filling = filling_of(rule, layout, _state(view, rule))
    assert filling is not None
    bread = tuple(map(layout.entry_of, rule.bread_on(layout)))
    line = view.shared_houses(rule.cells)[:1]
    entries = view.position.grid.entries
    facts: list[Fact] = [
        say.OnlyPlaces((digit,), line, places)
        for digit in bread
        if (places := view.places(digit, rule.cells)) and digit not in {entries[cell] for cell in rule.cells}
    ]
    facts.append(say.Between(bread, filling.sets))
    lost = grouped(((cells, inside), entry) for cells, entry, inside in filling.lost)
    facts += [say.InOrOut(cells, tuple(digits), inside) for (cells, inside), digits in lost.items()]
    return Account(say.LookAt(cells=rule.cells), (view.rule_says(rule, rule.cells),), facts)


def _state(view: StepView, rule: Sandwich | XSum) -> tuple[int, ...]:
    """The candidates of the line."""
    entries = view.position.grid.entries
    return tuple(view.position.masks[cell] or 1 << entries[cell] >> 1 for cell in rule.cells)


def x_sum_limits(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    assert isinstance(rule, XSum)
    entries = view.position.grid.entries
    state = tuple(view.position.masks[cell] or 1 << entries[cell] >> 1 for cell in rule.cells)
    reasons = [say.WithFirst(rule.cells[0], *each) for each in wrong_first_digits(rule, view.layout, state)]
    return Account(say.LookAt(cells=rule.cells), (view.rule_says(rule, rule.cells),), reasons)
