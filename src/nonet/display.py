"""How values show themselves in a notebook. They are defined far below the part that draws, so it is named here by
`nonet/__init__.py`, and imported when a notebook first asks for a picture.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["draw_with", "svg_of"]

_DRAWERS: list[Callable[[object], str]] = []


def draw_with(drawer: Callable[[object], str]) -> None:
    """Sets the function that makes the SVG of a value."""
    _DRAWERS[:] = [drawer]


def svg_of(value: object) -> str | None:
    """The picture of a value; None leaves it to the notebook to show its text."""
    return _DRAWERS[0](value) if _DRAWERS else None
