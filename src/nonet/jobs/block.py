"""What a job gives: columns in plain buffers; and how it parses the rows that the kernel cannot take.

    Boards, Words, arrays    columns with a value for each row
    Answer                   new columns, the rejected rows, and a tally

What it takes is a `nonet.records.Block`.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from nonet.errors import FormatError, NonetError, RuleError
from nonet.formats import parse_line
from nonet.layout import Layout
from nonet.limits import check
from nonet.puzzle import Puzzle
from nonet.records import CELLS, Block


@dataclass(eq=False)
class Boards:
    """A column of boards, laid out as in `Block`. If `present` is given, rows with a 0 in it have no board."""

    records: bytes | bytearray
    stride: int = CELLS
    others: dict[int, bytes] = field(default_factory=dict)
    present: bytes | None = None

    def text(self, row: int) -> bytes | None:
        if row in self.others:
            return self.others[row]
        if self.present is not None and not self.present[row]:
            return None
        return bytes(self.records[row * self.stride : row * self.stride + CELLS])


@dataclass(frozen=True, eq=False)
class Words:
    """A column of few different words: `words[codes[k]]`, or nothing where the code has no word."""

    codes: bytes | bytearray
    words: tuple[str, ...]

    def text(self, row: int) -> str | None:
        code = self.codes[row]
        return self.words[code] if code < len(self.words) else None


Column: TypeAlias = "Boards | Words | array[int] | array[float] | list[str]"
"""A value for each row."""


@dataclass(eq=False)
class Answer:
    """What a job made of a block.

    `columns` are new columns by name, with a value for every row; those of a rejected row mean nothing. `rejects`
    says for each rejected row why. `tally` counts the other rows by result. `puzzles` replaces the puzzles
    themselves, where the job writes them anew.
    """

    columns: dict[str, Column] = field(default_factory=dict)
    rejects: dict[int, str] = field(default_factory=dict)
    tally: Counter[str] = field(default_factory=Counter)
    puzzles: Boards | None = None


def rows_with(status: bytes | bytearray, value: int) -> Iterator[int]:
    """The rows that have this status.

    >>> list(rows_with(bytes([1, 255, 0, 255]), 255))
    [1, 3]
    """
    row = status.find(value)
    while row >= 0:
        yield row
        row = status.find(value, row + 1)


def each_puzzle(
    block: Block,
    rows: Iterable[int],
    layout: Layout | None,
    rejects: dict[int, str],
    use: Callable[[int, Puzzle], None],
    broken: Callable[[int], None] | None = None,
) -> None:
    """Parses some rows one by one and calls `use` with each puzzle.

    A row that cannot be parsed, or for which `use` raises a `NonetError`, goes into `rejects` with the message. A
    board that breaks a rule goes to `broken` instead, if that is given.
    """
    known: dict[bytes, str] = {}
    for row in rows:
        text = block.text(row)
        if text in known:  # the same bad line again and again, such as an empty one
            rejects[row] = known[text]
            continue
        try:
            use(row, parse_line(_decoded(text), layout))
        except NonetError as error:
            if broken is not None and isinstance(error, RuleError):
                broken(row)
            else:
                rejects[row] = known[text] = str(error)


def _decoded(text: bytes) -> str:
    check("line", len(text))
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            "this byte is not UTF-8; save the text as UTF-8",
            column=error.start + 1,
            text=f"0x{text[error.start]:02x}",
        ) from None
