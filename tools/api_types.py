"""Write the TypeScript types of the API's JSON, from its OpenAPI description; and the defaults and words of settings.

    python tools/api_types.py            writes api_types.d.ts and static/setting_words.js in src/nonet/faces/web
    python tools/api_types.py --check    says whether the files are up to date

The page's code names these types in its comments, and `make types` checks it against them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from nonet.faces.web.openapi import description
from nonet.play.settings import SETTING_WORDS, Settings, SettingWords

__all__ = ["FOLDER", "main", "settings_text", "types_text", "written"]

FOLDER = Path(__file__).resolve().parent.parent / "src/nonet/faces/web"

HEAD = "// The API's JSON, from its OpenAPI description: tools/api_types.py writes this file.\n"
LINE = 120
"""Longer lines of JavaScript are broken."""
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
        written(next(iter(response["content"].values()))["schema"], depth=1)
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


SETTINGS_HEAD = """// The settings: defaults and words, from play/settings.py. tools/api_types.py writes this file.

import { T } from "./words.js";

/**
 * @import { Settings } from "../api_types.d.ts"
 * @typedef {{ title: string, values?: Record<string, string>, about?: string }} SettingWords
 */
"""


def settings_text() -> str:
    """A module of the page: what it shows before the server has answered."""
    defaults = "".join(f"  {name}: {json.dumps(value)},\n" for name, value in Settings().to_json().items())
    words = "".join(f"  {name}: {_words(own)},\n" for name, own in SETTING_WORDS.items())
    return "\n".join(
        [
            SETTINGS_HEAD,
            f"/** @type {{Settings}} */\nexport const DEFAULT_SETTINGS = {{\n{defaults}}};\n",
            f"/** @type {{Record<keyof Settings, SettingWords>}} */\nexport const SETTING_WORDS = {{\n{words}}};\n",
        ]
    )


def _words(own: SettingWords) -> str:
    if not own.values:
        about = f", about: {_marked(own.about)}" if own.about else ""
        return f"{{ title: {_marked(own.title)}{about} }}"
    values = ", ".join(f"{value}: {_marked(text)}" for value, text in own.values.items())
    about = ""
    if own.about:
        about = f"    about: {_marked(own.about)},\n"
        if len(about) > LINE:
            about = f"    about: T(\n      {_literal(own.about)},\n    ),\n"
    return f"{{\n    title: {_marked(own.title)},\n    values: {{ {values} }},\n{about}  }}"


def _marked(message: str) -> str:
    return f"T({_literal(message)})"


def _literal(message: str) -> str:
    return json.dumps(message, ensure_ascii=False)


def main(arguments: list[str]) -> int:
    """Write the files, or check them."""
    texts = {"api_types.d.ts": types_text(description()), "static/setting_words.js": settings_text()}
    if arguments == ["--check"]:
        old = [name for name, text in texts.items() if _text(FOLDER / name) != text]
        for name in old:
            print(f"{name} is out of date: run `make api-types`", file=sys.stderr)
        return 1 if old else 0
    if arguments:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    for name, text in texts.items():
        (FOLDER / name).write_text(text, "utf-8")
    return 0


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
