"""Puzzles that need a rare technique, and nothing harder: found once by `tools/bank.py`, kept in `bank.txt`.

One per line: the technique, and 81 characters, `.` for an empty cell; lines that begin with # are comments. Each was
dug from a random grid and is minimal. It represents the 3,359,232 · 9! puzzles that the symmetries make of it.
The path of such a puzzle may differ, so it must be rated again.
"""

from __future__ import annotations

from functools import lru_cache
from pkgutil import get_data

from nonet.grid import Grid
from nonet.layout import CLASSIC

__all__ = ["bases"]


@lru_cache(maxsize=1)
def bases() -> dict[str, tuple[Grid, ...]]:
    """The puzzles of the bank, by technique.

    >>> all(grid.clue_count < 32 for grids in bases().values() for grid in grids)
    True
    """
    found: dict[str, tuple[Grid, ...]] = {}
    text = (get_data("nonet.generate", "bank.txt") or b"").decode("ascii")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            key, signs = line.split()
            grid = Grid(CLASSIC, bytes(0 if sign == "." else int(sign) for sign in signs))
            found[key] = (*found.get(key, ()), grid)
    return found
