"""Puzzles made by the thousand: shard k makes the puzzles from k · size on, each from (seed, its number) alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol

from nonet.bulk.chunk import Chunk, Column
from nonet.bulk.manifest import Manifest
from nonet.bulk.sources import Kind
from nonet.bulk.tasks import Around, Made, Rejects, Task
from nonet.bulk.texts import Texts
from nonet.bulk.work import shard_rows
from nonet.bulk.write import writer_for
from nonet.engines import default_engine
from nonet.errors import RecipeError
from nonet.formats import format_grid
from nonet.generate import create
from nonet.rng import Rng
from nonet.version import __version__

if TYPE_CHECKING:
    from nonet.generate.recipe import Recipe

__all__ = ["CreateTask", "CreateWork", "Maker", "PlainMaker", "Puzzled", "RecipeMaker"]

CHUNK_ROWS = 100
"""Puzzles between two looks at the clock."""


BLOCK = 50
"""So many puzzles of a recipe come from one seed: enough that a maker can work in batches."""
EFFORT = 100_000
"""Candidates refused in a row before a recipe is given up."""


class Puzzled(NamedTuple):
    """A puzzle that was made, its solution, and what else is known of it, by the name of its column."""

    puzzle: str
    solution: str
    known: tuple[tuple[str, str], ...] = ()


class Maker(Protocol):
    """A way to make puzzles: a small value that travels; puzzle number k of a seed is always the same."""

    @property
    def options(self) -> Mapping[str, Any]:
        """All that decides what it makes, for the manifest."""
        ...

    def make(self, seed: int, first: int, count: int) -> Iterator[Puzzled]:
        """The puzzles number `first` and on."""
        ...


@dataclass(frozen=True)
class PlainMaker:
    """Makes what `sudoku create` makes.

    >>> made = next(PlainMaker().make(7, 0, 1))
    >>> len(made.puzzle), made.solution.count(".")
    (81, 0)
    """

    @property
    def options(self) -> Mapping[str, Any]:
        """None."""
        return {}

    def make(self, seed: int, first: int, count: int) -> Iterator[Puzzled]:
        """One after the other."""
        for number in range(first, first + count):
            puzzle = create(seed, stream=number)
            solution = default_engine(puzzle.layout).solution(puzzle)
            yield Puzzled(format_grid(puzzle.givens, "line"), format_grid(solution, "line"))


@dataclass(frozen=True)
class RecipeMaker:
    """Makes what a recipe asks for; where that takes logic, the rating is known as well.

    The seed of block b is the first number that (seed, b) draws: puzzle k is number k % 50 of block k // 50, and
    `sudoku create --count 50` with that seed makes the same block.

    >>> from nonet.generate import Recipe
    >>> maker = RecipeMaker(Recipe(clues=30))
    >>> [made.puzzle.count(".") for made in maker.make(7, 0, 2)]
    [51, 51]
    >>> list(maker.make(7, 49, 2))[1] == list(maker.make(7, 50, 1))[0]
    True
    """

    recipe: Recipe

    @property
    def options(self) -> Mapping[str, Any]:
        """All that was asked for."""
        told = {}
        for each in fields(self.recipe):
            value = getattr(self.recipe, each.name)
            if each.name != "count" and value != each.default:
                told[each.name] = (
                    sorted(value) if isinstance(value, frozenset) else getattr(value, "name", value)
                )
        return told

    def make(self, seed: int, first: int, count: int) -> Iterator[Puzzled]:
        """Block by block."""
        last = first + count
        while first < last:
            block, skipped = divmod(first, BLOCK)
            made = self._block(Rng(seed, stream=block).next(), min(BLOCK, skipped + last - first))
            yield from islice(made, skipped, None)
            first = (block + 1) * BLOCK

    def _block(self, seed: int, count: int) -> Iterator[Puzzled]:
        from nonet.generate.search import Ending, make

        making = make(self.recipe, seed, count=count, effort=EFFORT)
        with closing(making):
            for made in making:
                known: tuple[tuple[str, str], ...] = ()
                if self.recipe.needs_logic:
                    rating = made.rating
                    known = (
                        ("rating", str(rating.score)),
                        ("level", rating.level),
                        ("technique", made.techniques[-1]),
                    )
                yield Puzzled(
                    format_grid(made.puzzle.givens, "line"), format_grid(made.solution, "line"), known
                )
        if making.ended is not Ending.DONE:
            raise RecipeError(
                f"no such puzzle among {EFFORT:,} candidates in a row; ask for something less rare"
            )


@dataclass(frozen=True)
class CreateTask:
    """The puzzles of one shard."""

    number: int
    maker: Maker
    seed: int
    first: int
    count: int
    kind: Kind

    @property
    def key(self) -> str:
        """Which puzzles."""
        return f"puzzles {self.first} to {self.first + self.count - 1}"

    @property
    def weight(self) -> int:
        """How many."""
        return self.count

    def make(self, file: BinaryIO, rejects: Rejects, around: Around) -> Made:
        """Makes them, and says so every now and then."""
        made = Made()
        metadata = {"nonet.job": "create", "nonet.version": __version__, "nonet.seed": str(self.seed)}
        writer = writer_for(file, self.kind, job="create", metadata=metadata)
        puzzles = self.maker.make(self.seed, self.first, self.count)
        while rows := list(islice(puzzles, CHUNK_ROWS)):
            writer.write(_chunk(rows))
            made.rows += len(rows)
            around.moved(self.number, rows=len(rows), weight=len(rows))
        writer.close()
        made.results["created"] = made.rows
        return made


class CreateWork:
    """So many puzzles of a seed, as a run."""

    def __init__(
        self, seed: int, count: int, kind: Kind, *, rows: int | None = None, maker: Maker | None = None
    ) -> None:
        self.kind = kind
        self.weight = count
        self.rows = rows or shard_rows("create", count) // BLOCK * BLOCK
        self.is_small = count <= self.rows
        self._seed = seed
        self._count = count
        self._maker = maker or PlainMaker()

    def manifest(self) -> Manifest:
        """How many, and from which seed."""
        return Manifest(
            job="create",
            options={**self._maker.options, "number of puzzles": self._count},
            seed=self._seed,
            inputs=(),
            ending=self.kind.ending,
            shard_rows=self.rows,
        )

    def tasks(self, spool: str) -> Iterator[Task]:
        """One for each shard."""
        for number, first in enumerate(range(0, self._count, self.rows)):
            count = min(self.rows, self._count - first)
            yield CreateTask(number, self._maker, self._seed, first, count, self.kind)

    def place(self, task: Task, row: int) -> tuple[str, int]:
        """Nothing that is made is rejected."""
        raise AssertionError(f"row {row} of shard {task.number} was rejected")

    def finished(self, task: Task) -> None:
        """Nothing was kept for it."""


def _chunk(rows: list[Puzzled]) -> Chunk:
    puzzles = Texts.of([row.puzzle.encode() for row in rows])
    solutions = Texts.of([row.solution.encode() for row in rows])
    columns = [Column("puzzle", puzzles), Column("solution", solutions)]
    for index, (name, _) in enumerate(rows[0].known):
        columns.append(Column(name, Texts.of([row.known[index][1].encode() for row in rows])))
    return Chunk(puzzles, tuple(columns))
