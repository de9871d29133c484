"""Read a column of puzzles from a Parquet file as most programs write it: packed by Snappy, with a page of words.

    words: 81 0 0 0 53..7… │ 81 0 0 0 6..19… │ …       every text once, until there are too many of them
    codes: levels │ bits │ 0 1 2 1 …                   rows as numbers of words
    texts: levels │ 81 0 0 0 .4..… │ …                 the rows after that, as they are

The kernel unpacks several pages in turn into a block of memory; where levels lie between them, they are closed up, so
that it is one row of records, as in a page of our own. What does not look like that (a text of another length, a row
without a text, a version of pages that we do not know) is left to pyarrow: mostly the headers show it before anything
is read, else `NotKnown` says so.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from io import FileIO
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from nonet.bulk.boards import CELLS
from nonet.bulk.buffers import PAGE
from nonet.bulk.chunk import CHUNK_BYTES
from nonet.bulk.files import read_at
from nonet.bulk.levels import levels_size, varint_at, whole_size
from nonet.bulk.need import need
from nonet.bulk.texts import FRAME, Texts
from nonet.bulk.thrift import Fields, unpacked_from
from nonet.errors import NonetError

if TYPE_CHECKING:
    import numpy

    from nonet.bulk.buffers import Buffers
    from nonet.bulk.footer import Pages

    Array = numpy.ndarray[Any, Any]

__all__ = ["NotKnown", "PackedPages", "overlapping", "trimmed"]

T = TypeVar("T")

RECORD = CELLS + FRAME
_HEAD = 1 << 10
_MOST = 4 * CHUNK_BYTES
"""So many bytes of records may a page hold; larger ones are left to pyarrow, which need not have all of it at once."""
_LEVELS = 16
"""No page has levels of more bytes, if all of its rows are there."""
_DATA_PAGE, _WORDS_PAGE = 0, 2
_PLAIN = 0
_NUMBERS = (2, 8)  # encodings of the numbers of words


_LOOKED_AT: dict[Hashable, list[_Page] | None] = {}
_MOST_LOOKED_AT = 1_000
"""Columns of row groups whose pages are remembered; none is forgotten, for another thread may be about to use it."""


class NotKnown(Exception):
    """What is in a page is not what its header promised."""


class _Page(NamedTuple):
    """Where the bytes of a page are in the file, and what they become."""

    kind: str
    """words, codes or texts"""
    start: int
    length: int
    """in the file"""
    size: int
    """unpacked"""
    rows: int
    levels: int
    """bytes of levels before texts"""


class PackedPages:
    """A column of texts of a row group, in a file that is open."""

    def __init__(self, file: FileIO, where: Pages, *, optional: bool, blocks: Buffers) -> None:
        self._file = file
        self._where = where
        self._optional = optional
        self._blocks = blocks
        self._words: Any = None

    def texts(self, whole: int, rows: range, chunk_rows: int) -> Iterator[Texts] | None:
        """Some of the rows, so many at a time; None if the headers of the pages tell of something else."""
        pages = self._known()
        if pages is None or sum(page.rows for page in pages if page.kind != "words") != whole:
            return None
        data = [page for page in pages if page.kind != "words" and page.rows]
        wanted, first = overlapping(data, rows, lambda page: page.rows)
        if any(page.kind == "codes" for page in wanted):
            wanted = [page for page in pages if page.kind == "words"] + wanted
        return trimmed(self._read(deque(wanted), rows.start - first, chunk_rows), 0, len(rows))

    def are_known(self) -> bool:
        """Whether all pages are such pages, by their headers."""
        return self._known() is not None

    def _known(self) -> list[_Page] | None:
        """All pages; None if one of them is something else. They are looked at once, however many parts are read."""
        state = os.fstat(self._file.fileno())
        key = (state.st_dev, state.st_ino, state.st_mtime_ns, state.st_size, self._where, self._optional)
        if key in _LOOKED_AT:
            return _LOOKED_AT[key]
        found = None
        if not self._where.packed:  # pyarrow unpacks
            with suppress(NonetError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
                found = list(self._pages())
        if len(_LOOKED_AT) < _MOST_LOOKED_AT:
            _LOOKED_AT[key] = found
        return found

    # -- headers

    def _pages(self) -> Iterator[_Page]:
        place, stop = self._where.start, self._where.start + self._where.size
        while place < stop:
            head = bytearray(_HEAD)
            del head[read_at(self._file, place, memoryview(head)) :]
            header, size = unpacked_from(bytes(head))
            place += size
            yield self._page(header, place)
            place += int(header[3][1])

    def _page(self, header: Fields, start: int) -> _Page:
        size, length = int(header[2][1]), int(header[3][1])
        if header[1][1] == _WORDS_PAGE:
            told, kind, levels = header[7][1], "words", 0
            count = int(told[1][1])
            expected = told[2][1] in (_PLAIN, *_NUMBERS) and size == count * RECORD
        elif header[1][1] == _DATA_PAGE:
            told = header[5][1]
            count = int(told[1][1])
            kind = "codes" if told[2][1] in _NUMBERS else "texts"
            levels = whole_size(count) if self._optional and kind == "texts" else 0
            expected = kind == "codes" or (told[2][1] == _PLAIN and size == levels + count * RECORD)
        else:
            raise ValueError("an unknown kind of page")
        fits = 0 <= size <= _MOST and 0 <= length <= size + size // 6 + 32 and 0 <= count * RECORD <= _MOST
        if not expected or not fits or (length != size and not self._where.packed):
            raise ValueError("not such a page")
        return _Page(kind, start, length, size, count, levels)

    # -- bodies

    def _read(self, pages: deque[_Page], skipped: int, chunk_rows: int) -> Iterator[Texts]:
        numpy = need("numpy", "bulk")
        most = chunk_rows + 2 * max((page.rows for page in pages), default=0)
        left = numpy.empty(0, numpy.uint8)  # records for which there was no room in the last chunk
        while pages or len(left):
            rows = len(left) // RECORD
            several: list[_Page] = []
            while pages and rows < chunk_rows + skipped:
                page = pages.popleft()
                if page.kind == "words":
                    self._words = _records(self._unpacked(page))
                else:
                    several.append(page)
                    rows += page.rows
            block = self._blocks.take(2 * PAGE + most * (RECORD + _LEVELS))
            start = (
                2 * PAGE - skipped * RECORD % PAGE
            )  # the first that is wanted begins with a page of memory
            self._fill(block, start, left, several)
            _records(block[start : start + rows * RECORD])
            done, skipped = skipped, 0
            while rows - done >= chunk_rows or (done < rows and not pages):
                count = min(chunk_rows, rows - done)
                first = start + done * RECORD + FRAME
                yield Texts.even(block, count=count, stride=RECORD, width=CELLS, first=first, framed=True)
                done += count
            left = block[start + done * RECORD : start + rows * RECORD].copy()

    def _fill(self, block: Array, start: int, left: Array, several: list[_Page]) -> None:
        """What was left, and the records of some pages, one behind the other."""
        view = block.data
        places: list[int] = []
        place = start + len(left) - (several[0].levels if several else 0)  # levels may lie over what was left
        for page in several:
            places.append(place)
            place += page.levels + page.rows * RECORD
        texts = [both for both in zip(several, places, strict=True) if both[0].kind == "texts"]
        self._unpack(block, texts)
        for page, place in texts:
            if (
                self._optional
                and levels_size(bytes(view[place : place + page.levels]), page.rows) != page.levels
            ):
                raise NotKnown
        end = start + len(left)
        view[start:end] = left.data
        for page, place in zip(several, places, strict=True):
            size = page.rows * RECORD
            if page.kind == "codes":
                self._look_up(page, block[end : end + size])
            elif end < place + page.levels:
                view[end : end + size] = view[place + page.levels :][:size]
            end += size

    def _look_up(self, page: _Page, records: Array) -> None:
        """Rows that are numbers of words."""
        data = bytes(self._unpacked(page))
        levels = levels_size(data, page.rows) if self._optional else 0
        if levels is None or self._words is None:
            raise NotKnown
        codes = _codes(data[levels:], page.rows)
        if int(codes.max()) >= len(self._words):
            raise NotKnown
        rows = records.reshape(page.rows, RECORD)
        need("numpy", "bulk").take(self._words, codes, axis=0, out=rows, mode="clip")

    def _unpacked(self, page: _Page) -> Array:
        """One page by itself."""
        out: Array = need("numpy", "bulk").empty(page.size, "uint8")
        self._unpack(out, [(page, 0)])
        return out

    def _unpack(self, out: Array, pages: list[tuple[_Page, int]]) -> None:
        """The bodies of some pages, each to its place."""
        for page, place in pages:
            self._take(page.start, out.data[place : place + page.size])

    def _take(self, place: int, view: memoryview) -> None:
        if read_at(self._file, place, view) < view.nbytes:
            raise NotKnown


def _records(data: Array) -> Array:
    """Texts of 81 bytes, each behind its length, as an array of (n, RECORD)."""
    records: Array = data.reshape(-1, RECORD)
    numpy = need("numpy", "bulk")
    lengths = numpy.ndarray((len(records),), "<u4", data, 0, (RECORD,))
    if int(numpy.count_nonzero(lengths == CELLS)) < len(records):
        raise NotKnown
    return records


def _codes(data: bytes, count: int) -> Array:
    """Numbers of words: how many bits each has, then runs, of one number or of all of them in bits.

    >>> _codes(bytes([2, 3, 0b11100100, 0, 6, 1]), 11).tolist()
    [0, 1, 2, 3, 0, 0, 0, 0, 1, 1, 1]
    """
    numpy = need("numpy", "bulk")
    if not data or data[0] > 32:
        raise NotKnown
    width, place = data[0], 1
    powers = 1 << numpy.arange(width, dtype=numpy.int64)
    parts: list[Array] = []
    found = 0
    while found < count:
        number = varint_at(data, place)
        if number is None:
            raise NotKnown
        run, place = number
        wanted = min(run >> 1, -(-(count - found) // 8) if run & 1 else count - found)
        size = wanted * width if run & 1 else -(-width // 8)
        body = data[place : place + size]
        place += (run >> 1) * width if run & 1 else size
        if len(body) < size or not wanted:
            raise NotKnown
        if run & 1:
            bits = numpy.unpackbits(numpy.frombuffer(body, numpy.uint8), bitorder="little")
            parts.append(bits.reshape(-1, width) @ powers if width else numpy.zeros(wanted * 8, numpy.int64))
        else:
            parts.append(numpy.full(wanted, int.from_bytes(body, "little")))
        found += len(parts[-1])
    codes: Array = numpy.concatenate(parts)[:count] if parts else numpy.zeros(0, numpy.int64)
    return codes


# -- parts of a row group -----------------------------------------------------------------------------------


def overlapping(pages: Sequence[T], rows: range, rows_of: Callable[[T], int]) -> tuple[list[T], int]:
    """The pages in which some of the rows are, and the first row of the first of them.

    >>> overlapping([3, 3, 3, 3], range(4, 8), int)
    ([3, 3], 3)
    """
    found: list[T] = []
    place, first = 0, rows.start
    for page in pages:
        if place < rows.stop and place + rows_of(page) > rows.start:
            if not found:
                first = place
            found.append(page)
        place += rows_of(page)
    return found, first


def trimmed(texts: Iterator[Texts], skipped: int, count: int) -> Iterator[Texts]:
    """So many texts, after some that are left out."""
    for some in texts:
        start, stop = min(skipped, len(some)), min(skipped + count, len(some))
        skipped -= start
        count -= stop - start
        if start < stop:
            yield some if stop - start == len(some) else some.part(start, stop)
        if not count:
            return
