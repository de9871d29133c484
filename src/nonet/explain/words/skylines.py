"""How many digits of a line are seen, at most and at least."""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.needs import held
from nonet.logic.variants.skylines import heights
from nonet.rules.outside import Skyscraper


def skyline(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    assert isinstance(rule, Skyscraper)
    top = view.layout.size
    facts: list[Fact] = []
    for each in heights(rule, [held(view, cell) for cell in rule.cells], top):
        if each.many:
            facts.append(say.TooManySeen(each.cell, each.low, each.before, each.before + 2, top))
        else:
            most = each.before + 1 + each.after
            facts.append(say.TooFewSeen(each.cell, each.low, each.before, each.after, most))
    return Account(say.LookAt(cells=rule.cells), (view.rule_says(rule, rule.cells),), facts)
