"""`sudoku play`: the game in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from nonet.errors import NonetError
from nonet.faces.cli.options import Command, flag_option, puzzle_source, seed_option
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, say
from nonet.layout import Layout
from nonet.messages import LANGUAGES

if TYPE_CHECKING:
    from nonet.play.game import Game
    from nonet.play.packs import Pack
    from nonet.play.saved.session import SavedSession
    from nonet.play.saved.store import Store
    from nonet.play.settings import Settings

    Opener = Callable[[Store, Settings], SavedSession]


@click.command(
    "play",
    cls=Command,
    words=[
        ("arrows, h j k l", "move; Tab jumps to the next empty cell"),
        ("1-9", "write a digit; 0 erases it"),
        ("n, c", "corner notes or centre notes on or off"),
        ("t", "hint; again: more of it"),
        ("u, y", "undo, redo"),
        ("?", "all other keys"),
    ],
)
@flag_option("--resume", help="Continue the last game.")
@flag_option("--daily", help="Play the puzzle of the day, the same for everyone; also with --variant.")
@click.option(
    "--level", metavar="NAME", help="Start a new game: easy, medium or hard; also unfair and extreme on 9x9."
)
@click.option(
    "--variant",
    metavar="NAME",
    help="Start a new game with the rules of a variant: killer (easy to unfair), thermo, arrow, whispers, renban, "
    "kropki, little-killer, sandwich, quadruple, anti-knight or mixed; several with commas: thermo,killer.",
)
@click.option(
    "--pack",
    metavar="NAME|FILE|FOLDER",
    help="Play the next puzzle of a pack: one of nonet's (`sudoku games packs` lists them), or the puzzles of a file "
    "or folder; --number N plays another of them.",
)
@puzzle_source("layout", "number")
@seed_option
@click.option(
    "--ascii/--no-ascii",
    "ascii_only",
    default=None,
    help="Use only ASCII characters. Default: depends on the terminal.",
)
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    envvar="NONET_LANG",
    help="Language of the game. Default: from the settings.",
)
@click.option(
    "--theme",
    type=click.Choice(["auto", "dark", "light", "contrast"]),
    help="Colour theme; contrast suits colour-blind players. Default: from the settings.",
)
@flag_option("--where", "show_where", help="Print where games, settings and statistics are saved, and exit.")
def command(
    source: PuzzleSource,
    resume: bool,
    daily: bool,
    level: str | None,
    variant: str | None,
    pack: str | None,
    seed: int | None,
    ascii_only: bool | None,
    language: str | None,
    theme: str | None,
    show_where: bool,
) -> int:
    """Play in the terminal: notes, hints, undo, saved games.

    The game is saved after every move, on this computer only.

    For example:
        sudoku play  # choose a board and a level, or continue a saved game
        sudoku play --layout 4x4  # start a new 4x4 game right away
        sudoku play --level hard --seed 7  # the same puzzle for everyone
        sudoku play --variant killer --level medium  # a killer; other variants: thermo, arrow, kropki, …
        sudoku play --daily --variant thermo,killer  # today's puzzle with thermometers and cages
        sudoku play puzzle.txt  # play your own puzzle
        sudoku play --pack killer  # the next of ten killers, from easy to unfair
        sudoku play --pack puzzles.sdm  # the puzzles of a file, in order; a folder of files will do, too
        sudoku play --where  # show where games are saved
    """
    from nonet.play.saved.database import data_path
    from nonet.play.saved.store import Store
    from nonet.play.session import AwakeClock

    if show_where:
        click.echo(data_path())
        return DONE
    asked = (("a puzzle", source.name), ("--resume", resume), ("--daily", daily), ("--pack", pack))
    wanted = [name for name, given in asked if given]
    if len(wanted) > 1:
        raise click.UsageError(f"{wanted[0]} and {wanted[1]} cannot be used together")
    if wanted and (level or seed is not None):
        raise click.UsageError(f"{wanted[0]} and {'--level' if level else '--seed'} cannot be used together")
    if variant and (wanted not in ([], ["--daily"]) or source.layout):
        other = "--layout" if source.layout else wanted[0]
        raise click.UsageError(f"--variant and {other} cannot be used together")
    if source.layout and (resume or daily or pack):
        raise click.UsageError(f"{wanted[0]} and --layout cannot be used together")
    if variant is not None:
        make: Opener | None = _variant(variant, level, seed, daily=daily)
    else:
        make = _maker(source, resume=resume, daily=daily, level=level, seed=seed)

    from nonet.faces.tui import play

    with Store(clock=AwakeClock()) as store:
        if pack is not None:
            make = _from_pack(store, pack, source.number)
        if resume and not store.games(limit=1, playing=True):
            raise NonetError("there is no saved game to resume; start one with 'sudoku play'")
        return play(store, first=make, ascii_only=ascii_only, language=language, theme=theme)


def _maker(
    source: PuzzleSource, *, resume: bool, daily: bool, level: str | None, seed: int | None
) -> Opener | None:
    """How to open the requested game; None if the player is to choose on the start screen.

    Bad arguments are reported here, before the terminal is switched to the game's screen.
    """
    if source.name is not None:
        game, started = _own(source, source.name)
        return lambda store, settings: store.new(game, settings=settings, **started)
    if resume:
        return _last
    if daily:
        return partial(_today, "9x9")
    if level is None and source.layout is None and seed is None:
        return None
    from nonet.play.game import board_name
    from nonet.play.new_game import BOARDS, levels, new_puzzle

    name = "9x9" if source.layout is None else source.layout.strip().lower()
    if name not in ("jigsaw", "x", "windoku"):
        name = board_name(Layout.named(name))
    chosen = level or "easy"
    known = [each.name for each in BOARDS if not each.is_variant]
    if name not in known:
        raise NonetError(
            f"the game has no puzzles for a {name} board, only for {', '.join(known)}; "
            f"play your own: 'sudoku play PUZZLE --layout {source.layout}'"
        )
    if chosen not in levels(name):
        raise NonetError(f"a {name} board has no level {chosen!r}; choose from {', '.join(levels(name))}")
    return lambda store, settings: store.new(new_puzzle(name, chosen, seed), settings=settings)


def _variant(name: str, level: str | None, seed: int | None, *, daily: bool) -> Opener:
    from nonet.play.new_game import VARIANTS, levels, new_puzzle

    known = [each.name for each in VARIANTS]
    if name not in known and "," not in name:
        raise NonetError(f"unknown variant {name!r:.40}; choose from {', '.join(known)}")
    if daily:
        return partial(_today, name)
    offered = levels(name)
    if level is not None and level not in offered:
        raise NonetError(f"{name} puzzles have no level {level!r:.40}; choose from {', '.join(offered)}")
    return lambda store, settings: store.new(new_puzzle(name, level, seed), settings=settings)


def _own(source: PuzzleSource, name: str) -> tuple[Game, dict[str, Any]]:
    """The player's own puzzle, and the options of `Store.new` for how far the file says it was played."""
    import os

    from nonet.play.exchange import options_of
    from nonet.play.game import Game

    if name == "-":
        raise NonetError("the game reads your keys from standard input; give the puzzle as a file or as text")
    entry = source.entry()
    shared = ":" in name and not os.path.exists(name)
    game = Game.of(entry.puzzle, source="shared" if shared else "own")
    return game, options_of(entry.state, entry.puzzle)


def _last(store: Store, settings: Settings) -> SavedSession:
    """The game played last; one that is damaged is set aside, and the next one is taken."""
    from nonet.play.errors import UnreadableGame

    while saved := store.games(limit=1, playing=True):
        try:
            return store.session(saved[0].id, settings=settings)
        except UnreadableGame as error:
            damage = error
    raise damage


def _today(board: str, store: Store, settings: Settings) -> SavedSession:
    from nonet.play.new_game import daily

    day = date.today()
    started = store.daily(day, board)
    if started:
        return store.session(started, settings=settings)
    return store.new(daily(day, board), settings=settings)


def _from_pack(store: Store, name: str, number: int | None) -> Opener:
    """A puzzle of a pack. What is wrong with the pack is reported here, before the terminal is switched."""
    from nonet.play.saved.pack_progress import play_pack, puzzle_to_play

    pack = _pack(store, name)
    if number is not None:
        pack.about(number)
    else:
        puzzle_to_play(store, pack)
    return lambda store, settings: play_pack(store, pack, number, settings=settings)


def _pack(store: Store, name: str) -> Pack:
    """A name that exists is a file or a folder, and becomes one of the player's packs."""
    import os

    from nonet.play.errors import PlayError
    from nonet.play.packs import read_pack
    from nonet.play.saved.pack_progress import keep_pack, pack_named

    if not os.path.exists(name):
        try:
            return pack_named(store, name)
        except PlayError:
            raise NonetError(
                f"no such file or folder, and no pack: {name!r}; 'sudoku games packs' lists the packs"
            ) from None
    try:
        pack = read_pack(name)
    except NonetError as error:
        raise NonetError(f"{name}: {error}") from error
    if pack.skipped:
        say(f"skipped, without a puzzle: {', '.join(pack.skipped[:5])}{', …' * (len(pack.skipped) > 5)}")
    return keep_pack(store, pack)
