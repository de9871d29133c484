"""A hint as a face shows it: text, cells and candidates to highlight, and the moves that carry it out.

    tier 1   where to look          tier 3   the pattern
    tier 2   which technique        tier 4   the full reasoning, and what follows

Computed from the player's own position: the current values, and the candidates that the rules leave and the player has
not struck out. Corner and centre notes need not be complete, so nothing is concluded from a missing one. Mistakes come
first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from nonet.explain import TIERS, Look, Picture, look_of, picture_of, pictures_of
from nonet.explain.folding import folded
from nonet.explain.grammar import Implies
from nonet.explain.picture import Curve, LegendLine
from nonet.explain.voice import capital
from nonet.explain.wording import node_in_words, sentences_of, text_of, with_key
from nonet.explain.words.generic import generic
from nonet.hints import Hint, HintKind, hint
from nonet.layout import Layout
from nonet.play.actions import Action, Clear, Place, Strike
from nonet.play.board import Board
from nonet.play.errors import PlayError
from nonet.play.game import Game
from nonet.play.rule_candidates import candidates_left
from nonet.step import Node, Step

__all__ = ["HintCase", "HintLine", "HintView", "Light", "find_hint", "hint_view"]


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
class HintLine:
    """A fact of a hint, as a sentence, and what it names, so that a face can walk through a hint line by line.

    `depth` 0 is a sentence of the text; deeper lines belong to the line before them that is less deep.
    """

    text: str
    depth: int
    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()


@dataclass(frozen=True)
class HintCase:
    """One case of a proof by cases: what to highlight for it."""

    title: str
    lights: tuple[Light, ...] = ()
    houses: tuple[int, ...] = ()
    links: tuple[Curve, ...] = ()
    legend: tuple[LegendLine, ...] = ()
    link_texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class HintView:
    """A hint of one tier. `kind` as in `nonet.hints`: conflict, broken, mistake, lost, impossible, several,
    solved, step, reveal.

    `houses` are to be outlined (numbers in `layout.houses`). `moves` do what the hint says, one undo step
    each; there are none before tier 4, nor where nothing is to be done. `digit`: all its places are worth a look.
    `link_texts` say what each of the `links` means. `text` is all of it; in `short` long proofs are folded; `lines` is
    the text line by line. A proof by cases has `cases`, to be shown one at a time.
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
    short: str = ""
    lines: tuple[HintLine, ...] = ()
    cases: tuple[HintCase, ...] = ()
    link_texts: tuple[str, ...] = ()


def find_hint(game: Game, board: Board) -> Hint:
    """The hint for a board. Where candidates are shown automatically, it begins with those that are shown."""
    every = game.layout.all_digits
    left = [every & ~mask for mask in board.struck] if any(board.struck) else None
    if board.auto and game.puzzle.rules:
        shown = candidates_left(game.puzzle, board.grid).masks
        # Where nothing is left, what was not struck out stands for it: 0 would mean that nothing was marked there.
        left = [mask & ~struck or every & ~struck for mask, struck in zip(shown, board.struck, strict=True)]
    return hint(game.puzzle, board.grid, candidates=left)


def hint_view(found: Hint, *, tier: int, language: str = "en") -> HintView:
    """As much of a hint as the tier tells."""
    if isinstance(tier, bool) or tier not in TIERS:
        raise PlayError("tiers are 1 (where to look) to 4 (why)", where="tier")
    look = _look(found, tier)
    shown = picture_of(found.position, look, givens=found.givens, language=language)
    layout = found.position.layout
    facts = with_key(look.facts, layout, language=language)
    return HintView(
        found.kind.value,
        tier,
        shown.description,
        look.technique,
        _lights(shown),
        tuple(house for house, _ in shown.houses),
        shown.links,
        shown.legend,
        _moves(found) if tier == 4 else (),
        found.step if tier == 4 else None,
        look.digit,
        text_of(folded(look.facts), layout, language=language),
        tuple(
            HintLine(text.strip(), fact.depth, *fact.subjects)
            for fact, text in zip(facts, sentences_of(facts, layout, language=language), strict=True)
        ),
        _cases(found, look, language),
        _link_texts(shown.links, layout, language),
    )


def _look(found: Hint, tier: int) -> Look:
    """What the tier tells and shows. A fault in an explainer must not stop a game: the generic explanation replaces it,
    and the log has the fault.
    """
    try:
        return look_of(found, tier=tier)
    except Exception:
        _log_fault(found.step, found.proof)
        return look_of(found, tier=tier, explainer=generic)


@lru_cache(maxsize=64)  # once, not at each tier and in each game
def _log_fault(step: Step | None, proof: tuple[Step, ...]) -> None:
    import logging

    logging.getLogger(__name__).exception("the explanation of %s failed", step or proof)


def _link_texts(links: tuple[Curve, ...], layout: Layout, language: str) -> tuple[str, ...]:
    """What each link means: `If row 1, column 2 is not 5, then row 1, column 8 is 5`."""
    facts = [
        Implies(
            Node(link.start[0][1], tuple(cell for cell, _ in link.start), on=not link.strong),
            Node(link.end[0][1], tuple(cell for cell, _ in link.end), on=link.strong),
        )
        for link in links
    ]
    return tuple(sentences_of(facts, layout, language=language))


def _lights(shown: Picture) -> tuple[Light, ...]:
    """What a picture marks: cells first, then candidates."""
    cells = [Light(cell, tag.mark.value, None, tag.label) for cell, tag in sorted(shown.cells.items())]
    candidates = [
        Light(cell, tag.mark.value, digit, tag.label) for (cell, digit), tag in sorted(shown.tags.items())
    ]
    return (*cells, *candidates)


def _cases(found: Hint, look: Look, language: str) -> tuple[HintCase, ...]:
    if not look.cases:
        return ()
    drawn = pictures_of(found.position, look, givens=found.givens, language=language)
    return tuple(
        HintCase(
            ""
            if case.supposed is None
            else capital(node_in_words(case.supposed, found.position.layout, language=language)),
            _lights(shown),
            tuple(house for house, _ in shown.houses),
            shown.links,
            shown.legend,
            _link_texts(shown.links, found.position.layout, language),
        )
        for case, shown in zip(look.cases, drawn, strict=True)
    )


def _moves(found: Hint) -> tuple[Action, ...]:
    """What the hint amounts to."""
    own = tuple(cell for cell in found.cells if not found.givens[cell])
    match found.kind:
        case HintKind.CONFLICT | HintKind.BROKEN | HintKind.MISTAKE:
            return (Clear(own),) if own else ()
        case HintKind.LOST if found.digit is not None:
            return (Strike(tuple((cell, found.digit) for cell in found.cells), on=False),)
        case HintKind.REVEAL if found.digit is not None:
            return (Place(found.cells, found.digit),)
        case HintKind.STEP if found.step is not None:
            placed = tuple(Place((cell,), digit) for cell, digit in found.step.placements)
            struck = (Strike(found.step.eliminations),) if found.step.eliminations else ()
            return (*placed, *struck)
    return ()
