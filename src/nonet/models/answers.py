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

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import accumulate, chain, groupby, islice, pairwise
from string import ascii_uppercase
from typing import Any

from nonet.arguments import clear_type_errors
from nonet.dimensions import HouseKind
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

    Of several grids the last without an empty cell counts, or the last of all but the puzzle itself; of a text with
    <answer> tags, what is between the last two. Where there is no grid, or placements such as `r1c2: 5` fill all cells
    behind it, they are taken, as Sudoku-Bench asks for. If the puzzle has several solutions, each of them is right.
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
    return bisect_left(range(len(written)), True, key=lambda last: not _agrees(puzzle, written[: last + 1]))


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
    text = _OTHER_DIGIT.sub(lambda digit: str(int(digit[0])), _UNSEEN.sub("", text.translate(_WIDE)))
    start = text.lower().rfind("<answer>")
    if start >= 0:
        text = re.split("</answer>", text[start + 8 :], maxsplit=1, flags=re.IGNORECASE)[0]
    for opening, closing in (("<!--", "-->"), (r"<(?:s|del|strike)\b[^<>]{0,80}>", "</(?:s|del|strike)>")):
        text = _without(text, opening, closing)
    text = re.sub("</?think>", r"\n\g<0>\n", text, flags=re.IGNORECASE).replace("->", "→")
    text = re.sub(r"\{[^{}]{5,120}\}", _object_in_words, text)
    behind = re.split("</think>", text, flags=re.IGNORECASE)[-1]
    found = [_answer_in(puzzle, part) for part in dict.fromkeys((behind, text))]
    repeated = [(cell, entry) for cell, entry in enumerate(puzzle.givens.entries) if entry]
    return next((each for each in found if each not in (None, repeated)), found[-1]) or None


def _without(text: str, opening: str, closing: str) -> str:
    """A text without what is between two tags."""
    first, *others = re.split(opening, text, flags=re.IGNORECASE)
    others = [re.split(closing, part, maxsplit=1, flags=re.IGNORECASE)[-1] for part in others]
    return " ".join([first, *others])


def _answer_in(puzzle: Puzzle, text: str) -> list[Candidate] | None:
    """The placements of the answer in a part of a text: of its grid, or those written singly if they are for all empty
    cells or there is no grid. None of them if the answer cannot be read, or the text behind it contradicts it.
    """
    layout, text = puzzle.layout, _prepared(text)
    grids = _answers(puzzle, grids_in(layout, text))
    if not grids:
        return [] if grids is None else list(_placements(layout, text)) or None
    chosen = next((grid for grid, _ in reversed(grids) if 0 not in grid), grids[-1][0])
    start = max(line for grid, line in grids if grid == chosen)
    behind = text.split("\n")[start:]
    placed = list(_placements(layout, "\n".join(behind)))
    if placed and {cell for cell, _ in placed}.issuperset(_open_cells(puzzle)):
        return placed
    if _is_contradicted(layout, chosen, behind):
        return []
    return [(cell, entry) for cell, entry in enumerate(chosen) if entry]


def _open_cells(puzzle: Puzzle) -> Iterator[int]:
    return (cell for cell in range(puzzle.layout.board_count) if not puzzle.givens.entries[cell])


def _is_contradicted(layout: Layout, grid: bytes, lines: Iterable[str]) -> bool:
    """Whether a row that is named has other digits than the grid, or a digit of it is corrected."""
    lengths = _row_lengths(layout)
    ends = [0, *accumulate(lengths)]
    rows = [grid[start:end] for start, end in pairwise(ends)]
    named = dict[int, bytes]()
    for line in lines:
        corrected = _CORRECTION.sub("", _SHOULD_BE.sub("is", line))
        if corrected != line and any(grid[cell] != entry for cell, entry in _placements(layout, corrected)):
            return True
        row = _row(layout, corrected, _parts(corrected), lengths[0])
        if row and row.number is not None and (cells := row.plain or row.labelled):
            named[row.number] = cells
    return any(
        cells != bytes(sorted(cells))
        and not any(_fits(cells, row) for row in rows[max(number - 1, 0) : number + 1])
        for number, cells in named.items()
    )


def _fits(cells: bytes, row: bytes) -> bool:
    """Whether cells are those of a row, but for empty ones."""
    return len(cells) == len(row) and all(a in (0, b) for a, b in zip(cells, row, strict=True))


def _answers(puzzle: Puzzle, grids: Iterable[tuple[bytes, int]]) -> list[tuple[bytes, int]] | None:
    """Grids without those that only check another: its columns or boxes in rows, or all digits for each row. The puzzle
    itself is an answer only if there is no other. None if most of a grid was read, but not the whole, and no other
    comes after it: what comes before it, or prose around it, is not the answer.
    """
    layout, found, checks, left = puzzle.layout, list[tuple[bytes, int]](), set[bytes](), 0
    count = _row_lengths(layout)[0]
    for grid, line in grids:
        if len(grid) < layout.board_count:
            left = max(left, len(grid)) if found else left + len(grid)
        elif grid not in checks and grid != bytes(sorted(grid[:count])) * (len(grid) // count):
            found.append((grid, line))
            checks |= {bytes(grid[cell] for cell in order) for order in _other_orders(layout)} - {grid}
            left = 0
    if 2 * left > layout.board_count:
        return None
    givens = puzzle.givens.entries[: layout.board_count]
    return [each for each in found if each[0] != givens] or found


@lru_cache(maxsize=32)
def _other_orders(layout: Layout) -> list[tuple[int, ...]]:
    """The cells of all columns, and of all boxes, if these are as long as rows."""
    kinds = (HouseKind.COLUMN, HouseKind.BOX)
    orders = [
        tuple(cell for house in layout.houses if house.kind is kind for cell in house.cells) for kind in kinds
    ]
    return [order for order in orders if len(set(order)) == len(order) == layout.board_count]


_PLACEMENT = re.compile(
    r"(?:\br(?:ow)?\W{0,4}(\d{1,2})\W{0,20}c(?:ol(?:umn)?)?\W{0,4}(\d{1,2})"  # r1c2, row 1, column 2
    r"|[(\"](\d{1,2}),\s{0,3}(\d{1,2})[)\"]|\[(\d{1,2})\]\[(\d{1,2})\])"  # (1,2), "1,2", [1][2]
    r"[\s\"'*`)]{0,6}(?:[:=→|]|(?:is|must be)\b|,[\s\"']{0,20}(?:value|digit|number|v)\b[\"':]{1,3})[\s\"'*`]{0,6}"
    r"(?:\\boxed\{)?(\d{1,2}|[a-z])(?!\w|\.\d|[ \t,/*\"']{0,4}(?:(?:or|and) )?\d(?!\d?,\s?\d{1,2}\"))",
    re.IGNORECASE,
)
"""`r1c2: 5`, `(1,2) = 5`, {"row": 1, "col": 2, "value": 5}; not a list of digits."""


def _object_in_words(found: re.Match[str]) -> str:
    """{"value": 2, "col": 3, "row": 1}, in any order, as r1c3: 2; what is none, as it is."""
    try:
        members = {key[:3].lower(): value for key, value in json.loads(found[0]).items()}
    except (ValueError, RecursionError):
        return found[0]
    values = members.get("row"), members.get("col"), members.get("val", members.get("dig"))
    return "\nr{}c{}: {}\n".format(*values) if None not in values else found[0]


_SENTENCE_END = re.compile(r"(?<=[.!;])\s|\n")
_NOTHING_ELSE = re.compile(
    r"(?:\s{0,9}(?:step\s)?\d{1,3}[.):])?(?:\"[a-z_]{1,20}\"\s{0,3}:|[\s,.:;!*_`'\"()\[\]{}|•>#$\\–—-]"
    r"|\b(?:so|thus|hence|therefore|then|finally|and|now|json|in|the|my|our|final|answer|solution|result"
    r"|placements?|cells?|is|are|we|i|have|get|know|place|put|write)\b)*+",
    re.IGNORECASE,
)
"""What may stand around placements in their sentence."""


def _placements(layout: Layout, text: str) -> Iterator[Candidate]:
    """Digits of cells, one after the other, from sentences that say nothing else: in others they may be supposed, asked
    or taken back. Rows and columns count from 0 if one of them is 0.
    """
    entries = _entries(layout)
    claimed: list[Any] = []
    for sentence in _SENTENCE_END.split(text):
        if _NOTHING_ELSE.fullmatch(_PLACEMENT.sub(" ", sentence)):
            claimed += (match.groups() for match in _PLACEMENT.finditer(sentence))
    found = [(*(int(place) for place in places if place), digit) for *places, digit in claimed]
    first = 0 if any(0 in (row, column) for row, column, _ in found) else 1
    for row, column, digit in found:
        try:
            cell = layout.cell(row - first, column - first)
        except NonetError:
            continue
        if entry := entries.get(digit.upper()):
            yield cell, entry


_CORRECTION = re.compile(
    r"\b(?:wait|oops|sorry|no|hmm|actually|instead|correct(?:ed|ion)|fix(?:ed)?)\b[\s,.:!…–—-]{0,9}",
    re.IGNORECASE,
)
_SHOULD_BE = re.compile(r"\bshould (?:be|read)\b", re.IGNORECASE)
_COLUMNS = re.compile(r"\W{0,20}(?:(?:by|the|in|as|all) ){0,3}col(?:umn)?s\W{0,20}", re.IGNORECASE)
"""A heading of rows that are columns."""
_ROW_WORDS = "row|line|r|zeile|reihe|řádek|fila|ligne|riga|linha|rij|rad|wiersz|строка"
_COUNTED = "one|two|three|four|five|six|seven|eight|nine"
_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_REMARK = re.compile(r"\([a-z][^()\d]{1,60}(?:\d{1,3}[^()\d]{0,9})?\)", re.IGNORECASE)
_FRAME = re.compile(
    r"</?[a-z][^<>]{0,80}>"  # tags
    r"|\\(?:begin|end)\{[a-z*]{1,20}\}(?:\{[^{}]{0,80}\})?"  # LaTeX
    r"|\\(?:cline|[a-z]{0,6}color)\{[^{}]{0,30}\}|\\\\\[[^][]{0,9}\]|\\(?-i:[a-z]{0,20})"  # and \n in a string
    r"|(?:^[\s>]{0,9}[-*]\s{1,3})?[*`]{0,3}\b(?:(?:the|final) )?"
    rf"(?:(?:{_ORDINALS}|\d{{1,2}}(?:st|nd|rd|th)) )?"
    rf"(?:{_ROW_WORDS})(?:[ _#-]{{0,2}}(?:\d{{1,2}}|{_COUNTED}))?\b"
    r"(?: is| becomes|[.,]|[*\"`\s]{0,4}(?:=>|[:|=)\]→–-])?)\*{0,2}|第\d{1,2}行|\d{1,2}行目"  # names of rows
    r"|[\s,{}\]\"]{0,9}\"(?:(?:c|col|column)?_?\d{1,2}|[a-z])\"\s{0,3}:"  # and numbers and letters, as keys of JSON
    r"|[\s|,;:=\[\](){}\"'`/&#$>•→–—║│┃┆┊╎╏¦‖!]+"
    r"|(?<=[\])}'`*])\.\s{0,9}$"  # a full stop
    r"|(?:(?<![\w-])-{3,}(?![\w-])|[─═━]{3,}|[+┼╬╋├┤┬┴┌┐└┘╠╣╦╩╔╗╚╝┏┓┗┛┣┫┳┻╪╫╂┿])[-─═━]*",
    re.IGNORECASE,
)
_RULING = re.compile(r"(?=.{0,99}(?:--|:-|-:|==|~~))[-|:=~+>\s]+")
"""A line below a heading, such as |:-:|:-:|, or between rows."""
_UNSEEN = re.compile(
    "[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufe0e\ufe0f\u20e3✓✔✅]|\x1b\\[[0-9;]{0,9}m"
)
"""Marks that say nothing: parts of emoji, directions and colours of writing, ticks after a row."""
_WIDE = {0xFEE0 + code: code for code in range(0x21, 0x7F)} | {
    one + digit: ord("1") + digit for one in (0x2460, 0x24F5, 0x2776, 0x2780, 0x278A) for digit in range(9)
}
"""Characters as wide as Chinese ones, and digits in circles."""
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
_EMPTY_VALUES = re.compile(
    r"<td\b[^<>]{0,80}>(?:\s|&nbsp;){0,9}</td>|(?<=[\[,:\s])(?:null|None|\"\"|'')(?=\s{0,9}[\],}])"
)
_ROW_KEY = re.compile(
    r"\"row\"\s{0,3}:\s{0,3}\"?(\d{1,2})\"?,\s{0,20}\"[a-z_]{1,20}\"\s{0,3}:\s{0,3}(?=[\[\"])"
)
"""{"row": 1, "values": before the cells of a row."""
_COLUMN_KEY = re.compile(r"\"(?:c|col|column)[ _]?(\d{1,2})\"\s{0,3}:\s{0,3}(?=\[|\"\w\w)", re.IGNORECASE)
"""{"col1": before the cells of a column."""
_COLUMNS_KEY = re.compile(r"\"col(?:umn)?s\"\s{0,3}:", re.IGNORECASE)
_ROW_NAME = (
    r"(?:\b(?:the |final )?"
    rf"(?:(?:{_ROW_WORDS})[ _#-]{{0,2}}(\d{{1,2}}|{_COUNTED})"
    rf"|({_ORDINALS}|\d{{1,2}}(?:st|nd|rd|th)) (?:{_ROW_WORDS}))\b"
    r"|第(\d{1,2})行|(\d{1,2})行目|[\"'](\d{1,2})[\"']\s{0,3}:)"
)
"""What a row is called: "row4":, R4 |, fourth row:, "4":."""
_LIST = re.compile(r"\[[\s\d,?]{1,400}\]")
"""[3, 4, 2, 1], which may be on several lines."""
_NAMES = re.compile(_ROW_NAME, re.IGNORECASE)
_NAMED_ROW = re.compile(r"[\s|│┃║\"'`{}\[\](),;*_>•-]{0,20}" + _ROW_NAME, re.IGNORECASE)
_NOTHING = re.compile(r"^[ \t]{0,20}(?=&)|(?<=[|│┃║&])[ \t]{1,20}(?=[|│┃║&]|\\\\)")
"""A cell of a table with nothing in it."""
_JOINED = re.compile(r"(?<=\w)\s?[-·]\s?(?=\w)")
_MARKED = re.compile(r"(\*{1,3}|_{1,3})([^\W_]{1,2})\1")
_BOLD = re.compile(r"\*\*|__")
_BLANKS = frozenset("._*?X-·□⬜")


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


@dataclass(frozen=True)
class _ReadLine:
    """What a line can be: a row of cells, or one behind a label, or both."""

    plain: bytes | None
    label: str = ""
    labelled: bytes | None = None
    number: int | None = None


def _prepared(text: str) -> str:
    """A text with each row of JSON on a line of its own, and with columns that are named as such."""
    text = _ROW_KEY.sub(r"\nRow \1: ", _EMPTY_VALUES.sub(" ? ", text))
    text = _COLUMNS_KEY.sub(r"\n\g<0>\n", _COLUMN_KEY.sub(r"\nColumn \1: ", text))
    return _LIST.sub(lambda found: " ".join(found[0].split()), text)


def grids_in(layout: Layout, text: str) -> Iterator[tuple[bytes, int]]:
    """The entries of every grid of this board in a text, in order, and the number of the line that it begins in."""
    lengths, is_cells = _row_lengths(layout), _is_cells(layout)
    rows, loose = list[_ReadLine | None](), list[str]()
    leads = False  # whether the first row is the end of a line of prose
    turned = False  # whether the rows are columns
    start = 0
    lines = (
        (part, number) for number, line in enumerate(text.split("\n")) for part in _rows_of_line(layout, line)
    )
    for line, number in chain(lines, [("the end", 0)]):
        parts = [] if _RULING.fullmatch(line) else _parts(line)
        if not parts:
            turned = turned or len(_NAMES.findall(line)) == len(lengths) > 1
            continue
        joined = "".join(parts)
        if not rows and not loose:
            start = number
        row = _row(layout, line, parts, lengths[len(rows) % len(lengths)])
        if row is not None:
            rows.append(row)
            loose += parts
        elif not is_cells(joined):
            for grid in _stacked(layout, rows, leads) if any(rows) else _whole(layout, loose):
                yield _turned(layout, grid) if turned else grid, start
            runs = list(_runs(layout, parts))
            for run in runs:
                yield from ((grid, number) for grid in _whole(layout, run))
            first = _cells(layout, runs[-1], lengths[0]) if runs and is_cells(parts[-1]) else None
            rows, loose, leads = [] if first is None else [_ReadLine(first)], [], first is not None
            start, turned = number, _COLUMNS.fullmatch(line) is not None
        elif found := _whole(layout, parts):
            for grid in [*_stacked(layout, rows, leads), *found]:
                yield _turned(layout, grid) if turned else grid, start
            rows, loose, leads, turned = [], [], False, False
        else:
            loose += parts
            if not _BLANKS.issuperset(joined):  # or it is a ruling
                rows.append(None)


def _turned(layout: Layout, grid: bytes) -> bytes:
    """A grid whose rows were written as columns."""
    count = len(_row_lengths(layout))
    return b"".join(grid[at::count] for at in range(count)) if count * count == len(grid) else grid


def _rows_of_line(layout: Layout, line: str) -> list[str]:
    """Several rows on one line, if each has its name: {"row1": [...], "row2": [...]}."""
    names = [name.start() for name in _NAMES.finditer(line)]
    rows = [line[start:end] for start, end in pairwise([*names, len(line)])]
    count = _row_lengths(layout)[0]
    if len(rows) < 2 or not all(_row(layout, row, _parts(row), count) for row in rows):
        return [line]
    return [line[: names[0]], *rows]


def _parts(line: str) -> list[str]:
    return [part for part in _FRAME.split(_REMARK.sub(" ", line)) if part]


_LABEL = re.compile(r"[*_]{0,3}(\d{1,2}|[a-z])[*_]{0,3}[.]?", re.IGNORECASE)


def _row(layout: Layout, line: str, parts: list[str], count: int) -> _ReadLine | None:
    """The row that a line is: with or without bold type, cells with nothing in them, and remarks."""
    tried = set[str]()
    for form in _forms(line) if len(line) >= count else ():
        plain, label, labelled = None, "", None
        if form in tried:
            continue
        for some in _without_remark(layout, parts if form == line else _parts(form)):
            cells = _cells(layout, some, count)
            is_listed = some[:1] in (["-"], ["*"]) and not (cells and len(some) == count)
            if is_listed and any(count in (len(each), sum(map(len, each))) for each in (some[1:], some[2:])):
                some = some[1:]
                cells = _cells(layout, some, count)
            plain = plain or cells or (_cells(layout, some[:-1], count) if some[-1:] == ["."] else None)
            if labelled is None and some and (found := _LABEL.fullmatch(some[0])):
                label, labelled = found[1].upper(), _cells(layout, some[1:], count)
        if plain or labelled:
            return _ReadLine(plain, label, labelled, _row_number(line))
        tried.add(form)
    return None


def _row_number(line: str) -> int | None:
    """The number in the name of a row."""
    found = _NAMED_ROW.match(line)
    if found is None:
        return None
    name = next(filter(None, found.groups())).lower()
    for words in (_COUNTED.split("|"), _ORDINALS.split("|")):
        if name in words:
            return words.index(name) + 1
    return int(name.rstrip("stndrh"))


def _forms(line: str) -> Iterator[str]:
    yield _NOTHING.sub(" ? ", line)
    yield line
    yield _NOTHING.sub(" ? ", line.replace("||", "| |").replace("||", "| |"))
    yield from (line.replace("**", ""), _MARKED.sub(r"\2", line), _BOLD.sub("", line), _JOINED.sub(" ", line))


def _without_remark(layout: Layout, parts: list[str]) -> Iterator[list[str]]:
    """A line up to the words behind a row, if no digits come after them. A dash before them is first theirs."""
    is_cells = _is_cells(layout)
    words = next((number for number, part in enumerate(parts) if number and not is_cells(part)), len(parts))
    if any(map(is_cells, parts[words:])):
        words = len(parts)
    if words < len(parts) and parts[words - 1] in "-–*":
        yield parts[: words - 1]
    yield parts[:words]


def _stacked(layout: Layout, rows: list[_ReadLine | None], leads: bool) -> list[bytes]:
    """Grids of rows that follow each other, then the rows behind the last of them. All rows of a grid have a label, or
    none has.
    """
    count, at, grids, left = len(_row_lengths(layout)), 0, list[bytes](), b""
    rows = _by_number(rows, count)
    plain = [row.plain if row else None for row in rows]
    labelled = [_labelled(rows[place : place + count], count) for place in range(len(rows))]
    while at < len(rows):
        first, grid = rows[at], labelled[at]
        end = next((n for n in range(at, len(rows)) if not plain[n] or labelled[n]), len(rows))
        if grid:
            found, end = [grid], at + count
        elif end > at:
            found = _split([row for row in plain[at:end] if row], count, leads and at == 0)
        else:
            found, end = [first.labelled] if first and first.labelled else [], at + 1
        for each in found:
            whole = len(each) == layout.board_count
            grids, left = ([*grids, each], b"") if whole else (grids, left + each)
        at = end
    return [*grids, left[: layout.board_count - 1]]


def _by_number(rows: list[_ReadLine | None], count: int) -> list[_ReadLine | None]:
    """The rows, those of a grid in the order of their names. Of a row that is written twice, one after the other, the
    second counts.
    """
    numbers = [row.number if row else None for row in rows]
    last = [n for n in range(len(rows)) if numbers[n] is None or numbers[n : n + 1] != numbers[n + 1 : n + 2]]
    rows, numbers, at = [rows[n] for n in last], [numbers[n] for n in last], 0
    while at + count <= len(rows):
        places = {number: at + n for n, number in enumerate(numbers[at : at + count])}
        first = next((first for first in (1, 0) if places.keys() == {*range(first, first + count)}), None)
        if first is None:
            at += 1
            continue
        rows[at : at + count] = [rows[places[number]] for number in range(first, first + count)]
        at += count
    return rows


def _labelled(rows: list[_ReadLine | None], count: int) -> bytes | None:
    """The cells of so many rows whose labels count from 1, from 0 or from A."""
    cells = [row.labelled for row in rows if row and row.labelled]
    if len(cells) != count:
        return None
    labels = "".join(row.label for row in rows if row)
    counted = ["".join(map(str, range(first, first + count))) for first in (0, 1)]
    return b"".join(cells) if labels in (*counted, ascii_uppercase[:count]) else None


def _split(rows: list[bytes], count: int, leads: bool) -> list[bytes]:
    """Grids of rows, the last of them maybe in part. If some are left over, these may be a line that ends in prose,
    numbers columns, or is a ruling.
    """
    tries = [rows]
    if rows and (leads or _numbers_columns(rows[0])):
        tries.append(rows[1:])
    tries += [[row for row in some if any(row)] for some in tries]
    tries.append([row for row in rows if any(row) and not _numbers_columns(row)])
    rows = next((some for some in tries if some and len(some) % count == 0), rows)
    return [b"".join(rows[start : start + count]) for start in range(0, len(rows), count)]


def _numbers_columns(row: bytes) -> bool:
    return row in (bytes(range(1, len(row) + 1)), bytes(range(len(row))))


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
    """The entries that so many cells hold: a part for each cell, or a character for each; a full stop may follow."""
    if sum(map(len, parts)) < count:
        return None
    entries = _entries(layout)
    if len(parts) == count:
        found = [entries.get(part.upper().strip("*_").rstrip(".") or part) for part in parts]
    else:
        joined = "".join(parts).upper()
        if len(joined) == count + 1 and joined[-1] == "." != parts[-1]:
            joined = joined[:-1]
        found = [entries.get(sign) for sign in joined] if len(joined) == count else [None]
    return None if None in found else bytes(entry for entry in found if entry is not None)
