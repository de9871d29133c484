"""Broken environments, killed installs and concurrent starts: the next start repairs what is broken."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from launcher.stub import Project
from many_cases import every


def spoil_python(venv: Path) -> None:
    (venv / "bin/python").unlink()


def spoil_link(venv: Path) -> None:
    spoil_python(venv)
    (venv / "bin/python").symlink_to("/a/python/that/is/gone")


def spoil_stamp(venv: Path) -> None:
    (venv / "nonet.stamp").write_bytes(b"\xff\x00")
    os.utime(venv / "nonet.stamp", (0, 0))


def spoil_by_removing_the_stamp(venv: Path) -> None:
    (venv / "nonet.stamp").unlink()


def spoil_packages(venv: Path) -> None:
    shutil.rmtree(venv / "lib")
    (venv.parent / "pyproject.toml").touch()


def spoil_everything(venv: Path) -> None:
    shutil.rmtree(venv)
    venv.mkdir()
    (venv / "left over").touch()


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_python,
        pytest.param(spoil_link, marks=pytest.mark.slow),
        pytest.param(spoil_stamp, marks=pytest.mark.slow),
        pytest.param(spoil_by_removing_the_stamp, marks=pytest.mark.slow),
        pytest.param(spoil_packages, marks=pytest.mark.slow),
        spoil_everything,
    ],
)
def test_a_broken_environment_is_recreated(ready: Project, spoil: Callable[[Path], None]) -> None:
    spoil(ready.folder / ".venv")
    first, second = ready.start("rate"), ready.start("rate")
    assert first.stdout == second.stdout == ready.answer("rate")
    assert "setting up .venv" in first.stderr
    assert second.stderr == ""


def kill_during_install(project: Project) -> None:
    """Start, and kill the process group as soon as it installs."""
    installs = project.installs()
    killed = subprocess.Popen(
        ["./sudoku", "rate"],
        cwd=project.folder,
        env=project.environment | {"UV_DOES": "hang"},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while project.installs() == installs:
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()


@pytest.mark.slow
def test_a_killed_set_up_is_repeated(project: Project) -> None:
    kill_during_install(project)
    assert project.start("rate").stdout == project.answer("rate")
    assert project.installs() == 2


def test_a_killed_install_is_repeated_even_if_the_change_is_reverted(ready: Project) -> None:
    ready.write("src/nonet/__init__.py", "# changed")
    kill_during_install(ready)
    ready.write("src/nonet/__init__.py", "")
    assert ready.start("rate").stdout == ready.answer("rate")
    assert ready.installs() == 3


def test_concurrent_starts_set_up_once(project: Project) -> None:
    count = 6 // every(2)
    started = [
        subprocess.Popen(
            ["./sudoku", str(number)],
            cwd=project.folder,
            env=project.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(count)
    ]
    said = [process.communicate()[0] for process in started]
    assert said == [f"{project.folder} ['{number}'] \n" for number in range(count)]
    assert project.installs() == 1
