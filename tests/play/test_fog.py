"""Fog of war: what is hidden is neither drawn, hinted, listed nor said; correct digits lift it."""

from __future__ import annotations

from typing import Any

import pytest

from many_cases import for_each
from nonet.draw.board import board_scene
from nonet.draw.scene import Label, Rectangle
from nonet.engines import engine_for
from nonet.faces.tui.content import rule_signs
from nonet.faces.web.game_jobs import share_view
from nonet.faces.web.json_text import json_text
from nonet.faces.web.views import game_view, help_view, replay_view
from nonet.formats import read, write
from nonet.layout import Layout
from nonet.play import Settings, Store
from nonet.play.actions import Clear, Note, Place, RefreshNotes, Reveal
from nonet.play.events import Placed, Refused
from nonet.play.exchange import entry_of, options_of
from nonet.play.fog import seen_at_first
from nonet.play.game import Game
from nonet.play.rule_words import clues_of, rules_in_words
from nonet.play.session import Session
from nonet.puzzle import Puzzle
from nonet.rules import AntiKnight, Cage, Difference, Fog, FogTrigger, Renban, Sandwich, Thermometer
from nonet.rules.fog import RemainingFog
from nonet.rules.shapes import Outline, Stroke

SOLUTION = "123456456123231564564231312645645312"
SHOWN = [Cage((0, 1), 3), Thermometer((6, 7))]
"""In the part that is clear from the beginning."""
LIGHTS = (0, 1, 6, 7)


def game(*rules: Any, givens: dict[int, str] | None = None) -> Game:
    """A 6x6 puzzle with this solution; its last rows are given, hidden in the fog."""
    cells = [SOLUTION[cell] if cell >= 18 else (givens or {}).get(cell, ".") for cell in range(36)]
    puzzle = Puzzle.of("6x6", "".join(cells), rules=[Fog(LIGHTS), *SHOWN, *rules])
    return Game(puzzle=puzzle, solution=engine_for(puzzle).solution(puzzle), id="a" * 16, created="now")


FULL = {cell: SOLUTION[cell] for cell in (2, 3, 4, 5, 10, 11, 16, 17)}


def test_a_correct_digit_lifts_the_fog_around_it() -> None:
    session = Session(game(givens=FULL))
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS}
    assert not any(session.state.givens.entries)
    session.play(Place((7,), 4))  # wrong
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS}
    session.play(Place((7,), 5))
    near = {row * 6 + column for row in (0, 1, 2) for column in (0, 1, 2)}
    assert session.state.hidden == frozenset(range(36)) - near
    assert session.state.givens.entries[2] == 3
    session.undo()
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS}


def test_a_finished_game_has_no_fog() -> None:
    session = Session(game(givens=FULL))
    for cell in range(36):
        session.play(Place((cell,), int(SOLUTION[cell])))
    assert session.state.status.value == "finished"
    assert session.state.hidden == frozenset()
    assert session.state.values.symbols == SOLUTION
    assert {*session.game.puzzle.rules} - {*session.seen.rules} == {Fog(LIGHTS)}


def test_a_given_in_the_fog_is_an_empty_cell_to_the_player() -> None:
    session = Session(game(givens=FULL))
    assert session.play(Note((2,), 3)).refused is None
    assert session.play(Place((2, 16), 5)).events == (Placed((2, 16), 5),)
    assert session.check() == {2, 16}
    assert session.play(Place((2, 16), 1)).refused is None
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS}
    session.play(Place((7,), 5))  # lifts the fog from r1c3, but not from r3c5
    assert session.state.values.entries[2] == session.state.givens.entries[2] == 3
    assert session.play(Place((2,), 1)).refused == Refused("given", 2)
    session.undo()
    assert session.state.values.entries[2] == 1
    session.play(Clear((2,)))
    assert session.state.values.entries[2] == 0


def test_a_given_that_is_written_in_the_fog_lifts_it() -> None:
    session = Session(game(givens=FULL))
    session.play(Place((35,), 2))
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS, 28, 29, 34, 35}
    assert session.state.givens.entries[28:30] == b"\x04\x05"
    assert session.play(Place((35,), 1)).refused == Refused("given", 35)
    session.undo()
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS}
    session.play(Reveal((35,)))
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS, 28, 29, 34, 35}


def test_fog_returns_when_the_digit_that_lifted_it_is_cleared() -> None:
    session = Session(game(givens=FULL))
    session.play(Place((7,), 5))
    session.play(Clear((7,)))
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS}
    assert not any(session.state.values.entries)


def test_a_wrong_digit_over_a_given_does_not_keep_a_game_from_ending() -> None:
    session = Session(game(givens=FULL))
    session.play(Place((35,), 1))
    for cell in range(18):
        if cell not in FULL:
            session.play(Place((cell,), int(SOLUTION[cell])))
    assert session.state.status.value == "finished"
    assert session.state.values.symbols == SOLUTION


def test_a_saved_state_lifts_no_more_fog_than_the_player_did() -> None:
    session = Session(game(givens=FULL), moves=[Place((7,), 5), Place((9,), 3)])
    text = write(entry_of(session), "f-puzzles-json")
    entry = read(text)
    again = Session(session.game, **options_of(entry.state, entry.puzzle))
    assert again.state.hidden == session.state.hidden
    assert again.state.values.entries[7] == 5


def test_triggers_alone_lift_the_fog_of_their_cells() -> None:
    session = Session(game(FogTrigger((0, 7), (35,)), FogTrigger((9, 28), (3, 4)), givens=FULL))
    assert "certain cells" in rules_in_words(session.seen)[1]
    assert [clue.name for clue in clues_of(session.seen)] == ["killer cage 3", "fog of war", "thermometer"]
    session.play(Place((7,), 5))
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS}
    session.play(Place((0,), 1))
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS, 35}
    session.play(Place((9,), 1))  # the given r5c5 need not be written
    assert session.state.hidden == frozenset(range(36)) - {*LIGHTS, 35, 3, 4}


OTHERS = [
    {"rules": [Cage((14, 15), 6), Difference((9, 10), 1)]},
    {"rules": [Thermometer((34, 33))], "givens": {cell: SOLUTION[cell] for cell in (3, 4, 9, 10, 15)}},
]
"""Puzzles that differ in what is hidden, but not in their solution."""


def seen_of(session: Any) -> dict[str, Any]:
    """All that a player may look at, without the links that hold the puzzle itself."""
    state = session.state
    hints = [session.hint(tier) for tier in (1, 2, 3, 4)]
    view = {**game_view(session), "share": "", "text": ""}
    shared = share_view(session.game.puzzle, session.seen)
    return {
        "state": state,
        "view": json_text({name: part for name, part in view.items() if name not in ("id", "created")}),
        "replay": json_text(replay_view(session)),
        "hints": [(hint.text, hint.moves, hint.technique) for hint in hints],
        "help": [json_text(help_view(hint, session.seen, "en")) for hint in hints],
        "picture": shared["svg"],
        "clues": clues_of(session.seen),
        "words": rules_in_words(session.seen),
        "terminal": vars(rule_signs(session.seen)),
    }


@pytest.mark.parametrize("other", OTHERS, ids=["rules", "givens"])
def test_games_that_differ_only_in_the_fog_look_the_same(other: dict[str, Any], tmp_path: Any) -> None:
    games = [game(givens=FULL), game(*other["rules"], givens={**FULL, **other.get("givens", {})})]
    moves = [Place((0,), 2), Place((0,), 6, clean=True), RefreshNotes(), Place((1, 7), 6, clean=True)]
    moves += [Note((3, 15), 2), Place((3, 15), 6), Clear((3, 9)), Place((9, 4), 6)]
    for check in ("rules", "off"):
        sessions = []
        for number, each in enumerate(games):
            with Store(tmp_path / f"{check}{number}.sqlite") as store:
                session = store.new(each, settings=Settings(check=check), clock=lambda: 0.0)
                found = [seen_of(session)]
                for move in moves:
                    events = session.play(move).events
                    found.append({"events": events, **seen_of(session)})
                sessions.append(found)
        assert sessions[0] == sessions[1]


def test_clues_outside_and_rules_of_the_board_are_known_from_the_beginning() -> None:
    sandwich = Sandwich(tuple(range(6)), 14)
    session = Session(game(sandwich, givens=FULL))
    assert {*session.seen.rules} > {sandwich, *SHOWN}
    puzzle = Puzzle.of("6x6", "." * 36, rules=[Fog(), AntiKnight(), Cage((0, 1), 3)])
    assert AntiKnight() in seen_at_first(puzzle).rules
    assert Cage((0, 1), 3) not in seen_at_first(puzzle).rules


def test_of_a_rule_in_part_only_the_drawing_is_left_behind_the_fog() -> None:
    cage = Cage((7, 8), 11)
    session = Session(game(cage, givens=FULL))
    assert cage not in session.seen.rules
    assert [clue.cells for clue in clues_of(session.seen)] == [
        (0, 1),
        tuple(sorted(session.state.hidden)),
        (6, 7),
    ]
    assert [clue.name for clue in clues_of(session.seen)] == ["killer cage 3", "fog of war", "thermometer"]
    scene = board_scene(session.seen)
    fog = [item for item in scene.items if isinstance(item, Rectangle) and item.fill == "fog"]
    assert len(fog) == 32
    labels = [place for place, item in enumerate(scene.items) if isinstance(item, Label)]
    assert max(labels) < scene.items.index(fog[0])  # nothing is written above the fog
    signs = rule_signs(session.seen)
    assert {cell for cell, sign in signs.badges.items() if sign == "░"} == session.state.hidden
    assert not {pair for pair in signs.inner if 8 in pair}


def test_pictures_have_nothing_below_the_fog() -> None:
    """What is below it could still be read in the file, or found by a search on the page."""
    rules = [
        Cage((8, 7), 11),
        Cage((6, 12, 18), 11),
        Renban((1, 2, 3, 4)),
        Thermometer((5, 4, 3, 2, 1, 7, 13, 14, 20)),
    ]
    shapes = [*RemainingFog(tuple({*range(36)} - {*LIGHTS}), tuple(rules)).shapes(Layout.named("6x6"))][:-1]
    assert shapes == [
        Outline("cage", (6, 12), "11"),
        Outline("cage", (7, 8), "11"),
        Stroke("renban", (1, 2)),
        Stroke("thermometer", (2, 1, 7, 13), "bulb"),
    ]
    late = RemainingFog(tuple({*range(36)} - {8}), (Cage((7, 8), 11),))
    assert next(late.shapes(Layout.named("6x6"))) == Outline("cage", (7, 8), "")


def test_hints_use_what_is_seen() -> None:
    """The cage of 3 is seen: r1c1 is 1 or 2. That the row has all its other digits is hidden."""
    session = Session(game(givens=FULL))
    view = session.hint(4)
    hidden = {session.game.layout.cell_name(cell) for cell in range(2, 6)}
    assert not any(name in view.text for name in hidden)


@for_each(["f-puzzles", "f-puzzles-json", "sudokupad", "sudokupad-json", "json", "share"])
def test_fog_is_written_and_read(name: str) -> None:
    puzzle = Puzzle.of("6x6", "1" + "." * 35, rules=[Fog(LIGHTS), Cage((0, 1), 3)])
    dark = Puzzle.of("6x6", "1" + "." * 35, rules=[Fog()])
    assert read(write(puzzle, name)).puzzle == puzzle
    assert read(write(dark, name)).puzzle == dark


def test_a_lamp_of_f_puzzles_clears_nine_cells() -> None:
    text = write(Puzzle.of("6x6", "1" + "." * 35), "f-puzzles-json")
    lamp = text.replace('{"size"', '{"fogofwar":["R1C1"],"foglight":["R6C6"],"size"')
    assert lamp != text
    assert read(lamp).puzzle.rules == (Fog((0, 1, 6, 7, 35)),)
