"""Small helpers of the application formats: a board from its symbols, masks of candidates, names of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from nonet.bitsets import mask_of
from nonet.errors import FormatError
from nonet.formats import cells, shape
from nonet.formats.entry import PuzzleEntry
from nonet.formats.reading import ReadOptions
from nonet.grid import SYMBOLS, Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle


def grid_of(text: str, options: ReadOptions) -> Grid:
    """The board whose cells are these symbols, row by row.

    >>> grid_of("12" + "." * 14, ReadOptions()).layout.name
    '4x4'
    """
    if options.layout is not None:
        options.layout.require_usual("text of this kind")
    board = shape.board_on_line(text, options.board, line=text)
    rows = [text[start : start + board.columns] for start in range(0, len(text), board.columns)]
    return Grid(options.layout_of(board.rows), cells.from_symbols(rows, board, options.symbols).values)


def zeros(grid: Grid) -> str:
    """The cells of a board of at most nine rows, 0 for a blank."""
    return grid.symbols.replace(".", "0")


def checked_mask(digits: Iterable[int], size: int = 9) -> int:
    """The bitmask of some digits; a FormatError for a number that is not a digit.

    >>> checked_mask([1, 3])
    5
    """
    found = tuple(digits)
    for digit in found:
        if not 1 <= digit <= size:
            raise FormatError(f"digits are 1 to {size}", text=str(digit))
    return mask_of(found)


def possible(puzzle: Puzzle) -> list[int]:
    """For each cell the digits that the puzzle allows and no given in the same house takes."""
    layout, values = puzzle.layout, puzzle.givens.entries
    masks = list(puzzle.allowed)
    for cell, value in enumerate(values):
        if value:
            for peer in layout.peers[cell]:
                masks[peer] &= ~(1 << (value - 1))
    return masks


def puzzle_of_candidates(masks: Sequence[int], layout: Layout) -> Puzzle:
    """The puzzle in which each cell has these candidates.

    A cell with one candidate is a given, unless a peer has that candidate too: then it is a digit that follows but
    was not placed. What the givens rule out anyway is not in `ruled_out`.
    """
    if len(masks) != layout.cell_count:
        raise FormatError(f"{len(masks)} cells; a {layout.name} board has {layout.cell_count}")
    values = bytearray(layout.cell_count)
    for cell, mask in enumerate(masks):
        if not mask:
            raise FormatError(f"{layout.cell_name(cell)} has no candidates")
        if mask & (mask - 1) == 0 and not any(masks[peer] & mask for peer in layout.peers[cell]):
            values[cell] = mask.bit_length()
    ruled_out = []
    for cell, mask in enumerate(masks):
        taken = sum({1 << (values[peer] - 1) for peer in layout.peers[cell] if values[peer]})
        ruled_out.append(0 if values[cell] else layout.all_digits & ~mask & ~taken)
    return Puzzle(Grid(layout, bytes(values)), tuple(ruled_out))


def candidate_masks(entry: PuzzleEntry) -> list[int]:
    """The candidates of a puzzle, for a format that lists them; each cell must have one."""
    masks = possible(entry.puzzle)
    if 0 in masks:
        cell = entry.puzzle.layout.cell_name(masks.index(0))
        raise FormatError(f"{cell} has no candidates, so the format cannot hold the puzzle")
    return masks


def check_division(regions: Sequence[Sequence[object]], size: int) -> None:
    """Raises FormatError unless these are as many regions as rows, and each cell of the board is in one of them."""
    cells = list(chain.from_iterable(regions))
    if len(regions) != size or not len(cells) == len({*cells}) == size * size:
        raise FormatError(f"the regions do not divide the board into {size}")


def layout_of(regions: Sequence[int], *, diagonals: bool = False) -> Layout:
    """The board with these regions: a number for each cell. Rectangles become boxes.

    >>> layout_of([0, 0, 1, 1] * 2 + [2, 2, 3, 3] * 2, diagonals=True).name
    '4x4+x'
    """
    size = round(len(regions) ** 0.5)
    usual = ReadOptions().layout_of(size).box_shape
    shapes = [(rows, size // rows) for rows in range(1, size + 1) if size % rows == 0]
    for box in sorted(shapes, key=lambda box: box != usual):
        layout = Layout.boxed(*box, diagonals=diagonals)
        if len({*zip(regions, layout.box_of, strict=True)}) == len({*regions}) == size:
            return layout
    return Layout.jigsaw("".join(SYMBOLS[number + 1] for number in regions), diagonals=diagonals)
