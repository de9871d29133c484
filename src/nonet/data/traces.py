"""Paths in sentences: proved ones, and wrong ones whose first error is known.

Each step of a path is verified by its evidence before anything is written (`nonet.logic.verify`), and its words are
those of `nonet.explain`. Wrong paths are made from right ones:

    false-elimination   a step also excludes a digit that is right
    wrong-technique     a step has the name of a technique that does not prove it
    missing-reason      a step is left out; the error is the first step that no longer follows
    leap                several steps are left out; the error is the step after them

A step no longer follows if no step of its technique gives what it says in the position that the text has reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from nonet.candidates import Candidates
from nonet.explain.explaining import DETAILS, facts_by_detail
from nonet.explain.grammar import Fact, Heading, Therefore
from nonet.explain.wording import texts_of
from nonet.grid import Grid
from nonet.logic.catalog import Level, technique
from nonet.logic.conclusions import conclusions, proves, unknown
from nonet.logic.position import Position
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.step import Candidate, Step

WrongKind = Literal["false-elimination", "wrong-technique", "missing-reason", "leap"]
KINDS: tuple[WrongKind, ...] = get_args(WrongKind)
NAMES = (
    "naked-single",
    "hidden-single",
    "locked-candidates-1",
    "naked-pair",
    "hidden-pair",
    "x-wing",
    "xy-wing",
)
"""What a step is called wrongly."""
LONGEST_LEAP = 6
LONGEST_WAY = 40
"""Steps within which a missing one must be missed."""
ATTEMPTS = 12


@dataclass(frozen=True, eq=False)
class ToldStep:
    """A step of a path, the position before it, and its facts by their detail."""

    step: Step
    before: Candidates
    facts: dict[str, tuple[Fact, ...]]
    _texts: dict[tuple[str, tuple[str, ...]], list[str]] = field(default_factory=dict)

    def texts(self, detail: str, languages: tuple[str, ...]) -> list[str]:
        """The facts in words, by language; remembered, since the wrong path has most steps of the right one."""
        facts = self.facts[detail]
        key = ("full" if facts is self.facts["full"] else detail, languages)
        texts = self._texts.get(key)
        if texts is None:
            texts = self._texts[key] = texts_of(facts, self.before.layout, languages)
        return texts


@dataclass(frozen=True)
class WrongPath:
    """Steps of which number `place`, counted from 0, is the first error."""

    kind: WrongKind
    place: int
    steps: tuple[ToldStep, ...]


def told_path(puzzle: Puzzle, steps: Sequence[Step]) -> tuple[ToldStep, ...]:
    """The path of a puzzle with its facts; a StepError if a step is not proved."""
    return tuple(_told(puzzle, steps))


def _told(puzzle: Puzzle, steps: Sequence[Step]) -> Iterator[ToldStep]:
    # Not Position.of: it notes every single that arises, and here nobody asks for them.
    start = Candidates.at(puzzle.givens, ruled_out=puzzle.ruled_out)
    position = Position.of(puzzle, start)
    for step in steps:
        verify(position, step)
        before = position.candidates()
        yield ToldStep(step, before, facts_by_detail(step, before))
        position.apply(step)


def in_words(told: Sequence[ToldStep], languages: Sequence[str]) -> dict[str, Any]:
    """By language and detail, a text for each step."""
    names = tuple(languages)
    by_detail = {detail: [each.texts(detail, names) for each in told] for detail in DETAILS}
    return {
        language: {detail: [each[index] for each in texts] for detail, texts in by_detail.items()}
        for index, language in enumerate(names)
    }


def wrong_path(
    puzzle: Puzzle, told: Sequence[ToldStep], solution: Grid, rng: Rng, kind: WrongKind
) -> WrongPath:
    """A path with one error of a kind; of another kind, where the path is too short for it."""
    maker = _Maker(puzzle, told, solution, rng)
    for each in (kind, "leap", "wrong-technique", "false-elimination"):
        for _ in range(ATTEMPTS):
            if (found := getattr(maker, each.replace("-", "_"))()) is not None:
                return WrongPath(each, *found)
    raise AssertionError("a false elimination is always possible")


Found = tuple[int, tuple[ToldStep, ...]]


class _Maker:
    def __init__(self, puzzle: Puzzle, told: Sequence[ToldStep], solution: Grid, rng: Rng) -> None:
        self.puzzle, self.told, self.solution, self.rng = puzzle, told, solution, rng

    def _at(self, place: int) -> Position:
        return Position.of(self.puzzle, self.told[place].before)

    def _changed(self, place: int, *, first: Fact | None = None, last: Fact | None = None) -> Found:
        """The path where the first or the last fact of a step is another."""
        told = self.told[place]
        facts = {
            detail: (first or each[0], *each[1:-1], last or each[-1]) for detail, each in told.facts.items()
        }
        return place, (*self.told[:place], replace(told, facts=facts, _texts={}), *self.told[place + 1 :])

    def false_elimination(self) -> Found | None:
        place = self.rng.below(len(self.told))
        step, before = self.told[place].step, self.told[place].before
        right = self.solution.entries
        near = {cell for cell, _ in step.eliminations} or {
            peer for cell, _ in step.placements for peer in before.layout.peers[cell]
        }
        placed = {cell for cell, _ in step.placements}
        choice: list[Candidate] = [
            (cell, right[cell]) for cell in sorted(near - placed) if not before.grid.entries[cell]
        ]
        if not choice:
            return None
        wrong = Therefore(step.placements, (*step.eliminations, self.rng.choice(choice)))
        return self._changed(place, last=wrong)

    def wrong_technique(self) -> Found | None:
        place = self.rng.below(len(self.told))
        step = self.told[place].step
        name = self.rng.choice(NAMES)
        if name == step.technique or self._proved(self._at(place), step, name):
            return None
        return self._changed(place, first=Heading(name))

    def missing_reason(self) -> Found | None:
        return self._left_out(1)

    def leap(self) -> Found | None:
        return self._left_out(self.rng.between(2, LONGEST_LEAP), way=1)

    def _left_out(self, count: int, *, way: int = LONGEST_WAY) -> Found | None:
        """Leaves out some steps; the error must come within `way` steps."""
        if len(self.told) <= count:
            return None
        start = self.rng.below(len(self.told) - count)
        position, rest = self._at(start), self.told[start + count :]
        for ahead, step in enumerate(each.step for each in rest[:way]):
            if technique(step.technique).level >= Level.EXTREME:
                return None  # to find all its steps takes too long
            if not self._proved(position, step, step.technique):
                return start + ahead, (*self.told[:start], *rest)
            position.apply(step)
        return None

    @staticmethod
    def _proved(position: Position, step: Step, name: str) -> bool:
        new = unknown(position, conclusions(step.placements, step.eliminations))
        return proves(name, position, new)
