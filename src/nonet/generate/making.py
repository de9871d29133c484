"""From a recipe and a seed to puzzles: candidates by number, tests from the cheapest to the dearest, proof at the end.

    number k → dig → clue count → minimal? → singles? → path → solution → Made

Number k depends on the seed and k alone, and every test has one right answer. So the puzzles made are the same whatever
the kernel, the batches and the number of processes; only a time limit makes a difference, for it cuts the list short.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from itertools import count
from time import monotonic

from nonet.engines import Engine, default_engine
from nonet.generate.aims import SIGNS, Aim, Refusal, Verdict, solved_by_singles
from nonet.generate.recipe import Recipe
from nonet.generate.sources import Plain, Source, source
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.path import path
from nonet.many import SEVERAL, unique_many
from nonet.native import kernel
from nonet.parallel.processes import ProcessPool
from nonet.puzzle import Puzzle
from nonet.rating import Rating

__all__ = ["Ending", "Made", "Making", "Tally", "examined", "is_minimal", "make", "make_plain"]

ALONE = 1.0
"""Seconds that one process works alone before others are called in."""
CHUNK = 12
"""Numbers that a process is given at once, at most."""
AHEAD = 3
"""Chunks handed out for each process before the first of their outcomes is asked for."""
PATIENCE = 0.1
"""Seconds without an outcome after which the time limit is checked."""


@dataclass(frozen=True)
class Made:
    """A puzzle, made: with its solution, and the number that made it under this seed.

    `rating` and `techniques` (of its path, easiest first) are known already where the recipe asked for them, and
    worked out otherwise.
    """

    puzzle: Puzzle
    solution: Grid
    number: int
    seed: int
    origin: str
    known: Verdict | None = field(default=None, repr=False, compare=False)

    @cached_property
    def verdict(self) -> Verdict:
        """Its path in short."""
        return self.known or Verdict.of(list(path(self.puzzle)))

    @property
    def rating(self) -> Rating:
        """How hard it is."""
        return self.verdict.rating

    @property
    def techniques(self) -> tuple[str, ...]:
        """What its path uses, easiest first."""
        return self.verdict.techniques


class Ending(Enum):
    """Why no more puzzles come."""

    DONE = "done"
    TIMEOUT = "timeout"
    EFFORT = "effort"


@dataclass
class Tally:
    """How far it came: candidates tried, puzzles made, and why the others were refused."""

    tried: int = 0
    made: int = 0
    since: int = 0
    """Candidates tried since the last puzzle."""
    refused: Counter[Refusal] = field(default_factory=Counter)
    seconds: float = 0.0

    def __add__(self, later: Tally) -> Tally:
        """Both together, one after the other.

        >>> Tally(tried=3, made=1, since=2) + Tally(tried=4, made=2, since=0)
        Tally(tried=7, made=3, since=0, refused=Counter(), seconds=0.0)
        """
        return Tally(
            self.tried + later.tried,
            self.made + later.made,
            later.since,
            self.refused + later.refused,
            self.seconds + later.seconds,
        )


Outcome = Made | Refusal
"""What came of a candidate."""


def make(
    recipe: Recipe,
    seed: int,
    *,
    count: int | None = None,
    timeout: float | None = None,
    effort: int | None = None,
    threads: int = 1,
    progress: Callable[[Tally], object] | None = None,
) -> Making:
    """The puzzles of this recipe and seed, one after the other, as they are made.

    `count` is the recipe's, unless given here. It ends early after `timeout` seconds, or when `effort` candidates
    in a row were refused; `ended` and `tally` of what comes back tell. `progress` is called after each candidate.
    With several `threads` other processes help to find the paths: the puzzles are the same, in the same order.

    >>> recipe = Recipe(level="easy", symmetry="rotational", count=2)
    >>> first, second = make(recipe, seed=7)
    >>> first.rating.level, first.puzzle == second.puzzle
    ('easy', False)
    >>> [each.puzzle for each in make(recipe, seed=7)] == [first.puzzle, second.puzzle]
    True
    """
    if count is not None:
        recipe = replace(recipe, count=count)
    recipe.check()
    return Making(
        recipe,
        seed,
        count=recipe.count,
        timeout=timeout,
        effort=effort,
        threads=threads,
        progress=progress,
    )


def make_plain(
    seed: int,
    *,
    count: int = 1,
    timeout: float | None = None,
    effort: int | None = None,
    threads: int = 1,
    progress: Callable[[Tally], object] | None = None,
) -> Making:
    """Puzzles as spec 001 has them, one after the other: number k is `create(seed, stream=k)`.

    >>> from nonet.generate.classic import create
    >>> [made.puzzle for made in make_plain(3, count=2)] == [create(3), create(3, stream=1)]
    True
    """
    making = make(
        Recipe(count=count), seed, timeout=timeout, effort=effort, threads=threads, progress=progress
    )
    making.origin = Plain()
    return making


class Making(Iterator[Made]):
    """Puzzles on their way. `ended` is None as long as more may come."""

    def __init__(
        self,
        recipe: Recipe,
        seed: int,
        *,
        count: int,
        timeout: float | None,
        effort: int | None,
        threads: int,
        progress: Callable[[Tally], object] | None,
    ) -> None:
        self.recipe = recipe
        self.seed = seed
        self.count = count
        self.origin = source(recipe)
        self.tally = Tally()
        self.ended: Ending | None = None
        self._effort = effort
        self._threads = threads
        self._progress = progress or (lambda tally: None)
        self._began = monotonic()
        self._deadline = None if timeout is None else self._began + timeout
        self._made: Generator[Made, None, None] = self._run()

    def __next__(self) -> Made:
        return next(self._made)

    def close(self) -> None:
        """Ends the work, and the processes that helped."""
        self._made.close()

    def _run(self) -> Generator[Made, None, None]:
        if self._deadline is not None and monotonic() >= self._deadline:
            self.ended = Ending.TIMEOUT  # before anything was tried
            return
        outcomes = self._outcomes()
        with closing(outcomes):
            for outcome in outcomes:
                self._count(outcome)
                self._progress(self.tally)
                if self.ended is not None:
                    outcomes.close()  # before the last one is handed out: who takes it may never ask again
                if isinstance(outcome, Made):
                    yield outcome
                if self.ended is not None:
                    return

    def _count(self, outcome: Outcome | None) -> None:
        """Takes note of an outcome, or of time that went by, and decides whether to go on."""
        tally = self.tally
        tally.seconds = monotonic() - self._began
        if isinstance(outcome, Made):
            tally.tried += 1
            tally.made += 1
            tally.since = 0
        elif outcome is not None:
            tally.tried += 1
            tally.since += 1
            tally.refused[outcome] += 1
        if tally.made >= self.count:
            self.ended = Ending.DONE
        elif self._effort is not None and tally.since >= self._effort:
            self.ended = Ending.EFFORT
        elif self._deadline is not None and self._began + tally.seconds >= self._deadline:
            self.ended = Ending.TIMEOUT

    def _outcomes(self) -> Generator[Outcome | None, None, None]:
        """All outcomes in the order of the numbers, without end; None now and then, when there is none for long."""
        recipe, first = self.recipe, 0
        size, most = self.origin.batches
        while self._threads == 1 or not recipe.needs_logic or monotonic() < self._began + ALONE:
            yield from examined(recipe, self.seed, first, size, origin=self.origin, threads=self._threads)
            first += size
            size = min(2 * size, most)
        yield from self._shared(first)

    def _shared(self, first: int) -> Generator[Outcome | None, None, None]:
        """The same from a number on, by several processes."""
        size = min(CHUNK, self.origin.batches[1])
        waiting: deque[Future[list[Outcome]]] = deque()
        with ProcessPool(self._threads) as pool:
            for number in count(first, size):
                waiting.append(pool.submit(_examine, self.recipe, self.seed, number, size))
                if len(waiting) < AHEAD * self._threads:
                    continue
                while (outcomes := _result(waiting[0])) is None:
                    yield None
                waiting.popleft()
                yield from outcomes


def _examine(recipe: Recipe, seed: int, first: int, count: int) -> list[Outcome]:
    """What a worker process does."""
    return list(examined(recipe, seed, first, count))


def _result(future: Future[list[Outcome]]) -> list[Outcome] | None:
    """None if there is none within PATIENCE."""
    try:
        return future.result(timeout=PATIENCE)
    except TimeoutError:
        return None


# -- one number after the other ------------------------------------------------------------------------------


def examined(
    recipe: Recipe, seed: int, first: int, count: int, *, origin: Source | None = None, threads: int = 1
) -> Iterator[Outcome]:
    """What becomes of the numbers `first`, `first + 1`, …, one by one.

    >>> [type(each).__name__ for each in examined(Recipe(clues=22), 1, 0, 4)].count("Made") < 3
    True
    """
    origin, aim = origin or source(recipe), _aim(recipe)
    engine = default_engine(recipe.layout)
    candidates = origin.candidates(seed, first, count, threads=threads)
    right = [_shape(recipe, values, engine, origin.minimal) for values in candidates]
    easy = _grades(aim, [values for values in right if isinstance(values, bytes)])
    for number, values in enumerate(right, start=first):
        if isinstance(values, Refusal):
            yield values
            continue
        puzzle = Puzzle(Grid(recipe.layout, values))
        verdict: Verdict | Refusal | None = None
        if recipe.needs_logic:
            wrong_grade = aim.by_grade is not None and next(easy) != aim.by_grade
            verdict = (
                (Refusal.TOO_HARD if aim.by_grade else Refusal.TOO_EASY) if wrong_grade else aim.judge(puzzle)
            )
        if isinstance(verdict, Refusal):
            yield verdict
        else:
            yield Made(puzzle, engine.solution(puzzle), number, seed, origin.name, verdict)


@lru_cache(maxsize=8)
def _aim(recipe: Recipe) -> Aim:
    return Aim(recipe)


def _shape(recipe: Recipe, values: bytes | None, engine: Engine, minimal: bool) -> bytes | Refusal:
    """The candidate, if its clues are as the recipe wants them."""
    if values is None:
        return Refusal.UNDUG
    if recipe.clue_range is not None and len(values) - values.count(0) not in recipe.clue_counts:
        return Refusal.WRONG_COUNT
    minimal = minimal or not recipe.minimal or is_minimal(Puzzle(Grid(recipe.layout, values)), engine=engine)
    if not minimal:
        return Refusal.NOT_MINIMAL
    return values


def _grades(aim: Aim, candidates: Sequence[bytes]) -> Iterator[bool]:
    if aim.by_grade is None or not candidates:
        return iter(())
    return iter(solved_by_singles(candidates))


def is_minimal(puzzle: Puzzle, *, engine: Engine | None = None) -> bool:
    """Whether a puzzle with one solution would have several without any one of its clues.

    >>> is_minimal(Puzzle.of(CLASSIC, [0] * 81))
    True
    """
    layout, values = puzzle.layout, puzzle.givens.values
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
