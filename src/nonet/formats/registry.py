"""The formats by name. A format's file is imported when it is first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from nonet.errors import FormatError
from nonet.formats.reading import Reading, Text, Wanted
from nonet.grid import Grid

__all__ = ["Format", "format_module", "format_names"]

_MODULES = {"rows": "rows", "joined": "joined", "line": "line", "board": "board", "csv": "csv_rows"}


class Format(Protocol):
    """What the file of a format offers."""

    BLANK: str
    """What it writes for an empty cell by default."""
    ONE_SYMBOL: bool
    """Each cell is one symbol: 10 and above are letters."""

    def read(self, text: Text, wanted: Wanted) -> Reading:
        """The puzzle in a text of this format."""
        ...

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        """The grid as text, without a newline at the end."""
        ...


def format_names() -> tuple[str, ...]:
    """The names of the formats that can be written.

    >>> format_names()
    ('rows', 'joined', 'line', 'board', 'csv')
    """
    return tuple(_MODULES)


def format_module(name: str) -> Format:
    """The file of a format."""
    if name not in _MODULES:
        raise FormatError(f"there is no such format; the formats are {', '.join(_MODULES)}", text=name)
    return cast(Format, import_module(f"nonet.formats.{_MODULES[name]}"))
