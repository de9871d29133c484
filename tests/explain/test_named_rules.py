"""Explanations name every rule they use: puzzles in which several rules meet, replayed step by step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from explain.replay import Replay
from explain.test_variants import check_explained, made
from nonet.explain import advise, explain, fact_records, facts, from_record, to_record
from nonet.explain import grammar as kinds
from nonet.explain.notation import cell_set
from nonet.explain.wording import node_in_words, rule_in_words
from nonet.formats import parse
from nonet.generate.variant_clues import grid_with_clues
from nonet.generate.variants import VARIANTS
from nonet.grid import Grid
from nonet.hints import hint
from nonet.layout import Layout
from nonet.logic.path import all_steps, next_step, path
from nonet.logic.position import Position
from nonet.logic.verify import is_proved, verify
from nonet.play import Game, Session
from nonet.play.combinations import combinations_in
from nonet.play.rule_words import rules_in_words
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import (
    AllRules,
    AntiKing,
    AntiKnight,
    AnyRule,
    Arrow,
    Cage,
    DisjointGroups,
    MultiSumCage,
    Odd,
    RegexLine,
    RegionArrows,
    RellikCage,
    Rule,
    Sum,
    UnknownRegions,
)
from nonet.step import Evidence, Node, Step

CIRCLE, SHAFT = 30, (21, 11)
"""r4c4 and r3c4, r2c3: two cells that touch at a corner, and are in no common house."""


def arrow(*, circle: tuple[int, ...]) -> Position:
    """An arrow in an anti-king puzzle; its circle has these candidates."""
    ruled_out = {CIRCLE: [digit for digit in range(1, 10) if digit not in circle]}
    rules = [AntiKing(), Arrow((CIRCLE,), SHAFT)]
    return Position.of(Puzzle.of("9x9", "." * 81, rules=rules, ruled_out=ruled_out))


def test_the_ways_of_an_arrow_respect_anti_king_and_the_text_names_it() -> None:
    position = arrow(circle=(2, 3))
    (step,) = all_steps(position, "rule-consequence")
    assert (CIRCLE, 2) in step.eliminations  # 1 + 1, which anti-king forbids
    assert step.evidence.apart == (AntiKing(),)
    assert explain(step, position.candidates()).startswith(
        "Consequence of a rule: Anti-king (r3c4, r2c3): Cells that touch at a corner hold different digits. "
        "Arrow (r4c4, r3c4, r2c3): Digits along an arrow sum to the number in its circle. "
        "The only ways to fill them are 312 and 321."
    )
    check_explained(step, position)
    assert from_record(json.loads(json.dumps(to_record(step, position.layout))), position.layout) == step


def test_the_ways_respect_a_cage_that_reaches_beyond_the_cells() -> None:
    """r1c1 and r2c4 are in no common house, but in a cage with r1c2."""
    position = Position.of(Puzzle.of("9x9", "." * 81, rules=[Sum((0, 12), 4), Cage((0, 1, 12), 10)]))
    (step,) = all_steps(position, "rule-consequence")
    assert "The only ways to fill them are 13 and 31." in explain(step, position.candidates())
    check_explained(step, position)


@pytest.mark.parametrize(
    ("cage", "said"), [(10, "only these ways to fill {}: 163 and 361"), (15, "no way to fill {}")]
)
def test_two_rules_that_leave_few_ways_or_none(cage: int, said: str) -> None:
    position = Position.of(Puzzle.of("9x9", "." * 81, rules=[Sum((0, 12), 4), Cage((0, 1, 12), cage)]))
    (step,) = all_steps(position, "joint-consequence")
    text = f"Together, they leave {said.format('r1c1, r1c2, r2c4')}. The candidates"
    assert text in explain(step, position.candidates())
    check_explained(step, position)


def test_a_rule_that_is_not_needed_is_not_named() -> None:
    """The circle is more than one digit of the shaft, with or without anti-king."""
    position = arrow(circle=tuple(range(1, 10)))
    position.eliminate(CIRCLE, 2)
    (step,) = all_steps(position, "rule-consequence")
    assert step.evidence.apart == ()
    assert "Anti-king" not in explain(step, position.candidates())
    check_explained(step, position)


def test_a_rule_that_is_not_named_proves_nothing() -> None:
    position = arrow(circle=(2, 3))
    (step,) = all_steps(position, "rule-consequence")
    verify(position, step)
    silent = replace(step, evidence=replace(step.evidence, apart=()))
    assert not is_proved(position, silent)
    board = position.candidates()
    assert Replay(board, board.grid, position.rules).findings(facts(silent, board))
    foreign = replace(step, evidence=replace(step.evidence, apart=(AntiKnight(),)))
    assert not is_proved(position, foreign)


@pytest.mark.parametrize("change", [lambda ways: ways[1:], lambda ways: (*ways, (2, 1, 1))])
def test_a_list_of_other_ways_is_found(change: object) -> None:
    assert callable(change)
    position = arrow(circle=(2, 3))
    (step,) = all_steps(position, "rule-consequence")
    board = position.candidates()
    stated = [
        replace(fact, ways=change(fact.ways)) if isinstance(fact, kinds.RuleSays) and fact.ways else fact
        for fact in facts(step, board)
    ]
    assert any("other ways" in each for each in Replay(board, board.grid, position.rules).findings(stated))


def test_a_single_names_the_rule_by_which_a_digit_blocks_a_cell() -> None:
    """The 5 in r4c4 takes 5 from r3c3 by anti-king alone."""
    position = Position.of(Puzzle.of("9x9", ("." * 30 + "5").ljust(81, "."), rules=[AntiKing()]))
    for cell in (0, 1, 2, 9, 10, 18, 19):
        position.eliminate(cell, 5)
    step = next_step(position)
    assert step is not None
    assert step.evidence.apart == (AntiKing(),)
    assert explain(step, position.candidates()) == (
        "Hidden single: In box 1 only one place is left for 5: r2c3. "
        "Anti-king (r4c4, r3c3): Cells that touch at a corner hold different digits. The 5 in r4c4 blocks r3c3. "
        "The candidate 5 was eliminated from r1c123 and r23c12 earlier. Therefore r2c3 = 5."
    )
    check_explained(step, position)


def test_rules_that_hold_together_are_named_one_by_one() -> None:
    """The `And` of the Interactive Sudoku Solver: its thermometer and its cage are rules like others."""
    puzzle = parse(".Shape~4x4.And.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~7~R2C1~R2C2.End")
    assert replayed(puzzle, None)["cage-combinations"]
    named = {rule.title for step in path(puzzle) for rule in step.evidence.rules}
    assert named == {"thermometer", "killer cage"}


def test_a_trial_names_what_a_rule_strikes_out() -> None:
    """Supposing 2 in r3c3 takes 2 from r2c2 and r4c2: column 2 has no place left for it."""
    position = Position.of(Puzzle.of("4x4", "." * 16, rules=[AntiKing(), Cage((1, 5), 3)]))
    position.eliminate(1, 2)
    (step,) = (each for each in all_steps(position, "trial") if each.eliminations == ((10, 2),))
    verify(position, step)
    check_explained(step, position)
    assert explain(step, position.candidates()).splitlines()[:4] == [
        "Trial: If r3c3 = 2, then in the end no place is left for 2 in column 2.",
        "  Suppose that r3c3 = 2:",
        "    r2c2 ≠ 2: anti-king (r2c2+r3c3).",
        "    r4c2 ≠ 2: anti-king (r3c3+r4c2).",
    ]


def test_innies_and_outies_name_the_rule_that_keeps_their_cells_apart() -> None:
    """Row 1 of a 4x4 board and two cages leave r2c2 + r3c3 = 4; anti-king excludes 2 + 2."""
    rules = (Cage((0, 1, 5), 7), Cage((2, 3, 10), 7), AntiKing())
    position = Position.of(Puzzle.of("4x4", "." * 16, rules=rules))
    (step,) = (each for each in all_steps(position, "innies-outies") if each.evidence.equations[0].total == 4)
    assert {(5, 2), (10, 2)} <= set(step.eliminations)
    assert step.evidence.apart == (AntiKing(),)
    verify(position, step)
    check_explained(step, position)
    assert not is_proved(position, replace(step, evidence=replace(step.evidence, apart=())))


def test_a_cell_that_a_cage_lists_twice_counts_twice() -> None:
    """The cage says 2 r1c1 + r2c1 = 4, so r1c1 is 1 and r2c1 is 2."""
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 0, 4), 4)])
    position = Position.of(puzzle)
    (step,) = all_steps(position, "rule-consequence")
    assert {*step.eliminations} == {(0, 2), (0, 3), (0, 4), (4, 1), (4, 3), (4, 4)}
    verify(position, step)
    check_explained(step, position)
    assert not combinations_in(puzzle, Session(Game(puzzle=puzzle, solution=None)).state)


EITHER = AnyRule((Cage((0, 1), 3), AllRules((Cage((0, 1), 4), Odd((5,))))))
EITHER_SAYS = {
    "en": "At least one of these rules holds: (1) All of these rules hold: (1.1) killer cage 4 (r1c1, r1c2): Digits in "
    "a cage differ and sum to the number in its corner. (1.2) odd (r2c2): Cells with a circle hold odd digits. "
    "(2) killer cage 3 (r1c1, r1c2).",
    "de": "Mindestens eine dieser Regeln gilt: (1) Alle diese Regeln gelten: (1.1) Killer-Käfig 4 (r1c1, r1c2): Die "
    "Ziffern in einem Käfig sind verschieden und ergeben zusammen die Zahl in seiner Ecke. (1.2) ungerade (r2c2): "
    "Zellen mit einem Kreis enthalten ungerade Ziffern. (2) Killer-Käfig 3 (r1c1, r1c2).",
    "cs": "Platí aspoň jedno z těchto pravidel: (1) Platí všechna tato pravidla: (1.1) klec (killer) 4 (r1c1, r1c2): "
    "Číslice v kleci se neopakují a jejich součet je číslo v rohu klece. (1.2) liché (r2c2): V políčkách s kroužkem "
    "jsou liché číslice. (2) klec (killer) 3 (r1c1, r1c2).",
}


@pytest.mark.parametrize("language", EITHER_SAYS)
def test_one_of_several_rules_names_them(language: str) -> None:
    """In explanations, in hints about a broken rule, and in lists of rules."""
    puzzle = Puzzle.of("4x4", "." * 16, rules=[EITHER])
    step = next(path(puzzle))
    assert step.context is not None
    assert EITHER_SAYS[language] in explain(step, step.context.position, language=language)
    assert json.dumps(fact_records(step, step.context.position, language=language))
    assert hash(facts(step, step.context.position))
    assert rules_in_words(puzzle, language=language) == (EITHER_SAYS[language],)
    broken = hint(puzzle, Grid.of("4x4", "24.............."))
    assert EITHER_SAYS[language] in advise(broken, language=language)


def test_rules_of_which_one_holds_are_told_apart() -> None:
    """By what their sentences say, where that is not the same; a rule alone is named itself."""
    rule = AnyRule(
        (AllRules((AnyRule((RegexLine((0,), "1"),)),)), RegexLine((0,), "2"), RegexLine((1,), "2"))
    )
    says = "The digits along the line match the regular expression"
    assert rule_in_words(rule, Layout.named("4x4")) == (
        f"At least one of these rules holds: (1) regular expression (r1c1): {says} 1. "
        f"(2) regular expression (r1c1): {says} 2. (3) regular expression (r1c2): {says} 2."
    )


def test_a_line_of_a_trial_names_one_of_several_rules() -> None:
    puzzle = Puzzle.of("4x4", "." * 16, rules=[AnyRule((Cage((0, 1), 3), Cage((0, 1), 4)))])
    position = Position.of(puzzle)
    line = "    r1c12 ≠ 2 and r1c12 ≠ 3: killer cage 3 (r1c1, r1c2) or killer cage 4 (r1c1, r1c2)."
    for step in path(puzzle):
        for tried in all_steps(position, "rule-forcing"):
            check_explained(tried, position)
            if line in explain(tried, position.candidates()).splitlines():
                return
        position.apply(step)
    pytest.fail("no such line")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "The only digits for this cell are 1 and 3. The candidates eliminated here do not fit into this cell.",
        ),
        (
            "de",
            "In diese Zelle passen nur 1 und 3. Die Kandidaten, die hier wegfallen, passen nicht in diese Zelle.",
        ),
        ("cs", "V tomto políčku mohou být jen 1 a 3. Kandidáti vyloučení níže se do tohoto políčka nehodí."),
    ],
)
def test_a_rule_of_one_cell_is_said_in_the_singular(language: str, said: str) -> None:
    position = Position.of(Puzzle.of("4x4", "." * 16, rules=[Odd((0,))]))
    (step,) = all_steps(position, "rule-consequence")
    assert said in explain(step, position.candidates(), language=language)


# -- whole paths -------------------------------------------------------------------------------------------------------


def replayed(puzzle: Puzzle, solution: Grid | None, most: int = 100) -> Counter[str]:
    """The techniques of a path, with a plus where other rules keep cells apart. Every step is true, proved by its
    evidence, and explained by facts that prove it.
    """
    position, seen = Position.of(puzzle), Counter[str]()
    for step in islice(path(puzzle), most):
        verify(position, step)
        if solution is not None:
            assert all(solution[cell] == digit for cell, digit in step.placements), step
            assert all(solution[cell] != digit for cell, digit in step.eliminations), step
        if _is_about_rules(step):
            check_explained(step, position)
            seen[step.technique + ("+" if step.evidence.apart else "")] += 1
        position.apply(step)
    return seen


def _is_about_rules(step: Step) -> bool:
    evidence = step.evidence
    return bool(evidence.rules or evidence.equations or evidence.trial) or step.technique.endswith("-single")


def combined(
    whole: tuple[Rule, ...], variants: tuple[str, ...], seed: int, layout: str
) -> tuple[Puzzle, Grid]:
    """Rules of the whole board, clues of the variants that are true in a grid, and a sixth of its digits."""
    rng, board = Rng(seed), Layout.named(layout)
    grid, groups = grid_with_clues([each for each in variants if each != "killer"], board, rng, fixed=whole)
    clues = [rule for group in groups for rule in group]
    if "killer" in variants:
        clues += cages(grid, rng)
    shown = set(rng.shuffled(range(board.cell_count))[: board.cell_count // 6])
    givens = Grid(board, bytes(value if cell in shown else 0 for cell, value in enumerate(grid)))
    return Puzzle(givens, rules=(*whole, *clues)), grid


def cages(grid: Grid, rng: Rng) -> Iterator[Cage]:
    """Bent cages of three cells, which reach into other houses."""
    size, used = grid.layout.size, set[int]()
    for cell in rng.shuffled(range(grid.layout.cell_count)):
        row, column = divmod(cell, size)
        if row + 1 < size and column + 1 < size:
            held = (cell, cell + 1, cell + 1 + size)
            if used.isdisjoint(held) and len({grid[each] for each in held}) == 3:
                used.update(held)
                yield Cage(held, sum(grid[each] for each in held))


KING, KNIGHT = (AntiKing(),), (AntiKnight(),)
QUICK = ((KING, ("arrow",), "6x6"), (KNIGHT, ("killer", "thermo"), "9x9"))
MORE = (
    *QUICK,
    (KING, ("little-killer",), "6x6"),
    (KING, ("sandwich",), "6x6"),
    (KING, ("kropki", "killer"), "6x6"),
    (KING, ("arrow",), "9x9"),
    (KING, ("renban",), "9x9"),
    (KING, ("killer",), "9x9"),
    (KNIGHT, ("thermo",), "9x9"),
    (KNIGHT, ("whispers", "quadruple"), "9x9"),
    ((DisjointGroups(), AntiKing()), ("arrow", "renban"), "9x9"),
    ((), ("killer", "arrow", "renban"), "9x9"),
)


@pytest.mark.parametrize(("whole", "variants", "layout"), QUICK)
def test_where_rules_meet(whole: tuple[Rule, ...], variants: tuple[str, ...], layout: str) -> None:
    assert any(key.endswith("+") for key in replayed(*combined(whole, variants, 3, layout)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("whole", "variants", "layout"), MORE)
def test_where_more_rules_meet(
    whole: tuple[Rule, ...], variants: tuple[str, ...], layout: str, seed: int
) -> None:
    replayed(*combined(whole, variants, seed, layout))


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_that_is_created(name: str) -> None:
    puzzle = made(name, 7, "6x6")
    replayed(puzzle.puzzle, puzzle.solution)


def test_a_puzzle_of_fpuzzles() -> None:
    """Lines and cages that share cells, in an anti-king puzzle."""
    fields = {
        "size": 9,
        "grid": [[{}] * 9] * 9,
        "antiking": True,
        "arrow": [{"cells": ["R4C4"], "lines": [["R4C4", "R3C4", "R2C3"]]}],
        "thermometer": [{"lines": [["R7C3", "R6C4", "R5C5", "R4C6", "R3C7"]]}],
        "killercage": [{"cells": ["R3C3", "R3C4", "R4C3"], "value": "6"}],
        "renban": [{"lines": [["R4C4", "R5C4", "R6C3"]]}],
    }
    seen = replayed(parse(json.dumps(fields)), None, most=5)
    assert seen["sum-limits+"], seen


BESIDE = Layout.named("4x4/1x4+A2+R16")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A1 or the region of r1c2 = 3"),
        ("de", "A1 oder die Region von r1c2 = 3"),
        ("cs", "A1 nebo oblast políčka r1c2 = 3"),
        ("en@words", "A1 or the region of row 1, column 2 is 3"),
        ("de@words", "A1 oder die Region von Zeile 1, Spalte 2 ist 3"),
        ("cs@words", "v A1 nebo pro oblast řádku 1, sloupce 2 je 3"),
    ],
)
def test_cells_beside_the_board_have_names(language: str, said: str) -> None:
    """A cell that numbers a region is called the region of its cell on the board, others have names of their own."""
    assert node_in_words(Node(3, (16, 19)), BESIDE, language=language) == said


def test_a_rule_about_regions_names_them_once() -> None:
    arms = RegionArrows(0, (tuple(range(18, 22)), (18, 22)))
    puzzle = Puzzle.of(BESIDE, "." * 34, rules=[UnknownRegions(tuple(range(18, 34))), arms])
    said = rule_in_words(AnyRule((arms, Odd((5,)))), puzzle.layout)
    assert "region arrows (r1c1; the regions of r1c1, r1c2, r1c3, r1c4, r2c1): " in said
    step = Step("rule-consequence", (), ((18, 4), (19, 4)), Evidence(rules=(arms,)))
    text = explain(step, Position.of(puzzle).candidates())
    assert text.endswith("Therefore the region of r1c12 ≠ 4.")
    board = Puzzle.of(BESIDE, "." * 34, rules=[Cage((16, 0), 3)])
    assert "killer cage 3 (r1c1, A1)" in rule_in_words(AnyRule((board.rules[0], Odd((5,)))), BESIDE)


def test_rows_above_9_are_not_joined() -> None:
    """r1112c1 could be two rows or three."""
    samurai = Layout.named("samurai")
    assert cell_set(samurai, [samurai.cell_named("r11c10"), samurai.cell_named("r12c10")]) == "r11c10,r12c10"


def test_rules_that_the_pattern_needs_are_named_even_if_the_proof_can_do_without() -> None:
    """The common digit of two almost locked sets is in cells that a cage keeps apart."""
    cage, other = MultiSumCage((0, 4, 5), (6, 7, 9)), RellikCage((0, 4, 8), 0)
    position = Position.of(Puzzle.of("3x4", ".1..4.1.1...", rules=[cage, other], ruled_out={9: [3]}))
    steps = [step for step in all_steps(position, "als-xy-wing") if (3, 2) in step.eliminations]
    assert any(cage in step.evidence.apart for step in steps)
    for step in steps:
        check_explained(step, position)


def test_rules_are_named_before_a_short_form_that_needs_them() -> None:
    position = Position.of(Puzzle.of("3x4", ".31.........", rules=[AntiKnight()]))
    steps = [step for step in all_steps(position, "w-wing") if step.evidence.apart]
    assert steps
    for step in steps:
        check_explained(step, position)
        stated = facts(step, position.candidates(), detail="full")
        assert isinstance(stated[1], kinds.RuleSays), stated
