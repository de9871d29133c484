"""Join Parquet files without unpacking them: their row groups are copied as they are, and get one footer.

PAR1 │ row groups │ footer │ size │ PAR1        the footer says at which byte each column of each group begins:
PAR1 │ row groups of all │ new footer │ …       so those numbers move, and nothing else does

Large shards begin as far behind a sector of the disk as they did in a file of their own: then their pages, which lie
right there, need no copy on their way to the disk (`nonet.bulk.direct`). The zeros in between belong to nobody.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from io import RawIOBase
from typing import BinaryIO

from nonet.bulk.buffers import PAGE
from nonet.bulk.direct import BLOCK
from nonet.bulk.files import write_all
from nonet.bulk.footer import MAGIC, packed_footer
from nonet.bulk.joiners import copy
from nonet.bulk.thrift import Fields, packed, unpacked
from nonet.errors import NonetError

__all__ = ["ParquetJoiner"]

_SCHEMA, _ROWS, _GROUPS = 2, 3, 4  # of the file's metadata
_COLUMNS, _GROUP_OFFSET, _ORDINAL = 1, 5, 7  # of a row group
_META, _CHUNK_OFFSETS = 3, (2, 4, 6)  # of a column chunk: itself, its offset index, its column index
_META_OFFSETS = (9, 10, 11, 14)  # of its metadata: data, index and dictionary pages, bloom filter


class ParquetJoiner:
    """One Parquet file from several of the same schema."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._footer: Fields | None = None
        self._first = ""
        self._groups: list[bytes] = []
        self._rows = 0
        self._place = 0

    def add(self, shard: RawIOBase, name: str) -> bytes:
        """Its row groups. Noted are where they begin, where they end, and the footer."""
        end, footer = packed_footer(shard, name)
        found = unpacked(footer)
        if self._footer is None:
            write_all(self._output, MAGIC)
            self._place = len(MAGIC)
        elif found[_SCHEMA] != self._footer[_SCHEMA]:
            raise NonetError(f"{name} has other columns than {self._first}; they cannot be one file")
        size = end - len(MAGIC)
        if size >= BLOCK:
            gap = (len(MAGIC) - self._place) % PAGE
            write_all(self._output, bytes(gap))
            self._place += gap
        shard.seek(len(MAGIC))
        copy(shard, self._output, size)
        note = struct.pack("<QQ", self._place, self._place + size) + footer
        self._remember(found, name, self._place, self._place + size)
        return note

    def again(self, note: bytes) -> None:
        """It stands there already."""
        begin, end = struct.unpack_from("<QQ", note)
        self._remember(unpacked(note[16:]), "the first shard", begin, end)

    def close(self) -> None:
        """The footer of all."""
        if self._footer is None:
            raise NonetError("no files to join")
        footer = dict(self._footer)
        footer[_ROWS] = (footer[_ROWS][0], self._rows)
        footer[_GROUPS] = (footer[_GROUPS][0], (footer[_GROUPS][1][0] or 12, self._groups))
        data = packed(footer)
        write_all(self._output, data + struct.pack("<I", len(data)) + MAGIC)

    def _remember(self, footer: Fields, name: str, begin: int, end: int) -> None:
        if self._footer is None:
            self._footer, self._first = footer, name
        for group in footer[_GROUPS][1][1]:
            _move(group, begin - len(MAGIC))
            group.pop(_ORDINAL, None)  # nobody needs it, and it cannot count beyond 32,767
            self._groups.append(packed(group))
        self._rows += footer[_ROWS][1]
        self._place = end


def _move(group: Fields, by: int) -> None:
    _move_fields(group, (_GROUP_OFFSET,), by)
    for column in group[_COLUMNS][1][1]:
        _move_fields(column, _CHUNK_OFFSETS, by)
        if _META in column:
            _move_fields(column[_META][1], _META_OFFSETS, by)


def _move_fields(fields: Fields, numbers: Sequence[int], by: int) -> None:
    for number in numbers:
        if number in fields and fields[number][1] > 0:
            fields[number] = (fields[number][0], fields[number][1] + by)
