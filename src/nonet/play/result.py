"""How a game went, in words: the help that was used, how the time compares, what the puzzle needed, and each
move.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from nonet.explain import technique_name
from nonet.explain.voice import capital, voice
from nonet.logic.catalog import technique, variant_techniques
from nonet.messages import TN, T
from nonet.play.board import Board
from nonet.play.game import Game
from nonet.play.history import used_candidates
from nonet.play.saved.statistics import Standing
from nonet.play.session import Aids, Session
from nonet.play.words import clock, say


def techniques_needed(game: Game) -> dict[str, int]:
    """The techniques of the easiest way to solve the puzzle, the hardest first, with how often each is used."""
    from nonet.logic import path, technique_keys

    counts = Counter(step.technique for step in path(game.puzzle))
    every = (*technique_keys(), *(each.key for each in variant_techniques()))
    used = [key for key in reversed(every) if counts[key]]
    return {key: counts[key] for key in sorted(used, key=lambda key: -technique(key).level.value)}


def help_used(aids: Aids, *, language: str = "en") -> str:
    """The help that the player asked for.

    >>> help_used(Aids(hints=2, checks=1)), help_used(Aids())
    ('Help used: 2 hints, 1 check.', 'Without help.')
    """
    speaker = voice(language)
    had = (
        (TN("{n} hint", "{n} hints"), aids.hints),
        (TN("{n} check", "{n} checks"), aids.checks),
        (TN("{n} revealed cell", "{n} revealed cells"), aids.reveals),
    )
    listed = ", ".join(speaker.count(forms, number) for forms, number in had if number)
    return speaker.say(T("Help used: {list}."), list=listed) if listed else speaker.say(T("Without help."))


def compared(seconds: float, standing: Standing, *, language: str = "en") -> str:
    """How the time compares with the earlier ones on the same board and level."""
    speaker = voice(language)
    if standing.mean is None:
        return speaker.say(T("There is no earlier time on this board and level."))
    difference = round(abs(seconds - standing.mean))
    mean = clock(standing.mean)
    if difference < 1:
        return speaker.say(T("Exactly your average time, {mean}."), mean=mean)
    message = (
        T("{difference} faster than your average of {mean}.")
        if seconds < standing.mean
        else T("{difference} slower than your average of {mean}.")
    )
    return speaker.say(message, difference=clock(difference), mean=mean)


def result_sentences(session: Session, standing: Standing, *, language: str = "en") -> list[str]:
    """What there is to say about a solved game, besides its time."""
    speaker = voice(language)
    lines = [help_used(session.aids, language=language)]
    if used_candidates(session.history):
        lines.append(speaker.say(T("The candidates were filled in for you.")))
    if session.settings.check == "solution":
        lines.append(speaker.say(T("Mistakes were shown while you played.")))
    lines.append(compared(session.seconds, standing, language=language))
    if standing.streak.current:
        forms = TN("{n} day in a row", "{n} days in a row")
        lines.append(speaker.count(forms, standing.streak.current) + ".")
    return lines


def needed_words(techniques: dict[str, int], *, language: str = "en") -> str:
    """What the puzzle needed: `X-wing, naked pair ×2`; nothing if that is not known.

    >>> needed_words({"x-wing": 1, "naked-pair": 2})
    'X-wing, naked pair ×2'
    """
    names = (
        technique_name(key, language) + (f" ×{count}" if count > 1 else "")
        for key, count in techniques.items()
    )
    return capital(", ".join(names))


@dataclass(frozen=True)
class ReplayFrame:
    text: str
    before: Board
    after: Board

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the move changed."""
        one, other = _contents(self.before), _contents(self.after)
        return tuple(cell for cell, parts in enumerate(other) if parts != one[cell])


def _contents(board: Board) -> list[tuple[int, int, int, int]]:
    return list(zip(board.grid.entries, board.corner, board.centre, board.colours, strict=True))


def frames_of(session: Session) -> tuple[ReplayFrame, ...]:
    """A frame for each move that was made, in order."""
    history, layout = session.history, session.game.layout
    made = history.moves[: history.cursor]
    return tuple(
        ReplayFrame(say(move.event(before, after), layout, language=session.settings.voice), before, after)
        for move, (before, after) in zip(made, pairwise(history.boards()), strict=True)
    )
