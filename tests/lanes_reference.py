"""A small 9x9 solver and the puzzles that the compiled kernel is compared on: never with itself.

Every puzzle is made here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from nonet import _native

ALL = 0x1FF
ROW_ORDER = bytes(range(81))
ASCENDING = bytes(range(1, 10))
LOST = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."  # no solution; see spec 000

HOUSES: list[list[int]] = (
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * b + 3 * s + 9 * r + c for r in range(3) for c in range(3)] for b in range(3) for s in range(3)]
)
PEERS: list[list[int]] = [sorted({p for h in HOUSES if c in h for p in h} - {c}) for c in range(81)]


def sets_of(puzzle: str) -> list[int]:
    return [1 << int(ch) - 1 if ch in "123456789" else ALL for ch in puzzle]


def solutions_of(sets: Sequence[int]) -> Iterator[str]:
    """All solutions of a position; the search picks the cell with the fewest candidates."""
    free = [ALL] * 27  # unused digits, by house
    known = [0] * 81

    def walk(open_cells: list[int]) -> Iterator[str]:
        if not open_cells:
            yield "".join(str(bit.bit_length()) for bit in known)
            return
        fewest, cell, candidates = 10, 0, 0
        for c in open_cells:
            r, k, b = HOUSES_OF[c]
            left = sets[c] & free[r] & free[k] & free[b]
            n = left.bit_count()
            if n < fewest:
                fewest, cell, candidates = n, c, left
                if n < 2:
                    break
        rest = [c for c in open_cells if c != cell]
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            known[cell] = bit
            for h in HOUSES_OF[cell]:
                free[h] ^= bit
            yield from walk(rest)
            for h in HOUSES_OF[cell]:
                free[h] ^= bit

    return walk(list(range(81)))


HOUSES_OF: list[tuple[int, int, int]] = [
    (c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3) for c in range(81)
]


def some(sets: Sequence[int], limit: int) -> list[str]:
    found = []
    for solution in solutions_of(sets):
        found.append(solution)
        if len(found) == limit:
            break
    return found


def propagated(sets: Sequence[int]) -> list[int]:
    """Removes known digits from the candidates of their peers until nothing changes; speeds up the reference solver."""
    sets = list(sets)
    queue = [c for c in range(81) if sets[c].bit_count() == 1]
    while queue:
        c = queue.pop()
        for p in PEERS[c]:
            if sets[p] & sets[c]:
                sets[p] &= ~sets[c]
                if sets[p] == 0:
                    return [0] * 81
                if sets[p].bit_count() == 1:
                    queue.append(p)
    return sets


def is_solution(grid: str) -> bool:
    return all({grid[c] for c in house} == set("123456789") for house in HOUSES)


def extends(grid: str, puzzle: str) -> bool:
    return all(p == g for p, g in zip(puzzle, grid, strict=True) if p in "123456789")


def backtracking(puzzle: str, cells: Sequence[int], digits: Sequence[Sequence[int]]) -> str | None:
    """The textbook algorithm: cells in order, digits in order."""
    grid = [int(ch) if ch in "123456789" else 0 for ch in puzzle]
    for c in range(81):
        if grid[c] and any(grid[p] == grid[c] for p in PEERS[c]):
            return None
    empty = [c for c in cells if not grid[c]]

    def fill(i: int) -> bool:
        if i == len(empty):
            return True
        c = empty[i]
        for d in digits[c]:
            if all(grid[p] != d for p in PEERS[c]):
                grid[c] = d
                if fill(i + 1):
                    return True
        grid[c] = 0
        return False

    return "".join(map(str, grid)) if fill(0) else None


def full_grid(rng: random.Random) -> str:
    """A shuffled pattern grid."""
    rows = [3 * b + r for b in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
    cols = [3 * b + c for b in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
    digit = rng.sample("123456789", 9)
    return "".join(digit[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in cols)


def dug(rng: random.Random, clues: int, blank: str = ".") -> str:
    grid = full_grid(rng)
    keep = set(rng.sample(range(81), clues))
    return "".join(ch if c in keep else blank for c, ch in enumerate(grid))


def spoiled(rng: random.Random, puzzle: str) -> str:
    """One clue changed; the result can have any number of solutions."""
    c = rng.choice([i for i, ch in enumerate(puzzle) if ch != "."])
    return puzzle[:c] + rng.choice("123456789") + puzzle[c + 1 :]


MINIMAL = [
    "5......3....98........267..8...15...734.......1.7....8......9..1.23...8..9....421",
    "...1.829.5........841.....6......78337.5..9.2..........6......17.4.5......2....4.",
    "..42..7.......4...8.1....5..6..4.1..4.271......9.....2...127..693..5.......3....8",
    ".5.8.1.7....5.2..61.6.....4.17...6....8..3......2....7....2.........7.39.6....8..",
    ".5...7.2.....361....8.....6..4.....3......6..265...94.......2.418.....7...6..5...",
    "....8......154...98.2..7...54.........6.13.7...9........346.....2....735.1.......",
    "...6487..92....4...6............28...48.9.3.5.......67.9..2....7....5.....1..4..3",
    "......52....6.....2.5..4.19..8.4.......2..9.34..17.....72..3.9....4.1.6.....6....",
]
"""Puzzles with one solution, none of whose clues can be left out; made by removing clues."""


def collection() -> list[str]:
    rng = random.Random(2024)
    puzzles = [dug(rng, clues) for clues in (26, 28, 30, 32, 36, 40, 50, 70, 80, 81) for _ in range(6)]
    puzzles += MINIMAL
    puzzles += [spoiled(rng, p) for p in puzzles for _ in range(2)]
    puzzles.append(LOST)
    rng.shuffle(puzzles)
    return puzzles


PUZZLES = collection()
ISAS = pytest.mark.parametrize("isa", _native.isas)


@cache
def found_by_reference() -> list[list[str]]:
    """Up to 60 solutions of each of PUZZLES."""
    return [some(sets_of(p), 60) if p != LOST else [] for p in PUZZLES]


def batch(puzzles: Sequence[str], stride: int = 81) -> bytes:
    return b"".join(p.encode().ljust(stride, b"\n") for p in puzzles)
