"""A puzzle: its givens, and candidates that are ruled out from the start. Checked once, here."""

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
    """What a player is given. The givens break no rule; whether there is a solution, an engine can tell.

    `ruled_out` has for each cell a bitmask of digits that may not go there; it is empty where there are none.

    >>> puzzle = Puzzle.of("9x9", [5, 3, 0, 0, 7] + [0] * 76)
    >>> puzzle.clue_count, eval(repr(puzzle)) == puzzle
    (3, True)
    >>> Puzzle.of("4x4", "12..............", ruled_out={2: [3]})
    Puzzle.of('4x4', '12..............', ruled_out={2: (3,)})
    >>> Puzzle.of("9x9", [5, 5] + [0] * 79)
    Traceback (most recent call last):
        ...
    nonet.errors.RuleError: row 1, column 2: two 5s in row 1 (r1c1, r1c2)
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
                    raise NonetError(
                        f"ruled_out: {mask} is not a set of digits ({self.layout.cell_name(cell)})"
                    )
            if not any(self.ruled_out):
                object.__setattr__(self, "ruled_out", ())

    @staticmethod
    def of(
        layout: Layout | str,
        values: Iterable[int] | str,
        *,
        ruled_out: Mapping[int, Iterable[int]] | None = None,
    ) -> Puzzle:
        """The puzzle of these values, row by row, as in `Grid.of`; `ruled_out` maps cells to digits.

        >>> Puzzle.of("4x4", [0] * 16, ruled_out={0: [1, 2]}).ruled_out[0]
        3
        """
        layout = Layout.named(layout) if isinstance(layout, str) else layout
        masks = [0] * layout.cell_count
        for cell, digits in (ruled_out or {}).items():
            for digit in digits:
                masks[cell] |= 1 << (digit - 1)
        return Puzzle(Grid.of(layout, values), tuple(masks) if any(masks) else ())

    @property
    def layout(self) -> Layout:
        return self.givens.layout

    @property
    def clue_count(self) -> int:
        return self.givens.clue_count

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each cell the digits that its given and `ruled_out` leave, whatever its peers hold."""
        every = self.layout.all_digits
        ruled_out = self.ruled_out or (0,) * self.layout.cell_count
        return tuple(
            (1 << (value - 1) if value else every) & ~out
            for value, out in zip(self.givens.values, ruled_out, strict=True)
        )

    def __repr__(self) -> str:
        start = f"Puzzle.of({self.layout.name!r}, {self.givens.symbols!r}"
        if not self.ruled_out:
            return f"{start})"
        digits = {
            cell: tuple(digit for digit in self.layout.digits if mask >> (digit - 1) & 1)
            for cell, mask in enumerate(self.ruled_out)
            if mask
        }
        return f"{start}, ruled_out={digits})"

    def __str__(self) -> str:
        return str(self.givens)
