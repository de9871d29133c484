"""Unique rectangles, loops and graves: counts by the definitions, and patterns that must not be found."""

from __future__ import annotations

from itertools import combinations

import pytest

from logic.boards import case_lines, examples
from nonet.bitsets import digits_in
from nonet.layout import CLASSIC, Layout
from nonet.logic.cases import parse_case, run_case
from nonet.logic.options import Options
from nonet.logic.path import all_steps
from nonet.logic.position import Position
from nonet.logic.uniqueness import _rectangles_at
from nonet.logic.verify import StepError, verify
from nonet.step import Candidate, Deadly, Evidence, Step

TESTS = tuple(f"uniqueness-test-{number}" for number in range(1, 7))
RECTANGLES = (*TESTS, "hidden-rectangle", "avoidable-rectangle-1", "avoidable-rectangle-2")
LOOPS = tuple(f"unique-loop-{number}" for number in range(1, 5))
GRAVES = ("bug-plus-1", "bug-type-2", "bug-type-3", "bug-type-4")
KEYS = (*RECTANGLES, *LOOPS, *GRAVES)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("9x9", 2 * 9 * 27),  # two rows of a band (9) and columns of two stacks (27), and the other way round
        ("4x4", 2 * 2 * 4),
        (
            "6x6",
            3 * 9 + 6 * 12,
        ),  # rows of a band (3) over columns of both stacks (9); the other way: 6 over 12
    ],
)
def test_the_rectangles_of_a_board(name: str, count: int) -> None:
    found = {each.board for at in _rectangles_at(Layout.named(name)) for each in at}
    assert len(found) == count
    assert sum(map(len, _rectangles_at(Layout.named(name)))) == 4 * count


def test_no_rectangle_has_opposite_corners_that_see_each_other() -> None:
    """With diagonals or irregular regions, some rectangles don't count."""
    for example in examples("set-layouts"):
        layout = example.layout
        for at in _rectangles_at(layout):
            for (a, b, c, d), board in at:
                assert d not in layout.peers[a]
                assert c not in layout.peers[b]
                assert all((board & house).bit_count() in (0, 2) for house in layout.house_boards)


def test_rectangles_with_all_candidates_against_a_plain_count() -> None:
    """Tests 1 and 2, by brute force from the definitions."""
    complete = Options(missing_candidates=False)
    fired = 0
    for example in examples("set-layouts"):
        position = example.position()
        for key, expected in (
            ("uniqueness-test-1", _test_1(position)),
            ("uniqueness-test-2", _test_2(position)),
        ):
            found = {frozenset(step.eliminations) for step in all_steps(position, key, options=complete)}
            assert found == expected
            fired += len(found)
    assert fired


def _corners(position: Position) -> list[tuple[tuple[int, ...], frozenset[int]]]:
    """Four empty cells in two rows and two columns, none or two of them in each house, with a common pair."""
    layout = position.layout
    found = []
    for top, bottom in combinations(range(layout.size), 2):
        for left, right in combinations(range(layout.size), 2):
            cells = tuple(layout.cell(row, column) for row in (top, bottom) for column in (left, right))
            if any(position.values[cell] for cell in cells):
                continue
            if any(sum(cell in house.cells for cell in cells) not in (0, 2) for house in layout.houses):
                continue
            if cells[3] in layout.peers[cells[0]] or cells[2] in layout.peers[cells[1]]:
                continue
            common = frozenset.intersection(*(frozenset(digits_in(position.masks[cell])) for cell in cells))
            found += [(cells, frozenset(pair)) for pair in combinations(sorted(common), 2)]
    return found


def _test_1(position: Position) -> set[frozenset[Candidate]]:
    result = set()
    for cells, pair in _corners(position):
        extra = [cell for cell in cells if set(digits_in(position.masks[cell])) != pair]
        if len(extra) == 1:
            result.add(frozenset((extra[0], digit) for digit in pair))
    return result


def _test_2(position: Position) -> set[frozenset[Candidate]]:
    result = set()
    peers = position.layout.peers
    for cells, pair in _corners(position):
        extra = [cell for cell in cells if set(digits_in(position.masks[cell])) != pair]
        digits = {digit for cell in extra for digit in digits_in(position.masks[cell])} - pair
        if len(extra) == 2 and extra[1] in peers[extra[0]] and len(digits) == 1:
            (digit,) = digits
            seen = set(peers[extra[0]]) & set(peers[extra[1]])
            gone = frozenset((cell, digit) for cell in seen if position.has((cell, digit)))
            if gone:
                result.add(gone)
    return result


def test_they_can_be_switched_off() -> None:
    off = Options(uniqueness=False)
    for example in examples("set-layouts"):
        position = example.position()
        assert not any(True for key in KEYS for _ in all_steps(position, key, options=off))


def test_a_rectangle_with_a_given_corner_is_not_avoidable() -> None:
    """A rectangle is not avoidable if one of its filled corners is a given."""
    tried = 0
    for line in case_lines("uniqueness"):
        case = parse_case(line)
        if not case.technique.startswith("avoidable") or case.must_not_fire:
            continue
        for step in run_case(case).found:
            assert step.evidence.deadly is not None
            for corner in step.evidence.deadly.cells:
                if case.position.grid.values[corner]:
                    position = Position.at(case.position, givens=case.givens)
                    position.givens |= 1 << corner
                    assert step not in list(all_steps(position, case.technique))
                    tried += 1
    assert tried


def test_missing_candidates_must_be_possible() -> None:
    """Three corners have 1 and 2, and 2 was removed from r2c4: still a rectangle, unless a 2 sees r2c4."""
    masks = [0b111111111] * 81
    for cell in (0, 3, 9):
        masks[cell] = 0b11
    masks[12] = 0b111111101
    position = Position(CLASSIC, [0] * 81, masks, 0)
    assert [step.eliminations for step in all_steps(position, "uniqueness-test-1")] == [((12, 1),)]
    assert not list(all_steps(position, "uniqueness-test-1", options=Options(missing_candidates=False)))
    position.place(48, 2)  # r6c4
    assert not list(all_steps(position, "uniqueness-test-1"))


@pytest.mark.parametrize("kind", ["rectangle", "loop", "bug", "impossible"])
def test_a_deadly_pattern_without_cells_proves_nothing(kind: str) -> None:
    position = Position.of([0] * CLASSIC.cell_count)
    with pytest.raises(StepError):
        verify(position, Step("", (), ((0, 1),), Evidence(deadly=Deadly(kind, (), (1, 2)))))
