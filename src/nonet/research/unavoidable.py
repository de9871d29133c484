"""Unavoidable sets: cells of a solved grid that cannot all be empty in a puzzle with this solution.

    1 2 | 3 4        the cells of 1 and 2 in two rows, two columns and two boxes: exchange the digits,
    3 4 | 1 2        and the grid still obeys all rules
    ----+----
    2 1 | 4 3   ->   a puzzle that has a given in none of these four cells has two solutions
    4 3 | 2 1

A set of cells is unavoidable if another grid differs from this one in these cells at most, and minimal if no part of it
is unavoidable. So the minimal unavoidable sets are the smallest differences between the grid and another: those that
contain no other difference. `unavoidable_sets` finds all of them up to a number of cells.

**How.** Suppose that another grid exists and has a digit other than ours in some cell. The cells of its houses that
have this digit here must then change, too, and each house that has lost a digit needs it elsewhere. The search
follows such demands: it takes the one with the fewest ways to meet it and tries all of them, until nothing is demanded
any more (then it has found another grid) or too many cells would change.

**Why none is missing.** Let `other` be a grid whose difference is a minimal set of at most `most` cells. The search
begins with every cell as the first that changes, and with every digit there; so it begins with the first cell of the
difference and the digit of `other`. Each demand is met by `other` in exactly one of the ways tried, and that way
changes nothing outside the difference, so it is never cut off: what is cut off needs more cells, or an earlier one.
Where nothing is demanded any more, the cells changed are the difference of a grid and are part of this one: since it is
minimal, they are all of it. Each grid is met on one path only. (Differences that are not minimal may be found as well;
they contain another one, and are dropped.)

McGuire, Tugemann and Civario ("There is no 16-clue Sudoku", 2012) find the sets up to 12 cells by a table of 525
shapes, the smallest form of each up to symmetry. A search needs no table and holds on every board of full houses.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator

from nonet.bitsets import bits_in, board_of, cells_in
from nonet.errors import LayoutError, NonetError, expect
from nonet.formats import PuzzleLike
from nonet.grid import Grid
from nonet.native import kernel
from nonet.research.plain import plain_puzzle

MOST_CELLS = 12
FEASIBLE = 24
"""Cells of a set for which the search takes minutes on the classic board."""

MOST_COMPILED = 128
"""Boards with more cells are searched in Python."""


def unavoidable_sets(grid: PuzzleLike, *, most: int = MOST_CELLS) -> tuple[tuple[int, ...], ...]:
    """All minimal unavoidable sets of at most `most` cells, each ascending: the small ones first.

    Each cell more takes about twice as long. A puzzle stands for its solution; it must have exactly one. For boards
    whose houses hold every digit, without further rules.

    >>> sets = unavoidable_sets("1234 3412 2143 4321")
    >>> len(sets), sets[0]
    (14, (0, 1, 8, 9))
    """
    expect(most, int, "most")
    puzzle, solved = plain_puzzle(grid, "the search for unavoidable sets")
    layout = puzzle.layout
    if not 1 <= most <= FEASIBLE:
        raise NonetError(f"most must be from 1 to {FEASIBLE}, not {most}")
    if not layout.has_full_houses or layout.apart or layout.extras:
        raise LayoutError(
            f"unavoidable sets need a board whose houses hold every digit, unlike {layout.name}"
        )
    return _minimal(_differences(solved, min(most, layout.cell_count)))


def _differences(grid: Grid, most: int) -> Iterator[int]:
    """The cells, as bitboards, in which other grids differ from this one, all minimal ones among them."""
    layout = grid.layout
    if kernel is None or layout.cell_count > MOST_COMPILED:
        yield from _DifferenceSearch(grid, most).differences()
        return
    houses = array("H", [cell for house in layout.houses for cell in house.cells])
    found = kernel.unavoidable(layout.size, houses, grid.entries, most)
    for start in range(0, len(found), 16):
        yield int.from_bytes(found[start : start + 16], "little")


def _minimal(boards: Iterator[int]) -> tuple[tuple[int, ...], ...]:
    """Those that contain no other, as cells."""
    by_first: dict[int, list[int]] = defaultdict(list)  # those kept, by their first cell
    kept = []
    for board in sorted(set(boards), key=lambda board: (board.bit_count(), tuple(cells_in(board)))):
        if not any(small & ~board == 0 for cell in cells_in(board) for small in by_first[cell]):
            by_first[(board & -board).bit_length() - 1].append(board)
            kept.append(tuple(cells_in(board)))
    return tuple(kept)


class _DifferenceSearch:
    """The search in Python; native/unavoidable does the same.

    `closed` has for each digit the cells that cannot take it, as a bitboard: those that have it here, those near a cell
    that has got it, and those that would displace it from a cell before the first. `lost` has a bit for each demand of
    a house: house * size + digit, digits from 0. A changed cell without a digit so far is a demand, too.
    """

    def __init__(self, grid: Grid, most: int) -> None:
        layout = grid.layout
        self.most, self.size, self.digit = most, layout.size, [entry - 1 for entry in grid.entries]
        self.near = [board_of(peers) | 1 << cell for cell, peers in enumerate(layout.peers)]
        self.houses = [board_of(house.cells) for house in layout.houses]
        self.houses_at = layout.houses_at
        self.at = [0] * self.size  # the cells of each digit
        for cell, digit in enumerate(self.digit):
            self.at[digit] |= 1 << cell
        self.layers = _layers(self.houses)

    def differences(self) -> Iterator[int]:
        closed = list(self.at)
        for cell, own in enumerate(self.digit):
            for digit in range(self.size):
                if not closed[digit] >> cell & 1:
                    yield from self._with(cell, digit, 0, 0, 0, closed)
            for digit in range(self.size):  # from now on, this cell keeps its digit
                closed[digit] |= 1 << cell
            closed[own] |= self.near[cell]

    def _with(
        self, cell: int, digit: int, changed: int, placed: int, lost: int, closed: list[int]
    ) -> Iterator[int]:
        """All that follows when the cell takes the digit."""
        more = (self.at[digit] & self.near[cell] | 1 << cell) & ~changed
        changed |= more
        placed |= 1 << cell
        for each in cells_in(more):
            for house in self.houses_at[each]:
                lost |= 1 << house * self.size + self.digit[each]
        for house in self.houses_at[cell]:
            lost ^= 1 << house * self.size + digit
        if not lost:
            yield changed
        elif changed.bit_count() + self._least(changed, placed, lost) <= self.most:
            closed = list(closed)
            closed[digit] |= self.near[cell]
            for way in self._ways(changed, placed, lost, closed):
                yield from self._with(*way, changed, placed, lost, closed)

    def _least(self, changed: int, placed: int, lost: int) -> int:
        """At least so many more cells must change: a digit leaves no cell alone, and a house needs another cell if its
        only open one cannot take the digit that it lacks, since this is its own.
        """
        least = sum(is_single(changed & cells) for cells in self.at)
        waiting = changed & ~placed
        for layer in self.layers:
            count = 0
            for house in layer:
                own = waiting & self.houses[house]
                if is_single(own):
                    count += lost >> house * self.size + self.digit[own.bit_length() - 1] & 1
            least = max(least, count)
        return least

    def _ways(self, changed: int, placed: int, lost: int, closed: list[int]) -> list[tuple[int, int]]:
        """The demand with the fewest ways to meet it: each a cell and its digit."""
        left = self.most - changed.bit_count()
        waiting = changed & ~placed
        usable = ~placed if left else waiting
        best: list[tuple[int, int]] | None = None

        def fits(cell: int, digit: int) -> bool:
            return ((self.at[digit] & self.near[cell] | 1 << cell) & ~changed).bit_count() <= left

        for bit in bits_in(lost):
            house, digit = divmod(bit, self.size)
            places = self.houses[house] & usable & ~closed[digit]
            ways = [(cell, digit) for cell in cells_in(places) if fits(cell, digit)]
            if best is None or len(ways) < len(best):
                best = ways
                if len(best) < 2:
                    return best
        for cell in cells_in(waiting):
            digits = [digit for digit in range(self.size) if not closed[digit] >> cell & 1]
            ways = [(cell, digit) for digit in digits if fits(cell, digit)]
            if best is None or len(ways) < len(best):
                best = ways
        return best or []


def _layers(houses: list[int]) -> list[list[int]]:
    """The numbers of the houses in groups that share no cell: on most boards rows, columns and boxes."""
    layers: list[list[int]] = []
    for number, house in enumerate(houses):
        for layer in layers:
            if not any(house & houses[other] for other in layer):
                layer.append(number)
                break
        else:
            layers.append([number])
    return layers


def is_single(board: int) -> bool:
    return board != 0 and board & (board - 1) == 0
