"""Every engine on the same data lines, `puzzle:count:first solution` (tests/data/engines/).

The first solution is the smallest one, row by row. Puzzles with one solution were dug from known grids, which are
their solutions; comments at the other lines say where the count comes from.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import pytest

from many_cases import check_all, spread
from nonet.engines import Order, engine, engine_names
from nonet.errors import NoSolution, SeveralSolutions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

FOLDER = Path(__file__).parent.parent / "data" / "engines"
SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"

Case = tuple[Layout, str, int, str]


def cases(*names: str) -> Iterator[Case]:
    for name in names:
        layout = None
        for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("# layout "):
                layout = Layout.named(line.removeprefix("# layout "))
            elif not line.startswith("#"):
                assert layout is not None, f"{name}: no layout before the first line"
                puzzle, count, solution = line.split(":")
                yield layout, puzzle, int(count), solution


def grid(layout: Layout, line: str) -> Grid:
    return Grid.of(layout, map(SYMBOLS.index, line))


# Plain backtracking would take hours for some of these, so only the other engines run them.
HARD = ("hard", "none")
ALL = tuple(sorted({path.stem for path in FOLDER.glob("*.txt")} - set(HARD)))
FEW = ("4x4", "6x6", "jigsaw-5", "several")
"""What SAT solves in the fast tests: the formula of a large board takes seconds to build."""
SLOW = {("rules", "none"), *(("dlx", file) for file in ("none", "hard", "16x16", "25x25"))}


def is_slow(name: str, file: str) -> bool:
    return file not in FEW if name == "sat" else (name, file) in SLOW


FILES = [
    pytest.param(name, file, marks=pytest.mark.slow if is_slow(name, file) else ())
    for name in engine_names()
    for file in (ALL if name == "backtracking" else (*ALL, *HARD))
]


@pytest.mark.parametrize(("name", "file"), FILES)
def test_all_lines_of_a_file(name: str, file: str) -> None:
    some = spread(cases(file), 4)
    check_all(check_counts_and_first_solution, ((name, *case) for case in some))
    check_all(check_solution_is_the_only_one_or_an_error, ((name, *case) for case in some))


def check_counts_and_first_solution(name: str, layout: Layout, line: str, count: int, solution: str) -> None:
    puzzle = Puzzle(grid(layout, line))
    search = engine(name)
    assert search.supports(layout)

    found = list(search.solutions(puzzle))
    assert len(found) == len(set(found)) == count == search.count_solutions(puzzle)
    assert all(answer.is_solution() and answer.extends(puzzle.givens) for answer in found)
    assert search.is_unique(puzzle) is (count == 1)

    expected = grid(layout, solution) if solution else None
    assert search.first_solution(puzzle, Order.row_by_row(layout)) == expected
    assert min(found, key=lambda answer: answer.values, default=None) == expected
    some = search.some_solution(puzzle)
    assert some in found if found else some is None


def check_solution_is_the_only_one_or_an_error(
    name: str, layout: Layout, line: str, count: int, solution: str
) -> None:
    puzzle = Puzzle(grid(layout, line))
    if count == 0:
        with pytest.raises(NoSolution):
            engine(name).solution(puzzle)
    elif count > 1:
        with pytest.raises(SeveralSolutions):
            engine(name).solution(puzzle)
    else:
        assert engine(name).solution(puzzle) == grid(layout, solution)


def all_4x4(layout: Layout) -> list[Grid]:
    """All solved grids of a 4x4 layout, by brute force over its rows."""
    grids: list[bytes] = [b""]
    for _ in range(4):
        grids = [
            grid + bytes(row)
            for grid, row in product(grids, permutations(layout.digits))
            if all(
                digit != above
                for i in range(0, len(grid), 4)
                for digit, above in zip(row, grid[i : i + 4], strict=True)
            )
        ]
    return [answer for answer in (Grid(layout, grid) for grid in grids) if answer.is_solution()]


def test_4x4_lines_by_brute_force() -> None:
    lines = [case for case in cases(*ALL, *HARD) if case[0].size == 4]
    solved = {layout: all_4x4(layout) for layout in {case[0] for case in lines}}
    for layout, line, count, solution in lines:
        givens = grid(layout, line)
        answers = [answer for answer in solved[layout] if answer.extends(givens)]
        assert len(answers) == count
        assert [answer.values for answer in answers[:1]] == ([grid(layout, solution).values] if count else [])
    assert len(lines) >= 10


def test_the_lines_cover_all_kinds_of_layout() -> None:
    names = {layout.name for layout, *_ in cases(*ALL, *HARD)}
    assert names >= {"1x1", "4x4", "6x6", "6x6/3x2", "9x9", "9x9+x", "9x9+windows", "16x16", "25x25"}
    assert sum(name.startswith("jigsaw") for name in names) >= 3
