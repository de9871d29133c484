"""Blocks that flow over pages.

A `Block` knows its height and how to draw itself. `flow` fills pages with blocks, from top to bottom; only then is it
known on which page each of them is. After that a `Canvas` draws them, page by page, with references to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from nonet.draw.book.paper import Frame
from nonet.draw.book.typography import ASCENT, HEIGHT, LEADING, PAGE, Line, Typography, line_height
from nonet.draw.scene import Inset, Item, Label, Outlined, PenStyle, Scene


@dataclass(frozen=True)
class Link:
    """A part of a page that leads to another: to a name that a block has, or to an address."""

    place: Frame
    to: str


class Canvas:
    """A page being drawn. `pages` has the page of every name."""

    def __init__(self, type: Typography, pages: Mapping[str, int]) -> None:  # noqa: A002
        self.type = type
        self.pages = pages
        self.items: list[Item] = []
        self.links: list[Link] = []

    def text(
        self,
        x: float,
        top: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        anchor: str = "start",
        colour: str = "ink",
        to: str = "",
    ) -> None:
        """A line of text."""
        self.items.append(Label(x, top + size * ASCENT, text, size, colour, bold, anchor))
        if to:
            width = self.type.width(text, size, bold=bold)
            left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            self.links.append(Link(Frame(left, top, width, size * HEIGHT), to))

    def runs(self, lines: Iterable[Line], left: float, top: float, *, width: float | None = None) -> None:
        """Lines of runs, at the left or, in a column of this width, at its right."""
        for line in lines:
            height = line_height(line)
            shown = [replace(run, text=run.text.replace(PAGE, str(self.pages.get(run.to)))) for run in line]
            start = left if width is None else left + width - self.type.line_width(shown)
            for run, x in self.type.places(shown):
                down = (height / LEADING - run.size) * ASCENT
                look = {"bold": run.bold, "colour": run.colour, "to": run.to}
                self.text(start + x, top + down, run.text, run.size, **look)  # type: ignore[arg-type]
            top += height

    def place(self, scene: Scene, x: float, y: float, scale: float) -> None:
        """A scene with its upper left corner at (x, y), `scale` points per unit."""
        self.items.append(Inset(scene, x, y, scale))

    def line(self, left: float, right: float, y: float, *, dotted: bool = False) -> None:
        """A thin line across."""
        pen = PenStyle("faint", 1, (0, 4), round=True) if dotted else PenStyle("thin", 0.6)
        self.items.append(Outlined.polygon(((left, y), (right, y)), pen=pen, closed=False))


Drawing = Callable[[Canvas, float, float], object]
"""Draws a block on a page, with its upper left corner at x and y."""


@dataclass(frozen=True)
class Block:
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
    """Blocks that begin on a new page, and what is at the head of its pages; on all but the first, if that has a
    heading.
    """

    blocks: Sequence[Block]
    running: str = ""
    headed: bool = False
    numbered: bool = True


@dataclass
class FilledPage:
    """A page and its blocks, each with its distance from the top of the frame."""

    running: str
    numbered: bool
    blocks: list[tuple[Block, float]] = field(default_factory=list)


def flow(sections: Iterable[Section], height: float) -> Iterator[FilledPage]:
    """The blocks on pages of this height. A block that is higher has a page of its own."""
    for section in sections:
        page = FilledPage("" if section.headed else section.running, section.numbered)
        y = 0.0
        for group in _groups(section.blocks, height):
            if page.blocks and y + _height(group) > height + 0.01:
                yield page
                page, y = FilledPage(section.running, section.numbered), 0.0
            for block in group:
                page.blocks.append((block, y))
                y += block.height + block.after
        if page.blocks:
            yield page


def _groups(blocks: Iterable[Block], height: float) -> Iterator[list[Block]]:
    """Blocks that stay together, as far as a page can hold them."""
    group: list[Block] = []
    for block in blocks:
        if group and (not group[-1].keep or _height([*group, block]) > height):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _height(group: Sequence[Block]) -> float:
    return sum(block.height + block.after for block in group) - group[-1].after


# -- blocks of text ------------------------------------------------------------------------------------------


def text_line(
    text: str, size: float, width: float, *, bold: bool = False, anchor: str = "start", colour: str = "ink"
) -> Block:
    """A line of text in a column of this width."""
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(x + width * share, y, text, size, bold=bold, anchor=anchor, colour=colour)

    return Block(size * HEIGHT, draw, size * (LEADING - HEIGHT))


def paragraph(
    type: Typography,  # noqa: A002
    text: str,
    size: float,
    width: float,
    *,
    lead: str = "",
) -> list[Block]:
    """A line each; the first begins with the `lead`, in bold. One line alone is never on another page than the rest."""
    start = type.width(f"{lead} ", size, bold=True) if lead else 0.0
    if start > width * 0.8:
        lead, start, text = "", 0.0, f"{lead} {text}"
    lines = type.wrapped(text, size, width, lead=start)

    def first(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(x, y, lead, size, bold=True)
        if lines[0]:
            canvas.text(x + start, y, lines[0], size)

    blocks = [text_line(line, size, width) for line in lines]
    if lead:
        blocks[0] = replace(blocks[0], draw=first)
    last = len(blocks) - 1
    return [
        replace(
            block,
            after=size * (LEADING - HEIGHT) + (size * 0.55 if number == last else 0),
            keep=number < last and (number in (0, last - 1)),
        )
        for number, block in enumerate(blocks)
    ]


def heading(type: Typography, text: str, width: float, *, name: str = "") -> Block:  # noqa: A002
    """A heading, on the page of what follows it."""
    text = type.cut(text, type.heading, width, bold=True)
    block = text_line(text, type.heading, width, bold=True)
    return replace(block, after=type.heading * 0.5, keep=True, names={name: 0.0}, bookmark=text)


def moved(block: Block, right: float) -> Block:
    """The block, so far to the right."""
    return replace(block, draw=lambda canvas, x, y: block.draw(canvas, x + right, y))


def stacked(blocks: Sequence[Block]) -> Block:
    """Blocks one below the other, as one."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for block in blocks:
            block.draw(canvas, x, y)
            y += block.height + block.after

    return Block(_height(blocks), draw)


def row(
    blocks: Sequence[Block], columns: int, width: float, gap: float, *, right_to_left: bool = False
) -> Block:
    """Blocks side by side, in columns of this width."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for number, block in enumerate(blocks):
            place = columns - 1 - number if right_to_left else number
            block.draw(canvas, x + place * (width + gap), y)

    names = {name: y for block in blocks for name, y in block.names.items()}
    highest = max(blocks, key=lambda block: block.height)
    return Block(highest.height, draw, highest.after, names=names)
