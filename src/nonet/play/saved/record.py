"""A whole game as plain data, to download and to resume elsewhere.

    {"format": "nonet-game-1",
     "game": {"id": …, "layout": "9x9", "givens": "53..7…", "level": "easy", "source": "level", "seed": 7, …},
     "moves": [{"type": "place", "cells": [2], "digit": 4, "clean": true}, …],
     "cursor": 12, "seconds": 81.5, "aids": {"hints": 1, "checks": 0, "reveals": 0},
     "result": {"status": "finished", "seconds": 81.5, "hints": 1, …, "day": "2026-11-16", "finished": "2026-11-16T…"}}

A variant also has `rules`, as in our JSON of puzzles. The solution is not part of it; reading a record solves the
puzzle. `result` says how the game ended for the first time; it is left out while the game is not over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from nonet.layout import Layout
from nonet.play.actions import Move, from_json, to_json
from nonet.play.errors import PlayError
from nonet.play.game import LEVELS, Game, fresh_id
from nonet.play.saved.results import Result, result_now
from nonet.play.session import Aids, Session
from nonet.play.state import Status
from nonet.play.symbols import grid_of, symbols_of
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.rules.base import Rule

FORMAT = "nonet-game-1"
MOST_MOVES = 20_000
"""Longer histories are refused."""

_IDENTITY = re.compile(r"[0-9A-Za-z_-]{8,64}")


def game_to_json(game: Game) -> dict[str, Any]:
    """What the game was set up with, without the moves."""
    record: dict[str, Any] = {
        "id": game.id,
        "layout": game.layout.name,
        "givens": symbols_of(game.puzzle.givens),
        "board": game.board,
        "level": game.level,
        "score": game.score,
        "source": game.source,
        "seed": game.seed,
        "created": game.created,
    }
    if game.puzzle.ruled_out:
        record["ruled_out"] = list(game.puzzle.ruled_out)
    if game.puzzle.rules:
        from nonet.rules.codec import to_data

        record["rules"] = [to_data(rule, game.layout) for rule in game.puzzle.rules]
    return record


def game_from_json(record: object, *, solved: bool = True) -> Game:
    """The inverse of `game_to_json`. Unless `solved` is False, the puzzle is solved, which also proves that it can be
    played; without it the game has no solution yet.
    """
    if not isinstance(record, Mapping):
        raise PlayError("expected an object", where="game")
    layout = Layout.named(_text(record, "layout", 700) or "9x9")
    ruled_out = record.get("ruled_out") or ()
    if not isinstance(ruled_out, list | tuple) or not all(type(mask) is int for mask in ruled_out):
        raise PlayError("expected a list of bitmasks", where="ruled_out")
    givens = grid_of(record.get("givens"), layout, "givens")
    puzzle = Puzzle(givens, tuple(ruled_out), _rules(record.get("rules"), layout))
    identity = _text(record, "id", 64) or ""
    seed, score = record.get("seed"), record.get("score")
    if seed is not None and (type(seed) is not int or not 0 <= seed < 1 << 64):
        raise PlayError("expected a whole number", where="seed")
    if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
        raise PlayError("expected a number", where="score")
    level = _text(record, "level", 40)
    if level is not None and level not in LEVELS:
        raise PlayError(f"expected one of {', '.join(LEVELS)}, not {level!r}", where="level")
    return Game(
        puzzle=puzzle,
        solution=Game.of(puzzle).solution if solved else None,
        id=identity if _IDENTITY.fullmatch(identity) else fresh_id(),
        board="" if solved else _text(record, "board", 40) or "",
        level=level,
        score=score,
        source=_text(record, "source", 40) or "shared",
        seed=seed,
        created=_text(record, "created", 40) or "",
    )


def _rules(data: object, layout: Layout) -> tuple[Rule, ...]:
    if not data:
        return ()
    from nonet.rules.codec import from_data

    if not isinstance(data, list):
        raise PlayError("expected a list of rules", where="rules")
    return tuple(from_data(rule, layout) for rule in data)


def _text(record: Mapping[str, Any], name: str, longest: int) -> str | None:
    value = record.get(name)
    if value is not None and (not isinstance(value, str) or len(value) > longest or not value.isprintable()):
        raise PlayError(f"expected at most {longest} printable characters", where=name)
    return value


def to_record(session: Session, result: Result | None = None) -> dict[str, Any]:
    """The game, and how it ended (`Store.result`)."""
    aids = session.aids
    record = {
        "format": FORMAT,
        "game": game_to_json(session.game),
        "moves": [to_json(move) for move in session.moves],
        "cursor": session.cursor,
        "seconds": round(session.seconds, 3),
        "aids": {"hints": aids.hints, "checks": aids.checks, "reveals": aids.reveals},
    }
    if result is not None:
        end = {name: getattr(result, name) for name in ("status", "hints", "checks", "reveals", "finished")}
        record["result"] = {**end, "seconds": round(result.seconds, 3), "day": result.day.isoformat()}
    return record


def from_record(record: object, **options: Any) -> Session:
    """The session of a record; a PlayError says what is wrong with it. Options as for Session."""
    if not isinstance(record, Mapping) or record.get("format") != FORMAT:
        raise PlayError(f"this is not a saved game ({FORMAT})", where="format")
    game = game_from_json(record.get("game"))
    moves = record.get("moves")
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise PlayError(f"expected a list of at most {MOST_MOVES} moves", where="moves")
    cursor = _number(record, "cursor", len(moves))
    aids = record.get("aids") or {}
    if not isinstance(aids, Mapping):
        raise PlayError("expected an object", where="aids")
    return Session(
        game,
        moves=[_move(each, number, game) for number, each in enumerate(moves)],
        cursor=cursor,
        seconds=_seconds(record),
        aids=Aids(**{name: _number(aids, name, 0) for name in ("hints", "checks", "reveals")}),
        **options,
    )


def result_in(record: Any, session: Session) -> Result | None:
    """How the game of a record ended, of which `from_record` has made the session; None if it has not, or
    does not count.

    Earlier versions wrote no result. A game that is over then counts for the day on which it was created.
    """
    data = record.get("result")
    if not session.game.counts:
        return None
    if data is None:
        created = session.game.created
        day = _day(created[:10])
        if session.state.status is Status.PLAYING or day is None:
            return None
        return result_now(session, day=day, finished=created)
    if not isinstance(data, Mapping):
        raise PlayError("expected an object", where="result")
    if data.get("status") not in (Status.FINISHED.value, Status.GIVEN_UP.value):
        raise PlayError("expected finished or given-up", where="result.status")
    day = _day(data.get("day"))
    if day is None:
        raise PlayError("expected a date like 2026-11-16", where="result.day")
    return replace(
        result_now(session, day=day, finished=_text(data, "finished", 40) or ""),
        status=data["status"],
        seconds=_seconds(data),
        hints=_number(data, "hints", 0),
        checks=_number(data, "checks", 0),
        reveals=_number(data, "reveals", 0),
    )


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None


def _seconds(record: Mapping[str, Any]) -> float:
    seconds = record.get("seconds", 0.0)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < 1e9:
        raise PlayError("expected a number of seconds", where="seconds")
    return float(seconds)


def _move(record: object, number: int, game: Game) -> Move:
    try:
        move = from_json(record, game.layout)
    except PlayError as error:
        raise PlayError(error.reason, where=f"moves[{number}].{error.where}") from None
    if not isinstance(move, Move):
        raise PlayError("only moves are kept in the history", where=f"moves[{number}]")
    return move


def _number(record: Mapping[str, Any], name: str, usual: int) -> int:
    value = record.get(name, usual)
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise PlayError(f"expected a whole number, not {value!r:.40}", where=name)
    return value
