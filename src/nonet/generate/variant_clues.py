"""The clues of a variant that are true in a given solution: where the digging of a variant begins.

Dots, corners and sums are simply all that there are. Lines are drawn at random: a walk from cell to neighbouring cell
(diagonally too) goes on as long as its digits can still become a line of that kind. No two lines share a cell or cross.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nonet import rules as ours
from nonet.grid import Grid
from nonet.rng import Rng
from nonet.rules.base import Rule


def true_clues(kinds: Sequence[str], grid: Grid, rng: Rng) -> list[Rule]:
    """All clues of these kinds that hold in the grid; lines of several kinds share the board.

    >>> from nonet.generate.fill import random_grid
    >>> from nonet.layout import Layout
    >>> grid = random_grid(Layout.named("4x4"), Rng(1))
    >>> rules = true_clues(["kropki", "thermo"], grid, Rng(2))
    >>> all(rule.holds(grid) for rule in rules)
    True
    """
    lines = [_LINES[kind] for kind in kinds if kind in _LINES]
    rules = list(_random_lines(lines, grid, rng)) if lines else []
    for kind in kinds:
        if kind in _MARKS:
            rules += _MARKS[kind](grid, rng)
    return rules


# -- lines ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Line:
    """A kind of line, in terms of the digits along it."""

    can_follow: Callable[[Sequence[int], int, int], bool]
    """Whether a digit may come after these, on a board of this size."""
    is_whole: Callable[[Sequence[int]], bool]
    """Whether the line may end here."""
    rule: Callable[[tuple[int, ...], int], Rule]
    """The rule with these cells, on a board of this size."""
    longest: int = 6


_SHORTEST = 3


def _renban_follows(digits: Sequence[int], digit: int, size: int) -> bool:
    longest = min(5, size - 1)
    return digit not in digits and max(*digits, digit) - min(*digits, digit) < longest


_LINES = {
    "thermo": _Line(
        can_follow=lambda digits, digit, size: digit > digits[-1],
        is_whole=lambda digits: True,
        rule=lambda cells, size: ours.Thermometer(cells),
    ),
    "arrow": _Line(  # the circle comes first
        can_follow=lambda digits, digit, size: sum(digits[1:]) + digit <= digits[0],
        is_whole=lambda digits: sum(digits[1:]) == digits[0],
        rule=lambda cells, size: ours.Arrow(cells[:1], cells[1:]),
        longest=5,
    ),
    "whispers": _Line(
        can_follow=lambda digits, digit, size: abs(digit - digits[-1]) >= (size + 1) // 2,
        is_whole=lambda digits: True,
        rule=lambda cells, size: ours.Whisper(cells, (size + 1) // 2),
    ),
    "renban": _Line(
        can_follow=_renban_follows,
        is_whole=lambda digits: max(digits) - min(digits) == len(digits) - 1,
        rule=lambda cells, size: ours.Renban(cells),
    ),
}


def _random_lines(lines: Sequence[_Line], grid: Grid, rng: Rng) -> Iterator[Rule]:
    """Lines of these kinds, from every free cell in a random order."""
    used: set[int] = set()
    corners: set[int] = set()
    for start in rng.shuffled(range(grid.layout.cell_count)):
        if start in used:
            continue
        line = lines[0] if len(lines) == 1 else rng.choice(lines)
        cells = _walk(line, start, grid, rng, used, corners)
        if len(cells) >= _SHORTEST:
            used.update(cells)
            corners.update(_corners(cells, grid.layout.size))
            yield line.rule(tuple(cells), grid.layout.size)


def _walk(line: _Line, start: int, grid: Grid, rng: Rng, used: set[int], corners: set[int]) -> list[int]:
    """A random line from a cell, cut where it can end; empty if it can end nowhere."""
    size = grid.layout.size
    cells, digits = [start], [grid[start]]
    longest = rng.between(_SHORTEST, line.longest)
    while len(cells) < longest:
        taken = corners.union(_corners(cells, size))
        steps = [
            cell
            for cell in _around(cells[-1], size)
            if cell not in used
            and cell not in cells
            and taken.isdisjoint(_corners((cells[-1], cell), size))
            and line.can_follow(digits, grid[cell], size)
        ]
        if not steps:
            break
        cells.append(rng.choice(steps))
        digits.append(grid[cells[-1]])
    while len(cells) >= _SHORTEST and not line.is_whole(digits):
        cells.pop()
        digits.pop()
    return cells if len(cells) >= _SHORTEST else []


def _around(cell: int, size: int) -> Iterator[int]:
    """The up to eight cells around a cell."""
    row, column = divmod(cell, size)
    for there in range(max(row - 1, 0), min(row + 2, size)):
        for across in range(max(column - 1, 0), min(column + 2, size)):
            if (there, across) != (row, column):
                yield there * size + across


def _corners(cells: Sequence[int], size: int) -> Iterator[int]:
    """The corners that a line passes over diagonally, each named by the cell above and to the left of it."""
    for one, two in pairwise(cells):
        (row, column), (other_row, other_column) = divmod(one, size), divmod(two, size)
        if row != other_row and column != other_column:
            yield min(row, other_row) * size + min(column, other_column)


# -- marks between cells and outside the board -----------------------------------------------------------------------


def _dots(grid: Grid, rng: Rng) -> Iterator[Rule]:
    """Every dot. Between a 1 and a 2 it can be of either colour."""
    for pair in grid.layout.neighbours:
        low, high = sorted(grid[cell] for cell in pair)
        white, black = high - low == 1, high == 2 * low
        if white and black:
            white = rng.below(2) == 0
        if white:
            yield ours.Difference(pair)
        elif black:
            yield ours.Ratio(pair)


def _quadruples(grid: Grid, rng: Rng) -> Iterator[Rule]:
    """A circle at every corner, with two to four of the digits around it."""
    size = grid.layout.size
    for row in range(size - 1):
        for column in range(size - 1):
            first = row * size + column
            cells = (first, first + 1, first + size, first + size + 1)
            shown = rng.shuffled([grid[cell] for cell in cells])[: rng.between(2, 4)]
            yield ours.Quadruple(cells, tuple(sorted(shown)))


def _diagonal_sums(grid: Grid, rng: Rng) -> Iterator[Rule]:
    """The sum of every diagonal of two or more cells, with its arrow at one of the two ends."""
    size = grid.layout.size
    # to the right from the left edge, or the reverse
    for step, side in ((size + 1, 0), (size - 1, size - 1)):
        top = range(size - 1) if side == 0 else range(1, size)
        for start in (*top, *(row * size + side for row in range(1, size - 1))):
            row, column = divmod(start, size)
            length = min(size - row, size - abs(column - side))
            cells = tuple(start + step * place for place in range(length))
            if rng.below(2):
                cells = cells[::-1]
            yield ours.LittleKiller(cells, sum(grid[cell] for cell in cells))


def _sandwiches(grid: Grid, rng: Rng) -> Iterator[Rule]:
    """The sum between the smallest and the largest digit of every row and column."""
    size = grid.layout.size
    rows = [tuple(range(row * size, (row + 1) * size)) for row in range(size)]
    columns = [tuple(range(column, size * size, size)) for column in range(size)]
    for cells in (*rows, *columns):
        digits = [grid[cell] for cell in cells]
        low, high = sorted((digits.index(1), digits.index(size)))
        yield ours.Sandwich(cells, sum(digits[low + 1 : high]))


_MARKS: dict[str, Callable[[Grid, Rng], Iterator[Rule]]] = {
    "kropki": _dots,
    "little-killer": _diagonal_sums,
    "sandwich": _sandwiches,
    "quadruple": _quadruples,
}

CLUES: tuple[str, ...] = (*_LINES, *_MARKS)
"""The kinds of clues that `true_clues` knows."""
