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
from itertools import chain, groupby, islice

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


_PLACEMENT = re.compile(
    r"(?:\br(?:ow\W{1,4})?(\d{1,2})\W{0,4}c(?:ol(?:umn)?\W{1,4})?(\d{1,2})|\((\d{1,2}),\s{0,3}(\d{1,2})\))"
    r"[\s\"'*`]{0,6}(?:[:=→]|(?:is|must be)\b|,[\s\"']{0,4}(?:value|digit)\b[\"':]{1,3})[\s\"'*`]{0,6}(?:\\boxed\{)?"
    r"(\d{1,2}|[a-z])(?!\w|\.\d|[ \t,/*\"']{0,4}(?:(?:or|and) )?\d)",
    re.IGNORECASE,
)
"""`r1c2: 5`, `(1,2) = 5`, {"row": 1, "col": 2, "value": 5}; not a list of digits."""


def _placements(layout: Layout, text: str) -> Iterator[Candidate]:
    """Digits of cells, one after the other."""
    entries = _entries(layout)
    for *places, digit in _PLACEMENT.findall(text):
        row, column = (int(place) - 1 for place in places if place)
        try:
            cell = layout.cell(row, column)
        except NonetError:
            continue
        if entry := entries.get(digit.upper()):
            yield cell, entry


_FRAME = re.compile(
    r"\s{0,9}\([a-z][^()\d]{0,60}\)|</?[a-z][^<>]{0,80}>"  # remarks and tags
    r"|\\(?:begin|end)\{[a-z*]{1,20}\}(?:\{[^{}]{0,80}\})?|\\(?-i:[a-z]{0,20})"  # LaTeX, and \n in a string
    r"|[*]{0,3}\b(?:(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\d{1,2}th) )?"
    r"(?:row|line|r)[ _]?\d{0,2}\b[*\"\s]{0,4}[:|=)\].→–-]?\*{0,2}"  # names of rows
    r"|[\s,{\]\"]{0,9}\"\d{1,2}\"\s{0,3}:"  # and their numbers, as keys of JSON
    r"|[\s|,;:\[\](){}\"'`/&#$>•→–—║│┃┆┊╎╏]+"
    r"|(?:(?<![\w-])-{3,}(?![\w-])|[─═━]{3,}|[+┼╬╋├┤┬┴┌┐└┘╠╣╦╩╔╗╚╝┏┓┗┛┣┫┳┻╪╫╂┿])[-─═━]*",
    re.IGNORECASE,
)
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u20e3✓✔✅"))
"""Marks that say nothing: parts of emoji, ticks after a row."""
_NOTHING = re.compile(r"\|[ \t]{0,20}(?=\|)")
"""A cell of a table with nothing in it."""
_BOLD = re.compile(r"\*\*|__")
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
    lengths, is_cells = _row_lengths(layout), _is_cells(layout)
    rows, loose = list[bytes](), list[str]()
    leads = False  # whether the first row is the end of a line of prose
    for line in [*filter(None, text.translate(_UNSEEN).split("\n")), "the end"]:
        parts = _parts(line)
        if len(rows) == 1 and _numbers_columns(rows[0]) and _is_labelled(layout, parts, lengths[0]):
            rows = []
        number = len(rows) % len(lengths)
        if parts[:1] == [chr(ord("A") + number)] and not is_cells(parts[0]):
            parts = parts[1:]
        if not all(map(is_cells, parts)):
            yield from _stacked(layout, rows, leads) or _whole(layout, loose)
            runs = list(_runs(layout, parts))
            for run in runs:
                yield from _whole(layout, run)
            first = _cells(layout, runs[-1], lengths[0]) if runs and is_cells(parts[-1]) else None
            rows, loose, leads = [] if first is None else [first], [], first is not None
        elif grid := _whole(layout, parts):
            yield from _stacked(layout, rows, leads)
            yield from grid
            rows, loose = [], []
        elif parts:
            loose += parts
            shorter = (_NOTHING.sub("|.", line), line.replace("**", ""), _BOLD.sub("", line))
            for some in chain([parts], (_parts(form) for form in shorter if form != line)):
                row = _cells(layout, _item(some, lengths[number]), lengths[number], label=number)
                if row is not None:
                    rows.append(row)
                    break
            else:
                rows = []


def _parts(line: str) -> list[str]:
    return [part for part in _FRAME.split(line) if part]


def _item(parts: list[str], count: int) -> list[str]:
    """A line without the mark of a list, if so many cells are left, apart or together; the mark may be a cell, too."""
    first, rest = parts[:1], parts[1:]
    whole = len(rest) == count or (len(rest) == 1 and len(rest[0]) == count)
    return rest if whole and first in (["-"], ["*"]) else parts


def _stacked(layout: Layout, rows: list[bytes], leads: bool) -> list[bytes]:
    """Grids of rows that follow each other; a line that numbers the columns, or ends in prose, may come before them."""
    count = len(_row_lengths(layout))
    if len(rows) % count == 1 and (leads or _numbers_columns(rows[0])):
        rows = rows[1:]
    return [b"".join(rows[start : start + count]) for start in range(0, len(rows) - count + 1, count)]


def _numbers_columns(row: bytes) -> bool:
    return row == bytes(range(1, len(row) + 1))


def _is_labelled(layout: Layout, parts: list[str], count: int) -> bool:
    """Whether these are so many cells behind the number or letter of the first row."""
    return _cells(layout, parts, count, label=0) not in (None, _cells(layout, parts, count))


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


def _cells(layout: Layout, parts: list[str], count: int, *, label: int | None = None) -> bytes | None:
    """The entries that so many cells hold: a part for each cell, or a character for each; before the cells of a row
    may be its number or letter, or the mark of a list.
    """
    if sum(map(len, parts)) < count:
        return None
    entries = _entries(layout)
    if len(parts) == count:
        found = [entries.get(part.upper().strip("*").rstrip(".") or part) for part in parts]
    else:
        joined = "".join(parts).upper()
        if len(joined) == count + 1 and joined[-1] == ".":
            joined = joined[:-1]
        found = [entries.get(sign) for sign in joined] if len(joined) == count else [None]
    if None not in found:
        return bytes(entry for entry in found if entry is not None)
    if (
        label is None
        or not parts
        or parts[0].strip("*.") not in ("", "-", str(label + 1), chr(ord("A") + label))
    ):
        return None
    return _cells(layout, parts[1:], count)
