"""Changed sources are installed again once; what is not a source is ignored."""

from __future__ import annotations

import shutil
from pathlib import Path

import install
import pytest
import sources

from launcher.stub import ROOT, UV, Project


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
    first, second = ready.start("rate"), ready.start("rate")
    assert first.stdout == second.stdout == ready.answer("rate")
    built = name in install.COMMAND.built_from
    assert first.stderr.startswith(
        f"sudoku: {'the sources have changed' if built else 'installing packages'}"
    )
    assert second.stderr == ""
    assert ready.installs() == 2


def test_a_removed_module_is_gone_after_the_next_start(ready: Project) -> None:
    ready.write("src/nonet/extra.py", "")
    ready.start("rate")
    (found,) = (ready.folder / ".venv/lib").glob("*/site-packages/nonet/extra.py")
    (ready.folder / "src/nonet/extra.py").unlink()
    ready.start("rate")
    assert ready.installs() == 3
    assert not found.exists()


def test_touching_a_file_installs_nothing(ready: Project) -> None:
    (ready.folder / "src/nonet/__init__.py").touch()
    stamp = ready.folder / ".venv/nonet.stamp"
    dated = stamp.stat().st_mtime_ns
    assert ready.start("rate").stderr == ""
    assert stamp.stat().st_mtime_ns > dated
    assert ready.installs() == 1


@pytest.mark.slow
def test_build_products_are_not_sources(ready: Project) -> None:
    for name in ("__pycache__/a.pyc", "nonet.egg-info/PKG-INFO", "nonet/_kernel.abi3.so"):
        ready.write(f"src/{name}", "made")
        assert ready.start("rate").stderr == "", name
        assert ready.installs() == 1, name


@pytest.mark.slow
def test_an_edit_during_the_install_is_seen_at_the_next_start(project: Project) -> None:
    editing = UV.replace("find", "echo '# edited' >>src/nonet/__init__.py\nfind")
    (project.calls.parent / "bin" / "uv").write_text(editing)
    project.start("rate")
    (project.calls.parent / "bin" / "uv").write_text(UV)
    project.start("rate")
    project.start("rate")
    assert project.installs() == 2


def test_the_digest_depends_on_names_and_contents(tmp_path: Path) -> None:
    def of(**files: str) -> str:
        shutil.rmtree(tmp_path / "src", ignore_errors=True)
        (tmp_path / "src").mkdir()
        for name, text in files.items():
            (tmp_path / "src" / name).write_text(text)
        return sources.digest(["src", "not there"], root=tmp_path)

    assert of(a="1", b="2") == of(b="2", a="1")
    assert len({of(a="1", b="2"), of(a="2", b="1"), of(a="12"), of(a="1"), of(b="1"), of()}) == 6


def test_the_kernel_is_compiled_again_only_for_other_sources_or_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = install.kernel()
    assert install.kernel() == kept
    monkeypatch.setenv("CXXFLAGS", "-O0 -g")
    other = install.kernel()
    monkeypatch.setattr(install, "digest", lambda inputs, root: "other sources")
    assert len({kept, other, install.kernel()}) == 3
    assert kept.folder.parent == ROOT / ".cache/kernel"
