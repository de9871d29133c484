"""The clues of a variant that are true in a given solution: where the digging of a variant begins.

Dots, corners and sums are simply all that there are. Lines are drawn: many walks from cell to neighbouring cell
(diagonally too) whose digits make a line of that kind, gently bent and never beside themselves. The long ones are taken
first, and those that go where there are few yet. No two lines share a cell or cross.

A symmetry carries clues onto clues: they come in groups that only make sense together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from nonet import rules as ours
from nonet.generate.killers import joined_cages
from nonet.generate.orbits import images
from nonet.grid import Grid
from nonet.rng import Rng
from nonet.rules.base import Rule

Group = tuple[Rule, ...]
"""A clue, and its images."""


def true_clues(kinds: Sequence[str], grid: Grid, rng: Rng, *, symmetry: str = "none") -> list[Group]:
    """All clues of these kinds that hold in the grid; lines of several kinds share the board.

    >>> from nonet.generate.fill import random_grid
    >>> from nonet.layout import Layout
    >>> grid = random_grid(Layout.named("4x4"), Rng(1))
    >>> groups = true_clues(["kropki", "thermo"], grid, Rng(2), symmetry="rotational")
    >>> all(rule.holds(grid) for group in groups for rule in group)
    True
    """
    lines = [_LINES[kind] for kind in kinds if kind in _LINES]
    groups = _drawn(lines, grid, rng, symmetry) if lines else []
    for kind in kinds:
        if kind in _MARKS:
            groups += rng.shuffled(_grouped(_MARKS[kind](grid, rng), grid, symmetry))
        elif kind == "killer":
            groups += rng.shuffled(_grouped(_cages(grid, rng, symmetry), grid, symmetry))
    return groups


def _grouped(marks: Iterator[Rule], grid: Grid, symmetry: str) -> list[Group]:
    """The marks with their images; without those that lack one."""
    of_cells = {frozenset(rule.affected(grid.layout)): rule for rule in marks}
    groups: dict[frozenset[frozenset[int]], Group] = {}
    for rule in of_cells.values():
        there = [frozenset(cells) for cells in images(grid.layout, symmetry, rule.affected(grid.layout))]
        if all(cells in of_cells for cells in there):
            group = [of_cells[cells] for cells in dict.fromkeys(there)]
            groups.setdefault(frozenset(there), tuple(group))
    return list(groups.values())


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
    longest: int = 9

    def holds(self, digits: Sequence[int], size: int) -> bool:
        """Whether these digits make a line."""
        steps = range(1, len(digits))
        return self.is_whole(digits) and all(self.can_follow(digits[:k], digits[k], size) for k in steps)


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


_WALKS = 8
"""How many walks start from each cell."""
_STRAIGHT, _BENT, _SQUARE = 4, 3, 1
"""How likely a line goes on straight, and turns by 45 or 90 degrees; it never turns further, nor so far
twice in a row."""
_CROWDED = 2
"""What a line loses that passes beside others: as much as a cell of its length is worth."""


def _drawn(lines: Sequence[_Line], grid: Grid, rng: Rng, symmetry: str) -> list[Group]:
    """Lines of these kinds that leave room for each other; the best are chosen first."""
    layout, size = grid.layout, grid.layout.size
    found = []
    for start in rng.shuffled(range(layout.cell_count)):
        for line in lines:
            for _ in range(_WALKS):
                cells = _walk(line, start, grid, rng)
                if group := _images(line, cells, grid, symmetry):
                    found.append((8 * len(cells) - _roughness(cells, size) + rng.below(16), group))
    groups: list[Group] = []
    used: set[int] = set()
    corners: set[int] = set()
    crowded: set[int] = set()
    while found:
        _, best = max(
            found,
            key=lambda each: each[0] - sum(not crowded.isdisjoint(way) for way, _ in each[1]) * _CROWDED,
        )
        groups.append(tuple(rule for _, rule in best))
        used.update(cell for way, _ in best for cell in way)
        corners.update(corner for way, _ in best for corner in _corners(way, size))
        crowded.update(near for way, _ in best for cell in way for near in _around(cell, size))
        found = [
            each
            for each in found
            if all(used.isdisjoint(way) and corners.isdisjoint(_corners(way, size)) for way, _ in each[1])
        ]
    return groups


def _images(line: _Line, cells: list[int], grid: Grid, symmetry: str) -> list[tuple[tuple[int, ...], Rule]]:
    """The line and its images, which may run the other way; empty if one of them does not hold, or they meet."""
    if not cells:
        return []
    group: dict[frozenset[int], tuple[tuple[int, ...], Rule]] = {}
    for there in images(grid.layout, symmetry, tuple(cells)):
        ways = (
            each
            for each in (there, there[::-1])
            if line.holds([grid[cell] for cell in each], grid.layout.size)
        )
        way = next(ways, None)
        if way is None:
            return []
        group.setdefault(frozenset(there), (way, line.rule(way, grid.layout.size)))
    count = sum(map(len, group))
    corners = [corner for way, _ in group.values() for corner in _corners(way, grid.layout.size)]
    apart = len(frozenset().union(*group)) == count and len({*corners}) == len(corners)
    return list(group.values()) if apart else []


def _walk(line: _Line, start: int, grid: Grid, rng: Rng) -> list[int]:
    """A random line from a cell, cut where it can end; empty if it can end nowhere."""
    size = grid.layout.size
    cells, digits = [start], [grid[start]]
    beside: set[int] = set()
    while len(cells) < line.longest:
        ways = _ways_on(*cells[-3:], size=size)
        free = {cell for cell in {*ways} - beside if line.can_follow(digits, grid[cell], size)}
        steps = [cell for cell in ways if cell in free]
        if not steps:
            break
        beside.update(_around(cells[-2], size) if len(cells) > 1 else ())
        beside.update(cells)
        cells.append(rng.choice(steps))
        digits.append(grid[cells[-1]])
    while len(cells) >= _SHORTEST and not line.is_whole(digits):
        cells.pop()
        digits.pop()
    return cells if len(cells) >= _SHORTEST else []


@lru_cache(maxsize=4096)
def _ways_on(*last: int, size: int) -> tuple[int, ...]:
    """The cells to which a line may go on after these, each as often as it is likely."""
    around = _around(last[-1], size)
    if len(last) == 1:
        return around
    *before, (row, column), (middle, across) = (divmod(cell, size) for cell in last)
    down, right = middle - row, across - column
    has_turned = any(down * (row - above) + right * (column - left) == 0 for above, left in before)
    ways: list[int] = []
    for cell in around:
        step = cell // size - middle, cell % size - across
        along = down * step[0] + right * step[1]
        if along == 0 and has_turned:
            continue
        ways += [cell] * (
            _STRAIGHT if step == (down, right) else _BENT if along > 0 else _SQUARE if along == 0 else 0
        )
    return tuple(ways)


@lru_cache(maxsize=1024)
def _around(cell: int, size: int) -> tuple[int, ...]:
    """The up to eight cells around a cell."""
    row, column = divmod(cell, size)
    rows, columns = (
        range(max(row - 1, 0), min(row + 2, size)),
        range(max(column - 1, 0), min(column + 2, size)),
    )
    there = (below * size + across for below in rows for across in columns)
    return tuple(each for each in there if each != cell)


def _roughness(cells: Sequence[int], size: int) -> int:
    """What a line loses by its bends: square ones, and most of all peaks (square, from diagonal to diagonal) and those
    that undo the bend before.
    """
    steps = [(two // size - one // size, two % size - one % size) for one, two in pairwise(cells)]
    rough = last = 0
    for (down, right), (below, across) in pairwise(steps):
        turn = down * across - right * below  # its sign is the side to which the line bends
        if turn:
            rough += 2 if down * below + right * across else 4 * abs(turn)
            rough += 4 * (turn * last < 0)
        last = turn or last
    return rough


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


def _cages(grid: Grid, rng: Rng, symmetry: str) -> Iterator[Rule]:
    """A map of small cages."""
    cages = joined_cages(grid, rng, largest=_LARGEST_CAGE, symmetry=symmetry, accepts=lambda cages: True)
    return (cage for cage in cages.rules if len(cage.cells) > 1)


_LARGEST_CAGE = 3

_MARKS: dict[str, Callable[[Grid, Rng], Iterator[Rule]]] = {
    "kropki": _dots,
    "little-killer": _diagonal_sums,
    "sandwich": _sandwiches,
    "quadruple": _quadruples,
}

CLUES: tuple[str, ...] = (*_LINES, *_MARKS)
"""The kinds of clues that `true_clues` knows."""
