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
                    "There are as many cells as digits, so {digits} all go in these cells and in "
                    "no others {houses:in}."
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
                T("There are as many digits as cells, so these cells hold {digits} and nothing else."),
                digits=view.digits(base.digits),
            ),
        ),
    )
