"""SudokuPad: JSON that draws a puzzle, and links to it.

    https://sudokupad.app/scl<payload>        lz-string of the JSON, shortened or not; ctc means the same
    https://sudokupad.app/fpuz<payload>       lz-string of f-puzzles' JSON; fpuzzles means the same

    {"cells": [[{"value": 5, "given": false, "pencilMarks": […], "centremarks": […]}, …], …],
     "regions": [[[row, column], …], …], "cages": […], "lines": […], "metadata": {"title": …}, …}

Rows and columns count from 0. What metadata say, such as title, author, rules and solution, may also be cages without
cells: `title: …`. Lines, arrows and the like are drawings, which say nothing about their meaning: a puzzle that has
them is refused, and so is one with fields or flags that are not known, such as `"global": ["antiknight"]` or
`"metadata": {"norowcol": true}`.
Puzzles with other rules than cages are written in f-puzzles' form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from nonet.about import About
from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats.codecs import json_text, lzstring, zipped_json
from nonet.formats.codecs.json_text import field_list, whole
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format, LineFormat
from nonet.formats.links import fpuzzles
from nonet.formats.reading import ReadOptions
from nonet.formats.values import check_division, grid_of, layout_of
from nonet.formats.variants.fpuzzles_rules import fog_trigger_record, fog_triggers, refuse
from nonet.grid import SYMBOLS, Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Fog, FogTrigger, Rule

_HOST = (
    r"(?:https?://)?(?:(?:beta\.|dev\.|alpha\.)?sudokupad\.(?:app|svencodes\.com)|app\.crackingthecryptic\.com"
    r"|test\.crackingthecryptic\.com)/(?:sudoku/|sudoku\.html)?(?:\?puzzleid=|\?id=)?"
)
_LINK = re.compile(
    rf"(?:{_HOST})?(scl|ctc|fpuzzles|fpuz)([A-Za-z0-9+/=_%-]{{8,}})(?:[?&#]\S*)?", re.IGNORECASE
)
_PAYLOAD = re.compile(rf"{_HOST}(?:scl|ctc|fpuz)", re.IGNORECASE)
_ANY_LINK = re.compile(rf"{_HOST}(?!scf)\S+", re.IGNORECASE)
_START = "https://sudokupad.app/scl"
_FPUZ_START = "https://sudokupad.app/fpuz"
_HOLDS = frozenset({"boards", "houses", "rules", "digits", "corner", "centre", "words", "solution"})
_DRAWINGS = {"lines": "lines", "arrows": "arrows", "underlays": "shapes", "overlays": "shapes"}
"""Fields that draw, and what a player would call the drawings."""
_KNOWN = {
    *_DRAWINGS,
    "cells",
    "regions",
    "cages",
    "metadata",
    "settings",
    "foglight",
    "foglink",
    "triggereffect",
}
_OF_A_CELL = {"value", "given", "pencilMarks", "centremarks", "c", "color", "highlight"}
_KINDS_OF_CAGES = {"killer", "cage", "box", "row", "col", "rowcol"}
"""Those whose digits differ."""
_YES = ("true", "yes", "1")
_WORDS = {"title": "title", "author": "author", "rules": "description", "source": "source"}
_NO_FLAGS = {"cellSize", "version", "solution", *_WORDS}
"""Fields with a text or a number that may be 1."""


class SudokuPadJsonFormat(Format):
    name = "sudokupad-json"
    title = "SudokuPad: JSON with the player's digits and notes"
    holds = _HOLDS
    words = _WORDS

    def detect(self, text: str) -> bool:
        start = text.lstrip()
        return (
            start[:1] == "{"
            and re.search(r'"cells"|[{,]ce:', start) is not None
            and '"grid"' not in text
            and '"difficulty_category"' not in text
            and '"nonet"' not in text
        )

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        return [entry_of(zipped_json.unshortened(text.strip()), options)]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        return json_text.dumps(record_of(entry))

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        return _lacks_in(entry)


class SudokuPadLinkFormat(LineFormat):
    name = "sudokupad"
    title = "links to SudokuPad, `https://sudokupad.app/scl…` and `…/fpuz…`"
    holds = _HOLDS | {"several", "ruled out"}

    def matches(self, line: str) -> bool:
        return _LINK.fullmatch(line) is not None or _ANY_LINK.fullmatch(line) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        match = _LINK.fullmatch(line)
        if match is None and _PAYLOAD.search(line):
            raise FormatError("the puzzle in the link is damaged", text=line)
        if match is None:
            raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)
        text = lzstring.decompress(unquote(match[2]))
        if match[1].lower().startswith("fpuz"):
            return fpuzzles.entry_of(json_text.loads(text), options)
        return entry_of(zipped_json.unshortened(text), options)

    def format_line(self, entry: PuzzleEntry) -> str:
        if _needs_fpuzzles(entry):
            return _FPUZ_START + lzstring.compress(json_text.dumps(fpuzzles.record_of(entry)))
        return _START + lzstring.compress(zipped_json.shortened(record_of(entry)))

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        return fpuzzles.lacks_in(entry) if _needs_fpuzzles(entry) else _lacks_in(entry)

    def words_of(self, entry: PuzzleEntry) -> About:
        return entry.about.only((fpuzzles.WORDS if _needs_fpuzzles(entry) else _WORDS).values())


def _needs_fpuzzles(entry: PuzzleEntry) -> bool:
    """Whether the entry has what SudokuPad's own form can only draw, but can take in f-puzzles' form."""
    layout = entry.puzzle.layout
    plain = len(layout.houses) == 3 * layout.size and not entry.puzzle.ruled_out
    drawn = any(not isinstance(rule, Cage | Fog | FogTrigger) for rule in entry.puzzle.rules)
    return (
        not plain or drawn or Fog() in entry.puzzle.rules
    )  # an empty list of lights is lost in its short form


def _lacks_in(entry: PuzzleEntry) -> dict[str, str]:
    found, layout = {}, entry.puzzle.layout
    if len(layout.houses) != 3 * layout.size or not layout.boxes:
        found["houses"] = "diagonals, windows, or a board without boxes"
    if kinds := {rule.kind for rule in entry.puzzle.rules if not isinstance(rule, Cage | Fog | FogTrigger)}:
        found["rules"] = f"the rules {', '.join(sorted(kinds))}"
    return found


# -- reading ------------------------------------------------------------------------------------------------


def entry_of(record: dict[str, Any], options: ReadOptions) -> PuzzleEntry:
    """The entry of a SudokuPad record; the twin of `record_of`."""
    rows = field_list(record, "cells")
    size = len(rows)
    if not 1 <= size <= MAX_SIZE or any(not isinstance(row, list) or len(row) != size for row in rows):
        raise FormatError("the cells are not as many rows as columns")
    cells = [cell or {} for row in rows for cell in row]
    if not all(isinstance(cell, dict) for cell in cells):
        raise FormatError("a cell is not an object")
    words, cages = _words_and_cages(record)
    about = fpuzzles.words_in(words, _WORDS)
    drawn = [word for name, word in _DRAWINGS.items() if record.get(name)]
    drawn += ["cosmetic cages" for cage in cages if not _differ(cage)]
    refuse({*_unknown(record, words), *_unknown_in(cells)}, drawn)
    layout = options.layout or _layout(field_list(record, "regions"), size)
    values, givens = bytearray(size * size), bytearray(size * size)
    for place, cell in enumerate(cells):
        if (value := cell.get("value")) not in (None, ""):
            values[place] = whole(value, 1, size, where=f"the value of {layout.cell_name(place)}")
            given = fpuzzles.is_given(cell, layout.cell_name(place), usual=True)
            givens[place] = values[place] if given else 0
    state = SavedState(
        values=Grid(layout, bytes(values)),
        corner=tuple(fpuzzles.marks_in(cell, "pencilMarks", size) for cell in cells),
        centre=tuple(fpuzzles.marks_in(cell, "centremarks", size) for cell in cells),
    )
    solution = words.get("solution", "")
    known = len(solution) == size * size and all(sign in SYMBOLS[1 : size + 1] for sign in solution)
    answer = grid_of(solution, ReadOptions(layout)) if known else None
    rules: list[Rule] = [*(_cage(cage, size) for cage in cages), *fog_triggers(record, size, size)]
    if record.get("foglight") is not None:
        rules.append(Fog(tuple({_place(cell, size) for cell in field_list(record, "foglight")})))
    return PuzzleEntry(Puzzle(Grid(layout, bytes(givens)), (), tuple(rules)), state, about, answer)


def _unknown(record: dict[str, Any], words: dict[str, str]) -> Iterator[str]:
    """The fields that may be rules, but are not known; those with a text or a number only describe the puzzle."""
    for name, value in record.items():
        if name not in _KNOWN and value and (_is_flag(name, value) or isinstance(value, list | dict)):
            yield name
    yield from (name for name, text in words.items() if name in _KNOWN or _is_flag(name, text))


def _is_flag(name: str, value: object) -> bool:
    return name not in _NO_FLAGS and str(value).strip().lower() in _YES


def _unknown_in(cells: list[dict[str, Any]]) -> Iterator[str]:
    """What cells say that is not known."""
    for cell in cells:
        yield from (name for name, value in cell.items() if value and name not in _OF_A_CELL)


def _differ(cage: dict[str, Any]) -> bool:
    """Whether the digits of a cage differ; they do unless it says something else."""
    unique, kind = cage.get("unique"), cage.get("type")
    return (unique is None or bool(unique)) and (not kind or kind in _KINDS_OF_CAGES)


def _cage(cage: dict[str, Any], size: int) -> Cage:
    """A cage: its digits differ, and its value is their sum."""
    totals = {
        whole(value, 0, 9999, where=f"the {name} of a cage")
        for name in ("value", "sum")
        if (value := cage.get(name)) not in (None, "")
    }
    if len(totals) > 1:
        raise FormatError("a cage has two sums", text=" and ".join(map(str, sorted(totals))))
    return Cage(tuple(_place(cell, size) for cell in field_list(cage, "cells")), *totals)


def _place(cell: object, size: int) -> int:
    if not isinstance(cell, list) or len(cell) != 2:
        raise FormatError("a cell is not a row and a column")
    row, column = (whole(each, 0, size - 1, where="a cell") for each in cell)
    return row * size + column


def _words_and_cages(record: dict[str, Any]) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The texts of a record, by their names, and the cages that are rules, not texts."""
    words: dict[str, str] = {}

    def take(name: str, value: object) -> None:
        text = "\n".join(map(str, value)) if isinstance(value, list) else str(value)
        said = value not in (None, "") and value is not False
        if said and words.setdefault(name, text) != text:
            raise FormatError(f"the puzzle has two texts for {name}", text=text)

    metadata = record.get("metadata")
    for name, value in (metadata if isinstance(metadata, dict) else {}).items():
        take(name, value)
    for name in (*_WORDS, "solution"):
        take(name, record.get(name))
    cages = []
    for cage in field_list(record, "cages"):
        if not isinstance(cage, dict):
            raise FormatError("a cage is not an object")
        if field_list(cage, "cells"):
            cages.append(cage)
        elif match := re.match(r"\s*(\w+)\s*:\s*(.*)", str(cage.get("value", "")), re.DOTALL):
            take(match[1], match[2])
    return words, cages


def _layout(regions: list[Any], size: int) -> Layout:
    usual = ReadOptions().layout_of(size)
    if not regions:
        return usual
    places = [[_place(cell, size) for cell in (each if isinstance(each, list) else [])] for each in regions]
    check_division(places, size)
    number_of = {cell: number for number, region in enumerate(places) for cell in region}
    return layout_of([number_of[cell] for cell in range(size * size)])


# -- writing ------------------------------------------------------------------------------------------------


def record_of(entry: PuzzleEntry) -> dict[str, Any]:
    """The record that SudokuPad would load."""
    layout = entry.puzzle.layout
    size = layout.size
    cells = [_cell(entry, cell) for cell in range(layout.cell_count)]
    record: dict[str, Any] = {
        "cellSize": 64,
        "cells": [cells[start : start + size] for start in range(0, len(cells), size)],
        "regions": [[[cell // size, cell % size] for cell in box.cells] for box in layout.boxes],
    }
    if cages := [rule for rule in entry.puzzle.rules if isinstance(rule, Cage)]:
        record["cages"] = [
            {
                "cells": [[cell // size, cell % size] for cell in cage.cells],
                **({} if cage.sum is None else {"value": cage.sum}),
                "unique": True,
            }
            for cage in cages
        ]
    for fog in (rule for rule in entry.puzzle.rules if isinstance(rule, Fog)):
        record["foglight"] = [[cell // size, cell % size] for cell in fog.cells]
    if triggers := [rule for rule in entry.puzzle.rules if isinstance(rule, FogTrigger)]:
        record["triggereffect"] = [fog_trigger_record(rule, size) for rule in triggers]
    words = entry.about.record(_WORDS)
    if entry.solution is not None:
        words["solution"] = entry.solution.symbols
    if words:
        record["metadata"] = words
    return record


def _cell(entry: PuzzleEntry, cell: int) -> dict[str, Any]:
    state = entry.state
    if given := entry.puzzle.givens.entries[cell]:
        return {"value": given}
    record: dict[str, Any] = {}
    if state is not None:
        if value := state.values.entries[cell]:
            record |= {"value": value, "given": False}
        for name, kind in (("pencilMarks", "corner"), ("centremarks", "centre")):
            if digits := state.digits_of(kind, cell):
                record[name] = list(digits)
    return record
