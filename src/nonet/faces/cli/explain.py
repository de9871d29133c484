"""`sudoku explain`: the way to the solution, step by step, in words and pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import click

from nonet.engines import engine_for
from nonet.errors import NoSolution, SeveralSolutions
from nonet.faces.cli.deadline import time_limited
from nonet.faces.cli.explain_options import (
    cells_option,
    detail_option,
    language_option,
    spoken,
    svg_option,
    tier_option,
)
from nonet.faces.cli.options import (
    Command,
    flag_option,
    puzzle_source,
    refuse_together,
    scheme_option,
    techniques_option,
    widened,
)
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, NO

ENDINGS = (".html", ".htm", ".svg", ".png", ".pdf", ".gif")
"""The kinds of files that -o writes."""


@click.command("explain", cls=Command)
@flag_option("--next", "only_next", help="Show only the next step, with its picture.")
@tier_option(4)
@detail_option
@click.option(
    "--technique",
    "keys",
    metavar="NAME",
    multiple=True,
    help="Show only the steps of this technique (`sudoku techniques` lists them); can be repeated. "
    "With --next: every such step in this position.",
)
@techniques_option(
    "--allow",
    "allow",
    "NAMES",
    help="Besides singles, use only these techniques, up to where none of them helps: also those that are off. With "
    "exocet, sk-loop or tridagon, locked candidates and subsets are used, too.",
)
@flag_option("--boards", help="Draw the board before each step.")
@svg_option
@click.option(
    "-o",
    "--output",
    "output",
    metavar="FILE",
    help="Write the steps to a file instead of printing them: .html is one page with a picture for each step, .pdf has "
    "a page for each, .svg and .png are numbered files, .gif is an animation.",
)
@flag_option("--json", "as_json", help="Write JSON: the steps with all their evidence.")
@scheme_option("Whose steps: hodoku, se (Sudoku Explainer 1.2.1) or se-1.18.")
@flag_option("--no-uniqueness", help="Leave out techniques that assume a unique solution.")
@language_option
@cells_option("notation")
@puzzle_source()
@time_limited(steps=None)
def command(
    source: PuzzleSource,
    only_next: bool,
    tier: int,
    detail: str,
    keys: tuple[str, ...],
    allow: frozenset[str],
    boards: bool,
    svg: str | None,
    output: str | None,
    as_json: bool,
    scheme: str,
    no_uniqueness: bool,
    language: str,
    cells: str,
) -> int:
    """Explain how a person would solve a puzzle: the easiest step first, each with its reason.

    r4c7 means row 4, column 7; r4c78 means r4c7 and r4c8; --cells words spells them out. A step places a
    digit (r4c7 = 5) or eliminates candidates (r4c78 ≠ 5). Long proofs are folded: what is supposed, how many
    lines follow, and how it ends; --detail full shows every line.

    The exit status is 0 if the puzzle has exactly one solution, otherwise 1; also 1 if no step uses the
    techniques asked for.

    For example:
        sudoku explain puzzle.txt  # every step from the givens to the solution
        sudoku explain --next puzzle.txt  # only the next step, with its picture
        sudoku explain --next --svg step.svg puzzle.txt  # save the picture to a file
        sudoku explain --tier 2 puzzle.txt  # only the techniques, without the reasoning
        sudoku explain --technique naked-single puzzle.txt  # only the steps of one technique
        sudoku explain --allow exocet,sk-loop,tridagon puzzle.txt  # patterns of the experts, which no path tries
        sudoku explain --scheme se puzzle.txt  # the steps of Sudoku Explainer, with their ratings
        sudoku explain --lang cs puzzle.txt  # in Czech
        sudoku explain --detail full puzzle.txt  # with every line of long proofs
        sudoku explain -o path.html puzzle.txt  # one page, with a picture for each step
        sudoku explain --next -o step.png puzzle.txt  # the next step as a picture
        sudoku explain -o path.gif 12....1..3..4...  # an animation of all steps
        sudoku explain --timeout 60 puzzle.txt  # the steps that are found within a minute, then `unknown`
        sudoku explain --json puzzle.txt  # for use in a program
    """
    from nonet.draw.files import check_extension
    from nonet.faces.cli import explain_steps
    from nonet.logic.catalog import technique
    from nonet.rating import scheme as scheme_named

    scheme_named(scheme)  # raises an error for an unknown scheme
    if no_uniqueness and scheme not in explain_steps.OURS:
        raise click.UsageError("Sudoku Explainer cannot do without uniqueness; leave --no-uniqueness out")
    allow = widened(allow)
    if allow and scheme not in explain_steps.OURS:
        raise click.UsageError("Sudoku Explainer's steps cannot be chosen by technique; leave --allow out")
    for key in (*keys, *sorted(allow)):
        technique(key)  # says so, if there is no such technique
    refuse_together("--json", "-o", "--svg")
    refuse_together("--json", "-o", "--boards")
    if output is not None:
        check_extension(output, ENDINGS)
    printer = explain_steps.StepPrinter(
        tier, detail, spoken(language, cells), svg, draw=boards or only_next, single=only_next
    )
    puzzle = source.puzzle()
    try:
        engine_for(puzzle).solution(puzzle)
    except (NoSolution, SeveralSolutions) as error:
        click.echo(f"{error} (see `sudoku hint`)", err=True)
        return NO
    path = explain_steps.path_of(puzzle, scheme, uniqueness=not no_uniqueness, allow=allow)
    if only_next:
        steps = path.next_steps(keys)
    else:
        steps = (taken for taken in path.steps() if not keys or taken.step.technique in keys)
    rated = None if only_next or keys else path
    if as_json:
        show: Callable[..., bool] = partial(explain_steps.print_steps_as_json, puzzle)
    elif output is not None:
        show = partial(explain_steps.write_steps, output, puzzle)
    else:
        show = explain_steps.print_steps
    if show(steps, printer, rated):
        return DONE
    if not as_json:
        explain_steps.print_why_none(puzzle, keys or tuple(sorted(allow)), printer.language)
    return NO if keys or allow else DONE
