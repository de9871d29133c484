"""Several cages and cells of a house: killer pairs, blocked combinations."""

from __future__ import annotations

from nonet.explain.grammar import EveryWay, Fact, LeavesNothing, LookAt, Needs, OnlyCandidates, UsedUp
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.cages import cage_facts
from nonet.rules.base import Rule
from nonet.step import Role, RoleKind


def _group_facts(view: StepView, role: Role) -> tuple[list[Fact], tuple[int, ...]]:
    """A group, and the combinations that it can hold: a cage, or a cell with its candidates."""
    rule = _cage(view, role)
    if rule is None:
        digits = view.digits(role.cells)
        return [OnlyCandidates(role.cells, digits)], tuple(1 << (digit - 1) for digit in digits)
    stated, _, found = cage_facts(view, rule)
    return stated, found


def _cage(view: StepView, role: Role) -> Rule | None:
    for rule in view.step.evidence.rules:
        cells = rule.affected(view.layout)
        if role.cells == tuple(cell for cell in cells if not view.position.grid[cell]):
            return rule
    return None


def killer_pair(view: StepView) -> Account:
    base = view.role(RoleKind.BASE)
    wanted = sum(1 << (digit - 1) for digit in base.digits)
    pattern: list[Fact] = []
    for role in view.roles(RoleKind.SET):
        stated, found = _group_facts(view, role)
        pattern += stated
        if _cage(view, role) is not None:
            pattern.append(Needs(base.digits, min((each & wanted).bit_count() for each in found)))
    used_up = UsedUp(base.digits, base.houses[0], view.step.eliminations)
    return Account(LookAt(base.houses), tuple(pattern), (used_up,))


def blocked(view: StepView) -> Account:
    house = view.role(RoleKind.BASE).houses
    one, other = view.roles(RoleKind.SET)
    stated, found = _group_facts(view, one)
    against_facts, against = _group_facts(view, other)
    gone = tuple(each for each in found if all(each & held for held in against))
    leaves = LeavesNothing(gone, other.cells, house[0])
    return Account(
        LookAt(house),
        (*against_facts, *stated),
        (leaves, EveryWay(view.step.eliminations, tuple(view.gone), other=True)),
    )
