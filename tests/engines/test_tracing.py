"""Searches to watch: pages are parts of the whole, and the state at the beginning of one follows from those before."""

from __future__ import annotations

from itertools import islice

import pytest

from many_cases import for_each
from nonet.engines import engine
from nonet.engines.events import Event, Happening
from nonet.engines.tally import Tally
from nonet.engines.tracing import TRACES, SearchState, trace_page
from nonet.errors import EngineError, UnsupportedRules
from nonet.formats import parse
from nonet.puzzle import Puzzle
from nonet.rules import Cage

PUZZLES = [
    parse("..344....243.42."),  # one solution
    parse("12.............."),  # 24
    parse("123....4........"),  # none
]


@for_each(TRACES, PUZZLES)
def test_a_trace_tells_the_search_of_its_engine(name: str, puzzle: Puzzle) -> None:
    events = list(TRACES[name](puzzle))
    tally = Tally()
    grids = list(engine(name).solutions(puzzle, tally=tally))
    assert [event.grid for event in events if event.happening is Happening.SOLUTION] == grids
    assert sum(event.happening is Happening.PLACE for event in events) + 1 == tally.nodes


@for_each(TRACES, PUZZLES)
def test_the_state_holds_the_digits_of_every_solution(name: str, puzzle: Puzzle) -> None:
    state = SearchState()
    for event in TRACES[name](puzzle):
        if event.grid is not None:
            values = list(puzzle.givens)
            for cell, digit in (filled for level in state.levels for filled in level):
                assert not values[cell], "a cell is filled twice"
                values[cell] = digit
            assert values == list(event.grid)
        state.add(event)
    assert len(state.levels) == 1, "all placed digits are removed in the end"


@pytest.mark.parametrize("name", TRACES)
def test_pages_are_parts_of_the_whole(name: str) -> None:
    puzzle = PUZZLES[1]
    whole = list(TRACES[name](puzzle))
    found: list[Event] = []
    start, more = 0, True
    while more:
        page = trace_page(puzzle, name, start=start, count=23)
        again = SearchState()
        for event in islice(TRACES[name](puzzle), start):
            again.add(event)
        assert page.state == again
        assert page.start == start
        found += page.events
        start, more = start + len(page.events), page.more
    assert found == whole


def test_a_page_after_the_end_is_empty() -> None:
    page = trace_page(PUZZLES[2], "dlx", start=1000)
    assert (page.events, page.more) == ((), False)
    assert page.start == len(list(TRACES["dlx"](PUZZLES[2])))


def test_what_cannot_be_watched_is_refused() -> None:
    with pytest.raises(EngineError, match="backtracking, propagation, dlx"):
        trace_page(PUZZLES[0], "sat")
    with pytest.raises(UnsupportedRules):
        trace_page(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)]), "propagation")
    for name in ("propagation", "dlx"):  # they take every house for one that holds all digits
        with pytest.raises(EngineError, match=f"the engine {name} does not support the layout 2x3:0-3"):
            trace_page(Puzzle.of("2x3:0-3", "." * 6), name)


def test_backtracking_is_watched_on_boards_whose_houses_lack_digits() -> None:
    puzzle = Puzzle.of("2x3:0-3", "." * 6)
    events = trace_page(puzzle, "backtracking", count=10_000).events
    solutions = {event.grid for event in events if event.grid is not None}
    assert solutions == {*engine("rules").solutions(puzzle)} == {*engine("backtracking").solutions(puzzle)}
    assert len(solutions) == 264
