"""From inputs, as people name them, to sources: which files, of which format, and which column has the puzzles."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace

from nonet.bulk import parquet_files
from nonet.bulk.columns import answer_column, fields_of, header_of, listed, looks_like_cells, puzzle_column
from nonet.bulk.errors import InputError, reading
from nonet.bulk.storage import decompressed, is_remote, is_stream, packing_of, storage_for

FORMATS = {
    ".txt": "lines",
    ".lines": "lines",
    ".sdm": "lines",
    ".jsonl": "lines",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
}
PACKINGS = {".gz": "gz", ".zst": "zst"}
STDIN = "-"

HEAD = 1 << 18
"""Bytes of a text that are looked at to tell its format."""


@dataclass(frozen=True)
class FileKind:
    """What a file is: its format (lines, csv, parquet; arrow for shards alone), and its compression ("", gz, zst).

    >>> FileKind("csv", "gz").ending
    '.csv.gz'
    """

    format: str
    packing: str = ""

    @property
    def ending(self) -> str:
        endings = {"lines": ".txt", "csv": ".csv", "parquet": ".parquet", "arrow": ".arrow"}
        return endings[self.format] + (f".{self.packing}" if self.packing else "")


@dataclass(frozen=True)
class Source:
    """An input file. `name` is what the user calls it, `path` where it is.

    `puzzle` and `answer` are indices into `columns`; `types` are the Arrow types of the columns. `begin` is the byte
    where the first row of a text begins (after a byte order mark and the header), `line` the number of its line,
    `row_size` the usual size of a row. `wanted` is the column that was asked for. A `streamed` source is standard
    input, a FIFO or a device: it can be read only once, and is looked at when it is read.
    """

    name: str
    path: str
    kind: FileKind
    columns: tuple[str, ...] = ("puzzle",)
    types: tuple[str, ...] = ("string",)
    puzzle: int = 0
    answer: int | None = None
    delimiter: str = ","
    begin: int = 0
    line: int = 1
    row_size: int = 82
    wanted: str | None = None
    streamed: bool = False


def kind_of(name: str) -> FileKind:
    """The kind of a file, by its extension.

    >>> kind_of("all.csv.gz")
    FileKind(format='csv', packing='gz')
    >>> kind_of("picture.png")
    Traceback (most recent call last):
        ...
    nonet.bulk.errors.InputError: picture.png: unknown extension; use .txt, .csv, .parquet, .txt.gz, .csv.zst …
    """
    known = _by_extension(name)
    if known is None:
        raise InputError(f"{name}: unknown extension; use .txt, .csv, .parquet, .txt.gz, .csv.zst …")
    if known.packing and known.format == "parquet":
        raise InputError(f"{name}: Parquet files are compressed internally; use the extension .parquet")
    return known


def sources(
    inputs: Iterable[str], *, column: str | None = None, mixed: bool = False, output: str | None = None
) -> tuple[Source, ...]:
    """The files that the inputs name, in order: files, patterns, folders, and `-` for standard input.

    `column` is the column of the puzzles (a name, or a number from 1). Unless `mixed`, all must have the same
    columns, because the output has them too. Files of `output` are left out of folders and patterns, so the same
    command given again has the same inputs.
    """
    opened: list[Source] = []
    for name in inputs:
        if name == STDIN:
            opened.append(Source(STDIN, STDIN, FileKind("lines"), wanted=column, streamed=True))
        else:
            opened += [_inspect(path, column) for path in input_paths(name, output)]
    if not opened:
        raise InputError("no input: name files, folders, patterns, or - for standard input")
    first = opened[0]
    for each in opened[1:]:
        if not mixed and not (first.streamed or each.streamed) and _shape(each) != _shape(first):
            raise InputError(
                f"{each.name} has other columns ({', '.join(each.columns)}) than {first.name} "
                f"({', '.join(first.columns)}); process them one by one"
            )
    return tuple(opened)


def _shape(source: Source) -> tuple[object, ...]:
    return source.columns, source.types, source.puzzle


def input_paths(name: str, output: str | None = None) -> list[str]:
    """The files that a name means: one, those of a folder, or those that match a pattern."""
    storage = storage_for(name)
    if storage.is_file(name):
        return [name]
    if storage.is_folder(name):
        paths = [path for path in storage.files_in(name) if _by_extension(path)]
        missing = "no puzzle files in this folder (.txt, .csv, .parquet, .txt.gz, .csv.zst …)"
    else:
        paths = storage.files_matching(name) if any(sign in name for sign in "*?[") else []
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
    if not is_remote(output):
        output, path = os.path.abspath(output), os.path.abspath(path)
    output = output.rstrip("/" + os.sep)
    return path == output or path.startswith(
        tuple(f"{output}{ending}{sign}" for ending in ("", ".parts") for sign in {"/", os.sep})
    )


def _by_extension(name: str) -> FileKind | None:
    base, ending = os.path.splitext(name.lower())
    packing = PACKINGS.get(ending, "")
    if packing:
        base, ending = os.path.splitext(base)
    return FileKind(FORMATS[ending], packing) if ending in FORMATS else None


def _inspect(path: str, column: str | None) -> Source:
    """The source that a file is. The extension tells the format; where it does not, the first bytes do."""
    with reading(path):
        if is_stream(path):
            return Source(path, path, FileKind("lines"), wanted=column, streamed=True)
        kind = _by_extension(path)
        with storage_for(path).open(path) as file:
            start = file.read(4)
            if start == parquet_files.MAGIC if kind is None else kind.format == "parquet":
                return inspect_parquet(Source(path, path, FileKind("parquet"), wanted=column))
            packing = packing_of(start)
            file.seek(0)
            head = decompressed(file, packing, path).read(HEAD)
    format_ = None if kind is None or kind.format == "lines" else kind.format
    return inspect_text(Source(path, path, FileKind("lines", packing), wanted=column), head, format_)


def inspect_text(source: Source, head: bytes, format_: str | None) -> Source:
    """The source, with what the beginning of its text says about it, including the format if none is given."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{source.name} looks like UTF-16; save it as UTF-8")
    mark = 3 if head.startswith(b"\xef\xbb\xbf") else 0
    lines = _lines(head[mark:])
    row, used = _first_row(lines, quotes=format_ == "csv")
    text = row.decode("utf-8", "replace")
    if format_ is None:
        format_ = "csv" if source.wanted is not None or _is_table(text) else "lines"
    kind = replace(source.kind, format=format_)
    if format_ == "lines" or not row:
        return replace(source, kind=kind, begin=mark, row_size=_usual_size(lines))
    header = header_of(text)
    if header.written and text.encode() != row:
        raise InputError(f"{source.name}: the header is not UTF-8; save the file as UTF-8")
    if header.written and b"\r" in row:  # what follows it would be lost with the header
        raise InputError(
            f"{source.name}: a carriage return in the header; save the file with newlines at the ends of its lines"
        )
    before = used if header.written else 0
    puzzle = _puzzle(source, header.columns)
    return replace(
        source,
        kind=kind,
        columns=header.columns,
        types=("string",) * len(header.columns),
        puzzle=puzzle,
        answer=answer_column(header.columns, puzzle),
        delimiter=header.delimiter,
        begin=mark + sum(map(len, lines[:before])),
        line=1 + before,
        row_size=_usual_size(lines[before:] or lines),
    )


def _lines(text: bytes) -> list[bytes]:
    """Lines with their newlines; unlike `splitlines`, other line ends are characters of a line."""
    return list(io.BytesIO(text))


def _first_row(lines: list[bytes], *, quotes: bool) -> tuple[bytes, int]:
    """The first row that is not empty, and how many lines it takes to its end."""
    for start, line in enumerate(lines):
        if not line.strip(b"\r\n"):
            continue
        stop = start + 1
        while quotes and b"".join(lines[start:stop]).count(b'"') % 2 and stop < min(len(lines), start + 100):
            stop += 1
        return b"".join(lines[start:stop]).rstrip(b"\r\n"), stop
    return b"", 0


def _usual_size(lines: list[bytes]) -> int:
    """The usual size of a row, rounded up, so that no piece has a few rows more than were asked for."""
    whole = lines[:-1] or lines  # the last line of the head may be cut off
    return max(1, -(-sum(map(len, whole)) // max(1, len(whole))))


def _is_table(line: str) -> bool:
    """Whether the first row of a text has columns, one of which is known to have puzzles."""
    if line.startswith("#"):
        return False
    header = header_of(line)
    if len(header.columns) == 1:
        return header.written and puzzle_column((*header.columns, ""), None) is not None
    fields = fields_of(line, header.delimiter)
    return puzzle_column(header.columns, None) is not None or any(looks_like_cells(each) for each in fields)


def _puzzle(source: Source, columns: tuple[str, ...]) -> int:
    number = puzzle_column(columns, source.wanted)
    if number is not None:
        return number
    names = listed(columns)
    if source.wanted is not None:
        raise InputError(f"{source.name} has no column {source.wanted!r}; its columns are {names}")
    raise InputError(f"{source.name}: which column has the puzzles? Name it (--column NAME): {names}")


def inspect_parquet(source: Source) -> Source:
    """The source, with what the schema of its file tells."""
    schema = parquet_files.schema_of(source.path, source.name)
    columns, types = tuple(schema), tuple(schema.values())
    puzzle = _puzzle(source, columns)
    if not any(word in types[puzzle] for word in ("string", "binary", "null")):
        raise InputError(f"{source.name}: the column {columns[puzzle]} has {types[puzzle]}, not texts")
    return replace(source, columns=columns, types=types, puzzle=puzzle, answer=answer_column(columns, puzzle))
