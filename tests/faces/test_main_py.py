"""`python3 main.py`: in a clone with nothing installed; and the puzzles in data/."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from many_cases import for_each
from nonet.engines import default_engine
from nonet.engines.propagation import Propagation
from nonet.engines.tally import Tally
from nonet.faces.file_solver import read_puzzle
from old_pythons import OLD_PYTHONS

ROOT = Path(__file__).parents[2]
SOLVED = ROOT / "tests" / "data" / "file_solver"
PUZZLES = sorted((ROOT / "data").glob("*.txt"))


def run(
    *arguments: str | Path, typed: bytes = b"", main: Path = ROOT / "main.py", cwd: Path = ROOT
) -> tuple[int, str, str]:
    """Status, standard output and standard error of a Python that has only the standard library."""
    result = subprocess.run(
        [sys.executable, "-S", "-E", "-s", str(main), *map(str, arguments)],
        input=typed,
        capture_output=True,
        cwd=cwd,
        env={name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ},
    )
    return result.returncode, _text(result.stdout), _text(result.stderr)


def _text(output: bytes) -> str:
    return output.decode().replace("\r\n", "\n")


def expected(number: int) -> str:
    """A puzzle in data/ and its solution, found by another solver."""
    return (SOLVED / f"solved-{number:03}.txt").read_text()


def test_there_are_at_least_twelve_consecutive_puzzles() -> None:
    assert [path.stem for path in PUZZLES] == [f"{number:03}" for number in range(1, len(PUZZLES) + 1)]
    assert len(PUZZLES) >= 12
    assert len({path.read_text() for path in PUZZLES}) == len(PUZZLES)


@for_each(PUZZLES)
def test_each_puzzle_is_a_plain_file_with_one_solution(path: Path) -> None:
    given, _, _ = expected(int(path.stem)).partition("\n\n")
    assert path.read_bytes().decode("ascii") == f"{given}\n"
    puzzle = read_puzzle(path)
    assert default_engine(puzzle.layout).is_unique(puzzle)


def test_they_range_from_easy_to_very_hard() -> None:
    tallies = [Tally() for _ in PUZZLES]
    for path, tally in zip(PUZZLES, tallies, strict=True):
        assert len(list(Propagation().solutions(read_puzzle(path), tally=tally))) == 1
    nodes = [tally.nodes for tally in tallies]
    assert nodes[:8] == [1] * 8  # steps 1 to 5 of spec 002 are enough
    assert nodes[-4:] == sorted(nodes[-4:])
    assert nodes[-1] > 50


@pytest.mark.parametrize("path", [PUZZLES[0], PUZZLES[-1]], ids=lambda path: path.stem)
def test_a_path(path: Path, tmp_path: Path) -> None:
    whole = (0, expected(int(path.stem)), "")
    assert run(path.relative_to(ROOT)) == whole
    assert run(path, cwd=tmp_path) == whole


def test_a_number(tmp_path: Path) -> None:
    status, said, complaint = run(typed=b"seven\n\xff\n2\n", cwd=tmp_path)
    assert (status, complaint) == (0, "")
    assert said == f"Sudoku # Invalid input\nSudoku # Invalid input\nSudoku # {expected(2)}"


def test_errors() -> None:
    assert run("a", "b") == (2, "", "Too many command-line arguments\n")
    assert run("no such file") == (2, "", "File not found\n")
    assert run("data") == (2, "", "File not found: data is a folder\n")
    assert run("main.py") == (2, "", "Invalid sudoku file\nrow 1: not a digit: '\"'\n")
    status, said, complaint = run(SOLVED / "invalid-grid-row.txt")
    assert (status, said, complaint.splitlines()[0]) == (2, "", "Invalid sudoku grid")
    assert run(typed=b"0\n") == (2, "Sudoku # ", "File not found\n")
    assert run() == (1, "Sudoku # ", "")
    status, said, complaint = run(SOLVED / "unsolvable-a-cell-has-no-candidate.txt")
    assert (status, said.splitlines()[9:], complaint) == (1, ["", "No solution"], "")


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be made there")
def test_a_file_name_that_is_not_utf8(tmp_path: Path) -> None:
    name = tmp_path / os.fsdecode(b"\xff.txt")
    name.write_bytes(PUZZLES[0].read_bytes())
    assert run(name) == (0, expected(1), "")
    name.unlink()
    name.mkdir()
    status, said, complaint = run(name)
    assert (status, said) == (2, "")
    assert complaint.startswith("File not found: ")


@pytest.mark.parametrize("python", OLD_PYTHONS)
def test_an_old_python_gets_a_message(python: str) -> None:
    ended = subprocess.run([python, "main.py", "data/001.txt"], cwd=ROOT, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("nonet needs Python 3.11 or newer; this is Python ")


def test_the_data_folder_is_next_to_main_py(tmp_path: Path) -> None:
    clone = tmp_path / "a clone of ours"
    shutil.copytree(ROOT / "src", clone / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(ROOT / "main.py", clone)
    (clone / "data").mkdir()
    shutil.copy(PUZZLES[2], clone / "data" / "500.txt")
    assert run(typed=b"500\n", main=clone / "main.py") == (0, f"Sudoku # {expected(3)}", "")
    assert run(typed=b"1\n", main=clone / "main.py") == (2, "Sudoku # ", "File not found\n")
