"""What the rules of a puzzle leave: the candidates of a board, and the cells that break a rule.

A candidate is a digit that can be put down without breaking a rule at once: of a house, or of a variant. What takes
more thought (the ways to fill a cage, the rule of 45) is left to the player, and to hints.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.bitsets import cells_in, digits_in
from nonet.candidates import Candidates
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.rules.base import Rule  # classic games start without the rules of variants
    from nonet.rules.primitives import Primitive


def candidates_left(puzzle: Puzzle, grid: Grid) -> Candidates:
    """The candidates of a board of the puzzle.

    >>> from nonet.rules import Cage
    >>> puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3), Cage((2, 6), 5)])
    >>> left = candidates_left(puzzle, puzzle.givens.with_value(2, 1))
    >>> left.digits(0), left.digits(1), left.digits(6)
    ((2,), (2,), (4,))
    """
    left = Candidates.at(grid, ruled_out=puzzle.ruled_out)
    if not puzzle.rules:
        return left
    from nonet.logic.position import Position

    masks = Position.at(left, rules=puzzle.rules).masks
    values = list(grid.entries)
    for part, alone in _parts(puzzle.layout, puzzle.rules):
        filled = [cell for cell in part.cells if values[cell]]
        for cell, mask in alone:
            masks[cell] &= mask
        if filled and len(filled) < len(part.cells) and not part.broken(values):
            for cell in part.cells:
                if not values[cell]:
                    masks[cell] &= _fitting(part, cell, masks[cell], values)
    return Candidates(grid, tuple(masks))


@lru_cache(maxsize=64)
def _parts(
    layout: Layout, rules: tuple[Rule, ...]
) -> tuple[tuple[Primitive, tuple[tuple[int, int], ...]], ...]:
    """The primitives of the rules, each with the digits that its cells can take on an empty board, where not all.

    Those that only keep cells apart are known to `Position` already.
    """
    from nonet.rules.base import compiled
    from nonet.rules.primitives import Different, Linear

    empty, every = [0] * layout.cell_count, layout.all_digits
    found = []
    for part in (part for rule in rules for part in compiled(rule, layout)):
        if not (isinstance(part, Different) and part.digits & every == every):
            first = _fitting(part, part.cells[0], every, empty)
            alike = isinstance(part, Linear) and len({*part.weights}) == 1  # as in a cage
            masks = ((cell, first if alike else _fitting(part, cell, every, empty)) for cell in part.cells)
            found.append((part, tuple((cell, mask) for cell, mask in masks if mask != every)))
    return tuple(found)


def _fitting(part: Primitive, cell: int, mask: int, values: list[int]) -> int:
    """The digits of the mask that can be put into the cell without breaking the primitive."""
    for digit in digits_in(mask):
        values[cell] = digit
        if part.broken(values):
            mask &= ~(1 << (digit - 1))
    values[cell] = 0
    return mask


@lru_cache(maxsize=256)
def broken_rules(puzzle: Puzzle, grid: Grid) -> tuple[tuple[Rule, tuple[int, ...]], ...]:
    """The rules that a board breaks, each with the cells that break it."""
    return tuple((rule, cells) for rule in puzzle.rules if (cells := rule.broken(grid)))


@lru_cache(maxsize=256)
def conflicting_cells(puzzle: Puzzle, grid: Grid) -> frozenset[int]:
    """The cells whose values cannot all be right: twice in a house, or against a rule of the puzzle."""
    twice = (cell for conflict in grid.conflicts() for cell in conflict.cells)
    return frozenset((*twice, *(cell for _, cells in broken_rules(puzzle, grid) for cell in cells)))


def seen_from(puzzle: Puzzle, cell: int) -> frozenset[int]:
    """The cells that cannot hold the same digit: the peers, and those that a rule keeps apart, as in a cage."""
    peers = puzzle.layout.peers[cell]
    if not puzzle.rules:
        return frozenset(peers)
    from nonet.logic.position import apart

    boards = apart(puzzle.layout, puzzle.rules)
    return frozenset((*peers, *(cells_in(boards[cell]) if boards else ())))
