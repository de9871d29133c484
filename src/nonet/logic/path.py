"""The solving loop: the easiest step first, again and again, always the same steps for the same puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.formats import PuzzleLike
from nonet.layout import Layout
from nonet.logic.catalog import ENTRIES, Entry, Finder, entry
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.position import Position
from nonet.step import Step

__all__ = ["all_steps", "next_step", "path"]


def path(puzzle: PuzzleLike, *, options: Options = DEFAULTS) -> Iterator[Step]:
    """The steps from the givens to the solution, lazily; ends early only if there is not exactly one solution.

    >>> [step.technique for step in path(".13. 43.2 .2.3 ....")][:3]
    ['full-house', 'full-house', 'full-house']
    """
    return _path(Position.of(puzzle), options)  # refuses what is no puzzle now, not at the first step


def _path(position: Position, options: Options) -> Iterator[Step]:
    finders = _finders(position.layout, options)
    while position.unsolved:
        step = _first(finders, position, options)
        if step is None:
            return
        yield step
        position.apply(step)


def next_step(position: Position | PuzzleLike, *, options: Options = DEFAULTS) -> Step | None:
    """The easiest step in a position, or at the start of a puzzle; None if there is none."""
    position = _position(position)
    return _first(_finders(position.layout, options), position, options)


def all_steps(
    position: Position | PuzzleLike, technique: str, *, options: Options = DEFAULTS
) -> Iterator[Step]:
    """Every step of one technique in a position, or at the start of a puzzle."""
    position = _position(position)
    line = entry(technique)
    if not _is_allowed(line, position.layout, options):
        return iter(())
    return (step for step in line.finder(position, options) if step.technique == technique)


def _position(given: Position | PuzzleLike) -> Position:
    return given if isinstance(given, Position) else Position.of(given)


def _first(finders: tuple[Finder, ...], position: Position, options: Options) -> Step | None:
    for find in finders:
        for step in find(position, options):
            return step
    return None


@lru_cache(maxsize=64)
def _finders(layout: Layout, options: Options) -> tuple[Finder, ...]:
    """What is tried on this board, in order."""
    return tuple(each.finder for each in ENTRIES if each.on and _is_allowed(each, layout, options))


def _is_allowed(line: Entry, layout: Layout, options: Options) -> bool:
    return any((options.uniqueness or not each.unique) and each.suits(layout) for each in line.techniques)
