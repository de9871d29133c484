"""What the MCP server can do: a function for each tool. `mcp_server` runs them in worker processes.

The signature and the docstring of a function are what an assistant reads; `TOOLS` lists them. Answers are small, plain
data; pictures are the bytes of a PNG file. What a caller can mend is a NonetError that says how.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from nonet.errors import NonetError, RuleError

if TYPE_CHECKING:
    from nonet.grid import Grid
    from nonet.hints import Hint
    from nonet.layout import Layout
    from nonet.puzzle import Puzzle
    from nonet.step import Step

Answer = dict[str, Any]

MOST_COUNTED = 1_000_000
MOST_STEPS = 50
"""Steps of one answer."""
LONGEST = 100_000
"""Characters of one answer."""
MOST_JUDGED = 100
"""Statements of one answer."""
WIDTH = 800
"""Pixels of a picture."""

PuzzleText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=50_000,
        description="81 characters with . or 0 for empty cells, or rows, a drawn board, a link, or JSON with the rules "
        'of a variant: {"nonet": 1, "layout": "9x9", "givens": "81 characters", "rules": '
        '[{"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 7}]}',
    ),
]
BoardName = Annotated[
    str | None,
    Field(
        max_length=700,
        description="only if the text leaves it open: 6x6, 9x9+x, windoku, samurai, jigsaw:MAP",
    ),
]
Position = Annotated[
    str | None,
    Field(max_length=50_000, description="the board so far: the puzzle with the digits that were filled in"),
]
Eliminated = Annotated[
    list[str] | None,
    Field(
        max_length=5000,
        description='candidates ruled out so far, as next_step writes them: ["r3c4<>7", "r1c2<>57"]',
    ),
]
Language = Annotated[Literal["en", "de", "cs"], Field(description="language of the text")]


def solve(puzzle: PuzzleText, board: BoardName = None) -> Answer:
    """Solve a Sudoku of any size or variant. Says whether there is no solution, one, or several (then two of them)."""
    from nonet.engines import engine_for

    given = _puzzle(puzzle, board)
    found = list(islice(engine_for(given).solutions(given), 2))
    return {"solutions": ("none", "one", "several")[len(found)], "boards": [*map(_rows, found)]}


def check(puzzle: PuzzleText, position: Position = None, board: BoardName = None) -> Answer:
    """Check whether a puzzle has exactly one solution, and whether the digits of a position are right so far."""
    from nonet.play.validation import Kind, validate, verdict_words

    verdict = validate(puzzle, layout=_layout(board))
    names = [verdict.layout.cell_name(cell) for cell in verdict.cells]
    answer: Answer = {"puzzle": verdict.kind.value, "text": verdict_words(verdict), "clues": verdict.clues}
    answer |= {"conflicts" if verdict.kind is Kind.CONFLICT else "open": names[:40]} if names else {}
    if position is None or verdict.puzzle is None:
        return answer
    try:
        grid = _position(position, verdict.puzzle)
    except RuleError as error:
        return answer | {"position": "conflict", "why": str(error)}
    empty = grid.entries.count(0)
    if verdict.solution is None:
        return answer | {"position": "unknown", "empty": empty}
    right = verdict.solution.entries
    wrong = [
        verdict.layout.cell_name(cell)
        for cell, entry in enumerate(grid.entries)
        if entry not in (0, right[cell])
    ]
    kind = "wrong" if wrong else "solved" if not empty else "right so far"
    return answer | {"position": kind, "wrong": wrong, "empty": empty}


def count(
    puzzle: PuzzleText,
    limit: Annotated[int, Field(ge=1, le=MOST_COUNTED, description="stop counting here")] = 1000,
    board: BoardName = None,
) -> Answer:
    """Count the solutions of a puzzle, up to a limit."""
    from nonet.solving import count_solutions

    found = count_solutions(_puzzle(puzzle, board), limit=limit)
    return {"count": found, "at_least": found >= limit}


def rate(
    puzzle: PuzzleText,
    scheme: Annotated[
        Literal["hodoku", "se"], Field(description="HoDoKu's score, or Sudoku Explainer's ER (9x9 only)")
    ] = "hodoku",
    board: BoardName = None,
) -> Answer:
    """Rate how hard a puzzle is for people: a level, a score, and the hardest technique that it needs."""
    from nonet import rating
    from nonet.explain import rating_words, technique_name

    given = _puzzle(puzzle, board)
    found = rating.rate(given, scheme=scheme)
    hardest = technique_name(found.technique) if found.technique else None
    return {
        "level": found.level or None,
        "score": found.score,
        "scheme": f"{found.scheme} {found.version}",
        "hardest": hardest,
        "steps": found.steps,
        "text": rating_words(found) if found.level else str(found),
    }


def hint(
    puzzle: PuzzleText,
    position: Position = None,
    tier: Annotated[
        int,
        Field(ge=1, le=4, description="1 where to look, 2 which technique, 3 the pattern, 4 everything"),
    ] = 2,
    eliminated: Eliminated = None,
    language: Language = "en",
    board: BoardName = None,
) -> Answer:
    """Give a hint to a person who is solving: the first mistake if there is one, otherwise where to look next."""
    from nonet.explain import advise

    found = _hint(puzzle, position, eliminated, board)
    return {"kind": found.kind.value, "text": advise(found, tier=tier, detail="short", language=language)}


def next_step(
    puzzle: PuzzleText,
    position: Position = None,
    eliminated: Eliminated = None,
    language: Language = "en",
    board: BoardName = None,
) -> Answer:
    """The next logical step: its technique, what it places and eliminates, and why. A mistake comes first. To continue,
    fill in the placements and add the eliminations to `eliminated`.
    """
    from nonet.explain import advise

    found = _hint(puzzle, position, eliminated, board)
    layout = found.position.layout
    answer: Answer = {"kind": found.kind.value, "text": advise(found, language=language)[:LONGEST]}
    if found.step is not None:
        return answer | _conclusions(found.step, layout)
    return answer | {"cells": [layout.cell_name(cell) for cell in found.cells[:40]]}


def explain(
    puzzle: PuzzleText,
    first: Annotated[int, Field(ge=1, le=100_000, description="number of the first step")] = 1,
    steps: Annotated[int, Field(ge=1, le=MOST_STEPS, description="how many steps")] = 20,
    detail: Annotated[Literal["short", "full"], Field(description="full: with proofs")] = "short",
    language: Language = "en",
    board: BoardName = None,
) -> Answer:
    """Explain how a person solves the puzzle, step by step, without guessing; long solutions in pages of `steps`."""
    from nonet.explain import explain as in_words
    from nonet.logic.path import path

    walk = islice(path(_puzzle(puzzle, board)), first - 1, None)
    shown, length = list[str](), 0
    for step in islice(walk, steps):
        assert step.context is not None
        text = in_words(step, step.context.position, detail=detail, language=language)
        length += len(text)
        if shown and length > LONGEST:
            return {"steps": shown, "next": first + len(shown)}
        shown.append(f"{step.context.number}. {text[:LONGEST]}")
    more = next(walk, None) is not None
    return {"steps": shown, "next": first + len(shown) if more else None}


def create(
    level: Annotated[
        str | None,
        Field(max_length=40, description="easy, medium, hard, unfair or extreme; the easiest by default"),
    ] = None,
    board: Annotated[
        str,
        Field(
            max_length=40,
            description="4x4, 6x6, 9x9, x, windoku, jigsaw, 12x12, 16x16, or a variant: killer, thermo, arrow, "
            "whispers, renban, kropki, little-killer, sandwich, quadruple, anti-knight, mixed",
        ),
    ] = "9x9",
    seed: Annotated[int | None, Field(ge=0, lt=1 << 53, description="the same seed, the same puzzle")] = None,
) -> Answer:
    """Create a puzzle with exactly one solution: its text, and what its rules say."""
    from nonet.models.prompts import puzzle_text, rules_of
    from nonet.play import new_puzzle

    game = new_puzzle(board, level, seed)
    return {
        "puzzle": puzzle_text(game.puzzle),
        "board": board,
        "level": game.level,
        "seed": game.seed,
        "clues": game.puzzle.clue_count,
        "rules": [*dict.fromkeys(rules_of(game.puzzle))] if board != "9x9" else [],
    }


def draw(
    puzzle: PuzzleText,
    position: Position = None,
    candidates: Annotated[bool, Field(description="write the candidates into empty cells")] = False,
    board: BoardName = None,
) -> bytes:
    """Draw a puzzle, with the rules of its variant, as a picture (PNG)."""
    from nonet.draw.board import board_scene
    from nonet.draw.png import scene_png
    from nonet.play.rule_candidates import candidates_left

    given = _puzzle(puzzle, board)
    grid = given.givens if position is None else _position(position, given)
    left = candidates_left(given, grid) if candidates else None
    return scene_png(board_scene(given, grid=grid, candidates=left), width=WIDTH)


def convert(
    puzzle: PuzzleText,
    to: Annotated[
        str,
        Field(
            max_length=40,
            description="rows, joined, line, board, csv, json, sdk, f-puzzles, scl, sudokupad; a wrong name lists all",
        ),
    ],
    board: BoardName = None,
) -> Answer:
    """Convert a puzzle into another format: plain text, the file of an application, a link."""
    from nonet.formats import all_format_names, left_out, read, write

    if to not in all_format_names():
        raise NonetError(f"there is no format {to!r}; choose from {', '.join(all_format_names())}")
    entry = read(puzzle, layout=_layout(board))
    text = write(entry, to)
    if len(text) > LONGEST:
        raise NonetError(
            f"{len(text)} characters are too many for an answer; use the command: sudoku convert"
        )
    return {"text": text, "left_out": left_out(entry, to)}


def read_photo(
    file: Annotated[
        str | None,
        Field(max_length=4096, description="path of a JPEG, PNG or WebP file on the computer of this server"),
    ] = None,
    data: Annotated[
        str | None, Field(max_length=20_000_000, description="or the picture itself, in base64")
    ] = None,
) -> Answer:
    """Read the 9x9 Sudoku in a photograph or a screenshot. Doubtful cells are named: look at them again. The
    others are further puzzles in the picture.
    """
    from nonet.photo import quiet_libraries, read

    if (file is None) == (data is None):
        raise NonetError("give either file, the path of a picture, or data, a picture in base64")
    with quiet_libraries():
        found = read(_decoded(data) if data is not None else str(Path(file or "").expanduser()))
    return {
        "puzzle": found.puzzle.givens.symbols,
        "doubts": {each.name: [each.digit, *each.others] for each in found.doubts},
        "others": [each.puzzle.givens.symbols for each in found.others],
    }


def judge(
    puzzle: PuzzleText,
    text: Annotated[
        str,
        Field(max_length=200_000, description="what was written: a solution, or steps, with prose around"),
    ],
    what: Annotated[
        Literal["answer", "reasoning"],
        Field(description="answer: is the board right? reasoning: is each step true, and does it follow?"),
    ] = "answer",
    board: BoardName = None,
) -> Answer:
    """Judge what somebody wrote about a puzzle: whether the board is right, or whether each step of the reasoning is
    true and follows by logic.
    """
    from nonet.models.answers import answer
    from nonet.models.reasons import NOT_WHOLE, reasoning

    given = _puzzle(puzzle, board)
    if what == "answer":
        return answer(given, text).to_json()
    found = reasoning(given, text)
    shown = [each.to_json(given.layout) for each in found.read[:MOST_JUDGED]]
    read = {"sound": found.is_sound, "read": len(found.read), "statements": shown}
    return read if found.is_whole else {**read, "note": NOT_WHOLE}


TOOLS: tuple[Callable[..., Answer | bytes], ...] = (
    *(solve, check, count, rate, hint, next_step),
    *(explain, create, draw, convert, read_photo, judge),
)


def _layout(board: str | None) -> Layout | None:
    from nonet.layout import Layout

    return None if board is None else Layout.named(board)


def _puzzle(text: str, board: str | None) -> Puzzle:
    from nonet.formats import parse

    return parse(text, layout=_layout(board))


def _position(text: str, puzzle: Puzzle) -> Grid:
    from nonet.formats import parse

    grid = parse(text, layout=puzzle.layout).givens
    if not grid.extends(puzzle.givens):
        raise NonetError(
            "the position does not contain the givens of the puzzle; give both for the same puzzle"
        )
    return grid


def _hint(text: str, position: str | None, eliminated: list[str] | None, board: str | None) -> Hint:
    from nonet.hints import hint as find

    puzzle = _puzzle(text, board)
    masks = _masks(eliminated, puzzle.layout) if eliminated else None
    grid = puzzle.givens if position is None else _position(position, puzzle)
    for cell, entry in enumerate(grid.entries if masks else ()):
        if entry and masks and not masks[cell] >> entry - 1 & 1:
            name, digit = puzzle.layout.cell_name(cell), puzzle.layout.digit_of(entry)
            raise NonetError(f"eliminated: {name} holds {digit} in this position")
    return find(puzzle, grid, candidates=masks)


def _masks(eliminated: list[str], layout: Layout) -> list[int]:
    """The candidates that are left, by cell.

    >>> from nonet.layout import Layout
    >>> _masks(["r1c1<>24", "r1c1 <> 1"], Layout.named("4x4"))[:2]
    [4, 15]
    """
    masks = [layout.all_digits] * layout.cell_count
    for each in eliminated:
        found = re.fullmatch(r"(\w{1,8}) *(?:<>|!=|≠) *(\d{1,25})", each.strip(), re.ASCII | re.IGNORECASE)
        if found is None:
            raise NonetError(f"eliminated: {each!r:.60} is not a cell and a digit such as r3c4<>7")
        digits = [found[2]] if layout.size > 9 else found[2]
        masks[layout.cell_named(found[1].lower())] &= ~layout.mask_of(map(int, digits))
    return masks


def _conclusions(step: Step, layout: Layout) -> Answer:
    """A step as data, in the notation that `eliminated` reads."""

    def written(candidates: tuple[tuple[int, int], ...], sign: str) -> list[str]:
        return [f"{layout.cell_name(cell)}{sign}{layout.entry_of(digit)}" for cell, digit in candidates]

    return {
        "technique": step.technique,
        "placements": written(step.placements, "="),
        "eliminations": written(step.eliminations, "<>"),
    }


def _rows(grid: Grid) -> str:
    from nonet.formats import format_grid

    return format_grid(grid, "joined" if grid.layout.size <= 9 else "rows")


def _decoded(data: str) -> bytes:
    try:
        return b64decode(data.partition("base64,")[2] or data, validate=True)
    except ValueError:
        raise NonetError("data is not base64; give the path of the picture as file instead") from None
