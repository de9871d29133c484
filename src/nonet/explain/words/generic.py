"""The explainer of last resort: any step, of any technique, by its roles and by the proof that its evidence makes."""

from __future__ import annotations

from nonet.explain.grammar import Fact, LookAt, RoleIs
from nonet.explain.proof import Unproved
from nonet.explain.step_view import Account, StepView


def generic(view: StepView) -> Account:
    """Where its roles are, what they are, its chains; and a proof, if the evidence makes one."""
    evidence = view.step.evidence
    pattern: list[Fact] = [
        RoleIs(
            role.kind.value, role.label if role.label != "endo" else "", role.cells, role.digits, role.houses
        )
        for role in evidence.roles
    ]
    try:
        reasoning = refutations(view)
    except Unproved:
        reasoning = []
    if not reasoning:
        chains = evidence.chains or ((evidence.links,) if evidence.links else ())
        reasoning = [view.chain(chain) for chain in chains if chain]
    cells = [cell for role in evidence.roles for cell in role.cells] or [
        cell for cell, _ in (*view.step.placements, *view.step.eliminations)
    ]
    return Account(LookAt(cells=tuple(dict.fromkeys(cells))), pattern, reasoning)


def refutations(view: StepView) -> list[Fact]:
    """For each thing that the step concludes: suppose the opposite, and see it fail."""
    case = view.step.evidence.cases
    concluded = [(each, False) for each in view.step.placements]
    concluded += [(each, True) for each in view.step.eliminations]
    return [fact for literal in concluded for fact in view.prover.proof(literal, case=case)]
