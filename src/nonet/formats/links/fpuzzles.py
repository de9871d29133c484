"""f-puzzles: JSON with the meaning of every rule, and links to it, in which the JSON is compressed by lz-string.

    {"size": 9, "title": …, "author": …, "ruleset": …, "solution": [81 numbers],
     "grid": [[{"value": 6, "given": true, "region": 3, "givenPencilMarks": […], "centerPencilMarks": […],
                "cornerPencilMarks": […], "c": colour, "parity": "Odd"}, …], …]}

A value that is not given was set by the player. `givenPencilMarks` restrict a cell; the other marks are notes.
`region` is the number of a box, where it is not the usual one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from math import dist
from typing import Any
from urllib.parse import unquote

from nonet.about import About
from nonet.bitsets import digits_in
from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats.codecs import json_text, lzstring
from nonet.formats.codecs.json_text import field_list, whole
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format, LineFormat
from nonet.formats.links.address import parameter
from nonet.formats.reading import ReadOptions
from nonet.formats.values import checked_mask, layout_of
from nonet.formats.variants.fpuzzles_rules import fields_of, lacking, refuse, rules_of
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import Even, Odd, Rule

_LINK = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/(?:\?|\S*[?&])", re.IGNORECASE)
_START = "https://f-puzzles.com/?load="
_HOLDS = frozenset(
    {"boards", "houses", "ruled out", "rules", "digits", "corner", "centre", "colours", "words", "solution"}
)
_PLAIN = {
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "successMessage",
    "customSettings",
    "disabledlogic",
    "truecandidatesoptions",
}
WORDS = {"title": "title", "author": "author", "ruleset": "description"}


class FpuzzlesJsonFormat(Format):
    name = "f-puzzles-json"
    title = "f-puzzles: JSON with the rules of variants, the player's digits, notes and colours"
    holds = _HOLDS
    words = WORDS

    def detect(self, text: str) -> bool:
        return text.lstrip()[:1] == "{" and '"grid"' in text and '"size"' in text

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        return [entry_of(json_text.loads(text), options)]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        return json_text.dumps(record_of(entry))

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        return lacks_in(entry)


class FpuzzlesLinkFormat(LineFormat):
    name = "f-puzzles"
    title = "links to f-puzzles, `https://f-puzzles.com/?load=…`"
    holds = _HOLDS | {"several"}
    words = WORDS

    def matches(self, line: str) -> bool:
        return _LINK.match(line) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        packed = parameter(line, "load")
        if not packed:
            raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)
        return entry_of(json_text.loads(lzstring.decompress(unquote(packed).replace(" ", "+"))), options)

    def format_line(self, entry: PuzzleEntry) -> str:
        return _START + lzstring.compress(json_text.dumps(record_of(entry)))

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        return lacks_in(entry)


def lacks_in(entry: PuzzleEntry) -> dict[str, str]:
    found, layout = {}, entry.puzzle.layout
    if any(house.kind.value == "window" for house in layout.houses):
        found["houses"] = "windows"
    if not layout.boxes:
        found["houses"] = "a board without boxes"
    if kinds := lacking(entry.puzzle.rules, layout.size):
        found["rules"] = f"the rules {', '.join(sorted({*kinds}))}"
    return found


# -- reading ------------------------------------------------------------------------------------------------


def entry_of(record: dict[str, Any], options: ReadOptions) -> PuzzleEntry:
    """The entry of an f-puzzles record; the twin of `record_of`."""
    size = whole(record.get("size", 9), 1, MAX_SIZE, where="size")
    cells = _cells(record, size)
    layout = options.layout or _layout(record, cells, size)
    if layout.size != size:
        raise FormatError(f"a {size}x{size} board instead of {layout.size}x{layout.size}")
    about = words_in(record, WORDS)
    refuse({name for cell in cells for name, value in cell.items() if value and name not in _OF_A_CELL}, ())
    both = all(record.get(name) for name in _DIAGONALS)
    constraints = {key: value for key, value in record.items() if key not in _PLAIN}
    rules = rules_of(
        {key: value for key, value in constraints.items() if not both or key not in _DIAGONALS}, size
    )
    rules += _parities(cells)
    values, givens = bytearray(size * size), bytearray(size * size)
    for place, cell in enumerate(cells):
        if (value := cell.get("value")) not in (None, "", 0):
            values[place] = whole(value, 1, size, where=f"the value of {layout.cell_name(place)}")
            givens[place] = values[place] if is_given(cell, layout.cell_name(place), usual=False) else 0
    notes = {name: tuple(marks_in(cell, name, size) for cell in cells) for name in _MARKS}
    ruled_out = tuple(layout.all_digits & ~mask if mask else 0 for mask in notes["givenPencilMarks"])
    state = SavedState(
        values=Grid(layout, bytes(values)),
        corner=notes["cornerPencilMarks"],
        centre=notes["centerPencilMarks"],
        colours=bytes(colour_number(cell.get("c") or cell.get("highlight")) for cell in cells),
    )
    puzzle = Puzzle(Grid(layout, bytes(givens)), ruled_out if any(ruled_out) else (), tuple(rules))
    return PuzzleEntry(puzzle, state, about, _solution(record, layout))


def _parities(cells: list[dict[str, Any]]) -> list[Rule]:
    """Odd and even cells, where the cells themselves say so."""
    words = [cell.get("parity") or "" for cell in cells]
    if unknown := [str(word) for word in words if word not in ("", *_PARITIES)]:
        raise FormatError("the parity of a cell is Odd or Even", text=unknown[0])
    return [
        kind(tuple(place for place, word in enumerate(words) if word == name))
        for name, kind in _PARITIES.items()
        if name in words
    ]


def is_given(cell: dict[str, Any], name: str, *, usual: bool) -> bool:
    """Whether the value of a cell is a given; `usual` where the record does not say."""
    given = cell.get("given")
    if not isinstance(given, bool | None):
        raise FormatError(f"given of {name} must be true or false", text=json.dumps(given)[:40])
    return usual if given is None else given


_MODIFIED = re.compile(r"\b(?:doublers?|negators?|(?:hot|cold) cells?|vampires?)\b", re.IGNORECASE)


def words_in(record: dict[str, Any], names: dict[str, str]) -> About:
    """The setter's words. Refuses rules about cells that count as other values: clues would be read without them."""
    about = About.of(record, names)
    if found := _MODIFIED.search(about.description):
        raise FormatError(
            f"the setter's rules name “{found[0]}”, for which this format has no field, so the clues would be misread; "
            "nonet's own JSON can hold such rules"
        )
    return about


_MARKS = ("givenPencilMarks", "cornerPencilMarks", "centerPencilMarks")
_PARITIES = {"Odd": Odd, "Even": Even}
_OF_A_CELL = {"value", "given", "region", "parity", "c", "highlight", *_MARKS}
_DIAGONALS = ("diagonal+", "diagonal-")


def _cells(record: dict[str, Any], size: int) -> list[dict[str, Any]]:
    rows = field_list(record, "grid")
    if len(rows) != size or any(not isinstance(row, list) or len(row) != size for row in rows):
        raise FormatError(f"the grid does not have {size} rows of {size} cells")
    cells = [cell or {} for row in rows for cell in row]
    if not all(isinstance(cell, dict) for cell in cells):
        raise FormatError("a cell of the grid is not an object")
    return cells


def _layout(record: dict[str, Any], cells: list[dict[str, Any]], size: int) -> Layout:
    usual = ReadOptions().layout_of(size)
    regions = [cell.get("region", usual.box_of[place]) for place, cell in enumerate(cells)]
    if any(type(region) is not int or not 0 <= region < size for region in regions):
        raise FormatError("some cells belong to no region, or to one that does not exist")
    return layout_of(regions, diagonals=all(record.get(name) for name in _DIAGONALS))


def marks_in(cell: dict[str, Any], name: str, size: int) -> int:
    """The digits that a cell has in a list of that name, as a bitmask."""
    return checked_mask((whole(mark, 1, size, where=name) for mark in field_list(cell, name)), size)


def _solution(record: dict[str, Any], layout: Layout) -> Grid | None:
    values = field_list(record, "solution")
    if not values or None in values or "" in values or len(values) != layout.cell_count:
        return None
    return Grid.of(layout, [whole(value, 1, layout.size, where="solution") for value in values])


# -- writing ------------------------------------------------------------------------------------------------


def record_of(entry: PuzzleEntry) -> dict[str, Any]:
    """The record that f-puzzles would make of the entry."""
    puzzle, layout, size = entry.puzzle, entry.puzzle.layout, entry.puzzle.layout.size
    record: dict[str, Any] = {"size": size, **entry.about.record(WORDS)}
    usual = ReadOptions().layout_of(size)
    regions = None if layout.box_of == usual.box_of else layout.box_of
    cells = [_cell(entry, cell, regions) for cell in range(layout.cell_count)]
    record["grid"] = [cells[start : start + size] for start in range(0, len(cells), size)]
    if any(house.kind.value == "diagonal" for house in layout.houses):
        record |= dict.fromkeys(_DIAGONALS, True)
    record |= fields_of(puzzle.rules, size)
    if entry.solution is not None:
        record["solution"] = list(entry.solution)
    return record


def _cell(entry: PuzzleEntry, cell: int, regions: Sequence[int] | None) -> dict[str, Any]:
    puzzle, state = entry.puzzle, entry.state
    record: dict[str, Any] = {}
    if given := puzzle.givens.entries[cell]:
        record |= {"value": given, "given": True}
    elif state is not None and state.values.entries[cell]:
        record["value"] = state.values.entries[cell]
    if puzzle.ruled_out and puzzle.ruled_out[cell]:
        record["givenPencilMarks"] = list(digits_in(puzzle.layout.all_digits & ~puzzle.ruled_out[cell]))
    if state is not None:
        for name, kind in (("cornerPencilMarks", "corner"), ("centerPencilMarks", "centre")):
            if digits := state.digits_of(kind, cell):
                record[name] = list(digits)
        if state.colours and state.colours[cell]:
            record["c"] = _COLOURS[state.colours[cell] - 1]
    if regions is not None:
        record["region"] = regions[cell]
    return record


_COLOURS = (
    "#A8A8A8",  # grey
    "#FFA0A0",  # red
    "#FFE060",  # yellow
    "#B0FFB0",  # green
    "#60D060",  # dark green
    "#D0D0FF",  # blue
    "#8080F0",  # dark blue
    "#FF80FF",  # purple
)
"""The colours of f-puzzles' own palette, 1 to 8; any other is read as the nearest of them."""


def colour_number(code: object) -> int:
    """The number of the nearest colour; 0 for no colour, for white, and for what is not a code.

    >>> colour_number("#ffa0a1"), colour_number("#FFFFFF"), colour_number(None)
    (2, 0, 0)
    """
    if not isinstance(code, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", code):
        return 0
    own = bytes.fromhex(code[1:])
    if min(own) > 250:
        return 0
    distances = [dist(own, bytes.fromhex(known[1:])) for known in _COLOURS]
    return 1 + distances.index(min(distances))
