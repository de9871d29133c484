"""A puzzle as a short text: for the fragment of an address, to copy, to type.

53..7....6..195…            the classic board
x:53..7…                    any other: the name of the board, a colon, the cells
jigsaw:1112…:53..7…
"""

from __future__ import annotations

from nonet.errors import LayoutError
from nonet.formats import parse
from nonet.layout import CLASSIC, Layout
from nonet.play.symbols import grid_of, symbols_of
from nonet.puzzle import Puzzle

__all__ = ["from_share", "to_share"]


def to_share(puzzle: Puzzle) -> str:
    """The puzzle as text, safe in an address.

    >>> to_share(parse("0130430202030000"))
    '4x4:.13.43.2.2.3....'
    """
    cells = symbols_of(puzzle.givens)
    return cells if puzzle.layout == CLASSIC else f"{puzzle.layout.name}:{cells}"


def from_share(text: str) -> Puzzle:
    """The puzzle of such a text, or of any other that the formats read.

    >>> from_share("4x4:.13.43.2.2.3....").clue_count
    7
    >>> from_share("4x4:0130430202030000").clue_count
    7
    """
    name, colon, cells = text.strip().rpartition(":")
    if colon and not any(character.isspace() for character in name):
        try:
            layout = Layout.named(name)
        except LayoutError:
            return parse(text)
        return Puzzle(grid_of(cells, layout, "puzzle")) if "." in cells else parse(cells, layout=layout)
    return parse(text)
