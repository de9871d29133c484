"""A job with its options, and the one place where jobs are registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol

from nonet.errors import NonetError
from nonet.jobs.block import Answer
from nonet.layout import CLASSIC, Layout
from nonet.parallel.cores import thread_count
from nonet.records import FILLER, Block
from nonet.version import __version__

Option = str | int | None


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
class Job:
    """A job and its options; a small value that can be sent to a worker.

    `layout` is the name of the board (None: the classic one, or any other that the length of a text tells).

    >>> job = Job("count", options={"limit": 10})
    >>> list(job(Block.of([b"." * 81, b"12.............."])).columns["count"])
    [10, 10]
    >>> Job("paint")
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: unknown job 'paint'; choose from effort, solve, count, check, canonical, rate, convert
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
