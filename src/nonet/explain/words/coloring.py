"""Colouring: simple colouring and multi-colouring."""

from __future__ import annotations

from nonet.explain.grammar import ColourFalse, Colours, ColoursClash, Fact, LookAt, Sees
from nonet.explain.step_view import Account, StepView
from nonet.step import Role, RoleKind


def _colours(view: StepView) -> list[Fact]:
    """Each pair of colours, with the houses that join its cells."""
    roles = view.roles(RoleKind.COLOR)
    facts: list[Fact] = []
    for one, other in zip(roles[::2], roles[1::2], strict=True):
        cells = {*one.cells, *other.cells}
        houses = tuple(
            truth.house
            for truth in view.step.evidence.truths
            if truth.house is not None
            and cells.issuperset(view.places(view.digit, view.layout.houses[truth.house].cells))
        )
        facts.append(Colours(view.digit, houses, one.label, one.cells, other.label, other.cells))
    return facts


def _account(view: StepView, reasoning: list[Fact]) -> Account:
    return Account(LookAt(digit=view.digit), tuple(_colours(view)), tuple(reasoning))


def _all_that_see_both(view: StepView, one: Role, other: Role) -> list[Fact]:
    """What loses the digit because it sees both colours; cells that see the same two are named together."""
    cells: dict[tuple[int, int], list[int]] = {}
    for cell in view.targets:
        near = next((each for each in one.cells if view.see(cell, each)), None)
        far = next((each for each in other.cells if view.see(cell, each)), None)
        if near is not None and far is not None:
            cells.setdefault((near, far), []).append(cell)
    return [Sees(tuple(seeing), pair, (one.label, other.label)) for pair, seeing in cells.items()]


def trap(view: StepView) -> Account:
    """What sees both colours is eliminated."""
    one, other = view.roles(RoleKind.COLOR)[:2]
    return _account(view, _all_that_see_both(view, one, other))


def wrap(view: StepView) -> Account:
    """Two cells of a colour see each other: the colour is false."""
    (false,) = (role for role in view.roles(RoleKind.COLOR) if set(role.cells) & set(view.targets))
    pair = next(
        (one, other) for one in false.cells for other in false.cells if one < other and view.see(one, other)
    )
    clash = ColoursClash(false.label, pair[0], false.label, pair[1])
    return _account(view, [clash, ColourFalse(view.digit, false.label)])


def multi_1(view: StepView) -> Account:
    """A colour of the first pair sees one of the second: so one of their opposites is true."""
    a, b, c, d = view.roles(RoleKind.COLOR)[:4]
    facts: list[Fact] = []
    opposite = {a.label: b, b.label: a, c.label: d, d.label: c}
    for one in (a, b):
        for other in (c, d):
            pair = next(
                ((near, far) for near in one.cells for far in other.cells if view.see(near, far)), None
            )
            seen = _all_that_see_both(view, opposite[one.label], opposite[other.label])
            if pair is not None and seen:
                opposites = opposite[one.label].label, opposite[other.label].label
                facts.append(ColoursClash(one.label, pair[0], other.label, pair[1], opposites))
                facts += seen
    return _account(view, facts)


def multi_2(view: StepView) -> Account:
    """Cells of a colour see both colours of the other pair: the colour is false."""
    roles = view.roles(RoleKind.COLOR)[:4]
    facts: list[Fact] = []
    for place, false in enumerate(roles):
        if set(view.targets).issuperset(false.cells):
            others = roles[2:] if place < 2 else roles[:2]
            for other in others:
                pair = next(
                    ((near, far) for near in false.cells for far in other.cells if view.see(near, far)), None
                )
                if pair is not None:
                    facts.append(ColoursClash(false.label, pair[0], other.label, pair[1]))
            facts.append(ColourFalse(view.digit, false.label))
    return _account(view, facts)
