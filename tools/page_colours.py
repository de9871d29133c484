"""Writes `rule_colours.css`: the colours of rules and marks on the page, from the themes of pictures.

Run it after a change of `nonet.draw.themes`.
"""

from __future__ import annotations

from pathlib import Path

from nonet.draw.themes import theme_named

FILE = Path(__file__).resolve().parents[1] / "src/nonet/faces/web/static/rule_colours.css"
HEAD = "/* The colours of rules and marks. Written by tools/page_colours.py; do not edit. */"

OF_THE_PAGE = {
    "paper": "var(--cell)",
    "ink": "var(--ink)",
    "mark": "var(--ink)",
    "cage": "var(--ink)",
    "outside": "var(--ink)",
    "faint": "var(--soft)",
    "tint": "light-dark(rgb(31 42 68 / 17%), rgb(236 232 221 / 15%))",
}
"""These are the page's own, so that rules fit its themes; a tint lets the colours of cells shine through."""


def css() -> str:
    light, dark = theme_named("light"), theme_named("dark")
    colours = {
        name: OF_THE_PAGE.get(name) or f"light-dark({light.colour(name)}, {dark.colour(name)})"
        for name in light.colours
    }
    lines = [f"  --rule-{name}: {colour};" for name, colour in colours.items()]
    return "\n".join((HEAD, "", ":root {", *lines, "}", ""))


if __name__ == "__main__":
    FILE.write_text(css(), encoding="utf-8")
