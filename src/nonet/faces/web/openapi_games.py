"""The part of the API's description that is about games: playing, saving and replaying them, settings, statistics."""

from __future__ import annotations

from nonet.faces.web.openapi_puzzles import puzzle_schema
from nonet.faces.web.schema_parts import (
    CANDIDATES,
    CELLS,
    COUNT,
    DIGIT,
    FLAG,
    IN_LANGUAGE,
    LANGUAGE,
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
from nonet.play.actions import ACTIONS, schema_of

__all__ = ["OPERATIONS", "QUERIES", "schemas"]


def schemas() -> dict[str, Schema]:
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
    outcome = object_of(
        {"number": COUNT, "refused": or_null(TEXT), "events": list_of(event, minItems=1), "text": TEXT}
    )
    return {
        "Action": {"oneOf": [schema_of(action) for action in ACTIONS.values()]},
        "Game": _game(),
        "Games": object_of(
            {
                "games": list_of(
                    object_of(
                        {
                            **saved,
                            "changed": TEXT,
                            "drawing": or_null(ref("Drawing")),
                            "givens": TEXT,
                            "cells": TEXT,
                        }
                    )
                ),
                "count": COUNT,
                "damaged": list_of(object_of({"id": TEXT, "reason": TEXT})),
            },
            about="count: the number of games without the limit. damaged: games that cannot be read; their data is "
            "kept, set aside.",
        ),
        "Nothing": object_of({}),
        "Outcomes": object_of({"last": COUNT, "outcomes": list_of(outcome), "game": ref("Game")}),
        "Ready": object_of({"record": ref("Record"), "game": ref("Game")}),
        "Record": _record(),
        "Replay": _replay(),
        "Result": _result(),
        "Settings": _settings(True),
        "Share": object_of(
            {
                "fragment": TEXT,
                "base": TEXT,
                "links": list_of(object_of({"site": TEXT, "link": TEXT})),
                "svg": TEXT,
            },
            about="fragment: what comes behind #p= in a link to the page. base: the beginning of such links, if they "
            "open another page than this one.",
        ),
        "Statistics": _statistics(),
        "Wrong": object_of({"wrong": CELLS, "text": TEXT, "checks": COUNT}),
    }


def _game() -> Schema:
    puzzle = {
        name: part for name, part in puzzle_schema()["properties"].items() if name not in ("givens", "clues")
    }
    return object_of(
        {
            "id": TEXT,
            **puzzle,
            "created": TEXT,
            "givens": list_of({"type": "integer", "minimum": 0, "maximum": 25}),
            "values": list_of({"type": "integer", "minimum": 0, "maximum": 25}),
            "corner": MASKS,
            "centre": MASKS,
            "candidates": MASKS,
            "auto": FLAG,
            "colours": list_of({"type": "integer", "minimum": 0, "maximum": 8}),
            "candidate_colours": list_of(list_of(WHOLE, minItems=3, maxItems=3)),
            "more_colours": CANDIDATES,
            "revealed": CELLS,
            "conflicts": CELLS,
            "mistakes": CELLS,
            "left": list_of(COUNT),
            "marks": list_of(TEXT),
            "status": STATUS,
            "dead_end": FLAG,
            "can_undo": FLAG,
            "can_redo": FLAG,
            "filled": COUNT,
            "total": COUNT,
            "progress": {"type": "number", "minimum": 0, "maximum": 1},
            "seconds": {"type": "number", "minimum": 0},
            "paused": FLAG,
            "aids": object_of({"hints": COUNT, "checks": COUNT, "reveals": COUNT}),
            "revision": COUNT,
            "best": or_null(FLAG),
            "cages": list_of(
                object_of(
                    {
                        "cells": CELLS,
                        "sum": COUNT,
                        "possible": list_of(list_of(DIGIT)),
                        "ruled_out": list_of(list_of(DIGIT)),
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


def _record() -> Schema:
    game = object_of(
        {
            "id": TEXT,
            "layout": TEXT,
            "givens": TEXT,
            "board": TEXT,
            "level": or_null(TEXT),
            "score": or_null(NUMBER),
            "source": TEXT,
            "seed": or_null(WHOLE),
            "created": TEXT,
        },
        {"ruled_out": MASKS, "rules": list_of({"type": "object"})},
    )
    result = object_of(
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
    return object_of(
        {
            "format": {"const": "nonet-game-1"},
            "game": game,
            "moves": list_of(ref("Action")),
            "cursor": COUNT,
            "seconds": NUMBER,
            "aids": object_of({"hints": COUNT, "checks": COUNT, "reveals": COUNT}),
        },
        {"result": result},
        about="A whole game, to keep and to go on with elsewhere.",
    )


def _replay() -> Schema:
    frame = object_of({"text": TEXT, "cells": list_of(list_of(COUNT, minItems=5, maxItems=5))})
    return object_of(
        {
            "shape": ref("Shape"),
            "drawing": or_null(ref("Drawing")),
            "givens": TEXT,
            "frames": list_of(frame),
        },
        about="The moves of a game in order. cells: what a move changed, each as cell, value, corner notes, centre "
        "notes, colour.",
    )


def _result() -> Schema:
    used = {"hints": COUNT, "checks": COUNT, "reveals": COUNT, "candidates": FLAG, "mistakes_shown": FLAG}
    return object_of(
        {
            "seconds": NUMBER,
            "help": object_of(used),
            "earlier": COUNT,
            "mean": or_null(NUMBER),
            "best": or_null(NUMBER),
            "streak": STREAK,
            "daily_streak": STREAK,
            "techniques": list_of(object_of({"key": TEXT, "name": TEXT, "count": COUNT, "lesson": FLAG})),
        },
        about="How a game went. earlier, mean, best: of the games finished before it on the same board and level. "
        "techniques: what the easiest way to solve the puzzle needs, the hardest first.",
    )


def _statistics() -> Schema:
    line = object_of(
        {
            "board": TEXT,
            "board_title": TEXT,
            "level": TEXT,
            "level_title": TEXT,
            "games": COUNT,
            "finished": COUNT,
            "unaided": COUNT,
            "best": or_null(NUMBER),
            "mean": or_null(NUMBER),
            "times": list_of(NUMBER),
        }
    )
    return object_of(
        {
            "lines": list_of(line),
            "streak": STREAK,
            "daily_streak": STREAK,
            "games": COUNT,
            "finished": COUNT,
            "days": list_of(COUNT),
        },
        about="times: the last ones, the latest last. days: games finished on each of the last 28 days, today last.",
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
    return object_of(parts) if required else object_of({}, parts)


OPERATIONS: tuple[Operation, ...] = (
    (
        "post",
        "/api/ready",
        "A game to begin later, of a board and level or of a day; it is not saved",
        {200: "Ready"},
        object_of({}, {**NEW, "daily": TEXT}),
    ),
    ("get", "/api/games", "The saved games, the one played last first", {200: "Games"}, None),
    (
        "post",
        "/api/games",
        "Begin a game: of a board and level, of a day, of one's own puzzle, or one saved elsewhere. `keep_id`: a "
        "record whose id is known already is that game, not a copy, so it may be sent twice",
        {201: "Game", 200: "Game"},
        object_of(
            {},
            {
                **NEW,
                **{"daily": TEXT, "shared": FLAG, "record": ref("Record"), "keep_id": FLAG},
                **PUZZLE_TEXT,
                **VALUES,
                **LAYOUT,
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
        object_of(
            {
                "client": {"type": "string", "minLength": 1, "maxLength": 64},
                "first": {"type": "integer", "minimum": 1},
                "actions": list_of(ref("Action"), maxItems=500),
            },
            {"seconds": {"type": "number", "minimum": 0}},
        ),
    ),
    ("post", "/api/games/{id}/hint", "A hint for the game", {200: "Help"}, object_of({}, {"tier": TIER})),
    ("post", "/api/games/{id}/check", "Which cells are wrong now", {200: "Wrong"}, object_of({})),
    ("get", "/api/games/{id}/replay", "The moves of a game, one by one", {200: "Replay"}, None),
    ("get", "/api/games/{id}/result", "How a game went", {200: "Result"}, None),
    ("get", "/api/games/{id}/download", "The whole game", {200: "Record"}, None),
    ("get", "/api/games/{id}/share", "Links that contain the puzzle, and its picture", {200: "Share"}, None),
    ("get", "/api/settings", "What the player prefers", {200: "Settings"}, None),
    ("patch", "/api/settings", "Change some of it", {200: "Settings"}, _settings(False)),
    ("get", "/api/statistics", "How the player has done", {200: "Statistics"}, None),
)

QUERIES: dict[str, dict[str, Schema]] = {
    "/api/games": {
        "playing": {"type": "string", "enum": ["true", "false"]},
        "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
        "board": TEXT,
        "touched": {"type": "string", "enum": ["true", "false"]},
        **IN_LANGUAGE,
    },
    "/api/statistics": IN_LANGUAGE,
}
