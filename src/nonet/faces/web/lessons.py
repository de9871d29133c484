"""The API of lessons: the techniques in the order in which to learn them, examples, exercises, progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request

from nonet.faces.web import lesson_jobs, player_jobs
from nonet.faces.web.answers import LessonJson, LessonsJson, PracticeJson, TechniquesJson
from nonet.faces.web.api import language_of, open_games_of, work
from nonet.faces.web.bodies import AskedNothing, AskedPractice, InLanguage, SolvedExercises
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.open_games import QueuePlace
from nonet.faces.web.problems import Problem
from nonet.play.lessons import LESSONS, PATH, PLACEMENT, glossary, has_lesson


async def techniques(request: Request, asked: InLanguage) -> JsonAnswer[TechniquesJson]:
    """Techniques, the first to learn first."""
    language = language_of(request, asked.language)
    return JsonAnswer(
        {
            "techniques": [lesson_jobs.title(key, language) for key in LESSONS],
            "placement": PLACEMENT,
            "glossary": [{"term": term, "meaning": meaning} for term, meaning in glossary(language=language)],
        }
    )


async def lesson(request: Request, asked: InLanguage) -> JsonAnswer[LessonJson]:
    """What a technique is about."""
    wanted = _key(request), language_of(request, asked.language)
    return JsonAnswer(await work(request, lesson_jobs.lesson, *wanted))


async def practice(request: Request, asked: AskedPractice) -> JsonAnswer[PracticeJson]:
    """An exercise. placement: one of the placement test, in which any technique is right."""
    others = PATH if asked.placement == "true" else ()
    wanted = _key(request), asked.seed, others, language_of(request, asked.language)
    return JsonAnswer(await work(request, lesson_jobs.practice, *wanted))


async def progress(request: Request, asked: AskedNothing) -> JsonAnswer[LessonsJson]:
    """What the player has learned."""
    return await _progress(request, player_jobs.lessons)


async def record(request: Request, asked: SolvedExercises) -> JsonAnswer[LessonsJson]:
    """Count exercises, in order. clean: solved without a mistake and without help. client, first: who sends them, and
    the number of the first one; each number counts once. start: the lesson to begin with, by the placement test.
    """
    exercises = [(each.technique, each.clean) for each in asked.exercises]
    for place, (key, _) in enumerate(exercises):
        if not has_lesson(key):
            reason = "there is no lesson about such a technique"
            raise Problem(400, "bad-request", reason, where=f"exercises[{place}]")
    if asked.start is not None and asked.start not in LESSONS:
        raise Problem(400, "bad-request", "there is no lesson about such a technique", where="start")

    counted = asked.client, asked.first, exercises, asked.start
    return await _progress(request, player_jobs.count_exercises, *counted)


async def _progress(request: Request, job: Callable[..., bytes], *arguments: Any) -> JsonAnswer[LessonsJson]:
    place = QueuePlace("games", "lessons", "quick")
    return JsonAnswer(await open_games_of(request).run_at(place, job, *arguments))


def _key(request: Request) -> str:
    key: str = request.path_params["key"]
    if not has_lesson(key):
        raise Problem(404, "no-lesson", "there is no lesson about such a technique")
    return key
