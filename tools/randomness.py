"""Measures how far the fills of the classic board are from a uniform distribution; see docs/randomness.md.

    python tools/randomness.py [--grids N] [--weighted N] [--seed N]

The fills are compared with an unbiased sampler. `weighted_grid` draws a grid row by row, choosing each row uniformly
among those that fit the rows above. The weight of the grid is the product of the numbers of choices, the inverse of its
probability, so weighted means are those of a uniform distribution (importance sampling). Dead ends have weight 0.

What is measured, and what a uniform distribution gives:

    pairs        two cells without a common house hold the same digit in 1 of 6 grids if they are in the same band or
                 stack, otherwise in 1 of 9: exchanging lines, bands and stacks maps any such pair to any other
    triples      how often three digits that are together in a row of a box are also together in a row of the next box
                 of the band: the same for all bands and stacks
    rectangles   two digits in two rows, two columns and two boxes: a b / b a. One of the four must be a clue
    clues        the number of clues of a minimal puzzle, dug from the grid in random order
    automorphic  grids that a symmetry maps to themselves: fewer than 1 in 10,000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import combinations
from math import sqrt

from nonet.canonical import canonical
from nonet.generate import dig, random_grid, switched_grid
from nonet.generate.fill import diagonal_grid
from nonet.generate.uniform import disguised_grid, uniform_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.rng import Rng

Weighted = tuple[Grid, float]

APART = [
    (one, other, (one // 27 == other // 27) or (one % 9 // 3 == other % 9 // 3))
    for one, other in combinations(range(81), 2)
    if other not in CLASSIC.peers[one]
]
"""All pairs of cells without a common house, and whether they are in the same band or stack."""


# -- the unbiased sampler -------------------------------------------------------------------------------------


def weighted_grid(rng: Rng) -> Weighted | None:
    """A grid and its weight, or None if no row fits the rows above."""
    columns = [0] * 9
    values: list[int] = []
    weight = 1.0
    for row in range(9):
        if row % 3 == 0:
            boxes = [0] * 3
        if row == 0:
            chosen = [
                1 << digit for digit in rng.shuffled(range(9))
            ]  # 9! choices for every grid, so not counted
        else:
            rows = list(_rows(columns, boxes))
            if not rows:
                return None
            weight *= len(rows)
            chosen = rng.choice(rows)
        for column, bit in enumerate(chosen):
            columns[column] |= bit
            boxes[column // 3] |= bit
        values += [bit.bit_length() for bit in chosen]
    return Grid(CLASSIC, bytes(values)), weight


def _rows(columns: list[int], boxes: list[int]) -> Iterator[list[int]]:
    """All rows that fit the digits used in the columns and boxes, as bits."""
    free = [511 & ~(columns[column] | boxes[column // 3]) for column in range(9)]
    order = sorted(range(9), key=lambda column: free[column].bit_count())
    row = [0] * 9

    def fill(place: int, used: int) -> Iterator[list[int]]:
        if place == 9:
            yield row[:]
            return
        column = order[place]
        options = free[column] & ~used
        while options:
            bit = options & -options
            options ^= bit
            row[column] = bit
            yield from fill(place + 1, used | bit)

    return fill(0, 0)


# -- what is measured -----------------------------------------------------------------------------------------


def triples(grid: Grid) -> list[int]:
    """How many triples (0 … 9) are repeated in the next box, for each band and then for each stack."""
    rows = [list(row) for row in grid.rows()]
    columns = [list(column) for column in zip(*rows, strict=True)]
    found = []
    for lines in (rows, columns):
        for top in (0, 3, 6):
            parts = [[frozenset(line[k : k + 3]) for line in lines[top : top + 3]] for k in (0, 3, 6)]
            found.append(sum(len(set(parts[k]) & set(parts[(k + 1) % 3])) for k in range(3)))
    return found


def rectangles(grid: Grid) -> int:
    """The number of rectangles a b / b a in two rows, two columns and two boxes."""
    rows = [list(row) for row in grid.rows()]
    columns = [list(column) for column in zip(*rows, strict=True)]
    found = 0
    for lines in (rows, columns):
        for top in (0, 3, 6):
            for one, other in combinations(lines[top : top + 3], 2):
                found += sum(
                    one[i] == other[j] and one[j] == other[i]
                    for i, j in combinations(range(9), 2)
                    if i // 3 != j // 3
                )
    return found


class Measures:
    """Weighted sums over grids."""

    def __init__(self) -> None:
        self.weight = self.squares = self.automorphic = self.clues = self.rectangles = 0.0
        self.clue_squares = self.rectangle_squares = 0.0
        self.same = [0.0] * len(APART)
        self.triples = [0.0] * 6
        self.triple_squares = 0.0

    def add(self, grid: Grid, weight: float, rng: Rng) -> None:
        """Adds a grid; `rng` is used to dig a puzzle from it."""
        self.weight += weight
        self.squares += weight * weight
        for number, (one, other, _) in enumerate(APART):
            if grid[one] == grid[other]:
                self.same[number] += weight
        for number, count in enumerate(triples(grid)):
            self.triples[number] += weight * count / 9
            self.triple_squares += weight * (count / 9) ** 2 / 6
        found = rectangles(grid)
        self.rectangles += weight * found
        self.rectangle_squares += weight * found * found
        clues = dig(grid, rng).clue_count
        self.clues += weight * clues
        self.clue_squares += weight * clues * clues
        self.automorphic += weight * (canonical(grid).automorphisms > 1)

    @property
    def effective(self) -> float:
        """The effective sample size: the number of equally weighted grids with the same precision."""
        return self.weight**2 / self.squares

    def report(self) -> str:
        n, lines = self.effective, []
        for near, chance in ((True, 1 / 6), (False, 1 / 9)):
            deviations = [
                (total / self.weight / chance - 1, one, other)
                for total, (one, other, is_near) in zip(self.same, APART, strict=True)
                if is_near == near
            ]
            noise = (1 - chance) / chance / n
            spread = sum(deviation**2 for deviation, _, _ in deviations) / len(deviations)
            worst, one, other = max(deviations, key=lambda each: abs(each[0]))
            where = "same band or stack" if near else "elsewhere"
            lines.append(
                f"  pairs, {where:18} expected {chance:.4f}; typical deviation {sqrt(max(0, spread - noise)):.2%} "
                f"(noise {sqrt(noise):.2%} subtracted), largest {worst:+.1%} "
                f"({CLASSIC.cell_name(one)}, {CLASSIC.cell_name(other)})"
            )
        share = [f"{total / self.weight:.4f}" for total in self.triples]
        error = sqrt((self.triple_squares / self.weight - (sum(self.triples) / 6 / self.weight) ** 2) / n)
        lines.append(
            f"  triples repeated       bands {' '.join(share[:3])}, stacks {' '.join(share[3:])} (± {error:.4f})"
        )
        for name, total, squares in (
            ("rectangles", self.rectangles, self.rectangle_squares),
            ("clues, minimal puzzle", self.clues, self.clue_squares),
        ):
            mean = total / self.weight
            lines.append(f"  {name:22} {mean:.3f} ± {sqrt((squares / self.weight - mean**2) / n):.3f}")
        lines.append(f"  automorphic            {self.automorphic / self.weight:.5f}")
        return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="How random are the fills of the classic board?")
    parser.add_argument("--grids", type=int, default=20_000, help="grids per fill")
    parser.add_argument("--weighted", type=int, default=5_000, help="grids from the unbiased sampler")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    fills: dict[str, Callable[..., Grid]] = {
        "random_grid": random_grid,
        "switched_grid": switched_grid,
        "diagonal_grid": diagonal_grid,
        "disguised_grid": disguised_grid,
        "uniform_grid": uniform_grid,
    }
    for name, fill in fills.items():
        rng, measures = Rng(options.seed), Measures()
        for _ in range(options.grids):
            measures.add(fill(CLASSIC, rng), 1.0, rng)
        print(f"{name}: {options.grids} grids\n{measures.report()}", flush=True)
    rng, measures, stuck = Rng(options.seed), Measures(), 0
    for _ in range(options.weighted):
        while (drawn := weighted_grid(rng)) is None:
            stuck += 1
        measures.add(*drawn, rng)
    print(
        f"unbiased: {options.weighted} grids, equivalent to {measures.effective:.0f} of equal weight "
        f"({stuck} dead ends)\n{measures.report()}"
    )


if __name__ == "__main__":
    main()
