"""Finds the examples of the techniques of killers and other puzzles with rules, for lessons: positions of puzzles that
we create, and of some that are made here because `sudoku create` does not make their kinds.

    python tools/variant_examples.py            all of src/nonet/explain/variant_examples.txt; takes some minutes
    python tools/variant_examples.py KEY …      those of these techniques alone; the others stay

The clearest examples are those that say why, with few candidates to strike out, on a board that is not nearly full,
and with a short explanation. All examples of a technique are from different puzzles; the first is the clearest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from itertools import accumulate, chain
from pathlib import Path

from nonet import is_unique
from nonet.explain import explain
from nonet.generate.fill import random_grid
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.grid import Grid
from nonet.grouping import grouped
from nonet.layout import CLASSIC
from nonet.logic import path
from nonet.logic.cases import parse_case, written_case
from nonet.logic.variants.implied import MOST_WAYS, every_way
from nonet.play import new_puzzle
from nonet.play.lessons import KILLER_PATH, RULE_PATH
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import (
    BetweenLine,
    CountingCircles,
    Difference,
    LockoutLine,
    NumberedRoom,
    Palindrome,
    Ratio,
    RegionSumLine,
    Rule,
    Skyscraper,
    XSum,
)
from nonet.rules.base import compiled
from nonet.step import Step

EXAMPLES = Path(__file__).resolve().parents[1] / "src" / "nonet" / "explain" / "variant_examples.txt"
KILLERS = {"easy": 40, "medium": 40, "hard": 60, "unfair": 60}
"""How many killers of each level are searched."""
OTHERS = {
    "by-place": ("thermo",),
    "no-partner": ("kropki", "whispers"),
    "same-partner": ("kropki", "whispers"),
    "in-turn": ("whispers", "kropki"),
    "twins": ("palindromes",),
    "between-ends": ("between-lines",),
    "locked-out": ("lockout-lines",),
    "set-range": ("renban",),
    "must-have-place": ("quadruple", "renban"),
    "must-have": ("quadruple", "renban"),
    "count-full": ("counting-circles",),
    "sum-limits": ("arrow", "little-killer"),
    "sandwich-crust": ("sandwich",),
    "sandwich-filling": ("sandwich",),
    "x-sum-limits": ("x-sums",),
    "skyline": ("skyscrapers",),
    "pointer": ("numbered-rooms",),
    "seen-by-all-places": ("anti-knight",),
    "common-sums": ("region-sum-lines",),
    "leftovers": ("jigsaw hard",),
    "rule-consequence": ("renban", "whispers"),
    "wide-rule-consequence": ("whispers", "renban", "sandwich"),
    "joint-consequence": ("dots",),
    "rule-forcing": ("kropki", "renban"),
    "long-rule-forcing": ("dots", "kropki"),
    "trial": ("little-killer", "renban"),
}
"""The kinds of puzzles that the techniques of other rules are looked for in, some with a level."""
COUNT = 6
"""How many puzzles of each of these kinds are searched."""
EACH = 3
MOST_ELIMINATIONS = 5

Found = tuple[tuple[int, ...], str]
"""How clear an example is, and its line."""


def main(wanted: list[str]) -> None:
    keys = (*KILLER_PATH, *RULE_PATH)
    found: dict[str, list[Found]] = {key: [] for key in keys if key in (wanted or keys)}
    for puzzle in puzzles(found):
        for key, best in examples_of(puzzle, found).items():
            found[key].append(best)
    old = EXAMPLES.read_text("utf-8").splitlines()
    lines = [line for line in old if line.startswith("#") or parse_case(line).technique not in found]
    lines += [line for best in found.values() for _, line in sorted(best)[:EACH]]
    EXAMPLES.write_text("".join(f"{line}\n" for line in sorted(lines, key=place)), "utf-8")


def place(line: str) -> int:
    """Where a line belongs: after the comment, in the order of the lessons."""
    keys = ("", *KILLER_PATH, *RULE_PATH)
    return keys.index("" if line.startswith("#") else parse_case(line).technique)


def puzzles(keys: dict[str, list[Found]]) -> Iterator[Puzzle]:
    """Killers for the techniques of cages, puzzles of some kinds for those of other rules."""
    if not keys.keys().isdisjoint(KILLER_PATH):
        for level, count in KILLERS.items():
            yield from (new_puzzle("killer", level, seed).puzzle for seed in range(count))
    for name in dict.fromkeys(name for key in keys for name in OTHERS.get(key, ())):
        for seed in range(COUNT):
            board, _, level = name.partition(" ")
            if name in OWN:
                yield made(OWN[name], seed)
            elif level:
                yield new_puzzle(board, level, seed).puzzle
            else:
                yield make_variant(VariantRecipe(board), seed=seed).puzzle


def examples_of(puzzle: Puzzle, keys: dict[str, list[Found]]) -> dict[str, Found]:
    """The clearest example of each technique in one puzzle."""
    best: dict[str, Found] = {}
    for step in path(puzzle):
        if step.technique in keys:
            found = clarity(step), written_case(step)
            best[step.technique] = min(found, best.get(step.technique, found))
    return best


def clarity(step: Step) -> tuple[int, ...]:
    changes, grid = len(step.placements) + len(step.eliminations), step.on_path.position.grid
    nearly_full = grid.clue_count * 2 > grid.layout.cell_count
    words = explain(step, step.on_path.position)
    return too_many_ways(step), max(0, changes - MOST_ELIMINATIONS), nearly_full, len(words)


def too_many_ways(step: Step) -> bool:
    """Whether the ways to fill the cells of a rule are too many to be listed."""
    if not step.technique.endswith("rule-consequence"):
        return False
    rules, cells = (*step.evidence.rules, *step.evidence.apart), step.evidence.roles[0].cells
    return every_way(rules, cells, step.on_path.position, MOST_WAYS) is None


# -- puzzles of our own ------------------------------------------------------------------------------------------------


def made(rules_of: Callable[[Grid, Rng], Iterable[Rule]], seed: int) -> Puzzle:
    """A puzzle with rules that hold in a random solution, and no more givens than it needs."""
    rng = Rng(seed)
    grid = random_grid(CLASSIC, rng)
    rules, givens = tuple(rules_of(grid, rng)), set(range(CLASSIC.cell_count))
    for cell in rng.shuffled(range(CLASSIC.cell_count)):
        if is_unique(Puzzle(only(grid, givens - {cell}), (), rules)):
            givens.remove(cell)
    return Puzzle(only(grid, givens), (), rules)


def only(grid: Grid, cells: Container[int]) -> Grid:
    return Grid(grid.layout, bytes(entry if cell in cells else 0 for cell, entry in enumerate(grid.entries)))


def lines(kind: Callable[[tuple[int, ...]], Rule], grid: Grid, rng: Rng) -> Iterator[Rule]:
    """Lines that hold and share no cells, among many that are drawn at random."""
    near = grouped(chain.from_iterable(((one, two), (two, one)) for one, two in CLASSIC.neighbours))
    free = set(range(CLASSIC.cell_count))
    for _ in range(WALKS):
        cells = [rng.choice(sorted(free))]
        while len(cells) < LINE and (ways := free.intersection(near[cells[-1]]).difference(cells)):
            cells.append(rng.choice(sorted(ways)))
        line = kind(tuple(cells))
        if len(cells) == LINE and line.holds(grid) and compiled(line, CLASSIC):
            free.difference_update(cells)
            yield line


def beside(clue: Callable[[tuple[int, ...], list[int]], Rule], grid: Grid, rng: Rng) -> Iterator[Rule]:
    """A clue at about half of the ends of rows and columns."""
    for house in CLASSIC.houses[: 2 * CLASSIC.size]:
        for cells in (tuple(house.cells), tuple(house.cells)[::-1]):
            if rng.below(2):
                yield clue(cells, [grid[cell] for cell in cells])


def circles(grid: Grid, rng: Rng) -> Iterator[Rule]:
    """A few digits, each in as many circles as it says."""
    cells: list[int] = []
    for digit in rng.shuffled(range(2, 7))[:3]:
        cells += rng.shuffled([cell for cell in range(CLASSIC.cell_count) if grid[cell] == digit])[:digit]
    yield CountingCircles(tuple(sorted(cells)))


def dots(grid: Grid, rng: Rng) -> Iterator[Rule]:
    """Dots between some of the neighbours that may have one."""
    for cells in CLASSIC.neighbours:
        small, large = sorted(grid[cell] for cell in cells)
        if large in (small + 1, 2 * small) and not rng.below(3):
            yield Ratio(cells) if large == 2 * small else Difference(cells)


def seen(digits: list[int]) -> int:
    return len(set(accumulate(digits, max)))


OWN: dict[str, Callable[[Grid, Rng], Iterable[Rule]]] = {
    "palindromes": partial(lines, Palindrome),
    "between-lines": partial(lines, BetweenLine),
    "dots": dots,
    "lockout-lines": partial(lines, LockoutLine),
    "counting-circles": circles,
    "numbered-rooms": partial(beside, lambda cells, digits: NumberedRoom(cells, digits[digits[0] - 1])),
    "region-sum-lines": partial(lines, RegionSumLine),
    "skyscrapers": partial(beside, lambda cells, digits: Skyscraper(cells, seen(digits))),
    "x-sums": partial(beside, lambda cells, digits: XSum(cells, sum(digits[: digits[0]]))),
}
"""Kinds that we do not create, by their rules."""
WALKS = 5_000
LINE = 5


if __name__ == "__main__":
    main(sys.argv[1:])
