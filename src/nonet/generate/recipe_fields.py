"""The keys of a TOML file that describe puzzles, and the recipe that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from nonet.errors import NonetError, RecipeError
from nonet.fields import OrNone, RangeOf, Whole
from nonet.generate.recipe import Recipe
from nonet.layout import Layout

WholeRange = Annotated[tuple[int, int] | None, OrNone(RangeOf(Whole()))]


@contextmanager
def errors_in(place: str) -> Iterator[None]:
    """Names the file or the table in which something is wrong."""
    try:
        yield
    except NonetError as error:
        raise RecipeError(f"{place}: {error}") from error


@dataclass(frozen=True, kw_only=True)
class RecipeFields:
    layout: str = "9x9"
    level: str | None = None
    rating: WholeRange = None
    clues: WholeRange = None
    allow: tuple[str, ...] | None = None
    forbid: tuple[str, ...] = ()
    minimal: bool = False
    symmetry: str = "none"

    def recipe(
        self, layout: Layout, techniques: Iterable[str], *, uniform: bool = False, count: int = 1
    ) -> Recipe:
        """The recipe, checked; `techniques` are those that a puzzle needs."""
        recipe = Recipe(
            layout=layout,
            level=self.level,
            rating=self.rating,
            clues=self.clues,
            required=frozenset(techniques),
            allowed=None if self.allow is None else frozenset(self.allow),
            forbidden=frozenset(self.forbid),
            minimal=self.minimal,
            symmetry=self.symmetry,
            uniform=uniform,
            count=count,
        )
        recipe.check()
        return recipe
