"""What `sudoku explain` shows: steps of our techniques in HoDoKu's order, or those of Sudoku Explainer; and how they
are printed or written to files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from string import ascii_lowercase
from typing import Any, NamedTuple

import click

from nonet.draw.animation import animate_steps
from nonet.draw.files import save_bytes, save_scenes
from nonet.draw.html import to_html
from nonet.draw.steps import step_scene
from nonet.errors import NonetError
from nonet.explain import (
    TIERS,
    Picture,
    explain,
    fact_records,
    pictures,
    rating_words,
    technique_name,
    to_record,
)
from nonet.explain.grammar.trouble import NoTechniqueHelps, Solved
from nonet.explain.voice import voice
from nonet.explain.wording import text_of
from nonet.faces.cli.explain_options import draw_picture, print_json, print_text, write_svg
from nonet.faces.cli.status import say
from nonet.faces.cli.tally import attributes
from nonet.formats import format_grid
from nonet.logic.catalog import technique
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import EXPLAINER_VERSIONS, all_steps, numbered, path
from nonet.logic.position import Position
from nonet.logic.se.steps import explainer_steps
from nonet.messages import T
from nonet.puzzle import Puzzle
from nonet.rating import Rating, rate
from nonet.rating.hodoku import Hodoku
from nonet.rating.variants import VariantScale
from nonet.rules.codec import to_data
from nonet.step import Step
from nonet.step_json import SCHEMA


class PathStep(NamedTuple):
    """A step of a path, with its context; its heading, and what JSON adds to it."""

    step: Step
    heading: str
    record: dict[str, Any]


@dataclass(frozen=True)
class TechniquePath:
    """The way to the solution of a puzzle that has exactly one, by our techniques."""

    puzzle: Puzzle
    uniqueness: bool
    allow: frozenset[str] = frozenset()
    """The only techniques besides singles, if there are some; such a path has no rating."""

    @property
    def _options(self) -> Options:
        return replace(DEFAULTS, uniqueness=self.uniqueness)

    def steps(self) -> Iterator[PathStep]:
        return map(self._with_score, path(self.puzzle, options=self._options, allow=self.allow or None))

    def next_steps(self, keys: Sequence[str]) -> Iterator[PathStep]:
        """The next step, or all next steps of these techniques."""
        if not keys:
            yield from islice(self.steps(), 1)
            return
        position = Position.of(self.puzzle)
        steps = (step for key in keys for step in all_steps(position, key, options=self._options))
        for number, step in enumerate(steps, start=1):
            yield self._with_score(numbered(step, number, self.puzzle, position))

    def rating_line(self, steps: Sequence[Step], language: str) -> str:
        """The rating of the path of these steps, in words; of a path without one, only that it ends early."""
        if self.allow:
            ends = (
                ""
                if self._finished(steps)
                else T("None of the techniques that are allowed helps from here on.")
            )
            return voice(language).say(ends) if ends else ""
        words = rating_words(self._rating(steps), language)
        if self._finished(steps):
            return words
        return f"{voice(language).say(T('None of our techniques helps from here on.'))}\n{words}"

    def rating_record(self, steps: Sequence[Step]) -> dict[str, Any] | None:
        return (
            None
            if self.allow
            else attributes(self._rating(steps), "scheme", "version", "level", "score", "technique")
        )

    def _with_score(self, step: Step) -> PathStep:
        used = technique(step.technique)
        return PathStep(step, "", {"level": used.level.name.lower(), "score": used.score})

    def _finished(self, steps: Sequence[Step]) -> bool:
        """Whether the steps fill the board; those of a puzzle with rules may not."""
        placed = sum(len(step.placements) for step in steps)
        return self.puzzle.clue_count + placed == self.puzzle.layout.cell_count

    def _rating(self, steps: Sequence[Step]) -> Rating:
        """The rating of the path that was shown: by the same steps."""
        if self.puzzle.rules:
            return VariantScale().rate_path(steps, finished=self._finished(steps))
        return Hodoku().rate_path(steps)


@dataclass(frozen=True)
class ExplainerPath:
    """The way that Sudoku Explainer goes."""

    puzzle: Puzzle
    scheme: str

    def steps(self) -> Iterator[PathStep]:
        position = Position.of(self.puzzle)
        version = EXPLAINER_VERSIONS[self.scheme]
        for number, rated in enumerate(explainer_steps(self.puzzle, version=version), start=1):
            heading = f"[{rated.rating:.1f} {rated.name}] "
            record = {"rule": rated.name, "rating": rated.rating}
            yield PathStep(numbered(rated.step, number, self.puzzle, position), heading, record)
            position.apply(rated.step)

    def next_steps(self, keys: Sequence[str]) -> Iterator[PathStep]:
        """The next step, if it is of one of these techniques: Sudoku Explainer finds no others."""
        return (taken for taken in islice(self.steps(), 1) if not keys or taken.step.technique in keys)

    def rating_line(self, steps: Sequence[Step], language: str) -> str:
        rating = self._rating()
        parts = "".join(f", {name.upper()} {value:.1f}" for name, value in rating.parts.items())
        return f"{rating}{parts}; hardest step: {rating.technique}"

    def rating_record(self, steps: Sequence[Step]) -> dict[str, Any]:
        rating = self._rating()
        return {
            "scheme": rating.scheme,
            "version": rating.version,
            "er": rating.score,
            **rating.parts,
            "technique": rating.technique,
        }

    def _rating(self) -> Rating:
        return rate(self.puzzle, scheme=self.scheme)


StepPath = TechniquePath | ExplainerPath

OURS = ("hodoku", "variants")
"""The schemes whose path is that of our techniques."""


def path_of(
    puzzle: Puzzle, scheme: str, *, uniqueness: bool, allow: frozenset[str] = frozenset()
) -> StepPath:
    if scheme in OURS:
        return TechniquePath(puzzle, uniqueness, allow)
    if scheme not in EXPLAINER_VERSIONS:
        names = ", ".join((*OURS, *EXPLAINER_VERSIONS))
        raise NonetError(
            f"the scheme {scheme} rates puzzles, but has no steps to explain; choose from {names}"
        )
    puzzle.require_classic("Sudoku Explainer")
    return ExplainerPath(puzzle, scheme)


# -- output ---------------------------------------------------------------------------------------------------


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
        found = step.on_path
        drawn = pictures(found.position, step, givens=found.givens, language=self.language, tier=self.tier)
        letters = ascii_lowercase if len(drawn) > 1 else ("",)
        yield from zip(letters, drawn, strict=False)


def print_steps(steps: Iterable[PathStep], printer: StepPrinter, rated: StepPath | None) -> bool:
    """Prints each step as soon as it is found, then the rating of a whole path; False if there is no step."""
    printed = []
    for step, heading, _ in steps:
        printer.print_step(step, name=heading)
        printed.append(step)
    if printed and rated is not None and (line := rated.rating_line(printed, printer.language)):
        print_text(line)
    return bool(printed)


def write_steps(
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
        animate_steps(puzzle, steps, language=show.language).save(path)
        names = [path]
    else:
        names = _save_pictures(path, steps, show)
    click.echo(names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}", err=True)


def _write_page(path: str, steps: Sequence[Step], show: StepPrinter, rating: str) -> list[str]:
    page = to_html(steps, language=show.language, detail=show.detail, rating=rating)
    save_bytes(path, page.encode())
    return [path]


def _save_pictures(path: str, steps: Sequence[Step], show: StepPrinter) -> list[str]:
    """A picture for each step, and for each case of a proof by cases: path-03.svg, path-04a.svg, path-04b.svg."""
    scenes, numbers = [], []
    for step in steps:
        for letter, shown in show.pictures(step):
            scenes.append(step_scene(shown, rules=step.on_path.rules))
            numbers.append(f"{step.on_path.number:02}{letter}")
    return save_scenes(scenes, path, numbers=numbers)


def print_why_none(puzzle: Puzzle, techniques: tuple[str, ...], language: str) -> None:
    """Says why there is no step: on standard error if steps of these techniques were asked for."""
    why = Solved() if puzzle.givens.is_filled else NoTechniqueHelps(techniques)
    text = text_of((why,), puzzle.layout, language=language)
    if techniques:
        say(text)
    else:
        print_text(text)


def print_steps_as_json(
    puzzle: Puzzle, steps: Iterable[PathStep], printer: StepPrinter, rated: StepPath | None
) -> bool:
    """Prints all steps, and the rating of a whole path; False if there is no step."""
    taken, language = list(steps), printer.language
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "layout": puzzle.layout.name,
        "givens": format_grid(puzzle.givens, "line"),
        **({"rules": [to_data(rule, puzzle.layout) for rule in puzzle.rules]} if puzzle.rules else {}),
        "language": language,
        "steps": [
            {
                "number": step.on_path.number,
                **to_record(step, step.on_path.position.layout),
                "name": technique_name(step.technique, language),
                **record,
                "text": {
                    str(tier): explain(step, step.on_path.position, tier=tier, language=language)
                    for tier in TIERS
                },
                "facts": fact_records(step, step.on_path.position, language=language),
            }
            for step, _, record in taken
        ],
    }
    if rated is not None and (record := rated.rating_record([each.step for each in taken])):
        document["rating"] = record
    print_json(document)
    return bool(taken)
