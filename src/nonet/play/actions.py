"""What a player does, as values; and their JSON.

A *move* changes the board and is kept in the log of the game. The other actions move the cursor of the log
(undo, redo …) or stop the clock. A face sends actions, all of one kind: values, or their JSON.

    {"type": "place", "cells": [40], "digit": 5}
    {"type": "note", "cells": [40, 41], "digit": 5, "kind": "corner", "on": true}
    {"type": "undo"}

Cells are numbers from 0, row by row; digits are 1 … size. Reading is strict: what is wrong is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from nonet.layout import Layout
from nonet.play.errors import PlayError

__all__ = [
    "ACTIONS",
    "COLOURS",
    "KINDS",
    "LONGEST_NAME",
    "MOVES",
    "Action",
    "AutoNotes",
    "Clear",
    "GiveUp",
    "Mark",
    "Move",
    "Note",
    "Paint",
    "PaintCandidate",
    "Pause",
    "Place",
    "Redo",
    "RefreshNotes",
    "Restart",
    "Resume",
    "ReturnTo",
    "Reveal",
    "Strike",
    "ToggleNote",
    "Undo",
    "UndoToMistake",
    "checked",
    "from_json",
    "to_json",
]

COLOURS = 8
"""Colours are 1 … 8; 0 is none."""

KINDS = ("corner", "centre")
"""The two kinds of notes."""

LONGEST_NAME = 40
"""So long may the name of a mark be."""


@dataclass(frozen=True)
class Place:
    """Put a digit. `clean` takes it out of the notes of the peers; None: as the settings say."""

    cells: tuple[int, ...]
    digit: int
    clean: bool | None = None


@dataclass(frozen=True)
class Clear:
    """Empty cells: the values first; where there is none, the notes; then the colours."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Note:
    """Write a note, or rub it out. While candidates are shown automatically, a corner note off strikes the
    candidate out, and on brings it back.
    """

    cells: tuple[int, ...]
    digit: int
    kind: str = "corner"
    on: bool = True


@dataclass(frozen=True)
class AutoNotes:
    """Show the candidates automatically, or no more."""

    on: bool = True


@dataclass(frozen=True)
class RefreshNotes:
    """Write the candidates that the rules leave as corner notes; nothing is struck out any more."""


@dataclass(frozen=True)
class Strike:
    """Strike candidates out, given as (cell, digit): in the notes too; or bring them back."""

    candidates: tuple[tuple[int, int], ...]
    on: bool = True


@dataclass(frozen=True)
class Paint:
    """Colour cells; 0 takes the colour away."""

    cells: tuple[int, ...]
    colour: int


@dataclass(frozen=True)
class PaintCandidate:
    """Colour one candidate; 0 takes the colour away."""

    cell: int
    digit: int
    colour: int


@dataclass(frozen=True)
class Mark:
    """A checkpoint: "mark here"; `ReturnTo` goes back to it."""

    name: str


@dataclass(frozen=True)
class Reveal:
    """Show what stands in these cells."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Restart:
    """Back to the givens; it can be undone."""


@dataclass(frozen=True)
class GiveUp:
    """Show the solution."""


@dataclass(frozen=True)
class ToggleNote:
    """Write a note in all these cells; rub it out, where all of them have it. Becomes a `Note` when played."""

    cells: tuple[int, ...]
    digit: int
    kind: str = "corner"


@dataclass(frozen=True)
class Undo:
    """Take the last move back."""


@dataclass(frozen=True)
class Redo:
    """Make the move again that was taken back."""


@dataclass(frozen=True)
class UndoToMistake:
    """Undo to before the mistake that everything since then rests on."""


@dataclass(frozen=True)
class ReturnTo:
    """Go back (or forth) to a mark."""

    name: str


@dataclass(frozen=True)
class Pause:
    """Stop the clock; no move can be made until it goes on."""


@dataclass(frozen=True)
class Resume:
    """Let the clock go on."""


Move = (
    Place
    | Clear
    | Note
    | AutoNotes
    | RefreshNotes
    | Strike
    | Paint
    | PaintCandidate
    | Mark
    | Reveal
    | Restart
    | GiveUp
)
Action = Move | ToggleNote | Undo | Redo | UndoToMistake | ReturnTo | Pause | Resume

MOVES: dict[str, type[Move]] = {
    "place": Place,
    "clear": Clear,
    "note": Note,
    "auto-notes": AutoNotes,
    "refresh-notes": RefreshNotes,
    "strike": Strike,
    "paint": Paint,
    "paint-candidate": PaintCandidate,
    "mark": Mark,
    "reveal": Reveal,
    "restart": Restart,
    "give-up": GiveUp,
}
ACTIONS: dict[str, type[Action]] = {
    **MOVES,
    "toggle-note": ToggleNote,
    "undo": Undo,
    "redo": Redo,
    "undo-to-mistake": UndoToMistake,
    "return-to": ReturnTo,
    "pause": Pause,
    "resume": Resume,
}
_TYPES = {kind: name for name, kind in ACTIONS.items()}


def to_json(action: Action) -> dict[str, Any]:
    """The action as plain data; what is as usual is left out.

    >>> to_json(Place((40,), 5))
    {'type': 'place', 'cells': [40], 'digit': 5}
    """
    record: dict[str, Any] = {"type": _TYPES[type(action)]}
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name == "clean" and value is None:
            continue
        if field.name == "candidates":
            value = [list(candidate) for candidate in value]
        record[field.name] = list(value) if isinstance(value, tuple) else value
    return record


def from_json(record: object, layout: Layout) -> Action:
    """The action of a record; the twin of `to_json`.

    >>> from nonet.layout import CLASSIC
    >>> from_json({"type": "note", "cells": [1], "digit": 3}, CLASSIC)
    Note(cells=(1,), digit=3, kind='corner', on=True)
    >>> from_json({"type": "place", "cells": [81], "digit": 3}, CLASSIC)
    Traceback (most recent call last):
        ...
    nonet.play.errors.PlayError: cells: cells are numbers from 0 to 80, not 81
    """
    if not isinstance(record, Mapping):
        raise PlayError(f"an action is an object with a type, not {_shown(record)}")
    name = record.get("type")
    kind = ACTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise PlayError(f"there is no action {_shown(name)}; there are {', '.join(ACTIONS)}", where="type")
    known = {field.name for field in fields(kind)}
    if unknown := [key for key in record if key not in known and key != "type"]:
        raise PlayError(f"{name} has no such part", where=_shown(unknown[0]))
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in record:
            values[field.name] = _READERS[field.name](record[field.name], field.name, layout)
        elif field.name in ("cells", "cell", "digit", "colour", "candidates") or (field.name == "name"):
            raise PlayError(f"{name} needs it", where=field.name)
    return kind(**values)


def checked(action: Action, layout: Layout) -> Action:
    """The action itself, if it makes sense on this board; else a PlayError."""
    return from_json(to_json(action), layout)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _whole(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise PlayError(f"a whole number is wanted, not {_shown(value)}", where=where)
    return value


def _cell(value: object, where: str, layout: Layout) -> int:
    number = _whole(value, where)
    if not 0 <= number < layout.cell_count:
        raise PlayError(
            f"cells are numbers from 0 to {layout.cell_count - 1}, not {_shown(number)}", where=where
        )
    return number


def _cells(value: object, where: str, layout: Layout) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise PlayError(f"a list of cells is wanted, not {_shown(value)}", where=where)
    if not 1 <= len(value) <= layout.cell_count:
        raise PlayError(f"1 to {layout.cell_count} cells are wanted, not {len(value)}", where=where)
    return tuple(dict.fromkeys(_cell(each, where, layout) for each in value))


def _digit(value: object, where: str, layout: Layout) -> int:
    number = _whole(value, where)
    if not 1 <= number <= layout.size:
        raise PlayError(f"digits are 1 to {layout.size}, not {_shown(number)}", where=where)
    return number


def _candidates(value: object, where: str, layout: Layout) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list | tuple):
        raise PlayError(f"a list of [cell, digit] is wanted, not {_shown(value)}", where=where)
    if not 1 <= len(value) <= layout.cell_count * layout.size:
        raise PlayError(f"there are {len(value)} candidates", where=where)
    found: dict[tuple[int, int], None] = {}
    for each in value:
        if not isinstance(each, list | tuple) or len(each) != 2:
            raise PlayError(f"a candidate is [cell, digit], not {_shown(each)}", where=where)
        found[_cell(each[0], where, layout), _digit(each[1], where, layout)] = None
    return tuple(found)


def _colour(value: object, where: str, layout: Layout) -> int:
    number = _whole(value, where)
    if not 0 <= number <= COLOURS:
        raise PlayError(f"colours are 1 to {COLOURS}, and 0 for none, not {_shown(number)}", where=where)
    return number


def _kind(value: object, where: str, layout: Layout) -> str:
    if not isinstance(value, str) or value not in KINDS:
        raise PlayError(f"notes are {' or '.join(KINDS)}, not {_shown(value)}", where=where)
    return value


def _flag(value: object, where: str, layout: Layout) -> bool:
    if not isinstance(value, bool):
        raise PlayError(f"true or false is wanted, not {_shown(value)}", where=where)
    return value


def _flag_or_none(value: object, where: str, layout: Layout) -> bool | None:
    return None if value is None else _flag(value, where, layout)


def _name(value: object, where: str, layout: Layout) -> str:
    if not isinstance(value, str) or not 1 <= len(value.strip()) <= LONGEST_NAME or not value.isprintable():
        raise PlayError(
            f"a name has 1 to {LONGEST_NAME} printable characters, not {_shown(value)}", where=where
        )
    return value.strip()


_READERS: dict[str, Callable[[object, str, Layout], object]] = {
    "cells": _cells,
    "cell": _cell,
    "digit": _digit,
    "candidates": _candidates,
    "colour": _colour,
    "kind": _kind,
    "on": _flag,
    "clean": _flag_or_none,
    "name": _name,
}
