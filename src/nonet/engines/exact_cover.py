"""Sudoku as an exact cover, in bitboards: the basis of the `search` engine.

A board is solved when every *need* is met, each by exactly one *candidate* (a digit in a cell):

    a cell needs a digit                        81 needs on the 9x9 board
    a house needs each digit in some cell       27 houses x 9 digits = 243 needs

Every need has as many options as there are digits: a cell can take digit 1 … 9; a digit can go to the 1st …
9th cell of a house. So one picture shows them all, a bit for each option of each need that is still open:

    needs:           r1c1   r1c2   …  r9c9  | 1 in row 1   2 in row 1  …  | …  9 in box 9
    layer 0         digit 1                 | 1st cell                    |     1st cell
    layer 1         digit 2                 | 2nd cell                    |     2nd cell
      …                …                    |    …                        |        …
    layer 8         digit 9                 | 9th cell                    |     9th cell

A layer is `count` bits wide (324 on 9x9), and the *board* is one Python integer, all layers side by side:

    bit   8*count + need     …      1*count + need        need
        [     layer 8     |  …  |     layer 1     |     layer 0     ]

A candidate is an option of several needs at once: 5 in r1c2 is option 4 of the cell r1c2, option 1 of "5 in
row 1", option 0 of "5 in column 2" and option 1 of "5 in box 1". To place it meets these four needs; their
other options close, and each of those candidates closes in its other needs too. The pattern is fixed, so
placing a digit is one `and`.

This is Knuth's exact cover ("Dancing links", 2000) in bits instead of links. It works for every layout: the
needs are those of its cells and houses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeVar

from nonet.layout import Layout

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MEMORY = 1 << 28
"""Upper limit for each cache of masks, in bits: all of a 16x16 board, a good part of a 25x25."""


class Placement(NamedTuple):
    """A candidate to place: the options that stay open, the needs that stay unmet, and the candidate."""

    keep: int
    rest: int
    cell: int
    digit: int


class Claim(NamedTuple):
    """House needs of one shape, for locked candidates.

    Take two houses A and B that share cells, and let `outside` be the ranks of A's other cells. If no layer
    outside has "d in A" open, then d must go to a shared cell, and is impossible in the rest of B:

        A is box 1, B is row 1                              outside = 3 4 5 6 7 8

           d  .  d  |  x  x  x  |  x  x  x                  x: no longer d
           .  .  .  |           |
           .  .  .  |           |

    `needs` are all the needs of all houses A with the same ranks outside, to be looked at together.
    """

    outside: tuple[int, ...]
    needs: int


class ExactCover:
    """The needs of a layout, and what each candidate does to them. `ExactCover.of` makes it once for each layout.

    >>> from nonet.layout import CLASSIC
    >>> cover = ExactCover.of(CLASSIC)
    >>> cover.count, cover.options[1][4]
    (324, (1, 5))
    >>> [need for need in range(cover.count) if not cover.placement(1, 5).rest >> need & 1]
    [1, 85, 175, 247]
    """

    def __init__(self, layout: Layout) -> None:
        size = layout.size
        self.layout = layout
        self.size = size
        self.count = count = layout.cell_count + len(layout.houses) * size
        self.every = (1 << count) - 1
        self.full = (1 << count * size) - 1

        self.options = [[(cell, digit) for digit in layout.entries] for cell in range(layout.cell_count)]
        """options[need][k] is the (cell, digit) of option k."""
        self.options += [
            [(cell, digit) for cell in house.cells] for house in layout.houses for digit in layout.entries
        ]
        self.bits: dict[tuple[int, int], list[int]] = {}
        """bits[cell, digit] lists the candidate's bits on the board: rank * count + need."""
        for need, candidates in enumerate(self.options):
            for rank, candidate in enumerate(candidates):
                self.bits.setdefault(candidate, []).append(rank * count + need)

        self.folds = tuple(self._find_folds())
        self.claims = tuple(self._find_claims())

        # Masks are computed when they are first used: a single puzzle needs few of them.
        kept = max(1024, MEMORY // (count * size))
        self.columns = _Cache(self._new_column, kept)
        """columns[bit] are all options of the need with that bit."""
        self._met = _Cache(self._new_met, kept)
        """_met[need] are the options that stay open when a need is met, by whichever candidate."""
        self.placements = _Cache(self._new_placement, kept)
        """placements[i] is the placement that takes the option at bit i - 1: so placements[option.bit_length()]."""
        self.claimed = _Cache(self._new_claimed, kept)
        """claimed[claim, bit] are the options that stay open once a claim is made for that need."""

    @staticmethod
    @lru_cache(maxsize=8)
    def of(layout: Layout) -> ExactCover:
        return ExactCover(layout)

    def placement(self, cell: int, digit: int) -> Placement:
        """The placement of a digit in a cell."""
        return self.placements[(digit - 1) * self.count + cell + 1]

    def without(self, candidates: Iterable[tuple[int, int]]) -> int:
        """The options that stay open when these candidates are ruled out."""
        closed = bytearray(self.count * self.size // 8 + 1)
        for candidate in candidates:
            for bit in self.bits[candidate]:
                closed[bit >> 3] |= 1 << (bit & 7)
        return self.full ^ int.from_bytes(closed, "little")

    def _new_column(self, bit: int) -> int:
        return sum(bit << rank * self.count for rank in range(self.size))

    def _new_placement(self, bit_length: int) -> Placement:
        rank, need = divmod(bit_length - 1, self.count)
        cell, digit = self.options[need][rank]
        keep, rest = self.full, self.every
        for bit in self.bits[cell, digit]:
            need = bit % self.count
            keep &= self._met[need]
            rest ^= 1 << need
        placement = Placement(keep, rest, cell, digit)
        for bit in self.bits[cell, digit]:
            self.placements[bit + 1] = placement
        return placement

    def _new_met(self, need: int) -> int:
        return self.without(self.options[need])

    def _new_claimed(self, key: tuple[int, int]) -> int:
        claim, need_bit = key
        options = self.options[need_bit.bit_length() - 1]
        digit = options[0][1]
        outside = set(self.claims[claim].outside)
        shared = {cell for rank, (cell, _) in enumerate(options) if rank not in outside}
        return self.without(
            (cell, digit)
            for house in self.layout.houses
            if shared.issubset(house.cells)
            for cell in house.cells
            if (cell, digit) not in options
        )

    def _find_folds(self) -> Iterator[tuple[int, int]]:
        """How to fold a board down to a single layer, 9 → 5 → 3 → 2 → 1: (shift, mask) of each fold."""
        layers = self.size
        while layers > 1:
            layers = (layers + 1) // 2
            yield layers * self.count, (1 << layers * self.count) - 1

    def _find_claims(self) -> Iterator[Claim]:
        """A claim for each pair of houses that share at least two cells; equal `outside` ranks are merged."""
        layout = self.layout
        together: dict[tuple[int, ...], int] = {}
        for number, (house, board) in enumerate(zip(layout.houses, layout.house_boards, strict=True)):
            every_digit = layout.all_digits << layout.cell_count + number * self.size
            for other in layout.house_boards:
                if 2 <= (board & other).bit_count() < self.size:
                    outside = tuple(rank for rank, cell in enumerate(house.cells) if not other >> cell & 1)
                    together[outside] = together.get(outside, 0) | every_digit
        return (Claim(outside, needs) for outside, needs in together.items())


class _Cache(dict[K, V]):
    """A dictionary that computes missing values, and is cleared when it has grown too large."""

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value
