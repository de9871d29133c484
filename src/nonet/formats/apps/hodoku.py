"""HoDoKu: its library of positions, and its .hsol files."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonet.bitsets import digits_in
from nonet.errors import FormatError
from nonet.formats.codecs import packing, xml_text
from nonet.formats.codecs.xml_text import Element, tag
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format, LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import possible
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

_CELLS = re.compile(r"(?:\+[1-9]|[1-9.0]){81}", re.ASCII)
_CANDIDATE = re.compile(r"([1-9])([1-9])([1-9])", re.ASCII)


class HodokuLibraryFormat(LineFormat):
    """HoDoKu's library: one position per line, in fields separated by colons.

        :0401:x:53+4+67....6..1…:113 213:121::          technique : candidates : cells : deleted : eliminated : placed :

    A + stands before a digit that is not a given. Deleted and eliminated candidates are written digit, row, column.
    """

    name = "hodoku"
    title = "HoDoKu's library: fields separated by colons, with the player's digits and deleted candidates"
    holds = frozenset({"several", "digits", "struck"})

    def matches(self, line: str) -> bool:
        fields = line.split(":")
        return len(fields) in (7, 8) and not fields[0] and len(fields[3]) >= 81

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        fields = line.split(":")
        if len(fields) < 5:
            raise FormatError("expected seven fields, each after a colon", text=line)
        if not _CELLS.fullmatch(fields[3]):
            raise FormatError(
                "the third field is not 81 cells: 1 to 9, . or 0, + before a digit set later", text=fields[3]
            )
        layout = options.layout or CLASSIC
        cells = re.findall(r"\+?.", fields[3])
        values = bytes(int(cell[-1]) if cell[-1] in "123456789" else 0 for cell in cells)
        givens = bytes(0 if cell[0] == "+" else value for cell, value in zip(cells, values, strict=True))
        struck = [0] * 81
        for word in fields[4].split():
            match = _CANDIDATE.fullmatch(word)
            if match is None:
                raise FormatError("a deleted candidate is written as digit, row, column", text=word)
            digit, row, column = map(int, match.groups())
            struck[row * 9 + column - 10] |= 1 << (digit - 1)
        state = SavedState(values=Grid(layout, values), struck=tuple(struck))
        return PuzzleEntry(Puzzle(Grid(layout, givens)), state)

    def format_line(self, entry: PuzzleEntry) -> str:
        state = entry.state or SavedState(values=entry.puzzle.givens)
        cells = [
            f"+{value}" if value and not given else str(value) if value else "."
            for value, given in zip(state.values, entry.puzzle.givens, strict=True)
        ]
        deleted = " ".join(
            f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
            for cell, mask in enumerate(state.struck)
            for digit in digits_in(mask)
        )
        return f":0000:x:{''.join(cells)}:{deleted}:::"


_CLASS = "sudoku.Sudoku2"
_ALL = 511
_LIBRARY = HodokuLibraryFormat()


class HodokuFileFormat(Format):
    """HoDoKu's .hsol files: a zip archive with XML that Java's XMLEncoder has written.

        <java version="…" class="java.beans.XMLDecoder">
         <object class="sudoku.Sudoku2">
          <void property="values"><void index="0"><int>5</int></void>…

    `values` has the digits, `fixed` which of them are givens, `cells` the candidates and `userCells` the player's
    notes as bitmasks. Elements with their default are left out: 0, false, and 511 in `cells`. We write a call of
    HoDoKu's own `setSudoku` with a line of its library instead, from which it fills all its tables.
    """

    name = "hodoku-file"
    title = "HoDoKu's .hsol file, with the player's digits, notes and deleted candidates"
    endings = (".hsol",)
    holds = frozenset({"digits", "corner", "struck"})
    one_kind_of_notes = True

    def detect(self, text: str) -> bool:
        return (
            text.lstrip()[:1] == "<"
            and re.search(r'<java\s[^>]*"java\.beans\.XMLDecoder"', text[:2000]) is not None
        )

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        root = xml_text.loads(text.lstrip())
        puzzle = next((each for each in root.all("object") if each.attributes.get("class") == _CLASS), None)
        if puzzle is None:
            raise FormatError(f"the file has no object of the class {_CLASS}")
        notes = _numbers(puzzle, "userCells", 0)
        for call in puzzle.all("void"):
            if call.attributes.get("method") == "setSudoku":
                entry = _LIBRARY.parse_line(call.text_of("string"), options)
                state = entry.state or SavedState(values=entry.puzzle.givens)
                return [PuzzleEntry(entry.puzzle, _state(state.values, notes, state.struck))]
        values, fixed = _numbers(puzzle, "values", 0), _numbers(puzzle, "fixed", 0)
        if max(values) > 9:
            raise FormatError("a digit is not 1 to 9", text=str(max(values)))
        layout = options.layout or CLASSIC
        givens = Puzzle.of(layout, [value if fix else 0 for value, fix in zip(values, fixed, strict=True)])
        board = Grid.of(layout, values)
        return [PuzzleEntry(givens, _state(board, notes, _struck(board, _numbers(puzzle, "cells", _ALL))))]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        notes = entry.state.corner if entry.state else ()
        inside = tag("void", {"method": "setSudoku"}, tag("string", {}, text=_LIBRARY.format_line(entry)))
        if any(notes):
            items = [
                tag("void", {"index": str(cell)}, tag("short", {}, text=str(mask)))
                for cell, mask in enumerate(notes)
                if mask
            ]
            inside += tag("void", {"property": "userCells"}, "".join(items))
        rest = (
            tag("array", {"class": "int", "length": "200"})
            + tag("object", {"class": "java.util.ArrayList"}) * 4
        )
        document = tag("object", {"class": _CLASS}, inside) + rest
        head = '<?xml version="1.0" encoding="UTF-8"?>'
        return f"{head}\n{tag('java', {'version': '1.8.0', 'class': 'java.beans.XMLDecoder'}, document)}"

    def pack(self, text: str) -> bytes:
        return packing.zipped(text, "SudokuData")


def _state(values: Grid, notes: Sequence[int], struck: Sequence[int]) -> SavedState:
    return SavedState(values=values, corner=tuple(notes), struck=tuple(struck))


def _struck(board: Grid, cells: Sequence[int]) -> list[int]:
    """The candidates that the digits on the board allow, but the file does not have."""
    filled = [bool(value) for value in board]
    try:
        allowed = possible(Puzzle(board))
    except ValueError:  # the player has made a mistake, so the candidates mean nothing
        return [0] * len(filled)
    return [0 if full else mask & ~cell for full, mask, cell in zip(filled, allowed, cells, strict=True)]


def _numbers(puzzle: Element, name: str, default: int) -> list[int]:
    """The elements of an array of 81 numbers or truth values."""
    numbers = [default] * 81
    for array in puzzle.all("void"):
        if array.attributes.get("property") != name:
            continue
        inner = array.all("array")
        for item in (inner[0] if inner else array).all("void"):
            index = item.attributes.get("index", "")
            text = item.children[0].text.strip() if item.children else ""
            value = {"true": 1, "false": 0}.get(text) if not text.isdecimal() else int(text[:9])
            if not index.isdecimal() or len(index) > 2 or int(index) > 80 or value is None or value > _ALL:
                raise FormatError(f"{name} is not an array of 81 small numbers", text=text)
            numbers[int(index)] = value
    return numbers
