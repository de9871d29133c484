"""`sudoku web`: play in the browser."""

from __future__ import annotations

import shlex
from urllib.parse import urlsplit

import click

from nonet.errors import MissingExtra
from nonet.faces.cli.options import Command, flag_option, layout_option, number_option
from nonet.faces.cli.source import PuzzleSource
from nonet.visible import one_line


@click.command("web", cls=Command)
@click.argument("puzzle", required=False, metavar="[PUZZLE|FILE|-]")
@number_option("--port", least=1, most=65535, help="Port to listen on. Default: 8729, or any free port.")
@click.option(
    "--host",
    default="127.0.0.1",
    is_flag=False,
    flag_value="0.0.0.0",
    metavar="[ADDRESS]",
    help="Let other devices in your network play: prints a link with a token, and its QR code. With an address, "
    "listen on that one only. Default: 127.0.0.1, this computer alone.",
)
@click.option(
    "--link-base",
    metavar="URL",
    default="",
    help="The page that shared links open, such as one of --export: https://example.org/sudoku/",
)
@flag_option("--no-browser", help="Do not open a browser, only print the address.")
@click.option(
    "--export",
    "folder",
    metavar="FOLDER",
    help="Write the page as plain files instead: it then needs no server, and plays in the browser alone.",
)
@click.option(
    "--pyodide",
    metavar="FOLDER",
    help="With --export: the folder of npm's package pyodide. Default: npm downloads it.",
)
@layout_option
def command(
    puzzle: str | None,
    port: int | None,
    host: str,
    link_base: str,
    no_browser: bool,
    folder: str | None,
    pyodide: str | None,
    layout: str | None,
) -> int:
    """Play Sudoku in the browser.

    Starts a server that only this computer can reach, and opens the page. Games are saved after every move and
    shared with `sudoku play`. The page loads nothing from the internet. Ctrl-C stops the server.

    For example:
        sudoku web  # open the game in your browser
        sudoku web puzzle.txt  # play your own puzzle
        sudoku web --port 8000 --no-browser  # only serve it, at http://127.0.0.1:8000/
        sudoku web --host  # play on the phones and tablets of your household
        sudoku web --export site  # write the page as files that any web server can host
    """
    if folder is not None:
        return _export(folder, pyodide)
    if pyodide is not None:
        raise click.UsageError("--pyodide belongs to --export FOLDER")
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
        link_base=_link_base(link_base),
        browser=not no_browser,
        say=lambda text: click.echo(text),
        warn=lambda text: click.echo(text, err=True),
    )
    return 0


def _export(folder: str, pyodide: str | None) -> int:
    from pathlib import Path

    try:
        from nonet.faces.web.export import export
    except ModuleNotFoundError as error:
        raise MissingExtra(str(error.name), "web", "sudoku web --export") from error
    place = None if pyodide is None else Path(pyodide)
    sizes = export(Path(folder), pyodide=place, tell=lambda text: click.echo(text, err=True))
    click.echo(
        f"wrote {len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB, to {one_line(folder)}; try it with:"
    )
    click.echo(f"  python3 -m http.server --directory {one_line(shlex.quote(folder))}")
    return 0


def _link_base(address: str) -> str:
    """The beginning of shared links: an address up to the puzzle."""
    if not address:
        return ""
    try:
        is_page = address.startswith(("https://", "http://")) and bool(urlsplit(address).hostname)
    except ValueError:
        is_page = False
    if not is_page or not address.isprintable() or not {*' "<>\\^`{|}'}.isdisjoint(address):
        raise click.BadParameter(
            f"{address!r} is not the address of a page; write https://example.org/sudoku/",
            param_hint="--link-base",
        )
    return address if address.endswith("#p=") else address.partition("#")[0] + "#p="


def _fragment(puzzle: str, layout: str | None) -> str:
    """What comes after the address of the page."""
    from urllib.parse import quote

    from nonet.play import to_share

    return "#p=" + quote(to_share(PuzzleSource(puzzle, layout=layout).puzzle()), safe=":+./")
