"""Output of `sudoku create`: each puzzle as soon as it is found, progress, and a report when it gives up."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any, TypeVar

import click

from nonet.errors import FormatError
from nonet.faces.cli.picture_file import PictureFile
from nonet.faces.cli.recipe_options import variant_recipe
from nonet.faces.cli.status import DONE, INTERRUPTED, NO, complain, say
from nonet.faces.cli.tally import LiveLine, attributes, csv_row
from nonet.formats import PuzzleEntry, format_grid, write
from nonet.formats.format import PARTS
from nonet.formats.registry import format_named
from nonet.generate.examine import Made
from nonet.generate.search import Ending, PuzzleSearch, SearchTally
from nonet.generate.sources import BankFirst
from nonet.generate.variants import MadeVariant, VariantNotFound, make_variants
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.parallel.interrupts import OutOfTime, TimeLimit, deferred_interrupt, time_limit
from nonet.rating import rate

RARE = 1000
"""A search prints its rate if fewer than one candidate in so many is what it looks for."""
GRACE = 1.0
"""Seconds that a search has to end by itself when its time is over."""

T = TypeVar("T")


def at_most(count: int, items: Iterable[T]) -> Iterator[T]:
    """The first items; unlike `islice`, for a count of any size."""
    return islice(items, min(count, sys.maxsize))


class PuzzleWriter:
    """Writes puzzles one after another in the chosen format."""

    def __init__(
        self, form: str, *, solution: bool, rating: bool, pictures: PictureFile, tell_origin: bool = False
    ) -> None:
        self.form = form
        self.solution = solution
        self.rating = rating
        self.pictures = pictures
        self.tell_origin = tell_origin
        self.written = 0

    def __call__(self, made: Made) -> None:
        """Writes and flushes one puzzle; Ctrl-C cannot cut it in half."""
        text = f"{self._text(made)}\n"
        if self.form == "csv" and not self.written:
            text = f"{self._header(made)}\n{text}"
        if self.form not in ("line", "csv", "json") and self.written:
            text = f"\n{text}"
        if self.tell_origin:
            click.echo(f"puzzle {self.written + 1}: {made.origin}", err=True)
        with deferred_interrupt(once=True):
            click.echo(text, nl=False)
            sys.stdout.flush()
            self.written += 1
            self.pictures.add(made.puzzle, small=made.solution if self.solution else None)

    def _header(self, made: Made) -> str:
        names = ["puzzle", "layout"] if _needs_column(made.puzzle.layout) else ["puzzle"]
        names += ["solution"] * self.solution
        names += ["scheme", "level", "score", "technique", "techniques"] * self.rating
        return ",".join([*names, "origin"])

    def _text(self, made: Made) -> str:
        match self.form:
            case "json":
                return self._json(made)
            case "csv":
                return csv_row(self._row(made))
            case "line":
                notes = _notes(made.puzzle.givens)
                notes += [f"solution: {_line(made.solution)}"] if self.solution else []
                notes += self._rated(made)
                comment = f" # {', '.join(notes)}" if notes else ""
                return f"{_line(made.puzzle.givens)}{comment}"
        lines = [f"# {note}" for note in self._rated(made)]
        lines.append(_grid(made.puzzle.givens, self.form))
        if self.solution:
            lines += ["", "# solution", _grid(made.solution, self.form)]
        return "\n".join(lines)

    def _rated(self, made: Made) -> list[str]:
        return [f"{made.rating}", f"techniques: {' '.join(made.techniques)}"] if self.rating else []

    def _row(self, made: Made) -> Iterator[str]:
        yield _line(made.puzzle.givens)
        if _needs_column(made.puzzle.layout):
            yield made.puzzle.layout.name
        if self.solution:
            yield _line(made.solution)
        if self.rating:
            rating = made.rating
            fields = rating.fields()
            yield from (fields["scheme"], fields["level"], fields["score"])
            yield from (rating.technique, " ".join(made.techniques))
        yield made.origin

    def _json(self, made: Made) -> str:
        import json

        record: dict[str, object] = {
            "puzzle": _line(made.puzzle.givens),
            "layout": made.puzzle.layout.name,
            "clues": made.puzzle.clue_count,
            **attributes(made, "seed", "number", "origin"),
        }
        if self.solution:
            record["solution"] = _line(made.solution)
        if self.rating:
            record |= attributes(made.rating, "scheme", "version", "level", "score", "technique", "steps")
            record["techniques"] = list(made.techniques)
        return json.dumps(record)


def _line(grid: Grid) -> str:
    return format_grid(grid, "line").partition(" #")[0]


def _grid(grid: Grid, form: str) -> str:
    return format_grid(grid, form, with_layout=not _is_usual(grid.layout))


def _notes(grid: Grid) -> list[str]:
    """The comment that a reader needs: the layout, and the symbols if letters are ambiguous."""
    text = format_grid(grid, "line", with_layout=not _is_usual(grid.layout)).partition(" # ")[2]
    return [text] if text else []


def _is_usual(layout: Layout) -> bool:
    """Whether this is the board that a reader assumes for a grid of this size."""
    return layout == Layout.named(f"{layout.size}x{layout.size}")


def _needs_column(layout: Layout) -> bool:
    """Whether a table must name the board: its cells are letters, too, or it is not the usual one of its size."""
    return layout.size > 9 or not _is_usual(layout)


def deliver(
    searches: Iterable[PuzzleSearch], writer: PuzzleWriter, progress: CreateProgress, timeout: float | None
) -> int:
    """Writes all puzzles; the status is 1 if fewer than asked for were found.

    A search ends at its own time limit. What is done with its puzzles, such as rating them, is interrupted a little
    later.
    """
    try:
        with closing(TimeLimit(None if timeout is None else timeout + GRACE)) as limit:
            return _deliver(searches, writer, progress, limit)
    except OutOfTime:
        progress.clear()
        _report_shortfall("out of time", "--timeout", _so_far(progress.total, writer.written, progress.count))
        return NO
    except KeyboardInterrupt:
        progress.clear()
        click.echo(f"stopped: {_so_far(progress.total, writer.written, progress.count)}", err=True)
        return INTERRUPTED
    finally:
        progress.clear()
        writer.pictures.save()


def _deliver(
    searches: Iterable[PuzzleSearch], writer: PuzzleWriter, progress: CreateProgress, limit: TimeLimit
) -> int:
    for search in searches:
        origin, created = search.origin, 0
        drawn = origin.searched_from if isinstance(origin, BankFirst) else 0
        if origin.bank_size:
            _warn_of_bank(origin.bank_size, used_up=bool(drawn))
        with closing(search):
            for made in search:
                progress.clear()
                with limit:
                    writer(made)
                created += made.number >= drawn
        progress.clear()
        if pace := _rate(created, search.tally.tried - drawn, search.tally.seconds):
            click.echo(pace, err=True)
        if search.ended is not Ending.DONE:
            why, more = f"gave up after {search.tally.since:,} candidates in a row", "--effort"
            if search.ended is Ending.TIMEOUT:
                why, more = "out of time", "--timeout"
            _report_shortfall(why, more, _so_far(progress.total, writer.written, progress.count))
            return NO
    return DONE


def _warn_of_bank(size: int, *, used_up: bool) -> None:
    bases = "one puzzle" if size == 1 else f"{size} puzzles"
    these, then = "these", "--distinct puzzle refuses repeats"
    if used_up:
        these, then = "the first", "when it is used up, others are searched for"
    click.echo(
        f"note: {these} come from a bank of {bases}, each transformed by a random symmetry; {then}", err=True
    )


def _rate(created: int, tried: int, seconds: float) -> str:
    """How rare the puzzles are and how fast they come; empty for those that are not rare, or not yet known to be.

    >>> _rate(2, 25_000, 4.0), _rate(0, 25_000, 4.0), _rate(2, 1_000, 0.1)
    ('rate: 1 in 12,500 candidates, 0.5 puzzles a second', 'rate: none in 25,000 candidates, 6,250 a second', '')
    """
    seconds = max(seconds, 0.001)
    if tried < RARE * max(created, 1):
        return ""
    if not created:
        return f"rate: none in {tried:,} candidates, {tried / seconds:,.0f} a second"
    return f"rate: 1 in {tried / created:,.0f} candidates, {created / seconds:.2g} puzzles a second"


def _report_shortfall(why: str, more: str, so_far: str) -> None:
    """Reports why it stopped early, and what may help."""
    click.echo(f"{why}: {so_far}", err=True)
    click.echo(f"try a larger {more}, or ask for less", err=True)


def _so_far(tally: SearchTally, written: int, count: int) -> str:
    """How many were created and tried, and why candidates were refused.

    >>> from nonet.generate.search import SearchTally
    >>> from nonet.generate.acceptance import Refusal
    >>> tally = SearchTally(tried=5000, made=1)
    >>> tally.refused[Refusal.TOO_EASY] = 4999
    >>> _so_far(tally, 1, 10)
    '1 of 10 created, 5,000 candidates tried: 4,999 too easy'
    """
    tried = "1 candidate" if tally.tried == 1 else f"{tally.tried:,} candidates"
    text = f"{written:,} of {count:,} created, {tried} tried"
    why = ", ".join(f"{number:,} {refusal.value}" for refusal, number in tally.refused.most_common())
    return f"{text}: {why}" if why else text


class CreateProgress:
    """Counts over the whole command; on a terminal, a live line."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._before = SearchTally()
        self._now = SearchTally()
        self._line = LiveLine()

    @property
    def total(self) -> SearchTally:
        return self._before + self._now

    def __call__(self, tally: SearchTally) -> None:
        if tally is not self._now:
            self._before, self._now = self.total, tally
        if self._line.is_due():
            total = self.total
            pace = f"{total.tried / max(total.seconds, 0.001):,.0f} a second"
            self._line.show(
                f"{total.made:,} of {self.count:,} created; {total.tried:,} tried, {pace}; "
                "Ctrl-C stops and keeps them"
            )

    def clear(self) -> None:
        self._line.clear()


def create_variants(
    asked: dict[str, Any],
    *,
    seed: int,
    count: int,
    form: str | None,
    with_solution: bool,
    with_rating: bool,
    timeout: float | None,
    pictures: PictureFile,
) -> int:
    """Writes the puzzles, each as soon as it is found."""
    recipe = variant_recipe(asked)
    form = form or "json"
    _refuse_unreadable(form, solution=with_solution, rating=with_rating, several=count > 1)
    written = 0
    try:
        with time_limit(timeout):
            for _, made in at_most(count, make_variants(recipe, seed)):
                _write_variant(made, form, with_solution=with_solution, with_rating=with_rating)
                pictures.add(made.puzzle, small=made.solution if with_solution else None)
                written += 1
    except OutOfTime:
        say(f"out of time: {written:,} of {count:,} created")
        return NO
    except VariantNotFound as error:
        complain(str(error))
        return NO
    finally:
        pictures.save()
    return DONE


def _refuse_unreadable(form: str, *, solution: bool, rating: bool, several: bool) -> None:
    """Refuses what could not be read again: the rating is a comment line below the puzzle."""
    holds = format_named(form).holds
    if rating and "several" not in holds:
        raise FormatError(f"--with-rating: {form} cannot hold comments; JSON, f-puzzles and sudokupad can")
    for asked, option, part in ((solution, "--with-solution", "solution"), (several, "--count", "several")):
        if asked and part not in holds:
            raise FormatError(
                f"{option}: {form} cannot hold {PARTS[part]}; JSON, f-puzzles and sudokupad can"
            )


def _write_variant(made: MadeVariant, form: str, *, with_solution: bool, with_rating: bool) -> None:
    entry = PuzzleEntry(made.puzzle, solution=made.solution if with_solution else None)
    try:
        text = write(entry, form)
    except FormatError as error:
        raise FormatError(f"{error}; JSON and f-puzzles hold every variant") from None
    click.echo(text)
    if with_rating:
        click.echo(f"# {rate(made.puzzle)}")
    sys.stdout.flush()
