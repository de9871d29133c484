"""Uniformly random grids of boards whose boxes are as high as wide, such as 9x9: exact, by rejection.

A grid of n x n boxes has n bands. Count only which digits a column has in each band, not in which row:

    band 1     1 2 3 | 4 5 6 | 7 8 9      column 1 has {1 4 7} in band 1. The sets of a stack's columns below it
               4 5 6 | 7 8 9 | 1 2 3      must use the other digits, and every box all nine: that leaves the same
               7 8 9 | 1 2 3 | 4 5 6      number of *stack plans* for every top box, 56 (Felgenhauer and Jarvis, 2005)

A plan for each stack gives every column of a lower band its set of digits. The *ways* of a band are the orders of
these sets in which every row has all digits. So a grid is: band 1, a plan for each stack, and one of the ways of each
lower band. Draw

    1.  band 1, uniformly: the digits of box 1 in random order; the rows of the other boxes have one of 56 plans, too,
        and their digits are shuffled;
    2.  a plan for each stack, uniformly; 3.  for each lower band w, the number of its ways; accept it with probability
    w / 1728, otherwise begin again with 1.
        No band has more than 1728 ways: it has so many where the same three sets occur in all three boxes;
    4.  for each lower band one of its ways, uniformly.

An attempt draws any grid with the probability 1/bands · 1/56³ · w₂/1728 · w₃/1728 · 1/w₂ · 1/w₃, in which the ways
cancel: it is the same for all grids. For 9x9, one attempt in 75 is accepted. All numbers are whole; nothing is rounded.

What is drawn, in which order, is in docs/randomness.md; the kernel does the same (native/uniform).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from nonet.errors import RecipeError
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.rng import Rng

MOST_WAYS = {2: 4, 3: 1728}
"""The most ways of a band, by the height of a box; tests try all bands."""

_WORD = (1 << 64) - 1


def exact_grid(layout: Layout, rng: Rng) -> Grid:
    """A solution grid of the 4x4 or the 9x9 board; all of them are equally likely.

    >>> exact_grid(CLASSIC, Rng(1)).is_solution()
    True
    """
    n = layout.box_shape[0] if layout.box_shape is not None else 0
    if layout != Layout.named(f"{n * n}x{n * n}") or n not in MOST_WAYS:
        raise RecipeError(
            f"{layout.name}: uniform grids can be drawn on 4x4 and 9x9, and where they can be counted"
        )
    while (values := _attempt(n, rng)) is None:
        pass
    return Grid(layout, values)


def exact_grids(seed: int, first: int, count: int, *, threads: int = 1) -> list[bytes]:
    """Uniformly random grids of the 9x9 board: the first that each of the streams `first`, `first + 1`, … draws.

    >>> exact_grids(1, 5, 1) == [exact_grid(CLASSIC, Rng(1, stream=5)).values]
    True
    """
    if kernel is None:
        return [
            exact_grid(CLASSIC, Rng(seed, stream=number)).values for number in range(first, first + count)
        ]
    native: Any = kernel
    cells, values = CLASSIC.cell_count, bytearray(CLASSIC.cell_count * count)
    native.uniform_batch(seed & _WORD, first & _WORD, values, threads=threads)
    return [bytes(values[cells * i : cells * (i + 1)]) for i in range(count)]


def _attempt(n: int, rng: Rng) -> bytes | None:
    band = _first_band(n, rng)
    stacks: list[Sequence[Sequence[Sequence[int]]]] = []
    for stack in range(n):
        top = [[band[row][n * stack + column] for row in range(n)] for column in range(n)]
        plan = rng.choice(stack_plans(n))
        stacks.append([[_picked(top, picks) for picks in box] for box in plan])
    lower = [[column for stack in stacks for column in stack[below]] for below in range(n - 1)]
    numbers = []
    for columns in lower:
        numbers.append(ways(columns))
        if rng.below(MOST_WAYS[n]) >= numbers[-1]:
            return None
    rows = [bytes(row) for row in band]
    for columns, number in zip(lower, numbers, strict=True):
        rows += _way(columns, rng.below(number))
    return b"".join(rows)


def _first_band(n: int, rng: Rng) -> list[list[int]]:
    """A uniformly random band: its rows."""
    digits = rng.shuffled(range(1, n * n + 1))
    rows = [digits[n * row : n * (row + 1)] for row in range(n)]
    band = [list(row) for row in rows]
    for box in rng.choice(stack_plans(n)):
        for row, picks in enumerate(box):
            band[row] += rng.shuffled(_picked(rows, picks))
    return band


def _picked(lines: Sequence[Sequence[int]], picks: Sequence[tuple[int, int]]) -> list[int]:
    """The digits at these places (line, place) of the first box."""
    return [lines[line][place] for line, place in picks]


Plan = tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
"""For each further box and each of its lines: the places (line, place) of the first box whose digits it has."""


@lru_cache(maxsize=4)
def stack_plans(n: int) -> tuple[Plan, ...]:
    """All ways to distribute the digits of the first box over the lines of the others, in lexicographic order.

    >>> len(stack_plans(2)), len(stack_plans(3))
    (1, 56)
    """
    places = [(line, place) for line in range(n) for place in range(n)]
    own = [frozenset((line, place) for place in range(n)) for line in range(n)]

    def boxes(used: Sequence[frozenset[tuple[int, int]]], left: int) -> Iterator[tuple[Any, ...]]:
        if not left:
            yield ()
            return
        for box in _partitions(places, used, n):
            after = [one | frozenset(more) for one, more in zip(used, box, strict=True)]
            for rest in boxes(after, left - 1):
                yield (box, *rest)

    return tuple(boxes(own, n - 1))


def _partitions(
    places: Sequence[tuple[int, int]], used: Sequence[frozenset[tuple[int, int]]], n: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], ...]]:
    """All ways to give each line n of the places, none of which it has used."""
    if not used:
        yield ()
        return
    for some in combinations([place for place in places if place not in used[0]], n):
        for rest in _partitions([place for place in places if place not in some], used[1:], n):
            yield (some, *rest)


# -- the ways of a band ---------------------------------------------------------------------------------------


def ways(columns: Sequence[Sequence[int]]) -> int:
    """In how many orders these columns, n of each box, make a band: every row has all digits.

    >>> ways([[1, 2, 3], [4, 5, 6], [7, 8, 9]] * 3)
    1728
    """
    return _ways(_renamed(columns))


@lru_cache(maxsize=1 << 17)
def _ways(columns: tuple[tuple[int, ...], ...]) -> int:
    return sum(below for _, below in _top_rows(columns))


def _renamed(columns: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """The same with the digits of the first box named in the order of its columns; columns and boxes ascending."""
    n = len(columns[0])
    names = {digit: name for name, digit in enumerate((d for column in columns[:n] for d in column), 1)}
    named = [tuple(sorted([names[digit] for digit in column])) for column in columns]
    return tuple(column for box in range(0, n * n, n) for column in sorted(named[box : box + n]))


def _top_rows(columns: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], int]]:
    """Every top row, in lexicographic order, with the number of ways to continue below it."""
    for row in _transversals(columns):
        rest = [[digit for digit in column if digit != top] for column, top in zip(columns, row, strict=True)]
        yield row, 2 ** len(_cycles(rest)) if len(rest[0]) == 2 else 1


def _transversals(columns: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Every choice of a digit from each column, all different, in lexicographic order."""
    row: list[int] = []

    def fill(column: int, used: int) -> Iterator[list[int]]:
        if column == len(columns):
            yield list(row)
            return
        for digit in columns[column]:
            if not used >> digit & 1:
                row.append(digit)
                yield from fill(column + 1, used | 1 << digit)
                row.pop()

    return fill(0, 0)


def _cycles(columns: Sequence[Sequence[int]]) -> list[list[int]]:
    """Columns of two digits each, every digit twice: which columns hang together, by their first columns.

    In each cycle, the order of one column decides all others.
    """
    at: dict[int, list[int]] = {}
    for column, digits in enumerate(columns):
        for digit in digits:
            at.setdefault(digit, []).append(column)
    cycles, seen = [], set()
    for start in range(len(columns)):
        if start in seen:
            continue
        cycle, column, digit = [], start, columns[start][0]
        while column not in seen:
            seen.add(column)
            cycle.append(column)
            digit = next(other for other in columns[column] if other != digit)
            column = next(other for other in at[digit] if other != column)
        cycles.append(cycle)
    return cycles


def _way(columns: Sequence[Sequence[int]], number: int) -> list[bytes]:
    """The rows of that way, counted from 0: by the top row, and then by the order of each cycle's first column."""
    columns = [sorted(column) for column in columns]
    top_rows = _top_rows(columns)
    row, below = next(top_rows)
    while number >= below:
        number -= below
        row, below = next(top_rows)
    rest = [[digit for digit in column if digit != top] for column, top in zip(columns, row, strict=True)]
    if len(rest[0]) == 1:
        return [bytes(row), bytes(column[0] for column in rest)]
    second, third = [0] * len(rest), [0] * len(rest)
    for bit, cycle in enumerate(_cycles(rest)):
        upper, lower = (third, second) if number >> bit & 1 else (second, third)
        digit = rest[cycle[0]][0]
        for column in cycle:  # the next column has the lower digit, too, and must have it in the other row
            upper[column] = digit
            lower[column] = digit = next(other for other in rest[column] if other != digit)
    return [bytes(row), bytes(second), bytes(third)]
