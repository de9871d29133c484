"""The engines side by side."""

from __future__ import annotations

import pytest

from nonet.engines import engine_names
from nonet.engines.comparison import compare, compared_engines
from nonet.errors import EngineError
from nonet.formats import parse
from nonet.puzzle import Puzzle
from nonet.rules import Cage

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
COUNTING = ("rules", "backtracking", "dlx", "sat", "propagation", "search")


@pytest.mark.parametrize(
    ("line", "solutions"),
    [(EASY, 1), ("12..34..........", 2), ("123....4........", 0)],
)
def test_all_engines_agree(line: str, solutions: int) -> None:
    puzzle = parse(line)
    rows = compare(puzzle)
    assert tuple(row.engine for row in rows) == engine_names()
    assert {row.solutions for row in rows} == {solutions}
    for row in rows:
        assert (row.nodes is not None) == (row.backtracks is not None) == (row.engine in COUNTING)


def test_backtracks_are_dead_ends() -> None:
    """Row 1 lacks a 4, which its last cell cannot be: one dead end for every engine that visits it."""
    rows = {row.engine: row for row in compare(parse("123....4........"), COUNTING)}
    assert rows["backtracking"].nodes == 1
    assert {row.backtracks for name, row in rows.items() if name != "sat"} == {1}


def test_a_variant_is_for_engines_that_know_rules() -> None:
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)])
    assert set(compared_engines(puzzle)) <= {"rules", "rules-kernel"}
    with pytest.raises(EngineError, match="dlx does not know the rules"):
        compare(puzzle, ["dlx"])
