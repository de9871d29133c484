"""Pages of puzzles: how many fit on a page, how large they are, and what is said about each.

above      beside
12 ●○○○○   12     ┌───────┐      The caption is above its board or beside it, wherever boards can be larger. Boards
┌───────┐  ●○○○○  │       │      of one size are drawn alike and in line. The rules of variants are at the foot of
│       │         │       │      the page.
│       │  hint   │       │
└───────┘  …      └───────┘
     hint
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from nonet.about import NO_WORDS
from nonet.dimensions import HouseKind
from nonet.draw.book.boards import BookBoards
from nonet.draw.book.flow import PageBlock, PageCanvas, PageLink, paragraph, total_height
from nonet.draw.book.paper import MM, PER_PAGE, Frame, slots
from nonet.draw.book.plan import BookPlan
from nonet.draw.book.puzzles import BookPuzzle
from nonet.draw.book.typography import PAGE, Line, TextRun, Typography, lines_height
from nonet.draw.scene import CELL, Scene
from nonet.draw.setter_words import BY_AUTHOR, paragraphs
from nonet.draw.share import TooMuchForCode, link, qr_scene
from nonet.errors import FormatError, NonetError
from nonet.explain.names import level_name
from nonet.explain.voice import capital
from nonet.explain.wording import board_in_words, rule_in_words
from nonet.generate.levels import LEVELS
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.messages import T, catalogue
from nonet.rules.generic import AnyRule
from nonet.rules.sentences import MISSING_MARKS, missing_marks, stated, titles

MODULE = 0.33 * MM
"""The smallest square of a QR code that the cameras of phones can tell apart in print."""
GAP = 4 * MM
"""Between a board and what is beside it."""
WIDEST_TEXT = 135 * MM
"""Lines of text that are longer are hard to read."""
_FOOT = 16.0
"""Between puzzles and the rules below them."""
DAYS = (T("Monday"), T("Tuesday"), T("Wednesday"), T("Thursday"), T("Friday"), T("Saturday"), T("Sunday"))


HOUSE_RULES = {
    HouseKind.REGION: (T("Jigsaw"), T("Every region with a heavy border holds each digit once.")),
    HouseKind.DIAGONAL: (T("Sudoku X"), T("Every shaded diagonal holds each digit once.")),
    HouseKind.WINDOW: (T("Windoku"), T("Every shaded square holds each digit once.")),
}
"""What boards with more than rows, columns and boxes are called, and what they ask for."""


def house_rules(layout: Layout) -> list[tuple[str, str]]:
    """Those of the houses of a board.

    >>> from nonet.layout import CLASSIC
    >>> house_rules(CLASSIC), [title for title, _ in house_rules(Layout.named("x"))]
    ([], ['Sudoku X'])
    """
    kinds = {house.kind for house in layout.houses}
    return [rule for kind, rule in HOUSE_RULES.items() if kind in kinds]


@dataclass(frozen=True)
class Numbered:
    """A puzzle with its label in the book: 12, or 7.2 on sheet 7."""

    label: str
    of: BookPuzzle

    def name(self, part: str) -> str:
        """How links name it: part is puzzle, hint or solution."""
        return f"{part} {self.label}"


@dataclass(frozen=True)
class Code:
    """A QR code: where it leads, and how large it is printed."""

    url: str
    scene: Scene
    side: float


class PuzzlePages:
    """Makes the pages of puzzles of a book, in frames of this size."""

    def __init__(self, plan: BookPlan, type: Typography, width: float, height: float) -> None:  # noqa: A002
        self.plan, self.type = plan, type
        self.width, self.height = width, height
        self.words = catalogue(plan.language)
        self.boards = BookBoards(plan)
        self._codes: dict[str, Code | None] = {}

    def blocks(
        self, puzzles: Sequence[Numbered], *, rules: str = "", first_sheet: int = 1
    ) -> list[PageBlock]:
        """Pages of puzzles: as many puzzles on each as the plan says, or as many as can be read. `rules` names the page
        that has their rules; if there is none and they are too long for the foot of a page, they come first.
        """
        per_page = self.plan.per_page
        enough = next((count for count in PER_PAGE if count >= len(puzzles)), per_page)
        most = per_page if self.plan.worksheets else min(per_page, enough)
        for count in (count for count in reversed(PER_PAGE) if count <= most):
            chunks = [puzzles[at : at + count] for at in range(0, len(puzzles), count)]
            pages = [PuzzlePage(self, each, count, sheet) for sheet, each in enumerate(chunks, first_sheet)]
            if self.plan.worksheets or all(page.is_readable for page in pages):
                break
        name = rules or f"rules {puzzles[0].label}"
        pages = [page if page.is_readable else page.with_rules(name) for page in pages]
        for page in pages:
            if self.plan.large_print and not page.is_readable:
                board, paper = page.puzzles[0].of.puzzle.layout.name, self.plan.paper
                boards = f"{len(page.puzzles)} boards" if len(page.puzzles) > 1 else "a board"
                raise NonetError(f"no room for {boards} {board} in large print on {paper} paper")
        is_told = rules or not any(page.rules for page in pages)
        return [*([] if is_told else self.rule_blocks(puzzles, name)), *(page.block for page in pages)]

    # -- what is said about a puzzle -------------------------------------------------------------------------

    def head(self, numbered: Numbered, count: int) -> Iterator[TextRun]:
        """The label, the difficulty, the day, the names of the rules."""
        puzzle, small = numbered.of, self.type.small
        label = self.type.body * (1.5 if count < 6 else 1.25)
        yield TextRun(numbered.label, label, bold=True)
        about = puzzle.puzzle.about
        if title := " ".join(about.title.split()):
            yield TextRun(title, max(label * 0.8, small), bold=True)
        if author := " ".join(about.author.split()):
            yield TextRun(self.words.say(BY_AUTHOR, author=author), small, colour="faint", whole=True)
        words = self.words.say(DAYS[puzzle.day]) if puzzle.day >= 0 else ""
        if self.plan.difficulty and puzzle.level in LEVELS:
            rank = LEVELS.index(puzzle.level) + 1
            yield TextRun("●" * rank + "○" * (5 - rank), max(label * 0.62, small))
            words = words or level_name(puzzle.level, self.plan.language)
        names = [title for title, _ in house_rules(puzzle.puzzle.layout)] + [*titles(puzzle.puzzle.rules)]
        for text in filter(None, (words, capital(", ".join(map(self.words.say, names))))):
            yield TextRun(text, small, colour="faint", whole=True)

    def references(self, numbered: Numbered, *parts: str) -> Iterator[TextRun]:
        """The pages of the puzzle, of its hint, of its solution, as far as there are any."""
        say = self.words.say
        texts = {
            "puzzle": say("p. {page}", page=PAGE),
            "hint": say("hint: page {page}", page=PAGE) if numbered.of.hint else "",
            "solution": say("solution: page {page}", page=PAGE) if self.plan.solutions else "",
        }
        for part in parts:
            if texts[part] and not self.plan.worksheets:
                text = texts[part].replace(f" {PAGE}", f"\xa0{PAGE}")
                yield TextRun(text, self.type.small, colour="faint", to=numbered.name(part), whole=True)

    def code(self, numbered: Numbered, count: int) -> Code | None:
        """The code of a puzzle, large enough for a camera; None if it takes too much of the page, or if no
        link can hold the puzzle.
        """
        if numbered.label not in self._codes:
            self._codes[numbered.label] = None
            with suppress(TooMuchForCode, FormatError):
                puzzle = numbered.of.puzzle.with_about(
                    NO_WORDS
                )  # the words are in the book, and codes are small
                url = link(puzzle, site=self.plan.site, base=self.plan.link_base)
                scene = qr_scene(url, border=1)
                self._codes[numbered.label] = Code(url, scene, max(17 * MM, scene.width * MODULE))
        code = self._codes[numbered.label]
        most = 35 if count < 4 and not self.plan.large_print else 22
        return code if code and code.side <= most * MM else None

    def rules(self, puzzles: Sequence[Numbered], size: float) -> Iterator[list[TextRun]]:
        """What setters wrote, and the rules of variants, each once: its name, and what it says."""
        written = grouped((tuple(paragraphs(each.of.puzzle.about)), each.label) for each in puzzles)
        for texts, labels in written.items():
            for number, text in enumerate(texts):
                label = [] if number else [TextRun(f"{', '.join(labels)}:", size, bold=True)]
                yield [*label, TextRun(text, size)]
        rules = dict.fromkeys(rule for each in puzzles for rule in self._rules_of(each))
        for title, text in rules:
            yield [TextRun(f"{title}:", size, bold=True), TextRun(text, size)]
        if any(missing_marks(each.of.puzzle.rules) for each in puzzles):
            yield [TextRun(self.words.say(MISSING_MARKS), size)]

    def _rules_of(self, numbered: Numbered) -> Iterator[tuple[str, str]]:
        """What the rules of a puzzle say; a sentence that names cells comes with the label of the puzzle."""
        puzzle, say = numbered.of.puzzle, self.words.say
        if not puzzle.layout.is_usual:
            yield puzzle.layout.dimensions.name, board_in_words(puzzle.layout, language=self.plan.language)
        for title, text in house_rules(puzzle.layout):
            yield say(title), say(text)
        for rule in stated(puzzle.rules):
            title = capital(say(rule.title))
            if isinstance(rule, AnyRule):
                title = say("{rule}, puzzle {number}", rule=title, number=numbered.label)
            yield title, rule_in_words(rule, puzzle.layout, language=self.plan.language)

    def rule_blocks(self, puzzles: Sequence[Numbered], name: str, *, left: float = 0) -> list[PageBlock]:
        """The rules of variants as paragraphs, under this name."""
        width = min(self.width, WIDEST_TEXT)
        rules = self.rules(puzzles, self.type.text)
        blocks = [block for runs in rules for block in paragraph(self.type, runs, width, left=left)]
        return [replace(blocks[0], names={name: 0.0}), *blocks[1:]] if blocks else []

    def basic_rule(self, puzzles: Sequence[Numbered]) -> str:
        if not puzzles[0].of.puzzle.layout.houses:
            return board_in_words(puzzles[0].of.puzzle.layout, language=self.plan.language)
        if any(each.of.puzzle.layout.short_houses for each in puzzles):
            return self.words.say("No row, no column and no box holds a digit twice.")
        if self.plan.pictures:
            return self.words.say(
                "Every row, every column and every box holds each picture once. Draw the missing ones."
            )
        return self.words.say("Every row, every column and every box holds each digit once.")


@dataclass(frozen=True)
class SetCaption:
    """What is said about a puzzle in lines, and the largest scale of its board for which these leave room."""

    head: list[Line]
    foot: list[Line]
    code: Code | None
    scale: float

    @property
    def above(self) -> float:
        """The height of what is above a board."""
        return max(lines_height(self.head), self.code.side + GAP / 2 if self.code else 0.0)


class PuzzlePage:
    """A page of puzzles, with places for so many. `rules` names the page of the rules, if these are not at its foot."""

    def __init__(
        self, pages: PuzzlePages, puzzles: Sequence[Numbered], count: int, sheet: int, *, rules: str = ""
    ) -> None:
        self.pages, self.puzzles, self.count, self.rules = pages, puzzles, count, rules
        self.sheet = sheet if pages.plan.worksheets else 0
        self.foot = self._foot()
        self.extents: dict[tuple[int, int], Frame] = {}
        for each in puzzles:
            scene, known = pages.boards.scene(each.of.puzzle), self.extents.get(_size(each))
            frame = Frame(scene.left, scene.top, scene.width, scene.height)
            self.extents[_size(each)] = frame.joined(known) if known else frame
        above, beside = self._scales(self._above), self._scales(self._beside)
        self.is_beside = min(beside.values()) > min(above.values())
        self.scales = beside if self.is_beside else above

    def with_rules(self, name: str) -> PuzzlePage:
        """The page with its rules elsewhere, if it has any."""
        has_rules = any(each.of.puzzle.rules or each.of.puzzle.about.description for each in self.puzzles)
        return PuzzlePage(self.pages, self.puzzles, self.count, self.sheet, rules=name) if has_rules else self

    @property
    def is_readable(self) -> bool:
        least = self.pages.boards.least_scale
        return all(self.scales[_size(each)] > least(each.of.puzzle) - 1e-9 for each in self.puzzles)

    @property
    def block(self) -> PageBlock:
        names = {
            each.name("puzzle"): slot.top for slot, each in zip(self._slots(), self.puzzles, strict=False)
        }
        return PageBlock(self.pages.height, self._draw, names=names)

    # -- layout ----------------------------------------------------------------------------------------------

    def _foot(self) -> list[PageBlock]:
        """The rules of the puzzles, or where they are."""
        pages, size = self.pages, self.pages.type.body
        lines = [] if self.rules else list(pages.rules(self.puzzles, size))
        if self.rules:
            lines = [[TextRun(pages.words.say("rules: page {page}", page=PAGE), size, to=self.rules)]]
        if self.sheet:
            lines.insert(0, [TextRun(pages.basic_rule(self.puzzles), size)])
        return [block for runs in lines for block in paragraph(pages.type, runs, pages.width)]

    def _slots(self) -> Iterator[Frame]:
        """The places of puzzles, between the head of a sheet and the foot."""
        top = self.pages.type.text * 3 if self.sheet else 0.0
        height = self.pages.height - top - (total_height(self.foot) + _FOOT if self.foot else 0.0)
        frame = Frame(0, top, self.pages.width, max(height, 1.0))
        return slots(frame, self.count, right_to_left=self.pages.plan.binding == "right")

    def _scales(
        self, arrange: Callable[[Frame, Numbered, float], SetCaption]
    ) -> dict[tuple[int, int], float]:
        """The largest scales for which everything fits; smaller boards may need more lines above them."""
        slot = next(self._slots())
        scales = {_size(each): self.pages.boards.most_scale(each.of.puzzle) for each in self.puzzles}
        before: dict[tuple[int, int], float] = {}
        while scales != before:
            before = dict(scales)
            for each in self.puzzles:
                scales[_size(each)] = arrange(slot, each, scales[_size(each)]).scale
        return scales

    def _said(self, numbered: Numbered) -> tuple[list[TextRun], list[TextRun], Code | None]:
        pages = self.pages
        code = pages.code(numbered, self.count) if pages.plan.qr else None
        return [*pages.head(numbered, self.count)], [*pages.references(numbered, "hint", "solution")], code

    def _above(self, slot: Frame, numbered: Numbered, scale: float) -> SetCaption:
        head, foot, code = self._said(numbered)
        extent, lines = self.extents[_size(numbered)], self.pages.type.lines
        scale = min(scale, slot.width / extent.width)
        cells = _size(numbered)[0] * CELL * scale
        aside = (slot.width - extent.width * scale) / 2 - extent.left * scale  # to the left of the cells
        width = cells - code.side - GAP if code else slot.width - aside
        found = SetCaption(lines(head, max(width, 1.0)), lines(foot, cells), code, scale)
        room = slot.height - found.above - lines_height(found.foot)
        return replace(found, scale=min(scale, max(room, 0.0) / extent.height))

    def _beside(self, slot: Frame, numbered: Numbered, scale: float) -> SetCaption:
        head, foot, code = self._said(numbered)
        extent, lines = self.extents[_size(numbered)], self.pages.type.lines
        narrowest = max(self.pages.type.widest_word([*head, *foot]), code.side if code else 0.0)
        room = max(slot.width - GAP - narrowest, 0.0)
        scale = min(scale, slot.height / extent.height, room / extent.width)
        column = slot.width - GAP - extent.width * scale
        found = SetCaption(lines(head, column), lines(foot, column), code, scale)
        used = lines_height([*found.head, *found.foot]) + (code.side + GAP if code else 0.0)
        return found if used <= extent.height * scale or scale < 0.1 else replace(found, scale=scale * 0.9)

    # -- drawing ---------------------------------------------------------------------------------------------

    def _draw(self, canvas: PageCanvas, x: float, y: float) -> None:
        if self.sheet:
            self._draw_sheet_head(canvas, x, y)
        top = y + self.pages.height - total_height(self.foot)
        if self.foot:
            canvas.rule(x, x + self.pages.width, top - _FOOT * 0.4)
        for block in self.foot:
            block.draw(canvas, x, top)
            top += block.height + block.after
        for slot, each in zip(self._slots(), self.puzzles, strict=False):
            self._draw_puzzle(canvas, replace(slot, left=slot.left + x, top=slot.top + y), each)

    def _draw_puzzle(self, canvas: PageCanvas, slot: Frame, numbered: Numbered) -> None:
        scene = self.pages.boards.scene(numbered.of.puzzle)
        extent, scale = self.extents[_size(numbered)], self.scales[_size(numbered)]
        arranged = (self._beside if self.is_beside else self._above)(slot, numbered, scale)
        width, height = extent.width * scale, extent.height * scale
        if self.is_beside:
            left, top = slot.right - width, slot.top + (slot.height - height) / 2
        else:
            spare = slot.height - arranged.above - height - lines_height(arranged.foot)
            left, top = slot.left + (slot.width - width) / 2, slot.top + spare * 0.35 + arranged.above
        x, y = left - extent.left * scale, top - extent.top * scale  # of the first cell
        if (
            self.count <= 2
        ):  # near the clues of this board; otherwise in line with the captions of its neighbours
            top, height = y + scene.top * scale, scene.height * scale
        canvas.place(scene, x + scene.left * scale, y + scene.top * scale, scale)
        cells = _size(numbered)[0] * CELL * scale
        code, foot = arranged.code, lines_height(arranged.foot)
        if self.is_beside:
            below = canvas.lines(arranged.head, slot.left, top) + GAP / 2
            canvas.lines(arranged.foot, slot.left, top + height - foot)
            corner = slot.left, below
        else:
            canvas.lines(arranged.head, x, top - lines_height(arranged.head))
            canvas.lines(arranged.foot, x, top + height, cells, share=1)
            corner = x + cells - (code.side if code else 0), top - arranged.above
        if code:
            canvas.place(code.scene, *corner, code.side / code.scene.width)
            canvas.links.append(PageLink(Frame(*corner, code.side, code.side), code.url))

    def _draw_sheet_head(self, canvas: PageCanvas, x: float, y: float) -> None:
        """Lines for a name and a date, and the number of the sheet."""
        say, type, width = self.pages.words.say, self.pages.type, self.pages.width  # noqa: A001
        number = TextRun(say("Sheet {number}", number=self.sheet), type.text, bold=True)
        canvas.lines([[number]], x, y, width, share=1)
        end = x + width - type.width(number) - GAP
        middle = x + (end - x) * 0.62
        for left, text, right in ((x, say("Name"), middle - GAP), (middle, say("Date"), end)):
            run = TextRun(text, type.text)
            canvas.lines([[run]], left, y)
            canvas.rule(left + type.width(run) + 4, right, y + type.text, dotted=True)


def _size(numbered: Numbered) -> tuple[int, int]:
    """The size of the board."""
    return numbered.of.puzzle.layout.width, numbered.of.puzzle.layout.height
