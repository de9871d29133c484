"""OR-Tools CP-SAT: 27 "all different" constraints, one worker; enumerates solutions and stops after two."""

from __future__ import annotations

from typing import Any

from benchmarks.peers.base import LIMIT, Answer, Peer, package

from nonet.layout import CLASSIC

__all__ = ["peer"]


class CpSat(Peer):
    """Builds a new model for each puzzle, because the givens are part of the model."""

    name = "OR-Tools CP-SAT"

    def __init__(self) -> None:
        module: Any = package("ortools.sat.python.cp_model", "ortools")

        class Two(module.CpSolverSolutionCallback):  # type: ignore[misc]  # the package may not be installed
            """Collects solutions and stops after the second."""

            def __init__(self, cells: list[Any]) -> None:
                super().__init__()
                self.cells, self.found = cells, list[str]()

            def on_solution_callback(self) -> None:
                self.found.append("".join(str(self.value(cell)) for cell in self.cells))
                if len(self.found) == LIMIT:
                    self.stop_search()

        self.module, self.callback = module, Two

    def solve(self, puzzle: str) -> Answer:
        model = self.module.CpModel()
        cells = [
            model.new_int_var(1, 9, "") if digit == "." else model.new_constant(int(digit))
            for digit in puzzle
        ]
        for house in CLASSIC.houses:
            model.add_all_different([cells[cell] for cell in house.cells])
        solver = self.module.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        callback = self.callback(cells)
        solver.solve(model, callback)
        return Answer(len(callback.found), callback.found[0] if callback.found else None)


def peer() -> Peer:
    return CpSat()
