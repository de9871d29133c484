"""Rules with a clue outside the board, about a line of cells read from the clue into the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import ClassVar

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import Digit, Digits, Number, Path, Rule, RuleExample, RuleText, Text
from nonet.rules.primitives import Among, Either, Pair, Primitive, Rank, Word
from nonet.rules.shapes import Outside, Shape
from nonet.rules.tables import check_sum, pair_table, points_to, sum_of


@dataclass(frozen=True)
class OutsideClue(Rule):
    """A clue at the end of a row or a column: `cells` are all its cells, the one next to the clue first."""

    cells: Path

    arrow = False
    placed = True
    square_only = True

    @property
    def label(self) -> str:
        """The clue: the field after the cells."""
        return str(getattr(self, self.fields()[1].name))

    def validate(self, layout: Layout) -> None:
        if self.cells not in _lines(layout):
            raise self.refuse("its cells must be a whole row or column, in order")

    def digits_from(self, grid: Grid) -> list[int]:
        return [grid[cell] for cell in self.cells]

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Outside(self.kind, self.cells, self.label, self.arrow)


@cache
def _lines(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Every row and column in both directions."""
    width, cells = layout.width, range(layout.board_count)
    rows = [tuple(cells[start : start + width]) for start in cells[::width]]
    columns = [tuple(cells[column::width]) for column in range(width)]
    return tuple(line[::step] for line in rows + columns for step in (1, -1))


@dataclass(frozen=True)
class LittleKiller(OutsideClue):
    """The sum of a diagonal line; digits may repeat."""

    sum: Number

    by_value = True
    kind = "little_killer"
    title = T("little killer")
    text = T("Digits along the diagonal of an arrow sum to its number; they may repeat.")
    example = RuleExample("4x4", {"cells": ["r1c3", "r2c2", "r3c1"], "sum": 7})
    arrow = True

    def validate(self, layout: Layout) -> None:
        places = [(layout.row_of(cell), layout.column_of(cell)) for cell in self.cells]
        steps = {(below[0] - above[0], below[1] - above[1]) for above, below in pairwise(places)}
        straight = len(steps) <= 1 and all(abs(row) == abs(column) == 1 for row, column in steps)
        ends = [
            (row, column)
            for row, column in (*places[:1], *places[-1:])
            if row in (0, layout.height - 1) or column in (0, layout.width - 1)
        ]
        if not straight or len(ends) < 2:
            raise self.refuse("its cells must be a diagonal from edge to edge")
        check_sum(self, len(self.cells), self.sum, layout)

    def holds(self, grid: Grid) -> bool:
        return sum(self.digits_from(grid)) == self.sum

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield sum_of(self.cells, self.sum, layout)


@lru_cache(maxsize=256)
def _sandwich(digits: range, bread: tuple[int, ...], filling: int) -> Automaton:
    def step(state: tuple[tuple[int, ...], int], digit: int) -> tuple[tuple[int, ...], int] | None:
        missing, total = state  # which of the two have not been seen, and the sum since the first
        if digit in bread:
            wrong = digit not in missing or (len(missing) == 1 and total != filling)
            return None if wrong else (tuple(each for each in missing if each != digit), 0)
        if len(missing) != 1:
            return state
        return (missing, total + digit) if total + digit <= filling else None

    return built(digits, (bread, 0), step, lambda state: not state[0])


@dataclass(frozen=True)
class Sandwich(OutsideClue):
    """The digits between the smallest and the largest digit of the board, or between two other digits (`bread`). Each
    of the two is in the line, and only once.
    """

    sum: Number
    bread: Digits = ()

    kind = "sandwich"
    title = T("sandwich")
    text = T(
        "A number outside is the sum of the digits of its line between the smallest and the largest digit of the board."
    )
    text_bread = T("A number outside is the sum of the digits between {bread} in its line.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "sum": 2})

    def validate(self, layout: Layout) -> None:
        super().validate(layout)
        if self.bread and (len(self.bread) != 2 or self.bread[0] == self.bread[1]):
            raise self.refuse("bread must be two different digits")

    def bread_on(self, layout: Layout) -> tuple[int, ...]:
        """The two digits between which the others are added up."""
        return self.bread or (layout.digits[0], layout.digits[-1])

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        if any(digits.count(digit) != 1 for digit in self.bread_on(grid.layout)):
            return False
        first, last = sorted(digits.index(digit) for digit in self.bread_on(grid.layout))
        return sum(digits[first + 1 : last]) == self.sum

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word(self.cells, _sandwich(layout.digits, self.bread_on(layout), self.sum))

    def words(self) -> RuleText:
        return RuleText(self.text_bread if self.bread else self.text, self.slots())


@lru_cache(maxsize=256)
def _skyscraper(digits: range, count: int) -> Automaton:
    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        highest, seen = state
        if digit <= highest:
            return state
        return (digit, seen + 1) if seen < count else None

    return built(digits, (0, 0), step, lambda state: state[1] == count)


@dataclass(frozen=True)
class Skyscraper(OutsideClue):
    """Digits are the heights of buildings, so a 0 is not seen."""

    count: Number

    kind = "skyscraper"
    title = T("skyscraper")
    text = T(
        "A number outside says how many digits of the line are greater than all digits before them; a 0 never counts."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "count": 2})

    def validate(self, layout: Layout) -> None:
        super().validate(layout)
        if not 1 <= self.count <= layout.size:
            raise self.impossible(
                "1 to {size} digits can be seen, not {count}", size=layout.size, count=self.count
            )

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        return sum(digit > max(digits[:place], default=0) for place, digit in enumerate(digits)) == self.count

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word(self.cells, _skyscraper(layout.digits, self.count))


@lru_cache(maxsize=256)
def _hidden(digits: range, wanted: int) -> Automaton:
    done = digits.stop

    def step(highest: int, digit: int) -> int | None:
        if highest == done or digit > highest:
            return max(highest, digit)
        return done if digit == wanted and digit < highest else None

    return built(digits, digits.start - 1, step, lambda highest: highest == done)


@dataclass(frozen=True)
class HiddenSkyscraper(OutsideClue):
    """As in ISS, two equal digits before the first hidden one break the rule, where lines may have them at all."""

    digit: Digit

    kind = "hidden_skyscraper"
    title = T("hidden skyscraper")
    text = T(
        "A digit outside is the first digit of the line that is smaller than the one before it; up to there, each is "
        "greater than the one before it."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "digit": 2})

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        first = next(((before, after) for before, after in pairwise(digits) if after <= before), None)
        return first is not None and first[1] == self.digit < first[0]

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word(self.cells, _hidden(layout.digits, self.digit))


@dataclass(frozen=True)
class NumberedRoom(OutsideClue):
    digit: Digit

    kind = "numbered_room"
    title = T("numbered room")
    text = T("A digit outside is in cell X of its line, where X is the first digit of the line.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "digit": 2})

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        return 1 <= digits[0] <= len(digits) and digits[digits[0] - 1] == self.digit

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        first = self.cells[0]
        least = 1 if self.digit == 1 else 2
        places = layout.mask_of(digit for digit in layout.digits if least <= digit <= len(self.cells))
        if places != layout.all_digits:
            yield Among(first, places)
        for place, cell in enumerate(self.cells[1:], start=2):
            yield Pair((first, cell), pair_table(layout.digits, points_to(place, self.digit)))


@dataclass(frozen=True)
class RisingStreak(OutsideClue):
    count: Number

    kind = "rising_streak"
    title = T("rising streak")
    text = T(
        "Read from the number outside, the line has a run of at least that many consecutive digits in rising order."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "count": 3})

    def validate(self, layout: Layout) -> None:
        super().validate(layout)
        if not 1 <= self.count <= layout.size:
            raise self.impossible(
                "a streak has 1 to {size} digits, not {count}", size=layout.size, count=self.count
            )

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        starts = range(len(digits) - self.count + 1)
        return any(
            all(after - before == 1 for before, after in pairwise(digits[start : start + self.count]))
            for start in starts
        )

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        def step(state: tuple[int, int], digit: int) -> tuple[int, int]:
            last, length = state
            if length == self.count:
                return state
            length = length + 1 if digit == last + 1 and length else 1
            return (0, length) if length == self.count else (digit, length)

        yield Word(self.cells, built(layout.digits, (0, 0), step, lambda state: state[1] == self.count))


_TIES = {"unclued": 0, "any": 1, "none": 2}


@dataclass(frozen=True)
class FullRank(OutsideClue):
    """The place of the line among all rows and columns, read from both ends as numbers, the smallest first.

    `ties` says which lines may be equal: `unclued` (only lines without a clue), `any` (equal lines share their places)
    or `none`. Only for boards whose rows and columns have every digit: there each digit begins four lines.
    """

    rank: Number
    ties: Text = "unclued"

    kind = "full_rank"
    title = T("full rank")
    text = T(
        "A number outside is the place of its line among all rows and columns, read from both ends as numbers."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "rank": 3})
    rigid = True
    least_cells = 2

    def validate(self, layout: Layout) -> None:
        super().validate(layout)
        if not layout.height == layout.width == layout.size:
            raise self.refuse("it needs a square board, which a {layout} board is not", layout=layout.name)
        differing = {frozenset(house.cells) for house in layout.houses}
        if not all(frozenset(line) in differing for line in _lines(layout)):
            raise self.refuse("it needs a board whose rows and columns have every digit")
        if not 1 <= self.rank <= 4 * layout.height:
            raise self.impossible(
                "rank must be 1 to {most}, not {rank}", most=4 * layout.height, rank=self.rank
            )
        if self.ties not in _TIES:
            raise self.refuse(
                "ties must be {choices}, not {value!r}", choices=", ".join(_TIES), value=self.ties
            )

    def holds(self, grid: Grid) -> bool:
        words = sorted([grid[cell] for cell in line] for line in _lines(grid.layout))
        own = self.digits_from(grid)
        if self.ties == "none" and any(a == b for a, b in pairwise(words)):
            return False
        return words[self.rank - 1] == own and (self.ties == "any" or words.count(own) == 1)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Rank(self.cells, self.rank, _TIES[self.ties], _lines(layout))


@dataclass(frozen=True)
class Battlefield(OutsideClue):
    """The first and the last digit say how many cells each claims from its end; the clue is the sum of the cells that
    both claim or, if there are none, of those that neither does.
    """

    sum: Number

    kind = "battlefield"
    title = T("battlefield")
    text = T(
        "The first and the last digit of a line each claim that many cells from their own end. "
        "A number outside is the sum of the cells that both claim or, if there is no such cell, that neither claims."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "sum": 3})

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        ends = sorted((digits[0], max(0, len(digits) - digits[-1])))
        return sum(digits[ends[0] : ends[1]]) == self.sum

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        size, started = len(self.cells), -1

        def word(last: int) -> Word:
            """The line if its last digit is `last`."""

            def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
                place, first, total = state
                if place == size:
                    return None
                first = digit if first == started else first
                low, high = sorted((first, size - last))
                total += digit if low <= place < high else 0
                if total > self.sum or (place == size - 1 and (digit, total) != (last, self.sum)):
                    return None
                return place + 1, first, total

            return Word(
                self.cells, built(layout.digits, (0, started, 0), step, lambda state: state[0] == size)
            )

        yield Either(tuple((word(last),) for last in layout.digits))


_EXAMPLE = ["r1c1", "r1c2", "r1c3", "r1c4"]


@lru_cache(maxsize=256)
def _x_sum(digits: range, total: int, shifts: tuple[int, ...]) -> Automaton:
    """Accepts a line if its first X + s digits make the total, for one of the shifts s."""
    start: tuple[tuple[int, ...], int] = ((-len(digits) - 2,), 0)
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

    return built(digits, start, step, lambda state: state == done)


@dataclass(frozen=True)
class XSum(OutsideClue):
    """The line must have as many digits as are added."""

    sum: Number

    kind = "x_sum"
    title = T("X-sum")
    text = T("A number outside is the sum of the first X digits of the line, where X is the first of them.")
    example = RuleExample("4x4", {"cells": _EXAMPLE, "sum": 5})
    shifts: ClassVar[tuple[int, ...]] = (0,)
    """How many digits more or fewer than X may be added."""

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        counts = (digits[0] + shift for shift in self.shifts)
        return any(sum(digits[:count]) == self.sum for count in counts if 0 <= count <= len(digits))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word(self.cells, _x_sum(layout.digits, self.sum, self.shifts))


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

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_from(grid)
        start = digits[0] - 1
        if not 0 <= start < len(digits):
            return False
        added = digits[start : start + digits[start]]
        return len(added) == digits[start] and sum(added) == self.sum

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        start, done = (0, 0, 0), (-1, 0, 0)

        def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
            """A state is how many cells come before cell N, itself included, then how many digits are missing, and
            what they must make.
            """
            if state == done:
                return done
            wait, left, missing = (digit, 0, self.sum) if state == start else state
            if state == start and digit != 1:
                return (digit - 1, 0, missing) if digit else None
            if wait > 1:
                return (wait - 1, 0, missing)
            left = digit if wait else left
            left, missing = max(0, left - 1), missing - digit
            if left == 0:
                return done if missing == 0 else None
            return (0, left, missing) if missing >= 0 else None

        yield Word(self.cells, built(layout.digits, start, step, lambda state: state == done))
