"""A hint as a face shows it: text, cells and candidates to highlight, and the moves that carry it out.

    tier 1   where to look          tier 3   the pattern
    tier 2   which technique        tier 4   the full reasoning, and what follows

Computed from the player's own position: the current values, and the candidates that the rules leave and the player has
not struck out. Corner and centre notes need not be complete, so nothing is concluded from a missing one. Mistakes come
first.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.explain import TIERS, look_of, picture_of
from nonet.explain.picture import Curve, LegendLine
from nonet.hints import Hint, HintKind, hint
from nonet.play.actions import Action, Clear, Place, Strike
from nonet.play.board import Board
from nonet.play.errors import PlayError
from nonet.play.game import Game
from nonet.step import Step

__all__ = ["HintView", "Light", "find_hint", "hint_view"]


@dataclass(frozen=True)
class Light:
    """Something to highlight: a cell, or a candidate in it (`digit`), and the part it plays.

    `role` is a value of `explain.Mark`: placed, eliminated, base, fin …, wrong, look.
    """

    cell: int
    role: str
    digit: int | None = None
    label: str = ""


@dataclass(frozen=True)
class HintView:
    """A hint of one tier. `kind` as in `nonet.hints`: conflict, mistake, lost, impossible, several, solved, step.

    `houses` are to be outlined (numbers in `layout.houses`). `moves` do what the hint says, one undo step
    each; there are none before tier 4, nor where nothing is to be done. `digit`: all its places are worth a look.
    """

    kind: str
    tier: int
    text: str
    technique: str | None = None
    lights: tuple[Light, ...] = ()
    houses: tuple[int, ...] = ()
    links: tuple[Curve, ...] = ()
    legend: tuple[LegendLine, ...] = ()
    moves: tuple[Action, ...] = ()
    step: Step | None = None
    digit: int | None = None


def find_hint(game: Game, board: Board) -> Hint:
    """The hint for a board."""
    every = game.layout.all_digits
    struck = [every & ~mask for mask in board.struck] if any(board.struck) else None
    return hint(game.puzzle, board.grid, candidates=struck)


def hint_view(found: Hint, *, tier: int, language: str = "en") -> HintView:
    """As much of a hint as the tier tells."""
    if isinstance(tier, bool) or tier not in TIERS:
        raise PlayError("tiers are 1 (where to look) to 4 (why)", where="tier")
    look = look_of(found, tier=tier)
    shown = picture_of(found.position, look, givens=found.givens, language=language)
    cells = [Light(cell, tag.mark.value, None, tag.label) for cell, tag in sorted(shown.cells.items())]
    candidates = [
        Light(cell, tag.mark.value, digit, tag.label) for (cell, digit), tag in sorted(shown.tags.items())
    ]
    return HintView(
        found.kind.value,
        tier,
        shown.description,
        look.technique,
        (*cells, *candidates),
        tuple(house for house, _ in shown.houses),
        shown.links,
        shown.legend,
        _moves(found) if tier == 4 else (),
        found.step if tier == 4 else None,
        look.digit,
    )


def _moves(found: Hint) -> tuple[Action, ...]:
    """What the hint amounts to."""
    own = tuple(cell for cell in found.cells if not found.givens[cell])
    match found.kind:
        case HintKind.CONFLICT | HintKind.MISTAKE:
            return (Clear(own),) if own else ()
        case HintKind.LOST if found.digit is not None:
            return (Strike(tuple((cell, found.digit) for cell in found.cells), on=False),)
        case HintKind.STEP if found.step is not None:
            placed = tuple(Place((cell,), digit) for cell, digit in found.step.placements)
            struck = (Strike(found.step.eliminations),) if found.step.eliminations else ()
            return (*placed, *struck)
    return ()
