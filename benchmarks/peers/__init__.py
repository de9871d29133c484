"""The solvers that `benchmarks/kernel.py` measures: nonet itself, and those it is compared with.

There are two kinds, both defined in `base.py`: a `Batch` takes thousands of puzzles per call, a `Peer` takes one. To
add a peer, write a module here with a function `peer()` and list it in `SINGLE`. If the solver is not installed,
`peer()` raises `Unavailable` with a message that says how to install it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from benchmarks.peers.base import Batch, Peer, Unavailable

__all__ = ["batches", "singles"]

SINGLE = ("pysat", "rustoku", "search", "ortools", "norvig", "pysudoku", "dokusan")


def batches(threads: int, tdoku: Path | None) -> tuple[list[Batch], dict[str, str]]:
    """The solvers that take a block of puzzles per call, and the missing ones with the reason."""
    from benchmarks.peers import ours
    from benchmarks.peers import tdoku as library

    found, missing = ours.batches(threads), {}
    try:
        found.append(library.peer(tdoku))
    except Unavailable as reason:
        missing["tdoku"] = str(reason)
    return found, missing


def singles() -> tuple[list[Peer], dict[str, str]]:
    """The solvers that take one puzzle per call, and the missing ones with the reason."""
    found: list[Peer] = []
    missing = {}
    for name in SINGLE:
        try:
            found.append(import_module(f"benchmarks.peers.{name}").peer())
        except Unavailable as reason:
            missing[name] = str(reason)
    return found, missing
