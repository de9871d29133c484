"""What was learned: for each technique the exercises solved in a row, and whether its lesson was passed. And what to
learn next: the techniques that the player asked hints for, and where the placement test said to begin.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from nonet.play.saved.tables import Tables

PASS = 3
"""Exercises in a row that pass a lesson."""

_NAME = "lessons"
"""Under this name the progress is kept."""
_ASKED = "lesson-hints"
"""Under this name, for each technique, how many hints were asked for since its exercises were last mastered."""
_START = "lesson-start"
"""Under this name the lesson to begin with."""
_QUEUES = "lesson-queues"
"""Under this name, for each page, the number of the last exercise that was counted."""
MOST_PAGES = 100
"""Pages that are remembered; the one that has sent nothing for longest is forgotten."""


@dataclass(frozen=True)
class LessonProgress:
    row: int = 0
    passed: bool = False


def lesson_progress(tables: Tables) -> dict[str, LessonProgress]:
    """The progress of every technique that was practised."""
    try:
        return {
            key: LessonProgress(min(PASS, max(0, int(each["row"]))), bool(each["passed"]))
            for key, each in _read(tables, _NAME).items()
        }
    except (ValueError, TypeError, KeyError):
        return {}


def record_exercise(tables: Tables, technique: str, *, clean: bool) -> LessonProgress:
    """Counts an exercise: solved without a mistake and without help, or not.

    >>> from nonet.play import Store
    >>> with Store(":memory:") as store:
    ...     [record_exercise(store, "x-wing", clean=clean) for clean in (True, False, True, True, True)][-1]
    LessonProgress(row=3, passed=True)
    """
    with tables.transaction():
        known = lesson_progress(tables)
        before = known.get(technique, LessonProgress())
        row = min(before.row + 1, PASS) if clean else 0
        known[technique] = LessonProgress(row, before.passed or row >= PASS)
        tables.keep({_NAME: {key: asdict(each) for key, each in known.items()}})
        if row >= PASS and technique in (asked := asked_for(tables)):
            tables.keep({_ASKED: {key: count for key, count in asked.items() if key != technique}})
    return known[technique]


def record_hint(tables: Tables, technique: str) -> None:
    """Counts a hint that the player asked for. Exercises of the technique that are solved in a row settle it."""
    with tables.transaction():
        asked = asked_for(tables)
        tables.keep({_ASKED: {**asked, technique: asked.get(technique, 0) + 1}})


def asked_for(tables: Tables) -> dict[str, int]:
    """The techniques that the player asked hints for, and how often: most often first.

    >>> from nonet.play import Store
    >>> with Store(":memory:") as store:
    ...     for technique in ("x-wing", "naked-pair", "naked-pair"):
    ...         record_hint(store, technique)
    ...     asked_for(store)
    {'naked-pair': 2, 'x-wing': 1}
    """
    counts = {key: count for key, count in _read(tables, _ASKED).items() if isinstance(count, int)}
    return dict(sorted(counts.items(), key=lambda each: -each[1]))


def record_start(tables: Tables, technique: str) -> None:
    """Remembers the lesson to begin with."""
    tables.keep({_START: technique})


def lesson_start(tables: Tables) -> str | None:
    """The lesson to begin with, if the player took the placement test."""
    kept = tables.kept(_START)
    return kept if isinstance(kept, str) else None


def record_queue(tables: Tables, exercises: Iterable[tuple[str, bool]], *, page: str, first: int) -> None:
    """Counts exercises from the queue of a page, each once, however often they are sent. An exercise is a technique and
    whether it was solved cleanly; they are numbered from `first`.

    >>> from nonet.play import Store
    >>> with Store(":memory:") as store:
    ...     for exercises in ([("x-wing", True)], [("x-wing", True), ("x-wing", True)]):
    ...         record_queue(store, exercises, page="p", first=1)
    ...     lesson_progress(store)
    {'x-wing': LessonProgress(row=2, passed=False)}
    """
    with tables.transaction():
        queues = {page: last for page, last in _read(tables, _QUEUES).items() if isinstance(last, int)}
        last = queues.pop(page, 0)
        number = first - 1
        for number, (technique, clean) in enumerate(exercises, first):
            if number > last:
                record_exercise(tables, technique, clean=clean)
        queues[page] = max(last, number)
        tables.keep({_QUEUES: dict(list(queues.items())[-MOST_PAGES:])})


def _read(tables: Tables, name: str) -> dict[str, Any]:
    """What is kept under a name; empty if it cannot be read."""
    kept = tables.kept(name)
    return kept if isinstance(kept, dict) else {}
