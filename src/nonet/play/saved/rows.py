"""Rows of the store as values, read with suspicion: a damaged file may hold anything in any column.

Whatever is not as we write it is an `UnreadableRow`, whose message says which part is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Annotated, Any, TypeVar

from nonet.errors import FieldError, NonetError
from nonet.fields import Choice, Count, fields_of, read
from nonet.layout import Layout
from nonet.play.actions import Move, from_json, to_json
from nonet.play.errors import PlayError
from nonet.play.fog import KINDS, seen_at_first
from nonet.play.game import Game, Printable, Seconds
from nonet.play.saved.database import Row
from nonet.play.saved.record import game_from_json, grid_of
from nonet.play.saved.statistics import Result
from nonet.play.session import Aids
from nonet.play.state import Status
from nonet.puzzle import Puzzle

Value = TypeVar("Value")


class UnreadableRow(NonetError):
    """A row that was not written by us, or was damaged since."""


@dataclass(frozen=True, kw_only=True)
class _ListColumns:
    """Columns of `games` for a list."""

    id: Printable
    status: Annotated[str, Choice(tuple(status.value for status in Status))]
    seconds: Seconds
    created: Printable
    changed: Printable
    player: Printable


@dataclass(frozen=True, kw_only=True)
class Saved(_ListColumns):
    """A saved game, as a list shows it. `givens` and `cells` have one symbol per cell, `.` for an empty
    one; givens are those that are seen at first.
    """

    puzzle: Puzzle
    has_rules: bool
    """Whether the puzzle has all its rules. Where a list has too many of them, it has only that of its fog."""
    layout: str
    board: str
    level: str | None
    source: str
    givens: str
    cells: str

    @property
    def filled(self) -> int:
        return self.total - self.cells.count(".", 0, self.total)

    @property
    def given(self) -> int:
        return self.total - self.givens.count(".", 0, self.total)

    @property
    def progress(self) -> float:
        """The share of the empty cells that is filled: 0 … 1."""
        empty = self.total - self.given
        return (self.filled - self.given) / empty if empty else 1.0

    @property
    def total(self) -> int:
        """The number of cells on the board; those beside it may be left empty."""
        return self.puzzle.layout.board_count

    @property
    def day(self) -> str:
        """The day of the last change where the player is; what a damaged file has instead of a time, as it is."""
        try:
            return datetime.fromisoformat(self.changed).astimezone().date().isoformat()
        except (ValueError, OverflowError, OSError):
            return self.changed[:10]


@dataclass(frozen=True, kw_only=True)
class _SessionColumns:
    """Columns of `games` for a session."""

    cursor: Count
    seconds: Seconds
    revision: Count


@dataclass(frozen=True, kw_only=True)
class GameRow(_SessionColumns):
    """All that a session is made of."""

    game: Game
    moves: tuple[Move, ...]
    aids: Aids
    rowid: int = 0
    """0: it is not known."""


def _checked(cls: type[Value], row: Row) -> Value:
    """The columns that are fields of a class."""
    try:
        return read(cls, {name: row[name] for name in fields_of(cls)})
    except FieldError as error:
        raise UnreadableRow(f"{error.where} is damaged") from None


def _json(value: object, name: str) -> Any:
    if not isinstance(value, str):
        raise UnreadableRow(f"{name} is damaged")
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise UnreadableRow(f"{name} is damaged: {error}") from None


def rules_size(row: Row) -> int:
    """About how many characters the rules of a game have; 0 if it has none."""
    setup = row["setup"]
    return len(setup) if isinstance(setup, str) and '"rules": [' in setup else 0


def saved_of(row: Row, *, has_rules: bool = True) -> Saved:
    """A row of `games`, without its moves. Reading the rules takes most of the time; `has_rules=False` leaves them."""
    setup = _json(row["setup"], "setup")
    if not has_rules and isinstance(setup, dict) and isinstance(rules := setup.get("rules"), list):
        fog = [
            rule for kind in KINDS for rule in rules if isinstance(rule, dict) and rule.get("kind") == kind
        ]
        setup["rules"] = fog[:1]
    try:
        game = game_from_json(setup, solved=False)
        grid_of(row["cells"], game.layout, "cells")
    except NonetError as error:
        raise UnreadableRow(str(error)) from None
    return Saved(
        **vars(_checked(_ListColumns, row)),
        puzzle=game.puzzle,
        has_rules=has_rules,
        layout=game.layout.name,
        board=game.board,
        level=game.level,
        source=game.source,
        givens=seen_at_first(game.puzzle).givens.symbols,
        cells=row["cells"],
    )


def game_of(row: Row, moves: Sequence[Row], *, known: Sequence[Move] = ()) -> GameRow:
    """A row of `games` and its rows of `moves`, in order. A solution that does not fit is worked out again. Moves that
    are the same as the known ones are these, and not read again.
    """
    saved_of(row)
    try:
        game = game_from_json(_json(row["setup"], "setup"), solved=False)
        if row["solution"] is not None:
            try:
                solution = grid_of(row["solution"], game.layout, "solution")
                game = game.with_solution(solution)
            except NonetError:
                game = game.with_solution(Game.of(game.puzzle).solution)
        found = [
            old
            if old is not None and (each["number"], each["move"]) == (number, move_text(old))
            else _move(each, number, game.layout)
            for number, (each, old) in enumerate(zip_longest(moves, known[: len(moves)]))
        ]
    except NonetError as error:
        raise UnreadableRow(str(error)) from None
    if game.id != row["id"]:
        raise UnreadableRow("id is damaged")
    columns = _checked(_SessionColumns, row)
    if columns.cursor > len(found):
        raise UnreadableRow(f"{columns.cursor - len(found)} of its moves are missing")
    aids = _checked(Aids, row)
    return GameRow(**vars(columns), game=game, moves=tuple(found), aids=aids, rowid=row.get("rowid", 0))


def _move(row: Row, number: int, layout: Layout) -> Move:
    if row["number"] != number:
        raise UnreadableRow(f"move {number + 1} is missing")
    try:
        move = from_json(_json(row["move"], "move"), layout)
    except PlayError as error:
        raise UnreadableRow(f"move {number + 1}: {error}") from None
    if not isinstance(move, Move):
        raise UnreadableRow(f"move {number + 1} is not a move")
    return move


def result_of(row: Row) -> Result:
    """A row of `results`."""
    return _checked(Result, row)


def move_text(move: Move) -> str:
    """The twin of `_move`: what the column holds."""
    return json.dumps(to_json(move), separators=(",", ":"), ensure_ascii=False)
