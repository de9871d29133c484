"""Explained steps as output: printed one by one, with pictures, or written to one HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from nonet.errors import NonetError
from nonet.faces.cli.explain_options import draw_picture, print_text, write_svg

if TYPE_CHECKING:
    from nonet.candidates import Candidates
    from nonet.puzzle import Puzzle
    from nonet.step import Step

__all__ = ["StepPrinter", "check_page_name", "write_page"]


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
        told = explain(step, position, tier=self.tier, detail=self.detail, language=self.language)
        text = name + told.replace("\n", "\n    ")
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
                click.echo(write_svg(self.svg, shown, number=number, letter=letter), err=True)


def check_page_name(path: str | None) -> None:
    """Refuses the name of a file that would not be taken for a page."""
    if path is not None and not path.lower().endswith((".html", ".htm")):
        raise NonetError(f"-o writes an HTML page; use a name that ends in .html, not {path}")


def write_page(
    path: str, puzzle: Puzzle, steps: Sequence[tuple[int, Candidates, Step]], show: StepPrinter, rating: str
) -> list[Step]:
    """Writes the page of these steps, says to which file, and returns the steps; no page, if there are none."""
    from nonet.explain.html import TakenStep, to_html

    if not steps:
        return []
    page = to_html(
        [TakenStep(*each) for each in steps],
        givens=puzzle.givens,
        language=show.language,
        detail=show.detail,
        rating=rating,
    )
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
    except OSError as error:
        raise NonetError(f"cannot write {path}: {error.strerror or error}") from error
    click.echo(path, err=True)
    return [step for _, _, step in steps]
