"""`sudoku inside`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping

import click

from nonet.faces.cli.deadline import time_limited
from nonet.faces.cli.options import Command, json_option, number_option, puzzle_source
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE

MOST = 1_000_000_000
"""More than anybody waits for."""


@click.command("inside", cls=Command)
@number_option(
    "--most", default=10_000, least=1, most=MOST, help="Count minimal puzzles and neighbours up to N."
)
@puzzle_source()
@json_option
@time_limited()
def command(source: PuzzleSource, most: int, as_json: bool) -> int:
    """Show what is inside a puzzle and its solution.

    Prints how many unavoidable sets of up to 12 cells the solution has, by their size; the backdoors, that is the
    smallest sets of cells whose digits let singles, or steps of level medium, solve the rest; how many minimal puzzles
    are among its givens, by their number of givens; and how many neighbours it has: puzzles that differ in one given.

    The puzzle must have exactly one solution and no rules but those of its board.

    For example:
        sudoku inside puzzle.txt  # the numbers, and some of the backdoors
        sudoku inside --most 100 puzzle.txt  # do not count further than that
        sudoku inside --json puzzle.txt  # with all sets, for use in a program
    """
    from itertools import islice

    from nonet.research import backdoors, minimal_puzzles, neighbours, unavoidable_sets

    puzzle = source.puzzle()
    sets = unavoidable_sets(puzzle)
    doors = [backdoors(puzzle, steps=steps) for steps in ("singles", "medium")]
    minimal = [each.clue_count for each in islice(minimal_puzzles(puzzle), most + 1)]
    near = sum(1 for _ in islice(neighbours(puzzle), most + 1))

    def names(cells: Iterable[int]) -> list[str]:
        return [puzzle.layout.cell_name(cell) for cell in cells]

    if as_json:
        found = {
            "unavoidable_sets": [names(each) for each in sets],
            "backdoors": {each.steps: [names(cells) for cells in each.sets] for each in doors},
            "minimal_puzzles": {"count": min(len(minimal), most), "is_all": len(minimal) <= most},
            "neighbours": {"count": min(near, most), "is_all": near <= most},
        }
        click.echo(json.dumps(found))
        return DONE
    click.echo(f"unavoidable sets: {len(sets)}{_by(Counter(map(len, sets)), 'cells')}")
    for door in doors:
        if door.size is None:
            click.echo(f"backdoors for {door.steps}: none of up to 3 cells")
        elif not door.size:
            click.echo(f"backdoors for {door.steps}: it needs none")
        else:
            some = ", ".join("+".join(names(cells)) for cells in door.sets[:5])
            more = ", …" if len(door.sets) > 5 else ""
            click.echo(f"backdoors for {door.steps}: {len(door.sets)} of size {door.size}: {some}{more}")
    by_givens = _by(Counter(minimal), "givens") if len(minimal) <= most else ""
    click.echo(f"minimal puzzles inside: {_up_to(len(minimal), most)}{by_givens}")
    click.echo(f"neighbours by {{-1+1}}: {_up_to(near, most)}")
    return DONE


def _by(counts: Mapping[int, int], what: str) -> str:
    listed = ", ".join(f"{size}: {count}" for size, count in sorted(counts.items()))
    return f" (by {what}: {listed})" if listed else ""


def _up_to(count: int, most: int) -> str:
    return f"more than {most}" if count > most else str(count)
