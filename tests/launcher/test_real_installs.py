"""The real project: without a network, as another user, with nothing installed, from empty caches."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from launcher.stub import ROOT
from nonet.version import __version__


def sources_in(folder: Path) -> set[str]:
    """The files of a package without build products and type stubs."""
    left_out = {".pyc", ".so", ".ts"}
    return {str(path.relative_to(folder)) for path in folder.rglob("*.*") if path.suffix not in left_out}


def clone(folder: Path) -> Path:
    """A copy of the real project, like a git clone."""
    made = shutil.ignore_patterns(".git", ".venv*", ".cache", "__pycache__", "*.so", "*.egg-info", ".*_cache")
    shutil.copytree(ROOT, folder, ignore=made)
    return folder


MINI = "2134\n4312\n1243\n3420\n"
MINI_SOLVED = "2 1 3 4\n4 3 1 2\n1 2 4 3\n3 4 2 1\n"


def check_the_five_programs(run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Runs each program of the specs; before the number of solutions, standard error says what is missing."""
    puzzle = run("./sudoku", "create", "--seed", "7")
    assert puzzle.returncode == 0
    rows = puzzle.stdout.split("\n")
    assert [len(row.split()) for row in rows] == [9] * 9 + [0]
    solved = run("./sudoku", "solve", typed=puzzle.stdout)
    assert (solved.returncode, len(solved.stdout.splitlines())) == (0, 9)
    assert solved.stderr.splitlines()[-1] == "1 solution"
    assert "running in pure Python, without Click and the kernel" in solved.stderr.splitlines()[-2]
    assert run("make", "-s", "run", typed=puzzle.stdout).stdout == solved.stdout
    assert run("./sudoku", "mini", "--solve", "-", typed=MINI).stdout == MINI_SOLVED
    assert run("./sudoku", "console", typed="0\nexit\n").stdout.splitlines()[-1] == "Exiting..."
    filed = run(
        sys.executable if os.access(sys.executable, os.X_OK) else "python3", "main.py", "data/001.txt"
    )
    assert len(filed.stdout.splitlines()) == 19
    wrong = run("./sudoku", "solve", typed="5 5")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "Traceback" not in wrong.stderr


@pytest.mark.slow
def test_the_five_programs_work_without_a_network(tmp_path: Path) -> None:
    folder = clone(tmp_path / "a clone")
    nowhere = "http://127.0.0.1:9/simple"
    environment = os.environ | {
        "PIP_INDEX_URL": nowhere,
        "UV_DEFAULT_INDEX": nowhere,
        "PIP_CONFIG_FILE": os.devnull,
        "UV_NO_CONFIG": "1",
        "UV_CACHE_DIR": str(tmp_path / "uv"),
        "PIP_CACHE_DIR": str(tmp_path / "pip"),
        "PYTHON": sys.executable,
    }

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, cwd=folder, env=environment, input=typed, capture_output=True, text=True)

    check_the_five_programs(run)
    play = run("./sudoku", "play")
    assert (play.returncode, play.stdout) == (1, "")
    assert "Is there a network?" in play.stderr


def python_of(user: str) -> str | None:
    """A Python that another user can start."""
    for name in ("/usr/local/bin/python3", "/usr/bin/python3"):
        with suppress(OSError):
            recent = "import sys; sys.exit(sys.version_info < (3, 11))"
            if (
                subprocess.run([name, "-c", recent], user=user, capture_output=True, check=False).returncode
                == 0
            ):
                return name
    return None


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can become another user")
def test_the_five_programs_work_in_another_users_clone() -> None:
    python = python_of("nobody")
    if python is None:
        pytest.skip("no Python that every user can start")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        folder = clone(Path(name) / "a clone")
        environment = {"PATH": os.environ["PATH"], "PYTHON": python, "HOME": "/nonexistent"}
        before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}

        def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
            first = python if words[0] == sys.executable else words[0]
            return subprocess.run(
                [first, *words[1:]],
                cwd=folder,
                env=environment,
                input=typed,
                capture_output=True,
                text=True,
                user="nobody",
            )

        check_the_five_programs(run)
        solved = run("./sudoku", "solve", "--first", typed=MINI)
        assert solved.stdout == MINI_SOLVED
        assert len(solved.stderr.splitlines()) == 1
        play = run("./sudoku", "play")
        assert (play.returncode, play.stdout) == (1, "")
        assert "this user cannot write there" in play.stderr
        assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_the_module_works_with_nothing_installed(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    environment = {"PYTHONPATH": str(tmp_path / "src")}

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-S", "-s", *words]
        return subprocess.run(command, env=environment, input=typed, capture_output=True, text=True)

    solved = run("-m", "nonet", "solve", "--first", typed=MINI)
    assert (solved.returncode, solved.stdout) == (0, MINI_SOLVED)
    assert solved.stderr.startswith("sudoku: Click is not installed")
    assert len(solved.stderr.splitlines()) == 1
    assert run("-m", "nonet", "solve").returncode == 2
    bare = run("-m", "nonet")
    assert (bare.returncode, bare.stdout, "usage: sudoku" in bare.stderr) == (2, "", True)
    other = run("-m", "nonet", "rate", "puzzle.txt")
    assert (other.returncode, other.stdout) == (2, "")
    assert "console, create, mini, solve" in other.stderr
    option = run("-m", "nonet", "solve", "--format", "board")
    assert (option.returncode, option.stdout) == (2, "")
    assert "'--format' does not work without Click" in option.stderr
    code = (
        "from nonet.faces.mini import Sudoku; import nonet; print(Sudoku([[1]]).is_filled(), nonet.__name__)"
    )
    assert run("-c", code).stdout == "True nonet\n"


@pytest.mark.slow
def test_the_real_project_installs_from_empty_caches(tmp_path: Path) -> None:
    folder = clone(tmp_path / "a clone")
    environment = os.environ | {"UV_CACHE_DIR": str(tmp_path / "uv"), "PIP_CACHE_DIR": str(tmp_path / "pip")}

    def version() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["./sudoku", "--version"], cwd=folder, env=environment, capture_output=True, text=True, check=True
        )

    demo = subprocess.run(
        ["./sudoku", "demo"], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    assert "Its only solution" in demo.stdout
    assert "setting up" in demo.stderr
    assert "the C++ kernel is being compiled in the background" in demo.stderr
    first, second = version(), version()
    assert __version__ in first.stdout
    assert "kernel" in first.stdout
    assert first.stdout == second.stdout
    assert first.stderr.startswith("sudoku: compiling the C++ kernel")
    assert second.stderr == ""

    (installed,) = (folder / ".venv/lib").glob("*/site-packages/nonet")
    assert sources_in(installed) == sources_in(folder / "src/nonet")
    assert len(list(installed.rglob("*.pyc"))) == len(list(installed.rglob("*.py")))

    (kept,) = (folder / ".cache/kernel").glob("*/*.so")
    dated = kept.stat().st_mtime_ns
    with (folder / "src/nonet/version.py").open("a") as file:
        file.write("# changed\n")
    third = version()
    assert third.stderr.startswith("sudoku: the sources have changed")
    assert third.stdout == first.stdout, "the same kernel"
    assert [*(folder / ".cache/kernel").glob("*/*.so")] == [kept]
    assert kept.stat().st_mtime_ns == dated, "copied, not compiled again"
