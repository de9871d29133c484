"""The solving loop: complete, sound, deterministic, easiest step first."""

from dataclasses import replace
from pathlib import Path

import pytest

from many_cases import for_cases
from nonet.candidates import Candidates
from nonet.errors import NonetError
from nonet.explain.explaining import explain
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import ENTRIES, technique
from nonet.logic.options import Options
from nonet.logic.path import all_steps, every_step, next_step, path
from nonet.logic.position import Position
from nonet.logic.verify import is_proved, verify
from nonet.puzzle import Puzzle
from nonet.rules import Cage, DivisibleCage, Indexing, Renban, Sandwich, SlowThermometer
from nonet.rules.base import Rule
from nonet.solving import solution
from nonet.step import Evidence

DATA = Path(__file__).parents[1] / "data" / "logic" / "puzzles.txt"
PUZZLES = [line.split() for line in DATA.read_text().splitlines() if not line.startswith("#")]


def puzzle(layout: str, text: str) -> Puzzle:
    return Puzzle.of(Layout.named(layout), [int(symbol) if symbol.isdigit() else 0 for symbol in text])


def marks(layout: str, text: str) -> list[pytest.MarkDecorator]:
    """Only on the plain 9x9 board does the kernel look for steps. Every second puzzle of a board is slow."""
    place = [other for name, other in PUZZLES if name == layout].index(text)
    slow = place % 2 == 1 or text.startswith(("...9....2.8..3.5.9.4", ".179...5.86"))  # they take long
    return [pytest.mark.once] * (layout != "9x9") + [pytest.mark.slow] * slow


@pytest.mark.parametrize(("layout", "text"), [pytest.param(*each, marks=marks(*each)) for each in PUZZLES])
def test_a_path_is_complete_and_every_step_of_it_proved(layout: str, text: str) -> None:
    start = puzzle(layout, text)
    answer = solution(start)
    position = Position.of(start)
    for step in path(start):
        verify(position, step)
        assert all(answer[cell] == digit for cell, digit in step.placements), step
        assert all(answer[cell] != digit for cell, digit in step.eliminations), step
        position.apply(step)
    assert bytes(position.values) == answer.values


def test_a_loop_of_a_cell_with_one_candidate_is_no_step() -> None:
    """There is nothing else in the cell to eliminate."""
    start = puzzle("9x9", "..23......7.1..824.4..2...14.96.3...657....1..2.7.94.68.5.7.14.2.1....7.7.4..16..")
    position = Position.of(start)
    for step in path(start):
        loops = [*all_steps(position, "discontinuous-nice-loop")]
        assert all(each.placements or each.eliminations for each in loops)
        position.apply(step)


@pytest.mark.parametrize(("layout", "text"), PUZZLES[:6])
def test_it_is_deterministic(layout: str, text: str) -> None:
    assert list(path(puzzle(layout, text))) == list(path(puzzle(layout, text)))


@pytest.mark.parametrize(("layout", "text"), PUZZLES[:4])
def test_no_step_is_harder_than_necessary(layout: str, text: str) -> None:
    """No enabled technique that comes earlier in the catalogue has a step at that point."""
    start = puzzle(layout, text)
    position = Position.of(start)
    for step in path(start):
        for line in ENTRIES:
            if step.technique in (each.key for each in line.techniques):
                break
            if line.on:
                assert not any(True for each in line.techniques for _ in all_steps(position, each.key)), line
        position.apply(step)


@for_cases(PUZZLES[:12])
def test_uniqueness_can_be_switched_off(layout: str, text: str) -> None:
    used = {step.technique for step in path(puzzle(layout, text), options=Options(uniqueness=False))}
    assert not any(technique(key).unique for key in used)


def test_a_path_is_lazy() -> None:
    first = next(path(puzzle(*PUZZLES[0])))
    assert first == next_step(Position.of(puzzle(*PUZZLES[0])))


def test_a_solved_board_has_no_next_step() -> None:
    answer = solution(puzzle(*PUZZLES[0]))
    assert next_step(Position.of(Puzzle(answer))) is None
    assert list(path(Puzzle(answer))) == []


def test_a_position_keeps_its_sets_in_step() -> None:
    """Masks and bitboards agree after any moves, for positions from a puzzle and from candidates."""
    start = puzzle(*PUZZLES[1])
    position = Position.of(start)
    for step in path(start):
        position.apply(step)
        twin = Position.at(position.candidates(), givens=start.givens)
        assert twin.boards == position.boards
        assert twin.unsolved == position.unsolved
        assert twin.givens == position.givens
        copy = position.copy()
        assert (copy.masks, copy.boards, copy.values) == (position.masks, position.boards, position.values)
    assert position.boards == [0] * (CLASSIC.size + 1)


def test_caches_are_cleared_by_a_move() -> None:
    position = Position.of(puzzle(*PUZZLES[0]))
    assert position.remembered("open", lambda p: p.unsolved.bit_count()) == 81 - position.givens.bit_count()
    step = next_step(position)
    assert step is not None
    position.apply(step)
    assert "open" not in position.memo


def test_a_position_may_be_candidates_or_a_puzzle() -> None:
    start = puzzle(*PUZZLES[0])
    step = next_step(start)
    assert step is not None
    assert next_step(Candidates.of(start)) == step
    for position in (start, Candidates.of(start), Position.of(start)):
        verify(position, step)
        assert is_proved(position, step)
        assert not is_proved(position, replace(step, evidence=Evidence()))
    with pytest.raises(NonetError, match="a puzzle is text, bytes, a Puzzle"):
        verify(9, step)  # type: ignore[arg-type]


@pytest.mark.once
@pytest.mark.parametrize(
    ("givens", "rules"),
    [
        ("....2..........3", (Indexing((0, 4), axis="column"), SlowThermometer((0, 1, 6)))),
        ("................", (DivisibleCage((7,), 1000), Renban((0, 14, 5)), Cage((0, 1, 5), 8))),
        ("........4.....3.", (Sandwich((0, 1, 2, 3), 1),)),  # no digits make 1
    ],
)
def test_the_path_ends_where_rules_contradict_each_other(givens: str, rules: tuple[Rule, ...]) -> None:
    contradiction = Puzzle.of("4x4", givens, rules=rules)
    position = Position.of(contradiction)
    for step in path(contradiction):
        explain(step, position.candidates())
        position.apply(step)
    assert position.is_stuck
    assert (next_step(position), list(every_step(position))) == (None, [])
