"""Our font, Nonet Sans in two weights: as files for PDF and PNG, and embedded into SVG. The licence is beside them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from pathlib import Path

FAMILY = "Nonet Sans"
_FOLDER = Path(__file__).parent / "fonts"
_SMALL = frozenset(map(chr, [*range(0x20, 0x7F), 0xD7, 0x2260, 0x2013, 0x2026]))
"""The characters of the small files."""


def font_file(*, bold: bool) -> str:
    """The path of the font, with TrueType outlines."""
    return str(_FOLDER / f"{'bold' if bold else 'regular'}.ttf")


def embedded(texts: Iterable[tuple[str, bool]]) -> str:
    """The style sheet with the fonts that these texts need; each is a text, and whether it is bold."""
    characters: dict[bool, set[str]] = {}
    for text, bold in texts:
        characters.setdefault(bold, set()).update(text)
    return "".join(_face(bold, small=characters[bold] <= _SMALL) for bold in sorted(characters))


@cache
def _face(bold: bool, *, small: bool) -> str:
    name = f"{'bold' if bold else 'regular'}{'-ascii' if small else ''}.woff2"
    data = b64encode((_FOLDER / name).read_bytes()).decode()
    weight = 700 if bold else 400
    return (
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )
