"""Inputs, as people name them, to sources: which files, of which kind, and which column holds the puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from nonet.bulk import files
from nonet.errors import FormatError, NonetError

__all__ = ["FORMATS", "PACKINGS", "STDIN", "InputError", "Kind", "Source", "kind_of", "sources"]

FORMATS = {
    ".txt": "lines",
    ".lines": "lines",
    ".sdm": "lines",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
}
PACKINGS = {".gz": "gz", ".zst": "zst"}
STDIN = "-"


class InputError(NonetError):
    """An input that cannot be used as a whole: not there, of no known kind, no column of puzzles."""


@dataclass(frozen=True)
class Kind:
    """What a file is: its format (lines, csv, parquet) and how it is packed ("", gz, zst).

    >>> Kind("csv", "gz").ending
    '.csv.gz'
    """

    format: str
    packing: str = ""

    @property
    def ending(self) -> str:
        """How the name of such a file ends."""
        endings = {"lines": ".txt", "csv": ".csv", "parquet": ".parquet"}
        return endings[self.format] + (f".{self.packing}" if self.packing else "")


@dataclass(frozen=True)
class Source:
    """One input file. `name` is what the user calls it, `path` where it is.

    `columns` are the names of its columns (none is known of Parquet's types here), `puzzle` the number of the one
    with the puzzles. `begin` is the first byte of the first row of a text (behind a byte order mark and the
    header), `line` the number of its line.
    """

    name: str
    path: str
    kind: Kind
    columns: tuple[str, ...] = ("puzzle",)
    puzzle: int = 0
    delimiter: str = ","
    begin: int = 0
    line: int = 1


def kind_of(name: str) -> Kind:
    """The kind of a file, by the ending of its name.

    >>> kind_of("all.csv.gz")
    Kind(format='csv', packing='gz')
    >>> kind_of("picture.png")
    Traceback (most recent call last):
        ...
    nonet.bulk.sources.InputError: picture.png: the ending says no format; known are .txt, .csv, .parquet, and .txt.gz …
    """
    base, ending = os.path.splitext(name.lower())
    packing = PACKINGS.get(ending, "")
    if packing:
        base, ending = os.path.splitext(base)
    if ending not in FORMATS:
        raise InputError(f"{name}: the ending says no format; known are .txt, .csv, .parquet, and .txt.gz …")
    if packing and FORMATS[ending] == "parquet":
        raise InputError(f"{name}: Parquet is packed inside; name it .parquet")
    return Kind(FORMATS[ending], packing)


def sources(inputs: Iterable[str], *, column: str | None = None) -> tuple[Source, ...]:
    """The files that the inputs stand for, in order: names, patterns, folders, and `-` for standard input."""
    found: list[Source] = []
    for name in inputs:
        if name == STDIN:
            found.append(Source(STDIN, STDIN, Kind("lines")))
            continue
        for path in files.found(name):
            found.append(_inspected(path, column))
    if not found:
        raise FormatError("no input")
    return tuple(found)


def _inspected(path: str, column: str | None) -> Source:
    return Source(path, path, kind_of(path))
