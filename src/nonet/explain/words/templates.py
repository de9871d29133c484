"""Templates: every way to place a digit on the whole board."""

from __future__ import annotations

from nonet.explain.grammar import LookAt, Templates
from nonet.explain.step_view import Account, StepView
from nonet.step import RoleKind


def template(view: StepView) -> Account:
    helpers = tuple(sorted(role.digits[0] for role in view.roles(RoleKind.SET)))
    placed = tuple(sorted(cell for cell, _ in view.step.placements))
    fact = Templates(view.digit, placed or view.targets, bool(placed), helpers)
    return Account(LookAt(digit=view.digit), (fact,), ())
