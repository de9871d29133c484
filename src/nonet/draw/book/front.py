"""The front of a book and of its chapters: the title page, how to solve, the title page of a chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonet.draw.book.pages import LEADING, BookPages, unbroken
from nonet.draw.book.paper import MM, Frame
from nonet.draw.book.puzzles import BookPuzzle
from nonet.draw.steps import step_scene
from nonet.explain.examples import example
from nonet.explain.explaining import explain
from nonet.explain.step_picture import picture
from nonet.explain.voice import capital
from nonet.explain.wording import rule_in_words
from nonet.layout import CLASSIC
from nonet.messages import TN
from nonet.puzzle import Puzzle
from nonet.rules.generic import AnyRule, taken_apart
from nonet.rules.sentences import MISSING_MARKS, missing_marks

PUZZLES = TN("{n} puzzle", "{n} puzzles")
EXAMPLE = "hidden-single"
"""The technique that the page of rules shows."""
WIDEST = 130 * MM
"""Lines of text that are longer are hard to read."""


@dataclass(frozen=True)
class Divider:
    """The title page of a chapter: its title, how many puzzles it has, and the techniques that they need."""

    title: str
    count: int
    techniques: tuple[str, ...] = ()


def cover(pages: BookPages, puzzles: Sequence[BookPuzzle]) -> None:
    """Title, a board as an ornament, what is inside, the author."""
    plan, document = pages.plan, pages.document
    frame = pages.new_page(numbered=False)
    middle, size = frame.left + frame.width / 2, 40.0 if pages.width > 500 else 30.0
    y, ornament_top = frame.top + frame.height * 0.13, frame.top + frame.height * 0.36
    subtitle = pages.wrapped(plan.subtitle, size * 0.4, frame.width, most=2) if plan.subtitle else []
    lines, shown = pages.fitted(plan.title, size, frame.width, ornament_top - y - len(subtitle) * size * 0.55)
    for line in lines:
        document.text(middle, y, line, shown, bold=True, anchor="middle")
        y += shown * LEADING
    for line in subtitle:
        document.text(middle, y, line, size * 0.4, anchor="middle", colour="faint")
        y += size * 0.55
    side = min(frame.width * 0.62, frame.height * 0.42)
    ornament = pages.board(puzzles[0].puzzle)
    document.place(ornament, middle - side / 2, ornament_top, side / ornament.width)
    count = pages.words.count(PUZZLES, len(puzzles))
    base = frame.bottom - 12 * MM
    document.text(middle, base, count, pages.text_size * 1.25, anchor="middle", colour="faint")
    if plan.author:
        author = pages.cut(plan.author, pages.text_size * 1.5, frame.width)
        document.text(middle, base + 9 * MM, author, pages.text_size * 1.5, anchor="middle")


def instructions(
    pages: BookPages, puzzles: Sequence[BookPuzzle], contents: Sequence[tuple[str, int]] = ()
) -> None:
    """The rules of every board and variant in the book, an example, and the chapters with their pages."""
    frame = pages.new_page()
    y = pages.heading(frame, pages.words.say("How to solve"))
    for text in how_to_solve(pages, puzzles):
        y = _paragraph(pages, frame, y, text)
    bottom = frame.bottom - len(contents) * pages.text_size * 1.9
    if puzzles[0].puzzle.layout == CLASSIC and not pages.plan.pictures and not puzzles[0].puzzle.rules:
        _example(pages, Frame(frame.left, y, frame.width, bottom - y - 6 * MM), EXAMPLE)
    for number, (title, page) in enumerate(contents):
        line = bottom + (number + 1) * pages.text_size * 1.9
        size = pages.text_size * 1.1
        title = pages.cut(title, size, frame.width - size * 4, bold=True)
        pages.document.text(frame.left, line, title, size, bold=True)
        pages.document.text(frame.right, line, str(page), size, anchor="end")


def how_to_solve(pages: BookPages, puzzles: Sequence[BookPuzzle]) -> Iterator[str]:
    """The sentences of the page of rules."""
    plan, say = pages.plan, pages.words.say
    sizes = {each.puzzle.layout.size for each in puzzles}
    if plan.pictures:
        yield say("Every row, every column and every box holds each picture once. Draw the missing ones.")
    elif len(sizes) > 1:
        yield say("Every row, every column and every box holds each digit once.")
    else:
        yield say(
            "Fill each row, each column and each box with the digits 1 to {size}, each of them once.",
            size=sizes.pop(),
        )
    yield from dict.fromkeys(
        text for number, each in enumerate(puzzles, start=1) for text in _rules(pages, each.puzzle, number)
    )
    if any(missing_marks(each.puzzle.rules) for each in puzzles):
        yield say(MISSING_MARKS)
    if plan.difficulty and any(each.level for each in puzzles):
        yield say(
            "The dots beside a number show how difficult the puzzle is: one is easy, five are very hard."
        )
    if plan.qr:
        yield say("Scan the code beside a puzzle to solve it on your phone.")
    if plan.hints:
        yield say("Hints and solutions are at the back. In hints, r4c7 means row 4, column 7.")
    elif plan.solutions:
        yield say("Solutions are at the back.")


def _rules(pages: BookPages, puzzle: Puzzle, number: int) -> Iterator[str]:
    """What the rules of a puzzle say; a sentence that names cells comes with the number of the puzzle."""
    say = pages.words.say
    for rule in taken_apart(puzzle.rules):
        title = capital(say(rule.title))
        if isinstance(rule, AnyRule):
            title = say("{rule}, puzzle {number}", rule=title, number=number)
        yield f"{title}: {rule_in_words(rule, puzzle.layout, language=pages.plan.language)}"


def divider(pages: BookPages, chapter: Divider) -> None:
    """The title page of a chapter; if its puzzles need techniques, with an example of the first."""
    frame = pages.new_page(numbered=False)
    document, middle = pages.document, frame.left + frame.width / 2
    size = 28.0 if pages.width > 500 else 22.0
    y = frame.top + frame.height * (0.08 if chapter.techniques else 0.4)
    lines, size = pages.fitted(chapter.title, size, frame.width, frame.height * 0.2)
    for line in lines:
        document.text(middle, y, line, size, bold=True, anchor="middle")
        y += size * 1.2
    text = pages.words.count(PUZZLES, chapter.count)
    document.text(middle, y, text, pages.text_size * 1.25, anchor="middle", colour="faint")
    document.bookmark(chapter.title)
    for key in chapter.techniques[:1]:
        _example(pages, Frame(frame.left, y + 12 * MM, frame.width, frame.bottom - y - 12 * MM), key)


def _example(pages: BookPages, frame: Frame, key: str) -> None:
    """A technique in a position: the picture, and the reason below it. Nothing if there is no room."""
    shown = example(key)
    if shown is None:
        return
    language = pages.plan.language
    text = explain(shown.step, shown.position, language=language)
    drawn = picture(shown.position, shown.step, givens=shown.givens, language=language)
    scene = step_scene(drawn, legend=False)
    size = pages.text_size * 1.15
    lines = pages.wrapped(unbroken(text), size, min(frame.width, WIDEST))
    room = frame.height - len(lines) * size * 1.5 - 4 * MM
    side = min(frame.width * 0.8, room * scene.width / scene.height, 110 * MM)
    if side < 45 * MM:
        return
    middle = frame.left + frame.width / 2
    pages.document.place(scene, middle - side / 2, frame.top, side / scene.width)
    y = frame.top + side * scene.height / scene.width + 4 * MM + size
    left = middle - min(frame.width, WIDEST) / 2
    for line in lines:
        pages.document.text(left, y, line, size)
        y += size * 1.5


def _paragraph(pages: BookPages, frame: Frame, y: float, text: str) -> float:
    """A paragraph from the baseline `y`; the baseline of the next one."""
    size = pages.text_size * 1.25
    for line in pages.wrapped(text, size, min(frame.width, WIDEST)):
        pages.document.text(frame.left, y, line, size)
        y += size * 1.5
    return y + size * 0.5
