"""Killers on the plain 9x9 board, by the kernel.

The kernel has the techniques of killers (`cages.cpp`, `sums.cpp`, `groups.cpp` … in `native/logic/`), but gives no
evidence for their steps. A rating needs none, nor does a test whether a killer can be solved. A path with evidence asks
the kernel which technique is next, and the Python finder of that technique for the step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import (
    Entry,
    Level,
    allowed_entries,
    killer_techniques,
    technique_keys,
    variant_entries,
)
from nonet.logic.compiled import ASKS_PYTHON, Plan, plan_of
from nonet.logic.options import DEFAULTS, WITHOUT_UNIQUENESS, Options
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rules.base import Rule
from nonet.rules.cages import Cage


class KillerWalk(NamedTuple):
    """The techniques of a path, and the values to which it leads: the solution, if none is 0."""

    techniques: tuple[str, ...]
    values: bytes

    @property
    def is_solved(self) -> bool:
        return all(self.values)


def killer_walk(puzzle: Puzzle) -> KillerWalk | None:
    """The path of a killer; None if only Python can find it."""
    cages = _cages_of(puzzle)
    return None if cages is None else walk_of_cages(puzzle.givens.entries, cages)


def walk_of_cages(givens: bytes, cages: bytes) -> KillerWalk | None:
    """The same, for cages as bytes."""
    plan = killer_plan(DEFAULTS)
    if kernel is None or plan is None:
        return None
    found = kernel.killer_path(givens, cages, plan.finders, plan.options)
    if found[0] == ASKS_PYTHON:
        return None
    keys, end = _keys(), 1 + CLASSIC.cell_count
    return KillerWalk(tuple([keys[number] for number in found[end:]]), found[1:end])


def has_only(puzzle: Puzzle, solution: Grid) -> bool | None:
    """Whether a killer has no solution but this one; None if the kernel cannot say.

    The proof is by logic alone: easy steps, and where they end, every candidate of some cell is supposed. All cases but
    the solution must end in a contradiction.
    """
    cages = _cages_of(puzzle)
    if kernel is None or cages is None:
        return None
    answer: bool = kernel.killer_has_only(puzzle.givens.entries, cages, solution.entries)
    return answer


def _cages_of(puzzle: Puzzle) -> bytes | None:
    return None if any(puzzle.ruled_out) else cages_of_rules(puzzle.layout, puzzle.rules)


# -- what is tried -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def killer_entries(layout: Layout = CLASSIC, level: Level = Level.EXTREME) -> tuple[Entry, ...]:
    """What is tried on killers of a board, up to a level, in order."""
    tried = allowed_entries(variant_entries(), layout, WITHOUT_UNIQUENESS, level)
    return tuple(each for each in tried if each.is_usual or each.techniques[0].killer)


@lru_cache(maxsize=64)
def killer_plan(options: Options, level: Level = Level.EXTREME) -> Plan | None:
    """The same on the plain board, for the kernel; None if it is not there, or these options are beyond it."""
    return plan_of(killer_entries(CLASSIC, level), replace(options, uniqueness=False))


# -- cages as bytes ----------------------------------------------------------------------------------------------------


def cage_bytes(first_cells: Iterable[int], sums: Iterable[int]) -> bytes:
    """Cages as the kernel reads them: for each cell the first cell of its cage, and for each such cell the sum."""
    return bytes(first_cells) + bytes(sums)


def killer_cages(rules: tuple[Rule, ...]) -> tuple[Cage, ...]:
    """The rules of a killer: cages that have a sum and share no cell. None of them if there are other rules, too."""
    cages = tuple(rule for rule in rules if isinstance(rule, Cage) and rule.sum is not None)
    cells = [cell for cage in cages for cell in cage.cells]
    return cages if len(cages) == len(rules) and len({*cells}) == len(cells) else ()


@lru_cache(maxsize=64)
def cages_of_rules(layout: Layout, rules: tuple[Rule, ...]) -> bytes | None:
    """The cages of a killer on the plain board; None for other puzzles."""
    cages = killer_cages(rules)
    if layout != CLASSIC or not cages:
        return None
    first_cells, sums = [_NO_CAGE] * CLASSIC.cell_count, [0] * CLASSIC.cell_count
    for cage in cages:
        first = min(cage.cells)
        sums[first] = cage.sum or 0
        for cell in cage.cells:
            first_cells[cell] = first
    return cage_bytes(first_cells, sums)


_NO_CAGE = 255


@cache
def _keys() -> tuple[str, ...]:
    """The techniques by their numbers in the kernel."""
    return (*technique_keys(), *(each.key for each in killer_techniques()))
