"""f-puzzles' fields and our rules: one table, read in both directions.

    {"lines": [[cells], …], "value"?}        thermometer, palindrome, renban …
    {"cells": [cells], "value"?}             killercage, difference, ratio, quadruple …
    {"cell": cell}                           odd, even, minimum, maximum: all cells of a field are one rule
    {"cell": "R0C3", "value": …}             clues outside the board
    true                                     rules of the whole board

Fields for drawing (line, circle, text …) are ignored where they say which rule they belong to; otherwise they are a
rule that the file does not state. What an object says besides its cells, its value and its looks would be a rule, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from nonet import rules as ours
from nonet.errors import FormatError
from nonet.formats.codecs.json_text import field_list, whole
from nonet.formats.variants.places import Places
from nonet.rules import Rule
from nonet.rules.tables import least_sum, most_sum


class _Field(NamedTuple):
    """A field with a class of ours: where its cells are, and the attribute that its value is."""

    rule: type[Any]
    cells: str
    attribute: str = ""
    usual: int | None = None
    """The value, where the field has none."""
    axis: str = ""
    """The axis of `Indexing`, which the field itself says."""

    @property
    def parts(self) -> set[str]:
        """What an object of the field says."""
        return {"cell" if self.cells == "outside" else self.cells, *(["value"] if self.attribute else [])}


_FIELDS = {
    "thermometer": _Field(ours.Thermometer, "lines"),
    "slowthermometer": _Field(ours.SlowThermometer, "lines"),
    "palindrome": _Field(ours.Palindrome, "lines"),
    "renban": _Field(ours.Renban, "lines"),
    "whispers": _Field(ours.Whisper, "lines", "difference"),
    "regionsumline": _Field(ours.RegionSumLine, "lines"),
    "betweenline": _Field(ours.BetweenLine, "lines"),
    "lockout": _Field(ours.LockoutLine, "lines", "difference"),
    "entropicline": _Field(ours.EntropicLine, "lines"),
    "modularline": _Field(ours.ModularLine, "lines", "modulus"),
    "nabner": _Field(ours.Nabner, "lines"),
    "doublearrow": _Field(ours.DoubleArrow, "lines"),
    "zipperline": _Field(ours.ZipperLine, "lines"),
    "difference": _Field(ours.Difference, "cells", "difference", 1),
    "ratio": _Field(ours.Ratio, "cells", "ratio", 2),
    "extraregion": _Field(ours.ExtraRegion, "cells"),
    "rowindexer": _Field(ours.Indexing, "cells", axis="row"),
    "columnindexer": _Field(ours.Indexing, "cells", axis="column"),
    "boxindexer": _Field(ours.Indexing, "cells", axis="box"),
    "odd": _Field(ours.Odd, "cell"),
    "even": _Field(ours.Even, "cell"),
    "minimum": _Field(ours.Minimum, "cell"),
    "maximum": _Field(ours.Maximum, "cell"),
    "sandwichsum": _Field(ours.Sandwich, "outside", "sum"),
    "xsum": _Field(ours.XSum, "outside", "sum"),
    "skyscraper": _Field(ours.Skyscraper, "outside", "count"),
}
_FLAGS: dict[str, Rule] = {
    "antiknight": ours.AntiKnight(),
    "antiking": ours.AntiKing(),
    "disjointgroups": ours.DisjointGroups(),
    "nonconsecutive": ours.NonConsecutive(),
    "diagonal+": ours.Diagonal("rising"),
    "diagonal-": ours.Diagonal("falling"),
}
_XV = {"X": 10, "V": 5}
_FOG = ("fogofwar", "foglight", "triggereffect")
"""Cells that are clear from the beginning: with those around them, or alone; cells that lift the fog from others."""
_DRAWN = {
    "line": "lines",
    "circle": "circles",
    "rectangle": "rectangles",
    "text": "text",
    "cage": "cosmetic cages",
}
"""Fields that only draw, and what a player would call the drawings."""
_OTHERS = ("killercage", "quadruple", "clone", "littlekillersum", "arrow", "xv", "negative", *_FOG, *_DRAWN)
KNOWN = {*_FIELDS, *_FLAGS, *_OTHERS}
_PARTS = {
    "killercage": {"cells", "value"},
    "xv": {"cells", "value"},
    "quadruple": {"cells", "values"},
    "clone": {"cells", "cloneCells"},
    "littlekillersum": {"cell", "cells", "direction", "value"},
    "arrow": {"cells", "lines"},
}
"""What an object of these fields says; of those in `_FIELDS` it follows."""
_LOOKS = {"outlineC", "baseC", "fontC", "width", "height", "size", "angle"}
_MARKS_OF_DRAWINGS = ("fromConstraint", "isNewConstraint", "isLLConstraint")

# -- reading ------------------------------------------------------------------------------------------------


def rules_of(record: dict[str, Any], size: int) -> list[Rule]:
    """The rules of a record. A field that is not known, or only drawn, is an error that names it."""
    places = Places(size)
    unknown = [name for name, value in record.items() if value and name not in KNOWN]
    refuse(unknown, [_DRAWN[name] for name in _DRAWN if any(map(_is_rule, _entries(record, name)))])
    found: list[Rule] = []
    for name, value in record.items():
        if value and name not in (*_DRAWN, *_FOG, "negative"):
            try:
                found += _read(name, record, places)
            except FormatError as error:
                raise FormatError(f"{name}: {error}") from None
    return [*found, *_negatives(record, places), *_fog(record, places)]


def refuse(unknown: Iterable[str], drawn: Iterable[str]) -> None:
    """Raises an error that names the rules and the drawings whose meaning is not known, if there are any."""
    reasons = {
        "rules that nonet does not read": sorted(unknown),
        "rules that are only drawn, so their meaning is not known": list(dict.fromkeys(drawn)),
    }
    if named := [f"{reason}: {_shown(words)}" for reason, words in reasons.items() if words]:
        raise FormatError(f"the puzzle has {'; '.join(named)}")


def _shown(words: list[str], most: int = 10) -> str:
    more = [f"and {len(words) - most} more"] if len(words) > most else []
    return ", ".join([word[:40] for word in words[:most]] + more)


def _fog(record: dict[str, Any], places: Places) -> Iterator[Rule]:
    yield from fog_triggers(record, places.rows, places.columns)
    if all(record.get(name) is None for name in _FOG[:2]):
        return
    lit = {places.cell(name) for name in field_list(record, "foglight")}
    for lamp in field_list(record, "fogofwar"):
        row, column = divmod(places.cell(lamp), places.columns)
        rows = range(max(0, row - 1), min(places.rows, row + 2))
        columns = range(max(0, column - 1), min(places.columns, column + 2))
        lit |= {row * places.columns + column for row in rows for column in columns}
    yield ours.Fog(tuple(lit))


_CELLS = r"r([0-9]{1,3})c([0-9]{1,3})(?:-r([0-9]{1,3})c([0-9]{1,3}))?[\s,]*"


def fog_triggers(record: dict[str, Any], rows: int, columns: int) -> Iterator[ours.FogTrigger]:
    """The triggers of a record; effects other than light are none."""
    for entry in _entries(record, "triggereffect"):
        trigger, effect = entry.get("trigger"), entry.get("effect")
        if isinstance(effect, dict) and effect.get("type") == "foglight":
            cell = trigger.get("cell") if isinstance(trigger, dict) else None
            cells, lit = (_cells_in_text(text, rows, columns) for text in (cell, effect.get("cells")))
            yield ours.FogTrigger(cells, lit)


def _cells_in_text(text: object, rows: int, columns: int) -> tuple[int, ...]:
    """The cells of `r1c1r2c2` or `r1c1-r3c3`, a rectangle."""
    if not isinstance(text, str) or not re.fullmatch(f"(?:{_CELLS})+", text, re.IGNORECASE):
        raise FormatError("triggereffect: the cells cannot be read", text=str(text))
    found: set[int] = set()
    for corners in re.findall(_CELLS, text, re.IGNORECASE):
        top, left, bottom, right = (int(part or corners[at % 2]) - 1 for at, part in enumerate(corners))
        top, bottom, left, right = min(top, bottom), max(top, bottom), min(left, right), max(left, right)
        if top < 0 or left < 0 or bottom >= rows or right >= columns:
            raise FormatError("triggereffect: there is no such cell", text=text)
        found |= {
            row * columns + column for row in range(top, bottom + 1) for column in range(left, right + 1)
        }
    return tuple(sorted(found))


def fog_trigger_record(rule: ours.FogTrigger, columns: int) -> dict[str, Any]:
    """The twin of `fog_triggers`, for one of them."""
    cells, lit = (
        "".join(f"r{cell // columns + 1}c{cell % columns + 1}" for cell in each)
        for each in (rule.cells, rule.lit)
    )
    return {"trigger": {"type": "cellvalue", "cell": cells}, "effect": {"type": "foglight", "cells": lit}}


def _entries(record: dict[str, Any], name: str) -> list[dict[str, Any]]:
    entries = field_list(record, name)
    if not all(isinstance(entry, dict) for entry in entries):
        raise FormatError("not a list of objects")
    return entries


def _is_rule(entry: dict[str, Any]) -> bool:
    """Whether a drawing is not the drawing of a rule in a field of its own."""
    return not any(entry.get(mark) for mark in _MARKS_OF_DRAWINGS)


def _read(name: str, record: dict[str, Any], places: Places) -> Iterator[Rule]:
    if name in _FLAGS:
        if record[name] is not True:
            raise FormatError("must be true or false", text=str(record[name])[:40])
        if name == "nonconsecutive" and record.get("difference"):
            return  # the dots are the exceptions: see _negatives
        yield _FLAGS[name]
        return
    entries, field = _entries(record, name), _FIELDS.get(name)
    known = {*_LOOKS, *_MARKS_OF_DRAWINGS, *(_PARTS[name] if field is None else field.parts)}
    for entry in entries:
        if unknown := [
            part for part, value in entry.items() if part not in known and value not in (None, "")
        ]:
            raise FormatError("nonet does not know this field", text=unknown[0])
    if field is not None and field.cells == "cell":
        yield field.rule(tuple(places.cell(entry.get("cell")) for entry in entries))
        return
    for entry in entries:
        yield from _special(name, entry, places) if field is None else _from_entry(field, entry, places)


def _from_entry(field: _Field, entry: dict[str, Any], places: Places) -> Iterator[Rule]:
    rule = field.rule
    value = _number(entry, field.usual) if field.attribute else None
    if rule is ours.Whisper and value is None:
        value = (places.rows + 1) // 2
    more: dict[str, Any] = {} if value is None else {field.attribute: value}
    if field.cells == "cells":
        yield rule(places.cells(entry.get("cells")), **more, **({"axis": field.axis} if field.axis else {}))
    elif field.cells == "outside":
        if value is not None:
            yield rule(places.line(entry.get("cell")), **more)
    else:
        for line in field_list(entry, "lines"):
            cells = places.cells(line)
            yield rule(cells, **more)


def _special(name: str, entry: dict[str, Any], places: Places) -> Iterator[Rule]:
    if name == "killercage":
        yield _cage(places.cells(entry.get("cells")), entry, places.rows)
    elif name == "xv":
        if entry.get("value") not in (None, ""):
            sign = str(entry["value"])
            if sign not in _XV:
                raise FormatError("the value is neither X nor V", text=sign[:40])
            yield ours.PairSum(places.cells(entry.get("cells")), _XV[sign])
    elif name == "quadruple":
        digits = [whole(digit, 1, places.rows, where="a digit") for digit in field_list(entry, "values")]
        if digits:
            yield ours.Quadruple(places.cells(entry.get("cells")), tuple(digits))
    elif name == "clone":
        yield ours.Clone(places.cells(entry.get("cells")), places.cells(entry.get("cloneCells")))
    elif name == "littlekillersum":
        if entry.get("value") not in (None, ""):
            cells = places.diagonal(entry.get("cell"), entry.get("direction"))
            if entry.get("cells") and {*places.cells(entry["cells"])} != {*cells}:
                raise FormatError("the cells are not those in this direction", text=str(entry["direction"]))
            yield ours.LittleKiller(cells, whole(entry["value"], 0, 9999, where="value"))
    elif name == "arrow":
        circle = tuple(sorted(places.cells(entry.get("cells"))))
        for line in map(places.cells, field_list(entry, "lines")):
            if not {*line[:1]} <= {*circle}:
                raise FormatError("a line does not begin in the circle")
            shaft = tuple(cell for cell in line if cell not in circle)
            if shaft:
                yield ours.Arrow(circle, shaft)


def _cage(cells: tuple[int, ...], entry: dict[str, Any], size: int) -> Rule:
    """A killer cage; `DR5` is one whose sum has the digital root 5."""
    root = re.fullmatch(r"DR([1-9])", str(entry.get("value")), re.IGNORECASE | re.ASCII)
    if root is None:
        return ours.Cage(cells, _number(entry, None))
    return ours.MultiSumCage(cells, _sums_with_root(int(root[1]), len(cells), range(1, size + 1)))


def _sums_with_root(root: int, count: int, digits: range) -> tuple[int, ...]:
    sums = range(least_sum(count, digits), most_sum(count, digits) + 1)
    return tuple(total for total in sums if (total - root) % 9 == 0)


def _number(entry: dict[str, Any], usual: int | None) -> int | None:
    value = entry.get("value")
    return usual if value in (None, "") else whole(value, 0, 9999, where="value")


def _negatives(record: dict[str, Any], places: Places) -> Iterator[Rule]:
    """Pairs of neighbours without a mark break the marked relation."""
    wanted = field_list(record, "negative")
    if unknown := [str(name) for name in wanted if name not in ("ratio", "xv")]:
        raise FormatError(f"negative: nonet does not know {', '.join(unknown)[:40]}")
    dots = [*_entries(record, "difference"), *_entries(record, "ratio")]
    if record.get("nonconsecutive") and record.get("difference"):
        yield ours.Negative(differences=(1,), marked=_marked(dots, places))
    if "ratio" in wanted:
        ratios = {_number(entry, 2) or 2 for entry in _entries(record, "ratio")} or {2}
        yield ours.Negative(ratios=tuple(sorted(ratios)), marked=_marked(dots, places))
    if "xv" in wanted:
        yield ours.Negative(sums=(5, 10), marked=_marked(_entries(record, "xv"), places))


def _marked(entries: Iterable[dict[str, Any]], places: Places) -> tuple[tuple[int, int], ...]:
    pairs = {tuple(sorted(places.cells(entry.get("cells")))) for entry in entries}
    return tuple((pair[0], pair[-1]) for pair in pairs)


# -- writing ------------------------------------------------------------------------------------------------


def fields_of(rules: Iterable[Rule], size: int) -> dict[str, Any]:
    """The fields that these rules become; the twin of `rules_of`."""
    places = Places(size)
    record: dict[str, Any] = {}
    for rule in rules:
        for name, value in _written(rule, places):
            if isinstance(value, list):
                record.setdefault(name, []).extend(value)
            else:
                record[name] = value
    return record


def lacking(rules: tuple[Rule, ...], size: int) -> list[str]:
    """The kinds of rules that f-puzzles has no field for."""
    kinds = []
    for rule in rules:
        try:
            fields = dict(_written(rule, Places(size)))
        except FormatError:
            fields = {}
        if not fields:
            kinds.append(rule.kind)
    if not kinds and {*rules_of(fields_of(rules, size), size)} != {*rules}:
        kinds = sorted({rule.kind for rule in {*rules} ^ {*rules_of(fields_of(rules, size), size)}})
    return kinds


def _written(rule: Any, places: Places) -> Iterator[tuple[str, Any]]:
    """The fields of one rule."""
    for name, flag in _FLAGS.items():
        if rule == flag:
            yield name, True
            return
    for name, field in _FIELDS.items():
        if type(rule) is not field.rule or (field.axis and rule.axis != field.axis):
            continue
        value = {"value": str(getattr(rule, field.attribute))} if field.attribute else {}
        match field.cells:
            case "lines":
                yield name, [{"lines": [places.names(rule.cells)], **value}]
            case "cells":
                yield name, [{"cells": places.names(rule.cells), **value}]
            case "cell":
                yield name, [{"cell": places.name(cell)} for cell in rule.cells]
            case "outside" if not getattr(rule, "bread", ()):
                yield name, [{"cell": places.clue(rule.cells), **value}]
    yield from _written_specially(rule, places)


def _written_specially(rule: Any, places: Places) -> Iterator[tuple[str, Any]]:
    match rule:
        case ours.Cage(cells, total):
            value = {} if total is None else {"value": str(total)}
            yield "killercage", [{"cells": places.names(cells), **value}]
        case ours.MultiSumCage(cells, sums):
            root = (sums[0] - 1) % 9 + 1
            if sums == _sums_with_root(root, len(cells), range(1, places.rows + 1)):
                yield "killercage", [{"cells": places.names(cells), "value": f"DR{root}"}]
        case ours.PairSum(cells, total) if total in _XV.values():
            sign = next(sign for sign, each in _XV.items() if each == total)
            yield "xv", [{"cells": places.names(cells), "value": sign}]
        case ours.Quadruple(cells, digits):
            yield "quadruple", [{"cells": places.names(cells), "values": list(digits)}]
        case ours.Clone(cells, copy):
            yield "clone", [{"cells": places.names(cells), "cloneCells": places.names(copy)}]
        case ours.LittleKiller(cells, total):
            place, direction = places.before_diagonal(cells)
            entry = {"cell": place, "cells": places.names(cells), "direction": direction, "value": str(total)}
            yield "littlekillersum", [entry]
        case ours.Arrow(circle, shaft):
            line = places.names((circle[-1], *shaft))
            yield "arrow", [{"lines": [line], "cells": places.names(circle)}]
        case ours.FogTrigger():
            yield "triggereffect", [fog_trigger_record(rule, places.columns)]
        case ours.Fog(cells):
            yield "foglight", places.names(cells)
        case ours.Negative(differences, ratios, sums, _):
            if differences == (1,):
                yield "nonconsecutive", True
            if ratios:
                yield "negative", ["ratio"]
            if sums == (5, 10):
                yield "negative", ["xv"]
