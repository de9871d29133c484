"""What a puzzle can be given as: the one place that every public function asks.

    text       str, in any format that `nonet.formats` reads
    bytes      the same text in UTF-8; or a byte for each value, as in `Grid.values`
    Puzzle     as it is
    Grid       its values become the givens
    numbers    nested rows, [[5, 3, 0, …], …], or all values in one row; 0 is an empty cell
    an array   the same, from numpy, pandas, torch and whatever else has `tolist` or `to_numpy`

Text in gives text out; everything else gives values (`Grid`, `Puzzle`). The board is the usual one of that
size, unless the text names another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from math import isqrt
from operator import index
from typing import Any, Protocol, TypeAlias, TypeGuard

from nonet.dimensions import MAX_SIZE
from nonet.errors import NonetError, RuleError
from nonet.formats.parsing import parse, read_bytes
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle


class Array(Protocol):
    """An array of numpy, or anything that turns into lists in the same way."""

    def tolist(self) -> Any: ...


class Table(Protocol):
    """A table of pandas or polars."""

    def to_numpy(self) -> Any: ...


ValuesLike: TypeAlias = (
    Puzzle | Grid | bytes | bytearray | memoryview | Array | Table | Iterable[int] | Iterable[Iterable[int]]
)
PuzzleLike: TypeAlias = str | ValuesLike

_FIRST_PRINTABLE = 32


def as_puzzle(given: PuzzleLike) -> Puzzle:
    """The puzzle, whatever it is given as.

    >>> as_puzzle("12.. .... .... ....") == as_puzzle([[1, 2, 0, 0]] + [[0] * 4] * 3)
    True
    >>> as_puzzle(None)
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: a puzzle is text, bytes, a Puzzle, a Grid, rows of numbers or an array, not None
    """
    if isinstance(given, Puzzle):
        return given
    if isinstance(given, str):
        return parse(given)
    if _is_encoded_text(given):
        return read_bytes(bytes(given)).puzzle
    return Puzzle(as_grid(given))


def as_grid(given: PuzzleLike) -> Grid:
    """The values, whatever they are given as; unlike a puzzle, values may break the rules.

    >>> as_grid([1, 1, 0, 0]).clue_count
    2
    >>> as_grid([[1, 2], [2]])
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: row 2 has 1 value; with 2 rows, each has 2
    """
    if isinstance(given, Grid):
        return given
    if isinstance(given, Puzzle):
        return given.givens
    if isinstance(given, str) or _is_encoded_text(given):
        try:
            return as_puzzle(given).givens
        except RuleError as error:
            if isinstance(error.grid, Grid):
                return error.grid
            raise
    values = _values(_listed(given))
    size = isqrt(len(values))
    layout = CLASSIC if size == CLASSIC.size else Layout.named(f"{size}x{size}")
    return Grid.of(layout, values)


def _is_encoded_text(given: object) -> TypeGuard[bytes | bytearray]:
    """Whether these are bytes of text. Values are 0 to 25, and a text has a character above those."""
    return isinstance(given, bytes | bytearray) and max(given, default=_FIRST_PRINTABLE) >= _FIRST_PRINTABLE


def _listed(given: object) -> list[Any]:
    """The rows, or the values, as a list."""
    if not hasattr(given, "tolist") and hasattr(given, "to_numpy"):  # a table of pandas or polars
        given = given.to_numpy()
    if hasattr(given, "tolist"):
        given = given.tolist()
    if isinstance(given, Iterable) and not isinstance(given, str | Mapping | Set):
        return list(given)
    shown = repr(given)
    raise NonetError(
        "a puzzle is text, bytes, a Puzzle, a Grid, rows of numbers or an array, "
        f"not {shown if len(shown) <= 40 else type(given).__name__}"
    )


def _values(rows: list[Any]) -> list[int]:
    """All values in one list, from nested rows or from one row of all."""
    if not any(isinstance(row, Iterable) for row in rows):
        size = isqrt(len(rows))
        if size * size != len(rows) or not 1 <= size <= MAX_SIZE:
            raise NonetError(f"{len(rows)} values do not make a square board; a 9x9 board has 81")
        rows = [rows[start : start + size] for start in range(0, len(rows), size)]
    if len(rows) > MAX_SIZE:
        raise NonetError(f"{len(rows)} rows; the largest board has {MAX_SIZE}")
    values: list[int] = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise NonetError(f"row {number} must be a list of numbers, not {row!r}")
        cells = list(row)
        if len(cells) != len(rows):
            found = f"{len(cells)} value{'s' * (len(cells) != 1)}"
            raise NonetError(f"row {number} has {found}; with {len(rows)} rows, each has {len(rows)}")
        values += [_value(cell, number, column) for column, cell in enumerate(cells, start=1)]
    return values


def _value(cell: Any, row: int, column: int) -> int:
    if hasattr(cell, "__index__") and not isinstance(cell, bool):  # an array of bool is a mask, not a board
        with suppress(TypeError):  # an array
            return index(cell)
    raise NonetError(
        f"row {row}, column {column}: values are whole numbers, 0 for an empty cell, not {cell!r}"
    )
