"""Wings of four to seven cells, which SukakuExplainer 1.18 added: WXYZ-, VWXYZ-, UVWXYZ- and TUVWXYZ-wings.

Cells that all see each other and have one digit more than they are, and a cell of two candidates beside them.

    the set      r1c1 {1,2}  r1c2 {2,3}  r1c3 {3,4}     three cells, the digits 1, 2, 3, 4
    the partner  r3c1 {1,4}                             sees r1c1, the one cell of the set with 1

Not both the set and the partner have 1. Without its 1 the set has all of 2, 3, 4; without 1 the partner is 4. So 4 is
in the set or in the partner, and goes from every cell that sees all its places there. If both digits of the partner
are linked in that way, the set and the partner hold all digits between them, and each goes from the cells around.

Sudoku Explainer sorts the wings of a size: the easiest first, then the most eliminations, then the last name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonet.logic.se.board import PEERS, ExplainerBoard, bits
from nonet.logic.se.hint import ExplainerHint, RuleHint
from nonet.logic.se.names import wing_name

__all__ = ["large_wings"]


def large_wings(board: ExplainerBoard, size: int) -> Iterator[ExplainerHint]:
    """All wings of that many cells, the best first."""
    found = [wing for cells in _sets(board, size) for wing in _wings(board, cells)]
    found.sort(key=lambda wing: wing.suffix, reverse=True)
    found.sort(key=lambda wing: (wing.difficulty, -wing.eliminations))
    for wing in found:
        digits = {digit for cell in wing.cells for digit in bits(board.candidates[cell])}
        yield RuleHint(
            wing_name(size, wing.suffix),
            wing.difficulty,
            wing.removable,
            cells=(*wing.cells, wing.partner),
            digits=tuple(sorted(digits)),
        )


@dataclass
class _Wing:
    cells: tuple[int, ...]
    partner: int
    removable: dict[int, int]
    is_double: bool
    sizes: tuple[int, ...]

    @property
    def eliminations(self) -> int:
        return sum(mask.bit_count() for mask in self.removable.values())

    @property
    def difficulty(self) -> float:
        match len(self.cells):
            case 3:
                return 5.5 + (1 - abs(3 - max(self.sizes))) * 0.1
            case 4:
                return 6.2 + (2 - abs(3 - max(self.sizes))) * 0.1
            case 5:
                return 6.6
            case _:
                return 7.5

    @property
    def suffix(self) -> str:
        """Linked once or twice, the most candidates of a cell, the candidates of all."""
        return f"{1 + self.is_double}{max(self.sizes)}{sum(self.sizes)}"


def _sets(board: ExplainerBoard, size: int) -> Iterator[tuple[int, ...]]:
    """Sets of size - 1 cells, in ascending order, with that many digits."""

    def extended(cells: tuple[int, ...], choices: list[int], digits: int) -> Iterator[tuple[int, ...]]:
        for k, cell in enumerate(choices):
            more = digits | board.candidates[cell]
            if more.bit_count() > size:
                continue
            if len(cells) == size - 2:
                if more.bit_count() == size:
                    yield (*cells, cell)
            else:
                rest = [other for other in choices[k + 1 :] if other in PEERS[cell]]
                yield from extended((*cells, cell), rest, more)

    yield from extended((), [cell for cell in range(81) if 2 <= board.count(cell) <= size], 0)


def _wings(board: ExplainerBoard, cells: tuple[int, ...]) -> Iterator[_Wing]:
    sizes = tuple(board.count(cell) for cell in cells)
    digits = 0
    for cell in cells:
        digits |= board.candidates[cell]
    seeing = {
        digit: frozenset.intersection(*(PEERS[cell] for cell in cells if board.has(cell, digit)))
        for digit in bits(digits)
    }
    for partner in range(81):
        own = board.candidates[partner]
        if partner in cells or own.bit_count() != 2 or own & ~digits:
            continue
        linked = [digit for digit in bits(own) if partner in seeing[digit]]
        if not linked:
            continue
        locked = digits if len(linked) == 2 else own & ~(1 << linked[0])
        removable: dict[int, int] = {}
        hit = 0
        for digit in bits(locked):
            victims = seeing[digit] & PEERS[partner] if own >> digit & 1 else seeing[digit]
            for cell in victims:
                if cell != partner and cell not in cells and board.has(cell, digit):
                    removable[cell] = removable.get(cell, 0) | 1 << digit
                    hit |= 1 << digit
        is_double = len(linked) == 2 and bool(hit & ~own or hit == own)
        if removable:
            yield _Wing(cells, partner, removable, is_double, sizes)
