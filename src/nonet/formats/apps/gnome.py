"""GNOME Sudoku: its saved games, and the code that it copies to the clipboard."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from nonet.about import About
from nonet.errors import FormatError
from nonet.formats.codecs import json_text
from nonet.formats.codecs.json_text import field_list, whole
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format, LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import checked_mask
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

_LEVELS = ("easy", "medium", "hard", "very_hard")
_NO_LEVEL = "custom"


class GnomeSaveFormat(Format):
    """The saved game of GNOME Sudoku: JSON with the cells that are not empty."""

    name = "gnome"
    title = "GNOME Sudoku's saved game: JSON with digits, notes and time"
    endings = (".save",)
    holds = frozenset({"digits", "corner", "time", "words"})
    one_kind_of_notes = True

    def detect(self, text: str) -> bool:
        return text.lstrip()[:1] == "{" and '"difficulty_category"' in text

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        record = json_text.loads(text)
        layout = options.layout or CLASSIC
        givens, values, notes = bytearray(81), bytearray(81), [0] * 81
        if record.get("cells") is None:
            raise FormatError("no list of cells")
        for number, cell in enumerate(field_list(record, "cells"), start=1):
            where = f"cell {number} of the list: "
            place, value = _place(cell, where), whole(cell.get("value", 0), 0, 9, where=f"{where}value")
            if values[place] not in (0, value):
                raise FormatError(f"{where}another one has the same position")
            values[place] = value
            if not isinstance(fixed := cell.get("fixed"), bool):
                raise FormatError(f"{where}fixed is neither true nor false", text=str(fixed))
            givens[place] = value if fixed else 0
            marks = field_list(cell, "earmarks", where=where)
            notes[place] = checked_mask(whole(mark, 1, 9, where=f"{where}an earmark") for mark in marks)
        seconds = record.get("time_elapsed", 0)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not -1 <= seconds < 1e9:
            raise FormatError("time_elapsed is not a number of seconds", text=str(seconds))
        level = record.get("difficulty_category")
        state = SavedState(
            values=Grid(layout, bytes(values)), corner=tuple(notes), seconds=max(0.0, float(seconds))
        )
        about = About(level=level if isinstance(level, str) and level != _NO_LEVEL else "")
        return [PuzzleEntry(Puzzle(Grid(layout, bytes(givens))), state, about)]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        givens, state = entry.puzzle.givens, entry.state or SavedState(values=entry.puzzle.givens)
        cells = [
            {
                "position": [cell // 9, cell % 9],
                "value": value,
                "fixed": bool(givens[cell]),
                "earmarks": list(state.digits_of("corner", cell)),
            }
            for cell, value in enumerate(state.values)
            if value or state.digits_of("corner", cell)
        ]
        level = entry.about.level or _NO_LEVEL
        record = {"difficulty_category": level, "time_elapsed": state.seconds, "cells": cells}
        return json.dumps(record, indent=2)

    def words_of(self, entry: PuzzleEntry) -> About:
        return entry.about.only(["level"] if entry.about.level in _LEVELS else [])


def _place(cell: Any, where: str) -> int:
    if not isinstance(cell, dict):
        raise FormatError(f"{where}not an object")
    position = field_list(cell, "position", where=where)
    if len(position) != 2:
        raise FormatError(f"{where}position is not a row and a column")
    row, column = (whole(each, 0, 8, where=f"{where}position") for each in position)
    return row * 9 + column


_CODE = re.compile(r"#[!-z]{4}[!-*][!-q]{0,81}", re.ASCII)


class GnomeShareFormat(LineFormat):
    """The code that GNOME Sudoku copies to the clipboard: `#`, five characters, and one for each given.

    A character stands for two small numbers: chr(33 + first + 9 · second). The five say how many of each digit there
    are, two digits per character (the last one has only the 9); then come row and column of all 1s, all 2s and so on.
    """

    name = "gnome-share"
    title = "GNOME Sudoku's code for the clipboard, `#66QQ%=mLJ…`"

    def matches(self, line: str) -> bool:
        return _CODE.fullmatch(line) is not None and sum(_counts(line)) == len(line) - 6

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        values = bytearray(81)
        places = iter(line[6:])
        for digit, count in enumerate(_counts(line), start=1):
            for _ in range(count):
                row, column = _pair(next(places))
                if values[row * 9 + column]:
                    raise FormatError(f"r{row + 1}c{column + 1} has two digits", text=line)
                values[row * 9 + column] = digit
        return PuzzleEntry(Puzzle(Grid(options.layout or CLASSIC, bytes(values))))

    def format_line(self, entry: PuzzleEntry) -> str:
        values = entry.puzzle.givens.entries
        counts = [values.count(digit) for digit in range(1, 10)]
        sizes = [_character(*counts[at : at + 2]) for at in range(0, 9, 2)]
        cells = [
            _character(cell // 9, cell % 9)
            for digit in range(1, 10)
            for cell, value in enumerate(values)
            if value == digit
        ]
        return "#" + "".join(sizes) + "".join(cells)

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        """A count of nine does not fit where another digit shares the character."""
        values = entry.puzzle.givens.entries
        if any(values.count(digit) == 9 for digit in range(1, 9)):
            return {"boards": "a digit that is given in all nine places"}
        return {}


def _pair(character: str) -> tuple[int, int]:
    second, first = divmod(ord(character) - 33, 9)
    return first, second


def _character(first: int, second: int = 0) -> str:
    return chr(33 + first + 9 * second)


def _counts(line: str) -> list[int]:
    return [count for sign in line[1:5] for count in _pair(sign)] + [ord(line[5]) - 33]
