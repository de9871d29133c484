"""A puzzle: a layout, its givens, and the candidates ruled out beforehand. Checked once, here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from nonet.errors import NonetError
from nonet.grid import Grid
from nonet.layout import Layout

__all__ = ["Puzzle"]


@dataclass(frozen=True)
class Puzzle:
    """What a player is given. Its givens obey the rules; whether it has a solution is for an engine to say.

    `ruled_out` holds a bitmask of digits for each cell that may not stand there, or nothing at all.

    >>> from nonet.layout import CLASSIC
    >>> puzzle = Puzzle.of(CLASSIC, [5, 3, 0, 0, 7] + [0] * 76)
    >>> puzzle.clue_count
    3
    >>> Puzzle.of(CLASSIC, [5, 5] + [0] * 79)
    Traceback (most recent call last):
        ...
    nonet.errors.RuleError: row 1, column 2: 5 stands twice in row 1 (r1c1, r1c2)
    """

    givens: Grid
    ruled_out: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.givens.check()
        if self.ruled_out:
            if len(self.ruled_out) != self.layout.cell_count:
                raise NonetError(f"ruled_out has {len(self.ruled_out)} cells, not {self.layout.cell_count}")
            for cell, mask in enumerate(self.ruled_out):
                if not 0 <= mask <= self.layout.all_digits:
                    raise NonetError(f"{self.layout.cell_name(cell)}: ruled-out digits are no set: {mask}")
            if not any(self.ruled_out):
                object.__setattr__(self, "ruled_out", ())

    @staticmethod
    def of(
        layout: Layout, values: Iterable[int], *, ruled_out: Mapping[int, Iterable[int]] | None = None
    ) -> Puzzle:
        """The puzzle of these values, row by row, 0 for empty; `ruled_out` maps cells to digits.

        >>> from nonet.layout import Layout
        >>> Puzzle.of(Layout.named("4x4"), [0] * 16, ruled_out={0: [1, 2]}).ruled_out[0]
        3
        """
        masks = [0] * layout.cell_count
        for cell, digits in (ruled_out or {}).items():
            for digit in digits:
                masks[cell] |= 1 << (digit - 1)
        return Puzzle(Grid.of(layout, values), tuple(masks) if any(masks) else ())

    @property
    def layout(self) -> Layout:
        """The board it is played on."""
        return self.givens.layout

    @property
    def clue_count(self) -> int:
        """How many cells are given."""
        return self.givens.clue_count

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each cell the digits that its own given and `ruled_out` leave; houses are not looked at."""
        every = self.layout.all_digits
        ruled_out = self.ruled_out or (0,) * self.layout.cell_count
        return tuple(
            (1 << (value - 1) if value else every) & ~out
            for value, out in zip(self.givens.values, ruled_out, strict=True)
        )

    def __str__(self) -> str:
        return str(self.givens)
