"""Kraken fish: a fish with fins that do not see what it would eliminate, but reach it by chains.

In a fish each base house has its digit in one of as many cover houses; with fins, that holds or a fin is true.

    type 1    a candidate of a cover house, no base candidate: a fish without fins would eliminate it.
              Each fin leads to its end by a chain, so it goes.

                  c2        c7                c9
              r3  ●─────────●                          rows 3 and 8, columns 2 and 7
              r8  ●─────────●─────────────── fin ── … ── r5c2 off
              r5  ✗

    type 2    any candidate: every base candidate of one cover house leads to its end, and every fin as well.

Fish of two to four rows or columns (of two houses, boxes as well), one or two fins. Chains may run through
groups. Smaller fish first, then shorter chains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import bits_in, common, union
from nonet.logic.houses import lines_of
from nonet.logic.links import Chain, Web, evidence_of_chains, grouped_web
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Evidence, Role, RoleKind, Step, Truth

MAX_FINS = 2
LARGEST = 4


class _Fish(NamedTuple):
    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    base: int  # the places of the digit in the base houses
    fins: int


def kraken_fish(position: Position, options: Options) -> Iterator[Step]:
    """Both types."""
    web = grouped_web(position)
    best: dict[tuple[str, int], tuple[tuple[int, int], _Fish, int, list[int]]] = {}
    for fish in _fishes(position):
        for technique, cover, target, starts in _krakens(web, fish):
            length = sum(len(web.chain((start, True), (target, False))) for start in starts)
            price = len(fish.bases), length
            if (technique, target) not in best or price < best[technique, target][0]:
                best[technique, target] = price, fish, cover, starts
    for technique, target in sorted(best, key=lambda key: (best[key][0], key)):
        _, fish, cover, starts = best[technique, target]
        chains = [web.chain((start, True), (target, False)) for start in starts]
        yield Step(technique, (), (web.candidate(target),), _evidence(web, fish, cover, chains))


# -- the fish ------------------------------------------------------------------------------------------------


def _fishes(position: Position) -> Iterator[_Fish]:
    """Every fish with one or two fins, base houses that share no place, covers that are not bases."""
    rows, columns, others = lines_of(position.layout)
    for digit in position.layout.entries:
        board = position.boards[digit]
        inside = [board & cells for cells in position.layout.house_boards]
        full = position.layout.place_boards
        for lines, across in ((rows, columns), (columns, rows)):
            for size in range(2, LARGEST + 1):
                able = [number for number in lines + others * (size == 2) if full[number]]
                bases = [number for number in able if inside[number].bit_count() > 1]
                covers = across + others * (size == 2)
                for chosen in combinations(bases, size):
                    base = union(inside[number] for number in chosen)
                    if base.bit_count() < sum(inside[number].bit_count() for number in chosen):
                        continue  # two of them share a place
                    if size == 2 or base.bit_count() <= 3 * size + MAX_FINS:
                        usable = [number for number in covers if number not in chosen]
                        for kept, fins in _covered(inside, usable, base, size):
                            yield _Fish(digit, chosen, kept, base, fins)


def _covered(
    inside: list[int], covers: Sequence[int], base: int, size: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of covers that leaves one place or two, each cover with two base places at least."""
    useful = [number for number in covers if (inside[number] & base).bit_count() > 1]
    for chosen in combinations(useful, size):
        left = base & ~union(inside[number] for number in chosen)
        if 0 < left.bit_count() <= MAX_FINS:
            yield chosen, left


# -- the chains ----------------------------------------------------------------------------------------------


def _krakens(web: Web, fish: _Fish) -> Iterator[tuple[str, int, int, list[int]]]:
    """Technique, cover house, what goes, and where the chains start."""
    _, off_sets = web.closure
    board = web.position.boards[fish.digit]
    number = web.number[fish.digit]
    fins = [number[cell] for cell in bits_in(fish.fins)]
    reached = common([off_sets[fin] for fin in fins]) & (1 << web.count) - 1
    if not reached:
        return
    house_boards, peer_boards = web.layout.house_boards, web.layout.peer_boards
    for cover in fish.covers:
        inside = board & house_boards[cover]
        for cell in bits_in(inside & ~fish.base):
            direct = not fish.fins & ~peer_boards[cell]
            if reached >> number[cell] & 1 and not direct:
                yield "kraken-fish-1", cover, number[cell], fins
        starts = [number[cell] for cell in bits_in(inside & fish.base)]
        if inside & ~fish.base:  # otherwise the cover itself is a truth, and the step a forcing chain
            for target in bits_in(common([reached, *(off_sets[start] for start in starts)])):
                if target not in starts and target not in fins:
                    yield "kraken-fish-2", cover, target, [*starts, *fins]


def _evidence(web: Web, fish: _Fish, cover: int, chains: list[Chain]) -> Evidence:
    truths = [Truth(house=house, digit=fish.digit) for house in fish.bases]
    roles = (
        Role(RoleKind.BASE, tuple(bits_in(fish.base & ~fish.fins)), (fish.digit,), fish.bases),
        Role(RoleKind.COVER, digits=(fish.digit,), houses=fish.covers),
        Role(RoleKind.FIN, cells=tuple(bits_in(fish.fins)), digits=(fish.digit,)),
        Role(RoleKind.PIVOT, digits=(fish.digit,), houses=(cover,)),
    )
    return evidence_of_chains(web, roles, chains, truths)
