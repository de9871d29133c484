"""Throws random programs of primitives, and spoilt ones, at the compiled engine for variants.

    python native/fuzz/rules.py [SECONDS [SEED]]

It is meant for a build with sanitizers (see tools/fuzz.py). On the 4x4 board every answer is compared with the list of
all 288 grids; on larger boards every solution is checked against the primitives.
"""

from __future__ import annotations

import random
import sys
import time
from array import array
from functools import cache

from nonet import _native
from nonet.layout import Layout
from nonet.rules import primitives as p
from nonet.rules.automaton import Automaton
from nonet.rules.encoding import cage_numbers

LIMIT = 300
"""More than there are grids of 4x4."""

BOARDS = ("4x4", "4x4", "4x4", "6x6", "9x9", "12x12", "16x16", "25x25")
WRONG = (-(2**63), -(2**31), -1, 0, 1, 2, 16, 26, 1024, 65536, 2**20, 2**24, 2**31, 2**63 - 1)


class Program:
    """Primitives on a board, chosen at random."""

    def __init__(self, layout: Layout, rng: random.Random) -> None:
        self.layout = layout
        self.rng = rng
        self.table: tuple[int, ...] = ()

    def primitives(self, depth: int = 0) -> tuple[p.Primitive, ...]:
        kinds = [self.among, self.different, self.pair, self.pair, self.sets, self.linear, self.equal_sums]
        kinds += [self.count, self.same, self.word, self.rank]
        if depth < 3:
            kinds.append(lambda: self.either(depth))
        return tuple(self.rng.choice(kinds)() for _ in range(self.rng.choice((0, 1, 1, 2, 3))))

    def group(self, least: int = 0) -> tuple[int, ...]:
        """A piece of a house, or any cells, each once."""
        rng, size = self.rng, self.layout.size
        count = rng.randint(least, size)
        if rng.random() < 0.6:
            return tuple(rng.sample(list(rng.choice(self.layout.houses).cells), count))
        return tuple(rng.sample(range(self.layout.cell_count), count))

    def digits(self) -> int:
        return self.rng.getrandbits(self.layout.size) | self.rng.getrandbits(self.layout.size)

    def among(self) -> p.Primitive:
        return p.Among(self.rng.randrange(self.layout.cell_count), self.digits())

    def different(self) -> p.Primitive:
        everything = (1 << self.layout.size) - 1
        return p.Different(self.group(), self.rng.choice((everything, self.digits())))

    def pair(self) -> p.Primitive:
        """Often with the table of the pair before, so that both are written together."""
        a, b = self.rng.sample(range(self.layout.cell_count), 2)
        if not self.table or self.rng.random() < 0.3:
            self.table = tuple(self.digits() for _ in range(self.layout.size))
        return p.Pair((a, b), self.table)

    def sets(self) -> p.Primitive:
        cells = self.group()
        digits = range(self.layout.size)
        masks = {
            sum(1 << digit for digit in self.rng.sample(digits, len(cells)))
            for _ in range(self.rng.choice((0, 1, 4, 12)))
        }
        return p.Sets(cells, tuple(masks))

    def linear(self) -> p.Primitive:
        rng, size, cells = self.rng, self.layout.size, self.group()
        weights = [rng.choice((1, 1, -1, 2, -3, 0)) if rng.random() < 0.5 else 1 for _ in cells]
        if rng.random() < 0.4:
            weights = [1] * len(cells)
        total = sum(weight * rng.randint(1, size) for weight in weights)
        return p.Linear(cells, tuple(weights), total, size)

    def equal_sums(self) -> p.Primitive:
        groups = tuple(self.group(1) for _ in range(self.rng.randint(1, 3)))
        return p.EqualSums(groups, self.layout.size)

    def count(self) -> p.Primitive:
        cells, digits = self.group(), self.digits()
        if self.rng.random() < 0.3:  # one digit in more cells than a house has
            count = self.rng.randint(self.layout.size + 1, self.layout.cell_count)
            cells = tuple(self.rng.sample(range(self.layout.cell_count), count))
            digits = 1 << self.rng.randrange(self.layout.size)
        return p.Count(cells, digits, self.rng.getrandbits(len(cells) + 1))

    def same(self) -> p.Primitive:
        length = self.rng.randint(1, self.layout.size)
        groups = range(self.rng.randint(1, 3))
        return p.Same(tuple(tuple(self.rng.sample(range(self.layout.cell_count), length)) for _ in groups))

    def word(self) -> p.Primitive:
        rng, size = self.rng, self.layout.size
        states = rng.randint(1, 5)
        table = tuple(tuple(rng.randrange(-1, states) for _ in range(size)) for _ in range(states))
        accepting = frozenset(state for state in range(states) if rng.random() < 0.7)
        return p.Word(self.group(), Automaton(table, accepting, self.layout.digits))

    def rank(self) -> p.Primitive:
        size = self.layout.size
        rows = [tuple(range(size * i, size * i + size)) for i in range(size)]
        lines = [*rows, *zip(*rows, strict=True)]
        lines += [line[::-1] for line in lines]
        place, ties = self.rng.randint(1, 4 * size), self.rng.randrange(3)
        return p.Rank(self.rng.choice(lines), place, ties, tuple(lines))

    def either(self, depth: int) -> p.Primitive:
        return p.Either(tuple(self.primitives(depth + 1) for _ in range(self.rng.randint(1, 3))))


@cache
def board_of(layout: Layout) -> object:
    houses = array("H", [cell for house in layout.houses for cell in house.cells])
    return _native.rules_board(layout.size, layout.cell_count, houses)


@cache
def all_grids(layout: Layout) -> tuple[bytes, ...]:
    """All grids of a small board, found without rules and so without the search for variants."""
    plan = _native.rules_plan(board_of(layout), array("q"))
    found = _native.rules_solutions(plan, bytes(layout.cell_count), LIMIT)
    return tuple(found[at : at + layout.cell_count] for at in range(0, len(found), layout.cell_count))


def spoilt(numbers: list[int], rng: random.Random) -> list[int]:
    """Some numbers changed, left out or repeated."""
    numbers = list(numbers)
    for _ in range(rng.choice((1, 1, 2, 5))):
        if not numbers:
            break
        at = rng.randrange(len(numbers))
        kind = rng.random()
        if kind < 0.6:
            numbers[at] = rng.choice(WRONG)
        elif kind < 0.8:
            numbers[at] += rng.choice((-1, 1)) if abs(numbers[at]) < 2**62 else 0
        elif kind < 0.9:
            del numbers[at]
        else:
            numbers = numbers[:at] + numbers[: rng.randrange(len(numbers) + 1)]
    return numbers


def stop_soon(_: int) -> None:
    raise InterruptedError


def once(rng: random.Random) -> int:
    """One program, and all questions about it; returns the number of calls."""
    layout = Layout.named(rng.choice(BOARDS))
    program = [part for _ in range(rng.choice((1, 1, 2, 4))) for part in Program(layout, rng).primitives()]
    numbers = list(p.encoded(program))
    for _ in range(rng.choice((0, 0, 1, 3)) if layout.size <= 6 else 0):  # larger boards would take too long
        group = Program(layout, rng).group(1)
        total = sum(rng.sample(range(1, layout.size + 1), len(group)))
        numbers += cage_numbers(group, total, layout)
        program += [p.Different(group, -1), p.Linear(group, (1,) * len(group), total, layout.size)]
    cells = layout.cell_count
    allowed = array("I", [(1 << layout.size) - 1] * cells)
    if rng.random() < 0.2:
        try:
            _native.rules_plan(board_of(layout), array("q", spoilt(numbers, rng)))
        except ValueError:
            return 1
        return 1
    for cell in range(cells):
        if rng.random() < (0.05 if cells < 50 else 0.5):
            allowed[cell] = rng.getrandbits(32) if rng.random() < 0.9 else 0
    plan = _native.rules_plan(board_of(layout), array("q", numbers))
    try:
        count = _native.rules_count(plan, allowed, LIMIT if cells == 16 else 2, stop_soon)
    except InterruptedError:
        return 2
    found = _native.rules_solutions(plan, allowed, count)
    grids = {found[at : at + cells] for at in range(0, len(found), cells)}
    assert len(grids) == count == len(found) // cells, program
    search = _native.rules_search(plan, allowed)
    assert _native.rules_next(search, 1) + _native.rules_next(search, max(count - 1, 0)) == found, program
    batch = _native.rules_batch([(board_of(layout), array("q", numbers), allowed)] * 2, count, 2)
    assert batch == [found, found], program
    digits = bytes(range(1, layout.size + 1)) * cells
    first = _native.rules_first(plan, allowed, array("H", range(cells)), digits)
    assert (first is None) == (count == 0), program
    judged = {grid for grid in grids if obeys(grid, program, allowed)}
    assert judged == grids, program
    if cells == 16:
        expected = {grid for grid in all_grids(layout) if obeys(grid, program, allowed)}
        assert grids == expected, (program, allowed)
        assert first == min(expected, default=None), (program, allowed)
    return 7


def obeys(grid: bytes, program: list[p.Primitive], allowed: array[int]) -> bool:
    fits = all(mask >> (digit - 1) & 1 for mask, digit in zip(allowed, grid, strict=True))
    return fits and not any(is_broken(part, grid) for part in program)


def is_broken(part: p.Primitive, grid: bytes) -> bool:
    """`broken` names the cells, and an impossible primitive may have none."""
    if isinstance(part, p.Either):
        return all(any(is_broken(each, grid) for each in branch) for branch in part.branches)
    if not part.cells and isinstance(part, p.Linear):
        return part.total != 0
    if not part.cells and isinstance(part, p.Sets):
        return not part.masks
    if not part.cells and isinstance(part, p.Count):
        return not part.counts & 1
    if not part.cells and isinstance(part, p.Word):
        return 0 not in part.automaton.accepting
    return bool(part.broken(grid))


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    end = time.monotonic() + seconds
    rounds = calls = 0
    while time.monotonic() < end:
        try:
            calls += once(random.Random(f"{seed} {rounds}"))
        except BaseException:
            print(f"seed {seed}, round {rounds}", file=sys.stderr)
            raise
        rounds += 1
    print(f"{calls} calls of the module, {rounds} programs of rules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
