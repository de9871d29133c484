"""Builds a data set: a bulk run makes the rows in shards, then they are divided into one file for each split.

    spec ──▶ tasks ──▶ bulk's run ──▶ FOLDER/_shards/ ──▶ without repeats, by split ──▶ train.parquet, train.jsonl, …

The run is that of `nonet.bulk`: any number of processes or a cluster, and the same command continues after an
interruption. Shards do not know of each other, so repeats are found when they are joined; for those that fall out, the
run goes on with further numbers. The result depends on the specification alone, not on how it was made.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from nonet.bulk.errors import OtherRun, writing
from nonet.bulk.executors import Executor
from nonet.bulk.output import Manifest, Output
from nonet.bulk.progress import RunProgress
from nonet.bulk.run import remove_shards, run
from nonet.bulk.sources import FileKind
from nonet.bulk.storage import Spool, storage_for
from nonet.bulk.tasks import MadeTask, RunSpec, Task, shard_rows
from nonet.data.rows import BLOCK, make_rows
from nonet.data.spec import DataSpec, SubsetGroup
from nonet.data.splits import (
    RECORD,
    SPEC,
    BuiltSet,
    RowChooser,
    column_names,
    divide,
    file_names,
    row_batch,
    shard_batches,
)
from nonet.errors import RecipeError
from nonet.native import required_kernel
from nonet.version import __version__

SHARD_ROWS = (BLOCK, 20 * BLOCK)


class Shortfall(RecipeError):
    """There are not as many distinct puzzles as a part asks for."""


def build(
    spec: DataSpec,
    folder: str,
    executor: Executor,
    *,
    restart: bool = False,
    watch: Callable[[RunProgress], None] = lambda progress: None,
) -> BuiltSet:
    """Makes the data set in a folder, or continues there."""
    folder = os.path.abspath(folder)
    finished = None if restart else _finished(spec, folder)
    if finished is not None:
        return finished
    if spec.with_se:
        required_kernel("Sudoku Explainer")  # now, not in the first shard
    shards = Output(os.path.join(folder, "_shards") + "/", FileKind("arrow"))
    storage = storage_for(folder)
    if restart:
        storage.remove(os.path.join(folder, RECORD))
    elif storage.read(shards.manifest) is None and storage.read(os.path.join(folder, RECORD)) is None:
        _refuse_files(spec, folder)
    with writing(folder):
        storage.make_folder(folder)
    numbers = {subset.number: subset.count for subset in spec.subsets}
    more: list[_Piece] = []
    while True:
        run(_run_spec(spec, more), shards, executor, restart=restart, watch=watch)
        restart = False
        missing = _missing(spec, shards)
        if not missing:
            break
        for group in spec.groups:
            for subset in group.subsets:
                if left := missing.get(subset.number):
                    first = -(-numbers[subset.number] // BLOCK) * BLOCK
                    count = -(-max(left, numbers[subset.number]) // BLOCK) * BLOCK + BLOCK
                    longer = replace(subset, count=first + count)
                    more.append(_Piece(SubsetGroup(group.number, (longer,)), first, count))
                    numbers[subset.number] = longer.count
    built = divide(spec, folder, shards)
    remove_shards(shards, storage)
    return built


# -- the run --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Piece:
    """Successive numbers of the subsets of a group."""

    group: SubsetGroup
    first: int
    count: int

    @property
    def rows(self) -> int:
        ends = [min(subset.count, self.first + self.count) for subset in self.group.subsets]
        return sum(max(0, end - self.first) for end in ends)

    def split(self, rows: int) -> Iterator[_Piece]:
        """Pieces of whole blocks with about `rows` rows, at least one block each."""
        size = max(1, rows // (BLOCK * len(self.group.subsets))) * BLOCK
        for start in range(self.first, self.first + self.count, size):
            yield _Piece(self.group, start, min(size, self.first + self.count - start))


def _run_spec(spec: DataSpec, more: list[_Piece]) -> RunSpec:
    """The shards of every group of subsets, and then those of further numbers."""
    rows = shard_rows(SHARD_ROWS, sum(subset.count for subset in spec.subsets)) // BLOCK * BLOCK
    whole = [_Piece(group, 0, max(subset.count for subset in group.subsets)) for group in spec.groups]
    pieces = (*whole, *more)

    def shards() -> Iterator[_Piece]:
        """One by one: a specification may ask for more of them than fit into memory."""
        return (shard for piece in pieces for shard in piece.split(rows))

    def tasks(spool: Spool) -> Iterator[Task]:
        for number, shard in enumerate(shards()):
            subsets = shard.group.subsets
            numbers = ", ".join(str(subset.number) for subset in subsets)
            key = f"subsets {numbers}: puzzles {shard.first} to {shard.first + shard.count - 1}"
            name = ", ".join(subset.part.name for subset in subsets)
            yield DataTask(number, key, name, shard.rows, 1, spec.seed, spec, shard)

    manifest = Manifest(job="dataset", options=spec.options, seed=spec.seed, inputs=(), shard_rows=rows)
    weight = sum(piece.rows for piece in pieces)
    is_small = weight <= rows or len(list(islice(shards(), 2))) == 1
    return RunSpec(manifest, tasks, weight=weight, is_small=is_small)


@dataclass(frozen=True)
class DataTask(MadeTask):
    """Some rows of a group of subsets."""

    job = "dataset"
    spec: DataSpec
    piece: _Piece

    def batches(self) -> Iterator[Any]:
        rows = make_rows(self.spec, self.piece.group, self.piece.first, self.piece.count)
        while some := list(islice(rows, BLOCK)):
            yield row_batch([vars(row) for row in some], column_names(self.spec))


def _missing(spec: DataSpec, shards: Output) -> dict[int, int]:
    """How many rows each subset lacks. Raises a Shortfall if its last ones gave nothing new."""
    chooser = RowChooser(spec)
    tail: Counter[int] = Counter()
    for batch in shard_batches(shards):
        for subset, stays in zip(batch.column("subset").to_pylist(), chooser.mask(batch), strict=True):
            tail[subset] = 0 if stays else tail[subset] + 1
    for subset in spec.subsets:
        if chooser.left[subset.number] and tail[subset.number] >= PATIENCE:
            have = subset.count - chooser.left[subset.number]
            raise Shortfall(
                f"part {subset.part.name}: only {have:,} of {subset.count:,} puzzles are distinct "
                f"({spec.distinct}s, {subset.solutions} solution{'s' * (subset.solutions != 'one')}); ask for fewer"
            )
    return {number: left for number, left in chooser.left.items() if left}


PATIENCE = 400
"""Repeats in a row after which a subset is taken to be exhausted."""


def _refuse_files(spec: DataSpec, folder: str) -> None:
    """Refuses a folder with files that the data set would replace; the specification itself may be there."""
    storage = storage_for(folder)
    for name in file_names(spec):
        path = os.path.join(folder, name)
        if storage.size(path) is not None and (name != SPEC or storage.read(path) != spec.text.encode()):
            raise OtherRun(f"{path} exists already; choose another folder, or --restart to replace it")


def _finished(spec: DataSpec, folder: str) -> BuiltSet | None:
    """The data set itself, if it is there already. Refuses the folder of another one."""
    storage = storage_for(folder)
    text = storage.read(os.path.join(folder, RECORD))
    if text is None:
        return None
    try:
        record = json.loads(text)
        same = record["version"] == __version__ and record["spec"] == spec.text
        built = BuiltSet(folder, record["rows"], record["files"], record["repeats"], was_there=True)
    except (ValueError, KeyError, TypeError):
        raise OtherRun(f"{folder}/{RECORD} cannot be parsed; use --restart to start again") from None
    if not same:
        raise OtherRun(
            f"{folder} has a data set of another specification or version; choose another folder, or --restart"
        )
    sizes = {name: storage.size(os.path.join(folder, name)) for name in built.files}
    intact = all(sizes[name] == file["bytes"] for name, file in built.files.items())
    return built if intact else None
