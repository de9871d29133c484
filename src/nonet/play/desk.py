"""The setter's desk: a puzzle that is being made, rule by rule.

A draft is a board, its givens and its rules as JSON, however wrong they are. `examine` says what is wrong; once nothing
is, the draft is a puzzle, and `count`, `candidates` and `exported` answer what a setter asks next. The first two may
take long: `seconds` is how long they go on before they say that they don't know.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from nonet.about import NO_WORDS, About
from nonet.clues import Clue
from nonet.engines import engine_for
from nonet.errors import FormatError, InvalidRule, LayoutError, NonetError
from nonet.explain.names import rating_words, technique_name
from nonet.explain.voice import capital, voice
from nonet.fields import Cell, Count
from nonet.formats import read, write
from nonet.grid import Grid
from nonet.hints import Hint, HintKind
from nonet.layout import Layout
from nonet.logic.catalog import technique
from nonet.logic.path import next_step, path
from nonet.logic.position import Position
from nonet.messages import TN, T
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.play.palette import DRAWN, field_title
from nonet.play.words import say_twice
from nonet.puzzle import Puzzle
from nonet.rating.hodoku import Hodoku
from nonet.rating.variants import VariantScale
from nonet.rules.base import Rule
from nonet.rules.codec import from_data, to_data
from nonet.rules.registry import catalogue
from nonet.step import Step
from nonet.true_candidates import possible

EXPORTS = ("share", "sudokupad", "f-puzzles", "json")
"""The formats of `exported`."""


@dataclass(frozen=True)
class Draft:
    """A board, an entry for each cell (0 if empty), the rules as in `nonet.rules.codec`, and the setter's words."""

    layout: Layout
    values: tuple[int, ...]
    rules: tuple[object, ...] = ()
    ruled_out: tuple[int, ...] = ()
    about: About = NO_WORDS

    @property
    def grid(self) -> Grid:
        return Grid(self.layout, bytes(self.values))

    def puzzle(self) -> Puzzle:
        """The puzzle, if there is nothing wrong with the draft."""
        rules = tuple(from_data(rule, self.layout) for rule in self.rules)
        return Puzzle(self.grid, self.ruled_out, rules, self.about)


@dataclass(frozen=True)
class Trouble:
    """What is wrong with a draft: a sentence, the number of the rule if it is about one, and the cells."""

    text: str
    rule: Count | None = None
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class DraftReport:
    """The rules of a draft, None where one makes no sense, and all that is wrong."""

    rules: tuple[Rule | None, ...]
    troubles: tuple[Trouble, ...]


def examine(draft: Draft, *, language: str = "en") -> DraftReport:
    """What is wrong with a draft at first sight.

    >>> cage = {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 9}
    >>> report = examine(Draft(Layout.named("4x4"), (1, 0, 0, 0, 1) + (0,) * 11, (cage,)))
    >>> [trouble.text for trouble in report.troubles]
    ['Killer cage: 2 different digits from 1 to 4 cannot sum to 9.', 'Two 1s in column 1 and in box 1.']
    """
    speaker, grid = voice(language, draft.layout), draft.grid
    rules: list[Rule | None] = []
    troubles = []
    for number, data in enumerate(draft.rules):
        try:
            rules.append(from_data(data, draft.layout))
        except InvalidRule as error:
            rules.append(None)
            troubles.append(Trouble(_invalid(data, error, language), number))
    twice = [(grid.layout.entry_of(each.digit), tuple(each.cells)) for each in grid.conflicts()]
    for digit, cells in dict.fromkeys(twice):
        troubles.append(Trouble(say_twice(cells, digit, draft.layout, speaker), cells=cells))
    for number, rule in enumerate(rules):
        if rule is not None and (cells := rule.broken(grid)):
            message = T("The givens {cells} break a rule: {rule}.")
            where = speaker.cells(draft.layout, cells)
            text = speaker.say(message, cells=where, rule=speaker.say(rule.title))
            troubles.append(Trouble(text, number, cells))
    return DraftReport(tuple(rules), tuple(troubles))


def _invalid(data: object, error: InvalidRule, language: str) -> str:
    """Why a rule makes no sense; what is missing has the name that it has in the form."""
    speaker = voice(language)
    kind = data.get("kind") if isinstance(data, Mapping) else None
    known = catalogue().get(error.kind or str(kind))
    title = capital(speaker.say(known.title if known is not None else T("rule")))
    if known is not None and isinstance(data, Mapping) and known.kind == kind:  # not of a rule inside
        missing = [field for field in known.fields() if field.required and field.name not in data]
        if missing and missing[0].role in DRAWN:
            return speaker.say(T("{rule}: a part of it is not drawn yet."), rule=title)
        if missing:
            clue = field_title(missing[0].name, language)
            return speaker.say(T("{rule}: its clue is missing ({field})."), rule=title, field=clue)
    slots = dict(error.slots)
    if "field" in slots:
        slots["field"] = field_title(str(slots["field"]), language)
    for name in {"role", "rule"}.intersection(slots):
        slots[name] = speaker.say(str(slots[name]))
    reason = speaker.say(error.message, **slots)
    return f"{title}: {reason}" if reason.endswith("?") else f"{title}: {reason}."


@dataclass(frozen=True)
class SolutionCount:
    """The solutions found; `complete` if there are no others. `solution` is the first of them."""

    number: int
    complete: bool
    solution: Grid | None = None


def count(puzzle: Puzzle, *, limit: int, seconds: float) -> SolutionCount:
    """Counts solutions up to `limit`, and looks for one more to tell whether that is all.

    >>> count(Puzzle.of("4x4", "12.............."), limit=100, seconds=5).number
    24
    >>> count(Puzzle.of("4x4", "12.............."), limit=5, seconds=5).complete
    False
    """
    end = monotonic() + seconds
    first, found = None, 0
    for grid in engine_for(puzzle).solutions(puzzle):
        first = first or grid
        if found == limit:
            return SolutionCount(found, complete=False, solution=first)
        found += 1
        if monotonic() > end:
            return SolutionCount(found, complete=False, solution=first)
    return SolutionCount(found, complete=True, solution=first)


class _OutOfTime(Exception):
    pass


def candidates(puzzle: Puzzle, *, seconds: float) -> tuple[int, ...] | None:
    """For each cell a bitmask of the digits that it has in some solution; None if that takes too long.

    >>> candidates(Puzzle.of("4x4", "12.............."), seconds=5)[:4]
    (1, 2, 12, 12)
    """
    end = monotonic() + seconds

    def check_time(found: int) -> None:
        if monotonic() > end:
            raise _OutOfTime

    try:
        known = possible(puzzle, progress=check_time)
    except _OutOfTime:
        return None
    return tuple(sum(1 << digit for digit, times in enumerate(counts) if times) for counts in known.counts)


@dataclass(frozen=True)
class TechniqueUse:
    """A technique of a path by its name, and the numbers of its steps, counted from 1."""

    name: str
    steps: tuple[Count, ...]


@dataclass(frozen=True)
class PathReport:
    """How hard a puzzle is: the level, a sentence about it, and the techniques of the path, the hardest first. If there
    was not enough time, the level is "unknown", and the path is as far as it was found.
    """

    level: str
    text: str
    techniques: tuple[TechniqueUse, ...]


def path_report(puzzle: Puzzle, *, seconds: float, language: str = "en") -> PathReport:
    """The level and the path of a puzzle with one solution.

    >>> report = path_report(Puzzle.of("4x4", ".13.43.2.2.3...."), seconds=5)
    >>> report.text
    '9 steps; rating: easy 36 (hodoku 2.2); hardest step: full house.'
    >>> [(each.name, len(each.steps)) for each in report.techniques]
    [('full house', 8), ('naked single', 1)]
    """
    end, position = monotonic() + seconds, Position.of(puzzle)
    steps: list[Step] = []
    with suppress(OutOfTime), time_limit(seconds):  # on large boards one step may take long
        for step in position.steps(next_step):
            steps.append(step)
            if monotonic() > end:
                break
    numbers: dict[str, list[int]] = {}
    for number, step in enumerate(steps, start=1):
        numbers.setdefault(step.technique, []).append(number)
    hardest_first = sorted(numbers, key=lambda key: (-technique(key).level, -technique(key).score, key))
    uses = tuple(TechniqueUse(technique_name(key, language), tuple(numbers[key])) for key in hardest_first)
    if not position.is_solved and monotonic() > end:
        return PathReport("unknown", "", uses)
    if not position.is_solved:
        stuck = TN(
            "The level is extreme: after {n} step no technique helps.",
            "The level is extreme: after {n} steps no technique helps.",
        )
        return PathReport("extreme", voice(language).count(stuck, len(steps)), uses)
    rating = (VariantScale() if puzzle.rules else Hodoku()).rate_path(steps)
    return PathReport(rating.level, rating_words(rating, language), uses)


def path_step(puzzle: Puzzle, number: int) -> Hint:
    """A step of the path, in its position.

    >>> path_step(Puzzle.of("4x4", ".13.43.2.2.3...."), 2).step.technique
    'full-house'
    """
    step = next(islice(path(puzzle), number - 1, None), None)
    if step is None or step.context is None:
        raise NonetError("the path is shorter")
    return Hint(HintKind.STEP, step.context.position, puzzle.givens, step=step)


@dataclass(frozen=True)
class Export:
    """A puzzle in a format, or the reason why the format cannot hold it."""

    format: str
    text: str | None
    reason: str = ""


def exported(puzzle: Puzzle) -> tuple[Export, ...]:
    """The puzzle in every format that a setter is likely to pass on.

    >>> [export.format for export in exported(Puzzle.of("4x4", "." * 16)) if export.text]
    ['share', 'sudokupad', 'f-puzzles', 'json']
    """
    return tuple(_export(puzzle, name) for name in EXPORTS)


def _export(puzzle: Puzzle, name: str) -> Export:
    try:
        return Export(name, write(puzzle, name))
    except FormatError as error:
        return Export(name, None, str(error))


def opened(text: str) -> Draft:
    """The draft of a text in any format, or of a link, or of an empty board by its name; raises FormatError.

    >>> opened("4x4:.13.43.2.2.3....").values[:4], opened("2x3:0-8").values
    ((0, 1, 3, 0), (0, 0, 0, 0, 0, 0))
    """
    try:
        puzzle = Puzzle(Grid.empty(Layout.named(text.strip())))
    except LayoutError:
        puzzle = read(text).puzzle
    rules = tuple(to_data(rule, puzzle.layout) for rule in puzzle.rules)
    return Draft(puzzle.layout, tuple(puzzle.givens.entries), rules, puzzle.ruled_out, puzzle.about)


def clue_sentence(clue: Clue, puzzle: Puzzle, *, language: str = "en") -> str:
    """A clue in a few words: its cells, and its digit or what kind of rule it is.

    >>> puzzle = Puzzle.of("4x4", "1" + "." * 15)
    >>> clue_sentence(Clue(cell=0), puzzle)
    'r1c1: 1'
    """
    speaker, layout = voice(language, puzzle.layout), puzzle.layout
    if clue.rule is None:
        cell = clue.cell or 0
        return f"{capital(speaker.cells(layout, [cell]))}: {speaker.digit(puzzle.givens.entries[cell])}"
    title = capital(speaker.say(clue.rule.title))
    cells = clue.rule.affected(layout)
    return title if len(cells) > layout.size else f"{title}, {speaker.cells(layout, cells)}"
