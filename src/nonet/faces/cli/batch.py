"""The option --lines of solve, count and check: one puzzle per line in, one answer per line out."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

import click

from nonet.errors import NonetError
from nonet.faces.cli.status import DONE, INTERRUPTED, NO
from nonet.faces.cli.tally import LiveLine
from nonet.layout import Layout
from nonet.visible import raw_stream

if TYPE_CHECKING:
    from nonet.lines import Answers

__all__ = ["answer_file", "lines_option"]

MOST_COMPLAINTS = 20
"""Lines without an answer that are named one by one; the rest are only counted."""

lines_option = click.option(
    "--lines",
    metavar="FILE",
    help="Read one puzzle per line from FILE (- for standard input); write one answer per line.",
)


def answer_file(path: str, job: str, *, layout: str | None = None, limit: int | None = None) -> int:
    """Runs a job (solve, count, check) on every line of a file; the status is 1 if a line has no answer."""
    board = None if layout is None else Layout.named(layout)
    source = _opened(path)
    try:
        return _answer(source, job, board, limit)
    finally:
        if path != "-":
            source.close()


def _answer(source: BinaryIO, job: str, board: Layout | None, limit: int | None) -> int:
    from nonet.lines import answer_lines

    progress = LineProgress(_size(source))
    output = raw_stream(sys.stdout).buffer  # answers are made of digits
    complained = 0
    try:
        with closing(answer_lines(source, job, layout=board, limit=limit)) as blocks:
            for answers in blocks:
                output.write(answers.text)
                output.flush()  # someone may be reading along
                complained = _complain(answers, complained, progress)
                progress(answers)
        output.flush()
    except KeyboardInterrupt:
        progress.clear()
        output.flush()
        click.echo(f"stopped after {progress.lines:,} lines", err=True)
        return INTERRUPTED
    progress.clear()
    if complained > MOST_COMPLAINTS:
        rest = f"{complained:,} lines without an answer; the first {MOST_COMPLAINTS} are named above"
        click.echo(rest, err=True)
    return NO if complained else DONE


def _complain(answers: Answers, complained: int, progress: LineProgress) -> int:
    for complaint in answers.complaints[: max(0, MOST_COMPLAINTS - complained)]:
        progress.clear()
        click.echo(f"line {complaint.line}: {complaint.reason}", err=True)
    return complained + answers.unanswered


def _opened(path: str) -> BinaryIO:
    if path == "-":
        if sys.stdin is None:
            raise NonetError("standard input is closed")
        return sys.stdin.buffer
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

    def __call__(self, answers: Answers) -> None:
        self.lines += answers.lines
        self.done += answers.size
        if self._line.is_due():
            self._line.show(self._text(monotonic() - self._line.began))

    def _text(self, seconds: float) -> str:
        text = f"{self.lines:,} puzzles, {self.lines / seconds:,.0f} a second"
        if self._size and self._size >= self.done:
            share = self.done / self._size
            bar = "#" * round(share * 20)
            text = f"[{bar:<20}] {share:4.0%}  {text}, {seconds / share - seconds:.0f} s left"
        return text

    def clear(self) -> None:
        self._line.clear()
