"""`sudoku rate`: how hard one puzzle is, or a million of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import click

from nonet.errors import NonetError, SolutionError
from nonet.faces.cli.options import (
    Command,
    from_option,
    layout_option,
    number_option,
    source_argument,
    symbols_option,
    whole_number,
)
from nonet.faces.cli.source import read_entries
from nonet.faces.cli.status import DONE, NO
from nonet.faces.cli.tally import LiveLine
from nonet.native import kernel
from nonet.parallel.cores import thread_count

if TYPE_CHECKING:
    from nonet.layout import Layout
    from nonet.puzzle import Puzzle
    from nonet.rating import Rating

__all__ = ["command"]


class ChunkSizes(NamedTuple):
    """How work is shared out; ratings that take longer are handed out in smaller chunks."""

    chunk: int
    """Puzzles handed to a process at once."""
    few: int
    """Fewer puzzles than this are rated without a second process."""


QUICK = ChunkSizes(chunk=64, few=512)
"""For ratings by HoDoKu's scheme with the kernel: thousands a second, some dozens if they are hard."""
SLOW = ChunkSizes(chunk=8, few=12)


class InputLine(NamedTuple):
    """A line of the input: its number and its text."""

    number: int
    text: str


class RatedLine(NamedTuple):
    """The rating of a line, or what is wrong with it."""

    number: int
    puzzle: str
    rating: Rating | None
    complaint: str


@click.command(
    "rate",
    cls=Command,
    examples=[
        ("sudoku rate puzzle.txt", "print level and score"),
        ("sudoku create | sudoku rate", "read from standard input"),
        ("sudoku rate --lines puzzles.txt --format csv", "rate a file, one puzzle per line, as a table"),
        ("sudoku rate --lines - < puzzles.txt", "the same from standard input"),
        ("sudoku rate puzzle.txt --scheme se", "print Sudoku Explainer's rating"),
    ],
)
@source_argument
@click.option("--lines", metavar="FILE|-", help="Rate every line of a file, or of standard input (-).")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json"]),
    default="text",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--scheme",
    default="hodoku",
    show_default=True,
    metavar="NAME",
    help="Rating scheme: hodoku (level and score), se (Sudoku Explainer's ER, EP and ED) or se-1.18.",
)
@click.option(
    "--jobs",
    metavar="N",
    callback=whole_number(least=1, most=1024),
    help="Number of processes. Default: one per core.",
)
@layout_option
@symbols_option
@from_option
@number_option
def command(
    source: str | None,
    lines: str | None,
    form: str,
    scheme: str,
    jobs: int | None,
    layout: str | None,
    symbols: str | None,
    input_format: str | None,
    number: int | None,
) -> int:
    """Rate puzzles: the level, the score, and the hardest technique needed to solve them.

    Every rating names its scheme and version. With --lines, results keep the order of the lines; a bad line is
    reported with its number, and the rest is rated.

    The exit status is 1 if a puzzle does not have exactly one solution, or if any line was bad.
    """
    from nonet.rating import scheme as scheme_named

    scheme_named(scheme)  # raises an error for an unknown scheme
    if lines is not None and source is not None:
        raise click.UsageError("--lines takes its puzzles from a file; leave the other puzzle out")
    if lines is None:
        entries = read_entries(source, layout=layout, symbols=symbols, form=input_format, number=number)
        return _rate_puzzles([entry.puzzle for entry in entries], form, scheme)
    return _rate_lines(_lines(lines), form, scheme, thread_count(jobs), layout)


def _rate_puzzles(puzzles: Sequence[Puzzle], form: str, scheme: str) -> int:
    from nonet.formats import format_grid
    from nonet.formats.json_puzzle import to_json
    from nonet.rating import rate

    status = DONE
    if form == "csv":
        click.echo(_header(scheme))
    for number, puzzle in enumerate(puzzles, start=1):
        try:
            rating = rate(puzzle, scheme=scheme)
        except SolutionError as error:
            click.echo(f"puzzle {number}: {error}" if len(puzzles) > 1 else str(error), err=True)
            status = NO
            continue
        text = to_json(puzzle) if puzzle.rules else format_grid(puzzle.givens, "line")
        short = form == "text" and len(puzzles) == 1
        click.echo(_one(rating) if short else _written(text, rating, form))
    return status


# -- many ----------------------------------------------------------------------------------------------------


def _rate_lines(lines: Iterable[InputLine], form: str, scheme: str, jobs: int, layout: str | None) -> int:
    if form == "csv":
        click.echo(_header(scheme))
    status = DONE
    progress = RateProgress()
    for answer in _answers(lines, scheme, jobs, layout):
        progress.count()
        if answer.rating is None:
            progress.clear()
            click.echo(f"line {answer.number}: {answer.complaint}", err=True)
            status = NO
        else:
            click.echo(_written(answer.puzzle, answer.rating, form))
    progress.clear()
    return status


def _lines(path: str) -> Iterator[InputLine]:
    """The lines of a file, with their numbers, without empty lines and comments."""
    try:
        if path == "-":
            yield from _useful(sys.stdin.buffer)
        else:
            with open(path, "rb") as file:
                yield from _useful(file)
    except OSError as error:
        raise NonetError(f"cannot read {path}: {error.strerror or error}") from error


def _useful(file: Iterable[bytes]) -> Iterator[InputLine]:
    for number, data in enumerate(file, start=1):
        text = data.decode("utf-8-sig" if number == 1 else "utf-8", "replace").strip()
        if text and not text.startswith("#"):
            yield InputLine(number, text)


def _answers(lines: Iterable[InputLine], scheme: str, jobs: int, layout: str | None) -> Iterator[RatedLine]:
    """The ratings in the order of the lines."""
    sizes = QUICK if scheme == "hodoku" and kernel is not None else SLOW
    chunks = _chunks(lines, sizes.chunk)
    first = list(islice(chunks, -(-sizes.few // sizes.chunk))) if jobs > 1 else []
    if jobs == 1 or sum(map(len, first)) < sizes.few:
        for chunk in (*first, *chunks):
            yield from _rate_chunk(chunk, scheme, layout)
        return
    from nonet.parallel.processes import ProcessPool

    work = partial(_rate_chunk, scheme=scheme, layout=layout)
    with ProcessPool(jobs) as pool, closing(pool.map(work, chain(first, chunks))) as rated:
        for answers in rated:
            yield from answers


def _chunks(lines: Iterable[InputLine], size: int) -> Iterator[list[InputLine]]:
    chunk: list[InputLine] = []
    for line in lines:
        chunk.append(line)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _rate_chunk(chunk: list[InputLine], scheme: str, layout: str | None) -> list[RatedLine]:
    """Runs in a worker process; what is wrong with a line is part of the answer."""
    from nonet.jobs import Block
    from nonet.jobs.operations import rate_rows
    from nonet.layout import Layout

    board = None if layout is None else Layout.named(layout)
    ratings, reasons = rate_rows(Block.of([line.text.encode() for line in chunk]), board, scheme)
    answers = []
    for row, (line, rating) in enumerate(zip(chunk, ratings, strict=True)):
        text = line.text if rating is None else _as_line(line.text, board)
        answers.append(RatedLine(line.number, text, rating, reasons.get(row, "")))
    return answers


def _as_line(text: str, board: Layout | None) -> str:
    """A puzzle as one line, with dots for the blanks; one with rules as it is."""
    from nonet.formats import format_grid, parse_line
    from nonet.records import BLANKS, CELLS, LEGAL

    if len(text) == CELLS and set(text) <= set(LEGAL.decode()):  # many of them: no need to parse them again
        return text.translate(dict.fromkeys(BLANKS, "."))
    puzzle = parse_line(text, board)
    return text if puzzle.rules else format_grid(puzzle.givens, "line")


class RateProgress:
    """A live line on the terminal, unless the ratings themselves go there."""

    def __init__(self) -> None:
        self._done = 0
        self._line = LiveLine()

    def count(self) -> None:
        self._done += 1
        if not sys.stdout.isatty() and self._line.is_due():
            pace = self._done / (monotonic() - self._line.began)
            self._line.show(f"{self._done:,} rated, {pace:.0f} a second")

    def clear(self) -> None:
        self._line.clear()


# -- one rating, written -------------------------------------------------------------------------------------


def _header(scheme: str) -> str:
    from nonet.rating import scheme as scheme_named

    return ",".join(("puzzle", "scheme", *scheme_named(scheme).columns))


def _one(rating: Rating) -> str:
    from nonet.explain import technique_name

    parts = "".join(f", {name.upper()} {value:.1f}" for name, value in rating.parts.items())
    name = rating.technique if rating.parts else technique_name(rating.technique)
    return f"{rating}{parts}; hardest step: {name}" if rating.technique else f"{rating}{parts}"


def _written(puzzle: str, rating: Rating, form: str) -> str:
    if form == "csv":
        import csv
        import io

        from nonet.rating import scheme as scheme_named

        fields = rating.fields()
        columns = scheme_named(rating.scheme).columns
        row = io.StringIO()
        own = puzzle if puzzle.startswith("{") else puzzle.split(" #")[0]
        csv.writer(row, lineterminator="").writerow(
            (own, *(fields[column] for column in ("scheme", *columns)))
        )
        return row.getvalue()
    if form == "json":
        import json

        record = {
            "puzzle": puzzle,
            "scheme": rating.scheme,
            "version": rating.version,
            "level": rating.level,
            "score": rating.score,
            **rating.parts,
            "technique": rating.technique,
            "steps": rating.steps,
        }
        return json.dumps(record)
    return f"{puzzle} # {_one(rating)}"
