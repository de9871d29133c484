"""Paths in sentences and their judge: right paths are sound, and errors of wrong ones are found at their place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import nonet
from many_cases import every, for_each
from nonet import judge
from nonet.data.rows import make_rows
from nonet.data.spec import parse_spec
from nonet.data.traces import KINDS, ToldStep, in_words, told_path, wrong_path
from nonet.explain import LANGUAGES
from nonet.explain.explaining import explain
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.logic.verify import StepError
from nonet.native import kernel
from nonet.rng import Rng
from nonet.rules import catalogue
from nonet.rules.codec import from_data

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
pytestmark = pytest.mark.skipif(kernel is None, reason="many paths")


def paths(count: int, first: int) -> Iterator[tuple[nonet.Puzzle, tuple[ToldStep, ...], int]]:
    """Puzzles of every level in turn, and their paths."""
    for number in range(first, first + count):
        puzzle = nonet.create(level=LEVELS[number % 5], seed=number)
        yield puzzle, told_path(puzzle, list(nonet.path(puzzle))), number


def judged(puzzle: nonet.Puzzle, texts: list[str]) -> tuple[judge.Reasoning, int | None]:
    """The judgement of texts, and the number of the first that has an error."""
    lines = [f"{number}. {text}\n" for number, text in enumerate(texts, start=1)]
    with nonet.allow(judging=60):
        found = judge.reasoning(puzzle, "".join(lines))
    if found.first_error is None:
        return found, None
    ends = [sum(map(len, lines[: number + 1])) for number in range(len(lines))]
    return found, next(number for number, end in enumerate(ends) if found.first_error.start < end)


def check(count: int, first: int, detail: str) -> None:
    kinds: Counter[str] = Counter()
    for puzzle, told, number in paths(count, first):
        right, place = judged(puzzle, in_words(told, ["en"])["en"][detail])
        assert right.is_sound, (number, place, right.first_error)
        wrong = wrong_path(puzzle, told, nonet.solution(puzzle), Rng(number), KINDS[number % 4])
        found, place = judged(puzzle, in_words(wrong.steps, ["en"])["en"][detail])
        assert place == wrong.place, (number, wrong.kind, found.first_error)
        kinds[wrong.kind] += 1
    assert min(kinds[kind] for kind in KINDS) > count / 5


def test_right_and_wrong_paths() -> None:
    check(30 if every(2) == 1 else 8, 0, "short")


@pytest.mark.slow
@pytest.mark.parametrize("detail", ["short", "full"])
def test_a_thousand_right_and_wrong_paths(detail: str) -> None:
    check(1000, 1000, detail)


def test_every_language_and_detail() -> None:
    puzzle, told, _ = next(paths(1, 3))
    words = in_words(told, LANGUAGES)
    assert list(words) == list(LANGUAGES)
    for language, by_detail in words.items():
        for detail, texts in by_detail.items():
            expected = [explain(each.step, each.before, detail=detail, language=language) for each in told]
            assert texts == expected
    assert puzzle.layout == nonet.CLASSIC


def test_a_step_that_is_not_proved_is_refused() -> None:
    puzzle, told, _ = next(paths(1, 2))
    with pytest.raises(StepError):
        told_path(puzzle, [each.step for each in told[::-1]])


def test_variants() -> None:
    puzzle = make_variant(VariantRecipe("killer", nonet.Layout.named("6x6"), level="easy"), 1).puzzle
    told = told_path(puzzle, list(nonet.path(puzzle)))
    assert judged(puzzle, in_words(told, ["en"])["en"]["short"])[0].is_sound
    wrong = wrong_path(puzzle, told, nonet.solution(puzzle), Rng(1), "wrong-technique")
    assert judged(puzzle, in_words(wrong.steps, ["en"])["en"]["short"])[1] == wrong.place


VARIANTS = sorted(kind for kind, rule in catalogue().items() if rule.example.layout in ("4x4", "6x6"))


@for_each(VARIANTS, ("short", "full"))
def test_words_of_rules_are_no_names_of_techniques(kind: str, detail: str) -> None:
    """Such as the cells that a rule is "pointing" to."""
    example = catalogue()[kind].example
    layout = nonet.Layout.named(example.layout)
    empty = nonet.Puzzle(nonet.Grid.empty(layout), rules=(from_data({"kind": kind, **example.data}, layout),))
    solution = nonet.first_solution(empty)
    if solution is None:  # an example may contradict itself
        return
    for clues in (2, 5, 8):
        grid = nonet.Grid.empty(layout)
        for cell in Random(clues).sample(range(layout.board_count), clues):
            grid = grid.with_entry(cell, solution.entries[cell])
        puzzle = replace(empty, givens=grid)
        if nonet.count_solutions(puzzle, limit=2) == 1:
            told = told_path(puzzle, list(nonet.path(puzzle)))
            found, place = judged(puzzle, in_words(told, ["en"])["en"][detail])
            assert found.is_sound, (place, found.first_error)


def test_rows_of_a_data_set() -> None:
    text = 'sentences = ["en", "cs"]\nwrong = true\n[[part]]\ncount = 4\nlevel = "medium"'
    spec = parse_spec(text)
    rows = list(make_rows(spec, spec.groups[0], 0, 4))
    assert [json.loads(row.wrong or "")["kind"] for row in rows] == list(KINDS)
    for row in rows:
        assert row.trace is None
        for column in (row.sentences, row.wrong):
            words = json.loads(column or "")
            _, place = judged(nonet.parse(row.puzzle), words["en"]["short"])
            assert place == words.get("step")
            assert len(words["cs"]["full"]) == len(words["en"]["short"])
