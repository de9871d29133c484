"""What any rule implies: what holds in every way to fill its cells.

A rule means its primitives (`nonet.rules.primitives`), and those can say of an unfinished board that they are broken.
That is enough to go through all ways to fill the cells of a rule with the candidates that are left; a candidate that
is in none of them goes. Rules of many cells are taken apart: each primitive is looked at on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from nonet.bitsets import digits_in
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.rules.base import Rule, compiled
from nonet.rules.cages import Cage
from nonet.rules.primitives import Different, Primitive
from nonet.step import Evidence, Role, RoleKind, Step

__all__ = ["consequences", "every_way"]

MOST_CELLS = 9
"""Rules of more cells than this are looked at primitive by primitive, and primitives of more cells not at all."""
MOST_TRIED = 2_000
"""A search for a way gives up after trying this many digits; the candidate stays."""


def consequences(position: Position, options: Options) -> Iterator[Step]:
    """Candidates that no way to fill the cells of a rule uses; killer cages have techniques of their own."""
    for rule in position.rules:
        if isinstance(rule, Cage):
            continue
        for parts in _portions(rule, position.layout):
            cells = tuple(dict.fromkeys(cell for part in parts for cell in part.cells))
            open_cells = tuple(cell for cell in cells if not position.values[cell])
            if gone := _gone(position, parts, cells, open_cells):
                role = Role(RoleKind.BASE, cells)
                yield Step("rule-consequence", (), gone, Evidence((role,), rules=(rule,)))


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


def _gone(
    position: Position, parts: Sequence[Primitive], cells: tuple[int, ...], open_cells: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    state = tuple(position.masks[cell] or -position.values[cell] for cell in cells)
    return _candidates_gone(_Seen(position, cells), tuple(parts), cells, open_cells, state)


class _Seen:
    """Which of some cells see each other; equal for the same cells of the same board."""

    def __init__(self, position: Position, cells: tuple[int, ...]) -> None:
        self.boards = tuple(position.sees(cell) for cell in cells)
        self.size = position.layout.size
        self.count = position.layout.cell_count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Seen) and self.boards == other.boards

    def __hash__(self) -> int:
        return hash(self.boards)


@lru_cache(maxsize=50_000)
def _candidates_gone(
    seen: _Seen,
    parts: tuple[Primitive, ...],
    cells: tuple[int, ...],
    open_cells: tuple[int, ...],
    state: tuple[int, ...],
) -> tuple[tuple[int, int], ...]:
    values = [0] * seen.count
    masks = {}
    for cell, each in zip(cells, state, strict=True):
        if each < 0:
            values[cell] = -each
        else:
            masks[cell] = each
    boards = dict(zip(cells, seen.boards, strict=True))
    supported: set[tuple[int, int]] = set()
    gone = []
    for cell in open_cells:
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
    rule: Rule, layout: Layout, masks: Sequence[int], values: Sequence[int], limit: int
) -> list[tuple[int, ...]] | None:
    """All ways to fill the empty cells of a rule, if there are no more than `limit`, for explanations.

    A way is the digits of all cells of the rule, in its order. None if there are more, or too many cells to try.
    """
    parts = compiled(rule, layout)
    cells = tuple(dict.fromkeys(cell for part in parts for cell in part.cells))
    if len(cells) > MOST_CELLS:
        return None
    board = list(values)
    found: list[tuple[int, ...]] = []
    tried = 0

    def fill(place: int) -> bool:
        nonlocal tried
        if place == len(cells):
            found.append(tuple(board[cell] for cell in cells))
            return len(found) <= limit
        cell = cells[place]
        if values[cell]:
            return fill(place + 1)
        for digit in digits_in(masks[cell]):
            tried += 1
            if tried > MOST_TRIED:
                return False
            if any(board[other] == digit and layout.peer_boards[cell] >> other & 1 for other in cells):
                continue
            board[cell] = digit
            if not any(part.broken(board) for part in parts) and not fill(place + 1):
                return False
            board[cell] = 0
        return True

    return found if fill(0) else None
