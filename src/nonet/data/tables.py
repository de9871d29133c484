"""The rows of a data set, batch by batch, whatever its format: what `nonet.bulk` reads, and JSON lines."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from nonet.bulk.columns import answer_column, puzzle_column
from nonet.bulk.pieces import split
from nonet.bulk.readers import read
from nonet.bulk.sources import Source, sources
from nonet.bulk.storage import Spool, storage_for
from nonet.optional_import import optional_import

PIECE_ROWS = 200_000


@dataclass(frozen=True)
class TableRows:
    """Some rows: an Arrow record batch, and how many lines of the file are not rows."""

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
                    yield _objects(TableRows(source, rows.batch, len(rows.faults)))
                if piece.spooled:
                    spool.remove(piece.path)


def _objects(rows: TableRows) -> TableRows:
    """The rows themselves; if they are lines of JSON objects, as `sudoku dataset build` writes them, a table with the
    keys of the first one as columns. A line that is not such an object is unreadable.
    """
    is_lines = rows.source.kind.format == "lines"
    lines = rows.batch.column(0).cast("binary").to_pylist() if is_lines else []  # they may not be UTF-8
    first = _object(lines[0]) if lines else None
    names = tuple(first or ())
    puzzle = puzzle_column(names, rows.source.wanted)
    if puzzle is None or not names:
        return rows
    pyarrow = optional_import("pyarrow")
    objects = [
        each for each in map(_object, lines) if each is not None and isinstance(each.get(names[puzzle]), str)
    ]
    columns = [pyarrow.array([_text(each.get(name)) for each in objects], "string") for name in names]
    source = replace(
        rows.source,
        columns=names,
        types=("string",) * len(names),
        puzzle=puzzle,
        answer=answer_column(names, puzzle),
    )
    batch = pyarrow.RecordBatch.from_arrays(columns, list(names))
    return TableRows(source, batch, rows.unreadable + len(lines) - len(objects))


def _object(line: bytes) -> dict[str, Any] | None:
    if not line.startswith(b"{"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _text(value: object) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)
