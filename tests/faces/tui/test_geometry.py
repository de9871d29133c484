"""The layout of the screen for every board and window size."""

from __future__ import annotations

from many_cases import for_cases, for_each
from nonet.faces.tui.geometry import (
    LEAST_BELOW,
    LEAST_SIDE,
    TOO_LOW,
    TOO_NARROW,
    arrange,
    geometry,
    scales,
)
from nonet.layout import Layout

JIGSAW = "jigsaw:1112122233343444"
BOARDS = ["4x4", "6x6", "6x6/3x2", "9x9", "x", "windoku", "12x12", "16x16", "25x25", "5x5", "1x1", JIGSAW]


@for_each(BOARDS)
def test_every_window_can_be_used(name: str) -> None:
    layout = Layout.named(name)
    for width in (*range(1, 60, 7), 80, 100, 120, 160, 240):
        for height in (*range(1, 30, 3), 24, 36, 45, 70):
            plan = arrange(layout, width, height)
            if width < TOO_NARROW or height < TOO_LOW:
                assert plan.scale is None
                continue
            assert plan.scale is not None
            place = geometry(layout, plan.scale, plan.labels)
            if plan.scrolls:
                assert plan.side in (0, LEAST_SIDE)
                continue
            assert place.width + plan.side <= width
            assert place.height + plan.below + plan.keys + 1 <= height
            assert plan.side == 0 or plan.side >= LEAST_SIDE
            assert plan.below == 0 or plan.below >= LEAST_BELOW


# Required sizes: (board, window) and the inside of a cell.
@for_cases(
    [
        ("9x9", (120, 45), (7, 3), "side"),
        ("9x9", (100, 36), (7, 3), "side"),
        ("9x9", (80, 45), (7, 3), "below"),
        ("9x9", (80, 24), (5, 1), "side"),
        ("9x9", (40, 15), (3, 1), "none"),
        ("x", (80, 24), (5, 1), "side"),
        ("4x4", (80, 24), (9, 3), "side"),
        ("4x4", (100, 40), (13, 5), "side"),
        ("6x6", (80, 24), (7, 3), "side"),
        ("16x16", (80, 24), (3, 1), "side"),
        ("16x16", (250, 90), (13, 4), "side"),
        ("25x25", (120, 40), (3, 1), "side"),
    ]
)
def test_the_scale_that_a_window_gets(
    name: str, window: tuple[int, int], cell: tuple[int, int], panel: str
) -> None:
    plan = arrange(Layout.named(name), *window)
    assert plan.scale is not None
    assert (plan.scale.width, plan.scale.height) == cell
    assert panel == ("side" if plan.side else "below" if plan.below else "none")
    assert not plan.scrolls


@for_each(BOARDS)
def test_every_point_of_a_cell_maps_back_to_it(name: str) -> None:
    layout = Layout.named(name)
    for scale in scales(layout):
        for labels in (False, True):
            place = geometry(layout, scale, labels)
            for cell in range(layout.cell_count):
                row, column = divmod(cell, layout.size)
                for x in (0, scale.width - 1):
                    for y in (0, scale.height - 1):
                        assert place.cell_at(place.xs[column] + x, place.ys[row] + y) == cell
            assert place.cell_at(place.width + 1, 1) is None
            assert place.cell_at(1, place.height + 1) is None
            assert place.cell_at(place.width - 1, place.height - 1) is None


@for_each(BOARDS)
def test_notes_have_separate_places_inside_the_cell(name: str) -> None:
    layout = Layout.named(name)
    each = len(str(layout.size))
    for scale in scales(layout):
        if not scale.holds_notes:
            continue
        place = geometry(layout, scale, True)
        taken: set[tuple[int, int]] = set()
        for digit in layout.digits:
            x, y = place.note_place(digit)
            signs = {(x + step, y) for step in range(each)}
            assert all(0 < left < scale.width and 0 <= top < scale.height for left, top in signs)
            assert not taken & signs
            taken |= signs
            at = (place.xs[0] + x, place.ys[0] + y)
            assert place.digit_at(*at) == digit
        assert place.digit_at(place.xs[0], place.ys[0]) is None


def test_a_panel_is_shown_if_there_is_room() -> None:
    """A larger window never has smaller cells, if only one side grows."""
    layout = Layout.named("9x9")
    before = 0
    for height in range(TOO_LOW, 80):
        plan = arrange(layout, 140, height)
        assert plan.scale is not None
        area = plan.scale.width * plan.scale.height
        assert area >= before
        before = area
