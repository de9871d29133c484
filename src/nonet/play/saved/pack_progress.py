"""The packs that a player has, and how far each of them is played.

Packs that the player has opened are kept with the settings, as the title, the author and the lines. Progress is not
kept at all: it is known from the games.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nonet.about import NO_WORDS
from nonet.formats.json_format import from_text
from nonet.limits import limits
from nonet.play.errors import PlayError
from nonet.play.packs import OURS, SIZE, Pack, our_pack, place_in_pack
from nonet.play.saved.session import SavedSession
from nonet.play.saved.tables import StartedGame, Tables
from nonet.play.settings import Settings
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.play.saved.store import Store

MOST_PACKS = 50
"""Packs of a player's own."""
_KEPT = "pack "


@dataclass(frozen=True)
class PackProgress:
    """`games`: what was started, by number."""

    name: str
    title: str
    count: int
    games: Mapping[int, StartedGame]

    @property
    def solved(self) -> int:
        return sum(game.status == "finished" for game in self.games.values())

    def next(self, after: int = 0) -> int | None:
        """The first puzzle behind this one, or else the first of all, that is not over; None if all are."""
        over = {number for number, game in self.games.items() if game.status != "playing"}
        left = [number for number in range(1, self.count + 1) if number not in over]
        return next((number for number in left if number > after), left[0] if left else None)


def progress_of(tables: Tables, pack: Pack) -> PackProgress:
    """How far a pack is played.

    >>> from nonet.play import Store
    >>> with Store(":memory:") as store:
    ...     progress_of(store, our_pack("killer")).next()
    1
    """
    return _progress(pack.name, pack.title, pack.count, tables.started(f"pack {pack.name} "))


def packs(tables: Tables, language: str = "en") -> tuple[PackProgress, ...]:
    """The player's own packs, then ours."""
    started = tables.started("pack ")
    own = ((name, kept["title"], len(kept["lines"])) for name, kept in _kept(tables).items())
    ours = ((each.name, each.title(language), SIZE) for each in OURS.values())
    return tuple(_progress(*each, started) for each in (*own, *ours))


def _progress(name: str, title: str, count: int, started: Mapping[str, StartedGame]) -> PackProgress:
    places = ((place_in_pack(source), game) for source, game in started.items())
    games = {place[1]: game for place, game in places if place and place[0] == name and place[1] <= count}
    return PackProgress(name, title, count, dict(sorted(games.items())))


def pack_named(tables: Tables, name: str) -> Pack:
    """One of ours, or of the player's own; a PlayError if there is none."""
    if name in OURS:
        return our_pack(name)
    kept = _kept(tables, name).get(name) if name.isascii() else None  # as all names are
    if kept is None:
        raise PlayError(f"there is no pack {name!r:.40}", where="pack")
    return Pack(name, kept["title"], tuple(kept["lines"]), kept["author"])


def keep_pack(tables: Tables, pack: Pack) -> Pack:
    """Adds a pack to the player's own, or goes on with the one that it begins with. Where another has its name, or
    games of its name have other puzzles, it gets another name.
    """
    own = _kept(tables)
    begun = [name for name, kept in own.items() if _begins(kept, pack)]
    if begun:
        pack = replace(pack, name=max(begun, key=lambda name: (name == pack.name, len(own[name]["lines"]))))
    games = progress_of(tables, pack).games
    if (pack.name in own and not begun) or not all(
        _is_of(tables, game.id, pack.puzzle(number)) for number, game in games.items()
    ):
        pack = pack.with_own_name()
    name, kept = _KEPT + pack.name, {"title": pack.title, "author": pack.author, "lines": pack.lines}
    with tables.transaction():
        others = tables.kept_sizes(f"{_KEPT}*")
        others.pop(name, None)
        if len(others) >= MOST_PACKS:
            raise PlayError(f"there are {MOST_PACKS} packs already; remove one first", where="pack")
        if sum(others.values(), len(json.dumps(kept))) > limits().file:  # they are listed together
            raise PlayError("there is no room for this pack; remove another one first", where="pack")
        tables.keep({name: kept})
    return pack


def _begins(kept: Mapping[str, Any], pack: Pack) -> bool:
    """Whether the puzzles of a kept pack are the first of this one."""
    lines, first = kept["lines"], pack.lines[: len(kept["lines"])]
    return (
        kept["title"] == pack.title
        and len(lines) == len(first)
        and all(
            old == new or _same(from_text(old), from_text(new)) for old, new in zip(lines, first, strict=True)
        )
    )


def _same(one: Puzzle, other: Puzzle) -> bool:
    """Whether they are the same but for their words."""
    return one.with_about(NO_WORDS) == other.with_about(NO_WORDS)


def _is_of(tables: Tables, game: str, puzzle: Puzzle) -> bool:
    """Whether a game is of this puzzle, not of one that had its place before the file was changed."""
    try:
        started = tables.load(game).game.puzzle
    except PlayError:
        return True  # nobody knows
    return _same(started, puzzle)


def forget_pack(tables: Tables, name: str) -> None:
    """Removes a pack of the player's own; the games stay."""
    if name in OURS:
        raise PlayError("this pack comes with nonet and cannot be removed", where="pack")
    tables.keep({_KEPT + pack_named(tables, name).name: None})


def _kept(tables: Tables, name: str = "*") -> dict[str, dict[str, Any]]:
    """Those that can be read, by name."""
    found = tables.kept_like(f"{_KEPT}{name}").items()
    return {
        key.removeprefix(_KEPT): value
        for key, value in found
        if isinstance(value, dict)
        and isinstance(lines := value.get("lines"), list)
        and all(isinstance(each, str) for each in (value.get("title"), value.get("author"), *lines))
    }


def puzzle_to_play(
    tables: Tables, pack: Pack, number: int | None = None, *, after: int = 0
) -> tuple[int, str | None]:
    """The number of a puzzle, and the id of the game that was started with it. Without a number, it is the next puzzle
    after another; a PlayError if all are over.
    """
    progress = progress_of(tables, pack)
    number = number or progress.next(after)
    if number is None:
        raise PlayError(f"all {pack.count} puzzles of this pack are over", where="pack")
    game = progress.games.get(number)
    return number, game and game.id


def play_pack(
    store: Store, pack: Pack, number: int | None = None, *, settings: Settings, after: int = 0
) -> SavedSession:
    """The game of a puzzle: the one that was started, or a new one."""
    number, started = puzzle_to_play(store, pack, number, after=after)
    if started is not None:
        return store.session(started, settings=settings)
    return store.new(pack.game(number), settings=settings)
