"""Distinct puzzles: refuses a puzzle that is symmetric to an earlier one, or whose solution grid is.

The keys of all puzzles so far are in a temporary database of sqlite, which is in memory as long as it is small and on
the disk when there are millions.
"""

from __future__ import annotations

import sqlite3
from typing import Literal

from nonet.equivalence import class_key
from nonet.generate.examine import Made

Distinct = Literal["puzzle", "grid"]
DISTINCT: tuple[Distinct, ...] = ("puzzle", "grid")

CACHE_KIB = 65_536
"""Memory for the keys; beyond, sqlite writes them to a temporary file: about 1.5 million."""


class KeySet:
    """A set of keys, of any size.

    >>> keys = KeySet()
    >>> keys.add(b"one"), keys.add(b"two"), keys.add(b"one"), len(keys)
    (True, True, False, 2)
    """

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None)  # "": temporary, removed when closed
        self._database.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute("CREATE TABLE seen (key BLOB PRIMARY KEY) WITHOUT ROWID")
        self._database.execute("BEGIN")

    def add(self, key: bytes) -> bool:
        """Adds a key; False if it was there already."""
        return self._database.execute("INSERT OR IGNORE INTO seen VALUES (?)", (key,)).rowcount == 1

    def __len__(self) -> int:
        (count,) = self._database.execute("SELECT count(*) FROM seen").fetchone()
        return int(count)

    def close(self) -> None:
        self._database.close()


def distinct_key(made: Made, distinct: Distinct) -> bytes:
    """What no two puzzles may have in common."""
    return class_key(made.puzzle.givens if distinct == "puzzle" else made.solution)
