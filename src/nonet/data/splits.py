"""The files of a data set: the rows of all shards, without repeats, in one file for each split and format."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, fields
from hashlib import file_digest
from itertools import chain
from typing import Any

from nonet.bulk.batches import bool_array, text_array
from nonet.bulk.output import Output
from nonet.bulk.parquet_files import ParquetBatches, empty_batch, read_stream
from nonet.bulk.storage import TEMPORARY, storage_for
from nonet.data.card import data_card
from nonet.data.disguises import augment
from nonet.data.rows import DataRow
from nonet.data.spec import TRACES, DataSpec
from nonet.generate.distinct import KeySet
from nonet.jobs.job import run_metadata
from nonet.layout import CLASSIC
from nonet.optional_import import optional_import
from nonet.version import __version__

RECORD = "dataset.json"
"""Says that a data set is finished, and what is in it."""

CARD, SPEC = "README.md", "spec.toml"

_WHOLE = {"clues", "rating", "guesses", "rounds", "subset", "number", "disguise"}
_DECIMAL = {"er", "ep", "ed"}
_HIDDEN = ("subset",)
"""Columns of the shards that the data set does not have."""


@dataclass(frozen=True)
class BuiltSet:
    """A finished data set: its files, with sizes and checksums, and how many rows each split has by part."""

    folder: str
    rows: Mapping[str, Mapping[str, int]]
    files: Mapping[str, Mapping[str, Any]]
    repeats: int
    was_there: bool = False

    @property
    def count(self) -> int:
        return sum(sum(parts.values()) for parts in self.rows.values())


# -- tables ---------------------------------------------------------------------------------------------------


def column_names(spec: DataSpec) -> tuple[str, ...]:
    """The columns of the shards."""
    left_out = set() if spec.with_se else set(_DECIMAL)
    left_out |= {name for name, wanted in spec.trace_columns.items() if not wanted}
    return tuple(field.name for field in fields(DataRow) if field.name not in left_out)


def row_batch(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> Any:
    pyarrow = optional_import("pyarrow")
    arrays = []
    for name in columns:
        values = [row[name] for row in rows]
        if name in _WHOLE:
            arrays.append(pyarrow.array(values, pyarrow.int64(), from_pandas=False))
        elif name in _DECIMAL:
            arrays.append(pyarrow.array(values, pyarrow.float64(), from_pandas=False))
        else:
            arrays.append(text_array(values))
    return pyarrow.RecordBatch.from_arrays(arrays, list(columns))


def shard_batches(shards: Output) -> Iterator[Any]:
    """The shards in order, batch by batch."""
    storage = storage_for(shards.parts)
    for name in sorted(name for name in storage.names(shards.parts) if name.startswith("part-")):
        yield from read_stream(storage.local_copy(f"{shards.parts}/{name}"))


class RowChooser:
    """Decides which rows stay: no repeats, and of each subset as many as it should have."""

    def __init__(self, spec: DataSpec) -> None:
        self.left = {subset.number: subset.count for subset in spec.subsets}
        self.repeats = 0
        self._column = "key" if spec.distinct == "puzzle" else "grid"
        self._seen = KeySet()

    def mask(self, batch: Any) -> list[bool]:
        chosen = []
        for subset, key in zip(
            batch.column("subset").to_pylist(), batch.column(self._column).to_pylist(), strict=True
        ):
            stays = self.left[subset] > 0 and self._seen.add(bytes.fromhex(key))
            if stays:
                self.left[subset] -= 1
            elif self.left[subset] > 0:
                self.repeats += 1
            chosen.append(stays)
        return chosen


# -- the files ------------------------------------------------------------------------------------------------


def file_names(spec: DataSpec) -> tuple[str, ...]:
    """All files that a data set consists of."""
    splits = (f"{name}.{kind}" for name, _ in spec.split for kind in spec.formats)
    return (*splits, SPEC, CARD, RECORD)


class _SplitFile:
    """A file of one split, which has its name when the stack is closed."""

    def __init__(
        self, stack: ExitStack, folder: str, name: str, kind: str, metadata: Mapping[str, str]
    ) -> None:
        self.name = f"{name}.{kind}"
        path = os.path.join(folder, self.name)
        self._path = stack.enter_context(storage_for(folder).whole_file(path))
        self._file = stack.enter_context(open(self._path, "wb"))  # noqa: SIM115 - closed by the stack
        self._parquet = ParquetBatches(self._file, metadata) if kind == "parquet" else None

    def write(self, batch: Any) -> None:
        if self._parquet is not None:
            self._parquet.write(batch)
        else:
            self._file.write(b"".join([_json_line(row) for row in batch.to_pylist()]))

    def finish(self, schema: Any) -> dict[str, Any]:
        """Completes the file; its size and checksum."""
        if self._parquet is not None:
            self._parquet.write(empty_batch(schema))  # a file without rows has a schema, too
            self._parquet.close()
        self._file.close()
        with open(self._path, "rb") as file:
            return {"bytes": os.path.getsize(self._path), "sha256": file_digest(file, "sha256").hexdigest()}


def _json_line(row: dict[str, Any]) -> bytes:
    """Paths are JSON already."""
    values = {
        name: value if name in TRACES else json.dumps(value, ensure_ascii=False)
        for name, value in row.items()
        if value is not None
    }
    return ("{" + ",".join([f'"{name}":{value}' for name, value in values.items()]) + "}\n").encode()


def divide(spec: DataSpec, folder: str, shards: Output) -> BuiltSet:
    """The rows that stay, in one file for each split and format; the card, and last the record that all is there."""
    metadata = run_metadata("dataset", spec.seed)
    storage = storage_for(folder)
    for name in storage.names(folder):
        if name.startswith(TEMPORARY):  # of a process that was killed
            storage.remove(os.path.join(folder, name))
    counts: dict[str, Counter[str]] = {name: Counter() for name, _ in spec.split}
    chooser = RowChooser(spec)
    with ExitStack() as stack:
        files = {
            name: [_SplitFile(stack, folder, name, kind, metadata) for kind in spec.formats]
            for name in counts
        }
        schema = _write_splits(spec, shards, chooser, files, counts)
        published = {file.name: file.finish(schema) for some in files.values() for file in some}
    rows = {name: dict(parts) for name, parts in counts.items()}
    built = BuiltSet(folder, rows, published, chooser.repeats)
    storage.write(os.path.join(folder, SPEC), spec.text.encode())
    storage.write(os.path.join(folder, CARD), data_card(spec, rows, published, chooser.repeats).encode())
    record = {
        "version": __version__,
        "spec": spec.text,
        "rows": rows,
        "files": published,
        "repeats": chooser.repeats,
    }
    storage.write(os.path.join(folder, RECORD), (json.dumps(record, indent=1) + "\n").encode())
    return built


def _write_splits(
    spec: DataSpec,
    shards: Output,
    chooser: RowChooser,
    files: Mapping[str, list[_SplitFile]],
    counts: Mapping[str, Counter[str]],
) -> Any:
    """Writes and counts the rows that stay; the schema of all files."""
    pc = optional_import("pyarrow.compute")
    first, schema, place = spec.split[0][0], None, 0
    for whole in shard_batches(shards):
        kept = whole.filter(bool_array(optional_import("numpy").array(chooser.mask(whole), bool)))
        kept = kept.drop_columns(list(_HIDDEN))
        schema = kept.schema
        for name in files:
            some = kept.filter(pc.equal(kept.column("split"), name))
            if not some.num_rows:
                continue
            counts[name].update(some.column("part").to_pylist())
            disguised = _disguised(spec, some, place) if name == first else ()
            for batch in chain([some], disguised):
                for file in files[name]:
                    file.write(batch)
        place += whole.num_rows
    return schema


_BY_ORDER = {"level", "rating", "technique", "techniques", "er", "ep", "ed", "guesses", "rounds", *TRACES}
"""What depends on the order in which cells and digits are looked at: a disguise may have something else."""


def _disguised(spec: DataSpec, batch: Any, place: int) -> Iterator[Any]:
    """Copies of rows in random disguises, without what is not known of them; puzzles with rules have none."""
    if not spec.disguises:
        return
    numpy = optional_import("numpy")
    rows = [row for row in batch.to_pylist() if row["layout"] == CLASSIC.name and row["guesses"] is not None]
    if not rows:
        return
    both = [
        numpy.array(
            [[int(sign) if sign != "." else 0 for sign in row[name] or "." * 81] for row in rows], "uint8"
        )
        for name in ("puzzle", "solution")
    ]
    for number in range(1, spec.disguises + 1):
        puzzles, solutions = augment(*both, seed=spec.seed + number, first=place)
        copies = []
        for row, puzzle, solution in zip(rows, puzzles, solutions, strict=True):
            unknown = dict.fromkeys(_BY_ORDER & row.keys())
            changed = {"puzzle": _text(puzzle), "disguise": number}
            changed["solution"] = _text(solution) if row["solution"] is not None else None
            copies.append({**row, **unknown, **changed})
        yield row_batch(copies, tuple(batch.schema.names))


def _text(values: Any) -> str:
    return "".join(map(str, values.tolist())).replace("0", ".")
