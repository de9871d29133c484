"""Draws minimal puzzles without bias and tells how hard they are; see docs/ratings.md.

    python tools/unbiased.py [--seconds N] [--seed N] [--threads N]

`sudoku create` digs until nothing more can be removed, which prefers puzzles with few clues, and easy ones. Here a try
removes clues from a uniformly random grid in random order, as long as there is one solution, and what is left is kept
only if it is minimal. All minimal puzzles with n clues then have the same chance, proportional to 1 / C(81, n), so that
puzzles with the weight C(81, n) are those of a uniform distribution. About one try in 250,000 is kept.

Prints the mean number of clues (the known estimate is 26.577) and the share of puzzles by Sudoku Explainer's
rating, with standard errors. Minimal puzzles with more than 31 clues, which are rare, are not drawn.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from nonet import rate_many, unique_many
from nonet.generate.uniform import uniform_grids
from nonet.layout import CLASSIC
from nonet.records import ONE

CELLS = 81
MOST_CLUES = 31
ORDERS, GRIDS = 1 << 13, 32
"""Orders of a round, and grids to which each of them is applied."""


def is_unique(boards: np.ndarray, threads: int) -> np.ndarray:
    """For each row of cells, 0 where one is empty, whether it has exactly one solution."""
    text = (boards + ord("0")).astype(np.uint8).tobytes()
    found: np.ndarray = np.frombuffer(unique_many(text, threads=threads), np.uint8) == ONE
    return found


def minimal(boards: np.ndarray, threads: int) -> np.ndarray:
    """Those of the boards with one solution in which every clue is needed."""
    for turn in range(MOST_CLUES):
        cells = np.argsort(boards == 0, axis=1, kind="stable")[
            :, turn
        ]  # a clue, as long as there are so many
        fewer = boards.copy()
        fewer[np.arange(len(boards)), cells] = 0
        boards = boards[(fewer == boards).all(axis=1) | ~is_unique(fewer, threads)]
    return boards


def exchanges(grid: np.ndarray) -> Iterator[list[int]]:
    """Four or six cells of two neighbouring rows or columns that have another solution without a clue among them."""
    numbers = np.arange(CELLS).reshape(9, 9)
    for lines in (numbers, numbers.T):
        for one, other in (
            (3 * band + i, 3 * band + j) for band in range(3) for i, j in ((0, 1), (0, 2), (1, 2))
        ):
            place = {int(grid[cell]): spot for spot, cell in enumerate(lines[one])}
            follows = [place[int(grid[cell])] for cell in lines[other]]
            for start in range(9):
                cycle = [start]
                while (spot := follows[cycle[-1]]) != start:
                    cycle.append(spot)
                if len(cycle) <= 3 and start == min(cycle):
                    yield [int(line[spot]) for line in (lines[one], lines[other]) for spot in cycle]


def rounds(seed: int, threads: int) -> Iterator[np.ndarray]:
    """The puzzles that each round of `ORDERS` times `GRIDS` tries keeps."""
    random, grid_number = np.random.default_rng(seed), 0
    while True:
        ranks = random.random((ORDERS, CELLS), np.float32).argsort(axis=1).astype(np.uint8)
        grids = uniform_grids(CLASSIC, seed, grid_number, GRIDS, threads=threads)
        grid_number += GRIDS
        ended = []
        for values in grids:
            grid, left = np.frombuffer(values, np.uint8), ranks
            for cells in exchanges(grid):
                left = left[(left[:, cells] < MOST_CLUES).any(axis=1)]
            boards = grid * (left < MOST_CLUES)
            is_one = is_unique(boards, threads)
            for clues in range(MOST_CLUES - 1, 15, -1):
                left, boards = left[is_one], boards[is_one]
                fewer = boards * (left < clues)
                is_one = is_unique(fewer, threads)
                ended.append(boards[~is_one])
                boards = fewer
        yield minimal(np.concatenate(ended), threads)


def weighted(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """The weighted mean, and its standard error."""
    total = sum(weights)
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
    squares = sum((weight * (value - mean)) ** 2 for weight, value in zip(weights, values, strict=True))
    return mean, math.sqrt(squares) / total


def main() -> None:
    parser = argparse.ArgumentParser(description="How hard minimal puzzles are, without bias.")
    parser.add_argument("--seconds", type=float, default=600, help="how long puzzles are drawn (600)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    began, tries, found = time.perf_counter(), 0, list[np.ndarray]()
    for kept in rounds(options.seed, options.threads):
        tries += ORDERS * GRIDS
        found += list(kept)
        seconds = time.perf_counter() - began
        if seconds > options.seconds:
            break
    print(f"{len(found):,} puzzles of {tries:,} tries in {seconds:.0f} s: one in {tries / len(found):,.0f}")
    lines = ["".join(str(value) for value in board) for board in found]
    ratings = [each.score for each in rate_many(lines, scheme="se", threads=options.threads) if each]
    clues = [int((board > 0).sum()) for board in found]
    weights = [float(math.comb(CELLS, count)) for count in clues]
    shares: list[tuple[str, Callable[[float], bool]]] = [
        ("below 2.6", lambda er: er < 2.6),
        ("2.6 to 4.1", lambda er: 2.6 <= er < 4.2),
        ("4.2 to 6.4", lambda er: 4.2 <= er < 6.5),
        ("6.5 to 7.9", lambda er: 6.5 <= er < 8),
        ("8.0 and above", lambda er: er >= 8),
    ]
    print("clues on average: {:.2f} ± {:.2f}".format(*weighted(clues, weights)))
    for name, holds in shares:
        share, error = weighted([holds(er) for er in ratings], weights)
        print(f"ER {name}: {share:.1%} ± {error:.1%}")


if __name__ == "__main__":
    main()
