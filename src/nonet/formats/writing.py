"""From a grid to text."""

from __future__ import annotations

from nonet.errors import FormatError
from nonet.formats.cells import note_needed
from nonet.formats.inputs import PuzzleLike, as_grid
from nonet.formats.registry import format_module

__all__ = ["format_grid"]

_STYLES = ("ascii", "unicode")


def format_grid(
    grid: PuzzleLike,
    name: str = "rows",
    *,
    blank: str | None = None,
    with_layout: bool = False,
    style: str = "ascii",
) -> str:
    """The grid, or the givens of a puzzle, as text without a newline at the end; the twin of `parse`.

    `blank` is the symbol for an empty cell (one of 0 . _ * - x), if not the default of the format.
    `with_layout` adds a comment that names the layout, so that `parse` needs no `layout=`.
    `style="unicode"` draws the borders of a board with box-drawing characters.
    Where letters are ambiguous because some symbol is missing, a comment says which are meant
    (`# symbols: 1-G`).

    >>> grid = [[0, 1, 3, 0], [4, 3, 0, 2], [0, 2, 0, 3], [0, 0, 0, 0]]
    >>> print(format_grid(grid, "board"))
    +-----+-----+
    | . 1 | 3 . |
    | 4 3 | . 2 |
    +-----+-----+
    | . 2 | . 3 |
    | . . | . . |
    +-----+-----+
    >>> format_grid(grid, "line", with_layout=True)
    '.13.43.2.2.3.... # layout: 4x4'
    """
    grid = as_grid(grid)
    module = format_module(name)
    sign = module.BLANK if blank is None else blank
    if blank is not None and (len(blank) != 1 or blank not in "0._*-xX"):
        raise FormatError("the symbol for a blank must be one of 0 . _ * - x", text=blank)
    if style not in _STYLES:
        raise FormatError(f"the style must be {' or '.join(_STYLES)}", text=style)
    text = module.write(grid, blank=sign, style=style)
    notes = [f"layout: {grid.layout.name}"] if with_layout else []
    if module.ONE_SYMBOL and grid.layout.size > 9:
        notes += note_needed(text, grid.layout.size)
    if not notes:
        return text
    comment = f"# {', '.join(notes)}"
    return f"{text} {comment}" if name == "line" else f"{comment}\n{text}"
