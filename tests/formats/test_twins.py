"""Parsing and formatting round trips: every format, size and layout; full, partial and empty grids."""

from __future__ import annotations

import string
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from many_cases import examples, for_cases, for_each
from nonet.errors import FormatError
from nonet.formats import format_grid, format_names, parse, read, write
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

JIGSAWS = (
    "jigsaw:1112122233343444",
    "jigsaw:1112241322413324433545555+x",
    "jigsaw:111122333111222333112222333444555666444455666445555666777888999777888899777889999",
)
USUAL = tuple(f"{size}x{size}" for size in range(1, 26))
OTHER_BOXES = ("4x4/1x4", "6x6/3x2", "6x6/6x1", "8x8/4x2", "10x10/5x2", "12x12/2x6", "12x12/4x3", "18x18/2x9")
MORE_HOUSES = ("9x9+x", "windoku", "9x9+x+windows", "4x4+x", "16x16+x", "16x16+windows", "6x6/3x2+x")
OTHER_SHAPES = (
    *(
        "4x7",
        "7x4",
        "2x3",
        "9x9:0-8",
        "6x6:1-9/3x3",
        "6x6:0-9",
        "9x8:0-8",
        "10x12:0-15",
        "6x6:1-12",
        "6x6+A3+B10",
        "raw:4x7",
        "raw:9x9:0-2",
    ),
    "jigsaw:4x7:1222222111113244441334443333",
    "jigsaw:5x4:0-5:11221122..3344334455",
)
LAYOUTS = tuple(map(Layout.named, (*USUAL, *OTHER_BOXES, *MORE_HOUSES, *JIGSAWS, *OTHER_SHAPES)))
BLANKS = "0._*-xX"


def solved(layout: Layout, random: Random) -> Grid:
    """A solution of a board with boxes only: one row shifted, with the digits renamed."""
    assert layout.box_shape is not None
    box_rows, box_columns = layout.box_shape
    digits = random.sample(layout.digits, layout.size)
    bands = random.sample(range(box_columns), box_columns)
    order = [band * box_rows + r for band in bands for r in random.sample(range(box_rows), box_rows)]
    values = [
        digits[(row % box_rows * box_columns + row // box_rows + column) % layout.size]
        for row in order
        for column in range(layout.size)
    ]
    return Grid.of(layout, values)


def sprinkled(layout: Layout, random: Random, cells: int) -> Grid:
    """Digits in random cells, as long as the rules allow."""
    entries = bytearray(layout.cell_count)
    for cell in random.sample(range(layout.board_count), cells):
        allowed = {*layout.entries} - {entries[peer] for peer in layout.peers[cell]}
        entries[cell] = random.choice([*sorted(allowed), 0])
    return Grid(layout, bytes(entries))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    layout = draw(st.sampled_from(LAYOUTS))
    random = Random(draw(st.integers(0, 2**32)))
    if layout.box_shape and layout.is_usual and "+" not in layout.name and draw(st.booleans()):
        grid = solved(layout, random)
        assert grid.is_solution()
        erased = draw(st.sampled_from(["nothing", "a digit", "rows", "cells"]))
        if erased == "a digit":  # the hardest grids to recognize: every symbol but one occurs
            digit = draw(st.sampled_from([layout.size, 1]))
            return Grid(layout, grid.values.replace(bytes([digit]), b"\0"))
        if erased == "rows":
            kept = draw(st.integers(0, layout.size)) * layout.size
            return Grid(layout, grid.values[:kept] + bytes(layout.cell_count - kept))
        if erased == "cells":
            share = random.random()
            return Grid(layout, bytes(value if random.random() < share else 0 for value in grid))
        return grid
    return sprinkled(layout, random, draw(st.integers(0, min(layout.board_count, 60))))


@pytest.mark.parametrize("name", format_names())
@given(grid=grids(), blank=st.sampled_from([None, *BLANKS]), style=st.sampled_from(["ascii", "unicode"]))
@settings(deadline=None, max_examples=examples(80))
def test_round_trip(name: str, grid: Grid, blank: str | None, style: str) -> None:
    assume(grid.layout.first_digit or blank != "0")
    text = format_grid(grid, name, blank=blank, style=style)
    assert not text.endswith("\n")
    assert parse(text, layout=grid.layout).givens == grid
    labelled = format_grid(grid, name, blank=blank, style=style, with_layout=True)
    assert parse(labelled).givens == grid
    if grid.layout.name in USUAL:
        assert parse(text).givens == grid


@given(grid=grids(), blank=st.sampled_from([None, *BLANKS]))
@settings(deadline=None, max_examples=examples(60))
def test_boxes_are_recognized_by_their_borders(grid: Grid, blank: str | None) -> None:
    shape = grid.layout.box_shape
    assume(grid.layout.is_usual)
    text = format_grid(grid, "board", blank=blank)
    if shape is None:
        with pytest.raises(FormatError, match="name the layout"):
            parse(text)
    elif 1 not in shape and "+" not in grid.layout.name:
        assert parse(text).givens == grid


@for_each(LAYOUTS, format_names())
def test_empty_and_full_boards(layout: Layout, name: str) -> None:
    found = [Grid.empty(layout)]
    if layout.box_shape and layout.is_usual and "+" not in layout.name:
        found.append(solved(layout, Random(1)))
    for grid in found:
        assert parse(format_grid(grid, name), layout=layout).givens == grid


@pytest.mark.parametrize(
    ("name", "expected"),
    [("rows", "rows"), ("joined", "joined"), ("line", "line"), ("board", "board"), ("csv", "csv")],
)
@given(grid=grids())
@settings(deadline=None, max_examples=20)
def test_every_format_is_recognized(name: str, expected: str, grid: Grid) -> None:
    if grid.layout.size > 1:
        assert read(format_grid(grid, name), layout=grid.layout).format == expected


CUSTOMS = (
    string.digits[1:] + string.ascii_uppercase,
    string.digits + string.ascii_uppercase,
    string.ascii_uppercase,
)


@given(
    size=st.integers(10, 25),
    custom=st.sampled_from(CUSTOMS),
    seed=st.integers(0, 2**32),
    share=st.floats(0.5, 1),
    blank=st.sampled_from("._*-"),
    small=st.booleans(),
    spaced=st.booleans(),
)
@example(size=25, custom=CUSTOMS[2], seed=0, share=1.0, blank="-", small=True, spaced=False)
@settings(deadline=None, max_examples=examples(60))
def test_three_conventions_for_symbols(
    size: int, custom: str, seed: int, share: float, blank: str, small: bool, spaced: bool
) -> None:
    """If all symbols occur, each of the three conventions is recognized."""
    assume(not (spaced and custom[:size] == string.digits))  # numbers, in which 0 is a blank
    random = Random(seed)
    grid = solved(Layout.named(f"{size}x{size}"), random)
    kept = {
        random.choice([c for c in range(size * size) if grid[c] == digit]) for digit in grid.layout.digits
    }
    grid = Grid.of(
        grid.layout, [v if c in kept or random.random() < share else 0 for c, v in enumerate(grid)]
    )
    rows = [[(blank + custom)[value] for value in row] for row in grid.rows()]
    text = "\n".join((" " if spaced else "").join(row) for row in rows)
    assert parse(text.lower() if small else text).givens == grid


@pytest.mark.parametrize("name", ["rows", "line"])
@pytest.mark.parametrize(
    "board", ["samurai", "overlap:4x4:r1c1,r3c3", "overlap:4x4:r1c1,r3c3,r5c5", "overlap:16x16:r1c1,r13c13"]
)
def test_boards_that_overlap(board: str, name: str) -> None:
    puzzle = Puzzle.of(Layout.named(board), "1" + "." * (Layout.named(board).board_count - 1))
    assert read(write(puzzle, name)).puzzle == puzzle


@pytest.mark.parametrize(
    ("text", "layout", "message"),
    [
        ("123\n231", "3x3:1-4", "row 3 is missing (6 cells found; a 3x3:1-4 board has 9)"),
        (
            "123\n2314",
            "2x3",
            "row 2, column 4: 4 cells instead of 3 (7 cells found; a 2x3 board has 6): '2314'",
        ),
        ("012\n123", "2x3:0-2", "row 2, column 3: larger than 2: '3'"),
        (
            "0 1 2\n1 ? 0",
            "2x3:0-2",
            "row 2, column 2: neither a number from 0 to 2 nor a blank (. _ * - x): '?'",
        ),
        ("1" * 7, "2x3", "row 1, column 7: 7 cells found; a 2x3 board has 6: '1111111'"),
    ],
)
def test_errors_name_the_board_that_was_asked_for(text: str, layout: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text, layout=layout)
    assert str(caught.value) == message


def test_cells_beside_a_board_have_no_place_in_plain_text() -> None:
    puzzle = Puzzle.of("4x4+A2", "." * 16 + "1.")
    with pytest.raises(FormatError, match="line cannot hold digits in cells beside the board"):
        write(puzzle, "line")
    assert parse(write(puzzle, "json")) == puzzle


@for_cases(
    [
        ("windoku", "sdk", "windows"),
        ("jigsaw:1112122233343444", "sdk", "irregular regions, a board other than 9x9"),
        ("9x9/1x9", "sdk", "a board without boxes"),
        ("samurai", "f-puzzles", "boards that overlap"),
        ("9x8:0-8", "sudokupad", "a board of 9 rows and 8 columns, the digits 0 to 8"),
        ("6x6:1-9/3x3", "f-puzzles", "the digits 1 to 9"),
        ("raw:9x9", "f-puzzles", "a board without houses"),
        ("9x9+A3", "sdk", "cells beside the board"),
        ("4x4+M16", "sudokupad", "sudokupad cannot hold marks, shading or regions that are not drawn"),
    ]
)
def test_what_of_a_board_has_no_place_in_a_format_is_named(layout: str, name: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        write(Puzzle.of(layout, "." * Layout.named(layout).cell_count), name)
    assert str(caught.value).startswith(f"{name} cannot hold ")
    assert words in str(caught.value)


def test_boards_as_they_are_written() -> None:
    grid = parse("..61..2....364.3.532...4...........6").givens
    assert format_grid(grid, "rows") == str(grid)
    assert format_grid(grid, "joined") == "006100\n200003\n640305\n320004\n000000\n000006"
    assert format_grid(grid, "line") == "..61..2....364.3.532...4...........6"
    assert format_grid(grid, "csv").splitlines()[:2] == [",,6,1,,", "2,,,,,3"]
    assert format_grid(grid, "board", style="unicode").splitlines() == [
        "┏━━━━━━━┳━━━━━━━┓",
        "┃ . . 6 ┃ 1 . . ┃",
        "┃ 2 . . ┃ . . 3 ┃",
        "┣━━━━━━━╋━━━━━━━┫",
        "┃ 6 4 . ┃ 3 . 5 ┃",
        "┃ 3 2 . ┃ . . 4 ┃",
        "┣━━━━━━━╋━━━━━━━┫",
        "┃ . . . ┃ . . . ┃",
        "┃ . . . ┃ . . 6 ┃",
        "┗━━━━━━━┻━━━━━━━┛",
    ]


def test_a_comment_is_written_only_where_symbols_could_be_misread() -> None:
    layout = Layout.named("16x16")
    full = solved(layout, Random(5))
    assert "#" not in format_grid(full, "line")
    without_16 = Grid(layout, full.values.replace(b"\x10", b"\0"))
    assert format_grid(without_16, "line").endswith(" # symbols: 1-G")
    assert format_grid(without_16, "joined").startswith("# symbols: 1-G\n")  # else 0-F, complete
    assert "#" not in format_grid(without_16, "rows")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("xml", {}, "unknown format 'xml'; choose from rows, joined, line, board, csv"),
        ("rows", {"blank": "?"}, "the symbol for a blank must be one of 0 . _ * - x: '?'"),
        ("rows", {"blank": "0."}, "the symbol for a blank must be one of 0 . _ * - x: '0.'"),
        ("board", {"style": "gothic"}, "the style must be ascii or unicode: 'gothic'"),
    ],
)
def test_grids_that_a_format_cannot_represent(name: str, options: dict[str, str], message: str) -> None:
    grid = Grid.empty(Layout.named("4x4"))
    with pytest.raises(FormatError) as caught:
        format_grid(grid, name, blank=options.get("blank"), style=options.get("style", "ascii"))
    assert str(caught.value) == message
