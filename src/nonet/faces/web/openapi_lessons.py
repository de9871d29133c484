"""The part of the API's description that is about lessons."""

from __future__ import annotations

from nonet.faces.web.schema_parts import (
    CANDIDATES,
    COUNT,
    FLAG,
    IN_LANGUAGE,
    MASKS,
    TEXT,
    Operation,
    Schema,
    list_of,
    object_of,
    or_null,
    ref,
)

__all__ = ["OPERATIONS", "QUERIES", "schemas"]

_TECHNIQUE: dict[str, Schema] = {
    "key": TEXT,
    "name": TEXT,
    "level": TEXT,
    "level_title": TEXT,
    "killer": FLAG,
}


def schemas() -> dict[str, Schema]:
    return {
        "Lesson": _lesson(),
        "Lessons": object_of(
            {"lessons": list_of(object_of({"technique": TEXT, "row": COUNT, "passed": FLAG}))},
            about="The techniques that were practised. row: exercises solved in a row, up to 3.",
        ),
        "Practice": _practice(),
        "Techniques": object_of(
            {
                "techniques": list_of(object_of(_TECHNIQUE)),
                "glossary": list_of(object_of({"term": TEXT, "meaning": TEXT})),
            }
        ),
    }


def _example() -> dict[str, Schema]:
    return {
        "shape": ref("Shape"),
        "givens": TEXT,
        "values": TEXT,
        "candidates": MASKS,
        "rules": or_null(ref("Rules")),
        "help": ref("Help"),
    }


def _lesson() -> Schema:
    return object_of(
        {**_TECHNIQUE, "about": TEXT, "practice": FLAG, "example": object_of(_example())},
        about="What a technique is about. practice: whether there are exercises.",
    )


def _practice() -> Schema:
    answer = object_of({"placements": CANDIDATES, "eliminations": CANDIDATES})
    return object_of(
        {**_example(), "answers": list_of(answer, minItems=1)},
        about="A position in which the technique is the next step. answers: the steps that are right.",
    )


OPERATIONS: tuple[Operation, ...] = (
    ("get", "/api/lessons", "What the player has learned", {200: "Lessons"}, None),
    (
        "post",
        "/api/lessons",
        "Count exercises, in order. clean: solved without a mistake and without help. "
        "client, first: who sends them, and the number of the first one; each number counts once",
        {200: "Lessons"},
        object_of(
            {"exercises": list_of(object_of({"technique": TEXT, "clean": FLAG}), maxItems=500)},
            {
                "client": {"type": "string", "minLength": 1, "maxLength": 64},
                "first": {"type": "integer", "minimum": 1},
            },
        ),
    ),
    ("get", "/api/techniques", "Techniques, the first to learn first", {200: "Techniques"}, None),
    ("get", "/api/techniques/{key}", "What a technique is about", {200: "Lesson"}, None),
    ("get", "/api/techniques/{key}/practice", "An exercise", {200: "Practice"}, None),
)

QUERIES: dict[str, dict[str, Schema]] = {
    "/api/techniques": IN_LANGUAGE,
    "/api/techniques/{key}": IN_LANGUAGE,
    "/api/techniques/{key}/practice": {"seed": {"type": "integer", "minimum": 0}, **IN_LANGUAGE},
}
