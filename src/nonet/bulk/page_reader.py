"""Read a column of puzzles from a Parquet file without unpacking it, where its pages are plain.

    header │ levels │ 81 0 0 0 53..7… │ 81 0 0 0 6..19… │ …       a page: texts of 81 bytes, each behind its length

Such a page is what the kernel takes: records 85 bytes apart. So the pages of a row group are read one behind the other
into a buffer, without their headers, and nothing else is done to them. `nonet.bulk.pages` writes such files; pyarrow
does, if it is told to use no dictionary and no compression. Any other page is left to pyarrow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.bulk.boards import CELLS
from nonet.bulk.need import need
from nonet.bulk.texts import FRAME, Texts
from nonet.bulk.thrift import unpacked_from
from nonet.errors import NonetError

if TYPE_CHECKING:
    import numpy

    from nonet.bulk.buffers import Buffers
    from nonet.bulk.footer import Footer, Pages

    Array = numpy.ndarray[Any, Any]

__all__ = ["plain_texts_of"]

LEAST_ROWS = 1 << 13
"""Row groups with fewer rows are left to pyarrow, which takes many at once."""

RECORD = CELLS + FRAME
_HEAD = 1 << 10
_DATA_PAGE, _PLAIN = 0, 0


def plain_texts_of(
    path: str, footer: Footer, number: int, column: int, *, chunk_rows: int, blocks: Buffers
) -> Iterator[Texts] | None:
    """The texts of a column of a row group, about `chunk_rows` at a time; None if their pages are not plain.

    Every page is looked at before the first is read: so the answer is all or nothing.
    """
    group = footer.groups[number]
    where = group.columns[column]
    if not footer.texts[column] or not where.plain or group.rows < LEAST_ROWS:
        return None
    pages = _pages(path, where, group.rows, footer.optional[column])
    return None if pages is None else _read(path, pages, chunk_rows, blocks)


def _pages(path: str, where: Pages, rows: int, optional: bool) -> list[tuple[int, int]] | None:
    """Of each page where its records begin, and how many there are."""
    place, stop = where.start, where.start + where.size
    found: list[tuple[int, int]] = []
    before = _Page(b"", 0, 0)
    with open(path, "rb", buffering=0) as file:
        while place < stop:
            file.seek(place)
            head = file.read(_HEAD)
            page = before if before.head and head.startswith(before.head) else _page(head, optional)
            if page is None:
                return None
            found.append((place + len(page.head), page.rows))
            place += len(page.head) + page.length
            before = page
    return found if sum(count for _, count in found) == rows else None


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
        levels = _levels_size(head[size:], count) if optional else 0
        if levels is None or count < 0 or length != levels + count * RECORD:
            return None
    except (NonetError, AttributeError, LookupError, TypeError, RecursionError):
        return None
    return _Page(head[: size + levels], count, length - levels)


def _levels_size(head: bytes, count: int) -> int | None:
    """How many bytes the levels of a page take, if they say that every value is there; else None."""
    size = int.from_bytes(head[:4], "little")
    run, shift = 0, 0
    for place, byte in enumerate(head[4 : 4 + size]):
        run |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            complete = not run & 1 and run >> 1 >= count and head[5 + place : 6 + place] == b"\x01"
            return 4 + size if complete and size == place + 2 else None
    return None


def _read(path: str, pages: list[tuple[int, int]], chunk_rows: int, blocks: Buffers) -> Iterator[Texts]:
    with open(path, "rb", buffering=0) as file:
        while pages:
            taken = [pages.pop(0)]
            rows = taken[0][1]
            while pages and rows + pages[0][1] <= chunk_rows:
                taken.append(pages.pop(0))
                rows += taken[-1][1]
            yield _texts(file, taken, rows, blocks)


def _texts(file: Any, pages: list[tuple[int, int]], rows: int, blocks: Buffers) -> Texts:
    numpy = need("numpy", "bulk")
    data = blocks.take(rows * RECORD)
    place = 0
    for start, count in pages:
        file.seek(start)
        view = data.data[place : place + count * RECORD]
        place += count * RECORD
        while view.nbytes:
            size = file.readinto(view)
            if not size:
                raise NonetError(f"{file.name} breaks off")
            view = view[size:]
    lengths = numpy.ndarray((rows,), "<u4", data, 0, (RECORD,))
    if int(numpy.count_nonzero(lengths == CELLS)) == rows:
        return Texts.even(data, count=rows, stride=RECORD, width=CELLS, first=FRAME, framed=True)
    return _uneven(data, rows)


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
