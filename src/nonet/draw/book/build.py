"""A plan as a book: the puzzles are made, blocks flow over pages, and the pages are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonet.arguments import clear_type_errors
from nonet.draw.book.back import hints, solutions
from nonet.draw.book.flow import FilledPage, PageCanvas, PageLink, Section, flow
from nonet.draw.book.front import Divider, contents, divider, how_to_solve, title_page
from nonet.draw.book.paper import INCH, MM, PAPERS, Sheet, usual_inside
from nonet.draw.book.plan import BookPlan, Chapter
from nonet.draw.book.puzzle_pages import Numbered, PuzzlePages, house_rules
from nonet.draw.book.puzzles import BookPuzzle, Progress, puzzles_of_chapter
from nonet.draw.book.typography import HEIGHT, TextRun, Typography
from nonet.draw.pdf import PdfDocument
from nonet.draw.scene import Scene
from nonet.errors import NonetError
from nonet.explain.names import level_name, technique_name
from nonet.explain.voice import capital
from nonet.generate.recipe import Recipe
from nonet.generate.variants import VariantRecipe
from nonet.layout import CLASSIC
from nonet.messages import T, catalogue
from nonet.rules.sentences import titles

MIXED = T("Mixed rules")


@dataclass(frozen=True)
class Page:
    """A page as it is printed: a scene in points, whose corner (0, 0) is that of the trimmed page. `bookmarks` are
    titles for a reader's outline, and how far down on the page they lead.
    """

    scene: Scene
    links: tuple[PageLink, ...]
    bookmarks: tuple[tuple[str, float], ...]


def build(plan: BookPlan, *, progress: Progress = lambda what, done, total: None) -> bytes:
    """The PDF file of a plan. The same plan gives the same bytes, on every machine.

    `progress` is called with "puzzles" or "pages", how many are done, and how many there will be.
    """
    return Book(plan, progress=progress).pdf(progress=progress)


@clear_type_errors
class Book:
    """The puzzles of a plan, laid out on pages."""

    def __init__(self, plan: BookPlan, *, progress: Progress = lambda what, done, total: None) -> None:
        self.plan = plan
        self.document = PdfDocument(
            title=plan.title,
            author=plan.author,
            theme=plan.theme,
            language=plan.language,
            right_to_left=plan.binding == "right",
        )
        for text in (plan.title, plan.subtitle, plan.author, *(chapter.title for chapter in plan.chapters)):
            self.document.check_text(text)
        self.chapters = list(_dividers(plan, progress))
        self.puzzles = [each for chapter in self.chapters for each in chapter.puzzles]
        if not self.puzzles:
            raise NonetError("a book needs at least one puzzle")
        self.type = Typography(self.document, width=PAPERS[plan.paper][0], large=plan.large_print)
        self.words = catalogue(plan.language)
        self.sheet, self._filled = self._laid_out()

    # -- layout ----------------------------------------------------------------------------------------------

    def _laid_out(self) -> tuple[Sheet, list[FilledPage]]:
        """The pages, filled. The margin at the spine depends on their number, and their number on the margin."""
        inside, wanted = -1.0, self._inside(1)
        while wanted > inside:
            inside = wanted
            sheet = self._sheet(inside)
            frame = sheet.frame(1)
            self.maker = PuzzlePages(self.plan, self.type, frame.width, frame.height)
            filled = list(flow(self._sections(self.maker), frame.height))
            wanted = self._inside(len(filled))
        return sheet, filled

    def _sheet(self, inside: float) -> Sheet:
        plan, (width, height) = self.plan, PAPERS[self.plan.paper]
        bleed, small = plan.bleed * MM, self.type.small
        is_right = plan.binding == "right"
        return Sheet(width, height, self._outside, inside, small * HEIGHT + small * 0.8, bleed, is_right)

    @property
    def _outside(self) -> float:
        return (0.5 if PAPERS[self.plan.paper][0] > 500 else 0.4375) * INCH

    def _inside(self, pages: int) -> float:
        if self.plan.gutter is not None:
            return self.plan.gutter * MM
        return self._outside if self.plan.worksheets else usual_inside(pages, self._outside)

    def _sections(self, pages: PuzzlePages) -> Iterator[Section]:
        plan, puzzles, say = self.plan, self.puzzles, self.words.say
        chapters = [chapter for chapter in self.chapters if chapter.puzzles]
        divided = [
            each for each in chapters if (len(chapters) > 1 or each.techniques) and not plan.worksheets
        ]
        back = []
        if any(each.of.hint for each in puzzles):
            back.append((say("Hints"), "hints"))
        if plan.solutions:
            back.append((say("Solutions"), "solutions"))
        if plan.cover:
            yield title_page(pages, puzzles)
        if plan.instructions:
            entries = [
                (say("How to solve"), "rules"),
                *((each.title, each.name("chapter")) for each in divided),
                *back,
            ]
            first = list(contents(pages, entries)) if divided else []
            variants = [each for chapter in chapters if chapter not in divided for each in chapter.puzzles]
            yield Section([*first, *how_to_solve(pages, puzzles, variants)])
        sheet = 1
        for chapter in chapters:
            if chapter in divided:
                yield divider(pages, chapter)
            running = "" if plan.worksheets else chapter.title
            rules = chapter.name("rules") if chapter in divided else "variants" if plan.instructions else ""
            blocks = pages.blocks(chapter.puzzles, rules=rules, first_sheet=sheet)
            yield Section(blocks, running, numbered=not plan.worksheets)
            sheet += len(blocks)
        if any(each.of.hint for each in puzzles):
            yield hints(pages, puzzles)
        if plan.solutions:
            yield solutions(pages, puzzles)

    # -- drawing ---------------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> dict[str, tuple[int, float]]:
        """The page of each block that has a name, and how far down it is."""
        top = self.sheet.frame(1).top
        return {
            name: (number, top + y + down)
            for number, page in enumerate(self._filled, start=1)
            for block, y in page.blocks
            for name, down in block.names.items()
        }

    @property
    def page_count(self) -> int:
        return len(self._filled)

    def pages(self) -> Iterator[Page]:
        """The pages, drawn."""
        numbers = {name: number for name, (number, _) in self.names.items()}
        for number, filled in enumerate(self._filled, start=1):
            canvas = PageCanvas(self.type, numbers)
            frame, printed = self.sheet.frame(number), self.sheet.printed(number)
            for block, y in filled.blocks:
                block.draw(canvas, frame.left, frame.top + y)
            self._head_and_number(canvas, number, filled)
            scene = Scene(printed.width, printed.height, tuple(canvas.items), printed.left, printed.top)
            bookmarks = tuple((block.bookmark, frame.top + y) for block, y in filled.blocks if block.bookmark)
            yield Page(scene, tuple(canvas.links), bookmarks)

    def _head_and_number(self, canvas: PageCanvas, number: int, filled: FilledPage) -> None:
        """The running head and the page number, at the outer side."""
        sheet, small, frame = self.sheet, self.type.small, self.sheet.frame(number)
        share = 1.0 if sheet.has_spine_left(number) else 0.0
        running = self.type.cut(TextRun(filled.running, small, colour="faint"), frame.width)
        shown = TextRun(str(number) if filled.numbered else "", small)
        bottom = sheet.height - sheet.outside - small * HEIGHT
        for run, top in ((running, sheet.outside), (shown, bottom)):
            if run.text:
                canvas.lines([[run]], frame.left, top, frame.width, share=share)

    def pdf(self, *, progress: Progress = lambda what, done, total: None) -> bytes:
        """The PDF file, with links between puzzles, hints and solutions, and an outline."""
        document, sheet = self.document, self.sheet
        for number, page in enumerate(self.pages(), start=1):
            document.add_scene(page.scene, trim=(sheet.width, sheet.height))
            for title, y in page.bookmarks:
                document.bookmark(title, y - page.scene.top)
            for link in page.links:
                x, y = link.place.left - page.scene.left, link.place.top - page.scene.top
                target = self.names.get(link.to)
                to = (target[0], target[1] - page.scene.top) if target else link.to
                document.link(x, y, link.place.width, link.place.height, to)
            progress("pages", number, self.page_count)
        return document.output()


def _dividers(plan: BookPlan, progress: Progress) -> Iterator[Divider]:
    """The chapters with their puzzles, which are numbered through the book."""
    done = 0

    def created() -> None:
        nonlocal done
        done += 1
        progress("puzzles", done, max(plan.puzzle_count, done))

    label = _labels(plan)
    for stream, chapter in enumerate(plan.chapters):
        made = list(puzzles_of_chapter(plan, chapter, stream, created))
        recipe = chapter.recipes[0] if chapter.recipes and not chapter.week else None
        techniques = tuple(sorted(recipe.required)) if isinstance(recipe, Recipe) else ()
        yield Divider(_title(plan, chapter, made), [Numbered(next(label), each) for each in made], techniques)


def _labels(plan: BookPlan) -> Iterator[str]:
    """Numbers from 1 on; on worksheets with several puzzles 1.1, 1.2, 2.1 and so on."""
    number = 0
    while True:
        sheet, place = divmod(number, plan.per_page)
        number += 1
        yield f"{sheet + 1}.{place + 1}" if plan.worksheets and plan.per_page > 1 else str(number)


def _title(plan: BookPlan, chapter: Chapter, made: Sequence[BookPuzzle]) -> str:
    """The chapter's own title, or what its puzzles are."""
    if chapter.title:
        return chapter.title
    words = catalogue(plan.language)
    recipe = chapter.recipes[0]
    if chapter.week:
        return words.say("A week of rising difficulty")
    if isinstance(recipe, VariantRecipe):
        kinds = titles(rule for each in made for rule in each.puzzle.rules)
        return words.say(MIXED) if recipe.variant == "mixed" else capital(", ".join(map(words.say, kinds)))
    if recipe.required:
        names = [technique_name(key, plan.language) for key in sorted(recipe.required)]
        return capital(", ".join(names))
    layout = made[0].puzzle.layout
    board = [words.say(title) for title, _ in house_rules(layout)] or [layout.name] * (layout != CLASSIC)
    level = [level_name(recipe.level, plan.language)] if recipe.level else []
    return capital(", ".join([*board, *level])) or plan.title
