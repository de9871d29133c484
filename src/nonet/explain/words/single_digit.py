"""One digit: skyscraper, kite, turbot fish, empty rectangle, colouring, templates."""

from __future__ import annotations

from nonet.explain.view import Teller, Told, View
from nonet.messages import TN, T
from nonet.step import Link, RoleKind

__all__ = ["TELLERS"]


def _two_links(view: View) -> Told:
    chains = view.step.evidence.chains or (view.step.evidence.links,)
    pattern: list[str] = []
    reasoning: list[str] = []
    for chain in chains:
        first, join, last = chain
        pattern += [_two_places(view, first), _two_places(view, last)]
        pattern.append(
            view.say(
                T("{one} and {other} see each other."),
                one=view.cells(join.start.cells),
                other=view.cells(join.end.cells),
            )
        )
        ends = view.places((*first.start.cells, *last.end.cells))
        reasoning.append(
            view.say(
                T("{joined} cannot both be {digit}, so {ends} is: {digit} goes from what sees both ends."),
                joined=view.cells((*join.start.cells, *join.end.cells)),
                ends=ends,
                digit=view.digit,
            )
        )
    return Told(
        view.look_at_digit(view.digit), tuple(dict.fromkeys(pattern)), tuple(dict.fromkeys(reasoning))
    )


def _two_places(view: View, link: Link) -> str:
    house = view.strong_house(link)
    return view.say(
        T("{house:in} the digit {digit} can only stand in {places}."),
        house=view.houses([] if house is None else [house]),
        digit=view.digit,
        places=view.places((*link.start.cells, *link.end.cells)),
    )


def _empty_rectangle(view: View) -> Told:
    base, digit = view.role(RoleKind.BASE), view.digit
    box = view.houses(base.houses)
    pattern = [
        view.say(
            T("{box:in} the places of {digit} make a cross of one row and one column: {cells}."),
            box=box,
            digit=digit,
            cells=view.cells(base.cells),
        )
    ]
    reasoning = []
    targets = list(view.targets)
    for role in view.roles(RoleKind.PINCER):
        far, near = role.cells  # the far end is in line with the cross, the near one with what goes
        target = next((cell for cell in targets if cell in view.layout.peers[near]), targets[0])
        if len(targets) > 1:
            targets.remove(target)
        pattern.append(
            view.say(
                T("{house:in} the digit {digit} can only stand in {places}."),
                house=view.houses(role.houses),
                digit=digit,
                places=view.places(role.cells),
            )
        )
        reasoning.append(
            view.say(
                T(
                    "If {target} were {digit}, {near} would not be and {far} would: "
                    "together they see every place {box:in}, and none is left."
                ),
                target=view.cell(target),
                digit=digit,
                near=view.cell(near),
                far=view.cell(far),
                box=box,
            )
        )
    return Told(view.look(base.houses), tuple(pattern), tuple(reasoning))


# -- colouring -----------------------------------------------------------------------------------------------


def _colors(view: View) -> list[str]:
    pattern = []
    roles = view.roles(RoleKind.COLOR)
    for one, other in zip(roles[::2], roles[1::2], strict=True):
        pattern.append(
            view.say(
                T(
                    "Follow the houses with two places for {digit}, in turns {a} ({cells_a}) and {b} "
                    "({cells_b})."
                ),
                digit=view.digit,
                a=one.label,
                b=other.label,
                cells_a=view.cells(one.cells),
                cells_b=view.cells(other.cells),
            )
        )
    return pattern


def _trap(view: View) -> Told:
    reasoning = (
        view.say(T("Either all of A are {digit} or all of B."), digit=view.digit),
        view.count(
            TN("{cells} sees both, so it cannot be {digit}.", "{cells} see both, so they cannot be {digit}."),
            len(view.targets),
            cells=view.cells(view.targets),
            digit=view.digit,
        ),
    )
    return Told(view.look_at_digit(view.digit), tuple(_colors(view)), reasoning)


def _wrap(view: View) -> Told:
    gone = {cell for cell, _ in view.step.eliminations}
    wrong = [role.label for role in view.roles(RoleKind.COLOR) if gone.intersection(role.cells)]
    reasoning = (
        view.say(T("Either all of A are {digit} or all of B."), digit=view.digit),
        view.say(
            T("Two cells of {label} see each other, so that colour is wrong everywhere."),
            label=view.voice.all_of(wrong),
        ),
    )
    return Told(view.look_at_digit(view.digit), tuple(_colors(view)), reasoning)


def _multi_1(view: View) -> Told:
    reasoning = (
        view.say(T("Of A and B one colour is right, and of C and D.")),
        view.say(T("A colour of the first pair sees one of the second, so these two are not both right.")),
        view.say(
            T("One of the other two is, and {digit} goes from what sees both of them."), digit=view.digit
        ),
    )
    return Told(view.look_at_digit(view.digit), tuple(_colors(view)), reasoning)


def _multi_2(view: View) -> Told:
    gone = {cell for cell, _ in view.step.eliminations}
    wrong = [role.label for role in view.roles(RoleKind.COLOR) if gone.issuperset(role.cells)]
    reasoning = (
        view.say(T("Of A and B one colour is right, and of C and D.")),
        view.say(
            T(
                "Cells of {label} see both colours of the other pair, one of which is right: {label} is "
                "wrong."
            ),
            label=view.voice.all_of(wrong),
        ),
    )
    return Told(view.look_at_digit(view.digit), tuple(_colors(view)), reasoning)


# -- templates -----------------------------------------------------------------------------------------------


def _template(view: View) -> Told:
    base = view.role(RoleKind.BASE)
    helpers = view.roles(RoleKind.SET)
    placing = bool(view.step.placements)
    pattern = [
        view.say(
            T("Take every way to put {digit} into all houses that still need it (its templates)."),
            digit=view.digit,
        )
    ]
    if helpers:
        digits = view.digits(digit for role in helpers for digit in role.digits)
        pattern.append(view.say(T("What the templates of {digits} fill is taken."), digits=digits))
    if placing:
        reason = view.say(T("All of them use {cells}."), cells=view.cells(base.cells))
    else:
        count = len(view.targets)
        cells = view.cells(view.targets)
        reason = view.count(
            TN("None of them uses {cells}.", "None of them uses any of {cells}."), count, cells=cells
        )
    return Told(view.look_at_digit(view.digit), tuple(pattern), (reason,))


TELLERS: dict[str, Teller] = {
    "skyscraper": _two_links,
    "two-string-kite": _two_links,
    "dual-two-string-kite": _two_links,
    "turbot-fish": _two_links,
    "empty-rectangle": _empty_rectangle,
    "dual-empty-rectangle": _empty_rectangle,
    "simple-colors-trap": _trap,
    "simple-colors-wrap": _wrap,
    "multi-colors-1": _multi_1,
    "multi-colors-2": _multi_2,
    "template-set": _template,
    "template-delete": _template,
}
