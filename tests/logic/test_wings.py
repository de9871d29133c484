"""XY-wings, XYZ-wings, WXYZ-wings and W-wings: compared with a brute-force search by the definitions."""

from __future__ import annotations

from itertools import combinations

from logic.boards import Example, examples
from many_cases import for_each
from nonet.bitsets import digits_in
from nonet.layout import CLASSIC
from nonet.logic.path import all_steps
from nonet.logic.position import Position
from nonet.step import Candidate

Conclusion = frozenset[Candidate]


@for_each(examples("set-layouts"))
def test_all_wings_against_a_plain_count(example: Example) -> None:
    position = example.position()
    assert _found(position, "xy-wing") == _xy_wings(position)
    assert _found(position, "xyz-wing") == _xyz_wings(position)
    assert _found(position, "w-wing") == _w_wings(position)


def _found(position: Position, key: str) -> set[Conclusion]:
    return {frozenset(step.eliminations) for step in all_steps(position, key)}


def _digits(position: Position) -> dict[int, set[int]]:
    return {cell: set(digits_in(mask)) for cell, mask in enumerate(position.masks) if mask}


def _seen_by(position: Position, cells: tuple[int, ...], digit: int) -> Conclusion:
    peers = position.layout.peers
    return frozenset(
        (cell, digit)
        for cell in range(len(peers))
        if position.has((cell, digit)) and all(cell in peers[other] for other in cells)
    )


def _xy_wings(position: Position) -> set[Conclusion]:
    digits, peers = _digits(position), position.layout.peers
    result = set()
    for pivot in (cell for cell in digits if len(digits[cell]) == 2):
        around = [cell for cell in peers[pivot] if len(digits.get(cell, ())) == 2]
        for one, two in combinations(around, 2):
            common = (digits[one] & digits[two]) - digits[pivot]
            if len(common) == 1 and (digits[one] | digits[two]) - common == digits[pivot]:
                result.add(_seen_by(position, (one, two), *common))
    return result - {frozenset()}


def _xyz_wings(position: Position) -> set[Conclusion]:
    digits, peers = _digits(position), position.layout.peers
    result = set()
    for pivot in (cell for cell in digits if len(digits[cell]) == 3):
        around = [cell for cell in peers[pivot] if len(digits.get(cell, ())) == 2]
        for one, two in combinations(around, 2):
            common = digits[one] & digits[two]
            if len(common) == 1 and digits[one] | digits[two] == digits[pivot]:
                result.add(_seen_by(position, (pivot, one, two), *common))
    return result - {frozenset()}


def _w_wings(position: Position) -> set[Conclusion]:
    digits, peers = _digits(position), position.layout.peers
    result = set()
    for one, two in combinations([cell for cell in digits if len(digits[cell]) == 2], 2):
        if digits[one] != digits[two]:
            continue
        for linked in digits[one]:
            for house in position.layout.houses:
                places = [cell for cell in house.cells if position.has((cell, linked))]
                if len(places) == 2 and one not in places and two not in places:
                    a, b = places
                    if (a in peers[one] and b in peers[two]) or (b in peers[one] and a in peers[two]):
                        result.add(_seen_by(position, (one, two), *(digits[one] - {linked})))
    return result - {frozenset()}


def test_a_wing_needs_a_pivot_that_sees_both() -> None:
    """r1c1 12, r1c9 13, and 23 in r2c2 (box of the pivot) or in r2c5 (seen by neither)."""
    assert _with({0: {1, 2}, 8: {1, 3}, 10: {2, 3}}, "xy-wing")
    assert not _with({0: {1, 2}, 8: {1, 3}, 13: {2, 3}}, "xy-wing")
    assert _with({0: {1, 2, 3}, 8: {1, 3}, 10: {2, 3}}, "xyz-wing")
    assert not _with({0: {1, 2, 3, 4}, 8: {1, 3}, 10: {2, 3}}, "xyz-wing")
    assert _with({0: {1, 2, 3, 4}, 7: {1, 4}, 8: {2, 4}, 10: {3, 4}}, "wxyz-wing")
    assert not _with({0: {1, 2, 3, 4}, 7: {1, 4}, 8: {2, 4}, 10: {1, 4}}, "wxyz-wing")


def _with(cells: dict[int, set[int]], key: str) -> set[Conclusion]:
    masks = [0b111111111] * 81
    for cell, digits in cells.items():
        masks[cell] = sum(1 << (digit - 1) for digit in digits)
    return _found(Position(CLASSIC, [0] * 81, masks, 0), key)
