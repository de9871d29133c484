"""A position of the `search` engine: which options are open, which needs unmet, and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

from nonet.bitsets import cells_in
from nonet.engines.base import check_supported
from nonet.engines.exact_cover import ExactCover, Placement
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.puzzle import Puzzle


class SearchPosition:
    """The open options of the unmet needs as one bitboard (drawn in `exact_cover`), and the digits placed so far.

    `place`, `rule_out` and `propagate` change a position; `after` makes a new one.

    >>> from nonet.layout import Layout
    >>> mini = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> position = SearchPosition.of(mini)
    >>> position.unmet.bit_count(), position.propagate(), position.unmet
    (36, True, 0)
    >>> print(position.grid())
    2 1 3 4
    4 3 1 2
    1 2 4 3
    3 4 2 1
    """

    __slots__ = ("board", "claimed", "cover", "unmet", "values")

    def __init__(
        self, cover: ExactCover, board: int, unmet: int, values: bytearray, claimed: list[int]
    ) -> None:
        self.cover = cover
        self.board = board
        """The open options of all unmet needs; 0 when all are met."""
        self.unmet = unmet
        """The needs still to be met, one bit each."""
        self.values = values
        """The digits placed, cell by cell."""
        self.claimed = claimed
        """For each claim of `cover.claims`, the needs for which it has been made."""

    @staticmethod
    def of(puzzle: Puzzle) -> SearchPosition:
        """The start of a search: the givens are placed, nothing has been deduced."""
        check_supported(puzzle, "search")
        cover = ExactCover.of(puzzle.layout)
        values = bytearray(puzzle.layout.cell_count)
        position = SearchPosition(cover, cover.full, cover.every, values, [0] * len(cover.claims))
        for cell, mask in enumerate(puzzle.ruled_out):
            position.rule_out((cell, digit) for digit in puzzle.layout.entries if mask >> digit - 1 & 1)
        for cell, digit in enumerate(puzzle.givens.entries):
            if digit:
                if not position.is_open(cell, digit):
                    position.board = 0  # the puzzle rules out its own given: dead from the start
                    break
                position.place(cover.placement(cell, digit))
        return position

    def is_open(self, cell: int, digit: int) -> bool:
        """Whether the digit can still go to the cell."""
        return bool(self.board >> (digit - 1) * self.cover.count + cell & 1)

    def place(self, placement: Placement) -> None:
        self.board &= placement.keep
        self.unmet &= placement.rest
        self.values[placement.cell] = placement.digit

    def after(self, placement: Placement) -> SearchPosition:
        """A new position: this one with a digit placed."""
        values = self.values[:]
        values[placement.cell] = placement.digit
        return SearchPosition(
            self.cover, self.board & placement.keep, self.unmet & placement.rest, values, self.claimed[:]
        )

    def copy(self) -> SearchPosition:
        return SearchPosition(self.cover, self.board, self.unmet, self.values[:], self.claimed[:])

    def rule_out(self, candidates: Iterable[tuple[int, int]]) -> None:
        """Closes candidates, given as (cell, digit)."""
        self.board &= self.cover.without(candidates)

    def grid(self) -> Grid:
        """The digits placed: a solution, once no need is unmet."""
        return Grid(self.cover.layout, bytes(self.values))

    # -- what follows ----------------------------------------------------------------------------------------

    def propagate(self) -> bool:
        """Places all singles and makes all claims, until nothing follows; False where the position is dead.

        Each round checks all needs at once. The board is folded like a strip of paper, its upper half onto its
        lower half, until one layer is left. Two masks record what overlaps:

            open once      some option of the need is open          upper | lower
            open twice     two options or more are                  where both halves have one: upper & lower

        A need that is not open once makes the position dead. Open once but not twice is a single: naked if it
        is the need of a cell, hidden if it is the need of a house.
        """
        cover = self.cover
        columns, placements, folds = cover.columns, cover.placements, cover.folds
        board, unmet, values = self.board, self.unmet, self.values
        while True:
            once, twice = board, 0
            for shift, mask in folds:
                upper, lower = once >> shift, once & mask
                twice = twice >> shift | twice & mask | upper & lower
                once = upper | lower
            if once != unmet:
                return False
            singles = unmet & ~twice
            if singles:
                while singles:
                    option = board & columns[singles & -singles]
                    if not option:
                        return False  # another single of this round has closed it
                    keep, rest, cell, digit = placements[option.bit_length()]
                    board &= keep
                    unmet &= rest
                    singles &= rest
                    values[cell] = digit
            else:
                self.board, self.unmet = board, unmet
                if not unmet or not self._make_claims():
                    return True
                board = self.board

    def _make_claims(self) -> bool:
        """Applies every new claim of a house on another (locked candidates); False if there is none."""
        layers = self._layers()
        board, unmet, claimed = self.board, self.unmet, self.claimed
        news = False
        for number, (outside, needs) in enumerate(self.cover.claims):
            elsewhere = 0
            for rank in outside:
                elsewhere |= layers[rank]
            found = needs & unmet & ~elsewhere & ~claimed[number]
            if found:
                news = True
                claimed[number] |= found
                for need in cells_in(found):
                    board &= self.cover.claimed[number, 1 << need]
        self.board = board
        return news

    def _layers(self) -> list[int]:
        """The board, layer by layer."""
        board, count, every = self.board, self.cover.count, self.cover.every
        return [board >> shift & every for shift in range(0, count * self.cover.size, count)]

    def probe(self, tally: Tally) -> bool:
        """Tries each candidate and rules out those that leave a dead position, until none does.

        It costs a few hundred nodes and finds shallow contradictions anywhere on the board, which a search might
        meet again and again below its guesses. False if this position itself turns out to be dead.
        """
        if not self.propagate():
            return False
        since = 0  # candidates tried since the last one that was ruled out
        candidates = [
            (cell, digit) for cell in range(len(self.values)) for digit in self.cover.layout.entries
        ]
        for cell, digit in cycle(candidates):
            if since == len(candidates):
                return True
            since += 1
            if not self.is_open(cell, digit):
                continue
            tally.visit()
            if not self.after(self.cover.placement(cell, digit)).propagate():
                tally.backtracks += 1
                self.rule_out([(cell, digit)])
                since = 0
                if not self.propagate():
                    return False
        return True

    # -- where to branch -------------------------------------------------------------------------------------

    def options(self) -> list[Placement]:
        """The options of the need with the fewest: one of these placements is right.

        On a tie, cells come before places in a house, and of cells the one with the most unsolved peers comes
        first, because its digit eliminates the most.
        """
        layout = self.cover.layout
        fewest = self._fewest()
        need = fewest & -fewest
        most = -1
        for cell in cells_in(fewest & layout.all_cells):
            unsolved = (layout.peer_boards[cell] & self.unmet).bit_count()
            if unsolved > most:
                need, most = 1 << cell, unsolved
        return [self.cover.placements[bit + 1] for bit in cells_in(self.board & self.cover.columns[need])]

    def _fewest(self) -> int:
        """The unmet needs with the fewest options, one bit each."""
        layers = self._layers()
        once = twice = thrice = 0
        for layer in layers:
            thrice |= twice & layer
            twice |= once & layer
            once |= layer
        if pairs := self.unmet & ~thrice:
            return pairs

        # No need has only two options: count the options of all needs in binary. counter[i] has bit i of each
        # count.
        counter = [0] * self.cover.size.bit_length()
        for layer in layers:
            carry = layer
            for i, bits in enumerate(counter):
                counter[i] = bits ^ carry
                carry &= bits
        fewest = self.unmet
        for bits in reversed(counter):
            fewest = fewest & ~bits or fewest  # those without the high bit, if there are any
        return fewest
