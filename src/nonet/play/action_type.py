"""What every action is: a frozen dataclass whose annotations are checked, sent as JSON and described by a schema.

Declaring the class is all there is to do:

    @dataclass(frozen=True)
    class Paint(Move, type="paint"):
        cells: Cells
        colour: Colour

registers the name, and with it `{"type": "paint", "cells": [40], "colour": 2}` is read, written and checked, and
the page's API describes it. `Move` in `moves.py` adds what a move does to the board and which event reports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, ClassVar, TypeVar, get_type_hints

from nonet.layout import Layout
from nonet.play.errors import PlayError
from nonet.play.fields import FieldKind, Schema, kind_of, shown

__all__ = ["ACTIONS", "Action", "checked", "from_json", "schema_of", "to_json"]

AnyAction = TypeVar("AnyAction", bound="Action")


@dataclass(frozen=True)
class Action:
    """Something a player does. `when_over`: it can also be done when the game is over."""

    type: ClassVar[str]
    when_over: ClassVar[bool] = False

    def __init_subclass__(cls, *, type: str = "", when_over: bool = False) -> None:  # noqa: A002 — the JSON's word
        if type:
            if type in ACTIONS:
                raise TypeError(f"there are two actions of type {type!r}")
            cls.type, cls.when_over = type, when_over
            ACTIONS[type] = cls


ACTIONS: dict[str, type[Action]] = {}
"""Every action by its type, in the order of declaration."""


_KINDS: dict[type[Action], dict[str, tuple[FieldKind, bool]]] = {}


def _kinds(action: type[Action]) -> dict[str, tuple[FieldKind, bool]]:
    """For each field its kind, and whether it must be given; looked up once per class."""
    if action not in _KINDS:
        hints = get_type_hints(action, include_extras=True)
        _KINDS[action] = {
            field.name: (kind_of(hints[field.name]), field.default is MISSING) for field in fields(action)
        }
    return _KINDS[action]


def to_json(action: Action) -> dict[str, Any]:
    """The action as plain data. Fields that are None are left out.

    >>> from nonet.play.actions import Place
    >>> to_json(Place((40,), 5))
    {'type': 'place', 'cells': [40], 'digit': 5}
    """
    record: dict[str, Any] = {"type": action.type}
    for field in fields(action):
        if (value := getattr(action, field.name)) is not None:
            record[field.name] = _plain(value)
    return record


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


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
    kinds = _kinds(action)
    if unknown := [key for key in record if key not in kinds and key != "type"]:
        raise PlayError(f"{name} has no such field", where=shown(unknown[0]))
    values = {}
    for field, (kind, required) in kinds.items():
        if field in record:
            values[field] = kind.check(record[field], field, layout)
        elif required:
            raise PlayError(f"{name} needs this field", where=field)
    return action(**values)


def checked(action: AnyAction, layout: Layout) -> AnyAction:
    """The action, if its values fit this board; cells that are named twice are kept once."""
    if type(action) is not ACTIONS.get(getattr(action, "type", "")):
        raise PlayError(f"this is not an action: {shown(action)}")
    found = {
        field: kind.check(getattr(action, field), field, layout)
        for field, (kind, _) in _kinds(type(action)).items()
    }
    same = all(found[field] == getattr(action, field) for field in found)
    return action if same else replace(action, **found)


def schema_of(action: type[Action]) -> Schema:
    """The JSON Schema of an action's record.

    >>> from nonet.play.actions import SetMark
    >>> schema_of(SetMark)["properties"]
    {'type': {'const': 'mark'}, 'name': {'type': 'string', 'minLength': 1, 'maxLength': 40}}
    """
    kinds = _kinds(action)
    return {
        "type": "object",
        "properties": {
            "type": {"const": action.type},
            **{field: kind.schema() for field, (kind, _) in kinds.items()},
        },
        "required": ["type", *(field for field, (_, required) in kinds.items() if required)],
        "additionalProperties": False,
        "description": " ".join((action.__doc__ or "").split()),
    }
