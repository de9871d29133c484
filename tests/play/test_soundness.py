"""Hints in a game never fail and never lie: positions of every level and board, with and without mistakes."""

from __future__ import annotations

from collections import Counter

import pytest

from nonet.explain import LANGUAGES, TIERS
from nonet.grid import Grid
from nonet.play import BOARDS, Session, Settings, Status, new_puzzle
from nonet.play.choose import LEVELS
from nonet.play.moves import AutoNotes, Clear, Place, Strike
from nonet.rng import Rng

CASES = [("9x9", level) for level in LEVELS] + [
    (board.name, level) for board in BOARDS for level in board.levels if board.name != "9x9"
]


def position(board: str, level: str, seed: int) -> tuple[Session, Rng]:
    """A game in the middle: right values in random cells, now and then the eliminations of a hint taken over,
    candidates shown or not.
    """
    rng = Rng(seed, stream=9)
    session = Session(new_puzzle(board, level, seed // 8), settings=Settings(check="off"))
    solution = right(session)
    if rng.below(2):
        session.play(AutoNotes(True))
    empty = rng.shuffled([cell for cell, value in enumerate(session.state.values) if not value])
    for cell in empty[: rng.below(len(empty))]:
        session.play(Place((cell,), solution[cell]))
    for _ in range(rng.below(3)):
        if not session.is_over:
            session.apply(session.hint(4))
    return session, rng


def right(session: Session) -> Grid:
    assert session.game.solution is not None
    return session.game.solution


def look(session: Session) -> str:
    """Asks for all tiers in all languages; checks every word of it against the solution."""
    solution = right(session)
    state = session.state
    for language in LANGUAGES:
        session.change(Settings(check="off", language=language))
        texts = [session.hint(tier).text for tier in TIERS]
        assert all(text.strip() for text in texts)
    found = session.hint(4)
    lights = {light.cell for tier in TIERS for light in session.hint(tier).lights}
    assert lights <= set(range(state.total))
    first = session.hint(1)
    if found.kind == "step":  # a first hint points somewhere, but at the whole board for a universal grave
        assert first.lights or first.houses or first.digit or "bug" in (found.technique or "")
    if found.kind == "step":
        assert found.step is not None
        assert found.step.placements or found.step.eliminations
        assert all(solution[cell] == digit for cell, digit in found.step.placements)
        assert all(solution[cell] != digit for cell, digit in found.step.eliminations)
        assert any(light.role in ("placed", "eliminated") for light in found.lights)
        assert not session.hint(1).moves + session.hint(2).moves + session.hint(3).moves
        for move in found.moves:
            assert isinstance(move, Place | Strike)
        assert not session.apply(found).refused
        assert (session.state.values, session.state.struck) != (state.values, state.struck)
    return found.kind


def spoil(session: Session, rng: Rng) -> None:
    """Makes a mistake: a wrong value, or a right candidate struck out."""
    solution, state = right(session), session.state
    empty = [cell for cell, value in enumerate(state.values) if not value]
    cell = rng.choice(empty)
    if rng.below(3):
        session.play(Place((cell,), solution[cell] % state.layout.size + 1))
    else:
        session.play(Strike(((cell, solution[cell]),)))


def examine(board: str, level: str, count: int) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for seed in range(count):
        session, rng = position(board, level, seed)
        kind = look(session)
        kinds[kind] += 1
        assert kind in ("step", "solved")
        if session.state.status is Status.PLAYING and seed % 3 == 0:
            spoil(session, rng)
            kind = session.hint(4).kind
            assert kind in ("conflict", "mistake", "lost")
            kinds[kind] += 1
            look(session)
            for _ in range(3):  # a conflict with a given is taken back, then a mistake, then a lost mark
                found = session.hint(4)
                if found.kind in ("conflict", "mistake", "lost"):
                    assert isinstance(found.moves[0], Clear | Strike)
                    session.apply(found)
            assert session.hint(4).kind in ("step", "solved")
    return kinds


@pytest.mark.parametrize(("board", "level"), CASES)
def test_some_positions(board: str, level: str) -> None:
    count = {"12x12": 3, "16x16": 2, "x": 4, "windoku": 4, "jigsaw": 4}.get(board, 12)
    kinds = examine(board, level, count)
    assert kinds["step"] >= count // 2


@pytest.mark.slow
@pytest.mark.parametrize(("board", "level"), CASES)
def test_a_thousand_positions(board: str, level: str) -> None:
    many = board in ("4x4", "6x6", "9x9")
    kinds = examine(board, level, 1000 if many else 100)
    assert {"step", "conflict", "lost"} <= set(kinds)
    assert "mistake" in kinds or not many  # on a large board nearly every wrong digit clashes at once
