"""Paths with some techniques only, as a list of techniques: all that a recipe needs to know.

On the classic board the kernel walks them, unless some finder is not compiled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import ENTRIES, Entry, technique, technique_keys
from nonet.logic.compiled import ASKS_PYTHON, option_bytes, plan_of
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.records import SIGNS
from nonet.step import Step

__all__ = ["Walk", "entries_with", "walk"]

_KEYS = technique_keys()
_SOLVED = 1
_NO_BOUND = 2**32 - 1


@dataclass(frozen=True)
class Walk:
    """The techniques of a path, step by step, and whether it leads to the solution.

    `differs`: some step is one that HoDoKu would not find.
    """

    techniques: tuple[str, ...]
    is_solved: bool
    differs: bool = False

    @property
    def score(self) -> int:
        return sum(technique(key).score for key in self.techniques)


def entries_with(layout: Layout, keys: Collection[str]) -> tuple[Entry, ...]:
    """What finds any of these techniques, in the order of the catalog."""
    return tuple(
        entry
        for entry in ENTRIES
        if entry.on and any(each.key in keys and each.suits(layout) for each in entry.techniques)
    )


def walk(
    puzzle: Puzzle,
    entries: tuple[Entry, ...],
    *,
    permitted: Collection[str] = _KEYS,
    most: int | None = None,
    only: Collection[str] | None = None,
) -> Walk:
    """Solves a puzzle by these finders alone, the easiest step first.

    Steps of techniques outside `only` are not taken. The walk ends with the first step that is not permitted or
    makes the score more than `most`.

    >>> puzzle = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> walk(puzzle, entries_with(puzzle.layout, ["full-house"])).techniques[:2]
    ('full-house', 'full-house')
    """
    return _compiled(puzzle, entries, permitted, most, only) or _in_python(
        puzzle, entries, permitted, most, only
    )


def _compiled(
    puzzle: Puzzle,
    entries: tuple[Entry, ...],
    permitted: Collection[str],
    most: int | None,
    only: Collection[str] | None,
) -> Walk | None:
    numbers = option_bytes(DEFAULTS)
    if kernel is None or numbers is None or puzzle.layout != CLASSIC or any(puzzle.ruled_out):
        return None
    (found,) = kernel.logic_judge(
        puzzle.givens.values.translate(SIGNS),
        plan_of(entries, DEFAULTS),
        numbers,
        _flags(permitted),
        most=_NO_BOUND if most is None else most,
        only=None if only is None else _flags(only),
    )
    if found[0] == ASKS_PYTHON:
        return None
    status, differs = found[:2]
    return Walk(tuple([_KEYS[number] for number in found[2:]]), status == _SOLVED, bool(differs))


def _flags(keys: Collection[str]) -> bytes:
    return bytes([key in keys for key in _KEYS])


def _in_python(
    puzzle: Puzzle,
    entries: tuple[Entry, ...],
    permitted: Collection[str],
    most: int | None,
    only: Collection[str] | None,
) -> Walk:
    position = Position.of(puzzle)
    taken: list[str] = []
    score, differs = 0, False
    for step in _steps(position, entries, only):
        taken.append(step.technique)
        score += technique(step.technique).score
        differs = differs or step.beyond_hodoku
        if step.technique not in permitted or (most is not None and score > most):
            return Walk(tuple(taken), False, differs)
    return Walk(tuple(taken), position.is_solved, differs)


def _steps(position: Position, entries: tuple[Entry, ...], only: Collection[str] | None) -> Iterator[Step]:
    while position.unsolved:
        step = _first(position, entries, only)
        if step is None:
            return
        yield step
        position.apply(step)


def _first(position: Position, entries: tuple[Entry, ...], only: Collection[str] | None) -> Step | None:
    for entry in entries:
        for step in entry.finder(position, DEFAULTS):
            if only is None or step.technique in only:
                return step
    return None
