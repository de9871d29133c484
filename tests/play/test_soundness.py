"""Hints in a game never fail and are always correct: positions of every level and board, with and without mistakes."""

from __future__ import annotations

from collections import Counter

import pytest

from many_cases import spread
from nonet.explain import LANGUAGES, TIERS, Mark
from nonet.generate import dig, random_grid
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic.catalog import Level, technique
from nonet.play import BOARDS, Game, Session, Settings, new_puzzle
from nonet.play.actions import AutoNotes, Clear, Place, Strike
from nonet.play.game import LEVELS
from nonet.rng import Rng

CASES = [("9x9", level) for level in LEVELS] + [
    (board.name, level) for board in BOARDS for level in board.levels if board.name != "9x9"
]

MISTAKES = ("conflict", "broken", "mistake", "lost")
"""The kinds of hints that report a mistake; "broken" is one against a rule of a variant."""


def begun(board: str, level: str, seed: int) -> tuple[Session, Rng]:
    """A game with a few correct values in random cells, with or without automatic candidates."""
    rng = Rng(seed, stream=9)
    game = new_puzzle(board, level, seed) if level != "hardest" else hardest(seed)
    session = Session(game, settings=Settings(check="off"))
    if rng.below(2):
        session.play(AutoNotes(True))
    empty = rng.shuffled([cell for cell, value in enumerate(session.state.values) if not value])
    for cell in empty[: seed % 3 if level != "hardest" else 0]:  # more would make it easy
        session.play(Place((cell,), right(session)[cell]))
    return session, rng


def hardest(seed: int) -> Game:
    """Sudoku X with very few clues, which needs forcing nets. No level is that hard, but a player may enter such a
    puzzle.
    """
    rng = Rng(seed)
    return Game.of(dig(random_grid(Layout.named("x"), rng), rng))


def right(session: Session) -> Grid:
    assert session.game.solution is not None
    return session.game.solution


def look(session: Session) -> str:
    """Requests all tiers in all languages and checks them against the solution."""
    solution = right(session)
    state = session.state
    for language in LANGUAGES:
        session.change(Settings(check="off", language=language))
        texts = [session.hint(tier).text for tier in TIERS]
        assert all(text.strip() for text in texts)
    found = session.hint(4)
    lights = {cell for tier in TIERS for cell, *_ in session.hint(tier).picture.marks}
    assert lights <= set(range(state.total))
    first = session.hint(1)
    if (
        found.kind == "step"
    ):  # where the whole board is meant, or a cell that would be the answer, nothing is marked
        assert not first.picture.marks
    if found.kind == "step":
        assert found.step is not None
        assert found.step.placements or found.step.eliminations
        assert all(solution[cell] == digit for cell, digit in found.step.placements)
        assert all(solution[cell] != digit for cell, digit in found.step.eliminations)
        assert any(tag.mark in (Mark.PLACED, Mark.ELIMINATED) for *_, tag in found.picture.marks)
        assert not session.hint(1).moves + session.hint(2).moves + session.hint(3).moves
        first_move, *others = found.moves
        assert isinstance(first_move, Place | Strike | AutoNotes)  # candidates may have to be shown first
        assert all(isinstance(move, Place | Strike) for move in others)
        assert others or not isinstance(first_move, AutoNotes)
        assert not session.apply(found).refused
        assert (session.state.values, session.state.struck) != (state.values, state.struck)
    return found.kind


def spoil(session: Session, rng: Rng) -> None:
    """Makes a mistake: places a wrong value, or strikes a right candidate."""
    solution, state = right(session), session.state
    empty = [cell for cell, value in enumerate(state.values) if not value]
    cell = rng.choice(empty)
    if rng.below(3):
        session.play(Place((cell,), solution[cell] % state.layout.size + 1))
    else:
        session.play(Strike(((cell, solution[cell]),)))


def mend(session: Session) -> str:
    """Follows the hints until there is no mistake left; returns the first hint."""
    first = session.hint(4).kind
    for _ in range(4):  # correct a conflict, then a wrong value, then a struck candidate
        found = session.hint(4)
        if found.kind not in MISTAKES:
            break
        assert isinstance(found.moves[-1], Clear | Strike)  # candidates may have to be shown first
        session.apply(found)
    return first


def examine(board: str, level: str, count: int, *, longest: int = 1000) -> tuple[Counter[str], set[str]]:
    """Plays whole games with hints only, requesting at least one in every position. Makes mistakes now and then, which
    the hints must report first. Returns the kinds of hints and the techniques that occurred.
    """
    kinds: Counter[str] = Counter()
    techniques: set[str] = set()
    seed = 0
    while kinds.total() < count:
        session, rng = begun(board, level, seed)
        for _ in range(longest):
            if session.is_over:
                break
            if rng.below(9) == 0:
                spoil(session, rng)
                kind = mend(session)
                assert kind in MISTAKES
                kinds[kind] += 1
            techniques.add(session.hint(2).technique or "")
            kind = look(session)
            assert kind == "step"
            kinds[kind] += 1
        else:
            assert longest < 1000, "the game does not end"
        assert session.is_over or longest < 1000
        seed += 1
    return kinds, techniques


def levels_of(techniques: set[str]) -> set[Level]:
    return {technique(key).level for key in techniques}


SOME = [
    ("9x9", "extreme"),
    *spread((case for case in CASES if case[1] == "medium" and case[0] != "9x9"), 16),
]


@pytest.mark.parametrize(("board", "level"), SOME)
def test_some_positions(board: str, level: str) -> None:
    """The beginning of a game: a long one of the hardest level on the classic board, and short ones of medium level on
    others, which share all code. The slow tests have whole games of every level.
    """
    classic = board == "9x9"
    kinds, techniques = examine(board, level, 15 if classic else 6, longest=30 if classic else 6)
    assert kinds["step"] >= 5
    if classic:
        assert max(levels_of(techniques)) >= min(Level[level.upper()], Level.HARD)


def test_the_hardest() -> None:
    kinds, techniques = examine("x", "hardest", 12, longest=12)
    assert kinds["step"] >= 9
    assert Level.UNFAIR in levels_of(techniques)


@pytest.mark.slow
def test_all_of_the_hardest() -> None:
    kinds, techniques = examine("x", "hardest", 1000)
    assert {"step", "conflict", "mistake", "lost"} <= set(kinds)
    assert set(Level) == levels_of(techniques)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "level"), CASES)
def test_a_thousand_positions(board: str, level: str) -> None:
    many = board in ("4x4", "6x6", "9x9")
    kinds, techniques = examine(board, level, 1000 if many else 300)
    assert {"step", "conflict", "lost"} <= set(kinds)
    assert "mistake" in kinds or not many  # on a large board nearly every wrong digit causes a conflict
    if board == "9x9":
        assert max(levels_of(techniques)) >= min(Level[level.upper()], Level.UNFAIR)
