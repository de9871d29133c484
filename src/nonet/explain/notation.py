"""How cells, candidates and conclusions are written: r4c7, r13c7 for two of a column, r5c38 ≠ 6.

    r1c3, r3c3          r13c3           same column
    r5c1, r5c2, r5c9    r5c129          same row
    r1c1 r1c2 r2c1 r2c2 r12c12          a rectangle
    r1c1, r1c12         r1c1, r1c12     boards of more than nine rows: numbers cannot be joined

The same in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.step import Candidate, Node


def rectangles(layout: Layout, cells: Iterable[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The cells as rows and columns that cross in them, numbered from 1; the fewest pairs.

    >>> from nonet.layout import CLASSIC
    >>> rectangles(CLASSIC, [0, 1, 9, 10]), rectangles(CLASSIC, [2, 20, 80])
    ([((1, 2), (1, 2))], [((1, 3), (3,)), ((9,), (9,))])
    """
    chosen = sorted(set(cells))
    rows = _joined([(layout.row_of(cell) + 1, layout.column_of(cell) + 1) for cell in chosen])
    columns = _joined([(layout.column_of(cell) + 1, layout.row_of(cell) + 1) for cell in chosen])
    if len(columns) < len(rows):
        return [(down, across) for across, down in columns]
    return rows


def cell_parts(layout: Layout, cells: Iterable[int]) -> list[str]:
    """The names of the cells, joined where they share a row or a column; the fewest parts. Those beside the board have
    names of their own.

    >>> from nonet.layout import CLASSIC
    >>> cell_parts(CLASSIC, [0, 1, 9, 10]), cell_parts(CLASSIC, [2, 20, 80])
    (['r12c12'], ['r13c3', 'r9c9'])
    """
    listed = sorted(set(cells))
    joined = [cell for cell in listed if cell < layout.board_count and layout.size <= 9]
    parts = [f"r{_run(down)}c{_run(across)}" for down, across in rectangles(layout, joined)]
    return parts + [layout.cell_name(cell) for cell in listed[len(joined) :]]


def is_straight(layout: Layout, cells: Sequence[int]) -> bool:
    """Whether each cell touches the next, always in the same direction.

    >>> from nonet.layout import CLASSIC
    >>> is_straight(CLASSIC, [0, 10, 20]), is_straight(CLASSIC, [7, 8, 9])
    (True, False)
    """
    steps = {
        (layout.row_of(after) - layout.row_of(before), layout.column_of(after) - layout.column_of(before))
        for before, after in pairwise(cells)
    }
    return len(steps) == 1 and all(abs(move) <= 1 for move in steps.pop())


def cell_set(layout: Layout, cells: Iterable[int]) -> str:
    """The same in one piece.

    >>> from nonet.layout import CLASSIC
    >>> cell_set(CLASSIC, [2, 20, 80])
    'r13c3,r9c9'
    """
    return ",".join(cell_parts(layout, cells))


def digit_set(digits: Iterable[int], name: Callable[[int], str] = str) -> str:
    """Digits as a set; `name` writes one of them.

    >>> digit_set([1, 5, 9]), digit_set([3, 12])
    ('{159}', '{3,12}')
    """
    names = [name(digit) for digit in sorted(set(digits))]
    return "{" + ("," if any(len(each) > 1 for each in names) else "").join(names) + "}"


def conclusions(
    layout: Layout,
    placements: Iterable[Candidate] = (),
    eliminations: Iterable[Candidate] = (),
    name: Callable[[int], str] = str,
) -> list[str]:
    """What a step concludes, piece by piece: first what is placed, candidates eliminated last.

    >>> from nonet.layout import CLASSIC
    >>> conclusions(CLASSIC, [(0, 4)], [(38, 6), (43, 6), (43, 7)])
    ['r1c1 = 4', 'r5c38 ≠ 6', 'r5c8 ≠ 7']
    """
    return [*_signed(layout, placements, "=", name), *_signed(layout, eliminations, "≠", name)]


def node_text(layout: Layout, node: Node, name: Callable[[int], str] = str) -> str:
    """A node of a chain: `r4c7 = 5`, or `r4c7 ≠ 5` where the digit does not stand there.

    >>> from nonet.layout import CLASSIC
    >>> node_text(CLASSIC, Node(5, (33,))), node_text(CLASSIC, Node(5, (33, 34), on=False))
    ('r4c7 = 5', 'r4c78 ≠ 5')
    """
    return f"{cell_set(layout, node.cells)} {'=' if node.on else '≠'} {name(node.digit)}"


def _signed(
    layout: Layout, candidates: Iterable[Candidate], sign: str, name: Callable[[int], str]
) -> list[str]:
    by_digit = grouped((digit, cell) for cell, digit in candidates)
    return [f"{cell_set(layout, by_digit[digit])} {sign} {name(digit)}" for digit in sorted(by_digit)]


def _joined(pairs: list[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Lines that have the same places, put together: ((lines), (places))."""
    lines = grouped((tuple(sorted(places)), line) for line, places in grouped(pairs).items())
    return sorted((tuple(sorted(several)), own) for own, several in lines.items())


def _run(numbers: Iterable[int]) -> str:
    return "".join(map(str, numbers))
