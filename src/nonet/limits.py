"""How much is read before input is refused, so that a wrong file or `/dev/zero` never fills the memory.

These are the only such limits for text; import them rather than define another.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ENDLESS_LINE", "LARGEST_FILE", "LARGEST_PUZZLE", "LONGEST_LINE"]

LONGEST_LINE: Final = 1 << 16
"""Bytes (or characters) of one line, row or value. The largest board, 25x25, takes fewer than 2,000."""

ENDLESS_LINE: Final = 1 << 26
"""A longer line (in bytes) ends the run: no file of puzzles has one, but /dev/zero does."""

LARGEST_PUZZLE: Final = 1 << 20
"""Bytes of a file, an argument or a stream that should contain a single puzzle."""

LARGEST_FILE: Final = 1 << 24
"""Bytes of a file with any number of puzzles that is read as a whole; `sudoku bulk` reads larger ones."""
