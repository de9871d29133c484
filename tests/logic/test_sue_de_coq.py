"""Sue de Coq: compared with a brute-force search by the definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from logic.boards import Example, examples
from many_cases import for_each
from nonet.bitsets import digits_in
from nonet.dimensions import HouseKind
from nonet.logic.path import all_steps
from nonet.logic.position import Position
from nonet.step import Candidate

LINES = (HouseKind.ROW, HouseKind.COLUMN, HouseKind.DIAGONAL)


@for_each([each for each in examples("set-layouts") if each.layout.size == 6])
def test_all_steps_against_a_plain_count(example: Example) -> None:
    position = example.position()
    found = {frozenset(step.eliminations) for step in all_steps(position, "sue-de-coq")}
    assert found == set(_sue_de_coqs(position)) - {frozenset()}


def _sue_de_coqs(position: Position) -> Iterator[frozenset[Candidate]]:
    """Every crossing, every two sets: as many digits as cells, each digit in its part."""
    layout = position.layout
    open_cells = [cell for cell in range(layout.cell_count) if position.masks[cell]]
    for line in (house for house in layout.houses if house.kind in LINES):
        for box in (house for house in layout.houses if house.kind not in LINES):
            in_line = [cell for cell in open_cells if cell in line.cells]
            in_box = [cell for cell in open_cells if cell in box.cells]
            for middle in _subsets([cell for cell in in_line if cell in in_box], 2):
                digits = _digits(position, middle)
                for part in _subsets([cell for cell in in_line if cell not in middle], 1):
                    for other in _subsets([c for c in in_box if c not in middle and c not in part], 1):
                        yield _gone(position, (in_line, in_box), (middle, part, other), digits)


def _gone(
    position: Position,
    open_cells: tuple[list[int], list[int]],
    sets: tuple[tuple[int, ...], ...],
    digits: set[int],
) -> frozenset[Candidate]:
    middle, part, other = sets
    of_part, of_other = _digits(position, part), _digits(position, other)
    both = of_part & of_other
    taken, left = len(part) - len(of_part - digits), len(other) - len(of_other - digits)
    if both & digits or not of_part & digits or not of_other & digits or taken < 1 or left < 1:
        return frozenset()
    if taken + left != len(digits) - len(middle):
        return frozenset()
    gone = {
        (cell, digit)
        for cells, own, locked in (
            (open_cells[0], part, (digits | of_part) - of_other | both),
            (open_cells[1], other, (digits | of_other) - of_part | both),
        )
        for cell in cells
        if cell not in own and cell not in middle
        for digit in locked
        if position.has((cell, digit))
    }
    return frozenset(gone)


def _subsets(cells: list[int], least: int) -> Iterator[tuple[int, ...]]:
    for count in range(least, len(cells) + 1):
        yield from combinations(cells, count)


def _digits(position: Position, cells: tuple[int, ...]) -> set[int]:
    return {digit for cell in cells for digit in digits_in(position.masks[cell])}
