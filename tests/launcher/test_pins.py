"""Everything that a set-up, a build or a workflow installs has a fixed version, and comes from the user's own index."""

from __future__ import annotations

import json
import re
import subprocess
import sysconfig
import tomllib
from importlib.metadata import distributions
from itertools import pairwise

import install
import pytest
import sources

from launcher.stub import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, set[str]]:
    """The versions of each package: some differ by the version of Python."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, version = re.fullmatch(r"([\w.-]+)==([\w.+!-]+)( ; .*)?", line).group(1, 2)  # type: ignore[union-attr]
            found.setdefault(canonical(name), set()).add(version)
    return found


def test_every_requirement_is_pinned() -> None:
    extras = list(PYPROJECT["project"]["optional-dependencies"])
    needed = sources.requirements(extras, list(PYPROJECT["dependency-groups"]))
    names = {canonical(re.match(r"[\w.-]+", each)[0]) for each in needed}  # type: ignore[index]
    assert {"click", "cupy-cuda13x", "mkdocs-material", "torch", "twine", "uv"} <= names
    assert names <= pins().keys()


def test_what_is_installed_here_is_pinned() -> None:
    """With what the requirements bring along."""
    known = pins()
    other = {
        f"{each.name} {each.version}"
        for each in distributions(path=[sysconfig.get_path("purelib")])  # setuptools adds paths of its own
        if each.version not in known.get(canonical(each.name), ())
    }
    assert {name.split()[0] for name in other} <= {"nonet", "pip"}, other


def test_nonet_is_built_with_a_pinned_version() -> None:
    assert PYPROJECT["build-system"]["requires"] == [
        f"{name}=={version}" for name in ("click", "setuptools") for version in pins()[name]
    ]


def test_the_installer_is_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, ...]] = []

    def run(self: install.Setup, *command: str) -> bool:
        calls.append(command)
        return True

    monkeypatch.setattr(install.Setup, "run", run)
    monkeypatch.setattr(install.Setup, "uv", lambda self: None)
    setup = install.Setup(install.COMMAND, lock=0, log=install.COMMAND.path("nonet.log"))
    setup.install_uv()
    setup.install(["numpy"], build=False, bytecode=True)
    installs = [call for call in calls if "install" in call]
    assert [call[-1] for call in installs] == ["uv", "constraints.txt"]
    assert all(("-c", "constraints.txt") in pairwise(call) for call in installs)


def test_the_javascript_tools_are_pinned() -> None:
    """Their programs for each platform are pinned by the packages themselves."""
    package = json.loads((ROOT / "tools/javascript/package.json").read_text("utf-8"))
    versions = [*package["devDependencies"].values(), *package["overrides"].values()]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)
    installed = ROOT / ".cache/javascript/node_modules"
    for path in [*installed.glob("*/package.json"), *installed.glob("@*/*/package.json")]:
        brought = json.loads(path.read_text("utf-8"))
        for name, version in {
            **brought.get("dependencies", {}),
            **brought.get("optionalDependencies", {}),
        }.items():
            assert name in package["overrides"] or re.fullmatch(r"\d+\.\d+\.\d+", version), (path, name)


def test_the_workflows_are_pinned() -> None:
    assert WORKFLOWS
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        for action in re.findall(r"uses: (.+)", text):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), (path.name, action)
        for line in re.findall(r"run: (.+)", text):
            assert re.match("make |gh ", line), (path.name, line)


def test_the_tools_of_the_makefile_are_pinned() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    for line in re.findall(r".*(?:pip install|tool run).*", text):
        assert re.search("-c constraints.txt|--constraints constraints.txt", line), line


def test_no_registry_is_named() -> None:
    """Packages come from the index that the user has configured."""
    names = ("pypi.org/simple", "pythonhosted", "registry.npmjs", "index-url", "extra-index", "registry=")
    tracked = subprocess.run(
        ["git", "ls-files", "tools", ".github", "pyproject.toml", "constraints.txt", "setup.py", "Makefile", "sudoku"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    found = [
        (name, word)
        for name in tracked
        if (ROOT / name).is_file()
        for word in names
        if word in (ROOT / name).read_text("utf-8", errors="replace").lower()
    ]
    assert not found
