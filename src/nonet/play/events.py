"""What happened, as values; `say` turns them into sentences for a status line or a screen reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import dataclass_transform

from nonet.play.action_type import Action


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class GameEvent:
    """Its subclasses are frozen dataclasses, too."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Placed(GameEvent):
    cells: tuple[int, ...]
    digit: int


class Cleared(GameEvent):
    """`what` is gone: "values", "notes" or "colours"."""

    cells: tuple[int, ...]
    what: str = "values"


class Noted(GameEvent):
    """A note was written, or erased."""

    cells: tuple[int, ...]
    digit: int
    kind: str
    on: bool


class AutoSwitched(GameEvent):
    """Automatic candidates were switched on or off."""

    on: bool


class Refreshed(GameEvent):
    """The corner notes are now all candidates that the rules allow."""


class Struck(GameEvent):
    """Candidates were struck out, or brought back."""

    count: int
    on: bool


class Painted(GameEvent):
    """`colour` 0 means that the colour was taken away."""

    cells: tuple[int, ...]
    colour: int


class CandidatePainted(GameEvent):
    """`colour` 0 means that the colour was taken away."""

    cell: int
    digit: int
    colour: int


class Marked(GameEvent):
    """A checkpoint was set."""

    name: str


class Revealed(GameEvent):
    """Cells were revealed."""

    cells: tuple[int, ...]


class Restarted(GameEvent):
    """Back to the givens."""


class GaveUp(GameEvent):
    """The solution is shown."""


class Undone(GameEvent):
    """`count` moves were taken back; `move` is the earliest of them."""

    move: Action
    count: int = 1


class Redone(GameEvent):
    """A move was made again."""

    move: Action


class Returned(GameEvent):
    """The board is as it was at a mark."""

    name: str


class RuleBroken(GameEvent):
    """The digit just put is in these cells, which share a house."""

    cells: tuple[int, ...]
    digit: int


class ClueBroken(GameEvent):
    """These cells break a rule of a variant; `title` names its kind: killer cage."""

    title: str
    cells: tuple[int, ...]


class Mistake(GameEvent):
    """These cells were just filled with digits that differ from the solution."""

    cells: tuple[int, ...]


class Cleaned(GameEvent):
    """The digit was taken out of the notes of these cells."""

    cells: tuple[int, ...]
    digit: int


class HouseDone(GameEvent):
    """These houses (numbers in `layout.houses`) are complete and correct."""

    houses: tuple[int, ...]


class DigitDone(GameEvent):
    """Every place of the digit is filled."""

    digit: int


class NoPlaceLeft(GameEvent):
    """Some cell has no candidate left, or some house no place for a digit."""


class Full(GameEvent):
    """The board is full, but not solved."""


class Finished(GameEvent):
    """Solved. `best`: the best time so far on this board and level, not the first; None where times are not kept."""

    seconds: float
    best: bool | None = None


class Paused(GameEvent):
    """The clock is stopped."""


class Resumed(GameEvent):
    """The clock runs again."""


class Refused(GameEvent):
    """Nothing was done.

    `reason`: given (a given cannot be changed), revealed, filled (a note in a filled cell), paused, over,
    nothing-to-undo, nothing-to-redo, no-mistake, no-mark, no-solution, together (others play along),
    nothing (no change).
    """

    reason: str
    cell: int | None = None
    name: str = ""
