"""A job with its options, the one place where jobs are registered, and what a job gives.

    Boards, Words, arrays    columns with a value for each row
    Answer                   new columns, the rejected rows, and a tally

What it takes is a `nonet.records.Block`.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, TypeAlias

from nonet.arguments import clear_type_errors
from nonet.errors import FormatError, NonetError, RuleError
from nonet.formats import parse_line
from nonet.layout import CLASSIC, Layout
from nonet.limits import check
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle
from nonet.records import CELLS, FILLER, Block
from nonet.version import __version__

Option = str | int | float | None


class Run(Protocol):
    """The function of a job: see `nonet.jobs.operations`."""

    __module__: str

    def __call__(self, block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer: ...


@dataclass(frozen=True)
class Operation:
    """What is registered for a job.

    `options` are the names of its options, with their defaults; `check` refuses values that make no sense, and says
    what else the output's metadata should tell. `shard_rows` are the fewest and the most rows of a shard that bulk
    makes by itself. With `in_python` bulk uses processes rather than threads. With `needs_answers`, blocks have the
    answers that a table gives beside its puzzles.
    """

    run: Run
    options: Mapping[str, Option] = field(default_factory=dict)
    check: Callable[[Job], Mapping[str, str]] = lambda job: {}
    shard_rows: tuple[int, int] = (20_000, 500_000)
    in_python: bool = False
    needs_answers: bool = False


_REGISTERED: dict[str, Operation] = {}


def register(name: str, operation: Operation) -> None:
    """Makes a job known under a name: to `Job`, and with it to `nonet.bulk` and `sudoku bulk`.

    Any module may register a job while it is imported. A process that is sent a `Job` imports that module, too.
    """
    _REGISTERED[name] = operation


def operation(name: str) -> Operation:
    found = _REGISTERED.get(name)
    if found is None:
        raise NonetError(f"unknown job {name!r}; choose from {', '.join(_REGISTERED)}")
    return found


def job_names() -> tuple[str, ...]:
    """The names of all jobs on puzzles.

    >>> {"solve", "count", "check"} <= set(job_names())
    True
    """
    return tuple(_REGISTERED)


@dataclass(frozen=True)
@clear_type_errors
class Job:
    """A job and its options; a small value that can be sent to a worker.

    `layout` is the name of the board (None: the classic one, or any other that the length of a text tells).

    >>> job = Job("count", options={"limit": 10})
    >>> list(job(Block.of([b"." * 81, b"12.............."])).columns["count"])
    [10, 10]
    >>> Job("paint")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: unknown job 'paint'; choose from effort, solve, count, ...
    """

    name: str
    layout: str | None = None
    options: Mapping[str, Option] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = operation(self.name).options
        if unknown := self.options.keys() - known.keys():
            raise NonetError(f"{self.name} has no option {', '.join(sorted(unknown))}")
        object.__setattr__(self, "options", {**known, **self.options})
        if self.layout is not None:
            Layout.named(self.layout)
        operation(self.name).check(self)

    def __reduce__(self) -> tuple[Callable[..., Job], tuple[object, ...]]:
        """A process that receives the job may not have imported the module that registers it."""
        return _received, (self.operation.run.__module__, self.name, self.layout, dict(self.options))

    def __hash__(self) -> int:
        return hash((self.name, self.layout, *sorted(self.options.items())))

    @property
    def operation(self) -> Operation:
        return operation(self.name)

    @property
    def board(self) -> Layout | None:
        return None if self.layout is None else Layout.named(self.layout)

    def classic(self, block: Block) -> Block:
        """The block for the functions of `nonet.many`: all fillers if the job is for another board."""
        return block if self.board in (None, CLASSIC) else Block(FILLER * block.count, block.count)

    @property
    def metadata(self) -> dict[str, str]:
        """What an output says about itself: the job, its options, the version."""
        options = {"layout": self.layout, **self.options, **self.operation.check(self)}
        settings = {f"nonet.{key}": str(value) for key, value in options.items() if value is not None}
        return {**run_metadata(self.name, "none"), **settings}

    def __call__(self, block: Block, *, threads: int | None = 1, gap: int = 0) -> Answer:
        """Does the job on a block, on that many threads (None: all cores)."""
        return self.operation.run(block, self, threads=thread_count(threads), gap=gap)


def run_metadata(job: str, seed: int | str) -> dict[str, str]:
    """What every output says about itself."""
    return {"nonet.job": job, "nonet.version": __version__, "nonet.seed": str(seed)}


def _received(module: str, name: str, layout: str | None, options: Mapping[str, Option]) -> Job:
    if name not in _REGISTERED:
        import_module(module)
    return Job(name, layout=layout, options=options)


# -- answers -------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Boards:
    """A column of boards, laid out as in `Block`. If `present` is given, rows with a 0 in it have no board."""

    records: bytes | bytearray
    stride: int = CELLS
    others: dict[int, bytes] = field(default_factory=dict)
    present: bytes | None = None

    def text(self, row: int) -> bytes | None:
        if row in self.others:
            return self.others[row]
        if self.present is not None and not self.present[row]:
            return None
        return bytes(self.records[row * self.stride : row * self.stride + CELLS])


@dataclass(frozen=True, eq=False)
class Words:
    """A column of few different words: `words[codes[k]]`, or nothing where the code has no word."""

    codes: bytes | bytearray
    words: tuple[str, ...]

    def text(self, row: int) -> str | None:
        code = self.codes[row]
        return self.words[code] if code < len(self.words) else None


Column: TypeAlias = "Boards | Words | array[int] | array[float] | list[str]"
"""A value for each row."""


@dataclass(eq=False)
class Answer:
    """What a job made of a block.

    `columns` are new columns by name, with a value for every row; those of a rejected row mean nothing. `rejects`
    says for each rejected row why. `tally` counts the other rows by result. `puzzles` replaces the puzzles
    themselves, where the job writes them anew.
    """

    columns: dict[str, Column] = field(default_factory=dict)
    rejects: dict[int, str] = field(default_factory=dict)
    tally: Counter[str] = field(default_factory=Counter)
    puzzles: Boards | None = None


def rows_with(status: bytes | bytearray, value: int) -> Iterator[int]:
    """The rows that have this status.

    >>> list(rows_with(bytes([1, 255, 0, 255]), 255))
    [1, 3]
    """
    row = status.find(value)
    while row >= 0:
        yield row
        row = status.find(value, row + 1)


def each_puzzle(
    block: Block,
    rows: Iterable[int],
    layout: Layout | None,
    rejects: dict[int, str],
    use: Callable[[int, Puzzle], None],
    broken: Callable[[int], None] | None = None,
) -> None:
    """Parses some rows one by one and calls `use` with each puzzle.

    A row that cannot be parsed, or for which `use` raises a `NonetError`, goes into `rejects` with the message. A
    board that breaks a rule goes to `broken` instead, if that is given.
    """
    known: dict[bytes, str] = {}
    for row in rows:
        text = block.text(row)
        if text in known:  # the same bad line again and again, such as an empty one
            rejects[row] = known[text]
            continue
        try:
            use(row, parse_line(_decoded(text), layout))
        except NonetError as error:
            if broken is not None and isinstance(error, RuleError):
                broken(row)
            else:
                rejects[row] = known[text] = str(error)


def _decoded(text: bytes) -> str:
    check("line", len(text))
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            "this byte is not UTF-8; save the text as UTF-8",
            column=error.start + 1,
            text=f"0x{text[error.start]:02x}",
        ) from None
