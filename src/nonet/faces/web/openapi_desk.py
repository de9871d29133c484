"""The part of the API's description that is about the setter's desk and searches to watch."""

from __future__ import annotations

from nonet.engines.events import Happening
from nonet.engines.tracing import TRACES
from nonet.faces.web.schema_parts import (
    CELL,
    CELLS,
    COUNT,
    DIGIT,
    FLAG,
    LANGUAGE,
    MASKS,
    PUZZLE_TEXT,
    TEXT,
    VALUES,
    WHOLE,
    Operation,
    Schema,
    list_of,
    object_of,
    or_null,
    ref,
)
from nonet.play.palette import Gesture

__all__ = ["OPERATIONS", "QUERIES", "schemas"]

_RULE: Schema = {
    "type": "object",
    "properties": {"kind": TEXT},
    "required": ["kind"],
    "description": "A rule as in nonet's JSON: its kind, and its fields. Cells are named r1c1.",
}
_MORE: dict[str, Schema] = {
    "layout": TEXT,
    "rules": list_of(_RULE, maxItems=500),
    "ruled_out": MASKS,
}
_CELL_TYPES = ("cell", "path", "set", "groups")
_TYPES = ("number", "numbers", "number_pairs", "digit", "digits", "text", "flag", "choice", "circle")


def schemas() -> dict[str, Schema]:
    choice = object_of({"value": TEXT, "title": TEXT})
    field = object_of(
        {
            "name": TEXT,
            "title": TEXT,
            "type": {"type": "string", "enum": list(_TYPES)},
            "required": FLAG,
            "default": {"anyOf": [WHOLE, FLAG, TEXT, list_of(WHOLE), {"type": "null"}]},
            "choices": list_of(choice),
        }
    )
    tool = object_of(
        {
            "kind": TEXT,
            "title": TEXT,
            "text": TEXT,
            "family": TEXT,
            "gesture": {"type": "string", "enum": [gesture.value for gesture in Gesture]},
            "cells": list_of(
                object_of({"name": TEXT, "type": {"type": "string", "enum": list(_CELL_TYPES)}})
            ),
            "least": COUNT,
            "fields": list_of(field),
        },
        about="A kind of rule. gesture: how it is drawn. cells: its fields that are drawn, in order. least: the "
        "fewest cells. fields: those that a form asks for.",
    )
    trouble = object_of({"text": TEXT, "rule": or_null(COUNT), "cells": CELLS})
    return {
        "DeskCandidates": object_of(
            {"known": FLAG, "candidates": MASKS},
            about="For each cell a bitmask of the digits that it has in some solution, unless that took too long.",
        ),
        "DeskCheck": object_of(
            {
                "words": list_of(TEXT),
                "drawing": or_null(ref("Drawing")),
                "troubles": list_of(trouble),
            },
            about="The rules of a draft in words (empty for one that makes no sense), what they look like, and what is "
            "wrong. rule: the number of the rule, from 0.",
        ),
        "DeskContradiction": object_of(
            {"known": FLAG, "clues": list_of(trouble)},
            about="Clues that exclude each other, unless they took too long to find. None: there is a solution.",
        ),
        "DeskDraft": object_of(
            {
                "layout": TEXT,
                "board": TEXT,
                "shape": ref("Shape"),
                **VALUES,
                "rules": list_of(_RULE),
                "ruled_out": MASKS,
            },
            about="A puzzle to work on.",
        ),
        "DeskSolutions": object_of(
            {
                "kind": {"type": "string", "enum": ["none", "one", "several", "unknown"]},
                "count": COUNT,
                "complete": FLAG,
                "solution": or_null(TEXT),
            },
            about="count: how many were found. complete: there are no others. solution: the only one.",
        ),
        "DeskTexts": object_of(
            {"texts": list_of(object_of({"format": TEXT, "text": or_null(TEXT), "reason": TEXT}))},
            about="The draft in several formats; reason: why a format cannot hold it.",
        ),
        "Trace": _trace(),
        "Palette": object_of(
            {"families": list_of(object_of({"name": TEXT, "title": TEXT})), "tools": list_of(tool)}
        ),
    }


_EVENTS = [happening.value.replace(" ", "_") for happening in Happening]


def _trace() -> Schema:
    event = object_of(
        {
            "type": {"type": "string", "enum": _EVENTS},
            "cell": or_null(CELL),
            "digit": or_null(DIGIT),
            "clash": or_null(CELL),
            "text": TEXT,
        }
    )
    return object_of(
        {
            "shape": ref("Shape"),
            "givens": TEXT,
            "start": COUNT,
            "levels": list_of(list_of(list_of(WHOLE, minItems=2, maxItems=2))),
            "counts": object_of(dict.fromkeys(_EVENTS, COUNT)),
            "events": list_of(event, maxItems=1000),
            "more": FLAG,
        },
        about="Events of a search. start: the number of the first. levels, counts: the state before it. A level is a "
        "digit that was placed, as cell and digit, and those deduced from it; the first level has no placed one. "
        "place begins a level, step_back and solution end one. more: there are events after these.",
    )


OPERATIONS: tuple[Operation, ...] = (
    ("get", "/api/palette", "The rules of variants, and how each is drawn", {200: "Palette"}, None),
    (
        "post",
        "/api/desk/open",
        "Read a puzzle in any format, with its rules, to work on it",
        {200: "DeskDraft"},
        object_of({"text": {"type": "string", "minLength": 1, "maxLength": 200_000}}),
    ),
    (
        "post",
        "/api/desk/check",
        "What is wrong with a draft at first sight",
        {200: "DeskCheck"},
        object_of(VALUES, {**_MORE, "language": LANGUAGE}),
    ),
    (
        "post",
        "/api/desk/solutions",
        "How many solutions a draft has; unknown after five seconds",
        {200: "DeskSolutions"},
        object_of(VALUES, {**_MORE, "limit": {"type": "integer", "minimum": 1, "maximum": 1000}}),
    ),
    (
        "post",
        "/api/desk/candidates",
        "The digits of each cell that occur in some solution",
        {200: "DeskCandidates"},
        object_of(VALUES, _MORE),
    ),
    (
        "post",
        "/api/desk/contradiction",
        "Why a draft has no solution",
        {200: "DeskContradiction"},
        object_of(VALUES, {**_MORE, "language": LANGUAGE}),
    ),
    (
        "post",
        "/api/desk/export",
        "The draft as links and texts for other programs",
        {200: "DeskTexts"},
        object_of(VALUES, _MORE),
    ),
    (
        "post",
        "/api/trace",
        "What an engine does on a puzzle, event by event",
        {200: "Trace"},
        object_of(
            PUZZLE_TEXT,
            {
                "layout": TEXT,
                "engine": {"type": "string", "enum": list(TRACES)},
                "start": {"type": "integer", "minimum": 0, "maximum": 2_000_000},
                "count": {"type": "integer", "minimum": 1, "maximum": 1000},
                "language": LANGUAGE,
            },
        ),
    ),
)

QUERIES: dict[str, dict[str, Schema]] = {"/api/palette": {"language": LANGUAGE}}
