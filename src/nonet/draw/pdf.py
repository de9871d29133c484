"""Scenes on the pages of a PDF file, by fpdf2 (the extra `print`). The same scenes give the same bytes, always.

fpdf2 makes the file, its pages and fonts; shapes and labels are written as PDF operators directly, which is ten times
as fast as its drawing functions: a book has hundreds of thousands of digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from nonet.draw.fonts import font_file
from nonet.draw.scene import Disc, Inset, Item, Label, Outlined, PenStyle, Rectangle, Scene
from nonet.draw.svg import items_of
from nonet.draw.themes import Theme, theme_named
from nonet.errors import NonetError
from nonet.optional_import import optional_import
from nonet.version import __version__

POINT = 72 / 25.4
"""Points in a millimetre."""
_ROUND = 0.5523
"""How far the control points of a quarter circle are from its ends."""


def scenes_pdf(
    scenes: Sequence[Scene], *, theme: str = "light", width: float | None = None, margin: float = 6
) -> bytes:
    """A page for each scene, as wide as given in millimetres, or 0.28 mm per unit, and the margin around it."""
    margin *= POINT
    document = PdfDocument(title=scenes[0].title, theme=theme)
    for scene in scenes:
        scale = POINT * (0.28 if width is None else width / scene.width)
        inset = Inset(scene, margin, margin, scale)
        document.add_scene(
            Scene(scene.width * scale + 2 * margin, scene.height * scale + 2 * margin, (inset,))
        )
    return document.output()


class PdfDocument:
    """A PDF file being written, page by page. Lengths are points; y grows downwards."""

    def __init__(
        self,
        *,
        title: str = "",
        author: str = "",
        theme: str = "print",
        language: str = "",
        right_to_left: bool = False,
    ) -> None:
        fpdf = optional_import("fpdf", "PDF output")
        self.theme: Theme = theme_named(theme)
        self.pdf: Any = fpdf.FPDF(unit="pt", format="A4")
        self.pdf.set_auto_page_break(False)
        self.pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
        self.pdf.set_producer(f"nonet {__version__}")
        self.pdf.set_title(title)
        if author:
            self.pdf.set_author(author)
        if language:
            self.pdf.set_lang(language)
        if right_to_left:
            preferences = fpdf.ViewerPreferences()
            preferences._direction = "/R2L"  # fpdf2 2.8.9 would write RTL, which no reader knows
            self.pdf.viewer_preferences = preferences
        self._fonts: dict[bool, Any] = {}
        self.height = 0.0
        self._targets: dict[tuple[int, float], int] = {}

    def _font(self, *, bold: bool) -> Any:
        """A weight of our font, which becomes part of the file when it is first used."""
        if bold not in self._fonts:
            name = "bold" if bold else "regular"
            self.pdf.add_font(name, fname=font_file(bold=bold))
            self.pdf.set_font(name, size=10)
            font = self._fonts[bold] = self.pdf.current_font
            reader = font.ttfont.reader  # fpdf2 never closes the file: read from memory instead
            reader.file.close()
            reader.file = BytesIO(Path(font_file(bold=bold)).read_bytes())
        return self._fonts[bold]

    # -- pages ---------------------------------------------------------------------------------------------

    def add_scene(self, scene: Scene, *, trim: tuple[float, float] | None = None) -> None:
        """A new page with this scene, a point per unit. `trim` is the size of the page after trimming, whose upper left
        corner is at (0, 0) in the scene.
        """
        self.height = scene.height
        self.pdf.add_page(format=(scene.width, scene.height))
        if trim and trim != (scene.width, scene.height):
            left, bottom = -scene.left, scene.height + scene.top - trim[1]
            box = (left, bottom, left + trim[0], bottom + trim[1])
            self.pdf.pages[self.pdf.page].trim_box = f"[{' '.join(f'{edge:.2f}' for edge in box)}]"
        for bold in sorted({item.bold for item in items_of(scene) if isinstance(item, Label)}):
            self._out(self.pdf._set_font_for_page(self._font(bold=bold), 10))
        if self.theme.colour("paper") != "#ffffff":
            self._out(f"{_rgb(self.theme.colour('paper'))} rg 0 0 {scene.width:.2f} {scene.height:.2f} re f")
        self._out(f"q 1 0 0 -1 {-scene.left:.3f} {scene.height + scene.top:.3f} cm 2 J")
        self._items(scene)
        self._out("Q")

    def bookmark(self, title: str, y: float) -> None:
        """An entry of the reader's table of contents, for this place on the page."""
        self.pdf.y = y
        self.pdf.start_section(title, strict=False)

    def link(self, x: float, y: float, width: float, height: float, to: str | tuple[int, float]) -> None:
        """A part of this page that leads to an address, or to another page: its number, and how far down on it."""
        if isinstance(to, tuple) and to not in self._targets:
            self._targets[to] = self.pdf.add_link(page=to[0], y=to[1])
        self.pdf.link(x, y, width, height, self._targets[to] if isinstance(to, tuple) else to)

    def output(self) -> bytes:
        return bytes(self.pdf.output())

    def _out(self, operators: str) -> None:
        self.pdf._out(operators)

    def text_width(self, text: str, size: float, *, bold: bool = False) -> float:
        """The width of a text in points."""
        self.check_text(text)
        return float(self._font(bold=bold).get_text_width(text, size, None)[1])

    def check_text(self, text: str) -> None:
        """Refuses text with characters that our font does not have."""
        known = self._font(bold=False).cmap
        for character in text:
            if ord(character) not in known:
                raise NonetError(
                    f"the font has no character {character!r} ({text!r}); it has Latin, Greek and Cyrillic"
                )

    # -- items ---------------------------------------------------------------------------------------------

    def _items(self, scene: Scene) -> None:
        batch: list[str] = []
        for item in scene.items:
            if isinstance(item, Inset):
                x, y = item.x - item.scene.left * item.scale, item.y - item.scene.top * item.scale
                self._flush(batch)
                self._out(f"q {item.scale:.5f} 0 0 {item.scale:.5f} {x:.3f} {y:.3f} cm")
                self._items(item.scene)
                self._out("Q")
            elif item.opacity != 1:
                self._flush(batch)
                with self._transparent(item.opacity):
                    self._out(self._operators(item))
            else:
                batch.append(self._operators(item))
        self._flush(batch)

    def _flush(self, batch: list[str]) -> None:
        if batch:
            self._out("\n".join(batch))
            batch.clear()

    @contextmanager
    def _transparent(self, opacity: float) -> Iterator[None]:
        with self.pdf.local_context(fill_opacity=opacity, stroke_opacity=opacity):
            yield

    def _operators(self, item: Item) -> str:
        match item:
            case Label():
                return self._label(item)
            case Rectangle(radius=0):
                path = f"{item.x:.2f} {item.y:.2f} {item.width:.2f} {item.height:.2f} re"
            case Rectangle():
                path = _rounded(item)
            case Disc():
                path = _circle(item.x, item.y, item.radius)
            case Outlined():
                path = _path(item)
            case _:  # pragma: no cover - Inset is handled by the caller
                raise TypeError(item)
        look, paint = self._look(item.fill, item.pen)
        return f"{look}{path} {paint}"

    def _look(self, fill: str, pen: PenStyle | None) -> tuple[str, str]:
        """The operators before a path, and the one that paints it."""
        colours = f"{_rgb(self.theme.colour(fill))} rg " if fill else ""
        if pen is None:
            return colours, "f" if fill else "n"
        dash = " ".join(f"{length:g}" for length in pen.dash)
        cap = 1 if pen.round else 0 if pen.dash else 2
        stroke = f"{_rgb(self.theme.colour(pen.colour))} RG {pen.width:.2f} w"
        return f"{colours}{stroke} {cap} J {int(pen.round)} j [{dash}] 0 d ", "B" if fill else "S"

    def _label(self, label: Label) -> str:
        font, size = self._font(bold=label.bold), label.size
        width, encoded = _measured(font, label.text)
        before = width * size * {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
        place = f"1 0 0 -1 {label.x - before:.2f} {label.y:.2f}"
        if label.turned:
            place = f"0 1 1 0 {label.x:.2f} {label.y - before:.2f}"
        colour = _rgb(self.theme.colour(label.colour))
        return f"{colour} rg BT /F{font.i} {size:.2f} Tf {place} Tm {encoded} ET"


def _measured(font: Any, text: str) -> tuple[float, str]:
    """The width of a text at size 1, and how the file writes it."""
    return float(font.get_text_width(text, 1, None)[1]), str(font.encode_text(text))


@lru_cache(maxsize=256)
def _rgb(colour: str) -> str:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return " ".join(f"{part:.3f}" for part in parts)


def _path(item: Outlined) -> str:
    parts: list[str] = []
    here = (0.0, 0.0)
    for name, numbers in item.commands:
        if name == "Q":  # PDF has cubic curves only
            x1, y1, x, y = numbers
            numbers = (
                here[0] + 2 / 3 * (x1 - here[0]), here[1] + 2 / 3 * (y1 - here[1]),
                x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y), x, y,
            )  # fmt: skip
            name = "C"
        operator = {"M": "m", "L": "l", "C": "c", "Z": "h"}[name]
        parts.append(" ".join([*(f"{number:.2f}" for number in numbers), operator]))
        if numbers:
            here = (numbers[-2], numbers[-1])
    return " ".join(parts)


def _circle(x: float, y: float, radius: float) -> str:
    bend = radius * _ROUND
    return _path(
        Outlined(
            (
                ("M", (x + radius, y)),
                ("C", (x + radius, y + bend, x + bend, y + radius, x, y + radius)),
                ("C", (x - bend, y + radius, x - radius, y + bend, x - radius, y)),
                ("C", (x - radius, y - bend, x - bend, y - radius, x, y - radius)),
                ("C", (x + bend, y - radius, x + radius, y - bend, x + radius, y)),
                ("Z", ()),
            )
        )
    )


def _rounded(item: Rectangle) -> str:
    left, top, right, bottom = item.x, item.y, item.x + item.width, item.y + item.height
    radius = min(item.radius, item.width / 2, item.height / 2)
    gap = radius * (1 - _ROUND)
    return _path(
        Outlined(
            (
                ("M", (left + radius, top)),
                ("L", (right - radius, top)),
                ("C", (right - gap, top, right, top + gap, right, top + radius)),
                ("L", (right, bottom - radius)),
                ("C", (right, bottom - gap, right - gap, bottom, right - radius, bottom)),
                ("L", (left + radius, bottom)),
                ("C", (left + gap, bottom, left, bottom - gap, left, bottom - radius)),
                ("L", (left, top + radius)),
                ("C", (left, top + gap, left + gap, top, left + radius, top)),
                ("Z", ()),
            )
        )
    )
