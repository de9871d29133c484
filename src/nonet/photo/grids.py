"""The grids in a picture: every frame that may be one, with its lines, the most promising first.

Frames are quadrilaterals, found in two ways:

    outlines   a connected shape of dark pixels, such as the lines of a grid, whose convex hull has four corners
    cells      light quadrilaterals that lie beside each other in rows and columns; this works where the frame is
               cut off or touches something else

Both are looked for in several black-and-white versions of the picture: no single threshold suits every light. Some
compare a pixel with the mean of its neighbourhood, which finds faint lines; some with the paper around it, which does
not take the edge of a shadow for a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nonet.limits import check_time
from nonet.optional_import import optional_import
from nonet.photo.cells import darkness

cv2 = optional_import("cv2", "reading photographs")
numpy = optional_import("numpy", "reading photographs")

# (the neighbourhood that a pixel is compared with, as a part of the long side; how much darker it is; the gap to close)
BELOW_MEAN = ((0.06, 7, 0), (0.06, 4, 3), (0.12, 10, 0), (0.03, 3, 3))
BELOW_PAPER = (0.08, 0.18)
"""How much darker than the paper, as a part of its brightness."""
WIDEST_LINE = 0.025
"""As a part of the long side."""
SMALLEST_FRAME = 0.03
"""As a part of the picture."""
SMALLEST_CELL, LARGEST_CELL = 0.0002, 0.012
OUTLINES = 8
"""The largest shapes that are tried for each threshold."""
FEWEST_CELLS = 16
OUTSIDE = 0.05
"""How far a corner may lie outside the picture, as a part of the frame's width: half a cell."""
ALIKE = 0.02
"""Frames whose corners differ by less than this part of their width are one and the same."""


def frames(gray: Any) -> list[Any]:
    """Candidates, the largest first: four corners each, clockwise from the top left, as (x, y)."""
    candidates: list[tuple[float, Any]] = []
    for dark in _versions(gray):
        check_time()
        contours, tree = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        if tree is None:
            continue
        inside = tree[0][:, 3] >= 0
        shapes = [each for each, hole in zip(contours, inside, strict=True) if not hole and len(each) >= 4]
        holes = [each for each, hole in zip(contours, inside, strict=True) if hole and len(each) >= 4]
        for corners in [*_from_outlines(shapes, gray.size), *_from_cells(holes, gray.size)]:
            candidates.append((float(cv2.contourArea(corners)), corners))
    candidates.sort(key=lambda item: -item[0])
    distinct: list[Any] = []
    for area, corners in candidates:
        beyond = OUTSIDE * area**0.5
        if (corners < -beyond).any() or (corners > numpy.array(gray.shape[::-1]) + beyond).any():
            continue
        if all(numpy.abs(corners - other).max() > ALIKE * area**0.5 for other in distinct):
            distinct.append(corners)
    return distinct


def _versions(gray: Any) -> Iterator[Any]:
    """Black-and-white versions: 255 where the picture is darker than its surroundings."""
    smooth = cv2.GaussianBlur(gray, (3, 3), 0)
    for part, offset, gap in BELOW_MEAN:
        size = max(3, int(part * max(gray.shape)) | 1)
        dark = cv2.adaptiveThreshold(
            smooth, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, size, offset
        )
        if gap:
            dark = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, numpy.ones((gap, gap), numpy.uint8))
        yield dark
    size = max(9, int(WIDEST_LINE * max(gray.shape)) | 1)
    smooth = cv2.GaussianBlur(gray, (0, 0), 1.0)
    paper = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, numpy.ones((size, size), numpy.uint8))
    for part in BELOW_PAPER:
        yield cv2.compare(smooth, cv2.convertScaleAbs(paper, alpha=1 - part), cv2.CMP_LT)


def clockwise(corners: Any) -> Any:
    """Four corners in order, from the one nearest the top left."""
    dx, dy = (corners - corners.mean(axis=0)).T
    ordered = corners[numpy.argsort(numpy.arctan2(dy, dx))]
    return numpy.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0).astype(numpy.float32)


# ------------------------------------------------------------------------------------------------------------- outlines


def _from_outlines(shapes: Sequence[Any], pixels: int) -> Iterator[Any]:
    for shape in sorted(shapes, key=cv2.contourArea, reverse=True)[:OUTLINES]:
        hull = cv2.convexHull(shape)
        if cv2.contourArea(hull) >= SMALLEST_FRAME * pixels:
            corners = _four_corners(hull)
            if corners is not None:
                yield corners


def _four_corners(hull: Any) -> Any | None:
    """The corners of a hull that is nearly a quadrilateral, or None."""
    length = cv2.arcLength(hull, True)
    for tolerance in (0.02, 0.03, 0.05, 0.08):
        corners = cv2.approxPolyDP(hull, tolerance * length, True).reshape(-1, 2).astype(numpy.float32)
        if len(corners) == 4:
            break
    else:
        corners = cv2.boxPoints(cv2.minAreaRect(hull))
    if cv2.contourArea(corners) < 0.6 * cv2.contourArea(hull) or _longest_to_shortest(corners) > 2.5:
        return None
    return clockwise(corners)


def _longest_to_shortest(corners: Any) -> float:
    sides = numpy.linalg.norm(corners - numpy.roll(corners, 1, axis=0), axis=1)
    return float(sides.max() / max(1e-6, sides.min()))


# ---------------------------------------------------------------------------------------------------------------- cells


def _from_cells(holes: Sequence[Any], pixels: int) -> Iterator[Any]:
    """Frames of 9 × 9 cells, of which at least FEWEST_CELLS were found and no row or column beyond the ninth."""
    cells = [corners for hole in holes if (corners := _cell(hole, pixels)) is not None]
    left = set(range(len(cells)))
    if len(left) < FEWEST_CELLS:
        return
    corners = numpy.array(cells)
    sizes = numpy.array([cv2.contourArea(each) for each in corners])
    while len(left) >= FEWEST_CELLS:
        usual = numpy.median(sizes[list(left)])
        start = min(left, key=lambda each: (abs(sizes[each] - usual), each))
        places = _neighbours(start, left, corners, sizes)
        left -= set(places)
        if len(places) < FEWEST_CELLS:
            continue
        at = numpy.array(list(places.values()), numpy.float32)
        centres = corners[list(places)].mean(axis=1).astype(numpy.float32)
        columns, rows = (_origins(at[:, axis]) for axis in (0, 1))
        if not columns or not rows:
            continue
        matrix, _ = cv2.findHomography(at + 0.5, centres, cv2.RANSAC, float(0.25 * usual**0.5))
        if matrix is None:
            continue
        for x in columns:
            for y in rows:
                square = numpy.float32([[[x, y], [x + 9, y], [x + 9, y + 9], [x, y + 9]]])
                yield cv2.perspectiveTransform(square, matrix)[0]


def _cell(hole: Any, pixels: int) -> Any | None:
    """The corners of a light area that may be a cell, or None."""
    area = cv2.contourArea(hole)
    if not SMALLEST_CELL * pixels < area < LARGEST_CELL * pixels:
        return None
    corners = cv2.approxPolyDP(cv2.convexHull(hole), 0.08 * cv2.arcLength(hole, True), True).reshape(-1, 2)
    if len(corners) != 4 or area < 0.6 * cv2.contourArea(corners) or _longest_to_shortest(corners) > 2:
        return None
    return clockwise(corners.astype(numpy.float32))


def _neighbours(start: int, free: set[int], corners: Any, sizes: Any) -> dict[int, tuple[int, int]]:
    """The cells that are connected with one, and their (column, row) relative to it."""
    centres = corners.mean(axis=1)
    right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    places = {start: (0, 0)}
    taken = {(0, 0)}
    queue = [start]
    for cell in queue:
        check_time()
        column, row = places[cell]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            step = dx * right[cell] + dy * down[cell]
            distances = numpy.linalg.norm(
                centres - (centres[cell] + 1.06 * step), axis=1
            )  # a line lies between
            near = int(distances.argmin())
            place = (column + dx, row + dy)
            fits = distances[near] <= 0.3 * numpy.linalg.norm(step) and 0.5 < sizes[near] / sizes[cell] < 2
            if fits and near in free and near not in places and place not in taken:
                places[near] = place
                taken.add(place)
                queue.append(near)
    return places


def _origins(coordinates: Any) -> list[float]:
    """Where the first of nine rows or columns may be, if those found are some of them."""
    low, high = float(coordinates.min()), float(coordinates.max())
    missing = 9 - int(high - low + 1)
    return [low - k for k in range(missing + 1)] if 0 <= missing <= 3 else []


# --------------------------------------------------------------------------------------------------- lines of a frame

LONG_SIDE = 1000
"""Pixels: larger pictures are searched at this size."""
BORDER = 0.03
"""Blank paper that is added around the picture, as a part of the long side: a frame at its very edge is a line too."""
LEAST_STRENGTH = 0.45
"""The part of its lines that must be seen in a grid."""
FAINTEST_LINE = 0.5
"""How much of the lines around boxes must be seen, compared with all lines; in photographs 0.6 at least."""
LIGHTEST_LINE = 0.8
"""How heavy those lines must be, compared with the others: in photographs 1.6 at least, and 0.6 at most where the grid
was taken to begin a row or column too early or too late."""
BEYOND = 0.3
"""How far the grid may reach beyond two opposite edges of the picture, in cells: the digits are still there."""

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
    """The crossings, [row][column] → (x, y). For each line, first across and then down: the part of it that was seen,
    0 to 1, and how dark and wide it is.
    """

    points: Any
    lines: Any
    weights: Any

    @property
    def strength(self) -> float:
        """The part that was seen of all lines."""
        return float(self.lines.mean())

    def is_in(self, shape: Sequence[int]) -> bool:
        """Whether a picture of this height and width has all of the grid, and the lines around boxes are in place."""
        x, y = self.points[:, :, 0].mean(axis=0), self.points[:, :, 1].mean(axis=1)
        beyond = numpy.maximum([-y, -x], [y - shape[0], x - shape[1]]).clip(0)
        most = BEYOND * min(x[-1] - x[0], y[-1] - y[0]) / 9
        if (beyond.sum(axis=1) > most).any():
            return False
        seen = numpy.where(beyond, 1, self.lines.reshape(2, 10))[:, ::3]
        heavy = self.weights.reshape(2, 10)
        others = [numpy.median(heavy[:, first::3], axis=1) for first in (1, 2)]
        boxes = numpy.median(heavy[:, 3:9:3], axis=1)
        return bool(
            (seen > FAINTEST_LINE * self.strength).all()
            and (boxes >= LIGHTEST_LINE * numpy.maximum(*others)).all()
        )


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

    def along(values: Callable[[Any], Any]) -> Any:
        """These values of the straightened frame in a band around each line."""
        both = values(flat), values(numpy.ascontiguousarray(flat.T))
        return numpy.stack(
            [each[middle - REACH : middle + REACH + 1, inside] for each in both for middle in expected]
        )

    bands = along(_ridges)
    paths = _darkest_paths(bands)
    seen = numpy.take_along_axis(bands, paths[:, None, :], axis=1)
    dark = numpy.take_along_axis(along(_heaviness), paths[:, None, :], axis=1)
    offsets = cv2.blur(paths.astype(numpy.float32), (15, 1), borderType=cv2.BORDER_REPLICATE) - REACH
    y_of_row = offsets[:10] + expected[:, None]
    x_of_column = offsets[10:] + expected[:, None]
    points = _smooth(_crossings(y_of_row, x_of_column, expected))
    back = cv2.perspectiveTransform(points.reshape(-1, 1, 2), numpy.linalg.inv(matrix))
    lines = numpy.clip(seen, 0, 1).mean(axis=(1, 2))
    return Lattice(back.reshape(10, 10, 2), lines, numpy.median(dark[:, 0], axis=1))


def _ridges(flat: Any) -> Any:
    """How much darker each pixel is than those above and below it: 1 on a clear horizontal line."""
    smooth = cv2.GaussianBlur(flat.astype(numpy.float32), (0, 0), 1.0)
    lighter = numpy.minimum(numpy.roll(smooth, BESIDE, axis=0), numpy.roll(smooth, -BESIDE, axis=0))
    ridges = (lighter - smooth) / numpy.maximum(cv2.blur(smooth, (31, 31)), 20)
    return numpy.clip(cv2.blur(ridges, (9, 1)) / CLEAR, -0.3, 1)


def _heaviness(flat: Any) -> Any:
    """How dark the pixels above and below each pixel are: more for a wider line."""
    return cv2.blur(darkness(flat), (1, 9))


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
    """What may be grids, whole ones: first those of which much was seen, and the larger of two that are alike."""
    scale = min(1.0, LONG_SIDE / max(gray.shape))
    height, width = (max(1, round(scale * side)) for side in gray.shape)
    small = cv2.resize(gray, (width, height), interpolation=cv2.INTER_AREA) if scale < 1 else gray
    border = int(BORDER * max(small.shape))
    paper = int(numpy.percentile(small[::8, ::8], 90))
    small = cv2.copyMakeBorder(small, *[border] * 4, cv2.BORDER_CONSTANT, value=paper)
    found = [(frame, fit_lattice(small, frame)) for frame in frames(small)]
    likely = [(frame, lattice) for frame, lattice in found if lattice.strength > LEAST_STRENGTH]
    likely.sort(key=lambda each: -each[1].strength * cv2.contourArea(each[0]) ** 0.25)
    placed = [replace(lattice, points=(lattice.points - border) / scale) for _, lattice in likely]
    return [lattice for lattice in placed if lattice.is_in(gray.shape)]
