"""The file solver of spec 002, as a function: files, messages, the prompt, status codes.

In tests/data/file_solver, the name of a file says what the result must be:

    solved-*             the solution (the expected standard output) follows after an empty line
    unsolvable-*         a grid that breaks no rule and has no solution
    invalid-file-*       Invalid sudoku file
    invalid-grid-*       Invalid sudoku grid
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import examples, for_each
from nonet.faces.file_solver import main

DATA = Path(__file__).parents[1] / "data" / "file_solver"
GIVEN, SOLVED = (
    rows.split()
    for rows in (
        "008000001 643108500 012607400 105004000 090700810 060213950 000070083 700301005 001850000",
        "978542361 643198527 512637498 125984736 394765812 867213954 256479183 789321645 431856279",
    )
)


def drawn(rows: list[str]) -> str:
    return "".join(f"{' '.join(row)}\n" for row in rows)


WHOLE = f"{drawn(GIVEN)}\n{drawn(SOLVED)}"


def run(*arguments: str | Path, typed: str = "", data: Path = DATA) -> tuple[int, str, str]:
    """Status, standard output and standard error."""
    stdin, stdout, stderr = io.StringIO(typed), io.StringIO(), io.StringIO()
    status = main([*map(str, arguments)], data=data, stdin=stdin, stdout=stdout, stderr=stderr)
    return status, stdout.getvalue(), stderr.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the puzzle of the tests as 000.txt, 007.txt, 042.txt and 999.txt."""
    for number in (0, 7, 42, 999):
        (tmp_path / f"{number:03}.txt").write_text(drawn(GIVEN))
    return tmp_path


# -- files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(DATA.glob("solved-*.txt")), ids=lambda path: path.stem)
def test_solved(path: Path, tmp_path: Path) -> None:
    expected = path.read_text()
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(expected.partition("\n\n")[0])
    assert run(puzzle) == (0, expected, "")


@pytest.mark.parametrize("path", sorted(DATA.glob("unsolvable-*.txt")), ids=lambda path: path.stem)
def test_unsolvable(path: Path) -> None:
    given = drawn(path.read_text().replace(" ", "").split())
    assert run(path) == (1, f"{given}\nNo solution\n", "")


@for_each(sorted(DATA.glob("invalid-file-*.txt")))
def test_invalid_file(path: Path) -> None:
    status, out, err = run(path)
    assert (status, out, err.splitlines()[0]) == (2, "", "Invalid sudoku file")


@pytest.mark.parametrize("path", sorted(DATA.glob("invalid-grid-*.txt")), ids=lambda path: path.stem)
def test_invalid_grid(path: Path) -> None:
    status, out, err = run(path)
    assert (status, out, err.splitlines()[0]) == (2, "", "Invalid sudoku grid")


@pytest.mark.parametrize(
    ("changed", "detail"),
    [
        ({3: GIVEN[3][:-1]}, "row 4: 8 digits instead of 9"),
        ({8: GIVEN[8] + "0"}, "row 9: 10 digits instead of 9"),
        ({4: "09070081."}, "row 5: not a digit: '.'"),
        ({1: "6431 08500"}, "row 2: put a blank between all digits, or between none"),
        ({6: ""}, "row 7: 0 digits instead of 9"),
        ({8: "001850000\n000000000"}, "10 rows instead of 9"),
        ({0: "555000000"}, "row 1, column 2: "),
    ],
)
def test_the_wrong_row_is_reported(changed: dict[int, str], detail: str, tmp_path: Path) -> None:
    rows = [changed.get(number, row) for number, row in enumerate(GIVEN)]
    (tmp_path / "puzzle.txt").write_text("\n".join(rows))
    status, out, err = run(tmp_path / "puzzle.txt")
    assert (status, out) == (2, "")
    assert err.splitlines()[0] == ("Invalid sudoku grid" if 0 in changed else "Invalid sudoku file")
    assert err.splitlines()[1].startswith(detail)


def test_there_are_test_files_of_every_kind() -> None:
    kinds = ("solved", "unsolvable", "invalid-file", "invalid-grid")
    found = [len(list(DATA.glob(f"{kind}-*.txt"))) for kind in kinds]
    assert min(found) >= 3
    assert sum(found) == len(list(DATA.iterdir()))


@pytest.mark.parametrize(
    "content",
    [
        drawn(GIVEN),
        drawn(GIVEN).rstrip("\n"),
        "\n".join(GIVEN),
        "\n".join(GIVEN) + "\n\n \t\n",
        "\r\n".join(GIVEN) + "\r\n",
        drawn(GIVEN).replace("\n", "\r\n"),
        drawn(GIVEN).replace("\n", "  \t\n"),
        drawn(GIVEN).replace(" ", "   "),
        drawn(GIVEN).replace(" ", "\t"),
        "  " + drawn(GIVEN),
        "\ufeff" + drawn(GIVEN),
        "\n".join([GIVEN[0], *drawn(GIVEN[1:]).splitlines()]),
    ],
    ids=repr,
)
def test_ways_to_write_the_same_file(content: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_bytes(content.encode())
    assert run(path) == (0, WHOLE, "")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n\n",
        b"\xff\xfe5\x003\x00",
        b"\x00" * 81,
        drawn(GIVEN).encode("utf-16"),
        drawn(GIVEN).replace("5", "٥").encode(),
        drawn(GIVEN).replace("5", "\xb2").encode("latin-1"),
        drawn(GIVEN).replace("5", "-5").encode(),
        b"0" * (1 << 22),
        drawn(GIVEN).encode() + b" " * (1 << 22) + b"x",
    ],
    ids=lambda content: repr(content[:20]),
)
def test_invalid_bytes(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_bytes(content)
    status, out, err = run(path)
    assert (status, out, err.splitlines()[0]) == (2, "", "Invalid sudoku file")


@settings(max_examples=examples(200), deadline=None)
@given(st.binary() | st.text(alphabet="0123 \n\r\t.").map(str.encode))
def test_any_content_gets_an_answer(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.txt"
        path.write_bytes(content)
        status, out, err = run(path)
        assert (status, out, err.splitlines()[0]) == (2, "", "Invalid sudoku file")


# -- arguments ----------------------------------------------------------------------------------------------


def test_too_many_arguments(folder: Path) -> None:
    assert run(folder / "007.txt", folder / "042.txt") == (2, "", "Too many command-line arguments\n")
    assert run("a", "b", "c") == (2, "", "Too many command-line arguments\n")


@pytest.mark.parametrize("name", ["missing.txt", "", "missing/001.txt", "007.txt/more", "7"])
def test_file_not_found(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert run(name) == (2, "", "File not found\n")


def test_a_folder_is_reported_as_one(folder: Path) -> None:
    assert run(folder) == (2, "", f"File not found: {folder} is a folder\n")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(option: str, folder: Path) -> None:
    status, out, err = run(option, data=folder)
    assert (status, err) == (0, "")
    assert out.startswith("Usage: python3 main.py [PATH]\n")


def test_a_file_that_cannot_be_read(folder: Path) -> None:
    status, out, err = run("x" * 5000)
    assert (status, out) == (2, "")
    assert err.startswith("File not readable: ")


# -- the prompt ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["7\n", "07\n", "007\n", "  7  \n", "7", "+7\n", "0000000007\n", "42\n", "0\n", "-0\n", "999\n"]
)
def test_a_number_selects_a_file(typed: str, folder: Path) -> None:
    assert run(typed=typed, data=folder) == (0, f"Sudoku # {WHOLE}", "")


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "seven", "-1", "-7", "1000", "7.0", "7 8", "7a", "1e1", "0x7", "1_0", "٧", "²", "７"),
        *("../007", "007.txt", "\0", "\x0c7\x0c7", "9" * 5000),
    ],
    ids=lambda typed: repr(typed[:20]),
)
def test_invalid_input_is_asked_for_again(typed: str, folder: Path) -> None:
    said = f"Sudoku # Invalid input\nSudoku # Invalid input\nSudoku # {WHOLE}"
    assert run(typed=f"{typed}\n{typed}\n7\n", data=folder) == (0, said, "")


def test_a_number_without_a_file(folder: Path) -> None:
    assert run(typed="8\n", data=folder) == (2, "Sudoku # ", "File not found\n")


def test_the_end_of_input_ends_quietly(folder: Path) -> None:
    assert run(typed="", data=folder) == (1, "Sudoku # ", "")
    assert run(typed="x\n", data=folder) == (1, "Sudoku # Invalid input\nSudoku # ", "")


def test_on_a_terminal_the_end_of_input_leaves_the_line_of_the_prompt(folder: Path) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    assert main([], data=folder, stdin=io.StringIO(), stdout=screen, stderr=screen) == 1
    assert screen.getvalue() == "Sudoku # \n"


def test_an_interrupt_ends_quietly(folder: Path) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    stdout, stderr = io.StringIO(), io.StringIO()
    assert main([], data=folder, stdin=Interrupted(), stdout=stdout, stderr=stderr) == 130
    assert (stdout.getvalue(), stderr.getvalue()) == ("Sudoku # ", "")


@settings(max_examples=examples(100), deadline=None)
@given(st.binary())
def test_any_bytes_at_the_prompt(content: bytes) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    stdout, stderr = io.StringIO(), io.StringIO()
    status = main([], data=Path("no such folder"), stdin=stdin, stdout=stdout, stderr=stderr)
    assert (status, stderr.getvalue()) in ((1, ""), (2, "File not found\n"))
    assert set(stdout.getvalue().split("\n")) <= {"Sudoku # ", "Sudoku # Invalid input"}


# -- standard streams ----------------------------------------------------------------------------------------

PROGRAM = """
import sys, time
from pathlib import Path
from nonet.faces.file_solver import main
time.sleep(0.2)  # long enough for the reader to close the pipe
sys.exit(main(sys.argv[1:], data=Path()))
"""


@pytest.mark.skipif(os.name == "nt", reason="a shell of that kind is not to be had there")
@pytest.mark.parametrize(
    ("redirect", "status", "complaint"),
    [
        ("{python} {file} >&-", 2, "Output not writable: standard output is closed\n"),
        ("{python} <&-", 1, ""),
        pytest.param(
            "{python} {file} > /dev/full",
            2,
            "Output not writable: No space left on device\n",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux"),
        ),
        ("{{ {python} {file}; echo $? >&2; }} | true", 0, "2\n"),
    ],
)
def test_streams_that_are_closed_or_full(redirect: str, status: int, complaint: str, folder: Path) -> None:
    (folder / "program.py").write_text(PROGRAM)
    python = f"'{sys.executable}' program.py"
    result = subprocess.run(
        redirect.format(python=python, file="007.txt"),
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")},
    )
    assert (result.returncode, result.stderr) == (status, complaint)
