"""What rows or columns, and as many regions of a jigsaw, do not share."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.step import RoleKind


def leftovers(view: StepView) -> Account:
    houses, regions = view.role(RoleKind.BASE).houses, view.role(RoleKind.COVER).houses
    one, other = (role.cells for role in view.roles(RoleKind.SET))
    same = say.SameLeftovers(houses, regions, one, other)
    return Account(say.LookAt(houses), (same,), (_reason(view, one, other),))


def _reason(view: StepView, one: tuple[int, ...], other: tuple[int, ...]) -> Fact:
    digit = view.digit
    can, have = _holding(view, one), _filled(view, other)
    if view.step.placements:
        return say.LeftoverPlaces(digit, _holding(view, other), _filled(view, one))
    if not can and not have:
        return say.LeftoverLacks(tuple(view.gone), one, view.targets)
    return say.LeftoverFull(digit, can, have, view.targets)


def _filled(view: StepView, cells: Iterable[int]) -> tuple[int, ...]:
    return tuple(cell for cell in cells if view.position.grid.entries[cell] == view.digit)


def _holding(view: StepView, cells: tuple[int, ...]) -> tuple[int, ...]:
    """The cells that have the digit, or can have it."""
    return tuple(sorted((*_filled(view, cells), *view.places(view.digit, cells))))
