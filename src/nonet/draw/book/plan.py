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

[[chapters]]
variant = "thermo,killer"
level = "medium"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from nonet.arguments import clear_type_errors
from nonet.draw.book.paper import COVER_COLOURS, PAPERS, PER_PAGE, STOCKS
from nonet.errors import NonetError
from nonet.fields import HIDDEN, Choice, Number, OrNone, String, Whole, checked_values, read
from nonet.formats.codecs import toml_text
from nonet.generate.jigsaws import random_size
from nonet.generate.levels import level_clues, nearest_level
from nonet.generate.recipe import Recipe
from nonet.generate.recipe_fields import RecipeFields, errors_in
from nonet.generate.variants import VariantRecipe
from nonet.kept_files import keep
from nonet.layout import Layout
from nonet.limits import check_time, limits, reading
from nonet.messages import LANGUAGES

MOST_PUZZLES = 20_000
"""Of a book; a typing mistake should not fill the disk."""
Title = Annotated[str, String(most=500)]
EASY_CLUES = (32, 38)
"""The fewest and the most clues of easy puzzles, of 81 cells."""
WEEK = ("easy", "easy", "medium", "medium", "hard", "hard", "unfair")
"""The levels of a week, Monday to Sunday."""


@dataclass(frozen=True)
class Chapter:
    """Puzzles of one kind, under one title: recipes for puzzles to create, or a file of puzzles."""

    title: str
    recipes: tuple[Recipe | VariantRecipe, ...] = ()
    file: str = ""
    week: bool = False
    """Seven recipes, one per day; each puzzle is named after its day."""
    jigsaw: int = 0
    """The size of jigsaws; each puzzle has a map of its own."""


@dataclass(frozen=True, kw_only=True)
@clear_type_errors
class BookPlan:
    """A book. Lengths are in millimetres."""

    title: Title = "Sudoku"
    subtitle: Title = ""
    author: Title = ""
    chapters: Annotated[tuple[Chapter, ...], HIDDEN] = ()
    seed: int = 1
    paper: Annotated[str, Choice(tuple(PAPERS))] = "A4"
    per_page: Annotated[int, Choice(PER_PAGE)] = 4
    large_print: bool = False
    gutter: Annotated[float | None, OrNone(Number(0, 40))] = None
    """The margin at the spine; None: as the number of pages asks for."""
    bleed: Annotated[float, Number(0, 10)] = 0
    binding: Annotated[str, Choice(("left", "right"))] = "left"
    cover: bool = True
    instructions: bool = True
    difficulty: bool = True
    hints: bool = False
    solutions: bool = True
    qr: bool = False
    site: str = "sudokupad"
    link_base: str = ""
    pictures: bool = False
    worksheets: Annotated[int, Whole(0, 1000)] = 0
    """The number of sheets, each with `per_page` puzzles; 0 for a book."""
    stock: Annotated[str, Choice(tuple(STOCKS))] = "white"
    """The paper of the pages, which decides the width of the spine."""
    spine: Annotated[float | None, OrNone(Number(0, 100))] = None
    """The width of the spine of the cover; None: as stock and number of pages ask for."""
    cover_colour: Annotated[str, Choice(tuple(COVER_COLOURS))] = "blue"
    theme: str = "print"
    language: Annotated[str, Choice(LANGUAGES)] = "en"

    def __post_init__(self) -> None:
        checked_values(self)
        if self.puzzle_count > MOST_PUZZLES:
            raise NonetError(f"{self.puzzle_count:,} puzzles: a book has {MOST_PUZZLES:,} at most")

    @property
    def puzzle_count(self) -> int:
        """How many puzzles will be created."""
        return sum(recipe.count for chapter in self.chapters for recipe in chapter.recipes)


def new_chapter(
    title: str, recipe: Recipe | VariantRecipe, count: int, *, week: bool = False, jigsaw: int = 0
) -> Chapter:
    """A chapter of puzzles to create: so many of a recipe, or so many weeks of seven such puzzles, of the levels of
    the days, or the nearest that the board or variant has.
    """
    recipes: list[Recipe | VariantRecipe] = [replace(recipe, count=count)]
    if week:
        offered = recipe.levels if isinstance(recipe, VariantRecipe) else level_clues(recipe.layout)
        days = (replace(recipe, level=nearest_level(level, offered), count=1) for level in WEEK)
        recipes = list(days) * count
    for each in recipes:
        each.check()
    return Chapter(title, tuple(map(_as_printed, recipes)), week=week, jigsaw=jigsaw)


def _as_printed(recipe: Recipe | VariantRecipe) -> Recipe | VariantRecipe:
    """The recipe; easy puzzles get as many clues as in newspapers, 32 to 38 of 81, if it does not say how many."""
    if isinstance(recipe, VariantRecipe):
        return recipe
    free = recipe.level == "easy" and recipe.clues is None and recipe.rating is None
    if not free or recipe.minimal or recipe.required or recipe.given or recipe.blank:
        return recipe
    fewest, most = (round(recipe.layout.cell_count * clues / 81) for clues in EASY_CLUES)
    return replace(recipe, clues=(fewest, most))


# -- recipe files --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ChapterFields(RecipeFields):
    """The keys of a chapter in a recipe file."""

    title: Title = ""
    count: Annotated[int | None, OrNone(Whole(1, MOST_PUZZLES))] = None
    week: bool = False
    file: str | None = None
    technique: tuple[str, ...] = ()


@clear_type_errors
def read_plan(path: str) -> BookPlan:
    """The plan in a recipe file; errors name the file and the key."""
    try:
        keep(path)
        with open(path, "rb") as file:
            text = file.read(limits().file + 1).decode("utf-8")
    except OSError as error:
        raise NonetError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise NonetError(f"{path}: not UTF-8 text") from None
    with errors_in(path):
        return reading(plan_of)(toml_text.loads(text), folder=str(Path(path).parent))


def plan_of(data: Mapping[str, Any], *, folder: str = ".") -> BookPlan:
    """The plan of the data of a recipe file.

    >>> plan_of({"title": "Two", "chapters": [{"level": "easy", "count": 2}]}).puzzle_count
    2
    >>> plan_of({"titel": "Two", "chapters": [{}]})
    Traceback (most recent call last):
        ...
    nonet.errors.FieldError: titel: there is no such field; did you mean title?
    """
    tables = data.get("chapters")
    if not isinstance(tables, list) or not tables:
        raise NonetError('no chapters; add one: [[chapters]], then level = "easy" and count = 12')
    chapters = []
    for number, table in enumerate(tables, start=1):
        check_time()
        with errors_in(f"chapter {number}"):
            chapters.append(_chapter(table, folder))
    plan = read(BookPlan, {name: value for name, value in data.items() if name != "chapters"})
    return replace(plan, chapters=tuple(chapters))


def _chapter(data: object, folder: str) -> Chapter:
    if isinstance(data, dict) and isinstance(data.get("technique"), str):
        data = {**data, "technique": [data["technique"]]}
    given = read(ChapterFields, data)
    count = given.count or (1 if given.week else 12)
    variant, jigsaw = given.variant_recipe(), 0
    if variant is None and given.file is not None:
        return Chapter(given.title or Path(given.file).stem, file=str(Path(folder) / given.file))
    if variant is None:
        jigsaw = random_size(given.layout)
    layout = "9x9" if jigsaw else given.layout
    recipe = variant or given.recipe(Layout.named(layout), given.technique)
    return new_chapter(given.title, recipe, count, week=given.week, jigsaw=jigsaw)
