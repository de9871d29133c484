"""The daily puzzles of a month, and how far the player got with each."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from nonet.play.new_game import daily_level
from nonet.play.saved.statistics import Streak, statistics
from nonet.play.saved.tables import Tables


@dataclass(frozen=True)
class Day:
    """A day up to today. `game` is the id of the game that was started on its puzzle, if there is one."""

    day: date
    level: str
    game: str | None = None
    status: str | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Month:
    first: date
    days: tuple[Day, ...]
    streak: Streak

    @property
    def solved(self) -> int:
        return sum(day.status == "finished" for day in self.days)


def month_of(tables: Tables, day: date, *, today: date, board: str = "9x9") -> Month:
    """The month that the day is in, up to today.

    >>> from nonet.play import Store
    >>> with Store(":memory:") as store:
    ...     [each.level for each in month_of(store, date(2026, 11, 1), today=date(2026, 11, 2)).days]
    ['extreme', 'easy']
    """
    first = day.replace(day=1)
    count = min(monthrange(first.year, first.month)[1], (today - first).days + 1)
    played = tables.days(first.isoformat()[:7], board)
    days = (first.replace(day=number + 1) for number in range(count))
    return Month(
        first,
        tuple(Day(each, daily_level(each, board), *played.get(each.isoformat(), ())) for each in days),
        statistics(tables.results(), today=today).daily_streak,
    )
