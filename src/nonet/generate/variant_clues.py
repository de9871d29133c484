"""A grid and clues of a variant that are true in it: where the digging of a variant begins.

Lines come first, on an empty board: many walks from cell to neighbouring cell (diagonally too), gently bent and never
beside themselves. Smooth and long ones are preferred, and those that go where there are few yet. No two lines share a
cell or cross. They stay as long as some grid obeys all of them; a random one of these grids is taken. That takes long,
so a draft of lines alone is finished in this way only when it is chosen.

Dots, corners and sums are simply all that there are in the grid. Few dots happen to be symmetric, so where a
symmetry is asked for, some are drawn first, as lines are.

A symmetry carries clues onto clues: they come in groups that only make sense together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise

from nonet import rules as ours
from nonet.engines import Order, engine_for
from nonet.errors import RecipeError
from nonet.generate.fill import random_grid
from nonet.generate.killers import joined_cages
from nonet.generate.orbits import images
from nonet.generate.thinning import needed
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules.base import Rule

Group = tuple[Rule, ...]
"""A clue, and its images."""


def grid_with_clues(
    kinds: Sequence[str], layout: Layout, rng: Rng, *, symmetry: str = "none", fixed: Sequence[Rule] = ()
) -> tuple[Grid, list[Group]]:
    """A random grid that obeys the fixed rules, and clues of these kinds that hold in it; lines of several kinds share
    the board.

    >>> grid, groups = grid_with_clues(["kropki", "thermo"], Layout.named("4x4"), Rng(2), symmetry="rotational")
    >>> all(rule.holds(grid) for group in groups for rule in group)
    True
    """
    _, finished = draft_of_clues(kinds, layout, rng, symmetry=symmetry, fixed=fixed)
    return finished()


def draft_of_clues(
    kinds: Sequence[str], layout: Layout, rng: Rng, *, symmetry: str = "none", fixed: Sequence[Rule] = ()
) -> tuple[list[Group], Callable[[], tuple[Grid, list[Group]]]]:
    """Clues of these kinds, and a function to be called once that makes a grid and leaves out the lines that do not go
    together with those before them.
    """
    lines = [_LINES[kind] for kind in kinds if kind in _LINES]
    groups = _drawn(lines, layout, rng, symmetry) if lines else []
    if not any(kind in _MARKS or kind == "killer" for kind in kinds):
        return groups, partial(_filled, layout, rng, fixed, groups)
    dots = _drawn_dots(layout, rng, symmetry) if "kropki" in kinds and symmetry != "none" else []
    grid, kept = _filled(layout, rng, fixed, [*groups, *dots])
    groups = [group for group in groups if group in kept]
    covered = {place for group in groups for rule in group for place in _covered(rule, layout)}
    for kind in kinds:
        if kind in _MARKS:
            marks = (
                rule for rule in _MARKS[kind](grid, rng) if frozenset(rule.affected(layout)) not in covered
            )
            drawn = rng.shuffled(_grouped(marks, grid, symmetry))
            groups += _spread_out(drawn, layout) if kind in _ON_BOARD else drawn
        elif kind == "killer":
            groups += rng.shuffled(_grouped(_cages(grid, rng, symmetry), grid, symmetry))
    return groups, lambda: (grid, groups)


def _covered(line: Rule, layout: Layout) -> Iterator[frozenset[int]]:
    """Where a mark would be on a line: the cells beside such a border, or around such a corner."""
    cells, size = line.affected(layout), layout.size
    yield from (frozenset(pair) for pair in pairwise(cells) if abs(pair[1] - pair[0]) in (1, size))
    corners = set(_corners(cells, size))
    if isinstance(line, (ours.Thermometer, ours.Arrow)):  # the bulb or circle fills the first cell
        corners.update(cells[0] - beside for beside in (0, 1, size, size + 1))
    for corner in corners:
        yield frozenset((corner, corner + 1, corner + size, corner + size + 1))


def _filled(
    layout: Layout, rng: Rng, fixed: Sequence[Rule], groups: Sequence[Group]
) -> tuple[Grid, list[Group]]:
    """A random grid that obeys the fixed rules and as many of these clues as one can, in this order."""
    if not fixed and not groups:
        return random_grid(layout, rng), []

    def is_possible_without(dropped: Sequence[Group]) -> bool:
        puzzle = _empty(layout, fixed, [group for group in groups if group not in dropped])
        return engine_for(puzzle).some_solution(puzzle) is not None

    dropped = needed(groups, is_possible_without)
    kept = [group for group in groups if group not in dropped]
    puzzle = _empty(layout, fixed, kept)
    grid = engine_for(puzzle).first_solution(puzzle, Order.random_digits(layout, rng))
    if grid is None:
        raise RecipeError(f"no grid of the {layout.name} board obeys the rule {puzzle.rule_titles}")
    return grid, kept


def _empty(layout: Layout, fixed: Sequence[Rule], groups: Sequence[Group]) -> Puzzle:
    return Puzzle(Grid.empty(layout), rules=(*fixed, *(rule for group in groups for rule in group)))


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
    """A kind of line, and its usual lengths on the classic board."""

    rule: Callable[[tuple[int, ...], int], Rule]
    """The rule with these cells, on a board of this size."""
    shortest: int
    longest: int

    def lengths(self, size: int) -> tuple[int, int]:
        """The least and the greatest length; small boards have shorter lines."""
        share = min(size, CLASSIC.size)
        least, most = (max(_SHORTEST, each * share // CLASSIC.size) for each in (self.shortest, self.longest))
        return least, most


_SHORTEST = 3

_LINES = {
    "thermo": _Line(lambda cells, size: ours.Thermometer(cells), shortest=4, longest=6),
    "arrow": _Line(lambda cells, size: ours.Arrow(cells[:1], cells[1:]), shortest=3, longest=5),
    "whispers": _Line(lambda cells, size: ours.Whisper(cells, (size + 1) // 2), shortest=5, longest=8),
    "renban": _Line(lambda cells, size: ours.Renban(cells), shortest=4, longest=5),
}

_COVERED = 0.52
"""The share of the board that lines may cover; boards beyond 9x9 get no more per row. With more, searching for a grid
that obeys them takes long."""
_LENGTH = 4
"""What each cell of a line is worth."""
_WALKS = 4
"""How many walks start from each cell."""
_STRAIGHT, _BENT, _SQUARE = 4, 3, 1
"""How likely a line goes on straight, and turns by 45 or 90 degrees; it never turns further, nor so far
twice in a row."""
_CROWDED = 2
"""What each cell of a line loses that is beside another line."""


def _drawn(lines: Sequence[_Line], layout: Layout, rng: Rng, symmetry: str) -> list[Group]:
    """Lines of these kinds that leave room for each other, the best first."""
    size = layout.size
    found = []
    for start in rng.shuffled(range(layout.cell_count)):
        for line in lines:
            for _ in range(_WALKS):
                cells = _walk(start, *line.lengths(size), rng, size)
                if ways := _images(cells, layout, symmetry):
                    group = tuple(line.rule(way, size) for way in ways)
                    found.append(
                        (_LENGTH * len(cells) - _roughness(cells, size) + rng.below(16), ways, group)
                    )
    groups: list[Group] = []
    used: set[int] = set()
    corners: set[int] = set()
    crowded: set[int] = set()
    most = _COVERED * size * min(size, CLASSIC.size)
    while found:
        _, ways, group = max(
            found,
            key=lambda each: each[0] - sum(len(crowded.intersection(way)) for way in each[1]) * _CROWDED,
        )
        groups.append(group)
        used.update(cell for way in ways for cell in way)
        corners.update(corner for way in ways for corner in _corners(way, size))
        crowded.update(near for way in ways for cell in way for near in _around(cell, size))
        found = [
            each
            for each in found
            if len(used) + sum(map(len, each[1])) <= most
            and all(used.isdisjoint(way) and corners.isdisjoint(_corners(way, size)) for way in each[1])
        ]
    return groups


def _images(cells: Sequence[int], layout: Layout, symmetry: str) -> list[tuple[int, ...]]:
    """The line and its images; empty if some of these meet or cross."""
    ways = list({frozenset(way): way for way in images(layout, symmetry, tuple(cells))}.values())
    corners = [corner for way in ways for corner in _corners(way, layout.size)]
    is_apart = len(frozenset().union(*ways)) == sum(map(len, ways)) and len({*corners}) == len(corners)
    return ways if cells and is_apart else []


def _walk(start: int, least: int, most: int, rng: Rng, size: int) -> list[int]:
    """A random line of such a length from a cell; empty if it gets stuck too early."""
    length = rng.between(least, most)
    cells = [start]
    beside: set[int] = set()
    while len(cells) < length:
        steps = [cell for cell in _ways_on(*cells[-3:], size=size) if cell not in beside]
        if not steps:
            break
        beside.update(_around(cells[-2], size) if len(cells) > 1 else ())
        beside.update(cells)
        cells.append(rng.choice(steps))
    return cells if len(cells) >= least else []


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


def _spread_out(groups: Sequence[Group], layout: Layout) -> list[Group]:
    """In such an order that each is where there are few before it."""
    crowd = [0] * layout.cell_count
    cells = {group: [cell for rule in group for cell in rule.affected(layout)] for group in groups}
    waiting, ordered = list(groups), []
    while waiting:
        # the first of those that are equal: their order was random
        best = min(waiting, key=lambda group: sum(crowd[cell] for cell in cells[group]))
        waiting.remove(best)
        ordered.append(best)
        for cell in cells[best]:
            for near in (cell, *_around(cell, layout.size)):
                crowd[near] += 1
    return ordered


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


_DOTS_DRAWN = 0.17
"""Share of the borders between cells."""


def _drawn_dots(layout: Layout, rng: Rng, symmetry: str) -> list[Group]:
    """Symmetric dots on some borders, in random order."""
    groups: dict[frozenset[frozenset[int]], Group] = {}
    count = 0
    for pair in rng.shuffled(layout.neighbours):
        there = {frozenset(cells): cells for cells in images(layout, symmetry, pair)}
        if frozenset(there) not in groups:
            groups[frozenset(there)] = tuple(
                (ours.Ratio if rng.below(3) == 0 else ours.Difference)(cells) for cells in there.values()
            )
            count += len(there)
        if count > _DOTS_DRAWN * len(layout.neighbours):
            break
    return list(groups.values())


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
    """The sum of every diagonal of two or more cells, with its arrow at one of the two ends.

    Four diagonals make a rectangle between four points of the edge. Their arrows go round it, so that no two begin at
    the same point.
    """
    size = grid.layout.size
    clockwise = [rng.below(2) == 0 for _ in range(size + 1)]
    # to the right from the left edge, or the reverse
    for step, side in ((size + 1, 0), (size - 1, size - 1)):
        top = range(size - 1) if side == 0 else range(1, size)
        for start in (*top, *(row * size + side for row in range(1, size - 1))):
            row, column = divmod(start, size)
            length = min(size - row, size - abs(column - side))
            cells = tuple(start + step * place for place in range(length))
            if side == 0:
                is_first = (row == 0) == clockwise[row or column]
            else:
                is_first = (row == 0) != clockwise[size - row if row else column + 1]
            if not is_first:
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

_ON_BOARD = ("kropki", "quadruple")

LINES, MARKS = tuple(_LINES), tuple(_MARKS)
CLUES: tuple[str, ...] = (*LINES, *MARKS)
"""The kinds of clues that `grid_with_clues` knows, beside cages."""
