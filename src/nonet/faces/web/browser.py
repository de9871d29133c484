"""Whether `sudoku web` can open a browser."""

from __future__ import annotations

import os
import sys


def can_show() -> bool:
    """Whether there is a screen for a browser; a browser in the terminal would take the terminal from us."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
