"""Sudokus in photographs.

    read(file)  →  PhotoReading: the puzzle, the doubtful cells, the corners of the grid

`sudoku read` is the command; docs/photos.md explains it. Needs the extra `photo`.
"""

from __future__ import annotations

from nonet.photo.picture import PictureError
from nonet.photo.reading import PhotoReading, read
from nonet.photo.settling import Doubt

__all__ = ["Doubt", "PhotoReading", "PictureError", "read"]
