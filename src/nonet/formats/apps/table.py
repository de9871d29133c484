"""Tables of puzzles, as the common data sets have them: CSV with a header that names the columns.

    quizzes,solutions        id,puzzle,solution,clues,difficulty        source,question,answer,rating

Without a header, the first column with the cells of a board has the puzzles, and the second one the solutions. A column
`layout`, or without a header one with the name of a board, has the boards. Two columns that say different things, and
columns with rules, are refused.

Or JSON with such names, an object on each line, as `sudoku create --json` writes it:

    {"puzzle": "53..7....6..195...…", "layout": "9x9", "solution": "534678912672195…"}
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from nonet.about import About
from nonet.errors import FormatError, LayoutError, NonetError
from nonet.formats.codecs import json_text
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import Format
from nonet.formats.plain_text import OneLineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.shape import side
from nonet.formats.values import grid_of
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

PUZZLE_NAMES = (
    *("puzzle", "puzzles", "quizzes", "quiz", "question", "questions"),
    *("sudoku", "problem", "unsolved", "q"),
)
"""What common data sets call the column of the puzzles, the likeliest first."""
ANSWER_NAMES = ("solution", "solutions", "answer", "answers", "solved", "a")
RATING_NAMES = ("rating", "difficulty", "score")
SOURCE_NAMES = ("source",)
LAYOUT_NAMES = ("layout",)
_RULE_NAMES = ("rules", "ruled_out", "constraints", "cages")
"""What a column is called that makes another puzzle of the cells; it is not read."""

_CELLS = re.compile(r"[0-9._*xX-]{16,625}", re.ASCII)
_CELLS_OF_A_BOARD = re.compile(r"[0-9A-Pa-p._*xX-]{1,625}", re.ASCII)
"""Where another column names the board."""
DELIMITERS = ",;\t|"


class _TableColumns(NamedTuple):
    delimiter: str
    puzzle: int
    answer: int | None
    rating: int | None
    source: int | None
    layout: int | None
    names: list[str] | None
    """The header, if there is one."""


class TableFormat(Format):
    name = "table"
    title = (
        "CSV with a header that names the columns of the puzzles and the solutions; JSON lines are read, too"
    )
    holds = frozenset({"several", "boards", "houses", "solution", "words"})
    words = {"rating": "rating", "source": "source"}  # noqa: RUF012 — never changed

    def detect(self, text: str) -> bool:
        return _columns(text) is not None or _is_json(text)

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        if _is_json(text):
            return [
                _entry_of_record(number, line, options)
                for number, line in enumerate(text.split("\n"), start=1)
                if line.strip()
            ]
        columns = _columns(text)
        if columns is None:
            raise FormatError("no column with puzzles; name it 'puzzle' in the first line")
        lines = csv.reader(io.StringIO(text), delimiter=columns.delimiter)
        entries = []
        try:
            for fields in lines:
                if not any(fields) or (columns.names is not None and lines.line_num == 1):
                    continue
                try:
                    entries.append(_entry(fields, columns, options))
                except NonetError as error:
                    raise FormatError(f"line {lines.line_num}: {error}") from error
        except csv.Error as error:
            raise FormatError(f"line {lines.line_num}: {error}") from None
        return entries

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        names = ["puzzle"]
        names += ["layout"] * any(not _is_usual(entry.puzzle.layout) for entry in entries)
        names += ["solution"] * any(entry.solution is not None for entry in entries)
        names += [word for word in ("rating", "source") if any(getattr(each.about, word) for each in entries)]
        buffer = io.StringIO()
        rows = csv.writer(buffer, lineterminator="\n")
        rows.writerow(names)
        for entry in entries:
            fields = {
                "puzzle": _cells(entry.puzzle.givens),
                "layout": entry.puzzle.layout.name,
                "solution": "" if entry.solution is None else _cells(entry.solution),
                "rating": entry.about.rating,
                "source": entry.about.source,
            }
            rows.writerow([fields[name] for name in names])
        return buffer.getvalue().rstrip("\n")

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        return {"boards": "a board with more than nine rows"} if entry.puzzle.layout.size > 9 else {}


def _is_usual(layout: Layout) -> bool:
    """Whether the cells alone say which board it is."""
    return layout.size >= 4 and layout == ReadOptions().layout_of(layout.size)


def _cells(grid: Grid) -> str:
    return OneLineFormat().write(grid, blank=".", style="ascii")


def _entry(fields: list[str], columns: _TableColumns, options: ReadOptions) -> PuzzleEntry:
    if len(fields) <= columns.puzzle:
        raise FormatError("no puzzle in this line")
    for group in (PUZZLE_NAMES, ANSWER_NAMES, LAYOUT_NAMES, _RULE_NAMES):
        _check_columns(fields, columns.names or [], group)
    if options.layout is None and (name := _field(fields, columns.layout)):
        options = options._replace(layout=Layout.named(name))
    givens = grid_of(fields[columns.puzzle].strip(), options)
    solution = _field(fields, columns.answer)
    about = About(rating=_field(fields, columns.rating), source=_field(fields, columns.source))
    return PuzzleEntry(
        Puzzle(givens), None, about, grid_of(solution, ReadOptions(givens.layout)) if solution else None
    )


def _is_json(text: str) -> bool:
    line = text.lstrip("\n").partition("\n")[0]
    if not line.startswith("{"):
        return False
    try:
        record = json_text.loads(line)
    except NonetError:
        return False
    names, fields = _names_and_fields(record)
    puzzle = _first(names, PUZZLE_NAMES)
    return (
        puzzle is not None
        and "nonet" not in names
        and _looks_like_cells(fields[puzzle], any_board=_first(names, LAYOUT_NAMES) is not None)
    )


def _names_and_fields(record: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Text and numbers as in a table; lists and objects as JSON, and nothing for those that are empty."""
    fields = [
        each if isinstance(each, str) else json.dumps(each) if each or each == 0 else ""
        for each in record.values()
    ]
    return [name.lower() for name in record], fields


def _entry_of_record(number: int, line: str, options: ReadOptions) -> PuzzleEntry:
    try:
        names, fields = _names_and_fields(json_text.loads(line))
        puzzle = _first(names, PUZZLE_NAMES)
        if puzzle is None:
            raise FormatError("no field with a puzzle; name it 'puzzle'")
        return _entry(fields, _named_columns(names, puzzle), options)
    except NonetError as error:
        raise FormatError(f"line {number}: {error}") from error


def _named_columns(names: list[str], puzzle: int, delimiter: str = "") -> _TableColumns:
    answer, rating = _first(names, ANSWER_NAMES), _first(names, RATING_NAMES)
    source, layout = _first(names, SOURCE_NAMES), _first(names, LAYOUT_NAMES)
    return _TableColumns(delimiter, puzzle, answer, rating, source, layout, names)


def _check_columns(fields: list[str], names: list[str], group: Sequence[str]) -> None:
    """Refuses a line in which columns with these names say different things, or have rules."""
    found = {field.strip(): name for name, field in zip(names, fields, strict=False) if name in group}
    found.pop("", None)
    if group is _RULE_NAMES and found:
        name = next(iter(found.values()))
        raise FormatError(
            f"the column {name} has rules, which are not read here; nonet's own JSON can hold them"
        )
    if len({text.replace("0", ".") for text in found}) > 1:
        raise FormatError(f"the columns {' and '.join(dict.fromkeys(found.values()))} differ")


def _field(fields: list[str], column: int | None) -> str:
    return fields[column].strip() if column is not None and column < len(fields) else ""


def _columns(text: str) -> _TableColumns | None:
    """Where the columns are; None if this is not a table of puzzles."""
    head = text.lstrip("\n")[:5_000].split("\n")
    if head[0].strip().lower() in PUZZLE_NAMES and len(head) > 1 and _looks_like_cells(head[1].strip()):
        return _TableColumns(",", 0, None, None, None, None, names=[])
    for delimiter in DELIMITERS:
        if delimiter not in head[0]:
            continue
        fields = _fields(head[0], delimiter)
        names = [field.lower() for field in fields]
        puzzle = _first(names, PUZZLE_NAMES)
        if puzzle is not None:
            rest = _fields(head[1], delimiter) if len(head) > 1 else []
            layout = _first(names, LAYOUT_NAMES)
            if len(rest) <= puzzle or not _looks_like_cells(rest[puzzle], any_board=layout is not None):
                return None
            return _named_columns(names, puzzle, delimiter)
        layout = next((place for place, field in enumerate(fields) if _is_board_name(field)), None)
        boards = [
            place
            for place, field in enumerate(fields)
            if place != layout and _looks_like_cells(field, any_board=layout is not None)
        ]
        if boards and boards[0] < 4 and not (delimiter == "|" and len(boards) == len(fields)):
            answer = boards[1] if len(boards) > 1 else None
            return _TableColumns(delimiter, boards[0], answer, None, None, layout, None)
    return None


def _fields(line: str, delimiter: str) -> list[str]:
    return [field.strip().strip('"') for field in line.split(delimiter)]


def _first(names: list[str], options: Sequence[str]) -> int | None:
    return next((names.index(name) for name in options if name in names), None)


def _looks_like_cells(field: str, *, any_board: bool = False) -> bool:
    if any_board:
        return _CELLS_OF_A_BOARD.fullmatch(field) is not None
    return _CELLS.fullmatch(field) is not None and side(len(field)) is not None


def _is_board_name(field: str) -> bool:
    """Whether a field is the name of a board as nonet writes it."""
    try:
        return Layout.named(field).name == field
    except LayoutError:
        return False
