"""The order in which a search visits the cells and tries the digits.

The five specs ask for the same search in these orders:

    row_by_row      cells from left to right, digits ascending        (spec 001, 003, 004)
    right_to_left   cells from right to left, digits ascending        (spec 000, deterministic)
    random_digits   cells from left to right, digits shuffled anew in each cell  (spec 000, random)
    one_shuffle     cells from left to right, the same shuffled digits in each cell  (spec 001, to the letter)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonet.arguments import clear_type_errors
from nonet.errors import EngineError
from nonet.layout import Layout
from nonet.rng import Rng


@dataclass(frozen=True)
@clear_type_errors
class Order:
    """`cells` is a permutation of the board's cells; `digits` holds each cell's digits in the order tried.

    >>> from nonet.layout import Layout
    >>> order = Order.right_to_left(Layout.named("4x4"))
    >>> order.cells[:6], order.digits[0]
    ((3, 2, 1, 0, 7, 6), (1, 2, 3, 4))
    >>> order.reversed_digits().digits[0]
    (4, 3, 2, 1)
    """

    cells: tuple[int, ...]
    digits: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if (
            not self.cells
            or len(self.digits) != len(self.cells)
            or sorted(self.cells) != list(range(len(self.cells)))
        ):
            raise EngineError("an order must have every cell once, and digits for each")
        every_digit = list(range(1, 1 + max(self.digits[0], default=0)))
        if any(sorted(digits) != every_digit for digits in set(self.digits)):
            raise EngineError("an order must have every digit once in each cell")

    @staticmethod
    def row_by_row(layout: Layout, *, digits: Sequence[int] | None = None) -> Order:
        """Left to right, top to bottom; digits ascending, or as given."""
        tried = tuple(layout.entries) if digits is None else tuple(digits)
        return Order(tuple(range(layout.cell_count)), (tried,) * layout.cell_count)

    @staticmethod
    def right_to_left(layout: Layout) -> Order:
        """Right to left, top to bottom; digits ascending."""
        size = layout.size
        cells = tuple(row * size + column for row in range(size) for column in reversed(range(size)))
        return Order(cells, (tuple(layout.entries),) * layout.cell_count)

    @staticmethod
    def random_digits(layout: Layout, rng: Rng) -> Order:
        """Row by row; each cell has its own random order of digits, drawn cell by cell."""
        return Order(
            tuple(range(layout.cell_count)),
            tuple(tuple(rng.shuffled(layout.entries)) for _ in range(layout.cell_count)),
        )

    @staticmethod
    def one_shuffle(layout: Layout, rng: Rng) -> Order:
        """Row by row; one random order of digits for all cells."""
        return Order.row_by_row(layout, digits=rng.shuffled(layout.entries))

    def reversed_digits(self) -> Order:
        """The same cells with reversed digits: its first solution is the last one in this order."""
        return Order(self.cells, tuple(digits[::-1] for digits in self.digits))
