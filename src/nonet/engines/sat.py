"""The engine `sat`: the puzzle as a formula, for a SAT solver to satisfy (python-sat, the extra `sat`).

A variable says "this digit is in this cell". Each *need* (see `dlx`: a cell needs a digit, a house needs a place for
each digit) becomes clauses:

    at least one     x or y or z
    at most one      not x or not y;   not x or not z;   not y or not z

A candidate that is ruled out is the clause "not x". After a solution, the clause "not all of these again" asks for
another.

A SAT solver guesses and propagates as the other engines do, but it also learns: from each contradiction it derives a
new clause, which forbids the combination of guesses that caused it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from nonet.engines.base import Engine, check_supported
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.optional_import import optional_import
from nonet.puzzle import Puzzle

SOLVER = "glucose4"

Clause = Sequence[int]
"""Variables, counted from 1; a negative number is "not"."""


class Sat(Engine):
    """A formula for a SAT solver.

    >>> from nonet.layout import Layout
    >>> mini = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> print(Sat().solution(mini))
    2 1 3 4
    4 3 1 2
    1 2 4 3
    3 4 2 1
    """

    name = "sat"
    summary = "a formula for a SAT solver, which learns from contradictions (needs nonet[sat])"

    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        """Every solution once, lazily; the order is the same each time."""
        check_supported(puzzle, "sat")
        layout = puzzle.layout
        solvers = optional_import("pysat.solvers", "the engine sat")
        with solvers.Solver(name=SOLVER, bootstrap_with=clauses(puzzle)) as solver:
            while solver.solve():
                _count(solver, tally)
                true = [variable for variable in solver.get_model() if variable > 0]
                yield Grid(layout, bytes((variable - 1) % layout.size + 1 for variable in true))
                solver.add_clause([-variable for variable in true])
            _count(solver, tally)


def _count(solver: Any, tally: Tally | None) -> None:
    """The solver's own counts so far: its decisions and its conflicts."""
    if tally is not None:
        done = solver.accum_stats()
        tally.nodes, tally.backtracks = 1 + done["decisions"], done["conflicts"]


def clauses(puzzle: Puzzle) -> list[Clause]:
    """The formula of a puzzle.

    >>> len(clauses(Puzzle.of("4x4", "1" + "." * 15)))  # 64 needs with 7 clauses each, and 3 candidates ruled out
    451
    """
    layout = puzzle.layout
    found: list[Clause] = []
    for need in _needs(layout):
        found.append(need)
        found += [(-one, -other) for one, other in combinations(need, 2)]
    for cell, allowed in enumerate(puzzle.allowed):
        found += [[-_variable(layout, cell, d)] for d in layout.entries if not allowed >> d - 1 & 1]
    return found


def _needs(layout: Layout) -> Iterator[list[int]]:
    """The variables of each need."""
    for cell in range(layout.cell_count):
        yield [_variable(layout, cell, digit) for digit in layout.entries]
    for house in layout.houses:
        for digit in layout.entries:
            yield [_variable(layout, cell, digit) for cell in house.cells]


def _variable(layout: Layout, cell: int, digit: int) -> int:
    return cell * layout.size + digit
