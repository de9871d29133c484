"""Write the TypeScript types of the API's JSON, from its OpenAPI description.

    python tools/api_types.py            writes src/nonet/faces/web/api_types.d.ts
    python tools/api_types.py --check    says whether the file is up to date

The page's code names these types in its comments, and `make types` checks it against them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from nonet.faces.web.openapi import description

__all__ = ["OUTPUT", "main", "types_text", "written"]

OUTPUT = Path(__file__).resolve().parent.parent / "src/nonet/faces/web/api_types.d.ts"

HEAD = "// The API's JSON, from its OpenAPI description: tools/api_types.py writes this file.\n"
PLAIN = {"string": "string", "boolean": "boolean", "integer": "number", "number": "number", "null": "null"}

Schema = dict[str, Any]


def types_text(document: dict[str, Any]) -> str:
    """The whole file: a type for each schema, and one for the operations."""
    parts = [HEAD]
    for name, schema in document["components"]["schemas"].items():
        parts.append(f"export type {name} = {written(schema)};\n")
    operations = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            body, answer = _body(operation), _answer(operation)
            operations.append(f'  "{method.upper()} {path}": {{ body: {body}; answer: {answer} }};\n')
    parts.append(f"export interface Operations {{\n{''.join(operations)}}}\n")
    return "\n".join(parts)


def _body(operation: Schema) -> str:
    if "requestBody" not in operation:
        return "undefined"
    content = operation["requestBody"]["content"]
    return (
        written(content["application/json"]["schema"], depth=1) if "application/json" in content else "Blob"
    )


def _answer(operation: Schema) -> str:
    found = {
        written(response["content"]["application/json"]["schema"], depth=1)
        for status, response in operation["responses"].items()
        if status.startswith("2")
    }
    return " | ".join(sorted(found))


def written(schema: Schema, *, depth: int = 0) -> str:
    """A schema as a type.

    >>> written({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    >>> written({"type": "object", "additionalProperties": {"type": "string"}})
    '{ [name: string]: string }'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(written(part, depth=depth) for part in schema[several])
    if schema["type"] == "array":
        return _array(schema, depth)
    if schema["type"] == "object":
        return _object(schema, depth)
    return PLAIN[schema["type"]]


def _array(schema: Schema, depth: int) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(written(part, depth=depth) for part in schema['prefixItems'])}]"
    item = written(schema["items"], depth=depth)
    length = schema.get("maxItems")
    if length is not None and length == schema.get("minItems"):
        return f"[{', '.join([item] * length)}]"
    return f"({item})[]" if "|" in item else f"{item}[]"


def _object(schema: Schema, depth: int) -> str:
    others = schema.get("additionalProperties", True)
    if not schema.get("properties"):
        values = (
            written(others, depth=depth) if isinstance(others, dict) else "unknown" if others else "never"
        )
        return f"{{ [name: string]: {values} }}"
    indent = "  " * (depth + 1)
    lines = [
        f"{indent}{name}{'' if name in schema.get('required', ()) else '?'}: {written(part, depth=depth + 1)};\n"
        for name, part in schema["properties"].items()
    ]
    if others:
        lines.append(f"{indent}[other: string]: unknown;\n")
    return f"{{\n{''.join(lines)}{'  ' * depth}}}"


def main(arguments: list[str]) -> int:
    """Write the file, or check it."""
    text = types_text(description())
    if arguments == ["--check"]:
        if OUTPUT.exists() and OUTPUT.read_text("utf-8") == text:
            return 0
        print(f"{OUTPUT.name} is out of date: run `make api-types`", file=sys.stderr)
        return 1
    if arguments:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    OUTPUT.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
