"""Games that are ready to begin: the page keeps some, and begins them while the server is away.

A ready game is not saved. The page sends its record, as it would open a saved game, when the server is back.
"""

from __future__ import annotations

from starlette.requests import Request

from nonet.faces.web import jobs
from nonet.faces.web.answers import ReadyJson
from nonet.faces.web.api import open_games_of, unless_disconnected, work
from nonet.faces.web.bodies import NewPuzzle, PuzzleOfDay
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.threads import run_in_thread
from nonet.faces.web.views import game_view
from nonet.play import Game, SavedSession, Store, to_record


async def ready(request: Request, asked: PuzzleOfDay | NewPuzzle) -> JsonAnswer[ReadyJson]:
    """A game to begin later, of a board and level or of a day; it is not saved."""
    open_games = open_games_of(request)
    if isinstance(asked, PuzzleOfDay):
        game = await unless_disconnected(request, open_games.workers.daily(asked.daily))
    else:
        game = await work(request, jobs.new_game, asked.board, asked.level, asked.seed)
    return JsonAnswer(await run_in_thread(ready_view, game, open_games.store))


def ready_view(game: Game, store: Store) -> ReadyJson:
    """The game as the page shows it, and the record to begin it with."""
    session = SavedSession(game, tables=store, settings=store.settings(), clock=lambda: 0.0)
    return {"record": to_record(session), "game": game_view(session)}
