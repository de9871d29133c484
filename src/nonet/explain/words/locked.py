"""Locked candidates; locked pairs and triples are naked subsets in two houses."""

from __future__ import annotations

from nonet.explain.grammar import LookAt, OnlyPlaces
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.subsets import naked_subset
from nonet.step import RoleKind

__all__ = ["locked_candidates", "naked_subset"]


def locked_candidates(view: StepView) -> Account:
    base, cover = view.role(RoleKind.BASE), view.role(RoleKind.COVER)
    return Account(
        LookAt(base.houses),
        (OnlyPlaces((view.digit,), base.houses, base.cells, cover.houses),),
        tuple(view.one_of_places(view.digit, base.cells)),
    )
