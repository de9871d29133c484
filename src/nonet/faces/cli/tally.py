"""Numbers as they are typed, counts in words, rows of CSV, and a live progress line on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonet.visible import raw_stream, visible

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle


def parse_whole_number(text: str, *, least: int = 0, most: int | None = None) -> int:
    """The whole number that `text` writes, in ASCII digits; ValueError, with the range, for anything else.

    >>> parse_whole_number("12")
    12
    >>> parse_whole_number("-1", most=9)
    Traceback (most recent call last):
        ...
    ValueError: '-1' is not a whole number from 0 to 9
    """
    if text.isascii() and text.isdigit() and len(text) <= 40:
        number = int(text)
        if least <= number and (most is None or number <= most):
            return number
    allowed = f"of at least {least}" if most is None else f"from {least} to {most}"
    raise ValueError(f"{text!r} is not a whole number {allowed}")


def csv_row(values: Iterable[str]) -> str:
    """A line of CSV.

    >>> csv_row(["hodoku 2.2, differs", "extreme"])
    '"hodoku 2.2, differs",extreme'
    """
    import csv
    import io

    row = io.StringIO()
    csv.writer(row, lineterminator="").writerow(values)
    return row.getvalue()


def puzzle_line(puzzle: Puzzle) -> str:
    """A puzzle on one line: its cells, or JSON if it has rules."""
    from nonet.formats import format_grid
    from nonet.formats.json_puzzle import to_json

    odd = not puzzle.layout.is_usual
    return to_json(puzzle) if puzzle.rules else format_grid(puzzle.givens, "line", with_layout=odd)


def json_answer(puzzle: Puzzle, **answer: Any) -> str:
    """A line of JSON: the puzzle, and what was found out about it."""
    import json

    return json.dumps({"puzzle": puzzle_line(puzzle), **answer})


def attributes(value: object, *names: str) -> dict[str, Any]:
    """The attributes of a value by their names, for JSON."""
    return {name: getattr(value, name) for name in names}


def tally(count: int, *, limit: int | None = None) -> str:
    """The number of solutions in words; counting stopped beyond the limit.

    >>> tally(1), tally(12), tally(0), tally(1000001, limit=1000000), tally(5, limit=5)
    ('1 solution', '12 solutions', 'no solution', 'more than 1000000 solutions', '5 solutions')
    """
    if limit is not None and count > limit:
        return f"more than {_solutions(limit)}"
    return _solutions(count) if count else "no solution"


def at_least(count: int) -> str:
    """What is known after an interruption.

    >>> at_least(0), at_least(1), at_least(4000)
    ('at least 0 solutions', 'at least 1 solution', 'at least 4000 solutions')
    """
    return f"at least {_solutions(count)}"


def _solutions(count: int) -> str:
    return f"{count} solution{'' if count == 1 else 's'}"


def duration(seconds: float) -> str:
    """A time in the two largest units.

    >>> duration(7), duration(192), duration(7_500), duration(200_000)
    ('7 s', '3 min 12 s', '2 h 5 min', '2 d 7 h')
    """
    whole = round(seconds)
    for size, unit, smaller_size, smaller in (
        (86400, "d", 3600, "h"),
        (3600, "h", 60, "min"),
        (60, "min", 1, "s"),
    ):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // smaller_size} {smaller}"
    return f"{whole} s"


def how_far(text: str, share: float | None, seconds_left: float | None, *, bar: bool = True) -> str:
    """A line of progress: a bar for the share that is done, the text, and how long it will take.

    >>> how_far("5 rows", 0.25, 70)
    '[#####               ]  25%  5 rows, 1 min 10 s left'
    """
    if share is not None:
        drawn = f"[{'#' * round(share * 20):<20}] " if bar else ""
        text = f"{drawn}{share:4.0%}  {text}"
    return text if seconds_left is None else f"{text}, {duration(seconds_left)} left"


class LiveLine:
    """A progress line on standard error, rewritten in place. It appears after a second, and only on a terminal."""

    def __init__(self) -> None:
        self.began = monotonic()
        self._next = self.began + 1
        self._live = sys.stderr is not None and sys.stderr.isatty()
        self._width = 0

    def is_due(self) -> bool:
        """Whether the line may be shown again; at most five times a second."""
        if not self._live or (now := monotonic()) < self._next:
            return False
        self._next = now + 0.2
        return True

    def show(self, text: str) -> None:
        stream = raw_stream(sys.stderr)
        stream.write(f"\r{' ' * self._width}\r{visible(text)}")
        stream.flush()
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            self.show("")


class Ticker:
    """Receives an engine's progress reports and shows the latest on the terminal.

    >>> ticker = Ticker()
    >>> ticker(4000)
    >>> ticker.seen
    4000
    """

    def __init__(self, text: str = "{:,} so far; Ctrl-C stops counting") -> None:
        self.seen = 0
        self._text = text
        self._line = LiveLine()

    def __call__(self, count: int) -> None:
        self.seen = max(self.seen, count)
        if self._line.is_due():
            self._line.show(self._text.format(self.seen))

    def clear(self) -> None:
        self._line.clear()
