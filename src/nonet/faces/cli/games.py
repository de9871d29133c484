"""`sudoku games`: the saved games as a list, carried to other programs and machines, and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonet.errors import FormatError, LimitExceeded, NonetError
from nonet.faces.cli.convert import by_extension, write_entries
from nonet.faces.cli.options import Command, CommandGroup, flag_option, number_option
from nonet.faces.cli.status import DONE, NO
from nonet.limits import limits
from nonet.visible import one_line

if TYPE_CHECKING:
    from nonet.play.saved.check import Report
    from nonet.play.saved.rows import Saved
    from nonet.play.saved.store import Store


@click.group("games", cls=CommandGroup)
def command() -> None:
    """List, export, import, check and repair the saved games of `sudoku play` and `sudoku web`.

    For example:
        sudoku games list  # every saved game, the most recent first
        sudoku games export --all -o games.jsonl  # all of them, for another machine
        sudoku games import games.jsonl  # add them there
        sudoku games check  # check that all of them can be read
        sudoku games packs  # the packs there are, and how far you got
    """


@command.command("list", cls=Command)
@number_option("--limit", least=1, most=100_000, help="At most N games. Default: 100.")
def list_games(limit: int | None) -> int:
    """List the saved games, the most recent first: id, board, level, progress, time, date.

    For example:
        sudoku games list --limit 5  # the five games played last
    """
    from nonet.play import Store

    with Store() as store:
        games = store.games(limit=limit or 100)
        for saved in games:
            click.echo(_line(saved))
        if not games:
            click.echo("no saved games", err=True)
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
    return f"{saved.id}  {saved.board:8} {level:8} {state:>8}  {clock(saved.seconds):>8}  {saved.day}"


@command.command("packs", cls=Command)
@click.option("--remove", metavar="NAME", help="Remove a pack of your own from the list; the games stay.")
def list_packs(remove: str | None) -> int:
    """List the packs of puzzles, your own first: name, solved puzzles, title.

    Your own are the files and folders that you opened with `sudoku play --pack`, or on the page.

    For example:
        sudoku games packs  # what there is to play, and how far you got
        sudoku games packs --remove evenings-1f2e3d  # forget one of your own
    """
    from nonet.play import Store
    from nonet.play.errors import PlayError
    from nonet.play.saved.pack_progress import forget_pack, packs

    with Store() as store:
        if remove is not None:
            try:
                forget_pack(store, remove)
            except PlayError as error:
                raise NonetError(f"{error.reason}; 'sudoku games packs' lists the packs") from None
            return DONE
        for each in packs(store):
            click.echo(f"{each.name:30}{each.solved:4} of {each.count:<4}  {each.title}")
    return DONE


@command.command("export", cls=Command)
@click.argument("game", required=False, metavar="[ID]")
@click.option(
    "--to", "output_format", metavar="FORMAT", help="The format; `sudoku convert --list` shows them all."
)
@click.option(
    "-o", "--output", metavar="FILE", help="Write to this file; without --to, its extension sets the format."
)
@flag_option("--moves", help="All of the game with every move, for `sudoku games import`.")
@flag_option("--all", "every", help="Every game, one per line; implies --moves.")
def export_game(
    game: str | None, output_format: str | None, output: str | None, moves: bool, every: bool
) -> int:
    """Write a saved game for another program: the puzzle, your digits, notes, colours and time.

    With --moves or --all, write games for `sudoku games import` on another machine: with every move, so that
    undo and replay work there. The page's "Open a file" reads a file with one game, too.

    For example:
        sudoku games export --to sdk  # the game played last, with its digits and notes
        sudoku games export 1f2e3d4c5b6a7988 -o game.opensudoku  # another game, by its id
        sudoku games export --all -o games.jsonl  # every game with every move, for `games import`
    """
    from nonet.play import Store
    from nonet.play.exchange import entry_of

    if (moves or every) and output_format is not None:
        raise click.UsageError("--to is for other programs; leave it out with --moves or --all")
    if every and game is not None:
        raise click.UsageError("give an ID or --all, not both")
    if every:
        with Store() as store:
            return _write_records(store, None, output)
    name = "" if moves else output_format or by_extension(output)
    with Store() as store:
        if game is None:
            saved = store.games(limit=1)
            if not saved:
                raise NonetError("there is no saved game")
            game = saved[0].id
        if moves:
            return _write_records(store, [game], output)
        return write_entries([entry_of(store.stopped_session(game))], name, output)


def _write_records(store: Store, games: list[str] | None, output: str | None) -> int:
    from nonet.draw.files import save_bytes
    from nonet.play.saved.transfer import export_games

    lines = list(export_games(store, games))
    if output is None:
        for line in lines:
            click.echo(line)
        return DONE
    save_bytes(output, "".join(f"{line}\n" for line in lines).encode())
    click.echo(f"{one_line(output)}: {_count(len(lines), 'game')}", err=True)
    return DONE


@command.command("import", cls=Command)
@click.argument("file", metavar="FILE")
def import_file(file: str) -> int:
    """Add the games of a file: one that `sudoku games export --all` wrote, or that the page saved.

    Games that are saved here already stay as they are. Those that are over count in the statistics, on the day on
    which they ended.

    Status 0 means that every line is a game, 1 that some are not.

    For example:
        sudoku games import games.jsonl  # add the games of a file that `games export --all` wrote
    """
    from nonet.faces.cli.batch import MOST_COMPLAINTS
    from nonet.play import Store
    from nonet.play.saved.transfer import import_games

    try:
        with open(file, encoding="utf-8-sig", errors="replace") as source, Store() as store:
            found = import_games(store, iter(lambda: source.readline(limits().file + 1), ""))
    except OSError as error:
        raise NonetError(f"cannot read {file}: {error.strerror or error}") from error
    except (FormatError, LimitExceeded) as error:
        raise NonetError(f"{file}: {error}") from error
    for number, reason in found.refused[:MOST_COMPLAINTS]:
        click.echo(f"{one_line(file)}, line {number}: {reason}", err=True)
    if (refused := len(found.refused)) > MOST_COMPLAINTS:
        rest = f"{refused:,} lines that are not games; the first {MOST_COMPLAINTS} are named above"
        click.echo(rest, err=True)
    click.echo(f"added: {_count(len(found.added), 'game')}")
    if found.known:
        click.echo(f"here already: {_count(len(found.known), 'game')}")
    return NO if found.refused else DONE


@command.command("check", cls=Command)
@flag_option(
    "--repair",
    "mend",
    help="Copy the file, set aside the games that cannot be read, and rebuild a damaged file from the rest. "
    "A file that another program has open is not touched.",
)
def check_games(mend: bool) -> int:
    """Check the file of saved games: the file itself, every game with its moves, every result.

    Status 0 means that all is well, 1 that something is damaged; with --repair, that something could not be saved.

    For example:
        sudoku games check  # read every game and every move; nothing is changed
        sudoku games check --repair  # copy the file, then repair it
    """
    from nonet.play.saved.check import check, repair

    report = check()
    for line in _faults(report):
        click.echo(line, err=True)
    saved = report.is_good
    if mend and not report.is_good:
        saved = report.can_be_saved
        report, copy = repair()
        rest = "" if saved else "; not everything could be saved"
        if copy is not None:
            click.echo(f"repaired{rest}; the file as it was: {copy}", err=True)
        for line in _faults(report):
            click.echo(line, err=True)
    for game in report.set_aside:
        click.echo(f"set aside on {game.found[:10]}: {game.id} ({game.reason})", err=True)
    click.echo(
        f"{one_line(str(report.path))}: {_count(report.games, 'game')}, {_count(report.results, 'result')}"
    )
    if not report.is_good and not mend:
        click.echo("'sudoku games check --repair' saves what can be saved", err=True)
    return DONE if saved and report.is_good else NO


def _faults(report: Report) -> list[str]:
    lines = [f"damaged file: {fault}" for fault in report.file_faults]
    lines += [f"damaged game: {game} ({reason})" for game, reason in report.unreadable]
    lines += [f"lost game: {game}" for game in report.lost]
    if report.lost_results:
        lines.append(f"damaged: {_count(report.lost_results, 'result')}")
    return lines


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
