"""The grids in a picture: every frame that may be one, with its lines, the most promising first."""

from __future__ import annotations

from typing import Any

from nonet.optional_import import optional_import
from nonet.photo.frames import frames
from nonet.photo.lattice import Lattice, fit_lattice

__all__ = ["lattices"]

cv2 = optional_import("cv2", "reading photographs")
numpy = optional_import("numpy", "reading photographs")

LONG_SIDE = 1000
"""Pixels: larger pictures are searched at this size."""
BORDER = 0.03
"""Blank paper that is added around the picture, as a part of the long side: a frame at its very edge is a line too."""
LEAST_STRENGTH = 0.45
"""The part of its lines that must be seen in a grid."""


def lattices(gray: Any) -> list[Lattice]:
    """What may be grids: first those of which much was seen, and the larger of two that are alike."""
    scale = min(1.0, LONG_SIDE / max(gray.shape))
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else gray
    border = int(BORDER * max(small.shape))
    paper = int(numpy.percentile(small[::8, ::8], 90))
    small = cv2.copyMakeBorder(small, *[border] * 4, cv2.BORDER_CONSTANT, value=paper)
    found = [(frame, fit_lattice(small, frame)) for frame in frames(small)]
    likely = [(frame, lattice) for frame, lattice in found if lattice.strength > LEAST_STRENGTH]
    likely.sort(key=lambda each: -each[1].strength * cv2.contourArea(each[0]) ** 0.25)
    return [Lattice((lattice.points - border) / scale, lattice.strength) for _, lattice in likely]
