"""Suppose a candidate, and place every single that follows, again and again: the engine of nets.

All candidates of a board are one integer, digit by digit, cell by cell: candidate (cell, digit) is the bit
(digit - 1) * cells + cell. All houses of a kind are then looked at in one go. For the rows, say, the columns
are laid on top of each other:

    possible        1 0 1 0 | 0 1 0 0 | …          one row after the other
    shifted by 0    1 . . . | 0 . . . | …          bits at the head of each row alone
    shifted by 1    0 . . . | 1 . . . | …
    shifted by 2    1 . . . | 0 . . . | …
                    ───────────────────
    seen once       1         1
    seen twice      1         0                    so row 2 has one place: a hidden single

Filled cells take part with the one candidate they hold. Houses that do not repeat in such a pattern are
looked at one by one.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from copy import copy
from functools import cached_property, lru_cache
from itertools import count
from typing import NamedTuple

from nonet.bitsets import bits_in, board_of, union
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.limits import check_time
from nonet.logic.position import Position, remembered
from nonet.native import kernel
from nonet.step import Candidate, Truth


class Ground:
    """The tables of a layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.cells = layout.cell_count
        self.size = layout.size
        self.excluded = self._excluded()
        cells, digits = self.cells, range(self.size)
        # kinds of sets that repeat: anchors (one bit for each set), and the shifts from there to the members
        self.kinds: list[tuple[int, tuple[int, ...], int]] = []
        self._kind((1 << cells) - 1, tuple(digit * cells for digit in digits))
        self.odd: list[int] = []
        for houses in grouped((house.kind, house) for house in layout.full_houses).values():
            shifts = {tuple(cell - house.cells[0] for cell in house.cells) for house in houses}
            if len(shifts) == 1:
                self._kind(self._for_all_digits([house.cells[0] for house in houses]), shifts.pop())
                continue
            self.odd += [board_of(house.cells) << digit * cells for house in houses for digit in digits]

    def _for_all_digits(self, cells: Iterable[int]) -> int:
        board = board_of(cells)
        return union(board << digit * self.cells for digit in range(self.size))

    def _kind(self, anchors: int, shifts: tuple[int, ...]) -> None:
        self.kinds.append((anchors, shifts, sum(1 << shift for shift in shifts)))

    def _excluded(self) -> list[int]:
        """For each candidate the others, with those it excludes taken out."""
        cells, size = self.cells, self.size
        everything = (1 << cells * size) - 1
        columns = [self.of_cell(cell) for cell in range(cells)]
        return [
            everything & ~(columns[cell] | peers << digit * cells) | 1 << digit * cells + cell
            for digit in range(size)
            for cell, peers in enumerate(self.layout.peer_boards)
        ]

    def of_cell(self, cell: int) -> int:
        """All candidates of a cell."""
        return self._for_all_digits([cell])

    def bit(self, candidate: Candidate) -> int:
        """The place of a candidate."""
        cell, digit = candidate
        return (digit - 1) * self.cells + cell

    def candidate(self, bit: int) -> Candidate:
        """The candidate of a place."""
        return bit % self.cells, bit // self.cells + 1

    def start(self, position: Position) -> tuple[int, int]:
        """All candidates of a position (a filled cell holds one), and those of them that are placed."""
        boards = enumerate(position.boards[1:])
        possible = union(board << digit * self.cells for digit, board in boards)
        placed = board_of(self.bit(filled) for filled in enumerate(position.values) if filled[1])
        return possible | placed, placed

    def singles(self, possible: int) -> tuple[int, bool]:
        """What is alone in its cell, or the only place of its digit in a house; and whether some set is empty."""
        singles, is_empty = 0, False
        for anchors, shifts, spread in self.kinds:
            once = twice = 0
            for shift in shifts:
                here = possible >> shift & anchors
                twice |= once & here
                once |= here
            is_empty = is_empty or once != anchors
            if alone := once ^ twice:
                singles |= alone * spread & possible
        for mask in self.odd:
            here = possible & mask
            if not here & (here - 1):
                is_empty = is_empty or not here
                singles |= here
        return singles, is_empty

    def suppose(
        self, possible: int, placed: int, bit: int, *, on: bool = True, rounds: int | None = None
    ) -> tuple[int, int]:
        """What follows from a candidate that is supposed true, or false: see `settle`."""
        if on:
            return self.settle(possible & self.excluded[bit], placed | 1 << bit, rounds)
        return self.settle(possible & ~(1 << bit), placed, rounds)

    def settle(self, possible: int, placed: int, rounds: int | None = None) -> tuple[int, int]:
        """Places singles for `rounds` rounds, also after a failure, as HoDoKu does; without a number until none is left
        or that fails. The candidates left are -1 if it fails.
        """
        check_time()
        if kernel is not None:
            return self._settle_compiled(possible, placed, -1 if rounds is None else rounds)
        excluded = self.excluded
        fails = False
        for _ in count() if rounds is None else range(rounds):
            singles, is_empty = self.singles(possible)
            fails = fails or is_empty
            new = singles & ~placed
            if not new or (fails and rounds is None):
                break
            placed |= new
            for bit in bits_in(new):
                possible &= excluded[bit]
            fails = fails or bool(placed & ~possible)
        return -1 if fails else possible, placed

    def _settle_compiled(self, possible: int, placed: int, rounds: int) -> tuple[int, int]:
        assert kernel is not None
        rows = possible.to_bytes(self._row, "little"), placed.to_bytes(self._row, "little")
        left, now = kernel.ground_settle(self._compiled, *rows, rounds)
        return -1 if left is None else int.from_bytes(left, "little"), int.from_bytes(now, "little")

    @cached_property
    def _row(self) -> int:
        """The bytes of a set of candidates in the kernel."""
        return -(-self.cells * self.size // 64) * 8

    @cached_property
    def _compiled(self) -> object:
        assert kernel is not None
        truths, first, excluded = array("H"), array("I", [0]), array("H")
        for anchors, shifts, _ in self.kinds:
            truths.extend(anchor + shift for anchor in bits_in(anchors) for shift in shifts)
        for mask in self.odd:
            truths.extend(bits_in(mask))
        everything = (1 << self.cells * self.size) - 1
        for others in self.excluded:
            excluded.extend(bits_in(everything & ~others))
            first.append(len(excluded))
        return kernel.ground(self.size, truths, first, excluded)


@lru_cache(maxsize=16)
def ground_of(layout: Layout) -> Ground:
    """The tables of a layout, made once."""
    return Ground(layout)


class Cone(NamedTuple):
    """Why something follows: the truths used, each with what it placed, causes first; what was supposed."""

    inferences: list[tuple[Truth, int | None]]
    supposed: set[int]


class Net:
    """What follows from supposing candidates true (or one false), with the reason for everything.

    `why[bit]` is the truth by which a candidate was placed (None for a supposition), `gone[bit]` what took a
    candidate out: the placed candidate that excludes it, or a truth all of whose places left exclude it
    (locked candidates). Singles go first, round by round, so that reasons are short; locks where singles end.
    """

    def __init__(self, position: Position) -> None:
        self.ground = ground_of(position.layout)
        self.truths = truths_of(position)
        self.initial, self.placed = self.ground.start(position)
        self.possible = self.initial
        self.why: dict[int, Truth | None] = {}
        self.stage: dict[int, int] = {}  # for each placed candidate the number of suppositions made before it
        self.gone: dict[int, int | tuple[Truth, int]] = {}
        self.fails: Truth | None = None  # a truth that has lost all its candidates
        self.false: int | None = None
        self.suppositions = 0
        self.uses_locks = False

    def supposing(self, bit: int) -> Net:
        """A net of its own in which one more candidate is supposed, with the singles that follow."""
        net = copy(self)
        net.why, net.stage, net.gone = self.why.copy(), self.stage.copy(), self.gone.copy()
        net.suppose(bit)
        net.run(locks=False)
        return net

    def suppose(self, bit: int, *, on: bool = True) -> None:
        """Supposes a candidate true, or false."""
        self.suppositions += 1
        if on:
            self._place(bit, None)
        else:
            self.false = bit
            self.possible &= ~(1 << bit)

    def _place(self, bit: int, truth: Truth | None) -> None:
        self.why[bit] = truth
        self.stage[bit] = self.suppositions
        self.placed |= 1 << bit
        out = self.possible & ~self.ground.excluded[bit]
        self.possible &= ~out
        self.gone.update(dict.fromkeys(bits_in(out), bit))

    def run(self, target: int | None = None, *, on: bool = True, locks: bool = True) -> bool:
        """Goes on until some truth fails, or the target is placed (or taken out); says whether that came."""
        while True:
            if target is not None and (self.placed if on else ~self.possible) >> target & 1:
                return True
            new: dict[int, Truth] = {}
            possible, placed = self.possible, self.placed
            for truth, mask in self.truths:
                left = possible & mask
                if not left & (left - 1):
                    if not left:
                        self.fails = truth
                        return True
                    if not left & placed:
                        new.setdefault(left.bit_length() - 1, truth)
            for bit, truth in new.items():
                if self.possible >> bit & 1:
                    self._place(bit, truth)
            if not new and not (locks and self._lock()):
                return False

    def _lock(self) -> bool:
        """Takes out what every place that a truth has left excludes."""
        excluded = self.ground.excluded
        for truth, mask in self.truths:
            left = self.possible & mask
            if left & self.placed:
                continue
            out = self.possible & ~left
            for bit in bits_in(left):
                out &= ~excluded[bit]
            if out:
                self.uses_locks = True
                self.possible &= ~out
                self.gone.update(dict.fromkeys(bits_in(out), (truth, left)))
                return True
        return False

    def cone(self, target: int | None = None, *, on: bool = True) -> Cone:
        """What leads to the failure (or else to the target)."""
        tracer = _Tracer(self)
        if self.fails is not None:
            tracer.spent(self.fails, 0)
            tracer.cone.inferences.append((self.fails, None))
        elif target is not None:
            (tracer.placed if on else tracer.out)(target)
        return tracer.cone

    def cone_of_losses(self, truth: Truth) -> Cone:
        """What leads to the loss of the candidates that a truth has lost."""
        tracer = _Tracer(self)
        tracer.spent(truth, self.possible)
        return tracer.cone

    def cone_of_lost(self, bits: Iterable[int]) -> Cone:
        """What leads to the loss of these candidates."""
        tracer = _Tracer(self)
        for bit in bits:
            tracer.out(bit)
        return tracer.cone


class _Tracer:
    """Follows reasons back to the suppositions."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.masks = dict(net.truths)
        self.cone = Cone([], set())
        self.seen: set[object] = set()

    def out(self, bit: int) -> None:
        """Why a candidate is gone."""
        if bit == self.net.false:
            self.cone.supposed.add(bit)
            return
        cause = self.net.gone.get(bit)
        if isinstance(cause, tuple):
            if cause not in self.seen:
                self.seen.add(cause)
                self.spent(*cause)
                self.cone.inferences.append((cause[0], None))
        elif cause is not None:
            self.placed(cause)

    def placed(self, bit: int) -> None:
        """Why a candidate is placed."""
        if bit in self.seen:
            return
        self.seen.add(bit)
        truth = self.net.why.get(bit)
        if truth is None:
            self.cone.supposed.add(bit)
        else:
            self.spent(truth, 1 << bit)
            self.cone.inferences.append((truth, bit))

    def spent(self, truth: Truth, left: int) -> None:
        """Why nothing else is left of a truth."""
        for bit in bits_in(self.masks[truth] & ~left):
            self.out(bit)


@remembered
def truths_of(position: Position) -> list[tuple[Truth, int]]:
    """Every truth that is not yet settled, with the places of its candidates; the tight ones first."""
    ground = ground_of(position.layout)
    possible, placed = ground.start(position)
    cells = (cell for cell, value in enumerate(position.values) if not value)
    open_truths = [(Truth(cell=cell), ground.of_cell(cell) & possible) for cell in cells]
    for house, board in enumerate(position.layout.place_boards):
        for digit in position.layout.entries if board else ():
            mask = board << (digit - 1) * ground.cells
            if not mask & placed:
                open_truths.append((Truth(house=house, digit=digit), mask & possible))
    return sorted(open_truths, key=lambda pair: pair[1].bit_count())
