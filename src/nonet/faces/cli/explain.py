"""`sudoku explain`: the way to the solution, step by step, in words and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import click

from nonet.engines import engine_for
from nonet.errors import NoSolution, SeveralSolutions
from nonet.faces.cli.explain_options import (
    cells_option,
    detail_option,
    draw_picture,
    language_option,
    print_json,
    print_text,
    spoken,
    svg_option,
    tier_option,
    write_svg,
)
from nonet.faces.cli.explain_paths import ExplainerPath, PathStep, StepPath, TechniquePath
from nonet.faces.cli.options import Command, flag_option, puzzle_source
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, NO
from nonet.formats import format_grid
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.explain import Picture
    from nonet.step import Step

OURS = ("hodoku", "variants")
"""The schemes whose path is that of our techniques; the others are versions of Sudoku Explainer."""


ENDINGS = (".html", ".htm", ".svg", ".png", ".pdf", ".gif")
"""The kinds of files that -o writes."""


@dataclass(frozen=True)
class StepPrinter:
    """How steps are printed; `single` if only the next one is asked for."""

    tier: int
    detail: str
    language: str
    svg: str | None
    draw: bool
    single: bool

    def print_step(self, step: Step, *, name: str = "") -> None:
        """Prints a step with its number, and its pictures; `name` goes before the text."""
        from nonet.explain import explain

        number = step.on_path.number
        alone = self.single and number == 1
        if self.draw or self.svg:
            self._draw(step, None if alone else number)
        explanation = explain(
            step, step.on_path.position, tier=self.tier, detail=self.detail, language=self.language
        )
        text = name + explanation.replace("\n", "\n    ")
        print_text(text if alone and not name else f"{number:2}. {text}")
        if self.draw:
            click.echo()

    def _draw(self, step: Step, number: int | None) -> None:
        for letter, shown in self.pictures(step):
            if self.draw:
                if letter:
                    print_text(shown.title)
                draw_picture(shown)
            if self.svg:
                name = write_svg(self.svg, shown, rules=step.on_path.rules, number=number, letter=letter)
                click.echo(name, err=True)

    def pictures(self, step: Step) -> Iterator[tuple[str, Picture]]:
        """The picture of a step, or one for each case of a proof by cases, after a letter for the case."""
        from nonet.explain import pictures

        found = step.on_path
        drawn = pictures(found.position, step, givens=found.givens, language=self.language, tier=self.tier)
        letters = ascii_lowercase if len(drawn) > 1 else ("",)
        yield from zip(letters, drawn, strict=False)


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
@flag_option("--pictures", help="Draw the board before each step.")
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
@click.option(
    "--scheme",
    default="hodoku",
    show_default=True,
    metavar="NAME",
    help="Whose steps: hodoku, se (Sudoku Explainer 1.2.1) or se-1.18.",
)
@flag_option("--no-uniqueness", help="Leave out techniques that assume a unique solution.")
@language_option
@cells_option("notation")
@puzzle_source()
def command(
    source: PuzzleSource,
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
) -> int:
    """Explain how a person would solve a puzzle: the easiest step first, each with its reason.

    r4c7 means row 4, column 7; r4c78 means r4c7 and r4c8; --cells words spells them out. A step places a
    digit (r4c7 = 5) or eliminates candidates (r4c78 ≠ 5). Long proofs are folded: what is supposed, how many
    lines follow, and how it ends; --detail full shows every line.

    The exit status is 0 if the puzzle has exactly one solution, 1 otherwise.

    For example:
        sudoku explain puzzle.txt  # every step from the givens to the solution
        sudoku explain --next puzzle.txt  # only the next step, with its picture
        sudoku explain --next --svg step.svg puzzle.txt  # save the picture to a file
        sudoku explain --tier 2 puzzle.txt  # only the techniques, without the reasoning
        sudoku explain --technique naked-single puzzle.txt  # only the steps of one technique
        sudoku explain --scheme se puzzle.txt  # the steps of Sudoku Explainer, with their ratings
        sudoku explain --lang cs puzzle.txt  # in Czech
        sudoku explain --detail full puzzle.txt  # with every line of long proofs
        sudoku explain -o path.html puzzle.txt  # one page, with a picture for each step
        sudoku explain --next -o step.png puzzle.txt  # the next step as a picture
        sudoku explain -o path.gif 12....1..3..4...  # an animation of all steps
        sudoku explain --json puzzle.txt  # for use in a program
    """
    from nonet.draw.files import check_extension
    from nonet.logic.catalog import technique
    from nonet.rating import scheme as scheme_named

    scheme_named(scheme)  # raises an error for an unknown scheme
    if no_uniqueness and scheme not in OURS:
        raise click.UsageError("Sudoku Explainer cannot do without uniqueness; leave --no-uniqueness out")
    for key in keys:
        technique(key)  # says so, if there is no such technique
    if output is not None:
        check_extension(output, ENDINGS)
    printer = StepPrinter(
        tier, detail, spoken(language, cells), svg, draw=pictures or only_next, single=only_next
    )
    puzzle = source.puzzle()
    try:
        engine_for(puzzle).solution(puzzle)
    except (NoSolution, SeveralSolutions) as error:
        click.echo(f"{error} (see `sudoku hint`)", err=True)
        return NO
    path = _path(puzzle, scheme, uniqueness=not no_uniqueness)
    if only_next:
        steps = path.next_steps(keys)
    else:
        steps = (taken for taken in path.steps() if not keys or taken.step.technique in keys)
    rated = None if only_next or keys else path
    if as_json:
        return _print_json(puzzle, list(steps), printer.language, rated)
    show = _print_steps if output is None else partial(_write_steps, output, puzzle)
    if not show(steps, printer, rated):
        click.echo(f"no step uses {' or '.join(keys) or 'any technique'} here", err=True)
        return NO
    return DONE


def _path(puzzle: Puzzle, scheme: str, *, uniqueness: bool) -> StepPath:
    if scheme in OURS:
        return TechniquePath(puzzle, uniqueness)
    puzzle.require_classic("Sudoku Explainer")
    return ExplainerPath(puzzle, scheme)


def _print_steps(steps: Iterable[PathStep], printer: StepPrinter, rated: StepPath | None) -> bool:
    """Prints each step as soon as it is found, then the rating of a whole path; False if there is no step."""
    printed = []
    for step, heading, _ in steps:
        printer.print_step(step, name=heading)
        printed.append(step)
    if printed and rated is not None:
        print_text(rated.rating_line(printed, printer.language))
    return bool(printed)


def _write_steps(
    output: str, puzzle: Puzzle, steps: Iterable[PathStep], printer: StepPrinter, rated: StepPath | None
) -> bool:
    """Writes the steps to a file, and prints the rating of a whole path; False if there is no step."""
    taken = [each.step for each in steps]
    if taken:
        rating = rated.rating_line(taken, printer.language) if rated else ""
        _write_file(output, puzzle, taken, printer, rating)
        if rating:
            print_text(rating)
    return bool(taken)


def _write_file(path: str, puzzle: Puzzle, steps: Sequence[Step], show: StepPrinter, rating: str) -> None:
    """Writes the file that -o names, and prints its name: a page, pictures of the steps, or an animation."""
    ending = path[path.rindex(".") :].lower()
    if ending in (".html", ".htm"):
        names = _write_page(path, steps, show, rating)
    elif ending == ".gif":
        from nonet.draw.animation import animate_steps

        animate_steps(puzzle, steps, language=show.language).save(path)
        names = [path]
    else:
        names = _save_pictures(path, steps, show)
    click.echo(names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}", err=True)


def _write_page(path: str, steps: Sequence[Step], show: StepPrinter, rating: str) -> list[str]:
    from nonet.draw.files import save_bytes
    from nonet.draw.html import to_html

    page = to_html(steps, language=show.language, detail=show.detail, rating=rating)
    save_bytes(path, page.encode())
    return [path]


def _save_pictures(path: str, steps: Sequence[Step], show: StepPrinter) -> list[str]:
    """A picture for each step, and for each case of a proof by cases: path-03.svg, path-04a.svg, path-04b.svg."""
    from nonet.draw.files import save_scenes
    from nonet.draw.steps import step_scene

    scenes, numbers = [], []
    for step in steps:
        for letter, shown in show.pictures(step):
            scenes.append(step_scene(shown, rules=step.on_path.rules))
            numbers.append(f"{step.on_path.number:02}{letter}")
    return save_scenes(scenes, path, numbers=numbers)


def _print_json(puzzle: Puzzle, steps: Sequence[PathStep], language: str, rated: StepPath | None) -> int:
    from nonet.explain import TIERS, explain, fact_records, technique_name, to_record
    from nonet.explain.record import SCHEMA
    from nonet.rules.codec import to_data

    document: dict[str, Any] = {
        "schema": SCHEMA,
        "layout": puzzle.layout.name,
        "givens": format_grid(puzzle.givens, "line"),
        **({"rules": [to_data(rule, puzzle.layout) for rule in puzzle.rules]} if puzzle.rules else {}),
        "language": language,
        "steps": [
            {
                "number": step.on_path.number,
                **to_record(step, puzzle.layout),
                "name": technique_name(step.technique, language),
                **record,
                "text": {
                    str(tier): explain(step, step.on_path.position, tier=tier, language=language)
                    for tier in TIERS
                },
                "facts": fact_records(step, step.on_path.position, language=language),
            }
            for step, _, record in steps
        ],
    }
    if rated is not None:
        document["rating"] = rated.rating_record([taken.step for taken in steps])
    print_json(document)
    return DONE if steps else NO
