"""Chains and loops: one assumption, followed link by link.

A chain is written on one line. In brackets is the reason why a digit must be there: the house in which no other
place is left, or the cell in which no other candidate is left.

    r1c2 ≠ 5 → r1c8 = 5 (row 1) → r5c8 ≠ 5 → r5c1 = 5 (row 5)
"""

from __future__ import annotations

from nonet.explain.facts import Fact, LookAt
from nonet.explain.phrases import AllOf, Phrase
from nonet.explain.view import Account, View
from nonet.messages import T
from nonet.step import Link, RoleKind

__all__ = ["continuous", "discontinuous", "open_chain", "remote_pair"]


def _ends(view: View) -> tuple[Link, Link]:
    links = view.step.evidence.links
    return links[0], links[-1]


def _brackets(view: View) -> Fact:
    return view.say(T("The house or cell that leaves no other choice is in brackets."))


def _chain_lines(view: View) -> tuple[Fact, ...]:
    return (view.chain(view.step.evidence.links, reasons=True), _brackets(view))


def _sketch(view: View) -> tuple[Fact, ...]:
    return (view.chain(view.step.evidence.links),)


def open_chain(view: View) -> Account:
    """A chain from "a is off" to "b is on": one of both ends is true."""
    first, last = _ends(view)
    one, other = first.start, last.end
    slots: dict[str, Phrase] = {
        "start": one._replace(on=True),
        "end": other,
        "off": one,
    }
    pattern = (view.say(T("A chain leads from {off} to {end}:"), **slots),)
    reasoning = [*_chain_lines(view), view.say(T("So {start} or {end} is true, or both are."), **slots)]
    if one.digit == other.digit:
        reasoning.append(
            view.say(T("{digit} can be eliminated from every cell that sees both ends."), digit=one.digit)
        )
    else:
        reasoning.append(
            view.say(
                T(
                    "Each end rules out the other's digit in its own cell: what both rule out can "
                    "be eliminated."
                )
            )
        )
    return Account(_begin(view), pattern, tuple(reasoning), _sketch(view))


def _begin(view: View) -> Fact:
    start = _ends(view)[0].start
    return view.say(
        T("Start at {cells}: what follows if it is not {digit}?")
        if not start.on
        else T("Start at {cells}: what follows if it is {digit}?"),
        cells=view.cells(start.cells),
        digit=start.digit,
    )


def discontinuous(view: View) -> Account:
    first, last = _ends(view)
    start, end = first.start, last.end
    slots: dict[str, Phrase] = {"start": start, "end": end}
    pattern = (view.say(T("A chain returns to the cell it started from:")),)
    same = start.digit == end.digit
    if start.on and not end.on and same:
        why = view.say(T("{start} would lead to its own opposite, so it is false."), **slots)
    elif start.on:
        why = view.say(T("{start} would lead to {end} in the same cell, so it is false."), **slots)
    elif end.on and same:
        why = view.say(T("Even {start} leads to {end}, so {end} is true."), **slots)
    else:
        why = view.say(T("{start} leads to {end}, and so does its opposite: {end} is true."), **slots)
    return Account(_begin(view), pattern, (*_chain_lines(view), why), _sketch(view))


def continuous(view: View) -> Account:
    pattern = (view.say(T("The chain closes into a loop:")),)
    reasoning = (
        *_chain_lines(view),
        view.say(T("The loop works in both directions, so of any two neighbours in it exactly one is true.")),
        view.say(
            T(
                "Candidates that see both ends of a weak link can be eliminated, and so can "
                "the other digits of a cell with two candidates in the loop."
            )
        ),
    )
    return Account(_begin(view), pattern, reasoning, _sketch(view))


def remote_pair(view: View) -> Account:
    one, other = view.roles(RoleKind.COLOR)[:2]
    cells = AllOf(tuple(view.cells([cell]) for cell in _in_turn(one.cells, other.cells)))
    pattern = (
        view.say(
            T("{cells} have the same two candidates, {digits}, and each sees the next."),
            cells=cells,
            digits=view.digits(one.digits),
        ),
    )
    reasoning = (
        view.say(
            T("The two digits alternate: {a} all hold one of them, {b} all the other."),
            a=view.cells(one.cells),
            b=view.cells(other.cells),
        ),
        view.say(T("A cell that sees one of each can hold neither digit.")),
    )
    return Account(LookAt(cells=(*one.cells, *other.cells)), pattern, reasoning)


def _in_turn(one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    return [cell for pair in zip(one, other, strict=True) for cell in pair]
