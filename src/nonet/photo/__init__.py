"""Read the Sudoku in a photograph.

    read(file)  →  PhotoReading: the puzzle, the doubtful cells, the corners of the grid

`sudoku read` is the command; docs/photos.md explains it. Needs the extra `photo`.
"""

from __future__ import annotations

from nonet.errors import PictureError
from nonet.photo.reading import PhotoReading, quiet_libraries, read
from nonet.photo.settling import Doubt

__all__ = ["Doubt", "PhotoReading", "PictureError", "quiet_libraries", "read"]
