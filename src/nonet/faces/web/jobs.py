"""The jobs of the worker processes. What they need is imported in the worker: the server starts without it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache, wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from nonet.faces.web.json_text import json_text
from nonet.fields import as_json
from nonet.layout import CLASSIC, Layout

if TYPE_CHECKING:
    from nonet.faces.web.open_games import QueuePlace, Sessions
    from nonet.play import Game, Verdict

P = ParamSpec("P")
T = TypeVar("T")

ANALYSIS: set[Callable[..., Any]] = set()
"""Jobs on any puzzle, which no game waits for. Every edit of the setter's desk examines the draft, while a search for
the draft before may still be running: the two are in different pools.
"""


class Answering(NamedTuple):
    """How a job that is a handler of the API is called. `place`: where it waits, if it is about saved games.
    `at_once`: the server itself does it. `too_long`: what is answered if it takes too long; None: that it does.
    """

    place: QueuePlace | None
    at_once: bool
    too_long: Any
    parameters: tuple[str, ...]


ANSWERING: dict[Callable[..., bytes], Answering] = {}
"""The jobs that are handlers of the API."""


def answering(
    place: QueuePlace | None = None, *, quick: bool = False, at_once: bool = False, too_long: Any = None
) -> Callable[[Callable[P, Any]], Callable[P, bytes]]:
    """A decorator: a handler of the API that is a job. It returns what is answered, and has the parameters it needs.

        sessions    the player's saved games, with a `place`
        asked       what is asked, read and checked
        language    of the answer
        key         what the address names

    `quick`: a player waits for it, as at the setter's desk after every edit. `at_once`: it only writes down what is
    known, and the server does it without a process.
    """

    def decorate(job: Callable[P, Any]) -> Callable[P, bytes]:
        @wraps(job)
        def answer(*arguments: P.args, **keywords: P.kwargs) -> bytes:
            return json_text(job(*arguments, **keywords))

        parameters = (name for name in signature(job).parameters if name != "sessions")
        ANSWERING[answer] = Answering(place, at_once, too_long, tuple(parameters))
        if not quick:
            ANALYSIS.add(answer)
        return answer

    return decorate


def measured(call: Callable[[], T]) -> tuple[T, float]:
    """The result of a call, and the seconds of computing that it took."""
    start = time.process_time()
    return call(), time.process_time() - start


def on_saved_games(
    path: Path, most_games: int, player: str, speaker: str, job: Callable[..., T], *arguments: Any
) -> T:
    """The result of a job of `game_jobs`; this process keeps the file of saved games open."""
    return job(_sessions(path, most_games).as_player(player, speaker), *arguments)


@lru_cache(maxsize=2)
def _sessions(path: Path, most_games: int) -> Sessions:
    from nonet.faces.web.open_games import Sessions
    from nonet.play import Store

    return Sessions(Store(path), most_games=most_games)


def new_game(board: str, level: str | None, seed: int | None) -> Game:
    from nonet.play import new_puzzle

    return new_puzzle(board, level, seed)


def daily_game(day: date, board: str) -> Game:
    from nonet.play import daily

    return daily(day, board)


def judge(text: str | None, values: Sequence[int] | None, layout: str | None) -> Verdict:
    """Whether a puzzle can be played; it comes as text, or as values."""
    from nonet.play.validation import read_grid, validate

    board = None if layout is None else Layout.named(layout)
    if text is None:
        return validate(read_grid(values or [], board or CLASSIC))
    return validate(text, layout=board)


def read_photo(data: bytes, language: str) -> bytes:
    """The Sudoku in a picture, as the JSON of an answer: the server itself never imports the libraries that read it."""
    from nonet.faces.web.answers import PhotoReadingJson
    from nonet.faces.web.views import puzzle_view
    from nonet.photo import quiet_libraries, read

    with quiet_libraries():
        found = read(data)
    puzzle = puzzle_view(found.puzzle, language)
    return json_text(as_json(PhotoReadingJson, found, puzzle=puzzle, others=len(found.others)))


def qr_code(link: str) -> str:
    """As SVG; empty where the package for it is not installed."""
    from nonet.draw.share import qr_scene
    from nonet.draw.svg import to_svg_file
    from nonet.errors import NonetError

    try:
        return to_svg_file(qr_scene(link), width=280)
    except NonetError:
        return ""


ANALYSIS |= {judge, read_photo}
