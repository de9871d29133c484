"""What the players of a household know of each other: their times for the puzzle of a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from nonet.play.game import Seconds
from nonet.play.saved.rows import UnreadableRow, result_of
from nonet.play.saved.tables import Tables


@dataclass(frozen=True, kw_only=True)
class DailyTime:
    """How long a player took for the puzzle of a day. aided: with hints, checks or revealed cells. own: it is the
    player's who asks.
    """

    name: str
    seconds: Seconds
    aided: bool
    own: bool


def daily_times(tables: Tables, day: date, board: str = "9x9") -> tuple[DailyTime, ...]:
    """Who has finished the puzzle of a day, the fastest without help first: the player, and others with a name.

    >>> from nonet.play import Store
    >>> with Store(":memory:") as store:
    ...     daily_times(store, date(2026, 11, 18))
    ()
    """
    found: dict[str, DailyTime] = {}
    condition = "WHERE source = ? AND board = ? AND status = 'finished' ORDER BY finished DESC, rowid DESC"
    rows = tables.table("results", condition, f"daily {day.isoformat()}", board)
    for row in rows:
        player = row["player"]
        if not isinstance(player, str):
            continue
        own = player == tables.player
        name = tables.as_player(player).settings().name
        try:
            result = result_of(row)
        except UnreadableRow:
            continue
        if own or name:
            aided = bool(result.hints or result.checks or result.reveals)
            found[player] = DailyTime(name=name, seconds=result.seconds, aided=aided, own=own)
    return tuple(sorted(found.values(), key=lambda each: (each.aided, each.seconds)))
