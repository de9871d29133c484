"""Statistics: results by board and level, and streaks of days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from nonet.play.saved.rows import Result

__all__ = ["Line", "Statistics", "Streak", "statistics"]


@dataclass(frozen=True, kw_only=True)
class Line:
    """One board and level.

    `best` is the best time of a game finished without help (hints, checks, revealed cells); `mean` is over the
    finished games in which no cell was revealed. None if there is no such game.
    """

    board: str
    level: str
    games: int
    finished: int
    unaided: int
    best: float | None
    mean: float | None


@dataclass(frozen=True, kw_only=True)
class Streak:
    """Days in a row with a finished game: the current run and the longest. Today need not have one yet."""

    current: int
    longest: int


@dataclass(frozen=True, kw_only=True)
class Statistics:
    lines: tuple[Line, ...]
    streak: Streak
    daily_streak: Streak
    games: int
    finished: int


def statistics(results: Iterable[Result], *, today: date) -> Statistics:
    """What the results add up to."""
    every = list(results)
    finished = [result for result in every if result.status == "finished"]
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in every:
        groups.setdefault((result.board, result.level), []).append(result)
    return Statistics(
        lines=tuple(_line(board, level, group) for (board, level), group in groups.items()),
        streak=_streak({result.day for result in finished}, today),
        daily_streak=_streak(
            {result.day for result in finished if result.source == f"daily {result.day.isoformat()}"},
            today,
        ),
        games=len(every),
        finished=len(finished),
    )


def _line(board: str, level: str, group: list[Result]) -> Line:
    finished = [result for result in group if result.status == "finished"]
    unaided = [result for result in finished if not (result.hints or result.checks or result.reveals)]
    times = [result.seconds for result in finished if not result.reveals]
    return Line(
        board=board,
        level=level,
        games=len(group),
        finished=len(finished),
        unaided=len(unaided),
        best=min((result.seconds for result in unaided), default=None),
        mean=sum(times) / len(times) if times else None,
    )


def _streak(days: set[date], today: date) -> Streak:
    one = timedelta(days=1)
    longest = 0
    for day in days:
        if day - one not in days:
            length = 1
            while day + length * one in days:
                length += 1
            longest = max(longest, length)
    last = today if today in days else today - one
    current = 0
    while last - current * one in days:
        current += 1
    return Streak(current=current, longest=longest)
