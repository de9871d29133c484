"""Full houses, naked singles, hidden singles."""

from __future__ import annotations

from nonet.explain.facts import LastCandidate, LastOpenCell, LastPlace, LookAt
from nonet.explain.view import Account, View
from nonet.messages import T
from nonet.step import RoleKind

__all__ = ["full_house", "hidden_single", "naked_single"]


def full_house(view: View) -> Account:
    role = view.role(RoleKind.BASE)
    return Account(
        LookAt(role.houses),
        (LastOpenCell(role.cells[0], role.houses),),
        (view.say(T("The other cells already hold every digit except {digit}."), digit=view.digit),),
    )


def naked_single(view: View) -> Account:
    cell = view.role(RoleKind.BASE).cells[0]
    return Account(
        LookAt(cells=(cell,)),
        (LastCandidate(cell, view.digit),),
        (view.say(T("Every other digit is already in one of its houses, or has been ruled out here.")),),
    )


def hidden_single(view: View) -> Account:
    role = view.role(RoleKind.BASE)
    return Account(
        LookAt(role.houses),
        (LastPlace(view.digit, role.houses, role.cells[0]),),
        (
            view.say(
                T(
                    "The other cells {house:of} are filled, see another {digit}, or have lost it "
                    "as a candidate."
                ),
                house=view.houses(role.houses),
                digit=view.digit,
            ),
        ),
    )
