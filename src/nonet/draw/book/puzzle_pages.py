"""Pages of puzzles: how many fit on a page, how large they are, and what is said about each.

above      beside
12 ●○○○○   12     ┌───────┐      The caption is above its board or beside it, wherever boards can be larger. All
┌───────┐  ●○○○○  │       │      boards of a chapter that have one size are drawn alike. The rules of variants are
│       │         │       │      at the foot of the page.
│       │  hint   │       │
└───────┘  …      └───────┘
     hint
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from nonet.draw.book.boards import Boards, Extent
from nonet.draw.book.flow import Block, Canvas, Link, paragraph, stacked
from nonet.draw.book.paper import MM, PER_PAGE, Frame, slots
from nonet.draw.book.plan import BookPlan
from nonet.draw.book.puzzles import BookPuzzle
from nonet.draw.book.typography import HEIGHT, PAGE, Line, Run, Typography, lines_height
from nonet.draw.scene import CELL, Scene
from nonet.draw.share import TooMuchForCode, link, qr_scene
from nonet.errors import NonetError
from nonet.explain.names import level_name
from nonet.explain.voice import capital
from nonet.explain.wording import rule_in_words
from nonet.generate.levels import LEVELS
from nonet.messages import T, catalogue
from nonet.puzzle import Puzzle
from nonet.rules.generic import AnyRule, taken_apart
from nonet.rules.sentences import MISSING_MARKS, missing_marks, titles

MODULE = 0.33 * MM
"""The smallest square of a QR code that the cameras of phones can tell apart in print."""
GAP = 4 * MM
"""Between a board and what is beside it."""
WIDEST_TEXT = 135 * MM
"""Lines of text that are longer are hard to read."""
_BELOW_HEAD = 1.0
"""Between a board and its caption."""
_FOOT = 16.0
"""Between puzzles and the rules below them."""
DAYS = (T("Monday"), T("Tuesday"), T("Wednesday"), T("Thursday"), T("Friday"), T("Saturday"), T("Sunday"))


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


@dataclass(frozen=True)
class Caption:
    """What is said about a puzzle: `head` before its board, `foot` after it, and a code."""

    head: tuple[Run, ...]
    foot: tuple[Run, ...]
    code: Code | None


@dataclass(frozen=True)
class Arrangement:
    """The caption of a puzzle in lines, and the largest scale of its board for which these leave room."""

    head: list[Line]
    foot: list[Line]
    scale: float


class PuzzlePages:
    """Makes the pages of puzzles of a book, in frames of this size."""

    def __init__(self, plan: BookPlan, type: Typography, width: float, height: float) -> None:  # noqa: A002
        self.plan, self.type = plan, type
        self.width, self.height = width, height
        self.words = catalogue(plan.language)
        self.boards = Boards(plan)
        self._codes: dict[str, Code | None] = {}

    def blocks(self, puzzles: Sequence[Numbered], *, rules: str = "", first_sheet: int = 1) -> list[Block]:
        """Pages of puzzles: as many puzzles on each as the plan says, or as many as can be read. `rules` names the page
        that has their rules; if there is none and they are too long for the foot of a page, they come first.
        """
        for count in (count for count in reversed(PER_PAGE) if 1 < count <= self.plan.per_page):
            group = PageGroup(self, puzzles, count, first_sheet)
            if group.is_readable:
                return list(group.blocks())
        name = rules or f"rules {puzzles[0].label}"
        single = [self._single(each, number, name) for number, each in enumerate(puzzles, start=first_sheet)]
        is_told = rules or not any(group.rules for group in single)
        before = [] if is_told else self.rule_blocks(puzzles, name)
        return [*before, *(block for group in single for block in group.blocks())]

    def _single(self, numbered: Numbered, sheet: int, rules: str) -> PageGroup:
        """A page of one puzzle; its rules are on it, unless that makes its board too small."""
        group = PageGroup(self, [numbered], 1, sheet)
        if not group.is_readable and numbered.of.puzzle.rules:
            group = PageGroup(self, [numbered], 1, sheet, rules=rules)
        if not group.is_readable and self.plan.large_print:
            layout = numbered.of.puzzle.layout
            raise NonetError(
                f"{layout.width}x{layout.height} boards are too large for large print on {self.plan.paper} paper"
            )
        return group

    # -- what is said about a puzzle -------------------------------------------------------------------------

    def caption(self, numbered: Numbered, count: int) -> Caption:
        plan, puzzle, small = self.plan, numbered.of, self.type.small
        label = self.type.body * (1.5 if count < 6 else 1.25)
        head = [Run(numbered.label, label, bold=True)]
        words = self.words.say(DAYS[puzzle.day]) if puzzle.day >= 0 else ""
        if plan.difficulty and puzzle.level in LEVELS:
            rank = LEVELS.index(puzzle.level) + 1
            head.append(Run("●" * rank + "○" * (5 - rank), max(label * 0.62, small)))
            words = words or level_name(puzzle.level, plan.language)
        names = capital(", ".join(map(self.words.say, titles(puzzle.puzzle.rules))))
        head += [Run(text, small, colour="faint") for text in (words, names) if text]
        foot = () if plan.worksheets else self.references(numbered, "hint", "solution")
        return Caption(tuple(head), tuple(foot), self.code(numbered, count) if plan.qr else None)

    def references(self, numbered: Numbered, *parts: str) -> Iterator[Run]:
        """The pages of the puzzle, of its hint, of its solution, as far as there are any."""
        say = self.words.say
        texts = {
            "puzzle": say("p. {page}", page=PAGE),
            "hint": say("hint: page {page}", page=PAGE) if numbered.of.hint else "",
            "solution": say("solution: page {page}", page=PAGE) if self.plan.solutions else "",
        }
        for part in parts:
            if texts[part]:
                text = texts[part].replace(f" {PAGE}", f"\xa0{PAGE}")
                yield Run(text, self.type.small, colour="faint", to=numbered.name(part))

    def code(self, numbered: Numbered, count: int) -> Code | None:
        """The code of a puzzle, large enough for a camera; None if that would take too much of the page."""
        if numbered.label not in self._codes:
            self._codes[numbered.label] = self._code(numbered.of.puzzle)
        code = self._codes[numbered.label]
        return code if code and code.side <= (35 if count < 4 else 22) * MM else None

    def _code(self, puzzle: Puzzle) -> Code | None:
        url = link(puzzle, site=self.plan.site, base=self.plan.link_base)
        try:
            scene = qr_scene(url, border=1)
        except TooMuchForCode:
            return None
        return Code(url, scene, max(17 * MM, scene.width * MODULE))

    def rules(self, puzzles: Sequence[Numbered]) -> Iterator[tuple[str, str]]:
        """The rules of variants, each once: its name, and what it says."""
        yield from dict.fromkeys(told for each in puzzles for told in self._told(each))
        if any(missing_marks(each.of.puzzle.rules) for each in puzzles):
            yield "", self.words.say(MISSING_MARKS)

    def rule_blocks(self, puzzles: Sequence[Numbered], name: str) -> list[Block]:
        """The rules of variants as paragraphs, under this name."""
        blocks = [
            block
            for lead, text in self.rules(puzzles)
            for block in paragraph(self.type, text, self.type.text, min(self.width, WIDEST_TEXT), lead=lead)
        ]
        return [replace(blocks[0], names={name: 0.0}), *blocks[1:]] if blocks else []

    def _told(self, numbered: Numbered) -> Iterator[tuple[str, str]]:
        """What the rules of a puzzle say; a sentence that names cells comes with the label of the puzzle."""
        puzzle, say = numbered.of.puzzle, self.words.say
        for rule in taken_apart(puzzle.rules):
            title = capital(say(rule.title))
            if isinstance(rule, AnyRule):
                title = say("{rule}, puzzle {number}", rule=title, number=numbered.label)
            yield f"{title}:", rule_in_words(rule, puzzle.layout, language=self.plan.language)

    def basic_rule(self) -> str:
        if self.plan.pictures:
            return self.words.say(
                "Every row, every column and every box holds each picture once. Draw the missing ones."
            )
        return self.words.say("Every row, every column and every box holds each digit once.")


class PageGroup:
    """The pages of some puzzles, with so many on each. The boards of one size have one scale. `rules` names the page of
    the rules, if these are not at the foot of each page.
    """

    def __init__(
        self,
        pages: PuzzlePages,
        puzzles: Sequence[Numbered],
        count: int,
        first_sheet: int,
        *,
        rules: str = "",
    ) -> None:
        self.pages, self.count, self.rules = pages, count, rules
        self.extents: dict[tuple[int, int], Extent] = {}
        for each in puzzles:
            extent = pages.boards.extent(each.of.puzzle)
            size = extent.columns, extent.rows
            self.extents[size] = self.extents[size].joined(extent) if size in self.extents else extent
        self.first_sheet = first_sheet if pages.plan.worksheets else 0
        self.chunks = [puzzles[at : at + count] for at in range(0, len(puzzles), count)]
        self.captions = {each.label: pages.caption(each, count) for each in puzzles}
        self.feet = [self._rules_at_foot(chunk) for chunk in self.chunks]
        above, beside = self._scales(self._above), self._scales(self._beside)
        self.is_beside = min(beside.values()) > min(above.values())
        self.scales = beside if self.is_beside else above

    @property
    def is_readable(self) -> bool:
        return all(self.scales[size] > extent.least - 1e-9 for size, extent in self.extents.items())

    def blocks(self) -> Iterator[Block]:
        """A block for each page."""
        for number, chunk in enumerate(self.chunks):
            places = list(self._slots(number))
            names = {each.name("puzzle"): slot.top for slot, each in zip(places, chunk, strict=False)}
            yield Block(self.pages.height, partial(self._draw, number, chunk), names=names)

    # -- layout ----------------------------------------------------------------------------------------------

    def _rules_at_foot(self, chunk: Sequence[Numbered]) -> Block | None:
        type, width = self.pages.type, self.pages.width  # noqa: A001
        told = [] if self.rules else list(self.pages.rules(chunk))
        if self.pages.plan.worksheets:
            told.insert(0, ("", self.pages.basic_rule()))
        lines = [line for lead, text in told for line in paragraph(type, text, type.body, width, lead=lead)]
        if self.rules:
            run = Run(self.pages.words.say("rules: page {page}", page=PAGE), type.body, to=self.rules)
            lines.append(Block(type.body * HEIGHT, lambda canvas, x, y: canvas.runs([[run]], x, y)))
        return stacked(lines) if lines else None

    def _slots(self, number: int) -> Iterator[Frame]:
        """The places of the puzzles of a page, between the head of a sheet and the rules."""
        pages, foot = self.pages, self.feet[number]
        top = pages.type.text * 3 if self.first_sheet else 0.0
        height = pages.height - top - (foot.height + _FOOT if foot else 0.0)
        frame = Frame(0, top, pages.width, max(height, 1.0))
        return slots(frame, self.count, right_to_left=pages.plan.binding == "right")

    def _scales(
        self, arrange: Callable[[Frame, Caption, Extent, float], Arrangement]
    ) -> dict[tuple[int, int], float]:
        """The largest scales for which everything fits. Smaller boards may need more lines above them, so this goes on
        until nothing changes.
        """
        scales = {size: extent.most for size, extent in self.extents.items()}
        is_settled = False
        while not is_settled:
            is_settled = True
            for number, chunk in enumerate(self.chunks):
                slot = next(self._slots(number))
                for each in chunk:
                    layout = each.of.puzzle.layout
                    size = layout.width, layout.height
                    found = arrange(slot, self.captions[each.label], self.extents[size], scales[size])
                    if found.scale < scales[size] - 1e-9:
                        scales[size], is_settled = found.scale, False
        return scales

    def _above(self, slot: Frame, caption: Caption, extent: Extent, scale: float) -> Arrangement:
        type = self.pages.type  # noqa: A001
        scale = min(scale, slot.width / extent.width)
        board = extent.width * scale
        width = board - caption.code.side - GAP if caption.code else (slot.width + board) / 2
        head = type.set_runs(caption.head, max(width, 1.0))
        foot = type.set_runs(caption.foot, board)
        used = _head_height(head, caption.code) + _BELOW_HEAD + lines_height(foot)
        return Arrangement(head, foot, min(scale, max(slot.height - used, 0.0) / extent.height))

    def _beside(self, slot: Frame, caption: Caption, extent: Extent, scale: float) -> Arrangement:
        type, code = self.pages.type, caption.code  # noqa: A001
        narrowest = max(type.widest_word((*caption.head, *caption.foot)), code.side if code else 0.0)
        scale = min(scale, slot.height / extent.height, max(slot.width - GAP - narrowest, 0.0) / extent.width)
        column = slot.width - GAP - extent.width * scale
        head, foot = type.set_runs(caption.head, column), type.set_runs(caption.foot, column)
        used = lines_height(head) + lines_height(foot) + (code.side + GAP if code else 0.0)
        return Arrangement(head, foot, scale if used <= extent.height * scale else scale * 0.9)

    # -- drawing ---------------------------------------------------------------------------------------------

    def _draw(self, number: int, chunk: Sequence[Numbered], canvas: Canvas, x: float, y: float) -> None:
        pages, foot = self.pages, self.feet[number]
        if self.first_sheet:
            _sheet_head(pages, canvas, x, y, self.first_sheet + number)
        if foot:
            top = y + pages.height - foot.height
            canvas.line(x, x + pages.width, top - _FOOT * 0.4)
            foot.draw(canvas, x, top)
        for slot, each in zip(self._slots(number), chunk, strict=False):
            self._draw_puzzle(canvas, replace(slot, left=slot.left + x, top=slot.top + y), each)

    def _draw_puzzle(self, canvas: Canvas, slot: Frame, numbered: Numbered) -> None:
        puzzle = numbered.of.puzzle
        size = puzzle.layout.width, puzzle.layout.height
        extent, scale, caption = self.extents[size], self.scales[size], self.captions[numbered.label]
        arrange = self._beside if self.is_beside else self._above
        set_in = arrange(slot, caption, extent, scale)
        width, height = extent.width * scale, extent.height * scale
        if self.is_beside:
            left, top = slot.right - width, slot.top + (slot.height - height) / 2
        else:
            above = _head_height(set_in.head, caption.code)
            spare = slot.height - above - height - _BELOW_HEAD - lines_height(set_in.foot)
            left, top = slot.left + (slot.width - width) / 2, slot.top + spare * 0.35 + above
        board = Frame(
            left + extent.margins[0] * scale,
            top + extent.margins[1] * scale,
            extent.columns * CELL * scale,
            extent.rows * CELL * scale,
        )
        scene = self.pages.boards.scene(puzzle)
        canvas.place(scene, board.left + scene.left * scale, board.top + scene.top * scale, scale)
        if self.count <= 2:  # near the clues of this board; otherwise in line with those beside it
            top, height = board.top + scene.top * scale, scene.height * scale
        if self.is_beside:
            canvas.runs(set_in.head, slot.left, board.top)
            canvas.runs(set_in.foot, slot.left, board.bottom - lines_height(set_in.foot))
        else:
            canvas.runs(set_in.head, board.left, top - _BELOW_HEAD - lines_height(set_in.head))
            canvas.runs(set_in.foot, board.left, top + height + _BELOW_HEAD, width=board.width)
        if caption.code:
            side = caption.code.side
            x = slot.left if self.is_beside else board.right - side
            y = (
                board.top + lines_height(set_in.head) + GAP / 2
                if self.is_beside
                else top - _BELOW_HEAD - side
            )
            canvas.place(caption.code.scene, x, y, side / caption.code.scene.width)
            canvas.links.append(Link(Frame(x, y, side, side), caption.code.url))


def _head_height(head: list[Line], code: Code | None) -> float:
    """From the top of a caption to its board."""
    return max(lines_height(head), code.side if code else 0.0) + _BELOW_HEAD


def _sheet_head(pages: PuzzlePages, canvas: Canvas, x: float, y: float, sheet: int) -> None:
    """Lines for a name and a date, and the number of the sheet."""
    say, size, width = pages.words.say, pages.type.text, canvas.type.width
    number, date = say("Sheet {number}", number=sheet), say("Date")
    right = x + pages.width
    canvas.text(right, y, number, size, bold=True, anchor="end")
    ends = right - width(number, size, bold=True) - GAP * 1.5
    middle = x + (ends - x) * 0.62
    for left, text, end in ((x, say("Name"), middle - GAP), (middle, date, ends)):
        canvas.text(left, y, text, size)
        canvas.line(left + width(text, size) + 4, end, y + size, dotted=True)
