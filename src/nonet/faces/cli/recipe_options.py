"""The options that describe the puzzles to create, and the recipe built from them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from nonet.errors import FormatError, RecipeError
from nonet.faces.cli.options import (
    BOARD_NAMES,
    complete,
    flag_option,
    number_option,
    techniques_option,
    together,
    widened,
)
from nonet.faces.cli.source import read_text
from nonet.layout import Layout

if TYPE_CHECKING:
    from nonet.generate.recipe import Recipe
    from nonet.generate.variants import VariantRecipe

NO_END = 10**9
"""The open end of a range."""

MARKS = {"given": "Xx*123456789", "blank": ".0_-", "free": "?"}
"""What a pattern file says of a cell."""


class _Symmetry(click.Choice[str]):
    """The symmetries; `nonet.generate` is imported only when they are needed."""

    def __init__(self) -> None:
        super().__init__(())

    @property
    def choices(self) -> tuple[str, ...]:
        from nonet.generate import SYMMETRIES

        return SYMMETRIES

    @choices.setter
    def choices(self, value: object) -> None:
        pass


def _range(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """`24`, `24..26`, `24..` or `..26`."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{0,9})(\.\.(\d{0,9}))?", value, re.ASCII)
    if match is None or value in ("", ".."):
        raise click.BadParameter(
            f"{value!r} is not a number or a range; write 24, 24..26, 24.. or ..26", ctx, param
        )
    low, dots, high = match.groups()
    if not dots:
        return int(low), int(low)
    return int(low or 0), int(high) if high else NO_END


def _level_names() -> Iterable[str]:
    from nonet.generate.levels import LEVELS

    return LEVELS


def _variant_names() -> Iterable[str]:
    from nonet.generate.variants import VARIANTS

    return VARIANTS


RECIPE_OPTIONS = {
    "level": click.option(
        "--level",
        metavar="NAME",
        shell_complete=complete(_level_names),
        help="Difficulty, by the techniques needed: easy (singles), medium (pairs, triples, locked candidates), "
        "hard (fish, wings, uniqueness), unfair (chains, almost locked sets), extreme.",
    ),
    "required": techniques_option(
        "--technique",
        "required",
        "NAME",
        help="The puzzle needs this technique and nothing harder: x-wing, xy-chain, ... (see `sudoku techniques`); "
        "can be repeated.",
    ),
    "allowed": techniques_option(
        "--allow",
        "allowed",
        "NAMES",
        help="Besides singles, only these techniques may be needed.",
    ),
    "forbidden": techniques_option(
        "--forbid",
        "forbidden",
        "NAMES",
        help="None of these techniques is needed; `uniqueness` means all that assume a unique solution.",
    ),
    "rating": click.option(
        "--rating", metavar="A..B", callback=_range, help="Range of the rating score: 900..1200, 1500.."
    ),
    "clues": click.option("--clues", metavar="N|A..B", callback=_range, help="Number of given cells."),
    "minimal": flag_option("--minimal", help="Every clue is needed."),
    "symmetry": click.option(
        "--symmetry",
        type=_Symmetry(),
        default="none",
        help="Symmetry of the clues.",
    ),
    "pattern": click.option(
        "--pattern",
        metavar="FILE",
        help="Which cells are given: X given, . empty, ? either; one line per row (- for standard input).",
    ),
    "layout": click.option(
        "--layout",
        metavar="NAME",
        shell_complete=complete(lambda: (*BOARD_NAMES, "jigsaw")),
        help="The board: 4x4, 6x6, 9x9, 16x16, 6x6/3x2, x, windoku, jigsaw:MAP, ...; jigsaw or jigsaw:7x7 "
        "draws a new map for each puzzle. Default: 9x9.",
    ),
    "uniform": flag_option(
        "--uniform", help="Choose the solution grid uniformly at random (9x9, and boards up to 6x6)."
    ),
}
"""The options that describe a puzzle without further rules, by the names of their parameters."""

VARIANT_OPTIONS = {
    "variant": click.option(
        "--variant",
        metavar="NAME",
        shell_complete=complete(_variant_names),
        help="A puzzle with more rules: killer, thermo, arrow, whispers, renban, kropki, little-killer, sandwich, "
        "quadruple, anti-knight or mixed; several with commas: thermo,killer. Of the options above, --level, "
        "--symmetry, --layout, --clues and --minimal (not killer) apply.",
    ),
    "cage_size": number_option(
        "--cage-size",
        least=2,
        help="With --variant killer: the largest number of cells in a cage. Default: 4.",
    ),
}
"""Those that describe a puzzle with further rules."""

recipe_options = together(*RECIPE_OPTIONS.values())
variant_options = together(*VARIANT_OPTIONS.values())


def is_plain(asked: dict[str, Any]) -> bool:
    """Whether no option describes the puzzle."""
    return asked["symmetry"] == "none" and all(
        value is None or value is False or value == frozenset()
        for name, value in asked.items()
        if name != "symmetry"
    )


def drop_variant(asked: dict[str, Any]) -> None:
    """Takes the options for variants out of `asked`; refuses those that were used without a variant."""
    if asked["cage_size"] is not None:
        raise RecipeError("--cage-size is for puzzles with --variant killer")
    for name in VARIANT_OPTIONS:
        del asked[name]


def build_recipe(
    *,
    layout: Layout,
    level: str | None,
    clues: tuple[int, int] | None,
    pattern: str | None,
    allowed: frozenset[str],
    forbidden: frozenset[str],
    **others: Any,
) -> Recipe:
    """The recipe for these options, checked; `others` are fields of a recipe as they are."""
    from nonet.generate.recipe import Recipe

    given, blank = (frozenset[int](), frozenset[int]()) if pattern is None else read_pattern(pattern, layout)
    recipe = Recipe(
        layout=layout,
        clues=None if clues is None else (clues[0], min(clues[1], max(clues[0], layout.cell_count))),
        given=given,
        blank=blank,
        level=None if level is None else level.lower(),
        allowed=widened(allowed) or None,
        forbidden=widened(forbidden),
        **others,
    )
    recipe.check()
    return recipe


_NOT_FOR_VARIANTS = {
    "required": "--technique",
    "allowed": "--allow",
    "forbidden": "--forbid",
    "rating": "--rating",
    "pattern": "--pattern",
    "uniform": "--uniform",
}
"""Options of classic puzzles, by the name of their parameter."""


def variant_recipe(asked: dict[str, Any]) -> VariantRecipe:
    """The recipe of the options, checked; options that are for classic puzzles are refused."""
    from nonet.generate.variants import VariantRecipe, only_number

    for name, option in _NOT_FOR_VARIANTS.items():
        if asked[name]:
            raise RecipeError(f"{option} cannot be used together with --variant")
    if asked["minimal"] and asked["variant"] == "killer":
        raise RecipeError(
            "--minimal cannot be used together with --variant killer: the cages cover the board, needed or not"
        )
    clues = only_number(asked["clues"])
    if asked["minimal"] and asked["level"] is not None:
        raise RecipeError(
            "--minimal cannot be used together with --variant and --level: some of the clues may be unnecessary"
        )
    if asked["minimal"] and clues is not None:
        raise RecipeError(
            "--minimal cannot be used together with --variant and --clues: some of the clues may be unnecessary"
        )
    if asked["minimal"] and asked["symmetry"] not in (None, "none"):
        raise RecipeError(
            "--minimal cannot be used together with --symmetry: a given may be there for the symmetry alone"
        )
    level = asked["level"]
    recipe = VariantRecipe(
        variant=asked["variant"],
        layout=_variant_layout(asked["layout"]),
        level=None if level is None else level.lower(),
        cage_size=asked["cage_size"],
        symmetry=asked["symmetry"],
        givens=clues,
    )
    recipe.check()
    return recipe


def _variant_layout(name: str | None) -> Layout:
    from nonet.generate.jigsaws import random_size

    if name is not None and random_size(name):
        raise RecipeError(f"{name}: variants need a board with a known map, such as 9x9 or jigsaw:MAP")
    return Layout.named("9x9" if name is None else name)


def read_pattern(path: str, layout: Layout) -> tuple[frozenset[int], frozenset[int]]:
    """The cells that must be given, and those that must be empty, from a file or from standard input."""
    text = read_text(path)
    name = "the pattern" if path == "-" else os.path.basename(path)
    given, blank = set(), set()
    cell, row, size = 0, 1, layout.size
    for line in text.removeprefix("\ufeff").splitlines():
        if line.startswith("#") or (set(line) <= set(" \t-+=|") and not set(line) <= set("- ")):
            continue
        signs = [sign for sign in line if sign not in " \t|"]
        for column, sign in enumerate(signs, start=1):
            if sign in MARKS["given"]:
                given.add(cell)
            elif sign in MARKS["blank"]:
                blank.add(cell)
            elif sign not in MARKS["free"]:
                raise FormatError(
                    f"{name}: write X for a clue, . for an empty cell, ? for either",
                    row=row,
                    column=column,
                    text=sign,
                )
            cell += 1
        if signs and len(signs) not in (size, layout.cell_count):
            cells = "1 cell" if len(signs) == 1 else f"{len(signs)} cells"
            raise FormatError(f"{name}: {cells} where {size} are expected", row=row)
        row += bool(signs)
    if cell != layout.cell_count:
        raise FormatError(f"{name}: {cell} cells; the {layout.name} board has {layout.cell_count}")
    return frozenset(given), frozenset(blank)
