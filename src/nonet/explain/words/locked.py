"""Locked candidates; locked pairs and triples are naked subsets in two houses."""

from __future__ import annotations

from nonet.explain.view import Told, View
from nonet.explain.words.subsets import naked_subset
from nonet.messages import T
from nonet.step import RoleKind

__all__ = ["locked_candidates", "naked_subset"]


def locked_candidates(view: View) -> Told:
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
