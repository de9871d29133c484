"""The description of the API in OpenAPI 3.1, made here and served as /api/openapi.json; the tests check every
answer against it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from nonet.faces.web import openapi_desk
from nonet.faces.web.schema_parts import (
    CELL,
    CELLS,
    COUNT,
    DIGIT,
    FLAG,
    LANGUAGE,
    MASKS,
    NUMBER,
    TEXT,
    WHOLE,
    Operation,
    Schema,
)
from nonet.faces.web.schema_parts import list_of as _list
from nonet.faces.web.schema_parts import object_of as _object
from nonet.faces.web.schema_parts import or_null as _or_null
from nonet.faces.web.schema_parts import ref as _ref
from nonet.hints import HintKind
from nonet.play.actions import ACTIONS, schema_of
from nonet.version import __version__

__all__ = ["description"]

TIER: Schema = {"type": "integer", "minimum": 1, "maximum": 4}
STATUS: Schema = {"type": "string", "enum": ["playing", "finished", "given-up"]}
STREAK = _object({"current": COUNT, "longest": COUNT})
CANDIDATES = _list({"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2})


def _photo_reading() -> Schema:
    doubt = _object({"cell": CELL, "digit": COUNT, "probability": NUMBER, "others": _list(COUNT)})
    point = _list(NUMBER, minItems=2, maxItems=2)
    return _object(
        {
            "puzzle": _ref("Puzzle"),
            "doubts": _list(doubt),
            "settled": _list(doubt),
            "corners": _list(point, minItems=4, maxItems=4),
        },
        about="What was read in a photograph. doubts: cells to look at again, with what else they may be; 0 is an "
        "empty cell. settled: cells that only the rules could decide. corners: of the grid, in pixels, clockwise "
        "from the first cell's.",
    )


def _puzzle() -> Schema:
    return _object(
        {
            "layout": TEXT,
            "board": TEXT,
            "board_title": TEXT,
            "level": _or_null(TEXT),
            "level_title": _or_null(TEXT),
            "source": TEXT,
            "seed": _or_null(WHOLE),
            "shape": _ref("Shape"),
            "givens": TEXT,
            "clues": COUNT,
            "share": TEXT,
            "text": TEXT,
            "rules": _or_null(_ref("Rules")),
        },
        about="A puzzle. givens: one symbol per cell, row by row, '.' for an empty one. share: short, for addresses. "
        "text: a board to copy. rules: those of a variant; null for a classic puzzle.",
    )


def _drawn_element() -> Schema:
    return _object(
        {
            "tag": {"type": "string", "enum": ["rect", "circle", "path", "text"]},
            "attributes": {"type": "object", "additionalProperties": TEXT},
            "text": TEXT,
        },
        about="An SVG element. Its colours are variables of the page's style sheet, such as var(--rule-cage).",
    )


def _drawing() -> Schema:
    layer = _list(_ref("DrawnElement"))
    return _object(
        {
            "cell": COUNT,
            "under": layer,
            "over": layer,
            "around": layer,
            "margins": _list(NUMBER, minItems=4, maxItems=4),
            "labelled": CELLS,
        },
        about="What the rules of a variant look like. cell: the width of a cell. under: below the lines of the board. "
        "over: above them. around: outside the board. margins: the room for this on the left, at the top, on the right "
        "and at the bottom, in cells. labelled: cells with a label in their corner.",
    )


def _rules() -> Schema:
    clue = _object({"name": TEXT, "cells": CELLS, "outside": FLAG, "text": TEXT})
    return _object(
        {"title": TEXT, "words": _list(TEXT), "clues": _list(clue), "drawing": _ref("Drawing")},
        about="The rules of a variant. words: what they say, a sentence each. clues: what is drawn, in words.",
    )


def _shape() -> Schema:
    return _object(
        {
            "size": COUNT,
            "symbols": TEXT,
            "regions": MASKS,
            "extras": _list(CELLS),
            "houses": _list(_object({"kind": TEXT, "name": TEXT, "cells": CELLS})),
            "note_shape": _list(COUNT, minItems=2, maxItems=2),
        },
        about="What the board looks like. regions: for each cell the number of its box. extras: diagonals and "
        "windows.",
    )


def _game() -> Schema:
    puzzle = {name: part for name, part in _puzzle()["properties"].items() if name not in ("givens", "clues")}
    return _object(
        {
            "id": TEXT,
            **puzzle,
            "created": TEXT,
            "givens": _list({"type": "integer", "minimum": 0, "maximum": 25}),
            "values": _list({"type": "integer", "minimum": 0, "maximum": 25}),
            "corner": MASKS,
            "centre": MASKS,
            "candidates": MASKS,
            "auto": FLAG,
            "colours": _list({"type": "integer", "minimum": 0, "maximum": 8}),
            "candidate_colours": _list(_list(WHOLE, minItems=3, maxItems=3)),
            "more_colours": CANDIDATES,
            "revealed": CELLS,
            "conflicts": CELLS,
            "mistakes": CELLS,
            "left": _list(COUNT),
            "marks": _list(TEXT),
            "status": STATUS,
            "dead_end": FLAG,
            "can_undo": FLAG,
            "can_redo": FLAG,
            "filled": COUNT,
            "total": COUNT,
            "progress": {"type": "number", "minimum": 0, "maximum": 1},
            "seconds": {"type": "number", "minimum": 0},
            "paused": FLAG,
            "aids": _object({"hints": COUNT, "checks": COUNT, "reveals": COUNT}),
            "revision": COUNT,
            "best": _or_null(FLAG),
            "cages": _list(
                _object(
                    {
                        "cells": CELLS,
                        "sum": COUNT,
                        "possible": _list(_list(DIGIT)),
                        "ruled_out": _list(_list(DIGIT)),
                        "text": TEXT,
                    }
                )
            ),
        },
        about="A game and its current state. corner, centre, candidates: for each cell a bitmask of digits (digit d is "
        "the bit 1 << (d - 1)); candidates are shown instead of the corner notes where auto is on. conflicts and "
        "mistakes follow the check setting. left: how many of each digit are still to be placed, by digit. "
        "more_colours: [cell, colour] for each colour of a cell but the first, which is in colours. cages: killer "
        "cages with the combinations of digits that are still possible, and those that are not.",
    )


def _help() -> Schema:
    mark = {"role": TEXT, "label": TEXT, "shape": TEXT, "colour": TEXT}
    shown = {
        "lights": _list(_object({"cell": CELL, "digit": _or_null(DIGIT), **mark})),
        "houses": _list(COUNT),
        "links": _list(_object({"start": CANDIDATES, "end": CANDIDATES, "strong": FLAG, "text": TEXT})),
        "legend": _list(_object({**mark, "text": TEXT})),
    }
    line = {"text": TEXT, "depth": COUNT, "cells": CELLS, "houses": _list(COUNT), "digits": _list(DIGIT)}
    kinds = [kind.value for kind in HintKind]
    return _object(
        {
            "kind": {"type": "string", "enum": kinds},
            "tier": TIER,
            "text": TEXT,
            "short": TEXT,
            "lines": _list(_object(line)),
            "technique": _or_null(TEXT),
            "technique_name": _or_null(TEXT),
            "lesson": FLAG,
            **shown,
            "digit": _or_null(DIGIT),
            "cases": _list(_object({"title": TEXT, **shown})),
            "moves": _list(_ref("Action")),
        },
        about="A hint of one tier: 1 where to look, 2 which technique, 3 the pattern, 4 the full reasoning and "
        "the moves that it amounts to. short: the text with long proofs folded. lines: the text, fact by fact; deeper "
        "lines belong to the one before them that is less deep. lesson: whether there is one about the technique. "
        "cases: a proof by cases, to be shown one at a time.",
    )


def _verdict() -> Schema:
    return _object(
        {
            "kind": {"type": "string", "enum": ["one", "none", "several", "conflict", "full"]},
            "playable": FLAG,
            "text": TEXT,
            "cells": CELLS,
            "clues": COUNT,
            "puzzle": _or_null(_ref("Puzzle")),
        }
    )


def _settings(required: bool) -> Schema:
    parts: dict[str, Schema] = {
        "check": {"type": "string", "enum": ["off", "rules", "solution"]},
        "clean_notes": FLAG,
        "language": LANGUAGE,
        "theme": {"type": "string", "enum": ["auto", "light", "dark", "contrast"]},
        "input": {"type": "string", "enum": ["cell", "digit"]},
        "highlight_peers": FLAG,
        "highlight_same": FLAG,
        "show_timer": FLAG,
        "digits": {"type": "string", "enum": ["numbers", "letters"]},
        "labels": FLAG,
        "terminal_labels": FLAG,
        "accent": {"type": "string", "enum": ["blue", "green", "plum", "rust", "slate"]},
        "sound": FLAG,
        "haptics": FLAG,
    }
    return _object(parts) if required else _object({}, parts)


def _record() -> Schema:
    game = _object(
        {
            "id": TEXT,
            "layout": TEXT,
            "givens": TEXT,
            "board": TEXT,
            "level": _or_null(TEXT),
            "score": _or_null(NUMBER),
            "source": TEXT,
            "seed": _or_null(WHOLE),
            "created": TEXT,
        },
        {"ruled_out": MASKS, "rules": _list({"type": "object"})},
    )
    result = _object(
        {
            "status": {"type": "string", "enum": ["finished", "given-up"]},
            "seconds": NUMBER,
            "hints": COUNT,
            "checks": COUNT,
            "reveals": COUNT,
            "day": TEXT,
            "finished": TEXT,
        },
        about="How the game ended for the first time.",
    )
    return _object(
        {
            "format": {"const": "nonet-game-1"},
            "game": game,
            "moves": _list(_ref("Action")),
            "cursor": COUNT,
            "seconds": NUMBER,
            "aids": _object({"hints": COUNT, "checks": COUNT, "reveals": COUNT}),
        },
        {"result": result},
        about="A whole game, to keep and to go on with elsewhere.",
    )


def _statistics() -> Schema:
    line = _object(
        {
            "board": TEXT,
            "board_title": TEXT,
            "level": TEXT,
            "level_title": TEXT,
            "games": COUNT,
            "finished": COUNT,
            "unaided": COUNT,
            "best": _or_null(NUMBER),
            "mean": _or_null(NUMBER),
            "times": _list(NUMBER),
        }
    )
    return _object(
        {
            "lines": _list(line),
            "streak": STREAK,
            "daily_streak": STREAK,
            "games": COUNT,
            "finished": COUNT,
            "days": _list(COUNT),
        },
        about="times: the last ones, the latest last. days: games finished on each of the last 28 days, today last.",
    )


def _result() -> Schema:
    used = {"hints": COUNT, "checks": COUNT, "reveals": COUNT, "candidates": FLAG, "mistakes_shown": FLAG}
    return _object(
        {
            "seconds": NUMBER,
            "help": _object(used),
            "earlier": COUNT,
            "mean": _or_null(NUMBER),
            "best": _or_null(NUMBER),
            "streak": STREAK,
            "daily_streak": STREAK,
            "techniques": _list(_object({"key": TEXT, "name": TEXT, "count": COUNT, "lesson": FLAG})),
        },
        about="How a game went. earlier, mean, best: of the games finished before it on the same board and level. "
        "techniques: what the easiest way to solve the puzzle needs, the hardest first.",
    )


def _days() -> Schema:
    day = _object(
        {
            "date": TEXT,
            "level": TEXT,
            "title": TEXT,
            "game": _or_null(TEXT),
            "status": _or_null(STATUS),
            "seconds": _or_null(NUMBER),
        }
    )
    return _object(
        {"first": TEXT, "today": TEXT, "days": _list(day), "streak": STREAK},
        about="The puzzles of a month, up to today. game, status, seconds: the player's game, if there is one.",
    )


def _replay() -> Schema:
    frame = _object({"text": TEXT, "cells": _list(_list(COUNT, minItems=5, maxItems=5))})
    return _object(
        {
            "shape": _ref("Shape"),
            "drawing": _or_null(_ref("Drawing")),
            "givens": TEXT,
            "frames": _list(frame),
        },
        about="The moves of a game in order. cells: what a move changed, each as cell, value, corner notes, centre "
        "notes, colour.",
    )


_TECHNIQUE: dict[str, Schema] = {
    "key": TEXT,
    "name": TEXT,
    "level": TEXT,
    "level_title": TEXT,
    "killer": FLAG,
}


def _example() -> dict[str, Schema]:
    return {
        "shape": _ref("Shape"),
        "givens": TEXT,
        "values": TEXT,
        "candidates": MASKS,
        "rules": _or_null(_ref("Rules")),
        "help": _ref("Help"),
    }


def _lesson() -> Schema:
    return _object(
        {**_TECHNIQUE, "about": TEXT, "practice": FLAG, "example": _object(_example())},
        about="What a technique is about. practice: whether there are exercises.",
    )


def _practice() -> Schema:
    answer = _object({"placements": CANDIDATES, "eliminations": CANDIDATES})
    return _object(
        {**_example(), "answers": _list(answer, minItems=1)},
        about="A position in which the technique is the next step. answers: the steps that are right.",
    )


def _schemas() -> dict[str, Schema]:
    level = _object({"name": TEXT, "title": TEXT})
    board = _object(
        {
            "name": TEXT,
            "title": TEXT,
            "size": COUNT,
            "layout": TEXT,
            "variant": FLAG,
            "shape": _ref("Shape"),
            "example": _object({"shape": _ref("Shape"), "drawing": _or_null(_ref("Drawing"))}),
            "levels": _list(level),
        }
    )
    today = _object(
        {"date": TEXT, "level": TEXT, "title": TEXT, "game": _or_null(TEXT), "status": _or_null(STATUS)}
    )
    saved = {
        name: _game()["properties"][name]
        for name in (
            *("id", "layout", "board", "board_title", "level", "level_title", "source", "status"),
            *("filled", "total", "progress", "seconds", "created", "shape"),
        )
    }
    event: Schema = {
        "type": "object",
        "properties": {"type": TEXT, "text": TEXT},
        "required": ["type", "text"],
        "description": "What happened: a type, a sentence, and the facts of that type.",
    }
    outcome = _object(
        {"number": COUNT, "refused": _or_null(TEXT), "events": _list(event, minItems=1), "text": TEXT}
    )
    return {
        "Action": {"oneOf": [schema_of(action) for action in ACTIONS.values()]},
        "Boards": _object(
            {
                "boards": _list(board),
                "daily": today,
                "languages": _list(TEXT),
                "version": TEXT,
                "today": TEXT,
            }
        ),
        "Check": _object(
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
        "Error": {
            **_object(
                {"error": _object({"code": TEXT, "message": TEXT}, {"where": TEXT})},
                {"row": _or_null(COUNT), "column": _or_null(COUNT), "cells": CELLS, "last": COUNT},
            ),
            "description": "What is wrong; where names the part of the request.",
        },
        "Game": _game(),
        "Games": _object(
            {
                "games": _list(
                    _object(
                        {
                            **saved,
                            "changed": TEXT,
                            "drawing": _or_null(_ref("Drawing")),
                            "givens": TEXT,
                            "cells": TEXT,
                        }
                    )
                ),
                "count": COUNT,
                "damaged": _list(_object({"id": TEXT, "reason": TEXT})),
            },
            about="count: the number of games without the limit. damaged: games that cannot be read; their data is "
            "kept, set aside.",
        ),
        "Help": _help(),
        "Lesson": _lesson(),
        "Lessons": _object(
            {"lessons": _list(_object({"technique": TEXT, "row": COUNT, "passed": FLAG}))},
            about="The techniques that were practised. row: exercises solved in a row, up to 3.",
        ),
        "Nothing": _object({}),
        "Outcomes": _object({"last": COUNT, "outcomes": _list(outcome), "game": _ref("Game")}),
        "PhotoReading": _photo_reading(),
        "Practice": _practice(),
        "Puzzle": _puzzle(),
        "Rating": _object(
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
        "Ready": _object({"record": _ref("Record"), "game": _ref("Game")}),
        "Record": _record(),
        "Replay": _replay(),
        "Result": _result(),
        "Rules": _rules(),
        "Settings": _settings(True),
        "Share": _object(
            {
                "fragment": TEXT,
                "base": TEXT,
                "links": _list(_object({"site": TEXT, "link": TEXT})),
                "svg": TEXT,
            },
            about="fragment: what comes behind #p= in a link to the page. base: the beginning of such links, if they "
            "open another page than this one.",
        ),
        "Shape": _shape(),
        "Solutions": _object(
            {
                "kind": {"type": "string", "enum": ["none", "one", "several"]},
                "count": COUNT,
                "more": FLAG,
                "solutions": _list(TEXT),
            }
        ),
        "Statistics": _statistics(),
        "Techniques": _object(
            {
                "techniques": _list(_object(_TECHNIQUE)),
                "glossary": _list(_object({"term": TEXT, "meaning": TEXT})),
            }
        ),
        "Verdict": _verdict(),
        "Wrong": _object({"wrong": CELLS, "text": TEXT, "checks": COUNT}),
        **openapi_desk.schemas(),
    }


_PUZZLE_TEXT: dict[str, Schema] = {"puzzle": {"type": "string", "minLength": 1, "maxLength": 20000}}
_LAYOUT: dict[str, Schema] = {"layout": TEXT}
_LANGUAGE: dict[str, Schema] = {"language": LANGUAGE}
_NEW: dict[str, Schema] = {"board": TEXT, "level": TEXT, "seed": {"type": "integer", "minimum": 0}}
_VALUES: dict[str, Schema] = {"values": _list({"type": "integer", "minimum": 0, "maximum": 25})}

_PICTURE: Schema = {
    "description": "The bytes of a JPEG, PNG or WebP file of at most 16 MB and 50 million pixels."
}

_OPERATIONS: tuple[Operation, ...] = (
    ("get", "/api/boards", "What there is to play", {200: "Boards"}, None),
    ("get", "/api/daily", "The puzzle of a day", {200: "Puzzle"}, None),
    ("get", "/api/days", "The daily puzzles of a month, and the player's progress", {200: "Days"}, None),
    ("post", "/api/puzzles", "A new puzzle", {200: "Puzzle"}, _object({}, {**_NEW, **_LANGUAGE})),
    (
        "post",
        "/api/ready",
        "A game to begin later, of a board and level or of a day; it is not saved",
        {200: "Ready"},
        _object({}, {**_NEW, "daily": TEXT}),
    ),
    (
        "post",
        "/api/parse",
        "Read a puzzle in any format, or cell by cell, and judge it",
        {200: "Verdict"},
        _object({}, {"text": TEXT, **_VALUES, **_LAYOUT, **_LANGUAGE}),
    ),
    ("post", "/api/read", "Read the puzzle in a photograph", {200: "PhotoReading"}, _PICTURE),
    (
        "post",
        "/api/rules",
        "What the rules of a puzzle look like and say; whether it has a solution is not checked",
        {200: "Rules"},
        _object(_PUZZLE_TEXT, {**_LAYOUT, **_LANGUAGE}),
    ),
    (
        "post",
        "/api/solve",
        "Solutions, as many as asked for, up to 100",
        {200: "Solutions"},
        _object(_PUZZLE_TEXT, {**_LAYOUT, "limit": {"type": "integer", "minimum": 1, "maximum": 100}}),
    ),
    (
        "post",
        "/api/rate",
        "How hard a puzzle is",
        {200: "Rating"},
        _object(_PUZZLE_TEXT, {**_LAYOUT, **_LANGUAGE}),
    ),
    (
        "post",
        "/api/check",
        "Whether a puzzle has one solution, and whether values are right",
        {200: "Check"},
        _object(_PUZZLE_TEXT, {**_LAYOUT, **_LANGUAGE, **_VALUES}),
    ),
    (
        "post",
        "/api/hint",
        "A hint in any position; if it is impossible, the hint says so",
        {200: "Help"},
        _object(
            _PUZZLE_TEXT,
            {**_LAYOUT, **_LANGUAGE, **_VALUES, "candidates": MASKS, "tier": TIER},
        ),
    ),
    ("get", "/api/games", "The saved games, the one played last first", {200: "Games"}, None),
    (
        "post",
        "/api/games",
        "Begin a game: of a board and level, of a day, of one's own puzzle, or one saved elsewhere. `keep_id`: a "
        "record whose id is known already is that game, not a copy, so it may be sent twice",
        {201: "Game", 200: "Game"},
        _object(
            {},
            {
                **_NEW,
                **{"daily": TEXT, "shared": FLAG, "record": _ref("Record"), "keep_id": FLAG},
                "begun": {**FLAG, "deprecated": True, "description": "The former name of keep_id."},
                **_PUZZLE_TEXT,
                **_VALUES,
                **_LAYOUT,
            },
        ),
    ),
    ("get", "/api/games/{id}", "A game and its current state", {200: "Game"}, None),
    ("delete", "/api/games/{id}", "Forget a game; its result stays", {200: "Nothing"}, None),
    (
        "post",
        "/api/games/{id}/actions",
        "Play: actions of a page's queue, numbered from `first`. Those with a number that was taken already are "
        "skipped, so the same batch may be sent twice",
        {200: "Outcomes"},
        _object(
            {
                "client": {"type": "string", "minLength": 1, "maxLength": 64},
                "first": {"type": "integer", "minimum": 1},
                "actions": _list(_ref("Action"), maxItems=500),
            },
            {"seconds": {"type": "number", "minimum": 0}},
        ),
    ),
    ("post", "/api/games/{id}/hint", "A hint for the game", {200: "Help"}, _object({}, {"tier": TIER})),
    ("post", "/api/games/{id}/check", "Which cells are wrong now", {200: "Wrong"}, _object({})),
    ("get", "/api/games/{id}/replay", "The moves of a game, one by one", {200: "Replay"}, None),
    ("get", "/api/games/{id}/result", "How a game went", {200: "Result"}, None),
    ("get", "/api/games/{id}/download", "The whole game", {200: "Record"}, None),
    ("get", "/api/games/{id}/share", "Links that contain the puzzle, and its picture", {200: "Share"}, None),
    ("get", "/api/lessons", "What the player has learned", {200: "Lessons"}, None),
    (
        "post",
        "/api/lessons",
        "Count exercises, in order. clean: solved without a mistake and without help",
        {200: "Lessons"},
        _object({"exercises": _list(_object({"technique": TEXT, "clean": FLAG}), maxItems=500)}),
    ),
    ("get", "/api/techniques", "Techniques, the first to learn first", {200: "Techniques"}, None),
    ("get", "/api/techniques/{key}", "What a technique is about", {200: "Lesson"}, None),
    ("get", "/api/techniques/{key}/practice", "An exercise", {200: "Practice"}, None),
    ("get", "/api/settings", "What the player prefers", {200: "Settings"}, None),
    ("patch", "/api/settings", "Change some of it", {200: "Settings"}, _settings(False)),
    ("get", "/api/statistics", "How the player has done", {200: "Statistics"}, None),
    *openapi_desk.OPERATIONS,
)

_QUERY: dict[str, dict[str, Schema]] = {
    "/api/boards": _LANGUAGE,
    "/api/daily": {"date": {"type": "string", "format": "date"}, **_LANGUAGE},
    "/api/days": {"from": {"type": "string", "format": "date"}, **_LANGUAGE},
    "/api/games": {
        "playing": {"type": "string", "enum": ["true", "false"]},
        "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
        "board": TEXT,
        "touched": {"type": "string", "enum": ["true", "false"]},
        **_LANGUAGE,
    },
    "/api/read": _LANGUAGE,
    "/api/statistics": _LANGUAGE,
    "/api/techniques": _LANGUAGE,
    "/api/techniques/{key}": _LANGUAGE,
    "/api/techniques/{key}/practice": {"seed": {"type": "integer", "minimum": 0}, **_LANGUAGE},
    **openapi_desk.QUERIES,
}


_REFUSALS: dict[str, str] = {
    "401": "`token`: the server is open to the network, and the request has no token or a wrong one",
    "408": "`timeout`: the request did not arrive in time",
}
_CONFLICTS: dict[str, str] = {
    "/api/games": "`too-many-games`: no more games can be saved; delete some",
    "/api/games/{id}/actions": "`gap`: actions before `first` are missing; `last` is the number of the last one taken",
}
"""Why a POST is answered with 409."""


def _refusals(method: str, path: str) -> dict[str, Any]:
    """The errors worth handling on their own; `default` covers all others."""
    reasons = dict(_REFUSALS)
    if method == "post" and path in _CONFLICTS:
        reasons["409"] = _CONFLICTS[path]
    reasons["default"] = "What is wrong"
    return {
        status: {"description": reason, "content": _json(_ref("Error"))} for status, reason in reasons.items()
    }


@cache
def description() -> dict[str, Any]:
    """The whole document.

    >>> description()["openapi"], "/api/solve" in description()["paths"]
    ('3.1.0', True)
    """
    paths: dict[str, dict[str, Any]] = {}
    for method, path, about, answers, body in _OPERATIONS:
        operation: dict[str, Any] = {
            "summary": about,
            "responses": {
                **{
                    str(status): {"description": about, "content": _json(_ref(name))}
                    for status, name in answers.items()
                },
                **_refusals(method, path),
            },
        }
        parameters = [
            {"name": name, "in": "path", "required": True, "schema": TEXT}
            for name in ("id", "key")
            if f"{{{name}}}" in path
        ]
        if method == "get" or body is _PICTURE:
            parameters += [
                {"name": name, "in": "query", "required": False, "schema": schema}
                for name, schema in _QUERY.get(path, {}).items()
            ]
        if parameters:
            operation["parameters"] = parameters
        if body is not None or method == "delete":
            content = {"image/*": {"schema": body}} if body is _PICTURE else _json(body or _object({}))
            operation["requestBody"] = {"required": True, "content": content}
        paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "nonet",
            "version": __version__,
            "description": "The API of `sudoku web`: Sudoku puzzles and games. JSON in, JSON out. Cells are "
            "numbers from 0, row by row. Errors are 4xx with an object that says what is wrong.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": _schemas()},
    }


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
