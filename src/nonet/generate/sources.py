"""Where candidates come from: each number of a seed is one candidate, or none.

    plain    spec 001, when nothing is asked for
    dug      a random grid, clues taken away: nearly everything
    bank     a puzzle of the bank in disguise: techniques too rare to dig for

A candidate has one solution; whether it is what the recipe asks for, others decide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from nonet.generate.bank import bases
from nonet.generate.classic import create
from nonet.generate.dig import dig_many
from nonet.generate.recipe import Recipe
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.rng import Rng
from nonet.symmetry import random_transformation

__all__ = ["Banked", "Dug", "Plain", "Source", "source"]


class Source(Protocol):
    """A way to candidates."""

    @property
    def name(self) -> str:
        """What it is called: dug, bank."""
        ...

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[bytes | None]:
        """The candidates number `first`, `first + 1`, …: values row by row, or None."""
        ...


def source(recipe: Recipe) -> Source:
    """Where the puzzles of this recipe come from.

    >>> source(Recipe(required={"x-wing"})).name
    'dug'
    """
    if (grids := _banked(recipe)) and recipe.required:
        return Banked(grids)
    return Dug(recipe)


def _banked(recipe: Recipe) -> tuple[Grid, ...]:
    """The bases that can serve a recipe: it asks for one technique, and for nothing that a disguise would spoil."""
    if len(recipe.required) != 1:
        return ()
    (key,) = recipe.required
    plain = Recipe(required=recipe.required, minimal=recipe.minimal, clues=recipe.clues, count=recipe.count)
    if recipe != plain:
        return ()
    counts = recipe.clue_counts
    return tuple(grid for grid in bases().get(key, ()) if grid.clue_count in counts)


class Banked:
    """Bases in disguise: number k draws one of them and a symmetry."""

    name = "bank"

    def __init__(self, grids: tuple[Grid, ...]) -> None:
        self.grids = grids

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[bytes | None]:
        """As `Source` says."""
        found: list[bytes | None] = []
        for number in range(first, first + count):
            rng = Rng(seed, stream=number)
            grid = rng.choice(self.grids)
            found.append(random_transformation(CLASSIC, rng)(grid).values)
        return found


class Plain:
    """Puzzles as spec 001 has them: `create(seed, stream=number)`."""

    name = "plain"

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[bytes | None]:
        """As `Source` says."""
        return [create(seed, stream=number).givens.values for number in range(first, first + count)]


class Dug:
    """Dug grids: to the clue count, or as far as it goes.

    For a range of clue counts each number draws its own, from stream k of the seed's successor.
    """

    name = "dug"

    def __init__(self, recipe: Recipe) -> None:
        self.dig = recipe.dig
        self.targets: tuple[int, ...] = ()
        if recipe.clue_range is not None and not recipe.minimal:
            self.targets = recipe.clue_counts

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[bytes | None]:
        """As `Source` says."""
        if not self.targets:
            return dig_many(self.dig, seed, first, count, threads=threads)
        if len(self.targets) == 1:
            return dig_many(replace(self.dig, clues=self.targets[0]), seed, first, count, threads=threads)
        found: list[bytes | None] = []
        for number in range(first, first + count):
            clues = Rng(seed + 1, stream=number).choice(self.targets)
            found += dig_many(replace(self.dig, clues=clues), seed, number, 1, threads=threads)
        return found
