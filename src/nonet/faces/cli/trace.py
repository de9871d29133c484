"""`sudoku solve --engine backtracking --trace`: the search in words, a line an event.

     1/9  conflict   r1c1 = 1   row 1 has 1 at r1c2
     1/9  place      r1c1 = 2
     2/9  conflict   r1c4 = 1   row 1 has 1 at r1c2
     …
     4/9  step back  r3c1       no digit left; remove 1 from r2c3 and try the next digit

The numbers in front are the depth of the search: which of the empty cells it is at.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from time import sleep
from typing import TYPE_CHECKING

import click

from nonet.engines.backtracking import Event, Happening, trace
from nonet.faces.cli.picture import wants_colour

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle

__all__ = ["show_trace", "told"]

_COLOURS = {
    Happening.PLACE: "cyan",
    Happening.CONFLICT: None,
    Happening.RULED_OUT: None,
    Happening.STEP_BACK: "yellow",
    Happening.SOLUTION: "green",
}


def show_trace(puzzle: Puzzle, *, first_only: bool, limit: int, delay: float) -> None:
    """Prints the search on standard error, to the first solution or to the end; at most `limit` events."""
    colour = sys.stderr is not None and wants_colour(sys.stderr)
    layout = puzzle.layout
    blanks = layout.cell_count - puzzle.clue_count
    click.echo(f"{blanks} empty cells, row by row; digits 1 to {layout.size} are tried in each", err=True)
    counts: Counter[Happening] = Counter()
    for event, line in told(puzzle, trace(puzzle)):
        if limit and counts.total() >= limit:
            click.echo(
                f"trace cut off after {limit} events; the search goes on (--trace-limit 0 shows all)",
                err=True,
            )
            break
        counts[event.happening] += 1
        click.echo(click.style(line, fg=_COLOURS[event.happening]) if colour else line, err=True)
        if delay > 0:
            sleep(delay)
        if first_only and event.happening is Happening.SOLUTION:
            break
    refused = counts[Happening.CONFLICT] + counts[Happening.RULED_OUT]
    click.echo(
        f"digits placed: {counts[Happening.PLACE]}, refused: {refused}; "
        f"steps back: {counts[Happening.STEP_BACK]}; solutions: {counts[Happening.SOLUTION]}",
        err=True,
    )


def told(puzzle: Puzzle, events: Iterator[Event]) -> Iterator[tuple[Event, str]]:
    """Each event, and the line that describes it.

    >>> from nonet.formats import parse
    >>> puzzle = parse("0130430202030000")
    >>> for event, line in list(told(puzzle, trace(puzzle)))[:3]:
    ...     print(line)
    1/9  conflict   r1c1 = 1   row 1 has 1 at r1c2
    1/9  place      r1c1 = 2
    2/9  conflict   r1c4 = 1   row 1 has 1 at r1c2
    """
    name = puzzle.layout.cell_name
    blanks = puzzle.layout.cell_count - puzzle.clue_count
    width = len(str(blanks))
    placed: list[tuple[int, int]] = []  # cells and digits, in the order of the search
    found = 0
    for event in events:
        depth = min(len(placed) + 1, blanks)
        what = why = ""
        if event.cell is not None:
            what = name(event.cell) + (f" = {event.digit}" if event.digit is not None else "")
        if event.happening is Happening.PLACE:
            assert event.cell is not None
            assert event.digit is not None
            placed.append((event.cell, event.digit))
        elif event.happening is Happening.CONFLICT:
            assert event.house is not None
            assert event.clash is not None
            why = f"{event.house.name} has {event.digit} at {name(event.clash)}"
        elif event.happening is Happening.RULED_OUT:
            why = "the puzzle rules it out"
        elif event.happening is Happening.STEP_BACK:
            why = f"no digit left; {_undone(placed, name)}"
        else:
            found += 1
            what = f"number {found}"
            why = "every cell is filled"
            _undone(placed, name)
        line = f"{depth:{width}}/{blanks}  {event.happening.value:<9}  {what:<9}  {why}"
        yield event, line.rstrip()


def _undone(placed: list[tuple[int, int]], name: Callable[[int], str]) -> str:
    """Undoes the last placement and describes that; nothing is left to undo when the search is over."""
    if not placed:
        return "there is no earlier cell: the search is over"
    cell, digit = placed.pop()
    return f"remove {digit} from {name(cell)} and try the next digit"
