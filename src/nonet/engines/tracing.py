"""Searches to watch, a page of events at a time: a search may have millions, too many to keep.

A page begins with the state of the search there, so that a viewer needs no other page: the digits that the search has
placed, and how often each kind of event has happened before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from nonet.engines import backtracking, dlx, propagation
from nonet.engines.base import check_supported
from nonet.engines.events import Event, Happening
from nonet.errors import EngineError
from nonet.puzzle import Puzzle

TRACES: dict[str, Callable[[Puzzle], Iterator[Event]]] = {
    "backtracking": backtracking.trace,
    "propagation": propagation.trace,
    "dlx": dlx.trace,
}
"""The engines that can be watched."""


@dataclass
class SearchState:
    """Where a search is: levels of digits, one for each digit placed and what was deduced from it, and counts.

    >>> state = SearchState()
    >>> for event in islice(backtracking.trace(Puzzle.of("4x4", "..344....243.42.")), 6):
    ...     state.add(event)
    >>> state.levels, state.counts[Happening.CONFLICT]
    ([[]], 4)
    """

    levels: list[list[tuple[int, int]]] = field(default_factory=lambda: [[]])
    counts: Counter[Happening] = field(default_factory=Counter)

    def add(self, event: Event) -> None:
        """Advances by one event."""
        self.counts[event.happening] += 1
        match event.happening:
            case Happening.PLACE:
                self.levels.append([_filled(event)])
            case Happening.DEDUCE:
                self.levels[-1].append(_filled(event))
            case Happening.STEP_BACK | Happening.SOLUTION if len(self.levels) > 1:
                self.levels.pop()


def _filled(event: Event) -> tuple[int, int]:
    assert event.cell is not None
    assert event.digit is not None
    return event.cell, event.digit


@dataclass(frozen=True)
class TracePage:
    """Some events of a search. `start` is the number of the first, `state` that of the search before it; `more` says
    whether there are events after these.
    """

    start: int
    state: SearchState
    events: tuple[Event, ...]
    more: bool


def trace_page(puzzle: Puzzle, engine: str, *, start: int = 0, count: int = 1000) -> TracePage:
    """The events of a search from `start` on, at most `count` of them.

    >>> page = trace_page(Puzzle.of("4x4", "..344....243.42."), "backtracking", start=6, count=2)
    >>> [event.happening.value for event in page.events], page.more
    (['place', 'place'], True)
    """
    if engine not in TRACES:
        raise EngineError(f"the engine {engine!r} cannot be watched; these can: {', '.join(TRACES)}")
    check_supported(puzzle, engine)
    events = TRACES[engine](puzzle)
    state = SearchState()
    passed = _pass(islice(events, start), state)
    found = tuple(islice(events, count))
    return TracePage(passed, state, found, next(events, None) is not None)


def _pass(events: Iterable[Event], state: SearchState) -> int:
    passed = 0
    for event in events:
        state.add(event)
        passed += 1
    return passed
