"""The jobs of the worker processes on what else is kept of a player: packs, results, lessons. They return the JSON of
the answer, as those of `game_jobs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from nonet.faces.web.answers import (
    DayJson,
    PackJson,
    PackPuzzleJson,
    PackSummaryJson,
    PractisedJson,
)
from nonet.faces.web.json_text import json_text
from nonet.faces.web.open_games import Sessions
from nonet.faces.web.problems import Problem
from nonet.faces.web.views import statistics_view
from nonet.fields import as_json
from nonet.play import PlayError, Store, level_title
from nonet.play import statistics as all_statistics
from nonet.play.lessons import has_lesson
from nonet.play.packs import OURS, Pack, pack_of
from nonet.play.saved.household import daily_times
from nonet.play.saved.lesson_progress import (
    asked_for,
    lesson_progress,
    lesson_start,
    record_queue,
    record_start,
)
from nonet.play.saved.month import month_of
from nonet.play.saved.pack_progress import PackProgress, forget_pack, keep_pack, pack_named, progress_of
from nonet.play.saved.pack_progress import packs as all_packs

# -- packs ---------------------------------------------------------------------------------------------------


def packs(sessions: Sessions, language: str) -> bytes:
    found = all_packs(sessions.store, language)
    return json_text({"packs": [as_json(PackSummaryJson, each, **_more(each)) for each in found]})


def pack(sessions: Sessions, name: str, language: str) -> bytes:
    store = sessions.store
    found = _found(store, name)
    progress = progress_of(store, found)
    view = as_json(
        PackJson,
        progress,
        **_more(progress),
        title=OURS[name].title(language) if name in OURS else found.title,
        author=found.author,
        puzzles=[_puzzle(found, progress, number, language) for number in range(1, found.count + 1)],
    )
    return json_text(view)


def open_pack(sessions: Sessions, texts: Sequence[str], file: str, language: str) -> bytes:
    """Adds a pack to the player's own."""
    name = keep_pack(sessions.store, pack_of((file, text) for text in texts)).name
    return pack(sessions, name, language)


def remove_pack(sessions: Sessions, name: str) -> bytes:
    forget_pack(sessions.store, _found(sessions.store, name).name)
    return json_text({})


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


# -- results and days ----------------------------------------------------------------------------------------


def statistics(sessions: Sessions, today: date, language: str) -> bytes:
    return json_text(statistics_view(all_statistics(sessions.store.results(), today=today), language))


def days(sessions: Sessions, day: date, today: date, board: str, language: str) -> bytes:
    """The puzzles of the days of a month."""
    month = month_of(sessions.store, day, today=today, board=board)
    view = {
        "first": month.first.isoformat(),
        "today": today.isoformat(),
        "days": [
            as_json(DayJson, day, date=day.day.isoformat(), title=level_title(day.level, language=language))
            for day in month.days
        ],
        "streak": month.streak,
    }
    return json_text(view)


def household(sessions: Sessions, day: date, board: str) -> bytes:
    """Others play here, too: how long each of them took for the puzzle of a day."""
    times = daily_times(sessions.store, day, board)
    return json_text({"open": True, "times": times})


# -- lessons -------------------------------------------------------------------------------------------------


def lessons(sessions: Sessions) -> bytes:
    """What the player has learned."""
    store = sessions.store
    known = lesson_progress(store).items()
    hints = asked_for(store).items()
    view = {
        "lessons": [as_json(PractisedJson, row, technique=key) for key, row in known],
        "asked": [{"technique": key, "hints": count} for key, count in hints if has_lesson(key)],
        "start": lesson_start(store),
    }
    return json_text(view)


def count_exercises(
    sessions: Sessions, page: str, first: int, exercises: Sequence[tuple[str, bool]], start: str | None
) -> bytes:
    """Counts exercises of a page's queue, and remembers where to begin."""
    record_queue(sessions.store, exercises, page=page, first=first)
    if start is not None:
        record_start(sessions.store, start)
    return lessons(sessions)
