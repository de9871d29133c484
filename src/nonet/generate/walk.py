"""Paths with some techniques only, as a list of techniques: all that a recipe needs to know.

On the classic board the kernel walks them, many at a time, unless some finder is not compiled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Entry, entries_without_rules, technique, technique_keys
from nonet.logic.compiled import ASKS_PYTHON, SOLVED, plan_of
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.records import SIGNS
from nonet.step import Step

_KEYS = technique_keys()
_NO_BOUND = 2**32 - 1
_LEAST_SCORE = technique("full-house").score


@dataclass(frozen=True)
class Walk:
    """The techniques of a path, step by step, and whether it leads to the solution.

    `differs`: some step is one that HoDoKu would not find.
    """

    techniques: tuple[str, ...]
    is_solved: bool
    differs: bool = False


class Walker:
    """Solves puzzles of a board by the finders of these techniques, the easiest step first.

    Steps of techniques outside `only` are not taken. A walk ends with the first step that is not permitted, or after
    which the score must become more than `most`: every open cell costs 4 at least. It is not solved then.

    >>> walker = Walker(Layout.named("4x4"), ["full-house"])
    >>> walk = walker.walk(bytes([0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0]))
    >>> walk.techniques[:2], walk.is_solved
    (('full-house', 'full-house'), False)
    """

    def __init__(
        self,
        layout: Layout,
        techniques: Collection[str],
        *,
        permitted: Collection[str] | None = None,
        most: int | None = None,
        only: Collection[str] | None = None,
    ) -> None:
        self.layout = layout
        self.entries = _entries_with(layout, techniques)
        self.permitted = {each.key for entry in self.entries for each in entry.techniques}
        if permitted is not None:
            self.permitted &= set(permitted)
        self.most = most
        self.only = only
        self._plan = plan_of(self.entries, DEFAULTS) if layout == CLASSIC else None
        self._permitted = _flags(self.permitted)
        self._only = None if only is None else _flags(only)

    def walk(self, givens: bytes) -> Walk:
        """The walk through a puzzle with one solution: its values row by row."""
        return next(self.walks([givens]))

    def walks(self, many: Sequence[bytes]) -> Iterator[Walk]:
        """The walks through several puzzles."""
        if kernel is None or self._plan is None:
            return map(self._in_python, many)
        found = kernel.logic_judge(
            b"".join(many).translate(SIGNS),
            self._plan.finders,
            self._plan.options,
            self._permitted,
            most=_NO_BOUND if self.most is None else self.most,
            only=self._only,
        )
        return map(self._read, many, found)

    def _read(self, givens: bytes, found: bytes) -> Walk:
        status, differs = found[:2]
        if status == ASKS_PYTHON:
            return self._in_python(givens)
        return Walk(tuple([_KEYS[number] for number in found[2:]]), status == SOLVED, bool(differs))

    def _in_python(self, givens: bytes) -> Walk:
        position = Position.of(Puzzle(Grid(self.layout, givens)))
        taken: list[str] = []
        score, differs = 0, False
        for step in position.steps(self._first):
            taken.append(step.technique)
            score += technique(step.technique).score
            differs = differs or step.beyond_hodoku
            least = score + _LEAST_SCORE * (position.unsolved.bit_count() - len(step.placements))
            if step.technique not in self.permitted or (self.most is not None and least > self.most):
                return Walk(tuple(taken), False, differs)
        return Walk(tuple(taken), position.is_solved, differs)

    def _first(self, position: Position) -> Step | None:
        for entry in self.entries:
            for step in entry.finder(position, DEFAULTS):
                if self.only is None or step.technique in self.only:
                    return step
        return None


def _entries_with(layout: Layout, keys: Collection[str]) -> tuple[Entry, ...]:
    """What finds any of these techniques, in the order of the catalog."""
    return tuple(
        entry
        for entry in entries_without_rules(layout)
        if entry.on and any(each.key in keys and each.suits(layout) for each in entry.techniques)
    )


def _flags(keys: Collection[str]) -> bytes:
    return bytes([key in keys for key in _KEYS])
