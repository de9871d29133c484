"""The exercises of docs/teach: the checker passes every answer, and no empty or wrong one."""

from __future__ import annotations

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


def check(*arguments: str | Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-B", TEACH / "exercises" / "check.py", *arguments], capture_output=True, text=True
    )
    assert done.stderr == "" or done.returncode == 2
    return done.returncode, (done.stdout or done.stderr).splitlines()


def test_every_answer_passes() -> None:
    status, lines = check("--in", TEACH / "answers")
    assert (status, lines[-1]) == (0, f"{len(NAMES)} of {len(NAMES)} passed")
    assert len(NAMES) == 7


def test_nothing_passes_before_it_is_written() -> None:
    status, lines = check()
    assert status == 1
    assert sorted(lines) == sorted(
        [*(f"{name}: not written yet" for name in NAMES), f"0 of {len(NAMES)} passed"]
    )


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


@pytest.mark.parametrize("arguments", [("magic",), ("--in", "no/such/folder"), ("--in",)])
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    status, lines = check(*arguments)
    assert status == 2
    assert lines[0].startswith("no such ")
    assert lines[1].startswith("the exercises are rules, ")
