"""Naked and hidden subsets."""

from __future__ import annotations

from nonet.explain.facts import LookAt, OnlyCandidates, OnlyPlacesOfDigits
from nonet.explain.view import Account, View
from nonet.messages import T
from nonet.step import RoleKind

__all__ = ["hidden_subset", "naked_subset"]


def naked_subset(view: View) -> Account:
    base = view.role(RoleKind.BASE)
    return Account(
        LookAt(base.houses[:1]),
        (OnlyCandidates(base.cells, base.digits, base.houses),),
        (
            view.say(
                T(
                    "As many cells as digits: {digits} all go into these cells, and into no other "
                    "{houses:in}."
                ),
                digits=view.digits(base.digits),
                houses=view.houses(base.houses),
            ),
        ),
    )


def hidden_subset(view: View) -> Account:
    base = view.role(RoleKind.BASE)
    return Account(
        LookAt(base.houses),
        (OnlyPlacesOfDigits(base.digits, base.houses, base.cells),),
        (
            view.say(
                T("As many digits as cells: these cells take {digits} and nothing else."),
                digits=view.digits(base.digits),
            ),
        ),
    )
