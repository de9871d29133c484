"""A hint as a face shows it: text, a picture of what to highlight, and the moves that carry it out.

    tier 1   where to look          tier 3   the pattern
    tier 2   which technique        tier 4   the full reasoning, and what follows

Computed from the player's own position: the current values, and the candidates that the rules leave and the player has
not struck out. Corner and centre notes need not be complete, so nothing is concluded from a missing one. Mistakes come
first. `walk` goes through a hint in steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from nonet.explain import TIERS, Look, Mark, Picture, look_of, picture_of, pictures_of
from nonet.explain.grammar import Fact, Implies
from nonet.explain.voice import capital
from nonet.explain.wording import node_in_words, sentences_of, with_key
from nonet.explain.words.generic import generic
from nonet.fields import Cell, Count, Digit
from nonet.hints import Hint, HintKind, hint
from nonet.layout import Layout
from nonet.play.actions import Action, Clear, Place, Strike
from nonet.play.board import Board
from nonet.play.errors import PlayError
from nonet.play.game import Game
from nonet.play.rule_candidates import candidates_left
from nonet.step import Node, Step


@dataclass(frozen=True)
class HintLine:
    """A fact of a hint, as a sentence, and what it names, so that a face can walk through a hint line by line.

    `depth` 0 is a sentence of the text; deeper lines belong to the line before them that is less deep.
    """

    text: str
    depth: Count
    cells: tuple[Cell, ...] = ()
    houses: tuple[Count, ...] = ()
    digits: tuple[Digit, ...] = ()


@dataclass(frozen=True)
class HintCase:
    """One case of a proof by cases."""

    title: str
    picture: Picture


@dataclass(frozen=True, kw_only=True)
class HintView:
    """A hint of one tier. `kind` as in `nonet.hints`: conflict, broken, mistake, lost, impossible, several,
    solved, step, reveal.

    `text` is all of it; `short` leaves out the proof, or folds a long one; `lines` and `proof` are both line by line,
    without a proof if there is nothing shorter. `picture` is what to highlight; a proof by cases has `cases`, to be
    shown one at a time. `moves` do what the hint says, one undo step each; there are none before tier 4, nor where
    nothing is to be done. `digit`: all its places are worth a look.
    """

    kind: str
    tier: int
    text: str
    short: str
    lines: tuple[HintLine, ...]
    proof: tuple[HintLine, ...]
    picture: Picture
    cases: tuple[HintCase, ...] = ()
    technique: str | None = None
    digit: int | None = None
    moves: tuple[Action, ...] = ()
    step: Step | None = None


def find_hint(game: Game, board: Board) -> Hint:
    """The hint for a board. Where candidates are shown automatically, it begins with those that are shown."""
    every = game.layout.all_digits
    left = [every & ~mask for mask in board.struck] if any(board.struck) else None
    puzzle, grid = board.seen(game), board.grid
    if board.auto and puzzle.rules:
        shown = candidates_left(puzzle, grid).masks
        # Where nothing is left, what was not struck out stands for it: 0 would mean that nothing was marked there.
        left = [mask & ~struck or every & ~struck for mask, struck in zip(shown, board.struck, strict=True)]
    return hint(puzzle, grid, candidates=left, solution=None if puzzle is game.puzzle else game.solution)


def hint_view(hint: Hint, *, tier: int, language: str = "en") -> HintView:
    """As much of a hint as the tier tells."""
    if isinstance(tier, bool) or tier not in TIERS:
        raise PlayError("tiers are 1 (where to look) to 4 (why)", where="tier")
    look = _look(hint, tier)
    shown = picture_of(hint.position, look, givens=hint.givens, language=language)
    layout = hint.position.layout
    return HintView(
        kind=hint.kind.value,
        tier=tier,
        text=shown.description,
        short=look.text(layout, detail="short", language=language),
        lines=_hint_lines(look.told or look.facts, layout, language),
        proof=_hint_lines(look.proof, layout, language),
        picture=shown,
        cases=_cases(hint, look, language),
        technique=look.technique,
        digit=look.digit,
        moves=_moves(hint) if tier == 4 else (),
        step=hint.step if tier == 4 else None,
    )


def _hint_lines(facts: tuple[Fact, ...], layout: Layout, language: str) -> tuple[HintLine, ...]:
    facts = with_key(facts, layout, language=language)
    return tuple(
        HintLine(text.strip(), fact.depth, *fact.subjects)
        for fact, text in zip(facts, sentences_of(facts, layout, language=language), strict=True)
    )


def _look(hint: Hint, tier: int) -> Look:
    """What the tier tells and shows. A fault in an explainer must not stop a game: the generic explanation replaces it,
    and the log has the fault.
    """
    try:
        return look_of(hint, tier=tier)
    except Exception:
        _log_fault(hint.step, hint.proof)
        return look_of(hint, tier=tier, explainer=generic)


@lru_cache(maxsize=64)  # once, not at each tier and in each game
def _log_fault(step: Step | None, proof: tuple[Step, ...]) -> None:
    import logging

    logging.getLogger(__name__).exception("the explanation of %s failed", step or proof)


def link_texts(shown: Picture) -> tuple[str, ...]:
    """What each link means: `If row 1, column 2 is not 5, then row 1, column 8 is 5`."""
    facts = [
        Implies(
            Node(link.start[0][1], tuple(cell for cell, _ in link.start), on=not link.strong),
            Node(link.end[0][1], tuple(cell for cell, _ in link.end), on=link.strong),
        )
        for link in shown.links
    ]
    return tuple(sentences_of(facts, shown.layout, language=shown.language))


def _cases(hint: Hint, look: Look, language: str) -> tuple[HintCase, ...]:
    if not look.cases:
        return ()
    drawn = pictures_of(hint.position, look, givens=hint.givens, language=language)
    titles = [
        capital(node_in_words(case.supposed, hint.position.layout, language=language))
        if case.supposed
        else ""
        for case in look.cases
    ]
    return tuple(HintCase(title, shown) for title, shown in zip(titles, drawn, strict=True))


def _moves(hint: Hint) -> tuple[Action, ...]:
    """What the hint amounts to."""
    own = tuple(cell for cell in hint.cells if not hint.givens.entries[cell])
    match hint.kind:
        case HintKind.CONFLICT | HintKind.BROKEN | HintKind.MISTAKE:
            return (Clear(own),) if own else ()
        case HintKind.LOST if hint.digit is not None:
            return (Strike(tuple((cell, hint.digit) for cell in hint.cells), on=False),)
        case HintKind.REVEAL if hint.digit is not None:
            return (Place(hint.cells, hint.digit),)
        case HintKind.STEP if hint.step is not None:
            placed = tuple(Place((cell,), digit) for cell, digit in hint.step.placements)
            struck = (Strike(hint.step.eliminations),) if hint.step.eliminations else ()
            return (*placed, *struck)
    return ()


_ENDS = (Mark.ELIMINATED, Mark.PLACED)
"""Marks of what follows in the end."""


def walk(hint: HintView) -> tuple[HintView, ...]:
    """A hint in steps: a chain link by link, other reasoning line by line, the sentence for friends before its proof.
    Each step is a hint that shows only what it mentions; the last one shows all. A hint with too few parts is its only
    step.
    """
    steps = [*(_links(hint) if len(hint.picture.links) > 1 else _lines(hint))]
    lines = hint.proof or hint.lines
    end = lines[-1].text if lines else hint.text
    return (*steps, _step(hint, end, hint.picture)) if steps else (hint,)


def _links(hint: HintView) -> Iterator[HintView]:
    shown = hint.picture
    for count, text in enumerate(link_texts(shown), start=1):
        walked = shown.links[:count]
        seen = {candidate for link in walked for candidate in (*link.start, *link.end)}
        tags = {candidate: tag for candidate, tag in shown.tags.items() if candidate in seen}
        yield _step(hint, text, replace(shown, tags=tags, cells={}, houses=(), links=walked, legend=()))


def _lines(hint: HintView) -> Iterator[HintView]:
    shown, layout = hint.picture, hint.picture.layout
    told = [
        line for line in hint.lines[:-1] if line.cells or line.houses
    ]  # all but the name of the technique
    # What is said about houses alone needs no proof.
    proof = [line for line in hint.proof[:-1] if line.cells or line.houses]
    for line in (*told, *(proof if any(line.cells for line in told) else ())):
        named = line.cells or [cell for house in line.houses for cell in layout.houses[house].cells]
        cells = {cell: tag for cell, tag in shown.cells.items() if cell in named and tag.mark not in _ENDS}
        tags = {
            (cell, digit): tag
            for (cell, digit), tag in shown.tags.items()
            if cell in named and tag.mark not in _ENDS
        }
        houses = tuple((house, Mark.LOOK) for house in line.houses) or shown.houses
        part = replace(shown, tags=tags, cells=cells, houses=houses, links=(), legend=())
        yield _step(hint, line.text, part)


def _step(hint: HintView, text: str, shown: Picture) -> HintView:
    return replace(hint, text=text, short=text, picture=shown)
