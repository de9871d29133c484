"""Simple Sudoku: what it copies to the clipboard, and its .ss files.

The clipboard has up to three boards: the givens, all digits, and the candidates of each cell.

     *-----------*       *-----------*       *-------------------*
     |53.|.7.|...|       |534|67.|...|       | 5    3    4 | 6  7 …

A .ss file has the givens; HoDoKu adds a line for each digit set (`I074`: cell 7 is 4, counted from 0) and for each
candidate crossed out (`E78009`: no 9 in cell 78).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonet.bitsets import digits_in
from nonet.errors import FormatError
from nonet.formats.apps.pencilmarks import candidate_rows, drawn_rows
from nonet.formats.board import BoardFormat
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions, Text
from nonet.formats.values import checked_mask
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

_RECORD = re.compile(r"(?:I(\d\d)([1-9])|E(\d\d)00([1-9]))", re.ASCII)
_TOP = "*-----------*"
_MIDDLE = "|---+---+---|"


class SimpleSudokuFormat(Format):
    name = "simple-sudoku"
    title = "Simple Sudoku's clipboard: boards with the givens, all digits, and the notes"
    holds = frozenset({"digits", "corner"})
    one_kind_of_notes = True

    def detect(self, text: str) -> bool:
        return text.lstrip().startswith("*---") and len(text) < 10_000 and len(_rows(text)) in (18, 27)

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        rows = _rows(text)
        boards = [rows[start : start + 9] for start in range(0, len(rows), 9)]
        if len(rows) not in (9, 18, 27):
            raise FormatError(f"{len(rows)} rows between borders; one, two or three boards have 9, 18 or 27")
        givens = _board(boards[0], options)
        values, notes = givens, tuple[int, ...]()
        for board in boards[1:]:
            if all(re.fullmatch(r"\|(?:[1-9.]{3}\|){3}", row) for row in board):
                cells = "".join(board).replace("|", "").replace(".", "0")
                values = Grid(givens.layout, bytes(map(int, cells)))
            else:
                notes = _notes(board, values)
        return [PuzzleEntry(Puzzle(givens), SavedState(values=values, corner=notes))]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        givens, state = entry.puzzle.givens, entry.state
        boards = [_drawn(givens)]
        if state is not None:
            boards.append(_drawn(state.values))
            if state.corner:
                cells = [
                    str(value) if value else "".join(map(str, digits_in(note))) or "."
                    for value, note in zip(state.values, state.corner, strict=True)
                ]
                boards.append(drawn_rows(cells, CLASSIC))
        return "\n\n".join(boards)


class SsFileFormat(Format):
    name = "ss"
    title = "Simple Sudoku's .ss file: `53.|.7.|...`, followed by the player's digits"
    endings = (".ss",)
    holds = frozenset({"digits", "struck"})

    def detect(self, text: str) -> bool:
        lines = text.split()
        return "|" in text and len(lines) < 1000 and any(map(_RECORD.fullmatch, lines))

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        drawn = [line for line in lines if not _RECORD.fullmatch(line)]
        givens = _board(drawn, options)
        values, struck = bytearray(givens.entries), [0] * 81
        for line in lines:
            match = _RECORD.fullmatch(line)
            if match is None:
                continue
            cell = int(match[1] or match[3])
            if cell > 80 or givens[cell]:
                raise FormatError("there is no such empty cell", text=line)
            if match[1]:
                values[cell] = int(match[2])
            else:
                struck[cell] |= checked_mask([int(match[4])])
        state = SavedState(values=Grid(givens.layout, bytes(values)), struck=tuple(struck))
        return [PuzzleEntry(Puzzle(givens), state)]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        givens, state = entry.puzzle.givens, entry.state
        if state is None:
            rows = [row[1:-1] for row in _drawn(givens).split("\n")[1:-1]]
            return "\n".join(row.replace("+", "-") for row in rows)
        lines = [_drawn(givens), ""]
        lines += [
            f"I{cell:02}{value}" for cell, value in enumerate(state.values) if value and not givens[cell]
        ]
        lines += [
            f"E{cell:02}00{digit}" for cell, mask in enumerate(state.struck) for digit in digits_in(mask)
        ]
        return "\n".join(lines)


def _rows(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if "|" in line and "---" not in line]


def _board(rows: Sequence[str], options: ReadOptions) -> Grid:
    return (
        BoardFormat()
        .read(Text(list(rows), []), options._replace(layout=options.layout or CLASSIC))
        .puzzle.givens
    )


def _notes(rows: Sequence[str], values: Grid) -> tuple[int, ...]:
    found = candidate_rows("\n".join(rows).replace(" .", " 123456789"))
    if found is None or len(found) != 9:
        raise FormatError("the last board does not have the candidates of nine rows of nine cells")
    cells = [cell for row in found for cell in row]
    for cell, value in zip(cells, values, strict=True):
        if value and cell not in (str(value), "123456789"):
            raise FormatError(
                f"the last board has other digits than the one before it, {value} for one", text=cell
            )
    return tuple(
        0 if value or cell == "123456789" else checked_mask(map(int, cell))
        for cell, value in zip(cells, values, strict=True)
    )


def _drawn(grid: Grid) -> str:
    lines = []
    for row in range(9):
        if row % 3 == 0:
            lines.append(_MIDDLE if row else _TOP)
        cells = grid.symbols[row * 9 : row * 9 + 9]
        lines.append(f"|{cells[:3]}|{cells[3:6]}|{cells[6:]}|")
    return "\n".join([*lines, _TOP])
