"""The cover of a book as its printer wants it: back, spine and front on one page, with bleed on all sides.

┌────────────┬─┬────────────┐
│ contents   │S│   Title    │
│            │p│            │
│ boards     │i│   board    │
│     ┌────┐ │n│            │
│     │code│ │e│   Author   │
└─────┴────┴─┴─┴────────────┘
"""

from __future__ import annotations

from nonet.arguments import clear_type_errors
from nonet.draw.book.build import Book
from nonet.draw.book.flow import PageCanvas
from nonet.draw.book.front import PUZZLES, draw_board, draw_title
from nonet.draw.book.paper import COVER_COLOURS, INCH, MM, STOCKS, Frame
from nonet.draw.book.typography import HEIGHT, LEADING, TextRun
from nonet.draw.pdf import PdfDocument
from nonet.draw.scene import Label, Rectangle, Scene

BLEED = 0.125 * INCH
MARGIN = 0.5 * INCH
"""From the edges to what must not be cut off."""
LEAST_PAGES = 79
"""A thinner book has no text on its spine."""
_BESIDE_TEXT = 0.0625 * INCH
"""At each side of the text on the spine, since the cover may be folded a little askew."""
_BARCODE = (2 * INCH, 1.2 * INCH)
"""The white place for a barcode, on the back."""


@clear_type_errors
def cover_pdf(book: Book) -> bytes:
    """The cover as a PDF file of one page."""
    plan, scene = book.plan, cover_scene(book)
    document = PdfDocument(title=plan.title, author=plan.author, theme="light", language=plan.language)
    document.add_scene(scene, trim=(scene.width - 2 * BLEED, scene.height - 2 * BLEED))
    return document.output()


def spine_width(book: Book) -> float:
    """The width of the spine: that of the plan, or what so many pages of the paper need. A sheet has two pages."""
    if book.plan.spine is not None:
        return book.plan.spine * MM
    return (book.page_count + book.page_count % 2) * STOCKS[book.plan.stock]


def cover_scene(book: Book) -> Scene:
    plan, sheet, spine = book.plan, book.sheet, spine_width(book)
    width, height = 2 * sheet.width + spine + 2 * BLEED, sheet.height + 2 * BLEED
    ink = "#000000" if plan.cover_colour in ("yellow", "white") else "#ffffff"
    canvas = PageCanvas(book.type, {})
    canvas.items.append(Rectangle(-BLEED, -BLEED, width, height, fill=COVER_COLOURS[plan.cover_colour]))
    frames = [
        Frame(left + MARGIN, MARGIN, sheet.width - 2 * MARGIN, sheet.height - 2 * MARGIN)
        for left in (0.0, sheet.width + spine)
    ]
    back, front = frames if plan.binding == "left" else reversed(frames)
    draw_title(book.maker, book.puzzles, canvas, front, ink=ink, faint=ink)
    _draw_back(book, canvas, back, ink)
    _draw_spine(book, canvas, Frame(sheet.width, MARGIN, spine, sheet.height - 2 * MARGIN), ink)
    return Scene(width, height, tuple(canvas.items), -BLEED, -BLEED, plan.title)


def _draw_back(book: Book, canvas: PageCanvas, frame: Frame, ink: str) -> None:
    """The title, the chapters with the numbers of their puzzles, some boards, and a place for a barcode."""
    plan, say, count, size = book.plan, book.words.say, book.words.count, max(book.type.body * 1.3, 13.0)
    barcode = Frame(frame.right - _BARCODE[0], frame.bottom - _BARCODE[1], *_BARCODE)
    canvas.items.append(Rectangle(barcode.left, barcode.top, *_BARCODE, fill="#ffffff"))
    side = frame.width / 3.4
    top = barcode.top - side - size * 2
    chapters = [each for each in book.chapters if each.puzzles]
    texts = [f"{each.title}: {count(PUZZLES, len(each.puzzles))}" for each in chapters]
    texts = texts if len(texts) > 1 else [count(PUZZLES, len(book.puzzles))]
    texts.append(", ".join([say("Hints")] * plan.hints + [say("Solutions")] * plan.solutions))
    runs = [
        TextRun(plan.title, size * 1.5, True, ink),
        *(TextRun(text, size, colour=ink) for text in texts if text),
    ]
    y = frame.top + frame.height * 0.04
    for run in runs:
        if y + run.size * LEADING < top:
            y = canvas.lines([[book.type.cut(run, frame.width)]], frame.left, y) + size * 0.4
    shown = [each.puzzles[0] for each in chapters] if len(chapters) > 2 else book.puzzles[1:]
    for number, each in enumerate(shown[:3]):
        x = frame.left + number * (frame.width - side) / 2
        draw_board(book.maker, each, canvas, Frame(x, top, side, side))


def _draw_spine(book: Book, canvas: PageCanvas, frame: Frame, ink: str) -> None:
    """The title at the top and the author at the bottom, if the book is thick enough."""
    size = min((frame.width - 2 * _BESIDE_TEXT) / HEIGHT, 16.0)
    if book.page_count < LEAST_PAGES or size < 5:
        return
    x, cut = frame.left + frame.width / 2 - size * 0.36, book.type.cut
    author = cut(TextRun(book.plan.author, size), frame.height * 0.35).text
    title = cut(TextRun(book.plan.title, size, bold=True), frame.height * 0.6).text
    canvas.items.append(Label(x, frame.top, title, size, ink, True, "start", turned=True))
    if author:
        canvas.items.append(Label(x, frame.bottom, author, size, ink, anchor="end", turned=True))
