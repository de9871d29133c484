"""Rules as JSON values, and back.

    {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}

Cells are names; fields that have their default are left out. What a field contains follows from its type (see
`nonet.rules.base`), so this file knows no rule.

>>> from nonet.layout import CLASSIC
>>> rule = from_data({"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}, CLASSIC)
>>> rule
Cage(cells=(0, 1), sum=8)
>>> to_data(rule, CLASSIC)
{'kind': 'cage', 'cells': ['r1c1', 'r1c2'], 'sum': 8}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.errors import InvalidRule, LayoutError
from nonet.layout import Layout
from nonet.limits import check
from nonet.messages import T
from nonet.rules.base import Field, FieldRole, Rule
from nonet.rules.registry import rule_class

__all__ = ["from_data", "schema", "to_data"]


def to_data(rule: Rule, layout: Layout) -> dict[str, Any]:
    """The rule as values for JSON."""
    data: dict[str, Any] = {"kind": rule.kind}
    for field in rule.fields():
        value = getattr(rule, field.name)
        if field.required or value != field.default:
            data[field.name] = _written(field.role, value, layout)
    return data


def from_data(data: object, layout: Layout) -> Rule:
    """The rule from values of JSON, checked on the board; raises InvalidRule."""
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
        raise InvalidRule(T("a rule is an object with a “kind”, not {value}"), slots={"value": _short(data)})
    cls = rule_class(data["kind"])
    fields = {field.name: field for field in cls.fields()}
    for name in data:
        if name != "kind" and name not in fields:
            names = ", ".join(fields) or "–"
            raise InvalidRule(
                T("unknown field {name!r}; its fields are {names}"), cls.kind, {"name": name, "names": names}
            )
    values = {}
    for field in fields.values():
        if field.name in data:
            values[field.name] = _read(cls, field, data[field.name], layout)
        elif field.required:
            raise InvalidRule(T("{name!r} is missing"), cls.kind, {"name": field.name})
    rule = cls(**values)
    rule.check(layout)
    return rule


def _written(role: FieldRole, value: Any, layout: Layout) -> Any:
    if value is None:
        return None
    match role:
        case FieldRole.CELL:
            return layout.cell_name(value)
        case FieldRole.PATH | FieldRole.SET:
            return [layout.cell_name(cell) for cell in value]
        case FieldRole.GROUPS | FieldRole.CELL_PAIRS:
            return [[layout.cell_name(cell) for cell in group] for group in value]
        case FieldRole.DIGITS | FieldRole.NUMBERS:
            return list(value)
        case FieldRole.NUMBER_PAIRS:
            return [list(pair) for pair in value]
        case FieldRole.RULES:
            return [to_data(rule, layout) for rule in value]
    return value


def _read(cls: type[Rule], field: Field, value: Any, layout: Layout) -> Any:
    if value is None and field.optional:
        return None
    try:
        match field.role:
            case FieldRole.CELL:
                return _cell(value, layout)
            case FieldRole.PATH | FieldRole.SET:
                return [_cell(name, layout) for name in _list(value)]
            case FieldRole.GROUPS | FieldRole.CELL_PAIRS:
                return [[_cell(name, layout) for name in _list(group)] for group in _list(value)]
            case FieldRole.RULES:
                check("rules", len(_list(value)))
                return [from_data(rule, layout) for rule in value]
            case FieldRole.DIGITS | FieldRole.NUMBERS | FieldRole.NUMBER_PAIRS:
                return _list(value)
    except TypeError:
        slots = {"field": field.name, "role": field.role.value, "value": _short(value)}
        raise InvalidRule(T("{field}: expected {role}, not {value}"), cls.kind, slots) from None
    except LayoutError as error:
        raise InvalidRule(f"{field.name}: {error}", cls.kind) from None
    return value


def _cell(name: Any, layout: Layout) -> int:
    if not isinstance(name, str):
        raise TypeError
    return layout.cell_named(name)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _short(value: object, width: int = 40) -> str:
    text = repr(value)
    return text if len(text) <= width else f"{text[: width - 1]}…"


# -- the JSON schema ----------------------------------------------------------------------------------------

_CELL = {"type": "string", "pattern": "^[rR][0-9]{1,2}[cC][0-9]{1,2}$"}
_INTEGER = {"type": "integer"}
_SCHEMAS: dict[FieldRole, dict[str, Any]] = {
    FieldRole.CELL: _CELL,
    FieldRole.PATH: {"type": "array", "items": _CELL},
    FieldRole.SET: {"type": "array", "items": _CELL, "uniqueItems": True},
    FieldRole.GROUPS: {"type": "array", "items": {"type": "array", "items": _CELL}},
    FieldRole.CELL_PAIRS: {
        "type": "array",
        "items": {"type": "array", "items": _CELL, "minItems": 2, "maxItems": 2},
    },
    FieldRole.DIGIT: {"type": "integer", "minimum": 1},
    FieldRole.DIGITS: {"type": "array", "items": {"type": "integer", "minimum": 1}},
    FieldRole.NUMBER: _INTEGER,
    FieldRole.NUMBERS: {"type": "array", "items": _INTEGER},
    FieldRole.NUMBER_PAIRS: {
        "type": "array",
        "items": {"type": "array", "items": _INTEGER, "minItems": 2, "maxItems": 2},
    },
    FieldRole.TEXT: {"type": "string"},
    FieldRole.FLAG: {"type": "boolean"},
    FieldRole.RULES: {"type": "array", "items": {"$ref": "#/$defs/rule"}, "minItems": 1},
}


def schema(cls: type[Rule]) -> dict[str, Any]:
    """The JSON schema of one kind of rule."""
    properties: dict[str, Any] = {"kind": {"const": cls.kind}}
    for field in cls.fields():
        own = _SCHEMAS[field.role]
        properties[field.name] = {"anyOf": [own, {"type": "null"}]} if field.optional else own
    required = ["kind", *(field.name for field in cls.fields() if field.required)]
    return {
        "title": cls.title,
        "description": cls.text,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
