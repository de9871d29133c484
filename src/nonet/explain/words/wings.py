"""Wings: XY, XYZ, WXYZ and W."""

from __future__ import annotations

from nonet.explain.grammar import (
    Fact,
    FitOnce,
    Implies,
    LookAt,
    OnlyCandidates,
    OnlyPlaces,
    Sees,
)
from nonet.explain.step_view import Account, StepView
from nonet.step import Node, RoleKind


def wing(view: StepView) -> Account:
    """Whatever the pivot is, a pincer is the common digit; with more pincers, by counting."""
    pivot, common = view.role(RoleKind.PIVOT), view.role(RoleKind.COMMON)
    pincers = [role.cells[0] for role in view.roles(RoleKind.PINCER)]
    digit = common.digits[0]
    if len(pincers) != 2:
        return _by_counting(view, (*pivot.cells, *pincers), digit)
    (hinge,) = pivot.cells
    pattern: list[Fact] = [OnlyCandidates((hinge,), view.digits((hinge,)))]
    pattern += [OnlyCandidates((cell,), view.digits((cell,))) for cell in pincers]
    pattern.append(Sees((hinge,), tuple(sorted(pincers))))
    reasoning: list[Fact] = []
    for choice in view.digits((hinge,)):
        for cell in pincers:
            if choice != digit and choice in view.digits((cell,)):
                reasoning.append(Implies(Node(choice, (hinge,)), Node(digit, (cell,))))
    reasoning += view.one_of_places(digit, common.cells)
    return Account(LookAt(cells=pivot.cells), tuple(pattern), tuple(reasoning))


def _by_counting(view: StepView, cells: tuple[int, ...], digit: int) -> Account:
    """As many cells as digits, and all but one of these fit only once: so that one is there too."""
    digits = view.digits(cells)
    pattern = OnlyCandidates(tuple(sorted(cells)), digits)
    once = FitOnce(tuple(each for each in digits if each != digit), tuple(sorted(cells)), digit)
    reasoning = view.one_of_places(digit, view.places(digit, cells))
    return Account(LookAt(cells=cells), (pattern, once), tuple(reasoning))


def w_wing(view: StepView) -> Account:
    one, two = (role.cells[0] for role in view.roles(RoleKind.PINCER)[:2])
    base = view.role(RoleKind.BASE)
    linked = base.digits[0]
    (digit,) = (each for each in view.digits((one,)) if each != linked)
    near, far = (
        base.cells if view.see(base.cells[0], one) and view.see(base.cells[1], two) else base.cells[::-1]
    )
    pattern = (
        OnlyCandidates((one, two), view.digits((one,)), each=True),
        OnlyPlaces((linked,), base.houses, base.cells),
        view.see_each_other((near,), (one,)),
        view.see_each_other((far,), (two,)),
    )
    reasoning: list[Fact] = [
        Implies(Node(linked, (near,)), Node(digit, (one,))),
        Implies(Node(linked, (far,)), Node(digit, (two,))),
        *view.one_of_places(digit, (one, two)),
    ]
    return Account(LookAt(cells=(one, two)), pattern, tuple(reasoning))
