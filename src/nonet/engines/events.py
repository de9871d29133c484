"""What happens in a search, event by event, for people who want to watch one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from nonet.dimensions import House
from nonet.grid import Grid
from nonet.layout import Layout


class Happening(Enum):
    CHOOSE = "choose"
    PLACE = "place"
    DEDUCE = "deduce"
    CONFLICT = "conflict"
    RULED_OUT = "ruled out"
    STEP_BACK = "step back"
    SOLUTION = "solution"


@dataclass(frozen=True)
class Event:
    """One event of the search. Attributes that do not apply are None.

    CHOOSE     the search goes on with `cell`, or with the place of `digit` in `house`: there are `options`
    PLACE      `digit` is placed in `cell`
    DEDUCE     `digit` follows for `cell` from the rules and the digits so far; it goes with the last one placed
    CONFLICT   `digit` cannot go into `cell`, because it is in the cell `clash` of the same `house`
    RULED_OUT  `digit` cannot go into `cell`, because the puzzle rules it out there
    STEP_BACK  nothing is left to try in `cell`, or for `digit` in `house`, or the digits so far contradict each other;
               the digit placed before is removed
    SOLUTION   every cell is filled: `grid`
    """

    happening: Happening
    cell: int | None = None
    digit: int | None = None
    house: House | None = None
    clash: int | None = None
    options: int | None = None
    grid: Grid | None = None


def events_as_json(layout: Layout, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Each event as a dictionary of plain values. A cell is [row, column], both from 1; `depth` is the number of
    digits that the search has placed.

    >>> from nonet.engines.backtracking import trace
    >>> from nonet.formats import parse
    >>> puzzle = parse("0130430202030000")
    >>> for line in list(events_as_json(puzzle.layout, trace(puzzle)))[:2]:
    ...     print(line)
    {'event': 'conflict', 'depth': 0, 'cell': [1, 1], 'digit': 1, 'house': 'row 1', 'clash': [1, 2]}
    {'event': 'place', 'depth': 1, 'cell': [1, 1], 'digit': 2}
    """
    depth = 0
    for event in events:
        if event.happening is Happening.PLACE:
            depth += 1
        line: dict[str, Any] = {"event": event.happening.value, "depth": depth}
        if event.cell is not None:
            line["cell"] = _place(layout, event.cell)
        if event.digit is not None:
            line["digit"] = event.digit
        if event.house is not None:
            line["house"] = event.house.name
        if event.clash is not None:
            line["clash"] = _place(layout, event.clash)
        if event.options is not None:
            line["options"] = event.options
        if event.grid is not None:
            line["grid"] = [list(row) for row in event.grid.rows()]
        yield line
        if event.happening in (Happening.STEP_BACK, Happening.SOLUTION):
            depth = max(0, depth - 1)


def _place(layout: Layout, cell: int) -> list[int]:
    return [layout.row_of(cell) + 1, layout.column_of(cell) + 1]
