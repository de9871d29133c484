"""Makes the fonts in src/nonet/draw/fonts from those of the Inter project (Debian: fonts-inter; OFL 1.1).

    python tools/fonts.py FOLDER        FOLDER has Inter-Regular.otf and Inter-SemiBold.otf

Each font is reduced to Latin, Greek, Cyrillic and a few signs, gets TrueType outlines, which PDF files need, and
another name, as the licence asks of changed fonts. It is written as .ttf for PDF and PNG, and as .woff2 for SVG: all of
it, and the digits and ASCII letters alone, which most pictures need. It needs fonttools and brotli.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable

HERE = Path(__file__).resolve().parents[1] / "src" / "nonet" / "draw" / "fonts"
FAMILY = "Nonet Sans"
WEIGHTS = {"regular": ("Inter-Regular.otf", "Regular"), "bold": ("Inter-SemiBold.otf", "Bold")}
ASCII = [*range(0x20, 0x7F), 0xD7, 0x2260, 0x2013, 0x2026]
ALL = [
    *ASCII,
    *range(0xA0, 0x180),
    *range(0x218, 0x21C),
    *range(0x384, 0x3CF),
    *range(0x400, 0x460),
    *(0x490, 0x491, 0x2010, 0x2011, 0x2012, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2022),
    *(0x2039, 0x203A, 0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2264, 0x2265, 0x25CB, 0x25CF),
    *(0x2605, 0x2606, 0x2713, 0x2715),
]


def subset(path: Path, characters: list[int], style: str) -> TTFont:
    font = TTFont(path, recalcTimestamp=False)
    options = Options(layout_features=["kern"], hinting=False, name_IDs=[0, 13, 14], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    names: Any = font["name"]
    full = f"{FAMILY} {style}"
    for number, text in ((1, FAMILY), (2, style), (3, f"{full} 1"), (4, full), (6, full.replace(" ", "-"))):
        names.setName(text, number, 3, 1, 0x409)
    bold = style == "Bold"
    font["OS/2"].usWeightClass = 700 if bold else 400
    font["OS/2"].fsSelection = 0x20 if bold else 0x40
    font["head"].macStyle = 1 if bold else 0
    return font


def to_truetype(font: TTFont) -> None:
    """Replaces cubic outlines by quadratic ones."""
    glyphs, order = {}, font.getGlyphOrder()
    outlines = font.getGlyphSet()
    for name in order:
        pen = TTGlyphPen(outlines)
        outlines[name].draw(Cu2QuPen(pen, 1.0, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = table = newTable("glyf")
    table.glyphOrder, table.glyphs = order, glyphs
    del font["CFF "]
    if "VORG" in font:
        del font["VORG"]
    table.compile(font)
    font["maxp"].tableVersion = 0x00010000
    for field in ("Zones", "TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements"):
        setattr(font["maxp"], f"max{field}", 1 if field == "Zones" else 0)
    for field in ("SizeOfInstructions", "ComponentElements"):
        setattr(font["maxp"], f"max{field}", 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\000\001\000\000"


def main(folder: Path) -> None:
    for name, (file, style) in WEIGHTS.items():
        for ending, characters in (("", ALL), ("-ascii", ASCII)):
            font = subset(folder / file, characters, style)
            to_truetype(font)
            if not ending:
                font.save(HERE / f"{name}.ttf")
            font.flavor = "woff2"
            font.save(HERE / f"{name}{ending}.woff2")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
