"""A queue that serves clients in turn: one with a hundred jobs waits for itself, not the others for it."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")
"""The address of the client whose request is being answered."""

SECONDS = 10.0
"""The most that a job may take, and the most that it may wait for a process."""


class Turn(NamedTuple):
    """Whose job it is, and what it is about: a game, or a kind of work."""

    client: str
    about: str


class FairQueue(Generic[T]):
    """Takes one job of each client in turn; among those of a client, one about each thing in turn.

    >>> queue = FairQueue[int]()
    >>> for number, turn in enumerate([Turn("a", "x")] * 3 + [Turn("a", "y"), Turn("b", "x")]):
    ...     queue.put(turn, number)
    >>> [queue.take(lambda turn: True) for _ in range(6)]
    [0, 4, 3, 1, 2, None]
    """

    def __init__(self) -> None:
        self._clients: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def put(self, turn: Turn, job: T) -> None:
        self._clients.setdefault(turn.client, OrderedDict()).setdefault(turn.about, deque()).append(job)

    def count(self, turn: Turn) -> int:
        """How many jobs of this turn wait."""
        return len(self._jobs(turn))

    def take(self, may: Callable[[Turn], bool]) -> T | None:
        """The next job that may be done now; None if there is none."""
        for client, subjects in self._clients.items():
            for about, jobs in subjects.items():
                if may(Turn(client, about)):
                    job = jobs.popleft()
                    subjects.move_to_end(about)
                    self._clients.move_to_end(client)
                    self._tidy(client, about)
                    return job
        return None

    def remove(self, turn: Turn, job: T) -> None:
        """Takes out a job that nobody waits for any more."""
        if job in (jobs := self._jobs(turn)):
            jobs.remove(job)
            self._tidy(*turn)

    def _jobs(self, turn: Turn) -> deque[T]:
        return self._clients.get(turn.client, OrderedDict[str, deque[T]]()).get(turn.about, deque[T]())

    def _tidy(self, client: str, about: str) -> None:
        if not self._clients[client][about]:
            del self._clients[client][about]
        if not self._clients[client]:
            del self._clients[client]
