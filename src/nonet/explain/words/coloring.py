"""Colouring: simple colors and multi-colors."""

from __future__ import annotations

from nonet.explain.facts import Fact, LookAt
from nonet.explain.phrases import AllOf
from nonet.explain.view import Account, View
from nonet.messages import TN, T
from nonet.step import RoleKind

__all__ = ["multi_1", "multi_2", "trap", "wrap"]


def _colors(view: View) -> list[Fact]:
    pattern: list[Fact] = []
    roles = view.roles(RoleKind.COLOR)
    for one, other in zip(roles[::2], roles[1::2], strict=True):
        pattern.append(
            view.say(
                T(
                    "Follow the houses with only two places for {digit} and colour the places in "
                    "turn {a} ({cells_a}) and {b} ({cells_b})."
                ),
                digit=view.digit,
                a=one.label,
                b=other.label,
                cells_a=view.cells(one.cells),
                cells_b=view.cells(other.cells),
            )
        )
    return pattern


def trap(view: View) -> Account:
    reasoning = (
        view.say(T("Either all cells of A are {digit}, or all cells of B are."), digit=view.digit),
        view.count(
            TN("{cells} sees both, so it cannot be {digit}.", "{cells} see both, so they cannot be {digit}."),
            len(view.targets),
            cells=view.cells(view.targets),
            digit=view.digit,
        ),
    )
    return Account(LookAt(digit=view.digit), tuple(_colors(view)), reasoning)


def wrap(view: View) -> Account:
    gone = {cell for cell, _ in view.step.eliminations}
    wrong = [role.label for role in view.roles(RoleKind.COLOR) if gone.intersection(role.cells)]
    reasoning = (
        view.say(T("Either all cells of A are {digit}, or all cells of B are."), digit=view.digit),
        view.say(
            T("Two cells of {label} see each other, so that colour is false everywhere."),
            label=AllOf(tuple(wrong)),
        ),
    )
    return Account(LookAt(digit=view.digit), tuple(_colors(view)), reasoning)


def multi_1(view: View) -> Account:
    reasoning = (
        view.say(T("One of the colours A and B is true, and one of C and D.")),
        view.say(
            T("A colour of the first pair sees a colour of the second, so these two cannot both be true.")
        ),
        view.say(
            T(
                "So one of the other two is true, and {digit} can be eliminated from every "
                "cell that sees both."
            ),
            digit=view.digit,
        ),
    )
    return Account(LookAt(digit=view.digit), tuple(_colors(view)), reasoning)


def multi_2(view: View) -> Account:
    gone = {cell for cell, _ in view.step.eliminations}
    wrong = [role.label for role in view.roles(RoleKind.COLOR) if gone.issuperset(role.cells)]
    reasoning = (
        view.say(T("One of the colours A and B is true, and one of C and D.")),
        view.say(
            T(
                "Cells of {label} see both colours of the other pair, one of which is true, "
                "so {label} is false."
            ),
            label=AllOf(tuple(wrong)),
        ),
    )
    return Account(LookAt(digit=view.digit), tuple(_colors(view)), reasoning)
