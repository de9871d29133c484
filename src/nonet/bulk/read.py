"""Read a piece, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonet.bulk import files
from nonet.bulk.chunk import Chunk, Column
from nonet.bulk.need import need
from nonet.bulk.pieces import Piece
from nonet.bulk.texts import Texts

__all__ = ["CHUNK_ROWS", "read"]

CHUNK_ROWS = 1 << 16


def read(piece: Piece, *, chunk_rows: int = CHUNK_ROWS) -> Iterator[Chunk]:
    """The rows of a piece, about `chunk_rows` at a time, in order; at least one chunk, even if it has no row."""
    return _lines(piece, chunk_rows)


def _lines(piece: Piece, chunk_rows: int) -> Iterator[Chunk]:
    numpy = need("numpy", "bulk")
    with files.open_read(piece.source.path) as file:
        file.seek(piece.start)
        left, row, rest, any_yet = piece.stop - piece.start, 0, b"", False
        while left or rest or not any_yet:
            block = rest + file.read(min(left, chunk_rows * 82 - len(rest)))
            left -= len(block) - len(rest)
            end = block.rfind(b"\n") + 1 if left else len(block)
            block, rest = block[:end], block[end:]
            data = numpy.frombuffer(block, numpy.uint8)
            texts, lines = _texts(block, data)
            any_yet = True
            yield Chunk(texts, (Column("puzzle", texts),), first=row, size=len(block))
            row += lines


def _texts(block: bytes, data: Any) -> tuple[Texts, int]:
    if len(block) % 82 == 0 and block[81::82].count(b"\n") == len(block) // 82 == block.count(b"\n"):
        return Texts.even(data, count=len(block) // 82, stride=82, width=81), len(block) // 82
    lines = block.splitlines()
    return Texts.of([line.strip() for line in lines]), len(lines)
