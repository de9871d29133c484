"""The API of lessons: the techniques in the order in which to learn them, examples, exercises, progress."""

from __future__ import annotations

from starlette.requests import Request

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
from nonet.faces.web.api import language_of, open_games_of, work
from nonet.faces.web.bodies import AskedNothing, AskedPractice, InLanguage, SolvedExercises
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.problems import Problem
from nonet.faces.web.threads import run_in_thread
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


async def techniques(request: Request, asked: InLanguage) -> JsonAnswer[TechniquesJson]:
    """Techniques, the first to learn first."""
    language = language_of(request, asked.language)
    return JsonAnswer(
        {
            "techniques": [_title(key, language) for key in LESSONS],
            "placement": PLACEMENT,
            "glossary": [{"term": term, "meaning": meaning} for term, meaning in glossary(language=language)],
        }
    )


async def lesson(request: Request, asked: InLanguage) -> JsonAnswer[LessonJson]:
    """What a technique is about."""
    key, language = _key(request), language_of(request, asked.language)

    def view() -> LessonJson:
        return {
            **_title(key, language),
            "about": about(key, language=language),
            "why": why(key, language=language),
            "next": None if (after := next_lesson(key)) is None else _title(after, language),
            "practice": has_exercises(key),
            "examples": [_position(each, language) for each in lesson_examples(key)],
            "near_miss": None if (miss := near_miss(key)) is None else _position(miss, language),
        }

    return JsonAnswer(await run_in_thread(view))


async def practice(request: Request, asked: AskedPractice) -> JsonAnswer[PracticeJson]:
    """An exercise. placement: one of the placement test, in which any technique is right."""
    key, language = _key(request), language_of(request, asked.language)
    others = PATH if asked.placement == "true" else ()
    found = await work(request, exercise, key, asked.seed, others=others)
    return JsonAnswer(
        {
            **_position(found.position, language),
            "answers": [
                {"placements": placed, "eliminations": eliminated} for placed, eliminated in found.answers
            ],
        }
    )


async def progress(request: Request, asked: AskedNothing) -> JsonAnswer[LessonsJson]:
    """What the player has learned."""
    return await run_in_thread(_progress, open_games_of(request).store)


async def record(request: Request, asked: SolvedExercises) -> JsonAnswer[LessonsJson]:
    """Count exercises, in order. clean: solved without a mistake and without help. client, first: who sends them, and
    the number of the first one; each number counts once. start: the lesson to begin with, by the placement test.
    """
    store = open_games_of(request).store
    exercises = [(each.technique, each.clean) for each in asked.exercises]
    for place, (key, _) in enumerate(exercises):
        if not has_lesson(key):
            reason = "there is no lesson about such a technique"
            raise Problem(400, "bad-request", reason, where=f"exercises[{place}]")
    if asked.start is not None and asked.start not in LESSONS:
        raise Problem(400, "bad-request", "there is no lesson about such a technique", where="start")

    def count() -> JsonAnswer[LessonsJson]:
        record_queue(store, exercises, page=asked.client, first=asked.first)
        if asked.start is not None:
            record_start(store, asked.start)
        return _progress(store)

    return await run_in_thread(count)


def _progress(store: Store) -> JsonAnswer[LessonsJson]:
    known = lesson_progress(store).items()
    return JsonAnswer(
        {
            "lessons": [as_json(PractisedJson, row, technique=key) for key, row in known],
            "asked": [
                {"technique": key, "hints": hints}
                for key, hints in asked_for(store).items()
                if has_lesson(key)
            ],
            "start": lesson_start(store),
        }
    )


def _key(request: Request) -> str:
    key: str = request.path_params["key"]
    if not has_lesson(key):
        raise Problem(404, "no-lesson", "there is no lesson about such a technique")
    return key


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
