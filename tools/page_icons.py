"""Draw the page's icons as PNG files from icon.svg, for home screens: python tools/page_icons.py.

A maskable icon fills its square, and its drawing stays within the circle that every system shows.
"""

from __future__ import annotations

import sys
from pathlib import Path

from nonet.draw.png import svg_png

__all__ = ["main"]

STATIC = Path(__file__).resolve().parent.parent / "src/nonet/faces/web/static"


def main() -> int:
    icon = (STATIC / "icon.svg").read_text()
    corner = 'rx="15" fill="#1f2a44"'
    assert corner in icon
    square = icon.replace(corner, 'fill="#1f2a44"')
    wide = square.replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"').replace(
        '<rect width="64" height="64"', '<rect x="-8" y="-8" width="80" height="80"'
    )
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    for name, svg, width in (
        ("192", icon, 192),
        ("512", icon, 512),
        ("apple", square, 180),
        ("maskable", wide, 512),
    ):
        (folder / f"{name}.png").write_bytes(svg_png(svg, width=width))
    return 0


if __name__ == "__main__":
    sys.exit(main())
