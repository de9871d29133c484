"""The interface of a solver that is measured."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

__all__ = ["LIMIT", "Answer", "Batch", "Effort", "Job", "Peer", "Unavailable", "package"]

LIMIT = 2
"""Solvers look for a second solution; otherwise the first is not known to be unique."""


class Unavailable(Exception):
    """The solver cannot be used; the message says what is missing."""


@dataclass(frozen=True)
class Answer:
    """The number of solutions (2 means several) and one solution; None for what the solver does not report."""

    count: int | None
    solution: str | None = None


@dataclass(frozen=True)
class Effort:
    """The mean number of guesses and propagation rounds over a block of puzzles."""

    guesses: float
    rounds: float | None = None


class Peer(ABC):
    """Solves one puzzle per call: 81 characters, with a dot for an empty cell."""

    name: str

    @abstractmethod
    def solve(self, puzzle: str) -> Answer:
        """The part that is timed."""


class Job(ABC):
    """A block of puzzles in the form that the solver expects."""

    @abstractmethod
    def run(self) -> None:
        """The part that is timed."""

    @abstractmethod
    def answers(self) -> list[Answer]:
        """The answers of the last run."""

    def effort(self) -> Effort | None:
        """The effort, if the solver reports it; not timed."""
        return None


class Batch(ABC):
    """Solves many puzzles per call; each run solves the block `copies` times, so that every thread has work."""

    name: str
    threads: int = 1
    copies: int = 1

    @abstractmethod
    def prepare(self, puzzles: Sequence[str]) -> Job:
        """Converts a block of puzzles; not timed."""


def package(module: str, name: str) -> ModuleType:
    """Imports a package; raises Unavailable with the command that installs it.

    >>> package("no_such_module", "no-such-package")
    Traceback (most recent call last):
        ...
    benchmarks.peers.base.Unavailable: not installed: pip install no-such-package
    """
    try:
        return import_module(module)
    except ImportError:
        raise Unavailable(f"not installed: pip install {name}") from None
