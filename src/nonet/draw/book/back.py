"""The back of a book: hints, then solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nonet.draw.book.flow import Block, Canvas, Section, heading, row
from nonet.draw.book.front import unbroken
from nonet.draw.book.paper import MM
from nonet.draw.book.puzzle_pages import Numbered, PuzzlePages
from nonet.draw.book.typography import LEADING, Run, lines_height

GAP = 5 * MM
"""Between columns."""
NARROWEST_HINT = 230.0
"""In points; on wider pages, hints have two columns."""
MOST_COLUMNS = 6
"""Of solutions on a page."""


def hints(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> Section:
    """The hints of the puzzles that have one; no technique helps with some variants."""
    columns = max(1, min(2, int((pages.width + GAP) / (NARROWEST_HINT * pages.type.body / 10 + GAP))))
    with_hint = [each for each in puzzles if each.of.hint]
    return _columns(pages, pages.words.say("Hints"), "hints", with_hint, columns, _hint)


def solutions(pages: PuzzlePages, puzzles: Sequence[Numbered]) -> Section:
    """Small solutions: as many side by side as leave the digits of the largest board readable."""
    widest = max(pages.boards.least_solution(each.of.puzzle) for each in puzzles)
    columns = max(1, min(int((pages.width + GAP) / (widest + GAP)), MOST_COLUMNS))
    title = pages.words.say("Key") if pages.plan.worksheets else pages.words.say("Solutions")
    return _columns(pages, title, "solutions", puzzles, columns, _solution)


def _columns(
    pages: PuzzlePages,
    title: str,
    name: str,
    puzzles: Sequence[Numbered],
    columns: int,
    block: Callable[[PuzzlePages, Numbered, float], Block],
) -> Section:
    """A heading, and below it a block for each puzzle, row by row."""
    width = (pages.width - (columns - 1) * GAP) / columns
    right_to_left = pages.plan.binding == "right"
    rows = [puzzles[at : at + columns] for at in range(0, len(puzzles), columns)]
    blocks = [
        row([block(pages, each, width) for each in group], columns, width, GAP, right_to_left=right_to_left)
        for group in rows
    ]
    return Section([heading(pages.type, title, pages.width, name=name), *blocks], title, headed=True)


def _hint(pages: PuzzlePages, numbered: Numbered, width: float) -> Block:
    """The label, the hint, and on its last line, if there is room, the pages of the puzzle and of the solution."""
    type, size = pages.type, pages.type.body  # noqa: A001
    indent = type.width("888 ", size, bold=True)
    lines = type.wrapped(unbroken(numbered.of.hint), size, width - indent)
    label = Run(numbered.label, size, bold=True, to=numbered.name("puzzle"))
    parts = type.set_runs(pages.references(numbered, "puzzle", "solution"), width - indent)
    beside = (
        len(parts) == 1 and type.width(lines[-1], size) + type.line_width(parts[0]) + size < width - indent
    )
    down = (len(lines) - beside) * size * LEADING

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.runs([[label]], x, y)
        for number, line in enumerate(lines):
            canvas.text(x + indent, y + number * size * LEADING, line, size)
        canvas.runs(parts, x + indent, y + down, width=width - indent)

    height = down + max(lines_height(parts), beside * size * LEADING)
    return Block(height, draw, size * 0.4, names={numbered.name("hint"): 0.0})


def _solution(pages: PuzzlePages, numbered: Numbered, width: float) -> Block:
    """The label, the pages of the puzzle and of the hint, and the board below them."""
    type, plan = pages.type, pages.plan  # noqa: A001
    layout = numbered.of.puzzle.layout
    label = Run(numbered.label, type.small, bold=True, to=numbered.name("puzzle"))
    parts = [] if plan.worksheets else list(pages.references(numbered, "puzzle", "hint"))
    head = type.set_runs([label, *parts], width)
    above = lines_height(head)
    height = width * layout.height / layout.width

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.runs([[label]], x, y)
        rest = [[run for run in line if run is not label] for line in head]
        canvas.runs(filter(None, rest), x, y + (0 if rest[0] else type.small * LEADING), width=width)
        scene = pages.boards.solved(numbered.of)
        canvas.place(scene, x, y + above, width / scene.width)

    return replace(Block(above + height, draw, type.body * 0.9), names={numbered.name("solution"): 0.0})
