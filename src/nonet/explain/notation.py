"""How cells, candidates and conclusions are written: r4c7, r13c7 for two of a column, r5c38 ≠ 6.

    r1c3, r3c3          r13c3           same column
    r5c1, r5c2, r5c9    r5c129          same row
    r1c1 r1c2 r2c1 r2c2 r12c12          a rectangle
    r1c1, r1c12         r1c1, r1c12     boards of more than nine rows: numbers cannot be joined
    A1, A2              A1, A2          cells beside the board

The same in every language, but for labels: one that numbers a region is called the region of r4c7.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.messages import TN
from nonet.step import Candidate, Node


class Notation(Protocol):
    """What is needed of a `Voice`."""

    def count(self, forms: tuple[str, str], number: int, /, **slots: object) -> str: ...

    def digit(self, entry: int, /) -> str: ...


class _PlainNotation:
    """English; digits as they are counted."""

    def count(self, forms: tuple[str, str], number: int, /, **slots: object) -> str:
        return forms[number != 1].format(**slots)

    def digit(self, entry: int, /) -> str:
        return str(entry)


PLAIN: Notation = _PlainNotation()
_REGIONS = TN("the region of {cells}", "the regions of {cells}")
LABELS = {
    "R": _REGIONS,
    "CC": _REGIONS,
    "M": TN("the mark of {cells}", "the marks of {cells}"),
    "S": TN("the shading of {cells}", "the shading of {cells}"),
}
"""What labels are called, by their groups (`Layout.label_cells`)."""


def label_group(layout: Layout, cell: int) -> str:
    """The group of a label; empty for all other cells."""
    return layout.cell_name(cell).rstrip("0123456789") if cell in layout.label_cells else ""


def split_cells(layout: Layout, cells: Iterable[int]) -> tuple[list[int], list[int], dict[str, list[int]]]:
    """In order: cells of the board, cells beside it, and by groups of labels the cells of the board that they are
    about.
    """
    chosen, labels = sorted(set(cells)), layout.label_cells
    if not layout.extras:
        return chosen, [], {}
    return (
        [cell for cell in chosen if cell < layout.board_count],
        [cell for cell in chosen if cell >= layout.board_count and cell not in labels],
        grouped((label_group(layout, cell), labels[cell]) for cell in chosen if cell in labels),
    )


def rectangles(layout: Layout, cells: Iterable[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Cells of the board as rows and columns that cross in them, numbered from 1; the fewest pairs.

    >>> from nonet.layout import CLASSIC
    >>> rectangles(CLASSIC, [0, 1, 9, 10]), rectangles(CLASSIC, [2, 20, 80])
    ([((1, 2), (1, 2))], [((1, 3), (3,)), ((9,), (9,))])
    """
    places = layout.places_of(sorted(set(cells)))
    rows, columns = _joined(places), _joined((column, row) for row, column in places)
    return [(down, across) for across, down in columns] if len(columns) < len(rows) else rows


def cell_parts(layout: Layout, cells: Iterable[int], voice: Notation = PLAIN) -> list[str]:
    """The names of the cells, joined where they share a row or a column; the fewest parts.

    >>> from nonet.layout import CLASSIC
    >>> cell_parts(CLASSIC, [0, 1, 9, 10]), cell_parts(CLASSIC, [2, 20, 80])
    (['r12c12'], ['r13c3', 'r9c9'])
    >>> cell_parts(Layout.named("4x4+A2+R16"), [0, 16, 17, 18, 19])
    ['r1c1', 'A1', 'A2', 'the region of r1c12']
    """
    own, beside, labels = split_cells(layout, cells)
    if not beside and not labels:
        return [*_parts(layout, tuple(own))]
    return [
        *_parts(layout, tuple(own)),
        *map(layout.cell_name, beside),
        *(
            voice.count(LABELS[group], 1, cells=part)
            for group, about in labels.items()
            for part in _parts(layout, tuple(about))
        ),
    ]


@lru_cache(maxsize=1 << 14)
def _parts(layout: Layout, cells: tuple[int, ...]) -> tuple[str, ...]:
    """Remembered: a text asks several times, in each language."""
    if max(layout.height, layout.width) > 9:
        return tuple(map(layout.cell_name, cells))
    return tuple([f"r{_run(down)}c{_run(across)}" for down, across in rectangles(layout, cells)])


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


def cell_set(layout: Layout, cells: Iterable[int], voice: Notation = PLAIN) -> str:
    """The same in one piece.

    >>> from nonet.layout import CLASSIC
    >>> cell_set(CLASSIC, [2, 20, 80])
    'r13c3,r9c9'
    """
    return ",".join(cell_parts(layout, cells, voice))


def digit_set(digits: Iterable[int], voice: Notation = PLAIN) -> str:
    """Digits as a set.

    >>> digit_set([1, 5, 9]), digit_set([3, 12])
    ('{159}', '{3,12}')
    """
    names = [voice.digit(digit) for digit in sorted(set(digits))]
    return "{" + ("," if any(len(each) > 1 for each in names) else "").join(names) + "}"


def conclusions(
    layout: Layout,
    placements: Iterable[Candidate] = (),
    eliminations: Iterable[Candidate] = (),
    voice: Notation = PLAIN,
) -> list[str]:
    """What a step concludes, piece by piece: first what is placed, candidates eliminated last.

    >>> from nonet.layout import CLASSIC
    >>> conclusions(CLASSIC, [(0, 4)], [(38, 6), (43, 6), (43, 7)])
    ['r1c1 = 4', 'r5c38 ≠ 6', 'r5c8 ≠ 7']
    """
    return [*_signed(layout, placements, "=", voice), *_signed(layout, eliminations, "≠", voice)]


def node_text(layout: Layout, node: Node, voice: Notation = PLAIN) -> str:
    """A node of a chain: `r4c7 = 5`, or `r4c7 ≠ 5` where the digit does not stand there.

    >>> from nonet.layout import CLASSIC
    >>> node_text(CLASSIC, Node(5, (33,))), node_text(CLASSIC, Node(5, (33, 34), on=False))
    ('r4c7 = 5', 'r4c78 ≠ 5')
    """
    return f"{cell_set(layout, node.cells, voice)} {'=' if node.on else '≠'} {voice.digit(node.digit)}"


def _signed(layout: Layout, candidates: Iterable[Candidate], sign: str, voice: Notation) -> list[str]:
    by_digit = grouped((digit, cell) for cell, digit in candidates)
    return [
        f"{cell_set(layout, by_digit[digit], voice)} {sign} {voice.digit(digit)}"
        for digit in sorted(by_digit)
    ]


def _joined(pairs: Iterable[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Lines that have the same places, put together: ((lines), (places))."""
    lines = grouped((tuple(sorted(places)), line) for line, places in grouped(pairs).items())
    return sorted((tuple(sorted(several)), own) for own, several in lines.items())


def _run(numbers: Iterable[int]) -> str:
    return "".join(map(str, numbers))
