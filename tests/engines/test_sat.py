"""The engine `sat`: its formula, and what it says without python-sat."""

from __future__ import annotations

import sys
from itertools import islice, product

import pytest

from nonet.engines import engine
from nonet.engines.sat import Sat, clauses
from nonet.engines.tally import Tally
from nonet.errors import MissingExtra
from nonet.formats import parse
from nonet.puzzle import Puzzle


def test_a_grid_satisfies_the_formula_if_it_is_a_solution() -> None:
    """Every way to fill the last row of a 4x4 board, checked clause by clause without a SAT solver."""
    puzzle = Puzzle.of("4x4", "123434122143....")
    formula = clauses(puzzle)
    satisfying = []
    for last in product(range(1, 5), repeat=4):
        values = [*puzzle.givens.values[:12], *last]
        true = {4 * cell + digit for cell, digit in enumerate(values)}
        if all(any((literal > 0) == (abs(literal) in true) for literal in clause) for clause in formula):
            satisfying.append(last)
    assert satisfying == [(4, 3, 2, 1)]


def test_decisions_and_conflicts_are_counted() -> None:
    puzzle = parse("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
    tally = Tally()
    assert len(list(islice(Sat().solutions(puzzle, tally=tally), 2))) == 1
    assert tally.nodes > tally.backtracks > 0


def test_without_python_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(
        MissingExtra, match=r'the engine sat needs pysat; install it with: pip install "nonet\[sat\]"'
    ):
        engine("sat").solution(parse("1234............"))
