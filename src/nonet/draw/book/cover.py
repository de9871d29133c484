"""The cover of a book as its printer wants it: back, spine and front on one page, with bleed on all sides.

┌────────────┬─┬────────────┐
│            │S│   Title    │
│ contents   │p│            │
│            │i│   board    │
│     ┌────┐ │n│            │
│     │code│ │e│   Author   │
└─────┴────┴─┴─┴────────────┘
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.draw.book.build import Book
from nonet.draw.book.front import PUZZLES
from nonet.draw.book.paper import COVER_COLOURS, INCH, MM, STOCKS, Frame
from nonet.draw.book.typography import ASCENT, HEIGHT, LEADING
from nonet.draw.pdf import PdfDocument
from nonet.draw.scene import Inset, Item, Label, Rectangle, Scene
from nonet.puzzle import Puzzle

BLEED = 0.125 * INCH
MARGIN = 0.5 * INCH
"""From the edges to what must not be cut off."""
LEAST_PAGES = 79
"""A thinner book has no text on its spine."""
_BESIDE_TEXT = 0.0625 * INCH
"""At each side of the text on the spine, since the cover may be folded a little askew."""
_BARCODE = (2 * INCH, 1.2 * INCH)
"""The white place for a barcode, on the back."""
_PANEL = "#ffffff"


def spine_width(book: Book) -> float:
    """The width of the spine: that of the plan, or what so many pages of the paper need. A sheet has two pages."""
    if book.plan.spine is not None:
        return book.plan.spine * MM
    return (book.page_count + book.page_count % 2) * STOCKS[book.plan.stock]


def cover_pdf(book: Book) -> bytes:
    """The cover as a PDF file of one page."""
    plan, scene = book.plan, cover_scene(book)
    document = PdfDocument(title=plan.title, author=plan.author, theme="light", language=plan.language)
    document.add_scene(scene, trim=(scene.width - 2 * BLEED, scene.height - 2 * BLEED))
    return document.output()


def cover_scene(book: Book) -> Scene:
    sheet, spine = book.sheet, spine_width(book)
    fronts, backs = (sheet.width + spine, 0.0) if book.plan.binding == "left" else (0.0, sheet.width + spine)
    width, height = 2 * sheet.width + spine + 2 * BLEED, sheet.height + 2 * BLEED
    inner = (sheet.width - 2 * MARGIN, sheet.height - 2 * MARGIN)
    items = (
        Rectangle(-BLEED, -BLEED, width, height, fill=COVER_COLOURS[book.plan.cover_colour]),
        *_front(book, Frame(fronts + MARGIN, MARGIN, *inner)),
        *_back(book, Frame(backs + MARGIN, MARGIN, *inner)),
        *_spine(book, Frame(sheet.width, MARGIN, spine, inner[1])),
    )
    return Scene(width, height, items, -BLEED, -BLEED, book.plan.title)


def _ink(book: Book) -> str:
    """White, or black on light colours."""
    return "#000000" if book.plan.cover_colour in ("yellow", "white") else "#ffffff"


def _front(book: Book, frame: Frame) -> Iterator[Item]:
    """Title and subtitle, a board on white, the number of puzzles, the author."""
    plan, type, ink = book.plan, book.type, _ink(book)  # noqa: A001
    side = min(frame.width * 0.8, frame.height * 0.5)
    panel_top = frame.top + frame.height * 0.36
    small = type.title * 0.42
    subtitle = type.wrapped(plan.subtitle, small, frame.width, most=2) if plan.subtitle else []
    room = panel_top - frame.top - len(subtitle) * small * LEADING - small * 1.5
    lines, size = type.fitted(plan.title, type.title * 1.3, frame.width, room)
    y = frame.top + (room - len(lines) * size * HEIGHT) * 0.5
    for texts, height, bold, leading in ((lines, size, True, HEIGHT), (subtitle, small, False, LEADING)):
        for line in texts:
            yield Label(frame.middle, y + height * ASCENT, line, height, ink, bold)
            y += height * leading
    panel = Frame(frame.middle - side / 2, panel_top, side, side)
    yield from _panel(book, book.puzzles[0].of.puzzle, panel)
    count = book.words.count(PUZZLES, len(book.puzzles))
    bottom = frame.bottom - small * 0.3
    yield Label(frame.middle, bottom - (small * 1.7 if plan.author else 0), count, small, ink)
    if plan.author:
        yield Label(
            frame.middle, bottom, type.cut(plan.author, small, frame.width, bold=True), small, ink, True
        )


def _panel(book: Book, puzzle: Puzzle, frame: Frame) -> Iterator[Item]:
    """A board on white."""
    scene, side = book.boards.scene(puzzle), frame.width
    scale = side * 0.9 / max(scene.width, scene.height)
    yield Rectangle(frame.left, frame.top, side, side, fill=_PANEL, radius=side * 0.03)
    yield Inset(
        scene, frame.middle - scene.width * scale / 2, frame.top + (side - scene.height * scale) / 2, scale
    )


def _back(book: Book, frame: Frame) -> Iterator[Item]:
    """The title, the chapters with the numbers of their puzzles, some boards, and a place for a barcode."""
    type, ink, size = book.type, _ink(book), max(book.type.body * 1.3, 13.0)  # noqa: A001
    width, height = _BARCODE
    barcode = Rectangle(frame.right - width, frame.bottom - height, width, height, fill=_PANEL)
    yield barcode
    side = frame.width / 3.4
    boards_top = barcode.y - side - size * 2
    say, count = book.words.say, book.words.count
    texts = [f"{each.title}: {count(PUZZLES, len(each.puzzles))}" for each in book.chapters if each.puzzles]
    texts = texts if len(texts) > 1 else [count(PUZZLES, len(book.puzzles))]
    parts = [say("Hints")] * book.plan.hints + [say("Solutions")] * book.plan.solutions
    texts += [", ".join(parts)] if parts else []
    lines = [(book.plan.title, size * 1.5, True), *((text, size, False) for text in texts)]
    y = frame.top + frame.height * 0.04
    for text, height, bold in lines:
        if y + height * HEIGHT > boards_top - size:
            break
        shown = type.cut(text, height, frame.width, bold=bold)
        yield Label(frame.left, y + height * ASCENT, shown, height, ink, bold, "start")
        y += height * 1.8
    firsts = [each.puzzles[0] for each in book.chapters if each.puzzles]
    for number, each in enumerate((firsts if len(firsts) > 2 else book.puzzles[1:])[:3]):
        x = frame.left + number * (frame.width - side) / 2
        yield from _panel(book, each.of.puzzle, Frame(x, boards_top, side, side))


def _spine(book: Book, frame: Frame) -> Iterator[Item]:
    """The title at the top and the author at the bottom, if the book is thick enough."""
    type, plan, ink = book.type, book.plan, _ink(book)  # noqa: A001
    size = min((frame.width - 2 * _BESIDE_TEXT) / HEIGHT, 16.0)
    if book.page_count < LEAST_PAGES or size < 5:
        return
    x = frame.middle - size * 0.36
    author = type.cut(plan.author, size, frame.height * 0.35)
    title = type.cut(plan.title, size, frame.height * (0.6 if author else 1), bold=True)
    yield Label(x, frame.top, title, size, ink, True, "start", turned=True)
    if author:
        yield Label(x, frame.bottom, author, size, ink, anchor="end", turned=True)
