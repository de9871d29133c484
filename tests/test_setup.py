"""The launcher and its set-up: they repair broken environments, report failures, and keep standard output clean.

Each test uses a copy of the real `sudoku`, `tools/` and `Makefile` in a folder with a space in its name,
with a stub of the package. A script named `uv` replaces the installer, so that no test needs a network; it
records each call, and tests count the calls. Slow tests use the real project.
"""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import install
import pytest

from nonet.version import __version__
from old_pythons import OLD_PYTHONS

ROOT = Path(__file__).resolve().parents[1]

LAUNCHER = (
    "sudoku",
    "Makefile",
    "pyproject.toml",
    "constraints.txt",
    "tools/install.py",
    "tools/find-python.sh",
)

UV = """\
#!/bin/sh
echo "uv $1" >>"$CALLS"
[ "$1" = pip ] || exit 0
case $UV_DOES in
fail) echo "error: the index is out of reach"; exit 1 ;;
hang) sleep 60 ;;
esac
site=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
for package in click textual starlette uvicorn; do
    mkdir -p "$site/$package"
    : >"$site/$package/__init__.py"
done
echo "$@" >>"$CALLS.words"
[ -d .venv/source ] || exit 0 # packages only
rm -rf "$site/nonet"
cp -R .venv/source/src/nonet "$site/nonet"
[ "$UV_DOES" = no-kernel ] || : >"$site/nonet/_native.py"
"""

MAIN = """\
import os, sys
if "need" in sys.argv and "NONET_FETCHED" not in os.environ:
    from nonet.errors import MissingExtra
    from nonet.faces.cli import _fetch
    sys.exit(_fetch(MissingExtra("pyarrow", "data", "Parquet")))
print(os.getcwd(), sys.argv[1:], sys.stdin.read())
sys.exit(3 if "fail" in sys.argv else 0)
"""


@dataclass
class Project:
    """A stub of the project in a temporary folder."""

    folder: Path
    calls: Path
    environment: dict[str, str]

    def start(
        self, *words: str, program: str = "./sudoku", cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *words],
            cwd=cwd or self.folder,
            env=self.environment | environment,
            input="typed",
            capture_output=True,
            text=True,
            check=False,
        )

    def answer(self, *words: str, cwd: Path | None = None) -> str:
        return f"{cwd or self.folder} {list(words)} typed\n"

    def installs(self) -> int:
        """How often the installer was called."""
        return self.calls.read_text().split("\n").count("uv pip")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """The stub before its first start."""
    return new_project(tmp_path)


def new_project(tmp_path: Path) -> Project:
    """A stub that was never started."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "uv").write_text(UV)
    (bin_folder / "uv").chmod(0o755)
    calls = tmp_path / "calls"
    calls.touch()
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PIP_", "UV_", "PYTHON", "MAKE", "MFLAGS"))
    }
    environment = kept | {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHON": sys.executable,
        "CALLS": str(calls),
        "UV_DOES": "install",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
    }
    stub = Project(tmp_path / "a folder", calls, environment)
    (stub.folder / "tools").mkdir(parents=True)
    for name in LAUNCHER:
        shutil.copy(ROOT / name, stub.folder / name)
    stub.write("src/nonet/__init__.py", "")
    stub.write("src/nonet/__main__.py", MAIN)
    return stub


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A stub after its first start, to be copied."""
    project = new_project(tmp_path_factory.mktemp("started"))
    assert project.start().returncode == 0
    assert project.installs() == 1
    time.sleep(0.02)  # so that files written by the tests are newer than the stamp
    return project


@pytest.fixture
def ready(started: Project, project: Project) -> Project:
    """The stub after its first start."""
    shutil.copytree(started.folder, project.folder, symlinks=True, dirs_exist_ok=True)
    shutil.copy(started.calls, project.calls)
    return project


# ── normal starts ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_start_sets_up_and_says_so_on_standard_error_only(project: Project) -> None:
    ended = project.start("solve", "a b")
    assert ended.stdout == project.answer("solve", "a b")
    assert ended.returncode == 0
    assert all(line.startswith("sudoku: ") for line in ended.stderr.splitlines())
    assert "setting up .venv" in ended.stderr


def test_a_set_up_leaves_nothing_in_the_tree_but_the_environment(project: Project) -> None:
    before = set(project.folder.rglob("*"))
    project.start()
    after = {path for path in project.folder.rglob("*") if ".venv" not in path.parts}
    assert after == before
    assert not (project.folder / ".venv" / "source").exists()


def test_the_second_start_installs_nothing(ready: Project) -> None:
    calls = ready.calls.read_text()
    ended = ready.start("solve")
    assert (ended.stdout, ended.stderr) == (ready.answer("solve"), "")
    assert ready.calls.read_text() == calls


def test_the_status_of_the_command_is_passed_on(ready: Project) -> None:
    assert ready.start("fail").returncode == 3


def test_paths_stay_relative_to_the_folder_of_the_user(ready: Project, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "direct").symlink_to(ready.folder / "sudoku")
    (elsewhere / "relative").symlink_to("../a folder/sudoku")
    (elsewhere / "chain").symlink_to("relative")
    for program in ("../a folder/sudoku", str(ready.folder / "sudoku"), "./direct", "./relative", "./chain"):
        ended = ready.start("p.txt", program=program, cwd=elsewhere)
        assert (ended.stdout, ended.stderr) == (ready.answer("p.txt", cwd=elsewhere), ""), program
    assert ready.installs() == 1


def test_the_users_python_settings_and_files_have_no_effect(ready: Project, tmp_path: Path) -> None:
    (tmp_path / "nonet.py").write_text("raise SystemExit('the wrong nonet')")
    ended = ready.start(
        program=str(ready.folder / "sudoku"), cwd=tmp_path, PYTHONPATH=str(tmp_path), PYTHONHOME="/"
    )
    assert (ended.returncode, ended.stdout) == (0, ready.answer(cwd=tmp_path))


def test_a_moved_folder_still_works(ready: Project, tmp_path: Path) -> None:
    ready.folder = ready.folder.rename(tmp_path / "another folder")
    ended = ready.start()
    assert (ended.stdout, ended.stderr) == (ready.answer(), "")


# ── changes ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("src", "constraints.txt") else pytest.mark.slow)
        for name in install.COMMAND.inputs
    ],
)
def test_a_change_of_any_input_installs_again_once(ready: Project, name: str) -> None:
    path = ready.folder / name
    if not path.exists() and "." not in name:
        path.mkdir()
    if path.is_dir():
        path = path / "new.py"
    with path.open("a") as file:
        file.write("# changed\n")
    first, second = ready.start(), ready.start()
    assert first.stdout == second.stdout == ready.answer()
    built = name in install.COMMAND.built_from
    assert first.stderr.startswith(
        f"sudoku: {'the sources have changed' if built else 'installing packages'}"
    )
    assert second.stderr == ""
    assert ready.installs() == 2


def test_a_removed_module_is_gone_after_the_next_start(ready: Project) -> None:
    ready.write("src/nonet/extra.py", "")
    ready.start()
    (found,) = (ready.folder / ".venv/lib").glob("*/site-packages/nonet/extra.py")
    (ready.folder / "src/nonet/extra.py").unlink()
    ready.start()
    assert ready.installs() == 3
    assert not found.exists()


def test_touching_a_file_installs_nothing(ready: Project) -> None:
    (ready.folder / "src/nonet/__init__.py").touch()
    stamp = ready.folder / ".venv/nonet.stamp"
    dated = stamp.stat().st_mtime_ns
    assert ready.start().stderr == ""
    assert stamp.stat().st_mtime_ns > dated
    assert ready.installs() == 1


@pytest.mark.parametrize("name", ["__pycache__/a.pyc", "nonet.egg-info/PKG-INFO", "nonet/_kernel.abi3.so"])
def test_build_products_are_not_sources(ready: Project, name: str) -> None:
    ready.write(f"src/{name}", "made")
    assert ready.start().stderr == ""
    assert ready.installs() == 1


def test_an_edit_during_the_install_is_seen_at_the_next_start(project: Project) -> None:
    editing = UV.replace("rm -rf", "echo '# edited' >>src/nonet/__init__.py\nrm -rf")
    (project.calls.parent / "bin" / "uv").write_text(editing)
    project.start()
    (project.calls.parent / "bin" / "uv").write_text(UV)
    project.start()
    project.start()
    assert project.installs() == 2


def test_the_digest_depends_on_names_and_contents(tmp_path: Path) -> None:
    def of(**files: str) -> str:
        shutil.rmtree(tmp_path / "src", ignore_errors=True)
        (tmp_path / "src").mkdir()
        for name, text in files.items():
            (tmp_path / "src" / name).write_text(text)
        return install.digest(["src", "not there"], root=tmp_path)

    assert of(a="1", b="2") == of(b="2", a="1")
    assert len({of(a="1", b="2"), of(a="2", b="1"), of(a="12"), of(a="1"), of(b="1"), of()}) == 6


def test_the_kernel_is_compiled_again_only_for_other_sources_or_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = install._kernel_cache()
    assert install._kernel_cache() == kept
    monkeypatch.setenv("CXXFLAGS", "-O0 -g")
    other = install._kernel_cache()
    monkeypatch.setattr(install, "digest", lambda inputs: "other sources")
    assert len({kept, other, install._kernel_cache()}) == 3
    assert kept.parent == ROOT / ".cache/kernel"


# ── repairs ─────────────────────────────────────────────────────────────────────────────────────────────────


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
        spoil_stamp,
        pytest.param(spoil_by_removing_the_stamp, marks=pytest.mark.slow),
        pytest.param(spoil_packages, marks=pytest.mark.slow),
        spoil_everything,
    ],
)
def test_a_broken_environment_is_recreated(ready: Project, spoil: Callable[[Path], None]) -> None:
    spoil(ready.folder / ".venv")
    first, second = ready.start(), ready.start()
    assert first.stdout == second.stdout == ready.answer()
    assert "setting up .venv" in first.stderr
    assert second.stderr == ""


def kill_during_install(project: Project) -> None:
    """Start, and kill the process group as soon as it installs."""
    installs = project.installs()
    killed = subprocess.Popen(
        ["./sudoku"],
        cwd=project.folder,
        env=project.environment | {"UV_DOES": "hang"},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while project.installs() == installs:
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()


def test_a_killed_set_up_is_repeated(project: Project) -> None:
    kill_during_install(project)
    assert project.start().stdout == project.answer()
    assert project.installs() == 2


def test_a_killed_install_is_repeated_even_if_the_change_is_reverted(ready: Project) -> None:
    ready.write("src/nonet/__init__.py", "# changed")
    kill_during_install(ready)
    ready.write("src/nonet/__init__.py", "")
    assert ready.start().stdout == ready.answer()
    assert ready.installs() == 3


def test_concurrent_starts_set_up_once(project: Project) -> None:
    started = [
        subprocess.Popen(
            ["./sudoku", str(number)],
            cwd=project.folder,
            env=project.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(4)
    ]
    said = [process.communicate()[0] for process in started]
    assert said == [f"{project.folder} ['{number}'] \n" for number in range(4)]
    assert project.installs() == 1


# ── optional packages ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def fetching(project: Project) -> Project:
    """The stub after its first start, with a command that installs a missing package."""
    for name in ("errors.py", "faces/__init__.py", "faces/cli/__init__.py", "faces/cli/status.py"):
        project.write(f"src/nonet/{name}", (ROOT / "src/nonet" / name).read_text())
    project.start()
    time.sleep(0.02)
    return project


def test_missing_packages_are_installed_once_without_building_nonet(fetching: Project) -> None:
    words = Path(f"{fetching.calls}.words")
    assert "./.venv/source" in words.read_text()
    assert "pyarrow" not in words.read_text()
    ended = fetching.start("bulk", "need")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == fetching.answer("bulk", "need"), "started again, with all that was typed"
    assert "Parquet needs pyarrow" in ended.stderr
    last = words.read_text().splitlines()[-1]
    assert "pyarrow" in last
    assert "source" not in last
    assert "nonet" not in last.replace(str(fetching.folder), "")
    assert fetching.installs() == 2
    assert fetching.start().stderr == ""
    fetching.write("src/nonet/new.py", "")
    fetching.start()
    last = words.read_text().splitlines()[-1]
    assert "./.venv/source" in last
    assert "pyarrow" in last, "it stays"


def test_packages_that_cannot_be_installed_are_reported(fetching: Project) -> None:
    ended = fetching.start("need", UV_DOES="fail")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "failed while installing packages" in ended.stderr
    again = fetching.start(UV_DOES="fail")
    assert (again.returncode, again.stderr) == (0, ""), "what worked without them still works"


def test_the_requirements_of_an_extra_include_those_of_the_extras_it_names(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        """[project]
dependencies = ["click>=8"]
[project.optional-dependencies]
a = ["one>=1"]
b = ["nonet[a, c]", "two; python_version > '3'"]
c = ["nonet[b]", "three"]
"""
    )
    assert install.requirements([], root=tmp_path) == ["click>=8"]
    assert install.requirements(["b"], root=tmp_path) == [
        "click>=8",
        "two; python_version > '3'",
        "one>=1",
        "three",
    ]
    with pytest.raises(install.SetupError, match="the extra d"):
        install.requirements(["d"], root=tmp_path)


def test_the_real_extras_can_be_looked_up() -> None:
    for extra in (*install.COMMAND.extras, *install.TESTS.extras, "all"):
        assert install.requirements([extra])
        assert not any(name.startswith("nonet") for name in install.requirements([extra]))


def test_a_missing_kernel_is_reported(project: Project) -> None:
    first = project.start(UV_DOES="no-kernel")
    assert first.stdout == project.answer()
    assert "the C++ kernel could not be compiled" in first.stderr
    assert "install a C++ compiler" in first.stderr
    assert project.start().stderr == "", "once is enough"


# ── failures ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_failed_install_is_reported_and_repaired_later(project: Project) -> None:
    ended = project.start(UV_DOES="fail")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "failed while installing nonet" in ended.stderr
    assert "No matching distribution found" in ended.stderr, "the end of the log, from pip, the last to try"
    assert "Is there a network?" in ended.stderr
    log = project.folder / ".venv/nonet.log"
    assert str(log) in ended.stderr
    assert "the index is out of reach" in log.read_text()
    assert project.start().stdout == project.answer()


def test_a_read_only_folder(project: Project) -> None:
    project.write(".venv", "a file, where the environment should be")
    ended = project.start()
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "failed while creating .venv" in ended.stderr
    assert "writable" in ended.stderr


def test_the_programs_of_the_specs_run_from_src_when_the_set_up_fails(project: Project) -> None:
    ended = project.start("solve", "a b", UV_DOES="fail")
    assert (ended.returncode, ended.stdout) == (0, project.answer("solve", "a b"))
    *progress, last = ended.stderr.splitlines()
    assert "failed while installing nonet and its packages" in last
    assert "running in pure Python, without Click and the kernel" in last
    assert all(line.startswith("sudoku: ") and "failed" not in line for line in progress)
    installs = project.installs()
    for program in ("console", "create", "mini", "solve", "--help", "-h"):
        again = project.start(program, UV_DOES="fail")
        assert (again.returncode, again.stdout) == (0, project.answer(program))
        assert "the last set-up failed (./sudoku --version tries again)" in again.stderr
        assert len(again.stderr.splitlines()) == 1
    assert project.installs() == installs, "the next try is minutes later"
    assert project.start("play").stdout == project.answer("play"), "or when a command needs it"
    assert project.start("mini").stderr == "", "and then all is well"


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


@pytest.mark.parametrize("name", ["main.py", "nonet.py"])
def test_entry_points_use_syntax_that_old_pythons_can_parse(name: str) -> None:
    tree = ast.parse((ROOT / name).read_bytes().decode("ascii"), feature_version=(3, 0))
    newer = ast.JoinedStr | ast.AnnAssign | ast.NamedExpr | ast.Match
    assert not any(isinstance(node, newer) for node in ast.walk(tree))


# ── make ────────────────────────────────────────────────────────────────────────────────────────────────────


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


# ── real installs ───────────────────────────────────────────────────────────────────────────────────────────


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


def test_the_module_works_from_the_root_of_a_clone_with_nothing_installed(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(ROOT / "nonet.py", tmp_path)

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-S", "-E", "-s", *words]
        return subprocess.run(command, cwd=tmp_path, input=typed, capture_output=True, text=True)

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

    first, second = version(), version()
    assert __version__ in first.stdout
    assert first.stdout == second.stdout
    assert "setting up" in first.stderr
    assert second.stderr == ""

    (installed,) = (folder / ".venv/lib").glob("*/site-packages/nonet")
    assert sources_in(installed) == sources_in(folder / "src/nonet")
    assert len(list(installed.rglob("*.pyc"))) == len(list(installed.rglob("*.py")))

    (kept,) = (folder / ".cache/kernel").glob("*/*")
    dated = kept.stat().st_mtime_ns
    with (folder / "src/nonet/version.py").open("a") as file:
        file.write("# changed\n")
    third = version()
    assert third.stderr.startswith("sudoku: the sources have changed")
    assert third.stdout == first.stdout, "the same kernel"
    assert [*(folder / ".cache/kernel").glob("*/*")] == [kept]
    assert kept.stat().st_mtime_ns == dated, "copied, not compiled again"
