"""Fish of every kind and size, for one digit.

A fish has as many *cover* houses as *base* houses. Each base house has the digit once, and no two of them in
the same cell: if all base candidates are in cover houses, each cover house has the digit at a base candidate.

       X-wing: base rows 2 and 7, cover columns 3 and 8      with a fin, r7c9       sashimi

           c3        c8                                          c8  c9                 c8  c9
       r2  ●─────────●                                       r2  ●                  r2  ●
       r5  ✗         ✗                                       r7  ●───◆              r7  ·───◆
       r7  ●─────────●                                       r9  ✗                  r9  ✗

    eliminated     a cover candidate that is not a base candidate, or one that is in two cover houses (even a base
                   candidate: *cannibalism*)
    fin            a base candidate outside the cover houses. Either the fish holds or a fin is true: what the
                   fish would eliminate and every fin sees is wrong in both cases
    endo fin       a candidate in two base houses: if it were true, two base houses would share one cell. It
                   counts as a fin
    sashimi        without its fins, some base house has one candidate left or none

    basic          rows against columns, or columns against rows
    franken        the same with boxes on one side or both:       mutant    anything else:

                   c2        c4   c5   c6                                   c3             c8  c9
               r3  ●─────────●                                          r1                 ●
                           ┌─────────────┐                              r2  ●──────────────────●
               r5  ✗       │ ●         · │                              r6  ✗              ◆
               r6          │ ·         ● │
                           └─────────────┘                              base row 2 and column 8, cover
               r7  ●───────────────────●                                column 3 and box 3, fin r6c8

                   base rows 3, 7 and box 5, cover columns 2, 4, 6

Regions, windows and diagonals count as boxes.

The search begins at what a fish could eliminate: a candidate in no template of the digit. For such a target it
picks cover houses, the first of them through the target, and keeps the base houses whose candidates are
covered or see the target:

    target ✗ in c3;  covers c3, c8  →  rows with candidates in c3, in c8, in sight of ✗  →  any two of these

Fish come by their base houses, then by their cover houses, in the order of the layout: rows, columns, boxes,
others. A fish that hides a smaller one for the same target (it has a cover house too many) is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import cells_in, union
from nonet.dimensions import HouseKind
from nonet.layout import Layout
from nonet.limits import check_time
from nonet.logic.catalog import Finder
from nonet.logic.houses import candidates_at, lines_of, seen_by_all
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.templates import digits_with_doomed_places, possible_places
from nonet.step import Evidence, Role, RoleKind, Step, Truth

_NAMES = ("", "", "x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
"""By size: the number of base houses."""


class FishKind(Enum):
    """Which houses make the fish."""

    BASIC = "basic"
    FRANKEN = "franken"
    MUTANT = "mutant"

    __hash__ = object.__hash__


class Fish(NamedTuple):
    """A fish of one digit; boards are bitboards."""

    bases: tuple[int, ...]  # house numbers
    covers: tuple[int, ...]
    base: int  # the candidates of the base houses
    fins: int  # endo fins among them
    endo: int
    gone: int  # what it eliminates
    sashimi: bool


def fish(size: str, *traits: str) -> Finder:
    """The finder of the fish of a size; traits are franken or mutant, and finned or sashimi.

    Among basic fish, finned ones do not include those that are sashimi; among the others they do.
    """
    kind = next((kind for kind in FishKind if kind.value in traits), FishKind.BASIC)
    finned = "finned" in traits or "sashimi" in traits
    sashimi = "sashimi" in traits if finned and kind is FishKind.BASIC else None  # None: both will do
    prefixes = [each for each in ("sashimi", "finned", "franken", "mutant") if each in traits]
    key = "-".join([*prefixes, _NAMES[int(size)]])

    def find(position: Position, options: Options) -> Iterator[Step]:
        """Digit by digit. With `options.siamese`, two fish on the same base houses make one more step."""
        for digit, _ in digits_with_doomed_places(position):
            for caught in fish_of(position.layout, position.boards[digit], kind, int(size), finned, options):
                pairs = _siamese(caught) if options.siamese and finned else ()
                yield from (_step(key, digit, *pair) for pair in pairs if sashimi in (None, pair[0].sashimi))
                yield from (_step(key, digit, each) for each in caught if sashimi in (None, each.sashimi))

    return find


def _siamese(found: Sequence[Fish]) -> Iterator[tuple[Fish, Fish]]:
    """Two fish on the same base houses, each of which eliminates what the other does not."""
    for one, other in combinations(found, 2):
        if one.bases == other.bases and one.gone & ~other.gone and other.gone & ~one.gone:
            yield one, other


def _step(name: str, digit: int, *fish: Fish) -> Step:
    first = fish[0]
    roles = [Role(RoleKind.BASE, tuple(cells_in(first.base & ~first.fins)), (digit,), first.bases)]
    for each in fish:
        roles.append(Role(RoleKind.COVER, digits=(digit,), houses=each.covers))
        if each.fins & ~each.endo:
            roles.append(Role(RoleKind.FIN, tuple(cells_in(each.fins & ~each.endo)), (digit,)))
        if each.endo:
            roles.append(Role(RoleKind.FIN, tuple(cells_in(each.endo)), (digit,), label="endo"))
    gone = union(each.gone for each in fish)
    truths = tuple(Truth(house=house, digit=digit) for house in first.bases)
    return Step(name, (), candidates_at(gone, digit), Evidence(tuple(roles), truths))


# -- which houses --------------------------------------------------------------------------------------------


class _Sides(NamedTuple):
    """The houses that may be bases and those that may be covers."""

    bases: tuple[int, ...]
    covers: tuple[int, ...]
    most: int  # candidates of a base house in a cover house


@lru_cache(maxsize=256)
def _sides(layout: Layout, kind: FishKind) -> tuple[_Sides, ...]:
    rows, columns, others = lines_of(layout)
    if kind is FishKind.BASIC:
        pairs = [(rows, columns), (columns, rows)]
    elif kind is FishKind.FRANKEN:
        pairs = [(rows + others, columns + others), (columns + others, rows + others)] if others else []
    else:
        pairs = [(rows + columns + others,) * 2]
    boards, full = layout.house_boards, layout.place_boards

    def sides(bases: tuple[int, ...], covers: tuple[int, ...]) -> _Sides:
        bases = tuple(b for b in bases if full[b])
        shared = ((boards[b] & boards[c]).bit_count() for b in bases for c in covers if b != c)
        return _Sides(bases, covers, max(shared, default=0))

    return tuple(sides(*pair) for pair in pairs)


def _is_of(kind: FishKind, layout: Layout, bases: Sequence[int], covers: Sequence[int]) -> bool:
    """Whether these houses make a fish of this kind and not a simpler one."""
    if kind is FishKind.BASIC:
        return True
    across = {HouseKind.ROW, HouseKind.COLUMN}
    base = {layout.houses[number].kind for number in bases}
    cover = {layout.houses[number].kind for number in covers}
    lines = base & across, cover & across
    ordinary = len(lines[0]) == len(lines[1]) == 1 and lines[0] != lines[1]
    if kind is FishKind.FRANKEN:
        return ordinary and bool((base | cover) - across)
    return not ordinary


# -- the search ----------------------------------------------------------------------------------------------


def fish_of(
    layout: Layout, board: int, kind: FishKind, size: int, finned: bool, options: Options
) -> Iterator[tuple[Fish, ...]]:
    """All fish of a digit's places: first those with rows as bases, then those with columns.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.logic.options import DEFAULTS
    >>> rows = sum(1 << cell for cell in (11, 16, 56, 61))  # r2c38, r7c38
    >>> board = rows | 1 << 38 | sum(1 << cell for cell in range(27, 36))
    >>> found = fish_of(CLASSIC, board, FishKind.BASIC, 2, False, DEFAULTS)
    >>> [[fish.bases for fish in each] for each in found]
    [[(1, 6)], []]
    """
    fins, endo = (options.max_fins, options.max_endo_fins) if finned else (0, 0)
    for direction in range(len(_sides(layout, kind))):
        yield _caught(layout, board, kind, direction, size, fins, endo)


@lru_cache(maxsize=4096)
def _caught(
    layout: Layout, board: int, kind: FishKind, direction: int, size: int, max_fins: int, max_endo: int
) -> tuple[Fish, ...]:
    possible = possible_places(layout, board)
    if possible is None and kind is not FishKind.BASIC:
        return ()  # a big board, nearly empty: too many boxes to try for too many targets
    sides = _sides(layout, kind)[direction]
    inside = {number: board & layout.house_boards[number] for number in {*sides.bases, *sides.covers}}
    least = 1 if max_fins else 2
    bases = [number for number in sides.bases if inside[number].bit_count() >= least]
    covers = [number for number in sides.covers if inside[number]]
    if len(bases) < size or len(covers) < size:
        return ()
    fish_by_houses: dict[tuple[tuple[int, ...], tuple[int, ...]], Fish | None] = {}
    for first, loose in _beginnings(layout, inside, covers, board & ~(possible or 0), finned=max_fins > 0):
        wanted = size - len(first)
        net = [
            (number, left)
            for number in bases
            if number not in first
            and (left := inside[number] & loose)
            and left.bit_count() <= sides.most * wanted
        ]
        if len(net) < size:
            continue
        rest = [number for number in covers if number not in first]
        for chosen, kept in _covered(net, rest, inside, size, wanted, sides.most):
            all_covers = tuple(sorted(first + chosen))
            for bodies in combinations(kept, size):
                key = bodies, all_covers
                if key in fish_by_houses or not _needs_all(bodies, chosen, inside, loose):
                    continue
                fish_by_houses[key] = None
                if _is_of(kind, layout, bodies, all_covers):
                    fish_by_houses[key] = _fish(layout, inside, bodies, all_covers, max_fins, max_endo)
    return tuple(fish for _, fish in sorted(fish_by_houses.items()) if fish is not None)


def _beginnings(
    layout: Layout, inside: dict[int, int], covers: Sequence[int], targets: int, *, finned: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Where the search for cover houses begins, and which cells they still have to cover.

    With fins: at each target a cover house through it; what the target sees may be a fin. Without fins,
    nothing depends on the target.
    """
    if not finned:
        yield (), -1
        return
    for target in cells_in(targets):
        for first in layout.houses_at[target]:
            if first in covers:
                yield (first,), ~(layout.peer_boards[target] | inside[first])


def _covered(
    net: list[tuple[int, int]], rest: Sequence[int], inside: dict[int, int], size: int, wanted: int, most: int
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Every choice of `wanted` more covers that contain all of `size` bases or more, and these bases."""
    check_time()
    all_left = union(left for _, left in net)
    for index, number in enumerate(rest):
        if not all_left & inside[number]:
            continue
        cells = ~inside[number]
        if wanted == 1:
            kept = [base for base, left in net if not left & cells and base != number]
            if len(kept) >= size:
                yield (number,), kept
            continue
        room = most * (wanted - 1)
        smaller = [
            (base, now) for base, left in net if (now := left & cells).bit_count() <= room and base != number
        ]
        if len(smaller) >= size:
            for chosen, kept in _covered(smaller, rest[index + 1 :], inside, size, wanted - 1, most):
                yield (number, *chosen), kept


def _needs_all(bases: Sequence[int], covers: Sequence[int], inside: dict[int, int], loose: int) -> bool:
    """Whether each of these covers contains something that no other does."""
    left = union(inside[number] for number in bases) & loose
    return all(left & ~union(inside[other] for other in covers if other != number) for number in covers)


def _fish(
    layout: Layout,
    inside: dict[int, int],
    bases: tuple[int, ...],
    covers: tuple[int, ...],
    max_fins: int,
    max_endo: int,
) -> Fish | None:
    """The fish that these houses make, if they make one within the bounds that eliminates something."""
    base = endo = endo_count = cover = twice = 0
    for number in bases:
        shared = base & inside[number]
        endo_count += shared.bit_count()
        endo |= shared
        base |= inside[number]
    for number in covers:
        if not base & inside[number]:
            return None
        twice |= cover & inside[number]
        cover |= inside[number]
    fins = base & ~cover | endo
    if endo_count > max_endo or fins.bit_count() > max_fins or bool(max_fins) != bool(fins):
        return None
    gone = (cover & ~base | twice) & seen_by_all(layout, cells_in(fins))
    if not gone:
        return None
    sashimi = any((inside[number] & ~fins).bit_count() < 2 for number in bases)
    return Fish(bases, covers, base, fins, endo, gone, sashimi)
