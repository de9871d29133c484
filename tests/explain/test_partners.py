"""Cells that a rule relates: each step is true, its evidence proves it, and so do the facts that explain it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from explain.reading import assert_says
from explain.replay import Replay
from nonet.explain import LANGUAGES, explain, facts
from nonet.explain import grammar as kinds
from nonet.explain.grammar import Fact
from nonet.explain.voice import WORDS
from nonet.explain.wording import sentences_of
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic.catalog import technique
from nonet.logic.path import all_steps, path
from nonet.logic.position import Position
from nonet.logic.variants.pairs import relations_of
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKnight,
    BetweenLine,
    Clone,
    Difference,
    Greater,
    LockoutLine,
    NonConsecutive,
    PairRelation,
    PairSum,
    Palindrome,
    ParityLine,
    Ratio,
    Rule,
    SlowThermometer,
    Thermometer,
    Whisper,
)
from nonet.step import Step
from rules.cases import cases_path, read_cases


def told(key: str, *rules: Rule, board: str = "9x9", givens: str = "", **more: object) -> list[str]:
    """What is said of each step after the rules; the judges accept steps and facts."""
    count = {"4x4": 16, "4x4:0-3": 16, "9x9": 81}[board]
    puzzle = Puzzle.of(board, givens.ljust(count, "."), rules=rules, **more)  # type: ignore[arg-type]
    position = Position.of(puzzle)
    return [explained(step, position) for step in all_steps(position, key)]


def explained(step: Step, position: Position) -> str:
    verify(position, step)
    board = position.candidates()
    stated = facts(step, board)
    assert not Replay(board, board.grid, position.rules).findings(stated), stated
    for language in (*LANGUAGES, *(language + WORDS for language in LANGUAGES)):
        for fact, sentence in zip(stated, sentences_of(stated, board.layout, language=language), strict=True):
            if board.layout.first_digit == 1:
                assert_says(fact, sentence, board.layout)
    reasons = [fact for fact in stated if not isinstance(fact, (kinds.Heading, kinds.RuleSays))]
    return " ".join(sentences_of(reasons, board.layout))


def test_a_thermometer_by_place() -> None:
    (said,) = told("by-place", Thermometer((0, 1, 2, 3)), ruled_out={2: [3, 4]})
    assert said == (
        "Along r1c1 … r1c4 the digits are at least 1, 2, 5 and 6. "
        "Along r1c4 … r1c1 the digits are at most 9, 8, 7 and 6. "
        "Therefore r1c234 ≠ 1, r1c34 ≠ 2, r1c4 ≠ 3, r1c4 ≠ 4, r1c4 ≠ 5, r1c1 ≠ 7, r1c12 ≠ 8 and r1c123 ≠ 9."
    )
    assert not told("by-place", Thermometer((0, 1)), ruled_out={0: [9], 1: [1]})
    assert not told("by-place", Palindrome((0, 40)))


def test_digits_from_0_are_named_as_they_are_written() -> None:
    (said,) = told("by-place", Greater((0, 1)), board="4x4:0-3")
    assert said == (
        "r1c2 is at least 0, so r1c1 is at least 1. r1c1 is at most 3, so r1c2 is at most 2. "
        "Therefore r1c1 ≠ 0 and r1c2 ≠ 3."
    )


def test_a_chain_of_signs_by_place() -> None:
    said = told("by-place", Greater((0, 1)), Greater((1, 10)))
    assert said[0].startswith("Along r2c2, r1c2, r1c1 the digits are at least 1, 2 and 3. Along r1c1,")


def test_equal_digits_of_a_slow_thermometer_are_in_cells_that_do_not_see_each_other() -> None:
    (said,) = told("by-place", SlowThermometer((0, 1, 40)), ruled_out={0: [1, 2]})
    assert "r1c2, r5c5 the digits are at least 3, 4 and 4, because cells that see each other differ." in said
    (said,) = told("by-place", SlowThermometer((0, 40)), ruled_out={0: [1, 2]})
    assert said == "r1c1 is at least 3, so r5c5 is at least 3. Therefore r5c5 ≠ 1 and r5c5 ≠ 2."
    (said,) = told("by-place", SlowThermometer((0, 11)), AntiKnight(), board="9x9")
    assert "because cells that see each other differ" in said


def test_no_partner_at_all() -> None:
    (said, *_) = told("no-partner", Whisper((0, 1, 11)))
    assert said == "No digit goes with 5 in r1c12 and r2c3. Therefore r1c12,r2c3 ≠ 5."
    (said, *_) = told("no-partner", Ratio((0, 1)))
    assert said.startswith("No digit goes with 5, 7 or 9 in r1c12.")
    assert not told("no-partner", Difference((0, 1)))


def test_no_partner_in_a_cell() -> None:
    said = told("no-partner", Difference((0, 1)), ruled_out={1: [3, 5]})
    assert said == ["4 in r1c1 would need 3 or 5 in r1c2. Therefore r1c1 ≠ 4."]
    said = told("no-partner", PairSum((0, 1), 10), ruled_out={0: [5], 1: [1, 2, 3, 4, 5, 6]})
    assert "With 7, 8 or 9 in r1c2, r1c1 cannot be 4, 6, 7, 8 or 9." in said[-1]
    said = told("no-partner", Difference((0, 1), 3), ruled_out={1: [1, 7, 2, 8]})
    assert "No candidate of r1c2 goes with 4 or 5 in r1c1." in said[0]


def test_every_rule_about_pairs_has_partners() -> None:
    (said,) = told("no-partner", NonConsecutive(), givens="." * 40 + "5")
    assert (
        said
        == "With 5 in r5c5, r46c5 and r5c46 cannot be 4 or 6. Therefore r46c5,r5c46 ≠ 4 and r46c5,r5c46 ≠ 6."
    )
    relation = PairRelation((0, 1), ((1, 2), (2, 3), (3, 1), (4, 4)))
    one, other = told("no-partner", relation, board="4x4", ruled_out={0: [1], 1: [4]})
    assert one == "2 in r1c2 would need 1 in r1c1. Therefore r1c2 ≠ 2."
    assert other == "With 1, 2 or 3 in r1c2, r1c1 cannot be 4. Therefore r1c1 ≠ 4."


def test_two_cells_with_the_same_partner() -> None:
    (said,) = told("same-partner", Ratio((0, 1)), Ratio((1, 2)), ruled_out={1: [5, 7, 9]})
    assert said.startswith(
        "With 1, 3, 6 or 8 in r1c2, r1c13 would have to be equal, but they see each other."
    )
    (said, *_) = told("same-partner", Whisper((0, 1, 2)), ruled_out={1: [6]})
    assert said == "With 4 in r1c2, r1c13 would both be 9, but they see each other. Therefore r1c2 ≠ 4."
    assert not told("same-partner", Ratio((2, 3)), Ratio((3, 12)))


def test_cells_that_a_rule_keeps_apart_have_different_partners() -> None:
    said = told("same-partner", Whisper((0, 9, 18)), AntiKnight())
    assert said
    (said_of,) = told("same-partner", Difference((10, 11), 8), Difference((11, 20), 8), AntiKnight())
    assert said_of.startswith("With 1 or 9 in r2c3, ")


def test_between_the_ends() -> None:
    line = BetweenLine((0, 1, 2, 12))
    inner, *_ = told("between-ends", line, ruled_out={0: [1], 12: [1, 9]})
    assert inner == (
        "The smaller end is at least 2 and the greater end at most 9, so r1c23 lie between 2 and 9. "
        "Therefore r1c23 ≠ 1, r1c23 ≠ 2 and r1c23 ≠ 9."
    )
    long = BetweenLine((3, 2, 1, 0, 9, 10, 21))
    _, ends = told("between-ends", long)
    assert ends == (
        "The smaller end is at most 3, because r1c123 and r2c12 must be greater and different. "
        "The greater end is at least 7, because r1c123 and r2c12 must be smaller and different. "
        "Therefore r13c4 ≠ 4, r13c4 ≠ 5 and r13c4 ≠ 6."
    )
    inner, ends = told("between-ends", long, ruled_out={3: [1, 2, 3], 21: [1]})
    fails = "r1c4 cannot be the smaller end, because r1c123 and r2c12 must be greater and different. "
    assert inner.startswith(fails + "The smaller end is at least 2 and the greater end at most 9, so ")
    assert ends.startswith(fails + "If r3c4 is the smaller end, it is at most 3, because ")
    assert "If r1c4 is the greater end, it is at least 8, because r1c123 and r2c12 must be smaller" in ends
    assert not told(
        "between-ends", BetweenLine((3, 2, 1, 0, 21)), ruled_out={2: [1, 9], 1: [1, 9], 0: [1, 9]}
    )


def test_digits_in_turn() -> None:
    said = told("in-turn", Whisper((0, 1, 2, 11)), ruled_out={0: [4, 5, 6, 7, 8, 9]})
    assert said == [
        "r1c1 can only be 1, 2 or 3. Digits of {1234} and of {6789} take turns: {1234} in r1c13, {6789} in r1c2 and "
        "r2c3. Therefore r1c2,r2c3 ≠ 1, r1c2,r2c3 ≠ 2, r1c2,r2c3 ≠ 3, r1c2,r2c3 ≠ 4, r1c23,r2c3 ≠ 5, r1c3 ≠ 6, "
        "r1c3 ≠ 7, r1c3 ≠ 8 and r1c3 ≠ 9."
    ]
    dots = [Difference((0, 1)), Difference((1, 10))]
    (said_of,) = told("in-turn", *dots, givens="1")
    assert said_of.startswith(
        "Digits of {13579} and of {2468} take turns: {13579} in r1c1 and r2c2, {2468} in r1c2. "
    )
    assert not told("in-turn", Whisper((0, 1, 2), 4), ruled_out={0: [4, 5, 6, 7, 8, 9]})
    assert not told("in-turn", Whisper((0, 1, 2)))


def test_twins() -> None:
    (said,) = told("twins", Palindrome((0, 1, 40)), ruled_out={0: [1, 2], 40: [3]})
    assert said.startswith(
        "r1c1 and r5c5 hold the same digit, and not all of them can be 1, 2 or 3. Therefore "
    )
    (said,) = told("twins", Clone((0,), (40,)), Palindrome((40, 41, 80)), ruled_out={0: range(1, 9)})
    assert said == (
        "r1c1, r5c5 and r9c9 hold the same digit, and the only one that they have in common is 9. "
        "Therefore r1c1,r5c5,r9c9 = 9."
    )
    assert not told("twins", Palindrome((0, 1, 40)))


def test_the_ends_lock_out_what_is_between_them() -> None:
    line = LockoutLine((0, 1, 2, 12))
    (said,) = told("locked-out", line)
    assert said == (
        "The smaller end is at most 5 and the greater end at least 5, so 5 is not in r1c23. Therefore r1c23 ≠ 5."
    )
    inner, *_ = told("locked-out", line, ruled_out={0: [4, 5, 6, 7, 8, 9]})
    assert inner.startswith(
        "The smaller end is at most 3 and the greater end at least 5, so no digit from 3 to 5"
    )
    *_, ends = told("locked-out", line, ruled_out={1: [1, 2, 3, 8, 9], 0: [5, 6, 7, 8, 9], 12: [5]})
    assert ends == (
        "With 3 or 4 in r1c1, all candidates of r1c2 would lie between the ends or equal one of them. "
        "With 7, 8 or 9 in r2c4, all candidates of r1c2 would lie between the ends or equal one of them. "
        "Therefore r1c1 ≠ 3, r1c1 ≠ 4, r2c4 ≠ 7, r2c4 ≠ 8 and r2c4 ≠ 9."
    )
    row = LockoutLine((0, 1, 2, 3, 4, 8))
    *_, ends = told("locked-out", row, ruled_out={8: [5]})
    assert "too few digits outside of the ends would be left for r1c2345, which see each other" in ends
    assert not told("locked-out", LockoutLine((0, 1, 2, 12), 0))


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("by-place", [Thermometer((0, 1, 2))]),
        ("no-partner", [Ratio((0, 1))]),
        ("same-partner", [Ratio((0, 1)), Ratio((1, 2))]),
        ("twins", [Palindrome((0, 1, 40))]),
        ("between-ends", [BetweenLine((0, 1, 40))]),
        ("locked-out", [LockoutLine((0, 1, 40))]),
        ("in-turn", [ParityLine((40, 41, 42))]),
    ],
)
def test_the_judge_finds_what_is_wrong(key: str, rules: list[Rule]) -> None:
    """A fact without the rule, and a fact that says too much."""
    puzzle = Puzzle.of("9x9", "." * 81, rules=rules, ruled_out={40: [1, 2, 4, 6, 8]})
    position = Position.of(puzzle)
    (step, *_) = all_steps(position, key)
    board = position.candidates()
    stated = list(facts(step, board))
    assert Replay(board, board.grid, puzzle.rules).findings(
        [each for each in stated if type(each) is not kinds.RuleSays]
    )
    place, fact = next(
        (n, each) for n, each in enumerate(stated) if type(each).__module__.endswith(".partners")
    )
    wrong: Fact
    match fact:
        case kinds.Bounds():
            wrong = replace(fact, bounds=(*fact.bounds[:-1], fact.bounds[-1] + 1))
        case kinds.NoPartner() | kinds.SamePartner():
            wrong = replace(fact, digits=(*fact.digits, 4))
        case kinds.InTurn():
            wrong = replace(fact, cells=fact.others, others=fact.cells)
        case kinds.LockedOut():
            wrong = replace(fact, low=fact.low - 1)
        case kinds.BetweenEnds():
            wrong = replace(fact, high=fact.high - 1)
        case _:
            assert isinstance(fact, kinds.SameDigit)
            wrong = replace(fact, digits=fact.digits[1:])
    stated[place] = wrong
    assert Replay(board, board.grid, puzzle.rules).findings(stated)
    assert explain(step, board, tier=1).startswith("Look at ")


def check_path(puzzle: Puzzle, solution: Grid) -> Counter[str]:
    """Every step is true; those about related cells are proved and explained."""
    position, seen = Position.of(puzzle), Counter[str]()
    for step in path(puzzle):
        assert all(solution.entries[cell] == digit for cell, digit in step.placements), step
        assert all(solution.entries[cell] != digit for cell, digit in step.eliminations), step
        seen[step.technique] += 1
        if technique(step.technique).family == "partners":
            explained(step, position)
        position.apply(step)
    return seen


@pytest.mark.parametrize(
    ("name", "key"), [("thermo", "by-place"), ("whispers", "no-partner"), ("kropki", "no-partner")]
)
def test_every_such_step_of_a_puzzle_is_proved_and_explained(name: str, key: str) -> None:
    made = make_variant(VariantRecipe(name, Layout.named("6x6")), seed=4)
    assert check_path(made.puzzle, made.solution)[key]


CASES = cases_path()


@pytest.mark.slow
@pytest.mark.skipif(CASES is None, reason="needs the collection of variants")
def test_every_such_step_of_a_collection_is_proved_and_explained() -> None:
    assert CASES is not None
    seen: Counter[str] = Counter()
    easy = (case for case in read_cases(CASES) if case.guesses == 0)
    related = (case for case in easy if relations_of(case.puzzle.layout, case.puzzle.rules))
    for case in islice(related, 60):
        seen += check_path(case.puzzle, case.solution)
    assert all(seen[key] for key in ("by-place", "no-partner", "same-partner", "twins"))


@pytest.mark.parametrize(
    "key", ["by-place", "in-turn", "no-partner", "same-partner", "twins", "between-ends", "locked-out"]
)
def test_a_cell_without_candidates_is_no_obstacle(key: str) -> None:
    """Hints meet such boards."""
    rules = [
        Thermometer((0, 1, 2)),
        Ratio((9, 10)),
        Whisper((9, 18, 27)),
        Palindrome((0, 40)),
        BetweenLine((0, 1, 41)),
        LockoutLine((40, 1, 41)),
    ]
    for cell in (0, 1, 9, 40, 41):
        position = Position.of(Puzzle.of("9x9", "." * 81, rules=rules))
        for digit in range(1, 10):
            position.eliminate(cell, digit)
        for step in all_steps(position, key):
            assert explain(step, position.candidates())
