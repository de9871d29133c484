"""The C libraries that decode pictures write about damaged files to standard error; our own message is enough."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["quiet_libraries"]


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Discards what is written to standard error meanwhile, by this whole process."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
