"""What the set-up says on standard error: while it works, waits or fails. On a terminal, the last line is rewritten."""

from __future__ import annotations

import fcntl
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

REWRITTEN, REPEATED = 0.5, 20.0
"""Seconds between two states of a line: on a terminal, and elsewhere, where each is a line of its own."""
IN_PURE_PYTHON = "running in pure Python, without Click and the kernel"


def say(line: str, *, end: str = "\n") -> None:
    back = "\r\033[K" if sys.stderr.isatty() else ""
    print(f"{back}sudoku: {_visible(line)}", end=end, file=sys.stderr, flush=True)


def _visible(line: str) -> str:
    """The line with its control characters shown: a folder's name may have some, and what an installer prints."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


@dataclass
class SetupError(Exception):
    """A step of the set-up failed: which one, what to do, its output, and the whole log."""

    step: str
    advice: str
    output: str = ""
    log: Path | None = None

    def report(self, *, brief: bool) -> None:
        """Briefly: one line for programs that can do without; they run in the meantime."""
        if brief:
            where = f" ({self.log})" if self.log is not None else ""
            say(f"the set-up failed while {self.step}{where}; {IN_PURE_PYTHON}")
            return
        say(f"the set-up failed while {self.step}:")
        for line in self.output.strip().splitlines():
            print("    " + _visible(line), file=sys.stderr)
        if self.log is not None:
            say(f"the whole log is in {self.log}")
        say(self.advice)


@contextmanager
def doing(what: str, how_far: Callable[[], str] = str) -> Iterator[None]:
    """Says what is being done, for how many seconds, and with `how_far` how much of it is done."""
    in_place = sys.stderr.isatty()
    began = time.monotonic()
    ended = threading.Event()

    def line() -> str:
        return f"{what}{how_far()}, {time.monotonic() - began:.0f} s"

    def move() -> None:
        while not ended.wait(REWRITTEN if in_place else REPEATED):
            say(line(), end="" if in_place else "\n")

    say(what, end="" if in_place else "\n")
    mover = threading.Thread(target=move, daemon=True)
    mover.start()
    try:
        yield
    finally:
        ended.set()
        mover.join()
        if in_place:
            say(line())


@contextmanager
def locked(folder: Path, waiting: str = "", how_far: Callable[[], str] = str) -> Iterator[int]:
    """Holds a lock on a folder. Where another process has it, says `waiting` and waits; or raises BlockingIOError.

    Yields the descriptor. Processes that are to inherit it hold the lock, too: after a kill, until the last of them
    has stopped writing.
    """
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not waiting:
                raise
            with doing(waiting, how_far):
                fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError:
            pass  # a file system without locks
        yield lock
    finally:
        os.close(lock)
