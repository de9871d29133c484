"""`sudoku web`: play in the browser."""

from __future__ import annotations

import click

from nonet.errors import MissingExtra
from nonet.faces.cli.options import Command, layout_option, whole_number

__all__ = ["command"]


@click.command(
    "web",
    cls=Command,
    examples=[
        ("sudoku web", "open the game in your browser"),
        ("sudoku web puzzle.txt", "play your own puzzle"),
        ("sudoku web --port 8000 --no-browser", "only serve it, at http://127.0.0.1:8000/"),
    ],
)
@click.argument("puzzle", required=False, metavar="[PUZZLE|FILE|-]")
@click.option(
    "--port",
    metavar="N",
    callback=whole_number(least=1, most=65535),
    help="Port to listen on. Default: 8729, or any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; 0.0.0.0 is open to the whole network, and the printed link then has a token.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser, only print the address.")
@layout_option
def command(puzzle: str | None, port: int | None, host: str, no_browser: bool, layout: str | None) -> int:
    """Play Sudoku in the browser.

    Starts a server that only this computer can reach, and opens the page. Games are saved after every move and
    shared with `sudoku play`. The page loads nothing from the internet. Ctrl-C stops the server.
    """
    fragment = "" if puzzle is None else _fragment(puzzle, layout)
    try:
        from nonet.faces.web.server import serve
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        raise MissingExtra(error.name, "web", "sudoku web") from error
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
    from nonet.play import to_share

    return "#p=" + quote(to_share(read_puzzle(puzzle, layout=layout)), safe=":+./")
