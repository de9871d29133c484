"""The bivalue universal grave: a position that the one solution of a puzzle can never lead to.

If every empty cell had two candidates, and every digit two places in each house that still needs it, then the
other candidates of all cells would make another solution. So one of the *extras* that keep a position from being
such a grave is true.

    BUG+1    there is one extra: its cell takes it

        r5c5 has 3 7 9, all other cells two candidates; 7 has three places in row 5, in column 5 and in box 5:
        r5c5 is 7

    type 2   all extras are the same digit: it is eliminated from every cell that sees all of them
    type 3   the cells with extras are in one house, and the extras make a naked subset with others of it
    type 4   two cells with extras in one house, where another digit of both has no other place: it takes one
             of the cells, an extra the other; their other candidates are eliminated
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from nonet.bitsets import cells_in, digits_in, mask_of, union
from nonet.logic.houses import candidates_at, seen_by_all, shared_houses
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Candidate, Deadly, Evidence, Role, RoleKind, Step, Truth

_MOST_CELLS = 6
"""No grave is searched for if more cells than this have extras."""


def bug_plus_1(position: Position, options: Options) -> Iterator[Step]:
    """One candidate too many for a grave."""
    total = sum(board.bit_count() for board in position.boards)
    if total != 2 * position.unsolved.bit_count() + 1:
        return
    for extras in _graves(position):
        if len(extras) > 1:
            continue  # some cell has no candidate
        ((cell, digit),) = extras
        yield _step("bug-plus-1", extras, position.among([cell], ~(1 << (digit - 1))))


def bug_types(position: Position, options: Options) -> Iterator[Step]:
    """Several candidates too many for a grave."""
    extra = sum(board.bit_count() for board in position.boards) - 2 * position.unsolved.bit_count()
    if not 2 <= extra <= 3 * _MOST_CELLS:
        return
    for extras in _graves(position):
        cells = tuple(sorted({cell for cell, _ in extras}))
        if len(cells) > 1:
            yield from _same_digit(position, extras, cells)
            yield from _with_subset(position, extras, cells)
            yield from _with_lock(position, extras, cells)


def _graves(position: Position) -> Iterator[tuple[Candidate, ...]]:
    """Every choice of extras, in the cells with more than two candidates, without which a grave is left."""
    layout, masks = position.layout, position.masks
    wide = [cell for cell, mask in enumerate(masks) if mask.bit_count() > 2]
    if not wide or len(wide) > _MOST_CELLS or any(mask.bit_count() == 1 for mask in masks):
        return
    if any(len(house.cells) < layout.size for house in layout.houses):
        return  # two cells that could take a digit may both go without it
    once, twice = [0] * len(layout.houses), [0] * len(layout.houses)  # the digits met so often in each house

    def meet(cell: int, mask: int) -> bool:
        for house in layout.houses_at[cell]:
            if mask & twice[house]:
                return False
        for house in layout.houses_at[cell]:
            twice[house] |= once[house] & mask
            once[house] ^= mask
        return True

    def part(cell: int, mask: int) -> None:
        for house in layout.houses_at[cell]:
            once[house] ^= mask
            twice[house] &= ~(once[house] & mask)

    for cell in cells_in(position.unsolved):
        if masks[cell].bit_count() == 2 and not meet(cell, masks[cell]):
            return

    def choose(place: int, extras: tuple[Candidate, ...]) -> Iterator[tuple[Candidate, ...]]:
        if place == len(wide):
            if not any(once):
                yield extras
            return
        cell = wide[place]
        for pair in combinations(digits_in(masks[cell]), 2):
            mask = mask_of(pair)
            if meet(cell, mask):
                more = tuple((cell, digit) for digit in digits_in(masks[cell] & ~mask))
                yield from choose(place + 1, (*extras, *more))
                part(cell, mask)

    yield from choose(0, ())


def _same_digit(position: Position, extras: tuple[Candidate, ...], cells: tuple[int, ...]) -> Iterator[Step]:
    digits = {digit for _, digit in extras}
    if len(digits) == 1:
        digit = digits.pop()
        if board := position.boards[digit] & seen_by_all(position.layout, cells):
            yield _step("bug-type-2", extras, candidates_at(board, digit))


def _with_subset(position: Position, extras: tuple[Candidate, ...], cells: tuple[int, ...]) -> Iterator[Step]:
    mask = mask_of(digit for _, digit in extras)
    if mask.bit_count() == 1:
        return
    for house in shared_houses(position.layout, cells):
        others = [
            cell for cell in position.layout.houses[house].cells if position.masks[cell] and cell not in cells
        ]
        for count in range(1, len(others)):
            for subset in combinations(others, count):
                digits = mask | union(position.masks[cell] for cell in subset)
                if digits.bit_count() != count + 1:
                    continue
                if gone := position.among((cell for cell in others if cell not in subset), digits):
                    role = Role(RoleKind.BASE, subset, tuple(digits_in(digits)), (house,))
                    truths = tuple(Truth(cell=cell) for cell in subset)
                    yield _step("bug-type-3", extras, gone, truths=truths, roles=(role,))


def _with_lock(position: Position, extras: tuple[Candidate, ...], cells: tuple[int, ...]) -> Iterator[Step]:
    if len(cells) != 2:
        return
    one, two = cells
    own = 1 << one | 1 << two
    mask = mask_of(digit for _, digit in extras)
    done: set[tuple[Candidate, ...]] = set()
    for house in shared_houses(position.layout, cells):
        places = position.layout.place_boards[house]
        for digit in digits_in(position.masks[one] & position.masks[two] & ~mask):
            if not places or position.boards[digit] & places & ~own:
                continue
            rest = position.among(cells, ~(1 << (digit - 1)))
            gone = tuple(each for each in rest if each not in extras)
            if gone and gone not in done:
                done.add(gone)
                role = Role(RoleKind.COVER, cells, (digit,), (house,))
                truths = (Truth(house=house, digit=digit),)
                yield _step("bug-type-4", extras, gone, truths=truths, roles=(role,))


def _step(
    technique: str,
    extras: tuple[Candidate, ...],
    gone: tuple[Candidate, ...],
    *,
    truths: tuple[Truth, ...] = (),
    roles: tuple[Role, ...] = (),
) -> Step:
    fins = tuple(Role(RoleKind.FIN, (cell,), (digit,)) for cell, digit in extras)
    deadly = Deadly("bug", tuple(cell for cell, _ in extras), tuple(digit for _, digit in extras))
    return Step(technique, (), gone, Evidence((*fins, *roles), truths, deadly=deadly))
