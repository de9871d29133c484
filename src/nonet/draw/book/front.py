"""The front of a book and of its chapters: the title page, the contents, how to solve, the title page of a chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nonet.draw.book.flow import PageBlock, PageCanvas, Section, heading, paragraph, total_height
from nonet.draw.book.paper import MM, Frame
from nonet.draw.book.puzzle_pages import WIDEST_TEXT, Numbered, PuzzlePages
from nonet.draw.book.typography import LARGE_PRINT, LEADING, PAGE, Line, TextRun, lines_height
from nonet.draw.scene import Label, Rectangle
from nonet.draw.steps import step_scene
from nonet.explain.examples import example
from nonet.explain.explaining import explain
from nonet.explain.step_picture import picture
from nonet.explain.wording import board_in_words
from nonet.layout import CLASSIC
from nonet.messages import TN

PUZZLES = TN("{n} puzzle", "{n} puzzles")
EXAMPLE = "hidden-single"
"""The technique that the page of rules shows."""


@dataclass(frozen=True)
class Divider:
    """A chapter: its title, its puzzles, and the techniques that they need."""

    title: str
    puzzles: Sequence[Numbered]
    techniques: tuple[str, ...] = ()

    def name(self, part: str) -> str:
        """How links name its title page (chapter) and its rules."""
        return f"{part} {self.puzzles[0].label}"


def title_page(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> Section:
    def draw(canvas: PageCanvas, x: float, y: float) -> None:
        draw_title(pages, puzzles, canvas, Frame(x, y, pages.width, pages.height))

    return Section([PageBlock(pages.height, draw)], numbered=False)


def draw_title(
    pages: PuzzlePages,
    puzzles: Sequence[Numbered],
    canvas: PageCanvas,
    frame: Frame,
    *,
    ink: str = "ink",
    faint: str = "faint",
) -> None:
    """Title, a board as an ornament, what is inside, the author; the board is on white."""
    plan, type = pages.plan, pages.type  # noqa: A001
    small = max(type.title * 0.42, type.body)
    subtitle = (
        type.lines([TextRun(plan.subtitle, small, colour=faint)], frame.width, most=2)
        if plan.subtitle
        else []
    )
    room = frame.height * 0.32 - lines_height(subtitle)
    lines = [
        [run._replace(colour=ink) for run in line]
        for line in type.fitted(plan.title, type.title, frame.width, room)
    ]
    y = frame.top + (room - lines_height(lines)) * 0.5
    canvas.lines([*lines, *subtitle], frame.left, y, frame.width, share=0.5)
    side = min(frame.width * 0.8, frame.height * 0.48)
    panel = Frame(frame.left + (frame.width - side) / 2, frame.top + frame.height * 0.36, side, side)
    draw_board(pages, puzzles[0], canvas, panel)
    last = [TextRun(pages.words.count(PUZZLES, len(puzzles)), small, colour=faint)]
    last += [type.cut(TextRun(plan.author, small, colour=ink), frame.width)] if plan.author else []
    top = frame.bottom - len(last) * small * LEADING
    canvas.lines([[run] for run in last], frame.left, top, frame.width, share=0.5)


def draw_board(pages: PuzzlePages, numbered: Numbered, canvas: PageCanvas, frame: Frame) -> None:
    """A board on a white square."""
    scene, side = pages.boards.scene(numbered.of.puzzle), frame.width
    scale = side * 0.9 / max(scene.width, scene.height)
    canvas.items.append(Rectangle(frame.left, frame.top, side, side, fill="paper", radius=side * 0.03))
    x, y = frame.left + (side - scene.width * scale) / 2, frame.top + (side - scene.height * scale) / 2
    canvas.place(scene, x, y, scale)


def contents(pages: PuzzlePages, entries: Sequence[tuple[str, str]]) -> Iterator[PageBlock]:
    """The titles of the parts of a book, each with its page; entries are titles and names."""
    type, width, size = pages.type, pages.width, pages.type.text  # noqa: A001
    yield from heading(type, pages.words.say("Contents"), width, "contents")
    for number, (title, name) in enumerate(entries, start=1):
        page = TextRun(PAGE, size, to=name)
        end = width - type.width(page) - size * 0.5
        lines = type.lines([TextRun(title, size, to=name)], end - size)

        def draw(
            canvas: PageCanvas,
            x: float,
            y: float,
            lines: list[Line] = lines,
            page: TextRun = page,
            end: float = end,
        ) -> None:
            y = canvas.lines(lines, x, y) - size * LEADING
            canvas.lines([[page]], x, y, width, share=1)
            canvas.rule(x + type.line_width(lines[-1]) + size * 0.5, x + end, y + size * 0.97, dotted=True)

        is_last = number == len(entries)
        yield PageBlock(
            lines_height(lines), draw, size * (3 if is_last else 0.3), keep=number in (1, len(entries) - 1)
        )


def how_to_solve(
    pages: PuzzlePages, puzzles: Sequence[Numbered], variants: Sequence[Numbered] = ()
) -> Iterator[PageBlock]:
    """The rules of every board in the book, those of some variants, and an example."""
    type, width = pages.type, min(pages.width, WIDEST_TEXT)  # noqa: A001
    yield from heading(type, pages.words.say("How to solve"), pages.width, "rules")
    yield from paragraph(type, [TextRun(_first_rule(pages, puzzles), type.text)], width)
    yield from pages.rule_blocks(variants, "variants")
    for text in _notes(pages, puzzles):
        yield from paragraph(type, [TextRun(text, type.text)], width)
    first = puzzles[0].of.puzzle
    if first.layout == CLASSIC and not first.rules and not pages.plan.pictures:
        yield from _example(pages, EXAMPLE, pages.height * (1 if pages.plan.large_print else 0.52))


def _first_rule(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> str:
    said = {board_in_words(each.of.puzzle.layout, language=pages.plan.language) for each in puzzles}
    return pages.basic_rule(puzzles) if pages.plan.pictures or len(said) > 1 else said.pop()


def _notes(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> Iterator[str]:
    plan, say = pages.plan, pages.words.say
    if plan.difficulty and any(each.of.level for each in puzzles):
        yield say(
            "The dots beside a number show how difficult the puzzle is: one is easy, five are very hard."
        )
    if plan.qr:
        yield say("Scan the code beside a puzzle to solve it on your phone.")
    if plan.hints:
        yield say("Hints and solutions are at the back. In hints, r4c7 means row 4, column 7.")
    elif plan.solutions:
        yield say("Solutions are at the back.")


def divider(pages: PuzzlePages, chapter: Divider) -> Section:
    """The title page of a chapter: with the rules of its puzzles, or an example of the first technique they need."""
    type, width, height = pages.type, pages.width, pages.height  # noqa: A001
    aside = max(0, width - WIDEST_TEXT) / 2
    lines = type.fitted(chapter.title, type.title * 0.7, width, height * 0.25)
    count = TextRun(pages.words.count(PUZZLES, len(chapter.puzzles)), type.body * 1.3, colour="faint")
    head = lines_height([*lines, [count]])
    room = height - head - type.body * 2
    rest = pages.rule_blocks(chapter.puzzles, chapter.name("rules"), left=aside)
    for key in chapter.techniques[:1]:
        rest += _example(pages, key, room, left=aside)
    spare = room - total_height(rest)
    fits_a_page = total_height(rest) <= height
    is_alone = not rest or (
        chapter.techniques and spare < 0 and fits_a_page
    )  # the example is on the next page
    down = height * 0.36 if is_alone else min(max(spare, 0) * 0.4, height * 0.2)

    def draw(canvas: PageCanvas, x: float, y: float) -> None:
        canvas.lines([*lines, [count]], x, y + down, width, share=0.5)

    names = {chapter.name("chapter"): 0.0}
    top = PageBlock(down + head, draw, type.body * 2, names=names, bookmark=chapter.title)
    return Section([top, *rest], chapter.title, headed=True, numbered=False)


def _example(pages: PuzzlePages, key: str, room: float, *, left: float = 0) -> Iterator[PageBlock]:
    """A technique in a position: the picture, and the reason below it; both within `room`, as far as that does not make
    the picture too small.
    """
    shown = example(key)
    if shown is None:
        return
    type, column = pages.type, min(pages.width, WIDEST_TEXT)  # noqa: A001
    language = pages.plan.language
    text = explain(shown.step, shown.position, language=language)
    scene = step_scene(
        picture(shown.position, shown.step, givens=shown.givens, language=language), legend=False
    )
    reason = paragraph(type, [TextRun(unbroken(text), type.text)], column, left=left)
    large, digit = pages.plan.large_print, max(item.size for item in scene.items if isinstance(item, Label))
    least = scene.height * LARGE_PRINT / digit if large else pages.height * 0.36
    most = max(room - total_height(reason) - type.text, least)
    scale = min(column / scene.width, (most if large else min(most, 115 * MM)) / scene.height)

    def draw(canvas: PageCanvas, x: float, y: float) -> None:
        canvas.place(scene, x + left + (column - scene.width * scale) / 2, y, scale)

    board = PageBlock(scene.height * scale, draw, type.text * 0.3, keep=True)
    if total_height([board, *reason]) <= pages.height:
        reason = [replace(block, keep=block is not reason[-1]) for block in reason]
    yield from (board, *reason)


def unbroken(text: str) -> str:
    r"""The text as one line, with spaces that keep r4c7 = 5 and r4c7 ≠ 5 together.

    >>> unbroken("Therefore\nr4c7 = 5.")
    'Therefore r4c7\xa0=\xa05.'
    """
    line = " ".join(text.split())
    return line.replace(" = ", "\xa0=\xa0").replace(" ≠ ", "\xa0≠\xa0")
