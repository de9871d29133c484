"""Whole pictures: pages drawn here, seen from an angle, in bad light, turned, bent, among other things."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import cv2
import numpy
import pytest

from many_cases import spread
from nonet.errors import LimitExceeded, NonetError
from nonet.formats import format_grid
from nonet.limits import allow
from nonet.photo import PhotoReading, PictureError, read
from nonet.solving import solution

from .pages import MARGIN, PUZZLE, SECOND, SIZE, bent, jpeg, page, photograph


def text_of(found: PhotoReading) -> str:
    return format_grid(found.puzzle.givens, "line")


def test_many_cores_leave_the_memory_to_the_picture(tmp_path: Path) -> None:
    """Each thread of OpenCV reserves a part of the 512 megabytes; unless told otherwise, there is one for each core."""
    (tmp_path / "page.jpg").write_bytes(jpeg(page()))
    environment = {**os.environ, "OPENCV_FOR_THREADS_NUM": "16"}
    command = [sys.executable, "-m", "nonet", "read", "page.jpg", "--format", "line"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (PUZZLE + "\n", "")


def test_a_page_as_it_was_drawn() -> None:
    found = read(page())
    assert (text_of(found), found.doubts) == (PUZZLE, ())
    expected = [
        (MARGIN, MARGIN),
        (MARGIN + SIZE, MARGIN),
        (MARGIN + SIZE, MARGIN + SIZE),
        (MARGIN, MARGIN + SIZE),
    ]
    assert numpy.abs(numpy.array(found.corners) - expected).max() < SIZE / 40


@pytest.mark.parametrize("missing", [pytest.param(0, marks=pytest.mark.slow), 2])
def test_a_grid_that_fills_the_picture(missing: int) -> None:
    """A screenshot: the frame is the edge of the picture, or a part of its width is even cut off."""
    inside = slice(MARGIN + missing, MARGIN + SIZE - missing)
    assert text_of(read(page()[inside, inside])) == PUZZLE


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_from_an_angle_in_bad_light(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(jpeg(photograph(page(), seed=seed)))
    assert text_of(read(path)) == PUZZLE


@pytest.mark.parametrize("turns", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_sideways_and_upside_down(turns: int) -> None:
    """The corners start at r1c1, wherever that is in the picture."""
    found = read(jpeg(numpy.rot90(photograph(page(), seed=4), turns)))
    assert text_of(found) == PUZZLE
    x, y = found.corners[0]
    middle = page().shape[0] / 2
    assert (x < middle, y < middle) == {1: (True, False), 2: (False, False), 3: (False, True)}[turns]


def test_on_bent_paper() -> None:
    assert text_of(read(photograph(bent(page()), seed=5))) == PUZZLE


@pytest.mark.slow
def test_seventeen_clues() -> None:
    assert text_of(read(photograph(page(SECOND), seed=6))) == SECOND


def test_red_digits_in_a_colour_picture() -> None:
    """The colours may be RGB or BGR."""
    gray = photograph(page(), seed=7, noise=1)
    paper = numpy.full_like(gray, 200)
    for channels in spread(([paper, gray, gray], [gray, gray, paper]), 2):
        assert text_of(read(numpy.stack(channels, axis=-1))) == PUZZLE


def test_the_larger_of_two_grids_among_text() -> None:
    """A crossword, lines of text and a small grid beside the puzzle."""
    sheet = numpy.full((1000, 1000), 255, numpy.uint8)
    sheet[:660, :660] = page()
    for row in range(700, 980, 20):
        cv2.putText(sheet, "which of these lines is a Sudoku?", (30, row), 0, 0.6, 0, 1)
    for row in range(8):
        for column in range(8):
            x, y = 700 + 35 * column, 100 + 35 * row
            cv2.rectangle(sheet, (x, y), (x + 35, y + 35), 0, 1 if (row * column) % 3 else -1)
            cv2.putText(sheet, "CROSWRDS"[(row + column) % 8], (x + 8, y + 26), 0, 0.7, 0, 2)
    assert text_of(read(photograph(sheet, seed=8, tilt=0.03))) == PUZZLE


@pytest.mark.parametrize("turns", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_all_puzzles_of_a_page(turns: int) -> None:
    sheet = photograph(numpy.vstack([page(), page(SECOND)]), seed=9, tilt=0.03, noise=1)
    found = read(numpy.rot90(sheet, turns))
    assert {text_of(each) for each in (found, *found.others)} == {PUZZLE, SECOND}
    assert len(found.others) == 1


def test_what_is_no_other_puzzle() -> None:
    """Its solution in small, an empty grid, and one with several solutions; a photograph of one puzzle has no other."""
    assert read(photograph(page(), seed=1)).others == ()
    several = PUZZLE[:27] + "." * 54
    for other in (solution(PUZZLE), "." * 81, several):
        small = cv2.resize(page(other), None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
        beside = numpy.full_like(page(), 255)
        beside[: len(small), : len(small)] = small
        found = read(numpy.hstack([page(), beside]))
        assert (text_of(found), found.others) == (PUZZLE, ())


def test_a_correction_counts() -> None:
    """A person says that r1c3 has a 4, which the solution has there too."""
    corrected = read(page(), known={2: 4})
    assert text_of(corrected) == PUZZLE[:2] + "4" + PUZZLE[3:]


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ({-1: 1}, "cell: there is no cell -1 on a 9x9 board"),
        ({81: 1}, "cell: there is no cell 81 on a 9x9 board"),
        ({"r1c1": 1}, "cell: expected a value of the type int, not 'r1c1'"),
        ({0: -1}, "r1c1 holds -1; digits are 1 to 9, 0 is empty"),
        ({80: 10}, "r9c9 holds 10; digits are 1 to 9, 0 is empty"),
        ({0: "1"}, "r1c1 holds '1'; digits are 1 to 9, 0 is empty"),
        ({0: None}, "r1c1 holds None; digits are 1 to 9, 0 is empty"),
        ([(0, 1)], "known: expected"),
    ],
)
def test_a_correction_names_a_cell_and_a_digit(known: Any, message: str) -> None:
    with pytest.raises(NonetError) as caught:
        read(page(), known=known)
    assert message in str(caught.value)


def a_photo_of(picture: object) -> str:
    with pytest.raises(PictureError) as caught:
        read(picture)
    return str(caught.value)


def test_pictures_without_a_grid() -> None:
    """Blurred noise in place of a cat; an empty wall; bare text; a strip so long that nothing is left of its width."""
    rng = numpy.random.default_rng(3)
    fur = cv2.GaussianBlur(rng.integers(0, 256, (500, 700), dtype=numpy.uint8), (0, 0), 6)
    fur = cv2.normalize(fur, None, 0, 255, cv2.NORM_MINMAX)
    wall = numpy.full((400, 400), 180, numpy.uint8)
    text = numpy.full((500, 700), 255, numpy.uint8)
    for row in range(40, 480, 30):
        cv2.putText(text, "5 3 0 0 7 0 0 0 0 but no lines", (40, row), 0, 0.8, 0, 2)
    strip = numpy.full((100, 400_000), 255, numpy.uint8)
    for picture in (fur, wall, text, strip):
        assert a_photo_of(picture) == "no Sudoku grid found in the picture"


def test_grids_that_are_not_sudokus() -> None:
    assert "digit" in a_photo_of(page("1" + "." * 80))
    assert a_photo_of(page("." * 81)) != ""
    chess = numpy.kron(numpy.indices((9, 9)).sum(axis=0) % 2, numpy.full((50, 50), 255)).astype(numpy.uint8)
    assert a_photo_of(cv2.copyMakeBorder(chess, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)) != ""


def test_a_grid_that_breaks_the_rules_is_refused() -> None:
    """A column of nine 7s: no reading of it is a Sudoku."""
    sheet = page().copy()
    cell = SIZE / 9
    for row in range(9):
        y, x = round(MARGIN + (row + 0.72) * cell), round(MARGIN + 4.3 * cell)
        cv2.rectangle(sheet, (x - 12, y - 34), (x + 36, y + 10), 255, -1)
        cv2.putText(sheet, "7", (x, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 0, 3)
    assert a_photo_of(sheet) == "nothing in the picture can be read as a Sudoku"


def test_a_picture_of_very_many_cells_has_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for the outlines of so many cells takes longer than that; it is not done for each threshold."""
    lines = numpy.full((600, 600), 255, numpy.uint8)
    lines[::4], lines[:, ::4] = 0, 0
    looked = Mock(wraps=cv2.findContours)
    monkeypatch.setattr(cv2, "findContours", looked)
    with allow(seconds=0.05), pytest.raises(LimitExceeded, match="seconds"):
        read(lines)
    assert looked.call_count <= 2


@pytest.mark.parametrize("paper", [18, pytest.param(60, marks=pytest.mark.slow)])
def test_dark_screens_are_read(paper: int) -> None:
    dark = page(theme="dark", paper=paper)
    pictures = [
        dark,
        cv2.resize(dark, None, fx=2, fy=2),
        dark[MARGIN:-MARGIN, MARGIN:-MARGIN],
        255 - page(),
    ]
    for picture in spread(pictures, 4):
        found = read(jpeg(picture))
        assert (found.puzzle.givens.symbols, found.doubts) == (PUZZLE, ())


@pytest.mark.parametrize("ink", [0, 255])
@pytest.mark.parametrize("depth", [numpy.uint8, numpy.uint16])
def test_ink_on_nothing(ink: int, depth: type) -> None:
    """What is transparent has some colour, too, often that of the ink."""
    most = numpy.iinfo(depth).max
    pixels = numpy.full((*page().shape, 4), ink // 255 * most, depth)
    pixels[:, :, 3] = (255 - page()).astype(depth) * (most // 255)
    found = read(bytes(cv2.imencode(".png", pixels)[1]))
    assert (found.puzzle.givens.symbols, found.doubts) == (PUZZLE, ())


@pytest.mark.parametrize("count", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_picture_with_a_part_of_the_grid_is_refused(count: int) -> None:
    """Rows or columns are cut off, with the edge of the picture or with white paper instead of them."""
    whole, part = page(), count * SIZE // 9
    left, right = MARGIN + part, MARGIN + SIZE - part
    beside = whole.copy()
    beside[:, right + 3 :] = 255
    cut = [
        whole[:, : right + 3],
        whole[:, : right - 3],
        whole[:, left - 3 :],
        whole[left - 3 :],
        whole[: right + 3],
    ]
    for picture in spread((*cut, beside, photograph(beside, seed=3), 255 - cut[0]), 4):
        with pytest.raises(PictureError):
            read(jpeg(picture))
    assert (
        read(jpeg(whole[:, : MARGIN + SIZE - SIZE // 40])).puzzle.givens.symbols == PUZZLE
    )  # only the frame is cut
