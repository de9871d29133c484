"""Killer cages, one at a time."""

from __future__ import annotations

from nonet.explain.grammar import CageSum, Combinations, EveryWay, Fact, LookAt, Needs
from nonet.explain.step_view import Account, StepView
from nonet.logic.variants.ways import ways_of
from nonet.rules.base import Rule
from nonet.rules.cages import Cage

MOST_COMBINATIONS = 6
"""More combinations than this are not listed."""


def cage_facts(view: StepView, rule: Rule) -> tuple[list[Fact], tuple[int, ...], tuple[int, ...]]:
    """The sum of a cage and, if they are few, its combinations; its empty cells; all combinations."""
    assert isinstance(rule, Cage)
    assert rule.sum is not None
    values = view.position.grid.values
    empty = tuple(cell for cell in rule.cells if not values[cell])
    rest = rule.sum - sum(values[cell] for cell in rule.cells)
    found = ways_of(tuple(view.position.masks[cell] for cell in empty), rest).combinations
    stated: list[Fact] = [CageSum(rule.cells, rule.sum, empty, rest)]
    if len(empty) > 1 and len(found) <= MOST_COMBINATIONS:
        stated.append(Combinations(empty, found))
    return stated, empty, found


def _account(view: StepView, *reasoning: Fact) -> Account:
    (rule,) = view.step.evidence.rules
    stated, _, _ = cage_facts(view, rule)
    return Account(LookAt(cells=rule.affected(view.layout)), tuple(stated), reasoning)


def last_cell(view: StepView) -> Account:
    return _account(view)


def combinations(view: StepView) -> Account:
    return _account(view, EveryWay(view.step.eliminations, tuple(view.gone)))


def placements(view: StepView) -> Account:
    return _account(view, EveryWay(view.step.eliminations))


def must_have(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    stated, empty, _ = cage_facts(view, rule)
    places = view.places(view.digit, empty)
    reasoning = (Needs((view.digit,)), *view.one_of_places(view.digit, places))
    return Account(LookAt(cells=rule.affected(view.layout)), tuple(stated), reasoning)
