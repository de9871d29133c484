"""Options and output shared by the commands that explain: language, tier, pictures."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from nonet.faces.cli.options import F, number_option
from nonet.faces.cli.picture_file import wants_colour, wants_lines
from nonet.messages import LANGUAGES
from nonet.visible import print_coloured

if TYPE_CHECKING:
    from nonet.explain import Picture
    from nonet.rules.base import Rule

language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default="en",
    envvar="NONET_LANG",
    show_default=True,
    help="Language of the explanations.",
)


def _svg_name(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """The name of an SVG file; one without an extension is taken as well."""
    if path is not None and os.path.splitext(path)[1].lower() not in ("", ".svg"):
        raise click.BadParameter(f"{path!r}: the name must end in .svg", ctx, param)
    return path


svg_option = click.option(
    "--svg",
    "svg",
    metavar="FILE",
    callback=_svg_name,
    help="Save the picture to a file; with several steps, one file each: FILE-01.svg, ...",
)


detail_option = click.option(
    "--detail",
    type=click.Choice(["short", "full"]),
    default="short",
    show_default=True,
    help="short says it in a player's words; full adds the proof, every line of it.",
)


def cells_option(default: str) -> Callable[[F], F]:
    return click.option(
        "--cells",
        type=click.Choice(["words", "notation"]),
        default=default,
        show_default=True,
        help="How cells are named: words (row 4, column 7) or notation (r4c7).",
    )


def spoken(language: str, cells: str) -> str:
    """The language as `nonet.explain` names it, with how cells are named."""
    from nonet.explain.voice import WORDS

    return language + WORDS if cells == "words" else language


def tier_option(default: int) -> Callable[[F], F]:
    return number_option(
        "--tier",
        metavar="1-4",
        least=1,
        most=4,
        default=default,
        help="How much to reveal: 1 where to look, 2 the technique, 3 the pattern, 4 what follows.",
    )


def print_text(text: str) -> None:
    """Prints text; in ASCII where the output supports nothing else."""
    from nonet.explain import plain_text

    click.echo(text if wants_lines(sys.stdout) else plain_text(text))


def print_json(document: object) -> None:
    import json

    click.echo(json.dumps(document, ensure_ascii=not wants_lines(sys.stdout), indent=1))


def draw_picture(picture: Picture) -> None:
    """Draws a board with its marks: in colour on a terminal, with lines where they can be written."""
    from nonet.explain import to_text

    terminal = sys.stdout.isatty()
    columns = shutil.get_terminal_size().columns if terminal else None
    text = to_text(picture, lines=wants_lines(sys.stdout), colour=wants_colour(sys.stdout), columns=columns)
    print_coloured(text, sys.stdout)


def write_svg(
    path: str,
    picture: Picture,
    *,
    rules: Sequence[Rule] = (),
    number: int | None = None,
    letter: str = "",
) -> str:
    """Writes the picture to a file and says to which; the number of a step and the letter of a case go before
    the extension.
    """
    from nonet.draw.files import save_bytes
    from nonet.draw.steps import step_svg

    if number is not None or letter:
        stem, ending = os.path.splitext(path)
        count = "" if number is None else f"{number:02d}"
        path = f"{stem}-{count}{letter}{ending or '.svg'}"
    save_bytes(path, step_svg(picture, rules=rules).encode())
    return path
