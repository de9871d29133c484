"""One candidate after the other: whether it is what the recipe asks for, the cheapest test first.

    number k → dig → clue count → minimal? → singles? → path → solution → Made

Number k depends on the seed and k alone, and every test has one right answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from nonet.engines import Engine, default_engine
from nonet.generate.acceptance import Acceptance, PathSummary, Refusal, solved_by_singles
from nonet.generate.recipe import Recipe
from nonet.generate.sources import CandidateSource, source
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.many import unique_many
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import Rating
from nonet.records import SEVERAL, SIGNS


@dataclass(frozen=True)
class Made:
    """A puzzle with its solution, its seed, the number of the candidate, and its origin (`nonet.generate.banks`).

    `rating` and `techniques` (of its path, easiest first) are computed when they are first asked for, unless the
    recipe needed them.
    """

    puzzle: Puzzle
    solution: Grid
    number: int
    seed: int
    origin: str
    known: PathSummary | None = field(default=None, repr=False, compare=False)

    @cached_property
    def summary(self) -> PathSummary:
        return self.known or PathSummary.of(self.puzzle)

    @property
    def rating(self) -> Rating:
        return self.summary.rating

    @property
    def techniques(self) -> tuple[str, ...]:
        return self.summary.techniques


Examined = Made | Refusal
"""A candidate that passed, or why it did not."""


def examined(
    recipe: Recipe,
    seed: int,
    first: int,
    count: int,
    *,
    origin: CandidateSource | None = None,
    threads: int = 1,
) -> Iterator[Examined]:
    """Examines the candidates `first`, `first + 1`, …, one by one.

    >>> [type(each).__name__ for each in examined(Recipe(clues=22), 1, 0, 4)].count("Made") < 3
    True
    """
    origin, acceptance = origin or source(recipe), acceptance_of(recipe)
    engine = default_engine(recipe.layout)
    candidates = origin.candidates(seed, first, count, threads=threads)
    shaped = [shape(recipe, each and each.values, minimal=origin.minimal) for each in candidates]
    verdicts = _verdicts(acceptance, [values for values in shaped if isinstance(values, bytes)])
    for number, (candidate, values) in enumerate(zip(candidates, shaped, strict=True), start=first):
        if isinstance(values, Refusal):
            yield values
        elif isinstance(summary := next(verdicts), Refusal):
            yield summary
        elif candidate is not None:
            puzzle = Puzzle(Grid(recipe.layout, values))
            yield Made(puzzle, engine.solution(puzzle), number, seed, candidate.origin, summary)


@lru_cache(maxsize=8)
def acceptance_of(recipe: Recipe) -> Acceptance:
    return Acceptance(recipe)


def shape(recipe: Recipe, values: bytes | None, *, minimal: bool) -> bytes | Refusal:
    """The candidate itself, if its clues are as the recipe asks; `minimal`: it is known to be minimal."""
    if values is None:
        return Refusal.UNDUG
    if recipe.clue_range is not None and len(values) - values.count(0) not in recipe.clue_counts:
        return Refusal.WRONG_COUNT
    if recipe.minimal and not minimal and not is_minimal(Puzzle(Grid(recipe.layout, values))):
        return Refusal.NOT_MINIMAL
    return values


def _verdicts(acceptance: Acceptance, candidates: Sequence[bytes]) -> Iterator[PathSummary | Refusal | None]:
    """What the logic says of each candidate: first the grade, then the path; None where it need not be asked."""
    if not acceptance.recipe.needs_logic:
        return iter([None] * len(candidates))
    by_grade = acceptance.by_grade
    if by_grade is None or not candidates:
        return acceptance.judge_many(candidates)
    fit = [easy == by_grade for easy in solved_by_singles(candidates)]
    judged = acceptance.judge_many([each for each, is_fit in zip(candidates, fit, strict=True) if is_fit])
    refusal = Refusal.TOO_HARD if by_grade else Refusal.TOO_EASY
    return (next(judged) if is_fit else refusal for is_fit in fit)


def is_minimal(puzzle: Puzzle, *, engine: Engine | None = None) -> bool:
    """Whether a puzzle with one solution needs every one of its clues.

    >>> is_minimal(Puzzle.of(CLASSIC, [0] * 81))
    True
    """
    puzzle.require_classic("is_minimal")
    layout, values = puzzle.layout, puzzle.givens.entries
    engine = engine or default_engine(layout)
    if kernel is not None and layout == CLASSIC:
        fewer = [values[:cell] + b"\0" + values[cell + 1 :] for cell, digit in enumerate(values) if digit]
        return set(unique_many([each.translate(SIGNS) for each in fewer])) <= {SEVERAL}
    for cell, digit in enumerate(values):
        if not digit:
            continue
        masks = [0] * layout.cell_count
        masks[cell] = 1 << (digit - 1)
        rest = Grid(layout, values[:cell] + b"\0" + values[cell + 1 :])
        if engine.some_solution(Puzzle(rest, tuple(masks))) is None:
            return False
    return True
