"""Join Parquet files without unpacking them: their row groups are copied as they are, and get one footer.

PAR1 │ row groups │ footer │ size │ PAR1        the footer says at which byte each column of each group begins:
PAR1 │ row groups of all │ new footer │ …       so those numbers move, and nothing else does
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from nonet.bulk.footer import MAGIC, unpacked_footer
from nonet.bulk.thrift import I16, Fields, packed
from nonet.errors import NonetError

__all__ = ["join_parquet"]

_SCHEMA, _ROWS, _GROUPS = 2, 3, 4  # of the file's metadata
_COLUMNS, _GROUP_OFFSET, _ORDINAL = 1, 5, 7  # of a row group
_META, _CHUNK_OFFSETS = 3, (2, 4, 6)  # of a column chunk: itself, its offset index, its column index
_META_OFFSETS = (9, 10, 11, 14)  # of its metadata: data, index and dictionary pages, bloom filter


def join_parquet(shards: Iterable[str], output: BinaryIO) -> None:
    """One Parquet file from several of the same schema."""
    from nonet.bulk.write import copy

    footer: Fields | None = None
    first = ""
    groups: list[Fields] = []
    rows, place = 0, len(MAGIC)
    output.write(MAGIC)
    for shard in shards:
        with open(shard, "rb", buffering=0) as file:
            size, found = unpacked_footer(file, shard)
            if footer is None:
                footer, first = found, shard
            elif found[_SCHEMA] != footer[_SCHEMA]:
                raise NonetError(f"{shard} has other columns than {first}; they cannot be one file")
            for group in found[_GROUPS][1][1]:
                _move(group, place - len(MAGIC))
                groups.append(group)
            rows += found[_ROWS][1]
            file.seek(len(MAGIC))
            copy(file, output, size - len(MAGIC))
            place += size - len(MAGIC)
    if footer is None:
        raise NonetError("no files to join")
    for number, group in enumerate(groups):
        if len(groups) > 1 << 15:
            group.pop(_ORDINAL, None)
        elif _ORDINAL in group:
            group[_ORDINAL] = (I16, number)
    footer[_ROWS] = (footer[_ROWS][0], rows)
    footer[_GROUPS] = (footer[_GROUPS][0], (footer[_GROUPS][1][0] or 12, groups))
    data = packed(footer)
    output.write(data + struct.pack("<I", len(data)) + MAGIC)


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
