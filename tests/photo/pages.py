"""Photographs for the tests: a puzzle drawn by nonet.draw, laid on a page, then turned, bent, shaded and blurred."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy

from nonet.draw.board import board_scene
from nonet.draw.png import scene_png
from nonet.puzzle import Puzzle

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SECOND = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
SIZE = 480
MARGIN = 90


@cache
def page(text: str = PUZZLE, *, theme: str = "print", paper: int = 255) -> Any:
    """A grey page of 660 x 660 pixels with a puzzle of 480 x 480 in its middle."""
    drawn = scene_png(board_scene(Puzzle.of("9x9", text)), theme=theme, width=SIZE)
    board = cv2.imdecode(numpy.frombuffer(drawn, numpy.uint8), cv2.IMREAD_GRAYSCALE)
    return cv2.copyMakeBorder(board, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=paper)


def photograph(picture: Any, *, seed: int = 1, tilt: float = 0.08, noise: float = 4.0) -> Any:
    """The page from an angle, in uneven light, a little out of focus."""
    rng = numpy.random.default_rng(seed)
    height, width = picture.shape
    corners = numpy.array([[0, 0], [width, 0], [width, height], [0, height]], numpy.float32)
    moved = (corners + rng.uniform(-tilt, tilt, (4, 2)) * width).astype(numpy.float32)
    matrix = cv2.getPerspectiveTransform(corners, moved)
    seen = cv2.warpPerspective(picture, matrix, (width, height), borderValue=90)
    light = numpy.outer(numpy.linspace(0.95, 0.5, height), numpy.linspace(0.9, 0.6, width))
    light[:, width // 2 :] *= 0.7  # the edge of a shadow
    values = cv2.GaussianBlur(seen * light + 20, (0, 0), 1.2) + rng.normal(0, noise, seen.shape)
    return numpy.clip(values, 0, 255).astype(numpy.uint8)


def bent(picture: Any, *, depth: float = 12.0) -> Any:
    """The page curved like that of an open book."""
    height, width = picture.shape
    y, x = numpy.mgrid[:height, :width].astype(numpy.float32)
    return cv2.remap(
        picture,
        x,
        y + depth * numpy.sin(numpy.pi * x / width, dtype=numpy.float32),
        cv2.INTER_LINEAR,
        borderValue=255,
    )


def jpeg(picture: Any, quality: int = 80) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
