"""The 81 cells of a grid that was found, as small pictures in the same light.

    straighten    the grid as a square, from the 10 x 10 crossings of its lines
    darkness      how much darker each pixel is than the paper around it; so shadows and shaded cells vanish
    cut           the middle of each cell, scaled by the contrast of its print

The network sees nothing but these small pictures.
"""

from __future__ import annotations

from typing import Any

from nonet.optional_import import optional_import

cv2 = optional_import("cv2", "reading photographs")
numpy = optional_import("numpy", "reading photographs")

SIDE = 32
"""Pixels of a cell's picture in each direction."""
PITCH = 38
"""Pixels from one grid line to the next in the straightened grid. The outermost three are not used."""
EDGE = (PITCH - SIDE) // 2
STROKE = 17
"""Pixels: wider than any stroke or line."""
FAINTEST = 0.5
"""Cells with less contrast than this part of the clearest cells' are not amplified: they are empty."""


def straighten(gray: Any, points: Any) -> Any:
    """The grid as a square, 9 × PITCH pixels wide. `points` are the crossings, [row][column] → (x, y)."""
    width = float(numpy.linalg.norm(points[:, 1:] - points[:, :-1], axis=2).mean())
    height = float(numpy.linalg.norm(points[1:] - points[:-1], axis=2).mean())
    scale = 1.5 * PITCH / max(1.0, min(width, height))
    if scale < 1:  # average the pixels of a large picture instead of picking some
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        points = points * scale
    centres = ((numpy.arange(9 * PITCH) + 0.5) / PITCH).astype(numpy.float32)
    column, row = numpy.meshgrid(centres, centres)
    x, y = (
        cv2.remap(numpy.ascontiguousarray(points[:, :, axis], numpy.float32), column, row, cv2.INTER_LINEAR)
        for axis in (0, 1)
    )
    return cv2.remap(gray, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def cut(straight: Any, *, edge: int = EDGE) -> Any:
    """The cells of a straightened grid, row by row: 81 × SIDE × SIDE, 0 for paper, about 1 for print.

    `edge` is how much of each side is left out; 0 gives whole cells with the lines around them.
    """
    cells = darkness(straight).reshape(9, PITCH, 9, PITCH).transpose(0, 2, 1, 3).reshape(81, PITCH, PITCH)
    middle = cells[:, 2 * EDGE : -2 * EDGE, 2 * EDGE : -2 * EDGE].reshape(81, -1)
    contrast = numpy.partition(middle, -20, axis=1)[:, -20]
    clearest = float(numpy.sort(contrast)[-10:].mean())
    scale = numpy.maximum(contrast, max(0.02, FAINTEST * clearest))
    inner = cells[:, edge : PITCH - edge, edge : PITCH - edge]
    return numpy.clip(inner / scale[:, None, None], 0, 1.25).astype(numpy.float32)


def darkness(straight: Any) -> Any:
    """0 for paper to 1 for black, wherever the light falls."""
    kernel = numpy.ones((STROKE, STROKE), numpy.uint8)
    paper = cv2.morphologyEx(straight, cv2.MORPH_CLOSE, kernel, borderType=cv2.BORDER_REPLICATE)
    paper = cv2.GaussianBlur(paper, (0, 0), 2).astype(numpy.float32)
    return numpy.clip(1 - straight.astype(numpy.float32) / numpy.maximum(paper, 1), 0, 1)
