"""An estimate of the number of solutions, for puzzles that have too many to count.

Knuth's method: walk from the root of the search tree to a leaf, taking a branch at random. If the branches on the way
numbered b1, b2, b3 …, a solution at the leaf stands for b1 · b2 · b3 … of them, a dead end for none. The mean over many
walks is an unbiased estimate; their spread tells how far to trust it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, sqrt

from nonet.engines.rules import RuleSearch, begin_search
from nonet.errors import NonetError
from nonet.formats import PuzzleLike, as_puzzle
from nonet.rng import Rng

MOST_WALKS = 10_000_000


@dataclass(frozen=True)
class Estimate:
    """About `mean` solutions; the true number is between `low` and `high` in 19 of 20 cases, if the walks are typical.

    `exact` is set where all walks agree because there was nothing to choose.
    """

    mean: float
    error: float
    walks: int
    exact: bool = False

    @property
    def low(self) -> float:
        return max(0.0, self.mean - 1.96 * self.error)

    @property
    def high(self) -> float:
        return self.mean + 1.96 * self.error


def estimate_solutions(
    puzzle: PuzzleLike,
    *,
    walks: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Estimate:
    """How many solutions a puzzle has, estimated from random walks. The same seed gives the same answer.

    `progress` is called with the number of walks so far.

    >>> found = estimate_solutions("." * 16, walks=200)
    >>> 250 < found.mean < 330
    True
    """
    if not 1 <= walks <= MOST_WALKS:
        raise NonetError(f"walks must be 1 to {MOST_WALKS:,}, not {walks!r:.40}")
    subject = as_puzzle(puzzle)
    search, root = begin_search(subject)
    if root is None:
        return Estimate(0.0, 0.0, 0, exact=True)
    if search.branch_cell(root) < 0:
        return Estimate(1.0, 0.0, 0, exact=True)
    rng = Rng(seed)
    total = squares = 0.0
    for number in range(1, walks + 1):
        weight = _walk(search, root, rng)
        total += weight
        squares += weight * weight
        if progress is not None:
            progress(number)
    mean = total / walks
    variance = max(0.0, squares / walks - mean * mean)
    if not isfinite(mean + squares):
        raise NonetError(
            "the puzzle has more solutions than can be estimated: the number has over 150 digits"
        )
    return Estimate(mean, sqrt(variance / walks), walks)


def _walk(search: RuleSearch, root: list[int], rng: Rng) -> float:
    """The weight of one random walk: 0 for a dead end."""
    masks: list[int] | None = root
    weight = 1.0
    while masks is not None:
        cell = search.branch_cell(masks)
        if cell < 0:
            return weight
        bits = [1 << index for index in range(search.plan.layout.size) if masks[cell] >> index & 1]
        weight *= len(bits)
        masks = search.after(masks, cell, rng.choice(bits))
    return 0.0
