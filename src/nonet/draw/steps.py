"""A picture of a step as a scene, for SVG, PNG and PDF files, books, notebooks and animations; and its marks alone, for
the page, which draws the board itself.

    shapes    those of `mark_shapes.py`: base ● · fin ◆ · pivot ■ · pincer ▲ · placed ◎ · eliminated struck out ·
              letters for sets and colours
    houses    base houses tinted, cover houses striped
    links     strong: solid · weak: dashed · an arrow where the chain goes

Every colour comes with a shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot
from textwrap import wrap

from nonet.draw.board import (
    BoardOptions,
    CandidatePlaces,
    board_houses,
    board_lines,
    board_names,
    cells_beside,
    drawn_height,
    regions_known,
)
from nonet.draw.mark_shapes import mark_shape, strike
from nonet.draw.outlines import cage_outlines
from nonet.draw.rule_shapes import CAPITAL, cell_square, center, draw_outline, draw_rules
from nonet.draw.scene import CELL, Command, Item, Label, Outlined, PenStyle, Rectangle, Scene
from nonet.draw.svg import to_svg_file
from nonet.explain.marks import STYLES, Mark, Tag
from nonet.explain.step_picture import Curve, Picture
from nonet.explain.voice import voice
from nonet.messages import T
from nonet.rules.base import Rule
from nonet.rules.shapes import Outline
from nonet.step import Candidate

MARGIN = 30
"""For the names of rows and columns."""
MOST_CURVES = 70
"""More links than these would hide the board."""


def step_svg(picture: Picture, *, rules: Sequence[Rule] = (), styled: bool = True) -> str:
    """The picture of a step as SVG, with all rules of the puzzle, light or dark as set in the reader's system.

    Without `styled` it has no colours of its own, for a page of many pictures that has `colour_style` once.

    >>> from nonet.candidates import Candidates
    >>> from nonet.explain import picture
    >>> document = step_svg(picture(Candidates.of("1...............")))
    >>> document.startswith("<svg ") and document.endswith("</svg>" + chr(10))
    True
    """
    scene = step_scene(picture, rules=rules)
    return to_svg_file(scene, theme="auto", fonts=False, styled=styled)


def step_scene(picture: Picture, *, rules: Sequence[Rule] = (), legend: bool = True) -> Scene:
    """The scene of a position with marks, and all rules of the puzzle; its title and its description are those of the
    picture.
    """
    layout = picture.layout
    shapes = draw_rules(rules, layout, small=True, grid=picture.candidates.grid)
    cells, options = tuple(layout.drawn_at.values()), BoardOptions(thick=2.3)
    shown = frozenset(cells)
    left, top, right, _ = (MARGIN + margin for margin in shapes.margins)
    width = left + layout.width * CELL + right
    letters = int(width / 8.2)
    heading = wrap(picture.title, letters) if legend else []
    top += 24 * len(heading)
    lines = [
        (None if number else symbol, line)
        for symbol, text in (legend_lines(picture) if legend else ())
        for number, line in enumerate(wrap(text, letters - 6) or [""])
    ]
    places = CandidatePlaces(layout)
    end = drawn_height(layout) + shapes.margins[3]
    items = [
        *(
            Label(MARGIN - left, 22 - top + 24 * number, line, 16, bold=True, anchor="start")
            for number, line in enumerate(heading)
        ),
        *board_houses(layout),
        *_marked_houses(picture),
        *_marked_cells(picture),
        *shapes.under,
        *board_lines(layout, options, regions_known(rules, picture.candidates.grid)),
        *cells_beside(layout, cells, options),
        *shapes.over,
        *shapes.around,
        *_cages(picture, has_rules=bool(rules)),
        *board_names(layout, shapes.margins),
        *_links(picture, places),
        *_values(picture, shown),
        *(
            item
            for candidate in picture.candidates
            if candidate[0] in shown
            for item in _candidate(picture, places, candidate)
        ),
        *_legend(lines, MARGIN - left, end),
    ]
    height = top + end + 22 + 22 * len(lines)
    return Scene(
        width, height, tuple(items), -left, -top, picture.title, picture.description, picture.language
    )


def overlay(picture: Picture, places: CandidatePlaces, *, auto: bool = False) -> Iterator[Item]:
    """The marks on the board, to be drawn over one that has its own digits; and, if `auto`, its own candidates.
    Where it has none, cells with marked candidates show all of theirs. Nothing of the board is covered: the notes in
    `cleared_cells` are not to be drawn.
    """
    on_board = range(picture.layout.board_count)
    picture = replace(
        picture,
        tags={each: tag for each, tag in picture.tags.items() if each[0] in on_board},
        cells={cell: tag for cell, tag in picture.cells.items() if cell in on_board},
        links=tuple(
            curve
            for curve in picture.links
            if all(cell in on_board for cell, _ in (*curve.start, *curve.end))
        ),
    )
    open_cells = sorted({cell for cell, _ in picture.tags if not picture.candidates.grid.entries[cell]})
    placed = {cell: digit for (cell, digit), tag in picture.tags.items() if tag.mark is Mark.PLACED}
    yield from _marked_houses(picture)
    yield from _marked_cells(picture)
    yield from _cages(picture, has_rules=True)
    yield from _links(picture, places)
    yield from _strikes(picture)
    for cell in open_cells:
        if cell in placed:
            x, y = center(picture.layout, cell)
            yield from mark_shape(picture.tags[cell, placed[cell]], x, y, 0.4 * CELL)
            yield _digit(picture, placed[cell], x, y, CELL, "green", bold=True)
            continue
        for digit in picture.candidates.digits(cell):
            if not auto or (cell, digit) in picture.tags:
                yield from _candidate(picture, places, (cell, digit))


def cleared_cells(picture: Picture, *, auto: bool = False) -> list[int]:
    """The cells in which `overlay` writes a digit, or all candidates."""
    entries = picture.candidates.grid.entries[: picture.layout.board_count]
    marked = {cell for (cell, _), tag in picture.tags.items() if not auto or tag.mark is Mark.PLACED}
    return [cell for cell, entry in enumerate(entries) if cell in marked and not entry]


# -- the board -----------------------------------------------------------------------------------------------


def _marked_houses(picture: Picture) -> Iterator[Item]:
    """Base houses tinted, cover houses striped; those to look at have a border."""
    for number, mark in picture.houses:
        cells = picture.layout.houses[number].cells
        if mark is Mark.COVER:
            corners = [center(picture.layout, cell) for cell in cells]
            yield _stripes(((x - CELL / 2, y - CELL / 2) for x, y in corners), CELL, CELL)
        else:
            for loop in cage_outlines(picture.layout, cells, inset=1):
                yield Outlined.polygon(loop, fill="blue", opacity=0.09)
                if mark is not Mark.BASE:
                    yield Outlined.polygon(loop, pen=PenStyle("blue", 2, (6, 4)))


def _stripes(corners: Iterable[tuple[float, float]], width: float, height: float) -> Item:
    """Diagonal lines in rectangles of one size, cut off at their borders."""
    gap = CELL / 5
    commands: list[Command] = []
    for left, top in corners:
        for number in range(int((left - top - height) // gap) + 1, int((left + width - top) // gap) + 1):
            shift = number * gap  # the line x - y = shift
            start, end = max(left, top + shift), min(left + width, top + height + shift)
            if end - start > 1:
                commands += [("M", (start, start - shift)), ("L", (end, end - shift))]
    return Outlined(tuple(commands), pen=PenStyle(STYLES[Mark.COVER].colour, 3.6), opacity=0.28)


def _marked_cells(picture: Picture) -> Iterator[Item]:
    for cell, tag in picture.cells.items():
        colour = tag.colour
        yield cell_square(picture.layout, cell, colour, opacity=0.15)
        x, y = center(picture.layout, cell)
        left, top = x - CELL / 2, y - CELL / 2
        yield Rectangle(left + 1.5, top + 1.5, CELL - 3, CELL - 3, pen=PenStyle(colour, 2), radius=5)
        if tag.mark is Mark.BLOCKER:
            yield from mark_shape(tag, left + 9, top + 9, 5)
        if tag.label:
            beside = CELL - 8 if picture.cages else 8  # the corner without the sum of a cage
            yield Label(left + beside, top + 11, tag.label, 10, colour, bold=True)


def _cages(picture: Picture, *, has_rules: bool) -> Iterator[Item]:
    """Killer cages that the step uses, bold; with their sums unless the rules are drawn."""
    for cells, total in picture.cages:
        if not has_rules:
            yield from draw_outline(Outline("cage", tuple(sorted(cells)), total), picture.layout, small=True)
        for loop in cage_outlines(picture.layout, cells, inset=2):
            yield Outlined.polygon(loop, pen=PenStyle("cage", 2.2))


def _values(picture: Picture, shown: frozenset[int]) -> Iterator[Item]:
    for cell, value in enumerate(picture.candidates.grid.entries):
        if value and cell in shown:
            given = bool(picture.givens.entries[cell])
            colour = "wrong" if cell in picture.wrong else "ink" if given else "faint"
            yield _digit(picture, value, *center(picture.layout, cell), CELL, colour, bold=given)
    yield from _strikes(picture)


def _strikes(picture: Picture) -> Iterator[Item]:
    """Lines through values that are wrong."""
    for cell in picture.wrong:
        if picture.candidates.grid.entries[cell]:
            yield strike(*center(picture.layout, cell), 16, 3)


def _candidate(picture: Picture, places: CandidatePlaces, candidate: Candidate) -> Iterator[Item]:
    """A candidate, with its mark."""
    (cell, digit), (x, y) = candidate, places.center(candidate)
    reach = places.width(cell) / 2
    tag = picture.tags.get(candidate)
    if tag is not None:
        yield from mark_shape(tag, x, y, reach - 1)
    colour = "faint" if tag is None else "ink"
    yield _digit(picture, digit, x, y, 2.5 * reach, colour, bold=tag is not None)
    if tag is not None and tag.mark is Mark.ELIMINATED:
        yield strike(x, y, reach, 2.2)


def _digit(
    picture: Picture, digit: int, x: float, y: float, width: float, colour: str, *, bold: bool
) -> Item:
    """All of one size, for boards with numbers of two digits."""
    size, shown = width * 0.52, voice(picture.language, picture.layout).digit(digit)
    return Label(x, y + size * CAPITAL / 2, shown, size, colour, bold)


# -- links ---------------------------------------------------------------------------------------------------


def _curves(picture: Picture) -> list[Curve]:
    """Each link once; none if they would hide the board."""
    curves: dict[tuple[tuple[Candidate, ...], tuple[Candidate, ...], bool], Curve] = {}
    for curve in picture.links:
        curves.setdefault((curve.start, curve.end, curve.strong), curve)
    return list(curves.values()) if len(curves) <= MOST_CURVES else []


def _links(picture: Picture, places: CandidatePlaces) -> Iterator[Item]:
    curves = _curves(picture)
    groups = {group for curve in curves for group in (curve.start, curve.end) if len(group) > 1}
    for group in sorted(groups):
        points = sorted(map(places.center, group))
        pen = PenStyle(STYLES[Mark.ON].colour, places.width(group[0][0]) - 1, round=True)
        yield Outlined.polygon(tuple(points), pen=pen, closed=False, opacity=0.2)
    for curve in curves:
        pairs = [(*places.center(one), *places.center(other)) for one in curve.start for other in curve.end]
        nearest = min(pairs, key=lambda pair: hypot(pair[0] - pair[2], pair[1] - pair[3]))
        yield from _curve(*nearest, strong=curve.strong, gap=places.width(curve.end[0][0]) / 2)


def _curve(x1: float, y1: float, x2: float, y2: float, *, strong: bool, gap: float) -> Iterator[Item]:
    """From edge to edge of two shapes, bent to the left of its way."""
    length = hypot(x2 - x1, y2 - y1) or 1.0
    across, along = (x2 - x1) / length, (y2 - y1) / length
    gap = min(gap, length / 3)
    bend = min(0.16 * length, 26)
    middle = (x1 + x2) / 2 - along * bend, (y1 + y2) / 2 + across * bend
    end = x2 - across * gap, y2 - along * gap
    return _arrow((x1 + across * gap, y1 + along * gap), middle, end, strong=strong)


def _arrow(
    start: tuple[float, float], middle: tuple[float, float], end: tuple[float, float], *, strong: bool
) -> Iterator[Item]:
    """A bent line, and a triangle at its end."""
    colour = STYLES[Mark.ON if strong else Mark.OFF].colour
    pen = PenStyle(colour, 2.4 if strong else 1.8, () if strong else (5, 4), round=True)
    yield Outlined((("M", start), ("Q", (*middle, *end))), pen=pen)
    length = hypot(end[0] - middle[0], end[1] - middle[1]) or 1.0
    dx, dy = (end[0] - middle[0]) / length, (end[1] - middle[1]) / length
    back = end[0] - dx * 5.7, end[1] - dy * 5.7
    wings = [(back[0] + side * dy * 3.5, back[1] - side * dx * 3.5) for side in (1, -1)]
    yield Outlined.polygon(((end[0] + dx * 1.3, end[1] + dy * 1.3), *wings), fill=colour)


# -- the legend ----------------------------------------------------------------------------------------------

Symbol = Tag | Mark | None
"""What a line of the legend begins with: the shape of a tag, or the arrow of a strong (ON) or weak (OFF) link."""


def legend_lines(picture: Picture) -> Iterator[tuple[Symbol, str]]:
    """What the marks and links of a picture mean."""
    curves = _curves(picture)
    yield from ((line.tag, line.text) for line in picture.legend)
    say = voice(picture.language).say
    if any(curve.cause for curve in curves):
        yield Mark.ON, say(T("arrow: from the cause to what follows"))
    if any(curve.strong and not curve.cause for curve in curves):
        yield Mark.ON, say(T("strong link: if one is false, the other is true"))
    if any(not curve.strong for curve in curves):
        yield Mark.OFF, say(T("weak link: if one is true, the other is false"))
    if picture.links and not curves:
        yield None, say(T("too many links to draw"))


def _legend(lines: list[tuple[Symbol, str]], left: float, top: float) -> Iterator[Item]:
    x = left + 12
    for number, (symbol, text) in enumerate(lines):
        y = top + 30 + 22 * number
        yield from legend_sign(symbol, x, y - 5)
        yield Label(x + 22, y, text, 14, anchor="start")


def legend_sign(symbol: Symbol, x: float, y: float) -> Iterator[Item]:
    """The symbol of a line, around (x, y)."""
    if isinstance(symbol, Mark):
        yield from _arrow((x - 12, y), (x, y), (x + 12, y), strong=symbol is Mark.ON)
    elif symbol is not None and symbol.mark is Mark.COVER:
        yield _stripes([(x - 9, y - 8)], 18, 16)
    elif symbol is not None:
        yield from mark_shape(symbol, x, y, 9)
        if symbol.label:
            yield Label(x, y + 4, symbol.label, 11, bold=True)
        elif symbol.mark is Mark.ELIMINATED:
            yield strike(x, y, 8, 2.2)
