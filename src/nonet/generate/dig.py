"""Digging: clues are removed in random order, as long as there is exactly one solution.

Puzzles are numbered. Number k draws from `Rng(seed, stream=k)` alone:

    1.  a solution grid, `diagonal_grid`
    2.  the orbits of the symmetry, shuffled

Nothing else is drawn. Cells that must be empty are emptied first; if that leaves several solutions, the number gives no
puzzle. Then, in the order drawn, each orbit is removed if one solution remains. A clue that is needed now will be
needed later, when there are fewer clues: so each orbit is tried once, and the result is minimal.

If a clue count is asked for, an orbit is removed only if the count can still be reached with those that follow. Orbits
without which it cannot be reached (the centre cell, for 30 clues with a half turn) are moved to the front.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, overload

from nonet.arguments import clear_type_errors
from nonet.engines import Engine, default_engine
from nonet.errors import NonetError, RecipeError, expect
from nonet.formats import PuzzleLike, ValuesLike, as_grid, as_puzzle, format_grid
from nonet.generate.boards import has_no_solution
from nonet.generate.fill import diagonal_grid
from nonet.generate.orbits import orbit_map, orbits
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle
from nonet.records import is_cuda
from nonet.rng import Rng

_WORD = (1 << 64) - 1
_TEXT = bytes(range(48, 58)) + bytes(246)  # value → character, for bytes.translate


@overload
def dig(start: str, rng: Rng, *, blanks: int | None = None, engine: Engine | None = None) -> str: ...
@overload
def dig(
    start: ValuesLike, rng: Rng, *, blanks: int | None = None, engine: Engine | None = None
) -> Puzzle: ...
@clear_type_errors
def dig(
    start: PuzzleLike, rng: Rng, *, blanks: int | None = None, engine: Engine | None = None
) -> Puzzle | str:
    """Removes clues from `start`, in random order, until `blanks` cells are empty or every clue is needed.

    `start` is a solution grid, or the givens of a puzzle with one solution; so has the result. Each cell is tried
    once: a clue that is needed now will be needed later, when there are fewer clues. Without `blanks` the result is
    therefore minimal; on the classic board about 24 clues are left. At most one digit is missing among them: two
    missing digits could be swapped in the solution.

    >>> from nonet.generate.fill import random_grid
    >>> from nonet.layout import Layout
    >>> rng = Rng(1)
    >>> grid = random_grid(Layout.named("4x4"), rng)
    >>> puzzle = dig(grid, rng, blanks=8)
    >>> puzzle.clue_count, grid.extends(puzzle.givens)
    (8, True)
    """
    expect(rng, Rng, "rng")
    if isinstance(start, str):
        return format_grid(dig(as_grid(start), rng, blanks=blanks, engine=engine), "line")
    start = as_grid(start)
    layout = start.layout
    engine = engine or default_engine(layout)
    values = bytearray(start.entries)
    empty = values.count(0)
    for cell in rng.shuffled(range(layout.cell_count)):
        if empty == blanks:
            break
        if values[cell] and _take((cell,), values, layout, engine):
            empty += 1
    return Puzzle(Grid(layout, bytes(values)))


@overload
def minimize(puzzle: str, rng: Rng, *, symmetry: str = "none", engine: Engine | None = None) -> str: ...
@overload
def minimize(
    puzzle: ValuesLike, rng: Rng, *, symmetry: str = "none", engine: Engine | None = None
) -> Puzzle: ...
def minimize(
    puzzle: PuzzleLike, rng: Rng, *, symmetry: str = "none", engine: Engine | None = None
) -> Puzzle | str:
    """Removes clues, in random order, until each one left is needed.

    The puzzle must have one solution. With a symmetry, whole orbits are removed, and each one left is needed. If the
    puzzle is not symmetric, an orbit consists of those of its cells that have clues.

    >>> from nonet.generate.fill import random_grid
    >>> rng = Rng(1)
    >>> full = Puzzle(random_grid(Layout.named("4x4"), rng))
    >>> minimize(full, rng, symmetry="full").clue_count
    8
    """
    expect(rng, Rng, "rng")
    if isinstance(puzzle, str):
        return format_grid(minimize(as_puzzle(puzzle), rng, symmetry=symmetry, engine=engine), "line")
    puzzle = as_puzzle(puzzle)
    puzzle.require_classic("minimize")
    layout = puzzle.layout
    engine = engine or default_engine(layout)
    values = bytearray(puzzle.givens.entries)
    for orbit in rng.shuffled(orbits(layout, symmetry)):
        _take([cell for cell in orbit if values[cell]], values, layout, engine, puzzle.ruled_out)
    return Puzzle(Grid(layout, bytes(values)), puzzle.ruled_out)


@dataclass(frozen=True, kw_only=True)
@clear_type_errors
class Dig:
    """What to dig for: a symmetry, a clue count (None: as few as possible), cells that must be given or empty.

    If one cell of an orbit must be given, all of them are; if one must be empty, all of them are.

    >>> what = Dig(symmetry="rotational", clues=30)
    >>> 30 in what.clue_counts, 16 in Dig(given=frozenset(range(20))).clue_counts
    (True, False)
    >>> Dig(symmetry="rotational", clues=30, given=frozenset({40}))
    Traceback (most recent call last):
        ...
    nonet.errors.RecipeError: symmetry rotational and the cells that must be given or empty do not allow 30 clues
    """

    layout: Layout = CLASSIC
    symmetry: str = "none"
    clues: int | None = None
    given: frozenset[int] = frozenset()
    blank: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        layout = self.layout
        if strange := [c for c in self.given | self.blank if not 0 <= c < layout.cell_count]:
            raise RecipeError(f"there is no cell {strange[0]} on a {layout.name} board")
        if both := self.kept & self.emptied:
            name = layout.cell_name(min(both))
            raise RecipeError(f"{name} must be given and empty at once (symmetry: {self.symmetry})")
        if self.clues is not None and self.clues not in self.clue_counts:
            raise RecipeError(
                f"symmetry {self.symmetry} and the cells that must be given or empty "
                f"do not allow {self.clues} clues"
            )

    @cached_property
    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The orbits of the symmetry, before they are shuffled."""
        return orbits(self.layout, self.symmetry)

    @cached_property
    def kept(self) -> frozenset[int]:
        """All cells that keep their clue, including those that the symmetry adds."""
        return self._closed(self.given)

    @cached_property
    def emptied(self) -> frozenset[int]:
        """All cells that are emptied first, including those that the symmetry adds."""
        return self._closed(self.blank)

    @cached_property
    def clue_counts(self) -> frozenset[int]:
        """The clue counts that symmetry and pattern allow, whether or not there are such puzzles."""
        held = len(self.kept)
        free = [orbit for orbit in self.orbits if orbit[0] not in self.kept | self.emptied]
        sums = _sums(free)[0]
        return frozenset(held + n for n in range(sums.bit_length()) if sums >> n & 1)

    def _closed(self, cells: Iterable[int]) -> frozenset[int]:
        number = orbit_map(self.layout, self.symmetry)
        return frozenset(cell for n in {number[cell] for cell in cells} for cell in self.orbits[n])


def dig_many(
    what: Dig, seed: int, first: int, count: int, *, threads: int = 1, device: Literal["cuda"] | None = None
) -> list[bytes | None]:
    """The puzzles number `first`, `first + 1`, …: values 0 … size row by row, each with one solution.

    None for a number that failed: its clue count was not reached, or the cells that must be empty left several
    solutions. With `device="cuda"` the same puzzles come from an NVIDIA GPU.

    >>> what = Dig(layout=Layout.named("4x4"), symmetry="diagonal")
    >>> found = dig_many(what, seed=1, first=0, count=3)
    >>> found[1:] == dig_many(what, seed=1, first=1, count=2)
    True
    >>> all(default_engine(what.layout).is_unique(Puzzle(Grid(what.layout, each))) for each in found)
    True
    """
    if count < 0:
        raise NonetError(f"count must be at least 0, not {count}")
    if is_cuda(device):
        return _dug_on_gpu(what, seed, first, count, threads)
    if kernel is not None and what.layout == CLASSIC:
        return _dug_by_kernel(what, seed, first, count, threads)
    engine = default_engine(what.layout)
    return [_dug(what, Rng(seed, stream=number), engine) for number in range(first, first + count)]


def minimize_many(
    starts: Sequence[bytes], what: Dig, seed: int, first: int = 0, *, threads: int = 1
) -> list[bytes | None]:
    """Digs further in given puzzles, by the same rules; `starts[i]` has the number `first + i`.

    No grid is drawn, only the order of the orbits. None also for a start that does not have exactly one solution, or
    has fewer clues than asked for.

    >>> mini = Layout.named("4x4")
    >>> starts = dig_many(Dig(layout=mini, clues=12), seed=1, first=0, count=2)
    >>> [16 - each.count(0) for each in minimize_many(starts, Dig(layout=mini, clues=9), seed=1)]
    [9, 9]
    """
    layout = what.layout
    for start in starts:
        Grid(layout, bytes(start))  # raises if it is not a grid
    if kernel is not None and layout == CLASSIC:
        return _dug_by_kernel(what, seed, first, len(starts), threads, start=b"".join(starts))
    engine = default_engine(layout)
    return [
        _dug(what, Rng(seed, stream=first + i), engine, start) if _is_unique(start, layout, engine) else None
        for i, start in enumerate(starts)
    ]


def _is_unique(values: bytes, layout: Layout, engine: Engine) -> bool:
    grid = Grid(layout, bytes(values))
    return next(grid.conflicts(), None) is None and engine.is_unique(Puzzle(grid))


def _dug_by_kernel(
    what: Dig, seed: int, first: int, count: int, threads: int, start: bytes | None = None
) -> list[bytes | None]:
    """The same puzzles from `native/lanes/dig.h`, which digs several at once."""
    native: Any = kernel
    cells, kinds = CLASSIC.cell_count, _kinds(what)
    values, is_dug, unique = bytearray(cells * count), bytearray(count), bytearray(b"\1" * count)
    if start is not None:
        native.unique_batch(start.translate(_TEXT), unique, threads=thread_count(threads))
    native.dig_batch(
        seed & _WORD,
        first & _WORD,
        bytes(orbit_map(CLASSIC, what.symmetry)),
        kinds,
        values,
        is_dug,
        start=start,
        clues=-1 if what.clues is None else what.clues,
        threads=thread_count(threads),
    )
    block = bytes(values)
    return [
        block[cells * i : cells * (i + 1)] if is_dug[i] and unique[i] == 1 else None for i in range(count)
    ]


def _dug_on_gpu(what: Dig, seed: int, first: int, count: int, threads: int) -> list[bytes | None]:
    """The same puzzles from `nonet.gpu`; the few whose grid takes too long there are dug on the CPU."""
    if what.layout != CLASSIC:
        raise NonetError("the GPU digs on the classic board only")
    if what.clues is not None and what.symmetry != "none":
        raise NonetError("the GPU digs down to a clue count only without a symmetry")
    from nonet.gpu import dig_values

    values, found, left = dig_values(
        what.orbits, _kinds(what), clues=what.clues or 0, seed=seed & _WORD, first=first & _WORD, count=count
    )
    dug = [bytes(board) if is_found else None for board, is_found in zip(values, found, strict=True)]
    for number in left.nonzero()[0].tolist():
        dug[number] = dig_many(what, seed, first + number, 1, threads=threads)[0]
    if what.clues is not None:
        dug = [board if board and len(board) - board.count(0) == what.clues else None for board in dug]
    return dug


def _kinds(what: Dig) -> bytes:
    """For each orbit: 0 free, 1 keeps its clues, 2 must be empty."""
    return bytes(
        1 if orbit[0] in what.kept else 2 if orbit[0] in what.emptied else 0 for orbit in what.orbits
    )


def _dug(what: Dig, rng: Rng, engine: Engine, start: bytes | None = None) -> bytes | None:
    layout, kept, emptied = what.layout, what.kept, what.emptied
    values = bytearray(diagonal_grid(layout, rng, engine=engine).values if start is None else start)
    order = [
        [cell for cell in orbit if values[cell]]
        for orbit in rng.shuffled(what.orbits)
        if orbit[0] not in kept and orbit[0] not in emptied
    ]
    if not _take([cell for cell in sorted(emptied) if values[cell]], values, layout, engine):
        return None
    if what.clues is None:
        for cells in order:
            _take(cells, values, layout, engine)
        return bytes(values)
    surplus = layout.cell_count - values.count(0) - what.clues
    drawn = order
    order = sorted(drawn, key=lambda cells: not _is_due(cells, drawn, surplus))
    after = _sums(order)
    for place, cells in enumerate(order, start=1):
        if surplus <= 0:
            break
        rest = surplus - len(cells)
        if rest >= 0 and after[place] >> rest & 1 and _take(cells, values, layout, engine):
            surplus = rest
    return bytes(values) if surplus == 0 else None


def _is_due(cells: Sequence[int], order: Sequence[Sequence[int]], surplus: int) -> bool:
    """Whether the other orbits alone cannot make up the surplus."""
    others = list(order)
    others.remove(cells)
    return not _sums(others)[0] >> max(surplus, 0) & 1


def _sums(order: Sequence[Sequence[int]]) -> list[int]:
    """For each place in the order, a bitmask of the cell counts that the orbits from there on can add up to."""
    sums = [1]
    for orbit in reversed(order):
        sums.append(sums[-1] | sums[-1] << len(orbit))
    return sums[::-1]


def _take(
    cells: Sequence[int],
    values: bytearray,
    layout: Layout,
    engine: Engine,
    ruled_out: tuple[int, ...] = (),
) -> bool:
    """Empties the cells if one solution remains; otherwise changes nothing and returns False.

    One cell at a time: each must be forced by the clues that are left.
    """
    digits = [values[cell] for cell in cells]
    for cell, digit in zip(cells, digits, strict=True):
        values[cell] = 0
        if not _is_forced(Grid(layout, bytes(values)), cell, digit, engine, ruled_out):
            for each, was in zip(cells, digits, strict=True):
                values[each] = was
            return False
    return True


def _is_forced(grid: Grid, cell: int, digit: int, engine: Engine, ruled_out: tuple[int, ...] = ()) -> bool:
    """Whether the other clues allow no other digit in the cell.

    If there is one solution with this clue, that means: there is one without it, too.
    """
    layout, values = grid.layout, grid.entries
    at_hand = {values[peer] for peer in layout.peers[cell]}
    if len(at_hand - {0}) == layout.size - 1:
        return True
    masks = list(ruled_out) if ruled_out else [0] * layout.cell_count
    masks[cell] |= 1 << (digit - 1)
    return has_no_solution(Puzzle(grid, tuple(masks)), engine)
