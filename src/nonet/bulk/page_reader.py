"""Read a column of puzzles from a Parquet file without unpacking it, where its pages are plain.

    header │ levels │ 81 0 0 0 53..7… │ 81 0 0 0 6..19… │ …       a page: texts of 81 bytes, each behind its length

Such a page is what the kernel takes: records 85 bytes apart. So the pages of a row group are read one behind the other
into a buffer, without their headers, and nothing else is done to them. `nonet.bulk.pages` writes such files; pyarrow
does, if it is told to use no dictionary and no compression. Any other page is left to pyarrow.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nonet.bulk.boards import CELLS
from nonet.bulk.need import need
from nonet.bulk.texts import FRAME, Texts
from nonet.bulk.thrift import unpacked_from
from nonet.errors import NonetError

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["plain_pages", "texts_of_pages"]

LEAST_ROWS = 1 << 13
"""Row groups with fewer rows are left to pyarrow, which takes many at once."""

RECORD = CELLS + FRAME
_HEAD = 1 << 10
_DATA_PAGE, _PLAIN = 0, 0


def plain_pages(file: Any, group: int, column: int) -> tuple[int, int] | None:
    """Where the pages of a column of a row group are (offset, size), if they may be plain texts; else None."""
    schema = file.schema.column(column)
    meta = file.metadata.row_group(group).column(column)
    if (
        meta.physical_type != "BYTE_ARRAY"
        or meta.compression != "UNCOMPRESSED"
        or meta.has_dictionary_page
        or schema.max_definition_level > 1
        or schema.max_repetition_level
        or str(file.schema_arrow.field(column).type) != "string"
        or not set(meta.encodings) <= {"PLAIN", "RLE", "BIT_PACKED"}
        or file.metadata.row_group(group).num_rows < LEAST_ROWS
    ):
        return None
    return int(meta.data_page_offset), int(meta.total_compressed_size)


def texts_of_pages(
    path: str, where: tuple[int, int], rows: int, *, optional: bool, chunk_rows: int
) -> Iterator[Texts] | None:
    """The texts of all pages, about `chunk_rows` at a time; None if a page is of another kind after all.

    Every page is looked at before the first is read: so the answer is all or nothing.
    """
    pages = _pages(path, where, rows, optional)
    return None if pages is None else _read(path, pages, chunk_rows)


def _pages(path: str, where: tuple[int, int], rows: int, optional: bool) -> list[tuple[int, int]] | None:
    """Of each page where its records begin, and how many there are."""
    place, stop = where[0], where[0] + where[1]
    found: list[tuple[int, int]] = []
    with open(path, "rb", buffering=0) as file:
        while place < stop:
            head = os.pread(file.fileno(), _HEAD, place)
            try:
                header, size = unpacked_from(head)
            except NonetError:
                return None
            page = header[5][1] if 5 in header else {}
            if header[1][1] != _DATA_PAGE or not page or page[2][1] != _PLAIN:
                return None
            count, length = page[1][1], header[3][1]
            levels = _levels_size(head[size:], count) if optional else 0
            if levels is None or length != levels + count * RECORD:
                return None
            found.append((place + size + levels, count))
            place += size + length
    return found if sum(count for _, count in found) == rows else None


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


def _read(path: str, pages: list[tuple[int, int]], chunk_rows: int) -> Iterator[Texts]:
    with open(path, "rb", buffering=0) as file:
        while pages:
            taken = [pages.pop(0)]
            rows = taken[0][1]
            while pages and rows + pages[0][1] <= chunk_rows:
                taken.append(pages.pop(0))
                rows += taken[-1][1]
            yield _texts(file, taken, rows)


def _texts(file: Any, pages: list[tuple[int, int]], rows: int) -> Texts:
    numpy = need("numpy", "bulk")
    data = numpy.empty(rows * RECORD, numpy.uint8)
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
