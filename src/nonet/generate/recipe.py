"""A recipe: what a puzzle should be. It is a value; `check` says whether such a puzzle can exist.

An impossible recipe is refused before anything is tried, with the reason. The reasons are proofs, not guesses. A recipe
that passes may still take very long: see `timeout` and `effort` of `nonet.generate.search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from operator import index
from typing import Any

from nonet.arguments import clear_type_errors
from nonet.dimensions import HouseKind
from nonet.errors import NonetError, RecipeError, shown
from nonet.generate.boards import is_exact
from nonet.generate.dig import Dig
from nonet.generate.levels import Limit, hardness, least_score, level_named, most_score, usual
from nonet.generate.orbits import SYMMETRIES
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level, technique

FEWEST_CLUES = {"9x9": 17, "4x4": 4}
"""By layout. 9x9: McGuire, Tugemann and Civario, "There is no 16-clue Sudoku" (2012); 4x4: a test tries them all."""

SINGLES = frozenset({"full-house", "naked-single", "hidden-single"})
"""Always allowed: every path has some of them."""


@dataclass(frozen=True, kw_only=True)
@clear_type_errors
class Recipe:
    """What a puzzle should be; every field is optional.

    `clues` is a number or a range, both ends included. `minimal`: no single clue can be left out. `given`
    and `blank` are cells that must, or must not, hold a clue. `level` and `rating` (a range of the score) are those
    of the hodoku scheme. `required` techniques are on the path and needed, and nothing harder than the
    hardest of them is (with a level: nothing above the level). `allowed` techniques, if given,
    are all that the path uses besides singles and the required ones; `forbidden` ones are not on it. `uniform` draws
    every solution grid with the same probability, on 9x9 and on boards up to 6x6.

    >>> Recipe(clues=(24, 26), symmetry="rotational", level="hard").check()
    >>> Recipe(clues=16).check()
    Traceback (most recent call last):
        ...
    nonet.errors.RecipeError: 16 clues: no puzzle of the 9x9 board has fewer than 17
    """

    layout: Layout = CLASSIC
    clues: int | tuple[int, int] | None = None
    minimal: bool = False
    symmetry: str = "none"
    given: frozenset[int] = frozenset()
    blank: frozenset[int] = frozenset()
    level: str | None = None
    rating: tuple[int, int] | None = None
    required: frozenset[str] = frozenset()
    allowed: frozenset[str] | None = None
    forbidden: frozenset[str] = frozenset()
    uniform: bool = False
    count: int = 1

    def __post_init__(self) -> None:
        for name in ("given", "blank", "required", "allowed", "forbidden"):
            value = getattr(self, name)
            if isinstance(value, str):
                raise RecipeError(f"{name}={value!r}: give a set, as in {name}={{{value!r}}}")
            if value is not None:
                object.__setattr__(self, name, frozenset(value))
        for name in ("required", "allowed", "forbidden"):
            for key in getattr(self, name) or ():
                if not isinstance(key, str):
                    raise RecipeError(f"{name}: expected keys of techniques, not {shown(key)}")
        clues: Any = self.clues
        if not (clues is None or _is_range(clues)):
            try:
                object.__setattr__(self, "clues", index(clues))  # numpy has whole numbers, too
            except TypeError:
                raise RecipeError(f"clues: expected a whole number or two, not {shown(clues)}") from None
        if not (self.rating is None or _is_range(self.rating)):
            raise RecipeError(f"rating: expected two whole numbers, not {shown(self.rating)}")
        self.layout.require_usual("creating puzzles")
        if self.level is not None:
            level_named(self.level)
        if self.symmetry not in SYMMETRIES:
            raise RecipeError(f"unknown symmetry {self.symmetry!r}; choose from {', '.join(SYMMETRIES)}")

    # -- what follows from it -------------------------------------------------------------------------------

    @property
    def clue_range(self) -> tuple[int, int] | None:
        """The fewest and the most clues.

        >>> Recipe(clues=25).clue_range
        (25, 25)
        """
        if self.clues is None or isinstance(self.clues, tuple):
            return self.clues
        return (self.clues, self.clues)

    @cached_property
    def clue_counts(self) -> tuple[int, ...]:
        """The clue counts that range, symmetry, pattern and rating leave, ascending.

        >>> Recipe(rating=(8, 12)).clue_counts
        (78, 79, 80, 81)
        """
        if self.rating is None:
            return self._shaped_counts
        return tuple(n for n in self._shaped_counts if self.least_price(n) <= self.rating[1])

    @cached_property
    def _shaped_counts(self) -> tuple[int, ...]:
        """The same without the rating."""
        counts = sorted(self.dig.clue_counts)
        low, high = self.clue_range or (self.fewest, counts[-1])
        return tuple(n for n in counts if max(low, self.fewest) <= n <= min(high, self.most))

    def least_price(self, clues: int) -> int:
        """The least cost of a path, from the number of cells that it has to fill."""
        return (self.layout.cell_count - clues) * min(technique(key).score for key in SINGLES)

    @cached_property
    def dig(self) -> Dig:
        """The dig for this symmetry and pattern, without a clue count."""
        return Dig(layout=self.layout, symmetry=self.symmetry, given=self.given, blank=self.blank)

    @property
    def fewest(self) -> int:
        """The proven lower bound on the clues of this board."""
        return FEWEST_CLUES.get(self.layout.name, self.layout.size - 1)

    @property
    def most(self) -> int:
        """The most clues: all cells. In a minimal puzzle no row is full: its last clue would follow from the others."""
        return self.layout.cell_count - (self.layout.size if self.minimal else 0)

    @property
    def limit(self) -> Limit | None:
        """How hard a step may be: the level's limit, or that of the hardest technique required.

        >>> Recipe(required={"x-wing", "skyscraper"}).limit
        Limit(level=<Level.HARD: 3>, score=140)
        """
        if self.level is not None:
            return Limit(level_named(self.level))
        if self.required:
            level, score = max(map(hardness, self.required))
            return Limit(Level(level), int(score))
        return None

    @property
    def needs_logic(self) -> bool:
        """Whether a puzzle must be solved by logic to see whether it meets the recipe."""
        return bool(
            self.level is not None
            or self.rating is not None
            or self.required
            or self.allowed is not None
            or self.forbidden
        )

    def permits(self, key: str) -> bool:
        """Whether a step of this technique may be on the path.

        >>> recipe = Recipe(level="hard", forbidden={"bug-plus-1"})
        >>> [recipe.permits(key) for key in ("x-wing", "bug-plus-1", "xy-chain")]
        [True, False, False]
        """
        if key in self.forbidden or (self.limit is not None and hardness(key) > self.limit.key):
            return False
        return self.allowed is None or key in self.allowed | self.required | SINGLES

    # -- whether there can be such a puzzle -----------------------------------------------------------------

    def check(self) -> None:
        """Raises a `RecipeError` with the reason, if it is certain that there is no such puzzle."""
        try:
            index(self.count)
        except TypeError:
            raise RecipeError(f"count: expected a whole number, not {shown(self.count)}") from None
        if self.count < 1:
            raise RecipeError(f"{self.count} puzzles: ask for one at least")
        if self.uniform:
            from nonet.generate.uniform import require_uniform

            require_uniform(self.layout)
        if self.minimal and not is_exact(self.layout):
            raise RecipeError(
                f"minimal: on a board as large as {self.layout.name} we cannot prove that no clue can be left out; "
                "without it, puzzles there come with a few clues too many"
            )
        if self.layout.name == "4x4" and self.level not in (None, "easy"):
            raise RecipeError(f"no 4x4 puzzle is {self.level}: singles solve every one of them")
        self._check_clues()
        self._check_pattern()
        self._check_techniques()
        self._check_rating()

    def _check_clues(self) -> None:
        if self.clue_range is None:
            return
        (low, high), name = self.clue_range, self.layout.name
        if low > high:
            raise RecipeError(f"{low} to {high} clues: the first number must not be greater than the second")
        if high < self.fewest:
            why = "" if name in FEWEST_CLUES else " (two digits that are missing could be swapped)"
            raise RecipeError(
                f"{high} clues: no puzzle of the {name} board has fewer than {self.fewest}{why}"
            )
        if low > self.layout.cell_count:
            raise RecipeError(f"{low} clues: the {name} board has {self.layout.cell_count} cells")
        if low > self.most:
            raise RecipeError(
                f"{low} clues: a minimal puzzle of the {name} board has {self.most} at most, "
                "because the last clue of a full row would not be needed"
            )

    def _check_pattern(self) -> None:
        dig, layout = self.dig, self.layout  # refuses a cell that must be given and empty at once
        for kind in (HouseKind.ROW, HouseKind.COLUMN):
            empty = [
                house for house in layout.houses if house.kind is kind and set(house.cells) <= dig.emptied
            ]
            for one, other in combinations(empty, 2):
                if _interchangeable(layout, one.cells, other.cells):
                    raise RecipeError(
                        f"{one.name} and {other.name} must both be empty, so they could be swapped: "
                        "there would be two solutions"
                    )
        if self._shaped_counts:
            return
        possible = [n for n in sorted(dig.clue_counts) if self.fewest <= n <= self.most]
        if not possible:
            raise RecipeError(
                f"the pattern leaves room for {max(dig.clue_counts)} clues at most; "
                f"a puzzle of the {layout.name} board has {self.fewest} at least"
            )
        low, high = self.clue_range or (0, 0)
        asked = f"{low} clues" if low == high else f"{low} to {high} clues"
        near = [*[n for n in possible if n < low][-1:], *[n for n in possible if n > high][:1]]
        with_pattern = " and this pattern" if self.given or self.blank else ""
        raise RecipeError(
            f"{asked}: symmetry {self.symmetry}{with_pattern} on the {layout.name} board does not allow it; "
            f"{' or '.join(map(str, near))} would do"
        )

    def _check_techniques(self) -> None:
        on_paths = {each.key for each in usual(self.layout)}
        for key in sorted(self.required | self.forbidden | (self.allowed or frozenset())):
            try:
                technique(key)
            except NonetError as error:
                listed = "" if str(error).endswith("?") else "; `sudoku techniques` lists them all"
                raise RecipeError(f"{error}{listed}") from None
        level = None if self.level is None else level_named(self.level)
        if "full-house" in self.forbidden:
            raise RecipeError("the last step of every path is a full house: it cannot be forbidden")
        for key in sorted(self.required):
            if key == "full-house":
                raise RecipeError("no puzzle needs a full house: it is a naked single, too")
            if key not in on_paths:
                raise RecipeError(
                    f"{key} is on no path of the {self.layout.name} board, "
                    "because the rating scheme does not use it there"
                )
            own = technique(key).level
            if self.layout.name == "4x4" and own > Level.EASY:
                raise RecipeError(f"no 4x4 puzzle needs {key}: singles solve every one of them")
            if level is not None and own > level:
                raise RecipeError(
                    f"{key} is a technique of level {own.name.lower()}: no {self.level} puzzle needs it"
                )
            if key in self.forbidden:
                raise RecipeError(f"{key} is both required and forbidden")

    def _check_rating(self) -> None:
        if self.rating is None:
            return
        low, high = self.rating
        if not 0 <= low <= high:
            raise RecipeError(f"a rating of {low} to {high}: give two numbers, the smaller one first")
        least = sum(technique(key).score for key in self.required)
        if high < least:
            names = ", ".join(sorted(self.required))
            raise RecipeError(f"a rating of {high} at most: a path with {names} costs {least} at least")
        if not self.clue_counts:
            clues = self._shaped_counts[-1]
            blanks, cost = self.layout.cell_count - clues, self.least_price(clues)
            raise RecipeError(
                f"a rating of {high} at most: with {clues} clues there are {blanks} cells to fill, "
                f"which costs {cost} at least"
            )
        if self.level is None:
            return
        level = level_named(self.level)
        least, most = least_score(level, self.layout), most_score(level)
        if high < least:
            raise RecipeError(f"a rating of {high} at most: {self.level} puzzles begin at {least}")
        if most is not None and low > most:
            raise RecipeError(f"a rating of {low} at least: {self.level} puzzles end at {most}")


def _is_range(value: object) -> bool:
    return (
        isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(each, int) for each in value)
    )


def _interchangeable(layout: Layout, one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether swapping the contents of two lines leaves every other house with the same cells."""
    trade = dict(zip(one, other, strict=True))
    trade |= {there: here for here, there in trade.items()}
    lines = [set(one), set(other)]
    return all(
        {trade.get(cell, cell) for cell in house.cells} == set(house.cells)
        for house in layout.houses
        if set(house.cells) not in lines
    )
