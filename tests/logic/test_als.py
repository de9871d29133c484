"""Almost locked sets: compared with a brute-force search by the definitions."""

from __future__ import annotations

from itertools import combinations

import pytest

from logic.boards import Example, examples, layout_name
from many_cases import for_each, spread
from nonet.bitsets import cells_in, digits_in
from nonet.layout import CLASSIC
from nonet.logic.almost_locked import locked_sets
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import all_steps
from nonet.logic.position import Position
from nonet.logic.verify import verify
from nonet.step import Candidate

SMALL = [example for example in examples("set-layouts") if example.layout.size == 6]
Conclusion = frozenset[Candidate]
Plain = tuple[frozenset[int], frozenset[int]]
"""The cells and the digits of a set."""


# -- the definitions --------------------------------------------------------------------------------------------


def _sets(position: Position) -> set[Plain]:
    found = set()
    for house in position.layout.houses:
        cells = [cell for cell in house.cells if position.masks[cell]]
        for count in range(1, len(house.cells)):
            for some in combinations(cells, count):
                digits = frozenset(digit for cell in some for digit in digits_in(position.masks[cell]))
                if len(digits) == count + 1:
                    found.add((frozenset(some), digits))
    return found


def _places(position: Position, each: Plain, digit: int) -> set[int]:
    return {cell for cell in each[0] if position.has((cell, digit))}


def _commons(position: Position, one: Plain, two: Plain) -> set[int]:
    """The restricted commons of two disjoint sets."""
    peers = position.layout.peers
    return {
        digit
        for digit in one[1] & two[1]
        if all(b in peers[a] for a in _places(position, one, digit) for b in _places(position, two, digit))
    }


def _seen(position: Position, digit: int, cells: set[int]) -> set[Candidate]:
    peers = position.layout.peers
    return {
        (cell, digit)
        for cell in range(position.layout.cell_count)
        if position.has((cell, digit)) and all(cell in peers[other] for other in cells)
    }


def _between(position: Position, one: Plain, two: Plain, used: set[int]) -> Conclusion:
    """What can be eliminated if each common digit, except those used, is in one set or the other."""
    return frozenset(
        candidate
        for digit in (one[1] & two[1]) - used
        for candidate in _seen(position, digit, _places(position, one, digit) | _places(position, two, digit))
    )


@for_each(examples("set-layouts"))
def test_all_sets_are_found_once(example: Example) -> None:
    position = example.position()
    found = locked_sets(position).sets
    plain = {(frozenset(cells_in(each.cells)), frozenset(digits_in(each.digits))) for each in found}
    assert len(plain) == len(found)
    assert plain == _sets(position)


@for_each(SMALL)
def test_pairs_of_sets(example: Example) -> None:
    position = example.position()
    expected = set()
    for one, two in combinations(_sets(position), 2):
        if one[0] & two[0] or not (commons := _commons(position, one, two)):
            continue
        gone: set[Candidate] = set()
        for common in commons:
            gone |= _between(position, one, two, {common})
        if len(commons) > 1:  # both are locked
            for each in (one, two):
                for digit in each[1] - commons:
                    for cell, _ in _seen(position, digit, _places(position, each, digit)):
                        if cell not in one[0] | two[0]:
                            gone.add((cell, digit))
        expected.add(frozenset(gone))
    found = {frozenset(step.eliminations) for step in all_steps(position, "als-xz")}
    assert found == expected - {frozenset()}


@pytest.mark.parametrize("example", spread(SMALL, 3), ids=layout_name)
def test_wings_of_sets(example: Example) -> None:
    position = example.position()
    sets = _sets(position)
    expected = set()
    for hinge in sets:
        tied = [
            (each, commons)
            for each in sets
            if not each[0] & hinge[0] and (commons := _commons(position, each, hinge))
        ]
        for (one, first), (two, second) in combinations(tied, 2):
            if not one[0] & two[0] and len(first | second) > 1:
                expected.add(_between(position, one, two, first | second))
    found = {frozenset(step.eliminations) for step in all_steps(position, "als-xy-wing")}
    assert found == expected - {frozenset()}


@pytest.mark.parametrize("example", SMALL[:4], ids=layout_name)
def test_chains_in_order(example: Example) -> None:
    """The finder has the conclusion of every chain of up to six sets, enumerated by brute force."""
    position = example.position()
    found = locked_sets(position)
    sets, commons = found.sets, found.commons(overlap=False)
    expected: set[Conclusion] = set()

    def walk(start: int, first: int, last: int, entry: int, count: int) -> None:
        for other, digits in commons[last].items():
            exits = digits & ~(entry & -entry) if entry else digits
            for choice in [exits] if entry else [1 << (digit - 1) for digit in digits_in(exits)]:
                if not choice:
                    continue
                leaving = first or choice
                if count >= 3:
                    gone = sets[start].sight & sets[other].sight & ~found.layers(leaving | choice)
                    expected.add(frozenset(found.candidates(gone)))
                if count < 5:
                    walk(start, leaving, other, choice, count + 1)

    for number in range(len(sets)):
        walk(number, 0, number, 0, 1)
    conclusions = {frozenset(step.eliminations) for step in all_steps(position, "als-chain")}
    assert expected - {frozenset()} <= conclusions


# -- evidence --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", spread(SMALL[::2], 2), ids=layout_name)
def test_evidence_of_chains(example: Example) -> None:
    """At least four different sets, each linked to the next; most eliminations first, no conclusion twice."""
    position = example.position()
    for options in (DEFAULTS, Options(als_chains_in_order=False)):
        steps = list(all_steps(position, "als-chain", options=options))
        assert len({step.eliminations for step in steps}) == len(steps)
        sizes = [len(step.eliminations) for step in steps]
        assert sizes == sorted(sizes, reverse=True)
        for step in steps[:20]:
            nodes = [link.start for link in step.evidence.links]
            assert len(nodes) >= 4
            assert len({node.set_cells for node in nodes}) == len(nodes)
            sets = [
                (
                    frozenset(node.set_cells),
                    frozenset(d for cell in node.set_cells for d in digits_in(position.masks[cell])),
                )
                for node in nodes
            ]
            for one, two, node in zip(sets, sets[1:], nodes[1:], strict=False):
                assert node.digit in _commons(position, one, two)
            verify(position, step)


def test_chains_in_any_order_find_at_least_those_in_order() -> None:
    for example in SMALL[::9]:
        position = example.position()
        ordered = {frozenset(step.eliminations) for step in all_steps(position, "als-chain")}
        free = Options(als_chains_in_order=False)
        every = {frozenset(step.eliminations) for step in all_steps(position, "als-chain", options=free)}
        assert ordered <= every


def test_sets_that_share_cells_need_the_option() -> None:
    """The sets of a wing and the petals of a blossom are disjoint unless the options allow overlaps."""
    more = 0
    for example in SMALL[::2]:
        position = example.position()
        for key in ("als-xy-wing", "death-blossom"):
            for step in all_steps(position, key):
                cells = [
                    cell for role in step.evidence.roles if role.kind.value == "set" for cell in role.cells
                ]
                assert len(cells) == len(set(cells))
            with_overlap = list(all_steps(position, key, options=Options(als_overlap=True)))
            for step in with_overlap[:20]:
                verify(position, step)
                assert example.agrees(step)
            more += len(with_overlap) > len(list(all_steps(position, key)))
    assert more


def test_two_restricted_commons_lock_both_sets() -> None:
    """In box 1, r1c12 have 12 23 and r3c12 have 14 24. 1 and 2 link them; 3 is eliminated in row 1, 4 in row 3."""
    masks = [0b111111111] * 81
    masks[0], masks[1] = 0b011, 0b110
    masks[18], masks[19] = 0b1001, 0b1010
    position = Position(CLASSIC, [0] * 81, masks, 0)
    (step,) = (
        step
        for step in all_steps(position, "als-xz")
        if [role.cells for role in step.evidence.roles[:2]] == [(0, 1), (18, 19)]
    )
    verify(position, step)
    assert {(8, 3), (26, 4)} <= set(step.eliminations)
    assert {(9, 1), (9, 2)} <= set(step.eliminations)
