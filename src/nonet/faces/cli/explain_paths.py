"""Whose steps `sudoku explain` shows: our techniques in HoDoKu's order, or those of Sudoku Explainer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.messages import T

if TYPE_CHECKING:
    from nonet.logic.options import Options
    from nonet.puzzle import Puzzle
    from nonet.rating import Rating
    from nonet.step import Step


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

    @property
    def _options(self) -> Options:
        from nonet.logic.options import DEFAULTS

        return replace(DEFAULTS, uniqueness=self.uniqueness)

    def steps(self) -> Iterator[PathStep]:
        from nonet.logic.path import path

        return map(self._with_score, path(self.puzzle, options=self._options))

    def next_steps(self, keys: Sequence[str]) -> Iterator[PathStep]:
        """The next step, or all next steps of these techniques."""
        from nonet.logic.path import all_steps, numbered
        from nonet.logic.position import Position

        if not keys:
            yield from islice(self.steps(), 1)
            return
        position = Position.of(self.puzzle)
        steps = (step for key in keys for step in all_steps(position, key, options=self._options))
        for number, step in enumerate(steps, start=1):
            yield self._with_score(numbered(step, number, self.puzzle, position))

    def rating_line(self, steps: Sequence[Step], language: str) -> str:
        """The rating of the path of these steps, in words."""
        from nonet.explain import rating_words
        from nonet.explain.voice import voice

        words = rating_words(self._rating(steps), language)
        if self._finished(steps):
            return words
        return f"{voice(language).say(T('None of our techniques helps from here on.'))}\n{words}"

    def rating_record(self, steps: Sequence[Step]) -> dict[str, Any]:
        rating = self._rating(steps)
        return {
            "scheme": rating.scheme,
            "version": rating.version,
            "level": rating.level,
            "score": rating.score,
            "technique": rating.technique,
        }

    def _with_score(self, step: Step) -> PathStep:
        from nonet.logic.catalog import technique

        used = technique(step.technique)
        return PathStep(step, "", {"level": used.level.name.lower(), "score": used.score})

    def _finished(self, steps: Sequence[Step]) -> bool:
        """Whether the steps fill the board; those of a puzzle with rules may not."""
        placed = sum(len(step.placements) for step in steps)
        return self.puzzle.clue_count + placed == self.puzzle.layout.cell_count

    def _rating(self, steps: Sequence[Step]) -> Rating:
        """The rating of the path that was shown: by the same steps."""
        from nonet.rating.hodoku import Hodoku
        from nonet.rating.variants import VariantScale

        if self.puzzle.rules:
            return VariantScale().rate_path(steps, finished=self._finished(steps))
        return Hodoku().rate_path(steps)


@dataclass(frozen=True)
class ExplainerPath:
    """The way that Sudoku Explainer goes."""

    puzzle: Puzzle
    scheme: str

    def steps(self) -> Iterator[PathStep]:
        from nonet.logic.path import EXPLAINER_VERSIONS, numbered
        from nonet.logic.position import Position
        from nonet.logic.se.steps import explainer_steps

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
        from nonet.rating import rate

        return rate(self.puzzle, scheme=self.scheme)


StepPath = TechniquePath | ExplainerPath
