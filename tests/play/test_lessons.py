"""Lessons: every technique has words, and every exercise has its technique as the next step."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

from many_cases import for_each, spread
from nonet import some_solution
from nonet.explain import Mark
from nonet.hints import HintKind
from nonet.layout import CLASSIC
from nonet.logic import all_steps, is_proved, next_step, technique_keys, verify
from nonet.logic.catalog import variant_techniques
from nonet.messages import LANGUAGES
from nonet.play import PlayError
from nonet.play.lessons import (
    KILLER_PATH,
    LESSONS,
    PATH,
    RULE_PATH,
    about,
    exercise,
    has_exercises,
    has_lesson,
    lesson_examples,
    near_miss,
    next_lesson,
    walked,
    why,
)
from nonet.rules import Cage, Rule


def test_every_technique_has_words() -> None:
    for key in (*technique_keys(), *KILLER_PATH, *RULE_PATH):
        texts = {about(key, language=language) for language in LANGUAGES}
        assert len(texts) == len(LANGUAGES), key


def test_every_lesson_says_why_one_looks_there_in_two_sentences() -> None:
    for key in LESSONS:
        texts = [why(key, language=language) for language in LANGUAGES]
        assert len(set(texts)) == len(LANGUAGES), key
        assert all(1 <= len(re.findall(r"[.?!](?= |$)", text)) <= 2 for text in texts), key
    assert why("jellyfish") == why("x-wing")  # of the same family
    assert why("template-set") == ""


def test_one_lesson_leads_to_the_next() -> None:
    assert [next_lesson(key) for key in LESSONS] == [*LESSONS[1:], None]
    assert next_lesson("jellyfish") is None


def test_the_path_names_techniques_once() -> None:
    assert len(set(PATH)) == len(PATH)
    assert set(PATH) <= set(technique_keys())
    of_variants = (*KILLER_PATH, *RULE_PATH)
    assert len(set(of_variants)) == len(of_variants)
    assert set(of_variants) <= {each.key for each in variant_techniques()}


def test_every_technique_of_rules_has_a_lesson() -> None:
    taught = {*KILLER_PATH, *RULE_PATH}
    assert {each.key for each in variant_techniques()} == taught
    assert all(has_lesson(key) for key in taught)  # hints link to them


@for_each(spread([*PATH, *KILLER_PATH, *RULE_PATH], 12))
def test_the_technique_of_an_exercise_is_the_next_step(key: str) -> None:
    first, second = exercise(key, 1), exercise(key, 2)
    assert first.position.hint.position != second.position.hint.position
    assert first == exercise(key, 1)
    for each in (first, second):
        board = each.position.board()
        step = next_step(board)
        assert step is not None
        assert step.technique == key
        assert each.position.hint.kind is HintKind.STEP
        verify(board, step)
        assert (tuple(step.placements), tuple(step.eliminations)) in each.answers


@for_each(spread([*KILLER_PATH, *RULE_PATH], 5))
def test_no_exercise_is_an_example_that_was_just_shown(key: str) -> None:
    shown = [each.puzzle for each in lesson_examples(key)]
    assert all(exercise(key, seed).position.puzzle not in shown for seed in spread(range(40), 40))


@for_each(LESSONS)
def test_examples_are_of_rising_difficulty(key: str) -> None:
    found = lesson_examples(key)
    counts = [sum(map(int.bit_count, each.hint.position.masks)) for each in found]
    assert counts == sorted(counts)
    assert len(found) == (1 if key == "simple-colors-wrap" else 3)
    assert all(each.hint.step is not None and each.hint.step.technique == key for each in found)


@for_each(PATH)
def test_exercises_are_on_boards_that_are_not_nearly_solved(key: str) -> None:
    """Where every cell but one has two candidates, few are empty; colour wraps are rare."""
    boards = [exercise(key, seed).position.hint.position.grid for seed in spread(range(12), 5)]
    least = {"bug-plus-1": 25, "simple-colors-wrap": 33}.get(key, 35)
    assert min(board.entries.count(0) for board in boards) >= least
    assert len({board.clue_count for board in boards}) > 1 or key == "simple-colors-wrap"


def test_a_near_miss_proves_nothing_and_would_be_wrong() -> None:
    """It is one candidate away: the judge proves the step without that candidate, and not with it."""
    without = {"full-house", "bug-plus-1"}
    without |= {"cage-last-cell", "rule-of-45", "rule-of-45-2", "rule-of-45-3", "killer-pair", "count-full"}
    without |= {"long-rule-forcing", "trial"}
    assert {key for key in LESSONS if near_miss(key) is None} == without
    for key in (key for key in LESSONS if key not in without):
        found = near_miss(key)
        assert found is not None
        assert found.spoiler is not None
        step, solution = found.hint.step, some_solution(found.puzzle)
        assert step is not None
        assert solution is not None
        assert next(iter(all_steps(found.board(), key)), None) is None, key
        assert not is_proved(found.board(), step), key
        near = replace(
            found, hint=replace(found.hint, position=found.hint.position.eliminate([found.spoiler]))
        )
        assert is_proved(near.board(), step), key
        cell, digit = found.spoiler
        assert solution[cell] == digit, key
        wrong = [each for each in step.placements if solution[each[0]] != each[1]]
        wrong += [each for each in step.eliminations if solution[each[0]] == each[1]]
        assert wrong, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_near_miss_says_what_spoils_it(language: str) -> None:
    found = near_miss("x-wing")
    assert found is not None
    question, answer = walked(found, language=language)
    spoiled = answer.picture.tags
    assert found.spoiler not in question.picture.tags
    assert found.spoiler in set(answer.picture.candidates)
    assert spoiled[found.spoiler or (0, 0)].mark is Mark.FIN
    assert {each for each in spoiled if each != found.spoiler} == set(question.picture.tags)
    if language == "en":
        assert question.text == "X-wing? It looks like it. What spoils it?"
        assert re.fullmatch(
            r"(Row|Column) \d: (\d) has one more place, row \d, column \d\. So nothing follows\. "
            r"Row \d, column \d: \2 would be struck out, but it belongs there\.",
            answer.text,
        )


@for_each(KILLER_PATH)
def test_a_killer_stays_a_killer_in_disguise(key: str) -> None:
    """Its cages have the same sizes and sums, their cells hang together, and it has one solution, which has all the
    answers.
    """
    shapes = {
        _shapes(each.rules)
        for each in (lesson_examples(key)[0], *(exercise(key, seed).position for seed in spread(range(9), 9)))
    }
    assert len(shapes) <= 3
    found = exercise(key, 5)
    solution = some_solution(found.position.puzzle)
    assert solution is not None
    for placements, eliminations in found.answers:
        assert all(solution[cell] == digit for cell, digit in placements)
        assert all(solution[cell] != digit for cell, digit in eliminations)


def _shapes(rules: tuple[Rule, ...]) -> tuple[tuple[int, int | None, int], ...]:
    """For each cage the number of its cells, its sum, and how many pairs of its cells are neighbours."""
    neighbours = {frozenset(pair) for pair in CLASSIC.neighbours}
    cages = [rule for rule in rules if isinstance(rule, Cage)]
    assert len(cages) == len(rules)
    return tuple(
        sorted(
            (
                len(cage.cells),
                cage.sum,
                sum(frozenset(pair) in neighbours for pair in combinations(cage.cells, 2)),
            )
            for cage in cages
        )
    )


def test_a_technique_that_is_never_the_next_step_has_no_exercises() -> None:
    assert not has_exercises("leviathan")
    with pytest.raises(PlayError, match="no exercises"):
        exercise("leviathan", 1)
