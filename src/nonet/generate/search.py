"""From a recipe and a seed to puzzles: candidates are examined by number, in this process or in several.

The puzzles are the same whatever the kernel, the batches and the number of processes. Only a time limit makes a
difference: it cuts the list short.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from time import monotonic
from typing import Any

from nonet.errors import NonetError, RecipeError, expect
from nonet.generate.acceptance import Refusal
from nonet.generate.distinct import DISTINCT, Distinct, KeySet, distinct_key
from nonet.generate.examine import Examined, Made, examined
from nonet.generate.recipe import Recipe
from nonet.generate.sources import CandidateSource, Plain, source
from nonet.parallel.cores import thread_count
from nonet.parallel.interrupts import OutOfTime, TimeLimit
from nonet.parallel.processes import ProcessPool

LONGEST = 10_000_000
"""Seconds that a search may take, if it is limited at all."""
ALONE = 1.0
"""Seconds that this process works alone before others are started."""
CHUNK = 12
"""Numbers that a process is given at once, at most."""
AHEAD = 3
"""Chunks handed out for each process before the first of their results is awaited."""
PATIENCE = 0.1
"""Seconds without a result after which the time limit is checked."""


class Ending(Enum):
    """Why no more puzzles come."""

    DONE = "done"
    TIMEOUT = "timeout"
    EFFORT = "effort"


@dataclass
class SearchTally:
    """Progress of a search: candidates tried, puzzles made, and why the others were refused."""

    tried: int = 0
    made: int = 0
    since: int = 0
    """Candidates tried since the last puzzle."""
    refused: Counter[Refusal] = field(default_factory=Counter)
    seconds: float = 0.0

    def __add__(self, later: SearchTally) -> SearchTally:
        """The tally of two searches, `later` after this one.

        >>> SearchTally(tried=3, made=1, since=2) + SearchTally(tried=4, made=2, since=0)
        SearchTally(tried=7, made=3, since=0, refused=Counter(), seconds=0.0)
        """
        return SearchTally(
            self.tried + later.tried,
            self.made + later.made,
            later.since,
            self.refused + later.refused,
            self.seconds + later.seconds,
        )


def make(
    recipe: Recipe,
    seed: int,
    *,
    count: int | None = None,
    timeout: float | None = None,
    effort: int | None = None,
    threads: int = 1,
    distinct: Distinct | None = None,
    progress: Callable[[SearchTally], object] | None = None,
) -> PuzzleSearch:
    """Iterates over the puzzles of this recipe and seed, as they are made.

    `count` replaces the recipe's. The search ends early after `timeout` seconds, or when `effort` candidates in a
    row were refused; its `ended` and `tally` say so. With `distinct`, puzzles that are symmetric to an earlier one are
    refused ("puzzle"), or also those whose solution grid is ("grid"); when a bank is used up, the search goes on by
    digging. `progress` is called after each candidate. With several `threads` the paths are found by that many
    processes: the puzzles are the same, in the same order.

    >>> recipe = Recipe(level="easy", symmetry="rotational", count=2)
    >>> first, second = make(recipe, seed=7)
    >>> first.rating.level, first.puzzle == second.puzzle
    ('easy', False)
    >>> [each.puzzle for each in make(recipe, seed=7)] == [first.puzzle, second.puzzle]
    True
    """
    expect(recipe, Recipe, "recipe")
    expect(seed, int, "seed")
    expect(threads, int, "threads")
    thread_count(threads)
    expect(0 if effort is None else effort, int, "effort")
    if effort is not None and effort < 0:
        raise NonetError(f"effort must be 0 or more, or None; not {effort:,}")
    if count is not None:
        recipe = replace(recipe, count=count)
    recipe.check()
    if timeout is not None and not 0 <= timeout <= LONGEST:
        raise NonetError(f"timeout must be 0 to {LONGEST:,} seconds, or None; not {timeout!r:.40}")
    return PuzzleSearch(
        recipe,
        seed,
        count=recipe.count,
        timeout=timeout,
        effort=effort,
        threads=threads,
        distinct=distinct,
        progress=progress,
    )


def make_plain(seed: int, *, count: int = 1, **options: Any) -> PuzzleSearch:
    """Iterates over puzzles as in spec 001: number k is `create(seed, stream=k)`. The options are those of `make`.

    >>> from nonet.generate.creating import create
    >>> [made.puzzle for made in make_plain(3, count=2)] == [create(3), create(3, stream=1)]
    True
    """
    search = make(Recipe(count=count), seed, **options)
    search.origin = Plain()
    return search


class PuzzleSearch(Iterator[Made]):
    """An iterator over puzzles. `ended` is None as long as more may come."""

    def __init__(
        self,
        recipe: Recipe,
        seed: int,
        *,
        count: int,
        timeout: float | None,
        effort: int | None,
        threads: int,
        distinct: Distinct | None,
        progress: Callable[[SearchTally], object] | None,
    ) -> None:
        if distinct is not None and distinct not in DISTINCT:
            raise RecipeError(f"distinct={distinct!r}: it is one of {', '.join(DISTINCT)}, or None")
        self.recipe = recipe
        self.seed = seed
        self.count = count
        self.origin = source(recipe, distinct=distinct is not None)
        self.tally = SearchTally()
        self.ended: Ending | None = None
        self._effort = effort
        self._threads = threads
        self._distinct = distinct
        self._seen = KeySet() if distinct is not None else None
        self._progress = progress or (lambda tally: None)
        self._began = monotonic()
        self._deadline = None if timeout is None else self._began + timeout
        self._limit = TimeLimit(timeout)
        self._made: Generator[Made, None, None] = self._run()

    def __next__(self) -> Made:
        try:
            return next(self._made)
        except OutOfTime:
            self.ended = Ending.TIMEOUT
            self.close()
            raise StopIteration from None

    def close(self) -> None:
        """Stops the search and its processes."""
        self._made.close()
        self._limit.close()
        if self._seen is not None:
            self._seen.close()

    def _run(self) -> Generator[Made, None, None]:
        results = self._examined()
        with closing(self._limit), closing(results):
            for each in results:
                result = self._fresh(each)
                self._count(result)
                self._progress(self.tally)
                if self.ended is not None:
                    results.close()  # before the last puzzle is handed out: the caller may never ask for another
                if isinstance(result, Made):
                    yield result
                if self.ended is not None:
                    return

    def _fresh(self, result: Examined | None) -> Examined | None:
        """The result itself, or the refusal of a repeat."""
        if self._distinct is None or self._seen is None or not isinstance(result, Made):
            return result
        return result if self._seen.add(distinct_key(result, self._distinct)) else Refusal.REPEATED

    def _count(self, result: Examined | None) -> None:
        """Counts a candidate (None: time has passed) and decides whether to go on."""
        tally = self.tally
        tally.seconds = monotonic() - self._began
        if isinstance(result, Made):
            tally.tried += 1
            tally.made += 1
            tally.since = 0
        elif result is not None:
            tally.tried += 1
            tally.since += 1
            tally.refused[result] += 1
        if tally.made >= self.count:
            self.ended = Ending.DONE
        elif self._effort is not None and tally.since >= self._effort:
            self.ended = Ending.EFFORT
        elif self._deadline is not None and self._began + tally.seconds >= self._deadline:
            self.ended = Ending.TIMEOUT

    def _examined(self) -> Generator[Examined | None, None, None]:
        """Every candidate in the order of its number, without end; None when there was none for PATIENCE."""
        recipe, first = self.recipe, 0
        size, most = self.origin.batches
        while self._threads == 1 or not recipe.needs_logic or monotonic() < self._began + ALONE:
            found = examined(recipe, self.seed, first, size, origin=self.origin, threads=self._threads)
            yield from self._limit.each(found)
            first += size
            size = min(2 * size, most, max(self.origin.batches[0], self._expected()))
        yield from self._shared(first)

    def _expected(self) -> int:
        """How many more candidates it should take, if they are like those before."""
        left = self.count - self.tally.made
        return -(-left * self.tally.tried // max(self.tally.made, 1))

    def _shared(self, first: int) -> Generator[Examined | None, None, None]:
        """The same, from a number on, in several processes."""
        size = min(CHUNK, self.origin.batches[1])
        waiting: deque[Future[list[Examined]]] = deque()
        with ProcessPool(self._threads) as pool:
            for number in count(first, size):
                waiting.append(pool.submit(_examine, self.recipe, self.seed, number, size, self.origin))
                if len(waiting) < AHEAD * self._threads:
                    continue
                while (results := _result(waiting[0])) is None:
                    yield None
                waiting.popleft()
                yield from results


def _examine(recipe: Recipe, seed: int, first: int, count: int, origin: CandidateSource) -> list[Examined]:
    """What a worker process does."""
    return list(examined(recipe, seed, first, count, origin=origin))


def _result(future: Future[list[Examined]]) -> list[Examined] | None:
    """What a future gives; None if it gives nothing within PATIENCE seconds."""
    try:
        return future.result(timeout=PATIENCE)
    except TimeoutError:
        return None
