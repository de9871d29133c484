"""The specification of a data set: a TOML file says which puzzles, how many, and how they are split.

    name = "five levels"
    seed = 1
    [split]
    train = 0.8
    valid = 0.1
    test = 0.1
    [[part]]
    name = "hard"
    count = 20_000
    level = "hard"

docs/datasets.md lists all keys. A `DataSpec` is a small value; it decides every byte of the data set.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from math import isclose
from typing import Annotated, Any, Literal

from nonet.errors import FieldError, RecipeError
from nonet.fields import (
    HIDDEN,
    Choice,
    Count,
    FieldKind,
    ListOf,
    Number,
    OrNone,
    RangeOf,
    String,
    Whole,
    read,
)
from nonet.formats.codecs import toml_text
from nonet.generate.recipe import Recipe
from nonet.generate.recipe_fields import RecipeFields, errors_in
from nonet.generate.variants import VariantRecipe
from nonet.jobs.creation import recipe_options
from nonet.layout import CLASSIC, Layout
from nonet.limits import check_time, reading
from nonet.messages import LANGUAGES
from nonet.symmetry import is_boxed

SolutionCount = Literal["one", "several", "none"]
FORMATS = ("parquet", "jsonl")
LARGEST_RATED = 9
TRACES = ("trace", "sentences", "wrong")
"""Columns with paths. In Parquet they are texts of JSON."""

Range = tuple[float, float]
_NumberRange = Annotated[Range | None, OrNone(RangeOf(Number(0)))]
_Share = Annotated[float, Number(0, 1)]
_Name = Annotated[str, String(1)]


class Shares(FieldKind):
    """The share of each split, by its name; a tuple of pairs once it is checked."""

    def check(self, value: Any, where: str, layout: Any) -> tuple[tuple[str, float], ...]:
        if not isinstance(value, dict) or not value:
            raise FieldError(
                "expected a table of shares, as in: [split] train = 0.9, test = 0.1", where=where
            )
        for name, share in value.items():
            Number(0, 1).check(share, f"{where}.{name}", layout)
            if not name.isidentifier():
                raise FieldError(f"{name!r} cannot be the name of a file; use letters", where=where)
        if not isclose(sum(value.values()), 1, abs_tol=1e-9):
            raise FieldError(f"the shares add up to {sum(value.values()):g}, not to 1", where=where)
        return tuple((name, float(share)) for name, share in value.items())


@dataclass(frozen=True, kw_only=True)
class PartFields(RecipeFields):
    """The keys of a [[part]]."""

    name: _Name | None = None
    count: Annotated[int, Whole(1)]
    techniques: tuple[str, ...] = ()
    uniform: bool = False
    se: _NumberRange = None
    guesses: _NumberRange = None
    several: _Share = 0
    none: _Share = 0


@dataclass(frozen=True, kw_only=True)
class PartSpec:
    """Puzzles of one kind. `several` and `none` are the shares with several solutions, or none."""

    name: str
    count: int
    recipe: Recipe | VariantRecipe
    se: Range | None = None
    guesses: Range | None = None
    several: float = 0.0
    none: float = 0.0

    @property
    def options(self) -> dict[str, Any]:
        """All that decides its puzzles, as plain values."""
        own = {name: getattr(self, name) for name in ("name", "count", "se", "guesses", "several", "none")}
        return {**own, **recipe_options(self.recipe)}

    @property
    def is_rated(self) -> bool:
        """Whether its puzzles are rated: on larger boards only if the recipe needs it."""
        needed = isinstance(self.recipe, Recipe) and self.recipe.needs_logic
        return needed or self.recipe.layout.size <= LARGEST_RATED


@dataclass(frozen=True)
class Subset:
    """The puzzles of a part that have one solution, or several, or none; `number` counts all subsets of a data set."""

    number: int
    part: PartSpec
    solutions: SolutionCount
    count: int

    @property
    def takes_all(self) -> bool:
        """Whether every puzzle of the recipe is a row."""
        return self.solutions == "one" and self.part.guesses is None and self.part.se is None

    @property
    def shares_candidates(self) -> bool:
        """Whether it is filled together with subsets of other levels: a candidate suits one of them at most."""
        recipe = self.part.recipe
        if not isinstance(recipe, Recipe) or recipe.level is None:
            return False
        return self.takes_all and not replace(recipe, level=None).needs_logic


@dataclass(frozen=True)
class SubsetGroup:
    """Subsets that are filled from the same candidates; `number`, that of the first subset, decides which."""

    number: int
    subsets: tuple[Subset, ...]


@dataclass(frozen=True, kw_only=True)
class DataSpec:
    """A whole data set. `text` is the file it was parsed from."""

    name: _Name = "sudoku"
    seed: Count = 0
    parts: Annotated[tuple[PartSpec, ...], HIDDEN] = ()
    split: Annotated[tuple[tuple[str, float], ...], Shares()] = (
        ("train", 0.8),
        ("valid", 0.1),
        ("test", 0.1),
    )
    distinct: Annotated[Literal["puzzle", "grid"], Choice(("puzzle", "grid"))] = "puzzle"
    traces: bool = False
    sentences: Annotated[tuple[str, ...], ListOf(Choice(LANGUAGES), unique=True)] = ()
    wrong: bool = False
    disguises: Count = 0
    formats: Annotated[tuple[str, ...], ListOf(Choice(FORMATS), 1, unique=True)] = FORMATS
    text: Annotated[str, HIDDEN] = field(default="", repr=False)

    @property
    def subsets(self) -> tuple[Subset, ...]:
        """What is made: each part, divided by the number of solutions."""
        subsets: list[Subset] = []
        for part in self.parts:
            several, none = round(part.count * part.several), round(part.count * part.none)
            shares: dict[SolutionCount, int] = {
                "one": part.count - several - none,
                "several": several,
                "none": none,
            }
            for solutions, count in shares.items():
                if count:
                    subsets.append(Subset(len(subsets), part, solutions, count))
        return tuple(subsets)

    @property
    def groups(self) -> tuple[SubsetGroup, ...]:
        """All subsets; those whose recipes differ in the level alone are together."""
        groups: dict[object, list[Subset]] = {}
        times: Counter[object] = Counter()
        for subset in self.subsets:
            key: object = subset.number
            if subset.shares_candidates:
                recipe = subset.part.recipe
                key = (replace(recipe, level=None), times[recipe])
                times[recipe] += 1
            groups.setdefault(key, []).append(subset)
        return tuple(SubsetGroup(group[0].number, tuple(group)) for group in groups.values())

    @property
    def with_se(self) -> bool:
        """Whether there are columns for Sudoku Explainer's ratings."""
        return any(part.se is not None for part in self.parts)

    @property
    def trace_columns(self) -> dict[str, bool]:
        """The columns with paths, and whether the data set has them."""
        return dict(zip(TRACES, (self.traces, bool(self.sentences), self.wrong), strict=True))

    @property
    def options(self) -> dict[str, Any]:
        """All that decides the puzzles, as plain values: for the manifest of a run."""
        return {
            "parts": [part.options for part in self.parts],
            "split": [list(each) for each in self.split],
            "distinct": self.distinct,
            "traces": self.traces,
            "sentences": list(self.sentences),
            "wrong": self.wrong,
        }


# -- parsing --------------------------------------------------------------------------------------------------


def parse_spec(text: str, *, where: str = "the specification") -> DataSpec:
    r"""The data set that a TOML text describes; a RecipeError says what is wrong, and where.

    >>> spec = parse_spec('[[part]]\nname = "easy"\ncount = 10\nlevel = "easy"')
    >>> spec.name, spec.seed, [subset.count for subset in spec.subsets], dict(spec.split)
    ('sudoku', 0, [10], {'train': 0.8, 'valid': 0.1, 'test': 0.1})
    >>> parse_spec('[[part]]\ncount = "many"')
    Traceback (most recent call last):
        ...
    nonet.errors.RecipeError: the specification: part 1: count: expected a whole number, not 'many'
    """
    with errors_in(where):
        return _read(text)


@reading
def _read(text: str) -> DataSpec:
    table = toml_text.loads(text)
    parts = _parts(table.pop("part", None))
    spec = replace(read(DataSpec, table), parts=parts, text=text)
    if spec.wrong and not spec.sentences:
        raise RecipeError('wrong: name the languages of the sentences, too, as in: sentences = ["en"]')
    return spec


def _parts(given: object) -> tuple[PartSpec, ...]:
    if not isinstance(given, list) or not given or not all(isinstance(each, dict) for each in given):
        raise RecipeError("there is no [[part]]: each says how many puzzles of which kind")
    parts = []
    for number, each in enumerate(given, start=1):
        check_time()
        with errors_in(f"part {number}"):
            parts.append(_part(read(PartFields, each), number))
    for name, times in Counter(part.name for part in parts).items():
        if times > 1:
            raise RecipeError(f"two parts have the name {name!r}")
    return tuple(parts)


def _part(given: PartFields, number: int) -> PartSpec:
    layout, variant = Layout.named(given.layout), given.variant_recipe()
    if given.several + given.none > 1:
        raise RecipeError("the shares several and none add up to more than 1")
    if given.se is not None and layout != CLASSIC:
        raise RecipeError(f"se: Sudoku Explainer rates 9x9 only, not {layout.name}")
    if (given.several or given.none) and layout.size > LARGEST_RATED and not is_boxed(layout):
        raise RecipeError(f"several and none: not on a board as large as {layout.name}")
    return PartSpec(
        name=given.name or f"part-{number}",
        count=given.count,
        recipe=variant or given.recipe(layout, given.techniques, uniform=given.uniform),
        se=given.se,
        guesses=given.guesses,
        several=float(given.several),
        none=float(given.none),
    )
