"""Naked and hidden subsets."""

from __future__ import annotations

from nonet.explain.grammar import Fact, Filled, LookAt, OnlyCandidates, OnlyPlaces, Sees
from nonet.explain.step_view import Account, StepView
from nonet.step import RoleKind


def naked_subset(view: StepView) -> Account:
    base = view.role(RoleKind.BASE)
    reasoning: list[Fact] = [Filled(base.cells, base.digits)]
    reasoning += _losing(view, base.cells)
    return Account(
        LookAt(base.houses[:1]),
        (OnlyCandidates(base.cells, base.digits, base.houses),),
        tuple(reasoning),
    )


def _losing(view: StepView, cells: tuple[int, ...]) -> list[Fact]:
    """Which cells lose candidates, and the cells of the subset that they see: all of them, or those with the digit."""
    if view.all_see(view.targets, cells):
        return [Sees(view.targets, cells)]
    return [Sees(gone, view.places(digit, cells), digit=digit) for digit, gone in view.gone.items()]


def hidden_subset(view: StepView) -> Account:
    base = view.role(RoleKind.BASE)
    return Account(
        LookAt(base.houses),
        (OnlyPlaces(base.digits, base.houses, base.cells),),
        (Filled(base.cells, base.digits, hidden=True),),
    )
