"""`sudoku read`, and photographs as the input of other commands."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy
import pytest

from nonet.photo import Doubt, PhotoReading
from nonet.puzzle import Puzzle
from nonet.solving import solution
from photo.pages import PUZZLE, SECOND, jpeg, page, photograph

from .conftest import Sudoku


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("photos") / "photo.jpg"
    path.write_bytes(jpeg(photograph(page(), seed=1)))
    return str(path)


def doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every photograph is PUZZLE, with a doubt about r1c2, until somebody corrects it, and a settled cell, r9c9."""

    def read(source: object, *, known: dict[int, int] | None = None) -> PhotoReading:
        known = known or {}
        values = [known.get(cell, int(sign.replace(".", "0"))) for cell, sign in enumerate(PUZZLE)]
        doubts = () if 1 in known else (Doubt(1, 3, 0.62, (8, 0)),)
        return PhotoReading(Puzzle.of("9x9", values), doubts, ((0.0, 0.0),) * 4, (Doubt(80, 9, 0.41, (8,)),))

    monkeypatch.setattr("nonet.photo.read", read)


def test_a_photograph_is_printed_as_a_puzzle(sudoku: Sudoku, photo: str) -> None:
    answer = sudoku("read", photo, "--format", "line", "--corners")
    assert (answer.out, answer.status) == (PUZZLE + "\n", 0)
    assert answer.err.startswith("corners: ")
    assert answer.err.splitlines()[0].count(",") == 4


def test_from_standard_input(sudoku: Sudoku, photo: str) -> None:
    assert sudoku("read", "-", "--format", "line", stdin=Path(photo).read_bytes()).out == PUZZLE + "\n"


def test_other_commands_take_photographs(sudoku: Sudoku, photo: str) -> None:
    answer = sudoku("solve", photo, "--first", "--format", "line")
    assert (answer.out, answer.status) == (solution(PUZZLE) + "\n", 0)
    assert sudoku("check", "-", stdin=Path(photo).read_bytes()).out == "one\n"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("--layout 16x16", "only 9x9 puzzles can be read in photographs"),
        ("--from sdk", "a picture, not sdk; leave --from out"),
        ("--number 2", "--number 2: the input has only 1"),
    ],
)
def test_what_a_photograph_is_not(sudoku: Sudoku, photo: str, asked: str, message: str) -> None:
    refused = sudoku("count", *asked.split(), photo)
    assert (refused.out, refused.status) == ("", 2)
    assert message in refused.err


def test_a_page_with_two_puzzles(sudoku: Sudoku, tmp_path: Path) -> None:
    file = tmp_path / "page.png"
    file.write_bytes(jpeg(numpy.hstack([page(), page(SECOND)])))
    both = {PUZZLE, SECOND}
    several = "2 puzzles; this is number 1 (--number N chooses another)\n"
    first = sudoku("read", str(file), "--format", "line")
    assert (first.err, first.status) == (several, 0)
    second = sudoku("read", str(file), "--format", "line", "--number", "2")
    assert (second.err, second.status) == ("", 0)
    assert {first.out.strip(), second.out.strip()} == both
    assert sudoku("check", str(file)).out == "one\none\n"
    assert several in sudoku("hint", str(file)).err
    assert "--number 3: the input has only 2" in sudoku("read", str(file), "--number", "3").err
    assert sudoku("read", str(file), "--number", "2", "--set", "r1c1=5").status == 2


def test_doubts_are_named_on_standard_error(
    sudoku: Sudoku, photo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubtful(monkeypatch)
    answer = sudoku("read", photo, "--format", "line")
    assert (answer.out, answer.status) == (PUZZLE + "\n", 1)
    assert answer.err.splitlines() == [
        "r9c9 may be 9 (41 %) or 8; only 9 gives exactly one solution",
        "r1c2 is doubtful: 3 (62 %), 8 or empty",
        "to correct a digit: sudoku read FILE --set r1c2=8",
    ]


def test_a_correction_removes_the_doubt(sudoku: Sudoku, photo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    doubtful(monkeypatch)
    answer = sudoku("read", photo, "--format", "line", "--set", "r1c2=.")
    assert (answer.out, answer.status) == (f"5..{PUZZLE[3:]}\n", 0)
    assert "doubtful" not in answer.err


def test_a_person_at_a_terminal_is_asked(sudoku: Sudoku, photo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    doubtful(monkeypatch)
    kept = sudoku("read", photo, "--format", "line", stdin="\n", terminal=True)
    assert (kept.out, kept.status) == (PUZZLE + "\n", 0)
    assert "r1c2: 3 (62 %), 8 or empty" in kept.err
    changed = sudoku("read", photo, "--format", "line", stdin="x\n0\n", terminal=True)
    assert (changed.out, changed.status) == (f"5..{PUZZLE[3:]}\n", 0)
    assert "one digit, please" in changed.err
    gone = sudoku("read", photo, "--format", "line", stdin="", terminal=True)
    assert (gone.out, gone.status) == (PUZZLE + "\n", 1)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (PUZZLE[:1] + "4" + PUZZLE[2:], "no solution: some digit is wrong"),
        ("5" + "." * 80, "more than one solution: some digit is missing or wrong"),
    ],
)
def test_without_exactly_one_solution(
    sudoku: Sudoku, photo: str, monkeypatch: pytest.MonkeyPatch, values: str, message: str
) -> None:
    found = PhotoReading(Puzzle.of("9x9", values), (), ((0.0, 0.0),) * 4, ())
    monkeypatch.setattr("nonet.photo.read", lambda *given, **options: found)
    answer = sudoku("read", photo, "--format", "line")
    assert (answer.out, answer.status) == (values + "\n", 1)
    assert answer.err.splitlines() == [
        f"what was read has {message}",
        "to correct a digit: sudoku read FILE --set r1c1=5",
    ]


@pytest.mark.parametrize("text", ["r1c2", "r0c1=5", "r1c2=10", "a1=5", ""])
def test_wrong_corrections(sudoku: Sudoku, photo: str, text: str) -> None:
    answer = sudoku("read", photo, "--set", text)
    assert (answer.out, answer.status) == ("", 2)
    assert answer.err == (
        f"sudoku: --set {text!r}: expected a cell and its digit, such as r3c4=7; 0 for an empty cell\n"
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"530070000600195000\n", "not a picture; JPEG, PNG and WebP files are read"),
        (jpeg(photograph(page(), seed=1))[:20_000], "the JPEG file is damaged or cut off"),
        (bytes(cv2.imencode(".png", page())[1])[:4_000], "the PNG file is damaged or cut off"),
        (jpeg(numpy.full((400, 400), 128, numpy.uint8)), "no Sudoku grid found in the picture"),
    ],
)
def test_bad_files_get_one_line(
    sudoku: Sudoku, tmp_path: Path, data: bytes, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not even the libraries that decode pictures write a second line."""
    path = tmp_path / "cat.jpg"
    path.write_bytes(data)
    answer = sudoku("read", str(path))
    assert (answer.out, answer.status) == ("", 2)
    assert answer.err == f"sudoku: {path}: {message}\n"
    assert capfd.readouterr() == ("", "")


def test_a_missing_file(sudoku: Sudoku) -> None:
    answer = sudoku("read", "none.jpg")
    assert (answer.out, answer.status) == ("", 2)
    assert answer.err == "sudoku: none.jpg: cannot read the file: No such file or directory\n"
