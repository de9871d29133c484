"""How values are shown in a notebook. Values are in a lower layer than drawing, so `nonet/__init__.py` registers the
functions that draw them here. These are imported when a notebook first asks for a picture.
"""

from __future__ import annotations

from collections.abc import Callable

Display = Callable[[object], str | None]
"""Makes the SVG or the HTML of a value; None leaves it to the notebook to show the value's text."""

_DISPLAYS: dict[str, Display] = {}


def display_with(*, svg: Display, html: Display) -> None:
    """Sets the functions that make the SVG and the HTML of a value."""
    _DISPLAYS.update(svg=svg, html=html)


def svg_of(value: object) -> str | None:
    return _DISPLAYS["svg"](value) if _DISPLAYS else None


def html_of(value: object) -> str | None:
    return _DISPLAYS["html"](value) if _DISPLAYS else None
