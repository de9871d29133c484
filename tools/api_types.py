"""Write the TypeScript types of the API's JSON, from its OpenAPI description; and the defaults and words of settings.

    python tools/api_types.py            writes both
    python tools/api_types.py --check    says whether the settings are up to date, and writes the types

The page's code names the types in its comments, as `../api_types.d.ts`, and `make types` checks it against them. They
follow from `answers.py` and `bodies.py`, so they are not kept: TypeScript's `rootDirs` finds them in .cache. The page
loads the settings, static/setting_words.js.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from nonet.faces.web.openapi import description
from nonet.play.settings import SETTING_WORDS, Settings, SettingWords

__all__ = ["SETTINGS", "TYPES", "main", "settings_text", "types_text", "written"]

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / ".cache/api_types/api_types.d.ts"
SETTINGS = ROOT / "src/nonet/faces/web/static/setting_words.js"

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
    """Write the files; with `--check`, only the types."""
    if arguments not in ([], ["--check"]):
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    TYPES.parent.mkdir(parents=True, exist_ok=True)
    TYPES.write_text(types_text(description()), "utf-8")
    settings = settings_text()
    if not arguments:
        SETTINGS.write_text(settings, "utf-8")
    elif SETTINGS.read_text("utf-8") != settings:
        print(f"{SETTINGS.name} is out of date: run `make api-types`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
