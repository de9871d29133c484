"""Aligned exclusion: two or three cells, and the combinations of their candidates that leave another cell nothing.

    cells A and B see the cells C and D
    C has 1 and 2, D has 3 and 4        so (A, B) is neither (1, 2), (2, 1), (3, 4) nor (4, 3)

A candidate that is in no allowed combination goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from nonet.logic.se.board import PEER_LIST, PEERS, ExplainerBoard, bits
from nonet.logic.se.hint import ExplainerHint, RuleHint

__all__ = ["aligned_pairs", "aligned_triplets"]


def aligned_pairs(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """Aligned pair exclusion."""
    excluders = _excluders(board, 2)
    bases = list(excluders)
    for second in range(1, len(bases)):
        for first in range(second):
            yield from _exclusion(
                board, "Aligned Pair Exclusion", 6.2, (bases[first], bases[second]), excluders
            )


def aligned_triplets(board: ExplainerBoard) -> Iterator[ExplainerHint]:
    """Aligned triplet exclusion: the third cell is an excluder of one of the first two."""
    excluders = _excluders(board, 3)
    bases = list(excluders)
    for second in range(1, len(bases)):
        for first in range(second):
            pair = bases[first], bases[second]
            tail = dict.fromkeys(excluders[pair[0]] + excluders[pair[1]])
            for third in tail:
                if third in excluders and third not in pair:
                    cells = (*pair, third)
                    yield from _exclusion(board, "Aligned Triplet Exclusion", 7.5, cells, excluders)


def _excluders(board: ExplainerBoard, most: int) -> dict[int, list[int]]:
    """For each open cell that sees no naked single: the peers with at most that many candidates."""
    found = {}
    for cell in range(81):
        if board.count(cell) < 2:
            continue
        sizes = {peer: board.count(peer) for peer in PEER_LIST[cell]}
        excluding = [peer for peer, size in sizes.items() if 2 <= size <= most]
        if excluding and 1 not in sizes.values():
            found[cell] = excluding
    return found


def _exclusion(
    board: ExplainerBoard,
    name: str,
    difficulty: float,
    cells: tuple[int, ...],
    excluders: dict[int, list[int]],
) -> Iterator[ExplainerHint]:
    common = set(excluders[cells[0]]).intersection(*(excluders[cell] for cell in cells[1:]))
    if len(common) < 2:
        return
    forbidden = [board.candidates[cell] for cell in common]
    seeing = [
        (one, other) for one, other in combinations(range(len(cells)), 2) if cells[other] in PEERS[cells[one]]
    ]
    allowed = [0] * len(cells)
    for choice in product(*(bits(board.candidates[cell]) for cell in cells)):
        if any(choice[one] == choice[other] for one, other in seeing):
            continue
        taken = 0
        for digit in choice:
            taken |= 1 << digit
        if any(not mask & ~taken for mask in forbidden):
            continue
        for k, digit in enumerate(choice):
            allowed[k] |= 1 << digit
    removable = {
        cell: board.candidates[cell] & ~allowed[k]
        for k, cell in enumerate(cells)
        if board.candidates[cell] & ~allowed[k]
    }
    if removable:
        yield RuleHint(name, difficulty, removable, None, cells)
