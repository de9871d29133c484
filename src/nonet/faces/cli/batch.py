"""The option --lines of solve, count, check and rate: one puzzle per line in, one answer per line out."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from nonet.errors import NonetError
from nonet.faces.cli.options import given_options
from nonet.faces.cli.source import open_standard_input
from nonet.faces.cli.status import DONE, INTERRUPTED, NO
from nonet.faces.cli.tally import LiveLine, how_far
from nonet.layout import Layout
from nonet.visible import raw_stream

if TYPE_CHECKING:
    from nonet.faces.cli.source import PuzzleSource
    from nonet.lines import Answers, LineJob

MOST_COMPLAINTS = 20
"""Lines without an answer that are named one by one; the rest are only counted."""

lines_option = click.option(
    "--lines",
    metavar="FILE",
    help="Read one puzzle per line from FILE (- for standard input); write one answer per line.",
)


def answer_file(
    path: str,
    job: str | LineJob[str],
    other: PuzzleSource,
    *,
    limit: int | None = None,
    threads: int | None = None,
    most_complaints: int | None = MOST_COMPLAINTS,
    heeds: Sequence[str] = (),
) -> int:
    """Runs a job (solve, count, check or a function) on a file; the status is 1 if a line has no answer.

    `other` is where a single puzzle would come from: it names the board, and no puzzle. `heeds` are the options besides
    --layout that the job heeds; others are refused, as each of them changes what a line is or what its answer says.
    """
    from nonet.lines import answer_lines, run_on_lines

    if other.name is not None:
        raise click.UsageError("--lines takes its puzzles from a file; leave the other puzzle out")
    heeded = ("--layout", *heeds)
    if not {*given_options()} <= {"--lines", *heeded}:
        names = " and ".join(filter(None, (", ".join(heeded[:-1]), heeded[-1])))
        raise click.UsageError(f"--lines can be combined with {names} only")
    board = None if other.layout is None else Layout.named(other.layout)
    source = _opened(path)
    progress = LineProgress(_size(source))
    complaints = 0
    results: Generator[Answers[Any]] = (
        answer_lines(source, job, layout=board, limit=limit, threads=threads)
        if isinstance(job, str)
        else run_on_lines(source, job, threads=threads)
    )
    try:
        with closing(results) as blocks:
            for answers in blocks:
                if sys.stdout.isatty():
                    progress.clear()
                _write(answers.text)
                named = answers.complaints
                if most_complaints is not None:
                    named = named[: max(0, most_complaints - complaints)]
                for complaint in named:
                    progress.clear()
                    click.echo(f"line {complaint.line}: {complaint.reason}", err=True)
                complaints += len(answers.complaints)
                progress(answers)
    except KeyboardInterrupt:
        progress.clear()
        click.echo(f"stopped after {progress.lines:,} lines", err=True)
        return INTERRUPTED
    finally:
        if path != "-":
            source.close()
    progress.clear()
    if most_complaints is not None and complaints > most_complaints:
        rest = f"{complaints:,} lines without an answer; the first {most_complaints} are named above"
        click.echo(rest, err=True)
    return NO if complaints else DONE


def _write(text: bytes | bytearray | str) -> None:
    if isinstance(text, str):
        sys.stdout.write(text)
    else:
        raw_stream(sys.stdout).buffer.write(text)  # answers made of digits
    sys.stdout.flush()  # someone may be reading along


def _opened(path: str) -> BinaryIO:
    if path == "-":
        return open_standard_input()
    try:
        return open(path, "rb", buffering=0)
    except OSError as error:
        raise NonetError(f"cannot read {path}: {error.strerror or error}") from error


def _size(source: BinaryIO) -> int | None:
    try:
        status = os.fstat(source.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size or None


class LineProgress:
    """A live line on a terminal: how far, how fast, how long."""

    def __init__(self, size: int | None) -> None:
        self.lines = 0
        self.done = 0
        self._size = size
        self._line = LiveLine()

    def __call__(self, answers: Answers[Any]) -> None:
        self.lines += answers.lines
        self.done += answers.size
        if self._line.is_due():
            self._line.show(self._text(monotonic() - self._line.began))

    def _text(self, seconds: float) -> str:
        text = f"{self.lines:,} puzzles, {self.lines / seconds:,.0f} a second"
        share = self.done / self._size if self._size and self._size >= self.done else None
        return how_far(text, share, seconds / share - seconds if share else None)

    def clear(self) -> None:
        self._line.clear()
