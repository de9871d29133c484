"""Blocks that flow over pages.

A `PageBlock` knows its height and how to draw itself. `flow` fills pages with blocks, from top to bottom; only then is
it known on which page each of them is. After that they are drawn on a `PageCanvas` each, with references to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from nonet.draw.book.paper import Frame
from nonet.draw.book.typography import ASCENT, HEIGHT, LEADING, PAGE, Line, TextRun, Typography, line_height
from nonet.draw.scene import Inset, Item, Label, Outlined, PenStyle, Scene


@dataclass(frozen=True)
class PageLink:
    """A part of a page that leads elsewhere: to a block with this name, or to an address."""

    place: Frame
    to: str


class PageCanvas:
    """A page being drawn. `pages` has the page of every name."""

    def __init__(self, type: Typography, pages: Mapping[str, int]) -> None:  # noqa: A002
        self.type = type
        self.pages = pages
        self.items: list[Item] = []
        self.links: list[PageLink] = []

    def lines(
        self, lines: Iterable[Line], x: float, y: float, width: float = 0, *, share: float = 0
    ) -> float:
        """Lines of text in a column, at its left; with a share of 0.5 in its middle, with 1 at its right. The result is
        where the next line goes.
        """
        for line in lines:
            height = line_height(line)
            shown = [run._replace(text=run.text.replace(PAGE, str(self.pages.get(run.to)))) for run in line]
            left = x + (width - self.type.line_width(shown)) * share if share else x
            for run, after in self.type.places(shown):
                top = y + (height / LEADING - run.size) * ASCENT
                place = Frame(left + after, top, self.type.width(run), run.size * HEIGHT)
                self.items.append(
                    Label(
                        place.left, top + run.size * ASCENT, run.text, run.size, run.colour, run.bold, "start"
                    )
                )
                self.links += [PageLink(place, run.to)] if run.to else []
            y += height
        return y

    def place(self, scene: Scene, x: float, y: float, scale: float) -> None:
        """A scene with its upper left corner at (x, y), `scale` points per unit."""
        self.items.append(Inset(scene, x, y, scale))

    def rule(self, left: float, right: float, y: float, *, dotted: bool = False) -> None:
        """A thin line across."""
        pen = PenStyle("faint", 1, (0, 4), round=True) if dotted else PenStyle("thin", 0.6)
        self.items.append(Outlined.polygon(((left, y), (right, y)), pen=pen, closed=False))


Drawing = Callable[[PageCanvas, float, float], object]
"""Draws a block on a page, with its upper left corner at x and y."""


@dataclass(frozen=True)
class PageBlock:
    """A part of a page. `after` is the space to the next block of the page, and `keep` keeps both on one page. `names`
    are those by which links find it, each with its distance from the top; `bookmark` is its title in an outline.
    """

    height: float
    draw: Drawing
    after: float = 0
    keep: bool = False
    names: Mapping[str, float] = field(default_factory=dict)
    bookmark: str = ""


@dataclass(frozen=True)
class Section:
    """Blocks that begin on a new page, what is at the head of its pages, and whether they are numbered. The first page
    of a `headed` section has no running head, and all others have a number.
    """

    blocks: Sequence[PageBlock]
    running: str = ""
    headed: bool = False
    numbered: bool = True


@dataclass
class FilledPage:
    """A page and its blocks, each with its distance from the top of the frame."""

    running: str
    numbered: bool
    blocks: list[tuple[PageBlock, float]] = field(default_factory=list)


def flow(sections: Iterable[Section], height: float) -> Iterator[FilledPage]:
    """The blocks on pages of this height. A block that is higher has a page of its own."""
    for section in sections:
        page = FilledPage("" if section.headed else section.running, section.numbered)
        y = 0.0
        for group in _groups(section.blocks, height):
            if page.blocks and y + total_height(group) > height + 0.01:
                yield page
                page, y = FilledPage(section.running, section.numbered or section.headed), 0.0
            for block in group:
                page.blocks.append((block, y))
                y += block.height + block.after
        if page.blocks:
            yield page


def _groups(blocks: Iterable[PageBlock], height: float) -> Iterator[list[PageBlock]]:
    """Blocks that stay together, as far as a page can hold them."""
    group: list[PageBlock] = []
    for block in blocks:
        if group and (not group[-1].keep or total_height([*group, block]) > height):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def total_height(blocks: Sequence[PageBlock]) -> float:
    """The height of blocks one below the other."""
    return sum(block.height + block.after for block in blocks) - (blocks[-1].after if blocks else 0)


def paragraph(
    type: Typography,  # noqa: A002
    runs: Sequence[TextRun],
    width: float,
    *,
    left: float = 0,
    share: float = 0,
) -> list[PageBlock]:
    """Text as a block for each line. One line alone is never on another page than the rest."""
    lines = type.lines(runs, width)
    last, size = len(lines) - 1, runs[0].size

    def block(number: int, line: Line) -> PageBlock:
        return PageBlock(
            size * HEIGHT,
            lambda canvas, x, y: canvas.lines([line], x + left, y, width, share=share),
            size * (LEADING - HEIGHT + (0.55 if number == last else 0)),
            keep=number < last and number in (0, last - 1),
        )

    return [block(number, line) for number, line in enumerate(lines)]


def heading(type: Typography, text: str, width: float, name: str) -> list[PageBlock]:  # noqa: A002
    """A heading, on the page of what follows it."""
    first, *rest = paragraph(type, [TextRun(text, type.heading, bold=True)], width)
    first = replace(first, names={name: 0.0}, bookmark=text)
    return [replace(block, keep=True) for block in (first, *rest)]


def row(
    blocks: Sequence[PageBlock], columns: int, width: float, gap: float, *, right_to_left: bool = False
) -> PageBlock:
    """Blocks side by side, in columns of this width."""

    def draw(canvas: PageCanvas, x: float, y: float) -> None:
        for number, block in enumerate(blocks):
            place = columns - 1 - number if right_to_left else number
            block.draw(canvas, x + place * (width + gap), y)

    names = {name: y for block in blocks for name, y in block.names.items()}
    highest = max(blocks, key=lambda block: block.height)
    return PageBlock(highest.height, draw, highest.after, names=names)
