"""Drawing the board with characters: lines, notes, symbols."""

from __future__ import annotations

import pytest

from nonet.faces.tui.content import BoardContent
from nonet.faces.tui.drawing import draw
from nonet.faces.tui.geometry import Geometry, Scale, geometry, scales
from nonet.faces.tui.palette import Background, Ink
from nonet.layout import Layout

CROOKED = Layout.jigsaw("1112122233343444")
TALL, FLAT = Scale(7, 3), Scale(5, 1)


def content(layout: Layout, **parts: object) -> BoardContent:
    empty = bytes(layout.cell_count)
    return BoardContent(layout, **{"values": empty, "givens": empty, **parts})  # type: ignore[arg-type]


def cell_lines(shown: BoardContent, place: Geometry, cell: int) -> list[str]:
    canvas = draw(shown, place)
    row, column = divmod(cell, place.layout.size)
    x, y = place.xs[column], place.ys[row]
    return ["".join(canvas.signs[y + line][x : x + place.scale.width]) for line in range(place.scale.height)]


HEAVY_ACROSS, HEAVY_DOWN = "━", "┃"


@pytest.mark.parametrize(
    "layout", [Layout.named("9x9"), Layout.named("6x6"), CROOKED], ids=lambda each: each.name
)
def test_lines_are_heavy_exactly_where_regions_meet(layout: Layout) -> None:
    size, region = layout.size, layout.box_of
    for scale in scales(layout):
        place = geometry(layout, scale, True)
        canvas = draw(content(layout), place)
        for cell in range(layout.cell_count):
            row, column = divmod(cell, size)
            x, y = place.xs[column], place.ys[row]
            if place.column_lines[column]:
                apart = column == 0 or region[cell] != region[cell - 1]
                assert (canvas.signs[y][x - 1] == HEAVY_DOWN) == apart, (scale, cell)
            if place.row_lines[row]:
                apart = row == 0 or region[cell] != region[cell - size]
                assert (canvas.signs[y - 1][x] == HEAVY_ACROSS) == apart, (scale, cell)
            # a line is left out only where no region ends
            assert place.row_lines[row] or region[cell] == region[cell - size]
            assert place.column_lines[column] or region[cell] == region[cell - 1]


def test_lines_connect() -> None:
    """Adjacent box-drawing characters connect, according to their Unicode names."""
    import unicodedata

    def arms(sign: str) -> set[str]:
        name = unicodedata.name(sign, "")
        if not name.startswith("BOX DRAWINGS"):
            return set()
        found = {word.lower() for word in name.split() if word in ("UP", "DOWN", "LEFT", "RIGHT")}
        found |= {"up", "down"} if "VERTICAL" in name else set()
        return found | ({"left", "right"} if "HORIZONTAL" in name else set())

    for layout in (Layout.named("9x9"), CROOKED):
        for scale in scales(layout):
            signs = draw(content(layout), geometry(layout, scale, False)).signs
            for y, line in enumerate(signs):
                for x, sign in enumerate(line):
                    if "right" in arms(sign):
                        assert "left" in arms(line[x + 1])
                    if "down" in arms(sign):
                        assert "up" in arms(signs[y + 1][x])


def test_nine_notes_in_a_tall_cell() -> None:
    layout = Layout.named("9x9")
    place = geometry(layout, TALL, False)
    shown = content(layout, corner=(0b111111111, *[0] * 80))
    assert cell_lines(shown, place, 0) == [" 1 2 3 ", " 4 5 6 ", " 7 8 9 "]
    shown = content(layout, corner=(0b101, *[0] * 80), centre=(0b110000, *[0] * 80))
    assert cell_lines(shown, place, 0) == [" 1 3   ", " ‹56›  ", "       "]
    shown = content(layout, centre=(0b1, *[0] * 80))
    assert cell_lines(shown, place, 0) == ["       ", "  ‹1›  ", "       "]
    shown = content(layout, corner=(0b111111111, *[0] * 80), centre=(0b111111111, *[0] * 80))
    assert cell_lines(shown, place, 0) == [" 12345 ", " 12345…", " 6789  "]


@pytest.mark.parametrize(
    ("corner", "centre", "text"),
    [
        (0b0, 0b0, "  ·  "),
        (0b10011, 0b0, "125  "),
        (0b10000, 0b0, "5    "),
        (0b111111, 0b0, "1234…"),
        (0b0, 0b10001, "‹15› "),
        (0b11, 0b10000, "‹5›  "),
    ],
)
def test_notes_in_a_flat_cell(corner: int, centre: int, text: str) -> None:
    layout = Layout.named("9x9")
    shown = content(layout, corner=(corner, *[0] * 80), centre=(centre, *[0] * 80))
    assert cell_lines(shown, geometry(layout, FLAT, False), 0) == [text]


def test_a_small_cell_indicates_notes() -> None:
    layout = Layout.named("9x9")
    place = geometry(layout, Scale(3, 1), False)
    assert cell_lines(content(layout, corner=(1, *[0] * 80)), place, 0) == [" : "]
    assert cell_lines(content(layout), place, 0) == [" · "]


@pytest.mark.parametrize(
    "scale", [TALL, FLAT, Scale(3, 1), Scale(2, 1, rows_ruled=False, columns_ruled=False)]
)
def test_nothing_is_shown_by_the_background_alone(scale: Scale) -> None:
    """Conflicts, wrong digits, colours, diagonals, windows and hints are also marked by a symbol."""
    layout = Layout.named("9x9")
    place = geometry(layout, scale, False)
    values = bytes([5, *[0] * 80])
    for parts, sign in (
        ({"conflicts": frozenset({0})}, "!"),
        ({"wrong": frozenset({0})}, "✗"),
        ({"colours": (3, *[0] * 80)}, "c"),
        ({"cell_signs": {0: "●"}, "targets": frozenset({0})}, "●"),
    ):
        text = "".join(cell_lines(content(layout, values=values, **parts), place, 0))
        assert sign in text
        assert "5" in text
    for name, cell, sign in (("x", 0, "╲"), ("x", 8, "╱"), ("x", 40, "╳"), ("windoku", 10, "▫")):
        special = Layout.named(name)
        assert sign in "".join(cell_lines(content(special), geometry(special, scale, False), cell))
        assert sign not in "".join(cell_lines(content(special), geometry(special, scale, False), 1))


def test_marks_of_a_hint_are_next_to_their_candidates() -> None:
    layout = Layout.named("9x9")
    marks = {(0, 5): ("✗", Ink.GONE), (0, 9): ("✓", Ink.PLACED)}
    shown = content(layout, corner=(0b100010001, *[0] * 80), marks=marks)
    assert cell_lines(shown, geometry(layout, TALL, False), 0) == [" 1     ", "   5✗  ", "     9✓"]


def test_priority_of_backgrounds() -> None:
    layout = Layout.named("9x9")
    place = geometry(layout, FLAT, False)
    parts: dict[str, object] = {
        "peers": frozenset(range(9)),
        "colours": (0, 2, *[0] * 79),
        "conflicts": frozenset({2}),
        "pattern": frozenset({3}),
        "targets": frozenset({4}),
        "selected": frozenset({5}),
        "cursor": 6,
    }
    canvas = draw(content(layout, **parts), place)
    grounds = [canvas.pens[place.ys[0]][place.xs[column]].ground for column in range(9)]
    assert grounds == [
        *(Background.PEER, Background.COLOUR, Background.CONFLICT, Background.PATTERN, Background.TARGET),
        *(Background.SELECTED, Background.CURSOR, Background.PEER, Background.PEER),
    ]


@pytest.mark.parametrize("name", ["4x4", "9x9", "x", "windoku", "16x16", "jigsaw:1112122233343444"])
def test_ascii_is_ascii(name: str) -> None:
    layout = Layout.named(name)
    notes = tuple(layout.all_digits if cell % 3 else 0 for cell in range(layout.cell_count))
    for scale in scales(layout):
        shown = content(
            layout,
            corner=notes,
            centre=notes[::-1],
            wrong=frozenset({0}),
            conflicts=frozenset({1}),
            ascii=True,
        )
        assert draw(shown, geometry(layout, scale, True)).text().isascii()


def test_a_hidden_board_shows_nothing() -> None:
    layout = Layout.named("4x4")
    place = geometry(layout, FLAT, False)
    shown = content(layout, values=bytes([1] * 16), corner=(15,) * 16, colours=(1,) * 16, hidden=True)
    assert draw(shown, place).text() == draw(content(layout, hidden=True), place).text()
    assert not any(sign.isalnum() for sign in draw(shown, place).text())
