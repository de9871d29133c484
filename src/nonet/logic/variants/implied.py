"""What any rule implies: what holds in every way to fill its cells.

A rule means its primitives (`nonet.rules.primitives`), and those can say of an unfinished board that they are broken.
That is enough to go through all ways to fill the cells of a rule with the candidates that are left; a candidate that
is in none of them goes. Rules of many cells are taken apart: each primitive is looked at on its own. Two small rules
that share cells or see each other are looked at together.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, islice

from nonet.bitsets import bits_in, board_of, cells_in, digits_in, groups_at
from nonet.candidates import Candidates
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position, apart, sight
from nonet.logic.variants.deduction import Sees, rules_between
from nonet.native import kernel
from nonet.rules.base import Rule, compiled
from nonet.rules.cages import Cage
from nonet.rules.primitives import Different, Primitive, encoded
from nonet.step import Candidate, Evidence, Role, RoleKind, Step

FEW = 4
"""So many empty cells can be taken in at a glance."""
MOST_JOINT = 6
"""The same for two rules together."""
MOST_CELLS = 24
"""Rules of more cells than this are looked at primitive by primitive, and primitives of more cells not at all."""
MOST_WAYS = 6
"""More ways to fill the cells of a rule than this are not listed."""
MOST_TRIED = 2_000
"""A search for a way gives up after trying this many digits; the candidate stays."""


def consequences(position: Position, options: Options) -> Iterator[Step]:
    """Candidates that no way to fill the cells of a rule uses, where these are few and can be seen at a glance."""
    return _consequences(position, "rule-consequence", FEW)


def wide_consequences(position: Position, options: Options) -> Iterator[Step]:
    """The same for more cells."""
    return _consequences(position, "wide-rule-consequence", MOST_CELLS)


def joint_consequences(position: Position, options: Options) -> Iterator[Step]:
    """The same for two rules that share cells or see each other, where the ways are so few that they can be listed."""
    return _consequences(position, "joint-consequence", MOST_JOINT, joint=True)


def _consequences(position: Position, key: str, most: int, *, joint: bool = False) -> Iterator[Step]:
    """By rules with at most so many empty cells; killer cages have techniques of their own."""
    every, watching = _watched(position.layout, position.rules, joint)
    waiting = position.waiting(key, watching)
    for number in bits_in(waiting):
        portion = every[number]
        is_open = (portion.board & position.unsolved).bit_count() <= most
        if is_open and (gone := portion.gone(position)):
            apart = portion.rules_between(position)
            rules = (*portion.rules, *apart)
            if not joint or every_way(rules, portion.cells, position.candidates(), MOST_WAYS) is not None:
                position.leave_waiting(key, waiting)
                evidence = Evidence((Role(RoleKind.BASE, portion.cells),), rules=portion.rules, apart=apart)
                yield Step(key, (), gone, evidence)
        waiting &= ~(1 << number)
    position.leave_waiting(key, 0)


def broken_rule(position: Position) -> Rule | None:
    """A rule that the digits on the board break."""
    every, watching = _watched(position.layout, position.rules, False)
    for number in bits_in(position.waiting("broken", watching, ~position.unsolved)):
        if any(part.broken(position.values) for part in every[number].parts):
            return every[number].rules[0]
    position.leave_waiting("broken", 0)
    return None


@lru_cache(maxsize=256)
def _watched(
    layout: Layout, rules: tuple[Rule, ...], joint: bool
) -> tuple[tuple[Portion, ...], tuple[int, ...]]:
    """The portions to look at, of one rule or of two, and for each cell which of them it is part of, as bits."""
    found = _joint(layout, rules) if joint else portions(layout, rules)
    every = tuple(
        each for each in found if not all(isinstance(rule, Cage) and rule.is_usual for rule in each.rules)
    )
    return every, groups_at(layout.cell_count, (portion.cells for portion in every))


@lru_cache(maxsize=256)
def portions(layout: Layout, rules: tuple[Rule, ...]) -> tuple[Portion, ...]:
    """The primitives of each rule: all at once, or one by one. Those that only keep cells apart say nothing more."""
    found: list[Portion] = []
    for rule in rules:
        parts = compiled(rule, layout)
        if len({cell for part in parts for cell in part.cells}) <= MOST_CELLS:
            found.append(Portion((rule,), layout, parts))
            continue
        found += [
            Portion((rule,), layout, (part,))
            for part in parts
            if len(part.cells) <= MOST_CELLS and not isinstance(part, Different)
        ]
    return tuple(found)


@lru_cache(maxsize=256)
def _joint(layout: Layout, rules: tuple[Rule, ...]) -> tuple[Portion, ...]:
    """Two small rules that share a cell, or of which several cells see each other."""
    small = [each for each in portions(layout, rules) if len(each.cells) <= MOST_JOINT]
    sees = sight(layout, rules)
    found: list[Portion] = []
    for one, other in combinations(small, 2):
        if one.rules == other.rules:
            continue
        near = sum(bool(sees[cell] & other.board) for cell in one.cells)
        if one.board & other.board or near > 1:
            found.append(Portion((*one.rules, *other.rules), layout, (*one.parts, *other.parts)))
    return tuple(found)


class Portion:
    """Primitives of a rule, or of two, that are looked at together."""

    def __init__(self, rules: tuple[Rule, ...], layout: Layout, parts: tuple[Primitive, ...]) -> None:
        self.rules, self.layout, self.parts = rules, layout, parts
        cells = dict.fromkeys(cell for part in parts for cell in part.cells)
        self.cells = tuple(sorted(cells, key=layout.label_cells.__contains__))  # labels come last
        self.board = board_of(self.cells)
        self._seen: tuple[int, ...] = ()  # of its cells, by all rules of the puzzle
        self._beside: bool | None = None  # whether other rules keep some of its cells apart
        self._plans: dict[tuple[int, ...], object] = {}
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[Candidate, ...]] = {}

    def rules_between(self, position: Position) -> tuple[Rule, ...]:
        """Other rules of the puzzle that keep its cells apart, without which less would follow."""
        if self._beside is None:
            boards = [apart(self.layout, (rule,)) for rule in position.rules if rule not in self.rules]
            self._beside = any(seen[cell] & self.board for seen in boards if seen for cell in self.cells)
        if not self._beside:
            return ()
        return rules_between(position, self.cells, partial(self.gone, position), own=self.rules)

    def gone(
        self, position: Position, sees: Sees | None = None, instead: Mapping[int, int] | None = None
    ) -> tuple[Candidate, ...]:
        """The candidates that are in no way; `sees` says which cells cannot hold the same digit as a cell. All rules of
        the puzzle count if it is left out.

        `instead` are other candidates for some of the cells: what if they had these?
        """
        masks, values, board, other = position.masks, position.values, self.board, instead or {}
        state = tuple([other.get(cell) or masks[cell] or -values[cell] for cell in self.cells])
        seen = self._seen if sees is None else tuple([sees(cell) & board for cell in self.cells])
        if not seen:
            seen = self._seen = tuple([position.sees(cell) & board for cell in self.cells])
        known = self._known.get((seen, state))
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            look = self._searched if kernel is None else self._asked
            known = self._known[seen, state] = look(seen, state)
        return known

    def _searched(self, seen: tuple[int, ...], state: tuple[int, ...]) -> tuple[Candidate, ...]:
        masks = {cell: each for cell, each in zip(self.cells, state, strict=True) if each >= 0}
        board = [0] * self.layout.cell_count
        for cell, each in zip(self.cells, state, strict=True):
            board[cell] = max(-each, 0)
        sees = dict(zip(self.cells, seen, strict=True)).__getitem__
        supported: set[Candidate] = set()
        gone = []
        for cell, mask in masks.items():
            others = sorted(masks.keys() - {cell}, key=lambda each: masks[each].bit_count())
            for digit in digits_in(mask):
                if (cell, digit) not in supported:
                    options = {cell: [digit], **{each: list(digits_in(masks[each])) for each in others}}
                    try:
                        way = next(_fillings(self.parts, options, sees, board), None)
                    except _TooMany:
                        continue  # the candidate stays
                    if way is None:
                        gone.append((cell, digit))
                    else:
                        supported.update((each, way[each]) for each in options)
        return tuple(gone)

    def _asked(self, seen: tuple[int, ...], state: tuple[int, ...]) -> tuple[Candidate, ...]:
        """The same by the kernel, on a board without houses where all other cells are filled."""
        assert kernel is not None
        allowed = array("I", [1]) * self.layout.cell_count
        for cell, each in zip(self.cells, state, strict=True):
            allowed[cell] = each if each >= 0 else 1 << (-each - 1)
        if seen not in self._plans:
            self._plans[seen] = self._plan(seen)
        possible = memoryview(kernel.rules_possible(self._plans[seen], allowed, MOST_TRIED)).cast("I")
        return tuple(
            [
                (cell, digit)
                for cell, each in zip(self.cells, state, strict=True)
                if each > 0
                for digit in digits_in(each & ~possible[cell])
            ]
        )

    def _plan(self, seen: tuple[int, ...]) -> object:
        """The primitives for the kernel, and that cells which see each other differ."""
        assert kernel is not None
        pairs = [
            Different((cell, other), self.layout.all_digits)
            for cell, board in zip(self.cells, seen, strict=True)
            for other in cells_in(board)
            if other > cell
        ]
        return kernel.rules_plan(_no_houses(self.layout), array("q", encoded((*self.parts, *pairs))))


_MOST_KNOWN = 20_000
"""How many answers a portion remembers."""


@lru_cache(maxsize=64)
def _no_houses(layout: Layout) -> object:
    assert kernel is not None
    return kernel.rules_board(layout.size, layout.cell_count, array("H"))


class _TooMany(Exception):
    """More digits were tried than `MOST_TRIED`."""


def _fillings(
    parts: Sequence[Primitive], options: Mapping[int, Iterable[int]], sees: Sees, board: Sequence[int]
) -> Iterator[list[int]]:
    """The board with cells filled in every way that breaks none of the primitives; cells are filled in this order."""
    order, values = tuple(options), list(board)
    own = [[part for part in parts if cell in part.cells] for cell in order]
    tried = 0

    def fill(place: int) -> Iterator[list[int]]:
        nonlocal tried
        if place == len(order):
            yield values.copy()
            return
        cell = order[place]
        for digit in options[cell]:
            tried += 1
            if tried > MOST_TRIED:
                raise _TooMany
            if all(values[other] != digit for other in cells_in(sees(cell))):
                values[cell] = digit
                if not any(part.broken(values) for part in own[place]):
                    yield from fill(place + 1)
                values[cell] = 0

    return fill(0)


def every_way(
    rules: Sequence[Rule], cells: tuple[int, ...], position: Candidates, limit: int
) -> list[tuple[int, ...]] | None:
    """All ways to fill the empty ones of some cells that break none of these rules, if there are no more than `limit`.

    A way is the digits of all the cells, in their order. None if there are more, or too many to try.
    """
    layout, values, board = position.layout, position.grid.entries, board_of(cells)
    if len(cells) > MOST_CELLS:
        return None
    seen = sight(layout, tuple(rules))  # rules that reach beyond the cells keep them apart, too
    inside = [part for rule in rules for part in compiled(rule, layout) if set(cells).issuperset(part.cells)]
    options = {cell: position.digits(cell) for cell in cells if not values[cell]}
    found = _fillings(inside, options, lambda cell: seen[cell] & board, values)
    try:
        ways = [tuple([way[cell] for cell in cells]) for way in islice(found, limit + 1)]
    except _TooMany:
        return None
    return ways if len(ways) <= limit else None
