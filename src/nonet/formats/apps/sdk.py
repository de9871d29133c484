"""SadMan Software's .sdk: nine rows, with lines before them that tell about the puzzle.

    #AAuthor   #DDescription   #CComment   #B15-11-2026   #SSource   #LLevel   #Uhttp://…

A game in progress has sections: [Puzzle] the givens, [State] all digits, [PencilMarks] and [Colors] nine rows of
cells between commas, a cell having its digits or its number, and nothing where there is none. (Of the last two only
descriptions are public.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nonet.about import About
from nonet.bitsets import digits_in
from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format
from nonet.formats.plain_text import JoinedFormat
from nonet.formats.reading import ReadOptions, Text
from nonet.formats.values import checked_mask
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.limits import check_time
from nonet.puzzle import Puzzle

_WORDS = {
    "A": "author",
    "D": "title",
    "C": "description",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
_SECTIONS = ("puzzle", "state", "pencilmarks", "colors")
_ROW = re.compile(r"[1-9.0xX*_-]{9}", re.ASCII)


class SdkFormat(Format):
    name = "sdk"
    title = "SadMan Software: nine rows after lines like `#AAuthor`, or sections with the player's state"
    endings = (".sdk",)
    holds = frozenset({"digits", "corner", "colours", "words"})
    words = _WORDS
    one_kind_of_notes = True

    def detect(self, text: str) -> bool:
        if re.search(r"^\[puzzle\]\s*$", text, re.IGNORECASE | re.MULTILINE):
            return True
        headers = rows = 0
        for line in map(str.strip, text.split("\n")):
            check_time()
            if line[:1] == "#":
                headers += 1
                if line[1:2] not in _WORDS:
                    return False
            elif line:
                rows += 1
                if rows > 9 or not _ROW.fullmatch(line):
                    return False
        return headers > 0 and rows == 9

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        words: dict[str, str] = {}
        sections: dict[str, list[str]] = {}
        name = "puzzle"
        for line in text.split("\n"):
            line = line.strip()
            if line[:1] == "#" and line[1:2] in _WORDS:
                key = _WORDS[line[1]]
                words[key] = f"{words[key]}\n{line[2:].strip()}" if key in words else line[2:].strip()
            elif match := re.fullmatch(r"\[(\w+)\]", line):
                name = match[1].lower()
                if name in sections:
                    raise FormatError("the section appears twice", text=line)
            elif line and line[:1] != "#":
                sections.setdefault(name, []).append(line)
        if unknown := sections.keys() - set(_SECTIONS):
            raise FormatError(f"unknown section; a file can have {', '.join(_SECTIONS)}", text=min(unknown))
        givens = _grid(sections.get("puzzle", []), options, "Puzzle")
        return [PuzzleEntry(Puzzle(givens), _state(sections, givens), About(**words))]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        words = entry.about.record(_WORDS)
        lines = [f"#{letter}{line}" for letter, text in words.items() for line in text.split("\n")]
        rows = _rows(entry.puzzle.givens)
        state = entry.state
        if state is None:
            return "\n".join([*lines, *rows])
        lines += ["[Puzzle]", *rows, "[State]", *_rows(state.values)]
        if state.corner:
            lines += ["[PencilMarks]", *_table("".join(map(str, digits_in(mask))) for mask in state.corner)]
        if state.colours:
            lines += ["[Colors]", *_table(str(colour or "") for colour in state.colours)]
        return "\n".join(lines)


def _grid(rows: list[str], options: ReadOptions, section: str) -> Grid:
    if len(rows) != 9 or any(len(row) != 9 for row in rows):
        raise FormatError(f"the section {section} does not have nine rows of nine cells")
    return JoinedFormat().read(Text(rows, rows), ReadOptions(options.layout or CLASSIC, None)).puzzle.givens


def _state(sections: dict[str, list[str]], givens: Grid) -> SavedState | None:
    if len(sections) == 1:
        return None
    values = givens
    if "state" in sections:
        rows = sections["state"]
        if len(rows) != 9 or not all(map(_ROW.fullmatch, rows)):
            raise FormatError("the section State does not have nine rows of nine cells")
        values = Grid(givens.layout, bytes(int(sign) if sign in "123456789" else 0 for sign in "".join(rows)))
    notes = [checked_mask(map(int, cell)) for cell in _cells(sections, "PencilMarks")]
    colours = [int(cell or 0) for cell in _cells(sections, "Colors")]
    if any(colour > 8 for colour in colours):
        raise FormatError("colours are 1 to 8", text=str(max(colours)))
    return SavedState(values=values, corner=tuple(notes), colours=bytes(colours))


def _cells(sections: dict[str, list[str]], section: str) -> list[str]:
    """The cells of a section: between commas or blanks, with nothing, 0 or . for none."""
    rows = [
        [cell.strip(" .0") for cell in (row.split(",") if "," in row else row.split())]
        for row in sections.get(section.lower(), [])
    ]
    if rows and [len(row) for row in rows] != [9] * 9:
        raise FormatError(f"the section {section} does not have nine rows of nine cells")
    found = [cell for row in rows for cell in row]
    for cell in found:
        if cell and not (cell.isascii() and cell.isdigit()):
            raise FormatError(f"not digits, in the section {section}", text=cell)
    return found


def _rows(grid: Grid) -> list[str]:
    return [grid.symbols[start : start + 9] for start in range(0, 81, 9)]


def _table(cells: Iterable[str]) -> list[str]:
    found = list(cells)
    return [",".join(found[start : start + 9]) for start in range(0, 81, 9)]
