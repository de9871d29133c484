"""`sudoku doctor`: what is installed, what works, what is missing and how to get it."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import click

import nonet
from nonet.engines import default_engine
from nonet.errors import MissingKernel, NonetError
from nonet.faces.cli.options import Command, json_option
from nonet.faces.cli.picture_file import wants_colour, wants_lines
from nonet.faces.cli.status import DONE, NO
from nonet.native import required_kernel
from nonet.optional_import import installer
from nonet.parallel.cores import thread_count
from nonet.version import __version__
from nonet.visible import print_coloured, visible

EXTRAS = {
    "tui": "sudoku play",
    "web": "sudoku web",
    "data": "sudoku bulk, sudoku dataset",
    "cluster": "sudoku bulk --cluster",
    "print": "PNG, PDF and GIF, sudoku book, QR codes",
    "photo": "sudoku read, photographs in place of puzzles",
    "sat": "--engine sat",
    "mcp": "sudoku mcp",
    "gym": "nonet.models.gym",
    "gpu": "sudoku bulk --device cuda",
    "torch": "nonet.data for PyTorch",
    "datasets": "nonet.data for Hugging Face",
}
"""What each extra is needed for."""

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@dataclass(frozen=True)
class Finding:
    """Something that is there, or not. Without what `is_needed`, a part of nonet that needs no extra does not work."""

    name: str
    state: str
    works: bool = True
    advice: str = ""
    is_needed: bool = False


@click.command("doctor", cls=Command)
@json_option
def command(as_json: bool) -> int:
    """Show what is installed, what works, what is missing and how to get it.

    The exit status is 0 if everything works that needs no extra, with the compiled kernel or without it, and 1
    otherwise.

    For example:
        sudoku doctor  # the version, the kernel, the extras, your files, your terminal
        sudoku doctor --json  # the same for a bug report or a program
    """
    found = {
        "nonet": [*_package()],
        "extras": [*_extras()],
        "files": [*_files()],
        "terminal": [*_terminal()],
    }
    broken = [each.name for part in found.values() for each in part if each.is_needed and not each.works]
    if as_json:
        parts = {part: {each.name: _record(each) for each in findings} for part, findings in found.items()}
        click.echo(json.dumps({"works": not broken, "version": __version__, **parts}, indent=1))
    else:
        _print(found, broken)
    return NO if broken else DONE


def _record(finding: Finding) -> dict[str, str | bool]:
    record: dict[str, str | bool] = {"works": finding.works, "state": finding.state}
    return record | ({"advice": finding.advice} if finding.advice else {})


def _print(found: dict[str, list[Finding]], broken: list[str]) -> None:
    colour = wants_colour(sys.stdout)
    width = max(len(each.name) for part in found.values() for each in part)
    lines = []
    for part, findings in found.items():
        lines.append(click.style(part, bold=True) if colour else part)
        for each in findings:
            state = visible(each.state)
            state = click.style(state, fg="yellow") if colour and not each.works else state
            lines.append(f"  {each.name:{width}}  {state}")
            lines += [f"  {'':{width}}  -> {visible(each.advice)}"] if each.advice else []
        lines.append("")
    end = f"Does not work: {', '.join(broken)}." if broken else "Everything that needs no extra works."
    missing = sum(not each.works for each in found["extras"])
    rest = f" {missing} of {len(EXTRAS)} extras are missing; only what is named beside them needs them."
    lines.append(end + (rest if missing else ""))
    encoding = sys.stdout.encoding or "ascii"  # a path may have letters that it does not know
    print_coloured("\n".join(lines).encode(encoding, "backslashreplace").decode(encoding), sys.stdout)


# -- nonet itself ---------------------------------------------------------------------------------------------


def _package() -> Iterator[Finding]:
    yield Finding("version", f"{__version__}, in {Path(nonet.__file__).parent}")
    python = f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}"
    yield Finding("Python", python)
    cores = thread_count(None)
    yield Finding("system", f"{platform.system()} {platform.machine()}, {cores} core{'s' * (cores > 1)}")
    yield _kernel()
    puzzle = nonet.parse(PUZZLE)
    engine = default_engine(puzzle.layout)
    try:
        works = engine.solution(puzzle).is_solution()
        yield Finding("solving", f"the engine {engine.name} solves a puzzle", works, is_needed=True)
    except Exception as error:
        yield Finding("solving", f"the engine {engine.name} fails: {error}", works=False, is_needed=True)


def _kernel() -> Finding:
    """The compiled kernel, or why there is none: all is slower then, but nearly everything works."""
    try:
        return Finding("kernel", f"compiled, for the instruction set {required_kernel('').isa}")
    except MissingKernel as error:
        advice = error.remedy
    settled = Path(sys.prefix, "nonet.kernel")  # ./sudoku writes it when the compilation has ended
    if os.environ.get("NONET_PURE"):
        why = "NONET_PURE is set"
    elif installer() is not None and not settled.exists():
        why = "it is being compiled in the background, if the disk has room for it"
        advice = "a later start will use it"
    elif find_spec("nonet._native") is None:
        why = "this installation was built without it"
    else:
        why, advice = "it does not load", f"{sys.executable} -c 'import nonet._native' says why"
    return Finding("kernel", f"none, pure Python: {why}", works=False, advice=advice)


def _extras() -> Iterator[Finding]:
    try:
        packages = _packages_by_extra()
    except metadata.PackageNotFoundError:
        yield Finding("all", "unknown: nonet runs from its sources, without having been installed")
        return
    for extra, purpose in EXTRAS.items():
        missing = [name for name in packages[extra] if not _is_installed(name)]
        if not missing:
            yield Finding(extra, f"installed: {purpose}")
            continue
        advice = f'pip install "nonet[{extra}]"'
        if program := installer():
            advice = f"the first command that needs it installs it; or: python3 {program} --extra {extra}"
        yield Finding(extra, f"missing: {purpose} ({', '.join(missing)})", works=False, advice=advice)


def _packages_by_extra() -> dict[str, list[str]]:
    """The packages that each extra brings, with those of the extras that it includes."""
    found: dict[str, list[str]] = {extra: [] for extra in EXTRAS}
    included = []
    for line in metadata.requires("nonet") or ():
        match = re.match(r"""([\w.-]+)(?:\[(.+)\])?[^;]*;.*\bextra == ["'](\w+)""", line)
        if match is not None and match[3] in found:
            if match[1] == "nonet":
                included.append((match[3], match[2].split(",")))
            else:
                found[match[3]].append(match[1])
    for extra, others in included:
        found[extra] += [name for other in others for name in found[other]]
    return found


def _is_installed(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


# -- around it ------------------------------------------------------------------------------------------------


def _files() -> Iterator[Finding]:
    try:
        yield _saved_games()
    except NonetError as error:
        yield Finding("saved games", str(error), works=False, is_needed=True)
    program = installer()
    clone = "none" if program is None else f"{Path(program).parent.parent / '.cache'}, and .venv beside it"
    yield Finding("caches", clone)


def _saved_games() -> Finding:
    from nonet.play.saved.database import data_path
    from nonet.play.saved.store import Store

    path = data_path()
    if os.path.exists(path):
        with Store() as store:
            count = store.count()
        return Finding("saved games", f"{path} ({count} game{'s' * (count != 1)})")
    nearest = next((folder for folder in path.parents if os.path.exists(folder)), path)
    works = nearest.is_dir() and os.access(nearest, os.W_OK)
    state = f"{path} ({'none yet' if works else f'{nearest} is not a writable folder'})"
    advice = "" if works else "set NONET_DATA to a folder of your own"
    return Finding("saved games", state, works, advice, is_needed=True)


def _terminal() -> Iterator[Finding]:
    import webbrowser

    from nonet.faces.web.browser import can_show

    out = sys.stdout
    why = "standard output is not a terminal" if not out.isatty() else "NO_COLOR or TERM=dumb is set"
    colour = wants_colour(out)
    yield Finding("colour", "yes" if colour else f"no: {why}", colour)
    lines = wants_lines(out)
    advice = "" if lines else "set PYTHONUTF8=1, or choose a UTF-8 locale"
    yield Finding("Unicode", f"{'yes' if lines else 'no'}: {out.encoding}", lines, advice)
    try:
        webbrowser.get()
        browser = can_show()
    except webbrowser.Error:
        browser = False
    advice = "" if browser else "open the address that `sudoku web` prints yourself"
    yield Finding("browser", "can be opened" if browser else "none can be opened here", browser, advice)
