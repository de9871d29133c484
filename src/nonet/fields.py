"""Typed fields: a class declares each field once; checking, JSON in and out, and JSON Schema follow.

    Colour = Annotated[int, Whole(0, 8)]

    @dataclass(frozen=True)
    class Paint:
        cells: Cells
        colour: Colour = 0

    read(Paint, {"cells": [40]}, CLASSIC)     Paint(cells=(40,), colour=0), or a FieldError: what is wrong, and where
    to_plain(Paint((40,), 2))                 {'cells': [40], 'colour': 2}
    schema(Paint)                             {'type': 'object', 'properties': …}

To a type checker the fields are plain integers, texts and tuples; `Annotated` carries the kind. A plain type is a kind,
too: `int`, `str | None`, `Sequence[int]`, an Enum, another class. Dataclasses and NamedTuples are read and written. A
TypedDict is JSON already: it describes itself, and `as_json` fills it from any value that has its fields as attributes.

Only the standard library is used, not msgspec or pydantic: nonet needs no other package, in the browser too.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from sys import float_info
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from nonet.dimensions import MAX_SIZE
from nonet.errors import FieldError

Schema = dict[str, Any]
Value = TypeVar("Value")


def shown(value: object) -> str:
    """A value as an error message quotes it."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _expected(what: str, value: object, where: str) -> FieldError:
    return FieldError(f"expected {what}, not {shown(value)}", where=where)


# -- kinds of values ------------------------------------------------------------------------------------------


class FieldKind:
    """A kind of value; this one is any value. `where` names the field in a FieldError. `layout` is the board that cells
    and digits must fit, if there is one.
    """

    def check(self, value: Any, where: str, layout: Any) -> Any:
        """The value as a class holds it, of what JSON gives."""
        return value

    def plain(self, value: Any, layout: Any = None) -> Any:
        """The value as JSON."""
        return value

    def schema(self) -> Schema:
        return {}


@dataclass(frozen=True, eq=False)
class Described(FieldKind):
    """Values that only have a description."""

    description: Mapping[str, Any]

    def schema(self) -> Schema:
        return dict(self.description)


HIDDEN = FieldKind()
"""Marks a field that is no part of the JSON."""


@dataclass(frozen=True)
class Whole(FieldKind):
    least: int | None = None
    most: int | None = None

    def check(self, value: Any, where: str, layout: Any) -> int:
        if type(value) is not int:
            raise _expected("a whole number", value, where)
        if not _within(value, self.least, self.most):
            raise _expected(f"a whole number{_span(self.least, self.most)}", value, where)
        return value

    def schema(self) -> Schema:
        return {"type": "integer", **_given(minimum=self.least, maximum=self.most)}


@dataclass(frozen=True)
class Number(FieldKind):
    """`places`: decimal places to which it is rounded in JSON."""

    least: float | None = None
    most: float | None = None
    places: int | None = None

    def check(self, value: Any, where: str, layout: Any) -> float:
        is_finite = type(value) in (int, float) and abs(value) <= float_info.max
        if not is_finite or not _within(value, self.least, self.most):
            raise _expected(f"a number{_span(self.least, self.most)}", value, where)
        return value  # type: ignore[no-any-return]

    def plain(self, value: Any, layout: Any = None) -> Any:
        return value if self.places is None else round(float(value), self.places)

    def schema(self) -> Schema:
        return {"type": "number", **_given(minimum=self.least, maximum=self.most)}


def _within(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _span(least: float | None, most: float | None) -> str:
    if least is None and most is None:
        return ""
    return f" from {least or 0} on" if most is None else f" from {least or 0} to {most}"


def _given(**keywords: object) -> Schema:
    return {name: value for name, value in keywords.items() if value is not None}


@dataclass(frozen=True)
class CellKind(FieldKind):
    def check(self, value: Any, where: str, layout: Any) -> int:
        if not 0 <= Whole().check(value, where, layout) < layout.cell_count:
            last = layout.cell_count - 1
            raise FieldError(f"cells are numbers from 0 to {last}, not {shown(value)}", where=where)
        return int(value)

    def schema(self) -> Schema:
        return Whole(0, MAX_SIZE**2 - 1).schema()


@dataclass(frozen=True)
class CellName(FieldKind):
    """A cell, which JSON has by its name: r1c1, or A1 beside the board."""

    def check(self, value: Any, where: str, layout: Any) -> Any:
        return layout.cell_named(String().check(value, where, layout))

    def plain(self, value: Any, layout: Any = None) -> Any:
        return layout.cell_name(value)

    def schema(self) -> Schema:
        return {"type": "string", "pattern": "^([rR][0-9]{1,2}[cC][0-9]{1,2}|[A-Za-z]+[0-9]{0,3})$"}


@dataclass(frozen=True)
class DigitKind(FieldKind):
    def check(self, value: Any, where: str, layout: Any) -> int:
        if not 1 <= Whole().check(value, where, layout) <= layout.size:
            raise FieldError(f"digits are 1 to {layout.size}, not {shown(value)}", where=where)
        return int(value)

    def schema(self) -> Schema:
        return Whole(1, MAX_SIZE).schema()


@dataclass(frozen=True)
class String(FieldKind):
    """`printable`: without control characters; blanks around it are removed."""

    least: int = 0
    most: int | None = None
    printable: bool = False

    def check(self, value: Any, where: str, layout: Any) -> str:
        text = value.strip() if self.printable and isinstance(value, str) else value
        if (
            not isinstance(text, str)
            or not _within(len(text), self.least, self.most)
            or (self.printable and not value.isprintable())
        ):
            length = f" of {self.least} to {self.most}{' printable' * self.printable} characters"
            raise _expected(f"a text{length if self.most else ''}", value, where)
        return text

    def schema(self) -> Schema:
        return {"type": "string", **_given(minLength=self.least or None, maxLength=self.most)}


@dataclass(frozen=True)
class Choice(FieldKind):
    """One of some texts, or of some whole numbers."""

    choices: tuple[str, ...] | tuple[int, ...]

    def check(self, value: Any, where: str, layout: Any) -> Any:
        if type(value) is bool or not isinstance(value, type(self.choices[0])) or value not in self.choices:
            raise _expected(f"one of {', '.join(map(str, self.choices))}", value, where)
        return value

    def schema(self) -> Schema:
        kind = "string" if isinstance(self.choices[0], str) else "integer"
        return {"type": kind, "enum": list(self.choices)}


@dataclass(frozen=True)
class EnumChoice(FieldKind):
    values: type[Enum]

    def check(self, value: Any, where: str, layout: Any) -> Enum:
        return self.values(self._names().check(value, where, layout))

    def plain(self, value: Any, layout: Any = None) -> Any:
        return value.value

    def schema(self) -> Schema:
        return self._names().schema()

    def _names(self) -> Choice:
        return Choice(tuple(each.value for each in self.values))


@dataclass(frozen=True)
class Flag(FieldKind):
    def check(self, value: Any, where: str, layout: Any) -> bool:
        if not isinstance(value, bool):
            raise _expected("true or false", value, where)
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class CalendarDate(FieldKind):
    def check(self, value: Any, where: str, layout: Any) -> date:
        try:
            found = date.fromisoformat(value)
        except (TypeError, ValueError):
            found = None
        if found is None or found.isoformat() != value:  # 2026-W47-7 is one, too
            raise _expected("a date like 2026-11-15", value, where)
        return found

    def plain(self, value: Any, layout: Any = None) -> Any:
        return value.isoformat()

    def schema(self) -> Schema:
        return {"type": "string", "format": "date"}


# -- kinds made of kinds --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OrNone(FieldKind):
    kind: FieldKind

    def check(self, value: Any, where: str, layout: Any) -> Any:
        return None if value is None else self.kind.check(value, where, layout)

    def plain(self, value: Any, layout: Any = None) -> Any:
        return None if value is None else self.kind.plain(value, layout)

    def schema(self) -> Schema:
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}


@dataclass(frozen=True)
class ListOf(FieldKind):
    """A list in JSON, a tuple once it is checked. Values that are there twice are kept once if it is `unique`."""

    kind: FieldKind
    least: int = 0
    most: int | None = None
    unique: bool = False

    def check(self, value: Any, where: str, layout: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise _expected("a list", value, where)
        if not _within(len(value), self.least, self.most):
            raise _expected(f"a list with a length{_span(self.least, self.most)}", len(value), where)
        if isinstance(self.kind, RecordOf):
            return tuple(self.kind.check(each, f"{where}[{n}]", layout) for n, each in enumerate(value))
        items = [self.kind.check(each, where, layout) for each in value]
        return tuple(dict.fromkeys(items) if self.unique else items)

    def plain(self, value: Any, layout: Any = None) -> list[Any]:
        items = sorted(value) if isinstance(value, frozenset | set) else value
        if type(self.kind).plain is FieldKind.plain:
            return [*items]
        return [self.kind.plain(each, layout) for each in items]

    def schema(self) -> Schema:
        limits = _given(minItems=self.least or None, maxItems=self.most)
        return {"type": "array", "items": self.kind.schema(), **limits}


@dataclass(frozen=True)
class RangeOf(FieldKind):
    """A number or a range, 28, [28, 32] or "28..32"; once it is checked, the first and the last number."""

    kind: FieldKind

    def check(self, value: Any, where: str, layout: Any) -> tuple[Any, Any]:
        if isinstance(value, str) and (
            match := re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", value, re.ASCII)
        ):
            value = [int(end) for end in match.groups(match[1])]
        ends = value if isinstance(value, list) else [value, value]
        if len(ends) != 2 or isinstance(value, str):
            raise _expected("a number or a range, as in [20, 25]", value, where)
        low, high = (self.kind.check(end, where, layout) for end in ends)
        if low > high:
            raise FieldError("the first number must not be greater than the second", where=where)
        return low, high


@dataclass(frozen=True)
class FixedList(FieldKind):
    """A list in which every place has its kind."""

    kinds: tuple[FieldKind, ...]

    def check(self, value: Any, where: str, layout: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(self.kinds):
            raise _expected(f"a list of {len(self.kinds)}", value, where)
        return tuple(kind.check(each, where, layout) for kind, each in zip(self.kinds, value, strict=True))

    def plain(self, value: Any, layout: Any = None) -> list[Any]:
        return [kind.plain(each, layout) for kind, each in zip(self.kinds, value, strict=True)]

    def schema(self) -> Schema:
        length, parts = len(self.kinds), [kind.schema() for kind in self.kinds]
        alike = all(part == parts[0] for part in parts)
        items = {"items": parts[0]} if alike else {"prefixItems": parts}
        return {"type": "array", **items, "minItems": length, "maxItems": length}


@dataclass(frozen=True)
class MapOf(FieldKind):
    """Values of one kind by name; if there are `names`, just these."""

    kind: FieldKind
    names: tuple[str, ...] = ()

    def schema(self) -> Schema:
        if not self.names:
            return {"type": "object", "additionalProperties": self.kind.schema()}
        return _object_schema(dict.fromkeys(self.names, self.kind.schema()), self.names)


@dataclass(frozen=True)
class RecordOf(FieldKind):
    """An object with the fields of a class; in a schema it stands by the name of the class."""

    cls: type

    def check(self, value: Any, where: str, layout: Any) -> Any:
        return read(self.cls, value, layout, where=where)

    def plain(self, value: Any, layout: Any = None) -> Any:
        return value if isinstance(value, Mapping) else as_json(self.cls, value)

    def schema(self) -> Schema:
        return {"$ref": f"#/components/schemas/{_name(self.cls)}"}


@dataclass(frozen=True)
class Some(FieldKind):
    """Some of the fields of a class, as a dict."""

    cls: type

    def check(self, value: Any, where: str, layout: Any) -> dict[str, Any]:
        return _read_fields(self.cls, value, layout, where)

    def schema(self) -> Schema:
        return {**schema(self.cls), "required": []}


@dataclass(frozen=True)
class AnyRecord(FieldKind):
    """An object of one of several classes, told apart by the fields that they need. One class may need none."""

    classes: tuple[type, ...]

    def check(self, value: Any, where: str, layout: Any) -> Any:
        needed = {name: cls for cls in self.classes for name in _required(cls)}
        present = [name for name in needed if isinstance(value, Mapping) and name in value]
        if len({needed[name] for name in present}) > 1:
            raise FieldError(f"{present[0]} or {present[-1]}, not both", where=present[-1])
        if present:
            return read(needed[present[0]], value, layout, where=where)
        needs_nothing = (cls for cls in self.classes if not _required(cls))
        return read(next(needs_nothing, self.classes[0]), value, layout, where=where)

    def schema(self) -> Schema:
        parts = {name: part for cls in self.classes for name, part in schema(cls)["properties"].items()}
        return _object_schema(parts, ())


# -- the kinds that annotations name, and the fields of classes ----------------------------------------------


Count = Annotated[int, Whole(0)]
Cell = Annotated[int, CellKind()]
Digit = Annotated[int, DigitKind()]
Cells = Annotated[tuple[int, ...], ListOf(CellKind(), 1, unique=True)]
Candidates = Annotated[
    tuple[tuple[int, int], ...], ListOf(FixedList((CellKind(), DigitKind())), 1, unique=True)
]

_PLAIN_TYPES: dict[Any, FieldKind] = {
    bool: Flag(),
    int: Whole(),
    float: Number(),
    str: String(),
    date: CalendarDate(),
    Any: FieldKind(),
    object: FieldKind(),
}


@cache
def kind_of(annotation: Any, record: Callable[[type], FieldKind] = RecordOf) -> FieldKind:
    """The kind that an annotation names; `record` makes that of a class.

    >>> kind_of(bool | None).schema()
    {'anyOf': [{'type': 'boolean'}, {'type': 'null'}]}
    """
    if annotation in _PLAIN_TYPES:
        return _PLAIN_TYPES[annotation]
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        kind: FieldKind = parts[1]
        return kind
    if origin is NotRequired:
        return kind_of(parts[0], record)
    if origin in (list, Sequence) or (origin is tuple and parts[-1] is ...):
        return ListOf(kind_of(parts[0], record))
    if origin is tuple:
        return FixedList(tuple(kind_of(part, record) for part in parts))
    if origin is dict:
        return MapOf(kind_of(parts[1], record))
    if origin in (Union, types.UnionType):
        if parts[1:] == (type(None),):
            return OrNone(kind_of(parts[0], record))
        return AnyRecord(parts)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return EnumChoice(annotation)
    if is_dataclass(annotation) or is_typeddict(annotation) or hasattr(annotation, "_field_defaults"):
        return record(annotation)
    raise TypeError(f"{annotation} is not a kind of field")


_INCLUDED: dict[type, type] = {}


def includes(cls: type) -> Callable[[type[Value]], type[Value]]:
    """A decorator: the JSON that a TypedDict describes also has the fields of this class."""

    def decorate(described: type[Value]) -> type[Value]:
        _INCLUDED[described] = cls
        return described

    return decorate


class TypedField(NamedTuple):
    kind: FieldKind
    required: bool


def fields_of(cls: type) -> dict[str, TypedField]:
    """The fields of a dataclass, a NamedTuple or a TypedDict that its JSON has."""
    return _fields_of(cls)


@cache
def _fields_of(cls: Any) -> dict[str, TypedField]:
    hints = get_type_hints(cls, include_extras=True)
    if is_dataclass(cls):
        needs = {field.name: field.default is field.default_factory is MISSING for field in fields(cls)}
    elif is_typeddict(cls):
        needs = {name: get_origin(hint) is not NotRequired for name, hint in hints.items()}
    else:
        needs = {name: name not in cls._field_defaults for name in cls._fields}
    found = {name: TypedField(kind_of(hints[name]), required) for name, required in needs.items()}
    if included := _INCLUDED.get(cls):
        found = {name: TypedField(field.kind, True) for name, field in fields_of(included).items()} | found
    return {name: field for name, field in found.items() if field.kind is not HIDDEN}


def _required(cls: type) -> list[str]:
    return [name for name, field in fields_of(cls).items() if field.required]


# -- reading and writing --------------------------------------------------------------------------------------


def read(cls: type[Value], data: object, layout: Any = None, *, where: str = "") -> Value:
    """An object of the class from JSON. A FieldError says what is wrong and where.

    >>> @dataclass
    ... class Point:
    ...     x: Annotated[int, Whole(0, 9)]
    ...     name: str = ""
    >>> read(Point, {"x": 3})
    Point(x=3, name='')
    >>> read(Point, {"x": 10})
    Traceback (most recent call last):
        ...
    nonet.errors.FieldError: x: expected a whole number from 0 to 9, not 10
    """
    values = _read_fields(cls, data, layout, where)
    for name in _required(cls):
        if name not in values:
            raise FieldError("missing", where=_inside(where, name))
    return cls(**values)


def _read_fields(cls: type, data: object, layout: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise _expected("an object", data, where)
    known = fields_of(cls)
    for name in data:
        if name not in known:
            from difflib import get_close_matches

            near = get_close_matches(str(name)[:40], known, n=1)
            advice = f"; did you mean {near[0]}?" if near else ""
            raise FieldError(f"there is no such field{advice}", where=_inside(where, str(name)[:40]))
    return {name: known[name].kind.check(value, _inside(where, name), layout) for name, value in data.items()}


def _inside(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def checked_values(value: Any, layout: Any = None) -> dict[str, Any]:
    """The values of the fields of an object, checked as `read` checks them."""
    return {
        name: field.kind.check(getattr(value, name), name, layout)
        for name, field in fields_of(type(value)).items()
    }


def to_plain(value: Any) -> dict[str, Any]:
    """A dataclass as JSON; the twin of `read`."""
    return as_json(type(value), value)


def as_json(cls: type[Value], source: Any, /, **given: Any) -> Value:
    """The JSON of a class, usually a TypedDict: `given`, and the attributes that the source has for the other fields.

    >>> from typing import TypedDict
    >>> class PowerJson(TypedDict):
    ...     base: int
    ...     real: int
    >>> as_json(PowerJson, 8, base=2)
    {'base': 2, 'real': 8}
    """
    found = {
        name: given[name] if name in given else field.kind.plain(getattr(source, name))
        for name, field in fields_of(cls).items()
    }
    return cast(Value, found)


# -- JSON Schema ----------------------------------------------------------------------------------------------


def schema(cls: type, *, complete: bool = False) -> Schema:
    """The JSON Schema of a class: of what `read` accepts, or, if it is `complete`, of what `to_plain` writes: all
    fields are there. Classes inside it are references to `components`.
    """
    known = fields_of(cls)
    found = _object_schema(
        {
            name: field.kind.schema() if complete or field.required else _given_schema(field.kind)
            for name, field in known.items()
        },
        known if complete and not is_typeddict(cls) else _required(cls),
    )
    about = [_about(part) for part in (cls, _INCLUDED.get(cls)) if part]
    return {**found, "description": " ".join(about).strip()} if any(about) else found


def _about(cls: type) -> str:
    """The docstring on one line, without examples; not the one that Python makes for a dataclass without any."""
    text = " ".join((cls.__dict__.get("__doc__") or "").partition(">>>")[0].split())
    return "" if text.startswith(f"{cls.__name__}(") else text


def _object_schema(properties: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _given_schema(kind: FieldKind) -> Schema:
    """Of a field that may be left out: null has no use then."""
    return kind.kind.schema() if isinstance(kind, OrNone) else kind.schema()


def components(kinds: Iterable[FieldKind]) -> dict[str, Schema]:
    """The schemas of all classes that these kinds refer to, by name."""
    found: dict[str, Schema] = {}
    rest = [cls for kind in kinds for cls in _classes_in(kind)]
    while rest:
        cls = rest.pop()
        if _name(cls) not in found:
            found[_name(cls)] = schema(cls, complete=True)
            rest += (inner for field in fields_of(cls).values() for inner in _classes_in(field.kind))
    return dict(sorted(found.items()))


def _name(cls: type) -> str:
    """The name of a class in a schema: `Game` for a TypedDict `GameJson`."""
    return cls.__name__.removesuffix("Json")


def _classes_in(kind: FieldKind) -> Iterator[type]:
    match kind:
        case RecordOf(cls=cls):
            yield cls
        case OrNone(kind=inner) | ListOf(kind=inner) | MapOf(kind=inner):
            yield from _classes_in(inner)
        case FixedList(kinds=several):
            for each in several:
                yield from _classes_in(each)
