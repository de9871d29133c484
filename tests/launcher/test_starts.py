"""Normal starts of the launcher: the first sets up, the next ones start the command at once."""

from __future__ import annotations

from pathlib import Path

from launcher.stub import Project


def test_the_first_start_sets_up_and_says_so_on_standard_error_only(project: Project) -> None:
    ended = project.start("solve", "a b")
    assert ended.stdout == project.answer("solve", "a b")
    assert ended.returncode == 0
    assert all(line.startswith("sudoku: ") for line in ended.stderr.splitlines())
    assert "setting up .venv" in ended.stderr


def test_a_set_up_leaves_nothing_in_the_tree_but_the_environment_and_the_kernel(project: Project) -> None:
    before = set(project.folder.rglob("*"))
    project.start("rate")
    made = {".venv", ".cache"}
    assert {path for path in project.folder.rglob("*") if not made & set(path.parts)} == before
    assert not (project.folder / ".venv" / "source").exists()
    kept = {path.name for path in project.folder.glob(".cache/kernel/*/*")}
    assert kept == {"_native.abi3.so", "log"}


def test_the_second_start_installs_nothing(ready: Project) -> None:
    calls = ready.calls.read_text()
    ended = ready.start("solve")
    assert (ended.stdout, ended.stderr) == (ready.answer("solve"), "")
    assert ready.calls.read_text() == calls


def test_the_status_of_the_command_is_passed_on(ready: Project) -> None:
    assert ready.start("fail").returncode == 3


def test_nothing_is_imported_before_the_command_itself(ready: Project) -> None:
    """So that the command decides what Ctrl-C does while the package is imported."""
    ready.write(
        "src/nonet/__main__.py", "import sys; print({'nonet', 'runpy', 'typing'} & sys.modules.keys())"
    )
    assert ready.start("rate").stdout == "set()\n"


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
    ended = ready.start("rate")
    assert (ended.stdout, ended.stderr) == (ready.answer("rate"), "")
