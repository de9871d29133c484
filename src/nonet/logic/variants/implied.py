"""What any rule implies: what holds in every way to fill its cells.

A rule means its primitives (`nonet.rules.primitives`), and those can say of an unfinished board that they are broken.
That is enough to go through all ways to fill the cells of a rule with the candidates that are left; a candidate that
is in none of them goes. Rules of many cells are taken apart: each primitive is looked at on its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial

from nonet.bitsets import digits_in
from nonet.candidates import Candidates
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.ways import Sees, rules_between
from nonet.rules.base import Rule, compiled
from nonet.rules.cages import Cage
from nonet.rules.primitives import Different, Primitive
from nonet.step import Candidate, Evidence, Role, RoleKind, Step

MOST_CELLS = 9
"""Rules of more cells than this are looked at primitive by primitive, and primitives of more cells not at all."""
MOST_TRIED = 2_000
"""A search for a way gives up after trying this many digits; the candidate stays."""


def consequences(position: Position, options: Options) -> Iterator[Step]:
    """Candidates that no way to fill the cells of a rule uses; killer cages have techniques of their own."""
    for rule in position.rules:
        if isinstance(rule, Cage) and rule.is_usual:
            continue
        for parts in _portions(rule, position.layout):
            if gone := _gone(position, parts, position.sees):
                labels = position.layout.label_cells
                cells = tuple(sorted(_cells(parts), key=labels.__contains__))  # labels come last
                apart = rules_between(position, cells, partial(_gone, position, parts), own=(rule,))
                evidence = Evidence((Role(RoleKind.BASE, cells),), rules=(rule,), apart=apart)
                yield Step("rule-consequence", (), gone, evidence)


def _cells(parts: Iterable[Primitive]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for part in parts for cell in part.cells))


@lru_cache(maxsize=4096)
def _portions(rule: Rule, layout: Layout) -> tuple[tuple[Primitive, ...], ...]:
    """The primitives of a rule: all at once, or one by one. Those that only keep cells apart say nothing more."""
    parts = compiled(rule, layout)
    cells = {cell for part in parts for cell in part.cells}
    if len(cells) <= MOST_CELLS:
        return (parts,)
    return tuple(
        (part,) for part in parts if len(part.cells) <= MOST_CELLS and not isinstance(part, Different)
    )


def _gone(position: Position, parts: tuple[Primitive, ...], sees: Sees) -> tuple[Candidate, ...]:
    """The candidates that are in no way; `sees` says which cells cannot hold the same digit as a cell."""
    cells = _cells(parts)
    state = tuple(position.masks[cell] or -position.values[cell] for cell in cells)
    return _candidates_gone(tuple(map(sees, cells)), position.layout.cell_count, parts, cells, state)


@lru_cache(maxsize=50_000)
def _candidates_gone(
    seen: tuple[int, ...],
    cell_count: int,
    parts: tuple[Primitive, ...],
    cells: tuple[int, ...],
    state: tuple[int, ...],
) -> tuple[Candidate, ...]:
    values = [0] * cell_count
    masks = {}
    for cell, each in zip(cells, state, strict=True):
        if each < 0:
            values[cell] = -each
        else:
            masks[cell] = each
    boards = dict(zip(cells, seen, strict=True))
    supported: set[Candidate] = set()
    gone = []
    for cell in masks:
        for digit in digits_in(masks[cell]):
            if (cell, digit) in supported:
                continue
            way = _WaySearch(parts, boards, masks, values).way(cell, digit)
            if way is None:
                gone.append((cell, digit))
            else:
                supported.update(way)
    return tuple(gone)


class _WaySearch:
    """Looks for one way to fill cells; gives up after a while, as if there were one."""

    def __init__(
        self, parts: Sequence[Primitive], boards: dict[int, int], masks: dict[int, int], values: list[int]
    ) -> None:
        self.parts, self.boards, self.masks = parts, boards, masks
        self.values = values.copy()
        self.tried = 0

    def way(self, cell: int, digit: int) -> list[tuple[int, int]] | None:
        """The digits of a way in which this cell has this digit; None if there is none."""
        rest = [other for other in self.masks if other != cell]
        if not self._put(cell, digit):
            return None
        found = self._fill(rest)
        if not found:
            return None
        return [(each, self.values[each]) for each in self.masks if self.values[each]]

    def _put(self, cell: int, digit: int) -> bool:
        board = self.boards[cell]
        if any(value == digit and board >> other & 1 for other, value in self._held()):
            return False
        self.values[cell] = digit
        if any(cell in part.cells and part.broken(self.values) for part in self.parts):
            self.values[cell] = 0
            return False
        return True

    def _held(self) -> Iterator[tuple[int, int]]:
        return ((cell, self.values[cell]) for cell in self.boards)

    def _fill(self, rest: list[int]) -> bool:
        if not rest:
            return True
        cell = min(rest, key=lambda each: self.masks[each].bit_count())
        others = [each for each in rest if each != cell]
        for digit in digits_in(self.masks[cell]):
            self.tried += 1
            if self.tried > MOST_TRIED:
                return True
            if self._put(cell, digit):
                if self._fill(others):
                    return True
                self.values[cell] = 0
        return False


def every_way(
    rules: Sequence[Rule], cells: tuple[int, ...], position: Candidates, limit: int
) -> list[tuple[int, ...]] | None:
    """All ways to fill the empty ones of some cells that break none of these rules, if there are no more than `limit`.

    A way is the digits of all the cells, in their order. None if there are more, or too many to try.
    """
    layout, board = position.layout, list(position.grid.entries)
    if len(cells) > MOST_CELLS:
        return None
    parts = {
        cell: [part for rule in rules for part in compiled(rule, layout) if cell in part.cells]
        for cell in cells
    }
    ways: list[tuple[int, ...]] = []
    tried = 0

    def fill(place: int) -> bool:
        nonlocal tried
        if place == len(cells):
            ways.append(tuple(board[cell] for cell in cells))
            return len(ways) <= limit
        cell = cells[place]
        if board[cell]:
            return fill(place + 1)
        for digit in position.digits(cell):
            tried += 1
            if tried > MOST_TRIED:
                return False
            if any(board[other] == digit and layout.peer_boards[cell] >> other & 1 for other in cells):
                continue
            board[cell] = digit
            if not any(part.broken(board) for part in parts[cell]) and not fill(place + 1):
                return False
            board[cell] = 0
        return True

    return ways if fill(0) else None
