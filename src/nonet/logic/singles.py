"""Singles: a cell with one candidate, a house with one place for a digit.

    full house      1 2 3 | 4 5 6 | 7 8 ·     the last open cell of a house: 9
    naked single    what a cell's houses leave to it is one digit
    hidden single   · · · | · 7 · | · · ·
                    · · · | · · · | 7 · ·     where can 7 go in the left box? Two rows have their 7,
                    5 * 2 | · · · | · · ·     two of its cells are filled: only * is left

They are taken in the order in which they appeared (see `Position`), as a player looks first at what the last
placement changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from nonet.layout import Layout
from nonet.logic.houses import EASIEST_FIRST
from nonet.logic.options import Options
from nonet.logic.position import Position, sight
from nonet.step import Candidate, Evidence, Role, RoleKind, Step, Truth

if TYPE_CHECKING:
    from nonet.rules.base import Rule


def full_houses(position: Position, options: Options) -> Iterator[Step]:
    """The last open cell of a house."""
    last = position.last_cells
    for cell, digit in _naked(position) if last else ():
        if last >> cell & 1:
            house = _alone_in(position, cell, position.unsolved)
            assert house is not None
            yield Step("full-house", ((cell, digit),), (), _evidence(cell, digit, house))


def naked_singles(position: Position, options: Options) -> Iterator[Step]:
    """A cell with one candidate left."""
    for cell, digit in _naked(position):
        yield Step("naked-single", ((cell, digit),), (), _evidence(cell, digit))


def _naked(position: Position) -> Iterator[Candidate]:
    values, masks = position.values, position.masks
    for cell in tuple(position.naked):
        if not values[cell] and (mask := masks[cell]) and not mask & (mask - 1):
            yield cell, mask.bit_length()


def hidden_singles(position: Position, options: Options) -> Iterator[Step]:
    """A house with one place left for a digit."""
    for cell, digit in dict.fromkeys(position.hidden):
        if position.has((cell, digit)):
            house = _alone_in(position, cell, position.boards[digit])
            if house is not None:
                yield Step("hidden-single", ((cell, digit),), (), _evidence(cell, digit, house, hidden=True))


def _alone_in(position: Position, cell: int, board: int) -> int | None:
    """The full house in which no other cell is on the bitboard, of several the easiest to see."""
    bit, boards = 1 << cell, position.layout.place_boards
    houses = _easiest_first(position.layout)[cell]
    return next((house for house in houses if boards[house] & board == bit), None)


@lru_cache(maxsize=64)
def _easiest_first(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each cell its houses, those where a single is easiest to see first: boxes, lines, the rest."""
    return tuple(
        tuple(sorted(numbers, key=lambda h: EASIEST_FIRST.index(layout.houses[h].kind)))
        for numbers in layout.houses_at
    )


@cache
def _evidence(cell: int, digit: int, house: int | None = None, *, hidden: bool = False) -> Evidence:
    """Evidence is a value: the same few hundred pieces serve all singles of all puzzles."""
    role = Role(RoleKind.BASE, (cell,), (digit,), () if house is None else (house,))
    return Evidence((role,), (Truth(house=house, digit=digit) if hidden else Truth(cell=cell),))


# -- puzzles with rules ------------------------------------------------------------------------------------------------


def with_rules(position: Position, step: Step) -> Step:
    """The step; a single also names the rules by which digits on the board leave no other choice (anti-king …)."""
    if not position.rules or step.technique not in ("hidden-single", "naked-single"):
        return step
    layout, values = position.layout, position.values
    ((cell, digit),) = step.placements
    if step.technique == "naked-single":
        lost = [(cell, other) for other in layout.entries]
    else:
        lost = [(other, digit) for other in layout.houses[step.evidence.roles[0].houses[0]].cells]
    rules: dict[Rule, None] = {}
    for other, missing in lost:
        peers, seen = layout.peer_boards[other], position.sees(other)
        if values[other] or seen == peers:
            continue
        holders = sum(1 << each for each, value in enumerate(values) if value == missing)
        if holders & peers or not holders & seen:
            continue
        rules[next(rule for rule in position.rules if sight(layout, (rule,))[other] & holders)] = None
    return replace(step, evidence=replace(step.evidence, apart=tuple(rules)))
