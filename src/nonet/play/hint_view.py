"""A hint as a face shows it: words, what to light up, and the moves it amounts to.

    tier 1   where to look          tier 3   the pattern
    tier 2   which technique        tier 4   the full reasoning, and what follows

Computed from the player's own position: the values as they stand, and the candidates that the rules leave and
the player has not struck out. Corner and centre notes are nobody's promise to be complete, so nothing is
concluded from one that is missing. Mistakes come first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from nonet.explain import TIERS, advise, explain, picture
from nonet.explain.picture import Curve, LegendLine
from nonet.hints import Hint, HintKind, hint
from nonet.layout import Layout
from nonet.play.actions import Action, Clear, Place, Strike
from nonet.play.board import Board
from nonet.play.errors import PlayError
from nonet.play.game import Game
from nonet.step import Step

__all__ = ["HintView", "Light", "find_hint", "hint_view"]


@dataclass(frozen=True)
class Light:
    """Something to light up: a cell, or a candidate in it (`digit`), and what part it plays.

    `role` is a value of `explain.picture.Mark` (placed, eliminated, base, fin …), or: wrong, look.
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
    text = advise(found, tier=tier, language=language)
    kind = found.kind.value
    if found.step is None:
        lights, houses = _lights(found, tier)
        moves = _moves(found) if tier == 4 else ()
        return HintView(kind, tier, text, None, lights, houses, moves=moves)
    if tier < 3:
        lights, houses, digit = _where(found.step, found.position.layout)
        technique = found.step.technique if tier == 2 else None
        return HintView(kind, tier, text, technique, lights, houses, digit=digit)
    shown = picture(found.position, found.step, givens=found.givens, language=language, conclusion=tier == 4)
    return HintView(
        kind,
        tier,
        text,
        found.step.technique,
        tuple(
            [Light(cell, tag.mark.value, None, tag.label) for cell, tag in sorted(shown.cells.items())]
            + [
                Light(cell, tag.mark.value, digit, tag.label)
                for (cell, digit), tag in sorted(shown.tags.items())
            ]
        ),
        tuple(house for house, _ in shown.houses),
        shown.links,
        shown.legend,
        _moves(found) if tier == 4 else (),
        found.step if tier == 4 else None,
    )


_CELLS = re.compile(r"\br(\d+)c(\d+)\b")
_HOUSES = re.compile(r"\b(row|column|box|region|diagonal|window)(?:s|es)? (\d+(?:(?:, | and )\d+)*)")
_DIGIT = re.compile(r"where (\d+) can")


def _where(step: Step, layout: Layout) -> tuple[tuple[Light, ...], tuple[int, ...], int | None]:
    """Where to look for a step: what its first sentence names, and nothing more.

    Look at r45c27.  →  four cells          Look at rows 2 and 7.  →  two houses          Look where 5 can …  →  5
    """
    text = explain(step, layout, tier=1)
    cells: dict[int, None] = {}
    for rows, columns in _CELLS.findall(text):
        joined = layout.size <= 9  # r45c27 is four cells; on a larger board r12c3 is one
        for row in rows if joined else [rows]:
            for column in columns if joined else [columns]:
                cells[layout.cell(int(row) - 1, int(column) - 1)] = None
    names = [
        f"{kind} {number}"
        for kind, numbers in _HOUSES.findall(text)
        for number in re.findall(r"\d+", numbers)
    ]
    houses = tuple(number for number, house in enumerate(layout.houses) if house.name in names)
    digit = _DIGIT.search(text)
    return tuple(Light(cell, "look") for cell in cells), houses, int(digit[1]) if digit else None


def _lights(found: Hint, tier: int) -> tuple[tuple[Light, ...], tuple[int, ...]]:
    layout = found.position.layout
    match found.kind:
        case HintKind.CONFLICT if tier > 1 and found.house is not None:
            cells = found.cells if tier > 2 else ()
            return tuple(Light(cell, "wrong") for cell in cells), (found.house,)
        case HintKind.MISTAKE | HintKind.LOST if tier == 2:
            return (), (layout.houses_at[found.cells[0]][-1],)
        case HintKind.MISTAKE if tier > 2:
            cells = found.cells[:1] if tier == 3 else found.cells
            return tuple(Light(cell, "wrong") for cell in cells), ()
        case HintKind.LOST if tier > 2:
            digit = found.digit if tier == 4 else None
            return tuple(Light(cell, "placed" if digit else "look", digit) for cell in found.cells), ()
        case HintKind.SEVERAL if tier > 2:
            return tuple(Light(cell, "look") for cell in found.cells), ()
        case HintKind.IMPOSSIBLE if tier > 1 and found.dead is not None:
            if found.dead.cell is not None:
                return (Light(found.dead.cell, "wrong"),), ()
            return (), () if found.dead.house is None else (found.dead.house,)
    return (), ()


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
