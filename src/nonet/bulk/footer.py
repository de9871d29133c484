"""What the footer of a Parquet file says, read by ourselves: enough to find pages of texts without pyarrow.

    PAR1 │ row groups │ footer │ size │ PAR1      the footer names the columns, and where each of a group begins

Only what is needed is looked at. A footer that says something else (columns within columns, an encryption) is left
to pyarrow, and so is one that cannot be read: its words say why.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nonet.bulk.arrow_schema import string_types
from nonet.bulk.files import exactly, is_remote
from nonet.bulk.thrift import Fields, unpacked
from nonet.errors import NonetError

__all__ = ["MAGIC", "Footer", "Group", "Pages", "footer_of", "packed_footer"]

MAGIC = b"PAR1"
_BYTE_ARRAY, _UTF8, _STRING = 6, 0, 1
_REQUIRED, _OPTIONAL = 0, 1
_PLAIN, _WORDS, _RLE, _BIT_PACKED, _RLE_WORDS = 0, 2, 3, 4, 8
_SNAPPY = 1
_ARROW_SCHEMA = b"ARROW:schema"


@dataclass(frozen=True)
class Pages:
    """The pages of one column of a row group: where they begin, and how many bytes they have.

    `plain`: what is in them stands there as it is. `known`: it may be packed by Snappy (`packed`), or there is a page
    of words first, and then their numbers; but no more than that.
    """

    start: int
    size: int
    plain: bool
    known: bool
    packed: bool


@dataclass(frozen=True)
class Group:
    """A row group."""

    rows: int
    size: int
    columns: tuple[Pages, ...]


@dataclass(frozen=True)
class Footer:
    """The columns by name, which of them are texts (and what Arrow calls them: string, large_string; "" is none), which
    may lack a value; and the row groups.
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    optional: tuple[bool, ...]
    rows: int
    groups: tuple[Group, ...]


def packed_footer(file: Any, name: str) -> tuple[int, bytes]:
    """Where the row groups of an open file end, and its footer as it stands there."""
    end = file.seek(0, 2)
    file.seek(max(0, end - 8))
    tail = exactly(file, 8)
    length = struct.unpack("<I", tail[:4])[0] if len(tail) == 8 else 0
    if tail[4:] != MAGIC or length + 12 > end:
        raise NonetError(f"{name} is no Parquet file, or breaks off")
    file.seek(end - 8 - length)
    return end - 8 - length, exactly(file, length)


def footer_of(path: str) -> Footer | None:
    """The footer of a file on this machine; None where pyarrow has to read it."""
    if is_remote(path):
        return None
    state = os.stat(path)
    return _footer(os.path.abspath(path), state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=16)
def _footer(path: str, size: int, changed: int) -> Footer | None:
    try:
        with open(path, "rb") as file:
            end, packed = packed_footer(file, path)
            return _understood(unpacked(packed), end)
    except (NonetError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
        return None


def _understood(said: Fields, end: int) -> Footer | None:
    root, *columns = _list(said, 2)
    if root.get(5, (0, 0))[1] != len(columns) or any(5 in column for column in columns):
        return None  # columns within columns
    repeated = [_value(column, 3, _REQUIRED) for column in columns]
    names = tuple(_value(column, 4, b"").decode("utf-8") for column in columns)
    if not set(repeated) <= {_REQUIRED, _OPTIONAL} or len(set(names)) < len(names):
        return None
    groups = tuple(_group(fields, len(columns), end) for fields in _list(said, 4))
    rows = int(said[3][1])
    if sum(group.rows for group in groups) != rows:
        return None  # damaged
    texts = ["string" if _is_text(column) else "" for column in columns]
    for pair in _list(said, 5) if 5 in said else []:
        if _value(pair, 1, b"") == _ARROW_SCHEMA:
            kinds = _string_types(_value(pair, 2, b""), len(texts))
            texts = [kind if is_text else "" for is_text, kind in zip(texts, kinds, strict=True)]
    return Footer(
        names=names,
        texts=tuple(texts),
        optional=tuple(each == _OPTIONAL for each in repeated),
        rows=rows,
        groups=groups,
    )


def _group(fields: Fields, width: int, end: int) -> Group:
    rows = int(fields[3][1])
    columns = tuple(_pages(column, rows, end) for column in _list(fields, 1))
    if len(columns) != width or rows < 0:
        raise ValueError("a row group lacks a column")
    return Group(rows, int(fields[2][1]), columns)


def _pages(column: Fields, rows: int, end: int) -> Pages:
    meta: Fields = column[3][1]
    encodings, codec = set(meta[2][1][1]), meta[4][1]
    if int(meta[5][1]) != rows:
        raise ValueError("a column lacks a row")
    first, size = int(meta[9][1]), int(meta[7][1])
    start = min(first, int(_value(meta, 11, first)))
    known = (
        meta[1][1] == _BYTE_ARRAY
        and codec in (0, _SNAPPY)
        and encodings <= {_PLAIN, _WORDS, _RLE, _BIT_PACKED, _RLE_WORDS}
        and 1 not in column  # another file's
        and 8 not in column  # encrypted
        and len(MAGIC) <= start <= start + size <= end
    )
    plain = known and not codec and start == first and encodings <= {_PLAIN, _RLE, _BIT_PACKED}
    return Pages(start, size, plain, known, codec == _SNAPPY)


def _string_types(text: bytes, count: int) -> list[str]:
    """What Arrow calls the columns; nothing, where its words are not understood."""
    try:
        found = string_types(text)
    except (ValueError, IndexError, struct.error):
        return [""] * count
    return found if len(found) == count else [""] * count


def _is_text(column: Fields) -> bool:
    if _value(column, 1, -1) != _BYTE_ARRAY:
        return False
    return bool(_value(column, 6, -1) == _UTF8 or _STRING in _value(column, 10, {}))


def _list(fields: Fields, number: int) -> list[Fields]:
    found: list[Fields] = fields[number][1][1]
    return found


def _value(fields: Fields, number: int, default: Any) -> Any:
    return fields[number][1] if number in fields else default
