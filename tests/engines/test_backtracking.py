"""Plain backtracking: events, orders, and recursion depth."""

from __future__ import annotations

from itertools import islice

import pytest

from nonet.engines import Order
from nonet.engines.backtracking import Backtracking, trace
from nonet.engines.events import Event, Happening
from nonet.errors import EngineError
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

MINI = Layout.named("4x4")


def described(event: Event) -> str:
    """A short description of an event."""
    where = MINI.cell_name(event.cell) if event.cell is not None else ""
    if event.happening is Happening.CONFLICT:
        assert event.house is not None
        assert event.clash is not None
        return f"{where}: not {event.digit}, {event.house.name} has it in {MINI.cell_name(event.clash)}"
    if event.happening is Happening.PLACE:
        return f"{where}: {event.digit}"
    if event.happening is Happening.SOLUTION:
        assert event.grid is not None
        return "solved: " + "".join(map(str, event.grid))
    return f"{where}: {event.happening.value}" + (f" {event.digit}" if event.digit else "")


# 1 2 3 4
# 3 4 . .      r2c3 is 1 or 2; with 1, r2c4 is 2; then the four cells below must follow,
# 2 . 4 3      and r3c2 is 1.
# 4 3 . 1      With r2c3 = 2, column 3 is full but for r4c3, which can be neither 1 nor 2.
TRACED = """
r2c3: 1
r2c4: not 1, row 2 has it in r2c3
r2c4: 2
r3c2: 1
r4c3: not 1, row 4 has it in r4c4
r4c3: 2
solved: 1234341221434321
r4c3: not 3, row 4 has it in r4c2
r4c3: not 4, row 4 has it in r4c1
r4c3: step back
r3c2: not 2, row 3 has it in r3c1
r3c2: not 3, row 3 has it in r3c4
r3c2: not 4, row 3 has it in r3c3
r3c2: step back
r2c4: not 3, row 2 has it in r2c1
r2c4: not 4, row 2 has it in r2c2
r2c4: step back
r2c3: 2
r2c4: not 1, column 4 has it in r4c4
r2c4: not 2, row 2 has it in r2c3
r2c4: not 3, row 2 has it in r2c1
r2c4: not 4, row 2 has it in r2c2
r2c4: step back
r2c3: not 3, row 2 has it in r2c1
r2c3: not 4, row 2 has it in r2c2
r2c3: step back
"""


def test_trace() -> None:
    puzzle = Puzzle.of(MINI, map(int, "1234340020434301"))
    assert [described(event) for event in trace(puzzle)] == TRACED.split("\n")[1:-1]


def test_trace_of_ruled_out_digits() -> None:
    puzzle = Puzzle.of(MINI, map(int, "0234341221434321"), ruled_out={0: [1]})
    happenings = [event.happening for event in trace(puzzle)]
    assert happenings == [
        Happening.RULED_OUT,
        Happening.CONFLICT,
        Happening.CONFLICT,
        Happening.CONFLICT,
        Happening.STEP_BACK,
    ]


def test_trace_and_solutions_agree() -> None:
    puzzle = Puzzle.of(MINI, [0, 1] + [0] * 14)
    traced = [event.grid for event in trace(puzzle) if event.happening is Happening.SOLUTION]
    assert traced == list(Backtracking().solutions(puzzle))
    assert len(traced) == 72


def test_the_events_can_be_replayed() -> None:
    puzzle = Puzzle.of(MINI, [0, 1, 3] + [0] * 13)
    board = list(puzzle.givens)
    for event in trace(puzzle):
        if event.happening is Happening.PLACE:
            assert event.cell is not None
            assert event.digit is not None
            board[event.cell] = event.digit
            Puzzle.of(MINI, board)  # legal after every placement
        elif event.happening is Happening.CONFLICT:
            assert event.clash is not None
            assert event.house is not None
            assert board[event.clash] == event.digit
            assert {event.cell, event.clash} <= set(event.house.cells)
        elif event.happening is Happening.STEP_BACK:
            assert event.cell is not None
            board[event.cell] = 0
        elif event.happening is Happening.SOLUTION:
            assert event.grid is not None
            assert board == list(event.grid)
    assert board == list(puzzle.givens)


def test_trace_is_lazy() -> None:
    hopeless = Puzzle.of(
        CLASSIC,
        map(int, "000005080000601043000000000010500000000106000300000005530000061000000004000000000"),
    )
    assert len(list(islice(trace(hopeless), 1000))) == 1000


def test_orders() -> None:
    empty = Puzzle(Grid.empty(CLASSIC))
    plain = Backtracking()
    row = [
        plain.first_solution(empty, order)
        for order in (Order.row_by_row(CLASSIC), Order.right_to_left(CLASSIC))
    ]
    assert [list(grid.rows()[0]) for grid in row if grid] == [
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        [9, 8, 7, 6, 5, 4, 3, 2, 1],
    ]
    digits = Rng(5).shuffled(range(1, 10))
    shuffled = plain.first_solution(empty, Order.one_shuffle(CLASSIC, Rng(5)))
    assert shuffled is not None
    assert list(shuffled.rows()[0]) == digits
    assert next(plain.solutions(empty)) == row[0]


@pytest.mark.parametrize(
    ("cells", "digits"),
    [
        ((), ()),
        ((0, 0, 1, 2), ((1, 2),) * 4),
        ((0, 1, 2, 3), ((1, 2),) * 3),
        ((0, 1, 2, 3), ((1, 1),) * 4),
        ((0, 1, 2, 3), ((1, 2), (2, 1), (1, 2), (1,))),
    ],
)
def test_invalid_orders(cells: tuple[int, ...], digits: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(EngineError, match="an order must have every"):
        Order(cells, digits)


def test_the_deepest_board() -> None:
    """625 empty cells, so 625 levels of recursion; each cell tries the right digit first."""
    layout = Layout.named("25x25")
    digits = []
    for cell in range(625):
        row, column = divmod(cell, 25)
        first = (5 * row + row // 5 + column) % 25
        digits.append(tuple((first + k) % 25 + 1 for k in range(25)))
    order = Order(tuple(range(625)), tuple(digits))
    found = next(Backtracking().solutions(Puzzle(Grid.empty(layout)), order=order))
    assert found.is_solution()
    assert list(found) == [tried[0] for tried in digits]
