"""The job `create`: puzzles from a seed, each depending on the seed and its own number alone.

Puzzle k is the same on every machine, no matter which other puzzles are made with it. The puzzles come from
`nonet.generate`, like those of `sudoku create --count`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.engines import default_engine
from nonet.errors import RecipeError
from nonet.formats import format_grid
from nonet.generate.classic import create_many
from nonet.generate.unbiased import UnbiasedRecipe, unbiased_draws
from nonet.layout import CLASSIC
from nonet.many import solve_records
from nonet.puzzle import Puzzle
from nonet.records import SIGNS, Block
from nonet.rng import Rng

if TYPE_CHECKING:
    from nonet.generate.recipe import Recipe
    from nonet.generate.variants import VariantRecipe

BLOCK = 50
"""Puzzles of a recipe that come from one seed: enough to be made in batches."""

TOGETHER = 256
"""Plain puzzles that are made at once."""

EFFORT = 100_000
"""Candidates refused in a row before a recipe is given up."""


Known = tuple[tuple[str, str | int | float], ...]
"""What is known of a new puzzle, by the name of its column."""


class Created(NamedTuple):
    """A new puzzle, its solution, and what else is known of it."""

    puzzle: str
    solution: str
    known: Known = ()


@dataclass(frozen=True)
class Creation:
    """Makes what a recipe asks for; without one, what `sudoku create` makes. Where it takes logic, the rating is known.

    Puzzle k of a recipe is number k % 50 of block k // 50. The seed of block b is the first number that (seed, b)
    draws, and `sudoku create --count 50` with that seed makes the same block. So does `--unbiased --weighted`
    for an `UnbiasedRecipe`; the column `tries` says how many tries each puzzle took, so that they add up.

    >>> from nonet.generate import Recipe
    >>> creation = Creation(Recipe(clues=50))
    >>> [made.puzzle.count(".") for made in creation.make(7, 0, 2)]
    [31, 31]
    >>> list(creation.make(7, 49, 2))[1] == list(creation.make(7, 50, 1))[0]
    True
    """

    recipe: Recipe | UnbiasedRecipe | None = None

    @property
    def options(self) -> Mapping[str, Any]:
        """All that decides what is made, apart from the seed, as plain values."""
        unbiased = {"unbiased": True} if isinstance(self.recipe, UnbiasedRecipe) else {}
        return {} if self.recipe is None else {**unbiased, **recipe_options(self.recipe)}

    @property
    def shard_rows(self) -> tuple[int, int]:
        """The fewest and the most rows of a shard that bulk makes by itself; one without bias takes 0.1 s."""
        return (BLOCK, 1_000 if isinstance(self.recipe, UnbiasedRecipe) else 20_000)

    def make(self, seed: int, first: int, count: int) -> Iterator[Created]:
        """The puzzles number `first` to `first + count - 1` of a seed."""
        if self.recipe is None:
            yield from _plain(seed, first, count)
            return
        last = first + count
        while first < last:
            block, skipped = divmod(first, BLOCK)
            block_seed, size = Rng(seed, stream=block).next(), min(BLOCK, skipped + last - first)
            if isinstance(self.recipe, UnbiasedRecipe):
                made = _unbiased(self.recipe, block_seed, size)
            else:
                made = _searched(self.recipe, block_seed, size)
            yield from islice(made, skipped, None)
            first = (block + 1) * BLOCK


def _searched(recipe: Recipe, seed: int, count: int) -> Iterator[Created]:
    from nonet.generate.search import Ending, make

    making = make(recipe, seed, count=count, effort=EFFORT)
    with closing(making):
        for made in making:
            known: Known = ()
            if recipe.needs_logic:
                score, level = int(made.rating.score), made.rating.level
                known = (("rating", score), ("level", level), ("technique", made.techniques[-1]))
            known = (*known, ("origin", made.origin))
            yield Created(format_grid(made.puzzle.givens, "line"), format_grid(made.solution, "line"), known)
    if making.ended is not Ending.DONE:
        raise RecipeError(f"no such puzzle among {EFFORT:,} candidates in a row; ask for something less rare")


def _unbiased(recipe: UnbiasedRecipe, seed: int, count: int) -> Iterator[Created]:
    engine, before = default_engine(recipe.layout), -1
    with closing(unbiased_draws(seed, layout=recipe.layout)) as draws:
        for draw in islice(draws, count):
            solution = engine.solution(Puzzle(draw.givens))
            weight = float(draw.weight)  # more than 64 bits
            known: Known = (("clues", draw.clues), ("weight", weight), ("tries", draw.number - before))
            before = draw.number
            yield Created(format_grid(draw.givens, "line"), format_grid(solution, "line"), known)


def recipe_options(recipe: Recipe | UnbiasedRecipe | VariantRecipe) -> Mapping[str, Any]:
    """All that a recipe asks for, as plain values."""
    description = {}
    for each in fields(recipe):
        value = getattr(recipe, each.name)
        if each.name != "count" and value != each.default:
            description[each.name] = (
                sorted(value) if isinstance(value, frozenset) else getattr(value, "name", value)
            )
    return description


def _plain(seed: int, first: int, count: int) -> Iterator[Created]:
    """Puzzles as in spec 001."""
    cells = CLASSIC.cell_count
    for start in range(first, first + count, TOGETHER):
        made = create_many(seed, start, min(TOGETHER, first + count - start))
        puzzles = b"".join([each.values for each in made]).translate(SIGNS).replace(b"0", b".")
        solutions, _ = solve_records(Block(puzzles, len(made)))
        for row, each in enumerate(made):
            puzzle, solution = (text[cells * row : cells * (row + 1)] for text in (puzzles, bytes(solutions)))
            yield Created(puzzle.decode(), solution.decode(), (("origin", each.origin),))
