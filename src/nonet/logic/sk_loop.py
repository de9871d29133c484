"""SK-loop: sixteen cells around four filled ones, with room for sixteen digits and no more.

Four boxes that form a rectangle, and in each a corner: the crossing of one of two rows with one of two columns. The
other cells that a corner's row and column have in its box are two pairs, eight pairs in all. Each pair shares a line
with the next, then a box, and so on around:

    · a a | · b b | · · ·        row 1 joins a and b, box 2 joins b and c,
    h · · | c · · | · · ·        column 4 joins c and d, box 5 joins d and e …
    h · · | c · · | · · ·
    ------+-------+------
    g · · | d · · |              the corners are r1c1, r1c4, r4c1 and r4c4
    · f f | · e e |

A digit fits once into a line or box. Give every candidate of the pairs to the line or to the box of its pair: if the
lines and boxes then have sixteen digits, as many as there are cells, each of these digits is in the cells of its line
or box, and goes from the rest of it. (After S. Kurzhals, who found it in Easter Monster.)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from string import ascii_uppercase
from typing import NamedTuple

from nonet.bitsets import board_of, cells_in, union
from nonet.layout import CLASSIC
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Candidate, Evidence, Role, RoleKind, Step, Truth


class _Ring(NamedTuple):
    pairs: tuple[int, ...]  # bitboards; the house of the same place joins a pair to the next
    houses: tuple[int, ...]
    board: int


def sk_loops(position: Position, options: Options) -> Iterator[Step]:
    """Ring by ring. Each digit is given to the houses from which it takes out most."""
    if position.layout != CLASSIC:
        return
    for ring in _rings():
        if ring.board & ~position.unsolved:
            continue
        held = [
            board_of(place for place, pair in enumerate(ring.pairs) if board & pair)
            for board in position.boards[1:]
        ]
        if sum(len(_covers()[pairs][0]) for pairs in held) != ring.board.bit_count():
            continue
        gone: list[Candidate] = []
        given: list[list[int]] = [[] for _ in ring.houses]
        for digit, pairs in enumerate(held, start=1):
            chosen = [(_outside(position, ring, digit, cover), cover) for cover in _covers()[pairs]]
            out, cover = max(chosen, key=lambda each: len(each[0]))
            gone += out
            for place in cover:
                given[place].append(digit)
        if gone:
            yield _step(ring, given, gone)


def _outside(position: Position, ring: _Ring, digit: int, cover: tuple[int, ...]) -> list[Candidate]:
    """The digit in these houses, outside the ring."""
    board = union(CLASSIC.house_boards[ring.houses[place]] for place in cover)
    return [(cell, digit) for cell in cells_in(position.boards[digit] & board & ~ring.board)]


def _step(ring: _Ring, given: list[list[int]], gone: list[Candidate]) -> Step:
    roles: list[Role] = []
    for place, digits in enumerate(given):
        cells = tuple(cells_in(ring.pairs[place] | ring.pairs[(place + 1) % 8]))
        if digits:
            label = ascii_uppercase[len(roles)]
            roles.append(Role(RoleKind.SET, cells, tuple(digits), (ring.houses[place],), label))
    truths = tuple(Truth(cell=cell) for cell in cells_in(ring.board))
    return Step("sk-loop", (), tuple(sorted(gone)), Evidence(tuple(roles), truths))


@cache
def _covers() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each set of pairs the smallest sets of houses that hold them; house n holds the pairs n and n + 1."""
    every = [houses for size in range(9) for houses in combinations(range(8), size)]
    holding = {each: board_of(n % 8 for house in each for n in (house, house + 1)) for each in every}
    found = []
    for pairs in range(1 << 8):
        held = [each for each, board in holding.items() if not pairs & ~board]
        found.append(tuple(each for each in held if len(each) == len(held[0])))
    return tuple(found)


@cache
def _rings() -> tuple[_Ring, ...]:
    rings = []
    boards, thirds = CLASSIC.house_boards, (range(3), range(3, 6), range(6, 9))
    for bands, stacks in product(combinations(thirds, 2), repeat=2):
        for top, bottom, left, right in product(*bands, *stacks):
            pairs, houses = [], []
            corners = (top, left), (top, right), (bottom, right), (bottom, left)
            for (row, column), leaves_by in zip(corners, (0, 1, 0, 1), strict=True):
                at = CLASSIC.houses_at[row * 9 + column]
                own = [boards[line] & boards[at[2]] & ~(1 << row * 9 + column) for line in at[:2]]
                pairs += [own[1 - leaves_by], own[leaves_by]]
                houses += [at[2], at[leaves_by]]
            rings.append(_Ring(tuple(pairs), tuple(houses), sum(pairs)))
    return tuple(rings)
