"""The exercises of docs/teach: the checker passes every answer, and no empty or wrong one."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from many_cases import spread

TEACH = Path(__file__).parent.parent / "docs" / "teach"
NAMES = sorted(file.stem for file in (TEACH / "answers").glob("*.py"))

WRONG = {
    "rules": ("board[other][column] == digit", "False"),
    "backtracking": ("board[row][column] = 0\n", "pass\n"),
    "counting": ("board[row][column] = 0\n", "pass\n"),
    "fewest_first": ("None, 10", "None, 9"),
    "propagation": ("len(places) == 1", "len(places) == 2"),
    "exact_cover": ("if not others & met", "if others & met"),
    "creating": ("!= 1", "> 2"),
}
"""For each exercise a mistake that a student could make."""


def check(*arguments: str | Path, using: Path = TEACH / "exercises") -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-B", using / "check.py", *arguments], capture_output=True, text=True
    )
    assert done.stderr == "" or done.returncode == 2
    return done.returncode, (done.stdout or done.stderr).splitlines()


def test_every_answer_passes() -> None:
    """All at once in `make test-all`; some by their names in `make test`."""
    some = spread(NAMES, 5)
    status, lines = check(*(some if some != NAMES else ()), "--in", TEACH / "answers")
    assert (status, lines[-1]) == (0, f"{len(some)} of {len(some)} passed")
    assert len(NAMES) == 7


def test_nothing_passes_before_it_is_written() -> None:
    status, lines = check()
    assert status == 1
    assert sorted(lines) == sorted(
        [*(f"{name}: not written yet" for name in NAMES), f"0 of {len(NAMES)} passed"]
    )


def test_the_answers_beside_the_checker_are_not_taken_for_those_of_a_student(tmp_path: Path) -> None:
    mine = shutil.copytree(TEACH / "exercises", tmp_path / "mine")
    shutil.copy(TEACH / "answers" / "rules.py", mine)
    (tmp_path / "student").mkdir()
    assert check("rules", "--in", tmp_path / "student", using=mine)[1][0] == "rules: not written yet"


@pytest.mark.parametrize("name", spread(NAMES, 3))
def test_a_mistake_is_found(name: str, tmp_path: Path) -> None:
    answers = tmp_path / "answers"
    shutil.copytree(TEACH / "answers", answers)
    right, wrong = WRONG[name]
    text = (answers / f"{name}.py").read_text()
    assert right in text
    (answers / f"{name}.py").write_text(text.replace(right, wrong))
    status, lines = check(name, "--in", answers)
    assert (status, lines[-1]) == (1, "0 of 1 passed")
    assert "not written yet" not in lines[0]


def test_a_wrong_board_is_shown_beside_the_right_one(tmp_path: Path) -> None:
    text = (TEACH / "answers" / "propagation.py").read_text()
    wrong = text.replace("    return written", "    board[0][2], board[8][8] = 7, 'x'\n    return written", 1)
    (tmp_path / "propagation.py").write_text(wrong)
    status, lines = check("propagation", "--in", tmp_path)
    assert (status, lines[0]) == (1, "propagation: wrong: naked singles solve this board")
    assert lines[2] == "     5 3*7 | 6 7 8 | 9 1 2       5 3*4 | 6 7 8 | 9 1 2"
    assert lines[3] == "     6 7 2 | 1 9 5 | 3 4 8       6 7 2 | 1 9 5 | 3 4 8"
    assert lines[10] == "     3 4 5 | 2 8 6 | 1 7*?       3 4 5 | 2 8 6 | 1 7*9"
    assert lines[11:] == ["    * these cells differ", "0 of 1 passed"]


MISTAKES = {
    "=crash": ("import os; os._exit(0)", "Python stopped in the middle"),
    "delete": ("import os; os.remove(__file__); 1 / 0", "line 1 of rules.py: ZeroDivisionError"),
    "exit": ("print(1); exit()", "line 1 of rules.py, `print(1); exit()`: ends the program"),
    "input": ("input()", "line 1 of rules.py, `input()`: asks for input"),
    "memory": ("[0] * 10**12", "line 1 of rules.py, `[0] * 10**12`: needs too much memory"),
    "nothing": ("", "there is no function fits"),
    "recursion": ("fits = lambda *cell: fits(*cell)", "a function calls itself without end"),
    "red\x1b[31m": ("raise ValueError('\\x1b[31m')", "ValueError: \\x1b[31m"),
    "syntax": (
        "1\ndef fits(board)\n",
        "Python cannot read line 2 of rules.py, `def fits(board)`: expected ':'",
    ),
}
"""By the name of a student: a file, and a part of what the checker says about it."""


def test_an_endless_loop_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("while True:\n    try:\n        input()\n    except:\n        pass\n")
    status, lines = check("rules", "--in", tmp_path, "--limit", "0.3")
    assert (status, lines[-1]) == (1, "0 of 1 passed")
    assert lines[0].startswith("rules: not finished after 0.3 seconds: an endless loop")


@pytest.mark.slow
def test_a_class_is_a_table(tmp_path: Path) -> None:
    for student, (text, _) in MISTAKES.items():
        (tmp_path / f"{student}.py").write_text(text)
    (tmp_path / "zoe" / "exercises").mkdir(parents=True)
    shutil.copy(TEACH / "answers" / "rules.py", tmp_path / "zoe" / "exercises")
    status, lines = check("rules", "--class", tmp_path)
    rows = [*csv.DictReader(lines)]
    assert (status, lines[0]) == (0, "name,exercise,right,wrong,error,seconds")
    names = [student.replace("\x1b", r"\x1b").replace("=", "'=") for student in sorted(MISTAKES)]
    assert [row["name"] for row in rows] == [*names, "zoe"]
    assert {row["exercise"] for row in rows} == {"rules"}
    for row, student in zip(rows, sorted(MISTAKES), strict=False):
        assert (row["right"], row["wrong"]) == ("0", "2")
        assert MISTAKES[student][1] in row["error"]
    assert (rows[-1]["right"], rows[-1]["wrong"], rows[-1]["error"]) == ("2", "0", "")
    assert (tmp_path / "delete.py").exists()


@pytest.mark.parametrize("arguments", [("magic",), ("--in", "no/such/folder"), ("--class", "no/such/folder")])
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    status, lines = check(*arguments)
    assert status == 2
    assert lines[-1].startswith("check.py: error: no such ")
