"""The API of lessons: the techniques in the order in which to learn them, examples, exercises, progress."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from nonet.explain import level_name, technique_name
from nonet.faces.web import jobs
from nonet.faces.web.api import language_of, open_games_of, work
from nonet.faces.web.problems import Problem
from nonet.faces.web.request_data import json_body, query
from nonet.faces.web.rule_view import rules_view
from nonet.faces.web.threads import run_in_thread
from nonet.faces.web.views import help_view, shape_view
from nonet.logic import technique
from nonet.play import Store
from nonet.play.glossary import glossary
from nonet.play.hint_view import hint_view
from nonet.play.lessons import (
    KILLER_PATH,
    PATH,
    Exercise,
    LessonPosition,
    about,
    has_exercises,
    has_lesson,
    lesson_example,
)
from nonet.play.saved.lesson_progress import lesson_progress, record_exercise, record_queue
from nonet.play.symbols import symbols_of

__all__ = ["lesson", "practice", "progress", "record", "techniques"]

MOST_SEEDS = 1 << 31
MOST_EXERCISES = 500


async def techniques(request: Request) -> JSONResponse:
    """The techniques of the path, the first to learn first, those of killers last; and a glossary."""
    asked = query(request)
    language = language_of(asked, open_games_of(request))
    asked.done()
    terms = [{"term": term, "meaning": meaning} for term, meaning in glossary(language=language)]
    titles = [_title(key, language) for key in (*PATH, *KILLER_PATH)]
    return JSONResponse({"techniques": titles, "glossary": terms})


async def lesson(request: Request) -> JSONResponse:
    """What a technique is about, with an example."""
    asked, key = query(request), _key(request)
    language = language_of(asked, open_games_of(request))
    asked.done()

    def view() -> dict[str, Any]:
        return {
            **_title(key, language),
            "about": about(key, language=language),
            "practice": has_exercises(key),
            "example": _position(lesson_example(key), language),
        }

    return JSONResponse(await run_in_thread(view))


async def practice(request: Request) -> JSONResponse:
    """A position in which the technique is the next step."""
    asked, key = query(request), _key(request)
    language = language_of(asked, open_games_of(request))
    seed = asked.whole("seed", 0, MOST_SEEDS) or 0
    asked.done()
    found: Exercise = await work(request, jobs.exercise, key, seed)
    answers = [
        {"placements": list(map(list, placed)), "eliminations": list(map(list, gone))}
        for placed, gone in found.answers
    ]
    return JSONResponse({**_position(found.position, language), "answers": answers})


async def progress(request: Request) -> JSONResponse:
    """What was learned so far, here and in the terminal game."""
    query(request).done()
    return await run_in_thread(_progress, open_games_of(request).store)


async def record(request: Request) -> JSONResponse:
    """Counts exercises, in order; answers like `progress`. With `client` and `first` they are numbered, and each number
    counts once, however often it is sent.
    """
    body, store = await json_body(request), open_games_of(request).store
    client = body.text("client", longest=64)
    first = body.whole("first", 1, 1 << 53)
    exercises = [
        _exercise(each, place) for place, each in enumerate(body.items("exercises", MOST_EXERCISES) or ())
    ]
    body.done()

    def count() -> JSONResponse:
        if client is not None:
            record_queue(store, exercises, page=client, first=first or 1)
        else:  # a page of an earlier version
            with store.transaction():
                for key, clean in exercises:
                    record_exercise(store, key, clean=clean)
        return _progress(store)

    return await run_in_thread(count)


def _exercise(data: object, place: int) -> tuple[str, bool]:
    """The technique, and whether the exercise was solved without a mistake and without help."""
    match data:
        case {"technique": str(key), "clean": bool(clean), **rest} if not rest and has_lesson(key):
            return key, clean
    raise Problem(
        400, "bad-request", "give a technique that has a lesson, and clean", where=f"exercises[{place}]"
    )


def _progress(store: Store) -> JSONResponse:
    known = lesson_progress(store).items()
    return JSONResponse({"lessons": [{"technique": key, **asdict(each)} for key, each in known]})


def _key(request: Request) -> str:
    key: str = request.path_params["key"]
    if not has_lesson(key):
        raise Problem(404, "not-found", "there is no lesson about such a technique")
    return key


def _title(key: str, language: str) -> dict[str, Any]:
    level = technique(key).level.name.lower()
    return {
        "key": key,
        "name": technique_name(key, language),
        "level": level,
        "level_title": level_name(level, language),
        "killer": key in KILLER_PATH,
    }


def _position(shown: LessonPosition, language: str) -> dict[str, Any]:
    hint = shown.hint
    return {
        "shape": shape_view(hint.position.layout),
        "givens": symbols_of(hint.givens),
        "values": symbols_of(hint.position.grid),
        "candidates": list(hint.position.masks),
        "rules": rules_view(shown.puzzle, language) if shown.rules else None,
        "help": help_view(hint_view(hint, tier=4, language=language), language),
    }
