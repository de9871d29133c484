"""Unique loops: six cells or more that must not all hold the same two digits (four are a rectangle).

        12 · · | 12 · ·  | · · ·          every row, column and box holds two of the cells or none:
        ·  · · | 12 · ·  | 12 · ·         1 and 2 could be exchanged all along the loop
        12 · · | · · ·   | 125 · ·        so the last cell is 5 (type 1)

    type 1   one cell has extras                    type 3   two cells of a house, and a naked subset
    type 2   the same extra in several cells        type 4   two cells of a house, one digit locked in it

A loop grows from a cell with the pair alone: some house holds one cell of it and needs a second, until no
house does.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.bitsets import bits_in, digits_in
from nonet.logic.deadly import Pattern, deadly_pattern, locked, naked_with, one_extra_cell, one_extra_digit
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Step

_LONGEST = 14
"""Most cells of a loop; a longer one could not be followed."""


def unique_loops(position: Position, options: Options) -> Iterator[Step]:
    """All four types, loop by loop, short ones first."""
    for pattern in sorted(_loops(position), key=lambda pattern: len(pattern.cells)):
        yield from one_extra_cell("unique-loop-1", position, pattern)
        yield from one_extra_digit("unique-loop-2", position, pattern)
        yield from naked_with("unique-loop-3", position, pattern)
        yield from locked("unique-loop-4", position, pattern)


def _loops(position: Position) -> Iterator[Pattern]:
    """Every loop with extras in two cells at most, or with one extra digit."""
    masks = position.masks
    for pair in dict.fromkeys(mask for mask in masks if mask.bit_count() == 2):
        low, high = digits_in(pair)
        able = position.boards[low] & position.boards[high]
        done: set[int] = set()
        for cell in bits_in(able):
            if masks[cell] == pair:
                for board in _grown(position, cell, able, pair):
                    if board not in done:
                        done.add(board)
                        yield deadly_pattern(position, "loop", _walk(position, board), (low, high))
                able &= ~(1 << cell)  # all loops through it are known


def _grown(position: Position, start: int, able: int, pair: int) -> Iterator[int]:
    """The loops through a cell, as boards."""
    layout, masks = position.layout, position.masks
    boards, at = layout.house_boards, layout.houses_at
    stack: list[tuple[int, int, int, int]] = [(1 << start, able & ~(1 << start), 0, 0)]
    while stack:
        loop, left, extra_cells, extras = stack.pop()
        open_house = next(
            (
                h
                for cell in bits_in(loop)
                for h in at[cell]
                if not (inside := loop & boards[h]) & (inside - 1)
            ),
            None,
        )
        if open_house is None:
            if loop.bit_count() >= 6:
                yield loop
            continue
        if loop.bit_count() == _LONGEST:
            continue
        for cell in bits_in(left & boards[open_house]):
            more = masks[cell] & ~pair
            count, union = extra_cells + bool(more), extras | more
            if count > 2 and union & (union - 1):
                continue
            wider = loop | 1 << cell
            rest = left & ~(1 << cell)
            for house in at[cell]:
                if (wider & boards[house]).bit_count() == 2:
                    rest &= ~boards[house]
            stack.append((wider, rest, count, union))


def _walk(position: Position, board: int) -> tuple[int, ...]:
    """The cells of a loop, each seeing the one before."""
    peers = position.layout.peer_boards
    cell = (board & -board).bit_length() - 1
    cells = [cell]
    left = board & ~(1 << cell)
    while left:
        following = left & peers[cell] or left
        cell = (following & -following).bit_length() - 1
        cells.append(cell)
        left &= ~(1 << cell)
    return tuple(cells)
