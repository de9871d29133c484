"""Values of play/ as JSON. Cells are numbers from 0, row by row; notes and candidates are bitmasks of digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from nonet.about import About
from nonet.dimensions import HouseKind
from nonet.draw.scene import CELL, Item
from nonet.draw.steps import cleared_cells, legend_lines, legend_sign, overlay
from nonet.explain import technique_name
from nonet.explain.step_picture import Picture, candidate_shape
from nonet.faces.web.answers import (
    AnyPuzzleJson,
    CageJson,
    GameJson,
    HelpJson,
    LegendJson,
    MarksJson,
    OutcomeJson,
    PositionJson,
    PuzzleJson,
    ReplayJson,
    ResultJson,
    SavedGameJson,
    ShapeJson,
    StatisticsJson,
    StatisticsLineJson,
    UsedHelpJson,
    VerdictJson,
)
from nonet.faces.web.rule_view import candidate_places, drawing_view, drawn_elements, rules_view
from nonet.fields import as_json, to_plain
from nonet.formats import format_grid, write
from nonet.grid import Grid, symbols_of
from nonet.hints import Hint
from nonet.layout import CLASSIC, Layout
from nonet.play import (
    Game,
    HintView,
    Outcome,
    Saved,
    SavedSession,
    Statistics,
    Store,
    Verdict,
    board_title,
    level_title,
    say,
    to_share,
    verdict_words,
)
from nonet.play.actions import to_json
from nonet.play.board import Board
from nonet.play.combinations import combinations_in, say_combinations
from nonet.play.events import GameEvent
from nonet.play.fog import seen_at_first
from nonet.play.game import board_of
from nonet.play.hint_view import hint_view, walk
from nonet.play.history import used_candidates
from nonet.play.lessons import has_lesson
from nonet.play.result import frames_of
from nonet.play.saved.statistics import Standing
from nonet.puzzle import Puzzle

View = dict[str, Any]


@lru_cache(maxsize=64)
def shape_view(layout: Layout) -> ShapeJson:
    """What a board looks like; all games on it share this. Labels beside the board are not drawn."""
    extra = (HouseKind.DIAGONAL, HouseKind.WINDOW)
    places = [-1] * layout.cell_count
    for cell in layout.drawn_at.values():
        places[cell] = layout.row_of(cell) * layout.width + layout.column_of(cell)
    boxes = {house.cells for house in layout.boxes}
    boxed = [frozenset(box for box in boxes if cell in box) for cell in range(layout.board_count)]
    numbers = {box: number for number, box in enumerate(dict.fromkeys(boxed))}
    beside = range(len(numbers), len(numbers) + len(layout.extra_names))
    return as_json(
        ShapeJson,
        layout,
        rows=1 + max(places) // layout.width,
        columns=layout.width,
        symbols=symbols_of(layout)[1:],
        places=None if [*layout.drawn_at.values()] == [*range(layout.height * layout.width)] else places,
        names=layout.extra_names,
        regions=[*(numbers[box] for box in boxed), *beside],
        extras=[house.cells for house in layout.houses if house.kind in extra],
        note_shape=candidate_shape(layout),
    )


def puzzle_view(
    puzzle: Puzzle,
    language: str,
    *,
    level: str | None = None,
    source: str = "own",
    seed: int | None = None,
) -> PuzzleJson:
    """A puzzle that is not being played, as it is seen at first."""
    seen = seen_at_first(puzzle)
    same = _about_puzzle(puzzle, puzzle.about, seen, language, level, source, seed)
    return {**same, "givens": symbols_in(seen.givens), "clues": seen.clue_count}


def symbols_in(grid: Grid) -> str:
    """A symbol for each cell, those beside the board included."""
    return grid.symbols.ljust(grid.layout.cell_count, ".")


@lru_cache(maxsize=256)
def _about_puzzle(
    puzzle: Puzzle,
    about: About,
    seen: Puzzle,
    language: str,
    level: str | None,
    source: str,
    seed: int | None,
) -> AnyPuzzleJson:
    """What stays the same while a puzzle is played; cached, because it is part of the answer to every move. `about` is
    the puzzle's, and tells equal puzzles apart; `seen` is what the player sees of it.
    """
    return {
        "layout": puzzle.layout.name,
        "board": board_of(puzzle),
        "board_title": board_title(board_of(puzzle), language=language),
        "level": level,
        "level_title": level and level_title(level, language=language),
        "source": source,
        "seed": seed,
        "shape": shape_view(puzzle.layout),
        "share": to_share(puzzle),
        "text": puzzle_text(puzzle) if seen is puzzle else to_share(puzzle),
        "rules": rules_view(seen, language) if puzzle.rules or not puzzle.layout.is_usual else None,
        "about": about,
    }


def puzzle_text(puzzle: Puzzle) -> str:
    """A puzzle to copy: a board, or our own JSON where it has rules or words."""
    if puzzle.rules or puzzle.about:
        return write(puzzle, "json")
    style = "board" if puzzle.layout.places is None else "rows"
    return format_grid(puzzle.givens, style, with_layout=puzzle.layout != CLASSIC)


def game_puzzle_view(game: Game, language: str) -> PuzzleJson:
    return puzzle_view(game.puzzle, language, level=game.level, source=game.source, seed=game.seed)


def unsaved(game: Game, store: Store) -> SavedSession:
    """A game at its beginning that is not in the store; its revision is 0."""
    return SavedSession(game, tables=store, settings=store.settings(), clock=lambda: 0.0)


def game_view(session: SavedSession) -> GameJson:
    """The current state of a game: everything that the page draws."""
    game, state = session.game, session.state
    fields_of_state: Any = to_plain(state)
    return {
        "id": game.id,
        **_about_puzzle(
            game.puzzle,
            game.puzzle.about,
            session.seen,
            session.settings.language,
            game.level,
            game.source,
            game.seed,
        ),
        "created": game.created,
        **fields_of_state,
        "filled": state.filled,
        "total": state.total,
        "progress": round(state.progress, 4),
        "seconds": round(session.seconds, 3),
        "paused": session.paused and not session.is_over,
        "aids": session.aids,
        "revision": session.revision,
        "best": session.is_best,
        "cages": [
            as_json(CageJson, cage, text=say_combinations(cage, game.layout, language=session.settings.voice))
            for cage in combinations_in(session.seen, state)
        ],
    }


def replay_view(session: SavedSession) -> ReplayJson:
    """Every move that was made: what it did in words, and how the cells that it changed look after it."""
    return {
        "shape": shape_view(session.game.layout),
        "drawing": drawing_view(session.seen) if session.game.puzzle.rules else None,
        "givens": symbols_in(session.seen.givens),
        "frames": [
            {"text": frame.text, "cells": [*_contents(frame.after, frame.cells)]}
            for frame in frames_of(session)
        ],
    }


def _contents(board: Board, cells: Iterable[int]) -> Iterator[list[int]]:
    """For each of these cells itself, its value, corner notes, centre notes, colour."""
    values = board.grid.entries
    for cell in cells:
        yield [cell, values[cell], board.corner[cell], board.centre[cell], board.colours[cell]]


def saved_view(saved: Saved, language: str) -> SavedGameJson:
    """A row of the list of games."""
    seen = seen_at_first(saved.puzzle)
    givens = symbols_in(seen.givens)
    return as_json(
        SavedGameJson,
        saved,
        givens=givens,
        cells=saved.cells.ljust(len(givens), "."),
        board_title=board_title(saved.board, language=language),
        level_title=saved.level and level_title(saved.level, language=language),
        shape=shape_view(saved.puzzle.layout),
        drawing=drawing_view(seen) if saved.has_rules and saved.puzzle.rules else None,
        about=saved.puzzle.about,
    )


def outcome_view(number: int, outcome: Outcome, language: str) -> OutcomeJson:
    refused = outcome.refused
    events = [_event(event, outcome.state.layout, language) for event in outcome.events]
    return {
        "number": number,
        "refused": None if refused is None else refused.reason,
        "events": events,
        "text": " ".join(event["text"] for event in events),
    }


def _event(event: GameEvent, layout: Layout, language: str) -> View:
    facts: View = {"type": _kebab(type(event).__name__)}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "move":
            value = to_json(value)
        facts[field.name] = list(value) if isinstance(value, tuple) else value
    facts["text"] = say(event, layout, language=language)
    return facts


def _kebab(name: str) -> str:
    """HouseDone → house-done."""
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")


def help_view(
    given: HintView, puzzle: Puzzle, language: str, *, auto: bool = False, steps: Sequence[HintView] = ()
) -> HelpJson:
    """A hint as the page shows it; `auto`: the board shows candidates already; `steps` walk through it, unless they
    are its own.

    An element that several steps or cases draw is sent once.
    """
    places = candidate_places(puzzle)
    numbers: dict[Item, int] = {}

    def marks(picture: Picture) -> MarksJson:
        items = overlay(picture, places, auto=auto)
        drawn = [numbers.setdefault(item, len(numbers)) for item in items]
        return {"drawn": drawn, "cleared": cleared_cells(picture, auto=auto)}

    return as_json(
        HelpJson,
        given,
        kind=given.kind,
        technique_name=given.technique and technique_name(given.technique, language),
        lesson=given.technique is not None and has_lesson(given.technique),
        cell=CELL,
        **marks(given.picture),
        legend=_legend(given.picture),
        cases=[
            {"title": case.title, **marks(case.picture), "legend": _legend(case.picture)}
            for case in given.cases
        ],
        walk=[
            {"text": step.text, **marks(step.picture)}
            for step in (steps or (walk(given) if given.tier == 4 else ()))
        ],
        elements=drawn_elements(numbers),  # all that the calls of `marks` have numbered
        moves=[to_json(move) for move in given.moves],
    )


def position_view(
    hint: Hint, puzzle: Puzzle, language: str, *, steps: Sequence[HintView] = ()
) -> PositionJson:
    """The position of a hint, with all of the hint, or with other `steps` to walk through."""
    given = steps[-1] if steps else hint_view(hint, tier=4, language=language)
    return {
        "shape": shape_view(hint.position.layout),
        "givens": hint.givens.symbols,
        "values": hint.position.grid.symbols,
        "candidates": hint.position.masks,
        "rules": rules_view(puzzle, language) if puzzle.rules else None,
        "help": help_view(given, puzzle, language, auto=True, steps=steps),
    }


def _legend(picture: Picture) -> list[LegendJson]:
    return [
        {"sign": drawn_elements(legend_sign(symbol, 0, 0)), "text": text}
        for symbol, text in legend_lines(picture)
    ]


def verdict_view(verdict: Verdict, language: str) -> VerdictJson:
    """Whether a puzzle of the player's own can be played."""
    puzzle = None if verdict.puzzle is None else puzzle_view(verdict.puzzle, language)
    text = verdict_words(verdict, language=language)
    return as_json(VerdictJson, verdict, text=text, puzzle=puzzle)


def statistics_view(statistics: Statistics, language: str) -> StatisticsJson:
    lines = [
        as_json(
            StatisticsLineJson,
            line,
            board_title=board_title(line.board, language=language),
            level_title=line.level and level_title(line.level, language=language),
        )
        for line in statistics.lines
    ]
    return as_json(StatisticsJson, statistics, lines=lines)


def result_view(session: SavedSession, standing: Standing, techniques: dict[str, int]) -> ResultJson:
    """How a game went: the help that was used, what the puzzle needed, and how the time compares."""
    language = session.settings.voice
    return as_json(
        ResultJson,
        standing,
        seconds=round(session.seconds, 3),
        help=as_json(
            UsedHelpJson,
            session.aids,
            candidates=used_candidates(session.history),
            mistakes_shown=session.settings.check == "solution",
        ),
        techniques=[
            {
                "key": key,
                "name": technique_name(key, language),
                "count": count,
                "lesson": has_lesson(key),
            }
            for key, count in techniques.items()
        ],
    )
