r"""The grid in what a model wrote, and whether it is right.

A text is read line by line. What frames a grid (bars, brackets, commas, quotes, rulings) is taken away; what is left of
a line is then a row, a whole grid, nothing, or prose:

    | 5 | 3 | 4 | 6 …        a row; so are "Row 1: 534678912", [5, 3, 4, …], and r1 | 5 3 4 | 6 …
    +-------+-------+        nothing: rows go on below it
    {"grid": [[5, 3, …       a whole grid, if so many cells come one after the other
    Here is my answer:       prose: rows end here

>>> found = answer(".13. 43.2 .2.3 ....", "The solution is\n2134\n4312\n1243\n3421")
>>> found.verdict.value, found.correct, str(found.grid).split("\n")[0]
('right', 9, '2 1 3 4')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import groupby, islice

from nonet.arguments import clear_type_errors
from nonet.engines import engine_for
from nonet.errors import NonetError, NoSolution, expect
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid, symbols_of
from nonet.layout import Layout
from nonet.limits import limits
from nonet.puzzle import Puzzle
from nonet.step import Candidate


class AnswerVerdict(Enum):
    """What an answer is."""

    RIGHT = "right"  # every cell is filled, and all rules hold
    INCOMPLETE = "incomplete"  # cells are empty, but those that are filled are right
    WRONG = "wrong"  # a digit that no solution has there, whether cells are empty or not
    CLUES_CHANGED = "clues-changed"  # another digit in place of a clue
    UNREADABLE = "unreadable"  # no grid was found

    __hash__ = object.__hash__


@dataclass(frozen=True)
class JudgedAnswer:
    """A verdict, the grid that was found, and how far it is right.

    `correct` counts right placements before the first error, in the order in which they were written: clues do not
    count. `error` is the first cell with a wrong digit, or with another digit in place of a clue.
    """

    verdict: AnswerVerdict
    grid: Grid | None = None
    correct: int = 0
    error: int | None = None

    def to_json(self) -> dict[str, object]:
        """The same as plain values."""
        grid, error = self.grid, self.error
        return {
            "verdict": self.verdict.value,
            "correct": self.correct,
            "error": None if grid is None or error is None else grid.layout.cell_name(error),
            "grid": None if grid is None else grid.symbols[: grid.layout.board_count],
        }


@clear_type_errors
def answer(puzzle: PuzzleLike, text: str) -> JudgedAnswer:
    """Finds the grid in a text and judges it.

    Of several grids the last without an empty cell counts, or the last of all; of a text with <answer> tags, what is
    between the last two. Where there is no grid, placements such as `r1c2: 5` are taken, as Sudoku-Bench asks for. If
    the puzzle has several solutions, each of them is right.
    """
    puzzle = as_puzzle(puzzle)
    expect(text, str, "text")
    solutions_of(puzzle)
    written = _written(puzzle, text[-limits().answer :])
    if written is None:
        return JudgedAnswer(AnswerVerdict.UNREADABLE)
    givens = puzzle.givens.entries
    entries = bytearray(givens)
    correct, error, changed = 0, None, False
    right = _right(puzzle, written)
    for number, (cell, entry) in enumerate(written):
        changed = changed or bool(givens[cell] and entry != givens[cell])
        if number >= right and error is None:
            error = cell
        correct += error is None and not entries[cell]
        entries[cell] = entry
    grid = Grid(puzzle.layout, bytes(entries))
    if error is not None:
        return JudgedAnswer(
            AnswerVerdict.CLUES_CHANGED if changed else AnswerVerdict.WRONG, grid, correct, error
        )
    filled = 0 not in entries[: puzzle.layout.board_count]
    return JudgedAnswer(AnswerVerdict.RIGHT if filled else AnswerVerdict.INCOMPLETE, grid, correct)


@lru_cache(maxsize=1024)
def solutions_of(puzzle: Puzzle) -> tuple[Grid, ...]:
    """A solution, or two if there are several."""
    found = tuple(islice(engine_for(puzzle).solutions(puzzle), 2))
    if not found:
        raise NoSolution("the puzzle has no solution, so that no answer is right")
    return found


def _right(puzzle: Puzzle, written: Sequence[Candidate]) -> int:
    """How many of the placements, from the first on, a solution has all together."""
    first, *others = solutions_of(puzzle)
    if not others:
        wrong = (number for number, (cell, entry) in enumerate(written) if first.entries[cell] != entry)
        return next(wrong, len(written))
    low, high = 0, len(written)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _agrees(puzzle, written[:middle]) else (low, middle - 1)
    return low


def _agrees(puzzle: Puzzle, written: Iterable[Candidate]) -> bool:
    """Whether a solution has all these placements."""
    entries = bytearray(puzzle.givens.entries)
    for cell, entry in written:
        if entries[cell] not in (0, entry):
            return False
        entries[cell] = entry
    try:
        held = Puzzle(Grid(puzzle.layout, bytes(entries)), puzzle.ruled_out, puzzle.rules)
    except NonetError:  # digits that break a rule
        return False
    return engine_for(held).some_solution(held) is not None


# -- what is written ----------------------------------------------------------------------------------------


def _written(puzzle: Puzzle, text: str) -> list[Candidate] | None:
    """The placements of the answer in order, clues that are repeated among them; None if there is no answer."""
    start = text.lower().rfind("<answer>")
    if start >= 0:
        text = re.split("</answer>", text[start + 8 :], maxsplit=1, flags=re.IGNORECASE)[0]
    layout = puzzle.layout
    grids = list(grids_in(layout, text))
    if grids:
        chosen = next((grid for grid in reversed(grids) if 0 not in grid), grids[-1])
        return [(cell, entry) for cell, entry in enumerate(chosen) if entry]
    return list(_placements(layout, text)) or None


_PLACEMENT = re.compile(r"\br(\d{1,2})c(\d{1,2})\s{0,3}[:=]\s{0,3}(\d{1,2}|[a-z])(?![\w.])", re.IGNORECASE)


def _placements(layout: Layout, text: str) -> Iterator[Candidate]:
    """`r1c2: 5`, one after the other."""
    entries = _entries(layout)
    for row, column, digit in _PLACEMENT.findall(text):
        try:
            cell = layout.cell(int(row) - 1, int(column) - 1)
        except NonetError:
            continue
        if entry := entries.get(digit.upper()):
            yield cell, entry


_FRAME = re.compile(
    r"[\s|,;:\[\](){}\"'`/\\&║│┃┆┊╎╏]+|(?:[-─═━]{3,}|[+┼╬╋├┤┬┴┌┐└┘╠╣╦╩╔╗╚╝┏┓┗┛┣┫┳┻╪╫╂┿])[-─═━]*"
)
_LABEL = re.compile(
    r"\W{0,8}(?:row\s{0,3}\d{0,2}|r\d{1,2}|line\s{0,3}\d{1,2})(?:\*\*)?\s{0,3}[:|=)\].-]\*{0,2}",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"\|[ \t]{0,20}(?=\|)")
"""A cell of a table with nothing in it."""
_BLANKS = (".", "_", "*", "?", "X", "-", "·", "□")


@lru_cache(maxsize=32)
def _entries(layout: Layout) -> dict[str, int]:
    """What can be written in a cell: digits, as numbers and as single characters, and signs for an empty cell."""
    found = {**dict.fromkeys(_BLANKS, 0), "0": 0}
    found |= {sign: entry for entry, sign in enumerate(symbols_of(layout)) if entry}
    return found | {str(layout.digit_of(entry)): entry for entry in layout.entries}


@lru_cache(maxsize=32)
def _row_lengths(layout: Layout) -> tuple[int, ...]:
    rows = (layout.row_of(cell) for cell in range(layout.board_count))
    return tuple(len(list(same)) for _, same in groupby(rows))


def grids_in(layout: Layout, text: str) -> Iterator[bytes]:
    """The entries of every grid of this board in a text, in order."""
    lengths = _row_lengths(layout)
    rows, loose = list[bytes](), list[str]()
    for line in [*filter(None, text.split("\n")), "the end"]:
        label = _LABEL.match(line)
        parts = _parts(line[label.end() :] if label else line)
        if len(rows) == 1 and _numbers_columns(rows[0]) and _unlabelled(parts, lengths[0], 0) != parts:
            rows = []
        place = len(rows) % len(lengths)
        if parts[:1] == [chr(ord("A") + place)] and not _is_cells(layout)(parts[0]):
            parts = parts[1:]
        if not all(map(_is_cells(layout), parts)):
            yield from _stacked(layout, rows) or _whole(layout, loose)
            rows, loose = [], []
            for run in _runs(layout, parts):
                yield from _whole(layout, run)
            continue
        loose += parts
        for some in (parts, _parts(_NOTHING.sub("|.", line))) if parts else ():
            row = _cells(layout, _unlabelled(some, lengths[place], place), lengths[place])
            if row is not None:
                rows.append(row)
                break
        else:
            rows = [] if parts else rows


def _parts(line: str) -> list[str]:
    return [part for part in _FRAME.split(line) if part]


def _stacked(layout: Layout, rows: list[bytes]) -> list[bytes]:
    """Grids of rows that follow each other; a line that numbers the columns is none of them."""
    count = len(_row_lengths(layout))
    if len(rows) % count == 1 and _numbers_columns(rows[0]):
        rows = rows[1:]
    return [b"".join(rows[start : start + count]) for start in range(0, len(rows) - count + 1, count)]


def _numbers_columns(row: bytes) -> bool:
    return row == bytes(range(1, len(row) + 1))


def _unlabelled(parts: list[str], count: int, place: int) -> list[str]:
    """The parts of a row without its number or letter, if one is written before so many cells.

    >>> _unlabelled(["2.", "4312"], 4, 1), _unlabelled(["2", "1", "3", "4"], 4, 1)
    (['4312'], ['2', '1', '3', '4'])
    """
    first, rest = parts[0].strip("*.") if parts else "", parts[1:]
    is_label = first in (str(place + 1), chr(ord("A") + place)) and len(parts) != count
    return rest if is_label and count in (len(rest), len("".join(rest))) else parts


def _whole(layout: Layout, parts: list[str]) -> list[bytes]:
    """The grid whose cells these are, if there are as many."""
    found = _cells(layout, parts, layout.board_count)
    return [] if found is None else [found]


@lru_cache(maxsize=32)
def _is_cells(layout: Layout) -> Callable[[str], bool]:
    """Whether a part of a line is what a cell holds, or several without anything between."""
    signs = frozenset("".join(_entries(layout)))
    return lambda part: signs.issuperset(part.upper())


def _runs(layout: Layout, parts: list[str]) -> Iterator[list[str]]:
    """Stretches of a line in which nothing but cells is written."""
    return (list(run) for is_cells, run in groupby(parts, key=_is_cells(layout)) if is_cells)


def _cells(layout: Layout, parts: list[str], count: int) -> bytes | None:
    """The entries that so many cells hold: a part for each cell, or a character for each."""
    entries = _entries(layout)
    if len(parts) == count:
        found = [entries.get(part.upper().strip("*").rstrip(".") or part) for part in parts]
    else:
        joined = "".join(parts).upper()
        if len(joined) == count + 1 and joined[-1] == ".":
            joined = joined[:-1]
        found = [entries.get(sign) for sign in joined] if len(joined) == count else [None]
    return None if None in found else bytes(entry for entry in found if entry is not None)
