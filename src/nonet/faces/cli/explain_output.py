"""Explained steps as output: printed one by one, with pictures, or written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from nonet.faces.cli.explain_options import draw_picture, print_text, write_svg

if TYPE_CHECKING:
    from nonet.candidates import Candidates
    from nonet.draw.html import TakenStep
    from nonet.puzzle import Puzzle
    from nonet.step import Step

ENDINGS = (".html", ".htm", ".svg", ".png", ".pdf", ".gif")
"""The kinds of files that `explain -o` writes."""


@dataclass(frozen=True)
class StepPrinter:
    """How steps are printed; `single` if only the next one is asked for."""

    tier: int
    detail: str
    language: str
    svg: str | None
    draw: bool
    single: bool

    def print_step(
        self, puzzle: Puzzle, number: int, position: Candidates, step: Step, *, name: str = ""
    ) -> None:
        """Prints a step with its number, and its pictures; `name` goes before the text."""
        from nonet.explain import explain

        alone = self.single and number == 1
        if self.draw or self.svg:
            self._draw(puzzle, position, step, None if alone else number)
        explanation = explain(step, position, tier=self.tier, detail=self.detail, language=self.language)
        text = name + explanation.replace("\n", "\n    ")
        print_text(text if alone and not name else f"{number:2}. {text}")
        if self.draw:
            click.echo()

    def _draw(self, puzzle: Puzzle, position: Candidates, step: Step, number: int | None) -> None:
        """The picture of a step; one for each case of a proof by cases."""
        from nonet.explain import pictures

        drawn = pictures(position, step, givens=puzzle.givens, language=self.language, tier=self.tier)
        for case, shown in enumerate(drawn):
            if self.draw:
                if len(drawn) > 1:
                    print_text(shown.title)
                draw_picture(shown)
            if self.svg:
                letter = chr(ord("a") + case) if len(drawn) > 1 else ""
                name = write_svg(self.svg, shown, rules=puzzle.rules, number=number, letter=letter)
                click.echo(name, err=True)


def check_output_name(path: str | None) -> None:
    """Refuses the name of a file of a kind that -o cannot write."""
    from nonet.draw.files import check_extension

    if path is not None:
        check_extension(path, ENDINGS)


def write_steps(
    path: str, puzzle: Puzzle, steps: Sequence[TakenStep], show: StepPrinter, rating: str
) -> None:
    """Writes the file that -o names, and prints its name: a page, pictures of the steps, or an animation."""
    ending = path[path.rindex(".") :].lower()
    if ending in (".html", ".htm"):
        names = _write_page(path, puzzle, steps, show, rating)
    elif ending == ".gif":
        from nonet.draw.animation import animate_steps

        animate_steps(puzzle, steps, language=show.language).save(path)
        names = [path]
    else:
        names = _save_pictures(path, puzzle, steps, show)
    click.echo(names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}", err=True)


def _write_page(
    path: str, puzzle: Puzzle, steps: Sequence[TakenStep], show: StepPrinter, rating: str
) -> list[str]:
    from nonet.draw.files import save_bytes
    from nonet.draw.html import to_html

    page = to_html(
        steps,
        givens=puzzle.givens,
        language=show.language,
        detail=show.detail,
        rating=rating,
        rules=puzzle.rules,
    )
    save_bytes(path, page.encode())
    return [path]


def _save_pictures(path: str, puzzle: Puzzle, steps: Sequence[TakenStep], show: StepPrinter) -> list[str]:
    """A picture for each step, and for each case of a proof by cases: path-03.svg, path-04a.svg, path-04b.svg."""
    from nonet.draw.files import save_scenes
    from nonet.draw.steps import step_scene
    from nonet.explain import pictures

    scenes, numbers = [], []
    for number, position, step in steps:
        drawn = pictures(position, step, givens=puzzle.givens, language=show.language, tier=show.tier)
        for case, shown in enumerate(drawn):
            scenes.append(step_scene(shown, rules=puzzle.rules))
            numbers.append(f"{number:02}{chr(ord('a') + case) if len(drawn) > 1 else ''}")
    return save_scenes(scenes, path, numbers=numbers)
