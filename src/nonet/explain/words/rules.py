"""What any rule implies, and trials."""

from __future__ import annotations

from nonet.explain.grammar import (
    Briefly,
    Combinations,
    EveryWay,
    Fact,
    Fails,
    Left,
    LookAt,
    Suppose,
)
from nonet.explain.step_view import Account, StepView, rules_between
from nonet.logic.variants.implied import every_way
from nonet.rules.base import Rule
from nonet.rules.cages import Cage
from nonet.step import Node, RoleKind, Step

MOST_WAYS = 12
"""More ways to fill the cells of a rule than this are not listed."""


def consequence(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    cells = view.role(RoleKind.BASE).cells
    rules = (rule, *view.step.evidence.apart)
    ways = every_way(rules, cells, view.position, MOST_WAYS)
    says = view.rule_says(rule, cells, tuple(ways or ()))
    reasoning = EveryWay(view.step.eliminations)
    houses = [number for number, house in enumerate(view.layout.houses) if {*house.cells} == {*cells}]
    look = LookAt((houses[0],)) if houses else LookAt(cells=cells)
    return Account(look, (*view.rules_between(cells), says), (reasoning,))


def trial(view: StepView) -> Account:
    """Suppose, one line for each step, and the contradiction."""
    found = view.step.evidence.trial
    assert found is not None
    cell, digit = found.candidate
    node = Node(digit, (cell,))
    stated: list[Fact] = [Suppose(node, depth=1), *(_line(view, step) for step in found.steps)]
    if found.rule is None:
        stated.append(Left(found.truth, depth=2))
    else:
        stated += _unfillable(view, found.rule)
    return Account(LookAt(node=node), (Fails(node),), tuple(stated))


def _line(view: StepView, step: Step) -> Briefly:
    evidence, layout = step.evidence, view.layout
    looked_at = tuple(cell for role in evidence.roles for cell in role.cells)
    rules = tuple((rule.title, cells) for rule, cells in rules_between(evidence, looked_at, layout))
    if step.technique == "rule-consequence":
        rules = (*((rule.title, looked_at) for rule in evidence.rules), *rules)
        return Briefly(step.technique, step.placements, step.eliminations, rules=rules)
    cells = tuple(cell for rule in evidence.rules for cell in rule.affected(layout))
    houses = tuple(house for equation in evidence.equations for house in equation.houses)
    if not cells and not houses:
        houses = tuple(house for role in evidence.roles for house in role.houses)[:1]
    return Briefly(step.technique, step.placements, step.eliminations, cells, houses, rules)


def _unfillable(view: StepView, rule: Rule) -> list[Fact]:
    assert isinstance(rule, Cage)
    return [Combinations(rule.cells, (), depth=2)]
