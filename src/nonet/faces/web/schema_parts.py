"""What the description of the API is made of: schemas of small values, and how they are put together."""

from __future__ import annotations

from typing import Any

from nonet.messages import LANGUAGES

__all__ = [
    "CELL",
    "CELLS",
    "COUNT",
    "DIGIT",
    "FLAG",
    "LANGUAGE",
    "MASKS",
    "NUMBER",
    "TEXT",
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
