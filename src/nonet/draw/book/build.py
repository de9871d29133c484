"""A plan as a PDF file: the puzzles are made, the pages counted, then drawn."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.draw.book.front import Divider, cover, divider, instructions
from nonet.draw.book.pages import BookPages, Numbered, Section
from nonet.draw.book.paper import MM, Frame
from nonet.draw.book.plan import BookPlan, Chapter
from nonet.draw.book.puzzles import BookPuzzle, Progress, puzzles_of_chapter
from nonet.errors import NonetError
from nonet.explain.names import level_name, technique_name
from nonet.explain.voice import capital
from nonet.messages import catalogue
from nonet.rules.sentences import titles

MOST_TITLES = 3
"""The most kinds of rules that a title names."""


def build(plan: BookPlan, *, progress: Progress = lambda what, done, total: None) -> bytes:
    """The PDF file of a plan. The same plan gives the same bytes, on every machine.

    `progress` is called with "puzzles" or "pages", how many are done, and how many there will be.
    """
    chapters = list(_chapters(plan, progress))
    puzzles = [puzzle for _, made in chapters for puzzle in made]
    if not puzzles:
        raise NonetError("a book needs at least one puzzle")
    pages = BookPages(plan, cells=max(puzzle.puzzle.layout.width for puzzle in puzzles))
    for text in (plan.title, plan.subtitle, plan.author, *(chapter.title for chapter in plan.chapters)):
        pages.document.check_text(text)
    sections, numbered = _numbered(plan, pages, chapters)
    front = int(plan.cover) + int(plan.instructions)
    if plan.cover:
        cover(pages, puzzles)
    if plan.instructions:
        numbers = enumerate(sections, start=front + 1)
        contents = [(section.title, number) for number, section in numbers if isinstance(section, Divider)]
        instructions(pages, puzzles, contents)
    total = front + len(sections)
    for number, section in enumerate(sections, start=front + 1):
        if isinstance(section, Divider):
            divider(pages, section)
        else:
            pages.puzzles(section)
        progress("pages", number, total)
    _back(plan, pages, numbered)
    return pages.document.output()


def _chapters(plan: BookPlan, progress: Progress) -> Iterator[tuple[Chapter, list[BookPuzzle]]]:
    done = 0

    def created() -> None:
        nonlocal done
        done += 1
        progress("puzzles", done, max(plan.puzzle_count, done))

    for number, chapter in enumerate(plan.chapters):
        yield chapter, list(puzzles_of_chapter(plan, chapter, number, created))


def _title(plan: BookPlan, chapter: Chapter, made: list[BookPuzzle]) -> str:
    """The chapter's own title, or what its puzzles are."""
    if chapter.title:
        return chapter.title
    words = catalogue(plan.language)
    if chapter.week:
        return words.say("A week of rising difficulty")
    if chapter.variant is not None:
        kinds = titles(rule for each in made for rule in each.puzzle.rules)
        return capital(", ".join(map(words.say, kinds))) if len(kinds) <= MOST_TITLES else plan.title
    recipe = chapter.recipes[0]
    if recipe.required:
        names = [technique_name(key, plan.language) for key in sorted(recipe.required)]
        return capital(", ".join(names))
    return capital(level_name(recipe.level, plan.language)) if recipe.level else plan.title


def _numbered(
    plan: BookPlan, pages: BookPages, chapters: list[tuple[Chapter, list[BookPuzzle]]]
) -> tuple[list[Section | Divider], list[Numbered]]:
    """The pages of puzzles in order, with the title pages of chapters, and every puzzle with its pages."""
    places: list[tuple[str, list[BookPuzzle]] | Divider] = []  # a page each
    for chapter, made in chapters:
        title = _title(plan, chapter, made)
        recipe = chapter.recipes[0] if chapter.recipes and not chapter.week else None
        techniques = tuple(sorted(recipe.required)) if recipe else ()
        if (len(chapters) > 1 or techniques) and not plan.worksheets:
            places.append(Divider(title, len(made), techniques))
        places += [(title, made[at : at + plan.per_page]) for at in range(0, len(made), plan.per_page)]
    front = int(plan.cover) + int(plan.instructions)
    puzzles = [puzzle for _, made in chapters for puzzle in made]
    hint_pages = len(list(_hint_pages(plan, pages, [(str(n), p.hint) for n, p in enumerate(puzzles, 1)])))
    backs = _solution_pages(plan, pages, len(puzzles))
    first_back = front + len(places) + hint_pages + 1
    solution_page = [first_back + back for back, count in enumerate(backs) for _ in range(count)]
    sections: list[Section | Divider] = []
    numbered: list[Numbered] = []
    sheet = 0
    for page, page_of in enumerate(places, start=front + 1):
        if isinstance(page_of, Divider):
            sections.append(page_of)
            continue
        title, made = page_of
        sheet += 1
        group = []
        for place, puzzle in enumerate(made, start=1):
            label = f"{sheet}.{place}" if plan.worksheets and plan.per_page > 1 else str(len(numbered) + 1)
            back = solution_page[len(numbered)] if plan.solutions else 0
            numbered.append(Numbered(label, puzzle, page, back))
            group.append(numbered[-1])
        running = "" if plan.worksheets else title
        sections.append(Section(running, tuple(group), sheet if plan.worksheets else 0))
    return sections, numbered


def _solution_pages(plan: BookPlan, pages: BookPages, count: int) -> list[int]:
    """How many solutions go on each page at the back; the first has a heading."""
    if not plan.solutions:
        return []
    frame = Frame.of(pages.width, pages.height, inner_left=True, gutter=plan.gutter * MM, bleed=0)
    columns, rows = pages.solutions_frame(frame)
    heading = pages.text_size * 3.6
    _, first_rows = pages.solutions_frame(Frame(frame.left, frame.top, frame.width, frame.height - heading))
    result: list[int] = []
    while count > 0:
        room = columns * (rows if result else first_rows)
        result.append(min(room, count))
        count -= room
    return result


def _hint_pages(
    plan: BookPlan, pages: BookPages, hints: list[tuple[str, str]]
) -> Iterator[list[tuple[str, str]]]:
    """The lines of each page of hints."""
    if not plan.hints:
        return
    page: list[tuple[str, str]] = []
    first = True
    for label, text in hints:
        if not text:  # no technique helps with some variants
            continue
        lines = pages.hint_lines(label, text)
        if page and len(page) + len(lines) > pages.lines_on_page(first=first):
            yield page
            page, first = [], False
        page += lines
    if page:
        yield page


def _back(plan: BookPlan, pages: BookPages, numbered: list[Numbered]) -> None:
    """Hints, then solutions."""
    hints = [(each.label, each.of.hint) for each in numbered]
    for number, lines in enumerate(_hint_pages(plan, pages, hints)):
        pages.hints(lines, first=not number)
    at = 0
    for number, count in enumerate(_solution_pages(plan, pages, len(numbered))):
        pages.solutions(numbered[at : at + count], first=not number)
        at += count
