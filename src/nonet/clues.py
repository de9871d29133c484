"""Which clues of a puzzle are needed: givens, and the rules of a variant.

A clue is unnecessary if the puzzle has the same, only solution without it. Two such clues may depend on each other, so
that only one of them can be removed; `minimal` removes clues one after another until each of the rest is needed. Where
a puzzle has no solution, `contradiction` finds clues that exclude each other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nonet.engines import engine_for
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules.base import Rule
from nonet.rules.codec import to_data
from nonet.solving import is_unique


@dataclass(frozen=True)
class Clue:
    """A clue of a puzzle: the given of a cell, or a rule."""

    cell: int | None = None
    rule: Rule | None = None

    def name(self, puzzle: Puzzle) -> str:
        """The clue for people: `r1c5 = 3`, or `killer cage: {"cells": ["r1c1", "r1c2"], "sum": 3}`."""
        layout = puzzle.layout
        if self.rule is None:
            cell = self.cell or 0
            return f"{layout.cell_name(cell)} = {puzzle.givens[cell]}"
        data = to_data(self.rule, layout)
        data.pop("kind")
        return f"{self.rule.title}: {json.dumps(data)}" if data else self.rule.title

    def removed_from(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle without this clue."""
        if self.cell is not None:
            return Puzzle(puzzle.givens.with_entry(self.cell, 0), puzzle.ruled_out, puzzle.rules)
        return Puzzle(
            puzzle.givens, puzzle.ruled_out, tuple(rule for rule in puzzle.rules if rule != self.rule)
        )


def clues_of(puzzle: Puzzle) -> Iterator[Clue]:
    """Every given and every rule."""
    yield from (Clue(cell=cell) for cell, value in enumerate(puzzle.givens.entries) if value)
    yield from (Clue(rule=rule) for rule in puzzle.rules)


def unnecessary_clues(puzzle: PuzzleLike, *, engine: str | None = None) -> tuple[Clue, ...]:
    """The clues each of which could be left out: the puzzle would still have only one solution.

    Raises NoSolution or SeveralSolutions if the puzzle does not have exactly one.

    >>> len(unnecessary_clues("2134 4312 1243 3421"))
    16
    """
    subject = as_puzzle(puzzle)
    engine_for(subject, engine).solution(subject)
    return tuple(clue for clue in clues_of(subject) if is_unique(clue.removed_from(subject), engine=engine))


def minimal(
    puzzle: PuzzleLike,
    *,
    seed: int = 0,
    engine: str | None = None,
    keep: Callable[[Clue], bool] = lambda clue: False,
) -> Puzzle:
    """The puzzle without unnecessary clues, removed one after another in an order that the seed decides.

    `keep` names clues that must stay. Raises NoSolution or SeveralSolutions if the puzzle does not have exactly one.

    >>> unnecessary_clues(minimal("2134 4312 1243 3421"))
    ()
    """
    subject = as_puzzle(puzzle)
    engine_for(subject, engine).solution(subject)
    for clue in Rng(seed).shuffled(list(clues_of(subject))):
        if not keep(clue) and is_unique(fewer := clue.removed_from(subject), engine=engine):
            subject = fewer
    return subject


def contradiction(puzzle: PuzzleLike, *, engine: str | None = None) -> tuple[Clue, ...]:
    """Clues of a puzzle without a solution that exclude each other: without any one of them there is a solution.

    There may be other such sets. None at all is found if the puzzle has a solution, or if it has none even without
    clues.

    >>> puzzle = as_puzzle("123. ...4 .... .1..")  # row 1 has no place left for 4
    >>> [clue.name(puzzle) for clue in contradiction(puzzle)]
    ['r1c1 = 1', 'r1c2 = 2', 'r2c4 = 4']
    """
    subject = as_puzzle(puzzle)
    bare = Puzzle(Grid.empty(subject.layout), subject.ruled_out)

    def fails(clues: list[Clue]) -> bool:
        asked = _with_clues(bare, clues, subject)
        return engine_for(asked, engine).some_solution(asked) is None

    open_clues = list(clues_of(subject))
    needed: list[Clue] = []
    if not fails(open_clues) or fails([]):
        return ()
    while not fails(needed):
        # The first clues that exclude each other together with the needed ones: the last of them is needed, too.
        low, high = 1, len(open_clues)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if fails(needed + open_clues[:middle]) else (middle + 1, high)
        needed.append(open_clues[low - 1])
        del open_clues[low - 1 :]
    return tuple(clue for clue in clues_of(subject) if clue in needed)


def _with_clues(bare: Puzzle, clues: list[Clue], source: Puzzle) -> Puzzle:
    values = bytearray(bare.givens.entries)
    for clue in clues:
        if clue.cell is not None:
            values[clue.cell] = source.givens.entries[clue.cell]
    rules = tuple(clue.rule for clue in clues if clue.rule is not None)
    return Puzzle(Grid(bare.layout, bytes(values)), bare.ruled_out, rules)
