"""PySAT: one SAT solver with the rules as clauses is reused for all puzzles; the givens are assumptions."""

from __future__ import annotations

from itertools import combinations

from benchmarks.peers.base import Answer, Peer, package

from nonet.layout import CLASSIC

__all__ = ["peer"]

DIGITS = range(1, 10)
SOLVER = "cadical153"


def variable(cell: int, digit: int) -> int:
    """The variable for "this digit is in this cell": 1 … 729."""
    return 9 * cell + digit


def rules() -> list[list[int]]:
    """Each cell has one digit; each house has each digit once."""
    needs = [[variable(cell, digit) for digit in DIGITS] for cell in range(CLASSIC.cell_count)]
    needs += [[variable(cell, digit) for cell in house.cells] for house in CLASSIC.houses for digit in DIGITS]
    return needs + [[-one, -other] for need in needs for one, other in combinations(need, 2)]


class PySat(Peer):
    """To look for a second solution, it adds a clause that excludes the first, enabled by a switch variable."""

    name = f"PySAT ({SOLVER}, reused)"

    def __init__(self) -> None:
        self.solver = package("pysat.solvers", "python-sat").Solver(name=SOLVER, bootstrap_with=rules())
        self.switch = 9 * CLASSIC.cell_count

    def solve(self, puzzle: str) -> Answer:
        givens = [variable(cell, int(digit)) for cell, digit in enumerate(puzzle) if digit != "."]
        if not self.solver.solve(assumptions=givens):
            return Answer(0)
        model = [literal for literal in self.solver.get_model()[: 9 * CLASSIC.cell_count] if literal > 0]
        self.switch += 1
        self.solver.add_clause([-self.switch, *(-literal for literal in model)])
        several = self.solver.solve(assumptions=[*givens, self.switch])
        self.solver.add_clause([-self.switch])
        return Answer(1 + several, "".join(str((literal - 1) % 9 + 1) for literal in model))


def peer() -> Peer:
    return PySat()
