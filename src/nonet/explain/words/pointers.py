"""Cells that say where a digit is."""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.logic.variants.pointers import pointers
from nonet.rules.outside import NumberedRoom
from nonet.step import Node, RoleKind


def pointer(view: StepView) -> Account:
    (rule,), base = view.step.evidence.rules, view.role(RoleKind.BASE)
    said = {each[:2]: each for some in pointers(rule, view.layout) for each in some}
    if view.step.placements:
        start = (base.cells[0], base.digits[0])
        reasoning: list[Fact] = [_points(said[start], fails=False)]
    elif not base.digits:
        reasoning = [_points(said[each], fails=True) for each in view.step.eliminations]
    else:
        assert isinstance(rule, NumberedRoom)
        first, (digit,) = rule.cells[0], base.digits
        reasoning = [
            say.OnlyCandidates((first,), view.digits((first,))),
            say.Pointed(first, digit, base.cells),
            say.Sees(view.targets, base.cells),
        ]
    apart = view.rules_between((*base.cells, *view.targets))
    says = view.rule_says(rule, rule.affected(view.layout))
    return Account(say.LookAt(cells=base.cells), (*apart, says), reasoning)


def _points(said: tuple[int, int, int, int], *, fails: bool) -> Fact:
    cell, digit, other, put = said
    return say.Points(Node(digit, (cell,)), Node(put, (other,)), fails)
