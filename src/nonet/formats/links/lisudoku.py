"""lisudoku's links: the digits of a classic puzzle, or its JSON, compressed by lz-string.

    https://lisudoku.xyz/solver?import=5300…        https://lisudoku.xyz/e?import=N4Ig5gTgl…

    {"gridSize": 9, "fixedNumbers": [{"position": {"row": 1, "col": 5}, "value": 7}, …], "regions": [[cells], …],
     "thermos": [[cells], …], "killerCages": [{"sum": 8, "region": [cells]}, …], "antiKnight": true, …}

Rows and columns count from 0. Older links have names such as `grid_size`. The record becomes one of f-puzzles', which
says the same in its own words.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats.codecs import json_text, lzstring
from nonet.formats.codecs.json_text import field_list, whole
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.links import fpuzzles
from nonet.formats.links.address import parameter
from nonet.formats.reading import ReadOptions
from nonet.formats.values import check_division, grid_of, zeros
from nonet.formats.variants.fpuzzles_rules import refuse
from nonet.puzzle import Puzzle
from nonet.rules import Difference, Negative, Ratio

_SITE = re.compile(r"(?:https?://)?(?:www\.)?lisudoku\.xyz/", re.IGNORECASE)
_START = "https://lisudoku.xyz/solver?import="
_GROUPS = {
    "thermos": ("thermometer", "lines"),
    "renbans": ("renban", "lines"),
    "palindromes": ("palindrome", "lines"),
    "extraRegions": ("extraregion", "cells"),
    "oddCells": ("odd", "cell"),
    "evenCells": ("even", "cell"),
}
"""Fields with cells alone: f-puzzles' name, and where it has the cells."""
_FLAGS = {
    "primaryDiagonal": "diagonal-",
    "secondaryDiagonal": "diagonal+",
    "antiKnight": "antiknight",
    "antiKing": "antiking",
}
_DOTS = {"Consecutive": "difference", "Double": "ratio"}
_OTHERS = {"gridSize", "fixedNumbers", "regions", "arrows", "killerCages", "kropkiDots", "kropkiNegative"}
_KNOWN = {*_GROUPS, *_FLAGS, *_OTHERS}


class LisudokuFormat(LineFormat):
    name = "lisudoku"
    title = "links to lisudoku, `https://lisudoku.xyz/solver?import=…`"

    def matches(self, line: str) -> bool:
        return _SITE.match(line) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        found = parameter(line, "import")
        if not found:
            raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)
        data = unquote(found)
        if data.isdecimal():
            return PuzzleEntry(Puzzle(grid_of(data, options)))
        record = _record(json_text.loads(lzstring.decompress(data)))
        puzzle = fpuzzles.entry_of(_as_fpuzzles(record), options).puzzle
        if "kropkiNegative" in record:
            marked = [rule.cells for rule in puzzle.rules if isinstance(rule, Difference | Ratio)]
            missing = Negative(differences=(1,), ratios=(2,), marked=tuple((a, b) for a, b in marked))
            puzzle = replace(puzzle, rules=(*puzzle.rules, missing))
        return PuzzleEntry(puzzle)

    def format_line(self, entry: PuzzleEntry) -> str:
        return _START + zeros(entry.puzzle.givens)


def _record(given: dict[str, Any]) -> dict[str, Any]:
    """The fields by their new names; those that are empty or false say nothing."""
    names = {re.sub(r"_(\w)", lambda found: found[1].upper(), name): name for name in given}
    if len(names) < len(given):
        raise FormatError("a field is there by both of its names")
    record = {name: given[old] for name, old in names.items() if given[old]}
    if "gridSize" not in record:
        raise FormatError("there is no gridSize")
    refuse({*record} - _KNOWN, ())
    return record


def _as_fpuzzles(record: dict[str, Any]) -> dict[str, Any]:
    """The same in f-puzzles' words, without the rule about dots that are missing."""
    size = whole(record["gridSize"], 1, MAX_SIZE, where="gridSize")
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    for number in field_list(record, "fixedNumbers"):
        row, column = _place(_part(number, "position"), size)
        value = _part(number, "value")
        if grid[row][column].get("value", value) != value:
            raise FormatError(f"r{row + 1}c{column + 1} has two digits")
        grid[row][column] |= {"value": value, "given": True}
    regions = [[_place(cell, size) for cell in _cells(region)] for region in field_list(record, "regions")]
    if regions:
        check_division(regions, size)
    for index, region in enumerate(regions):
        for row, column in region:
            grid[row][column]["region"] = index

    def named(cells: object) -> list[str]:
        places = (_place(cell, size) for cell in _cells(cells))
        return [f"R{row + 1}C{column + 1}" for row, column in places]

    found: dict[str, Any] = {"size": size, "grid": grid}
    for name, (theirs, where) in _GROUPS.items():
        groups = [named([each] if where == "cell" else each) for each in field_list(record, name)]
        found[theirs] = [
            {where: {"lines": [cells], "cell": cells[0]}.get(where, cells)} for cells in groups if cells
        ]
    found |= {theirs: True for name, theirs in _FLAGS.items() if name in record}
    found["arrow"] = [
        {
            "cells": (circle := named(_part(each, "circleCells"))),
            "lines": [[*circle[-1:], *named(_part(each, "arrowCells"))]],
        }
        for each in field_list(record, "arrows")
    ]
    found["killercage"] = [
        {"cells": named(_part(each, "region")), "value": _part(each, "sum")}
        for each in field_list(record, "killerCages")
    ]
    for dot in field_list(record, "kropkiDots"):
        kind = _DOTS.get(str(_part(dot, "dotType")))
        if kind is None:
            raise FormatError("an unknown kind of dot", text=str(_part(dot, "dotType")))
        found.setdefault(kind, []).append({"cells": named([_part(dot, "cell1"), _part(dot, "cell2")])})
    return found


def _cells(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError("expected a list of cells", text=str(value))
    return value


def _part(record: object, name: str) -> Any:
    """A field of an object inside the record, by either of its names."""
    old = re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)
    found = [each for each in {name, old} if isinstance(record, dict) and each in record]
    if not isinstance(record, dict) or len(found) != 1:
        raise FormatError(f"expected an object with {name}", text=str(record))
    return record[found[0]]


def _place(cell: object, size: int) -> tuple[int, int]:
    row, column = (whole(_part(cell, name), 0, size - 1, where=name) for name in ("row", "col"))
    return row, column
