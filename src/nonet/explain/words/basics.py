"""Singles, locked candidates, subsets."""

from __future__ import annotations

from nonet.explain.view import Teller, Told, View
from nonet.messages import T
from nonet.step import RoleKind

__all__ = ["TELLERS"]


def _full_house(view: View) -> Told:
    role = view.role(RoleKind.BASE)
    cell, house = view.cell(role.cells[0]), view.houses(role.houses)
    return Told(
        view.look(role.houses),
        (view.say(T("{cell} is the last open cell {house:of}."), cell=cell, house=house),),
        (view.say(T("The other cells hold every digit but {digit}."), digit=view.digit),),
    )


def _naked_single(view: View) -> Told:
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


def _hidden_single(view: View) -> Told:
    role = view.role(RoleKind.BASE)
    slots = {"cell": view.cell(role.cells[0]), "house": view.houses(role.houses), "digit": view.digit}
    return Told(
        view.look(role.houses),
        (view.say(T("{house:in} one place is left for the digit {digit}: {cell}."), **slots),),
        (view.say(T("The other cells {house:of} are filled, see a {digit} or have lost it."), **slots),),
    )


def _locked_candidates(view: View) -> Told:
    base, cover = view.role(RoleKind.BASE), view.role(RoleKind.COVER)
    slots = {
        "digit": view.digit,
        "cells": view.cells(base.cells),
        "base": view.houses(base.houses),
        "cover": view.houses(cover.houses),
    }
    return Told(
        view.look(base.houses),
        (
            view.say(
                T("{base:in} the digit {digit} can only stand in {cells}, all of them {cover:in} too."),
                **slots,
            ),
        ),
        (view.say(T("One of these takes {digit}, so {cover:in} no other cell can."), **slots),),
    )


def _naked_subset(view: View) -> Told:
    base = view.role(RoleKind.BASE)
    slots = {
        "digits": view.digits(base.digits),
        "cells": view.cells(base.cells),
        "houses": view.houses(base.houses),
    }
    return Told(
        view.look(base.houses[:1]),
        (
            view.say(
                T("{houses:in} the cells {cells} have only the candidates {digits} between them."), **slots
            ),
        ),
        (
            view.say(
                T(
                    "As many cells as digits: {digits} all go into these cells, and into no other "
                    "{houses:in}."
                ),
                **slots,
            ),
        ),
    )


def _hidden_subset(view: View) -> Told:
    base = view.role(RoleKind.BASE)
    slots = {
        "digits": view.digits(base.digits),
        "cells": view.cells(base.cells),
        "houses": view.houses(base.houses),
    }
    return Told(
        view.look(base.houses),
        (view.say(T("{houses:in} the digits {digits} can only stand in {cells}."), **slots),),
        (view.say(T("As many digits as cells: these cells take {digits} and nothing else."), **slots),),
    )


TELLERS: dict[str, Teller] = {
    "full-house": _full_house,
    "naked-single": _naked_single,
    "hidden-single": _hidden_single,
    "locked-candidates-1": _locked_candidates,
    "locked-candidates-2": _locked_candidates,
    "locked-pair": _naked_subset,
    "locked-triple": _naked_subset,
    "naked-pair": _naked_subset,
    "naked-triple": _naked_subset,
    "naked-quadruple": _naked_subset,
    "hidden-pair": _hidden_subset,
    "hidden-triple": _hidden_subset,
    "hidden-quadruple": _hidden_subset,
}
