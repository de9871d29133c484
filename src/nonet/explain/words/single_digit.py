"""Patterns of one digit: skyscraper, kite, turbot fish, empty rectangle."""

from __future__ import annotations

from nonet.explain.facts import Fact, LookAt, OnlyPlaces, SeeEachOther
from nonet.explain.view import Account, View
from nonet.messages import T
from nonet.step import Link, RoleKind

__all__ = ["empty_rectangle", "two_links"]


def two_links(view: View) -> Account:
    chains = view.step.evidence.chains or (view.step.evidence.links,)
    pattern: list[Fact] = []
    reasoning: list[Fact] = []
    for chain in chains:
        first, join, last = chain
        digit = first.start.digit  # a dual kite may have two
        pattern += [_two_places(view, first), _two_places(view, last)]
        pattern.append(SeeEachOther(join.start.cells, join.end.cells))
        ends = view.places((*first.start.cells, *last.end.cells))
        reasoning.append(
            view.say(
                T(
                    "{joined} cannot both be {digit}, so {ends} is: {digit} can be eliminated "
                    "from every cell that sees both ends."
                ),
                joined=view.cells((*join.start.cells, *join.end.cells)),
                ends=ends,
                digit=digit,
            )
        )
    return Account(
        LookAt(digit=chains[0][0].start.digit), tuple(dict.fromkeys(pattern)), tuple(dict.fromkeys(reasoning))
    )


def _two_places(view: View, link: Link) -> Fact:
    house = view.strong_house(link)
    return OnlyPlaces(
        link.start.digit, () if house is None else (house,), (*link.start.cells, *link.end.cells)
    )


def empty_rectangle(view: View) -> Account:
    base, digit = view.role(RoleKind.BASE), view.digit
    box = view.houses(base.houses)
    pattern: list[Fact] = [
        view.say(
            T("{box:in} the places for {digit} are all in one row and one column: {cells}."),
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
        pattern.append(OnlyPlaces(digit, role.houses, role.cells))
        reasoning.append(
            view.say(
                T(
                    "If {target} were {digit}, {near} would not be and {far} would: {target} and "
                    "{far} together see every place {box:in}, and none would be left."
                ),
                target=view.cells([target]),
                digit=digit,
                near=view.cells([near]),
                far=view.cells([far]),
                box=box,
            )
        )
    return Account(LookAt(base.houses), tuple(pattern), tuple(reasoning))
