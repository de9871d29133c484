"""The position that finders look at: values, candidates by cell and by digit, kept in step with each other.

It changes as steps are applied (inside the solving loop, nowhere else); a finder only reads it.

    masks[cell]      the digits a cell can still take; 0 for a filled cell
    boards[digit]    the cells that can still take a digit, as a bitboard; boards[0] is unused. Digits are counted from
                     1, whatever they are (`Layout.entries`)
    memo             what finders have worked out about this very position: links, almost locked sets …

Singles are noted as they arise, so that the solving loop need not look for them: whenever a candidate goes,
its cell may be left with one candidate (naked), or a full house of its cell with one place for the digit (hidden).
They are taken in that order. A position that was not played move by move is treated as if its values had been
written in reading order, and the missing candidates struck out then.

                            placed: 5 in r1c1
    r2c3  5 8   →  8            naked: r2c3
    row 4 5 in c1 or c7  →  c7  hidden: 5 in r4c7
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, wraps
from operator import or_
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from nonet.arguments import clear_type_errors
from nonet.bitsets import board_of, cells_in, digits_in, union
from nonet.candidates import Candidates
from nonet.errors import expect
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.step import Candidate, Evidence, Step, Truth

if TYPE_CHECKING:
    from nonet.dimensions import House
    from nonet.rules.base import Rule

T = TypeVar("T")
P = ParamSpec("P")


class RuleLinks(NamedTuple):
    """What rules give to chains: the candidates that a candidate excludes, each with the rule by which it does; and by
    digit and bitboard the two cells of a rule of which one holds the digit.
    """

    weak: dict[Candidate, dict[Candidate, Rule]]
    truths: dict[tuple[int, int], Truth]


NO_LINKS = RuleLinks({}, {})


class Position:
    """A board in the middle of being solved.

    >>> position = Position.of([5, 3, 0, 0, 7] + [0] * 76)
    >>> position.place(80, 5)
    >>> bin(position.masks[8]).count("1"), position.is_solved
    (6, False)
    """

    @clear_type_errors
    def __init__(
        self, layout: Layout, values: list[int], masks: list[int], givens: int, rules: tuple[Rule, ...] = ()
    ) -> None:
        expect(layout, Layout, "layout")
        self.layout, self.rules = _with_houses(layout, rules) if rules else (layout, ())
        layout = self.layout
        self._apart = apart(layout, self.rules)
        self.values = values
        self.masks = masks
        self.givens = givens
        self.ruled_out: tuple[int, ...] = ()
        self.boards = [0] * (layout.size + 1)
        self.unsolved = 0
        self.memo: dict[Any, Any] = {}
        self.rule_links = NO_LINKS  # others where chains may use rules: see `nonet.logic.variants.links`
        self._changes: list[int] = []  # for each move the cells that it changed
        self._waiting: dict[str, tuple[int, int]] = {}  # after how many moves, and what was to be looked at
        self._noting = False  # whether the four below are kept: singles in the order in which they arose
        self._stuck = False
        self._full = 0
        self._naked: deque[int] = deque()
        self._hidden: deque[Candidate] = deque()
        boards = self.boards
        for cell, mask in enumerate(masks):
            bit = 1 << cell
            if not values[cell]:
                self.unsolved |= bit
            for digit in digits_in(mask):
                boards[digit] |= bit

    @staticmethod
    def of(puzzle: PuzzleLike, candidates: Candidates | None = None) -> Position:
        """The start: givens, and the candidates the rules leave; or, later on, the position with these candidates."""
        puzzle = as_puzzle(puzzle)
        if candidates is not None:
            position = Position.at(candidates, givens=puzzle.givens, rules=puzzle.rules)
            position.ruled_out = puzzle.ruled_out
            return position
        position = Position._empty(puzzle.layout, puzzle.rules)
        for cell, value in enumerate(puzzle.givens.entries):
            if value:
                position.place(cell, value)
                position.givens |= 1 << cell
        for cell, mask in enumerate(puzzle.ruled_out):
            for digit in digits_in(mask):
                position.eliminate(cell, digit)
        position.ruled_out = puzzle.ruled_out
        position._know_labels()
        return position

    @staticmethod
    @clear_type_errors
    def at(candidates: Candidates, *, givens: Grid | None = None, rules: tuple[Rule, ...] = ()) -> Position:
        """Any position; `givens` tells which values came with the puzzle (all of them by default)."""
        expect(candidates, Candidates, "candidates")
        board = board_of(cell for cell, entry in enumerate((givens or candidates.grid).entries) if entry)
        values, masks = list(candidates.grid.entries), list(candidates.masks)
        position = Position(candidates.layout, values, masks, board, rules)
        if rules:
            for cell, value in enumerate(values):
                for other in cells_in(position.sees(cell) & position.boards[value]) if value else ():
                    position.eliminate(other, value)
        position._know_labels()
        return position

    def _know_labels(self) -> None:
        """Takes out what labels of cells, which players do not see, never are."""
        for cell, mask in _not_labels(self.layout, self.rules):
            for digit in digits_in(mask & self.masks[cell]):
                self.eliminate(cell, digit)

    @staticmethod
    def _empty(layout: Layout, rules: tuple[Rule, ...] = ()) -> Position:
        position = Position(layout, [0] * layout.cell_count, [0] * layout.cell_count, 0, rules)
        position.masks = [layout.all_digits] * layout.cell_count
        position.boards = [0] + [(1 << layout.cell_count) - 1] * layout.size
        position._noting = True
        return position

    def copy(self, *, apart: bool = True) -> Position:
        """An independent copy. Without `apart`, placing a digit takes it from peers alone, whatever the rules say."""
        position = Position.__new__(Position)
        for name, value in vars(self).items():
            setattr(position, name, value.copy() if isinstance(value, list | deque | dict) else value)
        position.memo = {}
        if not apart:
            position._apart = ()
        return position

    def candidates(self) -> Candidates:
        """The candidates as an immutable value."""
        found = Candidates(Grid(self.layout, bytes(self.values)), tuple(self.masks))
        vars(found)["boards"] = tuple(self.boards)  # so that nobody computes them again
        return found

    @property
    def is_solved(self) -> bool:
        """No cell is empty."""
        return not self.unsolved

    @property
    def swappable(self) -> bool:
        """Whether two digits of a solution could be exchanged where every house allows it; rules, and candidates that
        the puzzle rules out, may forbid that.
        """
        return not self.rules and not self.ruled_out

    def has(self, candidate: Candidate) -> bool:
        """Whether the cell can still take the digit."""
        cell, digit = candidate
        return bool(self.masks[cell] >> (digit - 1) & 1)

    def held(self, cell: int) -> int:
        """The candidates of a cell, or its digit; nothing if it has lost them all."""
        return self.masks[cell] or 1 << self.values[cell] >> 1

    @clear_type_errors
    def state(self, cells: Iterable[int]) -> tuple[int, ...]:
        """The same of several cells."""
        return tuple([self.held(cell) for cell in cells])

    @clear_type_errors
    def among(self, cells: Iterable[int], digits: int) -> tuple[Candidate, ...]:
        """The candidates of these cells that are among these digits."""
        masks = self.masks
        return tuple([(cell, digit) for cell in cells for digit in digits_in(masks[cell] & digits)])

    def sees(self, cell: int) -> int:
        """The bitboard of the cells that cannot hold the same digit: the peers, and what rules keep apart."""
        peers = self.layout.peer_boards[cell]
        return peers | self._apart[cell] if self._apart else peers

    def sighted(self) -> Position | None:
        """The same position where cells that rules keep apart are peers; None if there are none.

        What finders make of it is for `named_rules`: their evidence does not say which rules they use.
        """
        return self.remembered("sighted", Position.without_rules) if self._apart else None

    def without_rules(self) -> Position:
        """A copy where cells that rules keep apart are peers, and nothing else is known of the rules."""
        position = self.copy(apart=False)
        if self._apart:
            position.layout = self.layout.with_apart(self._apart)
        position.rules = ()
        position._noting = False
        return position

    def remembered(self, key: Any, compute: Callable[[Position], T]) -> T:
        """What `compute` says of this position, computed once and shared by all finders."""
        if key not in self.memo:
            self.memo[key] = compute(self)
        result: T = self.memo[key]
        return result

    def waiting(self, what: str, watching: Sequence[int], among: int = -1) -> int:
        """What to look at again, as bits: what was left `waiting`, and what watches a cell that has changed since.

        `watching` has for each cell the bits of what depends on it; `among` are the cells that count.
        """
        moves, bits = self._waiting.get(what, (-1, 0))
        if moves < 0:
            return union(watching)
        changed = union(self._changes[moves:]) & among
        return bits | union(watching[cell] for cell in cells_in(changed))

    def leave_waiting(self, what: str, bits: int) -> None:
        """Notes what is still to be looked at; all else has nothing to say until a cell changes."""
        self._waiting[what] = len(self._changes), bits

    # -- moves --------------------------------------------------------------------------------------------

    def place(self, cell: int, digit: int) -> None:
        """Puts the digit into the cell and takes it from the cells that see it."""
        self._place(cell, digit)
        for other in cells_in(self._apart[cell] & self.boards[digit]) if self._apart else ():
            self.eliminate(other, digit)

    def _place(self, cell: int, digit: int) -> None:
        bit = 1 << cell
        masks, boards = self.masks, self.boards
        own = masks[cell]
        masks[cell] = 0
        self.values[cell] = digit
        self.unsolved &= ~bit
        self.memo.clear()
        off = 1 << (digit - 1)
        board = boards[digit]
        seen = board & self.layout.peer_boards[cell]
        self._changes.append(seen | bit)
        if not self._noting:
            boards[digit] = board & ~seen & ~bit
            for peer in cells_in(seen):
                masks[peer] ^= off
            for other in digits_in(own & ~off):
                boards[other] ^= bit
            return

        # The same again, and each candidate that goes is checked for what it leaves behind. Houses of the
        # cell itself have got their digit: only the other houses of its peers count.
        beside, here = _tables(self.layout)
        others = beside[cell]
        for peer in cells_in(seen):
            board ^= 1 << peer
            left = masks[peer] = masks[peer] ^ off
            if not left & (left - 1):
                self._found_naked(peer, left)
            for house in others[peer]:
                rest = board & house
                if not rest & (rest - 1):
                    self._found_hidden(rest, digit)
        boards[digit] = board & ~bit
        houses = here[cell]
        for other in digits_in(own & ~off):
            board = boards[other] = boards[other] ^ bit
            for house in houses:
                rest = board & house
                if not rest & (rest - 1):
                    self._found_hidden(rest, other)
        unsolved = self.unsolved
        self._full &= ~bit
        for house in houses:
            rest = unsolved & house
            if not rest & (rest - 1):
                self._full |= rest

    def eliminate(self, cell: int, digit: int) -> None:
        """Takes a candidate out."""
        off = 1 << (digit - 1)
        left = self.masks[cell]
        if not left & off:
            return
        left ^= off
        self.masks[cell] = left
        self._changes.append(1 << cell)
        board = self.boards[digit] = self.boards[digit] & ~(1 << cell)
        self.memo.clear()
        if self._noting:
            if not left & (left - 1):
                self._found_naked(cell, left)
            for house in _tables(self.layout)[1][cell]:
                rest = board & house
                if not rest & (rest - 1):
                    self._found_hidden(rest, digit)

    def _found_naked(self, cell: int, left: int) -> None:
        """Notes a cell that has one candidate left, or none."""
        if left:
            self._naked.append(cell)
        else:
            self._stuck = True

    def _found_hidden(self, places: int, digit: int) -> None:
        """Notes that a digit has one place left in a house, or none."""
        if places:
            self._hidden.append((places.bit_length() - 1, digit))
        else:
            self._stuck = True

    @clear_type_errors
    def apply(self, step: Step) -> None:
        """Does what the step says. Where it puts a digit into two cells of a house, there is none left for the second:
        a dead end.
        """
        for cell, digit in step.eliminations:
            self.eliminate(cell, digit)
        for cell, digit in step.placements:
            if self.has((cell, digit)):
                self.place(cell, digit)
            for other in digits_in(self.masks[cell]):
                self.eliminate(cell, other)

    @clear_type_errors
    def steps(self, find: Callable[[Position], Step | None]) -> Iterator[Step]:
        """What `find` finds, step by step to the end; each step is taken when the next one is asked for."""
        while self.unsolved and (step := find(self)) is not None:
            yield step
            self.apply(step)

    def dead_end(self) -> Truth | None:
        """A cell without a candidate, or a house without a place for a digit it lacks."""
        for cell in cells_in(self.unsolved & ~union(self.boards)):
            return Truth(cell=cell)
        filled = grouped((value, cell) for cell, value in enumerate(self.values))
        places = [(d, self.boards[d] | board_of(filled.get(d, ()))) for d in self.layout.entries]
        for number, house in enumerate(self.layout.place_boards):
            for digit, board in places:
                if not board & house and house:
                    return Truth(house=number, digit=digit)
        return None

    # -- singles, in the order in which they arose --------------------------------------------------------

    @property
    def is_stuck(self) -> bool:
        """Whether a cell or a digit has lost its last place: then there is a `dead_end`."""
        if not self._noting:
            self._note()
        return self._stuck

    @property
    def last_cells(self) -> int:
        """The bitboard of the cells that are the only open one of a house."""
        if not self._noting:
            self._note()
        return self._full

    @property
    def naked(self) -> deque[int]:
        """The cells with one candidate, first come first; some may have been filled since."""
        if not self._noting:
            self._note()
        queue, values = self._naked, self.values
        while queue and values[queue[0]]:
            queue.popleft()
        return queue

    @property
    def hidden(self) -> deque[Candidate]:
        """The only places of a digit in a house, first come first; some may have been filled since."""
        if not self._noting:
            self._note()
        queue, values = self._hidden, self.values
        while queue and values[queue[0][0]]:
            queue.popleft()
        return queue

    def _note(self) -> None:
        """Starts to note singles: those that are there, as if the board had been filled in reading order."""
        played = Position._empty(self.layout)
        for cell, value in enumerate(self.values):
            if value:
                played.place(cell, value)
        for cell, mask in enumerate(self.masks):
            for digit in digits_in(played.masks[cell] & ~mask):
                played.eliminate(cell, digit)
        self._full, self._naked, self._hidden = played._full, played._naked, played._hidden
        self._stuck = played._stuck
        self._noting = True


def remembered(compute: Callable[Concatenate[Position, P], T]) -> Callable[Concatenate[Position, P], T]:
    """A decorator for what finders share: computed once for each position (and further arguments)."""

    @wraps(compute)
    def look_up(position: Position, /, *arguments: P.args, **keywords: P.kwargs) -> T:
        key = (compute, *arguments)
        return position.remembered(key, lambda position: compute(position, *arguments, **keywords))

    return look_up


PositionLike: TypeAlias = Position | Candidates | PuzzleLike


def as_position(given: PositionLike) -> Position:
    """The position itself, the one with these candidates, or the start of a puzzle.

    >>> start = as_position("12.. .... .... ....")
    >>> as_position(start.candidates()).masks == start.masks
    True
    """
    if isinstance(given, Position):
        return given
    return Position.at(given) if isinstance(given, Candidates) else Position.of(given)


@lru_cache(maxsize=4096)
def apart(layout: Layout, rules: tuple[Rule, ...]) -> tuple[int, ...]:
    """For each cell the bitboard of the cells that a rule keeps from holding the same digit, and that are not peers.

    Empty if there are none. Killer cages keep their cells apart, and so do anti-knight and many lines.
    """
    if not rules:
        return ()
    from nonet.rules.base import compiled
    from nonet.rules.primitives import Different, Pair, Sets

    boards = [0] * layout.cell_count
    for rule in rules:
        for part in compiled(rule, layout):
            if isinstance(part, Pair):
                if any(allowed >> digit & 1 for digit, allowed in enumerate(part.table)):
                    continue
            elif not isinstance(part, Sets) and not (
                isinstance(part, Different) and part.digits & layout.all_digits == layout.all_digits
            ):
                continue
            whole = board_of(part.cells)
            for cell in part.cells:
                boards[cell] |= whole & ~(1 << cell)
    others = tuple(board & ~layout.peer_boards[cell] for cell, board in enumerate(boards))
    return others if any(others) else ()


@lru_cache(maxsize=256)
def apart_by_rule(layout: Layout, rules: tuple[Rule, ...]) -> tuple[tuple[Rule, tuple[int, ...]], ...]:
    """The rules that keep cells apart, and what `apart` says of each alone."""
    return tuple((rule, boards) for rule in rules if (boards := apart(layout, (rule,))))


@lru_cache(maxsize=4096)
def _not_labels(layout: Layout, rules: tuple[Rule, ...]) -> tuple[tuple[int, int], ...]:
    """For labels beside the board the digits that they never are."""
    labels = layout.label_cells
    if not labels:
        return ()
    from nonet.rules.base import compiled
    from nonet.rules.primitives import Among

    parts = (part for rule in rules for part in compiled(rule, layout) if isinstance(part, Among))
    return tuple((part.cell, layout.all_digits & ~part.digits) for part in parts if part.cell in labels)


class _HashedRules(tuple["Rule", ...]):
    """Rules whose hash is computed once: what is remembered about the rules of a puzzle is looked up at every step."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._hash = super().__hash__()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return _HashedRules, (tuple(self),)  # hashes differ from process to process


@lru_cache(maxsize=256)
def _with_houses(layout: Layout, rules: tuple[Rule, ...]) -> tuple[Layout, tuple[Rule, ...]]:
    """The board with the rules that are houses as such, and the other rules, taken apart."""
    from nonet.rules.generic import taken_apart

    houses: list[House] = []
    others: list[Rule] = []
    for rule in taken_apart(rules):
        found = rule.as_houses(layout)
        first = sum(house.kind is rule.house_kind for house in (*layout.houses, *houses))
        houses += (replace(house, index=first + number) for number, house in enumerate(found))
        if not found:
            others.append(rule)
    return layout.with_houses(houses), _HashedRules(others)


@lru_cache(maxsize=4096)
def sight(layout: Layout, rules: tuple[Rule, ...]) -> tuple[int, ...]:
    """For each cell the bitboard of its peers and of the cells that these rules keep apart from it."""
    return tuple(map(or_, layout.peer_boards, apart(layout, rules) or layout.peer_boards))


@lru_cache(maxsize=64)
def _tables(layout: Layout) -> tuple[tuple[dict[int, tuple[int, ...]], ...], tuple[tuple[int, ...], ...]]:
    """For each cell, by peer, the boards of the peer's full houses that the cell is not in; and its own."""
    own = tuple(
        tuple(board for house in numbers if (board := layout.place_boards[house]))
        for numbers in layout.houses_at
    )
    beside = tuple(
        {peer: tuple(board for board in own[peer] if not board >> cell & 1) for peer in layout.peers[cell]}
        for cell in range(layout.cell_count)
    )
    return beside, own


def named_cells(step: Step, layout: Layout) -> set[int]:
    """The cells that a step and its evidence name."""
    evidence = step.evidence
    cells = {cell for cell, _ in (*step.placements, *step.eliminations)}
    cells.update(cell for role in evidence.roles for cell in role.cells)
    for link in evidence.all_links:
        cells.update((*link.start.cells, *link.start.set_cells, *link.end.cells, *link.end.set_cells))
    for truth in evidence.truths:
        if truth.cell is not None:
            cells.add(truth.cell)
        elif truth.house is not None:
            cells.update(layout.houses[truth.house].cells)
    return cells


def looked_at(evidence: Evidence, layout: Layout) -> set[Candidate]:
    """The candidates whose absence the evidence may rest on."""
    cells = {cell for equation in evidence.equations for cell in equation.cells}
    cells |= {cell for rule in (*evidence.rules, *evidence.linking_rules) for cell in rule.affected(layout)}
    cells |= {truth.cell for truth in evidence.truths if truth.cell is not None}
    found = {(cell, digit) for cell in cells for digit in layout.entries}
    for truth in evidence.truths:
        if truth.house is not None and truth.digit is not None:
            found |= {(cell, truth.digit) for cell in layout.houses[truth.house].cells}
    return found
