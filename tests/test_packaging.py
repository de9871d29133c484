"""Release artifacts: the sdist, and the wheels with and without the kernel, each installed into a fresh environment."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

# -- the flags of every unit -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def setup() -> Any:
    pytest.importorskip("setuptools")
    spec = importlib.util.spec_from_file_location("nonet_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        spec.loader.exec_module(module)
    finally:
        os.chdir(before)
    return module


def test_the_units_are_the_same_on_every_processor(setup: Any) -> None:
    written = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("native/*/*.cpp")}
    assert set(setup.UNITS) == {unit for unit in written if not unit.startswith("native/fuzz/")}


@pytest.mark.parametrize(
    ("platform", "flags"),
    [
        ("linux-x86_64", ["-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"]),
        ("win-amd64", ["-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"]),
        ("linux-aarch64", []),
        ("win-arm64", []),
        ("linux-ppc64le", []),
        ("macosx-11.0-x86_64", ["-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"]),
        ("macosx-11.0-arm64", []),
        (
            "macosx-11.0-universal2",
            [
                "-Xarch_x86_64",
                "-mavx2",
                "-Xarch_x86_64",
                "-mbmi",
                "-Xarch_x86_64",
                "-mbmi2",
                "-Xarch_x86_64",
                "-mpopcnt",
            ],
        ),
    ],
)
def test_a_processor_gets_its_own_flags(setup: Any, platform: str, flags: list[str]) -> None:
    assert setup.processor_flags("native/lanes/kernel_avx2.cpp", platform) == flags
    assert setup.processor_flags("native/lanes/kernel_baseline.cpp", platform) == []
    assert setup.processor_flags("native/generic/generic.cpp", platform) == []


@pytest.mark.parametrize("kind", ["unix", "clang-cl"])
def test_only_the_lanes_go_without_exceptions(setup: Any, kind: str) -> None:
    lanes = setup.unit_flags("native/lanes/kernel_avx2.cpp", kind, "win-amd64")
    assert set(setup.LANES[kind]) <= set(lanes)
    assert not set(setup.LANES[kind]) & set(setup.unit_flags("native/python/batches.cpp", kind, "win-amd64"))


def test_hot_units_are_optimized_most(setup: Any) -> None:
    hot = {f"native/{folder}/{name}.cpp" for folder, names in setup.HOT.items() for name in names.split()}
    assert hot <= set(setup.UNITS)
    flags = {unit: setup.unit_flags(unit, "unix", "linux-aarch64") for unit in setup.UNITS}
    assert {unit for unit in setup.UNITS if "-O3" in flags[unit]} == hot


# -- real builds -------------------------------------------------------------------------------------------------


def build(*arguments: str | Path, **environment: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("build")
    folder = tmp_path_factory.mktemp("sdist")
    build("--sdist", "-o", folder, ROOT)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def source(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked sdist."""
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(sdist) as tar:
        tar.extractall(folder, filter="data")
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build("--wheel", "-o", folder, source, NONET_REQUIRE_KERNEL="1")
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def pure_wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy, folder = tmp_path_factory.mktemp("pure") / "source", tmp_path_factory.mktemp("pure-wheel")
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("build"))
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""}  # none of it may get into the wheel
    build("--wheel", "-o", folder, copy, CXX="false", **bytecode)
    (made,) = folder.iterdir()
    return made


@pytest.mark.slow
def test_every_unit_is_compiled_once(setup: Any, source: Path, tmp_path: Path) -> None:
    compiler, calls = tmp_path / "c++", tmp_path / "calls"
    compiler.write_text(f"""#!/bin/sh
echo "$@" >>{calls}
while [ $# -gt 0 ]; do [ "$1" != -o ] || : >"$2"; shift; done
""")
    compiler.chmod(0o755)
    copy = tmp_path / "source"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("build"))
    build("--wheel", "-o", tmp_path, copy, CC=str(compiler), CXX=str(compiler), NONET_REQUIRE_KERNEL="1")
    compiled = []
    for unit in (word for word in calls.read_text().split() if word.endswith(".cpp")):
        if unit.startswith("native/"):
            compiled.append(unit)
        else:  # a file that includes several units
            compiled += [
                f"native/{name}" for name in re.findall('#include "(.+)"', (copy / unit).read_text())
            ]
    assert sorted(compiled) == setup.UNITS


def pythons() -> Iterator[str]:
    for name in ("python3.11", "python3.12", "python3.13", "python3.14"):
        for path in (shutil.which(name), *Path.home().glob(f".pyenv/versions/{name[6:]}.*/bin/python3")):
            if path and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
                yield str(path)
                break


def installed(python: str, what: Path, folder: Path) -> Path:
    """The programs of an environment in which this is installed; a fresh one, if the folder is not there."""
    if not folder.exists():
        subprocess.run([python, "-m", "venv", str(folder)], check=True, capture_output=True)
        install: list[str | Path] = [
            folder / "bin" / "python",
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            what,
        ]
        ended = subprocess.run(install, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
    return folder / "bin"


def run(*command: str | Path, cwd: Path) -> str:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NONET"))
    }
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=cwd)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def sudoku(python: str, what: Path, folder: Path, *arguments: str) -> str:
    """Installs into a fresh environment and runs the command there."""
    return run(installed(python, what, folder) / "sudoku", *arguments, cwd=folder)


def solves(python: str, what: Path, folder: Path) -> bool:
    answer = sudoku(python, what, folder, "solve", PUZZLE)
    return "".join(filter(str.isdigit, answer)).startswith(SOLUTION)


@pytest.mark.slow
def test_the_sdist_contains_the_sources_for_every_processor(sdist: Path) -> None:
    with tarfile.open(sdist) as tar:
        held = {name.partition("/")[2] for name in tar.getnames()}
    kept = subprocess.run(
        [
            "git",
            "ls-files",
            "native",
            "tests",
            "src",
            "setup.py",
            "pyproject.toml",
            "constraints.txt",
            "Makefile",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    missing = {name for name in kept if name and (ROOT / name).exists() and name not in held}
    assert not missing


@pytest.mark.slow
def test_the_wheel_works_with_every_python_from_3_11(wheel: Path, tmp_path: Path) -> None:
    assert "-cp311-abi3-" in wheel.name
    for number, python in enumerate(pythons()):
        folder = tmp_path / str(number)
        assert "compiled in" in sudoku(python, wheel, folder, "--version")
        assert solves(python, wheel, folder)


@pytest.mark.slow
def test_the_sdist_installs(sdist: Path, tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    assert "compiled in" in sudoku(sys.executable, sdist, folder, "--version")
    assert solves(sys.executable, sdist, folder)


@pytest.mark.slow
def test_without_a_compiler_the_wheel_is_pure_and_solves(pure_wheel: Path, tmp_path: Path) -> None:
    assert pure_wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(pure_wheel) as file:
        assert not [name for name in file.namelist() if name.endswith((".so", ".pyd", ".pyc"))]
    folder = tmp_path / "venv"
    assert "compiled in" not in sudoku(sys.executable, pure_wheel, folder, "--version")
    assert solves(sys.executable, pure_wheel, folder)
    share = folder / "share"
    assert "sudoku\\-solve" in (share / "man/man1/sudoku.1").read_text()
    assert (share / "bash-completion/completions/sudoku").read_text() == sudoku(
        sys.executable, pure_wheel, folder, "completion", "bash"
    )


@pytest.mark.slow
def test_a_program_on_the_wheel_passes_strict_type_checkers(pure_wheel: Path, tmp_path: Path) -> None:
    """Without numpy and the other optional packages, which the types of the library mention."""
    python = installed(sys.executable, pure_wheel, tmp_path / "venv") / "python"
    shutil.copy(ROOT / "tests/typed/program.py", tmp_path)
    (tmp_path / "pyrightconfig.json").write_text('{"include": ["*.py"], "typeCheckingMode": "strict"}')
    run(sys.executable, "-m", "pyright", "--pythonpath", python, cwd=tmp_path)
    options = ["--strict", "--config-file=", f"--python-executable={python}"]
    run(sys.executable, "-m", "mypy", *options, "program.py", cwd=tmp_path)
    run(python, "program.py", cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nm") is None, reason="looks at the objects with nm")
def test_no_function_is_shared_between_processor_variants(wheel: Path, source: Path) -> None:
    """The linker may take a function that several units define from any of them, even from the AVX-512 one."""
    objects = list(source.glob("build/temp*/native/lanes/kernel_*.o"))
    assert objects
    for each in objects:
        symbols = subprocess.run(["nm", each], capture_output=True, text=True, check=True).stdout
        assert not [line for line in symbols.splitlines() if line.split()[-2] in "WVu"], each.name
