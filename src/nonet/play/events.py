"""What happened, as values; `say` turns them into sentences for a status line or a screen reader."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.play.actions import Move

__all__ = [
    "AutoSwitched",
    "CandidatePainted",
    "Cleaned",
    "Cleared",
    "Conflict",
    "DeadEnd",
    "DigitDone",
    "Event",
    "Finished",
    "Full",
    "GaveUp",
    "HouseDone",
    "Marked",
    "Mistake",
    "Noted",
    "Painted",
    "Paused",
    "Placed",
    "Redone",
    "Refreshed",
    "Refused",
    "Restarted",
    "Resumed",
    "Returned",
    "Revealed",
    "Struck",
    "Undone",
]


@dataclass(frozen=True)
class Placed:
    """A digit was put."""

    cells: tuple[int, ...]
    digit: int


@dataclass(frozen=True)
class Cleared:
    """`what` is gone: "values", "notes" or "colours"."""

    cells: tuple[int, ...]
    what: str = "values"


@dataclass(frozen=True)
class Noted:
    """A note was written, or rubbed out."""

    cells: tuple[int, ...]
    digit: int
    kind: str
    on: bool


@dataclass(frozen=True)
class AutoSwitched:
    """Candidates are shown automatically, or no more."""

    on: bool


@dataclass(frozen=True)
class Refreshed:
    """The notes are what the rules leave."""


@dataclass(frozen=True)
class Struck:
    """So many candidates were struck out, or brought back."""

    count: int
    on: bool


@dataclass(frozen=True)
class Painted:
    """Cells have a colour; 0: none."""

    cells: tuple[int, ...]
    colour: int


@dataclass(frozen=True)
class CandidatePainted:
    """A candidate has a colour; 0: none."""

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
    """So many moves were taken back; `move` is the first of them."""

    move: Move
    count: int = 1


@dataclass(frozen=True)
class Redone:
    """A move was made again."""

    move: Move


@dataclass(frozen=True)
class Returned:
    """The board is as it was at a mark."""

    name: str


@dataclass(frozen=True)
class Conflict:
    """The digit just put stands in these cells of one house too often."""

    cells: tuple[int, ...]
    digit: int


@dataclass(frozen=True)
class Mistake:
    """What was just put is not in the solution."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Cleaned:
    """The digit went from the notes of these cells."""

    cells: tuple[int, ...]
    digit: int


@dataclass(frozen=True)
class HouseDone:
    """These houses (numbers in `layout.houses`) are full, and in order."""

    houses: tuple[int, ...]


@dataclass(frozen=True)
class DigitDone:
    """The digit stands everywhere it should."""

    digit: int


@dataclass(frozen=True)
class DeadEnd:
    """Some cell or house has nothing left now."""


@dataclass(frozen=True)
class Full:
    """The board is full, but not solved."""


@dataclass(frozen=True)
class Finished:
    """Solved; `best`: quicker than ever on this board and level (None: nobody keeps the times)."""

    seconds: float
    best: bool | None = None


@dataclass(frozen=True)
class Paused:
    """The clock stands."""


@dataclass(frozen=True)
class Resumed:
    """The clock goes on."""


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
    | Conflict
    | Mistake
    | Cleaned
    | HouseDone
    | DigitDone
    | DeadEnd
    | Full
    | Finished
    | Paused
    | Resumed
    | Refused
)
