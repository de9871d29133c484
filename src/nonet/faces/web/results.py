"""The API of what a player has played: the list of games, the days of a month, statistics.

Each function is done in a process of `Workers`: from the player's games, and what is asked, to the answer.
"""

from __future__ import annotations

from datetime import date

from nonet.faces.web.answers import (
    DamagedGameJson,
    DayJson,
    DaysJson,
    GamesJson,
    HouseholdJson,
    StatisticsJson,
)
from nonet.faces.web.bodies import AskedDay, AskedGames, AskedMonth, InLanguage
from nonet.faces.web.jobs import answering
from nonet.faces.web.open_games import QueuePlace, Sessions
from nonet.faces.web.views import saved_view, statistics_view
from nonet.fields import as_json
from nonet.play import level_title
from nonet.play import statistics as all_statistics
from nonet.play.saved.household import daily_times
from nonet.play.saved.month import month_of


@answering(QueuePlace("games", "list", "quick"))
def games(sessions: Sessions, asked: AskedGames, language: str) -> GamesJson:
    """The saved games, the one played last first."""
    store = sessions.store
    playing = None if asked.playing is None else asked.playing == "true"
    touched = asked.touched == "true"
    saved = store.games(limit=asked.limit, playing=playing, board=asked.board, touched=touched)
    return {
        "games": [saved_view(each, language) for each in saved],
        "count": store.count(playing=playing, board=asked.board, touched=touched),
        "damaged": [as_json(DamagedGameJson, game) for game in store.set_aside_games()],
    }


@answering(QueuePlace("games", "days", "quick"))
def days(sessions: Sessions, asked: AskedMonth, language: str) -> DaysJson:
    """The daily puzzles of a month, and the player's progress."""
    today = date.today()
    month = month_of(sessions.store, asked.get("from", today), today=today, board=asked.get("board", "9x9"))
    return {
        "first": month.first.isoformat(),
        "today": today.isoformat(),
        "days": [
            as_json(DayJson, day, date=day.day.isoformat(), title=level_title(day.level, language=language))
            for day in month.days
        ],
        "streak": month.streak,
    }


@answering(QueuePlace("games", "statistics", "quick"))
def statistics(sessions: Sessions, asked: InLanguage, language: str) -> StatisticsJson:
    """How the player has done."""
    return statistics_view(all_statistics(sessions.store.results(), today=date.today()), language)


@answering(QueuePlace("games", "times", "quick"))
def household_times(sessions: Sessions, asked: AskedDay) -> HouseholdJson:
    """Others play here, too: how long each of them took for the puzzle of a day."""
    times = daily_times(sessions.store, asked.date or date.today(), asked.board)
    return {"open": True, "times": times}
