"""OpenSudoku's files (Android): XML with any number of games, each with its state.

    <opensudoku version="2">
      <folder name="…" created="…">
        <game created="…" state="0" time="61000" last_played="…" data="version: 1&#10;5|-|0|0|1,2,|1|…" note="…" />

`data` is 81 digits, or a version and then value, notes and "editable" for each cell. Version 1 lists the notes
(`1,2,`, `-` for none), versions 2 and 3 have them as a bitmask. `state` is 0 while playing, 1 for not started, 2 for
completed; `time` is in milliseconds. The first version of the file has the games directly under the root.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from nonet.about import About
from nonet.errors import FormatError
from nonet.formats.codecs import xml_text
from nonet.formats.codecs.xml_text import Element, tag
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions
from nonet.formats.values import checked_mask, grid_of, zeros
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle

_CELL = {
    "1": re.compile(r"(\d)\|((?:[1-9],)+|-)\|([01])\|", re.ASCII),
    "2": re.compile(r"(\d)\|(\d{1,3})\|{1,2}([01])\|", re.ASCII),
    "3": re.compile(r"(\d)\|(\d{1,3})\|([01])\|", re.ASCII),
}
_PLAYING, _NOT_STARTED, _COMPLETED = "0", "1", "2"
_UNTITLED = "nonet"
"""The folder of games without a title."""
_LONGEST_TIME = 10**12


class OpenSudokuFormat(Format):
    name = "opensudoku"
    title = "OpenSudoku: XML with any number of games, each with digits, notes and time"
    endings = (".opensudoku",)
    holds = frozenset({"several", "digits", "corner", "time", "words"})
    words = {"name": "title", "note": "description"}  # noqa: RUF012 — never changed
    one_kind_of_notes = True

    def detect(self, text: str) -> bool:
        return text.lstrip()[:1] == "<" and re.search(r"<opensudoku[\s>/]", text[:2000]) is not None

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        root = xml_text.loads(text.lstrip())
        entries = []
        for number, (game, about) in enumerate(_games(root), start=1):
            try:
                entries.append(_entry(game, about, options.layout or CLASSIC))
            except FormatError as error:
                raise FormatError(f"game {number}: {error}") from None
        if not entries:
            raise FormatError("no game in the file")
        return entries

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        parts = [
            tag("folder", {"name": name, "created": "0"}, "".join(map(_game, games)))
            for name, games in groupby(entries, key=lambda entry: entry.about.title or _UNTITLED)
        ]
        head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
        return f"{head}\n{tag('opensudoku', {'version': '2'}, ''.join(parts))}"


def _games(root: Element) -> Iterator[tuple[Element, About]]:
    title, author = root.text_of("name"), root.text_of("author")
    for game in root.all("game"):
        yield game, About(title=title, author=author, description=game.attributes.get("note", ""))
    for folder in root.all("folder"):
        for game in folder.all("game"):
            title = folder.attributes.get("name", "")
            title = "" if title == _UNTITLED else title
            yield game, About(title=title, description=game.attributes.get("note", ""))


def _entry(game: Element, about: About, layout: Layout) -> PuzzleEntry:
    data = game.attributes.get("data", "").strip()
    version, newline, cells = data.partition("\n")
    time = game.attributes.get("time", "0")
    if not time.isdecimal() or not time.isascii() or len(time) > len(str(_LONGEST_TIME)):
        raise FormatError("the time is not a number of milliseconds", text=time)
    seconds = int(time) / 1000
    if not newline:
        grid = grid_of(data, ReadOptions(layout))
        return PuzzleEntry(Puzzle(grid), SavedState(values=grid, seconds=seconds), about)
    number = version.removeprefix("version:").strip()
    if number not in _CELL:
        raise FormatError("the version of the cells is not 1, 2 or 3", text=version)
    parts = _CELL[number].findall(cells)
    if len(parts) != layout.cell_count or _CELL[number].sub("", cells).strip():
        raise FormatError("not 81 cells of value, notes and editable, each followed by a |", text=cells)
    values = bytes(int(value) for value, _, _ in parts)
    givens = bytes(int(value) if fixed == "0" else 0 for value, _, fixed in parts)
    notes = tuple(_notes(note, listed=number == "1") for _, note, _ in parts)
    state = SavedState(values=Grid(layout, values), corner=notes, seconds=seconds)
    return PuzzleEntry(Puzzle(Grid(layout, givens)), state, about)


def _notes(text: str, *, listed: bool) -> int:
    if listed:
        return checked_mask(int(digit) for digit in text.rstrip(",").split(",") if digit != "-")
    if int(text) >= 512:
        raise FormatError("the notes are not a bitmask of nine digits", text=text)
    return int(text)


def _game(entry: PuzzleEntry) -> str:
    givens, state = entry.puzzle.givens, entry.state
    if state is None:
        status, time, data = _NOT_STARTED, 0, zeros(givens)
    else:
        status = _COMPLETED if state.values.is_solution() else _PLAYING
        time = round(state.seconds * 1000)
        data = "version: 1\n" + "".join(
            f"{value}|{''.join(f'{note},' for note in state.digits_of('corner', cell)) or '-'}|{int(not givens[cell])}|"
            for cell, value in enumerate(state.values)
        )
    attributes = {"created": "0", "state": status, "time": str(time), "last_played": "0", "data": data}
    return tag("game", attributes | {"note": entry.about.description})
