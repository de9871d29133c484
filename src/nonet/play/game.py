"""A game as it was set up: the puzzle, its solution, and where it comes from. The moves are in `history`."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated

from nonet.arguments import clear_type_errors
from nonet.fields import HIDDEN, Choice, Number, String, Whole
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.play.errors import PlayError
from nonet.puzzle import Puzzle

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
"""From the easiest to the hardest, as ratings name them; most boards have the first three."""

Printable = Annotated[str, String(printable=True)]
ShortText = Annotated[str, String(0, 40, printable=True)]
Seconds = Annotated[float, Number(0, 1_000_000_000, places=3)]


def fresh_id() -> str:
    """A name for a game: 16 random hexadecimal digits."""
    return secrets.token_hex(8)


def now() -> str:
    """The time as games store it: UTC, to the second."""
    return time_before(timedelta())


def time_before(span: timedelta) -> str:
    """The time so long ago, as games store it."""
    return (datetime.now(UTC) - span).strftime("%Y-%m-%dT%H:%M:%SZ")


ELSEWHERE = "elsewhere"
"""The source of a game that was over when it was opened, since someone else may have played it, and of one that several
play.
"""


@dataclass(frozen=True, kw_only=True)
@clear_type_errors
class Game:
    r"""What is played. Its saved form has these fields, and those of the puzzle (`saved.record`).

    `solution` is the only one; None for a custom puzzle that has several. `board` and `level` are names of
    `new_game`; `source` is "level", "daily 2026-11-15", "pack killer 3", "own", "shared" or ELSEWHERE; `seed` is what
    it was made from.

    >>> from nonet.formats import parse
    >>> game = Game.of(parse("0130430202030000"))
    >>> game.source, game.solution.entries[:4]
    ('own', b'\x02\x01\x03\x04')
    """

    puzzle: Annotated[Puzzle, HIDDEN]
    solution: Annotated[Grid | None, HIDDEN]
    id: Annotated[str, String(0, 64, printable=True)] = ""
    board: ShortText = ""
    level: Annotated[str, Choice(LEVELS)] | None = None
    score: float | None = None
    source: ShortText = "own"
    seed: Annotated[int, Whole(0, (1 << 64) - 1)] | None = None
    created: ShortText = ""

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", fresh_id())
        if not self.created:
            object.__setattr__(self, "created", now())
        if not self.board:
            object.__setattr__(self, "board", board_of(self.puzzle))
        if self.solution is not None and not self.puzzle.is_solved_by(self.solution):
            raise PlayError("this does not solve the puzzle", where="solution")

    @staticmethod
    def of(puzzle: Puzzle, *, source: str = "own") -> Game:
        """The game of a custom puzzle; a PlayError if it cannot be played."""
        from nonet.play.validation import validate, verdict_words

        verdict = validate(puzzle)
        if not verdict.playable:
            raise PlayError(verdict_words(verdict), where="puzzle")
        return Game(puzzle=puzzle, solution=verdict.solution, source=source)

    @property
    def counts(self) -> bool:
        """Whether its end counts in the statistics of the player."""
        return self.source != ELSEWHERE

    def with_solution(self, solution: Grid | None) -> Game:
        return replace(self, solution=solution)

    @property
    def layout(self) -> Layout:
        return self.puzzle.layout


def board_name(layout: Layout) -> str:
    """The short name of a board, by which statistics are grouped: every jigsaw is "jigsaw", and boards that overlap are
    "overlap", if they have no name of their own.

    >>> board_name(Layout.named("windoku")), board_name(Layout.named("6x6")), board_name(Layout.named("6x6/1x6+R36"))
    ('windoku', '6x6', '6x6/1x6')
    """
    for kind in ("jigsaw", "overlap"):
        if layout.name.startswith(f"{kind}:"):
            return kind
    name = layout.name.removesuffix("".join(f"+{group}{count}" for group, count in layout.extras))
    return {"9x9+x": "x", "9x9+windows": "windoku"}.get(name, name)


_VARIANTS = {
    "cage": "killer",
    "thermometer": "thermo",
    "arrow": "arrow",
    "whisper": "whispers",
    "renban": "renban",
    "difference": "kropki",
    "ratio": "kropki",
    "little_killer": "little-killer",
    "sandwich": "sandwich",
    "quadruple": "quadruple",
    "anti_knight": "anti-knight",
}
"""The names of variants, by the only kind of rule they have."""


def board_of(puzzle: Puzzle) -> str:
    """The name under which statistics count a puzzle: that of its board, of its variant, or of both.

    >>> from nonet.rules import Cage, Thermometer
    >>> board_of(Puzzle.of("9x9", "." * 81, rules=[Cage((0, 1), 3)]))
    'killer'
    >>> board_of(Puzzle.of("6x6", "." * 36, rules=[Cage((0, 1), 3), Thermometer((2, 3))]))
    'mixed 6x6'

    With fog it is a "variant": the name tells nothing that is hidden.
    """
    board = board_name(puzzle.layout)
    if not puzzle.rules:
        return board
    kinds = {rule.kind for rule in puzzle.rules}
    names = {
        "variant" if not kinds.isdisjoint(("fog", "fog_trigger")) else _VARIANTS.get(kind, "variant")
        for kind in kinds
    }
    name = names.pop() if len(names) == 1 else "mixed"
    return name if board == "9x9" else f"{name} {board}"
