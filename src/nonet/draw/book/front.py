"""The front of a book and of its chapters: the title page, the contents, how to solve, the title page of a chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nonet.draw.book.flow import Block, Canvas, Link, Section, heading, moved, paragraph, stacked, text_line
from nonet.draw.book.paper import MM, Frame
from nonet.draw.book.puzzle_pages import WIDEST_TEXT, Numbered, PuzzlePages
from nonet.draw.book.typography import HEIGHT, LEADING
from nonet.draw.steps import step_scene
from nonet.explain.examples import example
from nonet.explain.explaining import explain
from nonet.explain.step_picture import picture
from nonet.layout import CLASSIC
from nonet.messages import TN

PUZZLES = TN("{n} puzzle", "{n} puzzles")
EXAMPLE = "hidden-single"
"""The technique that the page of rules shows."""


@dataclass(frozen=True)
class Divider:
    """The title page of a chapter: its title, its puzzles, and the techniques that they need."""

    title: str
    puzzles: Sequence[Numbered]
    techniques: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """How links name it."""
        return f"chapter {self.puzzles[0].label}"

    @property
    def rules(self) -> str:
        return f"rules {self.puzzles[0].label}"


def title_page(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> Section:
    """Title, a board as an ornament, what is inside, the author."""
    plan, type, width, height = pages.plan, pages.type, pages.width, pages.height  # noqa: A001

    def draw(canvas: Canvas, x: float, top: float) -> None:
        middle, y = x + width / 2, top + height * 0.08
        ornament_top = top + height * 0.36
        small = max(type.title * 0.4, type.body)
        subtitle = type.wrapped(plan.subtitle, small, width, most=2) if plan.subtitle else []
        room = ornament_top - y - len(subtitle) * small * LEADING - small
        lines, size = type.fitted(plan.title, type.title, width, room)
        for line in lines:
            canvas.text(middle, y, line, size, bold=True, anchor="middle")
            y += size * HEIGHT
        for line in subtitle:
            canvas.text(middle, y + small * 0.3, line, small, anchor="middle", colour="faint")
            y += small * LEADING
        scene = pages.boards.scene(puzzles[0].of.puzzle)
        scale = min(width * 0.66 / scene.width, height * 0.42 / scene.height)
        canvas.place(scene, middle - scene.width * scale / 2, ornament_top, scale)
        large = type.body * 1.4
        count = pages.words.count(PUZZLES, len(puzzles))
        base = top + height - large * 3
        canvas.text(middle, base, count, large, anchor="middle", colour="faint")
        if plan.author:
            author = type.cut(plan.author, large, width)
            canvas.text(middle, base + large * 1.6, author, large, anchor="middle")

    return Section([Block(height, draw)], numbered=False)


def contents(pages: PuzzlePages, entries: Sequence[tuple[str, str]]) -> Iterator[Block]:
    """The titles of the parts of a book, each with its page; entries are titles and names."""
    type, width, size = pages.type, pages.width, pages.type.text  # noqa: A001
    yield heading(type, pages.words.say("Contents"), width, name="contents")
    for number, (title, name) in enumerate(entries, start=1):

        def draw(canvas: Canvas, x: float, y: float, title: str = title, name: str = name) -> None:
            page = str(canvas.pages[name])
            room = width - type.width(page, size) - size
            title = type.cut(title, size, room)
            canvas.text(x, y, title, size)
            canvas.text(x + width, y, page, size, anchor="end")
            used = type.width(title, size) + size * 0.5
            if used < room:
                canvas.line(x + used, x + room + size * 0.5, y + size * 0.97, dotted=True)
            canvas.links.append(Link(Frame(x, y, width, size * HEIGHT), name))

        after = size * (0.5 if number < len(entries) else 3)
        yield Block(size * HEIGHT, draw, after, keep=number in (1, len(entries) - 1))


def how_to_solve(
    pages: PuzzlePages, puzzles: Sequence[Numbered], told: Sequence[Numbered] = ()
) -> Iterator[Block]:
    """The rules of every board in the book, those of some variants, and an example."""
    type, width = pages.type, min(pages.width, WIDEST_TEXT)  # noqa: A001
    yield heading(type, pages.words.say("How to solve"), pages.width, name="rules")
    yield from paragraph(type, _first_rule(pages, puzzles), type.text, width)
    yield from pages.rule_blocks(told, "variants")
    for text in _notes(pages, puzzles):
        yield from paragraph(type, text, type.text, width)
    first = puzzles[0].of.puzzle
    if first.layout == CLASSIC and not first.rules and not pages.plan.pictures:
        yield from _example(pages, EXAMPLE, pages.height)


def _first_rule(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> str:
    sizes = {each.of.puzzle.layout.size for each in puzzles}
    if pages.plan.pictures or len(sizes) > 1:
        return pages.basic_rule()
    return pages.words.say(
        "Fill each row, each column and each box with the digits 1 to {size}, each of them once.",
        size=sizes.pop(),
    )


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
    lines, size = type.fitted(chapter.title, type.title * 0.7, width, height * 0.25)
    count = pages.words.count(PUZZLES, len(chapter.puzzles))
    head = [
        *(replace(text_line(line, size, width, bold=True, anchor="middle"), keep=True) for line in lines),
        replace(
            text_line(count, type.body * 1.3, width, anchor="middle", colour="faint"), after=type.body * 2
        ),
    ]
    rest = pages.rule_blocks(chapter.puzzles, chapter.rules)
    for key in chapter.techniques[:1]:
        rest += _example(pages, key, height - stacked(head).height - type.body * 2)
    spare = height - stacked([*head, *rest]).height
    down = min(max(spare * 0.4, 0), height * (0.2 if rest else 0.36))
    top = Block(down, lambda canvas, x, y: None, keep=True, names={chapter.name: 0.0}, bookmark=chapter.title)
    aside = max(0, width - WIDEST_TEXT) / 2
    return Section([top, *head, *(moved(block, aside) for block in rest)], numbered=False)


def _example(pages: PuzzlePages, key: str, room: float) -> Iterator[Block]:
    """A technique in a position: the picture, and the reason below it. The picture is as small as it must be to leave both
    within `room`, but not too small.
    """
    shown = example(key)
    if shown is None:
        return
    type, width, language = pages.type, pages.width, pages.plan.language  # noqa: A001
    text = explain(shown.step, shown.position, language=language)
    drawn = picture(shown.position, shown.step, givens=shown.givens, language=language)
    scene = step_scene(drawn, legend=False)
    column = min(width, WIDEST_TEXT)
    reason = paragraph(type, unbroken(text), type.text, column)
    most = max(room - stacked(reason).height - type.text, pages.height * 0.36)
    scale = min(column / scene.width, 115 * MM / scene.width, most / scene.height)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.place(scene, x + (column - scene.width * scale) / 2, y, scale)

    yield Block(scene.height * scale, draw, type.text * 0.3, keep=True)
    yield from reason


def unbroken(text: str) -> str:
    r"""The text as one line, with spaces that keep r4c7 = 5 and r4c7 ≠ 5 together.

    >>> unbroken("Therefore\nr4c7 = 5.")
    'Therefore r4c7\xa0=\xa05.'
    """
    line = " ".join(text.split())
    return line.replace(" = ", "\xa0=\xa0").replace(" ≠ ", "\xa0≠\xa0")
