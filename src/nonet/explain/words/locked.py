"""Locked candidates; locked pairs and triples are naked subsets in two houses."""

from __future__ import annotations

from nonet.explain.facts import LookAt, PlacesInBoth
from nonet.explain.view import Account, View
from nonet.explain.words.subsets import naked_subset
from nonet.messages import T
from nonet.step import RoleKind

__all__ = ["locked_candidates", "naked_subset"]


def locked_candidates(view: View) -> Account:
    base, cover = view.role(RoleKind.BASE), view.role(RoleKind.COVER)
    return Account(
        LookAt(base.houses),
        (PlacesInBoth(view.digit, base.houses, base.cells, cover.houses),),
        (
            view.say(
                T("One of them must be {digit}, so no other cell {cover:in} can be."),
                digit=view.digit,
                cover=view.houses(cover.houses),
            ),
        ),
    )
