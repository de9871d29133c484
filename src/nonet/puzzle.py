"""A puzzle: givens, candidates that are ruled out from the start, and the rules of a variant. Checked once, here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from nonet.about import NO_WORDS, About
from nonet.arguments import clear_type_errors, takes_cell
from nonet.display import svg_of
from nonet.errors import BrokenRule, InvalidRule, NonetError, UnsupportedRules
from nonet.grid import Grid
from nonet.layout import Layout

if TYPE_CHECKING:
    import numpy

    from nonet.rules.base import Rule  # at run time only for puzzles with rules, so that others start quickly


@dataclass(frozen=True)
@clear_type_errors
class Puzzle:
    """What a player is given. The givens break no rule; an engine can tell whether there is a solution.

    `ruled_out` has for each cell a bitmask of digits that may not go there; it is empty where there are none.
    `rules` are those of a variant, such as killer cages (see `nonet.rules`), each once and in a fixed order. `about`
    is what its setter says of it; puzzles that differ in nothing else are equal.

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
    rules: tuple[Rule, ...] = ()
    about: About = field(default=NO_WORDS, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.givens, Grid):
            raise NonetError(
                f"givens must be a Grid, not {type(self.givens).__name__}; see Puzzle.of and nonet.parse"
            )
        if self.givens.clue_count:
            self.givens.check()
        if self.ruled_out:
            if len(self.ruled_out) != self.layout.cell_count:
                raise NonetError(f"ruled_out has {len(self.ruled_out)} cells, not {self.layout.cell_count}")
            lowest, highest = min(self.ruled_out), max(self.ruled_out)
            if lowest < 0 or highest > self.layout.all_digits:
                mask = lowest if lowest < 0 else highest
                cell = self.layout.cell_name(self.ruled_out.index(mask))
                raise NonetError(f"ruled_out: {mask} is not a set of digits ({cell})")
            if not any(self.ruled_out):
                object.__setattr__(self, "ruled_out", ())
        if self.rules:
            self._settle_rules()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Computed once: a puzzle can have thousands of rules, and is a key of many caches."""
        return hash((self.givens, self.ruled_out, self.rules))

    def __getstate__(self) -> dict[str, object]:
        return {
            name: value for name, value in vars(self).items() if name != "_hash"
        }  # another process has others

    def _settle_rules(self) -> None:
        """Sorts the rules, and checks each of them and the givens, within the limits."""
        from nonet.limits import check, reading

        check("rules", len(self.rules))
        reading(self._check_rules)()

    def _check_rules(self) -> None:
        from nonet.limits import check_time
        from nonet.rules.base import Rule, check_once

        for rule in self.rules:
            check_time()
            if not isinstance(rule, Rule):
                raise InvalidRule(f"{rule!r} is not a rule; see nonet.rules")
            check_once(rule, self.layout)
        if len(self.rules) > 1 or not isinstance(self.rules, tuple):
            rules = sorted(set(self.rules), key=lambda rule: rule.order)
            object.__setattr__(self, "rules", tuple(rules))
        if self.givens.clue_count:
            for rule in self.rules:
                if cells := rule.broken(self.givens):
                    raise BrokenRule(self.layout.name, rule.title, cells, self.layout.places_of(cells))

    @staticmethod
    def of(
        layout: Layout | str,
        values: Iterable[int] | str,
        *,
        ruled_out: Mapping[int, Iterable[int]] | None = None,
        rules: Iterable[Rule] = (),
    ) -> Puzzle:
        """The puzzle of these values, row by row, as in `Grid.of`; `ruled_out` maps cells to digits.

        >>> Puzzle.of("4x4", [0] * 16, ruled_out={0: [1, 2]}).ruled_out[0]
        3
        """
        layout = Layout.of(layout)
        masks = [0] * layout.cell_count
        for cell, digits in (ruled_out or {}).items():
            digits = tuple(digits)
            if not 0 <= cell < len(masks) or not all(
                layout.digits[0] <= digit <= layout.digits[-1] for digit in digits
            ):
                raise NonetError(f"ruled_out: no such cell or digits on this board: {cell}: {digits}")
            masks[cell] |= layout.mask_of(digits)
        return Puzzle(Grid.of(layout, values), tuple(masks) if any(masks) else (), tuple(rules))

    def __getitem__(self, cell: int) -> int:
        """The given of a cell; an empty cell is as in `Grid.values`."""
        return self.givens[cell]

    @property
    def layout(self) -> Layout:
        return self.givens.layout

    @property
    def clue_count(self) -> int:
        return self.givens.clue_count

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each cell the digits that its given and `ruled_out` leave, whatever its peers hold."""
        masks = self.layout.value_masks
        allowed = tuple([masks[value] for value in self.givens.entries])
        if not self.ruled_out:
            return allowed
        return tuple([mask & ~out for mask, out in zip(allowed, self.ruled_out, strict=True)])

    @takes_cell
    def with_digit(self, cell: int, digit: int) -> Puzzle:
        """The same puzzle, where a cell holds this digit for certain: all others are ruled out there.

        Unlike a given, the digit may contradict others; the puzzle then has no solution.

        >>> Puzzle.of("4x4", "." * 16).with_digit(0, 2).allowed[0]
        2
        """
        masks = list(self.ruled_out) or [0] * self.layout.cell_count
        masks[cell] |= self.layout.all_digits & ~self.layout.mask_of([digit])
        return Puzzle(self.givens, tuple(masks), self.rules)

    def with_about(self, about: About) -> Puzzle:
        """The same puzzle with other words."""
        puzzle = copy(self)
        object.__setattr__(puzzle, "about", about)
        return puzzle

    @property
    def rule_titles(self) -> str:
        """The kinds of rules for a message: `killer cage, thermometer`."""
        return ", ".join(dict.fromkeys(rule.title for rule in self.rules))

    def require_classic(self, what: str) -> None:
        """Raises UnsupportedRules if there are rules that `what`, named for people, cannot take into account."""
        if self.rules:
            raise UnsupportedRules(what, self.rule_titles)

    def require_plain(self, what: str) -> None:
        """The same, and a NonetError if candidates are ruled out: `what` knows the givens alone."""
        self.require_classic(what)
        if self.ruled_out:
            raise NonetError(f"{what} does not support candidates that are ruled out beforehand")

    def without_rules(self) -> Puzzle:
        """The same givens on the same board, as a classic puzzle."""
        return Puzzle(self.givens, self.ruled_out) if self.rules else self

    def is_solved_by(self, grid: Grid) -> bool:
        """Whether a grid is a solution: every house, given and rule. It uses no engine, so it can check all of them."""
        return (
            grid.layout == self.layout
            and grid.is_solution()
            and all(1 << (value - 1) & mask for value, mask in zip(grid.entries, self.allowed, strict=True))
            and all(rule.holds(grid) for rule in self.rules)
        )

    def __repr__(self) -> str:
        parts = [repr(self.layout.name), repr(self.givens.symbols)]
        if self.ruled_out:
            digits = {
                cell: tuple(self.layout.digits_in(mask)) for cell, mask in enumerate(self.ruled_out) if mask
            }
            parts.append(f"ruled_out={digits}")
        if self.rules:
            parts.append(f"rules={self.rules!r}")
        return f"Puzzle.of({', '.join(parts)})"

    def to_numpy(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint8]]:
        """The givens as an array; see `Grid.to_numpy`."""
        return self.givens.to_numpy()

    def _repr_svg_(self) -> str | None:
        return svg_of(self)

    def __str__(self) -> str:
        return str(self.givens)
