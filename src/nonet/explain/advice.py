"""A hint in words, in tiers as a step is: the less is told, the more is left to find.

The hint comes from `nonet.hints`, which stands below this in the house; all that is asked of it is said in
`Advice`.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from nonet.candidates import Candidates
from nonet.explain.telling import explain, sentences
from nonet.explain.view import View
from nonet.explain.voice import voice
from nonet.grid import Grid
from nonet.messages import TN, T
from nonet.step import Step, Truth

__all__ = ["Advice", "advise"]


class Advice(Protocol):
    """What a hint has to say for itself."""

    @property
    def kind(self) -> Enum:
        """conflict, mistake, lost, impossible, several, solved or step."""
        ...

    @property
    def position(self) -> Candidates:
        """The board it speaks of."""
        ...

    @property
    def givens(self) -> Grid:
        """What of it was given."""
        ...

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells it speaks of."""
        ...

    @property
    def digit(self) -> int | None:
        """The digit it speaks of."""
        ...

    @property
    def house(self) -> int | None:
        """The house it speaks of."""
        ...

    @property
    def dead(self) -> Truth | None:
        """What has nothing left."""
        ...

    @property
    def proof(self) -> tuple[Step, ...]:
        """The steps that lead there."""
        ...

    @property
    def step(self) -> Step | None:
        """The next step."""
        ...


def advise(hint: Advice, *, tier: int = 4, language: str = "en") -> str:
    """The hint in words."""
    layout = hint.position.layout
    if hint.step is not None:
        return explain(hint.step, layout, tier=tier, language=language)
    view = View(Step(""), layout, voice(language))
    match hint.kind.value:
        case "conflict":
            return " ".join(_conflict(view, hint, tier))
        case "mistake":
            return " ".join(_mistake(view, hint, tier))
        case "lost":
            return " ".join(_lost(view, hint, tier))
        case "impossible":
            return "\n".join(_impossible(view, hint, tier, language))
        case "several":
            return " ".join(_several(view, hint, tier))
        case _:
            return view.say(T("The puzzle is solved."))


def _conflict(view: View, hint: Advice, tier: int) -> list[str]:
    assert hint.house is not None
    told = [view.say(T("A rule is broken: a digit stands twice in a house."))]
    house = view.houses([hint.house])
    if tier == 2:
        told.append(view.look([hint.house]))
    if tier > 2:
        told.append(
            view.say(
                T("{house:in} the digit {digit} stands in {cells}."),
                house=house,
                digit=hint.digit,
                cells=view.cells(hint.cells),
            )
        )
    own = [cell for cell in hint.cells if not hint.givens[cell]]
    if tier == 4 and own:
        told.append(view.say(T("Take it out of {cells}."), cells=view.places(own)))
    return told


def _mistake(view: View, hint: Advice, tier: int) -> list[str]:
    count = len(hint.cells)
    told = [
        view.count(
            TN("There is a mistake: {n} value is wrong.", "There are mistakes: {n} values are wrong."), count
        )
    ]
    if tier == 2:
        told.append(view.look([view.layout.houses_at[hint.cells[0]][-1]]))
    if tier == 3:
        told.append(view.look_at_cells(hint.cells[:1]))
    if tier == 4:
        wrong = [f"{view.cell(cell)} = {hint.position.grid[cell]}" for cell in hint.cells]
        told.append(
            view.count(
                TN(
                    "{values} cannot be in the solution; clear it.",
                    "{values} cannot be in the solution; clear them.",
                ),
                count,
                values=view.voice.all_of(wrong),
            )
        )
    return told


def _lost(view: View, hint: Advice, tier: int) -> list[str]:
    told = [view.say(T("A pencil mark was struck out by mistake."))]
    if tier == 2:
        told.append(view.look([view.layout.houses_at[hint.cells[0]][-1]]))
    if tier == 3:
        told.append(view.look_at_cells(hint.cells))
    if tier == 4:
        told.append(
            view.say(
                T("{cell} must keep its candidate {digit}."), cell=view.cells(hint.cells), digit=hint.digit
            )
        )
    return told


def _impossible(view: View, hint: Advice, tier: int, language: str) -> list[str]:
    told = [view.say(T("This position has no solution."))]
    if tier == 1:
        return told
    if tier > 2 and hint.proof:
        for number, step in enumerate(hint.proof, start=1):
            words = sentences(step, view.layout, tier=4, language=language)
            text = explain(step, view.layout, language=language) if tier == 4 else f"{words[0]} {words[-1]}"
            told.append(f"{number}. {text}")
    if hint.dead is not None:
        told.append(view.dead_end(hint.dead))
    return told


def _several(view: View, hint: Advice, tier: int) -> list[str]:
    told = [
        view.say(T("This position has more than one solution, so no step can be proved to be the right one."))
    ]
    if tier > 2:
        told.append(view.say(T("Two of its solutions differ in {cells}."), cells=view.cells(hint.cells)))
    return told
