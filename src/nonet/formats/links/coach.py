"""Links to sudoku.coach: the 81 digits as they are, or a game in progress.

    https://sudoku.coach/en/play/530070000600195…
    https://sudoku.coach/en/play/SCv7_32_f2e4qji9ho…

The second is JSON, compressed by zlib and written in base 32 (0-9a-v). `userCellCandidates` has a number for each cell
with the bit 1 << d for each note d.
"""

from __future__ import annotations

import base64
import re
import zlib
from typing import Any

from nonet.errors import FormatError
from nonet.formats.codecs import json_text
from nonet.formats.codecs.decoding import decoding
from nonet.formats.codecs.packing import inflated
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import LineFormat
from nonet.formats.links.address import the_link
from nonet.formats.reading import ReadOptions
from nonet.formats.values import grid_of, zeros
from nonet.formats.variants.fpuzzles_rules import refuse
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

_SITE = re.compile(r"(?:(?:https?://)?(?:www\.)?sudoku\.coach/|SCv\d)", re.IGNORECASE)
_DIGITS = re.compile(r"/play/([0-9.]{16,})", re.ASCII)
_CODE = re.compile(r"(SCv(\d+)_32_([0-9a-v]+))(?![0-9a-zA-Z])", re.ASCII)
_START = "https://sudoku.coach/en/play/"
_KNOWN = {"gridSize", "givenDigits", "userDigits", "userCellCandidates"}


class CoachFormat(LineFormat):
    name = "coach"
    title = "links to sudoku.coach, with the player's digits and notes"
    holds = frozenset({"several", "digits", "corner"})
    one_kind_of_notes = True

    def matches(self, line: str) -> bool:
        return _SITE.match(line) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        link = the_link(line)
        if code := _CODE.search(link):
            return _entry(_decoded(code[3]), options)
        if plain := _DIGITS.search(link):
            return PuzzleEntry(Puzzle(grid_of(plain[1], options)))
        raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)

    def format_line(self, entry: PuzzleEntry) -> str:
        givens, state = entry.puzzle.givens, entry.state
        if state is None:
            return _START + zeros(givens)
        record = {"gridSize": 9, "givenDigits": zeros(givens)}
        record["userDigits"] = "".join(
            "0" if given else str(value) for given, value in zip(givens, state.values, strict=True)
        )
        notes = state.corner or (0,) * 81
        record["userCellCandidates"] = "-".join(str(mask << 1) for mask in notes)
        packed = zlib.compress(json_text.dumps(record).encode())
        return f"{_START}SCv7_32_{base64.b32hexencode(packed).decode().rstrip('=').lower()}"


def _decoded(code: str) -> dict[str, Any]:
    with decoding("the code is not base 32, or it is cut off", text=code):
        packed = base64.b32hexdecode(code.upper() + "=" * (-len(code) % 8))
    with decoding("the code does not contain text", text=code):
        found = inflated(packed, limit="puzzle").decode()
    return json_text.loads(found)


def _entry(record: dict[str, Any], options: ReadOptions) -> PuzzleEntry:
    refuse({key for key, value in record.items() if key not in _KNOWN and value}, ())
    givens = _cells(record, "givenDigits", options)
    options = ReadOptions(givens.layout)
    values = givens.entries
    if record.get("userDigits"):
        own = _cells(record, "userDigits", options)
        values = bytes(value or given for given, value in zip(givens, own, strict=True))
    notes = _notes(record.get("userCellCandidates"), givens.layout)
    return PuzzleEntry(Puzzle(givens), SavedState(values=Grid(givens.layout, values), corner=notes))


def _cells(record: dict[str, Any], name: str, options: ReadOptions) -> Grid:
    value = record.get(name)
    if not isinstance(value, str):
        raise FormatError(f"{name} is not text")
    return grid_of(value, options)


def _notes(value: object, layout: Layout) -> tuple[int, ...]:
    if not value:
        return ()
    numbers = str(value).split("-")
    if len(numbers) != layout.cell_count or not all(each.isdecimal() and len(each) < 9 for each in numbers):
        raise FormatError("userCellCandidates does not have a number for each cell", text=str(value))
    masks = tuple(int(each) >> 1 for each in numbers)
    if max(masks) > layout.all_digits:
        raise FormatError("userCellCandidates has a digit that the board does not have")
    return masks
