"""Naked and hidden subsets."""

from __future__ import annotations

from nonet.explain.view import Told, View
from nonet.messages import T
from nonet.step import RoleKind

__all__ = ["hidden_subset", "naked_subset"]


def naked_subset(view: View) -> Told:
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


def hidden_subset(view: View) -> Told:
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
