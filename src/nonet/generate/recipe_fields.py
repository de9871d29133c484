"""The keys of a TOML file that describe puzzles, and the recipe that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Annotated

from nonet.errors import NonetError, RecipeError
from nonet.fields import OrNone, RangeOf, Whole
from nonet.generate.recipe import Recipe
from nonet.generate.variants import VariantRecipe, only_number
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
    variant: str | None = None
    cage_size: int | None = None
    givens: int | None = None

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

    def variant_recipe(self) -> VariantRecipe | None:
        """The recipe of a variant, checked; None if the puzzles are of no variant."""
        if self.variant is None:
            for name in ("cage_size", "givens"):
                if getattr(self, name) is not None:
                    raise RecipeError(f'{name} is for puzzles of a variant: variant = "killer"')
            return None
        for field in fields(self):
            if field.name not in _FOR_VARIANTS and getattr(self, field.name) != field.default:
                raise RecipeError(f"{field.name} cannot be used together with variant")
        if self.clues is not None and self.givens is not None:
            raise RecipeError("givens is the same as clues; leave one of them out")
        recipe = VariantRecipe(
            self.variant,
            Layout.named(self.layout),
            level=self.level,
            cage_size=self.cage_size,
            symmetry=self.symmetry,
            givens=only_number(self.clues) if self.givens is None else self.givens,
        )
        recipe.check()
        return recipe


_FOR_VARIANTS = {"layout", "level", "clues", "symmetry", "variant", "cage_size", "givens"}
_FOR_VARIANTS |= {"name", "title", "count", "week"}  # of a part or a chapter
