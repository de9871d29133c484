"""Writes `rule_colours.css`: the colours of rules and marks on the page, from the themes of pictures.

Run it after a change of `nonet.draw.themes`.
"""

from __future__ import annotations

from collections.abc import Sequence
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


BEHIND = {"house", "fog", "white-dot", "black-dot", "badge"}
"""What is filled, not drawn as a line."""
CLEAR = 3.0
"""The contrast of lines with the paper, where the player wants high contrast (WCAG 1.4.11)."""


def _luminance(colour: Sequence[float]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def clear(colour: str, *, dark: bool) -> str:
    """The colour, made darker (in the dark lighter) until it is clear on paper.

    >>> clear("#cdd1d5", dark=False), clear("#16191d", dark=False)
    ('#909295', '#16191d')
    """
    own = bytes.fromhex(colour[1:])
    for tenths in range(0, 21):
        mixed = [part + (255 * dark - part) * tenths / 20 for part in own]
        light = _luminance(mixed) + 0.05
        if (light / 0.05 if dark else 1.05 / light) >= CLEAR:
            break
    return "#" + bytes(round(part) for part in mixed).hex()


def css() -> str:
    light, dark = theme_named("light"), theme_named("dark")
    colours = {
        name: OF_THE_PAGE.get(name) or f"light-dark({light.colour(name)}, {dark.colour(name)})"
        for name in light.colours
    }
    strong = {
        name: f"light-dark({clear(light.colour(name), dark=False)}, {clear(dark.colour(name), dark=True)})"
        for name in colours.keys() - OF_THE_PAGE.keys() - BEHIND
    }
    lines = [f"  --rule-{name}: {colour};" for name, colour in colours.items()]
    more = [
        f"  --rule-{name}: {strong[name]};"
        for name in colours
        if strong.get(name, colours[name]) != colours[name]
    ]
    return "\n".join((HEAD, "", ":root {", *lines, "}", "", ':root[data-theme="contrast"] {', *more, "}", ""))


if __name__ == "__main__":
    FILE.write_text(css(), encoding="utf-8")
