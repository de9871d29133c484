"""Deadly patterns: cells in which two digits could be exchanged, so that the puzzle had two solutions.

No cell of it is given, and every house holds two of its cells or none. If all held only the two digits, one
solution would give another: so one of the cells takes an *extra*, another candidate. What follows from that
is the same for rectangles and for loops:

    one extra cell     it takes neither digit of the pair
    one extra digit    whatever sees all cells that have it loses it
    a subset           two extra cells of a house, and cells of that house that with the extras hold one digit
                       more than there are such cells: a naked subset, the two extra cells together one cell
    a lock             two extra cells of a house, and one digit of the pair has no other place in it: it
                       is in one of them, and the other takes an extra: both lose the other digit of the pair
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonet.bitsets import board_of, cells_in, digits_in, mask_of, union
from nonet.logic.houses import candidates_at, seen_by_all, shared_houses
from nonet.logic.position import Position
from nonet.step import Candidate, Deadly, Evidence, Role, RoleKind, Step, Truth


class Pattern(NamedTuple):
    """Cells and the two digits; the cells that have extras, and the mask of the extras."""

    kind: str
    cells: tuple[int, ...]
    pair: tuple[int, int]
    extra_cells: tuple[int, ...]
    extras: int


def deadly_pattern(position: Position, kind: str, cells: tuple[int, ...], pair: tuple[int, int]) -> Pattern:
    """The pattern of these cells."""
    masks = [(cell, position.masks[cell] & ~mask_of(pair)) for cell in cells]
    extra_cells = tuple(sorted(cell for cell, extras in masks if extras))
    return Pattern(kind, cells, pair, extra_cells, union(extras for _, extras in masks))


def deadly_step(
    technique: str,
    pattern: Pattern,
    gone: Iterable[Candidate],
    *,
    truths: tuple[Truth, ...] = (),
    roles: tuple[Role, ...] = (),
) -> Step:
    """The step; the verifier takes the pattern as one more truth: one of the extras is true."""
    shown = [Role(RoleKind.RECTANGLE, pattern.cells, pattern.pair)]
    if pattern.extra_cells:
        shown.append(Role(RoleKind.FIN, pattern.extra_cells, tuple(digits_in(pattern.extras))))
    deadly = Deadly(pattern.kind, pattern.cells, pattern.pair)
    return Step(technique, (), tuple(gone), Evidence((*shown, *roles), truths, deadly=deadly))


def one_extra_cell(technique: str, position: Position, pattern: Pattern) -> Iterator[Step]:
    """One cell has extras: it takes one of them."""
    if len(pattern.extra_cells) == 1:
        cell = pattern.extra_cells[0]
        if gone := [(cell, digit) for digit in pattern.pair if position.has((cell, digit))]:
            yield deadly_step(technique, pattern, gone)


def one_extra_digit(technique: str, position: Position, pattern: Pattern) -> Iterator[Step]:
    """Several cells have the same extra: it is in one of them."""
    if len(pattern.extra_cells) > 1 and not pattern.extras & (pattern.extras - 1):
        digit = pattern.extras.bit_length()
        if board := position.boards[digit] & seen_by_all(position.layout, pattern.extra_cells):
            yield deadly_step(technique, pattern, candidates_at(board, digit))


def naked_with(technique: str, position: Position, pattern: Pattern) -> Iterator[Step]:
    """Two cells of a house have extras, and make a naked subset with cells without a digit of the pair."""
    if len(pattern.extra_cells) != 2:
        return
    masks, houses = position.masks, position.layout.house_boards
    pair = mask_of(pattern.pair)
    own = board_of(pattern.extra_cells)
    shared = shared_houses(position.layout, pattern.extra_cells)
    for place, house in enumerate(shared):
        outside = houses[house] & ~board_of(pattern.cells)
        able = [cell for cell in cells_in(outside) if masks[cell] and not masks[cell] & pair]
        for board, digits in _subsets(masks, able, pattern.extras):
            whole = board | own
            if any(not whole & ~houses[earlier] for earlier in shared[:place]):
                continue  # found there
            around = union(houses[each] for each in shared if not whole & ~houses[each])
            if gone := position.among(cells_in(around & ~whole & position.unsolved), digits):
                cells = tuple(cells_in(board))
                roles = (Role(RoleKind.BASE, cells, tuple(digits_in(digits)), (house,)),)
                truths = tuple([Truth(cell=cell) for cell in cells])
                yield deadly_step(technique, pattern, gone, truths=truths, roles=roles)


def _subsets(masks: list[int], cells: list[int], extras: int) -> Iterator[tuple[int, int]]:
    """Cells that hold, together with the extras, one digit more than there are cells; in dictionary order."""
    stack = [(0, 0, extras, 0)]
    while stack:
        start, board, digits, count = stack.pop()
        if board and digits.bit_count() == count + 1:
            yield board, digits
        longer = [
            (place + 1, board | 1 << cells[place], digits | masks[cells[place]], count + 1)
            for place in range(start, len(cells))
        ]
        stack.extend(reversed(longer))


def locked(technique: str, position: Position, pattern: Pattern) -> Iterator[Step]:
    """Two cells of a house have extras, and one digit of the pair has no place in that house but these."""
    if len(pattern.extra_cells) != 2:
        return
    one, two = pattern.extra_cells
    own = 1 << one | 1 << two
    for lock, other in (pattern.pair, pattern.pair[::-1]):
        gone = [(cell, other) for cell in (one, two) if position.has((cell, other))]
        for house in shared_houses(position.layout, (one, two)) if gone else ():
            places = position.layout.place_boards[house]
            if places and not position.boards[lock] & places & ~own:
                roles = (Role(RoleKind.COVER, (one, two), (lock,), (house,)),)
                truths = (Truth(house=house, digit=lock),)
                yield deadly_step(technique, pattern, gone, truths=truths, roles=roles)
                break
