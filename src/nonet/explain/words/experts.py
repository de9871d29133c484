"""The patterns of experts: SK-loop, exocet, tridagon."""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.generic import refutations
from nonet.step import RoleKind


def sk_loop(view: StepView) -> Account:
    cells = tuple(truth.cell for truth in view.step.evidence.truths if truth.cell is not None)
    rooms = tuple((role.houses[0], role.digits) for role in view.roles(RoleKind.SET))
    room = say.RoomFor(cells, rooms)
    return Account(say.LookAt(tuple(house for house, _ in rooms[1::2])), (room,), (), (room,))


def exocet(view: StepView) -> Account:
    base, lines = view.role(RoleKind.BASE), view.role(RoleKind.COVER).houses
    one, other = targets = view.role(RoleKind.PINCER).cells
    pattern = say.OnlyCandidates(base.cells, base.digits)
    both = say.SameTwo(base.cells, (one, other))
    reasoning: list[Fact] = []
    for digit in base.digits:
        needing = tuple(line for line in lines if view.places(digit, view.layout.houses[line].cells))
        places = (
            cell
            for line in needing
            for cell in view.places(digit, view.layout.houses[line].cells)
            if cell not in targets and not view.all_see([cell], base.cells)
        )
        reasoning.append(say.InTarget(base.cells, (one, other), digit, needing, tuple(sorted(places))))
    told = pattern, say.ComeBack(base.cells, (one, other), lines), both
    return Account(say.LookAt(cells=base.cells), (pattern,), (*reasoning, both), told)


def tridagon(view: StepView) -> Account:
    """One of the guardians is true; so what leaves none of them goes."""
    deadly = view.step.evidence.deadly
    assert deadly is not None
    pattern = say.CannotFill(deadly.cells, deadly.digits), view.either(view.prover.way_out(deadly))
    where = say.LookAt(digits=deadly.digits)
    if view.step.placements:
        return Account(where, pattern, (), pattern)
    told = *pattern, say.NothingExtra(view.step.eliminations, deadly.digits)
    return Account(where, pattern, refutations(view), told)
