"""Writes the catalogue of rules into docs/variants.md, between its two markers. `make pages` runs it."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from nonet.rules.base import Rule  # noqa: E402
from nonet.rules.registry import FAMILIES, catalogue, family_of  # noqa: E402

PAGE = ROOT / "docs" / "variants.md"
START, END = "<!-- the catalogue: written by tools/rule_table.py -->", "<!-- end of the catalogue -->"
HEADINGS = {
    "cages": "Cages and other groups of cells",
    "lines": "Lines",
    "pairs": "Two cells, and four around a corner",
    "cells": "Single cells",
    "outside": "Clues outside the board",
    "board": "The whole board",
    "generic": "Rules to build others from",
}


def table() -> str:
    """One table for each family: the kind, the class with its fields, and the rule."""
    parts = []
    for family in FAMILIES:
        parts += [f"### {HEADINGS[family]}", "", "| kind | class | rule |", "|---|---|---|"]
        rules = [rule for rule in catalogue().values() if family_of(rule) == family]
        parts += [f"| `{rule.kind}` | `{signature(rule)}` | {rule.text} |" for rule in rules]
        parts.append("")
    return "\n".join(parts)


def signature(rule: type[Rule]) -> str:
    """The class as it is called: `Cage(cells, sum=None)`."""
    fields = [field.name if field.required else f"{field.name}={field.default!r}" for field in rule.fields()]
    return f"{rule.__name__}({', '.join(fields)})"


def page(text: str) -> str:
    """The page with the tables of today."""
    head, _, rest = text.partition(START)
    _, _, tail = rest.partition(END)
    return f"{head}{START}\n\n{table()}\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(catalogue())} rules")
