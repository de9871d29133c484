"""The jobs of the worker processes. What they need is imported in the worker: the server starts without it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from nonet.faces.web.json_text import json_text
from nonet.faces.web.problems import Problem
from nonet.fields import as_json
from nonet.layout import CLASSIC, Layout

if TYPE_CHECKING:
    from nonet.faces.web.open_games import Sessions
    from nonet.grid import Grid
    from nonet.play import Game, Verdict
    from nonet.puzzle import Puzzle
    from nonet.rating import Rating

T = TypeVar("T")


def load() -> None:
    """Imports what the jobs need, before the time limit of the first one begins."""
    import nonet.hints
    import nonet.play
    import nonet.rating  # noqa: F401
    from nonet.limits import own_process

    own_process()


def load_behind_moves() -> None:
    """`load`, in a process to which the system prefers those that answer moves."""
    if hasattr(os, "nice"):
        os.nice(5)
    load()


def load_games() -> None:
    """`load`, and what jobs on saved games need, most of which is imported when it is first used."""
    import nonet.faces.web.open_games
    import nonet.faces.web.views
    import nonet.play.saved.pack_progress  # noqa: F401

    load()


def load_hints() -> None:
    """What games wait for, a hint included, behind their moves: the first would import for a fifth of a second."""
    load_behind_moves()
    load_games()
    hint(_SMALL, None, None, None, 4, "en")


_SMALL = (
    '{"nonet": 1, "layout": "4x4", "givens": "...............1", "rules": ['
    '{"kind": "thermometer", "cells": ["r1c3", "r2c4", "r3c3"]}, '
    '{"kind": "thermometer", "cells": ["r2c3", "r1c2", "r2c1"]}]}'
)
"""A puzzle with rules and one solution."""


def measured(call: Callable[[], T]) -> tuple[T, float]:
    """The result of a call, and the seconds of computing that it took."""
    start = time.process_time()
    return call(), time.process_time() - start


def on_saved_games(
    path: Path, most_games: int, player: str, speaker: str, job: Callable[..., T], *arguments: Any
) -> T:
    """The result of a job of `game_jobs`; this process keeps the file of saved games open."""
    return job(_sessions(path, most_games).as_player(player, speaker), *arguments)


@lru_cache(maxsize=2)
def _sessions(path: Path, most_games: int) -> Sessions:
    from nonet.faces.web.open_games import Sessions
    from nonet.play import Store

    return Sessions(Store(path), most_games=most_games)


def new_game(board: str, level: str | None, seed: int | None) -> Game:
    from nonet.play import new_puzzle

    return new_puzzle(board, level, seed)


def daily_game(day: date, board: str) -> Game:
    from nonet.play import daily

    return daily(day, board)


def judge(text: str | None, values: Sequence[int] | None, layout: str | None) -> Verdict:
    """Whether a puzzle can be played; it comes as text, or as values."""
    from nonet.play.validation import read_grid, validate

    board = None if layout is None else Layout.named(layout)
    if text is None:
        return validate(read_grid(values or [], board or CLASSIC))
    return validate(text, layout=board)


def verdict(text: str | None, values: Sequence[int] | None, layout: str | None, language: str) -> bytes:
    """What `judge` says, as the JSON of an answer."""
    from nonet.faces.web.views import verdict_view

    return json_text(verdict_view(judge(text, values, layout), language))


def check(text: str, layout: str | None, values: Sequence[int] | None, language: str) -> bytes:
    """Whether a puzzle has one solution, and whether the values are right, if there are any."""
    from nonet.faces.web.views import verdict_view
    from nonet.grid import Grid
    from nonet.play import Kind

    verdict = judge(text, None, layout)
    conflicts, mistakes, complete = list(verdict.cells) * (verdict.kind is Kind.CONFLICT), [], False
    if values is not None and verdict.puzzle is not None:
        grid = Grid(verdict.puzzle.layout, bytes(values))
        if not grid.extends(verdict.puzzle.givens):
            raise Problem(400, "bad-request", "the values do not belong to this puzzle", where="values")
        conflicts = sorted({cell for conflict in grid.conflicts() for cell in conflict.cells})
        if verdict.solution is not None:
            right = verdict.solution.entries
            mistakes = [cell for cell, value in enumerate(grid.entries) if value and value != right[cell]]
        complete = grid.is_solution()
    view = verdict_view(verdict, language)
    return json_text(
        {
            **{name: view[name] for name in ("kind", "text", "cells", "clues")},
            "conflicts": conflicts,
            "mistakes": mistakes,
            "complete": complete,
        }
    )


def rules(text: str, layout: str | None, language: str) -> bytes:
    """What the rules of a puzzle look like and say, as the JSON of an answer; nothing is searched."""
    from nonet.faces.web.rule_view import rules_view
    from nonet.play.fog import seen_at_first

    return json_text(rules_view(seen_at_first(_puzzle(text, layout)), language))


def solve(text: str, layout: str | None, limit: int) -> list[Grid]:
    """Up to `limit` solutions, and one more if there are more."""
    from nonet.engines import engine_for

    puzzle = _puzzle(text, layout)
    return list(islice(engine_for(puzzle).solutions(puzzle), limit + 1))


def rate(text: str, layout: str | None) -> Rating:
    from nonet import rating

    return rating.rate(_puzzle(text, layout))


def hint(
    text: str,
    layout: str | None,
    values: Sequence[int] | None,
    candidates: Sequence[int] | None,
    tier: int,
    language: str,
) -> bytes:
    """A hint in any position, as the JSON of an answer."""
    from nonet import hints
    from nonet.faces.web.views import help_view
    from nonet.grid import Grid
    from nonet.play.hint_view import hint_view

    puzzle = _puzzle(text, layout)
    grid = None if values is None else Grid(puzzle.layout, bytes(values))
    found = hints.hint(puzzle, grid, candidates=candidates)
    return json_text(help_view(hint_view(found, tier=tier, language=language), puzzle, language))


def read_photo(data: bytes, language: str) -> bytes:
    """The Sudoku in a picture, as the JSON of an answer: the server itself never imports the libraries that read it."""
    from nonet.faces.web.answers import PhotoReadingJson
    from nonet.faces.web.views import puzzle_view
    from nonet.photo import quiet_libraries, read

    with quiet_libraries():
        found = read(data)
    return json_text(as_json(PhotoReadingJson, found, puzzle=puzzle_view(found.puzzle, language)))


def qr_code(link: str) -> str:
    """As SVG; empty where the package for it is not installed."""
    from nonet.draw.share import qr_scene
    from nonet.draw.svg import to_svg_file
    from nonet.errors import NonetError

    try:
        return to_svg_file(qr_scene(link), width=280)
    except NonetError:
        return ""


if TYPE_CHECKING:
    from nonet.play.desk import Draft, Export, PathReport, SolutionCount


def _puzzle(text: str, layout: str | None) -> Puzzle:
    from nonet.formats import parse

    return parse(text, layout=None if layout is None else Layout.named(layout))


# -- the setter's desk, and searches to watch ------------------------------------------------------------------


def opened(text: str) -> Draft:
    from nonet.play import desk

    return desk.opened(text)


def examine(draft: Draft, language: str) -> bytes:
    from nonet.faces.web.rule_view import report_view
    from nonet.play import desk

    return json_text(report_view(desk.examine(draft, language=language), draft.layout, language))


def count(draft: Draft, limit: int, seconds: float) -> SolutionCount:
    from nonet.play import desk

    return desk.count(draft.puzzle(), limit=limit, seconds=seconds)


def candidates(draft: Draft, seconds: float) -> tuple[int, ...] | None:
    from nonet.play import desk

    return desk.candidates(draft.puzzle(), seconds=seconds)


def contradiction(draft: Draft, language: str) -> bytes:
    from nonet import clues
    from nonet.faces.web.rule_view import clues_view

    puzzle = draft.puzzle()
    found = clues_view(draft, puzzle, clues.contradiction(puzzle), language)
    return json_text({"known": True, "clues": found})


def path(draft: Draft, seconds: float, language: str) -> PathReport:
    from nonet.play import desk

    return desk.path_report(draft.puzzle(), seconds=seconds, language=language)


def step(draft: Draft, number: int, language: str) -> bytes:
    from nonet.faces.web.views import position_view
    from nonet.play import desk

    puzzle = draft.puzzle()
    return json_text(position_view(desk.path_step(puzzle, number), puzzle, language))


def export(draft: Draft) -> tuple[Export, ...]:
    from nonet.play import desk

    return desk.exported(draft.puzzle())


def trace(text: str, layout: str | None, engine: str, start: int, count: int, language: str) -> bytes:
    from nonet.engines.tracing import trace_page
    from nonet.faces.web.trace_view import trace_view

    puzzle = _puzzle(text, layout)
    return json_text(trace_view(puzzle, trace_page(puzzle, engine, start=start, count=count), language))


ANALYSIS = frozenset(
    {check, hint, judge, rate, read_photo, rules, solve, verdict}
    | {candidates, contradiction, count, path, step, trace}
)
"""Jobs on any puzzle, which no game waits for. Every edit of the setter's desk examines the draft, while a search for
the draft before may still be running: the two are in different pools.
"""
