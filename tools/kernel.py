"""The compiled kernel of this folder. It is compiled in the background, once, and copied into the environments.

    .cache/kernel/KEY/     KEY is a digest of the sources and of the compiler's settings
        _native.abi3.so    the kernel
        failed             is there if it could not be compiled
        log                what the compiler said
        progress           how many units are compiled, of how many: "23 61"

The process that compiles, and those it starts, hold a lock on the folder. If it is killed, the lock is free, there is
neither a kernel nor `failed`, and the next start begins again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from progress import locked


@dataclass(frozen=True)
class Kernel:
    """The kernel in one folder of the cache."""

    folder: Path

    @property
    def library(self) -> Path | None:
        return next(self.folder.glob("_native*.so"), None)

    @property
    def failed(self) -> Path:
        return self.folder / "failed"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def progress(self) -> Path:
        return self.folder / "progress"

    def is_missing(self) -> bool:
        """Whether it is still to be compiled."""
        return self.library is None and not self.failed.exists()

    def how_far(self) -> str:
        """As ", 23 of 61 files", or nothing."""
        with suppress(OSError, ValueError):
            compiled, units = self.progress.read_text(encoding="ascii").split()
            return f", {compiled} of {units} files"
        return ""

    def begin(self, command: Sequence[str]) -> None:
        """Starts the command that compiles, which gets the folder and the lock, unless one is running."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with suppress(BlockingIOError), locked(self.folder) as lock:
            if not self.is_missing():
                return
            for old in (self.progress, self.log):
                old.unlink(missing_ok=True)
            with self.log.open("a", encoding="utf-8") as log:
                subprocess.Popen(
                    [*command, str(self.folder), str(lock)],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=(lock,),
                    start_new_session=True,  # Ctrl-C here does not reach it
                )

    def wait(self) -> None:
        """Waits until no process compiles it."""
        with locked(self.folder, "compiling the C++ kernel", self.how_far):
            pass

    def put_into(self, package: Path) -> None:
        """Replaces the package's kernel by this one, if there is one. Programs that run keep the one they have."""
        for old in package.glob("_native*.so"):
            old.unlink()
        if (library := self.library) is not None:
            new = package / "_native.new"
            shutil.copyfile(library, new)
            os.replace(new, package / library.name)
