"""Boards of the classic size in one buffer, in the arrangement that whoever writes them wants.

gap 0     534678912…534678912…            one after the other: Arrow
gap 1     534678912…␊534678912…␊          each with its newline: lines
gap 4     81 0 0 0 534678912…81 0 0 0 …   each behind its length: a page of a Parquet file
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonet.bulk.buffers import pages
from nonet.bulk.need import need
from nonet.bulk.texts import FRAME, Texts
from nonet.layout import CLASSIC

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = [
    "BLANKS",
    "CELLS",
    "BoardColumn",
    "boards_in",
    "joined_records",
    "lead_of",
    "room",
    "sign_table",
    "texts_in",
]

CELLS = CLASSIC.cell_count
BLANKS = b"0._*-xX"
"""What stands for an empty cell."""


def room(count: int, gap: int) -> Array:
    """Room for boards, with what stands between them; from `lead_of` on it is what a kernel takes."""
    data = pages(count * (CELLS + gap) + lead_of(gap))
    if gap == FRAME:
        data[: count * (CELLS + gap)].reshape(count, CELLS + gap)[:, :FRAME] = (CELLS, 0, 0, 0)
    elif gap:
        data.reshape(count, CELLS + gap)[:, CELLS:] = ord("\n")
    return data


def lead_of(gap: int) -> int:
    """Where the first board begins."""
    return FRAME if gap == FRAME else 0


def boards_in(data: Array, gap: int) -> Array:
    """The boards in such a room, as an array of (n, 81)."""
    lead = lead_of(gap)
    return data[: len(data) - lead].reshape(-1, CELLS + gap)[:, lead : lead + CELLS]


def texts_in(data: Array, count: int, gap: int) -> Texts:
    """The boards in such a room, as texts."""
    return Texts.even(
        data,
        count=count,
        stride=CELLS + gap,
        width=CELLS,
        first=lead_of(gap),
        ended=gap == 1,
        framed=gap == FRAME,
    )


class BoardColumn:
    """A column of boards, while it is filled: those of the classic size in one room, the others row by row."""

    def __init__(self, count: int, gap: int) -> None:
        self.count = count
        self.gap = gap
        self.data: Array | None = None
        self.others: dict[int, bytes] = {}

    def place(self, data: Array, which: Array | None) -> None:
        """Boards in a room of their own: all rows (None), or these."""
        if which is None:
            self.data = data
        else:
            self.data = room(self.count, self.gap)
            boards_in(self.data, self.gap)[which] = boards_in(data, self.gap)

    def texts(self, empty: Array | None) -> Texts:
        """The column; where a row is empty (None: nowhere), it has no text."""
        numpy = need("numpy", "bulk")
        data = room(self.count, self.gap) if self.data is None else self.data
        texts = texts_in(data, self.count, self.gap)
        if not self.others and (empty is None or not empty.any()):
            return texts
        starts, lengths = texts.places()
        if empty is not None:
            lengths[empty] = 0
        if self.others:
            rows = numpy.array(list(self.others))
            sizes = numpy.array([len(text) for text in self.others.values()])
            starts[rows], lengths[rows] = len(data) + numpy.cumsum(sizes) - sizes, sizes
            data = numpy.concatenate((data, numpy.frombuffer(b"".join(self.others.values()), "uint8")))
        return Texts.uneven(data, starts, lengths)


def joined_records(records: Any, stride: int) -> bytes:
    """Records that lie `stride` bytes apart, one after the other, as `nonet.many` takes them.

    A newline within one makes it no puzzle, but must not be taken for the end of a line.
    """
    numpy = need("numpy", "bulk")
    data = numpy.asarray(records)
    count = (len(data) - CELLS) // stride + 1 if len(data) else 0
    view = numpy.lib.stride_tricks.as_strided(data, (count, CELLS), (stride, 1), writeable=False)
    return bytes(numpy.ascontiguousarray(view)).replace(b"\n", b"?").replace(b"\r", b"?")


def sign_table(blank: str | None) -> Array:
    """Byte to byte: digits stay, blanks become the wanted one (None: stay), everything else 0."""
    numpy = need("numpy", "bulk")
    table: Array = numpy.zeros(256, "uint8")
    for sign in b"123456789":
        table[sign] = sign
    for sign in BLANKS:
        table[sign] = sign if blank is None else ord(blank)
    return table
