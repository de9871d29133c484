"""Baselines of the benchmark for models (docs/benchmark.md): what chance, search and logic reach, as a table.

    python -m benchmarks.models [--group NAME …] [--answers NAME=FILE …]

    random          any digit of the board in each empty cell
    greedy          a cell with the fewest candidates, a random one of them, and so on: naked singles come first
    backtracking    plain, row by row, digits ascending; the fullest board after 1,000 guesses
    logic           nonet's own techniques, without search

Candidates are what houses and rules leave at once. Prints two tables in Markdown. With `--answers` they are about files
of answers instead, as `sudoku benchmark --score` reads them; groups that no file answers are left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from nonet import path
from nonet.bitsets import digits_in
from nonet.formats import format_grid
from nonet.grid import Grid
from nonet.models.benchmark import GROUPS, GroupScore, questions, read_answers, score
from nonet.play.rule_candidates import candidates_left
from nonet.puzzle import Puzzle
from nonet.rng import Rng

BUDGET = 1000
"""Guesses of backtracking: digits that it puts down."""


def main() -> None:
    """Runs the baselines, and prints the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description="Baselines.")
    parser.add_argument("--group", action="append", metavar="NAME", choices=[group.name for group in GROUPS])
    parser.add_argument("--answers", action="append", default=[], metavar="NAME=FILE")
    options = parser.parse_args()
    asked = [] if options.answers else list(questions(options.group))
    columns: dict[str, list[GroupScore]] = {}
    for baseline in () if options.answers else (random, greedy, backtracking, logic):
        start = time.process_time()
        answers = {each.id: _text(baseline(each.puzzle, Rng(1, stream=at))) for at, each in enumerate(asked)}
        print(f"{baseline.__name__}: {time.process_time() - start:.0f} s", flush=True)
        columns[baseline.__name__] = list(score(answers, options.group))
    files = dict(named.split("=", 1) for named in options.answers)
    written = {name: read_answers(Path(file).read_bytes().splitlines()) for name, file in files.items()}
    answered = {each for answers in written.values() for each in answers}
    groups = options.group or [group.name for group in GROUPS if answered & {*group.ids}]
    columns |= {name: list(score(answers, groups)) for name, answers in written.items()}
    print("\nRight, in percent\n")
    print("\n".join(_table(columns, _share)))
    print("\nRight placements before the first error\n")
    print("\n".join(_table(columns, _progress)))


def _table(columns: dict[str, list[GroupScore]], cell: Callable[[GroupScore], str]) -> Iterator[str]:
    yield f"| group | questions | {' | '.join(columns)} |"
    yield "|---|--:" + "|--:" * len(columns) + "|"
    for row in zip(*columns.values(), strict=True):
        cells = (cell(each) if each.answered else "–" for each in row)
        yield f"| {row[0].group} | {len(row[0].right)} | {' | '.join(cells)} |"


def _share(found: GroupScore) -> str:
    mean, error = found.share
    return f"{100 * mean:.0f} ± {100 * error:.0f}" if error else f"{100 * mean:.0f}"


def _progress(found: GroupScore) -> str:
    mean, error = found.progress
    return f"{mean:.1f} ± {error:.1f}"


def _text(grid: Grid) -> str:
    return format_grid(grid, "rows", blank=".")


# -- the baselines ------------------------------------------------------------------------------------------


def random(puzzle: Puzzle, rng: Rng) -> Grid:
    """Any digit in each empty cell."""
    grid = puzzle.givens
    for cell in _empty(grid):
        grid = grid.with_value(cell, rng.choice(grid.layout.entries))
    return grid


def greedy(puzzle: Puzzle, rng: Rng) -> Grid:
    """A cell with the fewest candidates, again and again. If a cell has none, it stays empty."""
    grid = puzzle.givens
    while True:
        masks = candidates_left(puzzle, grid).masks
        open_cells = [cell for cell in _empty(grid) if masks[cell]]
        if not open_cells:
            return grid
        fewest = min(masks[cell].bit_count() for cell in open_cells)
        cell = rng.choice([each for each in open_cells if masks[each].bit_count() == fewest])
        grid = grid.with_value(cell, rng.choice(list(digits_in(masks[cell]))))


def backtracking(puzzle: Puzzle, rng: Rng) -> Grid:
    """Plain backtracking, until the budget is spent; then the fullest board that it has seen."""
    best, guesses = puzzle.givens, 0
    waiting = [puzzle.givens]
    while waiting and guesses <= BUDGET:
        grid = waiting.pop()
        guesses += 1
        if grid.clue_count > best.clue_count:
            best = grid
        cell = next(_empty(grid), None)
        if cell is None:
            return grid
        mask = candidates_left(puzzle, grid).masks[cell]
        waiting += [grid.with_value(cell, digit) for digit in sorted(digits_in(mask), reverse=True)]
    return best


def logic(puzzle: Puzzle, rng: Rng) -> Grid:
    """The board that nonet's techniques reach."""
    grid = puzzle.givens
    for step in path(puzzle):
        for cell, digit in step.placements:
            grid = grid.with_value(cell, digit)
    return grid


def _empty(grid: Grid) -> Iterator[int]:
    return (cell for cell in range(grid.layout.board_count) if not grid.entries[cell])


if __name__ == "__main__":
    main()
