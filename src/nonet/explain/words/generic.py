"""The explainer of last resort: any step, of any technique, by the roles that its evidence names."""

from __future__ import annotations

from nonet.explain.facts import Fact, LookAt
from nonet.explain.phrases import AllOf, DigitSet, Listed, PartName, Phrase, TruthPhrase
from nonet.explain.view import Account, View
from nonet.messages import T

__all__ = ["generic"]

MOST_TRUTHS = 12


def generic(view: View) -> Account:
    """Where its roles are, what they are, and its chains."""
    evidence = view.step.evidence
    pattern: list[Fact] = []
    for role in evidence.roles:
        parts: list[Phrase] = []
        if role.cells:
            parts.append(view.cells(role.cells))
        if role.digits:
            parts.append(DigitSet(role.digits))
        if role.houses:
            parts.append(view.houses(role.houses))
        name = PartName(role.kind.value, role.label if role.label != "endo" else "")
        pattern.append(view.say(T("{role}: {what}."), role=name, what=Listed(tuple(parts))))
    chains = evidence.chains or ((evidence.links,) if evidence.links else ())
    pattern += [view.chain(chain) for chain in chains if chain]
    reasoning: list[Fact] = [view.chain(chain, reasons=True) for chain in chains if chain]
    if evidence.truths:
        truths = AllOf(tuple(TruthPhrase(truth) for truth in evidence.truths[:MOST_TRUTHS]))
        reasoning.append(view.say(T("Otherwise these could not all be satisfied: {truths}."), truths=truths))
    cells = [cell for role in evidence.roles for cell in role.cells] or [
        cell for cell, _ in (*view.step.placements, *view.step.eliminations)
    ]
    return Account(LookAt(cells=tuple(cells)), tuple(pattern), tuple(reasoning))
