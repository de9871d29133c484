"""The levels of a page of a Parquet file: which values are there. What we read and write are those that say: all.

size in four bytes │ a run: how many, twice, seven bits a byte │ 1
"""

from __future__ import annotations

import struct

__all__ = ["levels_size", "varint", "whole", "whole_size"]


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
    run, shift = 0, 0
    for place, byte in enumerate(head[4 : 4 + size]):
        run |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            complete = not run & 1 and run >> 1 >= count and head[5 + place : 6 + place] == b"\x01"
            return 4 + size if complete and size == place + 2 else None
    return None


def varint(number: int) -> bytes:
    """A number, seven bits a byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)
