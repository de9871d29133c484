"""Every kind of board gives unique puzzles, the same with every engine; large boards are dug by logic."""

from __future__ import annotations

import pytest

from many_cases import every, for_each, spread
from nonet.engines import Engine, engine
from nonet.engines.position import SearchPosition
from nonet.generate import Dig, dig, dig_many, random_grid
from nonet.generate.boards import has_no_solution, is_exact, known_grid, lucky_grid
from nonet.generate.jigsaws import random_jigsaw
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

LARGE = "20x20"
WINDOWS = [
    f"{size}+{extra}"
    for size in ("16x16", "18x18", "18x18/6x3", "20x20", "21x21", "24x24", "25x25")
    for extra in ("windows", "x", "x+windows")
]


class NoSearch(Engine):
    """An engine that fails when it is used."""

    name = "none"
    summary = "fails when asked"

    def solutions(self, puzzle: Puzzle) -> None:  # type: ignore[override]
        raise AssertionError("somebody searched")


def solved_by_probing(puzzle: Puzzle) -> bool:
    """Whether logic, including the refutation of single candidates, solves the puzzle, which proves uniqueness."""
    position = SearchPosition.of(puzzle)
    progress = True
    while position.unmet and progress:
        progress = False
        for cell in range(puzzle.layout.cell_count):
            for digit in puzzle.layout.digits:
                if position.values[cell] or not position.is_open(cell, digit):
                    continue
                if not position.after(position.cover.placement(cell, digit)).propagate():
                    position.rule_out([(cell, digit)])
                    progress = True
                    assert position.propagate()
    return not position.unmet


# -- puzzles of every board -----------------------------------------------------------------------------------


@for_each(["4x4", "6x6", "6x6/3x2", "8x8", "x", "windoku", "6x6+x", "10x10", "12x12"])
def test_minimal_puzzles(name: str) -> None:
    layout, judge = Layout.named(name), engine("search")
    values = dig_many(Dig(layout=layout), seed=1, first=0, count=1)[0]
    assert values is not None
    givens = Grid(layout, values)
    assert judge.is_unique(Puzzle(givens))
    needed = [cell for cell, value in enumerate(values) if value][:: max(1, layout.size // 3)]
    assert not any(judge.is_unique(Puzzle(givens.with_value(cell, 0))) for cell in needed)


@pytest.mark.slow
def test_16x16_is_minimal() -> None:
    layout = Layout.named("16x16")
    values = dig_many(Dig(layout=layout), seed=1, first=0, count=1)[0]
    assert values is not None
    givens = Grid(layout, values)
    assert engine("search").is_unique(Puzzle(givens))
    assert 84 <= givens.clue_count <= 104  # 30 other puzzles had 89 to 98 clues
    for cell in [cell for cell, value in enumerate(values) if value][:: 10 * every(2)]:
        assert not engine("search").is_unique(Puzzle(givens.with_value(cell, 0)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["16x16+x", "16x16+windows", "16x16+x+windows"])
def test_16x16_with_more_houses_is_dug_by_logic(name: str) -> None:
    layout, rng = Layout.named(name), Rng(1)
    grid = random_grid(layout, rng)
    puzzle = dig(grid, rng, engine=NoSearch())
    assert grid.extends(puzzle.givens)
    assert puzzle.clue_count < 104
    assert solved_by_probing(puzzle)


@pytest.mark.slow
def test_boards_beyond_16x16_are_dug_by_logic() -> None:
    layout, rng = Layout.named(LARGE), Rng(1)
    grid = random_grid(layout, rng)
    puzzle = dig(grid, rng, engine=NoSearch())
    assert grid.extends(puzzle.givens)
    assert puzzle.clue_count < 190
    assert engine("search").solution(puzzle) == grid


@pytest.mark.slow
def test_25x25() -> None:
    layout, rng = Layout.named("25x25"), Rng(1)
    grid = random_grid(layout, rng)
    puzzle = dig(grid, rng, engine=NoSearch())
    assert grid.extends(puzzle.givens)
    assert puzzle.clue_count < 310
    assert engine("search").solution(puzzle) == grid
    assert solved_by_probing(puzzle)


@pytest.mark.slow
def test_a_large_puzzle_is_proved_unique_independently() -> None:
    layout, rng = random_jigsaw(11, Rng(1)), Rng(3)
    puzzle = dig(random_grid(layout, rng), rng, engine=NoSearch())
    assert solved_by_probing(puzzle)
    assert engine("search").is_unique(puzzle)
    without = bytes(
        0 if value in (1, 2) else value for value in puzzle.givens
    )  # two missing digits could be exchanged
    assert not solved_by_probing(Puzzle(Grid(layout, without)))


def test_symmetric_and_to_a_clue_count() -> None:
    layout = Layout.named("12x12")
    for symmetry in ("rotational", "diagonal"):
        values = dig_many(Dig(layout=layout, symmetry=symmetry, clues=72), seed=3, first=0, count=1)[0]
        assert values is not None
        assert len(values) - values.count(0) == 72
        turned = (
            values[::-1]
            if symmetry == "rotational"
            else bytes(values[12 * (i % 12) + i // 12] for i in range(144))
        )
        assert [value > 0 for value in values] == [value > 0 for value in turned]
        assert engine("search").is_unique(Puzzle(Grid(layout, values)))


@pytest.mark.parametrize(
    "name",
    ["6x6", "jigsaw:1112132233243444", "12x12"]
    + [pytest.param(name, marks=pytest.mark.slow) for name in ("x", "windoku")],
)
def test_the_engine_does_not_matter(name: str) -> None:
    layout = Layout.named(name)
    rng = Rng(9)
    expected = dig(random_grid(layout, rng), rng)
    for each in ("search", "propagation") if layout.size < 10 else ("search",):
        rng = Rng(9)
        assert dig(random_grid(layout, rng, engine=engine(each)), rng, engine=engine(each)) == expected, each


@pytest.mark.parametrize("name", spread(["16x16", "16x16+x+windows", "14x14"], 2))
def test_large_fills_are_the_same_with_every_engine(name: str) -> None:
    layout = Layout.named(name)
    assert random_grid(layout, Rng(2), engine=engine("search")) == random_grid(layout, Rng(2))


# -- the parts ------------------------------------------------------------------------------------------------


def test_which_boards_use_a_search() -> None:
    exact = {name: is_exact(Layout.named(name)) for name in ("9x9", "16x16", "12x12+x", "16x16+x", "25x25")}
    assert exact == {"9x9": True, "16x16": True, "12x12+x": True, "16x16+x": False, "25x25": False}
    assert is_exact(random_jigsaw(9, Rng(1)))
    assert not is_exact(random_jigsaw(11, Rng(1)))


@pytest.mark.slow
def test_large_boards_are_refuted_by_logic_only() -> None:
    layout = Layout.named("25x25")
    full = random_grid(layout, Rng(1))
    values = bytearray(full.values)
    values[0] = 0
    masks = [1 << full[0] - 1] + [0] * 624
    assert has_no_solution(Puzzle(Grid(layout, bytes(values)), tuple(masks)), NoSearch())
    assert not has_no_solution(Puzzle(Grid(layout, bytes(values))), NoSearch())
    assert not has_no_solution(Puzzle(Grid.empty(layout)), NoSearch())


@for_each(WINDOWS)
def test_built_in_grids(name: str) -> None:
    layout = Layout.named(name)
    grid = known_grid(layout)
    assert grid is not None
    assert grid.layout == layout
    assert grid.is_solution()


@pytest.mark.parametrize("name", ["9x9", "windoku", "23x23+x", "16x16/2x8+windows"])
def test_layouts_without_a_built_in_grid(name: str) -> None:
    assert known_grid(Layout.named(name)) is None


@pytest.mark.parametrize(
    "name", ["16x16+windows", "16x16+x+windows", pytest.param("25x25+windows", marks=pytest.mark.slow)]
)
def test_built_in_grids_are_mixed(name: str) -> None:
    layout = Layout.named(name)
    grids = [random_grid(layout, Rng(seed)) for seed in (1, 2)]
    known = known_grid(layout)
    assert known is not None
    for grid in grids:
        assert grid.is_solution()
        rows = [bytes(row) for row in known.rows()]
        assert len(set(grid.rows()) & set(rows)) == 0
    assert sum(one != other for one, other in zip(*grids, strict=True)) > layout.cell_count // 2


@pytest.mark.slow
def test_a_random_fill_can_fail() -> None:
    assert lucky_grid(Layout.named("2x2+x"), Rng(1)) is None
    grid = lucky_grid(random_jigsaw(12, Rng(4)), Rng(1))
    assert grid is None or grid.is_solution()
