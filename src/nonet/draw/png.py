"""SVG as PNG, by resvg (the extra `print`): no browser, no fonts of the system."""

from __future__ import annotations

from nonet.draw.fonts import FAMILY, font_file
from nonet.draw.scene import Scene
from nonet.draw.svg import to_svg_file
from nonet.errors import NonetError
from nonet.optional_import import optional_import

LARGEST = 20_000
"""The most pixels in a row."""


def scene_png(
    scene: Scene, *, theme: str = "light", width: int | None = None, background: bool = True
) -> bytes:
    """The scene as a PNG file, as many pixels wide as given, or twice its own width."""
    svg = to_svg_file(scene, theme=theme, fonts=False, background=background)
    return svg_png(svg, width=round(scene.width * 2) if width is None else width)


def svg_png(svg: str, *, width: int) -> bytes:
    """An SVG document as a PNG file."""
    if not 1 <= width <= LARGEST:
        raise NonetError(f"a picture of {width} pixels: the width is 1 to {LARGEST}")
    resvg = optional_import("resvg_py", "PNG output")
    files = [font_file(bold=False), font_file(bold=True)]
    png = resvg.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=files, font_family=FAMILY
    )
    return bytes(png)
