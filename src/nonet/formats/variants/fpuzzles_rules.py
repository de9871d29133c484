"""f-puzzles' fields and our rules: one table, read in both directions.

    {"lines": [[cells], …], "value"?}        thermometer, palindrome, renban …
    {"cells": [cells], "value"?}             killercage, difference, ratio, quadruple …
    {"cell": cell}                           odd, even, minimum, maximum: all cells of a field are one rule
    {"cell": "R0C3", "value": …}             clues outside the board
    true                                     rules of the whole board

Fields for drawing (line, circle, text …) are ignored where they say which rule they belong to; otherwise they are a
rule that the file does not state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from nonet import rules as ours
from nonet.errors import FormatError
from nonet.formats.codecs.json_text import field_list, whole
from nonet.formats.variants.places import Places, without_crossings
from nonet.rules import Rule
from nonet.rules.tables import least_sum, most_sum

_LINES: dict[str, tuple[type[Any], str]] = {
    "thermometer": (ours.Thermometer, ""),
    "slowthermometer": (ours.SlowThermometer, ""),
    "palindrome": (ours.Palindrome, ""),
    "renban": (ours.Renban, ""),
    "whispers": (ours.Whisper, "difference"),
    "regionsumline": (ours.RegionSumLine, ""),
    "betweenline": (ours.BetweenLine, ""),
    "lockout": (ours.LockoutLine, "difference"),
    "entropicline": (ours.EntropicLine, ""),
    "modularline": (ours.ModularLine, "modulus"),
    "nabner": (ours.Nabner, ""),
    "doublearrow": (ours.DoubleArrow, ""),
    "zipperline": (ours.ZipperLine, ""),
}
"""The field, the class, and the attribute that the value is."""
_PAIRS: dict[str, tuple[type[Any], str, int]] = {
    "difference": (ours.Difference, "difference", 1),
    "ratio": (ours.Ratio, "ratio", 2),
}
_CELLS: dict[str, type[Any]] = {
    "odd": ours.Odd,
    "even": ours.Even,
    "minimum": ours.Minimum,
    "maximum": ours.Maximum,
}
_SETS: dict[str, tuple[type[Any], dict[str, str]]] = {
    "extraregion": (ours.ExtraRegion, {}),
    "rowindexer": (ours.Indexing, {"axis": "row"}),
    "columnindexer": (ours.Indexing, {"axis": "column"}),
    "boxindexer": (ours.Indexing, {"axis": "box"}),
}
_OUTSIDE: dict[str, tuple[type[Any], str]] = {
    "sandwichsum": (ours.Sandwich, "sum"),
    "xsum": (ours.XSum, "sum"),
    "skyscraper": (ours.Skyscraper, "count"),
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
_DRAWN = {
    "line": "lines",
    "circle": "circles",
    "rectangle": "rectangles",
    "text": "text",
    "cage": "cosmetic cages",
}
"""Fields that only draw, and what a player would call the drawings."""
_OTHERS = ("killercage", "quadruple", "clone", "littlekillersum", "arrow", "xv", "negative", *_DRAWN)
KNOWN = {*_LINES, *_PAIRS, *_CELLS, *_SETS, *_OUTSIDE, *_FLAGS, *_OTHERS}

# -- reading ------------------------------------------------------------------------------------------------


def rules_of(record: dict[str, Any], size: int) -> list[Rule]:
    """The rules of a record. A field that is not known, or only drawn, is an error that names it."""
    places = Places(size)
    unknown = [name for name, value in record.items() if value and name not in KNOWN]
    if unknown:
        raise FormatError(f"the puzzle has rules that nonet does not read: {', '.join(sorted(unknown))}")
    drawn = [_DRAWN[name] for name in _DRAWN if any(map(_is_rule, _entries(record, name)))]
    if drawn:
        raise FormatError(
            f"the puzzle has rules that are only drawn, so their meaning is not known: {', '.join(drawn)}"
        )
    found: list[Rule] = []
    for name, value in record.items():
        if value and name not in _DRAWN and name != "negative":
            try:
                found += _read(name, record, places)
            except FormatError as error:
                raise FormatError(f"{name}: {error}") from None
    return [*found, *_negatives(record, places)]


def _entries(record: dict[str, Any], name: str) -> list[dict[str, Any]]:
    entries = field_list(record, name)
    if not all(isinstance(entry, dict) for entry in entries):
        raise FormatError("not a list of objects")
    return entries


def _is_rule(entry: dict[str, Any]) -> bool:
    """Whether a drawing is not the drawing of a rule in a field of its own."""
    return not any(entry.get(mark) for mark in ("fromConstraint", "isNewConstraint", "isLLConstraint"))


def _read(name: str, record: dict[str, Any], places: Places) -> Iterator[Rule]:
    if name in _FLAGS:
        if name == "nonconsecutive" and record.get("difference"):
            return  # the dots are the exceptions: see _negatives
        yield _FLAGS[name]
        return
    entries = _entries(record, name)
    if name in _CELLS:
        yield _CELLS[name](tuple(places.cell(entry.get("cell")) for entry in entries))
        return
    for entry in entries:
        yield from _from_entry(name, entry, places)


def _from_entry(name: str, entry: dict[str, Any], places: Places) -> Iterator[Rule]:
    if name in _LINES:
        class_, attribute = _LINES[name]
        value = _number(entry, None) if attribute else None
        if name == "whispers" and value is None:
            value = (places.size + 1) // 2
        for line in field_list(entry, "lines"):
            cells = places.cells(line)
            if class_ in (ours.Renban, ours.Nabner):
                cells = tuple(dict.fromkeys(cells))  # their cells are a set: a loop may end where it began
            for piece in without_crossings(cells) if class_ is ours.Whisper else [cells]:
                yield class_(piece, **({} if value is None else {attribute: value}))
    elif name in _PAIRS:
        pair, attribute, usual = _PAIRS[name]
        yield pair(places.cells(entry.get("cells")), **{attribute: _number(entry, usual)})
    elif name in _SETS:
        set_, more = _SETS[name]
        yield set_(places.cells(entry.get("cells")), **more)
    elif name in _OUTSIDE:
        outside, attribute = _OUTSIDE[name]
        if entry.get("value") not in (None, ""):
            yield outside(places.line(entry.get("cell")), **{attribute: _number(entry, None)})
    else:
        yield from _special(name, entry, places)


def _special(name: str, entry: dict[str, Any], places: Places) -> Iterator[Rule]:
    if name == "killercage":
        yield _cage(places.cells(entry.get("cells")), entry, places.size)
    elif name == "xv":
        if entry.get("value") not in (None, ""):
            sign = str(entry["value"])
            if sign not in _XV:
                raise FormatError("the value is neither X nor V", text=sign[:40])
            yield ours.PairSum(places.cells(entry.get("cells")), _XV[sign])
    elif name == "quadruple":
        digits = [whole(digit, 1, places.size, where="a digit") for digit in field_list(entry, "values")]
        if digits:
            yield ours.Quadruple(places.cells(entry.get("cells")), tuple(digits))
    elif name == "clone":
        yield ours.Clone(places.cells(entry.get("cells")), places.cells(entry.get("cloneCells")))
    elif name == "littlekillersum":
        if entry.get("value") not in (None, ""):
            cells = places.diagonal(entry.get("cell"), entry.get("direction"))
            yield ours.LittleKiller(cells, whole(entry["value"], 0, 9999, where="value"))
    elif name == "arrow":
        circle = tuple(sorted(places.cells(entry.get("cells"))))
        for line in field_list(entry, "lines"):
            shaft = tuple(cell for cell in places.cells(line)[1:] if cell not in circle)
            if shaft:
                yield ours.Arrow(circle, shaft)


def _cage(cells: tuple[int, ...], entry: dict[str, Any], size: int) -> Rule:
    """A killer cage; `DR5` is one whose sum has the digital root 5."""
    root = re.fullmatch(r"DR([1-9])", str(entry.get("value")), re.IGNORECASE | re.ASCII)
    if root is None:
        return ours.Cage(cells, _number(entry, None))
    return ours.MultiSumCage(cells, _sums_with_root(int(root[1]), len(cells), size))


def _sums_with_root(root: int, count: int, size: int) -> tuple[int, ...]:
    sums = range(least_sum(count), most_sum(count, size) + 1)
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
    found = []
    for rule in rules:
        try:
            fields = dict(_written(rule, Places(size)))
        except FormatError:
            fields = {}
        if not fields:
            found.append(rule.kind)
    if not found and {*rules_of(fields_of(rules, size), size)} != {*rules}:
        found = sorted({rule.kind for rule in {*rules} ^ {*rules_of(fields_of(rules, size), size)}})
    return found


def _written(rule: Any, places: Places) -> Iterator[tuple[str, Any]]:
    """The fields of one rule, with an attribute `cells` wherever the table says so."""
    for name, flag in _FLAGS.items():
        if rule == flag:
            yield name, True
            return
    for name, (class_, attribute) in _LINES.items():
        if type(rule) is class_:
            yield name, [{"lines": [places.names(rule.cells)], **_value(rule, attribute)}]
    for name, (pair, attribute, _) in _PAIRS.items():
        if type(rule) is pair:
            yield name, [{"cells": places.names(rule.cells), **_value(rule, attribute)}]
    for name, each in _CELLS.items():
        if type(rule) is each:
            yield name, [{"cell": places.name(cell)} for cell in rule.cells]
    for name, (set_, more) in _SETS.items():
        if type(rule) is set_ and all(getattr(rule, key) == value for key, value in more.items()):
            yield name, [{"cells": places.names(rule.cells)}]
    for name, (outside, attribute) in _OUTSIDE.items():
        if type(rule) is outside and not getattr(rule, "bread", ()):
            yield name, [{"cell": places.clue(rule.cells), **_value(rule, attribute)}]
    yield from _written_specially(rule, places)


def _written_specially(rule: Any, places: Places) -> Iterator[tuple[str, Any]]:
    match rule:
        case ours.Cage(cells, total):
            value = {} if total is None else {"value": str(total)}
            yield "killercage", [{"cells": places.names(cells), **value}]
        case ours.MultiSumCage(cells, sums):
            root = (sums[0] - 1) % 9 + 1
            if sums == _sums_with_root(root, len(cells), places.size):
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
        case ours.Negative(differences, ratios, sums, _):
            if differences == (1,):
                yield "nonconsecutive", True
            if ratios:
                yield "negative", ["ratio"]
            if sums == (5, 10):
                yield "negative", ["xv"]


def _value(rule: Rule, attribute: str) -> dict[str, str]:
    return {"value": str(getattr(rule, attribute))} if attribute else {}
