"""Pictures: well-formed, accessible, on every board, and never by colour alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from many_cases import for_each, spread
from nonet.candidates import Candidates
from nonet.dimensions import HouseKind
from nonet.draw import step_scene, step_svg
from nonet.draw.board import CandidatePlaces
from nonet.draw.scene import Disc, Inset, Item, Label
from nonet.draw.steps import cleared_cells, legend_sign, overlay
from nonet.draw.svg import CLASSES, element_of
from nonet.explain import Look, Picture, picture, picture_of, to_text
from nonet.explain.examples import example
from nonet.explain.grammar import LookAt, OnlyPlaces
from nonet.explain.marks import COLOURS, STYLES, Mark, Tag
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import technique_keys
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.step import Step

KEYS = [key for key in technique_keys() if not key.endswith(("squirmbag", "whale", "leviathan"))]
"""The largest fish are drawn as the others are, but take long to find."""
SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS = [
    "4x4",
    "6x6",
    "6x6/3x2",
    "5x5",
    "9x9",
    "x",
    "windoku",
    "12x12",
    "16x16",
    "25x25",
    "jigsaw:1112122233343444",
]


@cache
def shown(key: str, language: str = "en") -> Picture:
    found = example(key)
    assert found is not None
    return picture(found.position, found.step, givens=found.givens, language=language)


def empty(name: str) -> Picture:
    layout = Layout.named(name)
    grid = Grid.empty(layout).with_value(0, 1)
    return picture(Candidates.at(grid), Step("brand-new", eliminations=((1, 2),)))


@for_each(spread(KEYS, 6))
def test_svg_is_well_formed_and_accessible(key: str) -> None:
    root = ElementTree.fromstring(step_svg(shown(key)))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    ids = (root.get("aria-labelledby") or "").split()
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert ids == [title.get("id"), desc.get("id")]
    assert title.text == shown(key).title
    assert desc.text == shown(key).description


@for_each(spread(KEYS, 6))
def test_svg_strikes_out_what_is_eliminated(key: str) -> None:
    found = example(key)
    assert found is not None
    root = ElementTree.fromstring(step_svg(shown(key)))
    strikes = [each for each in root.iter(f"{SVG}path") if each.get("class") == "stroke-red"]
    in_legend = 1 if found.step.eliminations else 0
    assert len(strikes) == len(found.step.eliminations) + in_legend


@for_each(spread(KEYS, 4))
def test_svg_classes_have_a_style(key: str) -> None:
    text = step_svg(shown(key))
    style = re.search(r"<style>(.*?)</style>", text)
    assert style is not None
    for name in {word for words in re.findall(r'class="([^"]+)"', text) for word in words.split()}:
        assert f".{name}{{" in style[1], name
    assert "@media (prefers-color-scheme:dark)" in style[1]


def test_links_are_solid_or_dashed() -> None:
    text = step_svg(shown("xy-chain"))
    strong = re.findall(r'<path d="M[^"]*Q[^"]*" class="stroke-green"[^>]*>', text)
    weak = re.findall(r'<path d="M[^"]*Q[^"]*" class="stroke-orange"[^>]*>', text)
    assert text.count('Z" class="fill-green"/>') == len(strong)  # the heads of arrows
    assert text.count('Z" class="fill-orange"/>') == len(weak)
    assert len(strong) >= 3
    assert len(weak) >= 2
    assert not any("dasharray" in each for each in strong)
    assert all("dasharray" in each for each in weak)


@for_each(spread(LAYOUTS, 2))
def test_every_board_can_be_drawn(name: str) -> None:
    drawn = empty(name)
    root = ElementTree.fromstring(step_svg(drawn))
    layout = Layout.named(name)
    candidates = sum(mask.bit_count() for mask in drawn.candidates.masks)
    labels = 2 * layout.size + 2  # rows, columns, the heading, the legend's one line
    assert len(list(root.iter(f"{SVG}text"))) == candidates + 1 + labels
    for lines in (True, False):
        text = to_text(drawn, lines=lines)
        assert len({len(line) for line in text.splitlines()[1:4]}) == 1
        assert text.isascii() or lines


def test_every_mark_has_a_colour_and_a_shape_and_signs_of_its_own() -> None:
    assert set(STYLES) == set(Mark)
    for which in ("shape", "sign", "plain"):
        assert len({getattr(style, which) for style in STYLES.values()}) == len(Mark), which
    assert {style.colour for style in STYLES.values()} <= set(COLOURS)
    assert all(
        style.plain.isascii() and len(style.sign) == len(style.plain) == 1 for style in STYLES.values()
    )


def test_marks_differ_without_their_colours() -> None:
    alike = {"circle", "disc", "cross", "bang"}  # told apart by their colour, a strike or the cell
    different = [mark for mark, style in STYLES.items() if style.shape not in alike]
    looks = {"".join(colourless(legend_sign(Tag(mark), 0, 0))) for mark in different}
    assert len(looks) == len(different)


def colourless(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        assert not isinstance(item, Inset)
        yield re.sub(r'(class|fill|stroke)="[^"]*"', "", element_of(item, CLASSES).markup)


@for_each(spread(KEYS, 4))
def test_the_page_marks_what_pictures_mark(key: str) -> None:
    """Over a board with candidates, the overlay has the marks of the picture, no other text, and covers nothing."""
    drawn = shown(key)
    places = CandidatePlaces(drawn.layout)
    marks = [item for item in overlay(drawn, places, auto=True) if not isinstance(item, Inset)]
    digits = [item.text for item in marks if isinstance(item, Label) and item.text.isdigit()]
    placed = [cell for (cell, _), tag in drawn.tags.items() if tag.mark is Mark.PLACED]
    candidates = [tag for (cell, _), tag in drawn.tags.items() if cell not in placed]
    assert len(digits) == len(candidates) + len(placed)
    everywhere = step_scene(drawn).items
    large = [item for item in marks if isinstance(item, Label | Disc) and placed]
    assert all(item in everywhere or item in large for item in marks)
    assert not [item for item in marks if getattr(item, "fill", "") == "paper"]
    plain = [
        item.text for item in overlay(drawn, places) if isinstance(item, Label) and item.colour == "faint"
    ]
    on_board = {cell for cell, _ in drawn.tags if not drawn.candidates.grid.entries[cell]}
    assert set(cleared_cells(drawn)) == on_board
    assert set(cleared_cells(drawn, auto=True)) == set(placed)
    cells = {cell for cell, _ in drawn.tags} - set(placed)
    others = [each for each in drawn.candidates if each[0] in cells and each not in drawn.tags]
    assert len(plain) == len(others)  # those of the same cells that play no part


@for_each(spread(KEYS, 4))
def test_text_needs_no_colour(key: str) -> None:
    """Without its colours, the coloured text equals the plain text."""
    plain = to_text(shown(key))
    coloured = to_text(shown(key), colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b" not in plain


@for_each(spread(KEYS, 4))
def test_text_marks_every_elimination(key: str) -> None:
    found = example(key)
    assert found is not None
    board = to_text(shown(key)).split("┗")[0]
    assert board.count("✗") == len(found.step.eliminations)
    assert board.count("◎") == len(found.step.placements)
    assert to_text(shown(key), lines=False).isascii()
    legend = to_text(shown(key)).split("┛")[1]
    for tag in set(shown(key).tags.values()):
        sign = tag.sign()
        assert f"  {sign}  " in legend, (tag, legend)


def test_a_board_too_wide_for_the_terminal_leaves_candidates_out() -> None:
    wide, narrow = to_text(empty("16x16")), to_text(empty("16x16"), columns=80)
    assert max(map(len, wide.splitlines())) > 200
    assert max(map(len, narrow.splitlines())) <= 80


def test_roles_of_a_whole_path_can_be_drawn() -> None:
    puzzle = Puzzle.of(
        CLASSIC, map(int, "000000907000420180000705026100904000050000040000507009920108000034059000507000000")
    )
    position = Position.of(puzzle)
    for step in islice(path(puzzle), 30):
        drawn = picture(position.candidates(), step, givens=puzzle.givens, language="cs")
        ElementTree.fromstring(step_svg(drawn))
        assert to_text(drawn)
        position.apply(step)


def test_given_and_placed_values_differ_without_colour() -> None:
    layout = Layout.named("4x4")
    grid = Grid.of(layout, [1, 2] + [0] * 14)
    drawn = picture(Candidates.at(grid), givens=grid.with_value(1, 0))
    text = to_text(drawn)
    assert "(2)" in text
    assert "(1)" not in text


def test_tags_choose_the_most_telling_part() -> None:
    assert Tag(Mark.ELIMINATED).rank < Tag(Mark.FIN).rank < Tag(Mark.BASE).rank < Tag(Mark.ON).rank


def test_overlapping_boards_in_text() -> None:
    """Nothing is drawn where there is no cell."""
    layout = Layout.named("overlap:4x4:r1c1,r3c3")
    cell = layout.cell_named("r5c4")
    start = Candidates.of(Puzzle(Grid.empty(layout)))
    shown = picture(start, Step("x", ((cell, 2),)))
    assert [line.rstrip() for line in to_text(shown, columns=24).splitlines()] == [
        "┏━━━━━┳━━━━━┓",
        "┃.  . ┃.  . ┃",
        "┃.  . ┃.  . ┃",
        "┣━━━━━╋━━━━━╋━━━━━┓",
        "┃.  . ┃.  . ┃.  . ┃",
        "┃.  . ┃.  . ┃.  . ┃",
        "┗━━━━━╋━━━━━╋━━━━━┫",
        "      ┃.  .◎┃.  . ┃",
        "      ┃.  . ┃.  . ┃",
        "      ┗━━━━━┻━━━━━┛",
        "  ◎  placed: r5c4 = 2",
    ]
    assert to_text(shown).splitlines()[1].strip() == "┏━━━━━━━━━┳━━━━━━━━━┓"


def test_regions_of_a_jigsaw_are_marked_when_they_are_named() -> None:
    """A player knows rows and columns by their numbers, but not which region is the fourth."""
    layout = Layout.named("jigsaw:1112122233343444")
    region = next(number for number, house in enumerate(layout.houses) if house.kind is HouseKind.REGION)
    look = Look((OnlyPlaces((1,), (region,), layout.houses[region].cells), LookAt((0,))))
    drawn = picture_of(Candidates.of(Puzzle.of(layout, "." * 16)), look)
    assert drawn.houses == ((region, Mark.LOOK),)
