"""A state machine that plays randomly and checks the invariants of the log and the state."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from many_cases import examples
from nonet.candidates import Candidates
from nonet.formats import parse
from nonet.layout import Layout
from nonet.play import Game, Settings, Status, Store, from_record, to_record
from nonet.play import events as ev
from nonet.play.actions import (
    AutoNotes,
    Clear,
    GiveUp,
    Note,
    Paint,
    PaintCandidate,
    Place,
    RefreshNotes,
    Restart,
    ReturnTo,
    Reveal,
    SetMark,
    Strike,
    ToggleNote,
    checked,
    from_json,
    to_json,
)
from nonet.play.board import Board

PUZZLES = {
    "4x4": "0130430202030000",
    "9x9": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "several": "12..............",
}
CELLS = st.integers(0, 80)
SOME_CELLS = st.lists(CELLS, min_size=1, max_size=4, unique=True)
DIGITS = st.integers(1, 9)


class Player(RuleBasedStateMachine):
    """Plays one game in its own store; remembers each state by the log that led to it."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0
        self.store = Store(":memory:")
        self.seen: dict[str, Any] = {}

    @initialize(name=st.sampled_from(sorted(PUZZLES)), check=st.sampled_from(["off", "rules", "solution"]))
    def begin(self, name: str, check: str) -> None:
        game = Game.of(parse(PUZZLES[name]))
        self.session = self.store.new(game, settings=Settings(check=check), clock=lambda: self.time)
        self.start = self.session.state

    def cells(self, cells: list[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(cell % self.start.total for cell in cells))

    def digit(self, digit: int) -> int:
        return (digit - 1) % self.start.layout.size + 1

    # -- what a player does ----------------------------------------------------------------------------------

    def act(self, action: Any) -> None:
        before, moves, cursor = self.session.state, self.session.moves, self.session.cursor
        outcome = self.session.play(action)
        assert outcome.state is self.session.state
        assert outcome.events
        if outcome.refused:
            assert len(outcome.events) == 1
            assert (self.session.state, self.session.moves, self.session.cursor) == (before, moves, cursor)

    @rule(cells=SOME_CELLS, digit=DIGITS)
    def place(self, cells: list[int], digit: int) -> None:
        self.act(Place(self.cells(cells)[:1], self.digit(digit)))

    @rule(cells=SOME_CELLS)
    @precondition(lambda self: self.session.game.solution is not None)
    def place_rightly(self, cells: list[int]) -> None:
        for cell in self.cells(cells):
            solution = self.session.game.solution
            assert solution is not None
            self.act(Place((cell,), solution[cell]))

    @rule(cells=SOME_CELLS, digit=DIGITS)
    def place_many(self, cells: list[int], digit: int) -> None:
        self.act(Place(self.cells(cells), self.digit(digit), clean=True))

    @rule(cells=SOME_CELLS)
    def clear(self, cells: list[int]) -> None:
        self.act(Clear(self.cells(cells)))

    @rule(cells=SOME_CELLS, digit=DIGITS, kind=st.sampled_from(["corner", "centre"]), on=st.booleans())
    def note(self, cells: list[int], digit: int, kind: str, on: bool) -> None:
        self.act(Note(self.cells(cells), self.digit(digit), kind, on))

    @rule(cells=SOME_CELLS, digit=DIGITS, kind=st.sampled_from(["corner", "centre"]))
    def toggle_twice(self, cells: list[int], digit: int, kind: str) -> None:
        """The second toggle undoes the first, if all cells agreed before.

        Writing a corner note restores a struck candidate; erasing the note does not strike it again.
        """
        toggle = ToggleNote(self.cells(cells), self.digit(digit), kind)
        state = self.session.state
        masks = state.centre if kind == "centre" else state.struck if state.auto else state.corner
        had = {masks[cell] >> (toggle.digit - 1) & 1 for cell in toggle.cells if not state.values[cell]}
        self.act(toggle)
        self.act(toggle)
        if len(had) == 1:
            assert (self.session.state.corner, self.session.state.centre) == (state.corner, state.centre)
            written = kind == "corner" and not state.auto
            struck = written and any(state.struck[cell] >> (toggle.digit - 1) & 1 for cell in toggle.cells)
            assert struck or self.session.state.candidates == state.candidates

    @rule(on=st.booleans())
    def automatic(self, on: bool) -> None:
        self.act(AutoNotes(on))

    @rule()
    def refresh(self) -> None:
        self.act(RefreshNotes())

    @rule(cells=SOME_CELLS, digit=DIGITS, on=st.booleans())
    def strike(self, cells: list[int], digit: int, on: bool) -> None:
        self.act(Strike(tuple((cell, self.digit(digit)) for cell in self.cells(cells)), on))

    @rule(cells=SOME_CELLS, digit=DIGITS, colour=st.integers(0, 8))
    def paint(self, cells: list[int], digit: int, colour: int) -> None:
        self.act(Paint(self.cells(cells), colour))
        self.act(PaintCandidate(self.cells(cells)[0], self.digit(digit), colour))

    @rule(name=st.sampled_from(["a", "b"]))
    def mark_and_come_back(self, name: str) -> None:
        self.act(SetMark(name))
        if not self.session.is_over:
            marked = self.session.state
            self.act(Place((0,), 1))
            self.act(Place((1,), 1))
            self.act(ReturnTo(name))
            assert (self.session.state.values, self.session.state.corner) == (marked.values, marked.corner)

    @rule(cells=SOME_CELLS)
    def reveal(self, cells: list[int]) -> None:
        self.act(Reveal(self.cells(cells)[:1]))

    @rule(move=st.sampled_from([Restart(), GiveUp()]), dice=st.integers(0, 3))
    def begin_again_or_give_up(self, move: Any, dice: int) -> None:
        if not dice:
            self.act(move)

    @rule(times=st.integers(1, 5))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self.session.undo()

    @rule(times=st.integers(1, 5))
    def redo(self, times: int) -> None:
        for _ in range(times):
            self.session.redo()

    @rule()
    def undo_to_mistake(self) -> None:
        solution = self.session.game.solution
        self.session.undo_to_mistake()
        if solution is not None:
            assert all(value in (0, solution[cell]) for cell, value in enumerate(self.session.state.values))

    @rule(seconds=st.floats(0, 100))
    def wait(self, seconds: float) -> None:
        before = self.session.seconds
        self.time += seconds
        runs = not self.session.is_over and not self.session.paused
        assert abs(self.session.seconds - before - (seconds if runs else 0)) < 1e-6

    @rule()
    def rest(self) -> None:
        self.session.pause()
        self.wait(10.0)
        if not self.session.is_over:
            assert self.session.play(Place((0,), 1)).refused == ev.Refused("paused")
        self.session.resume()

    # -- invariants ------------------------------------------------------------------------------------------

    @invariant()
    def the_state_follows_from_the_log(self) -> None:
        if not hasattr(self, "session"):
            return
        log = json.dumps([to_json(move) for move in self.session.moves]) + f" {self.session.cursor}"
        state = self.session.state
        assert self.seen.setdefault(log, state) == state

    @invariant()
    def the_state_is_sound(self) -> None:
        if not hasattr(self, "session"):
            return
        state, game = self.session.state, self.session.game
        if state.status is not Status.GIVEN_UP:
            assert state.values.extends(state.givens)
            assert (state.status is Status.FINISHED) == state.values.is_solution()
        rules = Candidates.at(state.values).masks
        assert all(
            mask == rule & ~out for mask, rule, out in zip(state.candidates, rules, state.struck, strict=True)
        )
        assert state.mistakes.isdisjoint(cell for cell, given in enumerate(state.givens) if given)
        assert not (state.mistakes & state.revealed)
        for digit in state.layout.digits:
            assert state.left[digit] == max(0, state.layout.size - list(state.values).count(digit))
        if game.solution is not None:
            assert all(state.values[cell] == game.solution[cell] for cell in state.revealed)

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.keeps_its_promises()
        self.store.close()

    def keeps_its_promises(self) -> None:
        session = self.session
        end = session.state
        # the store and a record contain the same game
        kept = self.store.session(session.game.id, settings=session.settings, clock=lambda: self.time)
        assert (kept.state, kept.moves, kept.cursor, kept.aids) == (
            end,
            session.moves,
            session.cursor,
            session.aids,
        )
        record = json.loads(json.dumps(to_record(session)))
        again = from_record(record, settings=session.settings, clock=lambda: self.time)
        assert (again.state, again.moves, again.cursor) == (end, session.moves, session.cursor)
        assert to_record(again)["moves"] == record["moves"]
        for move in session.moves:
            layout = session.game.layout
            assert from_json(json.loads(json.dumps(to_json(move))), layout) == move == checked(move, layout)
        # the history gives the board after any number of moves
        board = Board.start(session.game)
        for cursor, move in enumerate(session.moves):
            assert replace(session.history, cursor=cursor).board == board
            board = move.apply(board, session.game)
        # undo all the way, and redo it
        while not session.redo().refused:
            pass
        last = session.state
        while not session.undo().refused:
            pass
        assert not session.state.can_undo
        assert (session.state.values, session.state.corner, session.state.centre) == (
            self.start.values,
            self.start.corner,
            self.start.centre,
        )
        while not session.redo().refused:
            pass
        assert (session.state, session.state.can_redo) == (last, False)


Player.TestCase.settings = settings(
    max_examples=examples(25),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPlayer = Player.TestCase


def test_the_boards_of_the_machine() -> None:
    assert Layout.named("4x4").cell_count == len(PUZZLES["4x4"]) == len(PUZZLES["several"])
