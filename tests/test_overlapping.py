"""Boards that overlap: samurai, twodoku and others are layouts like any other."""

from __future__ import annotations

import pickle

import pytest

from many_cases import for_each
from nonet import Grid, Layout, Puzzle, count_solutions, format_grid, parse, possible, some_solution
from nonet.engines import engine
from nonet.errors import FormatError, InvalidRule, LayoutError
from nonet.formats import read_all, write
from nonet.formats.json_puzzle import from_json, to_json
from nonet.formats.links.share import to_share
from nonet.rules import AntiKnight, Cage, Sandwich, Thermometer
from nonet.symmetry import Transformation, geometric_symmetries

SAMURAI = Layout.named("samurai")
CORNERS = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]


def squares(grid: Grid, layout: Layout, corners: list[tuple[int, int]], size: int) -> list[list[list[int]]]:
    """The boards one by one, as rows of numbers."""
    return [
        [[grid[layout.cell(top + row, left + column)] for column in range(size)] for row in range(size)]
        for top, left in corners
    ]


def test_samurai() -> None:
    assert (SAMURAI.cell_count, SAMURAI.height, SAMURAI.width) == (5 * 81 - 4 * 9, 21, 21)
    assert len(SAMURAI.houses) == 5 * 27 - 4  # four boxes are shared
    assert pickle.loads(pickle.dumps(SAMURAI)) is SAMURAI
    assert Layout.named(SAMURAI.name) == SAMURAI == Layout.overlapping(CORNERS)
    with pytest.raises(LayoutError, match="no cell in row 1, column 10"):
        SAMURAI.cell_named("r1c10")


@pytest.mark.parametrize("name", ["search", "rules", pytest.param("propagation", marks=pytest.mark.slow)])
def test_every_board_of_a_solution_is_a_solution(name: str) -> None:
    grid = some_solution(Puzzle(Grid.empty(SAMURAI)), engine=name)
    assert grid is not None
    assert grid.is_solution()
    for rows in squares(grid, SAMURAI, CORNERS, 9):
        assert Grid.of("9x9", [value for row in rows for value in row]).is_solution()


def test_two_4x4_boards_that_share_a_box() -> None:
    """Each of the 288 grids of one board meets those of the other with the same box: 288 / 24 of them."""
    layout = Layout.overlapping([(0, 0), (2, 2)], square=Layout.named("4x4"))
    assert layout.name == "overlap:4x4:r1c1,r3c3"
    empty = Puzzle(Grid.empty(layout))
    for name in ("search", "rules", "backtracking"):
        assert count_solutions(empty, engine=name) == 288 * 288 // 24


def test_rules_on_overlapping_boards() -> None:
    layout = Layout.overlapping([(0, 0), (2, 2)], square=Layout.named("4x4"))
    path = tuple(layout.cell_named(name) for name in ("r1c1", "r2c2", "r3c3", "r4c4"))
    puzzle = Puzzle.of(layout, [0] * layout.cell_count, rules=[Thermometer(path), Cage(path, 10)])
    found = list(engine("rules").solutions(puzzle))
    assert found
    assert all(puzzle.is_solved_by(grid) for grid in found)
    assert possible(puzzle).digits(path[0]) == (1,)
    for rule in (AntiKnight(), Sandwich((0, 1, 2, 3), 2)):
        with pytest.raises(InvalidRule, match="needs a square board"):
            Puzzle.of(layout, [0] * layout.cell_count, rules=[rule])


def test_text_there_and_back() -> None:
    grid = some_solution(Puzzle(Grid.empty(SAMURAI)))
    assert grid is not None
    puzzle = Puzzle(Grid(SAMURAI, bytes(value if cell % 3 else 0 for cell, value in enumerate(grid))))
    for name in ("rows", "line"):
        assert parse(format_grid(puzzle, name), layout=SAMURAI) == puzzle
        assert parse(format_grid(puzzle, name, with_layout=True)) == puzzle
    assert from_json(to_json(puzzle)) == puzzle
    sheet = "\n".join(
        "".join(
            str(puzzle.givens[SAMURAI.cell(row, column)]) if (row, column) in (SAMURAI.places or ()) else "."
            for column in range(21)
        )
        for row in range(21)
    )
    assert parse(sheet, layout=SAMURAI) == puzzle
    with pytest.raises(FormatError, match="overlapping boards are written as rows or line"):
        format_grid(puzzle, "board")
    with pytest.raises(FormatError, match="3 symbols; a samurai board has 369 cells on 21 rows of 21"):
        parse("123", layout=SAMURAI)
    with pytest.raises(FormatError, match="row 1, column 1: not a digit from 1 to 9 or a blank: 'A'"):
        parse("A" + "." * 368, layout=SAMURAI)


@pytest.mark.parametrize(
    "name", ["overlap:9x9:", "overlap:r1c1", "overlap:9x9:r1c1,r99c1", "overlap:samurai:r1c1"]
)
def test_names_that_make_no_sense(name: str) -> None:
    with pytest.raises(LayoutError):
        Layout.named(name)


def test_a_samurai_can_be_turned() -> None:
    assert len(geometric_symmetries(SAMURAI)) == 8
    assert len(geometric_symmetries(Layout.named("twodoku"))) == 4
    grid = some_solution(Puzzle(Grid.empty(SAMURAI)))
    assert grid is not None
    assert Transformation.rotation(SAMURAI)(grid).is_solution()


def test_the_share_text_of_any_arrangement_is_read() -> None:
    puzzle = Puzzle(Grid.empty(Layout.named("overlap:4x4:r1c1,r1c7,r3c3")))
    assert parse(to_share(puzzle)) == puzzle


@for_each(["rows", "line"])
def test_what_is_written_is_read_by_its_name(name: str) -> None:
    two = [Puzzle.of("twodoku", f"{digit}{'.' * 152}") for digit in (1, 2)]
    text = write(two, name)
    assert [entry.puzzle for entry in read_all(text, format=name)] == two
    assert [entry.puzzle for entry in read_all(write(two[:1], name))] == two[:1]


@for_each(["f-puzzles", "f-puzzles-json", "sudokupad", "sudokupad-json", "solo", "sumocue"])
def test_formats_of_one_square_refuse_a_sheet(name: str) -> None:
    with pytest.raises(FormatError, match=f"{name} cannot hold boards that overlap"):
        write(Puzzle.of("twodoku", "." * 153), name)
