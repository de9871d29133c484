"""How much is taken from strangers before it is refused, in the library, the command and the server alike.

One table, `Limits`. Three ways to change it, all with the same names: `nonet.allow(rules=20_000)` around some calls,
`sudoku --set-limit rules=20000 …` for a command, and the environment variable `NONET_ALLOW="rules=20000 seconds=60"`
for whatever a program and its processes read. What exceeds a limit raises `LimitExceeded`, which names it.

>>> limits().rules
10000
>>> with allow(rules=3):
...     check("rules", 4)
Traceback (most recent call last):
    ...
nonet.errors.LimitExceeded: more than 3 rules; --set-limit rules=N or nonet.allow(rules=N) allows more
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from nonet.errors import LimitExceeded, NonetError
from nonet.unraisable import noticed_drops

P = ParamSpec("P")
T = TypeVar("T")

_VARIABLE = "NONET_ALLOW"


def _limit(most: float, of: str) -> Any:
    return field(default=most, metadata={"of": of})


@dataclass(frozen=True)
class Limits:
    """The most of everything; `of` in the metadata of a field says of what."""

    seconds: float = _limit(5.0, "seconds of work on reading one input, or on preparing its rules")
    megabytes: int = _limit(512, "megabytes of memory for reading one input")
    line: int = _limit(1 << 16, "characters in a line, a row or a value")
    endless: int = _limit(1 << 26, "bytes in a line; such a file has no lines at all, and the run ends")
    puzzle: int = _limit(1 << 20, "characters of a single puzzle, unpacked")
    file: int = _limit(1 << 24, "bytes of a file that is read as a whole, unpacked")
    values: int = _limit(1_000_000, "lists and objects in JSON, or elements in XML")
    rules: int = _limit(10_000, "rules")
    game: int = _limit(100_000, "characters of the rules of a saved game, in JSON")
    moves: int = _limit(20_000, "moves of a game in a file")
    cells: int = _limit(50_000, "cells in the moves of one request")
    pack: int = _limit(1_000, "puzzles of a pack, or files of its folder")
    words: int = _limit(10_000, "characters of a title, an author or the setter's rules")
    states: int = _limit(100_000, "states of an automaton")
    sets: int = _limit(100_000, "sets of digits for a cage")
    picture: int = _limit(1 << 27, "bytes of a picture")
    pixels: int = _limit(40_000_000, "pixels of a picture")
    answer: int = _limit(200_000, "characters of what a model wrote; the others are not read")
    judging: float = _limit(0.5, "seconds of work on judging what a model wrote")


_LIMITS = {each.name: each for each in fields(Limits)}


def _changed(old: Limits, values: dict[str, float]) -> Limits:
    for name, most in values.items():
        if name not in _LIMITS:
            raise NonetError(f"there is no limit {name!r}; the limits are {', '.join(_LIMITS)}")
        if isinstance(most, bool) or not isinstance(most, int | float) or not 0 < most < 1 << 62:
            raise NonetError(f"the limit {name} must be a positive number, not {most!r}")
        if isinstance(most, float) and not isinstance(_LIMITS[name].default, float):
            raise NonetError(f"the limit {name} must be a whole number, not {most!r}")
    return replace(old, **values)  # type: ignore[arg-type] # the fields are checked


def _parsed(text: str) -> dict[str, float]:
    """The values of a text such as `rules=20000 seconds=60`."""
    found: dict[str, float] = {}
    for word in text.replace(",", " ").split():
        name, _, most = word.partition("=")
        try:
            found[name] = float(most) if "." in most else int(most)
        except ValueError:
            raise NonetError(f"a limit is a name and a number, such as rules=20000, not {word!r}") from None
    return found


_usual: Limits | None = None  # until the environment is read
_own: ContextVar[Limits | None] = ContextVar("limits", default=None)
_deadline: ContextVar[tuple[float, float] | None] = ContextVar("deadline", default=None)
_is_own_process = False


def limits() -> Limits:
    """The limits that hold here."""
    return _own.get() or _usual or _from_environment()


def _from_environment() -> Limits:
    global _usual
    _usual = _changed(Limits(), _parsed(os.environ.get(_VARIABLE, "")))
    return _usual


@contextmanager
def allow(**values: float) -> Iterator[None]:
    """Other limits for the body of a `with`; threads that it starts have the usual ones.

    >>> with allow(states=500_000, seconds=60):
    ...     limits().states
    500000
    """
    before, own = _own.get(), _changed(limits(), values)
    try:
        _own.set(own)
        yield
    finally:
        _own.set(before)


def allow_everywhere(text: str) -> None:
    """Other limits for this process and those that it starts, written as in the environment variable."""
    _changed(Limits(), _parsed(text))
    os.environ[_VARIABLE] = f"{os.environ.get(_VARIABLE, '')} {text}"
    _from_environment()


def exceeded(name: str) -> LimitExceeded:
    """The error for a limit that is exceeded, to be raised."""
    return LimitExceeded(name, getattr(limits(), name), _LIMITS[name].metadata["of"])


def check(name: str, amount: float) -> None:
    """Raises LimitExceeded if the amount is more than the limit of that name."""
    if amount > getattr(limits(), name):
        raise exceeded(name)


_clock = getattr(time, "thread_time", time.process_time)  # a browser has no threads


def check_time() -> None:
    """Raises LimitExceeded when the time of `reading` is over. For loops whose length a stranger chooses."""
    deadline = _deadline.get()
    # A thread cannot work longer than the clock on the wall says, and that one is read five times as fast.
    if deadline and time.monotonic() > deadline[0] and _clock() > deadline[1]:
        raise exceeded("seconds")


def reading(function: Callable[P, T]) -> Callable[P, T]:
    """A decorator: the time and the memory for reading one input, which is what a call of the function does. A call
    inside another one is a part of that.

    Not for `with`: an interrupt may come between the body and `__exit__`, and the time would run on for ever.
    """

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> T:
        if _deadline.get():
            return function(*args, **options)
        seconds = limits().seconds
        try:
            _deadline.set((time.monotonic() + seconds, _clock() + seconds))
            if not _is_own_process:
                return function(*args, **options)
            with _net():
                return function(*args, **options)
        except MemoryError:
            raise exceeded("megabytes") from None
        finally:
            _deadline.set(None)

    return call


# -- the net, for what no loop checks ---------------------------------------------------------------------------


def own_process() -> None:
    """Says that this process belongs to nonet: `reading` then also uses the alarm clock of the process, and limits its
    memory while it reads. A library must not do that to the program that uses it.

    OpenCV and numpy start a thread for each core, and each reserves memory: with 16 there was none left for a picture.
    """
    global _is_own_process
    _is_own_process = sys.platform == "linux"
    os.environ.update(OPENBLAS_NUM_THREADS="1", OPENCV_FOR_THREADS_NUM="1")


_YEAR = 365 * 24 * 60 * 60.0
"""Alarm clocks have their own limit, of some centuries."""


@contextmanager
def _net() -> Iterator[None]:
    import resource
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        check_time()

    with open("/proc/self/statm") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = taken + (limits().megabytes << 20)
    if most < (sys.maxsize if soft == resource.RLIM_INFINITY else soft):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, min(limits().seconds, _YEAR) + 0.1, 0.5)
    try:
        with noticed_drops(LimitExceeded, lambda: True):  # it rings again
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
