"""A puzzle of any kind as JSON, our own form: the board, the givens, and the rules of a variant.

    {
      "nonet": 1,                                  the version of this form
      "layout": "9x9",                             a name that Layout.named knows
      "givens": "53..7....6..195...…",             one symbol per cell, as in the format `line`; left out if empty
      "ruled_out": {"r1c3": [1, 2]},               candidates that are not possible; may be left out
      "rules": [{"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}, …],
      "solution": "534678912672195…",              one symbol per cell; may be left out
      "title": "…", "author": "…", "comment": "…"  the setter's words; `comment` is what the rules say
    }

`schema()` is its JSON schema, made from the catalogue of rules. Reading and writing are twins:
`from_json(to_json(puzzle)) == puzzle`.

>>> from nonet.rules import Cage
>>> text = to_json(Puzzle.of("4x4", "1" + "." * 15, rules=[Cage((1, 2), 5)]))
>>> text
'{"nonet": 1, "layout": "4x4", "givens": "1...............", "rules": [{"kind": "cage", "cells": ["r1c2", "r1c3"], \
"sum": 5}]}'
>>> from_json(text).rules
(Cage(cells=(1, 2), sum=5),)
"""

from __future__ import annotations

from typing import Any

from nonet.arguments import clear_type_errors
from nonet.formats.inputs import PuzzleLike, as_puzzle
from nonet.formats.json_format import VERSION, WORDS, from_text, to_text
from nonet.puzzle import Puzzle
from nonet.rules.codec import schema as rule_schema
from nonet.rules.registry import catalogue


@clear_type_errors
def to_json(puzzle: PuzzleLike, *, indent: int | None = None) -> str:
    """The puzzle on one line, or on several if `indent` is given."""
    return to_text(as_puzzle(puzzle), indent=indent)


@clear_type_errors
def from_json(text: str) -> Puzzle:
    """The puzzle in a JSON text; raises FormatError that says where, and what is wrong."""
    return from_text(text)


def schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of a puzzle, with every rule of the catalogue."""
    kinds = {kind: rule_schema(rule) for kind, rule in catalogue().items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of nonet",
        "type": "object",
        "properties": {
            "nonet": {"const": VERSION},
            "layout": {"type": "string", "default": "9x9"},
            "givens": {"type": "string", "pattern": "^[.0-9A-P]*$"},
            "ruled_out": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": "integer", "minimum": 0}},
            },
            "rules": {"type": "array", "items": {"$ref": "#/$defs/rule"}},
            "solution": {"type": "string", "pattern": "^[.0-9A-P]*$"},
            **{name: {"type": "string"} for name in WORDS},
            "$schema": {"type": "string"},
        },
        "required": ["nonet"],
        "additionalProperties": False,
        "$defs": {"rule": {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in kinds]}, **kinds},
    }
