"""`sudoku create --variant`: new puzzles with killer cages, thermometers and so on."""

from __future__ import annotations

import sys
from typing import Any

import click

from nonet.errors import FormatError, RecipeError
from nonet.faces.cli.deadline import OutOfTime, time_limit
from nonet.faces.cli.picture_file import PictureFile
from nonet.faces.cli.status import DONE, NO, complain, say
from nonet.formats import format_grid, write
from nonet.generate.variants import MadeVariant, VariantNotFound, VariantRecipe, make_variant
from nonet.layout import Layout
from nonet.rating import rate

_NOT_FOR_VARIANTS = {
    "required": "--technique",
    "allowed": "--allow",
    "forbidden": "--forbid",
    "rating": "--rating",
    "clues": "--clues",
    "pattern": "--pattern",
    "uniform": "--uniform",
}
"""Options of classic puzzles, by the name of their parameter."""


def create_variants(
    asked: dict[str, Any],
    *,
    seed: int,
    count: int,
    form: str | None,
    with_solution: bool,
    with_rating: bool,
    timeout: float | None,
    pictures: PictureFile,
) -> int:
    """Writes the puzzles, each as soon as it is found."""
    recipe = variant_recipe(asked)
    written = 0
    try:
        with time_limit(timeout):
            for number in range(count):
                made = make_variant(recipe, seed, stream=number)
                _write(made, form or "json", with_solution=with_solution, with_rating=with_rating)
                pictures.add(made.puzzle, small=made.solution if with_solution else None)
                written += 1
    except OutOfTime:
        say(f"out of time: {written:,} of {count:,} created")
        return NO
    except VariantNotFound as error:
        complain(str(error))
        return NO
    finally:
        pictures.save()
    return DONE


def variant_recipe(asked: dict[str, Any]) -> VariantRecipe:
    """The recipe of the options, checked; options that are for classic puzzles are refused."""
    for name, option in _NOT_FOR_VARIANTS.items():
        if asked[name]:
            raise RecipeError(f"{option} cannot be used together with --variant")
    if asked["minimal"] and asked["variant"] == "killer":
        raise RecipeError(
            "--minimal cannot be used together with --variant killer: the cages cover the board, needed or not"
        )
    if asked["minimal"] and asked["givens"] is not None:
        raise RecipeError(
            "--minimal cannot be used together with --givens: some of the givens may be unnecessary"
        )
    if asked["minimal"] and asked["symmetry"] not in (None, "none"):
        raise RecipeError(
            "--minimal cannot be used together with --symmetry: a given may be there for the symmetry alone"
        )
    level = asked["level"]
    recipe = VariantRecipe(
        variant=asked["variant"],
        layout=_layout(asked["layout"]),
        level=None if level is None else level.lower(),
        cage_size=asked["cage_size"],
        symmetry=asked["symmetry"],
        givens=asked["givens"],
    )
    recipe.check()
    return recipe


def _layout(name: str | None) -> Layout:
    if name is not None and name.startswith("jigsaw") and (name == "jigsaw" or name[7:8].isdigit()):
        raise RecipeError(f"{name}: variants need a board with a known map, such as 9x9 or jigsaw:MAP")
    return Layout.named("9x9" if name is None else name)


def _write(made: MadeVariant, form: str, *, with_solution: bool, with_rating: bool) -> None:
    try:
        text = write(made.puzzle, form)
    except FormatError as error:
        raise FormatError(f"{error}; json and f-puzzles hold every variant") from None
    click.echo(text)
    if with_solution:
        click.echo(format_grid(made.solution, "line"))
    if with_rating:
        click.echo(f"# {rate(made.puzzle)}")
    sys.stdout.flush()
