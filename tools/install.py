"""Set up the private virtual environments of this folder, or find that they are ready.

    python3 tools/install.py          .venv       what ./sudoku runs: nonet, installed and byte-compiled
    python3 tools/install.py --dev    .venv-dev   what make test runs: nonet from src/, and the test tools
                                                  (and .venv, which some tests start)
    python3 tools/install.py --extra data         .venv, with what `sudoku bulk` needs besides; from then on it
                                                  stays. The command itself calls this when it misses something.

`./sudoku` and `make` call this; nobody else needs to. Every step says one line on standard error.

The stamp is written last and holds a digest of everything that went in:

    stamp     sources      so
    -------   ----------   -------------------------------------------
    none      any          the environment is made anew
    there     as stamped   nothing to do; the stamp's time is renewed
    there     changed      nonet is installed again, the rest is kept

An environment left half-made, by Ctrl-C, a full disk or a lost network, has none and heals at the next start.

This file runs before anything is installed, on whatever `python3` is: standard library only, and the syntax
of Python 3.7, so that an old Python can still say what is missing.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
OTHERS = ("python3.14", "python3.13", "python3.12", "python3.11")
TAIL = 15
"""Lines of the log that a failure shows."""


@dataclass(frozen=True)
class Target:
    """One environment: its folder, the files it is made from, what is installed, what must be found then."""

    folder: str
    inputs: tuple[str, ...]
    what: tuple[str, ...]
    found: tuple[str, ...]
    extras: tuple[str, ...] = ()

    def path(self, *parts: str) -> Path:
        """A path inside the environment."""
        return ROOT.joinpath(self.folder, *parts)


_ALWAYS = ("pyproject.toml", "setup.py", "constraints.txt", "tools/install.py", "native")

COMMAND = Target(
    folder=".venv",
    inputs=(*_ALWAYS, "src"),  # ./sudoku watches the same
    what=("./.venv/source",),
    found=("nonet", "click", "textual", "starlette", "uvicorn"),
    extras=("tui", "web"),  # the others are large, and come when they are wanted
)
TESTS = Target(
    folder=".venv-dev",
    inputs=_ALWAYS,  # not src: it is used where it stands
    what=("-e", ".[dev]"),
    found=(
        "nonet",
        "click",
        "pytest",
        "xdist",
        "pytest_cov",
        "hypothesis",
        "mypy",
        "ruff",
        "playwright",
        "pyarrow",
    ),
)


class SetupError(Exception):
    """A step of the set-up failed: which, what was said, and what to do."""

    def __init__(self, step: str, *, said: str, advice: str, log: Path | None = None) -> None:
        super().__init__(step)
        self.step = step
        self.said = said
        self.advice = advice
        self.log = log


# ── what goes in ────────────────────────────────────────────────────────────────────────────────────────────


def _files(path: Path) -> Iterator[Path]:
    """The source files at or under `path`, in order; none where it does not exist, none that a build made."""
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


def _copy_sources(to: Path) -> None:
    """What a build reads, copied, so that no build/ with yesterday's modules lies about in the tree."""
    shutil.rmtree(str(to), ignore_errors=True)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "src", "native"):
        for path in _files(ROOT / name):
            copy = to / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(path), str(copy))


# ── the stamp ───────────────────────────────────────────────────────────────────────────────────────────────


def _read(stamp: Path) -> str | None:
    try:
        return stamp.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None


def _date(stamp: Path, began: float) -> None:
    """Date the stamp to the moment before the sources were read: an edit since then is newer."""
    with suppress(OSError):  # a folder that has become read-only works all the same
        os.utime(str(stamp), (began, began))


def _write(stamp: Path, value: str, began: float) -> None:
    new = stamp.with_suffix(".new")
    new.write_text(value + "\n", encoding="ascii")
    _date(new, began)
    os.replace(str(new), str(stamp))


# ── the set-up ──────────────────────────────────────────────────────────────────────────────────────────────


def say(line: str) -> None:
    """One line of progress."""
    print("sudoku: " + line, file=sys.stderr, flush=True)


@contextmanager
def only_one() -> Iterator[int]:
    """Hold a lock on the folder itself: two first starts at once make one environment, not half of two.

    Yields the descriptor. The processes of a set-up inherit it, so that the lock outlives a killed set-up
    until the last of them has stopped writing.
    """
    lock = os.open(str(ROOT), os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another start is setting up; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError:
            pass  # a file system without locks: go on without
        yield lock
    finally:
        os.close(lock)


def _base_python() -> str:
    """The interpreter, by the name that holds its version.

    If it goes away, the environment's link breaks and is mended; `python3` would become another version.
    """
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def _environment() -> dict[str, str]:
    """The user's environment, less what would lead an installer or a compiler of bytecode astray."""
    astray = ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PIP_TARGET")
    kept = {name: value for name, value in os.environ.items() if name not in astray}
    kept.setdefault("PIP_RETRIES", "2")  # five, its default, keep a user without network waiting
    return kept


_PIP_OPTIONS = ("--no-user", "--no-input", "--progress-bar", "off", "--disable-pip-version-check")
_UV_OPTIONS = ("--reinstall-package", "nonet", "--color", "never", "--no-progress")


@dataclass(frozen=True)
class Setup:
    """The making of one environment, under the lock."""

    target: Target
    lock: int
    asked: tuple[str, ...] = ()

    def extras(self) -> list[str]:
        """What is installed besides: always, because it was asked for before, or because it is now."""
        if not self.target.extras:
            return []
        kept = (_read(self.target.path("nonet.extras")) or "").split()
        return sorted({*self.target.extras, *kept, *self.asked})

    def bring_up_to_date(self) -> None:
        """Do what the table at the head of this file says."""
        began = time.time()
        extras = self.extras()
        wanted = " ".join([digest(self.target.inputs), *extras])
        stamp = self.target.path("nonet.stamp")
        found = _read(stamp)
        complete = found is not None and self.works()
        if complete and found == wanted:
            _date(stamp, began)
            return
        as_before = (
            found if complete and found is not None and found.split()[0] == wanted.split()[0] else None
        )
        if complete:
            stamp.unlink()
            self.log.unlink(missing_ok=True)
            more = "installing what {} needs".format(" and ".join(self.asked))
            say("the sources have changed; installing them" if as_before is None else more)
        else:
            self.make_environment()
            self.install_uv()
            say(f"installing nonet and what it needs into {self.target.folder}")
        try:
            self.install(extras)
        except SetupError:
            if (
                as_before is not None
            ):  # an extra could not be had: nothing has changed, and the rest goes on working
                _write(stamp, as_before, began)
            raise
        if not self.run(*self.probe()):
            raise self.failure("looking at what was installed", "Please report this, with the log.")
        if extras:
            _write(self.target.path("nonet.extras"), " ".join(extras), began)
        _write(stamp, wanted, began)
        say(f"{self.target.folder} is ready, after {time.time() - began:.1f} s")

    @property
    def python(self) -> str:
        """The environment's interpreter."""
        return str(self.target.path("bin", "python"))

    @property
    def log(self) -> Path:
        """Where the words of the installers go."""
        return self.target.path("nonet.log")

    def run(self, *command: str) -> bool:
        """Run a command, its words going to the log. True if it went well."""
        with self.log.open("a", encoding="utf-8") as log:
            print("$", *command, file=log, flush=True)
            try:
                ended = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    cwd=str(ROOT),
                    env=_environment(),
                    pass_fds=(self.lock,),
                    check=False,
                )
            except OSError as error:
                print(error, file=log)
                return False
            return ended.returncode == 0

    def probe(self) -> tuple[str, ...]:
        """A command that ends well in an environment that is whole. It looks for modules, imports none."""
        look = "import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, sys.argv[1:])))"
        return (self.python, "-P", "-s", "-c", look, *self.target.found)

    def works(self) -> bool:
        """Whether the environment is whole. Writes no log: the folder may be read-only."""
        with suppress(OSError):
            ended = subprocess.run(self.probe(), env=_environment(), capture_output=True, check=False)
            return ended.returncode == 0
        return False

    def make_environment(self) -> None:
        """An empty environment, without pip: that alone would take 5 s."""
        version = ".".join(map(str, sys.version_info[:3]))
        say(f"setting up {self.target.folder} with Python {version}")
        ended = subprocess.run(
            [_base_python(), "-I", "-m", "venv", "--clear", "--without-pip", str(self.target.path())],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=_environment(),
            pass_fds=(self.lock,),
            check=False,
        )
        if ended.returncode != 0:
            raise SetupError(
                f"making {self.target.folder}",
                said=ended.stdout.decode(errors="replace"),
                advice=f"Is {ROOT} writable, and has the disk room?",
            )

    def install_uv(self) -> None:
        """Fetch the installer, unless there is one. Without it pip will have to do."""
        if self.uv() is None:
            say("fetching the installer, uv")
            self.run(*self.pip(), "install", *_PIP_OPTIONS, "uv")

    def install(self, extras: Sequence[str]) -> None:
        """Put nonet and what it needs into the environment: with uv, or with pip where uv fails."""
        source = self.target.path("source")
        _copy_sources(source)
        what = list(self.target.what)
        if extras:
            what[-1] += f"[{','.join(extras)}]"
        if (ROOT / "constraints.txt").is_file():
            what += ["-c", "constraints.txt"]
        try:
            uv = self.uv()
            if uv is not None:
                compiling = ("--compile-bytecode",) if self.target is COMMAND else ()  # make test has its own
                command = (uv, "pip", "install", "--python", self.python, *_UV_OPTIONS, *compiling, *what)
                if self.run(*command) or self.run(*command, "--offline"):
                    return
                say("uv could not do it; trying pip")
            if not self.run(*self.pip(), "install", *_PIP_OPTIONS, "--compile", "--force-reinstall", *what):
                raise self.failure(
                    "installing nonet and what it needs",
                    "Is there a network? If a mirror or a proxy is needed, set PIP_INDEX_URL or HTTPS_PROXY.",
                )
        finally:
            shutil.rmtree(str(source), ignore_errors=True)

    def uv(self) -> str | None:
        """A uv that runs: the one fetched before, or the user's own."""
        own = shutil.which("uv")
        for path in (str(self.target.path("bin", "uv")), str(COMMAND.path("bin", "uv")), own):
            if path is not None and os.path.exists(path) and self.run(path, "--version"):
                return path
        return None

    def pip(self) -> tuple[str, ...]:
        """How to call pip: the base interpreter's if it can install elsewhere, else the environment's own."""
        recent = "import pip, sys; sys.exit(tuple(map(int, pip.__version__.split('.')[:2])) < (22, 3))"
        if self.run(_base_python(), "-c", recent):
            return (_base_python(), "-m", "pip", "--python", self.python)
        if not self.run(self.python, "-m", "pip", "--version"):
            self.run(self.python, "-m", "ensurepip", "--default-pip")
        return (self.python, "-m", "pip")

    def failure(self, step: str, advice: str) -> SetupError:
        """The error that shows the end of the log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return SetupError(step, said="\n".join(lines[-TAIL:]), advice=advice, log=self.log)


# ── the command ─────────────────────────────────────────────────────────────────────────────────────────────


def _need_python(arguments: Sequence[str]) -> None:
    """Go on under a newer Python if this one is too old; say what is missing if there is none."""
    if sys.version_info >= OLDEST:
        return
    if "PYTHON" not in os.environ:
        for path in map(shutil.which, OTHERS):
            if path is not None and subprocess.run([path, "-c", ""], check=False).returncode == 0:
                os.execv(path, [path, "-I", os.path.abspath(__file__), *arguments])
    raise SetupError(
        "looking for Python {}.{} or newer".format(*OLDEST),
        said="{} is Python {}.{}".format(sys.executable, *sys.version_info[:2]),
        advice="Install a newer one, or name it: PYTHON=/path/to/python3.11 ./sudoku",
    )


def main(arguments: Sequence[str]) -> int:
    """Set up, and return the exit status."""
    parser = argparse.ArgumentParser(prog="tools/install.py", description="Set up this folder.")
    parser.add_argument("--dev", action="store_true", help="also the environment that the tests run in")
    parser.add_argument(
        "--extra", action="append", default=[], metavar="NAME", help="also what this extra needs"
    )
    options = parser.parse_args(arguments)
    try:
        _need_python(arguments)
        with only_one() as lock:
            for target in (COMMAND, TESTS) if options.dev else (COMMAND,):
                Setup(target, lock, tuple(options.extra)).bring_up_to_date()
    except SetupError as error:
        say(f"the set-up failed while {error.step}:")
        for line in error.said.strip().splitlines():
            print("    " + line, file=sys.stderr)
        if error.log is not None:
            say(f"the whole log is in {error.log}")
        say(error.advice)
        return 1
    except OSError as error:
        say(f"the set-up failed: {error}")
        say(f"Is {ROOT} writable, and has the disk room?")
        return 1
    except KeyboardInterrupt:
        say("the set-up was interrupted; the next start begins it again")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
