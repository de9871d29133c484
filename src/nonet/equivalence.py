"""A key for a board and all its disguises: symmetric boards have the same key.

Two boards are symmetric if some `nonet.symmetry.Transformation` turns one into the other. How the key is found depends
on the board:

    boxes, up to 9x9         the canonical form: boards with the same key are symmetric
    diagonals, windows,      the smallest of at most eight rotations and reflections, with the digits renamed in the
    jigsaws                  order of their first cells: boards with the same key are symmetric
    boxes, beyond 9x9;       an invariant; there is no canonical form. Boards with different keys are certainly not
    Latin squares            symmetric; two boards with the same key almost certainly are

So a data set in which no key occurs twice has no symmetric repeats, on every board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from nonet.canonical import canonical
from nonet.grid import Grid
from nonet.grouping import grouped
from nonet.symmetry import geometric_symmetries, is_boxed, keeps_houses

KEY_BYTES = 16

LARGEST_CANONICAL = 9
ROUNDS = 3
"""How often the colour of a cell is refined by those of its houses and its digit."""


def class_key(grid: Grid) -> bytes:
    """The key of a grid, with or without empty cells, and of everything that is symmetric to it: 16 bytes.

    >>> from nonet.layout import Layout
    >>> from nonet.rng import Rng
    >>> from nonet.symmetry import random_transformation
    >>> grid = Grid.of(Layout.named("x"), [7] + 79 * [0] + [2])
    >>> disguise = random_transformation(grid.layout, Rng(1))
    >>> class_key(disguise(grid)) == class_key(grid), class_key(Grid.empty(grid.layout)) == class_key(grid)
    (True, False)
    """
    layout = grid.layout
    if not is_boxed(layout):
        return key_of_form(min(_renamed(move(grid).values) for move in geometric_symmetries(layout)))
    if layout.size <= LARGEST_CANONICAL and 1 not in (layout.box_shape or ()):
        return key_of_form(canonical(grid).form.entries)
    return _invariant(grid)


def key_of_form(values: bytes) -> bytes:
    """The key of a board whose canonical form has these values."""
    return blake2b(values, digest_size=KEY_BYTES).digest()


def _renamed(values: bytes) -> bytes:
    """The digits become 1, 2, … in the order of their first cells."""
    names = {0: 0}
    return bytes([names.setdefault(value, len(names)) for value in values])


# -- boards of boxes that are too large for a canonical form ---------------------------------------------------
#
# Two rows map digits to digits, column by column: 1 2 3 4 over 2 1 4 3 gives the cycles (1 2) (3 4). Whatever the
# order of the columns and the names of the digits, the lengths of these cycles stay (and of paths, where cells are
# empty). A row is coloured by its lengths with all other rows, a cell by its row and column, and then by the colours
# in its row, column and box and of its digit.


def _invariant(grid: Grid) -> bytes:
    layout, values, size = grid.layout, grid.entries, grid.layout.size
    height, width = layout.box_shape or (1, 1)
    cells = range(layout.cell_count)
    rows, columns = ([layout.houses[first + line].cells for line in range(size)] for first in (0, size))
    by_turning = keeps_houses(layout, [cell % size * size + cell // size for cell in cells])

    def both(row: bytes, column: bytes) -> list[bytes]:
        """In order, unless rows and columns may change places."""
        return sorted([row, column]) if by_turning else [row, column]

    row_colours = _line_colours([[values[cell] for cell in row] for row in rows], height)
    column_colours = _line_colours([[values[cell] for cell in column] for column in columns], width)
    colours = [
        _hash(
            [
                b"given" if values[cell] else b"empty",
                *both(row_colours[cell // size], column_colours[cell % size]),
            ]
        )
        for cell in cells
    ]
    for _ in range(ROUNDS):
        in_row, in_column, in_box, of_digit = (
            _gathered(colours, groups)
            for groups in (
                [cell // size for cell in cells],
                [cell % size for cell in cells],
                layout.box_of if layout.boxes else bytes(len(cells)),
                values,
            )
        )
        colours = [
            _hash([colours[cell], *both(in_row[cell], in_column[cell]), in_box[cell], of_digit[cell]])
            for cell in cells
        ]
    return blake2b(b"".join(sorted(colours)), digest_size=KEY_BYTES).digest()


def _gathered(colours: Sequence[bytes], groups: Sequence[int]) -> list[bytes]:
    """For each cell: all colours in its group."""
    members = grouped(zip(groups, colours, strict=True))
    together = {group: _hash(sorted(some)) for group, some in members.items()}
    return [together[group] for group in groups]


def _line_colours(lines: Sequence[Sequence[int]], together: int) -> list[bytes]:
    """A colour for each line; `together` lines make a band or stack."""
    colours = []
    for one, line in enumerate(lines):
        kinds = [
            bytes([one // together == other // together, *_lengths(line, against)])
            for other, against in enumerate(lines)
            if other != one
        ]
        colours.append(_hash(sorted(kinds)))
    return colours


def _lengths(line: Sequence[int], against: Sequence[int]) -> list[int]:
    """The lengths of the cycles, ascending, and after a 0 of the paths that two lines make of the digits."""
    after = {here: there for here, there in zip(line, against, strict=True) if here and there}
    starts = after.keys() - set(after.values())
    paths = [_walk(after, start) for start in starts]
    cycles = []
    while after:
        cycles.append(_walk(after, next(iter(after))))
    return [*sorted(cycles), 0, *sorted(paths)]


def _walk(after: dict[int, int], digit: int) -> int:
    """Follows the digits from one on, and takes them out."""
    steps = 0
    while digit in after:
        digit = after.pop(digit)
        steps += 1
    return steps


def _hash(parts: Iterable[bytes]) -> bytes:
    return blake2b(b"|".join(parts), digest_size=8).digest()
