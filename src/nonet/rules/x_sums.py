"""X-sums and their relatives: a clue outside the board is the sum of as many digits as the first digit says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import Number, RuleExample
from nonet.rules.outside import OutsideClue
from nonet.rules.primitives import Primitive, Word

_EXAMPLE = ["r1c1", "r1c2", "r1c3", "r1c4"]


@lru_cache(maxsize=256)
def _x_sum(size: int, total: int, shifts: tuple[int, ...]) -> Automaton:
    """Accepts a line if its first X + s digits make the total, for one of the shifts s."""
    start: tuple[tuple[int, ...], int] = ((-size,), 0)
    done: tuple[tuple[int, ...], int] = ((), 0)

    def step(state: tuple[tuple[int, ...], int], digit: int) -> tuple[tuple[int, ...], int] | None:
        """A state is how many digits are still to be added, for each shift, and what they must make."""
        left, missing = (tuple(digit + shift for shift in shifts), total) if state == start else state
        if state == done or (0 in left and missing == 0):
            return done
        left, missing = tuple(count - 1 for count in left if count > 0), missing - digit
        if 0 in left and missing == 0:
            return done
        left = tuple(count for count in left if count > 0)
        return (left, missing) if left and missing >= 0 else None

    return built(size, start, step, lambda state: state != start and state[1] == 0)


@dataclass(frozen=True)
class XSum(OutsideClue):
    sum: Number

    kind = "x_sum"
    title = T("X-sum")
    text = T("A number outside is the sum of the first X digits of the line, where X is the first of them.")
    example = RuleExample("4x4", {"cells": _EXAMPLE, "sum": 5})
    shifts: ClassVar[tuple[int, ...]] = (0,)
    """How many digits more or fewer than X may be added."""

    def label(self) -> str:
        return str(self.sum)

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        return any(sum(digits[: digits[0] + shift]) == self.sum for shift in self.shifts)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word(self.cells, _x_sum(layout.size, self.sum, self.shifts))


@dataclass(frozen=True)
class ShortsightedXSum(XSum):
    kind = "shortsighted_x_sum"
    title = T("shortsighted X-sum")
    text = T(
        "A number outside is the sum of the first X or X − 1 digits of the line, where X is the first of them."
    )
    example = RuleExample("4x4", {"cells": _EXAMPLE, "sum": 6})
    shifts = (-1, 0)


@dataclass(frozen=True)
class BrokenXSum(XSum):
    kind = "broken_x_sum"
    title = T("broken X-sum")
    text = T(
        "A number outside is the sum of the first X − 1 or X + 1 digits of the line, where X is the first of them."
    )
    example = RuleExample("4x4", {"cells": _EXAMPLE, "sum": 6})
    shifts = (-1, 1)


@dataclass(frozen=True)
class ShiftedXSum(OutsideClue):
    """If the first digit is N, the Nth cell says how many digits to add, itself included; they must be on the board."""

    sum: Number

    kind = "shifted_x_sum"
    title = T("shifted X-sum")
    text = T(
        "A number outside is the sum of X digits that begin in cell N of the line, where N is the first digit of the "
        "line and X the digit in cell N."
    )
    example = RuleExample("4x4", {"cells": _EXAMPLE, "sum": 5})

    def label(self) -> str:
        return str(self.sum)

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        start = digits[0] - 1
        added = digits[start : start + digits[start]]
        return len(added) == digits[start] and sum(added) == self.sum

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        start, done = (0, 0, 0), (-1, 0, 0)

        def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
            wait, left, missing = (1, 0, self.sum) if state == start else state
            if state == done:
                return done
            if state == start and digit > 1:
                return (digit - 1, 0, missing)
            if wait > 1:
                return (wait - 1, 0, missing)
            left, missing = (digit if wait else left) - 1, missing - digit
            if left == 0:
                return done if missing == 0 else None
            return (0, left, missing) if missing > 0 else None

        yield Word(self.cells, built(layout.size, start, step, lambda state: state == done))
