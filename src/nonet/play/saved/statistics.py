"""How games ended, and the statistics of it: results by board and level, and streaks of days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from nonet.fields import Choice, Count
from nonet.play.game import Printable, Seconds, ShortText
from nonet.play.session import AidCount, Session


@dataclass(frozen=True, kw_only=True)
class RecordedResult:
    """How the game ended for the first time."""

    status: Annotated[str, Choice(("finished", "given-up"))]
    hints: AidCount = 0
    checks: AidCount = 0
    reveals: AidCount = 0
    finished: ShortText = ""
    seconds: Seconds = 0.0
    day: date


@dataclass(frozen=True, kw_only=True)
class Result(RecordedResult):
    """The same, with what it is about; `day` is the player's local date."""

    game: Printable
    board: Printable
    level: Printable
    source: Printable


def result_now(session: Session, *, day: date, finished: str) -> Result:
    """The result of a session that is over now."""
    game, aids = session.game, session.aids
    return Result(
        game=game.id,
        board=game.board,
        level=game.level or "",
        source=game.source,
        status=session.state.status.value,
        seconds=session.seconds,
        hints=aids.hints,
        checks=aids.checks,
        reveals=aids.reveals,
        day=day,
        finished=finished,
    )


DAYS = 28
TIMES = 30


@dataclass(frozen=True, kw_only=True)
class Line:
    """One board and level.

    `best` is the best time of a game finished without help (hints, checks, revealed cells); `mean` is over the
    finished games in which no cell was revealed. None if there is no such game.
    """

    board: str
    level: str
    games: Count
    finished: Count
    unaided: Count
    best: Seconds | None
    mean: Seconds | None
    times: tuple[Seconds, ...]
    """The last times that `mean` is made of, the latest last."""


@dataclass(frozen=True, kw_only=True)
class Streak:
    """Days in a row with a finished game: the current run and the longest. Today need not have one yet."""

    current: Count
    longest: Count


@dataclass(frozen=True, kw_only=True)
class Statistics:
    lines: tuple[Line, ...]
    streak: Streak
    daily_streak: Streak
    games: Count
    finished: Count
    days: tuple[Count, ...]
    """How many games were finished on each of the last days; today is the last one."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How a finished game compares with the earlier ones on its board and level.

    `earlier` is their number, and `mean` and `best` are as in `Line`.
    """

    earlier: Count
    mean: Seconds | None
    best: Seconds | None
    streak: Streak
    daily_streak: Streak


def statistics(results: Iterable[Result], *, today: date) -> Statistics:
    """What the results add up to."""
    every = list(results)
    finished = [result for result in every if result.status == "finished"]
    solved = Counter(result.day.toordinal() for result in finished)
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
        days=tuple(solved[today.toordinal() - before] for before in range(DAYS - 1, -1, -1)),
    )


def standing(results: Iterable[Result], game: str, *, board: str, level: str, today: date) -> Standing:
    """How the game of that id compares with those that ended before it."""
    every = list(results)
    places = [place for place, result in enumerate(every) if result.game == game]
    before = every[: places[0]] if places else every
    line = _line(
        board, level, [result for result in before if (result.board, result.level) == (board, level)]
    )
    whole = statistics(every, today=today)
    return Standing(
        earlier=line.finished,
        mean=line.mean,
        best=line.best,
        streak=whole.streak,
        daily_streak=whole.daily_streak,
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
        times=tuple(times[-TIMES:]),
    )


def _streak(days: set[date], today: date) -> Streak:
    numbers = {day.toordinal() for day in days}
    longest = 0
    for number in numbers:
        if number - 1 not in numbers:
            end = number
            while end + 1 in numbers:
                end += 1
            longest = max(longest, end - number + 1)
    last = today.toordinal()
    if last not in numbers:
        last -= 1
    current = 0
    while last - current in numbers:
        current += 1
    return Streak(current=current, longest=longest)
