"""A board as a scene: houses, rules, grid lines, digits, candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from nonet.candidates import Candidates
from nonet.draw.rule_shapes import CAPITAL, center, draw_rules
from nonet.draw.scene import CELL, Item, Label, Outlined, PenStyle, Rectangle, Scene
from nonet.explain.picture import candidate_shape
from nonet.grid import SYMBOLS, Grid
from nonet.layout import HouseKind, Layout
from nonet.puzzle import Puzzle

__all__ = ["BoardOptions", "DigitDrawing", "board_scene", "letter_digits", "number_digits"]

DigitDrawing = Callable[[int, float, float, float, str, bool], Iterable[Item]]
"""Draws a digit: its value, the middle of its place, the width of the place, the colour, whether it is bold."""

NAMES = 26
"""The margin for the names of rows and columns."""


def number_digits(value: int, x: float, y: float, width: float, colour: str, bold: bool) -> Iterator[Item]:
    """Digits as numbers: 1 … 25."""
    text = str(value)
    size = width * (0.66 if len(text) == 1 else 0.5)
    yield Label(x, y + size * CAPITAL / 2, text, size, colour, bold)


def letter_digits(value: int, x: float, y: float, width: float, colour: str, bold: bool) -> Iterator[Item]:
    """Digits as single characters: 1 … 9, A … P."""
    size = width * 0.66
    yield Label(x, y + size * CAPITAL / 2, SYMBOLS[value], size, colour, bold)


@dataclass(frozen=True, kw_only=True)
class BoardOptions:
    """How a board is drawn. `thin` and `thick` are the widths of lines, of a cell's 64."""

    digits: DigitDrawing = number_digits
    names: bool = False
    thin: float = 1.0
    thick: float = 3.2
    given_bold: bool = True


def board_scene(
    puzzle: Puzzle,
    *,
    grid: Grid | None = None,
    candidates: Candidates | None = None,
    wrong: Iterable[int] = (),
    options: BoardOptions = BoardOptions(),  # noqa: B008 - frozen
) -> Scene:
    """The picture of a puzzle: its givens, the digits that `grid` adds to them, and candidates, if there are any.

    >>> scene = board_scene(Puzzle.of("4x4", "12.............."))
    >>> scene.width == scene.height
    True
    >>> [item.text for item in scene.items if isinstance(item, Label)]
    ['1', '2']
    """
    layout = puzzle.layout
    rules = draw_rules(puzzle.rules, layout)
    side = layout.size * CELL
    edge = options.thick / 2 + 0.5
    left, top, right, bottom = (max(margin, edge) for margin in rules.margins)
    if options.names:
        left, top = left + NAMES, top + NAMES
    items = [
        *_houses(layout),
        *rules.under,
        *_lines(layout, options),
        *rules.over,
        *rules.around,
        *(_names(layout, rules.margins) if options.names else ()),
        *_digits(puzzle, grid or puzzle.givens, frozenset(wrong), options),
        *(_candidates(candidates, options) if candidates is not None else ()),
    ]
    title = f"Sudoku, {layout.size}x{layout.size}"
    return Scene(left + side + right, top + side + bottom, tuple(items), -left, -top, title)


def _houses(layout: Layout) -> Iterator[Item]:
    """Windows and diagonals."""
    for house in layout.houses:
        if house.kind is HouseKind.WINDOW or house.kind is HouseKind.DIAGONAL:
            for cell in house.cells:
                x, y = center(layout, cell)
                yield Rectangle(x - CELL / 2, y - CELL / 2, CELL, CELL, fill="house")


def _lines(layout: Layout, options: BoardOptions) -> Iterator[Item]:
    """Thin lines between cells, then thick ones around boxes or regions, and around the board."""
    size, side = layout.size, layout.size * CELL
    thin: list[tuple[str, tuple[float, ...]]] = []
    for number in range(1, size):
        at = number * CELL
        thin += [("M", (at, 0)), ("L", (at, side)), ("M", (0, at)), ("L", (side, at))]
    if thin:
        yield Outlined(tuple(thin), pen=PenStyle("thin", options.thin))
    borders = tuple(
        command
        for x1, y1, x2, y2 in _borders(layout)
        for command in (("M", (x1 * CELL, y1 * CELL)), ("L", (x2 * CELL, y2 * CELL)))
    )
    if borders:
        yield Outlined(borders, pen=PenStyle("thick", options.thick))
    yield Rectangle(0, 0, side, side, pen=PenStyle("thick", options.thick))


def _borders(layout: Layout) -> Iterator[tuple[int, int, int, int]]:
    """The lines between boxes, as long as they go straight: x1, y1, x2, y2 in cells."""
    size, box = layout.size, layout.box_of
    if not layout.boxes:
        return
    for flipped in (False, True):
        for line in range(1, size):
            start: int | None = None
            for place in range(size + 1):
                apart = False
                if place < size:
                    one = (line - 1) * size + place if not flipped else place * size + line - 1
                    other = line * size + place if not flipped else place * size + line
                    apart = box[one] != box[other]
                if apart and start is None:
                    start = place
                elif not apart and start is not None:
                    yield (line, start, line, place) if flipped else (start, line, place, line)
                    start = None


def _names(layout: Layout, margins: tuple[float, float, float, float]) -> Iterator[Item]:
    for number in range(layout.size):
        middle = (number + 0.5) * CELL
        yield Label(middle, -margins[1] - 9, f"c{number + 1}", 14, "faint")
        yield Label(-margins[0] - 14, middle + 5, f"r{number + 1}", 14, "faint")


def _digits(puzzle: Puzzle, grid: Grid, wrong: frozenset[int], options: BoardOptions) -> Iterator[Item]:
    layout = puzzle.layout
    for cell, value in enumerate(grid.values):
        if value:
            given = bool(puzzle.givens[cell])
            colour = "wrong" if cell in wrong else "ink" if given else "entered"
            x, y = center(layout, cell)
            yield from options.digits(value, x, y, CELL, colour, given and options.given_bold)


def _candidates(candidates: Candidates, options: BoardOptions) -> Iterator[Item]:
    layout = candidates.layout
    rows, columns = candidate_shape(layout)
    width, height = (CELL - 8) / columns, (CELL - 8) / rows
    for cell, digit in candidates:
        x, y = center(layout, cell)
        row, column = divmod(digit - 1, columns)
        left, top = x - CELL / 2 + 4, y - CELL / 2 + 4
        place = left + (column + 0.5) * width, top + (row + 0.5) * height
        yield from options.digits(digit, *place, min(width, height) * 1.24, "faint", False)
