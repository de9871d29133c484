"""Reads the Sudoku in a photograph.

    picture     the file as grey values
    frames      quadrilaterals that may be a grid
    lattice     the lines of each of them
    cells       81 small pictures
    digits      the probabilities of the digits in them
    settling    the most probable digits that make a Sudoku

Several grids in one picture, crosswords, tables: the candidate that makes a Sudoku with one solution wins. The same
decides which way up the picture is. Candidates beside it that are read as puzzles without doubt are the others.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from nonet.arguments import clear_type_errors
from nonet.errors import PictureError
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.limits import check_time
from nonet.limits import reading as within_limits
from nonet.optional_import import optional_import
from nonet.photo.cells import cut, straighten
from nonet.photo.digits import probabilities
from nonet.photo.grids import lattices
from nonet.photo.picture import PictureLike, load_picture
from nonet.photo.settling import Doubt, settle
from nonet.puzzle import Puzzle

cv2 = optional_import("cv2", "reading photographs")
numpy = optional_import("numpy", "reading photographs")

_Candidate = tuple[Any, Any]
"""The picture, and the crossings of a grid in it."""

MOST_GRIDS, MOST_TURNED = 8, 3
"""Candidates that are read in a picture, and those that are also read sideways and upside down."""
FEWEST_DIGITS = 12
"""A Sudoku with one solution has at least 17; some may be illegible."""
DARK = 128
"""Where the middle of all pixels is darker, light digits on dark paper are looked for, too."""
MOST_DOUBTS = 12
CLEAR = 0.8
"""The mean probability of the digits in a grid; they are less clear upside down, and letters are not digits."""
FEWEST_CLUES, MOST_CLUES = 17, 80
"""Of another puzzle in the picture: fewer have several solutions, and a full grid is the solution of a puzzle."""
MOST_OTHERS = 16
SHARED = 0.05
"""The part of the smaller grid that two grids may share; in a samurai it is a ninth."""


@dataclass(frozen=True)
class PhotoReading:
    """What was read in a photograph.

    `doubts` are the cells to look at again. `settled` are cells whose image leaves the digit open; but only one of
    the possible digits gives a puzzle with exactly one solution. `corners` are those of the grid in the picture, (x, y)
    in pixels, clockwise from the one at r1c1. `others` are further puzzles in the picture; those that are hard to read
    are not among them.
    """

    puzzle: Puzzle
    doubts: tuple[Doubt, ...]
    corners: tuple[tuple[float, float], ...]
    settled: tuple[Doubt, ...]
    others: tuple[PhotoReading, ...] = ()


@dataclass(frozen=True)
class _Trial:
    reading: PhotoReading
    unique: bool
    clear: float


@within_limits
@clear_type_errors
def read(
    source: PictureLike,
    *,
    known: Mapping[int, int] | None = None,
    weights: dict[str, Any] | None = None,
) -> PhotoReading:
    """The Sudoku in a photograph: the name of a JPEG, PNG or WebP file, its bytes, or an array of pixels.

    `known` are corrections by a person: the digits of some cells, 0 for an empty one. `weights` replace those of the
    network. Raises `PictureError` for a file that is not a picture and for a picture without a Sudoku, and
    `LimitExceeded` for one that is too large, before it is decoded, and for one that takes too long.
    """
    corrections = _corrections(known or {})
    picture = load_picture(source)
    shades = _shades(picture.gray)
    seen = [[(shade, each.points) for each in lattices(shade)] for shade in shades]
    found = [candidate for each in seen for candidate in each[:MOST_GRIDS]]
    rest = [candidate for each in seen for candidate in each[MOST_GRIDS:]]
    cells = [cut(straighten(shade, points)) for shade, points in found]
    best: _Trial | None = None
    digits = [0]
    for grid, turns in _attempts(len(found)):
        check_time()
        chances = probabilities(_turned(cells[grid], turns), weights)
        for cell, digit in corrections.items():
            chances[cell] = numpy.eye(10)[digit]
        digits.append(int((chances.argmax(axis=1) > 0).sum()))
        if digits[-1] < FEWEST_DIGITS:
            continue
        trial = _trial(chances, numpy.rot90(found[grid][1], -turns) / picture.scale)
        if trial is not None and trial.unique:
            others = _others(
                found[grid][1], [*found[grid + 1 :], *rest], turns, scale=picture.scale, weights=weights
            )
            return replace(trial.reading, others=others)
        if trial is not None and (best is None or trial.clear > best.clear):
            best = trial
    if best is None:
        raise _refusal(max(digits))
    return best.reading


def _others(
    taken: Any, candidates: Sequence[_Candidate], turns: int, *, scale: float, weights: dict[str, Any] | None
) -> tuple[PhotoReading, ...]:
    """The puzzles beside one that was found, the same way up."""
    outlines = [_outline(taken)]
    others: list[PhotoReading] = []
    for shade, points in candidates:
        outline = _outline(points)
        if len(others) == MOST_OTHERS or not all(_is_beside(outline, each) for each in outlines):
            continue
        check_time()
        chances = probabilities(_turned(cut(straighten(shade, points)), turns), weights)
        digits = chances.argmax(axis=1) > 0
        clues = int(digits.sum())
        if not FEWEST_CLUES <= clues <= MOST_CLUES or chances.max(axis=1)[digits].mean() < CLEAR:
            continue
        trial = _trial(chances, numpy.rot90(points, -turns) / scale)
        if trial is not None and trial.unique and not trial.reading.doubts:
            others.append(trial.reading)
            outlines.append(outline)
    return tuple(others)


def _outline(points: Any) -> Any:
    return numpy.ascontiguousarray(points[[0, 0, 9, 9], [0, 9, 9, 0]], numpy.float32)


def _is_beside(one: Any, other: Any) -> bool:
    shared, _ = cv2.intersectConvexConvex(one, other)
    return bool(shared <= SHARED * min(cv2.contourArea(one), cv2.contourArea(other)))


def _corrections(known: Mapping[int, int]) -> dict[int, int]:
    """The digits of the cells that a person corrects, all of them cells and digits of the board."""
    digits = Grid.of(CLASSIC, [known.get(cell, 0) for cell in range(CLASSIC.cell_count)])
    cells = [CLASSIC.cell_named(CLASSIC.cell_name(cell)) for cell in known]
    return {cell: digits[cell] for cell in cells}


def _shades(gray: Any) -> list[Any]:
    """The picture; if it is dark, also with dark and light exchanged, as for a dark screen."""
    return [gray, 255 - gray] if numpy.median(gray[::4, ::4]) < DARK else [gray]


def _attempts(grids: int) -> Iterator[tuple[int, int]]:
    """Every grid as it is, then the most promising ones turned by one, two and three right angles."""
    yield from ((grid, 0) for grid in range(grids))
    yield from ((grid, turns) for grid in range(min(grids, MOST_TURNED)) for turns in (1, 2, 3))


def _turned(cells: Any, turns: int) -> Any:
    """The 81 cells of the picture turned clockwise by a number of right angles."""
    board = cells.reshape(9, 9, *cells.shape[1:])
    board = numpy.rot90(numpy.rot90(board, -turns, axes=(0, 1)), -turns, axes=(2, 3))
    return board.reshape(cells.shape)


def _trial(chances: Any, points: Any) -> _Trial | None:
    """What a grid says; None if it is not a Sudoku."""
    found = settle(chances.tolist())
    if found is None or len(found.doubts) > MOST_DOUBTS:
        return None
    clear = float(chances.max(axis=1)[chances.argmax(axis=1) > 0].mean())
    if not found.unique and clear < CLEAR:
        return None
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in points[[0, 0, 9, 9], [0, 9, 9, 0]])
    reading = PhotoReading(Puzzle(Grid(CLASSIC, found.values)), found.doubts, corners, found.settled)
    return _Trial(reading, found.unique, clear)


def _refusal(digits: int) -> PictureError:
    if 0 < digits < FEWEST_DIGITS:
        legible = f"only {digits} legible digit{'s' * (digits > 1)}"
        return PictureError(f"the grid has {legible}; that is not a Sudoku", "few-digits")
    if digits:
        return PictureError("nothing in the picture can be read as a Sudoku", "unreadable")
    return PictureError("no Sudoku grid found in the picture", "no-grid")


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Discards what is written to standard error meanwhile, by this whole process: the C libraries that decode pictures
    write there about damaged files, and our own message is enough.
    """
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
