"""The pages of a book, drawn on a PDF document."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property

from nonet.draw.board import BoardOptions, board_scene, large_digits, number_digits
from nonet.draw.book.paper import MM, PAPERS, Frame, slots
from nonet.draw.book.plan import BookPlan
from nonet.draw.book.puzzles import BookPuzzle
from nonet.draw.pdf import PdfDocument
from nonet.draw.pictograms import check_size, picture_digits
from nonet.draw.scene import Scene
from nonet.draw.share import TooMuchForCode, link, qr_scene
from nonet.explain.names import level_name
from nonet.generate.levels import LEVELS
from nonet.messages import T, catalogue
from nonet.puzzle import Puzzle

MODULE = 0.33 * MM
"""The smallest square of a QR code that the cameras of phones can tell apart in print."""
BESIDE = 4 * MM
"""Between a board and the code beside it."""
LEADING = 1.15
"""From line to line of a title, in its size."""
MOST_COLUMNS = 6
"""Of solutions on a page."""
DAYS = (T("Monday"), T("Tuesday"), T("Wednesday"), T("Thursday"), T("Friday"), T("Saturday"), T("Sunday"))


@dataclass(frozen=True)
class Numbered:
    """A puzzle with its label in the book (12, or 7.2 on sheet 7) and the pages of it and of its solution."""

    label: str
    of: BookPuzzle
    page: int
    solution_page: int


@dataclass(frozen=True)
class Section:
    """A page of puzzles, of one chapter."""

    chapter: str
    puzzles: tuple[Numbered, ...]
    sheet: int = 0


@dataclass(frozen=True)
class Code:
    """A QR code: where it leads, and how large it is printed."""

    url: str
    scene: Scene
    side: float


def unbroken(text: str) -> str:
    r"""The text as one line, with spaces that keep r4c7 = 5 and r4c7 ≠ 5 together.

    >>> unbroken("Therefore\nr4c7 = 5.")
    'Therefore r4c7\xa0=\xa05.'
    """
    line = " ".join(text.split())
    return line.replace(" = ", "\xa0=\xa0").replace(" ≠ ", "\xa0≠\xa0")


def _board_place(slot: Frame, scene: Scene, head: float, foot: float, code: Code | None) -> Frame:
    """Where the board goes: below its head, and below the code or to the left of it, wherever it can be larger."""

    def place(width: float, above: float) -> Frame:
        height = slot.height - above - foot
        side = min(width, height * scene.width / scene.height)
        return Frame(slot.left + (width - side) / 2, slot.top + above, side, height)

    if code is None:
        return place(slot.width, head)
    below = place(slot.width, max(head, code.side + 1.5 * MM))
    beside = place(slot.width - code.side - BESIDE, head)
    return max(below, beside, key=lambda each: each.width)


class BookPages:
    """Draws pages; `page` is the number of the current one, which is printed on it. `cells` is the width of the largest
    board.
    """

    def __init__(self, plan: BookPlan, *, cells: int) -> None:
        self.plan = plan
        self.cells = cells
        self.words = catalogue(plan.language)
        self.document = PdfDocument(
            title=plan.title, author=plan.author, theme=plan.theme, right_to_left=plan.binding == "right"
        )
        width, height = PAPERS[plan.paper]
        self.width, self.height = width * MM, height * MM
        self.text_size = (9.5 if self.width > 500 else 8.5) * (1.7 if plan.large_print else 1)

    # -- pages ---------------------------------------------------------------------------------------------

    def new_page(self, *, running: str = "", numbered: bool = True) -> Frame:
        """A page with its running head and number; the frame inside of them."""
        plan, document = self.plan, self.document
        bleed = plan.bleed * MM
        document.add_page(self.width, self.height, bleed=bleed)
        document.fill_page("paper")
        page = document.page_count
        inner_left = (page % 2 == 1) == (plan.binding == "left")
        frame = Frame.of(self.width, self.height, inner_left=inner_left, gutter=plan.gutter * MM, bleed=bleed)
        outer, anchor = (frame.right, "end") if inner_left else (frame.left, "start")
        small = self.text_size * 0.9
        if running:
            running = self.cut(running, small, frame.width)
            document.text(outer, frame.top - 4.6 * MM, running, small, anchor=anchor, colour="faint")
        if numbered:
            document.text(outer, frame.bottom + 7.5 * MM, str(page), self.text_size, anchor=anchor)
        return frame

    @property
    def page(self) -> int:
        return self.document.page_count

    def heading(self, frame: Frame, text: str) -> float:
        """A heading at the top of a page; the baseline of the first line below it."""
        size = self.text_size * 2
        self.document.text(frame.left, frame.top + size, text, size, bold=True)
        self.document.bookmark(text)
        return frame.top + size * 2.3

    # -- puzzles -------------------------------------------------------------------------------------------

    def puzzles(self, section: Section) -> None:
        plan = self.plan
        frame = self.new_page(running=section.chapter, numbered=not section.sheet)
        if section.sheet:
            frame = self.sheet_head(frame, section.sheet)
        places = slots(frame, plan.per_page, right_to_left=plan.binding == "right")
        for slot, numbered in zip(places, section.puzzles, strict=False):
            self.puzzle(slot, numbered)

    def sheet_head(self, frame: Frame, sheet: int) -> Frame:
        """Lines for a name and a date, the number of the sheet, and the rule at the bottom."""
        document, say, size = self.document, self.words.say, self.text_size * 1.15
        y = frame.top + size
        document.text(frame.left, y, f"{say('Name')} {'.' * 46}", size)
        document.text(frame.left + frame.width * 0.6, y, f"{say('Date')} {'.' * 20}", size)
        document.text(frame.right, y, say("Sheet {number}", number=sheet), size, bold=True, anchor="end")
        rule = (
            say("Every row, every column and every box holds each picture once. Draw the missing ones.")
            if self.plan.pictures
            else say("Every row, every column and every box holds each digit once.")
        )
        document.text(frame.left, frame.bottom + 7.5 * MM, rule, size * 0.9, colour="faint")
        top = 9 * MM + size
        return Frame(frame.left, frame.top + top, frame.width, frame.height - top)

    def puzzle(self, slot: Frame, numbered: Numbered) -> None:
        """The label, the difficulty, a code, and the board below them."""
        plan, document = self.plan, self.document
        scene = self.board(numbered.of.puzzle)
        label_size = self.text_size * (1.5 if plan.per_page < 6 else 1.2)
        code = self.code(numbered.of.puzzle) if plan.qr else None
        foot = self.text_size * 1.6 if plan.solutions and not plan.worksheets else 0
        place = _board_place(slot, scene, label_size * 1.55, foot, code)
        side = place.width
        if plan.per_page <= 2 and not plan.large_print and numbered.of.puzzle.layout.size < 10:
            side = min(side, 150 * MM)
        scale = side / scene.width
        height = scene.height * scale
        left = place.left + (place.width - side) / 2
        top = place.top + max(0, (place.height - height) / (2 if plan.per_page < 4 else 4))
        line = top - label_size * 0.5
        document.text(left, line, numbered.label, label_size, bold=True)
        x = left + document.text_width(numbered.label, label_size, bold=True) + label_size * 0.5
        self.difficulty(x, line, numbered.of, label_size)
        if code:
            beside = place.width + code.side < slot.width
            x = left + side + BESIDE if beside else left + side - code.side
            y = top if beside else top - code.side - 1 * MM
            document.place(code.scene, x, y, code.side / code.scene.width)
            document.link(x, y, code.side, code.side, code.url)
        document.place(scene, left, top, scale)
        if foot:
            text = self.words.say("solution: page {page}", page=numbered.solution_page)
            small = self.text_size * 0.8
            document.text(left + side, top + height + small * 1.5, text, small, anchor="end", colour="faint")

    def difficulty(self, x: float, y: float, puzzle: BookPuzzle, size: float) -> None:
        """One to five dots, and the level or the day in words."""
        text = self.words.say(DAYS[puzzle.day]) if puzzle.day >= 0 else ""
        if self.plan.difficulty and puzzle.level in LEVELS:
            rank = list(LEVELS).index(puzzle.level) + 1
            for number in range(5):
                sign = "●" if number < rank else "○"
                self.document.text(x + number * size * 0.62, y, sign, size * 0.62)
            x += size * 3.5
            text = text or level_name(puzzle.level, self.plan.language)
        if text:
            self.document.text(x, y, text, size * 0.66, colour="faint")

    def code(self, puzzle: Puzzle) -> Code | None:
        """The code of a puzzle, large enough for a camera; None if that would take too much of the page."""
        url = link(puzzle, site=self.plan.site, base=self.plan.link_base)
        try:
            scene = qr_scene(url, border=1)
        except TooMuchForCode:
            return None
        side = max(17 * MM, scene.width * MODULE)
        return Code(url, scene, side) if side <= (35 if self.plan.per_page < 4 else 22) * MM else None

    @cached_property
    def options(self) -> BoardOptions:
        if self.plan.pictures:
            return BoardOptions(digits=picture_digits, thin=1.2, thick=3.6)
        if self.plan.large_print:
            return BoardOptions(digits=large_digits, thin=1.6, thick=5)
        return BoardOptions(digits=number_digits, thin=1.1, thick=3.4)

    def board(self, puzzle: Puzzle) -> Scene:
        if self.plan.pictures:
            check_size(puzzle.layout)
        options = self.options
        if self.plan.large_print and puzzle.layout.size > 9:
            options = replace(options, digits=number_digits)
        return board_scene(puzzle, options=options)

    # -- the back ------------------------------------------------------------------------------------------

    def solutions_frame(self, frame: Frame) -> tuple[int, int]:
        """Columns and rows of small solutions on a page: as many as leave the digits of the largest board readable."""
        cell = (6.2 if self.plan.large_print else 4.0) * MM
        columns = max(1, min(int((frame.width + 4 * MM) // (self.cells * cell + 4 * MM)), MOST_COLUMNS))
        side = (frame.width - (columns - 1) * 4 * MM) / columns
        return columns, max(1, int((frame.height + 3 * MM) // (side + 7.5 * MM)))

    def solutions(self, numbered: list[Numbered], *, first: bool) -> None:
        """A page of solutions; the label of each, and the page of its puzzle."""
        say, document = self.words.say, self.document
        title = say("Key") if self.plan.worksheets else say("Solutions")
        frame = self.new_page(running="" if first else title)
        columns, _ = self.solutions_frame(frame)
        top = self.heading(frame, title) - self.text_size if first else frame.top
        gap = 4 * MM
        side = (frame.width - (columns - 1) * gap) / columns
        small = self.text_size * 0.85
        for place, each in enumerate(numbered):
            row, column = divmod(place, columns)
            if self.plan.binding == "right":
                column = columns - 1 - column
            x, y = frame.left + column * (side + gap), top + row * (side + 7.5 * MM)
            document.text(x, y + small, each.label, small, bold=True)
            if not self.plan.worksheets:
                page = say("p. {page}", page=each.page)
                document.text(x + side, y + small, page, small * 0.85, anchor="end", colour="faint")
            scene = self.solved(each.of)
            document.place(scene, x, y + small * 1.5, min(side / scene.width, side / scene.height))

    def solved(self, puzzle: BookPuzzle) -> Scene:
        options = BoardOptions(
            digits=self.options.digits if self.plan.pictures else number_digits, thin=1.1, thick=3
        )
        return board_scene(Puzzle(puzzle.puzzle.givens), grid=puzzle.solution, options=options)

    def hints(self, lines: list[tuple[str, str]], *, first: bool) -> None:
        """A page of hints: labels and lines of text."""
        title = self.words.say("Hints")
        frame = self.new_page(running="" if first else title)
        y = self.heading(frame, title) if first else frame.top + self.text_size
        for label, text in lines:
            if label:
                self.document.text(frame.left, y, label, self.text_size, bold=True)
            self.document.text(frame.left + self.label_width, y, text, self.text_size)
            y += self.text_size * 1.5

    @property
    def label_width(self) -> float:
        """The column of labels beside hints."""
        return self.text_size * 3.6

    def hint_lines(self, label: str, text: str) -> list[tuple[str, str]]:
        """A hint in lines; the first one has the label."""
        width = PAPERS[self.plan.paper][0] * MM - self.plan.gutter * MM - 28 * MM - self.label_width
        lines = self.wrapped(unbroken(text), self.text_size, width)
        return [(label if not number else "", line) for number, line in enumerate(lines)]

    def lines_on_page(self, *, first: bool) -> int:
        """Lines of text that fit on a page of hints."""
        height = PAPERS[self.plan.paper][1] * MM - 42 * MM - (self.text_size * 4.6 if first else 0)
        return int(height / (self.text_size * 1.5))

    # -- text ----------------------------------------------------------------------------------------------

    def wrapped(
        self, text: str, size: float, width: float, *, bold: bool = False, most: int | None = None
    ) -> list[str]:
        """The text in lines of this width, at most so many; a word that is wider is broken."""
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.document.text_width(longer, size, bold=bold) > width:
                lines.append(word)
            else:
                lines[-1] = longer
            while most is None or len(lines) <= most:
                fitting = self._fitting(lines[-1], size, width, bold=bold)
                if fitting == len(lines[-1]):
                    break
                lines[-1:] = lines[-1][:fitting], lines[-1][fitting:]
        if most and len(lines) > most:
            lines[most - 1 :] = [self.cut(" ".join(lines[most - 1 :]), size, width, bold=bold)]
        return lines

    def fitted(self, text: str, size: float, width: float, height: float) -> tuple[list[str], float]:
        """A bold title in lines, and their size: down to half of the given one where a word or the whole needs it. What
        does not fit even then is cut off.
        """
        text = " ".join(text.split())
        for percent in (100, 85, 70, 60, 50):
            smaller = size * percent / 100
            most = max(1, int(height / (smaller * LEADING)))
            lines = self.wrapped(text, smaller, width, bold=True, most=most)
            if " ".join(lines) == text:
                break
        return lines, smaller

    def cut(self, text: str, size: float, width: float, *, bold: bool = False) -> str:
        """The text on one line; an ellipsis stands for what does not fit."""
        if self.document.text_width(text, size, bold=bold) <= width:
            return text
        return text[: self._fitting(text, size, width, "…", bold=bold)].rstrip() + "…"

    def _fitting(self, text: str, size: float, width: float, end: str = "", *, bold: bool) -> int:
        """How many characters fit into this width, together with `end`; at least one."""

        def width_of(count: int) -> float:
            return self.document.text_width(text[:count] + end, size, bold=bold)

        if width_of(len(text)) <= width:
            return len(text)
        return max(1, bisect_right(range(1, len(text)), width, key=width_of))
