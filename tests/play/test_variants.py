"""Games with the rules of a variant: conflicts, candidates, notes, hints, the end, saved games, links."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonet.explain.voice import voice
from nonet.formats import parse, write
from nonet.grid import Grid
from nonet.play import (
    Game,
    PlayError,
    Session,
    Settings,
    Status,
    Store,
    from_record,
    from_share,
    new_puzzle,
    to_record,
    to_share,
)
from nonet.play import events as ev
from nonet.play.actions import AutoNotes, Note, Place, RefreshNotes, Strike, Undo
from nonet.play.combinations import combinations_in
from nonet.play.game import board_of
from nonet.play.rule_candidates import candidates_left, conflicting_cells
from nonet.play.rule_words import clues_of, rules_in_words
from nonet.play.validation import Kind, validate
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKnight,
    Arrow,
    Cage,
    Difference,
    Doublers,
    Negative,
    RegexLine,
    Sandwich,
    Sum,
    Thermometer,
)
from nonet.rules.base import Rule
from play.small_killer import KILLER, SOLUTION


def begun() -> Session:
    return Session(Game.of(KILLER))


def test_the_solution_is_that_of_the_rules() -> None:
    game = Game.of(KILLER)
    assert game.solution is not None
    assert tuple(game.solution) == SOLUTION
    assert (game.board, game.source) == ("killer 4x4", "own")
    with pytest.raises(PlayError):
        Game(puzzle=KILLER, solution=Grid.of("4x4", "2134431212433421"))  # breaks the cages


def test_a_broken_cage_is_a_conflict_and_is_named() -> None:
    session = begun()
    assert session.play(Place((0,), 1)).state.conflicts == frozenset()
    outcome = session.play(Place((1,), 4))
    assert outcome.state.conflicts == {0, 1}
    assert outcome.state.mistakes == {0, 1}
    assert outcome.events == (ev.Placed((1,), 4), ev.ClueBroken("killer cage", (0, 1)))
    assert session.play(Undo()).state.conflicts == frozenset()


def test_a_digit_twice_in_a_house_and_in_a_cage_is_reported_once_each() -> None:
    session = begun()
    session.play(Place((13,), 3))
    events = session.play(Place((14,), 3)).events
    assert events[1:3] == (ev.RuleBroken((13, 14), 3), ev.ClueBroken("killer cage", (13, 14)))


def test_candidates_are_the_digits_that_break_no_rule_at_once() -> None:
    """Cages of 3, 7 and a single cell leave what the sums allow; a digit limits the rest of its cage."""
    digits = candidates_left(KILLER, KILLER.givens)
    assert [digits.digits(cell) for cell in (0, 4, 10)] == [(1, 2), (3,), (3, 4)]
    after = candidates_left(KILLER, KILLER.givens.with_value(0, 1))
    assert after.digits(1) == (2,)
    knight = Puzzle.of("9x9", "5" + "." * 80, rules=[AntiKnight()])
    assert 5 not in candidates_left(knight, knight.givens).digits(19)


@pytest.mark.parametrize(
    ("rule", "digits", "left"),
    [
        (Thermometer((0, 1, 2)), "..4.", {0: (1, 2), 1: (2, 3)}),
        (Arrow((0,), (1, 2)), "3...", {1: (1, 2), 2: (1, 2)}),
        (Sandwich((0, 1, 2, 3), 2), "1...", {1: (2,), 2: (4,)}),
    ],
)
def test_candidates_of_other_rules(rule: Rule, digits: str, left: dict[int, tuple[int, ...]]) -> None:
    puzzle = Puzzle.of("4x4", "." * 16, rules=[rule])
    found = candidates_left(puzzle, Grid.of("4x4", digits + "." * 12))
    assert {cell: found.digits(cell) for cell in left} == left


def test_conflicts_of_other_rules() -> None:
    """Nothing is between 1 and 4 here, so the sum of 5 cannot be."""
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Sandwich((0, 1, 2, 3), 5)])
    assert conflicting_cells(puzzle, Grid.of("4x4", "14" + "." * 14)) == {0, 1}


def test_notes_are_cleaned_within_a_cage() -> None:
    """r2c1 and r3c3 share no house; a cage of both keeps them apart."""
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((4, 10), 3)])
    session = Session(Game(puzzle=puzzle, solution=None), settings=Settings(clean_notes=True))
    session.play(Note((10,), 1))
    assert session.play(Place((4,), 1)).state.corner[10] == 0
    session.play(Undo())
    session.play(RefreshNotes())
    assert session.state.corner[10] == 0b11


def test_combinations_of_cages() -> None:
    session = begun()
    ways = {cage.cells: cage for cage in combinations_in(KILLER, session.state)}
    assert ways[5, 9].possible == ((1, 4), (2, 3))
    assert ways[5, 9].ruled_out == ()
    session.play(Place((1,), 2))
    ways = {cage.cells: cage for cage in combinations_in(KILLER, session.state)}
    assert (ways[5, 9].possible, ways[5, 9].ruled_out) == (((1, 4),), ((2, 3),))
    assert combinations_in(Puzzle.of("4x4", "." * 16), session.state) == ()


def test_hints_find_what_is_broken_then_steps_to_the_end() -> None:
    session = begun()
    session.play(Place((0,), 2))
    session.play(Place((1,), 4))
    broken = session.hint(4)
    assert broken.kind == "broken"
    assert "killer cage" in broken.text
    session.apply(broken)
    assert session.state.values[1] == 0
    techniques = set()
    for _ in range(60):
        if session.is_over:
            break
        hint = session.hint(4)
        techniques.add(hint.technique)
        assert hint.moves
        session.apply(hint)
    assert session.state.status is Status.FINISHED
    assert tuple(session.state.values) == SOLUTION
    assert techniques & {"cage-combinations", "rule-of-45", "cage-must-have"}


def test_hints_begin_with_the_candidates_that_are_shown() -> None:
    """With automatic candidates no hint eliminates a candidate that is not on the board."""
    session = begun()
    session.play(AutoNotes())
    while not session.is_over:
        shown = session.state.candidates
        hint = session.hint(4)
        if hint.step is not None:
            assert all(shown[cell] >> (digit - 1) & 1 for cell, digit in hint.step.eliminations)
        session.apply(hint)


def test_a_killer_of_the_new_game_form_is_finished_by_its_solution() -> None:
    game = new_puzzle("killer", "easy", 3)
    session = Session(game)
    assert game.solution is not None
    for cell, digit in enumerate(game.solution):
        outcome = session.play(Place((cell,), digit))
        assert not outcome.state.conflicts
    assert outcome.state.status is Status.FINISHED


def test_a_record_carries_the_rules() -> None:
    session = begun()
    session.play(Place((0,), 1))
    record = to_record(session)
    again = from_record(record)
    assert again.game.puzzle == KILLER
    assert again.game.board == "killer 4x4"
    assert again.state.values[0] == 1
    for damaged in ("cage", [3], [{"kind": "cage"}], [{"kind": "nothing", "cells": ["r1c1"]}]):
        record["game"]["rules"] = damaged
        with pytest.raises(ValueError, match=r"\S"):
            from_record(record)


def test_the_store_keeps_the_rules(tmp_path: Path) -> None:
    with Store(tmp_path / "play.sqlite") as store:
        session = store.new(Game.of(KILLER, source="shared"))
        session.play(Place((0,), 1))
    with Store(tmp_path / "play.sqlite") as store:
        (saved,) = store.games()
        assert (saved.puzzle, saved.board) == (KILLER, "killer 4x4")
        assert store.shared(KILLER) == saved.id
        assert store.shared(KILLER.without_rules()) is None
        again = store.session(saved.id)
        assert again.game.puzzle == KILLER
        assert again.state.values[0] == 1
        assert store.count(board="killer 4x4") == 1


@pytest.mark.parametrize("format_name", ["json", "f-puzzles", "sudokupad", "iss", "share"])
def test_links_and_texts_become_games(format_name: str) -> None:
    assert Game.of(parse(write(KILLER, format_name))).puzzle == KILLER


def test_share_texts_carry_rules() -> None:
    text = to_share(KILLER)
    assert text.startswith("rules:")
    assert text.isascii()
    assert from_share(text) == KILLER
    with pytest.raises(ValueError, match=r"cut off|damaged"):
        from_share(text[:-8])


def test_rules_and_clues_in_words() -> None:
    puzzle = Puzzle.of(
        "9x9", "." * 81, rules=[Cage((0, 1), 3), Cage((2, 3), 8), Sandwich(tuple(range(9)), 7)]
    )
    assert rules_in_words(puzzle) == (
        "Digits in a cage differ and sum to the number in its corner.",
        "A number outside is the sum of the digits of its line "
        "between the smallest and the largest digit of the board.",
    )
    assert [clue.name for clue in clues_of(puzzle)] == ["killer cage 3", "killer cage 8", "sandwich 7"]
    assert board_of(puzzle) == "mixed"


def test_only_a_straight_line_is_named_by_its_ends() -> None:
    straight, broken = RegexLine((0, 1, 2, 3), "1.*"), RegexLine((6, 7, 8, 9), "1.*")
    puzzle = Puzzle.of("9x9", "." * 81, rules=[straight, broken])
    texts = [clue.text(puzzle, voice()) for clue in clues_of(puzzle)]
    assert [text.partition(": ")[2] for text in texts] == ["r1c1 … r1c4", "r1c7 r1c8 r1c9 r2c1"]


def test_striking_out_the_only_candidate_left_is_a_mistake() -> None:
    session = Session(Game.of(KILLER), settings=Settings(check="off"))
    solution = session.game.solution
    assert solution is not None
    for cell in range(1, len(solution)):
        if not session.state.values[cell]:
            session.play(Place((cell,), solution[cell]))
    session.play(AutoNotes(True))
    assert session.state.candidates[0] == 1 << (solution[0] - 1)
    session.play(Strike(((0, solution[0]),)))
    assert session.hint(1).kind == "lost"


def test_it_is_said_that_dots_may_be_missing() -> None:
    dot, given = Difference((0, 1), 1), Negative(differences=(1,), marked=((0, 1),))
    missing = "Not all marks are necessarily given: neighbours without one may have any digits."
    assert rules_in_words(Puzzle.of("4x4", "." * 16, rules=[dot]))[1:] == (missing,)
    assert missing not in rules_in_words(Puzzle.of("4x4", "." * 16, rules=[dot, given]))
    assert missing not in rules_in_words(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)]))


def test_a_game_with_several_solutions_ends_without_marks() -> None:
    """Players do not see marks, so they need not fill them; but there must be some with which the rules hold."""
    rule = Doublers((Sum((0, 1), 5),))
    puzzle = Puzzle.of("4x4+M16", "................", rules=[rule])
    for board, status in (
        ("2143341212344321", Status.FINISHED),  # 2 · 2 + 1
        ("4312213412433421", Status.PLAYING),
    ):
        session = Session(Game.of(puzzle))
        assert session.game.solution is None
        for cell, symbol in enumerate(board):
            session.play(Place((cell,), int(symbol)))
        assert session.state.status is status
    full = Puzzle.of("4x4+M16", "2143341212344321", rules=[Doublers()])
    assert validate(full).kind is Kind.FULL
    assert validate(puzzle).kind is Kind.SEVERAL
