"""The rows of a data set, batch by batch, whatever its format: what `nonet.bulk` reads."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nonet.bulk.pieces import split
from nonet.bulk.readers import read
from nonet.bulk.sources import Source, sources
from nonet.bulk.storage import Spool, storage_for

__all__ = ["TableRows", "table_rows"]

PIECE_ROWS = 200_000


@dataclass(frozen=True)
class TableRows:
    """Some rows: an Arrow record batch, and how many lines of the file are no rows."""

    source: Source
    batch: Any
    unreadable: int

    def column(self, index: int | None) -> Any:
        return None if index is None else self.batch.column(index)


def table_rows(name: str, column: str | None = None) -> Iterator[TableRows]:
    """All rows of a file, a folder or a pattern."""
    for source in sources([name], column=column, mixed=True):
        with tempfile.TemporaryDirectory(prefix="nonet-") as folder:
            spool = Spool(storage_for(folder), folder)
            for piece in split(source, PIECE_ROWS, spool=spool):
                for rows in read(piece):
                    yield TableRows(source, rows.batch, len(rows.faults))
                if piece.spooled:
                    spool.remove(piece.path)
