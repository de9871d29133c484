"""`make run` prints nothing but the answer, `make` lists the targets, CI runs `make test`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from launcher.stub import ROOT, Project


def test_make_run_prints_nothing_but_the_answer(project: Project) -> None:
    for _ in range(2):  # set-up included
        assert project.start("run", program="make").stdout == project.answer("solve", "--first")


def test_make_run_in_another_folder_says_how_to_keep_the_answer_clean(ready: Project, tmp_path: Path) -> None:
    """GNU make prints the folder before it reads the Makefile, so the Makefile cannot prevent it."""
    plain = ready.start("-C", str(ready.folder), "run", program="make", cwd=tmp_path)
    assert plain.stdout.splitlines()[1:-1] == [ready.answer("solve", "--first").strip()]
    assert plain.stderr == "make wrote its directory into the answer; use: make -s -C DIR run\n"
    silent = ready.start("-s", "-C", str(ready.folder), "run", program="make", cwd=tmp_path)
    assert (silent.stdout, silent.stderr) == (ready.answer("solve", "--first"), "")


def test_make_without_a_target_lists_the_targets(project: Project) -> None:
    lines = project.start(program="make").stdout.splitlines()
    assert {"run", "test", "test-all", "lint", "bench", "clean"} <= {line.split()[1] for line in lines}
    assert project.installs() == 0


@pytest.mark.parametrize("status", [0, 1])
def test_ci_is_make_test(project: Project, status: int) -> None:
    (project.folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", project.folder / ".ci/run")
    project.write("Makefile", f"other:\ntest:\n\t@echo tested; exit {status}\n")
    ended = project.start(program=str(project.folder / ".ci/run"), cwd=project.folder.parent)
    assert (ended.stdout, ended.returncode != 0) == ("tested\n", status != 0)
