"""`sudoku book`: books and worksheets of puzzles, as PDF."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from nonet.faces.cli.explain_options import language_option
from nonet.faces.cli.options import (
    Command,
    flag_option,
    number_option,
    refuse_together,
    require,
    seed_option,
)
from nonet.faces.cli.recipe_options import (
    RECIPE_OPTIONS,
    VARIANT_OPTIONS,
    build_recipe,
    drop_variant,
    is_plain,
    recipe_options,
    variant_options,
    variant_recipe,
)
from nonet.faces.cli.share import link_base_option, site_option
from nonet.faces.cli.status import DONE
from nonet.faces.cli.tally import LiveLine
from nonet.kept_files import refuse_kept
from nonet.layout import Layout
from nonet.optional_import import optional_import
from nonet.rng import fresh_seed

if TYPE_CHECKING:
    from nonet.draw.book.plan import BookPlan, Chapter

_PAPERS = ("A4", "A5", "Letter", "8.5x11", "8x10", "6x9", "5.5x8.5")
_COVER_COLOURS = ("blue", "green", "red", "violet", "yellow", "black", "white")


@click.command("book", cls=Command)
@click.argument("recipe_file", required=False, metavar="[RECIPE.toml]")
@click.option(
    "-o", "--output", "output", metavar="FILE", required=True, help="The file to write; it ends in .pdf."
)
@click.option("--title", metavar="TEXT", help="The title.  [default: Sudoku]")
@click.option("--subtitle", metavar="TEXT", help="A line below the title.")
@click.option("--author", metavar="TEXT", help="The author, on the cover.")
@number_option("-n", "--count", least=1, help="Number of puzzles.  [default: 12]")
@flag_option(
    "--week",
    help="Puzzles of rising difficulty, Monday to Sunday, also of a --variant; --count is the number of weeks.",
)
@seed_option
@click.option(
    "--paper",
    type=click.Choice(_PAPERS),
    help="Size of the pages; 8.5x11 and the like are in inches.  [default: A4]",
)
@click.option(
    "--per-page",
    type=click.Choice(("1", "2", "4", "6", "9")),
    help="Puzzles on a page; fewer where they would be too small to read.  [default: 4]",
)
@flag_option("--large-print", help="Text and digits of at least 16 points, and heavy lines.")
@click.option(
    "--gutter", metavar="MM", type=float, help="Margin at the spine. Default: wider the more pages there are."
)
@click.option(
    "--bleed",
    metavar="MM",
    type=float,
    help="Extra paper at the top, bottom and outer edge, to be trimmed off.  [default: 0]",
)
@click.option(
    "--binding",
    type=click.Choice(("left", "right")),
    help="The side of the spine: right for books that are read from right to left.  [default: left]",
)
@flag_option("--hints", help="A hint for each puzzle at the back.")
@flag_option("--no-solutions", help="Leave out the solutions.")
@flag_option("--no-difficulty", help="Leave out the dots and the level beside each number.")
@flag_option("--no-cover", help="Begin with the puzzles: no title page, no rules.")
@click.option(
    "--wrap-cover",
    metavar="FILE",
    help="Also write a cover for the printer: back, spine and front as one page; FILE ends in .pdf.",
)
@click.option("--cover-colour", type=click.Choice(_COVER_COLOURS), help="Of that cover.  [default: blue]")
@click.option(
    "--stock",
    type=click.Choice(("white", "cream")),
    help="The paper of the pages, which decides how wide the spine is.  [default: white]",
)
@click.option("--spine", metavar="MM", type=float, help="Width of the spine, if the printer says so.")
@click.option(
    "--board-files",
    metavar="FOLDER",
    help="Also write every puzzle and solution to a file of its own in FOLDER.",
)
@click.option(
    "--board-format",
    type=click.Choice(("svg", "pdf")),
    default="svg",
    help="What these files are.",
    show_default=True,
)
@flag_option("--qr", help="A QR code beside each puzzle that opens it.")
@site_option
@link_base_option
@number_option(
    "--worksheets",
    least=1,
    most=1000,
    help="Sheets for a class instead of a book: all different, with one key at the end.",
)
@flag_option("--pictures", help="Pictures instead of digits, for children.")
@language_option
@recipe_options
@variant_options
@click.pass_context
def command(ctx: click.Context, /, recipe_file: str | None, output: str, **asked: Any) -> int:
    """Make a book of puzzles as PDF, from a recipe file or from options. The options for puzzles are those of `create`.

    The same seed gives the same file, byte for byte. A recipe file can have several chapters; docs/print.md
    describes it. It needs the extra `print`.

    For example:
        sudoku book --level easy --count 12 --seed 5 -o book.pdf  # twelve easy puzzles, four on a page
        sudoku book --week --per-page 1 --large-print -o week.pdf  # seven puzzles, harder every day
        sudoku book --technique x-wing --count 6 --hints -o x-wings.pdf  # puzzles that need an X-wing
        sudoku book --variant killer --level easy --count 6 -o killers.pdf  # easy killers
        sudoku book --week --variant thermo,killer -o week.pdf  # thermometers with cages, harder every day
        sudoku book --count 120 --paper 6x9 --bleed 3.2 -o book.pdf --wrap-cover cover.pdf  # for a printer
        sudoku book --count 20 -o book.pdf --board-files boards
            and all boards as SVG files, for another layout
        sudoku book --worksheets 3 --layout 4x4 --pictures -o class.pdf
            three different sheets for children, and the key
    """
    from nonet.draw.book import Book, cover_pdf, read_plan, save_boards
    from nonet.draw.book.files import may_be_board
    from nonet.draw.files import check_extension, save_bytes

    check_extension(output, (".pdf",))
    require("--wrap-cover", "--cover-colour", "--stock", "--spine")
    require("--board-files", "--board-format")
    refuse_together("--worksheets", "-n")
    refuse_together("--worksheets", "--week")
    cover, folder, kind = (asked.pop(name) for name in ("wrap_cover", "board_files", "board_format"))
    if cover is not None:
        check_extension(cover, (".pdf",))
        if os.path.realpath(cover) == os.path.realpath(output):
            raise click.UsageError("--wrap-cover and -o name the same file; the cover is a file of its own")
    for option, path in (("-o", output), ("--wrap-cover", cover)):
        if folder is not None and path is not None and may_be_board(path, folder, kind):
            raise click.UsageError(
                f"{option} names a file of --board-files; the boards are files of their own"
            )
    puzzles = {name: asked.pop(name) for name in (*RECIPE_OPTIONS, *VARIANT_OPTIONS)}
    book = asked
    if recipe_file is not None:
        if not is_plain(puzzles) or any(book[name] for name in ("count", "week")):
            raise click.UsageError(
                "a recipe file describes its puzzles itself; leave the options for puzzles out"
            )
        plan = read_plan(recipe_file)
    else:
        plan = _plan(book, puzzles)
    plan = _with_settings(plan, book, ctx)
    optional_import("fpdf", "PDF output")  # where it is installed now, the command starts again
    if recipe_file is None and book["seed"] is None:
        plan = replace(plan, seed=fresh_seed())
        click.echo(f"seed {plan.seed}", err=True)
    line = LiveLine()

    def show(what: str, done: int, total: int) -> None:
        if line.is_due():
            line.show(f"{what}: {done:,} of {total:,}")

    try:
        made = Book(plan, progress=show)
        data = made.pdf(progress=show)
    finally:
        line.clear()
    refuse_kept(output, cover or output)  # before anything is written
    save_bytes(output, data)
    if cover is not None:
        save_bytes(cover, cover_pdf(made))
    if folder is not None:
        save_boards(made, folder, kind=kind)
    return DONE


def _plan(book: dict[str, Any], puzzles: dict[str, Any]) -> BookPlan:
    from nonet.draw.book.plan import BookPlan

    per_page = int(book["per_page"] or (1 if book["worksheets"] else 4))
    count = book["count"] or (1 if book["week"] else 12)
    if book["worksheets"]:
        count = book["worksheets"] * per_page
    return BookPlan(chapters=(_chapter(count, book["week"], puzzles),), per_page=per_page)


def _chapter(count: int, week: bool, puzzles: dict[str, Any]) -> Chapter:
    from nonet.draw.book.plan import new_chapter
    from nonet.generate.jigsaws import random_size

    if puzzles["variant"] is not None:
        return new_chapter("", variant_recipe(puzzles), count, week=week)
    drop_variant(puzzles)
    board = puzzles.pop("layout") or "9x9"
    jigsaw = random_size(board)
    recipe = build_recipe(layout=Layout.named("9x9" if jigsaw else board), **puzzles)
    return new_chapter("", recipe, count, week=week, jigsaw=jigsaw)


_SETTINGS = (
    *("title", "subtitle", "author", "seed", "paper", "gutter", "bleed", "binding"),
    *("stock", "spine", "cover_colour"),
)
"""Options that are fields of a plan as they are."""


def _with_settings(plan: BookPlan, book: dict[str, Any], ctx: click.Context) -> BookPlan:
    """The plan with what the command line says of the book."""
    given = {name: book[name] for name in _SETTINGS if book[name] is not None}
    given |= {name: True for name in ("large_print", "hints", "qr", "pictures") if book[name]}
    if book["per_page"]:
        given["per_page"] = int(book["per_page"])
    if book["worksheets"]:
        given |= {"worksheets": book["worksheets"], "cover": False, "instructions": False}
    if book["no_cover"]:
        given |= {"cover": False, "instructions": False}
    given |= {"solutions": False} if book["no_solutions"] else {}
    given |= {"difficulty": False} if book["no_difficulty"] or book["pictures"] else {}
    for name in ("site", "link_base", "language"):
        if ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
            given[name] = book[name]
    if book["pictures"]:
        given["theme"] = "light"
    return replace(plan, **given)
