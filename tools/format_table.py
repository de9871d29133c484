"""Writes the table of all formats into docs/formats.md.

python tools/format_table.py
"""

from __future__ import annotations

from pathlib import Path

from nonet.formats.format import Format
from nonet.formats.registry import all_formats

PAGE = Path(__file__).resolve().parents[1] / "docs" / "formats.md"
START, END = "<!-- made by tools/format_table.py -->\n", "<!-- end -->"
NAMES = {
    "several": "several puzzles",
    "boards": "any size",
    "houses": "other houses",
    "ruled out": "candidates ruled out",
    "rules": "rules",
    "digits": "digits",
    "corner": "notes",
    "centre": "centre notes",
    "struck": "crossed out candidates",
    "colours": "colours",
    "time": "time",
    "words": "titles",
    "solution": "solution",
}


def table() -> str:
    lines = ["| name | what it is | files | besides a 9x9 puzzle it can hold |", "|---|---|---|---|"]
    lines += [_row(each) for each in all_formats()]
    return "\n".join(lines) + "\n"


def _row(each: Format) -> str:
    held = ", ".join(words for part, words in NAMES.items() if part in each.holds)
    title = each.title.replace("|", "\\|")
    return f"| `{each.name}` | {title} | {' '.join(each.endings)} | {held} |"


def with_table(page: str) -> str:
    before, _, rest = page.partition(START)
    return f"{before}{START}{table()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
