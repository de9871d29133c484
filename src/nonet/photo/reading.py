"""Reads the Sudoku in a photograph.

    picture     the file as grey values
    frames      quadrilaterals that may be a grid
    lattice     the lines of each of them
    cells       81 small pictures
    digits      the probabilities of the digits in them
    settling    the most probable digits that make a Sudoku

Several grids in one picture, crosswords, tables: the candidate that makes a Sudoku with one solution wins. The same
decides which way up the picture is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
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

numpy = optional_import("numpy", "reading photographs")

MOST_GRIDS, MOST_TURNED = 8, 3
"""Candidates that are read in a picture, and those that are also read sideways and upside down."""
FEWEST_DIGITS = 12
"""A Sudoku with one solution has at least 17; some may be illegible."""
DARK = 128
"""Where the middle of all pixels is darker, light digits on dark paper are looked for, too."""
MOST_DOUBTS = 12
CLEAR = 0.8
"""The mean probability of the digits in a grid; they are less clear upside down, and letters are not digits."""


@dataclass(frozen=True)
class PhotoReading:
    """What was read in a photograph.

    `doubts` are the cells to look at again. `settled` are cells whose image leaves the digit open; but only one of
    the possible digits gives a puzzle with exactly one solution. `corners` are those of the grid in the picture, (x, y)
    in pixels, clockwise from the one at r1c1.
    """

    puzzle: Puzzle
    doubts: tuple[Doubt, ...]
    corners: tuple[tuple[float, float], ...]
    settled: tuple[Doubt, ...]


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
    found = [(shade, each.points) for shade in shades for each in lattices(shade)[:MOST_GRIDS]]
    grids = [points for _, points in found]
    cells = [cut(straighten(shade, points)) for shade, points in found]
    best: _Trial | None = None
    digits = [0]
    for grid, turns in _attempts(len(grids)):
        check_time()
        chances = probabilities(_turned(cells[grid], turns), weights)
        for cell, digit in corrections.items():
            chances[cell] = numpy.eye(10)[digit]
        digits.append(int((chances.argmax(axis=1) > 0).sum()))
        if digits[-1] < FEWEST_DIGITS:
            continue
        trial = _trial(chances, numpy.rot90(grids[grid], -turns) / picture.scale)
        if trial is not None and trial.unique:
            return trial.reading
        if trial is not None and (best is None or trial.clear > best.clear):
            best = trial
    if best is None:
        raise _refusal(max(digits))
    return best.reading


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
