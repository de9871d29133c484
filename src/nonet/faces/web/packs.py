"""The API of packs: puzzles to play in order, ours and those of the player's files, and how far each is played.

Each function is done in a process of `Workers`: from the player's games, and what is asked, to the answer.
"""

from __future__ import annotations

from nonet.faces.web.answers import NothingJson, PackJson, PackPuzzleJson, PacksJson, PackSummaryJson
from nonet.faces.web.bodies import AskedNothing, InLanguage, PackToOpen
from nonet.faces.web.jobs import answering
from nonet.faces.web.open_games import QueuePlace, Sessions
from nonet.faces.web.problems import Problem
from nonet.fields import as_json
from nonet.play import PlayError, Store, level_title
from nonet.play.packs import OURS, Pack, pack_of
from nonet.play.saved.pack_progress import PackProgress, forget_pack, keep_pack, pack_named, progress_of
from nonet.play.saved.pack_progress import packs as all_packs

PLACE = QueuePlace("games", "packs", "quick")


@answering(PLACE)
def packs(sessions: Sessions, asked: InLanguage, language: str) -> PacksJson:
    """The packs that there are, the player's own first."""
    found = all_packs(sessions.store, language)
    return {"packs": [as_json(PackSummaryJson, each, **_more(each)) for each in found]}


@answering(PLACE)
def pack(sessions: Sessions, asked: InLanguage, key: str, language: str) -> PackJson:
    """The puzzles of a pack, and how far the player got with each."""
    return _view(sessions.store, key, language)


@answering(QueuePlace("analysis", "pack", "unknown"))
def open_pack(sessions: Sessions, asked: PackToOpen, language: str) -> PackJson:
    """Add a pack: the puzzles in the texts of some files, in any format. The same puzzles are the same pack."""
    name = keep_pack(sessions.store, pack_of((asked.file, text) for text in asked.texts)).name
    return _view(sessions.store, name, language)


@answering(PLACE)
def remove(sessions: Sessions, asked: AskedNothing, key: str) -> NothingJson:
    """Remove a pack of the player's own; its games stay."""
    forget_pack(sessions.store, _found(sessions.store, key).name)
    return {}


def _view(store: Store, name: str, language: str) -> PackJson:
    found = _found(store, name)
    progress = progress_of(store, found)
    return as_json(
        PackJson,
        progress,
        **_more(progress),
        title=OURS[name].title(language) if name in OURS else found.title,
        author=found.author,
        puzzles=[_puzzle(found, progress, number, language) for number in range(1, found.count + 1)],
    )


def _found(store: Store, name: str) -> Pack:
    try:
        return pack_named(store, name)
    except PlayError as error:
        raise Problem(404, "no-pack", error.reason) from None


def _more(progress: PackProgress) -> dict[str, object]:
    return {"next": progress.next(), "own": progress.name not in OURS}


def _puzzle(pack: Pack, progress: PackProgress, number: int, language: str) -> PackPuzzleJson:
    level, game = pack.level(number), progress.games.get(number)
    return {
        "number": number,
        "title": pack.about(number).title,
        "level": level,
        "level_title": level and level_title(level, language=language),
        "game": game and game.id,
        "status": game and game.status,
    }
