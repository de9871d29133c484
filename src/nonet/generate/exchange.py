"""Exchange: new puzzles from old ones, by removing a clue or two and adding others.

Digging ends at about 24 clues, since it never goes back. An exchange does: remove one clue, or two, and look at all
solutions of the rest. A digit that a cell has in exactly one of them is a clue that makes the puzzle unique again,
often with another solution than before.

    {-1,+1}    as many clues as before: a neighbour
    {-2,+2}    two clues for two others: a neighbour further away
    {-2,+1}    one clue fewer

`few_clues` reaches 19 … 22 clues this way; `climb` goes from neighbour to neighbour while a score rises. The results
depend on the random numbers alone, not on the kernel or the number of threads.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

from nonet.arguments import clear_type_errors
from nonet.engines import default_engine
from nonet.errors import NonetError, RecipeError
from nonet.generate.dig import Dig, dig_many
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle
from nonet.rng import Rng

MOST_SOLUTIONS = 500
"""A puzzle that has more solutions than this without the removed clues is skipped."""

_PIECE = 24
"""Gaps that are examined in one batch."""

_BARREN = 2000
"""Give up after this many exchanges in a row without a result."""

_DIGS = 400
"""Puzzles that are dug to find the best one to start from."""


def deciding_clues(
    puzzles: Sequence[bytes], *, layout: Layout = CLASSIC, limit: int = MOST_SOLUTIONS, threads: int = 1
) -> list[list[tuple[int, int]]]:
    """For each puzzle the clues (cell, digit), ascending, that would leave it exactly one solution.

    None of them for a puzzle without a solution, or with more than `limit` of them.

    >>> mini = Layout.named("4x4")
    >>> deciding_clues([bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 0, 0, 0, 0])], layout=mini)
    [[(12, 4), (13, 3), (14, 2), (15, 1)]]
    >>> deciding_clues([bytes(16)], layout=mini, limit=287)  # the empty board has 288
    [[]]
    """
    cells = layout.cell_count
    if not 1 <= limit <= 1 << 30:
        raise NonetError(f"limit must be 1 to {1 << 30}, not {limit}")
    if kernel is None or layout != CLASSIC:
        return [_deciding_clues(values, layout, limit) for values in puzzles]
    masks, counts = array("H", bytes(2 * cells * len(puzzles))), array("I", bytes(4 * len(puzzles)))
    kernel.deciding_clues_batch(b"".join(puzzles), masks, counts, limit, threads=thread_count(threads))
    return [
        [
            (cell, digit)
            for cell, mask in enumerate(masks[cells * i : cells * (i + 1)])
            if mask and not values[cell]
            for digit in _DIGITS_OF[mask]
        ]
        for i, values in enumerate(puzzles)
    ]


_DIGITS_OF = [[digit for digit in CLASSIC.digits if mask >> (digit - 1) & 1] for mask in range(512)]


def _deciding_clues(values: bytes, layout: Layout, limit: int) -> list[tuple[int, int]]:
    once, twice = [0] * layout.cell_count, [0] * layout.cell_count
    solutions = default_engine(layout).solutions(Puzzle(Grid(layout, values)))
    for count, solution in enumerate(islice(solutions, limit + 1), start=1):
        if count > limit:
            return []
        for cell, digit in enumerate(solution.entries):
            bit = 1 << digit
            twice[cell] |= once[cell] & bit
            once[cell] |= bit
    return [
        (cell, digit)
        for cell in range(layout.cell_count)
        if not values[cell]
        for digit in layout.entries
        if (once[cell] & ~twice[cell]) >> digit & 1
    ]


@clear_type_errors
def neighbours(
    values: bytes,
    gaps: Sequence[Sequence[int]],
    *,
    layout: Layout = CLASSIC,
    limit: int = MOST_SOLUTIONS,
    threads: int = 1,
) -> list[list[bytes]]:
    """For each gap (cells whose clues are removed), the puzzles that one other clue makes unique again.

    A gap of one cell gives neighbours with as many clues, a gap of two gives puzzles with one clue fewer.

    >>> mini = Layout.named("4x4")
    >>> puzzle = bytes([1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2])
    >>> found = neighbours(puzzle, [[0], [6, 9]], layout=mini)
    >>> {each.count(0) for each in found[0]}, found[1]
    ({12}, [])
    """
    bases = []
    for gap in gaps:
        base = bytearray(values)
        for cell in gap:
            base[cell] = 0
        bases.append(bytes(base))
    result = []
    deciding = deciding_clues(bases, layout=layout, limit=limit, threads=threads)
    for rest, clues in zip(bases, deciding, strict=True):
        result.append([each for clue in clues if (each := _with(rest, *clue)) != values])
    return result


def _with(values: bytes, cell: int, digit: int) -> bytes:
    return values[:cell] + bytes([digit]) + values[cell + 1 :]


# -- fewer clues ------------------------------------------------------------------------------------------------


@clear_type_errors
def few_clues(
    clues: int, seed: int, number: int = 0, *, layout: Layout = CLASSIC, moves: int = 6, threads: int = 1
) -> bytes | None:
    """A puzzle with exactly `clues` clues, fewer than digging finds; None if number `number` does not reach it.

    It draws from `Rng(seed, stream=number)` alone: first the seed of 400 digs, of which the one with the fewest clues
    (but not too few) is taken; then, for each clue fewer, all pairs of clues in random order, until a pair can be
    exchanged for a single clue. If no pair can, it moves to a neighbour and tries again, up to `moves` times.

    >>> few_clues(4, seed=1, layout=Layout.named("4x4")).count(0)
    12
    """
    if not 0 < clues <= layout.cell_count:
        raise RecipeError(f"a {layout.name} board holds 1 to {layout.cell_count} clues, not {clues}")
    rng = Rng(seed, stream=number)
    dug = dig_many(Dig(layout=layout), rng.next(), 0, _DIGS if layout == CLASSIC else 8, threads=threads)
    enough = [each for each in dug if each is not None and _count(each) >= clues]
    if not enough:
        return None
    puzzle = min(enough, key=_count)
    while _count(puzzle) > clues:
        smaller = _one_less(puzzle, rng, layout, threads)
        if smaller is None:
            if moves <= 0:
                return None
            moves -= 1
            smaller = _moved(puzzle, rng, layout, threads)
            if smaller is None:
                return None
        puzzle = smaller
    return puzzle


def _count(values: bytes) -> int:
    return len(values) - values.count(0)


def _clue_cells(values: bytes) -> list[int]:
    return [cell for cell, value in enumerate(values) if value]


def _one_less(puzzle: bytes, rng: Rng, layout: Layout, threads: int) -> bytes | None:
    """A puzzle with one clue fewer: the first that the shuffled pairs of clues give."""
    pairs = rng.shuffled(list(combinations(_clue_cells(puzzle), 2)))
    for start in range(0, len(pairs), _PIECE):
        for found in neighbours(puzzle, pairs[start : start + _PIECE], layout=layout, threads=threads):
            if found:
                return found[0]
    return None


def _moved(puzzle: bytes, rng: Rng, layout: Layout, threads: int) -> bytes | None:
    """One of the neighbours of a puzzle, all equally likely; if there are none, one by {-2,+2}."""
    gaps = [[cell] for cell in _clue_cells(puzzle)]
    found = [each for here in neighbours(puzzle, gaps, layout=layout, threads=threads) for each in here]
    return rng.choice(found) if found else next(_far(puzzle, rng, layout, threads), None)


# -- a higher score ---------------------------------------------------------------------------------------------


@clear_type_errors
def climb(
    start: bytes,
    score: Callable[[bytes], float],
    rng: Rng,
    *,
    layout: Layout = CLASSIC,
    tries: int = 200,
    threads: int = 1,
) -> Iterator[tuple[float, bytes]]:
    """Hill climbing among puzzles with as many clues: always to the first neighbour that scores higher.

    Yields the start and each better puzzle with their scores, as soon as they are found. First all {-1,+1} neighbours
    are tried, in random order, then {-2,+2} neighbours; it ends after `tries` scores in all. Negate the score to
    descend. `score` must be deterministic.

    >>> mini = Layout.named("4x4")
    >>> puzzle = bytes([1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2])
    >>> steps = list(climb(puzzle, lambda values: values[:4].count(0), Rng(2), layout=mini, tries=50))
    >>> [int(score) for score, values in steps]
    [3, 4]
    """
    puzzle, best = start, score(start)
    yield best, puzzle
    tries -= 1
    higher = True
    while higher:
        higher = False
        for each in _around(puzzle, rng, layout, threads):
            if tries <= 0:
                return
            tries -= 1
            value = score(each)
            if value > best:
                puzzle, best, higher = each, value, True
                yield best, puzzle
                break


def _around(puzzle: bytes, rng: Rng, layout: Layout, threads: int) -> Iterator[bytes]:
    """Neighbours in random order, the near ones first."""
    gaps = rng.shuffled([[cell] for cell in _clue_cells(puzzle)])
    near = [each for here in neighbours(puzzle, gaps, layout=layout, threads=threads) for each in here]
    rng.shuffle(near)
    yield from near
    yield from _far(puzzle, rng, layout, threads)


def _far(puzzle: bytes, rng: Rng, layout: Layout, threads: int) -> Iterator[bytes]:
    """Neighbours by {-2,+2}: two clues are removed, one from the solution is added, and one that restores uniqueness.

    In random order; ends after `_BARREN` attempts in a row without a result.
    """
    solution = default_engine(layout).solution(Puzzle(Grid(layout, puzzle)))
    clues = _clue_cells(puzzle)
    empty = [cell for cell in range(layout.cell_count) if not puzzle[cell]]
    if len(clues) < 2 or not empty:
        return
    barren = 0
    while barren < _BARREN:
        bases = []
        for _ in range(_PIECE):
            base = bytearray(puzzle)
            first = rng.choice(clues)
            second = rng.choice([cell for cell in clues if cell != first])
            base[first] = base[second] = 0
            come = rng.choice(empty)
            base[come] = solution[come]
            bases.append(bytes(base))
        deciding = deciding_clues(bases, layout=layout, threads=threads)
        for rest, choices in zip(bases, deciding, strict=True):
            barren += 1
            if not choices or len(choices) == rest.count(0):  # nothing makes it unique, or it is already
                continue
            here = _with(rest, *rng.choice(choices))
            if here != puzzle:
                barren = 0
                yield here
