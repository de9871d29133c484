"""Which Python the launcher selects, and what it says about one that is too old."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from launcher.stub import ROOT, Project
from old_pythons import OLD_PYTHONS


def test_no_python_at_all(project: Project, tmp_path: Path) -> None:
    del project.environment["PYTHON"]
    (tmp_path / "sh").symlink_to("/bin/sh")
    ended = project.start("sudoku", program="/bin/sh", PATH=str(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "nonet needs Python 3.11 or newer; there is no python3 here" in ended.stderr


@pytest.mark.parametrize("python", OLD_PYTHONS)
def test_the_selected_python_is_too_old(project: Project, python: str) -> None:
    for words, program in ((["solve"], "./sudoku"), (["dev"], "make")):
        ended = project.start(*words, program=program, PYTHON=python)
        assert ended.returncode != 0
        assert ended.stdout == ""
        assert f"nonet needs Python 3.11 or newer; {python} is Python " in ended.stderr
        assert "SyntaxError" not in ended.stderr


def test_a_newer_python_is_found_if_python3_is_too_old(project: Project, tmp_path: Path) -> None:
    def script(name: str, text: str) -> None:
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / "bin" / name).chmod(0o755)

    script("python3", 'echo "Python 3.6.1"; exit 1')
    script("python3.13", f'exec "{sys.executable}" "$@"')
    del project.environment["PYTHON"]
    found = project.start("tools/find-python.sh", program="/bin/sh")
    assert (found.stdout, found.stderr) == (f"{tmp_path / 'bin' / 'python3.13'}\n", "")
    assert project.start("solve").stdout == project.answer("solve")


def test_the_file_solver_has_syntax_that_old_pythons_can_parse() -> None:
    tree = ast.parse((ROOT / "main.py").read_bytes().decode("ascii"), feature_version=(3, 0))
    newer = ast.JoinedStr | ast.AnnAssign | ast.NamedExpr | ast.Match
    assert not any(isinstance(node, newer) for node in ast.walk(tree))
