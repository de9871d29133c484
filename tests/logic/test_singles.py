"""Singles: the cases, the order in which they arise, and other boards."""

from pathlib import Path

from nonet.candidates import Candidates
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.options import DEFAULTS
from nonet.logic.path import all_steps, next_step, path
from nonet.logic.position import Position
from nonet.logic.singles import full_houses, hidden_singles, naked_singles
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle

CASES = Path(__file__).parents[1] / "data" / "techniques" / "singles.txt"
KEYS = {"full-house", "naked-single", "hidden-single"}
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def puzzle(text: str, layout: Layout = CLASSIC) -> Puzzle:
    return Puzzle.of(layout, [int(symbol) if symbol.isdigit() else 0 for symbol in "".join(text.split())])


def test_a_singles_puzzle_is_solved_and_each_step_is_proved() -> None:
    position = Position.of(puzzle(PUZZLE))
    steps = []
    for step in path(puzzle(PUZZLE)):
        verify(position, step)
        position.apply(step)
        steps.append(step)
    assert {step.technique for step in steps} <= KEYS
    assert "".join(map(str, position.values)) == SOLUTION
    assert len(steps) == PUZZLE.count(".")


def test_the_last_open_cell_of_a_house_is_a_full_house_and_a_naked_single() -> None:
    values = [int(symbol) for symbol in SOLUTION]
    values[40] = 0
    position = Position.of(Puzzle.of(CLASSIC, values))
    (full,) = full_houses(position, DEFAULTS)
    (naked,) = naked_singles(position, DEFAULTS)
    assert full.placements == naked.placements == ((40, int(SOLUTION[40])),)
    assert full.evidence.roles[0].houses


def test_singles_are_found_in_the_order_they_arise() -> None:
    """r4c1 = 8 leaves 9 for r1c1, r5c8 = 9 leaves 8 for r9c8: first in, first out."""
    two_rows = "..1234567" + "." * 63 + "2345671.."
    upper, lower = (27, 8), (43, 9)
    for order, first in ((upper, lower), (0, 9)), ((lower, upper), (79, 8)):
        position = Position.of(puzzle(two_rows))
        for cell, digit in order:
            position.place(cell, digit)
        assert next(naked_singles(position, DEFAULTS)).placements == (first,)
        assert len(list(naked_singles(position, DEFAULTS))) == 2


def test_a_position_that_was_not_played_has_the_same_singles() -> None:
    """Perhaps in another order: the queues are built from the board, always in the same way."""
    position = Position.of(puzzle(PUZZLE))
    for step in path(puzzle(PUZZLE)):
        fresh = Position.at(position.candidates(), givens=puzzle(PUZZLE).givens)
        again = Position.at(position.candidates(), givens=puzzle(PUZZLE).givens)
        for key in KEYS:
            played = {each.placements for each in all_steps(position, key)}
            assert played == {each.placements for each in all_steps(fresh, key)}
        assert next_step(fresh) == next_step(again)
        position.apply(step)


def test_hidden_singles_agree_with_a_plain_count() -> None:
    position = Position.of(puzzle(PUZZLE))
    for step in path(puzzle(PUZZLE)):
        counted = {
            (places[0], digit)
            for house in CLASSIC.houses
            for digit in CLASSIC.digits
            if len(places := [cell for cell in house.cells if position.has((cell, digit))]) == 1
        }
        found = [each.placements[0] for each in hidden_singles(position, DEFAULTS)]
        assert len(found) == len(set(found))
        assert set(found) == counted
        position.apply(step)


def test_small_board() -> None:
    board = Layout.named("4x4")
    start = puzzle(".13. 43.2 .2.3 ....", board)
    position = Position.of(start)
    for step in path(start):
        verify(position, step)
        position.apply(step)
    assert Grid.of(board, position.values).is_solution()


def test_a_diagonal_is_a_house() -> None:
    board = Layout.named("4x4+x")
    position = Position.of(Puzzle.of(board, [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]))
    steps = list(full_houses(position, DEFAULTS))
    assert [step.placements for step in steps] == [((15, 4),)]
    verify(position, steps[0])


def test_a_contradiction_is_not_a_single() -> None:
    """An empty cell without candidates is a contradiction, not a single."""
    values = [int(symbol) for symbol in SOLUTION]
    values[0] = 0
    grid = Grid.of(CLASSIC, values)
    position = Position.at(Candidates(grid, tuple(0 for _ in values)))
    assert list(full_houses(position, DEFAULTS)) == []
    assert list(naked_singles(position, DEFAULTS)) == []
