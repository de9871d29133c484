"""The board and its houses."""

from __future__ import annotations

import pickle
from itertools import combinations

import pytest

from many_cases import for_cases, for_each
from nonet import CLASSIC, HouseKind, Layout, LayoutError

BOXED = [
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (3, 4),
    (4, 3),
    (4, 4),
    (5, 5),
    (2, 4),
    (2, 5),
    (3, 5),
    (4, 5),
    (4, 6),
    (2, 12),
    (1, 7),
]
JIGSAW = "112233 112233 112233 445566 445566 445566"  # the 6x6/3x2 board, drawn as a map
NAMES = [
    "4x4",
    "6x6",
    "6x6/3x2",
    "9x9",
    "12x12",
    "16x16",
    "25x25",
    "x",
    "windoku",
    "9x9+x+windows",
    "4x4+x",
    "7x7",
    "1x1",
]


@for_cases(BOXED)
def test_a_boxed_board_has_rows_columns_and_boxes(rows: int, columns: int) -> None:
    layout = Layout.boxed(rows, columns)
    size = rows * columns
    assert layout.size == size
    assert layout.box_shape == (rows, columns)
    kinds = [house.kind for house in layout.houses]
    boxes = size if min(rows, columns) > 1 else 0
    assert (kinds.count(HouseKind.ROW), kinds.count(HouseKind.COLUMN), kinds.count(HouseKind.BOX)) == (
        size,
        size,
        boxes,
    )
    for kind in set(kinds):
        covered = sorted(cell for house in layout.houses if house.kind is kind for cell in house.cells)
        assert covered == list(range(size * size)), f"every cell lies in one {kind.value}"


def same_house_by_arithmetic(a: int, b: int, rows: int, columns: int) -> bool:
    size = rows * columns
    (ra, ca), (rb, cb) = divmod(a, size), divmod(b, size)
    return ra == rb or ca == cb or (ra // rows == rb // rows and ca // columns == cb // columns)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4)])
def test_peers_are_the_cells_that_share_a_house(rows: int, columns: int) -> None:
    layout = Layout.boxed(rows, columns)
    for a, b in combinations(range(layout.cell_count), 2):
        expected = same_house_by_arithmetic(a, b, rows, columns)
        assert (b in layout.peers[a]) == (a in layout.peers[b]) == expected
        assert bool(layout.peer_boards[a] >> b & 1) == expected


def test_the_number_of_peers() -> None:
    assert {len(peers) for peers in CLASSIC.peers} == {20}
    assert {len(peers) for peers in Layout.named("16x16").peers} == {39}
    x = Layout.named("x")
    assert [len(x.peers[x.cell_named(name)]) for name in ("r1c1", "r1c2", "r5c5")] == [26, 20, 32]
    windoku = Layout.named("windoku")
    assert [len(windoku.peers[windoku.cell_named(name)]) for name in ("r1c1", "r2c2", "r4c4")] == [20, 23, 24]


def test_windows_are_where_windoku_draws_them() -> None:
    windows = [house for house in Layout.named("windoku").houses if house.kind is HouseKind.WINDOW]
    assert [CLASSIC.cell_name(house.cells[0]) for house in windows] == ["r2c2", "r2c6", "r6c2", "r6c6"]
    assert windows[0].cells == (10, 11, 12, 19, 20, 21, 28, 29, 30)


def test_a_jigsaw_that_draws_the_usual_boxes_has_the_same_peers() -> None:
    assert Layout.jigsaw(JIGSAW).peers == Layout.boxed(3, 2).peers


def test_house_names() -> None:
    assert CLASSIC.houses[26].name == "box 9"
    assert Layout.jigsaw(JIGSAW).houses[-1].name == "region 6"
    assert Layout.named("x").houses[-1].name == "diagonal 2"


@for_each([*NAMES, f"jigsaw:{''.join(JIGSAW.split())}", f"jigsaw:{''.join(JIGSAW.split())}+x"])
def test_a_layout_is_a_value(name: str) -> None:
    layout = Layout.named(name)
    assert Layout.named(layout.name) == layout
    copy = pickle.loads(pickle.dumps(layout))
    assert copy == layout
    assert hash(copy) == hash(layout)
    assert layout.name in repr(layout)
    with pytest.raises(AttributeError):
        layout.size = 5  # type: ignore[misc]


def test_a_custom_layout_survives_pickling() -> None:
    own = Layout("latin 2", 2, Layout.named("2x2").houses)
    assert pickle.loads(pickle.dumps(own)) == own


def test_different_boards_are_not_equal() -> None:
    layouts = {Layout.named(name) for name in NAMES}
    assert len(layouts) == len(NAMES)
    assert CLASSIC != "9x9"


def test_cell_names_round_trip() -> None:
    for layout in (CLASSIC, Layout.named("25x25")):
        assert [layout.cell_named(layout.cell_name(c)) for c in range(layout.cell_count)] == list(
            range(layout.cell_count)
        )
    assert CLASSIC.cell_named(" R4C7 ") == 33


@for_each(["", "r0c1", "r10c1", "r1c10", "a1", "r1", "r1c1c1", "r٣c1"])
def test_no_such_cell(name: str) -> None:
    with pytest.raises(LayoutError):
        CLASSIC.cell_named(name)


@for_cases(
    [
        ("", "unknown layout"),
        ("hexagon", "unknown layout 'hexagon'; use"),
        ("9x8/3x3", "do not fill a board of 9x8"),
        ("9x9:0-7", "has 9 to 25 digits, not 8"),
        ("9x9:2-10", "begin with 0 or 1, not with 2"),
        ("9x9:5-1", "no digits from 5 to 1"),
        ("4x7+x", "as many rows as columns"),
        ("raw:9x9:1-26", "has 1 to 25 digits, not 26"),
        ("raw:9x9+x", "unknown layout 'raw:9x9+x'"),
        ("raw:30x9", "1 to 25 rows and columns"),
        ("jigsaw:2x4:1111", "this one has 4 symbols"),
        ("jigsaw:2x4:11111222", "has 5 cells; each must have at most 4"),
        ("26x26", "1 to 25 rows and columns"),
        ("0x0", "1 to 25 rows and columns"),
        ("9x9/2x4", "do not fill 9 cells"),
        ("9x9+y", "neither +x nor +windows"),
        ("4x4+windows", ""),
        ("jigsaw:123", "this one has 3 symbols"),
        ("jigsaw:1112111122223333", "has 7 cells; each must have 4"),
        ("jigsaw:1122112233443344+windows", "no windows"),
        ("7x7+windows", "no windows"),
        ("4x4" + "+A1" * 3000, "each by others"),
        ("overlap:" * 1500 + "4x4" + ":r1c1" * 1500, "unknown layout"),
        ("A" * 60_000, "unknown layout"),
        ("4x4+" + "y" * 60_000, "unknown layout"),
        ("4x4/" + "y" * 60_000, "unknown layout"),
    ]
)
def test_no_such_layout(name: str, reason: str) -> None:
    if name == "4x4+windows":  # one window in the middle: a board that people play
        assert [house.cells for house in Layout.named(name).houses[-1:]] == [(5, 6, 9, 10)]
        return
    with pytest.raises(LayoutError) as error:
        Layout.named(name)
    assert reason in str(error.value)
    assert len(str(error.value)) < 350


def test_box_shapes_beyond_the_board() -> None:
    for rows, columns in ((0, 3), (5, 6), (-1, 3)):
        with pytest.raises(LayoutError):
            Layout.boxed(rows, columns)


def test_houses_are_checked() -> None:
    house = CLASSIC.houses[0]
    with pytest.raises(LayoutError, match="row 1 has 9 cells for 4 digits"):
        Layout("odd", 4, (house,))
    with pytest.raises(LayoutError, match="has a cell twice"):
        Layout("odd", 2, (type(house)(HouseKind.ROW, 0, (1, 1)),))
    with pytest.raises(LayoutError, match="1 to 25 digits"):
        Layout("odd", 26, ())
