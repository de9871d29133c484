"""The API of lessons: the techniques in the order in which to learn them, examples, exercises, progress.

Each function but `techniques` is done in a process of `Workers`: from what is asked to the answer.
"""

from __future__ import annotations

from nonet.explain import level_name, technique_name
from nonet.faces.web.answers import (
    LessonJson,
    LessonsJson,
    PositionJson,
    PracticeJson,
    PractisedJson,
    TechniqueJson,
    TechniquesJson,
)
from nonet.faces.web.bodies import AskedNothing, AskedPractice, InLanguage, SolvedExercises
from nonet.faces.web.jobs import answering
from nonet.faces.web.open_games import QueuePlace, Sessions
from nonet.faces.web.problems import Problem
from nonet.faces.web.views import position_view
from nonet.fields import as_json
from nonet.logic import technique
from nonet.play import Store
from nonet.play.lessons import (
    KILLER_PATH,
    LESSONS,
    PATH,
    PLACEMENT,
    RULE_PATH,
    LessonPosition,
    about,
    exercise,
    glossary,
    has_exercises,
    has_lesson,
    lesson_examples,
    near_miss,
    next_lesson,
    walked,
    why,
)
from nonet.play.saved.lesson_progress import (
    asked_for,
    lesson_progress,
    lesson_start,
    record_queue,
    record_start,
)

PLACE = QueuePlace("games", "lessons", "quick")


@answering(at_once=True)
def techniques(asked: InLanguage, language: str) -> TechniquesJson:
    """Techniques, the first to learn first."""
    return {
        "techniques": [_title(key, language) for key in LESSONS],
        "placement": PLACEMENT,
        "glossary": [{"term": term, "meaning": meaning} for term, meaning in glossary(language=language)],
    }


@answering(quick=True)
def lesson(asked: InLanguage, key: str, language: str) -> LessonJson:
    """What a technique is about."""
    _check(has_lesson(key))
    return {
        **_title(key, language),
        "about": about(key, language=language),
        "why": why(key, language=language),
        "next": None if (after := next_lesson(key)) is None else _title(after, language),
        "practice": has_exercises(key),
        "examples": [_position(each, language) for each in lesson_examples(key)],
        "near_miss": None if (miss := near_miss(key)) is None else _position(miss, language),
    }


@answering(quick=True)
def practice(asked: AskedPractice, key: str, language: str) -> PracticeJson:
    """An exercise. placement: one of the placement test, in which any technique is right."""
    _check(has_lesson(key))
    found = exercise(key, asked.seed, others=PATH if asked.placement == "true" else ())
    return {
        **_position(found.position, language),
        "answers": [
            {"placements": placed, "eliminations": eliminated} for placed, eliminated in found.answers
        ],
    }


@answering(PLACE)
def progress(sessions: Sessions, asked: AskedNothing) -> LessonsJson:
    """What the player has learned."""
    return _learned(sessions.store)


@answering(PLACE)
def record(sessions: Sessions, asked: SolvedExercises) -> LessonsJson:
    """Count exercises, in order. clean: solved without a mistake and without help. client, first: who sends them, and
    the number of the first one; each number counts once. start: the lesson to begin with, by the placement test.
    """
    exercises = [(each.technique, each.clean) for each in asked.exercises]
    for place, (key, _) in enumerate(exercises):
        _check(has_lesson(key), where=f"exercises[{place}]")
    _check(asked.start in (None, *LESSONS), where="start")
    record_queue(sessions.store, exercises, page=asked.client, first=asked.first)
    if asked.start is not None:
        record_start(sessions.store, asked.start)
    return _learned(sessions.store)


def _check(is_known: bool, where: str = "") -> None:
    """Refuses a technique without a lesson, which the address names, or a part of the request."""
    if not is_known:
        status, code = (400, "bad-request") if where else (404, "no-lesson")
        raise Problem(status, code, "there is no lesson about such a technique", where=where)


def _learned(store: Store) -> LessonsJson:
    known, hints = lesson_progress(store).items(), asked_for(store).items()
    return {
        "lessons": [as_json(PractisedJson, row, technique=key) for key, row in known],
        "asked": [{"technique": key, "hints": count} for key, count in hints if has_lesson(key)],
        "start": lesson_start(store),
    }


def _title(key: str, language: str) -> TechniqueJson:
    level = technique(key).level.name.lower()
    return {
        "key": key,
        "name": technique_name(key, language),
        "level": level,
        "level_title": level_name(level, language),
        "part": "killer" if key in KILLER_PATH else "rules" if key in RULE_PATH else "classic",
    }


def _position(shown: LessonPosition, language: str) -> PositionJson:
    steps = walked(shown, language=language) if shown.spoiler else ()
    return position_view(shown.hint, shown.puzzle, language, steps=steps)
