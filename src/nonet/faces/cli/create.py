"""`sudoku create`: the puzzle of spec 001, or any number of puzzles with given properties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from nonet.errors import RecipeError
from nonet.faces.cli.options import (
    Command,
    chosen_format,
    flag_option,
    number_option,
    refuse_together,
    seed_option,
    threads_option,
)
from nonet.faces.cli.picture_file import PictureFile, output_option
from nonet.faces.cli.recipe_options import (
    build_recipe,
    drop_variant,
    is_plain,
    recipe_options,
    variant_options,
)
from nonet.faces.cli.status import DONE
from nonet.formats import format_grid, format_names
from nonet.generate.classic import create_many
from nonet.generate.jigsaws import random_jigsaw, random_size
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle
from nonet.rng import Rng, fresh_seed

if TYPE_CHECKING:
    from nonet.generate.search import PuzzleSearch

VARIANT_FORMATS = (
    "f-puzzles",
    "f-puzzles-json",
    "sudokupad",
    "iss",
    "killer",
    "sumocue",
    "compact-killer",
    "solo",
)
"""Further formats, for puzzles with rules only."""

EFFORT = 100_000
"""Candidates refused in a row before a recipe is given up."""
IN_A_PACK = 10


def _seconds(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """`90`, `1.5`, `90s`, `10m`, `2h`."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)([smh]?)", value, re.ASCII)
    if match is None or not float(match[1]):
        raise click.BadParameter(f"{value!r} is not a duration; write 90, 90s, 10m or 2h", ctx, param)
    return float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]


@click.command("create", cls=Command)
@recipe_options
@variant_options
@number_option("-n", "--count", least=1, default=1, help="Number of puzzles.")
@flag_option(
    "--unbiased",
    help="Minimal puzzles, every one of all that exist with the same chance; slow, and it cannot be combined with "
    "options that choose among them.",
)
@flag_option(
    "--weighted",
    help="With --unbiased: 20 times as many, as CSV with the weight by which each counts; see `sudoku study`.",
)
@click.option(
    "--distinct",
    type=click.Choice(["puzzle", "grid"]),
    help="Skip puzzles that are equivalent to an earlier one (puzzle), or whose solution grids are (grid).",
)
@seed_option
@click.option(
    "--format",
    "form",
    type=click.Choice([*format_names(), *VARIANT_FORMATS]),
    help="Output format; line and csv write one puzzle per line. Default: rows, and JSON for variants, which "
    "can be written as f-puzzles, sudokupad, iss, killer and so on, too.",
)
@flag_option("--json", "as_json", help="Write JSON, one puzzle per line.")
@flag_option("--with-solution", help="Also write the solution.")
@flag_option("--with-rating", help="Also write the rating and the techniques used.")
@output_option(
    what="Also save a picture; --with-solution adds a small solution (several: numbered files, or pages of a PDF)"
)
@click.option(
    "--pack",
    metavar="FILE",
    help="Write a pack for `sudoku play --pack` and the page: puzzles of every level of the board, or of --level, from "
    "easy to hard; 10, unless --count is given. The extension of the file sets the format. Default: JSON.",
)
@click.option("--title", metavar="TEXT", default="", help="With --pack: what the pack is called.")
@click.option("--author", metavar="TEXT", default="", help="With --pack: who made it.")
@click.option("--timeout", metavar="TIME", callback=_seconds, help="Stop after this time: 90, 90s, 10m, 2h.")
@number_option(
    "--effort", default=EFFORT, help="Give up after this many unsuitable candidates in a row; 0 means never."
)
@threads_option
@click.option(
    "--device",
    type=click.Choice(["cuda"]),
    help="With --unbiased: try on an NVIDIA GPU instead of the processor.",
)
@flag_option("-v", "--verbose", help="Print the seed and the origin of each puzzle on standard error.")
def command(
    count: int,
    unbiased: bool,
    weighted: bool,
    distinct: str | None,
    seed: int | None,
    form: str | None,
    as_json: bool,
    with_solution: bool,
    with_rating: bool,
    output: str | None,
    pack: str | None,
    title: str,
    author: str,
    timeout: float | None,
    effort: int,
    threads: int | None,
    device: str | None,
    verbose: bool,
    **asked: Any,
) -> int:
    """Create puzzles with exactly one solution.

    Without options, the puzzle has 40 to 63 blank cells, every number equally likely, and at least 8 of the 9
    digits among its clues. The options can be combined. A request that cannot be met is refused with the reason
    (status 2); a rare one takes time, and is given up with a report of how far it got (status 1).

    Each puzzle is written as soon as it is found. The same seed gives the same puzzles on every machine, with
    any number of threads.

    For example:
        sudoku create  # a new puzzle: nine rows, 0 for a blank cell
        sudoku create --seed 7  # the same puzzle every time
        sudoku create -v --format board  # draw the board, and print its seed
        sudoku create --level hard  # a puzzle that needs fish, wings or the like
        sudoku create --technique jellyfish --with-rating  # a puzzle that needs a jellyfish and nothing harder
        sudoku create --level easy --symmetry rotational --clues 28..32  # like those in a newspaper
        sudoku create --level medium --forbid naked-triple --count 2 --format csv --with-solution
            a table with solutions
        sudoku create --clues 26 --count 20 --format line  # twenty puzzles, one per line
        sudoku create --layout 4x4 --count 5 --distinct puzzle --format line  # no two are the same up to symmetry
        sudoku create --layout x --format board  # a Sudoku X: the diagonals contain every digit too
        sudoku create --variant killer --level easy  # a killer with small cages, as JSON
        sudoku create --variant thermo --format f-puzzles  # thermometers, as a link to open in a browser
        sudoku create --level easy -o puzzle.svg  # also save a picture of the puzzle
        sudoku create --count 3 --with-solution -o sheets.svg  # sheets-01.svg ..., each with a small solution
        sudoku create --pack evenings.jsonl --title Evenings  # ten puzzles to play in order, from easy to extreme
        sudoku create --unbiased --weighted --count 10 > sample.csv  # minimal puzzles for statistics
        sudoku create | sudoku solve  # create a puzzle and solve it
    """
    form = chosen_format(form, as_json)
    for one, other in _IGNORED:
        refuse_together(one, other)
    if asked["variant"] is not None and distinct is not None:
        raise RecipeError("--distinct cannot be used together with --variant")
    seed = fresh_seed() if seed is None else seed
    if verbose:
        rest = "" if is_plain(asked) and not unbiased else " and the same options"
        click.echo(f"seed {seed}: sudoku create --seed {seed}{rest}", err=True)
    options: dict[str, Any] = {
        "timeout": timeout,
        "effort": effort or None,
        "threads": thread_count(threads),
        "distinct": distinct,
    }
    if pack is not None:
        from nonet.faces.cli.create_pack import create_pack

        _refuse_with_pack(
            form=form, output=output, with_solution=with_solution, with_rating=with_rating, unbiased=unbiased
        )
        given = click.get_current_context().get_parameter_source("count")
        number = IN_A_PACK if given is ParameterSource.DEFAULT else count
        return create_pack(
            pack, asked, _searches, options, seed=seed, count=number, title=title, author=author
        )
    if title or author:
        raise click.UsageError(f"{'--title' if title else '--author'} is for --pack")
    pictures = PictureFile(output, count=count)
    if unbiased:
        from nonet.faces.cli.create_output import PuzzleWriter
        from nonet.faces.cli.create_unbiased import create_unbiased, refuse_choice

        refuse_choice(asked, distinct)
        if weighted and form not in (None, "csv"):
            raise RecipeError("--weighted writes CSV: puzzle, clues and weight")
        return create_unbiased(
            Layout.named(asked["layout"] or "9x9"),
            seed=seed,
            count=count,
            weighted=weighted,
            write=PuzzleWriter(form or "rows", solution=with_solution, rating=with_rating, pictures=pictures),
            threads=thread_count(threads),
            device=device,
            timeout=timeout,
        )
    for option, is_used in (("--weighted", weighted), ("--device", device is not None)):
        if is_used:
            raise RecipeError(f"{option} is for puzzles with --unbiased")
    if asked["variant"] is not None:
        from nonet.faces.cli.create_output import create_variants

        return create_variants(
            asked,
            seed=seed,
            count=count,
            form=form,
            with_solution=with_solution,
            with_rating=with_rating,
            timeout=timeout,
            pictures=pictures,
        )
    form = _classic_format(asked, form)
    if is_plain(asked) and count == 1 and form != "json" and not with_solution and not with_rating:
        made = create_many(seed, 0, 1)[0]
        if verbose:
            click.echo(f"puzzle 1: {made.origin}", err=True)
        grid = Grid(CLASSIC, made.values)
        click.echo(format_grid(grid, form))
        pictures.add(Puzzle(grid))
        pictures.save()
        return DONE
    from nonet.faces.cli.create_output import CreateProgress, PuzzleWriter, deliver

    progress = CreateProgress(count)
    options["progress"] = progress
    write = PuzzleWriter(
        form, solution=with_solution, rating=with_rating, pictures=pictures, tell_origin=verbose
    )
    return deliver(_searches(seed, count, asked, options), write, progress, timeout)


_IGNORED = (
    ("--variant", "--effort"),
    ("--unbiased", "--effort"),
    *(("--weighted", option) for option in ("-o", "--with-solution", "--with-rating")),
)
"""Options of which only the first would be heeded."""


def _refuse_with_pack(**given: object) -> None:
    """The ratings are in the file; the rest is for other output."""
    for name, value in given.items():
        if value:
            option = {"form": "format"}.get(name, name.replace("_", "-"))
            raise click.UsageError(f"--pack and --{option} cannot be used together")


def _classic_format(asked: dict[str, Any], form: str | None) -> str:
    """The format of a puzzle without rules; refuses what is for variants only, and takes it out of `asked`."""
    drop_variant(asked)
    if form in VARIANT_FORMATS:
        raise RecipeError(
            f"--format {form} is for puzzles with --variant; use `sudoku create | sudoku convert`"
        )
    return form or "rows"


def _searches(
    seed: int, count: int, asked: dict[str, Any], options: dict[str, Any]
) -> Iterator[PuzzleSearch]:
    """All in one go; on random jigsaws one after the other, because each has a map of its own."""
    from nonet.generate.search import make, make_plain

    name = asked.pop("layout")
    name = "9x9" if name is None else name
    if is_plain(asked) and name == "9x9":
        yield make_plain(seed, count=count, **options)
        return
    size = random_size(name)
    if size and options["distinct"] is not None:
        raise RecipeError(
            "--distinct: jigsaws that are drawn anew cannot be compared; name a map: jigsaw:MAP"
        )
    if not size:
        yield make(build_recipe(layout=Layout.named(name), count=count, **asked), seed, **options)
        return
    ends = None if options["timeout"] is None else monotonic() + options["timeout"]
    for number in range(count):
        layout = random_jigsaw(size, Rng(seed, stream=number))
        if ends is not None:
            options["timeout"] = ends - monotonic()
        yield make(build_recipe(layout=layout, count=1, **asked), seed, **options)
