"""Where candidates come from: each number of a seed gives one candidate, or none.

    Plain      spec 001, when nothing is asked for
    Dug        clues removed from a random grid: nearly everything
    Banked     a puzzle of a bank, transformed: techniques too rare to dig for
    BankFirst  the bank until it is used up, then one of the others: puzzles that must not repeat
    FewClues   clues exchanged for others until 20 or 19 are left; 18 clues come from a bank
    Climbed    clues exchanged for others until the rating is high enough

A candidate has one solution. Whether it is what the recipe asks for is decided in examine.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from nonet.errors import RecipeError
from nonet.generate.banks import (
    DUG,
    EXCHANGED,
    Candidate,
    draw_low_clue,
    from_bank,
    low_clue_bases,
    technique_bases,
)
from nonet.generate.boards import is_exact
from nonet.generate.classic import create_many
from nonet.generate.dig import Dig, dig_many, minimize_many
from nonet.generate.exchange import climb, few_clues
from nonet.generate.levels import level_clues
from nonet.generate.recipe import Recipe
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import rate
from nonet.rng import Rng
from nonet.symmetry import random_transformation

FEWEST_DUG = 21
"""Digging seldom reaches fewer clues on the classic board: one dig in four hundred does."""
FEWEST_EXCHANGED = 19
"""Exchanging seldom reaches fewer clues."""
HIGH = 5000
"""One dug puzzle in fifty has such a rating, and hardly any has twice as much."""
KEPT = 0.3
"""At least this fraction of the cells keeps its clue when a board is dug as far as possible."""
CLIMB = 60
"""Neighbours that are rated on the way to a higher rating."""
DRAWS = 16
"""Draws from a bank for each of its puzzles before it is considered used up."""


class CandidateSource(Protocol):
    @property
    def bank_size(self) -> int:
        """The number of puzzles in the bank that candidates come from; 0 if they don't come from a bank."""

    @property
    def minimal(self) -> bool:
        """Whether every candidate is minimal, so that it need not be checked."""

    @property
    def batches(self) -> tuple[int, int]:
        """The size of the first batch of numbers, and of the largest."""

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[Candidate | None]:
        """The candidates number `first`, `first + 1`, …; None for a number that gives none."""


def source(recipe: Recipe, *, distinct: bool = False) -> CandidateSource:
    """The source for the puzzles of a recipe; a bank is not enough if they must be `distinct`.

    >>> [type(source(Recipe(clues=clues))).__name__ for clues in (24, 20)], source(Recipe(clues=18)).bank_size
    (['Dug', 'FewClues'], 80)
    """
    bank = _banked(recipe)
    if not bank:
        return _unbanked(recipe)
    return BankFirst(Banked(bank), _unbanked(recipe)) if distinct else Banked(bank)


def _unbanked(recipe: Recipe) -> CandidateSource:
    free = recipe.layout == CLASSIC and recipe.symmetry == "none" and not recipe.given and not recipe.blank
    if free and recipe.clue_counts[-1] < FEWEST_DUG:
        return FewClues(recipe)
    if free and recipe.rating is not None and recipe.rating[0] >= HIGH and recipe.clues is None:
        return Climbed(recipe)
    return Dug(recipe)


def _banked(recipe: Recipe) -> dict[str, Grid]:
    """The puzzles of the bank that suit a recipe, by origin: it asks for one technique, and nothing that a symmetry
    changes.
    """
    if len(recipe.required) != 1:
        return {}
    (key,) = recipe.required
    plain = Recipe(required=recipe.required, minimal=recipe.minimal, clues=recipe.clues, count=recipe.count)
    if recipe != plain:
        return {}
    return {
        from_bank(key, number): grid
        for number, grid in enumerate(technique_bases().get(key, ()), start=1)
        if grid.clue_count in recipe.clue_counts
    }


def _drawn(targets: tuple[int, ...], seed: int, number: int) -> int:
    """The clue count for a number; of several it is drawn from stream `number` of seed + 1."""
    return Rng(seed + 1, stream=number).choice(targets) if len(targets) > 1 else targets[0]


class Banked:
    """Puzzles of the bank: number k draws one of them and a symmetry."""

    minimal = True
    batches = 2, 16

    def __init__(self, grids: Mapping[str, Grid]) -> None:
        self.grids = tuple(grids.items())
        self.bank_size = len(grids)

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[Candidate | None]:
        candidates: list[Candidate | None] = []
        for number in range(first, first + count):
            rng = Rng(seed, stream=number)
            origin, grid = rng.choice(self.grids)
            candidates.append(Candidate(random_transformation(CLASSIC, rng)(grid).values, origin))
        return candidates


class BankFirst:
    """The numbers below `searched_from` draw from the bank, the others are those of another source."""

    def __init__(self, bank: Banked, rest: CandidateSource) -> None:
        self.bank = bank
        self.rest = rest
        self.bank_size = bank.bank_size
        self.minimal = rest.minimal
        self.batches = bank.batches[0], rest.batches[1]
        self.searched_from = DRAWS * bank.bank_size

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[Candidate | None]:
        drawn = max(0, min(count, self.searched_from - first))
        return self.bank.candidates(seed, first, drawn) + self.rest.candidates(
            seed, first + drawn, count - drawn, threads=threads
        )


class FewClues:
    """Fewer clues than digging reaches: by exchange, or from the low-clue bank."""

    minimal = False
    batches = 1, 1

    def __init__(self, recipe: Recipe) -> None:
        fewest = low_clue_bases()[0].clue_count
        exchanged = tuple(n for n in recipe.clue_counts if n >= FEWEST_EXCHANGED)
        self.targets = exchanged or tuple(n for n in recipe.clue_counts if n >= fewest)
        if not self.targets:
            raise RecipeError(
                f"{recipe.clue_counts[-1]} clues: such puzzles exist, but they are too rare to search for; "
                f"{fewest} or more are possible"
            )
        most = self.targets[-1]
        self.bank_size = 0 if exchanged else sum(grid.clue_count <= most for grid in low_clue_bases())

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[Candidate | None]:
        candidates: list[Candidate | None] = []
        for number in range(first, first + count):
            clues = _drawn(self.targets, seed, number)
            if clues >= FEWEST_EXCHANGED:
                values = few_clues(clues, seed, number, threads=threads)
                candidates.append(None if values is None else Candidate(values, EXCHANGED))
            else:
                puzzle, base = draw_low_clue(clues, Rng(seed, stream=number))
                candidates.append(Candidate(puzzle.givens.entries, from_bank("low-clue", base)))
        return candidates


class Climbed:
    """Hill climbing: from a dug puzzle to neighbours with a higher rating, until it is high enough."""

    bank_size = 0
    minimal = False
    batches = 1, 1

    def __init__(self, recipe: Recipe) -> None:
        self.dig = recipe.dig
        self.least = 0 if recipe.rating is None else recipe.rating[0]

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[Candidate | None]:
        return [
            None if start is None else self._climbed(start, Rng(seed + 1, stream=number))
            for number, start in enumerate(dig_many(self.dig, seed, first, count, threads=threads), first)
        ]

    def _climbed(self, start: bytes, rng: Rng) -> Candidate:
        values = start
        for score, values in climb(start, _score, rng, tries=CLIMB):  # noqa: B007 (the last one counts)
            if score >= self.least:
                break
        return Candidate(values, DUG if values == start else EXCHANGED)


def _score(values: bytes) -> float:
    return rate(Puzzle(Grid(CLASSIC, values))).score


class Plain:
    """Puzzles as in spec 001: `create(seed, stream=number)`. Most are dug; those with few clues come from a bank."""

    bank_size = 0
    minimal = False
    batches = (1, 256) if kernel is not None else (1, 16)

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[Candidate | None]:
        return list(create_many(seed, first, count, threads=threads))


def _cheap(recipe: Recipe) -> tuple[int, ...]:
    """The clue counts for a rating so low that it needs more clues than a dig leaves.

    With these counts, singles alone cost at least half of the highest allowed rating.

    >>> _cheap(Recipe(rating=(0, 20))), _cheap(Recipe(rating=(0, 500)))
    ((76, 77, 78), ())
    """
    counts = recipe.clue_counts
    if recipe.rating is None or counts[0] < KEPT * recipe.layout.cell_count:
        return ()
    half = recipe.rating[1] / 2
    return tuple(n for n in counts if recipe.least_price(n) >= half) or counts


def _usual(recipe: Recipe) -> tuple[int, ...]:
    """The clue counts with which puzzles of the recipe's level are found soonest; () for as few as possible.

    >>> from nonet.layout import Layout
    >>> _usual(Recipe(layout=Layout.named("4x4"), level="easy")), _usual(Recipe(level="easy"))
    ((6, 7, 8), ())
    """
    usual = None if recipe.level is None else level_clues(recipe.layout).get(recipe.level)
    return () if usual is None else tuple(n for n in recipe.clue_counts if usual[0] <= n <= usual[1])


class Dug:
    """Digs to the clue count, or as far as possible. From a range of clue counts each number draws its own.

    A rating so low that it needs more clues than a full dig leaves makes a range, too; so does a level, on boards where
    it would be rare among full digs (`LEVEL_CLUES`).
    Uniform grids are drawn from stream k of seed + 2.
    """

    bank_size = 0

    def __init__(self, recipe: Recipe) -> None:
        self.dig = recipe.dig
        self.uniform = recipe.uniform
        self.targets: tuple[int, ...] = ()
        if not recipe.minimal:
            counts = recipe.clue_counts
            if recipe.clue_range is None:
                counts = _cheap(recipe) or _usual(recipe)
            dug = tuple(n for n in counts if n >= FEWEST_DUG) if recipe.layout == CLASSIC else counts
            self.targets = dug or counts
        self.batches = (32, 512) if kernel is not None and recipe.layout == CLASSIC else (1, 8)
        self.minimal = (
            not (self.targets or recipe.given) and recipe.symmetry == "none" and is_exact(recipe.layout)
        )

    def candidates(self, seed: int, first: int, count: int, *, threads: int = 1) -> list[Candidate | None]:
        return [
            None if values is None else Candidate(values, DUG)
            for values in self._boards(seed, first, count, threads)
        ]

    def _boards(self, seed: int, first: int, count: int, threads: int) -> list[bytes | None]:
        if not self.targets:
            return self._dug(self.dig, seed, first, count, threads)
        if len(self.targets) == 1:
            return self._dug(replace(self.dig, clues=self.targets[0]), seed, first, count, threads)
        found: list[bytes | None] = []
        for number in range(first, first + count):
            what = replace(self.dig, clues=_drawn(self.targets, seed, number))
            found += self._dug(what, seed, number, 1, threads)
        return found

    def _dug(self, what: Dig, seed: int, first: int, count: int, threads: int) -> list[bytes | None]:
        if not self.uniform:
            return dig_many(what, seed, first, count, threads=threads)
        from nonet.generate.uniform import uniform_grids

        starts = uniform_grids(what.layout, seed + 2, first, count, threads=threads)
        return minimize_many(starts, what, seed, first, threads=threads)
