"""Almost locked sets (see almost_locked): two, three, or a flower of them.

    ALS-XZ       A and B have a restricted common x: one of them is locked without it. A digit z of both
                 is then in A or in B, and goes from what sees all its places in both.

                     A {x z …} ── x ── B {x z …}                  z goes where it sees z in A and z in B

                 With two restricted commons x and y, each set gets one of them: both are locked, x and y
                 are in them, and each of their digits goes from what sees all its places in the set.

    ALS-XY-wing  A {x z …} ── x ── C {x y …} ── y ── B {y z …}    as above; C is the hinge

    death        a stem cell, and for each of its candidates a set (a petal) in which all places of it see the
    blossom      stem. Whatever the stem takes, one petal is locked; a digit z of all petals goes from what
                 sees it in all of them.

                     A {1 z …} ── [1 2 3] ── B {2 z …}
                                     │
                                 C {3 z …}

A longer row of sets is an ALS chain (see als_chains). Sets may share cells only if the options say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from nonet.bitsets import bits_in, board_of, cells_in, digits_in, groups_at
from nonet.logic.almost_locked import AlmostLocked, LockedSets, cell_truths, locked_sets, places_in
from nonet.logic.als_chains import als_chains as als_chains  # the catalogue names it here
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Evidence, Role, RoleKind, Step, Truth


def als_xz(position: Position, options: Options) -> Iterator[Step]:
    """Two sets with one restricted common, or with two."""
    locked = locked_sets(position)
    sets = locked.sets
    for number, tied in enumerate(locked.commons(overlap=False)):
        first = sets[number]
        for other, commons in tied.items():
            second = sets[other]
            gone = first.sight & second.sight
            if commons & (commons - 1):
                outer = ~locked.layers(commons)
                gone |= locked.without_cells(first.sight & outer, second.cells)
                gone |= locked.without_cells(second.sight & outer, first.cells)
            elif gone:
                gone &= ~locked.layers(commons)
            if gone:
                yield _step("als-xz", locked, gone, [first, second], [commons])


def als_xy_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two sets that are tied to a third by different digits."""
    locked = locked_sets(position)
    sets = locked.sets
    commons = locked.commons(overlap=options.als_overlap)
    later = [board_of(tied) for tied in commons]
    earlier = groups_at(len(sets), commons)

    @cache
    def ends(number: int) -> int:
        """The sets that can be the other end of a wing."""
        meeting = locked.meeting(sets[number].sight)
        return meeting if options.als_overlap else meeting & ~locked.touching[number]

    # A wing is two ties (a, b), a before b, that have one set in common; ties in the order of a, then b.
    for a, tied in enumerate(commons):
        for b, one in tied.items():
            after_b = -1 << (b + 1)
            wings = [(b, a, c) for c in bits_in(later[a] & after_b & ends(b))]
            wings += [(a, b, c) for c in bits_in(earlier[b] & -1 << (a + 1) & ends(a))]
            wings += [(a, b, c) for c in bits_in(later[b] & ends(a))]
            for end, hinge, far in wings:
                two = commons[min(hinge, far)][max(hinge, far)]
                if one == two and not one & (one - 1):
                    continue
                first, second = sets[end], sets[far]
                if not first.cells & ~second.cells or not second.cells & ~first.cells:
                    continue
                if gone := first.sight & second.sight & ~locked.layers(one | two):
                    yield _step("als-xy-wing", locked, gone, [first, second, sets[hinge]], [one, two])


def death_blossoms(position: Position, options: Options) -> Iterator[Step]:
    """A cell whose candidates all lead to sets with a digit in common; each conclusion once."""
    locked = locked_sets(position)
    done: set[int] = set()
    for stem, mask in enumerate(position.masks):
        if mask.bit_count() < 2:
            continue
        digits = tuple(digits_in(mask))
        petals = [locked.seeing.get(digit * locked.width + stem, 0) for digit in digits]
        if not all(petals):
            continue
        best: dict[int, tuple[int, ...]] = {}
        for gone, chosen in _flowers(locked, petals, ~locked.layers(mask), options.als_overlap):
            if gone not in done and (gone not in best or _size(locked, chosen) < _size(locked, best[gone])):
                best[gone] = chosen
        for gone, chosen in best.items():
            done.add(gone)
            yield _blossom(locked, stem, digits, [locked.sets[number] for number in chosen], gone)


def _flowers(
    locked: LockedSets, petals: list[int], allowed: int, overlap: bool
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every choice of one petal for each candidate of the stem that leaves something to eliminate."""
    stack: list[tuple[tuple[int, ...], int, int]] = [((), allowed, 0)]
    while stack:
        chosen, gone, cells = stack.pop()
        place = len(chosen)
        if place == len(petals):
            yield gone, chosen
            continue
        able = petals[place] & locked.meeting(gone) if chosen else petals[place]
        longer = []
        for number in bits_in(able):
            petal = locked.sets[number]
            left = gone & petal.sight
            if left and (overlap or not petal.cells & cells):
                longer.append(((*chosen, number), left, cells | petal.cells))
        stack.extend(reversed(longer))


def _size(locked: LockedSets, chosen: tuple[int, ...]) -> int:
    return sum(locked.sets[number].cells.bit_count() for number in chosen)


# -- steps ---------------------------------------------------------------------------------------------------


def _step(
    technique: str, locked: LockedSets, gone: int, sets: list[AlmostLocked], commons: list[int]
) -> Step:
    """Sets in the order A, B, C; each common ties one of the first sets to the last."""
    eliminations = locked.candidates(gone)
    roles = [each.role(label) for each, label in zip(sets, "ABC", strict=False)]
    for common, each in zip(commons, sets, strict=False):
        roles += (places_in((each, sets[-1]), digit, RoleKind.COMMON) for digit in digits_in(common))
    targets = {digit for _, digit in eliminations if digit in sets[0].places and digit in sets[1].places}
    roles += (places_in(sets[:2], digit, RoleKind.PINCER) for digit in sorted(targets))
    return Step(technique, (), eliminations, Evidence(tuple(roles), cell_truths(sets)))


def _blossom(
    locked: LockedSets, stem: int, digits: tuple[int, ...], petals: list[AlmostLocked], gone: int
) -> Step:
    roles = [Role(RoleKind.PIVOT, (stem,), digits)]
    for number, (digit, petal) in enumerate(zip(digits, petals, strict=True)):
        roles.append(petal.role(chr(ord("A") + number)))
        roles.append(Role(RoleKind.COMMON, (stem, *cells_in(petal.places[digit])), (digit,)))
    eliminations = locked.candidates(gone)
    targets = sorted({digit for _, digit in eliminations})
    roles += (places_in(petals, digit, RoleKind.PINCER) for digit in targets)
    truths = (Truth(cell=stem), *cell_truths(petals))
    return Step("death-blossom", (), eliminations, Evidence(tuple(roles), truths))
