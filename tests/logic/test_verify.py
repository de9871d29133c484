"""The judge of steps: whatever the evidence says, nothing false is proved, and nothing but a StepError is raised."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from nonet import Puzzle, parse, solution
from nonet.candidates import Candidates
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic import is_proved, path
from nonet.logic.bug import bug_plus_1
from nonet.logic.options import DEFAULTS
from nonet.logic.path import all_steps, numbered
from nonet.logic.position import Position
from nonet.logic.verify import StepError, verify
from nonet.play.new_game import new_puzzle
from nonet.rules import Cage
from nonet.step import Candidate, Case, Deadly, Equation, Evidence, Link, Node, Step, Trial, Truth

EASY = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
START = Position.of(EASY)
RIGHT = solution(EASY).entries
CELL = 2
TRUE, FALSE = 4, 1
"""What the cell holds, and another of its candidates."""
ROW = tuple(cell for cell in range(9) if not START.values[cell])
LEFT = 45 - sum(START.values[:9])


def without_the_truth(**evidence: Any) -> Step:
    return Step("made-up", (), ((CELL, TRUE),), Evidence(**evidence))


def test_the_cell_is_as_said() -> None:
    assert RIGHT[CELL] == TRUE
    assert START.among((CELL,), 1 << TRUE - 1 | 1 << FALSE - 1) == ((CELL, FALSE), (CELL, TRUE))


@pytest.mark.parametrize(
    "evidence",
    [
        {"deadly": Deadly("rectangle", (CELL, CELL), (TRUE, FALSE))},
        {"deadly": Deadly("rectangle", (), (TRUE, FALSE))},
        {"deadly": Deadly("rectangle", (CELL, 81), (TRUE, FALSE))},
        {"deadly": Deadly("rectangle", (CELL, 3, 11, 12), (TRUE, -1))},
        {"deadly": Deadly("bug", (CELL,), (TRUE, FALSE))},
        {"truths": (Truth(house=0, digit=77),)},
        {"truths": (Truth(house=0, digit=0),)},
        {"truths": (Truth(house=0, digit=-3),)},
        {"truths": (Truth(house=99, digit=TRUE),)},
        {"truths": (Truth(cell=81),)},
        {"truths": (Truth(),)},
        {"trial": Trial((CELL, TRUE), (), Truth(cell=300), None)},
        {"equations": (Equation((*ROW, *ROW[:1] * 9), (1,) * (len(ROW) + 9), LEFT, (0,), ()),)},
        {"equations": (Equation(ROW, (1,), LEFT, (0,), ()),)},
        {"equations": (Equation(ROW, (1,) * len(ROW), LEFT, (77,), ()),)},
        {"links": (Link(Node(1, ()), Node(1, ()), False, Cage((0, 1), 3)),)},
    ],
    ids=str,
)
def test_made_up_evidence_proves_nothing(evidence: dict[str, Any]) -> None:
    with pytest.raises(StepError):
        verify(START, without_the_truth(**evidence))


@pytest.mark.parametrize("gone", [(-2, TRUE), (CELL, 0), (CELL, 10), (81, 1)])
def test_what_is_no_candidate_is_not_excluded(gone: Candidate) -> None:
    with pytest.raises(StepError, match="is not a candidate here"):
        verify(START, Step("made-up", (), (gone,)))


def test_cases_suppose_nothing_on_the_side() -> None:
    """Any wrong candidate leads to a contradiction: that says nothing about another."""
    truths = tuple(Truth(cell=cell) for cell in range(81) if not START.values[cell])
    wrong = [
        (cell, digit)
        for cell in range(81)
        for digit in range(1, 10)
        if START.has((cell, digit)) and RIGHT[cell] != digit
    ]
    assert not [each for each in wrong if is_proved(START, without_the_truth(cases=Case(each, truths)))]


def test_a_grave_on_a_board_whose_houses_lack_digits() -> None:
    """Two cells of a column that could take a digit may both go without it, and would both have it after a swap."""
    layout = Layout.named("4x7")
    masks = [0] * 28
    for cell in (0, 1, layout.width, layout.width + 1):
        masks[cell] = 0b11
    masks[0] = 0b111
    position = Position.at(Candidates(Grid(layout, bytes(28)), tuple(masks)))
    position.unsolved = sum(1 << cell for cell, mask in enumerate(masks) if mask)
    assert not list(bug_plus_1(position, DEFAULTS))
    grave = Evidence(deadly=Deadly("bug", (0,), (3,)))
    with pytest.raises(StepError, match="lacks digits"):
        verify(position, Step("bug-plus-1", (), ((0, 1), (0, 2)), grave))


# -- puzzles whose digits cannot be swapped -----------------------------------------------------------------------

RULED_OUT = Puzzle.of(
    "9x9",
    "6.3..2....9761..8.......2...34...7......79....7.86......9......8.....529.1.....7.",
    ruled_out={59: [8]},
)
"""Without the 8 that is ruled out it has a second solution, where two digits of a rectangle are exchanged."""


def test_a_puzzle_that_rules_candidates_out_is_not_solved_by_swapping() -> None:
    right = solution(RULED_OUT).entries
    for step in path(RULED_OUT):
        assert step.evidence.deadly is None
        assert all(right[cell] == digit for cell, digit in step.placements), step
        assert all(right[cell] != digit for cell, digit in step.eliminations), step


def test_candidates_of_a_path_know_what_the_puzzle_rules_out() -> None:
    """Alone they look as if digits could be exchanged; the puzzle that the step knows says that they cannot."""
    right = solution(RULED_OUT).entries
    position, wrong = Position.of(RULED_OUT), []
    for step in path(RULED_OUT):
        candidates = position.candidates()
        steps = (each for n in range(1, 5) for each in all_steps(candidates, f"uniqueness-test-{n}"))
        wrong += [
            (candidates, each)
            for each in steps
            if any(right[cell] == digit for cell, digit in each.eliminations)
        ]
        position.apply(step)
    assert wrong
    for candidates, step in wrong:
        verify(candidates, step)
        for place in (candidates, Position.of(RULED_OUT, candidates)):
            with pytest.raises(StepError, match="rules out"):
                verify(place, numbered(step, 1, RULED_OUT, Position.of(RULED_OUT, candidates)))


# -- changed at random ------------------------------------------------------------------------------------------


PUZZLES = [
    parse("000000010400000000020000000000050407008000300001090000300400200050100000000806000"),
    parse("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"),
    new_puzzle("killer", "hard", 1).puzzle,
    new_puzzle("thermo,arrow", "medium", 1).puzzle,
    new_puzzle("kropki", "medium", 1).puzzle,
]


def values_like(value: Any, rng: random.Random, steps: list[Step]) -> Any:
    """Another value of the kind, sometimes an impossible one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, rng.randrange(9), rng.randrange(-2, 82)])
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        items = list(value)
        is_candidate = len(items) == 2 and all(isinstance(each, int) for each in items)
        if items and (is_candidate or rng.random() < 0.6):
            place = rng.randrange(len(items))
            items[place] = values_like(items[place], rng, steps)
        elif items:
            items.insert(rng.randrange(len(items)), rng.choice(items)) if rng.random() < 0.5 else items.pop()
        return tuple(items)
    if hasattr(value, "_fields") or isinstance(value, Evidence | Deadly | Case | Step):
        names = value._fields if hasattr(value, "_fields") else tuple(vars(value))
        name = rng.choice([each for each in names if each not in ("context", "roles", "technique")])
        part = values_like(getattr(value, name), rng, steps)
        return value._replace(**{name: part}) if hasattr(value, "_fields") else replace(value, **{name: part})
    return value


def changed(step: Step, rng: random.Random, steps: list[Step], position: Position) -> Step:
    """The step with another conclusion, other evidence, or both."""
    if rng.random() < 0.5:
        candidates = [
            (c, d) for c in range(len(position.masks)) for d in range(1, 10) if position.has((c, d))
        ]
        if candidates:
            each = rng.choice(candidates)
            step = replace(step, placements=(), eliminations=(each,))
            if rng.random() < 0.3:
                step = replace(step, placements=(each,), eliminations=())
            if step.evidence.trial is not None:
                trial = step.evidence.trial._replace(candidate=each)
                step = replace(step, evidence=replace(step.evidence, trial=trial))
    for _ in range(rng.randrange(3)):
        step = values_like(step, rng, steps)
    if rng.random() < 0.2:
        step = replace(step, evidence=rng.choice(steps).evidence)
    return step


def positions_of(puzzle: Puzzle) -> Iterator[tuple[Position, Step]]:
    position = Position.of(puzzle)
    for step in islice(path(puzzle), 60):
        yield position.copy(), step
        position.apply(step)


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_nothing_false_is_proved(number: int) -> None:
    rng, puzzle = random.Random(number), PUZZLES[number]
    right = solution(puzzle).entries
    found = list(positions_of(puzzle))
    steps = [step for _, step in found]
    for position, step in found:
        for _ in range(20):
            other = changed(step, rng, steps, position)
            if is_proved(position, other):
                assert all(right[cell] == digit for cell, digit in other.placements), other
                assert all(right[cell] != digit for cell, digit in other.eliminations), other
