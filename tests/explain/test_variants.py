"""Steps of puzzles with rules: each is true, proved by its evidence, and explained by facts that prove it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from explain.reading import assert_says
from explain.replay import Replay
from nonet.candidates import Candidates
from nonet.draw import step_svg
from nonet.draw.outlines import cage_outlines
from nonet.explain import LANGUAGES, TIERS, advise, explain, facts, from_record, picture, to_record
from nonet.explain import grammar as kinds
from nonet.explain.look import look_at
from nonet.explain.terminal import to_text
from nonet.explain.voice import WORDS
from nonet.explain.wording import sentences_of
from nonet.generate.variants import MadeVariant, VariantRecipe, make_variant
from nonet.grid import Grid
from nonet.hints import HintKind, hint
from nonet.layout import Layout
from nonet.logic.catalog import variant_techniques
from nonet.logic.path import all_steps, path
from nonet.logic.position import Position
from nonet.logic.verify import StepError, is_proved, verify
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Doublers, LittleKiller, RegexLine, Thermometer
from nonet.step import Deadly, Equation, Evidence, Role, RoleKind, Step, Trial, Truth

KILLER = 10
"""The seed of a killer that needs many techniques; slow tests go through more."""
OTHERS = ("thermo", "whispers", "quadruple", "little-killer", "sandwich", "anti-knight")


KINDS: set[type] = set()
"""The kinds of facts that were checked."""


@cache
def made(name: str, seed: int, layout: str = "9x9") -> MadeVariant:
    return make_variant(VariantRecipe(name, Layout.named(layout)), seed=seed)


def steps_of(puzzle: Puzzle, solution: Grid) -> Iterator[tuple[Step, Position]]:
    """The path, each step with the position before it; every step is true, and the judge accepts it."""
    position = Position.of(puzzle)
    for step in path(puzzle):
        assert all(solution[cell] == digit for cell, digit in step.placements), step
        assert all(solution[cell] != digit for cell, digit in step.eliminations), step
        verify(position, step)
        yield step, position
        position.apply(step)
    assert position.is_solved


def check_explained(step: Step, position: Position) -> None:
    """The facts prove the step, and the sentences say the facts."""
    board = position.candidates()
    stated = facts(step, board)
    KINDS.update(map(type, stated))
    replay = Replay(board, board.grid, position.rules)
    replay.expect_trial(step.evidence.trial)
    assert not replay.findings(stated), step.technique
    told = look_at(step, board).told
    assert not told or not Replay(board, board.grid, position.rules, short=True).findings(told), (
        step.technique
    )
    for language in (*LANGUAGES, *(language + WORDS for language in LANGUAGES)):
        for fact, sentence in zip(stated, sentences_of(stated, board.layout, language=language), strict=True):
            assert_says(fact, sentence, board.layout)


def check_corrupted(step: Step, position: Position, solution: Grid) -> None:
    """What the evidence does not prove is refused: the right digit of a cell, excluded."""
    cell = (*step.placements, *step.eliminations)[0][0]
    assert not is_proved(position, replace(step, placements=(), eliminations=((cell, solution[cell]),)))
    equations = step.evidence.equations
    if equations:
        wrong = tuple(each._replace(total=each.total + 1) for each in equations)
        assert not is_proved(position, replace(step, evidence=replace(step.evidence, equations=wrong)))
    if step.evidence.rules:
        foreign = tuple(Cage(rule.affected(position.layout)) for rule in step.evidence.rules)
        assert not is_proved(position, replace(step, evidence=replace(step.evidence, rules=foreign)))


def check_killer(seed: int) -> Counter[str]:
    puzzle = made("killer", seed)
    seen: Counter[str] = Counter()
    for step, position in steps_of(puzzle.puzzle, puzzle.solution):
        seen[step.technique] += 1
        if step.evidence.rules or step.evidence.equations or step.evidence.trial:
            check_explained(step, position)
            check_corrupted(step, position, puzzle.solution)
    return seen


def test_every_step_of_a_killer_is_true_proved_and_explained() -> None:
    seen = check_killer(KILLER)
    own = {each.key for each in variant_techniques()}
    assert len(own & set(seen)) >= 10, seen
    assert KINDS.issuperset(
        [kinds.CageSum, kinds.Combinations, kinds.EveryWay, kinds.Needs, kinds.LeavesNothing]
    )
    assert KINDS.issuperset([kinds.SumsAre, kinds.EquationIs, kinds.UsedUp])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 32))
def test_every_step_of_more_killers_is_true_proved_and_explained(seed: int) -> None:
    check_killer(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["thermo", "arrow", "renban", "kropki", "little-killer", "sandwich"])
def test_every_step_of_more_variants_is_true_and_proved(name: str, seed: int) -> None:
    """Whether or not the path reaches the solution."""
    puzzle = made(name, seed, "6x6")
    position = Position.of(puzzle.puzzle)
    for step in path(puzzle.puzzle):
        assert all(puzzle.solution[cell] == digit for cell, digit in step.placements), step
        assert all(puzzle.solution[cell] != digit for cell, digit in step.eliminations), step
        verify(position, step)
        position.apply(step)


@pytest.mark.parametrize("name", OTHERS)
def test_every_step_of_other_variants_is_true_proved_and_explained(name: str) -> None:
    puzzle = made(name, 4, "4x4" if name == "quadruple" else "6x6")
    for step, position in steps_of(puzzle.puzzle, puzzle.solution):
        if step.evidence.rules or step.evidence.trial:
            check_explained(step, position)
            check_corrupted(step, position, puzzle.solution)


def test_a_trial_is_explained_line_by_line() -> None:
    """A cage of 3 in r1c12 uses up 1, so r1c3 cannot have it."""
    rules = (Cage((0, 1), 3), Cage((2, 3), 7))
    puzzle = Puzzle.of("4x4", "." * 16, rules=rules)
    position = Position.of(puzzle)
    (step,) = (each for each in all_steps(position, "trial") if each.eliminations == ((2, 1),))
    verify(position, step)
    check_explained(step, position)
    assert explain(step, position.candidates()).splitlines() == [
        "Trial: If r1c3 = 1, that leads to a contradiction.",
        "  Suppose that r1c3 = 1:",
        "    No combination of digits is left for r1c12.",
        "Therefore r1c3 ≠ 1.",
    ]
    trial = step.evidence.trial
    assert trial is not None
    shifted = replace(step, evidence=replace(step.evidence, trial=trial._replace(candidate=(2, 3))))
    assert not is_proved(position, shifted)
    wrong = replace(step, eliminations=((2, 3),), evidence=shifted.evidence)  # 3 and 4 fill the other cage
    assert not is_proved(position, wrong)


def test_the_cages_of_a_step_are_drawn_with_their_sums() -> None:
    puzzle = made("killer", KILLER).puzzle
    step, board = next(path(puzzle)), Position.of(puzzle).candidates()
    (cage,) = (rule for rule in step.evidence.rules if isinstance(rule, Cage))
    shown = picture(board, step)
    assert shown.cages == ((cage.cells, str(cage.sum)),)
    drawing = step_svg(shown)
    (outline,) = cage_outlines(board.layout, cage.cells, inset=2)
    corners = " ".join(f"{x:g} {y:g}" for x, y in outline).split()
    stressed = re.search(r'<path d="([^"]*)Z" class="stroke-cage" fill="none" stroke-width="2.2"', drawing)
    assert stressed is not None
    assert re.findall(r"[\d.]+", stressed[1]) == corners
    assert f">{cage.sum}</text>" in drawing


def test_the_tiers_of_a_step() -> None:
    puzzle = made("killer", KILLER).puzzle
    step, board = next(path(puzzle)), Position.of(puzzle).candidates()
    texts = [explain(step, board, tier=tier) for tier in TIERS]
    assert len(set(texts)) == 4
    assert texts[0].startswith("Look at ")


def board_of(puzzle: Puzzle) -> Candidates:
    return Position.of(puzzle).candidates()


def test_the_rule_of_45_by_hand() -> None:
    """Row 1 of a 4x4 board sums to 10; a cage of 7 in three cells leaves 3."""
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1, 2), 7)])
    step = Step(
        "rule-of-45",
        ((3, 3),),
        (),
        Evidence(equations=(Equation((3,), (1,), 3, (0,), puzzle.rules),)),
    )
    verify(Position.of(puzzle), step)
    assert explain(step, board_of(puzzle)) == (
        "Rule of 45: The digits of row 1 add up to 10, and those of the cage at r1c123 to 7. That leaves r1c4 = 3. "
        "Therefore r1c4 = 3."
    )


def test_the_ways_of_a_rule_are_listed_when_they_are_few() -> None:
    puzzle = Puzzle.of("4x4", "." * 16, rules=[RegexLine((0, 1, 2, 3), "12.*4")])
    step = next(path(puzzle))
    assert step.technique == "rule-consequence"
    text = explain(step, board_of(puzzle))
    assert text.startswith(
        "Consequence of a rule: Regular expression (r1c1 … r1c4): The digits along the line match the regular "
        "expression 12.*4. The only way to fill them is 1234."
    )
    assert explain(step, board_of(puzzle), tier=1) == "Look at row 1."


def test_a_rule_is_explained_with_its_clue_and_digits_above_9_are_told_apart() -> None:
    """The diagonal of two cells makes 23: 11 and 12, in either order."""
    puzzle = Puzzle.of("12x12", "." * 144, rules=[LittleKiller((1, 12), 23)])
    (step,) = all_steps(puzzle, "rule-consequence")
    assert explain(step, board_of(puzzle)).startswith(
        "Consequence of a rule: Little killer 23 (r1c2, r2c1): Digits along the diagonal of an arrow sum to its "
        "number; they may repeat. The only ways to fill them are 11-12 and 12-11."
    )


def test_cells_of_two_rows_are_not_a_straight_line() -> None:
    """Their numbers follow each other, but r2c1 is not beside r1c4."""
    line = RegexLine((2, 3, 4, 5), "[12]4[12]3")
    puzzle = Puzzle.of("4x4", "1" + "." * 15, rules=[line])
    assert " (r1c3, r1c4, r2c1, r2c2): " in explain(next(path(puzzle)), board_of(puzzle))


def test_the_cages_of_a_step_are_drawn_in_text() -> None:
    """The sum is above the first cell; the border inside the cage is dotted, here that of two boxes."""
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((1, 2), 3)])
    drawn = to_text(picture(board_of(puzzle), next(path(puzzle)))).splitlines()
    assert drawn[1:5] == [
        "   ┏━━━━━3━━━┳━━━━━━━━━┓",
        "   ┃1 2 │1 2 ┋1 2 │1 2 ┃",
        "r1 ┃3 4 │3✗4✗┋3✗4✗│3 4 ┃",
        "   ┃────┼────┃────┼────┃",
    ]
    plain = to_text(picture(board_of(puzzle), next(path(puzzle))), lines=False).splitlines()
    assert plain[2] == "   |1 2 :1 2  1 2 :1 2 |"


def test_uniqueness_proves_nothing_where_a_puzzle_has_rules() -> None:
    """Swapping two digits may break a cage."""
    puzzle = made("killer", KILLER).puzzle
    deadly = Deadly("rectangle", (0, 1, 27, 28), (1, 2))
    step = Step("uniqueness-test-1", ((0, 3),), (), Evidence(deadly=deadly))
    with pytest.raises(StepError, match="swapping"):
        verify(Position.of(puzzle), step)
    assert not any(all_steps(puzzle, "uniqueness-test-1"))


def test_records_hold_rules_equations_and_trials() -> None:
    puzzle = made("killer", KILLER).puzzle
    seen = set()
    for step in path(puzzle):
        assert from_record(json.loads(json.dumps(to_record(step, puzzle.layout))), puzzle.layout) == step
        seen |= {name for name in ("rules", "equations") if getattr(step.evidence, name)}
    assert seen == {"rules", "equations"}
    trial = Trial((0, 1), (Step("naked-single", ((1, 2),)),), None, puzzle.rules[0])
    step = Step("trial", (), ((0, 1),), Evidence(trial=trial))
    assert from_record(to_record(step, puzzle.layout), puzzle.layout) == step


def test_records_have_the_totals_of_the_digits_themselves() -> None:
    """Row 1 of digits 0 to 3 sums to 6; a cage of 5 in three cells leaves 1."""
    puzzle = Puzzle.of("4x4:0-3", "." * 16, rules=[Cage((0, 1, 2), 5)])
    step = Step(
        "rule-of-45", ((3, 2),), (), Evidence(equations=(Equation((3,), (1,), 2, (0,), puzzle.rules),))
    )
    verify(Position.of(puzzle), step)
    record = to_record(step, puzzle.layout)
    assert record["placements"] == [{"cell": "r1c4", "digit": 1}]
    assert [equation["total"] for equation in record["evidence"]["equations"]] == [1]
    assert from_record(record, puzzle.layout) == step


CAGES = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)])


def test_a_hint_names_the_rule_that_is_broken() -> None:
    found = hint(CAGES, "14.." + "." * 12)
    assert found.kind is HintKind.BROKEN
    assert advise(found, tier=1) == "A rule is broken: killer cage."
    assert advise(found) == (
        "A rule is broken: killer cage. Killer cage 3 (r1c1, r1c2): Digits in a cage differ and sum to the number "
        "in its corner."
    )


def test_hints_lead_through_a_killer() -> None:
    """Every hint of a solvable puzzle is a step, until the puzzle is solved."""
    puzzle = make_variant(VariantRecipe("killer", Layout.named("4x4"), cage_size=2), seed=2).puzzle
    position, steps = Position.of(puzzle), 0
    while position.unsolved:
        board = position.candidates()
        found = hint(puzzle, board.grid, candidates=board.masks)
        assert found.step is not None
        verify(position, found.step)
        position.apply(found.step)
        steps += 1
    assert steps > 5
    assert hint(puzzle, position.candidates().grid).kind is HintKind.SOLVED


def test_where_no_technique_helps_a_hint_reveals_a_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.hints.next_step", lambda *_, **__: None)
    puzzle = made("killer", KILLER)
    found = hint(puzzle.puzzle)
    assert found.kind is HintKind.REVEAL
    (cell,) = found.cells
    assert found.digit == puzzle.solution[cell]
    assert advise(found).startswith("None of our techniques helps here. In the solution r")


def test_a_combination_too_few_is_found() -> None:
    puzzle = made("killer", KILLER).puzzle
    step, board = next(path(puzzle)), Position.of(puzzle).candidates()
    stated = list(facts(step, board))
    place = next(n for n, fact in enumerate(stated) if isinstance(fact, kinds.Combinations))
    fact = stated[place]
    assert isinstance(fact, kinds.Combinations)
    stated[place] = replace(fact, combinations=fact.combinations[1:])
    assert Replay(board, board.grid, puzzle.rules).findings(stated)


def test_a_mark_never_loses_digits_that_it_cannot_hold() -> None:
    rule = Doublers((Cage((0, 1, 5), 11), Cage((2, 3, 7), 12), Thermometer((10, 14))))
    puzzle = Puzzle.of("4x4+M16", "2.....1.........", rules=[rule])
    position = Position.of(puzzle)
    for step in path(puzzle):
        if step.placements == ((17, 1),):  # M2
            break
        position.apply(step)
    assert "The candidate 2 was eliminated from the mark of r1c2 earlier." in explain(
        step, position.candidates()
    )


def test_a_step_about_values_names_the_rule_that_reads_them() -> None:
    """And the marks come after the cells, in the list as in the ways to fill them."""
    rule = Doublers((Cage((0, 1, 5), 11), Cage((2, 3, 7), 12), Thermometer((10, 14))))
    puzzle = Puzzle.of("4x4+M16", "2.....1.........", rules=[rule])
    position = Position.of(puzzle)
    steps = list(path(puzzle))
    for step in steps[:2]:
        position.apply(step)
    said = explain(steps[2], position.candidates())
    assert "Doublers (r1c1; r1c2; r2c2; the marks of r1c1, r1c2, r2c2): " in said
    ways = "The only ways to fill them are 213212 and 214112."
    assert f"in these rules: killer cage 11 (r1c1, r1c2, r2c2). {ways}" in said


def test_where_to_look_does_not_tell_what_a_label_holds() -> None:
    trial = Trial((18, 2), (), Truth(cell=0), None)
    step = Step("trial", (), ((18, 2),), Evidence((Role(RoleKind.ASSUMED, (18,), (2,)),), trial=trial))
    for name in ("4x4+M16", "4x4/1x4+R16", "4x4+S16"):
        position = Candidates.of(Puzzle.of(name, "." * 16))
        assert explain(step, position, tier=1) == "Look at row 1."


def test_the_notation_is_read_by_a_cell_of_the_board() -> None:
    """M1 is short for nothing."""
    rule = Doublers((Cage((0, 1, 5), 11), Cage((2, 3, 7), 12), Thermometer((10, 14))))
    puzzle = Puzzle.of("4x4+M16", "2.....1.........", rules=[rule])
    position, keys = Position.of(puzzle), set()
    for step in path(puzzle):
        keys.update(
            re.findall(r"\(\w+ is short for", explain(step, position.candidates(), language="en@words"))
        )
        position.apply(step)
    assert "(r1c1 is short for" in keys
    assert not any(key.startswith("(M") for key in keys)
