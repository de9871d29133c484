"""The back of a book: hints, then solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from nonet.draw.book.flow import PageBlock, PageCanvas, Section, heading, row
from nonet.draw.book.front import unbroken
from nonet.draw.book.paper import MM
from nonet.draw.book.puzzle_pages import Numbered, PuzzlePages
from nonet.draw.book.typography import TextRun, lines_height

GAP = 3 * MM
"""Between columns."""
_NARROWEST_HINT = 23
"""A column of hints is at least so many times as wide as its text is high."""
_MOST_COLUMNS = 6


def hints(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> Section:
    """The hints of the puzzles that have one; no technique helps with some variants."""
    with_hint = [each for each in puzzles if each.of.hint]
    title, narrowest = pages.words.say("Hints"), _NARROWEST_HINT * pages.type.body
    return _columns(pages, title, "hints", with_hint, lambda each: narrowest, _hint)


def solutions(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> Section:
    """Small solutions: as many side by side as leave their digits readable."""
    title = pages.words.say("Key") if pages.plan.worksheets else pages.words.say("Solutions")
    narrowest = pages.boards.least_solution
    return _columns(pages, title, "solutions", puzzles, lambda each: narrowest(each.of.puzzle), _solution)


def _columns(
    pages: PuzzlePages,
    title: str,
    name: str,
    puzzles: Sequence[Numbered],
    narrowest: Callable[[Numbered], float],
    block: Callable[[PuzzlePages, Numbered, float], PageBlock],
) -> Section:
    """A heading, and below it a block for each puzzle, in columns that are as narrow as possible."""
    blocks = heading(pages.type, title, pages.width, name)
    for least, alike in groupby(puzzles, narrowest):
        columns = max(1, min(int((pages.width + GAP) / (least + GAP)), _MOST_COLUMNS))
        width = (pages.width - (columns - 1) * GAP) / columns
        made = [block(pages, each, width) for each in alike]
        rows = (made[at : at + columns] for at in range(0, len(made), columns))
        right_to_left = pages.plan.binding == "right"
        blocks += [row(each, columns, width, GAP, right_to_left=right_to_left) for each in rows]
    return Section(blocks, title, headed=True)


def _hint(pages: PuzzlePages, numbered: Numbered, width: float) -> PageBlock:
    """The label, the hint, and at its end the pages of the puzzle and of the solution."""
    type, size = pages.type, pages.type.body  # noqa: A001
    label = TextRun(numbered.label, size, bold=True, to=numbered.name("puzzle"))
    indent = type.width(TextRun("888 ", size, bold=True))
    text = TextRun(unbroken(numbered.of.hint), size)
    lines = type.lines([text, *pages.references(numbered, "puzzle", "solution")], width - indent)

    def draw(canvas: PageCanvas, x: float, y: float) -> None:
        canvas.lines([[label]], x, y)
        canvas.lines(lines, x + indent, y)

    return PageBlock(lines_height(lines), draw, size * 0.4, names={numbered.name("hint"): 0.0})


def _solution(pages: PuzzlePages, numbered: Numbered, width: float) -> PageBlock:
    """The label, the pages of the puzzle and of the hint, and the board below them."""
    type = pages.type  # noqa: A001
    label = TextRun(numbered.label, type.small, bold=True, to=numbered.name("puzzle"))
    head = type.lines([label, *pages.references(numbered, "puzzle", "hint")], width)

    def draw(canvas: PageCanvas, x: float, y: float) -> None:
        top = canvas.lines(head, x, y)
        scene = pages.boards.solved(numbered.of)
        canvas.place(scene, x, top, width / scene.width)

    height = lines_height(head) + width * pages.boards.solved_height(numbered.of.puzzle)
    return PageBlock(height, draw, type.body * 0.9, names={numbered.name("solution"): 0.0})
