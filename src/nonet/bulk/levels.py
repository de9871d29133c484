"""The levels of a page of a Parquet file: which values are there. What we read and write are those that say: all.

size in four bytes │ a run: how many, twice, seven bits a byte │ 1
"""

from __future__ import annotations

import struct

__all__ = ["levels_size", "varint", "varint_at", "whole", "whole_size"]


def whole(count: int) -> bytes:
    """The levels of so many values, of which all are there.

    >>> whole(100).hex(" ")
    '03 00 00 00 c8 01 01'
    """
    run = varint(count << 1) + b"\x01"
    return struct.pack("<I", len(run)) + run


def whole_size(count: int) -> int:
    """How many bytes those have, as everybody writes them."""
    return len(whole(count))


def levels_size(head: bytes, count: int) -> int | None:
    """How many bytes the levels take that a page begins with, if they say that every value is there; else None."""
    size = int.from_bytes(head[:4], "little")
    run, place = varint_at(head[: 4 + size], 4) or (1, 0)
    complete = not run & 1 and run >> 1 >= count and head[place : place + 1] == b"\x01"
    return 4 + size if complete and place + 1 == 4 + size else None


def varint(number: int) -> bytes:
    """A number, seven bits a byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def varint_at(data: bytes, place: int) -> tuple[int, int] | None:
    """The number that stands at a place, and where it ends; None if it does not.

    >>> varint_at(b"?" + varint(300) + b"!", 1)
    (300, 3)
    """
    number = shift = 0
    while place < len(data) and shift < 35:
        number |= (data[place] & 127) << shift
        shift += 7
        place += 1
        if data[place - 1] < 128:
            return number, place
    return None
