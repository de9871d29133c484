"""The records of a sqlite file, read from its pages: damaged trees, headers and schemas do not matter.

    page     header of 8 or 12 bytes | cell pointers, 2 bytes each -> | free | <- cells
    cell     table leaf (13)         payload length, rowid, record
             index leaf (10)         payload length, record
             index interior (2)      left child of 4 bytes, payload length, record
    record   header length, one type per column | values

A long record continues in a chain of overflow pages. A page is consistent where its cells, free blocks and fragments
fill it exactly; then its cell pointers name all its records. Every other page is searched for cells at every offset.
The format: https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from itertools import product

SIZES = (4096, 512, 1024, 2048, 8192, 16384, 32768, 65536)
"""Sizes of pages; sqlite's default first."""
INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF = 2, 5, 10, 13
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""The number of bytes, by type."""
LOG_HEADER, FRAME_HEADER = 32, 24


class Trust(IntEnum):
    """How a record was found, the most trustworthy first."""

    CONSISTENT = 0
    """Named by a pointer of a consistent page."""
    LISTED = 1
    """Named by a pointer of a damaged page."""
    SEARCHED = 2
    """By a search of a damaged page: it may have been deleted before."""


@dataclass(frozen=True)
class Record:
    """`rowid` is None in an index, and in a table without rowid. A text that is not UTF-8 is bytes."""

    values: tuple[object, ...]
    rowid: int | None
    trust: Trust


class Damaged(Exception):
    """The bytes are not what they should be."""


def read_records(data: bytes, log: bytes) -> list[Record]:
    """All records of a file and of its write-ahead log, except those on free pages."""
    return _File(data, log).records()


class _File:
    def __init__(self, data: bytes, log: bytes) -> None:
        reserved = data[20] if len(data) > 20 else 0
        # The header may be damaged: the right size is the one that makes most of the file consistent.
        self._size, self._usable = max(
            ((size, size - each) for size, each in product(SIZES, sorted({0, reserved}))),
            key=lambda each: sum(
                each[0] for page in _split(data, each[0]) if _cells(page, each[1]) is not None
            ),
        )
        self._pages = dict(enumerate(_split(data, self._size), start=1))
        self._doubtful: list[bytes] = []
        self._chained: set[int] = set()
        self._read_log(log)

    def records(self) -> list[Record]:
        free = self._free()
        found, damaged = [], []
        for number, page in (*self._pages.items(), *((0, page) for page in self._doubtful)):
            if number in free:
                continue
            if (listed := self._listed(page)) is not None:
                found += listed
            else:
                damaged.append((number, page))
        return found + [
            record
            for number, page in damaged
            if number not in self._chained
            for record in self._searched(page)
        ]

    def _read_log(self, log: bytes) -> None:
        """Puts the pages of the log in their places, up to its last commit. A page with a wrong checksum is read in
        addition to the one that it should replace.
        """
        order = ">" if log[3:4] == b"\x83" else "<"
        checksum, salts = log[24:LOG_HEADER], log[16:24]
        waiting: list[tuple[int, bytes, bool]] = []
        for at in range(LOG_HEADER, len(log) - FRAME_HEADER - self._size + 1, FRAME_HEADER + self._size):
            header, page = (
                log[at : at + FRAME_HEADER],
                log[at + FRAME_HEADER : at + FRAME_HEADER + self._size],
            )
            right = _checksum(checksum, header[:8] + page, order) == header[16:]
            if not right and header[8:16] != salts:
                break  # a frame from before the last checkpoint
            checksum = header[16:]
            number, commit = struct.unpack(">II", header[:8])
            waiting.append((number, page, right))
            if commit:
                for number, page, right in waiting:
                    if right:
                        self._pages[number] = page
                    else:
                        self._doubtful.append(page)
                waiting.clear()

    def _free(self) -> set[int]:
        """The pages of the free list, which hold old records. A page that is part of a tree is not free, whatever a
        damaged list says.
        """
        free: set[int] = set()
        trunk = int.from_bytes(self._pages.get(1, b"")[32:36])
        while trunk in self._pages and trunk not in free:
            free.add(trunk)
            page = self._pages[trunk]
            count = min(int.from_bytes(page[4:8]), self._usable // 4 - 2)
            free.update(struct.unpack_from(f">{count}I", page, 8))
            trunk = int.from_bytes(page[:4])
        used = set(self._children())
        return free - used

    def _children(self) -> Iterator[int]:
        for page in self._pages.values():
            start = _start(page)
            if page[start] in (INDEX_INTERIOR, TABLE_INTERIOR):
                yield int.from_bytes(page[start + 8 : start + 12])
                for at in _pointers(page):
                    yield int.from_bytes(page[at : at + 4])
        first = self._pages.get(1, b"").ljust(self._size, b"\0")
        for record in self._listed(first) or self._searched(first):
            if len(record.values) == 5 and isinstance(record.values[3], int):  # a row of the schema
                yield record.values[3]

    def _listed(self, page: bytes) -> list[Record] | None:
        """The records of a consistent page."""
        kind = page[_start(page)]
        cells = _cells(page, self._usable)
        if cells is None:
            return None
        found = []
        for at in cells if kind != TABLE_INTERIOR else ():  # which has no records
            begin = at + 4 if kind == INDEX_INTERIOR else at
            with suppress(Damaged):
                found.append(self._record(page, begin, Trust.CONSISTENT, is_table=kind == TABLE_LEAF))
        return found

    def _searched(self, page: bytes) -> list[Record]:
        """The records of a damaged page."""
        found = []
        listed = set(_pointers(page))
        for at in range(len(page)):
            how = Trust.LISTED if at in listed or at - 4 in listed else Trust.SEARCHED
            for is_table in (True, False):
                with suppress(Damaged):
                    found.append(self._record(page, at, how, is_table=is_table))
        return found

    def _record(self, page: bytes, at: int, trust: Trust, *, is_table: bool) -> Record:
        length, at = _varint(page, at)
        rowid, at = _varint(page, at) if is_table else (None, at)
        header, _ = _varint(page, at)
        if not 2 <= header <= length or length > len(self._pages) * self._size:
            raise Damaged
        local = _local(length, self._usable, is_table=is_table)
        payload = page[at : at + local]
        if local < length:
            payload += self._overflow(int.from_bytes(page[at + local : at + local + 4]), length - local)
        return Record(_values(payload, length), rowid, trust)

    def _overflow(self, number: int, length: int) -> bytes:
        parts: list[bytes] = []
        while length > 0:
            if number not in self._pages:
                raise Damaged
            page = self._pages[number]
            self._chained.add(number)
            parts.append(page[4 : min(self._usable, 4 + length)])
            length -= self._usable - 4
            number = int.from_bytes(page[:4])
        return b"".join(parts)


def _split(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size].ljust(size, b"\0") for at in range(0, len(data), size)]


def _start(page: bytes) -> int:
    """Where the header of a page is: the first page begins with the header of the file, which may be damaged."""
    return 100 if page[20:24] == b"\0\x40\x20\x20" or page.startswith(b"SQLite format") else 0


def _pointers(page: bytes) -> tuple[int, ...]:
    start = _start(page)
    width = 12 if page[start : start + 1] in (b"\2", b"\5") else 8
    count = min(int.from_bytes(page[start + 3 : start + 5]), (len(page) - start - width) // 2)
    return struct.unpack_from(f">{count}H", page, start + width)


def _cells(page: bytes, usable: int) -> list[int] | None:
    """Where the cells of a consistent page are."""
    start = _start(page)
    kind = page[start]
    if kind not in (INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF):
        return None
    free, count, content = struct.unpack_from(">HHH", page, start + 1)
    content = content or 65536
    pointers = _pointers(page)
    if len(pointers) != count or start + 8 + 4 * (kind < INDEX_LEAF) + 2 * count > content:
        return None
    try:
        parts = [(at, _cell_length(page, at, kind, usable)) for at in pointers]
    except Damaged:
        return None
    while free:
        following, length = struct.unpack_from(">HH", page, free) if free <= usable - 4 else (0, usable)
        parts.append((free, length))
        if 0 < following <= free:
            return None
        free = following
    end = content
    fragments = page[start + 7]
    for at, length in sorted(parts):
        fragments -= at - end
        if at < end:
            return None
        end = at + length
    return list(pointers) if end <= usable and fragments == usable - end else None


def _cell_length(page: bytes, at: int, kind: int, usable: int) -> int:
    begin = at
    if kind in (INDEX_INTERIOR, TABLE_INTERIOR):
        at += 4
    number, at = _varint(page, at)
    if kind == TABLE_INTERIOR:
        return at - begin
    if kind == TABLE_LEAF:
        _, at = _varint(page, at)
    local = _local(number, usable, is_table=kind == TABLE_LEAF)
    return max(4, at - begin + local + 4 * (local < number))


def _local(length: int, usable: int, *, is_table: bool) -> int:
    """How many bytes of a record are on the page itself."""
    most = usable - 35 if is_table else (usable - 12) * 64 // 255 - 23
    least = (usable - 12) * 32 // 255 - 23
    if length <= most:
        return length
    rest = least + (length - least) % (usable - 4)
    return rest if rest <= most else least


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of 1 to 9 bytes, and where it ends."""
    if at < len(data) and data[at] < 128:  # nearly always
        return data[at], at + 1
    value = 0
    for place in range(at, min(at + 8, len(data))):
        value = value << 7 | data[place] & 127
        if data[place] < 128:
            return value, place + 1
    if at + 8 >= len(data):
        raise Damaged
    return value << 8 | data[at + 8], at + 9


def _values(payload: bytes, length: int) -> tuple[object, ...]:
    end, at = _varint(payload, 0)
    parts = []
    total = end
    while at < end and total <= length:  # most places of a damaged page are not a record, which is soon seen
        kind, at = _varint(payload, at)
        parts.append((kind, _length(kind)))
        total += parts[-1][1]
    if at != end or total != length or len(payload) != length:
        raise Damaged
    found = []
    for kind, size in parts:
        found.append(_value(kind, payload[at : at + size]))
        at += size
    return tuple(found)


def _length(kind: int) -> int:
    if kind in (10, 11):
        raise Damaged
    return (kind - 12) // 2 if kind >= 12 else 8 if kind == 7 else INTEGERS.get(kind, 0)


def _value(kind: int, data: bytes) -> object:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind == 7:
        return struct.unpack(">d", data)[0]
    if kind in INTEGERS:
        return int.from_bytes(data, signed=True)
    try:
        return data.decode() if kind % 2 else data
    except UnicodeDecodeError:
        return data


def _checksum(before: bytes, data: bytes, order: str) -> bytes:
    one, two = struct.unpack(">II", before.rjust(8, b"\0"))
    words: Iterable[int] = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for even, odd in zip(words, words, strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two)
