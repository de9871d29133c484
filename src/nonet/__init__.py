"""Sudoku for Python: solve, create, explain, rate, play and print, for one puzzle or for a billion.

>>> import nonet
>>> text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> print(nonet.format_grid(nonet.solution(text)))
5 3 4 6 7 8 9 1 2
6 7 2 1 9 5 3 4 8
1 9 8 3 4 2 5 6 7
8 5 9 7 6 1 4 2 3
4 2 6 8 5 3 7 9 1
7 1 3 9 2 4 8 5 6
9 6 1 5 3 7 2 8 4
2 8 7 4 1 9 6 3 5
3 4 5 2 8 6 1 7 9

`__init__.pyi` lists the public names. Each is imported when it is first used, and so are the parts of the package:
`nonet.logic`, `nonet.explain`, `nonet.bulk` and the others need no import of their own.
"""

from __future__ import annotations

from nonet.display import display_with
from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)


def _svg(value: object) -> str:
    from nonet.draw.notebook import notebook_svg

    return notebook_svg(value)


def _html(value: object) -> str | None:
    from nonet.draw.notebook import notebook_html

    return notebook_html(value)


display_with(svg=_svg, html=_html)
