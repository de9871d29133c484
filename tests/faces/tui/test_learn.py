"""Lessons: the path, an example that is walked through, exercises, and "learn this" in a hint."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from faces.tui.driving import SMALL, board, drive, playing, press, settled, text_of
from nonet.faces.tui.app import StartScreen
from nonet.faces.tui.lessons import LearnScreen, LessonScreen, PlacementScreen, open_lesson
from nonet.faces.tui.screens import Menu
from nonet.play.lessons import LESSONS, first_lesson, why
from nonet.play.saved.lesson_progress import (
    LessonProgress,
    lesson_progress,
    lesson_start,
    record_hint,
)
from nonet.play.saved.store import Store
from nonet.rules import Cage


async def solve_exercise(pilot: Pilot[int], lesson: LessonScreen) -> None:
    answer = next(iter(lesson.attempt.answers))
    for cell, digit in sorted(answer):
        lesson.selection.go(cell)
        await press(pilot, str(digit))


def test_three_exercises_in_a_row_pass_a_lesson() -> None:
    async def script(pilot: Pilot[int]) -> None:
        pilot.app.screen.query_one(Menu).go_to("learn")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, LearnScreen)
        assert f"0 of {len(LESSONS)} lessons passed" in text_of(pilot)
        await press(pilot, "enter")
        lesson = pilot.app.screen
        assert isinstance(lesson, LessonScreen)
        assert lesson.technique == "full-house"
        first = text_of(pilot)
        await press(pilot, "right")
        assert lesson.at == 1
        assert text_of(pilot) != first
        await press(pilot, "enter")
        right = next(iter(next(iter(lesson.attempt.answers))))
        lesson.selection.go(right[0])
        await press(pilot, str(right[1] % 9 + 1))
        assert lesson.news.endswith("does not follow from this technique.")
        await solve_exercise(pilot, lesson)
        assert lesson.news == "Right, but after a mistake it does not count."
        for row in (1, 2, 3):
            await press(pilot, "enter")
            await solve_exercise(pilot, lesson)
            assert lesson_progress(store)["full-house"] == LessonProgress(row, passed=row == 3)
        assert "Lesson passed." in text_of(pilot)
        await press(pilot, "enter", "t")  # "show me" does not count
        assert lesson_progress(store)["full-house"] == LessonProgress(0, passed=True)
        await press(pilot, "escape")
        assert f"1 of {len(LESSONS)} lessons passed" in text_of(pilot)
        pilot.app.screen.query_one(Menu).go_to("glossary")
        await press(pilot, "enter")
        assert "A digit that a cell may still take." in text_of(pilot)

    with Store(":memory:") as store:
        drive(script, store=store, size=(110, 40))


def test_a_lesson_says_why_and_leads_to_the_next() -> None:
    async def script(pilot: Pilot[int]) -> None:
        start = pilot.app.screen
        assert isinstance(start, StartScreen)
        open_lesson(start, "x-wing")
        await settled(pilot)
        lesson = pilot.app.screen
        assert isinstance(lesson, LessonScreen)
        assert why("x-wing") in lesson._example_text().plain
        assert "X-wing: Example 1 of 3" in text_of(pilot)
        steps = sum(map(len, lesson.walks))
        await press(pilot, *["right"] * (steps + 1))  # through all examples, to what spoils the near miss
        assert "X-wing: Looks right, but is wrong" in text_of(pilot)
        assert "So nothing follows." in lesson._example_text().plain
        await press(pilot, *["left"] * (len(lesson.walks[-1]) + 1))
        assert "X-wing: Example 3 of 3" in text_of(pilot)
        await press(pilot, "n")
        assert lesson.technique == "swordfish"
        assert "Swordfish: Example" in text_of(pilot)
        await press(pilot, "enter", "n")  # not in the middle of an exercise
        assert lesson.technique == "swordfish"

    drive(script, size=(110, 40))


def test_the_placement_test_ends_with_the_first_mistake() -> None:
    async def script(pilot: Pilot[int]) -> None:
        pilot.app.screen.query_one(Menu).go_to("learn")
        await press(pilot, "enter")
        pilot.app.screen.query_one(Menu).go_to("placement")
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, PlacementScreen)
        assert "Where do I begin? Board 1 of 5" in text_of(pilot)
        for solved in (1, 2):
            await solve_exercise(pilot, screen)
            assert (screen.solved, screen.ended) == (solved, False)
            await press(pilot, "enter")
        assert "Board 3 of 5" in text_of(pilot)
        await press(pilot, "e", "n", "t")
        assert screen.ended
        assert lesson_start(store) == first_lesson(2)
        await press(pilot, "enter")
        lesson = pilot.app.screen
        assert isinstance(lesson, LessonScreen)
        assert lesson.technique == first_lesson(2)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, LearnScreen)
        menu = pilot.app.screen.query_one(Menu)
        assert menu.rows[menu.at].name == first_lesson(2)

    with Store(":memory:") as store:
        drive(script, store=store, size=(110, 40))


def test_lessons_from_ones_own_games_are_offered() -> None:
    async def script(pilot: Pilot[int]) -> None:
        pilot.app.screen.query_one(Menu).go_to("learn")
        await press(pilot, "enter")
        pilot.app.screen.query_one(Menu).go_to("asked x-wing")
        assert "2 hints in your games" in text_of(pilot)
        await press(pilot, "enter")
        lesson = pilot.app.screen
        assert isinstance(lesson, LessonScreen)
        assert lesson.technique == "x-wing"

    with Store(":memory:") as store:
        for technique in ("x-wing", "x-wing", "naked-pair"):
            record_hint(store, technique)
        drive(script, store=store, size=(110, 40))


def test_a_hint_leads_to_its_lesson_and_back() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "w")
        assert "Ask for a hint first" in text_of(pilot)
        await press(pilot, "t", "t")
        given = playing(pilot).given
        assert given is not None
        assert "learn this" in text_of(pilot)
        await press(pilot, "w")
        lesson = pilot.app.screen
        assert isinstance(lesson, LessonScreen)
        assert lesson.technique == given.technique
        await press(pilot, "escape")
        assert playing(pilot).given == given
        assert not playing(pilot).session.paused

    drive(script, game=board(SMALL))


@pytest.mark.slow
def test_a_killer_lesson_shows_its_cages() -> None:
    async def script(pilot: Pilot[int]) -> None:
        start = pilot.app.screen
        assert isinstance(start, StartScreen)
        open_lesson(start, "rule-of-45")
        await settled(pilot)
        lesson = pilot.app.screen
        assert isinstance(lesson, LessonScreen)
        shown = lesson.position
        sums = {rule.sum for rule in shown.rules if isinstance(rule, Cage)}
        assert all(str(each) in text_of(pilot) for each in sums)
        await press(pilot, "enter")
        assert lesson.position != shown
        await solve_exercise(pilot, lesson)
        assert lesson.news == "Right!"

    drive(script, size=(120, 50))
