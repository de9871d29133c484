"""The jobs of the worker processes. What they need is imported in the worker: the server starts without it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from nonet.faces.web import desk_jobs

if TYPE_CHECKING:
    from datetime import date

    from nonet.grid import Grid
    from nonet.hints import Hint
    from nonet.play import Game, Verdict
    from nonet.play.actions import Move
    from nonet.play.board import Board
    from nonet.play.lessons import Exercise
    from nonet.play.session import Aids
    from nonet.puzzle import Puzzle
    from nonet.rating import Rating

    Resumed = tuple[Game, tuple[Move, ...], int, float, Aids]

__all__ = [
    "ANALYSIS",
    "daily_game",
    "exercise",
    "hint",
    "hint_in_game",
    "judge",
    "load",
    "new_game",
    "rate",
    "read",
    "read_photo",
    "resume",
    "solve",
    "techniques_needed",
]


def load() -> None:
    """Imports what the jobs need, before the time limit of the first one begins."""
    import nonet.hints
    import nonet.play
    import nonet.rating  # noqa: F401
    from nonet.limits import own_process

    own_process()


def new_game(board: str, level: str, seed: int | None) -> Game:
    from nonet.play import new_puzzle

    return new_puzzle(board, level, seed)


def daily_game(day: date) -> Game:
    from nonet.play import daily

    return daily(day)


def resume(record: object) -> Resumed:
    """A saved game, with its puzzle solved again: game, moves, cursor, seconds and aids."""
    from nonet.play.saved.record import from_record

    session = from_record(record, clock=lambda: 0.0)
    return session.game, session.moves, session.cursor, session.seconds, session.aids


def techniques_needed(game: Game) -> dict[str, int]:
    """The techniques of the easiest way to solve the puzzle, the hardest first, with how often each is used."""
    from nonet.play.result import techniques_needed

    return techniques_needed(game)


def exercise(key: str, seed: int) -> Exercise:
    from nonet.play.lessons import exercise

    return exercise(key, seed)


def hint_in_game(game: Game, board: Board) -> Hint:
    from nonet.play.hint_view import find_hint

    return find_hint(game, board)


def judge(text: str | None, values: list[int] | None, layout: str | None) -> Verdict:
    """Whether a puzzle can be played; it comes as text, or as values."""
    from nonet.layout import CLASSIC, Layout
    from nonet.play.validation import read_grid, validate

    board = None if layout is None else Layout.named(layout)
    if text is None:
        return validate(read_grid(values or [], board or CLASSIC))
    return validate(text, layout=board)


def read(text: str, layout: str | None) -> Puzzle:
    """The puzzle of a text; nothing is searched."""
    return _puzzle(text, layout)


def solve(text: str, layout: str | None, limit: int) -> list[Grid]:
    """Up to `limit` solutions, and one more if there are more."""
    from nonet.engines import engine_for

    puzzle = _puzzle(text, layout)
    return list(islice(engine_for(puzzle).solutions(puzzle), limit + 1))


def rate(text: str, layout: str | None) -> Rating:
    from nonet.rating import rate

    return rate(_puzzle(text, layout))


def hint(text: str, layout: str | None, values: list[int] | None, candidates: list[int] | None) -> Hint:
    from nonet.grid import Grid
    from nonet.hints import hint

    puzzle = _puzzle(text, layout)
    grid = None if values is None else Grid.of(puzzle.layout, values)
    return hint(puzzle, grid, candidates=candidates)


def read_photo(data: bytes) -> dict[str, Any]:
    """The Sudoku in a picture, as plain values: the server itself never imports the libraries that read it."""
    from dataclasses import asdict

    from nonet.photo import quiet_libraries, read

    with quiet_libraries():
        found = read(data)
    return {
        "givens": bytes(found.puzzle.givens),
        "doubts": [asdict(doubt) for doubt in found.doubts],
        "settled": [asdict(doubt) for doubt in found.settled],
        "corners": found.corners,
    }


ANALYSIS = frozenset({judge, read, solve, rate, hint, read_photo}) | desk_jobs.SEARCHES
"""Jobs on any puzzle, which no game waits for."""


def _puzzle(text: str, layout: str | None) -> Puzzle:
    from nonet.formats import parse
    from nonet.layout import Layout

    return parse(text, layout=None if layout is None else Layout.named(layout))
