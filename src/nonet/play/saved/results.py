"""How games ended: what the statistics are made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from nonet.play.session import Session


@dataclass(frozen=True, kw_only=True)
class Result:
    """How a game ended for the first time; `day` is the player's local date."""

    game: str
    board: str
    level: str
    source: str
    status: str
    seconds: float
    hints: int
    checks: int
    reveals: int
    day: date
    finished: str


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
