"""Puzzles, files of them, and the whole way from a file to a file, for the tests of readers, writers and jobs."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from unittest.mock import patch

from nonet.bulk import Chunk, Job, Kind, first_row, join, plan, read, sources, writer_for
from nonet.bulk.chunk import Coded, Column
from nonet.bulk.fields import plain_texts
from nonet.formats import format_grid, parse
from nonet.layout import CLASSIC
from nonet.rng import Rng
from nonet.symmetry import random_transformation

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SEVERAL = EASY.replace("53", "..").replace("79", "..")
NONE = "5" + "." * 7 + "5" + "." * 72


@cache
def puzzle(number: int) -> str:
    """Easy puzzles, all different: one puzzle in many disguises."""
    change = random_transformation(CLASSIC, Rng(number))
    return format_grid(change(parse(EASY).givens), "line")


def puzzles(count: int) -> list[str]:
    return [puzzle(number) for number in range(count)]


@dataclass
class Ran:
    """What came out of a run: the bytes of the shards, of the whole, the rejected rows, the tally."""

    data: bytes = b""
    shards: list[bytes] = field(default_factory=list)
    rejects: list[tuple[str, int, str]] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)


def run(
    inputs: Sequence[str | Path],
    job: Job,
    kind: Kind,
    folder: Path,
    *,
    rows: int = 1000,
    chunk_rows: int = 1 << 16,
    column: str | None = None,
    threads: int = 1,
) -> Ran:
    """Reads, does the job, writes a shard a piece, and joins them."""
    ran, names = Ran(), []
    for number, piece in enumerate(plan(sources([str(each) for each in inputs], column=column), rows=rows)):
        file = io.BytesIO()
        writer = writer_for(file, kind, metadata=job.metadata)
        for chunk in read(piece, chunk_rows=chunk_rows):
            result = job.run(chunk, threads=threads, gap=writer.gap)
            writer.write(result.chunk)
            ran.tally += result.tally
            ran.rejects += [
                (Path(piece.source.name).name, first_row(piece) + fault.row, fault.reason)
                for fault in result.rejects
            ]
        writer.close()
        ran.shards.append(file.getvalue())
        path = folder / f"shard-{number}{kind.ending}"
        path.write_bytes(file.getvalue())
        names.append(str(path))
    with open(folder / f"joined{kind.ending}", "wb") as output:
        join(names, output, kind)
    ran.data = (folder / f"joined{kind.ending}").read_bytes()
    return ran


@contextmanager
def short_rows(longest: int) -> Iterator[None]:
    """As if no row could be longer than that: small files then have many blocks."""
    with (
        patch("nonet.bulk.read.LONGEST", longest),
        patch("nonet.bulk.rows.LONGEST", longest),
        patch("nonet.bulk.pieces.LONGEST", longest),
    ):
        yield


def read_all(path: Path, *, rows: int = 10**9, chunk_rows: int = 1 << 16, column: str | None = None) -> Read:
    """Every row of a file, with its number and its columns as plain texts; and every fault."""
    found = Read()
    for piece in plan(sources([str(path)], column=column), rows=rows):
        for chunk in read(piece, chunk_rows=chunk_rows):
            before = first_row(piece)
            found.numbers += [before + chunk.row(k) for k in range(len(chunk))]
            found.puzzles += list(chunk.puzzles)
            found.columns += table(chunk)
            found.faults += [(before + fault.row, fault.reason) for fault in chunk.faults]
            found.chunks += 1
    return found


@dataclass
class Read:
    numbers: list[int] = field(default_factory=list)
    puzzles: list[bytes] = field(default_factory=list)
    columns: list[tuple[str, ...]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    chunks: int = 0


def table(chunk: Chunk) -> list[tuple[str, ...]]:
    """The rows of a chunk, each a tuple of texts."""
    columns = [[text.decode("utf-8", "replace") for text in plain_texts(column)] for column in chunk.columns]
    return list(zip(*columns, strict=True))


def words(column: Column) -> list[str]:
    assert isinstance(column.values, Coded)
    return [column.values.words[code] for code in column.values.codes]
