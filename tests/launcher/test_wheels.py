"""tools/wheels.py: which wheels there are, what they are called, and one that is really built."""

from __future__ import annotations

import platform
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import wheels
from packaging import tags

ROOT = Path(wheels.__file__).resolve().parents[1]


def test_every_wheel_has_a_tag_that_its_system_accepts() -> None:
    accepted = {
        "manylinux": {f"manylinux_2_{minor}" for minor in range(5, 29)},
        "musllinux": {"musllinux_1_2"},
        "macosx": {*tags.mac_platforms((11, 0), "x86_64"), *tags.mac_platforms((11, 0), "arm64")},
        "win": {"win_amd64"},
    }
    for tag in wheels.SYSTEMS.keys() - {"any"}:
        kind = tag.partition("_")[0]
        system = re.sub("_(x86_64|aarch64)$", "", tag) if kind.endswith("linux") else tag
        assert system in accepted[kind], tag


def test_only_wheels_for_x86_have_its_instructions() -> None:
    """setup.py goes by the tag, and zig by its own name for the system."""
    processor_flags = runpy.run_path(str(ROOT / "setup.py"))["processor_flags"]
    for tag, system in wheels.SYSTEMS.items():
        flags = processor_flags("native/lanes/kernel_avx2.cpp", tag)
        assert ("-mavx2" in flags) == system.startswith("x86_64"), tag


def test_the_wheels_are_listed_where_one_looks() -> None:
    page = (ROOT / "docs/wheels.md").read_text("utf-8")
    for tag in wheels.SYSTEMS:
        assert f"`{tag}`" in page


def test_what_was_never_run_is_not_built_unless_asked_for() -> None:
    assert wheels.chosen(["linux"]) == list(wheels.LINUX)
    assert not wheels.ONLY_INSPECTED.keys() & wheels.LINUX.keys()
    assert wheels.chosen(["any", "all", "any"]) == ["any", *(tag for tag in wheels.SYSTEMS if tag != "any")]


@pytest.mark.parametrize(
    ("tag", "found", "is_too_new"),
    [
        ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", False),
        ("manylinux_2_28_x86_64", "manylinux_2_28_x86_64", False),
        ("manylinux_2_28_x86_64", "manylinux_2_31_x86_64", True),
        ("manylinux_2_28_x86_64", "manylinux_2_28_aarch64", True),
        ("manylinux_2_28_x86_64", "musllinux_1_2_x86_64", True),
        ("manylinux_2_28_x86_64", "linux_x86_64", True),
        ("musllinux_1_2_aarch64", "musllinux_1_1_aarch64", False),
    ],
)
def test_a_wheel_that_needs_a_newer_system_is_noticed(tag: str, found: str, is_too_new: bool) -> None:
    assert wheels.too_new(tag, found) == is_too_new


def test_an_unknown_target_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        wheels.main(["linux", "amiga\x1b"])
    assert ended.value.code == 2
    assert r"'amiga\x1b'" in capsys.readouterr().err


def run(*command: str | Path) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


@pytest.mark.slow
def test_a_wheel_made_by_zig_is_clean_and_runs(tmp_path: Path) -> None:
    """Installs zig, which is 440 MB, unless it is there."""
    tag = f"manylinux_2_28_{platform.machine()}"
    table = run(sys.executable, "tools/wheels.py", tag)
    (made,) = wheels.DIST.glob(f"nonet-*-cp311-abi3-{tag}.whl")
    assert re.fullmatch(rf"{made.name} +[0-9.]+ MB  glibc 2\.\d+ +clean\n", table)
    run(sys.executable, "-m", "venv", tmp_path)
    run(tmp_path / "bin/python", "-m", "pip", "install", "-q", made)
    assert "engine kernel" in run(tmp_path / "bin/sudoku", "demo")
