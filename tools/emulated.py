"""Runs a sample of the tests on the wheel for 64-bit ARM, emulated by QEMU: `make wheels-qemu`, after `make wheels`.

    python3 tools/emulated.py [ARGUMENT ...]     arguments of pytest, in place of the sample

Works on Debian and its relatives. QEMU and an ARM Python come from where this machine gets its packages. They are
unpacked into .cache/wheels/arm64, and nothing is installed on this machine. An emulated program cannot start another,
so tests that do so are no use here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from install import Setup
from progress import SetupError, doing, locked
from sources import ROOT
from wheels import CACHE, DIST, TOOLS, output

FOLDER = CACHE / "arm64"
WHEEL = "manylinux_2_28_aarch64"
SAMPLE = "lanes grades puzzles dig generic explainer logic canonical killers bytes"


def unpack(setup: Setup, package: str, architecture: str) -> Path:
    """The files of a Debian package and of all that it depends on, for any architecture."""
    apt, files = FOLDER / f"apt-{architecture}", FOLDER / package
    if files.exists():
        return files
    for folder in ("lists/partial", "archives/partial"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    (apt / "status").write_text("")  # nothing is installed
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Install-Recommends": "false",
        "APT::Sandbox::User": "root",
        "Debug::NoLocking": "true",
        "Dir::State::lists": str(apt / "lists"),
        "Dir::State::status": str(apt / "status"),
        "Dir::Cache": str(apt),
    }
    get = ["apt-get", "-qq", *(word for name, value in options.items() for word in ("-o", f"{name}={value}"))]
    new = files.with_suffix(".new")
    with doing(f"fetching {package} for {architecture} from Debian"):
        fetched = setup.run(*get, "update") and setup.run(*get, "install", "-y", "--download-only", package)
        archives = map(str, (apt / "archives").glob("*.deb"))
        if not fetched or not all(setup.run("dpkg", "-x", archive, str(new)) for archive in archives):
            raise setup.failure(f"fetching {package}", "Is there a network, and is this a Debian?")
    new.rename(files)
    return files


def install(setup: Setup, wheel: Path, version: str) -> Path:
    """A folder with the wheel and what the tests import, all for ARM and this version of Python."""
    folder, uv = FOLDER / "packages", setup.uv()
    shutil.rmtree(folder, ignore_errors=True)
    if uv is None:
        raise SetupError("looking for uv", "pip install uv")
    platform = (
        "--python-platform",
        "aarch64-manylinux_2_28",
        "--python-version",
        version,
        "--only-binary",
        ":all:",
    )
    words = ("--target", str(folder), "-c", "constraints.txt", str(wheel), "pytest", "hypothesis")
    if not setup.run(uv, "pip", "install", *platform, *words):
        raise setup.failure("installing the wheel", "Is there a network?")
    return folder


def main(arguments: list[str]) -> int:
    tests = arguments or [*(f"tests/test_native_{name}.py" for name in SAMPLE.split()), "-k", "not ctrl_c"]
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        with locked(FOLDER, "another start is testing; waiting for it") as lock:
            setup = Setup(TOOLS, lock, FOLDER / "log")
            wheel = next(DIST.glob(f"*-{WHEEL}.whl"), None)
            if wheel is None:
                raise SetupError(f"looking for the wheel in {DIST}", "make wheels builds it.")
            qemu = unpack(setup, "qemu-user-static", output("dpkg", "--print-architecture").strip())
            root = unpack(setup, "python3", "arm64")
            python = next(root.glob("usr/bin/python3.*"))
            packages = install(setup, wheel, python.name.removeprefix("python"))
    except SetupError as error:
        error.report(brief=False)
        return 1
    emulated = [f"{qemu}/usr/bin/qemu-aarch64-static", "-L", str(root), str(python)]
    own = {
        "PYTHONHOME": f"{root}/usr",
        "PYTHONPATH": str(packages),
        "PYTHONPYCACHEPREFIX": f"{FOLDER}/pycache",
    }
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NONET", "PYTHON"))}
    options = [
        "-o",
        "pythonpath=tests tools",
        "-o",
        "addopts=--import-mode=importlib",
        "-p",
        "no:cacheprovider",
    ]
    options += ["--hypothesis-profile=same", "-m", "not slow", "-q"]
    pytest = subprocess.run(
        [*emulated, "-m", "pytest", *options, *tests], env=kept | own, cwd=ROOT, check=False
    )
    return pytest.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
