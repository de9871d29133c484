"""The engine `search`: the fastest in pure Python, and the default where the kernel is missing.

It applies singles and locked candidates until nothing follows (`position`), then takes the cell or place with
the fewest options and tries them in turn. A hard puzzle takes a few hundred positions, where plain
backtracking takes millions.

    exact_cover.py    the board as an exact cover, in bitboards
    position.py       what follows in a position, and where to branch
    search.py         the search itself, and the solution that plain backtracking finds first
    restarts.py       finding some solution, with restarts
    counting.py       counting without visiting every solution
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.engines.base import Engine, Progress
from nonet.engines.counting import count_solutions
from nonet.engines.order import Order
from nonet.engines.position import SearchPosition
from nonet.engines.restarts import PATIENCE, some_solved_position
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.puzzle import Puzzle


class Search(Engine):
    """Singles, locked candidates, and a guess where there are fewest options; on every layout.

    >>> from nonet.layout import CLASSIC
    >>> line = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
    >>> puzzle = Puzzle.of(CLASSIC, (int(symbol) for symbol in line.replace(".", "0")))
    >>> tally = Tally()
    >>> print(Search().solution(puzzle, tally=tally))
    4 6 8 9 3 1 5 2 7
    7 5 1 6 2 4 8 3 9
    3 9 2 5 7 8 4 6 1
    1 3 4 7 5 6 2 9 8
    2 8 9 4 1 3 6 7 5
    6 7 5 2 8 9 3 1 4
    8 4 6 1 9 2 7 5 3
    5 1 3 8 6 7 9 4 2
    9 2 7 3 4 5 1 8 6
    >>> tally.nodes < 100
    True
    """

    name = "search"
    summary = "singles and locked candidates on bitboards, then the cell or place with the fewest options"

    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        """Every solution once, lazily; the order is the same each time."""
        return (position.grid() for position in solved_positions(SearchPosition.of(puzzle), tally))

    def some_solution(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Grid | None:
        """A solution, or None if there is none."""
        position = some_solved_position(SearchPosition.of(puzzle), tally or Tally())
        return None if position is None else position.grid()

    def count_solutions(
        self,
        puzzle: Puzzle,
        *,
        limit: int | None = None,
        progress: Progress | None = None,
        tally: Tally | None = None,
    ) -> int:
        """How many solutions there are; counting stops at `limit`. See `counting`."""
        return count_solutions(puzzle, limit=limit, progress=progress, tally=tally)

    def first_solution(self, puzzle: Puzzle, order: Order, *, tally: Tally | None = None) -> Grid | None:
        """The solution that plain backtracking in this order finds first, or None."""
        return first_solution(puzzle, order, tally=tally)


def solved_positions(position: SearchPosition, tally: Tally | None = None) -> Iterator[SearchPosition]:
    """Every completion of a position, lazily: a depth-first search with its own stack."""
    tally = tally or Tally()
    patience = tally.nodes + PATIENCE * len(position.values)
    stack = [position.copy()]
    has_solution = False
    while stack:
        current = stack.pop()
        tally.visit()
        if not current.propagate():
            tally.backtracks += 1
            continue
        if not current.unmet:
            has_solution = True
            yield current
            continue
        stack += [current.after(placement) for placement in reversed(current.options())]
        if tally.nodes >= patience and not has_solution:
            if some_solved_position(position, tally) is None:
                return
            has_solution = True  # there is one; the search will find it


def first_solution(puzzle: Puzzle, order: Order, *, tally: Tally | None = None) -> Grid | None:
    """The solution that backtracking in this order finds first, or None if there is none.

    It is the lexicographically first solution in that order, so it can be built cell by cell: take the first digit with
    which the board can still be solved. Two things make that question rare:

        propagation      most digits are impossible at once, and most cells follow from those before
        a witness        a known solution that agrees with all cells decided so far. Its own digit in a cell needs
                         no proof; only smaller ones are tried, and each that works gives a new witness

    >>> from nonet.layout import CLASSIC
    >>> grid = first_solution(Puzzle(Grid.empty(CLASSIC)), Order.right_to_left(CLASSIC))
    >>> [list(row) for row in grid.rows()[:2]]
    [[9, 8, 7, 6, 5, 4, 3, 2, 1], [3, 2, 1, 9, 8, 7, 6, 5, 4]]
    """
    tally = tally or Tally()
    position = SearchPosition.of(puzzle)
    witness = some_solved_position(position, tally)
    if witness is None:
        return None
    position.propagate()
    for cell in order.cells:
        if position.values[cell]:
            continue
        for digit in order.digits[cell]:
            if digit == witness.values[cell]:
                break
            if position.is_open(cell, digit):
                better = some_solved_position(position.after(position.cover.placement(cell, digit)), tally)
                if better is not None:
                    witness = better
                    break
                position.rule_out([(cell, digit)])
        position.place(position.cover.placement(cell, witness.values[cell]))
        position.propagate()
    return position.grid()
