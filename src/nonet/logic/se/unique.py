"""Rules that hold because a puzzle has one solution: unique rectangles and loops, and the bivalue universal grave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from nonet.logic.se.board import CELLS, COMBINATIONS, HOUSES_OF, PEERS, PLACE, ExplainerBoard, bits
from nonet.logic.se.hint import ExplainerHint, RuleHint

__all__ = ["graves", "unique_loops"]


# -- unique rectangles and loops -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _LoopHint:
    hint: ExplainerHint
    type: int
    key: tuple[object, ...]


def unique_loops(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """Unique rectangles and loops of types 1 to 4, easiest first."""
    found: dict[tuple[object, ...], _LoopHint] = {}
    for start in range(81):
        if board.count(start) != 2:
            continue
        v1, v2 = bits(board.candidates[start])
        for loop in _loops(board, start, v1, v2):
            if _is_deadly(loop):
                for each in _loop_hints(board, loop, v1, v2):
                    if each.hint.removable:
                        found.setdefault(each.key, each)
    for each in sorted(found.values(), key=lambda each: (each.hint.difficulty, each.type)):
        yield each.hint


def _loops(board: ExplainerBoard, start: int, v1: int, v2: int) -> list[tuple[int, ...]]:
    """Closed walks through cells that may take both digits; at most two of them may take others as well, or
    more if all of those have the same one extra digit.
    """
    both = 1 << v1 | 1 << v2
    found: list[tuple[int, ...]] = []
    loop: list[int] = []

    def walk(cell: int, extras_left: int, extra: int, last_kind: int) -> None:
        loop.append(cell)
        for kind, house in enumerate(HOUSES_OF[cell]):
            if kind == last_kind:
                continue
            for following in CELLS[house]:
                if following == start and len(loop) >= 4:
                    found.append(tuple(loop))
                elif following not in loop and board.candidates[following] & both == both:
                    more = (extra | board.candidates[following]) & ~both
                    is_pure = board.candidates[following] == both
                    if is_pure or more.bit_count() == 1 or extras_left > 0:
                        walk(following, extras_left - (not is_pure), more, kind)
        loop.pop()

    walk(start, 2, 0, -1)
    return found


def _is_deadly(loop: tuple[int, ...]) -> bool:
    """Every house that the loop visits is visited by one cell at an even and one at an odd place."""
    visited: tuple[set[int], set[int]] = (set(), set())
    for k, cell in enumerate(loop):
        for house in HOUSES_OF[cell]:
            if house in visited[k % 2]:
                return False
            visited[k % 2].add(house)
    return visited[0] == visited[1]


def _loop_difficulty(loop: tuple[int, ...]) -> float:
    difficulty = 4.5
    if len(loop) >= 10:
        difficulty += 0.3
    if len(loop) >= 8:
        difficulty += 0.2
    elif len(loop) >= 6:
        difficulty += 0.1
    return difficulty


def _loop_name(loop: tuple[int, ...], kind: int) -> str:
    return f"Unique Rectangle type {kind}" if len(loop) == 4 else f"Unique Loop {len(loop)} type {kind}"


def _loop_hints(board: ExplainerBoard, loop: tuple[int, ...], v1: int, v2: int) -> Iterator[_LoopHint]:
    both = 1 << v1 | 1 << v2
    rescue = [cell for cell in loop if board.count(cell) > 2]
    extra = 0
    for cell in rescue:
        extra |= board.candidates[cell] & ~both

    def made(
        kind: int, removable: dict[int, int], *more: object, harder: float = 0.0, houses: tuple[int, ...] = ()
    ) -> _LoopHint:
        difficulty = _loop_difficulty(loop) + harder
        hint = RuleHint(_loop_name(loop, kind), difficulty, removable, None, loop, (v1, v2), houses)
        return _LoopHint(hint, kind, (kind, frozenset(loop), *more))

    if len(rescue) == 1:
        yield made(1, {rescue[0]: both})
    elif len(rescue) > 2 or (len(rescue) == 2 and extra.bit_count() == 1):
        digit = bits(board.candidates[rescue[0]] & ~both)[0]
        seen = frozenset.intersection(*(PEERS[cell] for cell in rescue))
        yield made(2, {cell: 1 << digit for cell in sorted(seen - set(rescue)) if board.has(cell, digit)})
    if len(rescue) == 2:
        if extra.bit_count() >= 2:
            for removable, harder, house, key in _type_3(board, rescue[0], rescue[1], v1, v2, extra):
                yield made(3, removable, house, *key, harder=harder, houses=(house,))
        locked = _type_4(board, rescue[0], rescue[1], v1, v2)
        if locked is not None:
            removable, house = locked
            yield made(4, removable, houses=(house,))


_Type3 = tuple[dict[int, int], float, int, tuple[object, ...]]


def _type_3(board: ExplainerBoard, c1: int, c2: int, v1: int, v2: int, extra: int) -> Iterator[_Type3]:
    """The extra digits of two cells, taken as one cell, make a naked or a hidden set with others of a house."""
    for size in range(2, 8):
        for house in HOUSES_OF[c1]:
            if house not in PLACE[c2]:
                continue
            empty = board.empty_count(house)
            if size * 2 <= empty and size >= extra.bit_count():
                yield from _naked_beside(board, c1, c2, extra, house, size)
            if size * 2 < empty:
                yield from _hidden_beside(board, c1, c2, v1, v2, extra, house, size)


def _naked_beside(
    board: ExplainerBoard, c1: int, c2: int, extra: int, house: int, size: int
) -> Iterator[_Type3]:
    shared = extra & board.candidates[c1] & board.candidates[c2]
    for places in COMBINATIONS[size]:
        if PLACE[c1][house] not in places or PLACE[c2][house] in places:
            continue
        others = tuple(CELLS[house][place] for place in places if CELLS[house][place] != c1)
        union = shared
        for cell in others:
            union |= board.candidates[cell]
        if union.bit_count() != size or any(board.count(cell) < 2 for cell in others):
            continue
        if (union | extra).bit_count() != size or extra.bit_count() < 2:
            continue
        common = union | extra
        removable = {
            cell: board.candidates[cell] & common
            for cell in CELLS[house]
            if cell not in (*others, c1, c2) and board.candidates[cell] & common
        }
        if removable:
            yield removable, (size - 1) * 0.1, house, ("naked", common, others)


def _hidden_beside(
    board: ExplainerBoard, c1: int, c2: int, v1: int, v2: int, extra: int, house: int, size: int
) -> Iterator[_Type3]:
    rest = [digit for digit in range(1, 10) if digit not in (v1, v2) and not extra >> digit & 1]
    if size - 2 > len(rest):
        return
    not_c2 = ~(1 << PLACE[c2][house])
    for chosen in _by_mask(len(rest), size - 2):
        digits = (*(rest[k] for k in chosen), v1, v2)
        masks = [board.places[house][digit] & not_c2 for digit in digits]
        union = 0
        for mask in masks:
            union |= mask
        if union.bit_count() != size or not all(masks):
            continue
        places = union & ~(1 << PLACE[c1][house])
        kept = sum(1 << digit for digit in digits)
        cells = [CELLS[house][place] for place in bits(places)]
        removable = {cell: board.candidates[cell] & ~kept for cell in cells if board.candidates[cell] & ~kept}
        if removable:
            yield removable, (len(cells) - 1) * 0.1, house, ("hidden", kept, places)


def _by_mask(count: int, size: int) -> list[tuple[int, ...]]:
    """Choices of `size` of the numbers below `count`, in the order of their bit masks."""
    return sorted(combinations(range(count), size), key=lambda chosen: sum(1 << k for k in chosen))


def _type_4(board: ExplainerBoard, c1: int, c2: int, v1: int, v2: int) -> tuple[dict[int, int], int] | None:
    """One of the two digits is locked in the two cells of a house, so the other goes from both."""
    locked: dict[int, int] = {}
    for house in HOUSES_OF[c1]:
        if house in PLACE[c2]:
            for digit in (v1, v2):
                if not set(board.where(house, digit)) - {c1, c2}:
                    locked[digit] = house
    for digit, other in ((v1, v2), (v2, v1)):
        if digit in locked:
            return {c1: 1 << other, c2: 1 << other}, locked[digit]
    return None


# -- the bivalue universal grave -------------------------------------------------------------------------------


@dataclass
class _Grave:
    """Cells with candidates beyond a grave, in the order found, and those candidates."""

    cells: list[int]
    extras: dict[int, int]
    all_extras: int
    common: frozenset[int] | None

    def add(self, cell: int, digit: int) -> bool:
        """False if no rule can follow any more."""
        if cell not in self.cells:
            self.cells.append(cell)
        self.extras[cell] = self.extras.get(cell, 0) | 1 << digit
        self.common = (PEERS[cell] if self.common is None else self.common & PEERS[cell]) - set(self.cells)
        return len(self.cells) < 2 or self.all_extras.bit_count() < 2 or bool(self.common)


def graves(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """The bivalue universal grave, types 1 to 4."""
    grave = _grave(board)
    if grave is None:
        return
    if len(grave.cells) == 1:
        cell = grave.cells[0]
        yield RuleHint(
            "BUG type 1",
            5.6,
            {cell: board.candidates[cell] & ~grave.all_extras},
            None,
            (cell,),
            bits(grave.all_extras),
        )
    elif grave.all_extras.bit_count() == 1:
        yield from _grave_2(board, grave)
        if len(grave.cells) == 2:
            yield from _grave_4(board, grave)
    elif grave.common:
        if len(grave.cells) == 2:
            yield from _grave_4(board, grave)
        yield from _grave_3(board, grave)


def _grave(board: ExplainerBoard) -> _Grave | None:
    """The grave of this position, or None. A value that has neither no place nor two in a house must have one of
    its places in a cell with three candidates or more.
    """
    grave = _Grave([], {}, 0, None)
    suspects: dict[int, None] | None = None
    only, is_one_digit = 0, True
    for house in (*range(18, 27), *range(9), *range(9, 18)):
        for digit in range(1, 10):
            if board.places[house][digit].bit_count() in (0, 2):
                continue
            larger = [cell for cell in board.where(house, digit) if board.count(cell) >= 3]
            if suspects is None:
                suspects, only = dict.fromkeys(larger), digit
            elif is_one_digit:
                if digit == only:
                    suspects |= dict.fromkeys(larger)
                else:
                    is_one_digit = False
            if len(larger) == 1:
                grave.all_extras |= 1 << digit
                if not grave.add(larger[0], digit):
                    return None
            if not larger:
                return None
    if is_one_digit and suspects is not None and len(suspects) > len(grave.cells):
        for cell in sorted(set(suspects) - set(grave.cells)):
            if not grave.add(cell, only):
                return None
    return grave if _is_grave(board, grave) else None


def _is_grave(board: ExplainerBoard, grave: _Grave) -> bool:
    """Without the extras, every open cell has two candidates and every digit two places in each house."""
    rest = board.copy()
    for cell, mask in grave.extras.items():
        for digit in bits(mask):
            rest.remove(cell, digit)
    return all(rest.values[cell] or rest.count(cell) == 2 for cell in range(81)) and all(
        rest.places[house][digit].bit_count() in (0, 2) for house in range(27) for digit in range(1, 10)
    )


def _grave_2(board: ExplainerBoard, grave: _Grave) -> Iterator[ExplainerHint]:
    (digit,) = bits(grave.all_extras)
    removable = {cell: 1 << digit for cell in sorted(grave.common or ()) if board.has(cell, digit)}
    if removable:
        yield RuleHint("BUG type 2", 5.7, removable, None, tuple(grave.cells), (digit,))


def _shared_houses(cells: list[int]) -> list[int]:
    return [house for house in HOUSES_OF[cells[0]] if all(house in PLACE[cell] for cell in cells)]


def _grave_3(board: ExplainerBoard, grave: _Grave) -> Iterator[ExplainerHint]:
    for size in range(2, 7):
        for house in _shared_houses(grave.cells):
            beside = [cell for cell in sorted(grave.common or ()) if house in PLACE[cell]]
            if len(beside) < size:
                continue
            for chosen in _by_mask(len(beside), size - 1):
                naked = [beside[k] for k in chosen]
                union = 0
                for cell in naked:
                    union |= board.candidates[cell]
                if union.bit_count() != size or any(board.count(cell) < 2 for cell in naked):
                    continue
                if (union | grave.all_extras).bit_count() != size or grave.all_extras.bit_count() < 2:
                    continue
                removable = {
                    cell: board.candidates[cell] & union
                    for cell in beside
                    if cell not in naked and board.candidates[cell] & union
                }
                if removable:
                    yield RuleHint(
                        "BUG type 3",
                        5.7 + (size - 1) * 0.1,
                        removable,
                        None,
                        tuple(grave.cells),
                        bits(union),
                        (house,),
                    )


def _grave_4(board: ExplainerBoard, grave: _Grave) -> Iterator[ExplainerHint]:
    c1, c2 = grave.cells
    common = board.candidates[c1] & board.candidates[c2] & ~grave.all_extras
    if common.bit_count() != 1:
        return
    for house in _shared_houses(grave.cells):
        removable = {cell: board.candidates[cell] & ~grave.extras[cell] & ~common for cell in (c1, c2)}
        yield RuleHint("BUG type 4", 5.7, removable, None, (c1, c2), bits(common), (house,))
