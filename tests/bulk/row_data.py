"""Puzzles, files of them, and everything that a reader finds in a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from nonet.bulk.pieces import Piece, split
from nonet.bulk.readers import read
from nonet.bulk.sources import sources
from nonet.bulk.storage import Spool, Storage
from nonet.bulk.writers import _as_texts
from nonet.formats import format_grid, parse
from nonet.layout import CLASSIC
from nonet.limits import allow
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


@contextmanager
def limits(longest: int = 1 << 16, batch_rows: int = 1 << 14) -> Iterator[None]:
    """Other limits for the length of a row and the rows of a batch: small files then have many blocks."""
    with ExitStack() as stack:
        stack.enter_context(allow(line=longest))
        stack.enter_context(patch("nonet.bulk.readers.BATCH_ROWS", batch_rows))
        yield


@dataclass
class Read:
    """The rows of a file: the line of each, its puzzle, and all its columns; and the lines that are not rows."""

    numbers: list[int] = field(default_factory=list)
    puzzles: list[str] = field(default_factory=list)
    columns: list[tuple[Any, ...]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    batches: int = 0


def read_all(
    path: str | Path, *, rows: int = 10**9, column: str | None = None, within_groups: bool = False
) -> Read:
    """Every row of a file, split into pieces of so many rows."""
    found = Read()
    (source,) = sources([str(path)], column=column)
    folder = Path(str(path)).parent if "://" not in str(path) else Path("/tmp")
    spool = Spool(Storage(), f"{folder}/spool")
    line = 0
    for piece in split(source, rows, spool=spool, within_groups=within_groups):
        line = line or piece.source.line
        found.pieces.append(piece)
        for part in read(piece):
            found.numbers += [line + number for number in part.numbers()]
            texts = [_as_texts(each).to_pylist() for each in part.batch.columns]
            found.puzzles += [text or "" for text in texts[piece.source.puzzle]]
            found.columns += list(zip(*texts, strict=True))
            found.faults += [(line + number, reason) for number, reason in part.faults]
            found.batches += 1
            line += part.lines
    return found
