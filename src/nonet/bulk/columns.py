"""The columns of a table: the header of a CSV file, and which column has the puzzles, which the answers."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass

from nonet.dimensions import MAX_SIZE
from nonet.formats.apps.table import ANSWER_NAMES, PUZZLE_NAMES

_CELLS = frozenset("0123456789._*-xX")
_DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Header:
    """The names of the columns, the delimiter, and whether the names are written in the file."""

    columns: tuple[str, ...]
    delimiter: str
    written: bool


def listed(names: Sequence[str], most: int = 20) -> str:
    """Names of columns for a message.

    >>> listed(["puzzle", "level", "note"], most=2)
    'puzzle, level and 1 more'
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def header_of(line: str) -> Header:
    """The header that the first row of a CSV file is; a row of data gets column names of our own.

    >>> header_of("id;puzzle;clues").columns
    ('id', 'puzzle', 'clues')
    >>> header_of("1," + "." * 81 + "," + "123456789" * 9)
    Header(columns=('column_1', 'puzzle', 'solution'), delimiter=',', written=False)
    """
    delimiter = max(_DELIMITERS, key=lambda sign: (len(fields_of(line, sign)), -_DELIMITERS.index(sign)))
    fields = fields_of(line, delimiter)
    if not any(looks_like_cells(field) for field in fields):
        return Header(_distinct(fields), delimiter, True)
    names = [f"column_{number}" for number in range(1, len(fields) + 1)]
    cells = [number for number, field in enumerate(fields) if looks_like_cells(field)]
    for name, number in zip(("puzzle", "solution"), cells, strict=False):
        names[number] = name
    return Header(tuple(names), delimiter, False)


def looks_like_cells(text: str) -> bool:
    """Whether a text may be a board on one line: 4x4 or larger, of digits and blanks (letters from 16x16 on).

    >>> looks_like_cells("1..4....2..3...."), looks_like_cells("puzzle"), looks_like_cells("2026")
    (True, False, False)
    """
    text = text.strip()
    if len(text) not in _AREAS:
        return False
    if len(text) < 256:
        return _CELLS.issuperset(text)
    return text.isascii() and all(sign.isalnum() or sign in "._*-" for sign in text)


_AREAS = frozenset(size * size for size in range(4, MAX_SIZE + 1))


def puzzle_column(columns: Sequence[str], wanted: str | None) -> int | None:
    """The index of the column of the puzzles; None if it is unknown, or `wanted` does not exist.

    `wanted` is a name, or a number counted from 1.

    >>> puzzle_column(["id", "Quizzes", "solutions"], None), puzzle_column(["a", "b"], "2")
    (1, 1)
    """
    if wanted is not None:
        if wanted in columns:
            return list(columns).index(wanted)
        lowered = [name.strip().lower() for name in columns]
        if lowered.count(wanted.strip().lower()) == 1:
            return lowered.index(wanted.strip().lower())
        if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(columns):
            return int(wanted) - 1
        return None
    return 0 if len(columns) == 1 else named_column(columns, PUZZLE_NAMES)


def answer_column(columns: Sequence[str], puzzle: int) -> int | None:
    """The index of the column with the answers to the puzzles, if there is one.

    >>> answer_column(["quizzes", "Solutions"], 0), answer_column(["puzzle", "rating"], 0)
    (1, None)
    """
    return named_column(columns, ANSWER_NAMES, other_than=puzzle)


def named_column(
    columns: Sequence[str], names: Sequence[str], *, other_than: int | None = None
) -> int | None:
    """The index of the first column with one of these names, the likeliest first."""
    lowered = [name.strip().lower() for name in columns]
    found = (lowered.index(name) for name in names if name in lowered)
    return next((index for index in found if index != other_than), None)


def free_name(name: str, taken: Container[str]) -> str:
    """A name that no column has: the name itself, or with the first number that is free."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free


def fields_of(line: str, delimiter: str) -> list[str]:
    """The fields of one row of CSV."""
    try:
        return next(csv.reader(io.StringIO(line, newline=""), delimiter=delimiter), [""])
    except csv.Error:
        return line.split(delimiter)


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names, none of them empty and none twice."""
    found: dict[str, None] = {}
    numbers: Counter[str] = Counter()  # the last one after each name
    for number, name in enumerate(names, 1):
        free = name = name or f"column_{number}"
        while free in found:
            numbers[name] = max(numbers[name], 1) + 1
            free = f"{name}_{numbers[name]}"
        found[free] = None
    return tuple(found)
