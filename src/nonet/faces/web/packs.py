"""The API of packs: puzzles to play in order, ours and those of the player's files, and how far each is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request

from nonet.faces.web import player_jobs
from nonet.faces.web.answers import NothingJson, PackJson, PacksJson
from nonet.faces.web.api import language_of, own_games_of, unless_disconnected
from nonet.faces.web.bodies import AskedNothing, InLanguage, PackToOpen
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.open_games import QueuePlace


async def packs(request: Request, asked: InLanguage) -> JsonAnswer[PacksJson]:
    """The packs that there are, the player's own first."""
    return await _answered(request, player_jobs.packs, language_of(request, asked.language))


async def pack(request: Request, asked: InLanguage) -> JsonAnswer[PackJson]:
    """The puzzles of a pack, and how far the player got with each."""
    name = request.path_params["key"]
    return await _answered(request, player_jobs.pack, name, language_of(request, asked.language))


async def open_pack(request: Request, asked: PackToOpen) -> JsonAnswer[PackJson]:
    """Add a pack: the puzzles in the texts of some files, in any format. The same puzzles are the same pack."""
    place = QueuePlace("analysis", "pack", "unknown")
    wanted = asked.texts, asked.file, language_of(request, None)
    opened = own_games_of(request).run_at(place, player_jobs.open_pack, *wanted)
    return JsonAnswer(await unless_disconnected(request, opened))


async def remove(request: Request, asked: AskedNothing) -> JsonAnswer[NothingJson]:
    """Remove a pack of the player's own; its games stay."""
    return await _answered(request, player_jobs.remove_pack, request.path_params["key"])


async def _answered(request: Request, job: Callable[..., bytes], *arguments: Any) -> JsonAnswer[Any]:
    place = QueuePlace("games", "packs", "quick")
    return JsonAnswer(await own_games_of(request).run_at(place, job, *arguments))
