"""The puzzles of a book: created from recipes or read from files, with what a book says about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from nonet.draw.book.plan import BookPlan, Chapter
from nonet.engines import engine_for
from nonet.errors import NonetError
from nonet.explain.explaining import explain
from nonet.explain.names import technique_name
from nonet.explain.voice import capital
from nonet.formats import read_all
from nonet.generate.jigsaws import random_jigsaw
from nonet.generate.recipe import SINGLES, Recipe
from nonet.generate.search import Ending, make
from nonet.generate.variants import VariantNotFound, VariantRecipe, make_variants
from nonet.grid import Grid
from nonet.kept_files import keep
from nonet.limits import check, limits
from nonet.logic.path import path
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.step import Step

Progress = Callable[[str, int, int], object]
"""Called with what is being done, how many are done, and how many there will be (0 where that is unknown)."""
EFFORT = 200_000
"""Candidates refused in a row before a recipe is given up."""


@dataclass(frozen=True)
class BookPuzzle:
    """A puzzle of a book. `level` is "" where it is not known, `day` the day of a week, 0 to 6, or -1."""

    puzzle: Puzzle
    solution: Grid
    level: str = ""
    hint: str = ""
    day: int = -1


def puzzles_of_chapter(
    plan: BookPlan, chapter: Chapter, stream: int, created: Callable[[], object]
) -> Iterator[BookPuzzle]:
    """The puzzles of a chapter; `created` is called after each. `stream` makes chapters of one recipe differ."""
    if chapter.file:
        for puzzle in _read(chapter.file):
            created()
            yield _finished(plan, BookPuzzle(puzzle, engine_for(puzzle).solution(puzzle)), frozenset())
        return
    taken: dict[Recipe | VariantRecipe, int] = {}
    for recipe in chapter.recipes:
        taken[recipe] = taken.get(recipe, 0) + recipe.count
    missing = set[str]() if chapter.week else None
    made = {
        recipe: _made(plan, chapter, recipe, count, plan.seed + (stream << 32))
        if isinstance(recipe, Recipe)
        else _variants(recipe, plan.seed + (stream << 32) + (number << 40), missing)
        for number, (recipe, count) in enumerate(taken.items())
    }
    for number, recipe in enumerate(chapter.recipes):
        for _ in range(recipe.count):
            book_puzzle = next(made[recipe])
            created()
            book_puzzle = replace(book_puzzle, day=number % 7) if chapter.week else book_puzzle
            required = recipe.required if isinstance(recipe, Recipe) else frozenset()
            yield _finished(plan, book_puzzle, required)


def _read(name: str) -> Iterator[Puzzle]:
    """Every puzzle of a file, in any format."""
    try:
        keep(name)
        with open(name, "rb") as file:
            data = file.read(limits().file + 1)
    except OSError as error:
        raise NonetError(f"cannot read {name}: {error.strerror or error}") from error
    except ValueError as error:  # the name contains a null character
        raise NonetError(f"cannot read {name!r}: {error}") from error
    try:
        check("file", len(data))
        yield from (reading.puzzle for reading in read_all(data))
    except NonetError as error:
        raise NonetError(f"{name}: {error}") from error


def _variants(recipe: VariantRecipe, seed: int, missing: set[str] | None) -> Iterator[BookPuzzle]:
    """Puzzles of a variant. In a week they are easier where none of the level is found; `missing` remembers that."""
    level = recipe.level or ""
    easier = recipe.levels[: recipe.levels.index(level)] if missing is not None and level else ()
    if missing is None or level not in missing:
        try:
            for _, made in make_variants(recipe, seed):
                yield BookPuzzle(made.puzzle, made.solution, level)
        except VariantNotFound:
            if missing is None or not easier:
                raise
            missing.add(level)
    yield from _variants(replace(recipe, level=easier[-1]), seed, missing)


def _made(plan: BookPlan, chapter: Chapter, recipe: Recipe, count: int, seed: int) -> Iterator[BookPuzzle]:
    """Puzzles of one recipe."""
    if chapter.jigsaw:
        for number in range(count):
            layout = random_jigsaw(chapter.jigsaw, Rng(seed, stream=number))
            yield from _found(replace(recipe, layout=layout, count=1), seed + (number << 40), plan)
    else:
        yield from _found(replace(recipe, count=count), seed, plan)


def _found(recipe: Recipe, seed: int, plan: BookPlan) -> Iterator[BookPuzzle]:
    search = make(recipe, seed, effort=EFFORT, threads=thread_count(None))
    found = 0
    for each in search:
        found += 1
        level = recipe.level or (each.rating.level if plan.difficulty else "")
        yield BookPuzzle(each.puzzle, each.solution, level)
    if search.ended is not Ending.DONE:
        raise NonetError(
            f"only {found} of {recipe.count} puzzles were found after {search.tally.tried:,} candidates; ask for less"
        )


def _finished(plan: BookPlan, book_puzzle: BookPuzzle, required: frozenset[str]) -> BookPuzzle:
    if not plan.hints:
        return book_puzzle
    return replace(book_puzzle, hint=_hint(book_puzzle.puzzle, required, plan.language))


def _hint(puzzle: Puzzle, required: frozenset[str], language: str) -> str:
    """Where to look: for the first step of a required technique, or else for the first that is not a single; if all are
    singles, for the first of them.
    """
    first: Step | None = None
    for step in path(puzzle):
        if step.technique in required or (not required and step.technique not in SINGLES):
            first = step
            break
        first = first or step
    if first is None or first.context is None:
        return ""
    where = explain(first, first.context.position, tier=1, language=language)
    return f"{capital(technique_name(first.technique, language))}: {where}"
