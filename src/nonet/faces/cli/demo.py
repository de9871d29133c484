"""`sudoku demo`: create, draw and solve a built-in example."""

from __future__ import annotations

import sys
from time import perf_counter

import click

from nonet.engines import engine_for
from nonet.faces.cli.options import Command, seed_option
from nonet.faces.cli.picture_file import draw, wants_colour, wants_lines
from nonet.generate import create
from nonet.visible import print_coloured

SEED = 79


@click.command("demo", cls=Command)
@seed_option
def command(seed: int | None) -> None:
    """Create a puzzle, draw it, solve it, and show how long that took.

    For example:
        sudoku demo  # the same puzzle every time
        sudoku demo --seed 7  # another puzzle
    """
    seed = SEED if seed is None else seed
    lines, colour = wants_lines(sys.stdout), wants_colour(sys.stdout)

    began = perf_counter()
    puzzle = create(seed)
    click.echo(f"A puzzle with {puzzle.clue_count} clues, created in {_spoken(perf_counter() - began)}:\n")
    print_coloured(draw(puzzle.givens, givens=puzzle.givens, lines=lines, colour=colour), sys.stdout)

    engine = engine_for(puzzle)
    began = perf_counter()
    solution = engine.solution(puzzle)
    taken = perf_counter() - began
    click.echo(f"\nIts only solution, found and proven in {_spoken(taken)} (engine {engine.name}):\n")
    print_coloured(draw(solution, givens=puzzle.givens, lines=lines, colour=colour), sys.stdout)
    click.echo(f"\nThe same puzzle again:  sudoku create --seed {seed}")
    click.echo("Now play one yourself:  sudoku play (in the terminal) or sudoku web (in the browser)")


def _spoken(seconds: float) -> str:
    """A duration for people.

    >>> _spoken(2.34), _spoken(0.0123), _spoken(0.0000456)
    ('2.3 s', '12 ms', '0.05 ms')
    """
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1e3:.0f} ms" if seconds >= 0.001 else f"{seconds * 1e3:.2f} ms"
