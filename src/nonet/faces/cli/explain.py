"""`sudoku explain`: the way to the solution, step by step, in words and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from nonet.errors import NonetError, NoSolution, SeveralSolutions
from nonet.faces.cli.explain_options import (
    cells_option,
    detail_option,
    language_option,
    print_text,
    spoken,
    svg_option,
    tier_option,
)
from nonet.faces.cli.explain_output import StepPrinter, check_output_name, write_steps
from nonet.faces.cli.explain_se import explain_by_explainer
from nonet.faces.cli.options import (
    Command,
    from_option,
    layout_option,
    number_option,
    source_argument,
    symbols_option,
)
from nonet.faces.cli.source import read_puzzle
from nonet.faces.cli.status import DONE, NO
from nonet.messages import T

if TYPE_CHECKING:
    from nonet.candidates import Candidates
    from nonet.logic.options import Options
    from nonet.puzzle import Puzzle
    from nonet.rating import Rating
    from nonet.step import Step

__all__ = ["command"]

Taken = tuple[int, "Candidates", "Step"]
"""The number of a step, the position before it, the step."""


@click.command(
    "explain",
    cls=Command,
    examples=[
        ("sudoku explain puzzle.txt", "every step from the givens to the solution"),
        ("sudoku explain --next puzzle.txt", "only the next step, with its picture"),
        ("sudoku explain --next --svg step.svg puzzle.txt", "save the picture to a file"),
        ("sudoku explain --tier 2 puzzle.txt", "only the techniques, without the reasoning"),
        ("sudoku explain --technique naked-single puzzle.txt", "only the steps of one technique"),
        ("sudoku explain --scheme se puzzle.txt", "the steps of Sudoku Explainer, with their ratings"),
        ("sudoku explain --lang cs puzzle.txt", "in Czech"),
        ("sudoku explain --detail full puzzle.txt", "with every line of long proofs"),
        ("sudoku explain -o path.html puzzle.txt", "one page, with a picture for each step"),
        ("sudoku explain --next -o step.png puzzle.txt", "the next step as a picture"),
        ("sudoku explain -o path.gif 12....1..3..4...", "an animation of all steps"),
        ("sudoku explain --json puzzle.txt", "for use in a program"),
    ],
)
@source_argument
@click.option("--next", "only_next", is_flag=True, help="Show only the next step, with its picture.")
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
@click.option("--pictures", is_flag=True, help="Draw the board before each step.")
@svg_option
@click.option(
    "-o",
    "--output",
    "output",
    metavar="FILE",
    help="Write the steps to a file instead of printing them: .html is one page with a picture for each step, .pdf has "
    "a page for each, .svg and .png are numbered files, .gif is an animation.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON: the steps with all their evidence.")
@click.option(
    "--scheme",
    default="hodoku",
    show_default=True,
    metavar="NAME",
    help="Whose steps: hodoku, se (Sudoku Explainer 1.2.1) or se-1.18.",
)
@click.option("--no-uniqueness", is_flag=True, help="Leave out techniques that assume a unique solution.")
@language_option
@cells_option("notation")
@layout_option
@symbols_option
@from_option
@number_option
def command(
    source: str | None,
    only_next: bool,
    tier: int,
    detail: str,
    keys: tuple[str, ...],
    pictures: bool,
    svg: str | None,
    output: str | None,
    as_json: bool,
    scheme: str,
    no_uniqueness: bool,
    language: str,
    cells: str,
    layout: str | None,
    symbols: str | None,
    input_format: str | None,
    number: int | None,
) -> int:
    """Explain how a person would solve a puzzle: the easiest step first, each with its reason.

    r4c7 means row 4, column 7; r4c78 means r4c7 and r4c8; --cells words spells them out. A step places a
    digit (r4c7 = 5) or eliminates candidates (r4c78 ≠ 5). Long proofs are folded: what is supposed, how many
    lines follow, and how it ends; --detail full shows every line.

    The exit status is 0 if the puzzle has exactly one solution, 1 otherwise.
    """
    from nonet.draw.html import TakenStep
    from nonet.logic.catalog import technique
    from nonet.logic.options import DEFAULTS
    from nonet.rating import scheme as scheme_named

    scheme_named(scheme)  # raises an error for an unknown scheme
    by_explainer = scheme not in ("hodoku", "variants")
    if by_explainer and no_uniqueness:
        raise click.UsageError("Sudoku Explainer cannot do without uniqueness; leave --no-uniqueness out")
    for key in keys:
        technique(key)  # says so, if there is no such technique
    check_output_name(output)
    show = StepPrinter(
        tier, detail, spoken(language, cells), svg, draw=pictures or only_next, single=only_next
    )
    options = replace(DEFAULTS, uniqueness=not no_uniqueness)
    puzzle = read_puzzle(source, layout=layout, symbols=symbols, form=input_format, number=number)
    try:
        _check(puzzle)
    except (NoSolution, SeveralSolutions) as error:
        click.echo(f"{error} (see `sudoku hint`)", err=True)
        return NO
    if by_explainer:
        puzzle.require_classic("Sudoku Explainer")
        return explain_by_explainer(
            puzzle,
            scheme,
            only_next=only_next,
            keys=keys,
            show=show,
            output=output,
            as_json=as_json,
        )
    steps = _next_steps(puzzle, keys, options) if only_next else _path(puzzle, keys, options)
    if as_json:
        return _print_json(puzzle, list(steps), language, whole=not only_next and not keys)
    whole = not only_next and not keys
    found: list[Step] = []
    if output is not None:
        taken = list(steps)
        rating = _rating_line(puzzle, [step for _, _, step in taken], language) if whole else ""
        found = [step for _, _, step in taken]
        if found:
            write_steps(output, puzzle, [TakenStep(*each) for each in taken], show, rating)
    else:
        for number, position, step in steps:
            show.print_step(puzzle, number, position, step)
            found.append(step)
    if not found:
        wanted = " or ".join(keys) if keys else "any technique"
        click.echo(f"no step uses {wanted} here", err=True)
        return NO
    if whole:
        print_text(_rating_line(puzzle, found, language))
    return DONE


def _check(puzzle: Puzzle) -> None:
    from nonet.engines import engine_for

    engine_for(puzzle).solution(puzzle)


def _path(puzzle: Puzzle, keys: tuple[str, ...], options: Options) -> Iterator[Taken]:
    from nonet.logic.path import path
    from nonet.logic.position import Position

    position = Position.of(puzzle)
    for number, step in enumerate(path(puzzle, options=options), start=1):
        if not keys or step.technique in keys:
            yield number, position.candidates(), step
        position.apply(step)


def _next_steps(puzzle: Puzzle, keys: tuple[str, ...], options: Options) -> Iterator[Taken]:
    from nonet.logic.path import all_steps, next_step
    from nonet.logic.position import Position

    position = Position.of(puzzle)
    if not keys:
        step = next_step(position, options=options)
        if step is not None:
            yield 1, position.candidates(), step
        return
    number = 0
    for key in keys:
        for step in all_steps(position, key, options=options):
            number += 1
            yield number, position.candidates(), step


def _rating_line(puzzle: Puzzle, steps: list[Step], language: str) -> str:
    from nonet.explain import rating_words
    from nonet.explain.voice import voice

    finished = _is_finished(puzzle, steps)
    words = rating_words(_rated(puzzle, steps, finished), language)
    if finished:
        return words
    return f"{voice(language).say(T('None of our techniques helps from here on.'))}\n{words}"


def _is_finished(puzzle: Puzzle, steps: list[Step]) -> bool:
    """Whether the steps fill the board; those of a puzzle with rules may not."""
    return puzzle.clue_count + sum(len(step.placements) for step in steps) == puzzle.layout.cell_count


def _rated(puzzle: Puzzle, steps: list[Step], finished: bool) -> Rating:
    """The rating of the path that was shown: by the same steps."""
    from nonet.rating.hodoku import Hodoku
    from nonet.rating.variants import VariantScale

    return VariantScale().rate_path(steps, finished=finished) if puzzle.rules else Hodoku().rate_path(steps)


def _print_json(puzzle: Puzzle, steps: list[Taken], language: str, *, whole: bool) -> int:
    import json

    from nonet.explain import TIERS, explain, fact_records, technique_name, to_record
    from nonet.explain.record import SCHEMA
    from nonet.formats import format_grid
    from nonet.logic.catalog import technique
    from nonet.rules.codec import to_data

    document: dict[str, Any] = {
        "schema": SCHEMA,
        "layout": puzzle.layout.name,
        "givens": format_grid(puzzle.givens, "line"),
        **({"rules": [to_data(rule, puzzle.layout) for rule in puzzle.rules]} if puzzle.rules else {}),
        "language": language,
        "steps": [],
    }
    for number, position, step in steps:
        used = technique(step.technique)
        document["steps"].append(
            {
                "number": number,
                **to_record(step, puzzle.layout),
                "name": technique_name(step.technique, language),
                "level": used.level.name.lower(),
                "score": used.score,
                "text": {str(tier): explain(step, position, tier=tier, language=language) for tier in TIERS},
                "facts": fact_records(step, position, language=language),
            }
        )
    if whole:
        path = [step for _, _, step in steps]
        rating = _rated(puzzle, path, _is_finished(puzzle, path))
        document["rating"] = {
            "scheme": rating.scheme,
            "version": rating.version,
            "level": rating.level,
            "score": rating.score,
            "technique": rating.technique,
        }
    text = json.dumps(document, ensure_ascii=False, indent=1)
    try:
        click.echo(text)
    except UnicodeEncodeError as error:
        raise NonetError(
            "the output encoding cannot represent this JSON; set PYTHONIOENCODING=utf-8"
        ) from error
    return DONE if steps else NO
