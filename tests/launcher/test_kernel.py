"""The kernel is compiled in the background: some commands answer meanwhile, the others wait for it."""

from __future__ import annotations

import os
import pty
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from launcher.stub import Project
from many_cases import spread
from mounts import in_a_mount, needs_mounts

MEANWHILE = "sudoku: the C++ kernel is being compiled in the background"


def until(condition: Callable[[], object]) -> None:
    limit = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.02)


def go(project: Project) -> None:
    """Lets the compiler come to an end."""
    Path(f"{project.calls}.go").touch()


def marker(project: Project) -> Path:
    return project.folder / ".venv/nonet.kernel"


@pytest.fixture
def compiling(ready: Project) -> Iterator[Project]:
    """The stub after a change of the kernel's sources, while they are compiled."""
    ready.environment["UV_DOES"] = "wait"
    ready.write("native/kernel.cpp", "// changed")
    assert ready.start("demo").stdout == ready.answer("demo")
    until(lambda: len(ready.compilations()) == 2)
    yield ready
    go(ready)


def start(project: Project, *words: str, **how: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["./sudoku", *words],
        cwd=project.folder,
        env=project.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=how.pop("stderr", subprocess.PIPE),
        text=True,
        start_new_session=True,
    )


def waiting_start(project: Project) -> subprocess.Popen[str]:
    waiting = start(project, "rate")
    assert waiting.stderr is not None
    assert waiting.stderr.readline() == "sudoku: compiling the C++ kernel\n"
    return waiting


def test_a_first_start_answers_while_the_kernel_is_compiled(project: Project) -> None:
    project.environment["UV_DOES"] = "wait"
    for words in spread((["demo"], ["solve", "a"], ["web"], ["--help"], []), 2):
        ended = project.start(*words)
        assert ended.stdout == project.answer(*words)
        assert ended.stderr.splitlines()[-1].startswith(MEANWHILE)
    assert project.kernels() == []
    go(project)
    until(marker(project).exists)
    assert [path.name for path in project.kernels()] == ["_native.abi3.so"]
    assert project.start("demo").stderr == ""
    assert len(project.compilations()) == 1


@pytest.mark.slow
def test_progress_is_told(compiling: Project) -> None:
    (folder,) = {path.parent for path in compiling.folder.glob(".cache/kernel/*/source")}
    (folder / "progress").write_text("23 61")
    assert ", 23 of 61 files;" in compiling.start("create").stderr


def test_other_commands_wait(compiling: Project) -> None:
    waiting = [waiting_start(compiling), waiting_start(compiling)]
    time.sleep(0.2)
    assert [process.poll() for process in waiting] == [None, None]
    assert compiling.kernels() == [], "that of the old sources is gone"
    go(compiling)
    for process in waiting:
        process.communicate()
        assert process.returncode == 0
    assert len(compiling.kernels()) == 1
    assert len(compiling.compilations()) == 2


@pytest.mark.slow
def test_the_line_moves_on_a_terminal(compiling: Project) -> None:
    ours, theirs = pty.openpty()
    waiting = start(compiling, "rate", stderr=theirs)
    os.close(theirs)
    said = b""
    while b", 1 s" not in said:
        said += os.read(ours, 1000)
    go(compiling)
    waiting.communicate()
    os.close(ours)
    assert said.count(b"\r\x1b[Ksudoku: compiling the C++ kernel") >= 2
    assert b"\n" not in said


@pytest.mark.slow
def test_ctrl_c_while_waiting_leaves_the_compilation_alone(compiling: Project) -> None:
    waiting = waiting_start(compiling)
    os.killpg(waiting.pid, signal.SIGINT)
    assert "the next start goes on" in waiting.communicate()[1]
    assert waiting.returncode in (130, -signal.SIGINT)
    go(compiling)
    assert compiling.start("rate").returncode == 0
    assert len(compiling.compilations()) == 2


@pytest.mark.slow
def test_a_killed_compilation_is_begun_again(compiling: Project) -> None:
    os.killpg(compiling.compilations()[-1], signal.SIGKILL)
    ended = compiling.start("demo")
    assert (ended.stdout, ended.stderr.startswith(MEANWHILE)) == (compiling.answer("demo"), True)
    until(lambda: len(compiling.compilations()) == 3)
    waiting = waiting_start(compiling)
    os.killpg(compiling.compilations()[-1], signal.SIGKILL)
    assert "was stopped; the next start begins it again" in waiting.communicate()[1]
    go(compiling)
    assert compiling.start("rate").returncode == 0
    assert len(compiling.kernels()) == 1


@pytest.mark.slow
def test_a_compilation_of_sources_that_change_ends(compiling: Project) -> None:
    old = compiling.compilations()[-1]
    compiling.write("native/kernel.cpp", "// changed again")
    compiling.start("demo")
    until(lambda: len(compiling.compilations()) == 3)
    until(lambda: not Path(f"/proc/{old}/cmdline").exists() or not Path(f"/proc/{old}/cmdline").read_text())
    go(compiling)
    assert compiling.start("rate").returncode == 0
    assert len(compiling.kernels()) == 1
    assert len([*compiling.folder.glob(".cache/kernel/*/_native*")]) == 2, "the first and the last"


@pytest.mark.slow
def test_other_changes_compile_nothing(ready: Project) -> None:
    (kernel,) = ready.kernels()
    dated = kernel.stat().st_mtime_ns
    ready.write("src/nonet/new.py", "")
    assert ready.start("rate").returncode == 0
    assert ready.kernels() == [kernel]
    assert kernel.stat().st_mtime_ns == dated
    shutil.rmtree(ready.folder / ".venv")
    assert ready.start("rate").returncode == 0
    assert ready.kernels() == [kernel], "copied"
    assert len(ready.compilations()) == 1


@pytest.mark.slow
def test_a_missing_compiler_is_reported_once(project: Project) -> None:
    project.environment["UV_DOES"] = "no-kernel"
    first = project.start("rate")
    assert first.stdout == project.answer("rate")
    assert "the C++ kernel could not be compiled" in first.stderr
    assert "install a C++ compiler (g++ or clang++), then: rm -r .venv\n" in first.stderr
    assert project.start("rate").stderr == project.start("solve").stderr == ""
    assert len(project.compilations()) == 1
    other = project.start("rate", CXX="another")
    assert "could not be compiled" in other.stderr
    assert len(project.compilations()) == 2
    shutil.rmtree(project.folder / ".venv")
    assert project.start("rate", UV_DOES="install").stderr.endswith("sudoku: compiling the C++ kernel\n")
    assert len(project.kernels()) == 1


@pytest.mark.parametrize("can_write", [pytest.param(True, marks=pytest.mark.slow), False])
def test_a_compilation_that_failed_is_reported_by_the_next_start(compiling: Project, can_write: bool) -> None:
    os.killpg(compiling.compilations()[-1], signal.SIGKILL)
    compiling.environment["UV_DOES"] = "no-kernel"
    if not can_write:  # as on a full disk
        (source,) = compiling.folder.glob(".cache/kernel/*/source")
        shutil.rmtree(source)
        source.touch()
    compiling.start("demo")
    until(lambda: [*compiling.folder.glob(".cache/kernel/*/failed")])
    assert "the C++ kernel could not be compiled" in compiling.start("demo").stderr
    assert compiling.start("demo").stderr == ""


@needs_mounts
def test_without_room_on_the_disk_a_later_start_compiles(project: Project) -> None:
    """A small disk, then a larger one: nothing claims that there is no compiler."""
    commands = (
        "mount -t tmpfs -o size=30m none /mnt && cp -r . /mnt/project && cd /mnt/project && ./sudoku rate",
        "mount -o remount,size=200m /mnt && ./sudoku rate && ls .cache/kernel/*/_native*.so",
    )
    script = " && ".join([f"cd '{project.folder}'", *commands])
    ended = in_a_mount(script, env=project.environment, timeout=60)
    assert ended.returncode == 0, ended.stderr
    assert "too little space to compile the C++ kernel; until it has, all is slower" in ended.stderr
    assert "install a C++ compiler" not in ended.stderr
    assert ended.stdout.splitlines()[-1].endswith(".so")
