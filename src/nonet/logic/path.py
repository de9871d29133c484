"""The solving loop: the easiest step first, again and again, always the same steps for the same puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.layout import Layout
from nonet.logic.catalog import ENTRIES, Entry, Finder, entry
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.step import Step

__all__ = ["all_steps", "next_step", "path"]


def path(puzzle: Puzzle, *, options: Options = DEFAULTS) -> Iterator[Step]:
    """The steps from the givens to the solution, lazily; it ends early only where there is not exactly one.

    >>> from nonet.layout import Layout
    >>> puzzle = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> [step.technique for step in path(puzzle)][:3]
    ['full-house', 'full-house', 'full-house']
    """
    position = Position.of(puzzle)
    finders = _finders(position.layout, options)
    while position.unsolved:
        step = _first(finders, position, options)
        if step is None:
            return
        yield step
        position.apply(step)


def next_step(position: Position, *, options: Options = DEFAULTS) -> Step | None:
    """The easiest step in this position, or None if there is none."""
    return _first(_finders(position.layout, options), position, options)


def all_steps(position: Position, technique: str, *, options: Options = DEFAULTS) -> Iterator[Step]:
    """Every step of one technique in this position."""
    line = entry(technique)
    if not _is_allowed(line, position.layout, options):
        return iter(())
    return (step for step in line.finder(position, options) if step.technique == technique)


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
