"""What a rating is, and where the schemes are kept.

A scheme turns the path of a puzzle into a number, and perhaps a level. Ratings of different schemes, or of
different versions of one, must never be mixed up: so each carries both names with it.

A new scheme is a file beside this one with a class like `Scheme`, and one line `register("name", factory)` in
`rating/__init__.py`. It walks the path it wants: the usual one (`nonet.logic.path.path`), or one of its own
with another order of techniques.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from nonet.arguments import clear_type_errors
from nonet.display import html_of
from nonet.engines import engine_for
from nonet.errors import NonetError, expect
from nonet.formats import PuzzleLike, as_puzzle
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.puzzle import Puzzle


@dataclass(frozen=True)
class Rating:
    """A puzzle's rating.

    `score` is the scheme's own number: HoDoKu's sum, Sudoku Explainer's ER. `level` is its word for it
    (easy … extreme), "" where a scheme has numbers alone, and "unknown" if the time was over before the puzzle was
    rated. `technique` is the key of the hardest step. `parts` holds what else a scheme says (EP, ED).
    """

    scheme: str
    version: str
    score: float
    level: str
    technique: str
    steps: int
    parts: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    def fields(self) -> dict[str, str]:
        """What tables say of it, by column; `Scheme.columns` names those that a scheme has."""
        score = self.score_text
        parts = {name: _number(value) if self.is_known else "" for name, value in self.parts.items()}
        return {
            "scheme": f"{self.scheme} {self.version}",
            "level": self.level,
            "score": score,
            "er": score,
            self.scheme: score,
            "technique": self.technique,
            **parts,
        }

    @property
    def is_known(self) -> bool:
        """Whether there was enough time to rate the puzzle."""
        return self.level != "unknown"

    @property
    def score_text(self) -> str:
        """The score as its scheme writes it: 284, but 7.0. Empty if it is not known."""
        return _number(self.score) if self.is_known else ""

    def __str__(self) -> str:
        words = [self.level, self.score_text, f"({self.scheme} {self.version})"]
        return " ".join(word for word in words if word)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def __reduce__(self) -> tuple[object, ...]:
        *given, parts = (getattr(self, each.name) for each in fields(self))
        return Rating, (*given, dict(parts))


def _number(value: float) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)


class Scheme(Protocol):
    """A way to rate."""

    @property
    def name(self) -> str:
        """What people call it: hodoku."""

    @property
    def version(self) -> str:
        """Changes whenever some puzzle's rating does."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a table of ratings: names of `Rating.fields`. Numbers are whole, but not ER, EP, ED."""

    def rate(self, puzzle: Puzzle) -> Rating:
        """The rating of a puzzle with one solution (`nonet.rating.rate` makes sure of that)."""


@runtime_checkable
class BatchScheme(Protocol):
    """What a scheme has besides, if it can rate many puzzles faster than one by one."""

    def rate_records(self, records: bytes, count: int, *, threads: int) -> Sequence[Rating | None]:
        """The ratings of many puzzles of the classic board, each with one solution; None for what it cannot rate.

        `records` has 81 characters for each, joined: 1 … 9, or one of `nonet.records.BLANKS`.
        """


_FACTORIES: dict[str, Callable[[], Scheme]] = {}


@clear_type_errors
def register(name: str, factory: Callable[[], Scheme]) -> None:
    """Adds a scheme; the factory is called when the scheme is first asked for."""
    _FACTORIES[name] = factory
    _made.cache_clear()


def scheme_names() -> tuple[str, ...]:
    """The schemes there are.

    >>> "hodoku" in scheme_names()
    True
    """
    return tuple(_FACTORIES)


@clear_type_errors
def scheme(name: str) -> Scheme:
    """The scheme of that name.

    >>> scheme("hodoku").version
    '2.2'
    """
    expect(name, str, "scheme")
    if name not in _FACTORIES:
        raise NonetError(f"unknown rating scheme {name!r}; choose from {', '.join(_FACTORIES)}")
    return _made(name)


def scheme_for(puzzle: Puzzle, name: str) -> Scheme:
    """The scheme that rates this puzzle where one of that name is asked for; an error if none does."""
    if puzzle.rules and name == "hodoku":
        name = "variants"
    elif name != "variants":
        puzzle.require_classic(f"the rating scheme {name}")
    return scheme(name)


@cache
def _made(name: str) -> Scheme:
    return _FACTORIES[name]()


@clear_type_errors
def rate(puzzle: PuzzleLike, *, scheme: str = "hodoku", seconds: float | None = None) -> Rating:
    """The rating of a puzzle; NoSolution or SeveralSolutions if it does not have exactly one.

    A puzzle with rules has the scheme `variants`, which hodoku stands for, too: no other program rates them.
    If it takes longer than `seconds`, the level is "unknown", and the score means nothing.

    >>> print(rate(".13. 43.2 .2.3 ...."))
    easy 36 (hodoku 2.2)
    >>> print(rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", scheme="se"))
    1.2 (se 1.2.1)
    """
    puzzle = as_puzzle(puzzle)
    wanted = scheme_for(puzzle, scheme)
    try:
        with time_limit(seconds):
            engine_for(puzzle).solution(puzzle)
            return wanted.rate(puzzle)
    except OutOfTime:
        late = Rating(wanted.name, f"{wanted.version}, out of time", 0, "unknown", "", 0)
        return replace(late, parts={name: 0.0 for name in wanted.columns if name not in late.fields()})
