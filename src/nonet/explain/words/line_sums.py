"""Clues beside a line by their limits: sandwiches and X-sums."""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.step_view import Account, StepView
from nonet.logic.variants.line_sums import gap_of, wrong_first_digits
from nonet.rules.outside import Sandwich, XSum


def sandwich_crust(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    assert isinstance(rule, Sandwich)
    bread = tuple(map(view.layout.entry_of, rule.bread_on(view.layout)))
    between = say.CellsBetween(bread, *gap_of(rule, view.layout))
    lost = [
        say.NoPartner(view.gone[digit], digit, other)
        for digit, other in (bread, bread[::-1])
        if digit in view.gone
    ]
    return Account(say.LookAt(cells=rule.cells), (view.rule_says(rule, rule.cells),), (between, *lost))


def x_sum_limits(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    assert isinstance(rule, XSum)
    entries = view.position.grid.entries
    state = tuple(view.position.masks[cell] or 1 << entries[cell] >> 1 for cell in rule.cells)
    reasons = [say.WithFirst(rule.cells[0], *each) for each in wrong_first_digits(rule, view.layout, state)]
    return Account(say.LookAt(cells=rule.cells), (view.rule_says(rule, rule.cells),), reasons)
