"""Pictures of Sudokus in many fonts, as a phone might take them: training data for `train_digits.py`.

A page has one font, one size of digits and one kind of lines; its cells have random digits, so it need not be a Sudoku.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy
from PIL import Image, ImageDraw, ImageFont

__all__ = ["Page", "fonts_in", "render_page"]

CELL = 52
MARGIN = 60
DIGITS = "123456789"


@dataclass(frozen=True)
class Page:
    """A picture in shades of grey, the crossings of its lines, and the 81 digits, 0 for an empty cell."""

    gray: Any
    points: Any
    digits: Any


def fonts_in(folder: Path) -> list[Path]:
    """The fonts below a folder that have nine different digits of their own."""
    found = []
    for path in sorted(path for end in ("ttf", "otf") for path in folder.rglob(f"*.{end}")):
        try:
            font = ImageFont.truetype(str(path), 40)
            marks = {font.getmask(sign).getbbox() and bytes(font.getmask(sign)) for sign in f"{DIGITS}\ufffe"}
            heights = [font.getbbox(sign)[3] - font.getbbox(sign)[1] for sign in DIGITS]
        except (OSError, ValueError):
            continue
        if None not in marks and len(marks) == 10 and 15 <= min(heights) <= max(heights) <= 45:
            found.append(path)
    return found


def render_page(fonts: Sequence[Path], rng: Any) -> Page:
    """A random page."""
    page, digits = _print_page(fonts, rng)
    scale = numpy.linspace(0, 9 * CELL, 10, dtype=numpy.float32) + MARGIN
    points = numpy.stack(numpy.meshgrid(scale, scale), axis=-1)
    size = page.shape[0]
    corners = numpy.array([[0, 0], [size, 0], [size, size], [0, size]], numpy.float32)
    moved = corners + rng.uniform(-0.08, 0.08, (4, 2)).astype(numpy.float32) * size
    matrix = cv2.getPerspectiveTransform(corners, moved)
    zoom = rng.uniform(0.45, 1.1)
    matrix = numpy.diag([zoom, zoom, 1]) @ matrix
    extent = int(size * zoom)
    gray = cv2.warpPerspective(
        page, matrix, (extent, extent), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    points = cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix).reshape(10, 10, 2)
    return Page(_photograph(gray, rng), points, digits)


def _print_page(fonts: Sequence[Path], rng: Any) -> tuple[Any, Any]:
    size = 9 * CELL + 2 * MARGIN
    paper = int(rng.integers(190, 256))
    image = Image.new("L", (size, size), paper)
    draw = ImageDraw.Draw(image)
    ink = int(rng.integers(0, 110))
    line_ink = int(rng.integers(0, 130))
    thin, thick = int(rng.integers(1, 4)), int(rng.integers(2, 7))
    digits = numpy.where(rng.random(81) < 0.6, rng.integers(1, 10, 81), 0)
    for cell in numpy.flatnonzero(rng.random(81) < rng.choice([0, 0, 0.2])).tolist():  # shaded cells
        x, y = MARGIN + cell % 9 * CELL, MARGIN + cell // 9 * CELL
        draw.rectangle((x, y, x + CELL, y + CELL), fill=int(paper * rng.uniform(0.7, 0.95)))
    for line in range(10):
        at, width = MARGIN + line * CELL, thick if line % 3 == 0 else thin
        draw.line((MARGIN, at, size - MARGIN, at), fill=line_ink, width=width)
        draw.line((at, MARGIN, at, size - MARGIN), fill=line_ink, width=width)
    font = _font_of_height(fonts[rng.integers(len(fonts))], CELL * rng.uniform(0.38, 0.75))
    shift = rng.uniform(-0.05, 0.05, 2) * CELL
    for cell, digit in enumerate(digits):
        if digit:
            x, y = MARGIN + (cell % 9 + 0.5) * CELL + shift[0], MARGIN + (cell // 9 + 0.5) * CELL + shift[1]
            left, top, right, bottom = font.getbbox(str(digit))
            draw.text((x - (left + right) / 2, y - (top + bottom) / 2), str(digit), font=font, fill=ink)
    return numpy.array(image), digits


def _font_of_height(path: Path, height: float) -> Any:
    _, top, _, bottom = ImageFont.truetype(str(path), 100).getbbox("8")
    return ImageFont.truetype(str(path), max(8, round(100 * height / max(1, bottom - top))))


def _photograph(gray: Any, rng: Any) -> Any:
    """Uneven light, a blurred lens, noise and compression."""
    height, width = gray.shape
    y, x = numpy.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    light = 1 + rng.uniform(-0.35, 0.35) * x + rng.uniform(-0.35, 0.35) * y
    if rng.random() < 0.3:  # the edge of a shadow, soft or sharp
        edge = (x * rng.normal() + y * rng.normal() + rng.normal() * 0.3) * 2 * 100 ** rng.random()
        light *= 1 - rng.uniform(0.1, 0.5) / (1 + numpy.exp(numpy.clip(edge, -50, 50)))
    values = gray * light * rng.uniform(0.45, 0.95) + rng.uniform(0, 40)
    cell = CELL * width / (9 * CELL + 2 * MARGIN)
    values = cv2.GaussianBlur(values, (0, 0), max(0.3, rng.uniform(0, 0.055) * cell))
    values += rng.normal(0, rng.uniform(0, 6), values.shape)
    picture = numpy.clip(values, 0, 255).astype(numpy.uint8)
    quality = int(rng.integers(30, 96))
    return cv2.imdecode(
        cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_GRAYSCALE
    )
