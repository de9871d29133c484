"""Locked candidates and subsets: compared with a brute-force search by the definitions, on several boards."""

from itertools import combinations
from pathlib import Path

from many_cases import for_cases, spread
from nonet.layout import CLASSIC, Layout
from nonet.logic.options import DEFAULTS
from nonet.logic.path import all_steps, next_step
from nonet.logic.position import Position
from nonet.logic.subsets import naked_pairs
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle

DATA = Path(__file__).parents[1] / "data"
LINES = [
    line
    for name in ("locked", "subsets")
    for line in (DATA / "techniques" / f"{name}.txt").read_text().splitlines()
]
LOCKED = ("locked-candidates-1", "locked-candidates-2", "locked-pair", "locked-triple")
NAKED = {2: "naked-pair", 3: "naked-triple", 4: "naked-quadruple"}
HIDDEN = {2: "hidden-pair", 3: "hidden-triple", 4: "hidden-quadruple"}
KEYS = (*LOCKED, *NAKED.values(), *HIDDEN.values())
EASIER = ("full-house", "naked-single", "hidden-single", *KEYS)
PUZZLES = [
    line.split()
    for line in (DATA / "logic" / "puzzles.txt").read_text().splitlines()
    if not line.startswith("#")
]


def positions(layout: str, text: str) -> list[Position]:
    """The positions on a path, as far as these techniques lead, in which there are no singles."""
    board = Layout.named(layout)
    position = Position.of(Puzzle.of(board, [int(symbol) if symbol.isdigit() else 0 for symbol in text]))
    result = []
    while not position.is_solved:
        step = next((s for key in EASIER for s in all_steps(position, key)), None)
        if step is None:
            break
        verify(position, step)
        if not step.placements:
            result.append(position.copy())
        position.apply(step)
    return result


@for_cases(spread(PUZZLES[::3], 2))
def test_all_steps_against_a_plain_count(layout: str, text: str) -> None:
    """The finders find exactly what the definitions give for every house and combination."""
    for position in positions(layout, text)[:3]:
        assert _found(position, LOCKED[:2]) == _locked_candidates(position)
        for size in (2, 3, 4):
            names = (NAKED[size], f"locked-{NAKED[size].split('-')[1]}") if size < 4 else (NAKED[size],)
            assert _found(position, names) == _naked(position, size)
            assert _found(position, (HIDDEN[size],)) == _hidden(position, size)


def _found(position: Position, keys: tuple[str, ...]) -> set[frozenset[tuple[int, int]]]:
    steps = [step for key in keys for step in all_steps(position, key)]
    for step in steps:
        verify(position, step)
        assert len(step.eliminations) == len(set(step.eliminations))
    return {frozenset(step.eliminations) for step in steps}


def _locked_candidates(position: Position) -> set[frozenset[tuple[int, int]]]:
    result = set()
    for base in position.layout.houses:
        for cover in position.layout.houses:
            if len(set(base.cells) & set(cover.cells)) < 2 or base == cover:
                continue
            for digit in position.layout.digits:
                places = {cell for cell in base.cells if position.has((cell, digit))}
                gone = {(c, digit) for c in cover.cells if position.has((c, digit)) and c not in base.cells}
                if len(places) > 1 and places <= set(cover.cells) and gone:
                    result.add(frozenset(gone))
    return result


def _naked(position: Position, size: int) -> set[frozenset[tuple[int, int]]]:
    digits = {
        cell: {d for d in position.layout.digits if position.has((cell, d))}
        for cell in range(len(position.values))
    }
    result = set()
    for house in position.layout.houses:
        cells = [cell for cell in house.cells if 1 <= len(digits[cell]) <= size]
        for subset in combinations(cells, size):
            union = set().union(*(digits[cell] for cell in subset))
            if len(union) != size:
                continue
            gone = {
                (cell, d)
                for other in position.layout.houses
                if set(subset) <= set(other.cells)
                for cell in other.cells
                if cell not in subset
                for d in digits[cell] & union
            }
            if gone:
                result.add(frozenset(gone))
    return result


def _hidden(position: Position, size: int) -> set[frozenset[tuple[int, int]]]:
    result = set()
    for house in position.layout.houses:
        where = {d: {c for c in house.cells if position.has((c, d))} for d in position.layout.digits}
        for subset in combinations([d for d in where if where[d]], size):
            cells = set().union(*(where[d] for d in subset))
            gone = {
                (c, d)
                for c in cells
                for d in position.layout.digits
                if d not in subset and position.has((c, d))
            }
            if len(cells) == size and gone:
                result.add(frozenset(gone))
    return result


def test_a_pair_in_box_and_line_is_locked_only_if_both_lose_something() -> None:
    """r1c12 have 1 and 2; its name depends on the rest of the row and of the box."""
    one_two, rest = 0b11, 0b111111100

    def with_candidates(extra: dict[int, int]) -> Position:
        masks = [one_two if cell in (0, 1) else extra.get(cell, 0) | rest for cell in range(81)]
        return Position(CLASSIC, [0] * 81, masks, 0)

    def names(position: Position) -> set[str]:
        return {s.technique for key in ("locked-pair", "naked-pair") for s in all_steps(position, key)}

    assert names(with_candidates({8: 1, 9: 2})) == {"locked-pair"}
    assert names(with_candidates({8: 1})) == {"naked-pair"}
    assert names(with_candidates({9: 2})) == {"naked-pair"}
    assert names(with_candidates({2: 2})) == {"naked-pair"}
    assert names(with_candidates({2: 2, 8: 1})) == {"locked-pair"}
    assert names(with_candidates({})) == set()


def test_boxes_come_before_lines() -> None:
    masks = [0b111111111] * 81
    masks[0] = masks[8] = 0b11  # a pair of row 1
    masks[60] = masks[70] = 0b1100  # a pair of box 9
    position = Position(CLASSIC, [0] * 81, masks, 0)
    assert [step.evidence.roles[0].cells for step in naked_pairs(position, DEFAULTS)] == [(60, 70), (0, 8)]


def test_next_step_takes_the_easiest() -> None:
    masks = [0b111111111] * 81
    masks[0] = masks[8] = 0b11
    assert (step := next_step(Position(CLASSIC, [0] * 81, masks, 0))) is not None
    assert step.technique == "naked-pair"
