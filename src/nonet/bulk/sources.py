"""Inputs, as people name them, to sources: which files, of which kind, and which column holds the puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace

from nonet.bulk import files
from nonet.bulk.footer import MAGIC as PARQUET
from nonet.bulk.headers import header_of, looks_like_cells, puzzle_column
from nonet.bulk.need import need
from nonet.bulk.rows import LONGEST, rows_of
from nonet.errors import NonetError

__all__ = [
    "FORMATS",
    "HEAD",
    "PACKINGS",
    "STDIN",
    "InputError",
    "Kind",
    "Source",
    "inspected",
    "inspected_text",
    "kind_of",
    "packing_of",
    "sources",
]

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

HEAD = 4 * LONGEST
"""How much of a text is looked at to tell what it is."""

_MAGIC = {b"\x1f\x8b": "gz", b"\x28\xb5\x2f\xfd": "zst"}


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

    `columns` are the names of its columns, `puzzle` the number of the one with the puzzles, `types` Parquet's types
    (all others are texts). `begin` is the first byte of the first row of a text (behind a byte order mark and the
    header), `line` the number of its line, `row_size` the usual size of a row. `wanted` is the column asked for.
    """

    name: str
    path: str
    kind: Kind
    columns: tuple[str, ...] = ("puzzle",)
    types: tuple[str, ...] = ("string",)
    puzzle: int = 0
    delimiter: str = ","
    begin: int = 0
    line: int = 1
    row_size: int = 82
    wanted: str | None = None


def kind_of(name: str) -> Kind:
    """The kind of a file, by the ending of its name.

    >>> kind_of("all.csv.gz")
    Kind(format='csv', packing='gz')
    >>> kind_of("picture.png")
    Traceback (most recent call last):
        ...
    nonet.bulk.sources.InputError: picture.png: which format? Names end in .txt, .csv, .parquet, .txt.gz, .csv.zst …
    """
    known = _by_ending(name)
    if known is None:
        raise InputError(f"{name}: which format? Names end in .txt, .csv, .parquet, .txt.gz, .csv.zst …")
    if known.packing and known.format == "parquet":
        raise InputError(f"{name}: Parquet is packed inside; let the name end in .parquet")
    return known


def sources(
    inputs: Iterable[str], *, column: str | None = None, mixed: bool = False, output: str | None = None
) -> tuple[Source, ...]:
    """The files that the inputs stand for, in order: names, patterns, folders, and `-` for standard input.

    `column` names the column of the puzzles (or is its number, from 1). Unless `mixed`, all must have the same
    columns, because what is written has them too. What is at `output` is no part of a folder or a pattern: so the
    same command has the same inputs when it is given again.
    """
    found: list[Source] = []
    for name in inputs:
        if name == STDIN:
            found.append(Source(STDIN, STDIN, Kind("lines"), wanted=column))
        else:
            found += [inspected(path, column=column) for path in _paths(name, output)]
    if not found:
        raise InputError("no input: name files, folders, patterns, or - for standard input")
    first = found[0]
    for each in found[1:]:
        if not mixed and STDIN not in (first.name, each.name) and _shape(each) != _shape(first):
            raise InputError(
                f"{each.name} has other columns ({', '.join(each.columns)}) than {first.name} "
                f"({', '.join(first.columns)}); do them one by one"
            )
    return tuple(found)


def _shape(source: Source) -> tuple[object, ...]:
    return source.columns, source.types, source.puzzle


def _paths(name: str, output: str | None) -> list[str]:
    if files.is_file(name):
        return [name]
    if files.is_folder(name):
        paths = [path for path in files.in_folder(name) if _by_ending(path)]
        missing = "no puzzle files in this folder (.txt, .csv, .parquet, .txt.gz, .csv.zst …)"
    else:
        paths = files.found(name) if any(sign in name for sign in "*?[") else []
        missing = "no such file"
    paths = [path for path in paths if not path.endswith(".rejected.csv")]
    if not paths:
        raise InputError(f"{name}: {missing}")
    others = [path for path in paths if output is None or not _is_at(output, path)]
    if not others:
        raise InputError(f"{name}: all of it belongs to the output, {output}; choose another output")
    return others


def _is_at(output: str, path: str) -> bool:
    """Whether a file is the output itself, one of its shards, or in the folder that the output is."""
    if not files.is_remote(output):
        output, path = os.path.abspath(output), os.path.abspath(path)
    output = output.rstrip("/" + os.sep)
    return path == output or path.startswith(
        tuple(f"{output}{ending}{sign}" for ending in ("", ".parts") for sign in {"/", os.sep})
    )


def _by_ending(name: str) -> Kind | None:
    base, ending = os.path.splitext(name.lower())
    packing = PACKINGS.get(ending, "")
    if packing:
        base, ending = os.path.splitext(base)
    return Kind(FORMATS[ending], packing) if ending in FORMATS else None


def packing_of(head: bytes) -> str:
    """How a file is packed, by its first bytes."""
    return next((packing for magic, packing in _MAGIC.items() if head.startswith(magic)), "")


def inspected(path: str, *, name: str | None = None, column: str | None = None) -> Source:
    """The source that a file is. The ending of its name tells the format; where it tells none, the first bytes do."""
    name = path if name is None else name
    kind = _by_ending(path)
    with files.open_read(path) as file:
        start = files.exactly(file, 4)
        if start == PARQUET if kind is None else kind.format == "parquet":
            return _inspected_parquet(Source(name, path, Kind("parquet"), wanted=column))
        packing = packing_of(start)
        file.seek(0)
        head = files.exactly(files.open_unpacked(file, packing, name), HEAD)
    format_ = None if kind is None or kind.format == "lines" else kind.format
    return inspected_text(Source(name, path, Kind("lines", packing), wanted=column), head, format_)


def inspected_text(source: Source, head: bytes, format_: str | None) -> Source:
    """The source, with what the beginning of the text says about it."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{source.name} looks like UTF-16; save it as UTF-8")
    numpy = need("numpy", "bulk")
    begin = 3 if head.startswith(b"\xef\xbb\xbf") else 0
    data = numpy.frombuffer(head, numpy.uint8)[begin:]
    rows = rows_of(data, quotes=format_ == "csv", final=len(head) < HEAD)
    row_size = _usual(rows.used, rows.line_count)
    full = numpy.flatnonzero(rows.stops > rows.starts)
    where = int(full[0]) if len(full) else None
    row = b"" if where is None else bytes(data[rows.starts[where] : rows.stops[where]])
    line = row.decode("utf-8", "replace")
    if format_ is None:
        format_ = "csv" if source.wanted is not None or _is_table(line) else "lines"
    kind = replace(source.kind, format=format_)
    if format_ == "lines":
        return replace(source, kind=kind, begin=begin, row_size=row_size)
    header = header_of(line)
    if header.written and line.encode() != row:
        raise InputError(f"{source.name}: the header is no UTF-8; save the file as UTF-8")
    puzzle = _puzzle(source, header.columns) if where is not None else 0
    if header.written and where is not None:
        row_after = int(rows.starts[where + 1]) if where + 1 < len(rows.starts) else rows.used
        lines_before = int(rows.lines[where + 1]) if where + 1 < len(rows.lines) else rows.line_count
    else:
        row_after = lines_before = 0
    if rows.line_count > lines_before:
        row_size = _usual(rows.used - row_after, rows.line_count - lines_before)
    return replace(
        source,
        kind=kind,
        columns=header.columns if where is not None else ("puzzle",),
        types=("string",) * max(1, len(header.columns)),
        puzzle=puzzle,
        delimiter=header.delimiter,
        begin=begin + row_after,
        line=1 + lines_before,
        row_size=row_size,
    )


def _usual(size: int, lines: int) -> int:
    """The usual size of a row: rounded up, so that no piece has more rows than were asked for by a few."""
    return max(1, -(-size // max(1, lines)))


def _is_table(line: str) -> bool:
    """Whether the first row of a text has columns, and one of them is known to hold puzzles."""
    if line.startswith("#"):
        return False
    header = header_of(line)
    if len(header.columns) == 1:
        return header.written and puzzle_column((*header.columns, ""), None) is not None
    fields = line.split(header.delimiter)
    return puzzle_column(header.columns, None) is not None or any(looks_like_cells(each) for each in fields)


def _puzzle(source: Source, columns: tuple[str, ...]) -> int:
    number = puzzle_column(columns, source.wanted)
    if number is not None:
        return number
    names = ", ".join(columns)
    if source.wanted is not None:
        raise InputError(f"{source.name} has no column {source.wanted!r}; its columns are {names}")
    raise InputError(f"{source.name}: which column holds the puzzles? Name it (--column NAME): {names}")


def _inspected_parquet(source: Source) -> Source:
    from nonet.bulk.parquet import schema_of

    schema = schema_of(source.path)
    puzzle = _puzzle(source, tuple(schema))
    type_ = list(schema.values())[puzzle]
    if not any(word in type_ for word in ("string", "binary", "null")):
        raise InputError(f"{source.name}: the column {list(schema)[puzzle]} holds {type_}, not texts")
    return replace(source, columns=tuple(schema), types=tuple(schema.values()), puzzle=puzzle)
