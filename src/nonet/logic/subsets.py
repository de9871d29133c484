"""Naked and hidden subsets: as many digits as cells.

    naked triple: three cells of a house hold three digits between them; the other cells cannot have them

        12 · 23 | · 13 · | x x x

    hidden pair: two digits of a house have their places in two cells; nothing else fits there

        · 12x · | · · · | 12xx · ·          1 and 2 are nowhere else in the row

A house with n open cells that has a naked subset of k has a hidden one of n - k; which of the two people see
first depends on the size. Boxes come before lines: the cells of a box are next to each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import combinations

from nonet.bitsets import digits_in
from nonet.layout import Layout
from nonet.logic.houses import BLOCKS, EASIEST_FIRST, shared_houses
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.step import Candidate, Evidence, Role, RoleKind, Step, Truth

_NAMES = {2: "pair", 3: "triple", 4: "quadruple"}


# -- naked -----------------------------------------------------------------------------------------------


def _naked_finder(size: int, position: Position, options: Options) -> Iterator[Step]:
    return naked_subsets(position, size, locked=False)


def naked_subsets(position: Position, size: int, *, locked: bool) -> Iterator[Step]:
    """Naked subsets of that size: the locked ones alone, or all but those (a quad is never called locked)."""
    layout = position.layout
    done: set[tuple[int, ...]] = set()
    for house, masks in _masks_by_house(position):
        if locked and layout.houses[house].kind not in BLOCKS:
            continue
        cells = layout.houses[house].cells
        for places, digits in _naked(masks, size):
            subset = tuple([cells[place] for place in places])
            if subset in done:
                continue
            done.add(subset)
            houses = shared_houses(layout, subset)
            gone = _beside(position, subset, digits, houses)
            if gone and locked == (size < 4 and _is_locked(layout, houses, gone)):
                role = Role(RoleKind.BASE, subset, tuple(digits_in(digits)), tuple(houses))
                evidence = Evidence((role,), tuple([Truth(cell=cell) for cell in subset]))
                yield Step(f"{'locked' if locked else 'naked'}-{_NAMES[size]}", (), gone, evidence)


@lru_cache(maxsize=1 << 15)
def _naked(masks: tuple[int, ...], size: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Which of the cells with these masks make a naked subset, and of which digits.

    >>> _naked((0b11, 0, 0b110, 0b1111, 0b101), 3)
    (((0, 2, 4), 7),)
    """
    able = [(i, mask) for i, mask in enumerate(masks) if mask and mask.bit_count() <= size]
    if len(able) < size:
        return ()
    subsets: list[tuple[tuple[int, ...], int]] = []
    last = len(able)
    stack: list[tuple[int, tuple[int, ...], int]]
    for first in range(last - size + 1):
        stack = [(first + 1, (able[first][0],), able[first][1])]
        while stack:
            start, places, digits = stack.pop()
            longer: list[tuple[int, tuple[int, ...], int]] = []
            for n in range(start, last):
                place, mask = able[n]
                union = digits | mask
                if union.bit_count() <= size:
                    if len(places) + 1 < size:
                        longer.append((n + 1, (*places, place), union))
                    elif union.bit_count() == size:
                        subsets.append(((*places, place), union))
            stack.extend(reversed(longer))
    return tuple(subsets)


def _beside(
    position: Position, subset: tuple[int, ...], digits: int, houses: list[int]
) -> tuple[Candidate, ...]:
    """The subset's digits in the other cells of its houses, each once."""
    cells = (cell for house in houses for cell in position.layout.houses[house].cells if cell not in subset)
    return position.among(dict.fromkeys(cells), digits)


def _is_locked(layout: Layout, houses: list[int], gone: tuple[Candidate, ...]) -> bool:
    """Whether something goes from a box, and something from another house outside that box."""
    if len(houses) < 2:
        return False
    for house in houses:
        if layout.houses[house].kind in BLOCKS:
            board = layout.house_boards[house]
            inside = sum(board >> cell & 1 for cell, _ in gone)
            if 0 < inside < len(gone):
                return True
    return False


# -- hidden ----------------------------------------------------------------------------------------------


def _hidden_finder(size: int, position: Position, options: Options) -> Iterator[Step]:
    layout = position.layout
    done: set[tuple[Candidate, ...]] = set()
    for house, masks in _masks_by_house(position):
        for digits, places in _hidden(masks, size) if layout.place_boards[house] else ():
            cells = layout.houses[house].cells
            subset = tuple([cells[place] for place in places])
            gone = position.among(subset, ~digits)
            if gone in done:
                continue
            done.add(gone)
            role = Role(RoleKind.BASE, subset, tuple(digits_in(digits)), (house,))
            evidence = Evidence((role,), tuple([Truth(house=house, digit=digit) for digit in role.digits]))
            yield Step(f"hidden-{_NAMES[size]}", (), gone, evidence)


@lru_cache(maxsize=1 << 15)
def _hidden(masks: tuple[int, ...], size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Which digits make a hidden subset in the cells with these masks that eliminates something, and where.

    >>> _hidden((0b111, 0b1011, 0b1100, 0b1100), 2)
    ((3, (0, 1)),)
    """
    if sum(1 for mask in masks if mask) <= size:
        return ()
    places: dict[int, int] = {}
    for place, mask in enumerate(masks):
        for digit in digits_in(mask):
            places[digit] = places.get(digit, 0) | 1 << place
    able = sorted((digit, board) for digit, board in places.items() if board.bit_count() <= size)
    if len(able) < size:
        return ()
    subsets = []
    for chosen in combinations(able, size):
        digits = board = 0
        for digit, where in chosen:
            digits |= 1 << (digit - 1)
            board |= where
        if board.bit_count() == size:
            subset = tuple(place for place in range(len(masks)) if board >> place & 1)
            if any(masks[place] & ~digits for place in subset):
                subsets.append((digits, subset))
    return tuple(subsets)


# -- what both need --------------------------------------------------------------------------------------


@remembered
def _masks_by_house(position: Position) -> list[tuple[int, tuple[int, ...]]]:
    """Every house with the masks of its cells, in the order in which people look at them.

    What can be found in a house depends on these masks alone, and most steps leave most houses as they are:
    so it is computed once for each.
    """
    look = position.masks.__getitem__
    return [(house, tuple(map(look, cells))) for house, cells in _order(position.layout)]


@lru_cache(maxsize=64)
def _order(layout: Layout) -> tuple[tuple[int, tuple[int, ...]], ...]:
    numbered = [(house, each.cells, each.kind) for house, each in enumerate(layout.houses)]
    return tuple((house, cells) for kind in EASIEST_FIRST for house, cells, its in numbered if its is kind)


# -- by size ---------------------------------------------------------------------------------------------

naked_pairs = partial(_naked_finder, 2)
naked_triples = partial(_naked_finder, 3)
naked_quads = partial(_naked_finder, 4)
hidden_pairs = partial(_hidden_finder, 2)
hidden_triples = partial(_hidden_finder, 3)
hidden_quads = partial(_hidden_finder, 4)
