"""Unique rectangles: four cells of two rows, columns and boxes that must not all hold the same two digits.

        12 · · | 12 · ·           three corners have 1 and 2 alone, so the fourth must take 5:
        12 · · | 125 · ·          it loses 1 and 2 (test 1)

    test 1   one corner has extras                      test 4   two corners of a side, one digit locked in it
    test 2   the same extra in two corners of a side    test 5   the same in three, or in two opposite ones
    test 3   two corners of a side, a naked subset      test 6   two opposite corners, one digit an X-wing

    hidden      one corner has no extras; in the row and in the column of the opposite corner, 1 has no place
    rectangle   outside the rectangle: 2 in that corner would put 1 beside it twice, and 2 into the first

        12   · · | 12..               row 2 and column 4 have no other 1: r2c4 ≠ 2
        12.. · · | 12..

    avoidable   the same with cells that are filled, but were not given
    rectangle
        1    · · | 2                  all three found on the way: r2c4 ≠ 1
        2    · · | 15

Any four such cells will do, on any board, if every house holds two of them or none. The pair comes from a corner
with two candidates; in the others some of it may be gone (`options.missing_candidates`), so long as no filled
cell forbids it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import board_of, cells_in, digits_in, union
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic import deadly
from nonet.logic.catalog import Finder
from nonet.logic.deadly import Pattern
from nonet.logic.houses import lines_at
from nonet.logic.position import Position, remembered
from nonet.step import Role, RoleKind, Step, Truth

StepsByTechnique = dict[str, list[Step]]
"""The steps of all techniques about rectangles, in the order in which they were met."""


# -- the rectangles of a board -------------------------------------------------------------------------------


class _Rectangle(NamedTuple):
    """A corner and its mate in the same box, and opposite to them their mates along the other lines."""

    corners: tuple[int, int, int, int]
    board: int


@lru_cache(maxsize=64)
def _rectangles_at(layout: Layout) -> tuple[tuple[_Rectangle, ...], ...]:
    """For each cell the rectangles that it is a corner of, by its mate in the box, then by their mates."""
    rectangles: list[list[_Rectangle]] = [[] for _ in range(layout.cell_count)]
    if layout.places is not None or not lines_at(layout):
        return tuple(() for _ in range(layout.cell_count))
    for top, bottom in combinations(range(layout.height), 2):
        for left, right in combinations(range(layout.width), 2):
            cells = [layout.cell(row, column) for row in (top, bottom) for column in (left, right)]
            board = board_of(cells)
            houses = [house for cell in cells for house in layout.houses_at[cell]]
            if any((board & layout.house_boards[house]).bit_count() != 2 for house in houses):
                continue
            if layout.peer_boards[cells[0]] >> cells[3] & 1 or layout.peer_boards[cells[1]] >> cells[2] & 1:
                continue  # opposite corners hold the same digit
            for place, cell in enumerate(cells):
                beside, below, opposite = cells[place ^ 1], cells[place ^ 2], cells[place ^ 3]
                shared = set(layout.houses_at[cell])
                if len(shared.intersection(layout.houses_at[below])) > 1:
                    beside, below = below, beside
                rectangles[cell].append(_Rectangle((cell, beside, below, opposite), board))
    return tuple(tuple(sorted(each)) for each in rectangles)


# -- with open corners ---------------------------------------------------------------------------------------


@remembered
def _unique(position: Position, missing: bool) -> StepsByTechnique:
    steps: list[Step] = []
    boards = _possible(position) if missing else position.boards
    table = _rectangles_at(position.layout)
    done: set[tuple[int, int]] = set()
    for cell, mask in enumerate(position.masks):
        if mask.bit_count() != 2:
            continue
        low, high = digits_in(mask)
        barred = ~(boards[low] & boards[high])
        for corners, board in table[cell]:
            if not board & barred and (board, mask) not in done:
                done.add((board, mask))
                pattern = deadly.deadly_pattern(position, "rectangle", corners, (low, high))
                steps += _tests(position, pattern)
    return grouped((step.technique, step) for step in steps)


def _possible(position: Position) -> list[int]:
    """For each digit the open cells that no filled cell keeps it from."""
    peers = position.layout.peer_boards
    filled = grouped((value, peers[cell]) for cell, value in enumerate(position.values))
    return [position.unsolved & ~union(filled.get(digit, ())) for digit in range(len(position.boards))]


def _tests(position: Position, pattern: Pattern) -> Iterator[Step]:
    extra, peers = pattern.extra_cells, position.layout.peer_boards
    if len(extra) > 3:
        return
    of_side = len(extra) == 2 and peers[extra[0]] >> extra[1] & 1
    yield from deadly.one_extra_cell("uniqueness-test-1", position, pattern)
    yield from deadly.one_extra_digit(f"uniqueness-test-{2 if of_side else 5}", position, pattern)
    if of_side:
        yield from deadly.naked_with("uniqueness-test-3", position, pattern)
        yield from deadly.locked("uniqueness-test-4", position, pattern)
    elif len(extra) > 1:
        yield from _crossed(position, pattern)
        yield from _hidden(position, pattern)


def _crossed(position: Position, pattern: Pattern) -> Iterator[Step]:
    """Test 6: in both rows, or in both columns, one digit of the pair has no place outside the rectangle."""
    if len(pattern.extra_cells) != 2:
        return
    one, two = (lines_at(position.layout)[cell] for cell in pattern.extra_cells)
    for digit in pattern.pair:
        gone = [(cell, digit) for cell in pattern.extra_cells if position.has((cell, digit))]
        for houses in zip(one, two, strict=True) if gone else ():
            if all(_is_inside(position, digit, house, pattern) for house in houses):
                roles = (Role(RoleKind.COVER, pattern.cells, (digit,), houses),)
                truths = tuple([Truth(house=house, digit=digit) for house in houses])
                yield deadly.deadly_step("uniqueness-test-6", pattern, gone, truths=truths, roles=roles)
                break


def _hidden(position: Position, pattern: Pattern) -> Iterator[Step]:
    for corner in sorted(set(pattern.cells).difference(pattern.extra_cells)):
        opposite = pattern.cells[pattern.cells.index(corner) ^ 3]
        houses = lines_at(position.layout)[opposite]
        for lock, other in (pattern.pair, pattern.pair[::-1]):
            if position.has((opposite, other)) and all(
                _is_inside(position, lock, house, pattern) for house in houses
            ):
                rest = tuple(cell for cell in pattern.cells if cell != corner)
                roles = (
                    Role(RoleKind.PIVOT, (corner,), pattern.pair),
                    Role(RoleKind.COVER, rest, (lock,), houses),
                )
                truths = tuple([Truth(house=house, digit=lock) for house in houses])
                gone = [(opposite, other)]
                yield deadly.deadly_step("hidden-rectangle", pattern, gone, truths=truths, roles=roles)


def _is_inside(position: Position, digit: int, house: int, pattern: Pattern) -> bool:
    """Whether the digit has places in the house, and none of them outside the rectangle."""
    places = position.boards[digit] & position.layout.place_boards[house]
    return bool(places) and all(cell in pattern.cells for cell in cells_in(places))


# -- with filled corners -------------------------------------------------------------------------------------


@remembered
def _avoidable(position: Position, missing: bool) -> StepsByTechnique:
    """Two filled corners side by side in a box, a beside b; opposite to them, b beside a is to be avoided.

    The open corners have two candidates each: their own digit of the pair, and one that saves the puzzle.
    """
    steps: list[Step] = []
    values, masks = position.values, position.masks
    filled = position.layout.all_cells & ~position.unsolved & ~position.givens
    two = board_of(cell for cell, mask in enumerate(masks) if mask.bit_count() == 2)
    done: set[int] = set()
    for cell in cells_in(filled):
        for corners, board in _rectangles_at(position.layout)[cell]:
            _, mate, below, opposite = corners
            if board & ~(filled | two) or not filled >> mate & 1 or not board & two or board in done:
                continue
            first, second = values[cell], values[mate]
            if not all(
                values[corner] == digit or (not values[corner] and masks[corner] >> (digit - 1) & 1)
                for corner, digit in ((below, second), (opposite, first))
            ):
                continue
            done.add(board)
            pattern = deadly.deadly_pattern(position, "rectangle", corners, (first, second))
            if values[below] or values[opposite]:
                steps += deadly.one_extra_cell("avoidable-rectangle-1", position, pattern)
            else:
                steps += deadly.one_extra_digit("avoidable-rectangle-2", position, pattern)
    return grouped((step.technique, step) for step in steps)


# -- finders -------------------------------------------------------------------------------------------------


def _finder(key: str, find: Callable[[Position, bool], StepsByTechnique]) -> Finder:
    """Of all steps that are found together, those of one technique."""
    return lambda position, options: iter(find(position, options.missing_candidates).get(key, ()))


test_1, test_2, test_3, test_4, test_5, test_6 = (
    _finder(f"uniqueness-test-{number}", _unique) for number in range(1, 7)
)
hidden_rectangles = _finder("hidden-rectangle", _unique)
avoidable_1 = _finder("avoidable-rectangle-1", _avoidable)
avoidable_2 = _finder("avoidable-rectangle-2", _avoidable)
