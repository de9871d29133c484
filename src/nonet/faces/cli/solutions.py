"""Output of `sudoku solve`: one solution or all of them, and their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from nonet.engines import Engine, Order
from nonet.errors import BrokenRule, NoSolution
from nonet.faces.cli.status import DONE, NO, say
from nonet.faces.cli.tally import Ticker, at_least, tally
from nonet.formats import format_grid
from nonet.grid import Grid
from nonet.grouping import grouped
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.faces.cli.picture_file import PictureFile  # needs Click, which `plain` does without

BATCH = 8
"""Up to this many solutions are sorted directly; more are split by the first empty cell."""


def print_first(
    engine: Engine, puzzle: Puzzle, form: str = "rows", *, pictures: PictureFile | None = None
) -> int:
    """Prints the smallest solution (spec 004)."""
    _print_first(engine, puzzle, Order.row_by_row(puzzle.layout), form, pictures)
    return DONE


def _print_first(
    engine: Engine, puzzle: Puzzle, order: Order, form: str, pictures: PictureFile | None
) -> None:
    grid = engine.first_solution(puzzle, order)
    if grid is None:
        raise NoSolution
    print(format_grid(grid, form), flush=True)
    for note in _notes(puzzle, grid):
        say(note)
    if pictures is not None:
        pictures.add(puzzle, grid=grid)


def _notes(puzzle: Puzzle, grid: Grid) -> Iterator[str]:
    """What rules have found out about cells besides their digits: `doublers (×2): r1c4, r2c2, r3c1, r4c3`, or
    `loop: r1c1, …`.
    """
    if not puzzle.rules:
        return
    from nonet.rules.shapes import Badge

    for rule in puzzle.rules:
        shapes = list(rule.shapes_known(grid))
        badges = [each for each in shapes if isinstance(each, Badge)]
        signs = grouped((getattr(each, "label", ""), getattr(each, "cells", ())) for each in badges or shapes)
        for sign, groups in signs.items():
            cells = ", ".join(puzzle.layout.cell_name(cell) for group in groups for cell in group)
            yield f"{rule.title} ({sign}): {cells}" if sign else f"{rule.title}: {cells}"


def print_last(
    engine: Engine, puzzle: Puzzle, form: str = "rows", *, limit: int, pictures: PictureFile | None = None
) -> int:
    """Prints the greatest solution, then counts them all on standard error (spec 001); 0 is no limit."""
    _print_first(engine, puzzle, Order.row_by_row(puzzle.layout).reversed_digits(), form, pictures)
    ticker = Ticker()
    ticker(1)
    try:
        count = engine.count_solutions(puzzle, limit=limit + 1 if limit else None, progress=ticker)
    except KeyboardInterrupt:
        ticker.clear()
        say(at_least(ticker.seen))
        raise
    ticker.clear()
    say(tally(count, limit=limit or None))
    return DONE


def print_all(
    engine: Engine, puzzle: Puzzle, form: str = "rows", *, limit: int, pictures: PictureFile | None = None
) -> int:
    """Prints every solution, ascending, up to the limit; 0 is no limit."""
    count = 0
    try:
        for grid in ascending(engine, puzzle):
            count += 1
            if limit and count > limit:
                break
            text = format_grid(grid, form)
            print(f"\n{text}" if count > 1 and "\n" in text else text, flush=True)
            if pictures is not None:
                pictures.add(puzzle, grid=grid)
    except KeyboardInterrupt:
        say(at_least(count))
        raise
    if not count:
        raise NoSolution
    say(tally(count, limit=limit or None))
    return DONE


def print_each(
    puzzles: Sequence[Puzzle],
    form: str = "rows",
    *,
    pictures: PictureFile | None = None,
    first_only: bool = False,
    engine: str | None = None,
) -> int:
    """Prints one solution of each puzzle: the smallest, or else the greatest, with a note if there are several."""
    from nonet.faces.cli.options import chosen_engine

    status = DONE
    for number, puzzle in enumerate(puzzles, start=1):
        chosen = chosen_engine(engine, puzzle)
        order = Order.row_by_row(puzzle.layout)
        grid = chosen.first_solution(puzzle, order if first_only else order.reversed_digits())
        if grid is None:
            say(f"puzzle {number}: no solution")
            status = NO
        elif not first_only and chosen.count_solutions(puzzle, limit=2) > 1:
            say(f"puzzle {number}: more than one solution; this is the greatest")
        if grid is not None and pictures is not None:
            pictures.add(puzzle, grid=grid)
        text = "" if grid is None else format_grid(grid, form)
        print(f"\n{text}" if number > 1 and form != "line" else text, flush=True)
    return status


def ascending(engine: Engine, puzzle: Puzzle) -> Iterator[Grid]:
    """The solutions from the smallest to the greatest, read row by row, whatever order the engine has; lazily, and in
    little memory.

    >>> from nonet.engines import engine
    >>> from nonet.layout import Layout
    >>> empty = Puzzle.of(Layout.named("4x4"), [0] * 16)
    >>> every = [grid.entries for grid in ascending(engine("propagation"), empty)]
    >>> len(every), every == sorted(every)
    (288, True)
    """
    if engine.name == "backtracking":
        yield from engine.solutions(puzzle)  # already in this order
        return
    waiting = [puzzle]
    while waiting:
        puzzle = waiting.pop()
        found = list(islice(engine.solutions(puzzle), BATCH + 1))
        if len(found) <= BATCH:
            yield from sorted(found, key=lambda grid: grid.entries)
            continue
        givens, layout = puzzle.givens, puzzle.layout
        cell = givens.entries.index(0)
        taken = {givens.entries[peer] for peer in layout.peers[cell]}
        waiting += [
            after
            for digit in reversed(layout.entries)
            if digit not in taken and (after := _with_given(puzzle, cell, digit)) is not None
        ]


def _with_given(puzzle: Puzzle, cell: int, digit: int) -> Puzzle | None:
    """The puzzle with one more given; None if it breaks a rule."""
    try:
        return Puzzle(puzzle.givens.with_entry(cell, digit), puzzle.ruled_out, puzzle.rules)
    except BrokenRule:
        return None
