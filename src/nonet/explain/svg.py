"""A picture as SVG: one file, without fonts or scripts of its own, for light and dark backgrounds.

    shapes    those of `marks.py`: base ● · fin ◆ · pivot ■ · pincer ▲ · placed ◎ · eliminated struck out · letters
              for sets and colours
    houses    base houses tinted, cover houses striped
    links     strong: solid · weak: dashed · an arrow where the chain goes

Every colour comes with a shape. The title and the whole explanation are in <title> and <desc> for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from textwrap import wrap
from zlib import crc32

from nonet.explain.cage_outline import outline
from nonet.explain.marks import COLOURS, STYLES, Mark, colour_of
from nonet.explain.picture import Curve, LegendLine, Picture, Tag, candidate_shape
from nonet.explain.svg_shapes import element, label, mark_shape, path, quoted, rounded, strike
from nonet.explain.voice import voice
from nonet.layout import HouseKind
from nonet.messages import T
from nonet.step import Candidate

__all__ = ["StepDrawing", "svg_style", "to_svg"]

SLOT = 20
"""The width of a candidate."""
PAD = 5
"""Between the border of a cell and its candidates."""
MARGIN = 30
"""For the names of rows and columns."""
MOST_CURVES = 70
"""More links than these would hide the board."""

_LINKS = {"on": STYLES[Mark.ON].colour, "off": STYLES[Mark.OFF].colour}
"""The colours of strong and weak links."""

_PLAIN = {  # class: light, dark
    "paper": ("fill:#ffffff", "fill:#15181d"),
    "ink": ("fill:#1b1f24", "fill:#eceff3"),
    "soft": ("fill:#5c6570", "fill:#a7b0bb"),
    "thin": ("stroke:#b9c0c8", "stroke:#4a525c"),
    "thick": ("stroke:#1b1f24", "stroke:#c9d1da"),
    "extra": ("fill:#e7eaee;fill-opacity:.8", "fill:#262c34;fill-opacity:.9"),
    "wrong": ("fill:#c0392b", "fill:#ff8a7a"),
}


def to_svg(picture: Picture, *, theme: str = "auto", legend: bool = True, styled: bool = True) -> str:
    """The SVG document. `theme` is light, dark, or auto: as set in the reader's system.

    Without `styled` it has no colours of its own, for a page of many pictures that has `svg_style` once.

    >>> from nonet.candidates import Candidates
    >>> from nonet.explain.picture import picture
    >>> from nonet.layout import Layout
    >>> from nonet.puzzle import Puzzle
    >>> document = to_svg(picture(Candidates.of(Puzzle.of(Layout.named("4x4"), [1] + [0] * 15))))
    >>> document.startswith("<svg ") and document.endswith("</svg>" + chr(10))
    True
    """
    return "\n".join(StepDrawing(picture, theme if styled else "", legend).lines()) + "\n"


def svg_style(theme: str = "auto") -> str:
    """The style sheet of our pictures: classes for what they are made of, in light and dark."""
    light, dark = (
        "".join([*(f".{name}{{{rules[which]}}}" for name, rules in _PLAIN.items()), *_colour_rules(which)])
        for which in (0, 1)
    )
    shared = "text{text-anchor:middle}.head{text-anchor:start}.line{fill:none}"
    if theme != "auto":
        return shared + (dark if theme == "dark" else light)
    return f"{shared}{light}@media (prefers-color-scheme:dark){{{dark}}}"


class StepDrawing:
    """The lines of a document, and where its board is: at `left` and `top`, with cells of the width `cell`.

    `room` is for a program that draws the rules of a variant into it: the width to leave at the left, top, right and
    bottom of the board. There are two empty groups then: `rules-under` below the grid, `rules-over` above it.
    """

    def __init__(
        self,
        picture: Picture,
        theme: str,
        legend: bool,
        room: tuple[float, float, float, float] | None = None,
    ) -> None:
        self.picture = picture
        self.layout = picture.layout
        self.theme = theme
        self.rows, self.columns = candidate_shape(self.layout)
        self.slot = SLOT if self.layout.size < 10 else SLOT + 4
        self.cell = max(self.columns, 2) * self.slot + 2 * PAD
        self.board = self.cell * self.layout.size
        self.has_rules = room is not None
        self.beyond = room or (0, 0, 0, 0)
        self.left = MARGIN + self.beyond[0]
        self.width = self.left + self.board + self.beyond[2] + MARGIN
        letters = int(self.width / 8.2)
        self.heading = wrap(picture.title, letters) if legend else []
        self.top = MARGIN + 24 * len(self.heading) + self.beyond[1]
        self.end = self.top + self.board + self.beyond[3]
        self.legend = list(self._legend_lines(letters)) if legend else []
        self.height = self.end + 14 + 22 * len(self.legend) + 8
        self.id = f"n{crc32((picture.title + picture.description).encode()):08x}"

    # -- where things are ----------------------------------------------------------------------------------

    def corner(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        return (
            self.left + self.layout.column_of(cell) * self.cell,
            self.top + self.layout.row_of(cell) * self.cell,
        )

    def place(self, candidate: Candidate) -> tuple[float, float]:
        """The middle of a candidate."""
        cell, digit = candidate
        left, top = self.corner(cell)
        row, column = divmod(digit - 1, self.columns)
        inner = self.cell - 2 * PAD
        return (
            left + PAD + (column + 0.5) * inner / self.columns,
            top + PAD + (row + 0.5) * inner / self.rows,
        )

    def nearest(self, start: tuple[Candidate, ...], end: tuple[Candidate, ...]) -> tuple[float, ...]:
        """Where a link begins and ends: at the two candidates that are nearest to each other."""
        pairs = [(*self.place(one), *self.place(other)) for one in start for other in end]
        return min(pairs, key=lambda pair: hypot(pair[0] - pair[2], pair[1] - pair[3]))

    # -- the document --------------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The document, line by line."""
        picture = self.picture
        attributes = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {rounded(self.width)} {rounded(self.height)}",
            "width": rounded(self.width),
            "height": rounded(self.height),
            "role": "img",
            "lang": picture.language.partition("@")[0],
            "aria-labelledby": f"{self.id}t {self.id}d",
            "font-family": "system-ui, 'DejaVu Sans', Arial, sans-serif",
        }
        yield f"<svg {' '.join(f'{name}={quoted(value)}' for name, value in attributes.items())}>"
        yield element("title", picture.title, id=f"{self.id}t")
        yield element("desc", picture.description or picture.title, id=f"{self.id}d")
        if self.theme:
            yield f"<style>{svg_style(self.theme)}</style>"
        yield from self._definitions()
        yield element("rect", style="paper", width=self.width, height=self.height)
        for number, line in enumerate(self.heading):
            yield label("ink head", MARGIN, 22 + 24 * number, line, 16, weight=600)
        yield from self._houses()
        yield from self._cells()
        yield from self._rules("under")
        yield from self._grid()
        yield from self._rules("over")
        yield from self._cages()
        yield from self._names()
        yield from self._links()
        yield from self._candidates()
        yield from self._legend()
        yield "</svg>"

    def _definitions(self) -> Iterator[str]:
        """Stripes for cover houses, and the heads of arrows."""
        stripe = path("yellow-line", "M0 0V8", 5, stroke_opacity=0.28)
        yield (
            f'<defs><pattern id="{self.id}s" width="8" height="8" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(45)">{stripe}</pattern>'
        )
        for name, colour in _LINKS.items():
            yield (
                f'<marker id="{self.id}{name}" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="7" '
                'markerHeight="7" markerUnits="userSpaceOnUse" orient="auto">'
                f"{element('path', style=f'{colour}-fill', d='M0 0L8 4L0 8Z')}</marker>"
            )
        yield "</defs>"

    # -- the board -----------------------------------------------------------------------------------------

    def _houses(self) -> Iterator[str]:
        """Windows and diagonals of the board; base houses tinted, cover houses striped."""
        for house in self.layout.houses:
            if house.kind in (HouseKind.WINDOW, HouseKind.DIAGONAL):
                for cell in house.cells:
                    yield self._square(cell, style="extra")
        for number, mark in self.picture.houses:
            for cell in self.layout.houses[number].cells:
                if mark is Mark.COVER:
                    yield self._square(cell, fill=f"url(#{self.id}s)")
                else:
                    yield self._square(cell, style="blue-fill", fill_opacity=0.09)

    def _square(self, cell: int, **attributes: object) -> str:
        left, top = self.corner(cell)
        return element("rect", x=left, y=top, width=self.cell, height=self.cell, **attributes)

    def _cells(self) -> Iterator[str]:
        for cell, tag in self.picture.cells.items():
            yield self._square(cell, style=f"{colour_of(tag.mark, tag.label)}-fill", fill_opacity=0.15)
            left, top = self.corner(cell)
            if tag.mark is Mark.BLOCKER:
                yield from mark_shape(tag, left + 9, top + 9, 5)
            if tag.label:
                yield label(
                    f"{colour_of(tag.mark, tag.label)}-fill", left + 5, top + 9, tag.label, 9, weight=700
                )

    def _grid(self) -> Iterator[str]:
        size, cell = self.layout.size, self.cell
        borders: dict[bool, list[str]] = {False: [], True: []}
        for row in range(size + 1):
            for column in range(size + 1):
                start = f"M{rounded(self.left + column * cell)} {rounded(self.top + row * cell)}"
                if column < size:
                    heavy = self._region(row - 1, column) != self._region(row, column)
                    borders[heavy].append(f"{start}h{rounded(cell)}")
                if row < size:
                    heavy = self._region(row, column - 1) != self._region(row, column)
                    borders[heavy].append(f"{start}v{rounded(cell)}")
        yield path("thin line", "".join(borders[False]), 1)
        yield path("thick line", "".join(borders[True]), 2.5, stroke_linecap="square")
        for house in self.layout.houses:
            if house.kind is HouseKind.DIAGONAL:
                ends = [self.corner(cell) for cell in (house.cells[0], house.cells[-1])]
                line = "L".join(f"{rounded(x + self.cell / 2)} {rounded(y + self.cell / 2)}" for x, y in ends)
                yield path("thin line", f"M{line}", 1.5, stroke_dasharray="2 4")

    def _rules(self, where: str) -> Iterator[str]:
        if self.has_rules:
            yield element("g", style=f"rules-{where}")

    def _cages(self) -> Iterator[str]:
        """Killer cages that the step uses: dashed, with the sum in the first cell unless the rules are drawn."""
        for cells, total in self.picture.cages:
            lines = outline(self.layout, cells, self.corner, self.cell)
            border = "".join(
                f"M{rounded(x)} {rounded(y)}L{rounded(end_x)} {rounded(end_y)}"
                for x, y, end_x, end_y in lines
            )
            yield path("thick line", border, 2.4 if self.has_rules else 1.2, stroke_dasharray="5 3")
            if self.has_rules:
                continue
            left, top = self.corner(min(cells))
            tag = self.picture.cells.get(min(cells))
            beside = 20 if tag is not None and tag.label else 8  # the letter of a set comes first
            yield label("ink", left + beside, top + 9, total, 8, weight=700)

    def _region(self, row: int, column: int) -> int:
        if not (0 <= row < self.layout.size and 0 <= column < self.layout.size):
            return -1
        return self.layout.box_of[row * self.layout.size + column] if self.layout.boxes else 0

    def _names(self) -> Iterator[str]:
        for number in range(self.layout.size):
            middle = (number + 0.5) * self.cell
            yield label("soft", self.left + middle, self.top - self.beyond[1] - 8, f"c{number + 1}", 12)
            yield label("soft", MARGIN / 2, self.top + middle + 4, f"r{number + 1}", 12)

    def _candidates(self) -> Iterator[str]:
        picture = self.picture
        for cell, value in enumerate(picture.candidates.grid.values):
            if value:
                yield from self._value(cell, value)
                continue
            for digit in picture.candidates.digits(cell):
                yield from self._candidate((cell, digit), picture.tags.get((cell, digit)))

    def _value(self, cell: int, value: int) -> Iterator[str]:
        left, top = self.corner(cell)
        x, y, size = left + self.cell / 2, top + self.cell / 2, self.cell * 0.52
        given, wrong = self.picture.givens[cell], cell in self.picture.wrong
        style = "wrong" if wrong else "ink" if given else "soft"
        yield label(style, x, y + size * 0.36, str(value), size, weight=700 if given else 400)
        if wrong:
            yield strike(x, y, 16, 3)

    def _candidate(self, candidate: Candidate, tag: Tag | None) -> Iterator[str]:
        x, y = self.place(candidate)
        digit = str(candidate[1])
        if tag is None:
            yield label("soft", x, y + 4.6, digit, 13)
            return
        yield from mark_shape(tag, x, y, self.slot / 2 - 1)
        gone = tag.mark is Mark.ELIMINATED
        yield label("red-fill" if gone else "ink", x, y + 4.6, digit, 13, weight=700)
        if gone:
            yield strike(x, y, self.slot / 2 - 2, 2.2)

    # -- links ---------------------------------------------------------------------------------------------

    def _links(self) -> Iterator[str]:
        curves = self._curves()
        groups = {group for curve in curves for group in (curve.start, curve.end) if len(group) > 1}
        for group in sorted(groups):
            places = sorted(self.place(candidate) for candidate in group)
            line = "L".join(f"{rounded(x)} {rounded(y)}" for x, y in places)
            yield path(
                "green-line line",
                f"M{line}",
                self.slot - 1,
                stroke_opacity=0.2,
                stroke_linecap="round",
                stroke_linejoin="round",
            )
        for curve in curves:
            yield self._curve(curve)

    def _curves(self) -> list[Curve]:
        """Each link once; none if they would hide the board."""
        found: dict[tuple[tuple[Candidate, ...], tuple[Candidate, ...], bool], Curve] = {}
        for curve in self.picture.links:
            found.setdefault((curve.start, curve.end, curve.strong), curve)
        return list(found.values()) if len(found) <= MOST_CURVES else []

    def _curve(self, curve: Curve) -> str:
        """From edge to edge of the two shapes, bent to the left of its way."""
        x1, y1, x2, y2 = self.nearest(curve.start, curve.end)
        length = hypot(x2 - x1, y2 - y1) or 1.0
        across, along = (x2 - x1) / length, (y2 - y1) / length
        gap = min(self.slot / 2, length / 3)
        x1, y1, x2, y2 = x1 + across * gap, y1 + along * gap, x2 - across * gap, y2 - along * gap
        bend = min(0.16 * length, 26)
        middle = f"{rounded((x1 + x2) / 2 - along * bend)} {rounded((y1 + y2) / 2 + across * bend)}"
        return self._arrow(curve.strong, f"M{rounded(x1)} {rounded(y1)}Q{middle} {rounded(x2)} {rounded(y2)}")

    def _arrow(self, strong: bool, line: str) -> str:
        kind = "on" if strong else "off"
        dash = {} if strong else {"stroke_dasharray": "5 4"}
        width = 2.4 if strong else 1.8
        head = f"url(#{self.id}{kind})"
        return path(f"{_LINKS[kind]}-line line", line, width, stroke_linecap="round", marker_end=head, **dash)

    # -- the legend ----------------------------------------------------------------------------------------

    def _legend_lines(self, letters: int) -> Iterator[tuple[LegendLine | str, str]]:
        """The symbol at the start of each line of the legend, and its text."""
        for line in self.picture.legend:
            for number, text in enumerate(wrap(line.text, letters - 6) or [""]):
                yield (line if not number else ""), text
        speaker = voice(self.picture.language)
        curves = self._curves()
        if any(curve.cause for curve in curves):
            yield "strong", speaker.say(T("arrow: from the cause to what follows"))
        if any(curve.strong and not curve.cause for curve in curves):
            yield "strong", speaker.say(T("strong link: if one is false, the other is true"))
        if any(not curve.strong for curve in curves):
            yield "weak", speaker.say(T("weak link: if one is true, the other is false"))
        if self.picture.links and not curves:
            yield "", speaker.say(T("too many links to draw"))

    def _legend(self) -> Iterator[str]:
        x = MARGIN + 12
        for number, (line, text) in enumerate(self.legend):
            y = self.end + 30 + 22 * number
            if isinstance(line, LegendLine):
                yield from self._swatch(line.tag, x, y)
            elif line:
                yield self._arrow(line == "strong", f"M{x - 12} {rounded(y - 5)}h24")
            yield label("ink head", x + 22, y, text, 14)

    def _swatch(self, tag: Tag, x: float, y: float) -> Iterator[str]:
        if tag.mark is Mark.COVER:
            yield element("rect", x=x - 9, y=y - 13, width=18, height=16, fill=f"url(#{self.id}s)")
            return
        yield from mark_shape(tag, x, y - 5, 9)
        if tag.label:
            yield label("ink", x, y - 1, tag.label, 11, weight=700)
        elif tag.mark is Mark.ELIMINATED:
            yield strike(x, y - 5, 8, 2.2)


def _colour_rules(which: int) -> Iterator[str]:
    for name, colours in COLOURS.items():
        colour = colours[which]
        yield f".{name}-fill{{fill:{colour}}}.{name}-line{{stroke:{colour}}}"
        yield f".{name}-shape{{fill:{colour};fill-opacity:.22;stroke:{colour}}}"
