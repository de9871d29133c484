"""Lessons: every technique has words, and every exercise has its technique as the next step."""

from __future__ import annotations

import pytest

from nonet.hints import HintKind
from nonet.logic import Position, next_step, technique_keys, verify
from nonet.messages import LANGUAGES
from nonet.play import PlayError
from nonet.play.lessons import PATH, about, exercise, has_exercises


def test_every_technique_has_words() -> None:
    for key in technique_keys():
        texts = {about(key, language=language) for language in LANGUAGES}
        assert len(texts) == len(LANGUAGES), key


def test_the_path_names_techniques_once() -> None:
    assert len(set(PATH)) == len(PATH)
    assert set(PATH) <= set(technique_keys())


@pytest.mark.parametrize("key", PATH)
def test_the_technique_of_an_exercise_is_the_next_step(key: str) -> None:
    first, second = exercise(key, 1), exercise(key, 2)
    assert first.hint.position != second.hint.position
    assert first == exercise(key, 1)
    for each in (first, second):
        position = Position.at(each.hint.position, givens=each.hint.givens)
        step = next_step(position)
        assert step is not None
        assert step.technique == key
        assert each.hint.kind is HintKind.STEP
        verify(position, step)
        assert (tuple(step.placements), tuple(step.eliminations)) in each.answers


def test_a_technique_that_is_never_the_next_step_has_no_exercises() -> None:
    assert not has_exercises("leviathan")
    with pytest.raises(PlayError, match="no exercises"):
        exercise("leviathan", 1)
