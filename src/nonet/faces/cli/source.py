"""Where a puzzle comes from: standard input, a file (a name that exists always is one), or the argument."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO, TypeVar

from nonet.errors import FormatError, LimitExceeded, NonetError
from nonet.faces.cli.extras import remember_input
from nonet.faces.cli.status import say
from nonet.formats import Reading, read_all
from nonet.formats.detect import has_marks
from nonet.formats.file_kinds import is_picture
from nonet.grid import Grid
from nonet.kept_files import keep
from nonet.layout import Layout
from nonet.limits import check, limits
from nonet.puzzle import Puzzle

T = TypeVar("T")

PUZZLE_SIGNS = frozenset("0123456789-.*_xX")
_LINK = re.compile(r"https?://", re.IGNORECASE)
_BOARD_PREFIX = re.compile(r"\d+x\d+[^:\s]*:")


def puzzles_last(arguments: Sequence[str]) -> list[str]:
    """The arguments, with a puzzle that begins with a dash (`--5-3…`, 16 signs or more) behind a `--`."""
    puzzles = [word for word in arguments if word[:1] == "-" and len(word) >= 16 and {*word} <= PUZZLE_SIGNS]
    if not puzzles or "--" in arguments:
        return list(arguments)
    return [*(word for word in arguments if word not in puzzles), "--", *puzzles]


@dataclass(frozen=True)
class PuzzleSource:
    """A puzzle as the command line names it: its text, its file, or standard input (- or nothing), and how to read it.

    A NonetError says what the input was taken for and what is wrong with it.

    >>> PuzzleSource("1234 .... .... ....").puzzle().clue_count
    4
    >>> PuzzleSource("puzzel.txt").puzzle()
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: no such file, and not a puzzle: 'puzzel.txt'
    """

    name: str | None
    layout: str | None = None
    symbols: str | None = None
    input_format: str | None = None
    number: int | None = None

    def puzzle(self) -> Puzzle:
        return self.entry().puzzle

    def entry(self) -> Reading:
        """The puzzle with all that the file tells. Of several puzzles it is the one of that number, or the first, and
        a line on standard error says so.
        """
        entries = self.entries()
        tell_several(len(entries))
        return entries[0]

    def entries(self) -> list[Reading]:
        """All the puzzles of a file, or the one of that number. The file may be a photograph."""
        board = None if self.layout is None else Layout.named(self.layout)
        readings: Sequence[Reading]
        if self.name is None or self.name == "-":
            readings = self._from_bytes(_from_standard_input(board), None, board)
        elif os.path.lexists(self.name):
            readings = self._from_bytes(_from_file(self.name), self.name, board)
        else:
            readings = self._from_argument(self.name, board)
        if self.number is None:
            return list(readings)
        return [chosen(readings, self.number)]

    def _read(self, data: str | bytes, board: Layout | None) -> tuple[Reading, ...]:
        return read_all(data, layout=board, symbols=self.symbols, format=self.input_format)

    def _from_bytes(self, data: bytes, file: str | None, board: Layout | None) -> Sequence[Reading]:
        """The puzzles of a file or of standard input, a picture or a text; errors name the file."""
        if is_picture(data):
            name = file or "standard input"
            if self.input_format is not None:
                raise NonetError(f"{name}: a picture, not {self.input_format}; leave --from out")
            return _from_photo(data, name, board, self.number)
        try:
            return self._read(data, board)
        except NonetError as error:
            if file is None:
                raise
            raise NonetError(f"{file}: {error}") from error

    def _from_argument(self, text: str, board: Layout | None) -> tuple[Reading, ...]:
        if not text.strip():
            raise NonetError("the argument is empty; give a puzzle, a file, or - for standard input")
        try:
            return self._read(text, board)
        except FormatError as error:
            if "\n" in text or re.fullmatch(r"[-0-9.*_xX|+, ]{16,}", text, re.ASCII):
                raise NonetError(f"{error} (read as a puzzle; there is no file of that name)") from error
            if (
                _LINK.match(text)
                or _BOARD_PREFIX.match(text)
                or text.lstrip().startswith("{")
                or has_marks(text)
            ):
                raise
            if len(text) < 81:
                raise NonetError(f"no such file, and not a puzzle: {text!r:.200}") from error
            raise NonetError(f"no such file, and not a puzzle ({error}): {text!r:.200}") from error


def tell_several(count: int) -> None:
    if count > 1:
        say(f"{count} puzzles; this is number 1 (--number N chooses another)")


def chosen(puzzles: Sequence[T], number: int) -> T:
    """The puzzle of this number, from 1 on."""
    if number > len(puzzles):
        raise NonetError(f"--number {number}: the input has only {len(puzzles)}")
    return puzzles[number - 1]


def _from_photo(data: bytes, name: str, board: Layout | None, number: int | None) -> list[Reading]:
    """The puzzles in a photograph. Doubtful digits of the first, or of that number, are named on standard error."""
    from nonet.faces.cli.photo_input import read_photo, report

    if board is not None and board.size != 9:
        raise NonetError(f"{name}: only 9x9 puzzles can be read in photographs")
    found = read_photo(data, name=name)
    puzzles = [found, *found.others]
    report(chosen(puzzles, number or 1))
    grids = [each.puzzle.givens for each in puzzles]
    return [
        Reading(
            Puzzle(grid if board is None else Grid(board, grid.entries)),
            format="photo",
            description="a photograph",
        )
        for grid in grids
    ]


def read_text(path: str) -> str:
    """The text of a small file, or of standard input if the path is -; bytes that are not UTF-8 are replaced."""
    data = _from_file(path) if path != "-" else _standard_input() if sys.stdin is not None else b""
    return data.decode("utf-8-sig", "replace")


def _from_file(path: str) -> bytes:
    if os.path.isdir(path):
        raise NonetError(f"{path} is a folder, not a file with a puzzle")
    keep(path)
    try:
        with open(path, "rb") as file:
            return _at_most(file.read(limits().file + 1), path)
    except OSError as error:
        raise NonetError(f"cannot read {path}: {error.strerror or error}") from error


def _from_standard_input(board: Layout | None) -> bytes:
    if sys.stdin is None:
        raise NonetError("standard input is closed; give the puzzle or the name of its file as an argument")
    if sys.stdin.isatty():
        size = 9 if board is None else board.size
        end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        say(f"reading a puzzle from the terminal: {size} rows, 0 or . for a blank; then {end}")
    return _standard_input()


def open_standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise NonetError("standard input is closed")
    return sys.stdin.buffer


def _standard_input() -> bytes:
    try:
        data = _at_most(sys.stdin.buffer.read(limits().file + 1), "standard input")
        remember_input(data)
        return data
    except OSError as error:
        raise NonetError(f"cannot read standard input: {error.strerror or error}") from error


def _at_most(data: bytes, name: str) -> bytes:
    try:
        check("file", len(data))
    except LimitExceeded as error:
        raise NonetError(f"{name}: {error}; `sudoku bulk` reads files of any size") from error
    return data
