"""Custom puzzles: read, and checked before they are played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

from nonet.engines import engine_for
from nonet.errors import BrokenRule, RuleError
from nonet.explain.voice import voice
from nonet.formats import SavedState, read
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.play.words import say_twice
from nonet.puzzle import Puzzle


class Kind(Enum):
    """What a check of a board found."""

    ONE = "one"
    NONE = "none"
    SEVERAL = "several"
    CONFLICT = "conflict"
    FULL = "full"

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Verdict:
    """The result. `puzzle` is None if the board breaks a rule; `cells` are those in conflict, or those in which two
    solutions differ; `solution` is the unique one, if there is one.
    """

    kind: Kind
    puzzle: Puzzle | None
    layout: Layout
    solution: Grid | None = None
    cells: tuple[int, ...] = ()
    twice: tuple[int, tuple[int, ...]] | None = None
    """The first conflict: a digit, and the cells of one house that have it."""
    clues: int = 0
    state: SavedState | None = None
    """How far it was played, if the text says so."""

    @property
    def playable(self) -> bool:
        """Whether it can be played."""
        return self.kind in (Kind.ONE, Kind.SEVERAL)


def validate(what: str | Grid | Puzzle, *, layout: Layout | None = None) -> Verdict:
    """Checks a board, a puzzle, or text in any known format; text that cannot be parsed is a FormatError.

    >>> validate("0130430202030000").kind, validate("1" + "0" * 15).kind
    (<Kind.ONE: 'one'>, <Kind.SEVERAL: 'several'>)
    >>> validate("1100000000000000").cells
    (0, 1)
    """
    if isinstance(what, str):
        try:
            entry = read(what, layout=layout)
        except RuleError as error:
            found = Layout.named(error.layout)
            rule_broken = isinstance(error, BrokenRule)
            twice = None if rule_broken else (found.entry_of(error.digit), error.cells)
            return Verdict(Kind.CONFLICT, None, found, cells=error.cells, twice=twice)
        return replace(_judged(entry.puzzle), state=entry.state)
    if isinstance(what, Puzzle):
        return _judged(what)
    if conflicts := list(what.conflicts()):
        clashing = tuple(sorted({cell for conflict in conflicts for cell in conflict.cells}))
        twice = (what.layout.entry_of(conflicts[0].digit), conflicts[0].cells)
        return Verdict(Kind.CONFLICT, None, what.layout, cells=clashing, twice=twice, clues=what.clue_count)
    return _judged(Puzzle(what))


def _judged(puzzle: Puzzle) -> Verdict:
    givens, layout, clues = puzzle.givens, puzzle.layout, puzzle.clue_count
    found = list(islice(engine_for(puzzle).solutions(puzzle), 2))
    if not found:
        return Verdict(Kind.NONE, puzzle, layout, clues=clues)
    if all(entry or cell in layout.label_cells for cell, entry in enumerate(givens.entries)):
        return Verdict(Kind.FULL, puzzle, layout, found[0] if len(found) == 1 else None, clues=clues)
    if len(found) > 1:
        one, other = (grid.entries for grid in found)
        differ = tuple(cell for cell, entry in enumerate(one) if entry != other[cell])
        return Verdict(Kind.SEVERAL, puzzle, layout, cells=differ, clues=clues)
    return Verdict(Kind.ONE, puzzle, layout, found[0], clues=clues)


def read_grid(values: Iterable[int], layout: Layout) -> Grid:
    """The board that a player typed in, cell by cell: digits counted from 1, 0 for empty."""
    return Grid(layout, bytes(values))


def verdict_words(verdict: Verdict, *, language: str = "en") -> str:
    """The result in a sentence.

    >>> verdict_words(validate("1" + "0" * 15))
    'This puzzle has more than one solution. It can be played, but there are few hints.'
    >>> verdict_words(validate("1100000000000000"))
    'Two 1s in row 1 and in box 1.'
    """
    speaker = voice(language, verdict.layout)
    if verdict.kind is Kind.CONFLICT and verdict.twice:
        digit, cells = verdict.twice
        return say_twice(cells, digit, verdict.layout, speaker)
    return speaker.say(_WORDS[verdict.kind])


_WORDS = {
    Kind.ONE: T("This puzzle has exactly one solution."),
    Kind.NONE: T("This puzzle has no solution."),
    Kind.SEVERAL: T("This puzzle has more than one solution. It can be played, but there are few hints."),
    Kind.CONFLICT: T("The digits break a rule of the puzzle."),
    Kind.FULL: T("This board is full and correct: there is nothing left to play."),
}
