"""`sudoku web`: play in the browser."""

from __future__ import annotations

import os

import click

from nonet.errors import MissingExtra
from nonet.faces.cli.options import Command, layout_option, whole_number

__all__ = ["command"]


@click.command(
    "web",
    cls=Command,
    examples=[
        ("sudoku web", "opens the page in your browser"),
        ("sudoku web puzzle.txt", "with a puzzle of your own"),
        ("sudoku web --port 8000 --no-browser", "only serves it, at http://127.0.0.1:8000/"),
    ],
)
@click.argument("puzzle", required=False, metavar="[PUZZLE|FILE|-]")
@click.option(
    "--port",
    metavar="N",
    callback=whole_number(least=1, most=65535),
    help="The port to serve on. Default: 8729, or any that is free.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to serve on. 0.0.0.0: the whole network; the printed link then has a token.",
)
@click.option("--no-browser", is_flag=True, help="Open no browser; only say where the page is.")
@layout_option
def command(puzzle: str | None, port: int | None, host: str, no_browser: bool, layout: str | None) -> int:
    """Play Sudoku in the browser.

    Serves a page on this machine, for this machine alone, and opens it. Games are saved after every move, and
    are the same as those of sudoku play. Nothing is fetched from elsewhere. Ctrl-C ends it.
    """
    fragment = "" if puzzle is None else _fragment(puzzle, layout)
    try:
        from nonet.faces.web.server import serve
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        raise MissingExtra(error.name, "web", "the page") from error
    serve(
        host=host,
        port=port,
        fragment=fragment,
        browser=not no_browser,
        say=lambda text: click.echo(text),
        warn=lambda text: click.echo(text, err=True),
    )
    return 0


def _fragment(puzzle: str, layout: str | None) -> str:
    """What comes after the address of the page."""
    from urllib.parse import quote

    from nonet.faces.cli.source import read_puzzle
    from nonet.play import from_share, to_share

    if ":" in puzzle and layout is None and not os.path.exists(puzzle):
        return "#p=" + quote(to_share(from_share(puzzle)), safe=":+./")
    return "#p=" + quote(to_share(read_puzzle(puzzle, layout=layout)), safe=":+./")
