"""The kinds of values that actions have: each checks a value on a board and describes itself as JSON Schema.

An action names them in its annotations (`cells: Cells`). To a type checker they are plain integers, strings and
tuples; `Annotated` carries the kind. Checking accepts what JSON gives (lists) and returns what actions hold
(tuples, without repeated cells).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Protocol, get_args, get_origin

from nonet.layout import Layout
from nonet.play.errors import PlayError

__all__ = [
    "COLOURS",
    "LONGEST_NAME",
    "NOTE_KINDS",
    "Candidates",
    "Cell",
    "Cells",
    "Colour",
    "Digit",
    "FieldKind",
    "Name",
    "NoteKind",
    "kind_of",
    "shown",
]

COLOURS = 8
"""Colours are 1 … 8; 0 is none."""

NOTE_KINDS = ("corner", "centre")

LONGEST_NAME = 40
"""Most characters in the name of a mark."""

LARGEST_SIZE = 25

Schema = dict[str, Any]


class FieldKind(Protocol):
    """A kind of value. `where` is the name of the field, for the PlayError."""

    def check(self, value: object, where: str, layout: Layout) -> object: ...

    def schema(self) -> Schema: ...


def shown(value: object) -> str:
    """A value as an error message quotes it."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _whole(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise PlayError(f"expected a whole number, not {shown(value)}", where=where)
    return value


class _Cell:
    def check(self, value: object, where: str, layout: Layout) -> int:
        number = _whole(value, where)
        if not 0 <= number < layout.cell_count:
            raise PlayError(
                f"cells are numbers from 0 to {layout.cell_count - 1}, not {shown(number)}", where=where
            )
        return number

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": 0, "maximum": LARGEST_SIZE**2 - 1}


class _Cells:
    def check(self, value: object, where: str, layout: Layout) -> tuple[int, ...]:
        if not isinstance(value, list | tuple):
            raise PlayError(f"expected a list of cells, not {shown(value)}", where=where)
        if not 1 <= len(value) <= layout.cell_count:
            raise PlayError(f"expected 1 to {layout.cell_count} cells, not {len(value)}", where=where)
        return tuple(dict.fromkeys(_CELL.check(each, where, layout) for each in value))

    def schema(self) -> Schema:
        return {"type": "array", "items": _CELL.schema(), "minItems": 1}


class _Digit:
    def check(self, value: object, where: str, layout: Layout) -> int:
        number = _whole(value, where)
        if not 1 <= number <= layout.size:
            raise PlayError(f"digits are 1 to {layout.size}, not {shown(number)}", where=where)
        return number

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": 1, "maximum": LARGEST_SIZE}


class _Candidates:
    def check(self, value: object, where: str, layout: Layout) -> tuple[tuple[int, int], ...]:
        if not isinstance(value, list | tuple):
            raise PlayError(f"expected a list of [cell, digit], not {shown(value)}", where=where)
        most = layout.cell_count * layout.size
        if not 1 <= len(value) <= most:
            raise PlayError(f"expected 1 to {most} candidates, not {len(value)}", where=where)
        found: dict[tuple[int, int], None] = {}
        for each in value:
            if not isinstance(each, list | tuple) or len(each) != 2:
                raise PlayError(f"a candidate is [cell, digit], not {shown(each)}", where=where)
            found[_CELL.check(each[0], where, layout), _DIGIT.check(each[1], where, layout)] = None
        return tuple(found)

    def schema(self) -> Schema:
        pair = {
            "type": "array",
            "prefixItems": [_CELL.schema(), _DIGIT.schema()],
            "minItems": 2,
            "maxItems": 2,
        }
        return {"type": "array", "items": pair, "minItems": 1}


class _Colour:
    def check(self, value: object, where: str, layout: Layout) -> int:
        number = _whole(value, where)
        if not 0 <= number <= COLOURS:
            raise PlayError(f"colours are 1 to {COLOURS}, and 0 for none, not {shown(number)}", where=where)
        return number

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": 0, "maximum": COLOURS}


class _Name:
    def check(self, value: object, where: str, layout: Layout) -> str:
        if (
            not isinstance(value, str)
            or not value.isprintable()
            or not 1 <= len(value.strip()) <= LONGEST_NAME
        ):
            raise PlayError(
                f"a name has 1 to {LONGEST_NAME} printable characters; this one is {shown(value)}",
                where=where,
            )
        return value.strip()

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}


@dataclass(frozen=True)
class _OneOf:
    choices: tuple[str, ...]

    def check(self, value: object, where: str, layout: Layout) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise PlayError(f"expected {' or '.join(self.choices)}, not {shown(value)}", where=where)
        return value

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.choices)}


class _Flag:
    def check(self, value: object, where: str, layout: Layout) -> bool:
        if not isinstance(value, bool):
            raise PlayError(f"expected true or false, not {shown(value)}", where=where)
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class _OrNone:
    kind: FieldKind

    def check(self, value: object, where: str, layout: Layout) -> object:
        return None if value is None else self.kind.check(value, where, layout)

    def schema(self) -> Schema:
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}


_CELL, _DIGIT = _Cell(), _Digit()

Cell = Annotated[int, _CELL]
Cells = Annotated[tuple[int, ...], _Cells()]
Digit = Annotated[int, _DIGIT]
Candidates = Annotated[tuple[tuple[int, int], ...], _Candidates()]
Colour = Annotated[int, _Colour()]
NoteKind = Annotated[str, _OneOf(NOTE_KINDS)]
Name = Annotated[str, _Name()]


def kind_of(annotation: Any) -> FieldKind:
    """The kind that an annotation names.

    >>> kind_of(bool | None).schema()
    {'anyOf': [{'type': 'boolean'}, {'type': 'null'}]}
    """
    if annotation is bool:
        return _Flag()
    parts = get_args(annotation)
    if get_origin(annotation) is Annotated:
        kind: FieldKind = parts[1]
        return kind
    if len(parts) == 2 and parts[1] is type(None):
        return _OrNone(kind_of(parts[0]))
    raise TypeError(f"{annotation} is not a kind of field that an action can have")
