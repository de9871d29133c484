"""Read a column of puzzles from a Parquet file by ourselves; without unpacking it, where its pages are plain.

    header │ levels │ 81 0 0 0 53..7… │ 81 0 0 0 6..19… │ …       a page: texts of 81 bytes, each behind its length

Such a page is what the kernel takes: records 85 bytes apart. So the pages of a row group are read one behind the other
into a buffer, without their headers, and nothing else is done to them. `nonet.bulk.pages` writes such files; pyarrow
does, if it is told to use no dictionary and no compression. What it writes by default is for `packed_pages`; any other
page is left to pyarrow.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import FileIO
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.bulk.boards import CELLS
from nonet.bulk.files import read_at
from nonet.bulk.levels import levels_size
from nonet.bulk.need import need
from nonet.bulk.packed_pages import PackedPages, overlapping, trimmed
from nonet.bulk.texts import FRAME, Texts
from nonet.bulk.thrift import unpacked_from
from nonet.errors import NonetError

if TYPE_CHECKING:
    import numpy

    from nonet.bulk.buffers import Buffers
    from nonet.bulk.footer import Footer, Pages

    Array = numpy.ndarray[Any, Any]

__all__ = ["TextPages"]

LEAST_ROWS = 1 << 13
"""Row groups with fewer rows are left to pyarrow, which takes many at once."""

RECORD = CELLS + FRAME
_HEAD = 1 << 10
_DATA_PAGE, _PLAIN = 0, 0


class TextPages:
    """A column of texts in a file that is open."""

    def __init__(self, file: FileIO, footer: Footer, column: int, blocks: Buffers) -> None:
        self._file = file
        self._footer = footer
        self._column = column
        self._blocks = blocks
        self._before = _Page(b"", 0, 0)

    def texts(self, group: int, rows: range, chunk_rows: int) -> Iterator[Texts] | None:
        """Some rows of a row group, about `chunk_rows` at a time; None if its pages are for pyarrow.

        Every page is looked at before the first is read: so the answer is all or nothing.
        """
        whole, where = self._footer.groups[group].rows, self._footer.groups[group].columns[self._column]
        if not self._are_known(group):
            return None
        if not where.plain:
            return self._packed(where).texts(whole, rows, chunk_rows)
        pages = self._pages(where)
        if pages is None or sum(count for _, count in pages) != whole:
            return None
        wanted, first = overlapping(pages, rows, lambda page: page[1])
        return trimmed(self._read(wanted, chunk_rows), rows.start - first, len(rows))

    def opens_within(self, group: int) -> bool:
        """Whether rows in the middle of a row group can be read without those before them."""
        where = self._footer.groups[group].columns[self._column]
        if not self._are_known(group):
            return False
        return self._pages(where) is not None if where.plain else self._packed(where).are_known()

    def _are_known(self, group: int) -> bool:
        known = self._footer.texts[self._column] and self._footer.groups[group].columns[self._column].known
        return bool(known) and self._footer.groups[group].rows >= LEAST_ROWS

    def _packed(self, where: Pages) -> PackedPages:
        optional = self._footer.optional[self._column]
        return PackedPages(self._file, where, optional=optional, blocks=self._blocks)

    def _pages(self, where: Pages) -> list[tuple[int, int]] | None:
        """Of each page where its records begin, and how many there are."""
        place, stop = where.start, where.start + where.size
        found: list[tuple[int, int]] = []
        while place < stop:
            head = bytearray(_HEAD)
            del head[read_at(self._file, place, memoryview(head)) :]
            page = self._before
            if not page.head or not head.startswith(page.head):
                known = _page(bytes(head), self._footer.optional[self._column])
                if known is None:
                    return None
                page = self._before = known
            found.append((place + len(page.head), page.rows))
            place += len(page.head) + page.length
        return found

    def _read(self, pages: list[tuple[int, int]], chunk_rows: int) -> Iterator[Texts]:
        while pages:
            taken = [pages.pop(0)]
            rows = taken[0][1]
            while pages and rows + pages[0][1] <= chunk_rows:
                taken.append(pages.pop(0))
                rows += taken[-1][1]
            yield self._joined(taken, rows)

    def _joined(self, pages: list[tuple[int, int]], rows: int) -> Texts:
        """The records of some pages, one behind the other."""
        numpy = need("numpy", "bulk")
        data = self._blocks.take(rows * RECORD)
        filled = 0
        for start, count in pages:
            size = count * RECORD
            if read_at(self._file, start, data.data[filled : filled + size]) < size:
                raise NonetError(f"{self._file.name} breaks off")
            filled += size
        lengths = numpy.ndarray((rows,), "<u4", data, 0, (RECORD,))
        if int(numpy.count_nonzero(lengths == CELLS)) == rows:
            return Texts.even(data, count=rows, stride=RECORD, width=CELLS, first=FRAME, framed=True)
        return _uneven(data, rows)


class _Page(NamedTuple):
    """What stands before the records of a page (most pages begin with the same bytes), and how much follows."""

    head: bytes
    rows: int
    length: int


def _page(head: bytes, optional: bool) -> _Page | None:
    """The page that begins with these bytes; None if it is no page of records."""
    try:
        header, size = unpacked_from(head)
        page = header[5][1] if 5 in header else {}
        if header[1][1] != _DATA_PAGE or not page or page[2][1] != _PLAIN:
            return None
        count, length = page[1][1], header[3][1]
        levels = levels_size(head[size:], count) if optional else 0
        if levels is None or count < 0 or length != levels + count * RECORD:
            return None
    except (NonetError, AttributeError, LookupError, TypeError, RecursionError):
        return None
    return _Page(head[: size + levels], count, length - levels)


def _uneven(data: Array, rows: int) -> Texts:
    """Texts of other lengths too, which happen to have 81 bytes on average: one by one."""
    places, lengths, place = [], [], 0
    view = data.data
    for _ in range(rows):
        length = int.from_bytes(view[place : place + FRAME], "little")
        places.append(place + FRAME)
        lengths.append(length)
        place += FRAME + length
        if place > len(view):
            raise NonetError("a page of a Parquet file breaks off")
    return Texts.uneven(data, places, lengths)
