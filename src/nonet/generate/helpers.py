"""Processes that help: each takes one number after the other and hands back what came of it, in the order asked for.

    numbers 0 12 24 36 …  →  helper 1:  0  24  …   ┐
                             helper 2: 12  36  …   ┴→  answers to 0, 12, 24, 36, …

A helper hears of nothing but numbers. It is deaf to Ctrl-C from its first breath, for that is a matter of whoever waits
for it; and if nobody waits any more it goes without a word.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from nonet.errors import NonetError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

__all__ = ["answers"]

T = TypeVar("T")

AHEAD = 3
"""Numbers that are handed out for each helper before their answers are asked for."""
PATIENCE = 0.1
"""Seconds without an answer, after which the one who waits may do something else."""


def answers(
    ask: Callable[[int], T], first: int, step: int, *, helpers: int
) -> Generator[T | None, None, None]:
    """`ask(first)`, `ask(first + step)`, … without end; None now and then, when there is no answer for long.

    `ask` must be something that can be pickled, and so must its answers.

    >>> from operator import neg
    >>> with closing(answers(neg, 2, 3, helpers=1)) as found:
    ...     [each for each, _ in zip((each for each in found if each is not None), range(3))]
    [-2, -5, -8]
    """
    with _started(ask, helpers) as team:
        yield from _in_order(team, count(first, step))


def _in_order(team: dict[Connection, BaseProcess], numbers: Iterator[int]) -> Generator[Any, None, None]:
    from multiprocessing.connection import wait

    waiting: list[int] = []
    load = dict.fromkeys(team, 0)
    known: dict[int, object] = {}
    while True:
        while len(waiting) < AHEAD * len(team):
            waiting.append(next(numbers))
            idlest = min(load, key=load.__getitem__)
            with suppress(OSError):  # it is gone: the next look at its answers says so
                idlest.send(waiting[-1])
            load[idlest] += 1
        while waiting and waiting[0] in known:
            yield known.pop(waiting.pop(0))
        if len(waiting) < AHEAD * len(team):
            continue
        ready = wait(list(team), timeout=PATIENCE)
        if not ready:
            yield None
        for line in team:
            if line in ready:
                number, answer = _heard(line)
                known[number] = answer
                load[line] -= 1


def _heard(line: Connection) -> tuple[int, object]:
    try:
        number, answer, error = line.recv()
    except (EOFError, OSError):
        raise NonetError(
            "a process that helped has ended before its work was done; "
            'a script that asks for threads needs its `if __name__ == "__main__":`, and threads=1 needs no help'
        ) from None
    if error is not None:
        raise error
    return number, answer


@contextmanager
def _started(ask: Callable[[int], object], helpers: int) -> Iterator[dict[Connection, BaseProcess]]:
    """So many helpers, by the line to each; they end with the block."""
    from multiprocessing import get_context

    context = get_context("spawn")
    team: dict[Connection, BaseProcess] = {}
    try:
        with _deaf():
            for _ in range(helpers):
                here, there = context.Pipe()
                with closing(there):
                    process = context.Process(target=_help, args=(there, ask), daemon=True)
                    process.start()
                    team[here] = process
        yield team
    finally:
        for line, helper in team.items():
            helper.terminate()
            line.close()
        for helper in team.values():
            helper.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """Whatever is started meanwhile never hears a Ctrl-C; this process hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # it would open our ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _help(line: Connection, ask: Callable[[int], object]) -> None:
    """What a helper does."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            number = line.recv()
            try:
                answer, error = ask(number), None
            except Exception as mistake:
                answer, error = None, mistake
            line.send((number, answer, error))
