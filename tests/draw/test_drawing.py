"""Pictures: what is in the SVG, that PNG and PDF are made of the same, and that bad requests are refused."""

from __future__ import annotations

import json
import re
import struct
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from many_cases import for_each
from nonet.draw.board import BoardOptions, board_scene, grid_lines, with_regions_alone
from nonet.draw.files import save_scene, scene_bytes
from nonet.draw.outlines import cage_outlines
from nonet.draw.pictograms import picture_digits
from nonet.draw.scene import CELL, Label, Outlined
from nonet.draw.steps import step_scene
from nonet.draw.svg import to_svg_file
from nonet.draw.themes import THEMES, theme_named
from nonet.errors import NonetError
from nonet.explain import picture
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.path import next_step
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rules import LittleKiller, catalogue, from_data

TEXT = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = Puzzle.of("9x9", TEXT)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "x", "windoku", "16x16", "25x25"])
def test_every_given_is_in_its_cell(name: str) -> None:
    layout = Layout.named(name)
    values = [0] * layout.cell_count
    values[layout.size + 1] = layout.size
    root = fromstring(to_svg_file(board_scene(Puzzle.of(layout, values))))
    (text,) = root.iter(f"{SVG}text")
    assert text.text == str(layout.size)
    assert float(text.get("x", "0")) == 1.5 * CELL  # the second cell of the second row
    assert CELL < float(text.get("y", "0")) < 2 * CELL


def texts(puzzle: Puzzle, solution: Grid | None = None) -> dict[tuple[float, float], str]:
    """What is written, by row and column."""
    labels = (item for item in board_scene(puzzle, grid=solution).items if isinstance(item, Label))
    return {(label.y // CELL, label.x // CELL): label.text for label in labels}


def test_rows_columns_and_digits_are_those_of_the_board() -> None:
    scene = board_scene(Puzzle.of("3x5:0-6", "0....16........"))
    assert (scene.width // CELL, scene.height // CELL) == (5, 3)
    assert texts(Puzzle.of("3x5:0-6", "0....16........")) == {(0, 0): "0", (1, 0): "1", (1, 1): "6"}
    thin, thick = grid_lines(Layout.named("3x5:0-6"))
    assert sorted(thick) == [(0, 0, 0, 3), (0, 0, 5, 0), (0, 3, 5, 3), (5, 0, 5, 3)]
    assert len(thin) == 2 + 4


def test_cells_beside_the_board_are_drawn_below_it_with_their_names() -> None:
    puzzle = Puzzle.of("2x3+A4+B1", "1....." + "2...3")
    assert texts(puzzle) == {
        **{(0, 0): "1", (3, 0): "2", (7, 0): "3"},
        **{(2, 0): "A1", (2, 1): "A2", (2, 2): "A3", (4, 0): "A4", (6, 0): "B1"},
    }


def test_regions_that_the_solver_finds_are_drawn_where_they_are_known() -> None:
    labels = [f"R{number}" for number in range(1, 17)]
    layout = Layout.named("4x4/1x4+R16")
    rule = from_data({"kind": "unknown_regions", "labels": labels}, layout)
    puzzle = Puzzle.of(layout, "1" + "." * 15, rules=[rule])
    assert texts(puzzle) == {(0, 0): "1"}  # the cells that number the regions are not drawn
    assert len(grid_lines(layout, (0,) * 16)[1]) == 4
    solution = Grid.of(layout, "1234341221434321" + "1122112233443344")
    assert len(texts(puzzle, solution)) == 16
    assert grid_lines(layout, tuple(solution.entries[16:])) == grid_lines(Layout.named("4x4"))


def test_modified_cells_are_marked_where_they_are_known() -> None:
    layout = Layout.named("4x4+M16")
    data = {"kind": "doublers", "rules": [{"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 5}]}
    puzzle = Puzzle.of(layout, "." * 16, rules=[from_data(data, layout)])
    solution = Grid.of(layout, "2143341212344321" + "1112121121111121")

    def written(grid: Grid | None, rules: Puzzle) -> list[str]:
        labels = (item for item in board_scene(rules, grid=grid).items if isinstance(item, Label))
        return [label.text for label in labels if not label.text.isdigit() or label.text == "5"]

    assert written(None, puzzle) == ["5"]  # the marks are not drawn as cells
    assert written(solution, puzzle) == ["×2"] * 4 + ["5"]
    assert written(solution, with_regions_alone(puzzle)) == ["×2"] * 4


def test_boards_on_one_sheet_have_lines_only_where_there_are_cells() -> None:
    layout = Layout.named("samurai")
    scene = board_scene(Puzzle.of(layout, [0] * layout.cell_count))
    assert 21 * CELL < scene.width == scene.height < 22 * CELL
    thin, thick = grid_lines(layout)
    edges = {
        (x1 + along, y1, x1 + along + 1, y1) if y1 == y2 else (x1, y1 + along, x1, y1 + along + 1)
        for x1, y1, x2, y2 in [*thin, *thick]
        for along in range(x2 - x1 + y2 - y1)
    }
    sides = {
        edge
        for row, column in layout.places or ()
        for edge in (
            (column, row, column + 1, row),
            (column, row + 1, column + 1, row + 1),
            (column, row, column, row + 1),
            (column + 1, row, column + 1, row + 1),
        )
    }
    assert edges == sides


def test_the_font_is_in_the_file_and_nothing_is_loaded() -> None:
    svg = to_svg_file(board_scene(PUZZLE))
    assert svg.count("@font-face") == 1
    assert set(re.findall(r"(?:url\(|href=)[\"']?([a-z]+:)", svg)) == {"data:"}


@for_each(sorted(kind for kind, cls in catalogue().items() if Layout.named(cls.example.layout).is_usual))
def test_every_rule_can_be_drawn_in_every_theme(kind: str) -> None:
    cls = catalogue()[kind]
    layout = Layout.named(cls.example.layout)
    rule = from_data({"kind": kind, **cls.example.data}, layout)
    scene = board_scene(Puzzle.of(layout, [0] * layout.cell_count, rules=[rule]))
    plain = board_scene(Puzzle.of(layout, [0] * layout.cell_count))
    shapes = list(rule.shapes(layout))
    assert (len(scene.items) > len(plain.items)) == bool(shapes)
    for theme in THEMES:
        fromstring(to_svg_file(scene, theme=theme, fonts=False))


@for_each(sorted(catalogue()))
def test_rules_of_cells_beside_the_board_can_be_drawn(kind: str) -> None:
    example = catalogue()[kind].example
    layout = Layout.named(example.layout if "+" in example.layout else f"{example.layout}+R16")
    text = json.dumps({"kind": kind, **example.data})
    for name in set(re.findall(r'"r[0-9]+c[0-9]+"', text)):
        try:
            rule = from_data(json.loads(text.replace(name, '"R3"')), layout)
        except NonetError:
            continue
        board_scene(Puzzle.of(layout, [0] * layout.cell_count, rules=[rule]))


def test_a_cage_has_its_sum_in_a_gap_of_its_line() -> None:
    cage = from_data({"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}, CLASSIC)
    scene = board_scene(Puzzle.of("9x9", "." * 81, rules=[cage]))
    assert [item.text for item in scene.items if isinstance(item, Label)] == ["8"]
    (line,) = [item for item in scene.items if isinstance(item, Outlined) and item.pen and item.pen.dash]
    corners = [point for _, point in line.commands]
    assert corners[1:-1] == [(123, 5), (123, 59), (5, 59)]
    (x, y), (left, below) = corners[0], corners[-1]
    assert (y, left) == (5, 5)
    assert x > 4.5 + 15 * 0.62  # the width of a digit
    assert below > 3 + 15 * 0.82  # its baseline


def test_a_cage_without_a_sum_has_a_closed_line() -> None:
    cage = from_data({"kind": "cage", "cells": ["r1c1", "r1c2"]}, CLASSIC)
    scene = board_scene(Puzzle.of("9x9", "." * 81, rules=[cage]))
    (line,) = [item for item in scene.items if isinstance(item, Outlined) and item.pen and item.pen.dash]
    assert line.commands == (("M", (5, 5)), ("L", (123, 5)), ("L", (123, 59)), ("L", (5, 59)), ("Z", ()))


def test_the_labels_of_diagonals_do_not_overlap() -> None:
    diagonals = [
        [f"r{row + step * way}c{1 + step}" for step in range((9 - row if way > 0 else row - 1) + 1)]
        for row in range(2, 9)
        for way in (1, -1)
    ]
    sums = [{"kind": "little_killer", "cells": cells, "sum": 5 * len(cells)} for cells in diagonals]
    rules = [from_data(each, CLASSIC) for each in sums]
    scene = board_scene(Puzzle.of("9x9", "." * 81, rules=rules))
    heights = sorted(item.y for item in scene.items if isinstance(item, Label))
    assert len(heights) == 14
    assert min(below - above for above, below in pairwise(heights)) >= 30


@pytest.mark.parametrize("outside", [1.0, 1.5])
def test_clues_at_one_corner_are_apart_and_arrows_do_not_cross(outside: float) -> None:
    """Two diagonals that leave the board through one corner, in the middle of a side; and all diagonals."""

    def diagonal(row: int, column: int, down: int, right: int) -> tuple[int, ...]:
        cells = []
        while 0 <= row < 9 and 0 <= column < 9:
            cells.append(9 * row + column)
            row, column = row + down, column + right
        return tuple(cells)

    corner = [diagonal(0, 3, 1, -1), diagonal(0, 4, 1, 1)]
    ends = [(n, side) for n in range(9) for side in (0, 8)]
    ways = [(down, right) for down in (1, -1) for right in (1, -1)]
    found = {diagonal(*end, *way) for n, side in ends for end in ((n, side), (side, n)) for way in ways}
    for lines in (corner, sorted(line for line in found if len(line) > 1)):
        puzzle = Puzzle.of("9x9", "." * 81, rules=[LittleKiller(line, 8 + len(line)) for line in lines])
        items = board_scene(puzzle, options=BoardOptions(outside=outside)).items
        boxes = []
        for item in items:
            if isinstance(item, Label):
                across, height = item.size * 0.6 * len(item.text) / 2, item.size * 0.727
                boxes.append((item.x - across, item.y - height, item.x + across, item.y))
        assert len(boxes) == len(lines)
        for item in items:
            if isinstance(item, Outlined) and item.pen and item.pen.colour == "outside":
                xs, ys = zip(*(numbers for _, numbers in item.commands), strict=True)
                boxes.append((min(xs), min(ys), max(xs), max(ys)))
        arrows = boxes[len(lines) :: 2]  # each is a shaft and a head
        for one, two in combinations(boxes[: len(lines)] + arrows, 2):
            assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


def test_clues_of_one_diagonal_are_apart() -> None:
    rules = [LittleKiller((3, 13, 23, 33, 43, 53), total) for total in (24, 25)]
    labels = [
        item for item in board_scene(Puzzle.of("9x9", "." * 81, rules=rules)).items if isinstance(item, Label)
    ]
    assert hypot(labels[0].x - labels[1].x, labels[0].y - labels[1].y) > 32


def test_clues_of_columns_and_of_diagonals_are_apart() -> None:
    """Where a diagonal has its label, that of a column moves out by a row; others stay near the board."""
    columns = [[f"r{row}c{column}" for row in range(1, 10)] for column in range(1, 10)]
    rules = [from_data({"kind": "sandwich", "cells": cells, "sum": 35}, CLASSIC) for cells in columns]
    diagonal = [f"r{step + 1}c{step + 4}" for step in range(6)]
    rules.append(from_data({"kind": "little_killer", "cells": diagonal, "sum": 24}, CLASSIC))
    scene = board_scene(Puzzle.of("9x9", "." * 81, rules=rules))
    labels = {(item.x, item.y): item for item in scene.items if isinstance(item, Label)}
    assert len(labels) == 10
    for one, two in combinations(labels.values(), 2):
        apart = (one.size + two.size) * 0.62  # half the widths of two digits each
        assert abs(one.x - two.x) >= apart or abs(one.y - two.y) >= max(one.size, two.size)
    assert [round(item.x / 64 - 0.5) for item in labels.values() if item.y < -64] == [2]
    assert min(item.y - item.size for item in labels.values()) > scene.top


def test_a_hole_has_a_line_of_its_own() -> None:
    around = (0, 1, 2, 9, 11, 18, 19, 20)
    assert sorted(len(loop) for loop in cage_outlines(CLASSIC, around)) == [4, 4]


def test_a_step_as_a_scene() -> None:
    position = Position.of(PUZZLE)
    step = next_step(position)
    assert step is not None
    shown = picture(position.candidates(), step, givens=PUZZLE.givens)
    scene = step_scene(shown)
    texts = [item.text for item in scene.items if isinstance(item, Label)]
    assert scene.title == shown.title in " ".join(texts)
    assert sum(text in "123456789" for text in texts) >= 30  # the givens, and candidates


def test_png_and_pdf() -> None:
    scene = board_scene(PUZZLE)
    png = scene_bytes(scene, ".png", width=300)
    assert struct.unpack(">II", png[16:24]) == (300, 300)
    pdf = scene_bytes(scene, ".pdf")
    assert pdf.startswith(b"%PDF-")
    assert pdf == scene_bytes(scene, ".pdf")


def test_pictures_instead_of_digits() -> None:
    puzzle = Puzzle.of("4x4", "12..............")
    scene = board_scene(puzzle, options=BoardOptions(digits=picture_digits))
    empty = board_scene(Puzzle.of("4x4", "................"))
    assert not [item for item in scene.items if isinstance(item, Label)]
    assert len(scene.items) >= len(empty.items) + 2


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(NonetError, match=r"must end in \.svg, \.png or \.pdf"):
        save_scene(board_scene(PUZZLE), str(tmp_path / "board.jpg"))
    with pytest.raises(NonetError, match="cannot write"):
        save_scene(board_scene(PUZZLE), str(tmp_path / "nowhere" / "board.svg"))
    with pytest.raises(NonetError, match="unknown theme 'pink'"):
        theme_named("pink")
