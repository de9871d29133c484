"""What follows a game and a lesson: attempts, progress, results in words, replays, months, walks through hints."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from nonet.explain import Mark
from nonet.formats import parse
from nonet.logic import technique
from nonet.messages import LANGUAGES
from nonet.play import Store, new_puzzle
from nonet.play.actions import Place, Undo
from nonet.play.game import Game
from nonet.play.hint_view import hint_view, link_texts, walk
from nonet.play.lessons import (
    LESSONS,
    PATH,
    PLACEMENT,
    Attempt,
    Judgement,
    exercise,
    first_lesson,
    glossary,
    lesson_examples,
    lesson_order,
)
from nonet.play.new_game import BOARDS, level_meaning, levels
from nonet.play.result import compared, frames_of, result_sentences, techniques_needed
from nonet.play.saved.lesson_progress import (
    PASS,
    LessonProgress,
    asked_for,
    lesson_progress,
    lesson_start,
    record_exercise,
    record_start,
)
from nonet.play.saved.month import month_of
from nonet.play.saved.statistics import Standing, Streak
from nonet.solving import solution

SMALL = "0130430202030000"
NONE = Streak(current=0, longest=0)


@pytest.mark.parametrize("key", ["full-house", "naked-pair"])
def test_every_right_step_solves_the_exercise_and_nothing_else_is_right(key: str) -> None:
    found = exercise(key, 3)
    for placed, gone in found.answers:
        attempt = Attempt(found.answers)
        for cell, digit in placed or gone:
            assert not attempt.solved
            assert attempt.move(cell, digit) is Judgement.RIGHT
            assert attempt.move(cell, digit) is Judgement.AGAIN
        assert attempt.solved
    right = {each for placed, gone in found.answers for each in placed or gone}
    position, attempt = found.position.hint.position, Attempt(found.answers)
    wrong = [(cell, digit) for cell, digit in position if (cell, digit) not in right]
    assert {attempt.move(*each) for each in wrong} == {Judgement.WRONG}
    assert attempt.mistakes == len(wrong)


@pytest.mark.parametrize("key", PLACEMENT[1:])
def test_in_the_placement_test_other_techniques_are_right_too(key: str) -> None:
    """Who sees a hidden pair where a naked one was meant knows what to do."""
    found, meant = exercise(key, 3, others=PATH), exercise(key, 3)
    assert found.position == meant.position
    assert set(found.answers) > set(meant.answers)
    assert found.answers[0] == meant.answers[0]
    assert len({bool(placed) for placed, _ in found.answers}) == 1
    right = solution(found.position.puzzle).entries
    for placed, gone in found.answers:
        assert all(right[cell] == digit for cell, digit in placed)
        assert all(right[cell] != digit for cell, digit in gone)


def test_three_in_a_row_pass_and_a_lesson_stays_passed() -> None:
    with Store(":memory:") as store:
        settings = store.settings()
        seen = [
            record_exercise(store, "x-wing", clean=clean) for clean in (True, True, False, True, True, True)
        ]
        assert [each.row for each in seen] == [1, 2, 0, 1, 2, 3]
        assert [each.passed for each in seen] == [False] * 5 + [True]
        assert record_exercise(store, "x-wing", clean=False) == LessonProgress(0, passed=True)
        assert list(lesson_progress(store)) == ["x-wing"]
        assert store.settings() == settings
        with store.transaction() as db:
            db.execute("UPDATE settings SET value = '[1' WHERE name = 'lessons'")
        assert lesson_progress(store) == {}
    assert PASS == 3


def test_hints_are_remembered_until_the_technique_is_mastered() -> None:
    with Store(":memory:") as store:
        session = store.new(Game.of(parse(SMALL)))
        given = [session.hint(tier) for tier in (1, 4)][-1]
        assert asked_for(store) == {given.technique: 1}  # two tiers are one hint
        session.apply(session.hint(4))
        session.hint(4)
        assert sum(asked_for(store).values()) == 2
        for key in tuple(asked_for(store)):
            for clean in (True, True, False, True, True):
                record_exercise(store, key, clean=clean)
                assert key in asked_for(store)
            record_exercise(store, key, clean=True)
        assert asked_for(store) == {}
        session.play(Place((0,), 4))
        session.hint(4)  # about a mistake, not about a technique
        assert asked_for(store) == {}


def test_the_placement_test_decides_where_to_begin() -> None:
    firsts = [first_lesson(solved) for solved in range(len(PLACEMENT) + 1)]
    places = [LESSONS.index(key) for key in firsts]
    assert places == sorted(set(places))
    levels_of = [technique(key).level for key in PLACEMENT]
    assert levels_of == sorted(levels_of)
    assert len(PLACEMENT) == 5
    with Store(":memory:") as store:
        assert lesson_start(store) is None
        record_start(store, firsts[2])
        assert lesson_order(lesson_start(store))[0] == firsts[2]
        assert set(lesson_order(lesson_start(store))) == set(LESSONS)


def test_a_replay_leads_from_the_givens_to_the_board() -> None:
    with Store(":memory:") as store:
        session = store.new(Game.of(parse(SMALL)))
        for action in (Place((0,), 2), Place((3,), 4), Undo(), Place((15,), 1)):
            session.play(action)
        frames = frames_of(session)
        assert [frame.text for frame in frames] == ["Row 1, column 1: 2.", "Row 4, column 4: 1."]
        assert [frame.cells for frame in frames] == [(0,), (15,)]
        assert frames[0].before.grid == session.game.puzzle.givens
        assert frames[-1].after.grid == session.state.values


def test_how_a_time_compares() -> None:
    def said(seconds: float, mean: float | None, earlier: int = 2) -> str:
        standing = Standing(earlier=earlier, mean=mean, best=None, streak=NONE, daily_streak=NONE)
        return compared(seconds, standing)

    assert said(50, 60) == "0:10 faster than your average of 1:00."
    assert said(75, 60) == "0:15 slower than your average of 1:00."
    assert said(60.2, 60) == "Exactly your average time, 1:00."
    assert said(60, None, 0) == "There is no earlier time on this board and level."


def test_a_result_says_what_helped_and_what_the_puzzle_needed() -> None:
    with Store(":memory:") as store:
        session = store.new(Game.of(parse(SMALL)))
        session.hint(1)
        session.check()
        standing = Standing(
            earlier=0, mean=None, best=None, streak=Streak(current=2, longest=2), daily_streak=NONE
        )
        assert result_sentences(session, standing) == [
            "Help used: 1 hint, 1 check.",
            "There is no earlier time on this board and level.",
            "2 days in a row.",
        ]
        needed = techniques_needed(session.game)
        empty = session.game.layout.cell_count - session.game.puzzle.clue_count
        assert sum(needed.values()) == empty  # singles alone, one for each empty cell
        assert set(needed) <= {"full-house", "naked-single", "hidden-single"}


def test_the_month_has_its_days_up_to_today() -> None:
    today = date(2026, 11, 16)
    with Store(":memory:") as store:
        game = store.new(new_puzzle("4x4", "easy", 1, source="daily 2026-11-03"))
        month = month_of(store, date(2026, 11, 30), today=today, board="4x4")
        assert [day.day.day for day in month.days] == list(range(1, 17))
        assert [(day.day.day, day.status) for day in month.days if day.game] == [(3, "playing")]
        assert month.days[2].game == game.game.id
        assert len(month_of(store, date(2026, 2, 5), today=today).days) == 28
        assert month_of(store, date(2027, 1, 1), today=today).days == ()


@pytest.mark.parametrize("key", ["hidden-single", "x-wing", "x-chain", "forcing-chain-verity"])
def test_a_walk_ends_with_the_whole_hint(key: str) -> None:
    hint = hint_view(lesson_examples(key)[0].hint, tier=4, language="en@words")
    steps = walk(hint)
    assert len(steps) > 1
    assert steps[-1].picture == hint.picture
    assert steps[-1].text == hint.lines[-1].text
    for step in steps[:-1]:
        marks = step.picture.marks
        assert set(marks) <= set(hint.picture.marks)
        assert hint.picture.links or not any(tag.mark in (Mark.PLACED, Mark.ELIMINATED) for *_, tag in marks)


@pytest.mark.parametrize("key", ["locked-candidates-1", "x-wing", "swordfish", "w-wing"])
def test_a_walk_begins_with_what_a_friend_would_say(key: str) -> None:
    hint = hint_view(lesson_examples(key)[0].hint, tier=4, language="en@words")
    steps = walk(hint)
    assert steps[0].text == hint.lines[1].text
    assert steps[0].picture.tags
    if not hint.lines[1].cells:
        assert [step.text for step in steps] == [line.text for line in hint.lines[1:]]  # no base, no cover


def test_a_chain_is_walked_link_by_link_and_a_single_line_is_no_walk() -> None:
    hint = hint_view(lesson_examples("x-chain")[0].hint, tier=4, language="en@words")
    *steps, end = walk(hint)
    assert [len(step.picture.links) for step in steps] == list(range(1, len(hint.picture.links) + 1))
    assert [step.text for step in steps] == list(link_texts(hint.picture))
    seen = [len(step.picture.tags) for step in (*steps, end)]
    assert seen == sorted(set(seen))  # each shows more than the one before
    only = replace(hint, lines=hint.lines[-1:], proof=(), picture=replace(hint.picture, links=()))
    assert walk(only) == (only,)


def test_links_are_said_in_words() -> None:
    hint = hint_view(lesson_examples("x-chain")[0].hint, tier=4, language="en@words")
    links, texts = hint.picture.links, link_texts(hint.picture)
    assert len(texts) == len(links)
    link, text = links[0], texts[0]
    (cell, digit), layout = link.start[0], lesson_examples("x-chain")[0].hint.position.layout
    assert text.startswith(f"If {layout.cell_words(cell)} is {'not ' if link.strong else ''}{digit}, then ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_and_terms_have_words_in_every_language(language: str) -> None:
    for board in (board for board in BOARDS if not board.is_variant):
        for level in levels(board.name):
            assert level_meaning(board.name, level, language=language)
    terms = glossary(language=language)
    assert len({term for term, _ in terms}) == len(terms)
    assert len(PATH) == len(set(PATH))
