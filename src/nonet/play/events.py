"""What happened, as values; `say` turns them into sentences for a status line or a screen reader."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.play.action_type import Action


@dataclass(frozen=True)
class Placed:
    cells: tuple[int, ...]
    digit: int


@dataclass(frozen=True)
class Cleared:
    """`what` is gone: "values", "notes" or "colours"."""

    cells: tuple[int, ...]
    what: str = "values"


@dataclass(frozen=True)
class Noted:
    """A note was written, or erased."""

    cells: tuple[int, ...]
    digit: int
    kind: str
    on: bool


@dataclass(frozen=True)
class AutoSwitched:
    """Automatic candidates were switched on or off."""

    on: bool


@dataclass(frozen=True)
class Refreshed:
    """The corner notes are now all candidates that the rules allow."""


@dataclass(frozen=True)
class Struck:
    """Candidates were struck out, or brought back."""

    count: int
    on: bool


@dataclass(frozen=True)
class Painted:
    """`colour` 0 means that the colour was taken away."""

    cells: tuple[int, ...]
    colour: int


@dataclass(frozen=True)
class CandidatePainted:
    """`colour` 0 means that the colour was taken away."""

    cell: int
    digit: int
    colour: int


@dataclass(frozen=True)
class Marked:
    """A checkpoint was set."""

    name: str


@dataclass(frozen=True)
class Revealed:
    """Cells were revealed."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Restarted:
    """Back to the givens."""


@dataclass(frozen=True)
class GaveUp:
    """The solution is shown."""


@dataclass(frozen=True)
class Undone:
    """`count` moves were taken back; `move` is the earliest of them."""

    move: Action
    count: int = 1


@dataclass(frozen=True)
class Redone:
    """A move was made again."""

    move: Action


@dataclass(frozen=True)
class Returned:
    """The board is as it was at a mark."""

    name: str


@dataclass(frozen=True)
class RuleBroken:
    """The digit just put is in these cells, which share a house."""

    cells: tuple[int, ...]
    digit: int


@dataclass(frozen=True)
class ClueBroken:
    """These cells break a rule of a variant; `title` names its kind: killer cage."""

    title: str
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Mistake:
    """These cells were just filled with digits that differ from the solution."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Cleaned:
    """The digit was taken out of the notes of these cells."""

    cells: tuple[int, ...]
    digit: int


@dataclass(frozen=True)
class HouseDone:
    """These houses (numbers in `layout.houses`) are complete and correct."""

    houses: tuple[int, ...]


@dataclass(frozen=True)
class DigitDone:
    """Every place of the digit is filled."""

    digit: int


@dataclass(frozen=True)
class NoPlaceLeft:
    """Some cell has no candidate left, or some house no place for a digit."""


@dataclass(frozen=True)
class Full:
    """The board is full, but not solved."""


@dataclass(frozen=True)
class Finished:
    """Solved. `best`: the best time so far on this board and level; None where times are not kept."""

    seconds: float
    best: bool | None = None


@dataclass(frozen=True)
class Paused:
    """The clock is stopped."""


@dataclass(frozen=True)
class Resumed:
    """The clock runs again."""


@dataclass(frozen=True)
class Refused:
    """Nothing was done.

    `reason`: given (a given cannot be changed), revealed, filled (a note in a filled cell), paused, over,
    nothing-to-undo, nothing-to-redo, no-mistake, no-mark, no-solution, nothing (no change).
    """

    reason: str
    cell: int | None = None
    name: str = ""


Event = (
    Placed
    | Cleared
    | Noted
    | AutoSwitched
    | Refreshed
    | Struck
    | Painted
    | CandidatePainted
    | Marked
    | Revealed
    | Restarted
    | GaveUp
    | Undone
    | Redone
    | Returned
    | RuleBroken
    | ClueBroken
    | Mistake
    | Cleaned
    | HouseDone
    | DigitDone
    | NoPlaceLeft
    | Full
    | Finished
    | Paused
    | Resumed
    | Refused
)
