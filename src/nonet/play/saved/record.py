"""A whole game as plain data, to download and to resume elsewhere.

    {"format": "nonet-game-1",
     "game": {"id": …, "layout": "9x9", "givens": "53..7…", "level": "easy", "source": "level", "seed": 7, …},
     "moves": [{"type": "place", "cells": [2], "digit": 4, "clean": true}, …],
     "cursor": 12, "seconds": 81.5, "aids": {"hints": 1, "checks": 0, "reveals": 0},
     "result": {"status": "finished", "seconds": 81.5, "hints": 1, …, "day": "2026-11-16", "finished": "2026-11-16T…"},
     "changed": "2026-11-16T…"}

A variant also has `rules`, as in our JSON of puzzles; `about` has the words of the setter. The solution is not part of
it; reading a record solves the puzzle. `result` says how the game ended for the first time; it is left out while the
game is not over. `changed` is when it was last played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated, Any, NotRequired, TypedDict, Unpack

from nonet.about import NO_WORDS, About
from nonet.errors import expect
from nonet.fields import (
    Choice,
    Count,
    Described,
    ListOf,
    Some,
    String,
    as_json,
    fields_of,
    includes,
    kind_of,
    to_plain,
)
from nonet.grid import Grid, symbols_of
from nonet.layout import Layout
from nonet.limits import check
from nonet.play.action_type import ActionData
from nonet.play.actions import Move, from_json, to_json
from nonet.play.errors import PlayError, as_play_error
from nonet.play.game import Game, Seconds, ShortText
from nonet.play.saved.statistics import RecordedResult, Result, result_now
from nonet.play.session import Aids, OpeningOptions, Session
from nonet.play.state import Status
from nonet.puzzle import Puzzle

FORMAT = "nonet-game-1"

_IDENTITY = re.compile(r"[0-9A-Za-z_-]{8,64}")


@includes(Game)
class RecordedGameJson(TypedDict):
    layout: Annotated[str, String(0, 700)]
    givens: str
    ruled_out: NotRequired[tuple[Count, ...]]
    rules: NotRequired[tuple[Annotated[object, Described({"type": "object"})], ...]]
    about: NotRequired[About]


class RecordJson(TypedDict):
    """A whole game, to keep and to go on with elsewhere."""

    format: Annotated[str, Choice((FORMAT,))]
    game: RecordedGameJson
    moves: Annotated[list[Any], ListOf(kind_of(ActionData))]
    cursor: Count
    seconds: Seconds
    aids: Aids
    result: NotRequired[RecordedResult]
    changed: NotRequired[ShortText]


def game_to_json(game: Game) -> dict[str, Any]:
    """What the game was set up with, without the moves."""
    puzzle = game.puzzle
    record = {
        "id": game.id,
        "layout": game.layout.name,
        "givens": puzzle.givens.symbols,
        **to_plain(game),
    }
    if puzzle.ruled_out:
        record["ruled_out"] = list(puzzle.ruled_out)
    if puzzle.rules:
        from nonet.rules.codec import to_data

        record["rules"] = [to_data(rule, game.layout) for rule in puzzle.rules]
    if puzzle.about:
        record["about"] = to_plain(puzzle.about)
    return record


def game_from_json(record: object, *, solved: bool = True) -> Game:
    """The inverse of `game_to_json`. Unless `solved` is False, the puzzle is solved, which also proves that it can be
    played; without it the game has no solution yet.
    """
    values = _known(RecordedGameJson, record, "game")
    layout = Layout.named(values.pop("layout", "9x9"))
    givens = grid_of(values.pop("givens", None), layout, "givens")
    rules = _rules(values.pop("rules", ()), layout)
    puzzle = Puzzle(givens, values.pop("ruled_out", ()), rules, values.pop("about", NO_WORDS))
    values["id"] = identity_of(values.get("id", ""))
    if solved:
        values["board"] = ""
    solution = Game.of(puzzle).solution if solved else None
    return Game(puzzle=puzzle, solution=solution, **{"source": "shared", **values})


def identity_of(text: str) -> str:
    """The id that a face has chosen for a game; "" if no game can have it."""
    return text if _IDENTITY.fullmatch(text) else ""


def _rules(data: tuple[object, ...], layout: Layout) -> tuple[Any, ...]:
    if not data:
        return ()
    from nonet.rules.codec import from_data

    return tuple(from_data(rule, layout) for rule in data)


def grid_of(symbols: object, layout: Layout, where: str) -> Grid:
    """The inverse of `Grid.symbols`; `where` names the text in the PlayError."""
    if not isinstance(symbols, str) or len(symbols) not in (layout.board_count, layout.cell_count):
        raise PlayError(f"expected {layout.cell_count} symbols, one per cell", where=where)
    known = symbols_of(layout)
    for cell, symbol in enumerate(symbols):
        if symbol not in known:
            raise PlayError(f"{layout.cell_name(cell)}: {symbol!r} is not a digit", where=where)
    return Grid.of(layout, symbols)


def _known(cls: type, data: object, where: str = "", inside: str = "") -> dict[str, Any]:
    """The fields of a class in a record, checked. Others are ignored, and so are those that are null or empty.
    Errors name the fields as parts of `inside`.
    """
    if not isinstance(data, Mapping):
        raise PlayError("expected an object", where=where)
    with as_play_error():
        found = {name: data[name] for name in fields_of(cls) if data.get(name) not in (None, "")}
        return Some(cls).check(found, inside, None)


def to_record(session: Session, result: Result | None = None, changed: str = "") -> dict[str, Any]:
    """The game, how it ended (`Store.result`), and when it was last played (`Store.changed`)."""
    expect(session, Session, "session")
    record = {
        "format": FORMAT,
        "game": game_to_json(session.game),
        "moves": [to_json(move) for move in session.moves],
        "cursor": session.cursor,
        "seconds": round(session.seconds, 3),
        "aids": to_plain(session.aids),
    }
    if result is not None:
        record["result"] = as_json(RecordedResult, result)
    if changed:
        record["changed"] = changed
    return record


def from_record(record: object, **options: Unpack[OpeningOptions]) -> Session:
    """The session of a record; a PlayError says what is wrong with it. Options as for Session."""
    if not isinstance(record, Mapping) or record.get("format") != FORMAT:
        raise PlayError(f"this is not a saved game ({FORMAT})", where="format")
    game = game_from_json(record.get("game"))
    aids = Aids(**_known(Aids, record.get("aids") or {}, "aids"))
    progress = _known(RecordJson, {name: record.get(name) for name in ("moves", "cursor", "seconds")})
    if "moves" not in progress:
        raise PlayError("missing", where="moves")
    check("moves", len(progress["moves"]))
    progress["moves"] = [_move(each, number, game) for number, each in enumerate(progress["moves"])]
    return Session(game, aids=aids, **progress, **options)


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
    end = _known(RecordedResult, data, "result", "result")
    for name in ("status", "day"):
        if name not in end:
            raise PlayError("missing", where=f"result.{name}")
    return replace(result_now(session, day=end["day"], finished=""), **vars(RecordedResult(**end)))


def changed_in(record: Any) -> str:
    """When the game of a record was last played; "" if the record does not say, as those of earlier versions."""
    return str(_known(RecordJson, {"changed": record.get("changed")}).get("changed", ""))


def _day(value: str) -> date | None:
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _move(record: object, number: int, game: Game) -> Move:
    try:
        move = from_json(record, game.layout)
    except PlayError as error:
        raise PlayError(error.reason, where=f"moves[{number}].{error.where}") from None
    if not isinstance(move, Move):
        raise PlayError("only moves are kept in the history", where=f"moves[{number}]")
    return move
