"""The registry of engines, and the default implementations of the base class."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from nonet.engines import Engine, Order, base, default_engine, engine, engine_names, register
from nonet.engines.backtracking import Backtracking
from nonet.engines.tally import Tally
from nonet.errors import EngineError
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle


class Smallest(Engine):
    """A minimal engine."""

    name = "smallest"
    summary = "for this test"

    def supports(self, layout: Layout) -> bool:
        return layout.size == 4

    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        return reversed(list(Backtracking().solutions(puzzle)))


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_FACTORIES", dict(base._FACTORIES))
    monkeypatch.setattr(base, "_ENGINES", dict(base._ENGINES))
    register("smallest", Smallest)


def test_names() -> None:
    assert engine_names()[:6] == ("rules", "backtracking", "dlx", "sat", "propagation", "search")
    for name in engine_names():
        assert engine(name).name == name
        assert engine(name).summary
        assert engine(name) is engine(name)


def test_no_such_engine() -> None:
    with pytest.raises(
        EngineError,
        match="unknown engine 'magic'; choose from rules, backtracking, dlx, sat, propagation, search",
    ):
        engine("magic")


@pytest.mark.usefixtures("registered")
def test_the_default_is_the_last_that_supports_the_layout() -> None:
    assert default_engine(Layout.named("4x4")).name == "smallest"
    assert default_engine(CLASSIC).name != "smallest"


def test_no_engine_for_a_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_FACTORIES", {"smallest": Smallest})
    monkeypatch.setattr(base, "_ENGINES", {})
    with pytest.raises(EngineError, match="no engine supports the layout 9x9"):
        default_engine(CLASSIC)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    "givens", [[0] * 16, [0, 1, 2, 0] + [0] * 12, [1, 2, 3, 0] + [0] * 3 + [4] + [0] * 8]
)
def test_default_implementations(givens: list[int]) -> None:
    puzzle = Puzzle.of(Layout.named("4x4"), givens)
    mine, plain = engine("smallest"), engine("backtracking")
    for order in (Order.row_by_row(puzzle.layout), Order.right_to_left(puzzle.layout).reversed_digits()):
        assert mine.first_solution(puzzle, order) == plain.first_solution(puzzle, order)
    assert mine.count_solutions(puzzle) == plain.count_solutions(puzzle)


def test_default_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "PAUSE", 0.0)
    told: list[int] = []
    assert (
        Backtracking().count_solutions(Puzzle(Grid.empty(Layout.named("4x4"))), progress=told.append) == 288
    )
    assert told == list(range(1, 289))


def test_engines_are_imported_lazily() -> None:
    code = "import sys, nonet.engines; print([n for n in sys.modules if n.startswith('nonet.engines.')])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert sorted(eval(shown.stdout)) == ["nonet.engines.base", "nonet.engines.order", "nonet.engines.tally"]


@pytest.mark.parametrize("name", engine_names())
def test_a_board_that_an_engine_does_not_know_is_refused(name: str) -> None:
    """An engine that is called itself answers rightly, or refuses as `nonet.solution(…, engine=name)` does."""
    for puzzle, count in [
        (Puzzle.of("3x4", "...1..24.3.."), 3),
        (Puzzle.of("raw:2x2:1-3", "1..."), 27),
        (Puzzle.of("2x2+A1", "1....", ruled_out={4: (1,)}), 1),
    ]:
        if engine(name).supports(puzzle.layout) or name == "kernel":
            assert engine(name).count_solutions(puzzle) == count
            continue
        for ask in (engine(name).count_solutions, engine(name).is_unique, engine(name).some_solution):
            with pytest.raises(EngineError, match=f"the engine {name} does not support the layout"):
                ask(puzzle)
        with pytest.raises(EngineError):
            engine(name).first_solution(puzzle, Order.row_by_row(puzzle.layout))
