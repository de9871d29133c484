"""Everything a player does, as values: the moves, and the actions that go through the history or stop the clock.

    {"type": "place", "cells": [40], "digit": 5}
    {"type": "note", "cells": [40, 41], "digit": 5, "kind": "corner", "on": true}
    {"type": "undo"}

Cells are numbers from 0, row by row; digits are 1 … size. Faces send actions, as values or as JSON; reading is
strict, and an error names the field. To add an action, declare its class (here, or in `moves` if it changes the
board); `Session` decides what actions that are not moves do.
"""

from __future__ import annotations

from nonet.fields import Cells, Digit
from nonet.play.action_type import ACTIONS as ACTIONS
from nonet.play.action_type import COLOURS as COLOURS
from nonet.play.action_type import Action as Action
from nonet.play.action_type import Name, NoteKind
from nonet.play.action_type import checked as checked
from nonet.play.action_type import from_json as from_json
from nonet.play.action_type import schema_of as schema_of
from nonet.play.action_type import to_json as to_json
from nonet.play.moves import AddColour as AddColour
from nonet.play.moves import AutoNotes as AutoNotes
from nonet.play.moves import Clear as Clear
from nonet.play.moves import GiveUp as GiveUp
from nonet.play.moves import Move as Move
from nonet.play.moves import Note as Note
from nonet.play.moves import Paint as Paint
from nonet.play.moves import PaintCandidate as PaintCandidate
from nonet.play.moves import Place as Place
from nonet.play.moves import RefreshNotes as RefreshNotes
from nonet.play.moves import Restart as Restart
from nonet.play.moves import Reveal as Reveal
from nonet.play.moves import SetMark as SetMark
from nonet.play.moves import Strike as Strike


class ToggleNote(Action, type="toggle-note"):
    """Write a note in all these cells; erase it if all of them have it. Played, it becomes a `Note`."""

    cells: Cells
    digit: Digit
    kind: NoteKind = "corner"


class Undo(Action, type="undo", when_over=True):
    """Take the last move back."""


class Redo(Action, type="redo", when_over=True):
    """Make the move again that was taken back."""


class UndoToMistake(Action, type="undo-to-mistake", when_over=True):
    """Undo to the last position that was still right."""


class ReturnTo(Action, type="return-to", when_over=True):
    """Go back (or forward) to a mark."""

    name: Name


class Pause(Action, type="pause", when_over=True):
    """Stop the clock; no move can be made until it runs again."""


class Resume(Action, type="resume", when_over=True):
    """Let the clock run again."""
