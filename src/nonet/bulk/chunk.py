"""A chunk: some rows of a file, column by column, on their way from a reader through a job to a writer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.bulk.need import need
from nonet.bulk.texts import Texts

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["CHUNK_BYTES", "GROUP_ROWS", "Chunk", "Coded", "Column", "Fault", "Misread", "Reject"]


CHUNK_BYTES = 1 << 23
"""A chunk is read from at most so many bytes, however long its rows are."""

GROUP_ROWS = 1 << 16
"""Rows in a row group of a Parquet file, at least (the last may have fewer), and in a page, at most: as many as are
solved together, so that a page is one part of memory.
"""


class Fault(NamedTuple):
    """A row that cannot be used, counted from 0 within its piece, and why."""

    row: int
    reason: str


class Reject(NamedTuple):
    """A row that cannot be used: its file, its number there (from 1: of a text the line, of Parquet the row), why."""

    file: str
    row: int
    reason: str


class Misread(Exception):
    """A chunk that was read in haste has a line that is none: the piece is to be read again, with care."""


@dataclass(frozen=True, eq=False)
class Coded:
    """A column of few different words: `words[codes[k]]` stands in row k."""

    codes: Array
    words: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)


@dataclass(frozen=True, eq=False)
class Column:
    """A name and a value a row: Texts (UTF-8), words by code, a numpy array of numbers, or an Arrow array.

    `quoted`: the texts are fields of a CSV file as they stood there, perhaps in quotes.
    """

    name: str
    values: Any
    quoted: bool = False

    def __len__(self) -> int:
        return len(self.values)

    def take(self, which: Array) -> Column:
        """Some of the rows."""
        values = self.values
        if isinstance(values, Texts):
            values = values.take(which)
        elif isinstance(values, Coded):
            values = Coded(values.codes[which], values.words)
        elif hasattr(values, "filter"):
            pyarrow = need("pyarrow", "Parquet")
            values = (
                values.filter(pyarrow.array(which))
                if which.dtype == bool
                else values.take(pyarrow.array(which))
            )
        else:
            values = values[which]
        return replace(self, values=values)


@dataclass(frozen=True, eq=False)
class Chunk:
    """Rows of one file.

    `puzzles` are the texts of the puzzles; `columns` are all columns in their order, that of the puzzles among
    them as number `puzzle`. `first` counts from 0 within the piece; where rows are missing in between,
    `numbers` has the number of each. `raw` is each whole row as it stood in a CSV file with commas.
    `faults` are rows that the reader had to leave out. `added` is the number of the first column that a job added.
    """

    puzzles: Texts
    columns: tuple[Column, ...]
    puzzle: int = 0
    first: int = 0
    numbers: Array | None = None
    raw: Texts | None = None
    faults: tuple[Fault, ...] = ()
    added: int | None = None
    hasty: bool = False
    """Lines of which the ends alone were looked at: one of them may be a comment, or two short ones."""
    size: int = 0
    """How many bytes of the file (packed or not) or of its columns were read for it: for a progress bar."""

    def __len__(self) -> int:
        return len(self.puzzles)

    def row(self, index: int) -> int:
        """The number of a row within its piece."""
        return self.first + index if self.numbers is None else int(self.numbers[index])

    def with_puzzles(self, puzzles: Texts) -> Chunk:
        """The same rows with other texts for their puzzles."""
        columns = list(self.columns)
        columns[self.puzzle] = Column(columns[self.puzzle].name, puzzles)
        return replace(self, puzzles=puzzles, columns=tuple(columns), raw=None)

    def take(self, which: Array) -> Chunk:
        """Some of the rows: a mask, or indices in ascending order."""
        numpy = need("numpy", "bulk")
        numbers = self.numbers
        if numbers is None:
            numbers = numpy.arange(self.first, self.first + len(self), dtype=numpy.int64)
        return replace(
            self,
            puzzles=self.puzzles.take(which),
            columns=tuple(column.take(which) for column in self.columns),
            numbers=numbers[which],
            raw=None if self.raw is None else self.raw.take(which),
        )
