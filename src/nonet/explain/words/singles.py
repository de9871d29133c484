"""Full houses, naked singles, hidden singles."""

from __future__ import annotations

from nonet.explain.view import Told, View
from nonet.messages import T
from nonet.step import RoleKind

__all__ = ["full_house", "hidden_single", "naked_single"]


def full_house(view: View) -> Told:
    role = view.role(RoleKind.BASE)
    cell, house = view.cell(role.cells[0]), view.houses(role.houses)
    return Told(
        view.look(role.houses),
        (view.say(T("{cell} is the last open cell {house:of}."), cell=cell, house=house),),
        (view.say(T("The other cells hold every digit but {digit}."), digit=view.digit),),
    )


def naked_single(view: View) -> Told:
    cell = view.cell(view.role(RoleKind.BASE).cells[0])
    return Told(
        view.say(T("Look at {cells}."), cells=cell),
        (view.say(T("{cell} has one candidate left: {digit}."), cell=cell, digit=view.digit),),
        (
            view.say(
                T("Every other digit stands already in a house of this cell, or has been ruled out here.")
            ),
        ),
    )


def hidden_single(view: View) -> Told:
    role = view.role(RoleKind.BASE)
    slots = {"cell": view.cell(role.cells[0]), "house": view.houses(role.houses), "digit": view.digit}
    return Told(
        view.look(role.houses),
        (view.say(T("{house:in} one place is left for the digit {digit}: {cell}."), **slots),),
        (view.say(T("The other cells {house:of} are filled, see a {digit} or have lost it."), **slots),),
    )
