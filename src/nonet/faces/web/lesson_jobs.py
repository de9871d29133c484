"""The jobs of the worker processes on lessons: examples and exercises, whose steps are searched and explained."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.explain import level_name, technique_name
from nonet.faces.web.answers import LessonJson, PositionJson, PracticeJson, TechniqueJson
from nonet.faces.web.json_text import json_text
from nonet.faces.web.views import position_view
from nonet.logic import technique
from nonet.play.lessons import (
    KILLER_PATH,
    RULE_PATH,
    LessonPosition,
    about,
    exercise,
    has_exercises,
    lesson_examples,
    near_miss,
    next_lesson,
    walked,
    why,
)


def lesson(key: str, language: str) -> bytes:
    """What a technique is about."""
    view: LessonJson = {
        **title(key, language),
        "about": about(key, language=language),
        "why": why(key, language=language),
        "next": None if (after := next_lesson(key)) is None else title(after, language),
        "practice": has_exercises(key),
        "examples": [_position(each, language) for each in lesson_examples(key)],
        "near_miss": None if (miss := near_miss(key)) is None else _position(miss, language),
    }
    return json_text(view)


def practice(key: str, seed: int, others: Sequence[str], language: str) -> bytes:
    """An exercise; steps of the `others` are right, too."""
    found = exercise(key, seed, others=others)
    view: PracticeJson = {
        **_position(found.position, language),
        "answers": [
            {"placements": placed, "eliminations": eliminated} for placed, eliminated in found.answers
        ],
    }
    return json_text(view)


def title(key: str, language: str) -> TechniqueJson:
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
