"""The part of the API's description that is about puzzles: boards, rules, solving, rating, hints, photographs."""

from __future__ import annotations

from nonet.faces.web.schema_parts import (
    CANDIDATES,
    CELL,
    CELLS,
    COUNT,
    DIGIT,
    FLAG,
    IN_LANGUAGE,
    LAYOUT,
    MASKS,
    NEW,
    NUMBER,
    PUZZLE_TEXT,
    STATUS,
    STREAK,
    TEXT,
    TIER,
    VALUES,
    WHOLE,
    Operation,
    Schema,
    list_of,
    object_of,
    or_null,
    ref,
)
from nonet.hints import HintKind

__all__ = ["OPERATIONS", "PICTURE", "QUERIES", "puzzle_schema", "schemas"]

PICTURE: Schema = {
    "description": "The bytes of a JPEG, PNG or WebP file of at most 16 MB and 50 million pixels."
}


def schemas() -> dict[str, Schema]:
    level = object_of({"name": TEXT, "title": TEXT})
    board = object_of(
        {
            "name": TEXT,
            "title": TEXT,
            "size": COUNT,
            "layout": TEXT,
            "variant": FLAG,
            "shape": ref("Shape"),
            "example": object_of({"shape": ref("Shape"), "drawing": or_null(ref("Drawing"))}),
            "levels": list_of(level),
        }
    )
    today = object_of(
        {"date": TEXT, "level": TEXT, "title": TEXT, "game": or_null(TEXT), "status": or_null(STATUS)}
    )
    return {
        "Boards": object_of(
            {
                "boards": list_of(board),
                "daily": today,
                "languages": list_of(TEXT),
                "version": TEXT,
                "today": TEXT,
            }
        ),
        "Check": object_of(
            {
                "kind": TEXT,
                "text": TEXT,
                "cells": CELLS,
                "clues": COUNT,
                "conflicts": CELLS,
                "mistakes": CELLS,
                "complete": FLAG,
            }
        ),
        "Days": _days(),
        "Drawing": _drawing(),
        "DrawnElement": _drawn_element(),
        "Help": _help(),
        "PhotoReading": _photo_reading(),
        "Puzzle": puzzle_schema(),
        "Rating": object_of(
            {
                "scheme": TEXT,
                "version": TEXT,
                "score": NUMBER,
                "level": TEXT,
                "level_title": TEXT,
                "technique": TEXT,
                "technique_name": TEXT,
                "steps": COUNT,
                "text": TEXT,
            }
        ),
        "Rules": _rules(),
        "Shape": _shape(),
        "Solutions": object_of(
            {
                "kind": {"type": "string", "enum": ["none", "one", "several"]},
                "count": COUNT,
                "more": FLAG,
                "solutions": list_of(TEXT),
            }
        ),
        "Verdict": _verdict(),
    }


def puzzle_schema() -> Schema:
    return object_of(
        {
            "layout": TEXT,
            "board": TEXT,
            "board_title": TEXT,
            "level": or_null(TEXT),
            "level_title": or_null(TEXT),
            "source": TEXT,
            "seed": or_null(WHOLE),
            "shape": ref("Shape"),
            "givens": TEXT,
            "clues": COUNT,
            "share": TEXT,
            "text": TEXT,
            "rules": or_null(ref("Rules")),
        },
        about="A puzzle. givens: one symbol per cell, row by row, '.' for an empty one. share: short, for addresses. "
        "text: a board to copy. rules: those of a variant; null for a classic puzzle.",
    )


def _shape() -> Schema:
    return object_of(
        {
            "size": COUNT,
            "symbols": TEXT,
            "regions": MASKS,
            "extras": list_of(CELLS),
            "houses": list_of(object_of({"kind": TEXT, "name": TEXT, "cells": CELLS})),
            "note_shape": list_of(COUNT, minItems=2, maxItems=2),
        },
        about="What the board looks like. regions: for each cell the number of its box. extras: diagonals and "
        "windows.",
    )


def _rules() -> Schema:
    clue = object_of({"name": TEXT, "cells": CELLS, "outside": FLAG, "text": TEXT})
    return object_of(
        {"title": TEXT, "words": list_of(TEXT), "clues": list_of(clue), "drawing": ref("Drawing")},
        about="The rules of a variant. words: what they say, a sentence each. clues: what is drawn, in words.",
    )


def _drawing() -> Schema:
    layer = list_of(ref("DrawnElement"))
    return object_of(
        {
            "cell": COUNT,
            "under": layer,
            "over": layer,
            "around": layer,
            "margins": list_of(NUMBER, minItems=4, maxItems=4),
            "labelled": CELLS,
        },
        about="What the rules of a variant look like. cell: the width of a cell. under: below the lines of the board. "
        "over: above them. around: outside the board. margins: the room for this on the left, at the top, on the right "
        "and at the bottom, in cells. labelled: cells with a label in their corner.",
    )


def _drawn_element() -> Schema:
    return object_of(
        {
            "tag": {"type": "string", "enum": ["rect", "circle", "path", "text"]},
            "attributes": {"type": "object", "additionalProperties": TEXT},
            "text": TEXT,
        },
        about="An SVG element. Its colours are variables of the page's style sheet, such as var(--rule-cage).",
    )


def _photo_reading() -> Schema:
    doubt = object_of({"cell": CELL, "digit": COUNT, "probability": NUMBER, "others": list_of(COUNT)})
    point = list_of(NUMBER, minItems=2, maxItems=2)
    return object_of(
        {
            "puzzle": ref("Puzzle"),
            "doubts": list_of(doubt),
            "settled": list_of(doubt),
            "corners": list_of(point, minItems=4, maxItems=4),
        },
        about="What was read in a photograph. doubts: cells to look at again, with what else they may be; 0 is an "
        "empty cell. settled: cells that only the rules could decide. corners: of the grid, in pixels, clockwise "
        "from the first cell's.",
    )


def _verdict() -> Schema:
    return object_of(
        {
            "kind": {"type": "string", "enum": ["one", "none", "several", "conflict", "full"]},
            "playable": FLAG,
            "text": TEXT,
            "cells": CELLS,
            "clues": COUNT,
            "puzzle": or_null(ref("Puzzle")),
        }
    )


def _help() -> Schema:
    mark = {"role": TEXT, "label": TEXT, "shape": TEXT, "colour": TEXT}
    shown = {
        "lights": list_of(object_of({"cell": CELL, "digit": or_null(DIGIT), **mark})),
        "houses": list_of(COUNT),
        "links": list_of(object_of({"start": CANDIDATES, "end": CANDIDATES, "strong": FLAG, "text": TEXT})),
        "legend": list_of(object_of({**mark, "text": TEXT})),
    }
    line = {"text": TEXT, "depth": COUNT, "cells": CELLS, "houses": list_of(COUNT), "digits": list_of(DIGIT)}
    kinds = [kind.value for kind in HintKind]
    return object_of(
        {
            "kind": {"type": "string", "enum": kinds},
            "tier": TIER,
            "text": TEXT,
            "short": TEXT,
            "lines": list_of(object_of(line)),
            "technique": or_null(TEXT),
            "technique_name": or_null(TEXT),
            "lesson": FLAG,
            **shown,
            "digit": or_null(DIGIT),
            "cases": list_of(object_of({"title": TEXT, **shown})),
            "moves": list_of(ref("Action")),
        },
        about="A hint of one tier: 1 where to look, 2 which technique, 3 the pattern, 4 the full reasoning and "
        "the moves that it amounts to. short: the text with long proofs folded. lines: the text, fact by fact; deeper "
        "lines belong to the one before them that is less deep. lesson: whether there is one about the technique. "
        "cases: a proof by cases, to be shown one at a time.",
    )


def _days() -> Schema:
    day = object_of(
        {
            "date": TEXT,
            "level": TEXT,
            "title": TEXT,
            "game": or_null(TEXT),
            "status": or_null(STATUS),
            "seconds": or_null(NUMBER),
        }
    )
    return object_of(
        {"first": TEXT, "today": TEXT, "days": list_of(day), "streak": STREAK},
        about="The puzzles of a month, up to today. game, status, seconds: the player's game, if there is one.",
    )


OPERATIONS: tuple[Operation, ...] = (
    ("get", "/api/boards", "What there is to play", {200: "Boards"}, None),
    ("get", "/api/daily", "The puzzle of a day", {200: "Puzzle"}, None),
    ("get", "/api/days", "The daily puzzles of a month, and the player's progress", {200: "Days"}, None),
    ("post", "/api/puzzles", "A new puzzle", {200: "Puzzle"}, object_of({}, {**NEW, **IN_LANGUAGE})),
    (
        "post",
        "/api/parse",
        "Read a puzzle in any format, or cell by cell, and judge it",
        {200: "Verdict"},
        object_of({}, {"text": TEXT, **VALUES, **LAYOUT, **IN_LANGUAGE}),
    ),
    ("post", "/api/read", "Read the puzzle in a photograph", {200: "PhotoReading"}, PICTURE),
    (
        "post",
        "/api/rules",
        "What the rules of a puzzle look like and say; whether it has a solution is not checked",
        {200: "Rules"},
        object_of(PUZZLE_TEXT, {**LAYOUT, **IN_LANGUAGE}),
    ),
    (
        "post",
        "/api/solve",
        "Solutions, as many as asked for, up to 100",
        {200: "Solutions"},
        object_of(PUZZLE_TEXT, {**LAYOUT, "limit": {"type": "integer", "minimum": 1, "maximum": 100}}),
    ),
    (
        "post",
        "/api/rate",
        "How hard a puzzle is",
        {200: "Rating"},
        object_of(PUZZLE_TEXT, {**LAYOUT, **IN_LANGUAGE}),
    ),
    (
        "post",
        "/api/check",
        "Whether a puzzle has one solution, and whether values are right",
        {200: "Check"},
        object_of(PUZZLE_TEXT, {**LAYOUT, **IN_LANGUAGE, **VALUES}),
    ),
    (
        "post",
        "/api/hint",
        "A hint in any position; if it is impossible, the hint says so",
        {200: "Help"},
        object_of(
            PUZZLE_TEXT,
            {**LAYOUT, **IN_LANGUAGE, **VALUES, "candidates": MASKS, "tier": TIER},
        ),
    ),
)

QUERIES: dict[str, dict[str, Schema]] = {
    "/api/boards": IN_LANGUAGE,
    "/api/daily": {"date": {"type": "string", "format": "date"}, **IN_LANGUAGE},
    "/api/days": {"from": {"type": "string", "format": "date"}, **IN_LANGUAGE},
    "/api/read": IN_LANGUAGE,
}
