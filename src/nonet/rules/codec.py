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

from nonet.errors import FieldError, InvalidRule, LayoutError, expect
from nonet.fields import CellName, FieldKind, FixedList, Flag, ListOf, OrNone, Schema, String, Whole, shown
from nonet.layout import Layout
from nonet.limits import check
from nonet.messages import T
from nonet.rules.base import Field, FieldRole, Rule, check_named
from nonet.rules.registry import rule_class


def to_data(rule: Rule, layout: Layout) -> dict[str, Any]:
    """The rule as values for JSON."""
    expect(rule, Rule, "rule")
    expect(layout, Layout, "layout")
    data: dict[str, Any] = {"kind": rule.kind}
    for field in rule.fields():
        value = getattr(rule, field.name)
        if field.required or value != field.default:
            data[field.name] = OrNone(_KINDS[field.role]).plain(value, layout)
    return data


def from_data(data: object, layout: Layout) -> Rule:
    """The rule from values of JSON, checked on the board; raises InvalidRule."""
    try:
        rule = _unchecked(data, layout)
        check_named(rule, layout)
    except RecursionError:
        raise InvalidRule(T("rules are nested too deeply")) from None
    return rule


def _unchecked(data: object, layout: Layout) -> Rule:
    """The rule; it and the rules inside it are not checked yet."""
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
        raise InvalidRule(T("a rule is an object with a “kind”, not {value}"), slots={"value": shown(data)})
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
    return cls(**values)


def _read(cls: type[Rule], field: Field, value: Any, layout: Layout) -> Any:
    if value is None and field.optional:
        return None
    try:
        if field.role is FieldRole.RULES and isinstance(value, list):
            check("rules", len(value))
        return _KINDS[field.role].check(value, field.name, layout)
    except FieldError:
        slots = {"field": field.name, "role": field.role.value, "value": shown(value)}
        raise InvalidRule(T("{field}: expected {role}, not {value}"), cls.kind, slots) from None
    except LayoutError as error:
        raise InvalidRule(f"{field.name}: {error}", cls.kind) from None


class _Digit(Whole):
    def schema(self) -> Schema:
        return {"type": "integer", "minimum": 0}


class RuleData(FieldKind):
    def check(self, value: Any, where: str, layout: Any) -> Rule:
        return from_data(value, layout)

    def plain(self, value: Any, layout: Any = None) -> dict[str, Any]:
        return to_data(value, layout)

    def schema(self) -> Schema:
        return {"$ref": "#/$defs/rule"}


class _RuleInside(RuleData):
    """A rule inside another, which checks it."""

    def check(self, value: Any, where: str, layout: Any) -> Rule:
        return _unchecked(value, layout)


_CELL, _NUMBER, _DIGIT = CellName(), Whole(), _Digit()
_KINDS: dict[FieldRole, FieldKind] = {
    FieldRole.CELL: _CELL,
    FieldRole.PATH: ListOf(_CELL),
    FieldRole.SET: ListOf(_CELL),
    FieldRole.GROUPS: ListOf(ListOf(_CELL)),
    FieldRole.CELL_PAIRS: ListOf(FixedList((_CELL, _CELL))),
    FieldRole.DIGIT: _DIGIT,
    FieldRole.DIGITS: ListOf(_DIGIT),
    FieldRole.NUMBER: _NUMBER,
    FieldRole.NUMBERS: ListOf(_NUMBER),
    FieldRole.NUMBER_PAIRS: ListOf(FixedList((_NUMBER, _NUMBER))),
    FieldRole.TEXT: String(),
    FieldRole.FLAG: Flag(),
    FieldRole.RULES: ListOf(_RuleInside()),
}
_ALSO_CHECKED: dict[FieldRole, Schema] = {
    FieldRole.RULES: {"minItems": 1},
}
"""What the rule itself checks, because it says it better."""


def schema(cls: type[Rule]) -> dict[str, Any]:
    """The JSON schema of one kind of rule."""
    properties: dict[str, Any] = {"kind": {"const": cls.kind}}
    for field in cls.fields():
        part = {**_KINDS[field.role].schema(), **_ALSO_CHECKED.get(field.role, {})}
        properties[field.name] = {"anyOf": [part, {"type": "null"}]} if field.optional else part
    required = ["kind", *(field.name for field in cls.fields() if field.required)]
    return {
        "title": cls.title,
        "description": cls.text,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
