"""The grids in a picture: every frame that may be one, with its lines, the most promising first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonet.optional_import import optional_import
from nonet.photo.frames import frames

cv2 = optional_import("cv2", "reading photographs")
numpy = optional_import("numpy", "reading photographs")

LONG_SIDE = 1000
"""Pixels: larger pictures are searched at this size."""
BORDER = 0.03
"""Blank paper that is added around the picture, as a part of the long side: a frame at its very edge is a line too."""
LEAST_STRENGTH = 0.45
"""The part of its lines that must be seen in a grid."""

CELL = 36
"""Pixels of a cell in the straightened frame."""
SIDE = 9 * CELL
MARGIN = CELL // 2
REACH = CELL // 3
"""Pixels to either side of where a line should be."""
BESIDE = 5
"""Pixels from a line to the paper beside it."""
CLEAR = 0.12
"""A line this much darker than the paper (as a part of its brightness) counts in full."""
BENDING, STRAYING = 0.08, 0.1
"""What a path loses for each pixel up or down, and at the edge of its band; a clear dark pixel gains 1."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """The crossings, [row][column] → (x, y), and the part of the lines that was seen, 0 to 1."""

    points: Any
    strength: float


def fit_lattice(gray: Any, frame: Any) -> Lattice:
    """The lines of a grid inside a frame.

    The frame is straightened. Then each of the 20 lines is followed from edge to edge within a third of a cell around
    the place where it should be: a path that is dark, beside lighter pixels, and bends slowly. So the paper may be
    curved.

        . . . . . . . . . . .      upper edge of the band
        . . # # . . . . . . .
        # # . . # # # . . # #      the path: its height changes by at most one pixel per column
        . . . . . . . # # . .
        . . . . . . . . . . .      lower edge
    """
    square = numpy.float32([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]) + MARGIN
    matrix = cv2.getPerspectiveTransform(frame, square)
    size = SIDE + 2 * MARGIN + 1
    flat = cv2.warpPerspective(gray, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
    expected = MARGIN + CELL * numpy.arange(10)
    inside = slice(MARGIN, MARGIN + SIDE + 1)
    bands = numpy.stack(
        [
            ridges[middle - REACH : middle + REACH + 1, inside]
            for ridges in (_ridges(flat), _ridges(flat.T))
            for middle in expected
        ]
    )
    paths = _darkest_paths(bands)
    seen = numpy.take_along_axis(bands, paths[:, None, :], axis=1)
    offsets = cv2.blur(paths.astype(numpy.float32), (15, 1), borderType=cv2.BORDER_REPLICATE) - REACH
    y_of_row = offsets[:10] + expected[:, None]
    x_of_column = offsets[10:] + expected[:, None]
    points = _smooth(_crossings(y_of_row, x_of_column, expected))
    back = cv2.perspectiveTransform(points.reshape(-1, 1, 2), numpy.linalg.inv(matrix))
    return Lattice(back.reshape(10, 10, 2), float(numpy.clip(seen, 0, 1).mean()))


def _ridges(flat: Any) -> Any:
    """How much darker each pixel is than those above and below it: 1 on a clear horizontal line."""
    smooth = cv2.GaussianBlur(flat.astype(numpy.float32), (0, 0), 1.0)
    lighter = numpy.minimum(numpy.roll(smooth, BESIDE, axis=0), numpy.roll(smooth, -BESIDE, axis=0))
    ridges = (lighter - smooth) / numpy.maximum(cv2.blur(smooth, (31, 31)), 20)
    return numpy.clip(cv2.blur(ridges, (9, 1)) / CLEAR, -0.3, 1)


def _darkest_paths(bands: Any) -> Any:
    """For each band the row of the best path in every column, by dynamic programming over all bands at once."""
    count, height, width = bands.shape
    straying = STRAYING * numpy.abs(numpy.arange(height, dtype=numpy.float32) - REACH) / REACH
    gains = numpy.ascontiguousarray((bands - straying[:, None]).transpose(2, 0, 1))
    came_from = numpy.zeros((width, count, height), numpy.int8)
    total = numpy.full((count, height + 2), -1e9, numpy.float32)
    total[:, 1:-1] = gains[0]
    for column in range(1, width):
        above, level, below = total[:, :-2] - BENDING, total[:, 1:-1], total[:, 2:] - BENDING
        best = numpy.maximum(numpy.maximum(above, below), level)
        came_from[column] = numpy.where(best == level, 0, numpy.where(best == above, -1, 1))
        total[:, 1:-1] = best + gains[column]
    paths = numpy.zeros((count, width), numpy.intp)
    paths[:, -1] = total[:, 1:-1].argmax(axis=1)
    every = numpy.arange(count)
    for column in range(width - 1, 0, -1):
        paths[:, column - 1] = paths[:, column] + came_from[column, every, paths[:, column]]
    return paths


def _crossings(y_of_row: Any, x_of_column: Any, expected: Any) -> Any:
    points = numpy.zeros((10, 10, 2), numpy.float32)
    along = numpy.arange(SIDE + 1) + MARGIN
    for row in range(10):
        for column in range(10):
            x = float(expected[column])
            for _ in range(2):
                y = numpy.interp(x, along, y_of_row[row])
                x = numpy.interp(y, along, x_of_column[column])
            points[row, column] = x, y
    return points


def _smooth(points: Any) -> Any:
    """Near the cubic surface that fits the crossings best: a line that strayed to a digit is brought back."""
    scale = numpy.linspace(-1, 1, 10)
    u, v = numpy.meshgrid(scale, scale)
    terms = numpy.stack([u**i * v**j for i in range(4) for j in range(4 - i)], axis=-1).reshape(100, -1)
    values = points.reshape(100, 2).astype(float)
    weights = numpy.ones(100)
    for _ in range(5):
        root = numpy.sqrt(weights)[:, None]
        surface = terms @ numpy.linalg.lstsq(terms * root, values * root, rcond=None)[0]
        away = numpy.linalg.norm(values - surface, axis=1)
        weights = 1 / (1 + (away / (0.05 * CELL)) ** 2)
    most = 0.06 * CELL
    return (surface + numpy.clip(values - surface, -most, most)).reshape(10, 10, 2).astype(numpy.float32)


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
