"""What the environments are made from: the source files, their digests, and the packages that pyproject.toml names.

This file runs before anything is installed: it imports the standard library only.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from progress import SetupError

ROOT = Path(__file__).resolve().parent.parent


def _files(path: Path) -> Iterator[Path]:
    """The source files at or under `path`, in order; none if it does not exist. Build products are left out."""
    if path.name == "__pycache__" or path.suffix in (".egg-info", ".so", ".pyc"):
        return
    if path.is_dir():
        for entry in sorted(path.iterdir()):
            yield from _files(entry)
    elif path.is_file():
        yield path


def digest(inputs: Sequence[str], *, root: Path = ROOT) -> str:
    """A hash over the names and contents of all source files."""
    total = hashlib.sha256()
    for name in inputs:
        for path in _files(root / name):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{content} {path.relative_to(root).as_posix()}\n".encode())
    return total.hexdigest()


def declared(root: Path = ROOT) -> dict[tuple[str, str], list[str | dict[str, str]]]:
    """What nonet itself, each extra and each dependency group needs, from pyproject.toml."""
    pyproject = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    found = {("project", ""): project.get("dependencies", [])}
    found |= {("extra", name): each for name, each in project.get("optional-dependencies", {}).items()}
    return found | {("group", name): each for name, each in pyproject.get("dependency-groups", {}).items()}


def requirements(extras: Sequence[str], groups: Sequence[str] = (), *, root: Path = ROOT) -> list[str]:
    """The packages that nonet, these extras and these dependency groups need."""
    known = declared(root)
    found: list[str] = []
    wanted = [("project", ""), *(("extra", name) for name in extras), *(("group", name) for name in groups)]
    for kind, name in wanted:  # it grows meanwhile
        if (kind, name) not in known:
            raise SetupError(f"looking up the {kind} {name}", "pyproject.toml has none.")
        for requirement in known[kind, name]:
            if isinstance(requirement, dict):
                others = [("group", requirement["include-group"])]
            elif own := re.fullmatch(r"nonet\[([\w, -]+)\]", requirement):  # an extra that includes others
                others = [("extra", other) for other in own[1].replace(" ", "").split(",")]
            else:
                others = []
                found.append(requirement)
            wanted += [other for other in others if other not in wanted]
    return list(dict.fromkeys(found))


def copy_sources(to: Path) -> None:
    """Copies what a build reads, so that no build folder with old modules stays in the tree."""
    shutil.rmtree(str(to), ignore_errors=True)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "src", "native"):
        for path in _files(ROOT / name):
            copy = to / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(path), str(copy))
