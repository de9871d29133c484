"""What the description of the API is made of: schemas of small values, and how they are put together."""

from __future__ import annotations

from typing import Any

from nonet.messages import LANGUAGES

__all__ = [
    "CANDIDATES",
    "CELL",
    "CELLS",
    "COUNT",
    "DIGIT",
    "FLAG",
    "IN_LANGUAGE",
    "LANGUAGE",
    "LAYOUT",
    "MASKS",
    "NEW",
    "NUMBER",
    "PUZZLE_TEXT",
    "STATUS",
    "STREAK",
    "TEXT",
    "TIER",
    "VALUES",
    "WHOLE",
    "Operation",
    "Schema",
    "list_of",
    "object_of",
    "or_null",
    "ref",
]

Schema = dict[str, Any]
Operation = tuple[str, str, str, dict[int, str], Schema | None]
"""Method, path, what it does, the schema of the answer by its status, the body."""

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
CELL: Schema = {"type": "integer", "minimum": 0, "maximum": 624}
DIGIT: Schema = {"type": "integer", "minimum": 1, "maximum": 25}
LANGUAGE: Schema = {"type": "string", "enum": list(LANGUAGES)}


def list_of(schema: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": schema, **more}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def object_of(
    required: dict[str, Schema], optional: dict[str, Schema] | None = None, about: str = ""
) -> Schema:
    whole: Schema = {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }
    if about:
        whole["description"] = about
    return whole


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


CELLS = list_of(CELL)
MASKS = list_of(COUNT)
CANDIDATES = list_of({"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2})
STREAK = object_of({"current": COUNT, "longest": COUNT})
TIER: Schema = {"type": "integer", "minimum": 1, "maximum": 4}
STATUS: Schema = {"type": "string", "enum": ["playing", "finished", "given-up"]}

# What several requests have in common, by the name of the field.
PUZZLE_TEXT: dict[str, Schema] = {"puzzle": {"type": "string", "minLength": 1, "maxLength": 20000}}
LAYOUT: dict[str, Schema] = {"layout": TEXT}
IN_LANGUAGE: dict[str, Schema] = {"language": LANGUAGE}
NEW: dict[str, Schema] = {"board": TEXT, "level": TEXT, "seed": {"type": "integer", "minimum": 0}}
VALUES: dict[str, Schema] = {"values": list_of({"type": "integer", "minimum": 0, "maximum": 25})}
