"""What was learned: for each technique the exercises solved in a row, and whether its lesson was passed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from nonet.play.saved.tables import Tables

__all__ = ["PASS", "LessonProgress", "lesson_progress", "record_exercise"]

PASS = 3
"""Exercises in a row that pass a lesson."""

_NAME = "lessons"
"""The row of the table of settings that holds the progress."""


@dataclass(frozen=True)
class LessonProgress:
    row: int = 0
    passed: bool = False


def lesson_progress(tables: Tables) -> dict[str, LessonProgress]:
    """The progress of every technique that was practised."""
    rows = tables.rows("SELECT value FROM settings WHERE name = ?", _NAME)
    try:
        kept = json.loads(rows[0]["value"]) if rows else {}
        return {
            str(key): LessonProgress(min(PASS, max(0, int(each["row"]))), bool(each["passed"]))
            for key, each in kept.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def record_exercise(tables: Tables, technique: str, *, clean: bool) -> LessonProgress:
    """Counts an exercise: solved without a mistake and without help, or not.

    >>> from nonet.play import Store
    >>> with Store(":memory:") as store:
    ...     [record_exercise(store, "x-wing", clean=clean) for clean in (True, False, True, True, True)][-1]
    LessonProgress(row=3, passed=True)
    """
    with tables.transaction() as db:
        known = lesson_progress(tables)
        before = known.get(technique, LessonProgress())
        row = min(before.row + 1, PASS) if clean else 0
        known[technique] = LessonProgress(row, before.passed or row >= PASS)
        text = json.dumps({key: asdict(each) for key, each in known.items()})
        db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (_NAME, text))
    return known[technique]
