"""Templates: every way to place a digit on the whole board."""

from __future__ import annotations

from nonet.explain.facts import LookAt
from nonet.explain.view import Account, View
from nonet.messages import TN, T
from nonet.step import RoleKind

__all__ = ["template"]


def template(view: View) -> Account:
    base = view.role(RoleKind.BASE)
    helpers = view.roles(RoleKind.SET)
    placing = bool(view.step.placements)
    pattern = [
        view.say(
            T("Consider every way to place {digit} in all houses that still need it (its templates)."),
            digit=view.digit,
        )
    ]
    if helpers:
        digits = view.digits(digit for role in helpers for digit in role.digits)
        pattern.append(view.say(T("Cells that the templates of {digits} fill are taken."), digits=digits))
    if placing:
        reason = view.say(T("All of them use {cells}."), cells=view.cells(base.cells))
    else:
        count = len(view.targets)
        cells = view.cells(view.targets)
        reason = view.count(
            TN("None of them uses {cells}.", "None of them uses any of {cells}."), count, cells=cells
        )
    return Account(LookAt(digit=view.digit), tuple(pattern), (reason,))
