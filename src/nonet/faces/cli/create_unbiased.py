"""`sudoku create --unbiased`: minimal puzzles, all with the same chance or with weights."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any

import click

from nonet.engines import default_engine
from nonet.errors import RecipeError
from nonet.faces.cli.create_output import PuzzleWriter, at_most
from nonet.faces.cli.status import DONE, INTERRUPTED, NO
from nonet.faces.cli.tally import LiveLine, csv_row
from nonet.formats import format_grid
from nonet.generate.examine import Made
from nonet.generate.unbiased import MinimalDraw, resampled, unbiased_draws
from nonet.layout import Layout
from nonet.parallel.interrupts import OutOfTime, deferred_interrupt, time_limit
from nonet.puzzle import Puzzle

_REFUSED = {
    "level": "--level",
    "required": "--technique",
    "allowed": "--allow",
    "forbidden": "--forbid",
    "rating": "--rating",
    "clues": "--clues",
    "pattern": "--pattern",
    "variant": "--variant",
    "cage_size": "--cage-size",
}
"""Options that ask for some puzzles only, by the name of their parameter."""


def refuse_choice(asked: dict[str, Any], distinct: str | None) -> None:
    """Raises an error if options ask for some of the minimal puzzles only."""
    used = [option for name, option in _REFUSED.items() if asked.get(name)]
    used += ["--symmetry"] * (asked["symmetry"] != "none") + ["--distinct"] * (distinct is not None)
    if used:
        raise RecipeError(
            f"{used[0]} cannot be used together with --unbiased: every minimal puzzle must have its chance; "
            "create them, and choose among them"
        )


class TryProgress:
    """Counts the tries; on a terminal, a live line."""

    def __init__(self, count: int) -> None:
        self.tries = self.written = 0
        self._count = count
        self._line = LiveLine()

    def __call__(self, tries: int) -> None:
        self.tries = tries
        if self._line.is_due():
            self._line.show(
                f"{self.written:,} of {self._count:,} created; {tries:,} tries; Ctrl-C stops and keeps them"
            )

    def clear(self) -> None:
        self._line.clear()


def write_weighted(draw: MinimalDraw) -> None:
    """A row of `puzzle,clues,weight`; Ctrl-C cannot cut it in half."""
    line = format_grid(draw.givens, "line").partition(" #")[0]
    with deferred_interrupt(once=True):
        click.echo(csv_row([line, str(draw.clues), str(draw.weight)]))
        sys.stdout.flush()


def create_unbiased(
    layout: Layout,
    *,
    seed: int,
    count: int,
    weighted: bool,
    write: PuzzleWriter,
    threads: int,
    device: str | None,
    timeout: float | None,
) -> int:
    """Writes the puzzles, each as soon as it is found, and then how many tries it took."""
    progress = TryProgress(count)
    draws = unbiased_draws(seed, layout=layout, threads=threads, device=device, progress=progress)
    put = _made_writer(write, seed, layout)
    if weighted:
        click.echo("puzzle,clues,weight")
        put = write_weighted
    status, last = NO, 0
    try:
        with time_limit(timeout), closing(draws):
            for draw in at_most(count, draws if weighted else resampled(draws, seed)):
                progress.clear()
                put(draw)
                progress.written += 1
                last = draw.number + 1
        status = DONE
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        status = INTERRUPTED
    finally:
        progress.clear()
        write.pictures.save()
    if status != DONE:
        why = "out of time" if status == NO else "stopped"
        click.echo(f"{why}: {progress.written:,} of {count:,} created", err=True)
        last = max(last, progress.tries)
    click.echo(f"tries: {last:,}", err=True)
    return status


def _made_writer(write: PuzzleWriter, seed: int, layout: Layout) -> Callable[[MinimalDraw], None]:
    engine = default_engine(layout)

    def put(draw: MinimalDraw) -> None:
        puzzle = Puzzle(draw.givens)
        write(Made(puzzle, engine.solution(puzzle), draw.number, seed, "unbiased"))

    return put
