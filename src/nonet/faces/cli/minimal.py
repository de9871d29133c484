"""`sudoku minimal`."""

from __future__ import annotations

import click

from nonet.faces.cli.deadline import time_limited
from nonet.faces.cli.options import (
    Command,
    flag_option,
    format_option,
    puzzle_source,
    refuse_together,
    seed_option,
)
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, NO, say
from nonet.formats import format_grid
from nonet.puzzle import Puzzle


@click.command("minimal", cls=Command)
@flag_option("--list", "listed", help="Only list the clues that could be left out, one per line.")
@format_option
@puzzle_source()
@seed_option
@time_limited()
def command(
    source: PuzzleSource,
    listed: bool,
    form: str,
    seed: int | None,
) -> int:
    """Find the unnecessary clues of a puzzle: givens, cages, lines and all other rules.

    Removes clues in a random order, fixed by the seed, as long as the solution stays unique, and prints
    what is left. The removed ones are listed on standard error. A puzzle with rules is printed as JSON.

    The exit status is 0 if there were unnecessary clues, and 1 if the puzzle needs all of them; 2 if it does not have
    exactly one solution.

    For example:
        sudoku minimal puzzle.txt  # the puzzle without the clues that it does not need
        sudoku minimal --list puzzle.txt  # which clues could be left out, each on its own
        sudoku minimal --seed 7 puzzle.txt  # remove clues in another order
    """
    from nonet.clues import clues_of, minimal, unnecessary_clues

    refuse_together("--list", "--format")
    refuse_together("--list", "--seed")
    puzzle = source.puzzle()
    if listed:
        found = unnecessary_clues(puzzle)
        for clue in found:
            click.echo(clue.name(puzzle))
        return DONE if found else NO
    fewer = minimal(puzzle, seed=seed or 0)
    left = set(clues_of(fewer))
    removed = [clue for clue in clues_of(puzzle) if clue not in left]
    click.echo(_written(fewer, form))
    for clue in removed:
        say(f"removed: {clue.name(puzzle)}")
    return DONE if removed else NO


def _written(puzzle: Puzzle, form: str) -> str:
    if puzzle.rules:
        from nonet.formats.json_puzzle import to_json

        return to_json(puzzle)
    return format_grid(puzzle, form, with_layout=not puzzle.layout.is_usual)
