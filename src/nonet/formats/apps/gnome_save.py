"""The saved game of GNOME Sudoku: JSON with the cells that are not empty."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from nonet.errors import FormatError
from nonet.formats.codecs import json_text
from nonet.formats.codecs.json_text import field_list, whole
from nonet.formats.entry import About, PuzzleEntry, SavedState
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions
from nonet.formats.values import checked_mask
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

_LEVELS = ("easy", "medium", "hard", "very_hard")
_NO_LEVEL = "custom"


class GnomeSaveFormat(Format):
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
        for number, cell in enumerate(field_list(record, "cells"), start=1):
            where = f"cell {number} of the list: "
            place, value = _place(cell, where), whole(cell.get("value", 0), 0, 9, where=f"{where}value")
            values[place] = value
            givens[place] = value if cell.get("fixed") is True else 0
            marks = field_list(cell, "earmarks", where=where)
            notes[place] = checked_mask(whole(mark, 1, 9, where=f"{where}an earmark") for mark in marks)
        seconds = record.get("time_elapsed", 0)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not -1 <= seconds < 1e9:
            raise FormatError("time_elapsed is not a number of seconds", text=str(seconds))
        level = record["difficulty_category"]
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

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        about = entry.about
        fits = {*about.filled_fields} <= {"level"} and (not about.level or about.level in _LEVELS)
        return {} if fits else {"words": f"more than a level ({', '.join(_LEVELS)})"}


def _place(cell: Any, where: str) -> int:
    if not isinstance(cell, dict):
        raise FormatError(f"{where}not an object")
    position = field_list(cell, "position", where=where)
    if len(position) != 2:
        raise FormatError(f"{where}position is not a row and a column")
    row, column = (whole(each, 0, 8, where=f"{where}position") for each in position)
    return row * 9 + column
