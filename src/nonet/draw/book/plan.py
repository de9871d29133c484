"""What a book is: a value, made from options or read from a recipe file in TOML.

title = "Sunday Sudoku"
seed = 5
per_page = 4

[[chapters]]
title = "Warming up"
level = "easy"
count = 12

[[chapters]]
title = "A week"
week = true
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from nonet.draw.book.paper import PAPERS, PER_PAGE
from nonet.errors import NonetError
from nonet.formats.codecs import toml_text
from nonet.generate.recipe import Recipe
from nonet.generate.variants import VariantRecipe
from nonet.layout import Layout
from nonet.limits import limits
from nonet.messages import LANGUAGES

MOST_PUZZLES = 20_000
"""Of a book; a typing mistake should not fill the disk."""
WEEK = ("easy", "easy", "medium", "medium", "hard", "hard", "unfair")
"""The levels of a week, Monday to Sunday."""


@dataclass(frozen=True)
class Chapter:
    """Puzzles of one kind, under one title: recipes for puzzles to create, a variant, or a file of puzzles."""

    title: str
    recipes: tuple[Recipe, ...] = ()
    file: str = ""
    week: bool = False
    """Seven recipes, one per day; each puzzle is named after its day."""
    jigsaw: int = 0
    """The size of jigsaws; each puzzle has a map of its own."""
    variant: VariantRecipe | None = None
    count: int = 0
    """The number of puzzles of a variant."""


@dataclass(frozen=True, kw_only=True)
class BookPlan:
    """A book. Lengths are in millimetres."""

    title: str = "Sudoku"
    subtitle: str = ""
    author: str = ""
    chapters: tuple[Chapter, ...] = ()
    seed: int = 1
    paper: str = "A4"
    per_page: int = 4
    large_print: bool = False
    gutter: float = 8
    bleed: float = 0
    binding: str = "left"
    cover: bool = True
    instructions: bool = True
    difficulty: bool = True
    hints: bool = False
    solutions: bool = True
    qr: bool = False
    site: str = "sudokupad"
    link_base: str = ""
    pictures: bool = False
    worksheets: int = 0
    """The number of sheets, each with `per_page` puzzles; 0 for a book."""
    theme: str = "print"
    language: str = "en"

    def __post_init__(self) -> None:
        _one_of("paper", self.paper, tuple(PAPERS))
        _one_of("per_page", self.per_page, PER_PAGE)
        _one_of("binding", self.binding, ("left", "right"))
        _one_of("language", self.language, LANGUAGES)
        for name, most in (("gutter", 40), ("bleed", 10)):
            if not 0 <= getattr(self, name) <= most:
                raise NonetError(f"{name} = {getattr(self, name)}: choose 0 to {most} mm")
        if not 0 <= self.worksheets <= 1000:
            raise NonetError(f"worksheets = {self.worksheets}: choose 0 to 1000")
        if self.puzzle_count > MOST_PUZZLES:
            raise NonetError(f"{self.puzzle_count:,} puzzles: a book has {MOST_PUZZLES:,} at most")

    @property
    def puzzle_count(self) -> int:
        """How many puzzles will be created."""
        recipes = (recipe for chapter in self.chapters for recipe in chapter.recipes)
        return sum(recipe.count for recipe in recipes) + sum(chapter.count for chapter in self.chapters)


def _one_of(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        listed = ", ".join(str(choice) for choice in choices)
        raise NonetError(f"{name} = {value!r}: choose from {listed}")


def week_recipes(layout: Layout, weeks: int) -> tuple[Recipe, ...]:
    """Seven puzzles a week, of rising difficulty."""
    return tuple(Recipe(layout=layout, level=level) for _ in range(weeks) for level in WEEK)


# -- recipe files --------------------------------------------------------------------------------------------

_KINDS: dict[str, type | tuple[type, ...]] = {"str": str, "int": int, "bool": bool, "float": (int, float)}
_CHAPTER = {
    **{
        "title": str,
        "count": int,
        "level": str,
        "symmetry": str,
        "layout": str,
        "minimal": bool,
        "week": bool,
    },
    **{
        "file": str,
        "technique": (str, list),
        "allow": list,
        "forbid": list,
        "clues": (int, str),
        "rating": (int, str),
        "variant": str,
        "cage_size": int,
        "givens": int,
    },
}


def read_plan(path: str) -> BookPlan:
    """The plan in a recipe file; errors name the file and the key."""
    try:
        with open(path, "rb") as file:
            text = file.read(limits().file + 1).decode("utf-8")
    except OSError as error:
        raise NonetError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise NonetError(f"{path}: not UTF-8 text") from None
    try:
        return plan_of(toml_text.loads(text), folder=str(Path(path).parent))
    except NonetError as error:
        raise NonetError(f"{path}: {error}") from error


def plan_of(data: Mapping[str, Any], *, folder: str = ".") -> BookPlan:
    """The plan of the data of a recipe file.

    >>> plan_of({"title": "Two", "chapters": [{"level": "easy", "count": 2}]}).puzzle_count
    2
    >>> plan_of({"chapter": []})
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: unknown key 'chapter'; did you mean 'chapters'?
    """
    known = {field.name: _KINDS[str(field.type)] for field in fields(BookPlan) if field.name != "chapters"}
    _check_keys(data, {**known, "chapters": list})
    chapters = data.get("chapters", [])
    if not chapters:
        raise NonetError('no chapters; add one: [[chapters]], then level = "easy" and count = 12')
    made = []
    for number, chapter in enumerate(chapters, start=1):
        if not isinstance(chapter, dict):
            raise NonetError(f"chapter {number} is not a table; write [[chapters]]")
        try:
            made.append(_chapter(chapter, folder))
        except NonetError as error:
            raise NonetError(f"chapter {number}: {error}") from error
    settings = {name: value for name, value in data.items() if name != "chapters"}
    return BookPlan(chapters=tuple(made), **settings)


def _check_keys(data: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    for name, value in data.items():
        if name not in known:
            from difflib import get_close_matches

            near = get_close_matches(name, known, n=1)
            advice = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(known)}"
            raise NonetError(f"unknown key {name!r}; {advice}")
        wrong_bool = isinstance(value, bool) and known[name] is not bool
        if wrong_bool or not isinstance(value, known[name]):
            raise NonetError(f"{name} = {value!r}: {_expected(known[name])} is expected")


def _expected(kind: type | tuple[type, ...]) -> str:
    words = {str: "a text", int: "a number", bool: "true or false", float: "a number", list: "a list"}
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(dict.fromkeys(words[each] for each in kinds))


def _chapter(data: Mapping[str, Any], folder: str) -> Chapter:
    _check_keys(data, _CHAPTER)
    count = data.get("count", 1 if data.get("week") else 12)
    if not 1 <= count <= MOST_PUZZLES:
        raise NonetError(f"count = {count}: choose 1 to {MOST_PUZZLES:,}")
    title = data.get("title", "")
    if "variant" in data:
        return Chapter(title, variant=_variant(data), count=count)
    if unsuited := data.keys() & {"cage_size", "givens"}:
        raise NonetError(f'{min(unsuited)} is for chapters with a variant: variant = "killer"')
    if "file" in data:
        return Chapter(title or Path(data["file"]).stem, file=str(Path(folder) / data["file"]))
    name = data.get("layout", "9x9")
    jigsaw = re.fullmatch(r"jigsaw(?::(\d{1,2})x\1)?", name)
    layout = Layout.named("9x9" if jigsaw else name)
    if data.get("week"):
        return Chapter(title, week_recipes(layout, count), week=True)
    techniques = data.get("technique", [])
    recipe = Recipe(
        layout=layout,
        level=data.get("level"),
        symmetry=data.get("symmetry", "none"),
        minimal=data.get("minimal", False),
        required=frozenset([techniques] if isinstance(techniques, str) else techniques),
        allowed=frozenset(data["allow"]) if "allow" in data else None,
        forbidden=frozenset(data.get("forbid", [])),
        clues=_range("clues", data.get("clues")),
        rating=_range("rating", data.get("rating")),
        count=count,
    )
    recipe.check()
    return Chapter(title, (recipe,), jigsaw=int(jigsaw[1] or 9) if jigsaw else 0)


def _variant(data: Mapping[str, Any]) -> VariantRecipe:
    known = {"title", "count", "variant", "layout", "level", "symmetry", "cage_size", "givens"}
    if unsuited := data.keys() - known:
        raise NonetError(f"{min(unsuited)} cannot be used together with variant")
    recipe = VariantRecipe(
        data["variant"],
        Layout.named(data.get("layout", "9x9")),
        level=data.get("level"),
        cage_size=data.get("cage_size"),
        symmetry=data.get("symmetry", "none"),
        givens=data.get("givens"),
    )
    recipe.check()
    return recipe


def _range(name: str, value: int | str | None) -> tuple[int, int] | None:
    """28, "28" or "28..32"."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,6})(?:\.\.(\d{1,6}))?", str(value))
    if match is None:
        raise NonetError(f'{name} = {value!r}: write a number, or a range such as "28..32"')
    return int(match[1]), int(match[2] or match[1])
