"""Singles, locked candidates, sets, fish and wings, each in Sudoku Explainer's order.

Every rule is a generator of hints. A rating takes the first one; a chain that builds on the rule takes all.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.logic.se.board import (
    BOXES,
    CELLS,
    COLUMNS,
    COMBINATIONS,
    PEER_LIST,
    PEERS,
    PLACE,
    ROWS,
    SCAN_ORDER,
    ExplainerBoard,
    bits,
)
from nonet.logic.se.hint import Candidate, ExplainerHint, RuleHint

__all__ = [
    "direct_hidden_sets",
    "direct_locking",
    "fish",
    "hidden_sets",
    "hidden_singles",
    "locking",
    "naked_sets",
    "naked_singles",
    "xy_wings",
    "xyz_wings",
]

_SET_NAMES = {2: "Pair", 3: "Triplet", 4: "Quad"}


# -- singles ---------------------------------------------------------------------------------------------------


def hidden_singles(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """A digit with one place left in a house; the last empty cells of a house first."""
    for only_last in (True, False):
        for houses in SCAN_ORDER:
            for house in houses:
                is_last = board.empty_count(house) == 1
                if is_last != only_last:
                    continue
                for digit in range(1, 10):
                    if board.places[house][digit].bit_count() == 1:
                        (cell,) = board.where(house, digit)
                        difficulty = 1.0 if is_last else 1.2 if houses is BOXES else 1.5
                        yield RuleHint("Hidden Single", difficulty, placement=(cell, digit), houses=(house,))


def naked_singles(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """A cell with one candidate left."""
    for cell in range(81):
        if board.count(cell) == 1:
            yield RuleHint("Naked Single", 2.3, placement=(cell, bits(board.candidates[cell])[0]))


# -- locked candidates -----------------------------------------------------------------------------------------


def _crossings(board: ExplainerBoard) -> Iterator[tuple[int, int, int, range]]:
    """Digits whose places in one house all lie in another: the digit, both houses, the first one's kind."""
    for first_kind, second_kind in ((BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)):
        for digit in range(1, 10):
            for first in first_kind:
                if board.places[first][digit].bit_count() < 2:
                    continue
                shared = {house for house in PLACE[next(board.where(first, digit))] if house in second_kind}
                for second in shared:
                    if all(second in PLACE[cell] for cell in board.where(first, digit)):
                        yield digit, first, second, first_kind


def locking(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """Pointing (from a box into a line) and claiming (from a line into a box)."""
    for digit, first, second, first_kind in _crossings(board):
        removable = {cell: 1 << digit for cell in board.where(second, digit) if first not in PLACE[cell]}
        if removable:
            name, difficulty = ("Pointing", 2.6) if first_kind is BOXES else ("Claiming", 2.8)
            yield _line_hint(name, difficulty, digit, [first], [second], removable, board)


def direct_locking(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """Locked candidates that leave a hidden single in a house beside."""
    for digit, first, second, first_kind in _crossings(board):
        for third in first_kind:
            if third == first or board.places[third][digit].bit_count() < 2:
                continue
            if not any(second in PLACE[cell] for cell in CELLS[third]):
                continue
            left = [cell for cell in board.where(third, digit) if second not in PLACE[cell]]
            if len(left) == 1:
                name, difficulty = (
                    ("Direct Pointing", 1.7) if first_kind is BOXES else ("Direct Claiming", 1.9)
                )
                yield RuleHint(
                    name,
                    difficulty,
                    placement=(left[0], digit),
                    cells=tuple(board.where(first, digit)),
                    digits=(digit,),
                    houses=(first, second, third),
                )


def _line_hint(
    name: str,
    difficulty: float,
    digit: int,
    bases: list[int],
    covers: list[int],
    removable: dict[int, int],
    board: ExplainerBoard,
) -> ExplainerHint:
    """A hint about one digit whose places in the bases all lie in the covers."""

    def parents(start: ExplainerBoard, now: ExplainerBoard) -> list[Candidate]:
        return [
            (cell, digit)
            for base in bases
            for cell in CELLS[base]
            if start.has(cell, digit)
            and not now.has(cell, digit)
            and not any(cover in PLACE[cell] for cover in covers)
        ]

    cells = tuple(cell for base in bases for cell in board.where(base, digit))
    return RuleHint(name, difficulty, removable, None, cells, (digit,), (*bases, *covers), parents)


# -- sets ------------------------------------------------------------------------------------------------------


def _common(masks: list[int], size: int) -> int:
    """The union of the masks, if it has `size` bits and each mask at least two; else 0."""
    union = 0
    for mask in masks:
        if mask.bit_count() < 2:
            return 0
        union |= mask
    return union if union.bit_count() == size else 0


def naked_sets(board: ExplainerBoard, size: int) -> Iterator[ExplainerHint]:
    """Cells of a house that share as many candidates as they are."""
    difficulty = {2: 3.0, 3: 3.6, 4: 5.0}[size]
    for houses in SCAN_ORDER:
        for house in houses:
            if board.empty_count(house) < size * 2:
                continue
            for places in COMBINATIONS[size]:
                cells = tuple(CELLS[house][place] for place in places)
                common = _common([board.candidates[cell] for cell in cells], size)
                if not common:
                    continue
                removable = {
                    cell: board.candidates[cell] & common
                    for cell in CELLS[house]
                    if cell not in cells and board.candidates[cell] & common
                }
                if removable:
                    yield _naked_hint(
                        f"Naked {_SET_NAMES[size]}", difficulty, removable, cells, common, house
                    )


def _naked_hint(
    name: str, difficulty: float, removable: dict[int, int], cells: tuple[int, ...], common: int, house: int
) -> ExplainerHint:
    def parents(start: ExplainerBoard, now: ExplainerBoard) -> list[Candidate]:
        return [(cell, digit) for cell in cells for digit in bits(start.candidates[cell] & ~common)]

    return RuleHint(name, difficulty, removable, None, cells, bits(common), (house,), parents)


def _hidden(
    board: ExplainerBoard, size: int, fewest_empty: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Digits of a house that share as many places as they are: house, digits, places."""
    for houses in SCAN_ORDER:
        for house in houses:
            if board.empty_count(house) < fewest_empty:
                continue
            for choice in COMBINATIONS[size]:
                digits = tuple(k + 1 for k in choice)
                common = _common([board.places[house][digit] for digit in digits], size)
                if common:
                    yield house, digits, common


def hidden_sets(board: ExplainerBoard, size: int) -> Iterator[ExplainerHint]:
    """Digits of a house with as many places as they are; nothing else goes there."""
    difficulty = {2: 3.4, 3: 4.0, 4: 5.4}[size]
    for house, digits, common in _hidden(board, size, size * 2 + 1):
        cells = tuple(CELLS[house][place] for place in bits(common))
        kept = sum(1 << digit for digit in digits)
        removable = {cell: board.candidates[cell] & ~kept for cell in cells if board.candidates[cell] & ~kept}
        if removable:
            yield _hidden_hint(f"Hidden {_SET_NAMES[size]}", difficulty, removable, cells, digits, house)


def _hidden_hint(
    name: str,
    difficulty: float,
    removable: dict[int, int],
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    house: int,
) -> ExplainerHint:
    def parents(start: ExplainerBoard, now: ExplainerBoard) -> list[Candidate]:
        taken = 0
        for digit in digits:
            taken |= now.places[house][digit]
        return [
            (cell, digit)
            for place, cell in enumerate(CELLS[house])
            if not taken >> place & 1
            for digit in digits
            if start.has(cell, digit)
        ]

    return RuleHint(name, difficulty, removable, None, cells, digits, (house,), parents)


def direct_hidden_sets(board: ExplainerBoard, size: int) -> Iterator[ExplainerHint]:
    """A hidden set that leaves a hidden single in the same house."""
    for house, digits, common in _hidden(board, size, size + 1):
        for digit in range(1, 10):
            places = board.places[house][digit]
            left = places & ~common
            if digit not in digits and places.bit_count() > 1 and left.bit_count() == 1:
                cell = CELLS[house][bits(left)[0]]
                cells = tuple(CELLS[house][place] for place in bits(common))
                yield RuleHint(
                    f"Direct Hidden {_SET_NAMES[size]}",
                    {2: 2.0, 3: 2.5}[size],
                    placement=(cell, digit),
                    cells=cells,
                    digits=digits,
                    houses=(house,),
                )
                break


# -- fish and wings --------------------------------------------------------------------------------------------


def fish(board: ExplainerBoard, size: int) -> Iterator[ExplainerHint]:
    """X-wing, swordfish, jellyfish: lines whose places for a digit lie in as many crossing lines."""
    name, difficulty = {2: ("X-Wing", 3.2), 3: ("Swordfish", 3.8), 4: ("Jellyfish", 5.2)}[size]
    for lines, crossing in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        for chosen in COMBINATIONS[size]:
            for digit in range(1, 10):
                if board.values.count(digit) + size * 2 > 9:
                    continue
                bases = [lines[k] for k in chosen]
                common = _common([board.places[base][digit] for base in bases], size)
                if not common:
                    continue
                covers = [crossing[place] for place in bits(common)]
                removable = {
                    cell: 1 << digit
                    for cover in covers
                    for cell in board.where(cover, digit)
                    if not any(base in PLACE[cell] for base in bases)
                }
                if removable:
                    yield _line_hint(name, difficulty, digit, bases, covers, removable, board)


def xy_wings(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """Three cells with xy, xz and yz."""
    return _wings(board, "XY-Wing", 4.2, 2)


def xyz_wings(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """Three cells with xyz, xz and yz."""
    return _wings(board, "XYZ-Wing", 4.4, 3)


def _wings(board: ExplainerBoard, name: str, difficulty: float, pivot_size: int) -> Iterator[ExplainerHint]:
    for pivot in range(81):
        if board.count(pivot) != pivot_size:
            continue
        own = board.candidates[pivot]
        twos = [peer for peer in PEER_LIST[pivot] if board.count(peer) == 2]
        for first in twos:
            if (own & ~board.candidates[first]).bit_count() != 1:
                continue
            for second in twos:
                one, other = board.candidates[first], board.candidates[second]
                if (own | one | other).bit_count() != 3 or (own & one & other).bit_count() != pivot_size - 2:
                    continue
                (z,) = bits(one & other)
                seen = PEERS[first] & PEERS[second]
                if pivot_size == 3:
                    seen &= PEERS[pivot]
                removable = {
                    cell: 1 << z for cell in sorted(seen - {pivot, first, second}) if board.has(cell, z)
                }
                if removable:
                    yield RuleHint(name, difficulty, removable, None, (pivot, first, second), (z,))
