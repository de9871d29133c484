"""A set-up that fails is reported, and the programs of the specs run without it."""

from __future__ import annotations

import os
import subprocess

import pytest

from launcher.stub import Project
from many_cases import spread


def test_a_failed_install_is_reported_and_repaired_later(project: Project) -> None:
    """The programs of the specs run from src/ meanwhile."""
    ended = project.start("rate", UV_DOES="fail")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "failed while installing nonet" in ended.stderr
    assert "No matching distribution found" in ended.stderr, "the end of the log, from pip, the last to try"
    assert "Is there a network?" in ended.stderr
    log = project.folder / ".venv/nonet.log"
    assert str(log) in ended.stderr
    assert "the index is out of reach" in log.read_text()
    installs = project.installs()
    for program in spread(("console", "create", "mini", "solve", "--help", "-h"), 6):
        again = project.start(program, UV_DOES="fail")
        assert (again.returncode, again.stdout) == (0, project.answer(program))
        assert "the last set-up failed (./sudoku --version tries again)" in again.stderr
        assert len(again.stderr.splitlines()) == 1
    assert project.installs() == installs, "the next try is minutes later"
    assert project.start("rate").stdout == project.answer("rate"), "or when a command needs it"
    assert project.start("mini").stderr == "", "and then all is well"


@pytest.mark.slow
def test_a_program_of_the_specs_runs_from_src_when_the_set_up_fails(project: Project) -> None:
    ended = project.start("solve", "a b", UV_DOES="fail")
    assert (ended.returncode, ended.stdout) == (0, project.answer("solve", "a b"))
    *progress, last = ended.stderr.splitlines()
    assert "failed while installing nonet and its packages" in last
    assert "running in pure Python, without Click and the kernel" in last
    assert all(line.startswith("sudoku: ") and "failed" not in line for line in progress)


def test_a_folder_that_can_have_no_environment(project: Project) -> None:
    """Python creates none where the path has a colon. Control characters in it do not reach the terminal."""
    project.folder = project.folder.rename(project.folder.with_name("a:b\033[2J"))
    ended = project.start("solve", "a b")
    assert (ended.returncode, ended.stdout) == (0, project.answer("solve", "a b"))
    ended = project.start("rate")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "no environment in a folder with ':' in its path" in ended.stderr
    assert "a:b\\x1b[2J" in ended.stderr
    assert "\033" not in ended.stderr


def test_a_read_only_folder(project: Project) -> None:
    project.write(".venv", "a file, where the environment should be")
    ended = project.start("rate")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "failed while creating .venv" in ended.stderr
    assert "writable" in ended.stderr


def test_standard_input_that_is_a_folder(ready: Project) -> None:
    stdin = os.open(ready.folder, os.O_RDONLY)
    ended = subprocess.run(
        ["./sudoku", "solve"],
        cwd=ready.folder,
        env=ready.environment,
        stdin=stdin,
        capture_output=True,
        text=True,
    )
    os.close(stdin)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("sudoku: standard input is a folder")
