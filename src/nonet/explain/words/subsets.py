"""Naked and hidden subsets."""

from __future__ import annotations

from nonet.explain.grammar import Fact, Filled, LookAt, OnlyCandidates, OnlyPlaces, Sees
from nonet.explain.view import Account, View
from nonet.step import RoleKind

__all__ = ["hidden_subset", "naked_subset"]


def naked_subset(view: View) -> Account:
    base = view.role(RoleKind.BASE)
    reasoning: list[Fact] = [Filled(base.cells, base.digits)]
    for losing, places in _by_places(view, base.cells).items():
        reasoning.append(Sees(losing, places))
    return Account(
        LookAt(base.houses[:1]),
        (OnlyCandidates(base.cells, base.digits, base.houses),),
        tuple(reasoning),
    )


def _by_places(view: View, cells: tuple[int, ...]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Which cells lose candidates, and the cells of the subset that they see: all of them, or those with the digit."""
    losing = view.targets
    if view.all_see(losing, cells):
        return {losing: cells}
    return {gone: view.places(digit, cells) for digit, gone in view.gone.items()}


def hidden_subset(view: View) -> Account:
    base = view.role(RoleKind.BASE)
    return Account(
        LookAt(base.houses),
        (OnlyPlaces(base.digits, base.houses, base.cells),),
        (Filled(base.cells, base.digits, hidden=True),),
    )
