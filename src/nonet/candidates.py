"""The candidates of a position: which digits each empty cell can still take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nonet.arguments import clear_type_errors, takes_cell
from nonet.bitsets import digits_in
from nonet.display import svg_of
from nonet.errors import LayoutError
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.optional_import import optional_import

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True)
@clear_type_errors
class Candidates:
    """A grid, and for each empty cell the bitmask of the digits it can still take (0 for a filled cell).

    >>> position = Candidates.of(".13. 43.2 .2.3 ....")
    >>> position.digits(0), position.digits(1)
    ((2,), ())
    >>> position.place(0, 2).digits(3)
    (4,)
    >>> position.eliminate([(3, 4)]).is_dead
    True
    """

    grid: Grid
    masks: tuple[int, ...]

    @staticmethod
    def of(puzzle: PuzzleLike) -> Candidates:
        """What the rules leave at the start: all digits but those of the peers and those ruled out."""
        puzzle = as_puzzle(puzzle)
        puzzle.require_classic("the table of candidates")
        return Candidates.at(puzzle.givens, ruled_out=puzzle.ruled_out)

    @staticmethod
    def at(grid: Grid, *, ruled_out: tuple[int, ...] = ()) -> Candidates:
        """What the rules leave in a position. The grid may have conflicts; they are not checked."""
        layout = grid.layout
        if len(ruled_out) not in (0, layout.cell_count):
            raise LayoutError(
                f"ruled_out: {len(ruled_out)} masks for the {layout.cell_count} cells of {layout.name}"
            )
        masks, entries = [], grid.entries
        others = [layout.all_digits, *(layout.all_digits & ~(1 << digit) for digit in range(layout.size))]
        for cell, value in enumerate(entries):
            mask = 0
            if not value:
                mask = layout.all_digits & ~(ruled_out[cell] if ruled_out else 0)
                for peer in layout.peers[cell]:
                    mask &= others[entries[peer]]
            masks.append(mask)
        return Candidates(grid, tuple(masks))

    @property
    def layout(self) -> Layout:
        return self.grid.layout

    @takes_cell
    def digits(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, ascending."""
        return tuple(digits_in(self.masks[cell]))

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """For each digit d, boards[d] is the bitboard of the cells that can take it; boards[0] is empty."""
        boards = [0] * (self.layout.size + 1)
        for cell, mask in enumerate(self.masks):
            for digit in digits_in(mask):
                boards[digit] |= 1 << cell
        return tuple(boards)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Every candidate as (cell, digit)."""
        for cell, mask in enumerate(self.masks):
            for digit in digits_in(mask):
                yield cell, digit

    @takes_cell
    def place(self, cell: int, digit: int) -> Candidates:
        """The position with the digit in the cell, and eliminated from the cell's peers."""
        bit = self._bit(digit)
        masks = list(self.masks)
        masks[cell] = 0
        for peer in self.layout.peers[cell]:
            masks[peer] &= ~bit
        return Candidates(self.grid.with_entry(cell, digit), tuple(masks))

    def eliminate(self, candidates: Iterable[tuple[int, int]]) -> Candidates:
        """The position without these candidates, given as (cell, digit)."""
        masks = list(self.masks)
        for cell, digit in candidates:
            if not 0 <= cell < len(masks):
                raise LayoutError(f"candidates: there is no cell {cell} on a {self.layout.name} board")
            masks[cell] &= ~self._bit(digit)
        return Candidates(self.grid, tuple(masks))

    def _bit(self, digit: int) -> int:
        if not 0 < digit <= self.layout.size:
            raise LayoutError(f"{digit} is not a digit; digits are 1 to {self.layout.size}")
        return 1 << (digit - 1)

    def to_numpy(self) -> numpy.ndarray[tuple[int, int, int], numpy.dtype[numpy.bool]]:
        """The candidates as an array of truth values: [row, column, digit - 1]. Filled cells have none.

        >>> array = Candidates.of(".13. 43.2 .2.3 ....").to_numpy()
        >>> array.shape, array[0, 0].tolist()
        ((4, 4, 4), [False, True, False, False])
        """
        np = optional_import("numpy", "an array")
        layout = self.layout
        array: numpy.ndarray[Any, Any] = np.zeros((layout.height, layout.width, layout.size), dtype="bool")
        for cell, digit in self:
            array[layout.row_of(cell), layout.column_of(cell), digit - 1] = True
        return array

    def _repr_svg_(self) -> str | None:
        return svg_of(self)

    @property
    def dead_cell(self) -> int | None:
        """The first empty cell that can take no digit, if there is one."""
        for cell, (value, mask) in enumerate(zip(self.grid.entries, self.masks, strict=True)):
            if not value and not mask:
                return cell
        return None

    @property
    def is_dead(self) -> bool:
        """Whether some empty cell can take no digit."""
        return self.dead_cell is not None
