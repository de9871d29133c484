"""`sudoku games`: the saved games as a list, and a check of the file that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonet.faces.cli.options import Command, CommandGroup, whole_number
from nonet.faces.cli.status import DONE, NO

if TYPE_CHECKING:
    from nonet.play.saved.check import Report
    from nonet.play.saved.rows import Saved

__all__ = ["command"]


@click.group(
    "games",
    cls=CommandGroup,
    examples=[
        ("sudoku games list", "every saved game, the last played first"),
        ("sudoku games check", "check that all of them can be read"),
    ],
)
def command() -> None:
    """List, check and repair the saved games of `sudoku play` and `sudoku web`."""


@command.command(
    "list",
    cls=Command,
    examples=[("sudoku games list --limit 5", "the five games played last")],
)
@click.option(
    "--limit",
    metavar="N",
    callback=whole_number(least=1, most=100_000),
    help="At most N games. Default: 100.",
)
def list_games(limit: int | None) -> int:
    """List the saved games, the last played first: id, board, level, progress, time, date."""
    from nonet.play import Store

    with Store() as store:
        for saved in store.games(limit=limit or 100):
            click.echo(_line(saved))
        for game in store.set_aside_games():
            click.echo(f"damaged, set aside: {game.id} ({game.reason})", err=True)
        if store.damage is not None:
            click.echo(f"some games may be missing: {store.damage}", err=True)
            return NO
    return DONE


def _line(saved: Saved) -> str:
    from nonet.play import clock

    state = f"{saved.progress:4.0%}" if saved.status == "playing" else saved.status
    level = saved.level or saved.source
    return (
        f"{saved.id}  {saved.board:8} {level:8} {state:>8}  {clock(saved.seconds):>8}  {saved.changed[:10]}"
    )


@command.command(
    "export",
    cls=Command,
    examples=[
        ("sudoku games export --to sdk", "the game played last, with its digits and notes"),
        ("sudoku games export 1f2e3d4c5b6a7988 -o game.opensudoku", "another game, by its id"),
    ],
)
@click.argument("game", required=False, metavar="[ID]")
@click.option(
    "--to", "output_format", metavar="FORMAT", help="The format; `sudoku convert --list` names them."
)
@click.option("-o", "--output", metavar="FILE", help="Write a file. Its ending can stand for --to.")
def export_game(game: str | None, output_format: str | None, output: str | None) -> int:
    """Write a saved game for another program: the puzzle, your digits, notes, colours and time."""
    from nonet.errors import NonetError
    from nonet.faces.cli.convert import by_ending, write_entries
    from nonet.play import Store
    from nonet.play.exchange import entry_of

    name = output_format or by_ending(output)
    with Store() as store:
        if game is None:
            saved = store.games(limit=1)
            if not saved:
                raise NonetError("there is no saved game")
            game = saved[0].id
        return write_entries([entry_of(store.session(game))], name, output)


@command.command(
    "check",
    cls=Command,
    examples=[
        ("sudoku games check", "read every game and every move; nothing is changed"),
        ("sudoku games check --repair", "copy the file, then repair it"),
    ],
)
@click.option(
    "--repair",
    "mend",
    is_flag=True,
    help="Copy the file, set aside the games that cannot be read, and rebuild a damaged file from the rest. "
    "Close other games first.",
)
def check_games(mend: bool) -> int:
    """Check the file of saved games: the file itself, every game with its moves, every result.

    Status 0 means that all is well, 1 that something is damaged.
    """
    from nonet.play.saved.check import check, repair

    report = check()
    for line in _faults(report):
        click.echo(line, err=True)
    if mend and not report.is_good:
        report, copy = repair()
        click.echo(f"repaired; the file as it was: {copy}", err=True)
        for line in _faults(report):
            click.echo(line, err=True)
    for game in report.set_aside:
        click.echo(f"set aside on {game.found[:10]}: {game.id} ({game.reason})", err=True)
    click.echo(f"{report.path}: {_count(report.games, 'game')}, {_count(report.results, 'result')}")
    if not report.is_good and not mend:
        click.echo("'sudoku games check --repair' saves what can be saved", err=True)
    return DONE if report.is_good else NO


def _faults(report: Report) -> list[str]:
    lines = [f"damaged file: {fault}" for fault in report.file_faults]
    lines += [f"damaged game: {game} ({reason})" for game, reason in report.unreadable.values()]
    if report.lost_results:
        lines.append(f"damaged: {_count(report.lost_results, 'result')}")
    return lines


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
