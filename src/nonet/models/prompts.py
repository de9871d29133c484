"""A puzzle as a question: the rules in words, the clues, the board, and how to answer.

The words of a setter are left out: an answer is judged by the rules of the puzzle, and the words may differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.dimensions import House, HouseKind
from nonet.explain.wording import board_in_words
from nonet.formats import PuzzleLike, as_puzzle, format_grid, write
from nonet.layout import CLASSIC, Layout
from nonet.play.rule_words import clues_of, rules_in_words
from nonet.puzzle import Puzzle


def prompt(puzzle: PuzzleLike) -> str:
    """The question that a model is asked; `nonet.judge` reads the answer.

    >>> print(prompt(".13. 43.2 .2.3 ...."))
    Solve this Sudoku.
    <BLANKLINE>
    - Fill each row, each column and each box with the digits 1 to 4, each of them once.
    - A box has 2 rows and 2 columns.
    <BLANKLINE>
    The puzzle, with . for an empty cell (r1c1 is row 1, column 1, at the top left):
    <BLANKLINE>
    . 1 3 .
    4 3 . 2
    . 2 . 3
    . . . .
    <BLANKLINE>
    Answer with the complete board in the same form, nothing in between: 4 lines, the digits separated by spaces.
    """
    puzzle = as_puzzle(puzzle)
    rows = format_grid(puzzle.givens, "rows", blank=".")
    lines = rows.count("\n") + 1
    return "\n".join(
        [
            "Solve this Sudoku.",
            "",
            *(f"- {sentence}" for sentence in dict.fromkeys(rules_of(puzzle))),
            "",
            "The puzzle, with . for an empty cell (r1c1 is row 1, column 1, at the top left):",
            "",
            rows,
            "",
            "Answer with the complete board in the same form, nothing in between: "
            f"{lines} lines, the digits separated by spaces.",
        ]
    )


def puzzle_text(puzzle: Puzzle) -> str:
    """The puzzle for a program: on one line, or as JSON if it has rules."""
    if puzzle.rules:
        return write(puzzle, "json")
    return format_grid(puzzle.givens, "line", with_layout=puzzle.layout != CLASSIC)


def rules_of(puzzle: Puzzle) -> Iterator[str]:
    """Everything that a solution must satisfy: the houses of the board, the rules, each clue and its cells."""
    layout = puzzle.layout
    yield board_in_words(layout)
    yield from _houses(layout)
    yield from rules_in_words(puzzle)
    for clue in clues_of(puzzle):
        cells = dict.fromkeys(layout.label_cells.get(cell, cell) for cell in clue.cells)
        yield f"{clue.name}: {_names(layout, cells)}"
    for cell, mask in enumerate(puzzle.ruled_out):
        for digit in layout.digits_in(mask):
            yield f"{layout.cell_name(cell)} is not {digit}."


def _houses(layout: Layout) -> Iterator[str]:
    """What the picture of a board would show: the shape of its boxes, and houses of other kinds."""
    known = {HouseKind.ROW, HouseKind.COLUMN}
    if layout.places is not None:
        left = {house.cells[0] for house in layout.houses if house.kind is HouseKind.ROW}
        edges = [
            house for house in layout.houses if house.kind is HouseKind.COLUMN and left >= {*house.cells}
        ]
        corners = _names(layout, (edge.cells[0] for edge in edges))
        yield f"The sheet has {len(edges)} boards of {layout.size}x{layout.size}; their top left cells: {corners}."
    shapes = {_shape(layout, box) for box in layout.boxes}
    if len(shapes) == 1 and (shape := shapes.pop()):
        yield f"A box has {shape[0]} rows and {shape[1]} columns."
        known.add(HouseKind.BOX)
    for house in layout.houses:
        if house.kind not in known:
            yield f"No digit repeats in {house.name}: {_names(layout, house.cells)}."


def _shape(layout: Layout, box: House) -> tuple[int, int] | None:
    """The rows and columns of a box; None if it is no rectangle."""
    rows, columns = ({at(cell) for cell in box.cells} for at in (layout.row_of, layout.column_of))
    return (len(rows), len(columns)) if len(rows) * len(columns) == len(box.cells) else None


def _names(layout: Layout, cells: Iterable[int]) -> str:
    return " ".join(map(layout.cell_name, cells))
