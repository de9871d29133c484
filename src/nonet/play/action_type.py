"""What every action is: a frozen dataclass whose annotations are checked, sent as JSON and described by a schema.

Declaring the class is all there is to do:

    class Paint(Move, type="paint"):
        cells: Cells
        colour: Colour

registers the name, and with it `{"type": "paint", "cells": [40], "colour": 2}` is read, written and checked, and
the page's API describes it. `Move` in `moves.py` adds what a move does to the board and which event reports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform

from nonet.fields import (
    Choice,
    Described,
    Schema,
    String,
    Whole,
    checked_values,
    read,
    schema,
    shown,
    to_plain,
)
from nonet.layout import Layout
from nonet.play.errors import PlayError, as_play_error

COLOURS = 8
"""Colours are 1 … 8; 0 is none."""

Colour = Annotated[int, Whole(0, COLOURS)]
NoteKind = Annotated[str, Choice(("corner", "centre"))]
Name = Annotated[str, String(1, 40, printable=True)]
ActionData = Annotated[dict[str, Any], Described({"$ref": "#/components/schemas/Action"})]

AnyAction = TypeVar("AnyAction", bound="Action")


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Action:
    """Something a player does. `when_over`: it can also be done when the game is over. Its subclasses are frozen
    dataclasses, too. `by`: who does it, where several play one game.
    """

    type: ClassVar[str]
    when_over: ClassVar[bool] = False
    by: Annotated[int, Whole(0, 1000)] | None = field(default=None, kw_only=True, repr=False, compare=False)

    def __init_subclass__(cls, *, type: str = "", when_over: bool = False) -> None:  # noqa: A002 — the JSON's word
        dataclass(frozen=True)(cls)
        if type:
            if type in ACTIONS:
                raise TypeError(f"there are two actions of type {type!r}")
            cls.type, cls.when_over = type, when_over
            ACTIONS[type] = cls


ACTIONS: dict[str, type[Action]] = {}
"""Every action by its type, in the order of declaration."""


def to_json(action: Action) -> dict[str, Any]:
    """The action as plain data. Fields that are None are left out.

    >>> from nonet.play.actions import Place
    >>> to_json(Place((40,), 5))
    {'type': 'place', 'cells': [40], 'digit': 5}
    """
    plain = {name: value for name, value in to_plain(action).items() if value is not None}
    return {"type": action.type, **plain}


def from_json(record: object, layout: Layout) -> Action:
    """The action of a record; the twin of `to_json`. A PlayError says what is wrong and where.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.play.actions import Note
    >>> from_json({"type": "note", "cells": [1], "digit": 3}, CLASSIC)
    Note(cells=(1,), digit=3, kind='corner', on=True)
    >>> from_json({"type": "place", "cells": [81], "digit": 3}, CLASSIC)
    Traceback (most recent call last):
        ...
    nonet.play.errors.PlayError: cells: cells are numbers from 0 to 80, not 81
    """
    if not isinstance(record, Mapping):
        raise PlayError(f"an action is an object with a type, not {shown(record)}")
    name = record.get("type")
    action = ACTIONS.get(name) if isinstance(name, str) else None
    if action is None:
        raise PlayError(f"unknown action {shown(name)}; choose from {', '.join(ACTIONS)}", where="type")
    with as_play_error():
        return read(action, {key: value for key, value in record.items() if key != "type"}, layout)


def checked(action: AnyAction, layout: Layout) -> AnyAction:
    """The action, if its values fit this board; cells that are named twice are kept once."""
    if type(action) is not ACTIONS.get(getattr(action, "type", "")):
        raise PlayError(f"this is not an action: {shown(action)}")
    with as_play_error():
        found = checked_values(action, layout)
    same = all(value == getattr(action, name) for name, value in found.items())
    return action if same else replace(action, **found)


def schema_of(action: type[Action]) -> Schema:
    """The JSON Schema of an action's record.

    >>> from nonet.play.actions import SetMark
    >>> schema_of(SetMark)["properties"]["name"]
    {'type': 'string', 'minLength': 1, 'maxLength': 40}
    """
    found = schema(action)
    found["properties"] = {"type": {"const": action.type}, **found["properties"]}
    found["required"] = ["type", *found["required"]]
    return found
