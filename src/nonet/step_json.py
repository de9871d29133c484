"""A step as plain data, for `Step.to_json` and `Step.from_json`.

    {"technique": "hidden-single",
     "placements": [{"cell": "r1c1", "digit": 5}], "eliminations": [],
     "evidence": {"roles": [{"kind": "base", "cells": ["r1c1"], "digits": [5], "houses": ["box 1"], "label":
     ""}],
                  "truths": [{"house": "box 1", "digit": 5}]}}

Cells are called r4c7 and houses by their English names, whatever the language: programs read this. Empty
parts of the evidence are left out. A node of a chain is {"cells": […], "digit": 5, "on": true}, with "set"
where it is an almost locked set; a link is {"start": node, "end": node, "strong": true}, with "by" where a rule makes
it; a case is {"candidate", "truths", "split", "cases"}. Rules are written as in `nonet.rules.codec`; an equation is
{"cells", "weights", "total", "houses", "rules"}, a trial {"candidate", "steps", "truth", "rule"}.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, lru_cache
from typing import Any, TypeVar, get_type_hints

from nonet.errors import FieldError, NonetError
from nonet.fields import CellName, FieldKind, ListOf, OrNone, String, Whole, kind_of, shown
from nonet.layout import Layout
from nonet.rules.codec import RuleData

T = TypeVar("T")

SCHEMA = "nonet-step-1"
"""Changes when the shape of a record does."""


def to_json(step: object, layout: Layout) -> dict[str, Any]:
    return _StepPart(type(step)).plain(step, layout)


def from_json(cls: type[T], record: Mapping[str, Any], layout: Layout) -> T:
    try:
        step: T = _StepPart(cls).check(record, "", layout)
    except FieldError as error:
        raise NonetError(f"not a record of a step ({SCHEMA}): {error}") from error
    return step


class _HouseName(FieldKind):
    def check(self, value: Any, where: str, layout: Any) -> int:
        try:
            return _house_numbers(layout)[value]
        except (KeyError, TypeError):
            raise FieldError(f"there is no house {shown(value)}", where=where) from None

    def plain(self, value: Any, layout: Any = None) -> Any:
        try:
            return layout.houses[value].name
        except IndexError:
            message = (
                f"{layout.name} has no house {value}; where rules add houses, use the layout of the position"
            )
            raise NonetError(message) from None


@lru_cache(maxsize=16)
def _house_numbers(layout: Layout) -> dict[str, int]:
    return {house.name: number for number, house in enumerate(layout.houses)}


class _DigitData(FieldKind):
    """A digit, which a step counts from 1."""

    def check(self, value: Any, where: str, layout: Any) -> int:
        entry: int = layout.entry_of(Whole(*layout.digit_ends.values()).check(value, where, layout))
        return entry

    def plain(self, value: Any, layout: Any = None) -> Any:
        return layout.digit_of(value)


class _CandidateData(FieldKind):
    """A cell and a digit, which a step has as a tuple."""

    def check(self, value: Any, where: str, layout: Any) -> tuple[int, int]:
        found = _read(_CANDIDATE, value, where, layout)
        return found["cell"], _DigitData().check(found["digit"], f"{where}.digit", layout)

    def plain(self, value: Any, layout: Any = None) -> dict[str, Any]:
        return {"cell": layout.cell_name(value[0]), "digit": layout.digit_of(value[1])}


@dataclass(frozen=True)
class _StepPart(FieldKind):
    """An object of a class of `nonet.step`; its record has the same fields."""

    cls: Any

    def check(self, value: Any, where: str, layout: Any) -> Any:
        found = _read(_kinds(self.cls), value, where, layout, sparse=self.cls.__name__ in _SPARSE)
        part = self.cls(**{_NAMES.get(name, name): part for name, part in found.items()})
        if self.cls.__name__ == "Equation":
            return part._replace(total=layout.entry_total(part.total, sum(part.weights)))
        return part

    def plain(self, value: Any, layout: Any = None) -> dict[str, Any]:
        record = {}
        sparse = self.cls.__name__ in _SPARSE
        for name, kind in _kinds(self.cls).items():
            part = getattr(value, _NAMES.get(name, name))
            if not (sparse or name in _NAMES) or (part is not None and part != ()):
                record[name] = kind.plain(part, layout)
        if self.cls.__name__ == "Equation":
            record["total"] = layout.digit_total(value.total, sum(value.weights))
        return record


def _read(
    kinds: Mapping[str, FieldKind], value: Any, where: str, layout: Any, *, sparse: bool = False
) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise FieldError(f"expected an object, not {shown(value)}", where=where)
    found = {}
    for name, kind in kinds.items():
        if name in value:
            found[name] = kind.check(value[name], name, layout)
        elif not sparse and name not in _NAMES:
            raise FieldError("missing", where=name)
    return found


_CELLS, _CANDIDATES, _RULES = ListOf(CellName()), ListOf(_CandidateData()), ListOf(RuleData())
_CANDIDATE = {"cell": CellName(), "digit": FieldKind()}
_BY_NAME: dict[str, FieldKind] = {
    "cell": CellName(),
    "cells": _CELLS,
    "set": _CELLS,
    "digit": _DigitData(),
    "digits": ListOf(_DigitData()),
    "house": _HouseName(),
    "houses": ListOf(_HouseName()),
    "candidate": OrNone(_CandidateData()),
    "placements": _CANDIDATES,
    "eliminations": _CANDIDATES,
    "rule": OrNone(RuleData()),
    "by": OrNone(RuleData()),
    "rules": _RULES,
    "apart": _RULES,
}
"""Kinds of fields whose types say less; those of all others follow from their types."""
_NAMES = {"set": "set_cells", "by": "by"}
"""Fields that are left out where they are empty, and their names in a class."""
_SPARSE = ("Evidence", "Truth")
"""Classes whose fields are left out where they are None or empty."""


@cache
def _kinds(cls: Any) -> dict[str, FieldKind]:
    """The fields of the record of a class, in order."""
    hints = get_type_hints(cls, localns={"Rule": object})
    names = ("cells", "digit", "on", "set") if cls.__name__ == "Node" else _field_names(cls)
    texts = {name: String(printable=True) for name in names if hints.get(name) is str}
    return {name: _BY_NAME.get(name) or texts.get(name) or kind_of(hints[name], _StepPart) for name in names}


def _field_names(cls: Any) -> Iterable[str]:
    """The fields that equal values have in common."""
    return [field.name for field in fields(cls) if field.compare] if is_dataclass(cls) else cls._fields
