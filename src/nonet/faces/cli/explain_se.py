"""`sudoku explain --scheme se`: the steps of Sudoku Explainer, each with its name there and its rating."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from nonet.faces.cli.explain_output import StepPrinter, write_steps
from nonet.faces.cli.status import DONE, NO

if TYPE_CHECKING:
    from nonet.candidates import Candidates
    from nonet.logic.se.steps import ExplainerStep
    from nonet.puzzle import Puzzle

__all__ = ["explain_by_explainer"]

Taken = tuple[int, "Candidates", "ExplainerStep"]
"""The number of a step, the position before it, the step."""


def explain_by_explainer(
    puzzle: Puzzle,
    scheme: str,
    *,
    only_next: bool,
    keys: tuple[str, ...],
    show: StepPrinter,
    output: str | None,
    as_json: bool,
) -> int:
    """Prints the path of a puzzle with one solution."""
    from nonet.draw.html import TakenStep

    taken = _path(puzzle, scheme)
    if only_next:
        taken = iter([next(taken)])
    if keys:
        taken = (each for each in taken if each[2].step.technique in keys)
    whole = not only_next and not keys
    if as_json:
        return _print_json(puzzle, scheme, list(taken), show.language, whole=whole)
    found = 0
    if output is not None:
        steps = [TakenStep(number, position, each.step) for number, position, each in taken]
        found = len(steps)
        if found:
            write_steps(output, puzzle, steps, show, _rating_line(puzzle, scheme) if whole else "")
    else:
        for number, position, each in taken:
            found += 1
            show.print_step(puzzle, number, position, each.step, name=f"[{each.rating:.1f} {each.name}] ")
    if not found:
        click.echo(f"no step uses {' or '.join(keys)} here", err=True)
        return NO
    if whole:
        click.echo(_rating_line(puzzle, scheme))
    return DONE


def _path(puzzle: Puzzle, scheme: str) -> Iterator[Taken]:
    from nonet.logic.path import EXPLAINER_VERSIONS
    from nonet.logic.position import Position
    from nonet.logic.se.steps import explainer_steps

    position = Position.of(puzzle)
    for number, each in enumerate(explainer_steps(puzzle, version=EXPLAINER_VERSIONS[scheme]), start=1):
        yield number, position.candidates(), each
        position.apply(each.step)


def _rating_line(puzzle: Puzzle, scheme: str) -> str:
    from nonet.rating import rate

    rating = rate(puzzle, scheme=scheme)
    parts = "".join(f", {name.upper()} {value:.1f}" for name, value in rating.parts.items())
    return f"{rating}{parts}; hardest step: {rating.technique}"


def _print_json(puzzle: Puzzle, scheme: str, taken: Iterable[Taken], language: str, *, whole: bool) -> int:
    from nonet.explain import TIERS, explain, fact_records, technique_name, to_record
    from nonet.explain.record import SCHEMA
    from nonet.formats import format_grid
    from nonet.rating import rate

    steps = [
        {
            "number": number,
            **to_record(each.step, puzzle.layout),
            "name": technique_name(each.step.technique, language),
            "rule": each.name,
            "rating": each.rating,
            "text": {str(tier): explain(each.step, position, tier=tier, language=language) for tier in TIERS},
            "facts": fact_records(each.step, position, language=language),
        }
        for number, position, each in taken
    ]
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "layout": puzzle.layout.name,
        "givens": format_grid(puzzle.givens, "line"),
        "language": language,
        "steps": steps,
    }
    if whole:
        rating = rate(puzzle, scheme=scheme)
        document["rating"] = {
            "scheme": rating.scheme,
            "version": rating.version,
            "er": rating.score,
            **rating.parts,
            "technique": rating.technique,
        }
    click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    return DONE if steps else NO
