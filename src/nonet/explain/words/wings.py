"""Wings: XY, XYZ, WXYZ and W."""

from __future__ import annotations

from nonet.explain.facts import Fact, LookAt, SameTwoCandidates
from nonet.explain.phrases import AllOf
from nonet.explain.view import Account, View
from nonet.messages import T
from nonet.step import RoleKind

__all__ = ["w_wing", "wing"]


def wing(view: View) -> Account:
    pivot, pincers, common = (
        view.role(RoleKind.PIVOT),
        view.roles(RoleKind.PINCER),
        view.role(RoleKind.COMMON),
    )
    digit = common.digits[0]
    pattern = view.say(
        T("The pivot {pivot} sees the pincers {pincers}."),
        pivot=view.set_of(pivot),
        pincers=AllOf(tuple(view.set_of(role) for role in pincers)),
    )
    reasoning: list[Fact] = []
    for choice in pivot.digits if len(pincers) == 2 else ():
        cell = view.cells([pivot.cells[0]])
        pressed = [role for role in pincers if choice in role.digits]
        if choice == digit:
            reasoning.append(view.say(T("It may be {digit} itself."), digit=digit))
        elif len(pressed) == 1:
            reasoning.append(
                view.say(
                    T("If {pivot} = {choice}, then {pincer} = {digit}."),
                    pivot=cell,
                    choice=choice,
                    pincer=view.cells(pressed[0].cells),
                    digit=digit,
                )
            )
    if len(pincers) != 2:
        others = [other for other in pivot.digits if other != digit]
        for role in pincers:
            others += [other for other in role.digits if other != digit]
        reasoning.append(
            view.say(
                T(
                    "There are as many cells as digits, and each of {digits} fits only once into "
                    "them: {digit} cannot be missing from all of them."
                ),
                digits=view.digits(others),
                digit=digit,
            )
        )
    reasoning.append(
        view.say(
            T(
                "So {places} is {digit} in any case, and {digit} can be eliminated from every "
                "cell that sees all of these."
            ),
            places=view.places(common.cells),
            digit=digit,
        )
    )
    return Account(
        view.say(T("Look at {cells} and the cells it sees."), cells=view.cells(pivot.cells)),
        (pattern,),
        tuple(reasoning),
    )


def w_wing(view: View) -> Account:
    one, two = view.roles(RoleKind.PINCER)[:2]
    base = view.role(RoleKind.BASE)
    linked = base.digits[0]
    (digit,) = (each for each in one.digits if each != linked)
    near, far = base.cells
    pattern = (
        SameTwoCandidates((*one.cells, *two.cells), one.digits),
        view.say(
            T("{house:in} the digit {digit} can only go in {places}: one sees {one}, the other {two}."),
            house=view.houses(base.houses),
            digit=linked,
            places=view.places((near, far)),
            one=view.cells(one.cells),
            two=view.cells(two.cells),
        ),
    )
    reasoning = (
        view.say(
            T(
                "So {cells} cannot both be {linked}: one of them is {digit}, and {digit} can "
                "be eliminated from every cell that sees both."
            ),
            cells=view.cells((*one.cells, *two.cells)),
            linked=linked,
            digit=digit,
        ),
    )
    return Account(LookAt(cells=(*one.cells, *two.cells)), pattern, reasoning)
