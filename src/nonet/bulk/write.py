"""Write chunks as lines, CSV or Parquet.

    lines     what the job found, a line a row; a row whose puzzle has several solutions says so behind its solution
    csv       a header, then the columns that came in, unchanged, and the new ones
    parquet   the same in row groups; job, version and seed in the metadata

A packed text is written in members (gz) or frames (zst), the header in one of its own: so files can be joined without
unpacking them (`nonet.bulk.joiners`). The same chunks give the same bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from nonet.bulk.chunk import Chunk, Coded
from nonet.bulk.doing import WORDS
from nonet.bulk.fields import csv_texts, header_text, plain_texts, rows_text
from nonet.bulk.files import write_all
from nonet.bulk.need import need
from nonet.bulk.sources import Kind
from nonet.bulk.texts import Texts

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["Writer", "writer_for"]

GZ_LEVEL = 4
ZST_LEVEL = 3
SEVERAL_MARK = b" # several solutions"


class Writer(Protocol):
    """Writes chunks to a file that somebody else opened, and closes (after whatever `fsync` he wants)."""

    gap: int
    """How many bytes should lie between two solutions so that they can be written without a copy."""

    def write(self, chunk: Chunk) -> None:
        """One chunk, in order."""
        ...

    def close(self) -> None:
        """Whatever comes at the end; the file stays open. At least one chunk (perhaps of 0 rows) was written before."""
        ...


def writer_for(file: BinaryIO, kind: Kind, *, metadata: Mapping[str, str], job: str = "") -> Writer:
    r"""A writer of that kind; `metadata` is what a Parquet file says about itself.

    >>> from io import BytesIO
    >>> from nonet.bulk.chunk import Column
    >>> puzzles, file = Texts.of([b"1234", b"4321"]), BytesIO()
    >>> writer = writer_for(file, Kind("csv"), metadata={})
    >>> writer.write(Chunk(puzzles, (Column("puzzle", puzzles), Column("id", Texts.of([b"a", b"b"])))))
    >>> writer.close()
    >>> file.getvalue()
    b'puzzle,id\n1234,a\n4321,b\n'
    """
    if kind.format == "parquet":
        from nonet.bulk.parquet import ParquetWriter

        return ParquetWriter(file, metadata)
    put = _Put(file, kind.packing)
    return _Table(put) if kind.format == "csv" else _Lines(put)


class _Put:
    """Writes bytes, packed as it is told; each call is a member of its own."""

    def __init__(self, file: BinaryIO, packing: str) -> None:
        self.file = file
        self.packing = packing
        if packing == "zst":
            zstandard = need("zstandard", "writing .zst files")
            self.packer = zstandard.ZstdCompressor(level=ZST_LEVEL, write_content_size=True)

    def __call__(self, data: Any) -> None:
        view = memoryview(data)
        if not view.nbytes:
            return
        if self.packing == "gz":
            packer = zlib.compressobj(GZ_LEVEL, zlib.DEFLATED, 31)
            view = memoryview(packer.compress(view) + packer.flush())
        elif self.packing == "zst":
            view = memoryview(self.packer.compress(view))
        write_all(self.file, view)


class _Lines:
    gap = 1

    def __init__(self, put: _Put) -> None:
        self.put = put

    def write(self, chunk: Chunk) -> None:
        if not len(chunk):
            return
        number = chunk.puzzle if chunk.added is None or chunk.added >= len(chunk.columns) else chunk.added
        column = chunk.columns[number]
        texts = chunk.puzzles if number == chunk.puzzle else plain_texts(column)
        parts: list[Texts | bytes] = [texts]
        if number != chunk.puzzle and number + 1 < len(chunk.columns):
            status = chunk.columns[number + 1].values
            if isinstance(status, Coded) and status.words == WORDS and (status.codes == 2).any():
                texts = (
                    Texts.even(texts.data, count=len(texts), stride=texts.stride, width=texts.width)
                    if texts.is_even
                    else texts
                )
                marks = Coded(status.codes, ("", "", SEVERAL_MARK.decode()))
                parts = [texts, plain_texts(marks)]
        if len(parts) == 1 and texts.ended:
            self.put(texts.data)
        else:
            self.put(rows_text([*parts, b"\n"], len(chunk)))

    def close(self) -> None:
        pass


class _Table:
    gap = 1

    def __init__(self, put: _Put) -> None:
        self.put = put
        self.begun = False

    def write(self, chunk: Chunk) -> None:
        if not self.begun:
            self.put(header_text([column.name for column in chunk.columns]))
            self.begun = True
        if not len(chunk):
            return
        parts: list[Texts | bytes] = []
        columns = chunk.columns
        if chunk.raw is not None:
            parts, columns = [chunk.raw], columns[chunk.added or len(columns) :]
        for column in columns:
            parts += [b",", csv_texts(column)] if parts else [csv_texts(column)]
        self.put(rows_text([*parts, b"\n"], len(chunk)))

    def close(self) -> None:
        pass
