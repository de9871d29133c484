"""Tridagon: twelve cells of four boxes that cannot be filled with three digits, so that a guardian is true.

Four boxes form a rectangle. Each has three of the cells, no two of them in the same row or column. Write 1, 2 and 3
into these: each row and each column of the pattern has two of its cells and so two different digits.

    1 · · | 2 · · | · · ·       from box to box, the three digits go round by one or by two places, and the way
    · 2 · | · 3 · | · · ·       around the rectangle must come back to where it began. It cannot, if an odd number
    · · 3 | · · 1 | · · ·       of the four boxes have their cells in an odd order (the rows of their columns 1 2 3:
    ------+-------+------       132, 213 or 321), such as box 5 here.
    3 · · | · · ? |
    · 1 · | · ? · |
    · · 2 | ? · · |

So one of the other candidates of these cells, a guardian, is true. If there is one, it is placed; if there are
several, what would take out all of them goes, directly or by the singles that follow from it. (The pattern is also
known as Thor's Hammer; it is in every known puzzle that needs trial and error nested three deep.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product

from nonet.bitsets import bits_in, mask_of
from nonet.layout import CLASSIC
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.logic.suppose import Net, ground_of
from nonet.step import Candidate, Deadly, Evidence, Role, RoleKind, Step, Truth

MOST_GUARDIANS = 4


def tridagons(position: Position, options: Options) -> Iterator[Step]:
    """Those with the fewest guardians first."""
    if position.layout != CLASSIC:
        return
    for guardians, cells, digits in sorted(_patterns(position), key=lambda each: (len(each[0]), each)):
        fins = (Role(RoleKind.FIN, (cell,), (digit,)) for cell, digit in guardians)
        evidence = Evidence(
            (Role(RoleKind.RECTANGLE, cells, digits), *fins), deadly=Deadly("impossible", cells, digits)
        )
        if len(guardians) == 1:
            yield Step("tridagon", guardians, (), evidence)
        else:
            for gone, truths in _eliminations(position, guardians):
                yield Step("tridagon", (), gone, replace(evidence, truths=truths))


def _patterns(position: Position) -> Iterator[tuple[tuple[Candidate, ...], tuple[int, ...], tuple[int, ...]]]:
    """Every pattern: its guardians, cells and digits. Each cell has two of the digits, each box has all three."""
    masks = position.masks
    for digits in combinations(position.layout.entries, 3):
        own = mask_of(digits)
        fitting = [[each for each in box if _fits(masks, each[1], own)] for box in _triples()]
        for band, other in combinations((0, 3, 6), 2):
            for stack, next_stack in combinations((0, 1, 2), 2):
                corners = band + stack, band + next_stack, other + stack, other + next_stack
                for chosen in product(*(fitting[box] for box in corners)):
                    cells = tuple(cell for _, triple in chosen for cell in triple)
                    count = sum((masks[cell] & ~own).bit_count() for cell in cells)
                    if sum(odd for odd, _ in chosen) % 2 and 0 < count <= MOST_GUARDIANS:
                        yield position.among(cells, ~own), cells, digits


def _fits(masks: list[int], cells: tuple[int, ...], digits: int) -> bool:
    """Whether these cells of a box may be part of a pattern."""
    held = [masks[cell] & digits for cell in cells]
    guardians = sum((masks[cell] & ~digits).bit_count() for cell in cells)
    return (
        guardians <= MOST_GUARDIANS
        and held[0] | held[1] | held[2] == digits
        and all(mask & (mask - 1) for mask in held)
    )


@cache
def _triples() -> tuple[tuple[tuple[bool, tuple[int, ...]], ...], ...]:
    """For each box the sets of three cells with no two in a line, and whether their order is odd."""
    return tuple(
        tuple(
            (
                sum(one > other for one, other in combinations(order, 2)) % 2 == 1,
                tuple(box.cells[3 * row + column] for row, column in enumerate(order)),
            )
            for order in permutations(range(3))
        )
        for box in CLASSIC.houses[18:]
    )


def _eliminations(
    position: Position, guardians: tuple[Candidate, ...]
) -> Iterator[tuple[tuple[Candidate, ...], tuple[Truth, ...]]]:
    """What would take out all guardians, with the truths by which it does: directly, then by the fewest."""
    ground = ground_of(position.layout)
    kept = sum(1 << ground.bit(each) for each in guardians)
    found: dict[tuple[Truth, ...], list[Candidate]] = {}
    for bit, possible in _supposed(position).items():
        if not possible & kept:
            cone = Net(position).supposing(bit).cone_of_lost(bits_in(kept))
            truths = tuple(truth for truth, _ in cone.inferences)
            found.setdefault(truths, []).append(ground.candidate(bit))
    for truths, gone in sorted(found.items(), key=lambda each: (len(each[0]), each[1])):
        yield tuple(sorted(gone)), truths


@remembered
def _supposed(position: Position) -> dict[int, int]:
    """For each candidate that singles alone do not refute, all candidates that they leave if it is true."""
    ground = ground_of(position.layout)
    possible, placed = ground.start(position)
    settled = ((bit, ground.suppose(possible, placed, bit)[0]) for bit in bits_in(possible & ~placed))
    return {bit: left for bit, left in settled if left >= 0}
