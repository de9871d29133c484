"""`sudoku rate`: how hard one puzzle is, or a million of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from nonet.errors import SolutionError
from nonet.faces.cli.batch import answer_file
from nonet.faces.cli.deadline import each_timeout_option
from nonet.faces.cli.options import (
    Command,
    chosen_format,
    json_option,
    puzzle_source,
    scheme_option,
    threads_option,
)
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, NO, UNKNOWN
from nonet.faces.cli.tally import attributes, csv_row, puzzle_line
from nonet.formats import format_grid, parse_line
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.records import BLANKS, CELLS, LEGAL

if TYPE_CHECKING:
    from nonet.jobs import Block, Job
    from nonet.parallel.processes import ProcessPool
    from nonet.rating import Rating

_DOTS = bytes.maketrans(BLANKS, b"." * len(BLANKS))


@click.command("rate", cls=Command)
@click.option("--lines", metavar="FILE|-", help="Rate every line of a file, or of standard input (-).")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv"]),
    help="Output format. Default: text.",
)
@json_option
@scheme_option(
    "Rating scheme: hodoku (level and score), se (Sudoku Explainer's ER, EP and ED), se-1.18, te (depth of trial and "
    "error), b, w or gw (length of braids or whips), bxb or bxbb (of braids within trial and error)."
)
@each_timeout_option
@threads_option
@puzzle_source()
def command(
    source: PuzzleSource,
    lines: str | None,
    form: str | None,
    as_json: bool,
    scheme: str,
    timeout: float | None,
    threads: int | None,
) -> int:
    """Rate puzzles: the level, the score, and the hardest technique needed to solve them.

    Every rating names its scheme and version. With --lines, results keep the order of the lines; a bad line is
    reported with its number, and the rest is rated. A line may be a variant: a link, or a puzzle as JSON.

    The exit status is 1 if a puzzle does not have exactly one solution, or if any line was bad; without --lines it is 3
    if a puzzle took longer than --timeout.

    For example:
        sudoku rate puzzle.txt  # print level and score
        sudoku create | sudoku rate  # read from standard input
        sudoku rate --lines puzzles.txt --format csv  # rate a file, one puzzle per line, as a table
        sudoku rate --lines - < puzzles.txt  # the same from standard input
        sudoku rate puzzle.txt --scheme se  # print Sudoku Explainer's rating
        sudoku rate puzzle.txt --scheme te  # print how deep trial and error must go
    """
    from nonet.rating import scheme as scheme_named

    scheme_named(scheme)  # raises an error for an unknown scheme
    form = chosen_format(form, as_json) or "text"
    if lines is None:
        return _rate_puzzles([entry.puzzle for entry in source.entries()], form, scheme, timeout)
    from nonet.jobs import Job
    from nonet.parallel.processes import ProcessPool

    if form == "csv" and source.name is None:
        click.echo(_header(scheme))
    limited = {} if timeout is None else {"timeout": timeout}
    job = Job("rate", layout=source.layout, options={"scheme": scheme, **limited})
    with ProcessPool(threads) as pool:  # for other boards and variants; starts no process before it is needed
        rate_block = partial(_rate_block, job, form, pool)
        heeds = ("--format", "--json", "--scheme", "--timeout", "--threads")
        return answer_file(lines, rate_block, source, threads=threads, most_complaints=None, heeds=heeds)


def _rate_puzzles(puzzles: Sequence[Puzzle], form: str, scheme: str, timeout: float | None) -> int:
    from nonet.rating import rate

    status = DONE
    if form == "csv":
        click.echo(_header(scheme))
    for number, puzzle in enumerate(puzzles, start=1):
        try:
            rating = rate(puzzle, scheme=scheme, seconds=timeout)
        except SolutionError as error:
            click.echo(f"puzzle {number}: {error}" if len(puzzles) > 1 else str(error), err=True)
            status = NO
            continue
        if not rating.is_known and status == DONE:
            status = UNKNOWN
        text = puzzle_line(puzzle)
        short = form == "text" and len(puzzles) == 1
        click.echo(_one(rating) if short else _written(text, rating, form))
    return status


# -- many ----------------------------------------------------------------------------------------------------


def _rate_block(
    job: Job, form: str, pool: ProcessPool | None, block: Block, threads: int
) -> tuple[str, dict[int, str]]:
    """The ratings as lines of text, and what is wrong with other lines, unless they are empty or comments."""
    from nonet.jobs.operations import rate_rows

    ratings, rejects = rate_rows(block, job, threads=threads, pool=pool)
    lines = [
        _written(_as_line(block.text(row), job.board), rating, form) + "\n"
        for row, rating in enumerate(ratings)
        if rating is not None
    ]
    wrong = {row: why for row, why in rejects.items() if block.text(row).strip()[:1] not in (b"", b"#")}
    return "".join(lines), wrong


def _as_line(record: bytes, board: Layout | None) -> str:
    """A puzzle as one line, with dots for the blanks; one with rules as it is."""
    if len(record) == CELLS and not record.translate(None, LEGAL):  # most are: no need to parse them again
        return record.translate(_DOTS).decode()
    text = record.decode("utf-8-sig")
    puzzle = parse_line(text, board)
    odd = not puzzle.layout.is_usual
    return text if puzzle.rules else format_grid(puzzle.givens, "line", with_layout=odd)


# -- one rating, written -------------------------------------------------------------------------------------


def _header(scheme: str) -> str:
    from nonet.rating import scheme as scheme_named

    return ",".join(("puzzle", "scheme", *scheme_named(scheme).columns))


def _one(rating: Rating) -> str:
    from nonet.explain import technique_name
    from nonet.rating.braids import ZERO

    if not rating.is_known:
        return str(rating)
    if rating.scheme in ZERO and rating.score == 0:
        return f"{rating}; {ZERO[rating.scheme]}"
    parts = "".join(f", {name.upper()} {value:.1f}" for name, value in rating.parts.items())
    name = rating.technique if rating.parts else technique_name(rating.technique)
    return f"{rating}{parts}; hardest step: {name}" if rating.technique else f"{rating}{parts}"


def _written(puzzle: str, rating: Rating, form: str) -> str:
    if form == "csv":
        from nonet.rating import scheme as scheme_named

        fields = rating.fields()
        columns = scheme_named(rating.scheme).columns
        own = puzzle if puzzle.startswith("{") else puzzle.split(" #")[0]
        return csv_row((own, *(fields[column] for column in ("scheme", *columns))))
    if form == "json":
        import json

        record = {
            "puzzle": puzzle,
            **attributes(rating, "scheme", "version", "level"),
            "score": rating.score if rating.is_known else None,
            **{name: value if rating.is_known else None for name, value in rating.parts.items()},
            **attributes(rating, "technique", "steps"),
        }
        return json.dumps(record)
    return f"{puzzle} # {_one(rating)}"
