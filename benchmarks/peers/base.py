"""What the measurement asks of everyone who takes part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

__all__ = ["LIMIT", "Answer", "Batch", "Effort", "Job", "Peer", "Unavailable", "package"]

LIMIT = 2
"""Everyone looks for a second solution: one alone proves nothing."""


class Unavailable(Exception):
    """A peer cannot take part; the message says what it needs."""


@dataclass(frozen=True)
class Answer:
    """How many solutions there are, 2 for several, None if the peer does not tell; and one of them, likewise."""

    count: int | None
    solution: str | None = None


@dataclass(frozen=True)
class Effort:
    """The mean of a block of puzzles."""

    guesses: float
    rounds: float | None = None


class Peer(ABC):
    """One puzzle a call: 81 characters, a dot for a blank."""

    name: str

    @abstractmethod
    def solve(self, puzzle: str) -> Answer:
        """All that the clock sees."""


class Job(ABC):
    """A block of puzzles, laid out as the contender likes it."""

    @abstractmethod
    def run(self) -> None:
        """All that the clock sees."""

    @abstractmethod
    def answers(self) -> list[Answer]:
        """What the last run found out."""

    def effort(self) -> Effort | None:
        """What it takes, where that is known; not timed."""
        return None


class Batch(ABC):
    """Many puzzles a call. With `copies`, each run does the block so many times over: work for every thread."""

    name: str
    threads: int = 1
    copies: int = 1

    @abstractmethod
    def prepare(self, puzzles: Sequence[str]) -> Job:
        """Lays out a block of puzzles; not timed."""


def package(module: str, name: str) -> ModuleType:
    """An installed package, or what to do to have it.

    >>> package("no_such_module", "no-such-package")
    Traceback (most recent call last):
        ...
    benchmarks.peers.base.Unavailable: not installed: pip install no-such-package
    """
    try:
        return import_module(module)
    except ImportError:
        raise Unavailable(f"not installed: pip install {name}") from None
