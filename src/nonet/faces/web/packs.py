"""The API of packs: puzzles to play in order, ours and those of the player's files, and how far each is played."""

from __future__ import annotations

from starlette.requests import Request

from nonet.faces.web import game_jobs
from nonet.faces.web.answers import NothingJson, PackJson, PackPuzzleJson, PacksJson, PackSummaryJson
from nonet.faces.web.api import language_of, own_games_of, unless_disconnected
from nonet.faces.web.bodies import AskedNothing, InLanguage, PackToOpen
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.open_games import QueuePlace
from nonet.faces.web.problems import Problem
from nonet.faces.web.threads import run_in_thread
from nonet.fields import as_json
from nonet.play import PlayError, Store, level_title
from nonet.play.packs import OURS, Pack
from nonet.play.saved.pack_progress import PackProgress, forget_pack, pack_named, progress_of
from nonet.play.saved.pack_progress import packs as all_packs


async def packs(request: Request, asked: InLanguage) -> JsonAnswer[PacksJson]:
    """The packs that there are, the player's own first."""
    store, language = own_games_of(request).store, language_of(request, asked.language)
    found = await run_in_thread(all_packs, store, language)
    return JsonAnswer({"packs": [as_json(PackSummaryJson, each, **_more(each)) for each in found]})


async def pack(request: Request, asked: InLanguage) -> JsonAnswer[PackJson]:
    """The puzzles of a pack, and how far the player got with each."""
    store, language = own_games_of(request).store, language_of(request, asked.language)
    return JsonAnswer(await run_in_thread(_view, store, request.path_params["key"], language))


async def open_pack(request: Request, asked: PackToOpen) -> JsonAnswer[PackJson]:
    """Add a pack: the puzzles in the texts of some files, in any format. The same puzzles are the same pack."""
    open_games = own_games_of(request)
    place = QueuePlace("analysis", "pack", "unknown")
    opened = open_games.run_at(place, game_jobs.open_pack, asked.texts, asked.file)
    name = await unless_disconnected(request, opened)
    return JsonAnswer(await run_in_thread(_view, open_games.store, name, language_of(request, None)))


async def remove(request: Request, asked: AskedNothing) -> JsonAnswer[NothingJson]:
    """Remove a pack of the player's own; its games stay."""
    store, name = own_games_of(request).store, request.path_params["key"]
    await run_in_thread(forget_pack, store, _found(store, name).name)
    return JsonAnswer({})


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
