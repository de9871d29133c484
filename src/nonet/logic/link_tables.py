"""Tables of a layout for `links`: which cells see a cell, and where houses cross."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from nonet.bitsets import board_of
from nonet.layout import HouseKind, Layout


@lru_cache(maxsize=32)
def peers_by_house(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each cell its peers, house by house: along the row, down the column, then the others."""
    return tuple(
        tuple(
            dict.fromkeys(peer for number in numbers for peer in layout.houses[number].cells if peer != cell)
        )
        for cell, numbers in enumerate(layout.houses_at)
    )


@lru_cache(maxsize=32)
def house_crossings(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Where two houses share at least two cells: for each row its crossings, for each column, and so on."""
    kinds = (HouseKind.ROW, HouseKind.COLUMN)
    lines = [number for number, house in enumerate(layout.houses) if house.kind in kinds]
    others = [number for number in range(len(layout.houses)) if number not in lines]
    boards = layout.house_boards
    found: list[tuple[int, ...]] = []
    for one in [*lines, *others]:
        crossings = [
            boards[one] & boards[other]
            for other in others
            if other != one and (boards[one] & boards[other]).bit_count() > 1
        ]
        if crossings:
            found.append(tuple(crossings))
    return tuple(found)


def boxes_first(layout: Layout) -> Callable[[tuple[int, int]], bool]:
    lines = (HouseKind.ROW, HouseKind.COLUMN)
    return lambda pair: layout.houses[pair[0]].kind in lines


@lru_cache(maxsize=32)
def houses_as_bits(layout: Layout) -> tuple[int, ...]:
    """For each cell its houses as a set of bits."""
    return tuple(board_of(numbers) for numbers in layout.houses_at)
