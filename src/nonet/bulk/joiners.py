"""One file from the files of many shards: one header in CSV, one footer in Parquet, everything else as it is."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from io import RawIOBase
from typing import Any, BinaryIO, Protocol

from nonet.bulk.direct import DirectFile
from nonet.bulk.files import exactly, write_all
from nonet.bulk.held import HeldReader
from nonet.bulk.need import need
from nonet.bulk.rows import rows_of
from nonet.bulk.sources import Kind
from nonet.errors import NonetError

__all__ = ["Joiner", "copy", "join", "joiner_for"]


class Joiner(Protocol):
    """Writes shards one behind the other."""

    def add(self, shard: RawIOBase, name: str) -> bytes:
        """The next shard, open for reading. What must be known of it if the file is gone on with later."""
        ...

    def again(self, note: bytes) -> None:
        """The next shard stands there already: what `add` said of it."""
        ...

    def close(self) -> None:
        """What comes behind the last of them."""
        ...


def join(shards: Iterable[str], output: BinaryIO, kind: Kind) -> None:
    """One file from the files of all shards, in order, each as it comes."""
    joiner = joiner_for(output, kind)
    for shard in shards:
        with open(shard, "rb", buffering=0) as file:
            joiner.add(file, shard)
    joiner.close()


def joiner_for(output: BinaryIO, kind: Kind) -> Joiner:
    """A joiner for shards of that kind."""
    if kind.format == "parquet":
        from nonet.bulk.parquet_join import ParquetJoiner

        return ParquetJoiner(output)
    return _TableJoiner(output, kind.packing) if kind.format == "csv" else _LineJoiner(output)


class _LineJoiner:
    def __init__(self, output: BinaryIO) -> None:
        self._output = output

    def add(self, shard: RawIOBase, name: str) -> bytes:
        copy(shard, self._output)
        return b""

    def again(self, note: bytes) -> None:
        pass

    def close(self) -> None:
        pass


class _TableJoiner:
    """The header stands in the first shard, and is left out of the others."""

    def __init__(self, output: BinaryIO, packing: str) -> None:
        self._output = output
        self._packing = packing
        self._header = b""
        self._first = ""

    def add(self, shard: RawIOBase, name: str) -> bytes:
        header = _header(shard, self._packing)
        if not self._first:
            self._header, self._first = header, name
            shard.seek(0)
        elif header != self._header:
            raise NonetError(f"{name} has another header than {self._first}; they cannot be one file")
        copy(shard, self._output)
        return header

    def again(self, note: bytes) -> None:
        self._header, self._first = note, "the first shard"

    def close(self) -> None:
        pass


def _header(file: RawIOBase, packing: str) -> bytes:
    """The header at the beginning of a CSV file of ours, as it stands there; the file is left behind it."""
    size = 1 << 16
    while True:
        file.seek(0)
        head = exactly(file, size)
        length = _first_row(head) if not packing else _first_member(head, packing)
        if length or len(head) < size:
            file.seek(length)
            return bytes(head[:length])
        size *= 4


def _first_row(head: bytes) -> int:
    numpy = need("numpy", "bulk")
    rows = rows_of(numpy.frombuffer(head, numpy.uint8), quotes=True, final=False)
    return int(rows.starts[1]) if len(rows.starts) > 1 else rows.used


def _first_member(head: bytes, packing: str) -> int:
    unpacker: Any
    if packing == "gz":
        unpacker = zlib.decompressobj(31)
    else:
        unpacker = need("zstandard", "joining .zst files").ZstdDecompressor().decompressobj()
    unpacker.decompress(head)
    return len(head) - len(unpacker.unused_data) if unpacker.eof else 0


def copy(source: RawIOBase, output: BinaryIO, count: int | None = None) -> None:
    """The rest of a shard (or `count` bytes of it) to another file; without a copy in between where it can be."""
    place = source.tell()
    left = source.seek(0, os.SEEK_END) - place if count is None else count
    source.seek(place)
    if isinstance(source, HeldReader):
        for part in source.parts(left):
            write_all(output, part)
        return
    if isinstance(output, DirectFile):
        while left > 0 and (size := output.take(source, left)):
            left -= size
        return
    while left > 0 and (block := source.read(min(left, 1 << 20))):
        write_all(output, block)
        left -= len(block)
