"""`sudoku solve --trace`, with the engine backtracking or dlx: the search in words, one line per event; or in JSON.

     1/9  conflict   r1c1 = 1   row 1 has 1 at r1c2
     1/9  place      r1c1 = 2
     2/9  conflict   r1c4 = 1   row 1 has 1 at r1c2
     …
     4/9  step back  r3c1       no digit left; remove 1 from r2c3 and try the next digit

The numbers in front are the depth of the search: which of the empty cells it fills next.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from time import sleep

import click

from nonet.engines.backtracking import trace as trace_backtracking
from nonet.engines.dlx import trace as trace_dlx
from nonet.engines.events import Event, Happening, events_as_json
from nonet.faces.cli.picture_file import wants_colour
from nonet.puzzle import Puzzle
from nonet.visible import print_coloured

TRACED = {"backtracking": trace_backtracking, "dlx": trace_dlx}
"""The engines that can be watched."""

_HOW = {
    "backtracking": "row by row; digits {low} to {high} are tried in each",
    "dlx": "always the cell with the fewest digits, or the digit with the fewest places",
}

_COLOURS = {
    Happening.CHOOSE: None,
    Happening.PLACE: "cyan",
    Happening.CONFLICT: None,
    Happening.RULED_OUT: None,
    Happening.STEP_BACK: "yellow",
    Happening.SOLUTION: "green",
}


def show_trace(
    puzzle: Puzzle, engine: str, *, as_json: bool, first_only: bool, limit: int, delay: float
) -> None:
    """Prints the search on standard error, to the first solution or to the end; at most `limit` events."""
    events = _until(TRACED[engine](puzzle), first_only=first_only, delay=delay)
    if as_json:
        for each in islice(events_as_json(puzzle.layout, events), limit or None):
            click.echo(json.dumps(each), err=True)
        return
    layout = puzzle.layout
    blanks = layout.cell_count - puzzle.clue_count
    click.echo(f"{blanks} empty cells, {_HOW[engine].format(**layout.digit_ends)}", err=True)
    colour = sys.stderr is not None and wants_colour(sys.stderr)
    counts: Counter[Happening] = Counter()
    for event, line in described(puzzle, events):
        if limit and counts.total() >= limit:
            click.echo(
                f"trace cut off after {limit} events; the search goes on (--trace-limit 0 shows all)",
                err=True,
            )
            break
        counts[event.happening] += 1
        if colour:
            print_coloured(click.style(line, fg=_COLOURS[event.happening]), sys.stderr)
        else:
            click.echo(line, err=True)
    refused = counts[Happening.CONFLICT] + counts[Happening.RULED_OUT]
    click.echo(
        f"digits placed: {counts[Happening.PLACE]}, refused: {refused}; "
        f"steps back: {counts[Happening.STEP_BACK]}; solutions: {counts[Happening.SOLUTION]}",
        err=True,
    )


def _until(events: Iterator[Event], *, first_only: bool, delay: float) -> Iterator[Event]:
    """The events with a pause after each; with `first_only`, to the first solution."""
    for event in events:
        yield event
        if delay > 0:
            sleep(delay)
        if first_only and event.happening is Happening.SOLUTION:
            return


def described(puzzle: Puzzle, events: Iterator[Event]) -> Iterator[tuple[Event, str]]:
    """Each event, and the line that describes it.

    >>> from nonet.formats import parse
    >>> puzzle = parse("0130430202030000")
    >>> for event, line in list(described(puzzle, trace_backtracking(puzzle)))[:3]:
    ...     print(line)
    1/9  conflict   r1c1 = 1   row 1 has 1 at r1c2
    1/9  place      r1c1 = 2
    2/9  conflict   r1c4 = 1   row 1 has 1 at r1c2
    """
    name, digit_of = puzzle.layout.cell_name, puzzle.layout.digit_of
    blanks = puzzle.layout.cell_count - puzzle.clue_count
    width = len(str(blanks))
    placed: list[tuple[int, int]] = []  # cells and digits, in the order of the search
    solutions = 0
    column = 9
    for event in events:
        if event.happening is Happening.CHOOSE:
            column = 13  # "4 in column 1"
        depth = min(len(placed) + 1, blanks)
        what = why = ""
        digit = None if event.digit is None else digit_of(event.digit)
        if event.cell is not None:
            what = name(event.cell) + (f" = {digit}" if digit is not None else "")
        elif event.house is not None:
            what = f"{digit} in {event.house.name}"
        if event.happening is Happening.PLACE:
            assert event.cell is not None
            assert digit is not None
            placed.append((event.cell, digit))
        elif event.happening is Happening.CONFLICT:
            assert event.house is not None
            assert event.clash is not None
            why = f"{event.house.name} has {digit} at {name(event.clash)}"
        elif event.happening is Happening.RULED_OUT:
            why = "the puzzle rules it out"
        elif event.happening is Happening.CHOOSE:
            why = _options(event)
        elif event.happening is Happening.STEP_BACK:
            why = f"no {'digit' if event.house is None else 'place'} left; {_undone(placed, name)}"
        else:
            solutions += 1
            what = f"number {solutions}"
            why = "every cell is filled"
            _undone(placed, name)
        line = f"{depth:{width}}/{blanks}  {event.happening.value:<9}  {what:<{column}}  {why}"
        yield event, line.rstrip()


def _options(event: Event) -> str:
    what = "digit" if event.house is None else "place"
    return f"{event.options or 'no'} {what}{'' if event.options == 1 else 's'} possible"


def _undone(placed: list[tuple[int, int]], name: Callable[[int], str]) -> str:
    """Undoes the last placement and describes that; nothing is left to undo when the search is over."""
    if not placed:
        return "there is no earlier cell: the search is over"
    cell, digit = placed.pop()
    return f"remove {digit} from {name(cell)} and try the next digit"
