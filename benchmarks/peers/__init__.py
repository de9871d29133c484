"""Who takes part in `benchmarks/kernel.py`: nonet itself, and the peers it is measured beside.

Two kinds, both in `base.py`: a `Batch` takes thousands of puzzles a call, a `Peer` one. To add a peer, write a
file with a function `peer()` that makes it, or raises `Unavailable` with what to do, and name it in `SINGLE`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from benchmarks.peers.base import Batch, Peer, Unavailable

__all__ = ["batches", "singles"]

SINGLE = ("pysat", "rustoku", "search", "ortools", "norvig", "pysudoku", "dokusan")


def batches(threads: int, tdoku: Path | None) -> tuple[list[Batch], dict[str, str]]:
    """Those that take a block of puzzles at once, and why the others cannot."""
    from benchmarks.peers import ours
    from benchmarks.peers import tdoku as library

    found, missing = ours.batches(threads), {}
    try:
        found.append(library.peer(tdoku))
    except Unavailable as reason:
        missing["tdoku"] = str(reason)
    return found, missing


def singles() -> tuple[list[Peer], dict[str, str]]:
    """Those that take one puzzle a call, and why the others cannot."""
    found: list[Peer] = []
    missing = {}
    for name in SINGLE:
        try:
            found.append(import_module(f"benchmarks.peers.{name}").peer())
        except Unavailable as reason:
            missing[name] = str(reason)
    return found, missing
