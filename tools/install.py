"""Sets up the virtual environments of this folder, or finds that they are ready.

    python3 tools/install.py               .venv       for ./sudoku: nonet, installed and byte-compiled
    python3 tools/install.py --dev         .venv-dev   for make test: nonet from src/, and the test tools
                                                       (and .venv, which some tests start)
    python3 tools/install.py --extra data  .venv       adds the packages of an extra, and keeps them from then
                                                       on; a command that lacks packages calls this

`./sudoku` and `make` call this, with a Python that tools/find-python.sh chose. Each step prints one line on
standard error.

The stamp is written last. It holds a digest of all inputs, a digest of those that nonet is built from, and
the extras:

    stamp      what changed since       what is done
    --------   ----------------------   -------------------------------------------------
    none       (does not matter)        the environment is created from scratch
    present    nothing                  nothing; the stamp's time is renewed
    present    extras, constraints      packages are added; nonet stays as it is
    present    sources                  packages are added, and nonet is installed again

An environment that was left half-made, by Ctrl-C, a full disk or a lost network, has no stamp and is created
again at the next start.

nonet is installed in pure Python, which takes seconds. The kernel, which takes a minute or two, is compiled in the
background: tools/kernel.py. With --brief or --no-wait the set-up ends meanwhile, otherwise it waits. The kernel is
copied into an environment when it is compiled, and nonet.kernel then holds its key; that file is empty if the kernel
could not be compiled, and the user was told.

This file runs before anything is installed: it imports the standard library only.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from kernel import Kernel
from progress import IN_PURE_PYTHON, SetupError, doing, locked, say
from sources import ROOT, copy_sources, declared, digest, requirements

TAIL = 15
"""Lines of the log that a failure shows."""
RETRY_AFTER = 600
"""Seconds after a failed set-up in which programs that can do without do not try again."""
NO_ROOM = f"Is {ROOT} writable, and is there space on the disk?"
OF_ANOTHER_USER = (
    "Copy the folder to a place of your own, or let its owner run ./sudoku with a Python you can run."
)
SEPARATED = f"Python makes no environment in a folder with {os.pathsep!r} in its path: {ROOT}. Move it to another one."
ROOM = 50_000_000
"""The bytes that must be free on the disk before the kernel is compiled."""


@dataclass(frozen=True)
class Target:
    """One environment. It is brought up to date if any of its `inputs` changes, and nonet itself is installed again if
    the input is one of `built_from`. `source` is how nonet is named to the installer, `package` is where it then is
    (a pattern), `extras` and dependency `groups` are always installed, and a complete environment has these `modules`.
    """

    folder: str
    inputs: tuple[str, ...]
    built_from: tuple[str, ...]
    source: tuple[str, ...]
    package: str
    extras: tuple[str, ...]
    modules: tuple[str, ...]
    groups: tuple[str, ...] = ()

    def path(self, *parts: str) -> Path:
        return ROOT.joinpath(self.folder, *parts)


_KERNEL = (
    *("setup.py", "native", "src/nonet/logic/catalog.txt"),
    *("src/nonet/gpu/board.h", "src/nonet/gpu/draw.h", "src/nonet/gpu/episodes.h"),
)
_ALWAYS = (
    *("pyproject.toml", "setup.py", "constraints.txt"),
    *("tools/install.py", "tools/kernel.py", "tools/progress.py", "tools/sources.py"),
)

COMMAND = Target(
    folder=".venv",
    inputs=(*_ALWAYS, "src"),  # ./sudoku compares these, and what the kernel is compiled from, with the stamp
    built_from=("pyproject.toml", "setup.py", "src"),
    source=("./.venv/source",),
    package=".venv/lib/python*/site-packages/nonet",
    extras=("tui", "web"),  # the others are large and are added when they are first needed
    modules=("nonet", "click", "textual", "starlette", "uvicorn"),
)
TESTS = Target(
    folder=".venv-dev",
    inputs=_ALWAYS,  # not src: it is used in place
    built_from=("pyproject.toml", "setup.py"),
    source=("-e", "."),
    package="src/nonet",
    extras=("all",),
    modules=(
        *("nonet", "click", "pytest", "xdist", "pytest_cov", "hypothesis", "mypy", "ruff", "playwright"),
        "pyarrow",
    ),
    groups=("dev",),
)


# ── the stamp ───────────────────────────────────────────────────────────────────────────────────────────────


def _read(stamp: Path) -> str | None:
    try:
        return stamp.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None


def _date(stamp: Path, began: float) -> None:
    """Dates the stamp to the moment before the sources were read: an edit since then is newer."""
    with suppress(OSError):  # a folder that has become read-only works all the same
        os.utime(stamp, (began, began))


def _write(stamp: Path, value: str, began: float) -> None:
    new = stamp.with_suffix(".new")
    new.write_text(value + "\n", encoding="ascii")
    _date(new, began)
    os.replace(new, stamp)


# ── the set-up ──────────────────────────────────────────────────────────────────────────────────────────────


def has_room() -> bool:
    """Whether the disk has room for compiling the kernel."""
    return shutil.disk_usage(ROOT).free >= ROOM


def only_one() -> AbstractContextManager[int]:
    """Two first starts at once create one environment, not half of two."""
    return locked(ROOT, "another start is setting up; waiting for it")


def _base_python() -> str:
    """The real interpreter, whose name includes its version.

    If it is removed, the environment's link breaks and is repaired; `python3` would silently become another
    version.
    """
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def _environment() -> dict[str, str]:
    """The user's environment, without what would mislead an installer."""
    misleading = ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PIP_TARGET")
    kept = {name: value for name, value in os.environ.items() if name not in misleading}
    kept.setdefault("PIP_RETRIES", "2")  # five, the default, keeps a user without network waiting
    return kept


def kernel(*, root: Path = ROOT) -> Kernel:
    """The kernel of the sources in `root`: one for all that can come out the same."""
    names = ("CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "ARCHFLAGS")
    settings = [os.environ.get(name, "") for name in names]
    machine = [sys.platform, platform.machine(), *settings, digest(_KERNEL, root=root)]
    return Kernel(ROOT / ".cache" / "kernel" / hashlib.sha256("\n".join(machine).encode()).hexdigest()[:16])


def _end_if_changed(compiled: Kernel) -> None:
    """Ends this process and those it started when the sources are no longer those of `compiled`."""
    while kernel() == compiled:
        time.sleep(2)
    os.killpg(0, signal.SIGTERM)


_PIP_OPTIONS = ("--no-user", "--no-input", "--progress-bar", "off", "--disable-pip-version-check")
_UV_OPTIONS = ("--color", "never", "--no-progress")


def _pins() -> tuple[str, ...]:
    """The versions of everything that is installed, uv included. pyproject.toml pins what nonet is built with."""
    return ("-c", "constraints.txt") if (ROOT / "constraints.txt").is_file() else ()


@dataclass(frozen=True)
class Setup:
    """Brings one environment up to date, under the lock."""

    target: Target
    lock: int
    log: Path
    asked: tuple[str, ...] = ()

    def extras(self) -> list[str]:
        """What is installed besides nonet: always, because it was asked for before, or because it is now."""
        before = (_read(self.target.path("nonet.extras")) or "").split()
        kept = [
            extra for extra in before if ("extra", extra) in declared()
        ]  # another version may have had it
        return sorted({*self.target.extras, *kept, *self.asked})

    def bring_up_to_date(self) -> None:
        """Does what the table at the head of this file says."""
        began = time.time()
        extras = self.extras()
        wanted = " ".join([digest(self.target.inputs), digest(self.target.built_from), *extras])
        stamp = self.target.path("nonet.stamp")
        before = _read(stamp) or ""
        complete = before != "" and self.works()
        if complete and before == wanted:
            _date(stamp, began)
            return
        if not os.access(self.target.path() if complete else ROOT, os.W_OK):
            raise SetupError(f"writing to {ROOT}", OF_ANOTHER_USER, "this user cannot write there")
        build = not complete or before.split()[1:2] != wanted.split()[1:2]
        if complete:
            stamp.unlink()
            self.log.unlink(missing_ok=True)
            what = "the sources have changed; installing them" if build else "installing packages"
        else:
            self.make_environment()
            self.install_uv()
            kernel().failed.unlink(missing_ok=True)  # there may be a compiler now
            what = f"installing nonet and its packages into {self.target.folder}"
        in_background = not complete and kernel().is_missing()  # with the kernel
        bytecode = self.target is COMMAND and not in_background
        try:
            with doing(what):
                self.install(requirements(extras, self.target.groups), build=build, bytecode=bytecode)
        except SetupError:
            if not build:  # packages could not be added; nonet itself works as before
                _write(stamp, before, began)
            raise
        if not self.run(*self.probe(self.target.modules)):
            raise self.failure("checking what was installed", "Please report this, with the log.")
        _write(self.target.path("nonet.extras"), " ".join(extras), began)
        _write(stamp, wanted, began)
        say(f"{self.target.folder} is ready, after {time.time() - began:.1f} s")

    def put_kernel(self, wanted: Kernel) -> bool:
        """Gives the environment this kernel and no other. Returns False if it is still to be compiled."""
        known = self.target.path("nonet.kernel")
        package = next(ROOT.glob(self.target.package))
        key = wanted.folder.name if wanted.library is not None else ""
        if not wanted.is_missing() and _read(known) == key and (not key or any(package.glob("_native*.so"))):
            return True
        if not os.access(self.target.path(), os.W_OK):
            return True  # another user's: it works as it is
        known.unlink(missing_ok=True)
        wanted.put_into(package)
        if wanted.is_missing():
            return False
        if not key:
            say("the C++ kernel could not be compiled: all is much slower, and Sudoku Explainer is missing;")
            say(f"install a C++ compiler (g++ or clang++), then: rm -r {self.target.folder}")
            say(f"the log is in {wanted.log}")
        known.write_text(key, encoding="ascii")
        return True

    def compile_kernel(self, missing: Kernel) -> None:
        """Compiles the kernel, after the bytecode of a new environment. `Kernel.begin` starts a process for this."""
        os.nice(5)
        source = missing.folder / "source"
        made = source / "made"
        try:
            self.run(self.python, "-m", "compileall", "-q", "-j", "0", str(self.target.path("lib")))
            copy_sources(source)
            if kernel(root=source) != missing:
                return  # the next start compiles what there is then
            threading.Thread(target=_end_if_changed, args=(missing,), daemon=True).start()
            words = ("--no-deps", "--target", str(made), str(source))
            self.add(*words, setting=f"NONET_KERNEL_PROGRESS={missing.progress}", build=True)
            for library in made.glob("nonet/_native*.so"):
                os.replace(library, missing.folder / library.name)
        except OSError as error:
            with suppress(OSError):  # on a full disk, there is no log either
                print(error, flush=True)
        finally:
            shutil.rmtree(str(source), ignore_errors=True)
        if missing.library is None:
            if has_room():  # otherwise the next start with room tries again
                missing.failed.touch()
            return
        with only_one():
            if self.target.path("nonet.stamp").exists():
                self.put_kernel(missing)

    @property
    def python(self) -> str:
        return str(self.target.path("bin", "python"))

    def call(self, *command: str, output: int | IO[str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env=_environment(),
            pass_fds=(self.lock,),
            check=False,
        )

    def run(self, *command: str) -> bool:
        """Runs a command with its output going to the log; returns whether it succeeded."""
        with self.log.open("a", encoding="utf-8") as log:
            print("$", *command, file=log, flush=True)
            try:
                return self.call(*command, output=log).returncode == 0
            except OSError as error:
                print(error, file=log)
                return False

    def probe(self, modules: Sequence[str]) -> tuple[str, ...]:
        """A command that succeeds where all these modules can be found."""
        look = "import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, sys.argv[1:])))"
        return (self.python, "-P", "-s", "-c", look, *modules)

    def works(self) -> bool:
        """Whether the environment is complete. Writes no log: the folder may be read-only."""
        with suppress(OSError):
            return self.call(*self.probe(self.target.modules), output=subprocess.DEVNULL).returncode == 0
        return False

    def make_environment(self) -> None:
        """Creates an empty environment, without pip, which alone would take 5 s."""
        version = ".".join(map(str, sys.version_info[:3]))
        say(f"setting up {self.target.folder} with Python {version}")
        venv = (_base_python(), "-I", "-m", "venv", "--clear", "--without-pip", str(self.target.path()))
        ended = self.call(*venv, output=subprocess.PIPE)  # there is no folder for a log yet
        if ended.returncode != 0:
            advice = SEPARATED if os.pathsep in str(ROOT) else NO_ROOM
            raise SetupError(f"creating {self.target.folder}", advice, ended.stdout.decode(errors="replace"))

    def install_uv(self) -> None:
        """Fetches uv, unless there is one. Without it, pip is used."""
        if self.uv() is None:
            with doing("fetching the installer, uv"):
                self.run(*self.pip(), "install", *_PIP_OPTIONS, *_pins(), "uv")

    def install(self, packages: Sequence[str], *, build: bool, bytecode: bool) -> None:
        """Installs packages, and with `build` nonet itself, in pure Python."""
        source = self.target.path("source")
        words = [*(self.target.source if build else ()), *packages, *_pins()]
        if build and self.target is COMMAND:
            copy_sources(source)
        try:
            if not self.add(*words, setting="NONET_NO_KERNEL=1", build=build, bytecode=bytecode):
                raise self.failure(
                    "installing " + ("nonet and its packages" if build else "packages"),
                    "Is there a network? Behind a proxy or with a mirror, set HTTPS_PROXY or PIP_INDEX_URL.",
                )
        finally:
            shutil.rmtree(str(source), ignore_errors=True)

    def add(self, *words: str, setting: str, build: bool, bytecode: bool = False) -> bool:
        """Installs what the words say, nonet with a setting for setup.py: with uv, or with pip where uv fails."""
        if (uv := self.uv()) is not None:
            again = ("--reinstall-package", "nonet") if build else ()
            compiling = ("--compile-bytecode",) if bytecode else ()
            options = (*_UV_OPTIONS, *again, *compiling)
            command = ("env", setting, uv, "pip", "install", "--python", self.python, *options, *words)
            if self.run(*command) or self.run(*command, "--offline"):
                return True
            say("uv could not install them; trying pip")
        forced = ("--force-reinstall",) if build else ()
        return self.run("env", setting, *self.pip(), "install", *_PIP_OPTIONS, "--compile", *forced, *words)

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
        """An error that shows the end of the log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return SetupError(step, advice, "\n".join(lines[-TAIL:]), self.log)


# ── the command ─────────────────────────────────────────────────────────────────────────────────────────────


def _failed_recently() -> bool:
    """Whether the last set-up failed a few minutes ago: a pipe of commands should not wait for each try."""
    try:
        return 0 <= time.time() - COMMAND.path("nonet.failed").stat().st_mtime < RETRY_AFTER
    except OSError:
        return False


def set_up(targets: Sequence[Target], extras: Sequence[str], *, wait: bool) -> None:
    """Brings the environments up to date. Without `wait`, the kernel may still be being compiled in the end."""
    without_kernel = []
    with only_one() as lock:
        for target in targets:
            setup = Setup(target, lock, target.path("nonet.log"), tuple(extras) if target is COMMAND else ())
            setup.bring_up_to_date()
            native = kernel()
            if setup.put_kernel(native):
                continue
            if has_room():
                native.begin([_base_python(), "-EsB", __file__, "--compile"])
                without_kernel.append(setup)
            else:
                say("the disk has too little space to compile the C++ kernel; until it has, all is slower")
    if without_kernel and wait:
        native.wait()
        with only_one():
            if not all(setup.put_kernel(native) for setup in without_kernel):
                say("the compilation of the C++ kernel was stopped; the next start begins it again")
    elif without_kernel and not extras:
        how_far = native.how_far()
        say(f"the C++ kernel is being compiled in the background{how_far}; until then, all is slower")


def main(arguments: Sequence[str]) -> int:
    """Sets up, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="tools/install.py", description="Set up this folder.")
    parser.add_argument("--dev", action="store_true", help="also the environment that the tests run in")
    parser.add_argument("--extra", action="append", default=[], metavar="NAME", help="also this extra")
    parser.add_argument("--no-wait", action="store_true", help="do not wait until the kernel is compiled")
    parser.add_argument("--brief", action="store_true", help="nor that; and report a failure in one line")
    parser.add_argument("--compile", nargs=2, help=argparse.SUPPRESS)  # by Kernel.begin
    options = parser.parse_args(arguments)
    if options.compile is not None:
        missing, lock = Kernel(Path(options.compile[0])), int(options.compile[1])
        Setup(COMMAND, lock, missing.log).compile_kernel(missing)
        return 0
    if options.brief and _failed_recently():
        say(f"the last set-up failed (./sudoku --version tries again); {IN_PURE_PYTHON}")
        return 1
    try:
        wait = not (options.brief or options.no_wait or options.extra)
        set_up((COMMAND, TESTS) if options.dev else (COMMAND,), options.extra, wait=wait)
    except SetupError as error:
        error.report(brief=options.brief)
    except OSError as error:
        SetupError(f"writing files: {error}", NO_ROOM).report(brief=options.brief)
    except KeyboardInterrupt:
        say("the set-up was interrupted; the next start goes on with it")
        return 130
    else:
        return 0
    if not options.extra and not options.dev:
        with suppress(OSError):
            COMMAND.path("nonet.failed").touch()
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
