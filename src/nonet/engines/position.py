"""A position of the `search` engine: which options are open, which needs unmet, and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

from nonet.candidates import cells_in
from nonet.engines.needs import Move, Needs
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.puzzle import Puzzle

__all__ = ["Position"]


class Position:
    """The open options of the unmet needs as one bitboard (drawn in `needs`), and the digits placed so far.

    A position changes as conclusions are drawn; `after` gives a new one.

    >>> from nonet.layout import Layout
    >>> mini = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> position = Position.of(mini)
    >>> position.unmet.bit_count(), position.propagate(), position.unmet
    (36, True, 0)
    >>> print(position.grid())
    2 1 3 4
    4 3 1 2
    1 2 4 3
    3 4 2 1
    """

    __slots__ = ("board", "claimed", "needs", "unmet", "values")

    def __init__(self, needs: Needs, board: int, unmet: int, values: bytearray, claimed: list[int]) -> None:
        self.needs = needs
        self.board = board
        """The open options of all unmet needs. Needs that are met have left it: it shrinks to 0."""
        self.unmet = unmet
        """The needs still to be met, one bit each."""
        self.values = values
        """The digits placed, cell by cell."""
        self.claimed = claimed
        """For each claim of `needs.claims`, the needs for which it has been made."""

    @staticmethod
    def of(puzzle: Puzzle) -> Position:
        """Where the search begins: the givens stand, nothing has been concluded."""
        needs = Needs.of(puzzle.layout)
        values = bytearray(puzzle.layout.cell_count)
        position = Position(needs, needs.full, needs.every, values, [0] * len(needs.claims))
        for cell, mask in enumerate(puzzle.ruled_out):
            position.rule_out((cell, digit) for digit in puzzle.layout.digits if mask >> digit - 1 & 1)
        for cell, digit in enumerate(puzzle.givens.values):
            if digit:
                if not position.is_open(cell, digit):
                    position.board = 0  # a given that is ruled out: dead from the start
                    break
                position.place(needs.move(cell, digit))
        return position

    def is_open(self, cell: int, digit: int) -> bool:
        """Whether the digit can still go to the cell."""
        return bool(self.board >> (digit - 1) * self.needs.count + cell & 1)

    def place(self, move: Move) -> None:
        """Places a digit."""
        self.board &= move.keep
        self.unmet &= move.rest
        self.values[move.cell] = move.digit

    def after(self, move: Move) -> Position:
        """Another position: this one with a digit placed."""
        values = self.values[:]
        values[move.cell] = move.digit
        return Position(self.needs, self.board & move.keep, self.unmet & move.rest, values, self.claimed[:])

    def copy(self) -> Position:
        """The same position once more."""
        return Position(self.needs, self.board, self.unmet, self.values[:], self.claimed[:])

    def rule_out(self, candidates: Iterable[tuple[int, int]]) -> None:
        """Closes candidates, given as (cell, digit)."""
        self.board &= self.needs.without(candidates)

    def grid(self) -> Grid:
        """The digits placed: a solution, once no need is unmet."""
        return Grid(self.needs.layout, bytes(self.values))

    # -- what follows ----------------------------------------------------------------------------------------

    def propagate(self) -> bool:
        """Places all singles and makes all claims, until nothing follows; False where the position is dead.

        One round looks at every need of every cell and house together. The board is folded like a strip of
        paper, its upper half onto its lower half, until one layer is left. What lies on what is remembered in
        two sums:

            open once      some option of the need is open          upper | lower
            open twice     two options or more are                  where both halves have one: upper & lower

        A need that is not even open once: the position is dead. Open once but not twice: a single, naked
        where the need is a cell's, hidden where it is a house's.
        """
        needs = self.needs
        columns, moves, folds = needs.columns, needs.moves, needs.folds
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
                        return False  # another single of this round has taken it
                    keep, rest, cell, digit = moves[option.bit_length()]
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
        """Makes every new claim of a house on another (locked candidates); False if there is none."""
        layers = self._layers()
        board, unmet, claimed = self.board, self.unmet, self.claimed
        news = False
        for number, (outside, needs) in enumerate(self.needs.claims):
            elsewhere = 0
            for rank in outside:
                elsewhere |= layers[rank]
            found = needs & unmet & ~elsewhere & ~claimed[number]
            if found:
                news = True
                claimed[number] |= found
                for need in cells_in(found):
                    board &= self.needs.claimed[number, 1 << need]
        self.board = board
        return news

    def _layers(self) -> list[int]:
        """The board, layer by layer."""
        board, count, every = self.board, self.needs.count, self.needs.every
        return [board >> shift & every for shift in range(0, count * self.needs.size, count)]

    def probe(self, tally: Tally) -> bool:
        """Tries each candidate and rules out those that leave a dead position, until none does.

        It costs some hundred nodes, and sees contradictions that are near, wherever on the board they are; a
        search may meet the same one again and again, under all the guesses made before. False where this
        position itself turns out to be dead.
        """
        if not self.propagate():
            return False
        since = 0  # candidates that were tried in vain since the last success
        candidates = [(cell, digit) for cell in range(len(self.values)) for digit in self.needs.layout.digits]
        for cell, digit in cycle(candidates):
            if since == len(candidates):
                return True
            since += 1
            if not self.is_open(cell, digit):
                continue
            tally.nodes += 1
            if not self.after(self.needs.move(cell, digit)).propagate():
                self.rule_out([(cell, digit)])
                since = 0
                if not self.propagate():
                    return False
        return True

    # -- where to branch -------------------------------------------------------------------------------------

    def options(self) -> list[Move]:
        """The options of the need that has fewest: one of these moves is right.

        Of needs with equally few options, a cell comes before a place in a house, and of cells the one with
        most unsolved peers: there a digit tells most.
        """
        layout = self.needs.layout
        fewest = self._fewest()
        need = fewest & -fewest
        most = -1
        for cell in cells_in(fewest & layout.all_cells):
            unsolved = (layout.peer_boards[cell] & self.unmet).bit_count()
            if unsolved > most:
                need, most = 1 << cell, unsolved
        return [self.needs.moves[bit + 1] for bit in cells_in(self.board & self.needs.columns[need])]

    def _fewest(self) -> int:
        """The unmet needs with fewest options, one bit each."""
        layers = self._layers()
        once = twice = thrice = 0
        for layer in layers:
            thrice |= twice & layer
            twice |= once & layer
            once |= layer
        if pairs := self.unmet & ~thrice:
            return pairs

        # No need has as few as two: count the options of all of them, in binary. counter[i] holds bit i of
        # each count.
        counter = [0] * self.needs.size.bit_length()
        for layer in layers:
            carry = layer
            for i, bits in enumerate(counter):
                counter[i] = bits ^ carry
                carry &= bits
        fewest = self.unmet
        for bits in reversed(counter):
            fewest = fewest & ~bits or fewest  # those without the high bit, if there are any
        return fewest
