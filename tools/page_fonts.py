"""Makes the fonts of the page, src/nonet/faces/web/static/fonts, from Inter and Source Serif 4 (both OFL 1.1).

    python tools/page_fonts.py INTER SERIF      the folders `files` of the npm packages @fontsource-variable/inter and
                                                @fontsource/source-serif-4

Each is reduced to what the page writes, in one file for Western Europe and one for the rest of Latin, which a browser
loads only if a page needs it, and gets another name, as the licence asks of changed fonts. Inter keeps all its weights.
It needs fonttools and brotli.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parents[1] / "src" / "nonet" / "faces" / "web" / "static" / "fonts"
SIGNS = (
    0x2010,
    0x2011,
    0x2013,
    0x2014,
    0x2018,
    0x2019,
    0x201A,
    0x201C,
    0x201D,
    0x201E,
    0x2026,
    0x2039,
    0x203A,
)
RANGES = {
    "latin": [
        *range(0x20, 0x7F),
        *range(0xA0, 0x100),
        *SIGNS,
        0x2190,
        0x2191,
        0x2192,
        0x2193,
        0x2212,
        0x2260,
        0x2713,
    ],
    "latin-ext": [*range(0x100, 0x180), *range(0x218, 0x21C)],
}
SOURCES = {
    "sans": ("Nonet Sans", "inter-{range}-wght-normal.woff2"),
    "serif-500": ("Nonet Serif", "source-serif-4-{range}-500-normal.woff2"),
    "serif-600": ("Nonet Serif", "source-serif-4-{range}-600-normal.woff2"),
}


def reduced(path: Path, characters: list[int], family: str) -> TTFont:
    font = TTFont(path, recalcTimestamp=False)
    options = Options(
        layout_features=["kern", "tnum", "lnum", "ccmp", "locl"], hinting=False, name_IDs=[0, 13, 14]
    )
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    names: Any = font["name"]
    texts = ((1, family), (2, "Regular"), (3, f"{family} 1"), (4, family), (6, family.replace(" ", "-")))
    for number, text in texts:
        names.setName(text, number, 3, 1, 0x409)
    font.flavor = "woff2"
    return font


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    inter, serif = map(Path, arguments)
    HERE.mkdir(exist_ok=True)
    for name, (family, pattern) in SOURCES.items():
        for part, characters in RANGES.items():
            source = (inter if name == "sans" else serif) / pattern.format(range=part)
            font = reduced(source, characters, family)
            font.save(HERE / f"{name}-{part}.woff2")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
