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

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isclose, isfinite
from typing import Any, Literal, cast

from nonet.errors import NonetError, RecipeError
from nonet.formats.codecs import toml_text
from nonet.generate.recipe import Recipe
from nonet.jobs.creation import Creation
from nonet.layout import CLASSIC, Layout
from nonet.symmetry import is_boxed

SolutionCount = Literal["one", "several", "none"]
FORMATS = ("parquet", "jsonl")
LARGEST_RATED = 9

Range = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class PartSpec:
    """Puzzles of one kind. `several` and `none` are the shares with several solutions, or none."""

    name: str
    count: int
    recipe: Recipe
    se: Range | None = None
    guesses: Range | None = None
    several: float = 0.0
    none: float = 0.0

    @property
    def options(self) -> dict[str, Any]:
        """All that decides its puzzles, as plain values."""
        own = {name: getattr(self, name) for name in ("name", "count", "se", "guesses", "several", "none")}
        return {**own, **Creation(self.recipe).options}

    @property
    def is_rated(self) -> bool:
        """Whether its puzzles are rated by HoDoKu's scheme: on larger boards only if the recipe needs it."""
        return self.recipe.needs_logic or self.recipe.layout.size <= LARGEST_RATED


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


@dataclass(frozen=True)
class SubsetGroup:
    """Subsets that are filled from the same candidates; `number`, that of the first subset, decides which."""

    number: int
    subsets: tuple[Subset, ...]

    def takes(self, subset: Subset) -> bool:
        """Whether a subset can be added: recipes differ in the level alone, so a candidate suits one subset at most."""
        both = [*self.subsets, subset]
        recipes = {replace(each.part.recipe, level=None) for each in both}
        levels = {each.part.recipe.level for each in both}
        return (
            len(recipes) == 1
            and len(levels) == len(both)
            and None not in levels
            and not any(recipe.needs_logic for recipe in recipes)
            and all(each.takes_all for each in both)
        )


@dataclass(frozen=True, kw_only=True)
class DataSpec:
    """A whole data set. `text` is the file it was parsed from."""

    name: str
    seed: int
    parts: tuple[PartSpec, ...]
    split: tuple[tuple[str, float], ...] = (("train", 0.8), ("valid", 0.1), ("test", 0.1))
    distinct: Literal["puzzle", "grid"] = "puzzle"
    traces: bool = False
    disguises: int = 0
    formats: tuple[str, ...] = FORMATS
    text: str = field(default="", repr=False)

    @property
    def subsets(self) -> tuple[Subset, ...]:
        """What is made: each part, divided by the number of solutions."""
        found: list[Subset] = []
        for part in self.parts:
            several, none = round(part.count * part.several), round(part.count * part.none)
            shares: dict[SolutionCount, int] = {
                "one": part.count - several - none,
                "several": several,
                "none": none,
            }
            for solutions, count in shares.items():
                if count:
                    found.append(Subset(len(found), part, solutions, count))
        return tuple(found)

    @property
    def groups(self) -> tuple[SubsetGroup, ...]:
        """All subsets; those that only the level distinguishes are together."""
        groups: list[SubsetGroup] = []
        for subset in self.subsets:
            for index, group in enumerate(groups):
                if group.takes(subset):
                    groups[index] = SubsetGroup(group.number, (*group.subsets, subset))
                    break
            else:
                groups.append(SubsetGroup(subset.number, (subset,)))
        return tuple(groups)

    @property
    def with_se(self) -> bool:
        """Whether there are columns for Sudoku Explainer's ratings."""
        return any(part.se is not None for part in self.parts)

    @property
    def options(self) -> dict[str, Any]:
        """All that decides the puzzles, as plain values: for the manifest of a run."""
        return {
            "parts": [part.options for part in self.parts],
            "split": [list(each) for each in self.split],
            "distinct": self.distinct,
            "traces": self.traces,
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
    nonet.errors.RecipeError: the specification, part 1: count must be a whole number, not 'many'
    """
    try:
        table = SpecTable(toml_text.loads(text), where)
    except NonetError as error:
        raise RecipeError(f"{where}: {error}") from None
    disguises = table.whole("disguises", 0, least=0)
    spec = DataSpec(
        name=table.text("name", "sudoku"),
        seed=table.whole("seed", 0, least=0),
        split=_split(table),
        distinct=cast(Any, table.word("distinct", "puzzle", ("puzzle", "grid"))),
        traces=table.flag("traces"),
        disguises=disguises,
        formats=_formats(table),
        parts=_parts(table, where),
        text=text,
    )
    table.refuse_rest()
    return spec


def _split(table: SpecTable) -> tuple[tuple[str, float], ...]:
    given = table.take("split", {"train": 0.8, "valid": 0.1, "test": 0.1})
    if not isinstance(given, dict) or not given:
        raise table.error("split must be a table of shares, as in: [split] train = 0.9, test = 0.1")
    for name, share in given.items():
        if not isinstance(share, (int, float)) or isinstance(share, bool) or not 0 <= share <= 1:
            raise table.error(f"split: the share of {name} must be a number from 0 to 1, not {share!r}")
        if not name.isidentifier():
            raise table.error(f"split: {name!r} cannot be the name of a file; use letters")
    if not isclose(sum(given.values()), 1, abs_tol=1e-9):
        raise table.error(f"split: the shares add up to {sum(given.values()):g}, not to 1")
    return tuple((name, float(share)) for name, share in given.items())


def _formats(table: SpecTable) -> tuple[str, ...]:
    given = table.take("formats", list(FORMATS))
    if not isinstance(given, list) or not given or any(each not in FORMATS for each in given):
        raise table.error(f"formats must be a list of {' and '.join(FORMATS)}, not {given!r}")
    return tuple(dict.fromkeys(given))


def _parts(table: SpecTable, where: str) -> tuple[PartSpec, ...]:
    given = table.take("part", [])
    if not isinstance(given, list) or not given or not all(isinstance(each, dict) for each in given):
        raise table.error("there is no [[part]]: each says how many puzzles of which kind")
    parts = []
    for number, each in enumerate(given, start=1):
        parts.append(_part(SpecTable(each, f"{where}, part {number}"), number))
    names = [part.name for part in parts]
    if twice := [name for name in names if names.count(name) > 1]:
        raise table.error(f"two parts have the name {twice[0]!r}")
    return tuple(parts)


def _part(table: SpecTable, number: int) -> PartSpec:
    name = table.text("name", f"part-{number}")
    count = table.whole("count", None, least=1)
    try:
        recipe = _recipe(table)
        recipe.check()
    except NonetError as error:
        raise RecipeError(
            str(error) if str(error).startswith(table.where) else f"{table.where}: {error}"
        ) from None
    part = PartSpec(
        name=name,
        count=count,
        recipe=recipe,
        se=table.range("se"),
        guesses=table.range("guesses"),
        several=table.share("several"),
        none=table.share("none"),
    )
    if part.several + part.none > 1:
        raise table.error("the shares several and none add up to more than 1")
    if part.se is not None and recipe.layout != CLASSIC:
        raise table.error(f"se: Sudoku Explainer rates 9x9 only, not {recipe.layout.name}")
    if (part.several or part.none) and recipe.layout.size > LARGEST_RATED and not is_boxed(recipe.layout):
        raise table.error(f"several and none: not on a board as large as {recipe.layout.name}")
    table.refuse_rest()
    return part


def _recipe(table: SpecTable) -> Recipe:
    clues = table.range("clues")
    rating = table.range("rating")
    allowed = table.names("allow")
    return Recipe(
        layout=Layout.named(table.text("layout", "9x9")),
        level=table.text("level", "") if "level" in table.values else None,
        rating=None if rating is None else (int(rating[0]), int(rating[1])),
        clues=None if clues is None else (int(clues[0]), int(clues[1])),
        required=table.names("techniques"),
        allowed=allowed or None,
        forbidden=table.names("forbid"),
        minimal=table.flag("minimal"),
        symmetry=table.text("symmetry", "none"),
        uniform=table.flag("uniform"),
    )


class SpecTable:
    """A table of TOML whose keys are taken out one by one; what is left is a mistake."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        self.values = dict(values)
        self.where = where

    def error(self, why: str) -> RecipeError:
        return RecipeError(f"{self.where}: {why}")

    def take(self, key: str, default: Any) -> Any:
        return self.values.pop(key, default)

    def refuse_rest(self) -> None:
        if self.values:
            raise self.error(f"unknown key {next(iter(self.values))!r}")

    def text(self, key: str, default: str) -> str:
        value = self.take(key, default)
        if not isinstance(value, str) or not value:
            raise self.error(f"{key} must be a text, not {value!r}")
        return value

    def word(self, key: str, default: str, words: tuple[str, ...]) -> str:
        value = self.take(key, default)
        if value not in words:
            raise self.error(f"{key} must be {' or '.join(words)}, not {value!r}")
        return str(value)

    def flag(self, key: str) -> bool:
        value = self.take(key, False)
        if not isinstance(value, bool):
            raise self.error(f"{key} must be true or false, not {value!r}")
        return value

    def whole(self, key: str, default: int | None, *, least: int) -> int:
        value = self.take(key, default)
        if value is None:
            raise self.error(f"{key} is missing")
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(f"{key} must be a whole number, not {value!r}")
        if value < least:
            raise self.error(f"{key} must be at least {least}, not {value}")
        return value

    def share(self, key: str) -> float:
        value = self.take(key, 0)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
            raise self.error(f"{key} must be a share from 0 to 1, not {value!r}")
        return float(value)

    def range(self, key: str) -> Range | None:
        """A number, or two of them in order."""
        value = self.take(key, None)
        if value is None:
            return None
        ends = value if isinstance(value, list) else [value, value]
        if len(ends) != 2 or not all(
            isinstance(end, (int, float)) and not isinstance(end, bool) and isfinite(end) for end in ends
        ):
            raise self.error(f"{key} must be a number or a range of two, as in [20, 25]; not {value!r}")
        if ends[0] > ends[1]:
            raise self.error(f"{key}: the first number must not be greater than the second")
        return ends[0], ends[1]

    def names(self, key: str) -> frozenset[str]:
        value = self.take(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.error(f"{key} must be a list of techniques, not {value!r}")
        return frozenset(value)
