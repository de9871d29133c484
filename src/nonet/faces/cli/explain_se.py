"""`sudoku explain --scheme se`: the steps of Sudoku Explainer, each with its name there and its rating."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from nonet.faces.cli.explain_options import draw_picture, print_text, write_svg
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
    tier: int,
    language: str,
    pictures: bool,
    svg: str | None,
    as_json: bool,
) -> int:
    """Prints the path of a puzzle with one solution."""
    taken = _path(puzzle, scheme)
    if only_next:
        taken = iter([next(taken)])
    if keys:
        taken = (each for each in taken if each[2].step.technique in keys)
    if as_json:
        return _print_json(puzzle, scheme, list(taken), language, whole=not only_next and not keys)
    found = 0
    for number, position, each in taken:
        found += 1
        _print_step(puzzle, number, position, each, tier, language, svg, draw=pictures or only_next)
    if not found:
        click.echo(f"no step uses {' or '.join(keys)} here", err=True)
        return NO
    if not only_next and not keys:
        _print_rating(puzzle, scheme)
    return DONE


def _path(puzzle: Puzzle, scheme: str) -> Iterator[Taken]:
    from nonet.logic.path import EXPLAINER_VERSIONS
    from nonet.logic.position import Position
    from nonet.logic.se.steps import explainer_steps

    position = Position.of(puzzle)
    for number, each in enumerate(explainer_steps(puzzle, version=EXPLAINER_VERSIONS[scheme]), start=1):
        yield number, position.candidates(), each
        position.apply(each.step)


def _print_step(
    puzzle: Puzzle,
    number: int,
    position: Candidates,
    each: ExplainerStep,
    tier: int,
    language: str,
    svg: str | None,
    *,
    draw: bool,
) -> None:
    from nonet.explain import explain, picture

    if draw or svg:
        shown = picture(position, each.step, givens=puzzle.givens, language=language, tier=tier)
        if draw:
            draw_picture(shown)
        if svg:
            click.echo(write_svg(svg, shown, number=number), err=True)
    text = explain(each.step, puzzle.layout, tier=tier, language=language).replace("\n", "\n    ")
    print_text(f"{number:2}. [{each.rating:.1f} {each.name}] {text}")
    if draw:
        click.echo()


def _print_rating(puzzle: Puzzle, scheme: str) -> None:
    from nonet.rating import rate

    rating = rate(puzzle, scheme=scheme)
    parts = "".join(f", {name.upper()} {value:g}" for name, value in rating.parts.items())
    click.echo(f"{rating}{parts}; hardest step: {rating.technique}")


def _print_json(puzzle: Puzzle, scheme: str, taken: Iterable[Taken], language: str, *, whole: bool) -> int:
    from nonet.explain import TIERS, explain, technique_name, to_record
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
            "text": {
                str(tier): explain(each.step, puzzle.layout, tier=tier, language=language) for tier in TIERS
            },
        }
        for number, _, each in taken
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
