"""The position that Sudoku Explainer's rules look at: a 9x9 board whose candidates come and go.

Candidates are kept twice, by cell and by house, because half of the rules ask "what can this cell take?" and
the other half "where can this digit go?":

    candidates[cell]        bit d is set: the cell may take digit d          (bits 1 to 9)
    places[house][digit]    bit p is set: the house's p-th cell may take it  (bits 0 to 8)

Houses are numbered as in `nonet.layout`: rows 0 to 8, columns 9 to 17, boxes 18 to 26. Sudoku Explainer looks
through them in two orders, and the order decides which of two equally hard steps comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "ALL_DIGITS",
    "BOXES",
    "CELLS",
    "COLUMNS",
    "COMBINATIONS",
    "HOUSES_OF",
    "PEERS",
    "PEER_LIST",
    "PLACE",
    "ROWS",
    "SCAN_ORDER",
    "ExplainerBoard",
    "bits",
]

ROWS, COLUMNS, BOXES = range(9), range(9, 18), range(18, 27)

SCAN_ORDER = (BOXES, COLUMNS, ROWS)
"""The order in which singles, sets and locked candidates are looked for."""


def _cells_of(house: int) -> tuple[int, ...]:
    if house in ROWS:
        return tuple(house * 9 + k for k in range(9))
    if house in COLUMNS:
        return tuple(k * 9 + house - 9 for k in range(9))
    box = house - 18
    return tuple((box // 3 * 3 + k // 3) * 9 + box % 3 * 3 + k % 3 for k in range(9))


CELLS: tuple[tuple[int, ...], ...] = tuple(_cells_of(house) for house in range(27))

HOUSES_OF: tuple[tuple[int, int, int], ...] = tuple(
    (18 + cell // 27 * 3 + cell % 9 // 3, cell // 9, 9 + cell % 9) for cell in range(81)
)
"""Box, row and column of each cell: the order in which chains pass through them."""

PLACE: tuple[dict[int, int], ...] = tuple(
    {house: CELLS[house].index(cell) for house in HOUSES_OF[cell]} for cell in range(81)
)
"""PLACE[cell][house]: which of the house's cells it is."""

PEERS: tuple[frozenset[int], ...] = tuple(
    frozenset(other for house in HOUSES_OF[cell] for other in CELLS[house]) - {cell} for cell in range(81)
)
PEER_LIST: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(peers)) for peers in PEERS)

ALL_DIGITS = 0b11_1111_1110

_BITS = tuple(tuple(k for k in range(10) if mask >> k & 1) for mask in range(1024))

COMBINATIONS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_BITS[mask] for mask in range(512) if mask.bit_count() == size) for size in range(10)
)
"""COMBINATIONS[k]: every choice of k of the numbers 0 to 8, in the order of their bit masks."""


def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, lowest first."""
    return _BITS[mask]


class ExplainerBoard:
    """Values and candidates of the 81 cells."""

    __slots__ = ("candidates", "places", "values")

    def __init__(self, values: Sequence[int], candidates: Sequence[int]) -> None:
        self.values = list(values)
        self.candidates = [0] * 81
        self.places = [[0] * 10 for _ in range(27)]
        for cell, mask in enumerate(candidates):
            if not self.values[cell]:
                for digit in bits(mask):
                    self.restore(cell, digit)

    @classmethod
    def of(cls, values: Sequence[int]) -> ExplainerBoard:
        """The position at the start: each empty cell may take what no peer has."""
        return cls(
            values,
            [ALL_DIGITS & ~_mask(values[peer] for peer in PEERS[cell]) for cell in range(81)],
        )

    def copy(self) -> ExplainerBoard:
        return ExplainerBoard(self.values, self.candidates)

    @property
    def is_solved(self) -> bool:
        return all(self.values)

    def restore(self, cell: int, digit: int) -> None:
        """Puts a candidate (back) in."""
        self.candidates[cell] |= 1 << digit
        for house, place in PLACE[cell].items():
            self.places[house][digit] |= 1 << place

    def remove(self, cell: int, digit: int) -> None:
        """Takes a candidate out, if it is there."""
        self.candidates[cell] &= ~(1 << digit)
        for house, place in PLACE[cell].items():
            self.places[house][digit] &= ~(1 << place)

    def place(self, cell: int, digit: int) -> None:
        """Sets a value, and takes it from the candidates of all peers."""
        self.values[cell] = digit
        for other in bits(self.candidates[cell]):
            self.remove(cell, other)
        for peer in PEERS[cell]:
            self.remove(peer, digit)

    def has(self, cell: int, digit: int) -> bool:
        return bool(self.candidates[cell] >> digit & 1)

    def count(self, cell: int) -> int:
        """How many candidates the cell has."""
        return self.candidates[cell].bit_count()

    def empty_count(self, house: int) -> int:
        """How many cells of the house have no value yet."""
        return sum(not self.values[cell] for cell in CELLS[house])

    def where(self, house: int, digit: int) -> Iterator[int]:
        """The cells of the house that may take the digit, in the order of the house."""
        cells = CELLS[house]
        return (cells[place] for place in bits(self.places[house][digit]))


def _mask(digits: Iterable[int]) -> int:
    mask = 0
    for digit in digits:
        mask |= 1 << digit
    return mask
