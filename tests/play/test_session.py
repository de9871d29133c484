"""A session, feature by feature."""

from __future__ import annotations

import pytest

from many_cases import for_cases
from nonet.candidates import Candidates
from nonet.explain import Mark, technique_name
from nonet.explain.marks import Tag
from nonet.formats import parse
from nonet.grid import Grid
from nonet.hints import Hint, HintKind
from nonet.layout import Layout
from nonet.play import Game, Outcome, PlayError, Session, Settings, Status, Store, new_puzzle
from nonet.play import events as ev
from nonet.play.actions import (
    AddColour,
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
    from_json,
    to_json,
)
from nonet.play.hint_view import hint_view
from nonet.play.result import frames_of
from nonet.puzzle import Puzzle
from nonet.step import Evidence, Role, RoleKind, Step

#   . 1 3 .      2 1 3 4
#   4 3 . 2      4 3 1 2
#   . 2 . 3      1 2 4 3
#   . . . .      3 4 2 1
SMALL = parse("0130430202030000")
CLASSIC = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def begun(**settings: object) -> Session:
    return Session(Game.of(SMALL), settings=Settings().changed(settings))


def kinds(outcome: Outcome) -> list[str]:
    return [type(event).__name__ for event in outcome.events]


# -- values --------------------------------------------------------------------------------------------------


def test_place_and_clear_a_digit() -> None:
    session = begun()
    assert session.play(Place((0,), 2)).events == (ev.Placed((0,), 2), ev.HouseDone((8,)))
    assert session.state.values[0] == 2
    assert session.state.left == (0, 3, 1, 1, 3)
    assert session.play(Clear((0,))).events == (ev.Cleared((0,), "values"),)
    assert session.state.values == session.state.givens


def test_givens_and_revealed_cells_cannot_be_changed() -> None:
    session = begun()
    assert session.play(Place((1,), 2)).refused == ev.Refused("given", 1)
    assert session.play(Clear((1,))).refused == ev.Refused("given", 1)
    assert session.play(Reveal((0,))).events[0] == ev.Revealed((0,))
    assert session.state.revealed == {0}
    assert session.play(Place((0,), 3)).refused == ev.Refused("revealed", 0)
    assert session.play(Place((0, 1, 3), 4)).events[0] == ev.Placed((3,), 4)
    assert session.state.is_fixed(0)
    assert not session.state.is_fixed(3)
    assert session.aids.reveals == 1


def test_repeating_a_move_changes_nothing() -> None:
    session = begun()
    session.play(Place((0,), 2))
    assert session.play(Place((0,), 2)).refused == ev.Refused("nothing")
    assert len(session.moves) == 1


def test_completed_houses_and_digits() -> None:
    session = begun()
    session.play(Place((0,), 2))
    assert ev.HouseDone((0,)) in session.play(Place((3,), 4)).events
    session.play(Place((8,), 1))
    session.play(Place((6,), 1))
    assert ev.DigitDone(1) in session.play(Place((15,), 1)).events


def test_solving_the_puzzle() -> None:
    time = [0.0]
    session = Session(Game.of(SMALL), clock=lambda: time[0])
    solution = session.game.solution
    assert solution is not None
    time[0] = 61.0
    for cell, digit in enumerate(solution):
        outcome = session.play(Place((cell,), digit))
    assert outcome.events[-1] == ev.Finished(61.0)
    assert session.state.status is Status.FINISHED
    assert session.state.progress == 1.0
    time[0] = 100.0
    assert session.seconds == 61.0
    assert session.play(Clear((0,))).refused == ev.Refused("over")
    assert session.undo().state.status is Status.PLAYING
    time[0] = 105.0
    assert session.seconds == 66.0
    assert session.play(Restart()).state.values == session.state.givens


def test_full_but_wrong() -> None:
    session = begun(check="off")
    wrong = (2, 1, 3, 4, 4, 3, 1, 2, 1, 2, 4, 3, 3, 4, 1, 2)
    for cell, digit in enumerate(wrong):
        outcome = session.play(Place((cell,), digit))
    assert kinds(outcome)[-1] == "Full"
    assert session.state.status is Status.PLAYING
    assert session.check() == {14, 15}
    assert session.aids.checks == 1


def test_giving_up_shows_the_solution() -> None:
    session = begun()
    assert kinds(session.play(GiveUp())) == ["GaveUp"]
    assert session.state.values == session.game.solution
    assert session.state.status is Status.GIVEN_UP
    assert session.hint(4).kind == "solved"
    assert session.undo().state.status is Status.PLAYING


# -- checking ------------------------------------------------------------------------------------------------


def test_mistakes_by_the_setting() -> None:
    # r1c1 = 3 clashes with a given; r4c4 = 4 breaks no rule, but is wrong
    told = {}
    for check in ("off", "rules", "solution"):
        session = begun(check=check)
        first = session.play(Place((0,), 3))
        second = session.play(Place((15,), 4))
        state = second.state
        told[check] = (sorted(state.conflicts), sorted(state.mistakes), kinds(first)[1:], kinds(second)[1:2])
    assert told["off"] == ([], [], [], [])
    assert told["rules"] == ([0, 2, 5], [0], ["RuleBroken"], [])
    assert told["solution"] == ([0, 2, 5], [0, 15], ["RuleBroken"], ["Mistake"])


def test_revealed_cells_are_not_mistakes() -> None:
    session = begun(check="rules")
    solution = session.game.solution
    assert solution is not None
    own = next(peer for peer in session.game.layout.peers[0] if not session.state.givens[peer])
    session.play(Place((own,), solution[0]))
    state = session.play(Reveal((0,))).state
    assert {0, own} <= state.conflicts
    assert own in state.mistakes
    assert 0 not in state.mistakes


def test_the_setting_can_be_changed_in_the_middle() -> None:
    session = begun(check="off")
    session.play(Place((15,), 4))
    assert session.change(Settings(check="solution")).mistakes == {15}
    assert session.change(Settings(check="rules")).mistakes == frozenset()


def test_a_dead_end_is_reported_where_all_mistakes_are() -> None:
    session = begun()
    outcome = session.play(Place((15,), 4))  # legal, but r1c4 can only be 4, and column 4 now has one
    assert not outcome.state.dead_end
    assert kinds(outcome) == ["Placed"]
    session = Session(Game(puzzle=session.game.puzzle, solution=None), settings=Settings(check="solution"))
    session.play(Place((3,), 1))  # conflicts with the given 1 in row 1, so that is reported
    assert session.state.conflicts == {1, 3}
    session.undo()
    outcome = session.play(Place((6,), 4))  # row 2 already has a 4
    assert "RuleBroken" in kinds(outcome)
    session.undo()
    outcome = session.play(Place((15,), 4))  # r1c4 can only be 4, but column 4 now has one
    assert outcome.state.dead_end
    assert "NoPlaceLeft" in kinds(outcome)
    assert not session.change(Settings(check="off")).dead_end


# -- notes ---------------------------------------------------------------------------------------------------


def test_notes_of_two_kinds_in_several_cells() -> None:
    session = begun()
    assert session.toggle_note((0, 1, 3), 4).events == (ev.Noted((0, 3), 4, "corner", True),)
    session.toggle_note((0,), 2, "centre")
    assert (session.state.corner[0], session.state.corner[1], session.state.centre[0]) == (0b1000, 0, 0b10)
    session.toggle_note((0, 8), 4)  # one of them had it; now both do
    assert session.state.corner[8] == 0b1000
    session.toggle_note((0, 8), 4)
    assert (session.state.corner[0], session.state.corner[8]) == (0, 0)
    assert session.play(Note((1,), 1)).refused == ev.Refused("filled", 1)


def test_clearing_takes_values_then_notes_then_colours() -> None:
    session = begun()
    session.play(Note((0,), 4))
    session.play(Paint((0,), 3))
    session.play(Place((0,), 2))
    assert [session.play(Clear((0,))).events[0].what for _ in range(3)] == ["values", "notes", "colours"]  # type: ignore[attr-defined]
    assert session.play(Clear((0,))).refused == ev.Refused("nothing")


def test_notes_are_cleaned_as_one_step() -> None:
    session = begun()
    session.play(RefreshNotes())
    session.play(Note((3,), 2, "centre"))
    noted = (session.state.corner, session.state.centre)
    outcome = session.play(Place((0,), 2))
    cleaned = {event.cells for event in outcome.events if isinstance(event, ev.Cleaned)}
    assert cleaned
    peers = session.game.layout.peers[0]
    assert all(not session.state.corner[cell] & 0b10 for cell in peers)
    assert session.state.centre[3] == 0
    session.undo()
    assert (session.state.corner, session.state.centre) == noted


def test_notes_are_not_cleaned_after_a_conflict() -> None:
    session = begun()
    session.play(RefreshNotes())
    noted = session.state.corner
    assert kinds(session.play(Place((0,), 3)))[:2] == ["Placed", "RuleBroken"]
    assert session.state.corner == noted


def test_notes_are_not_cleaned_if_the_setting_is_off() -> None:
    session = begun(clean_notes=False)
    session.play(RefreshNotes())
    noted = session.state.corner
    session.play(Place((0,), 2))
    assert session.state.corner == noted
    assert session.moves[-1] == Place(
        (0,), 2, clean=False
    )  # a later change of the setting does not change past moves
    session.change(Settings(clean_notes=True))
    assert Session(session.game, moves=session.moves).state.corner == noted


def test_automatic_candidates() -> None:
    session = begun()
    session.play(Note((0,), 1))
    session.play(AutoNotes(True))
    assert session.state.shown(15) == session.state.candidates[15] == 0b1001
    session.toggle_note((15,), 4)
    assert session.state.shown(15) == 0b0001
    session.toggle_note((15,), 4)
    assert session.state.shown(15) == 0b1001
    session.toggle_note((15,), 4)
    session.play(Place((10,), 4))
    assert session.state.shown(14) == 0b0011
    session.play(RefreshNotes())
    assert session.state.struck[15] == 0
    session.play(AutoNotes(False))
    assert session.state.shown(15) == session.state.corner[15] == 0b0001


def test_striking_is_one_step_and_takes_notes_along() -> None:
    session = begun()
    session.play(Note((15, 14), 4))
    session.play(Strike(((15, 4), (14, 4))))
    assert (session.state.corner[15], session.state.struck[14]) == (0, 0b1000)
    assert session.undo().state.corner[15] == 0b1000


def test_colours() -> None:
    session = begun()
    session.play(Paint((0, 1, 5), 8))
    session.play(PaintCandidate(0, 2, 3))
    session.play(PaintCandidate(0, 2, 4))
    assert session.state.colours[:6] == (8, 8, 0, 0, 0, 8)
    assert session.state.candidate_colours == {(0, 2): 4}
    session.play(PaintCandidate(0, 2, 0))
    assert not session.state.candidate_colours


# -- back and forth ------------------------------------------------------------------------------------------


def test_marks() -> None:
    session = begun()
    session.play(Place((0,), 2))
    session.mark("fork")
    session.play(Place((3,), 1))
    session.play(Place((6,), 1))
    assert session.return_to("fork").events == (ev.Returned("fork"),)
    assert session.state.values.clue_count == 8
    assert session.state.can_redo
    assert session.redo().state.values[3] == 1
    assert session.return_to("nowhere").refused == ev.Refused("no-mark", name="nowhere")
    session.undo()
    assert session.undo().state.values == session.state.givens  # a mark is not a move
    assert session.state.marks == ("fork",)
    assert session.return_to("fork").state.values[0] == 2  # and forward


def test_undo_to_before_the_first_mistake() -> None:
    session = begun(check="off")
    session.play(Place((0,), 2))
    session.play(Place((3,), 1))  # a mistake, corrected
    session.play(Place((3,), 4))
    good = session.state.values
    session.play(Place((15,), 4))  # a mistake that remains
    session.play(Place((8,), 1))
    session.play(Note((12,), 3))
    assert session.undo_to_mistake().events == (ev.Undone(Place((15,), 4, clean=True), 3),)
    assert session.state.values == good
    assert session.undo_to_mistake().refused == ev.Refused("no-mistake")
    session.play(Strike(((15, 1),)))  # strike the right candidate
    session.play(Place((8,), 1))
    assert session.undo_to_mistake().state.struck[15] == 0


def test_a_board_with_a_0_knows_mistakes_and_is_replayed() -> None:
    game = Game.of(Puzzle.of("4x4:0-3", ".02.32.1.1.2...."))
    session = Session(game, settings=Settings(check="off"))
    session.play(Strike(((0, 1),)))
    session.play(Strike(((0, 2),)))  # the right one
    assert session.undo_to_mistake().state.struck[0] == 1
    session.play(Place((0,), 2))
    assert [frame.cells for frame in frames_of(session)] == [(), (0,)]


def test_restart_can_be_undone() -> None:
    session = begun()
    session.play(Place((0,), 2))
    assert session.play(Restart()).state.values == session.state.givens
    assert session.undo().state.values[0] == 2


def test_a_new_move_cuts_off_what_was_undone() -> None:
    session = begun()
    session.play(Place((0,), 2))
    session.play(Place((3,), 4))
    session.undo()
    session.play(Place((8,), 1))
    assert session.redo().refused == ev.Refused("nothing-to-redo")
    assert len(session.moves) == 2


# -- hints ---------------------------------------------------------------------------------------------------


def test_hints_in_tiers() -> None:
    session = Session(Game.of(CLASSIC))
    helps = [session.hint(tier) for tier in (1, 2, 3, 4)]
    assert [each.kind for each in helps] == ["step"] * 4
    assert helps[0].technique is None
    assert helps[1].technique is not None
    assert technique_name(helps[1].technique) in helps[1].text.lower()
    assert len({each.text for each in helps}) == 4
    assert not helps[2].moves
    assert {tag.mark for *_, tag in helps[2].picture.marks}.isdisjoint({Mark.PLACED, Mark.ELIMINATED})
    assert len(helps[3].moves) == 1
    session.play(Paint((0,), 1))
    session.undo()
    assert session.hint(4) == helps[3]
    assert session.aids.any
    assert session.aids.hints == 1  # four tiers of one hint, then the same position again
    assert not session.apply(helps[3]).refused
    assert session.hint(1) != helps[0]
    assert session.aids.hints == 2


def test_a_first_hint_highlights_what_it_names() -> None:
    layout = Layout.named("9x9")
    corners = Role(RoleKind.BASE, (0, 8, 72, 80), (5,), (0, 8)), Role(RoleKind.COVER, (), (5,), (9, 17))
    wing = Step("x-wing", (), ((36, 5),), Evidence(corners))
    pair = Step("naked-pair", (), ((4, 5),), Evidence((Role(RoleKind.BASE, (0, 8), (5, 6), (0,)),)))
    single = naked_single(40)
    found = {step.technique: first_tier(step, layout) for step in (wing, pair, single)}
    assert found["x-wing"] == ((), (), 5)
    assert found["naked-pair"] == ((), (0,), None)
    assert found["naked-single"] == ((), (4,), None)  # the cell would be the answer
    marks, houses, _ = first_tier(naked_single(11 * 16 + 2), Layout.named("16x16"))
    assert (marks, houses) == ((), (11,))


def naked_single(cell: int) -> Step:
    return Step("naked-single", ((cell, 5),), (), Evidence((Role(RoleKind.BASE, (cell,), (5,)),)))


def first_tier(
    step: Step, layout: Layout
) -> tuple[tuple[tuple[int, int | None, Tag], ...], tuple[int, ...], int | None]:
    empty = Grid.empty(layout)
    view = hint_view(Hint(HintKind.STEP, Candidates.at(empty), empty, step=step), tier=1)
    return view.picture.marks, tuple(house for house, _ in view.picture.houses), view.digit


def test_a_hint_finds_mistakes_first() -> None:
    session = begun(check="off")
    session.play(Place((15,), 4))
    found = session.hint(4)
    assert (found.kind, found.moves) == ("mistake", (Clear((15,)),))
    assert "The 4 in row 4, column 4 is wrong" in found.text
    assert session.apply(found).state.values == session.state.givens
    session.play(Place((0,), 3))
    assert session.hint(4).kind == "conflict"
    assert session.hint(1).picture.marks == ()


def test_a_hint_says_which_candidate_was_lost() -> None:
    session = begun()
    session.play(AutoNotes(True))
    session.toggle_note((15,), 1)
    found = session.hint(4)
    assert (found.kind, found.moves) == ("lost", (Strike(((15, 1),), on=False),))
    assert session.apply(found).state.shown(15) == 0b1001


def test_missing_notes_are_not_mistakes() -> None:
    session = begun()
    session.play(Note((15,), 4))  # the player has noted one of two candidates, and the wrong one
    assert session.hint(4).kind == "step"


def test_hints_where_there_are_several_solutions() -> None:
    session = Session(Game.of(parse("12..............")))
    assert session.hint(4).kind == "several"
    assert session.play(Reveal((5,))).refused == ev.Refused("no-solution")
    assert session.play(GiveUp()).refused == ev.Refused("no-solution")
    session.play(Place((2,), 3))
    session.play(Place((7,), 4))
    assert session.hint(4).kind == "impossible"
    assert session.apply(session.hint(4)).refused == ev.Refused("nothing")
    session.play(Restart())
    for cell, digit in enumerate((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)):
        session.play(Place((cell,), digit))
    assert session.state.status is Status.FINISHED  # any solution is accepted


@pytest.mark.parametrize("tier", [0, 5, True, None])
def test_there_are_four_tiers(tier: int) -> None:
    with pytest.raises(PlayError, match="tier"):
        begun().hint(tier)


# -- the clock -----------------------------------------------------------------------------------------------


def test_a_pause_stops_the_clock() -> None:
    time = [0.0]
    session = Session(Game.of(SMALL), clock=lambda: time[0], seconds=5.0)
    time[0] = 10.0
    assert kinds(session.pause()) == ["Paused"]
    assert session.pause().refused == ev.Refused("paused")
    time[0] = 100.0
    assert (session.paused, session.seconds) == (True, 15.0)
    assert session.play(Place((0,), 2)).refused == ev.Refused("paused")
    assert kinds(session.resume()) == ["Resumed"]
    time[0] = 101.0
    assert session.seconds == 16.0
    session.set_seconds(3.0)
    assert session.seconds == 16.0


def test_a_clock_that_goes_back_takes_no_time_away() -> None:
    clock = iter((100.0, 50.0, *(-1e9 for _ in range(99))))
    with Store(":memory:") as store:
        session = store.new(Game.of(SMALL), clock=lambda: next(clock), seconds=5.0)
        assert session.game.solution is not None
        for cell, digit in enumerate(session.game.solution.values):
            session.play(Place((cell,), digit))
        assert (session.is_over, session.seconds) == (True, 5.0)
        assert [result.seconds for result in store.results()] == [5.0]


# -- what is senseless ---------------------------------------------------------------------------------------


@for_cases(
    [
        (Place((16,), 1), "cells"),
        (Place((-1,), 1), "cells"),
        (Place((), 1), "cells"),
        (Place((0,), 5), "digit"),
        (Place((0,), 0), "digit"),
        (Note((0,), 1, "edge"), "kind"),
        (ToggleNote((0,), 9), "digit"),
        (Paint((0,), 9), "colour"),
        (PaintCandidate(99, 1, 1), "cell"),
        (Strike(((0, 9),)), "candidates"),
        (SetMark(" "), "name"),
        (SetMark("x" * 41), "name"),
        (ReturnTo(""), "name"),
    ]
)
def test_invalid_actions_are_reported(action: object, where: str) -> None:
    session = begun()
    with pytest.raises(PlayError) as caught:
        session.play(action)  # type: ignore[arg-type]
    assert caught.value.where == where
    assert session.moves == ()


def test_an_invalid_log() -> None:
    with pytest.raises(PlayError, match="cursor"):
        Session(Game.of(SMALL), moves=[Place((0,), 2)], cursor=2)
    with pytest.raises(PlayError, match="digits are 1 to 4"):
        Session(Game.of(SMALL), moves=[Place((0,), 7)])


def test_what_a_hint_strikes_out_can_be_seen() -> None:
    """Candidates are shown before they are struck out, unless the notes have them."""
    game = new_puzzle("9x9", "hard", 6)
    session = Session(game)
    given = session.hint(4)
    while all(isinstance(move, Place) for move in given.moves):
        session.apply(given)
        given = session.hint(4)
    assert isinstance(given.moves[0], AutoNotes)
    strike = given.moves[1]
    assert isinstance(strike, Strike)
    cell, digit = strike.candidates[0]
    session.play(Note((cell,), digit))
    assert session.hint(4).moves == (strike,)
    before = session.state.corner[cell]
    assert session.apply(session.hint(4)).state.corner[cell] != before


def test_a_cell_can_have_several_colours() -> None:
    session = Session(Game.of(parse("0130430202030000")))
    session.play(AddColour((0, 3), 2))
    session.play(AddColour((0,), 5))
    session.play(AddColour((0,), 1))
    assert session.board.colours_of(0) == (1, 2, 5)
    assert (session.state.colours[0], session.state.more_colours) == (1, ((0, 2), (0, 5)))
    assert session.play(AddColour((0, 3), 2)).events == (
        ev.Painted((0, 3), 0),
    )  # both had it: it is taken away
    assert (session.board.colours_of(0), session.board.colours_of(3)) == ((1, 5), ())
    session.play(Paint((0,), 4))
    assert session.board.colours_of(0) == (4,)
    session.undo()
    session.play(Clear((0,)))
    assert session.board.colours_of(0) == ()
    assert from_json(to_json(AddColour((0,), 3)), session.game.layout) == AddColour((0,), 3)
