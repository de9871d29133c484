"""The files that a command reads: nothing that it writes may replace them.

The command `sudoku` runs inside `keeping_inputs`; whatever opens a file for it calls `keep`, and whatever saves a file
calls `refuse_kept`. A program that uses the library keeps nothing, unless it asks for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from nonet.errors import NonetError

_kept: ContextVar[set[str] | None] = ContextVar("kept files", default=None)


@contextmanager
def keeping_inputs() -> Iterator[None]:
    before = _kept.get()
    try:
        _kept.set(set())
        yield
    finally:
        _kept.set(before)


def keep(path: str) -> None:
    """Says that this file is read."""
    kept = _kept.get()
    if kept is not None:
        kept.add(os.path.realpath(path))


def refuse_kept(*paths: str) -> None:
    """Raises NonetError if one of these names is that of a file which this command reads, also through a link."""
    kept = _kept.get()
    for path in paths:
        if kept and os.path.isfile(path) and os.path.realpath(path) in kept:
            raise NonetError(f"{path} is an input of this command; it would be lost: choose another output")
