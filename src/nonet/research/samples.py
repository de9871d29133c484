"""What a sample of puzzles says about all of them: means and shares, with standard errors.

A sample is puzzles xᵢ with weights wᵢ; without weights, each is 1. The mean of a property f is estimated by

    m = Σ wᵢ f(xᵢ) / Σ wᵢ          with the standard error     √( n/(n-1) · Σ wᵢ² (f(xᵢ) - m)² ) / Σ wᵢ

the ratio estimator of importance sampling, and its error to first order. A share is the mean of a property that is
0 or 1. The sample is *worth* (Σ wᵢ)² / Σ wᵢ² puzzles of equal weight (Kish's effective size).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, zip_longest
from math import frexp, ldexp, sqrt
from numbers import Real

from nonet.arguments import clear_type_errors
from nonet.errors import FormatError, NonetError, expect
from nonet.formats import parse_line, read_all
from nonet.formats.apps.table import DELIMITERS, PUZZLE_NAMES
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rating import Rating, rate_many
from nonet.rating import rate as rate_one
from nonet.records import ONE

GRIDS = 6_670_903_752_021_072_936_960
"""The solution grids of the classic board (Felgenhauer and Jarvis, 2005)."""

AT_ONCE = 512
"""Puzzles that are rated between two reports of progress."""

ER_BANDS = (("below 2.6", 2.6), ("2.6 to 4.1", 4.2), ("4.2 to 6.4", 6.5), ("6.5 to 7.9", 8.0))
"""Groups of Sudoku Explainer's ratings, and where each ends; `ER_LAST` follows."""
ER_LAST = "8.0 and above"
BEYOND = "beyond"
"""The group of puzzles that a scheme cannot rate."""


@dataclass(frozen=True)
class Measured:
    """An estimated number, and its standard error.

    >>> f"{Measured(26.5771, 0.0062)}"
    '26.577 ± 0.0062'
    >>> f"{Measured(3.1055e37, 2e34):.2e}"
    '3.11e+37 ± 2.00e+34'
    """

    value: float
    error: float

    def __format__(self, form: str) -> str:
        value, error = form or ".3f", form or ".2g"
        return f"{self.value:{value}} ± {self.error:{error}}"

    def is_near(self, value: float, errors: float = 3) -> bool:
        """Whether a value is within so many standard errors."""
        return abs(self.value - value) <= errors * self.error


@clear_type_errors
@dataclass(frozen=True)
class Sample:
    """Puzzles and their weights; and of how many tries they are what was kept, if that is known."""

    puzzles: Sequence[Puzzle]
    weights: Sequence[float]
    tries: int | None = None

    def __post_init__(self) -> None:
        for number, puzzle in enumerate(self.puzzles, start=1):
            expect(puzzle, Puzzle, f"puzzle {number} of the sample")
        for number, weight in enumerate(self.weights, start=1):
            expect(weight, Real, f"weight {number} of the sample")

    def mean(self, values: Sequence[float]) -> Measured:
        """The weighted mean of a value that each puzzle has.

        >>> Sample([], [1.0, 1.0, 2.0]).mean([1, 2, 3]).value
        2.25
        """
        weights, count = self._scaled[0], len(self.weights)
        if len(values) != count:
            raise NonetError(f"{len(values)} values for a sample of {count} puzzles")
        total = sum(weights)
        mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
        squares = sum((weight * (value - mean)) ** 2 for weight, value in zip(weights, values, strict=True))
        return Measured(mean, sqrt(squares * count / (count - 1)) / total if count > 1 else float("inf"))

    def shares(self, groups: Sequence[str]) -> dict[str, Measured]:
        """The weighted share of each group, by its name, in the order in which they are met."""
        return {name: self.mean([group == name for group in groups]) for name in dict.fromkeys(groups)}

    @property
    def worth(self) -> float:
        """How many puzzles of equal weight tell as much."""
        weights, _ = self._scaled
        return sum(weights) ** 2 / sum(weight**2 for weight in weights)

    @cached_property
    def _scaled(self) -> tuple[list[float], float]:
        """The weights in a unit, a power of two, in which the largest is from 1 to 2; and the unit.

        So their squares are neither too large nor all too small for a float.
        """
        for weight in self.weights:
            if not 0 < weight < float("inf"):
                raise NonetError(f"the weight {weight!r} is not a positive number")
        power = frexp(max(self.weights, default=1.0))[1] - 1
        return [ldexp(weight, -power) for weight in self.weights], ldexp(1.0, power)


@dataclass(frozen=True)
class Study:
    """What a sample says; see `study`."""

    puzzles: int
    worth: float
    clues: Measured
    clue_shares: dict[int, Measured]
    scheme: str | None = None
    score: Measured | None = None
    """The mean score of the puzzles that the scheme can rate."""
    shares: dict[str, Measured] = field(default_factory=dict)
    """The share of each rating: of each level, if the scheme has levels."""
    minimal: Measured | None = None
    """The number of minimal puzzles, if the number of tries is known."""
    boards: dict[str, int] = field(default_factory=dict)
    """How many of the puzzles each board has; means and shares are those of all together."""


@clear_type_errors
def study(
    sample: Sample,
    *,
    scheme: str | None = None,
    tries: int | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Study:
    """Means and shares of a sample: the number of clues, and the ratings by a scheme.

    `tries`: of how many tries the sample is what was kept, if the sample does not know (`create --unbiased` prints
    it); then the number of minimal 9x9 puzzles is estimated, too. `progress` is told how many puzzles have been rated.
    """
    if not sample.puzzles:
        raise NonetError("a study needs puzzles, and there are none")
    if tries is None and all(puzzle.layout == CLASSIC for puzzle in sample.puzzles):
        tries = sample.tries
    clues = [puzzle.clue_count for puzzle in sample.puzzles]
    shares = {number: sample.mean([each == number for each in clues]) for number in sorted({*clues})}
    score, groups = None, dict[str, Measured]()
    if scheme is not None:
        ratings = list(_ratings(sample.puzzles, scheme, threads, progress))
        is_rated = [each is not None for each in ratings]
        if any(is_rated):
            rated = Sample([*compress(sample.puzzles, is_rated)], [*compress(sample.weights, is_rated)])
            score = rated.mean([each.score for each in ratings if each is not None])
        by_score = sorted(zip(ratings, map(_group, ratings), strict=True), key=lambda pair: _order(pair[0]))
        order = list(dict.fromkeys(group for _, group in by_score))
        found = sample.shares([_group(each) for each in ratings])
        groups = {name: found[name] for name in order}
    return Study(
        len(sample.puzzles),
        sample.worth,
        sample.mean(clues),
        shares,
        scheme,
        score,
        groups,
        None if tries is None else _minimal_puzzles(sample, tries),
        dict(Counter(puzzle.layout.name for puzzle in sample.puzzles).most_common()),
    )


def _ratings(
    puzzles: Sequence[Puzzle], scheme: str, threads: int | None, progress: Callable[[int], None] | None
) -> Iterator[Rating | None]:
    for start in range(0, len(puzzles), AT_ONCE):
        some = puzzles[start : start + AT_ONCE]
        if all(puzzle.layout == CLASSIC and not puzzle.rules for puzzle in some):
            rated = rate_many([puzzle.givens.symbols for puzzle in some], scheme=scheme, threads=threads)
            for number, status in enumerate(rated.status, start=start + 1):
                if status != ONE:
                    raise NonetError(f"puzzle {number} of the sample does not have exactly one solution")
            yield from rated
        else:
            yield from (rate_one(puzzle, scheme=scheme) for puzzle in some)
        if progress is not None:
            progress(start + len(some))


def _group(rating: Rating | None) -> str:
    if rating is None:
        return BEYOND
    if not rating.scheme.startswith("se"):
        return rating.level or rating.score_text
    return next((name for name, end in ER_BANDS if rating.score < end), ER_LAST)


def _order(rating: Rating | None) -> float:
    levels = ("easy", "medium", "hard", "unfair", "extreme", "unknown")
    if rating is None:
        return float("inf")
    return levels.index(rating.level) if rating.level in levels else rating.score


def _minimal_puzzles(sample: Sample, tries: int) -> Measured:
    """The mean weight over all tries, 0 where a try was thrown away, is the number of minimal puzzles of a grid."""
    if not tries >= len(sample.puzzles):  # nor if it is not a number
        raise NonetError(f"{len(sample.puzzles)} puzzles cannot come from {tries} tries")
    if any(puzzle.layout != CLASSIC for puzzle in sample.puzzles):
        raise NonetError("the number of minimal puzzles is estimated for the classic board only")
    weights, unit = sample._scaled
    unit, total = unit * GRIDS, sum(weights)
    squares = sum(weight**2 for weight in weights) - total**2 / tries
    return Measured(unit * (total / tries), unit * (sqrt(squares) / tries))


def read_sample(text: str) -> Sample:
    r"""A sample from a CSV table (see `sample_of`), or from any other text with puzzles.

    >>> sample = read_sample("puzzle,clues,weight\n1..4..3..3..2..1,6,8008\n")
    >>> sample.puzzles[0].clue_count, sample.weights
    (6, [8008.0])
    """
    lines = text.splitlines()
    header = next((i for i, line in enumerate(lines) if line.strip()), 0)
    for sign in DELIMITERS:
        names = [
            name.strip().lower()
            for name in next(
                csv.reader([each[:5_000] for each in lines[header : header + 1]], delimiter=sign), []
            )
        ]
        column = next((names.index(name) for name in PUZZLE_NAMES if name in names), None)
        if column is not None:
            names[column] = "puzzle"
            table = csv.reader(lines[header + 1 :], delimiter=sign)
            rows = (
                (header + 1 + table.line_num, zip_longest(names, row[: len(names)])) for row in table if row
            )
            try:
                return _sample(rows)
            except csv.Error as error:
                raise FormatError(f"this is not a table: {error}") from None
    puzzles = [reading.puzzle for reading in read_all(text)]
    return Sample(puzzles, [1.0] * len(puzzles))


def sample_of(rows: Iterable[Mapping[str, object]]) -> Sample:
    """A sample from the rows of a table with the column `puzzle` and, if there are such, `weight` and `tries`: how many
    tries each puzzle took, as `sudoku bulk create --unbiased` writes them.

    >>> sample_of([{"puzzle": "1..4..3..3..2..1", "weight": 8008, "tries": 12}]).tries
    12
    """
    return _sample((line, row.items()) for line, row in enumerate(rows, start=2))


def _sample(rows: Iterable[tuple[int, Iterable[tuple[str, object]]]]) -> Sample:
    """From numbered rows; of the columns that matter here, each may come only once."""
    puzzles, weights, tries = list[Puzzle](), list[float](), list[float]()
    for line, named in rows:
        row = dict[str, object]()
        for column, value in named:
            name = str(column).strip().lower()
            if name in row and name in ("puzzle", "weight", "tries"):
                raise FormatError(f"the table has two columns {name!r}")
            row[name] = value
        try:
            puzzles.append(parse_line(str(row.get("puzzle") or "")))
        except NonetError as error:
            raise FormatError(f"line {line}: {error}") from None
        weights.append(_positive(row, "weight", line) if "weight" in row else 1.0)
        tries += [_positive(row, "tries", line)] if "tries" in row else []
    return Sample(puzzles, weights, int(sum(tries)) if tries else None)


def _positive(row: Mapping[str, object], name: str, line: int) -> float:
    text = "" if row[name] is None else str(row[name])
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 < number < float("inf"):
        raise FormatError(f"the {name} {text!r} is not a positive number", row=line)
    return number
