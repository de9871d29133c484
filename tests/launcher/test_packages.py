"""Optional packages are installed when a command needs them; what is missing is reported."""

from __future__ import annotations

import time
from pathlib import Path

import install
import pytest
import sources
from progress import SetupError

from launcher.stub import ROOT, Project


@pytest.fixture
def fetching(project: Project) -> Project:
    """The stub after its first start, with a command that installs a missing package."""
    for name in (
        "errors.py",
        "limits.py",
        "optional_import.py",
        "unraisable.py",
        "visible.py",
        "faces/__init__.py",
        "faces/cli/__init__.py",
        "faces/cli/extras.py",
        "faces/cli/status.py",
    ):
        project.write(f"src/nonet/{name}", (ROOT / "src/nonet" / name).read_text())
    project.start("rate")
    time.sleep(0.02)
    return project


@pytest.mark.slow
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
    assert fetching.start("rate").stderr == ""
    fetching.write("src/nonet/new.py", "")
    fetching.start("rate")
    last = words.read_text().splitlines()[-1]
    assert "./.venv/source" in last
    assert "pyarrow" in last, "it stays"


def test_an_extra_that_a_new_version_lacks_is_forgotten(ready: Project) -> None:
    ready.write(".venv/nonet.extras", "gone data tui web\n")
    ready.write("src/nonet/new.py", "")
    ended = ready.start("rate")
    assert ended.returncode == 0, ended.stderr
    assert (ready.folder / ".venv/nonet.extras").read_text() == "data tui web\n"


@pytest.mark.slow
def test_packages_that_cannot_be_installed_are_reported(fetching: Project) -> None:
    ended = fetching.start("need", UV_DOES="fail")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "failed while installing packages" in ended.stderr
    again = fetching.start("rate", UV_DOES="fail")
    assert (again.returncode, again.stderr) == (0, ""), "what worked without them still works"


def test_the_requirements_of_extras_and_groups_include_those_of_the_ones_they_name(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        """[project]
dependencies = ["click>=8"]
[project.optional-dependencies]
a = ["one>=1"]
b = ["nonet[a, c]", "two; python_version > '3'"]
c = ["nonet[b]", "three"]
[dependency-groups]
a = ["four", { include-group = "e" }, "nonet[a]"]
e = [{ include-group = "a" }, "five"]
"""
    )
    assert sources.requirements([], root=tmp_path) == ["click>=8"]
    assert sources.requirements(["b"], root=tmp_path) == [
        "click>=8",
        "two; python_version > '3'",
        "one>=1",
        "three",
    ]
    assert sources.requirements([], ["a"], root=tmp_path) == ["click>=8", "four", "five", "one>=1"]
    with pytest.raises(SetupError, match="the extra e"):
        sources.requirements(["e"], root=tmp_path)
    with pytest.raises(SetupError, match="the group b"):
        sources.requirements([], ["b"], root=tmp_path)


def test_what_the_environments_need_can_be_looked_up() -> None:
    for target in (install.COMMAND, install.TESTS):
        needed = sources.requirements(target.extras, target.groups)
        assert len(needed) > 1
        assert not any(name.startswith("nonet") for name in needed)
