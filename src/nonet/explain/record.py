"""A step as plain data, for JSON; `from_record` is the inverse of `to_record`.

    {"technique": "hidden-single",
     "placements": [{"cell": "r1c1", "digit": 5}], "eliminations": [],
     "evidence": {"roles": [{"kind": "base", "cells": ["r1c1"], "digits": [5], "houses": ["box 1"], "label":
     ""}],
                  "truths": [{"house": "box 1", "digit": 5}]}}

Cells are called r4c7 and houses by their English names, whatever the language: programs read this. Empty
parts of the evidence are left out. A node of a chain is {"cells": […], "digit": 5, "on": true}, with "set"
where it is an almost locked set; a link is {"start": node, "end": node, "strong": true}; a case is
{"candidate", "truths", "split", "cases"}. Rules are written as in `nonet.rules.codec`; an equation is {"cells",
"weights", "total", "houses", "rules"}, a trial {"candidate", "steps", "truth", "rule"}.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from nonet.errors import FieldError, NonetError
from nonet.fields import CellName, EnumChoice, FieldKind, Flag, ListOf, OrNone, String, Whole, shown
from nonet.layout import Layout
from nonet.step import Case, Deadly, Equation, Evidence, Link, Node, Role, RoleKind, Step, Trial, Truth

SCHEMA = "nonet-step-1"
"""Changes when the shape of a record does."""


def to_record(step: Step, layout: Layout) -> dict[str, Any]:
    """The step as lists, dicts, strings and numbers.

    >>> from nonet.layout import CLASSIC
    >>> to_record(Step("naked-single", ((0, 5),)), CLASSIC)
    {'technique': 'naked-single', 'placements': [{'cell': 'r1c1', 'digit': 5}], 'eliminations': [],
    'evidence': {}}
    """
    return _STEP.plain(step, layout)


def from_record(record: Mapping[str, Any], layout: Layout) -> Step:
    """The step of a record; `from_record(to_record(step, layout), layout) == step`.

    >>> from nonet.layout import CLASSIC
    >>> step = Step("naked-single", ((0, 5),))
    >>> from_record(to_record(step, CLASSIC), CLASSIC) == step
    True
    """
    try:
        step: Step = _STEP.check(record, "", layout)
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
        return layout.houses[value].name


@lru_cache(maxsize=16)
def _house_numbers(layout: Layout) -> dict[str, int]:
    return {house.name: number for number, house in enumerate(layout.houses)}


class _RuleData(FieldKind):
    def check(self, value: Any, where: str, layout: Any) -> Any:
        from nonet.rules.codec import from_data

        return from_data(value, layout)

    def plain(self, value: Any, layout: Any = None) -> dict[str, Any]:
        from nonet.rules.codec import to_data

        return to_data(value, layout)


@dataclass(frozen=True, eq=False)
class _StepPart(FieldKind):
    """An object of a class, with a kind for each field of its record. Fields of `sparse` are left out where they are
    None or empty; `names` are those that the class has for fields of another name.
    """

    cls: Any
    kinds: dict[str, FieldKind]
    sparse: Collection[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def check(self, value: Any, where: str, layout: Any) -> Any:
        if not isinstance(value, Mapping):
            raise FieldError(f"expected an object, not {shown(value)}", where=where)
        found = {}
        for name, kind in self.kinds.items():
            if name in value:
                found[self.names.get(name, name)] = kind.check(value[name], name, layout)
            elif name not in self.sparse:
                raise FieldError("missing", where=name)
        return self.cls(**found)

    def plain(self, value: Any, layout: Any = None) -> dict[str, Any]:
        record = {}
        for name, kind in self.kinds.items():
            part = getattr(value, self.names.get(name, name))
            if name not in self.sparse or (part is not None and part != ()):
                record[name] = kind.plain(part, layout)
        return record


class _CandidatePart(_StepPart):
    """A cell and a digit, which a step has as a tuple."""

    def check(self, value: Any, where: str, layout: Any) -> tuple[int, int]:
        found = super().check(value, where, layout)
        return found["cell"], found["digit"]

    def plain(self, value: Any, layout: Any = None) -> dict[str, Any]:
        return {
            name: kind.plain(part, layout)
            for (name, kind), part in zip(self.kinds.items(), value, strict=True)
        }


_CELLS, _HOUSES, _DIGITS = ListOf(CellName()), ListOf(_HouseName()), ListOf(Whole())
_RULE, _RULES = _RuleData(), ListOf(_RuleData())
_CANDIDATE = _CandidatePart(dict, {"cell": CellName(), "digit": Whole()})
_ROLE = _StepPart(
    Role,
    {
        "kind": EnumChoice(RoleKind),
        "cells": _CELLS,
        "digits": _DIGITS,
        "houses": _HOUSES,
        "label": String(),
    },
)
_TRUTH = _StepPart(
    Truth,
    {"cell": CellName(), "house": _HouseName(), "digit": Whole()},
    sparse=("cell", "house", "digit"),
)
_NODE = _StepPart(
    Node,
    {"cells": _CELLS, "digit": Whole(), "on": Flag(), "set": _CELLS},
    sparse=("set",),
    names={"set": "set_cells"},
)
_LINKS = ListOf(_StepPart(Link, {"start": _NODE, "end": _NODE, "strong": Flag()}))
_DEADLY = _StepPart(Deadly, {"kind": String(), "cells": _CELLS, "digits": _DIGITS})
_CASE = _StepPart(Case, {"candidate": OrNone(_CANDIDATE), "truths": ListOf(_TRUTH), "split": OrNone(_TRUTH)})
_CASE.kinds["cases"] = ListOf(_CASE)
_EQUATION = _StepPart(
    Equation, {"cells": _CELLS, "weights": _DIGITS, "total": Whole(), "houses": _HOUSES, "rules": _RULES}
)
_TRIAL = _StepPart(Trial, {"candidate": _CANDIDATE})
_EVIDENCE = _StepPart(
    Evidence,
    {
        "roles": ListOf(_ROLE),
        "truths": ListOf(_TRUTH),
        "links": _LINKS,
        "chains": ListOf(_LINKS),
        "deadly": _DEADLY,
        "cases": _CASE,
        "rules": _RULES,
        "equations": ListOf(_EQUATION),
        "trial": _TRIAL,
        "apart": _RULES,
    },
    sparse=[each.name for each in fields(Evidence)],
)
_STEP = _StepPart(
    Step,
    {
        "technique": String(),
        "placements": ListOf(_CANDIDATE),
        "eliminations": ListOf(_CANDIDATE),
        "evidence": _EVIDENCE,
    },
)
_TRIAL.kinds.update(steps=ListOf(_STEP), truth=OrNone(_TRUTH), rule=OrNone(_RULE))
