"""Properties: all engines agree on any small puzzle, solvable or not."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import examples, for_each, spread
from nonet.engines import Engine, Order, engine, engine_names
from nonet.engines.backtracking import Backtracking
from nonet.engines.exact_cover import ExactCover
from nonet.engines.search import Search
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

SMALL = [
    Layout.named("3x3"),
    Layout.named("4x4"),
    Layout.named("4x4+x"),
    Layout.named("5x5"),
    Layout.jigsaw("11122 11222 33344 33544 55554"),
    Layout.named("6x6"),
    Layout.named("6x6/3x2+x"),
]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Random digits that obey the rules, with some candidates ruled out; solvable or not."""
    layout = draw(st.sampled_from(SMALL))
    cells = st.integers(0, layout.cell_count - 1)
    digits = st.integers(1, layout.size)
    values = [0] * layout.cell_count
    for cell, digit in draw(
        st.lists(st.tuples(cells, digits), min_size=layout.size, max_size=layout.cell_count)
    ):
        if not any(values[peer] == digit for peer in layout.peers[cell]):
            values[cell] = digit
    ruled_out = draw(st.dictionaries(cells, st.sets(digits, max_size=3), max_size=4))
    return Puzzle.of(layout, values, ruled_out=ruled_out)


@st.composite
def orders(draw: st.DrawFn, layout: Layout) -> Order:
    """Any order of digits in each cell, and on small boards any order of cells."""
    rng = Rng(draw(st.integers(0, 2**32)))
    digits = Order.random_digits(layout, rng).digits
    if layout.size <= 4:
        return Order(tuple(rng.shuffled(range(layout.cell_count))), digits)
    return Order(draw(st.sampled_from([Order.row_by_row(layout), Order.right_to_left(layout)])).cells, digits)


ENOUGH = 60


@settings(max_examples=examples(40), deadline=None)
@given(puzzle=puzzles())
def test_engines_find_the_same_solutions(puzzle: Puzzle) -> None:
    found = {name: list(islice(engine(name).solutions(puzzle), ENOUGH)) for name in engine_names()}
    count = len(found["backtracking"])
    for name, answers in found.items():
        assert len(set(answers)) == len(answers) == count, name
        assert engine(name).count_solutions(puzzle, limit=ENOUGH) == count, name
        assert engine(name).is_unique(puzzle) is (count == 1), name
        assert (engine(name).some_solution(puzzle) is None) is (count == 0), name
        if count < ENOUGH:
            assert set(answers) == set(found["backtracking"]), name
    for answer in set().union(*found.values()):
        assert answer.is_solution()
        assert answer.extends(puzzle.givens)
        assert all(1 << digit - 1 & mask for digit, mask in zip(answer, puzzle.allowed, strict=True))


@settings(max_examples=examples(50), deadline=None)
@given(data=st.data())
def test_first_solution_is_what_backtracking_finds_first(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    order = data.draw(orders(puzzle.layout))
    first = next(Backtracking().solutions(puzzle, order=order), None)
    for name in engine_names():
        assert engine(name).first_solution(puzzle, order) == first, name
    last = list(islice(Backtracking().solutions(puzzle, order=order), ENOUGH))
    if len(last) < ENOUGH:
        for name in engine_names():
            found = engine(name).first_solution(puzzle, order.reversed_digits())
            assert found == (last[-1] if last else None), name


@settings(max_examples=examples(12), deadline=None)
@given(seed=st.integers(0, 2**32), filled=st.integers(35, 60))
def test_first_solution_on_the_classic_board(seed: int, filled: int) -> None:
    """Half-full, solvable boards, in orders in which plain backtracking is fast enough."""
    rng = Rng(seed)
    grid = Search().first_solution(Puzzle(Grid.empty(CLASSIC)), Order.random_digits(CLASSIC, rng))
    assert grid is not None
    assert grid.is_solution()
    kept = set(rng.shuffled(range(81))[:filled])
    puzzle = Puzzle.of(CLASSIC, (digit if cell in kept else 0 for cell, digit in enumerate(grid)))
    order = Order.right_to_left(CLASSIC)
    assert Search().first_solution(puzzle, order) == Backtracking().first_solution(puzzle, order)


@for_each(engine_names(), spread([*SMALL, CLASSIC, Layout.named("windoku")], 2))
def test_solutions_are_lazy_and_the_same_each_time(name: str, layout: Layout) -> None:
    empty = Puzzle(Grid.empty(layout))
    answers = engine(name).solutions(empty)
    assert iter(answers) is answers
    first = list(islice(answers, 10))
    assert all(answer.is_solution() for answer in first)
    assert first == list(islice(engine(name).solutions(empty), 10))


@pytest.mark.parametrize("name", engine_names())
def test_limits(name: str) -> None:
    empty = Puzzle(Grid.empty(Layout.named("4x4")))
    search: Engine = engine(name)
    assert [search.count_solutions(empty, limit=limit) for limit in (-1, 0, 1, 287, 288, 289, None)] == [
        0,
        0,
        1,
        287,
        288,
        288,
        288,
    ]


@pytest.mark.parametrize("name", engine_names())
def test_ruled_out_candidates(name: str) -> None:
    mini = Layout.named("4x4")
    empty = [0] * 16
    search = engine(name)
    # r1c1 is 1, 2, 3 or 4 in 72 grids each.
    assert search.count_solutions(Puzzle.of(mini, empty, ruled_out={0: [1]})) == 216
    assert search.count_solutions(Puzzle.of(mini, empty, ruled_out={0: [1, 2, 3]})) == 72
    assert search.count_solutions(Puzzle.of(mini, empty, ruled_out={0: [1, 2, 3, 4]})) == 0
    assert search.count_solutions(Puzzle.of(mini, [2] + [0] * 15, ruled_out={0: [1, 3, 4]})) == 72
    # A given that is itself ruled out.
    assert search.count_solutions(Puzzle.of(mini, [2] + [0] * 15, ruled_out={0: [2]})) == 0
    solved = next(engine("search").solutions(Puzzle.of(mini, empty)))
    assert search.count_solutions(Puzzle.of(mini, solved, ruled_out={15: [solved[15]]})) == 0
    assert (
        search.first_solution(Puzzle.of(mini, solved, ruled_out={15: [solved[15]]}), Order.row_by_row(mini))
        is None
    )


def test_masks_may_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of large boards are bounded; dropped entries are computed again."""
    layout = Layout.named("6x6")
    cover = ExactCover(layout)
    monkeypatch.setattr("nonet.engines.position.ExactCover.of", lambda _: cover)
    for table in (cover.placements, cover.columns, cover.claimed, cover._met):
        monkeypatch.setattr(table, "_most", 5)
    puzzle = Puzzle(Grid.empty(layout))
    few = list(islice(Search().solutions(puzzle), 50))
    monkeypatch.undo()
    assert few == list(islice(Search().solutions(puzzle), 50))
