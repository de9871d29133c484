"""How games ended: what the statistics are made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from nonet.fields import Choice
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
