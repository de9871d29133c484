"""Boards of the classic size in one buffer, in the arrangement that whoever writes them wants.

gap 0     534678912…534678912…            one after the other: Arrow
gap 1     534678912…␊534678912…␊          each with its newline: lines
gap 4     81 0 0 0 534678912…81 0 0 0 …   each behind its length: a page of a Parquet file
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonet.bulk.need import need
from nonet.bulk.texts import FRAME, Texts
from nonet.layout import CLASSIC

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["BLANKS", "CELLS", "boards_in", "joined_records", "lead_of", "room", "sign_table", "texts_in"]

CELLS = CLASSIC.cell_count
BLANKS = b"0._*-xX"
"""What stands for an empty cell."""


def room(count: int, gap: int) -> Array:
    """Room for boards, with what stands between them; from `lead_of` on it is what a kernel takes."""
    numpy = need("numpy", "bulk")
    data: Array = numpy.empty(count * (CELLS + gap) + lead_of(gap), "uint8")
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


def joined_records(records: Any, stride: int) -> bytes:
    """Records that lie `stride` bytes apart, one after the other, as `nonet.many` takes them."""
    numpy = need("numpy", "bulk")
    data = numpy.asarray(records)
    count = (len(data) - CELLS) // stride + 1 if len(data) else 0
    view = numpy.lib.stride_tricks.as_strided(data, (count, CELLS), (stride, 1), writeable=False)
    return bytes(numpy.ascontiguousarray(view))


def sign_table(blank: str | None) -> Array:
    """Byte to byte: digits stay, blanks become the wanted one (None: stay), everything else 0."""
    numpy = need("numpy", "bulk")
    table: Array = numpy.zeros(256, "uint8")
    for sign in b"123456789":
        table[sign] = sign
    for sign in BLANKS:
        table[sign] = sign if blank is None else ord(blank)
    return table
