"""Techniques of puzzles with rules, each in a position made by hand; near misses in which they find nothing."""

from __future__ import annotations

import pickle
from itertools import islice

import pytest

from nonet.generate.variants import VariantRecipe, make_variant
from nonet.layout import Layout
from nonet.logic.catalog import ENTRIES, technique_keys, variant_entries, variant_techniques
from nonet.logic.options import Options
from nonet.logic.path import all_steps, next_step, path
from nonet.logic.position import Position
from nonet.logic.singles import with_rules
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle
from nonet.rules import AntiKnight, AntiTaxicab, Arrow, Cage, GlobalModulo, Rule, Thermometer
from nonet.step import Step


def steps(key: str, layout: str, *rules: Rule, givens: str = "", **more: object) -> list[Step]:
    """The steps of a technique; the judge accepts each."""
    cells = {"4x4": 16, "9x9": 81}[layout]
    puzzle = Puzzle.of(layout, givens.ljust(cells, "."), rules=rules, **more)  # type: ignore[arg-type]
    found = list(all_steps(puzzle, key))
    for step in found:
        verify(Position.of(puzzle), step)
    return found


def gone(step: Step) -> set[tuple[int, int]]:
    return set(step.eliminations)


def test_the_last_cell_of_a_cage() -> None:
    (step,) = steps("cage-last-cell", "4x4", Cage((0, 1), 3), givens="1")
    assert step.placements == ((1, 2),)
    assert not steps("cage-last-cell", "4x4", Cage((0, 1, 2), 6), givens="1")


def test_cage_combinations() -> None:
    """3 in two cells is 1 and 2; 5 is 1 and 4 or 2 and 3, which is every digit of a 4x4 board."""
    (step,) = steps("cage-combinations", "4x4", Cage((0, 1), 3))
    assert gone(step) == {(0, 3), (0, 4), (1, 3), (1, 4)}
    assert not steps("cage-combinations", "4x4", Cage((0, 1), 5))


def test_a_must_have_digit() -> None:
    found = {step.eliminations[0][1]: gone(step) for step in steps("cage-must-have", "4x4", Cage((0, 1), 3))}
    assert found == {digit: {(cell, digit) for cell in (2, 3, 4, 5)} for digit in (1, 2)}
    assert not steps("cage-must-have", "4x4", Cage((0, 1), 5))


def test_cage_placements() -> None:
    """1 and 2 in two cells, and not 1 in the first: so it is 2 and 1."""
    (step,) = steps("cage-placements", "4x4", Cage((0, 1), 3), ruled_out={0: [1, 3, 4], 1: [3, 4]})
    assert gone(step) == {(1, 2)}
    assert not steps("cage-placements", "4x4", Cage((0, 1), 3), ruled_out={0: [3, 4], 1: [3, 4]})


CAGES = (Cage((0, 4), 4), Cage((1, 5), 6), Cage((2, 6), 4), Cage((3, 7, 11), 9))
"""On a 4x4 board: they cover rows 1 and 2, and r3c4 besides. 23 - 20 = 3."""


def test_an_innie_and_an_outie() -> None:
    """The cages that box 2 meets make 13, so r3c4 is 3; in column 4 the cage of 9 leaves 1 for r4c4."""
    assert {step.placements for step in steps("rule-of-45", "4x4", *CAGES)} == {((11, 3),), ((15, 1),)}
    assert not steps("rule-of-45", "4x4", *CAGES[:2])


def test_an_outie_of_two_houses() -> None:
    assert {step.placements for step in steps("rule-of-45-2", "4x4", *CAGES)} == {((11, 3),)}
    assert not steps("rule-of-45-2", "4x4", *CAGES[:3])


def test_innies_and_outies() -> None:
    """Row 1 has a cage of 3, so the other two cells make 7: 3 and 4."""
    found = [gone(step) for step in steps("innies-outies", "4x4", Cage((0, 1), 3))]
    assert {(2, 1), (2, 2), (3, 1), (3, 2)} in found
    assert not steps("innies-outies", "4x4", Cage((0, 1), 5))


def test_a_cage_that_a_house_splits() -> None:
    """Row 1: beside the cage of 3, two cells of a larger cage make 7."""
    found = [gone(step) for step in steps("cage-splitting", "4x4", Cage((0, 1), 3), Cage((2, 3, 7), 8))]
    assert {(2, 1), (2, 2), (3, 1), (3, 2)} in found
    assert not steps("cage-splitting", "4x4", Cage((0, 1), 3))


def test_a_killer_pair() -> None:
    """5 is 1 and 4 or 2 and 3: each of the two cages takes 1 or 2."""
    found = [gone(step) for step in steps("killer-pair", "9x9", Cage((0, 1), 5), Cage((3, 4), 5))]
    assert {(cell, digit) for cell in (2, 5, 6, 7, 8) for digit in (1, 2)} in found
    assert not steps("killer-pair", "9x9", Cage((0, 1), 5), Cage((3, 4), 9))


def test_blocked_combinations() -> None:
    """The cage of 3 takes 1 and 2, so 7 is not 1 and 6, nor 2 and 5."""
    found = steps("blocked-combinations", "9x9", Cage((0, 1), 3), Cage((2, 3), 7))
    assert {(cell, digit) for cell in (2, 3) for digit in (1, 2, 5, 6, 7, 8, 9)} in map(gone, found)
    apart = steps("blocked-combinations", "9x9", Cage((0, 1), 3), Cage((42, 43), 7))
    assert not any(set(step.eliminations) & {(42, 1), (43, 1)} for step in apart)


def test_what_any_rule_implies() -> None:
    (step,) = steps("rule-consequence", "4x4", Thermometer((0, 1, 2)))
    assert gone(step) == {(0, 3), (0, 4), (1, 1), (1, 4), (2, 1), (2, 2)}
    assert not steps(
        "rule-consequence", "4x4", Thermometer((0, 1, 2)), ruled_out={0: [3, 4], 1: [1, 4], 2: [1, 2]}
    )


def test_cells_that_a_rule_keeps_apart_see_each_other() -> None:
    """A digit that is placed goes from its cage and from cells a knight's move away."""
    caged = Position.of(Puzzle.of("9x9", "5".ljust(81, "."), rules=[Cage((0, 1, 10, 19, 28), 25)]))
    assert not caged.has((28, 5))
    knight = Position.of(Puzzle.of("9x9", ("." * 40 + "5").ljust(81, "."), rules=[AntiKnight()]))
    assert not knight.has((21, 5))
    assert knight.has((20, 5))


def test_the_order_keeps_that_of_the_catalogue() -> None:
    usual = [each for each in variant_entries() if each in ENTRIES]
    assert usual == list(ENTRIES)
    assert not {each.key for each in variant_techniques()} & set(technique_keys())


def test_the_kernel_and_python_find_the_same_steps() -> None:
    """The usual techniques are compiled, those about rules other than cages are not (for those see
    tests/test_native_killers.py).
    """
    options = Options(uniqueness=False)
    puzzle = make_variant(VariantRecipe("thermo", givens=24), 10).puzzle
    position = Position.of(puzzle)
    for step in islice(path(puzzle), 60):
        finders = (each.finder for each in variant_entries() if each.on and not each.techniques[0].unique)
        first = next(found for find in finders for found in find(position, options))
        assert with_rules(position, first) == step
        position.apply(step)


# -- what a path does only once --------------------------------------------------------------------------------------


def test_the_rules_of_a_position_are_hashed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered about them is looked up at every step."""
    position = Position.of(make_variant(VariantRecipe("thermo", Layout.named("4x4")), 1).puzzle)
    known = hash(position.rules)
    copied = pickle.loads(pickle.dumps(position.rules))
    assert (copied, hash(copied)) == (position.rules, known)
    monkeypatch.setattr(Thermometer, "__hash__", None)
    assert hash(position.rules) == known


def test_singles_need_no_board_on_which_rules_make_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_variant(VariantRecipe("anti-knight", Layout.named("6x6")), 1).puzzle
    monkeypatch.setattr(Position, "without_rules", None)
    *_, last = path(puzzle)
    assert last.technique.endswith(("single", "house"))


def test_sums_are_looked_at_again_where_cells_change_and_steps_are_not_lost() -> None:
    """The circle holds at least 1 + 2 + 3; once a shaft cell is at least 5, it holds at least 8."""
    layout = Layout.named("9x9")
    position = Position.of(
        Puzzle.of(layout, "." * 81, rules=[Arrow((0,), (1, 2, 3)), Arrow((80,), (79, 78))])
    )
    first = list(all_steps(position, "sum-limits"))
    assert [step.evidence.rules for step in first[:2]] == [first[0].evidence.rules] * 2
    assert list(all_steps(position, "sum-limits")) == first
    for step in first:
        position.apply(step)
    assert not list(all_steps(position, "sum-limits"))
    for digit in (1, 2, 3, 4):
        position.eliminate(1, digit)
    again = list(all_steps(position, "sum-limits"))
    assert {rule for step in again for rule in step.evidence.rules} == {Arrow((0,), (1, 2, 3))}


def test_steps_are_proved_where_the_digits_break_a_rule_already() -> None:
    rules = (AntiTaxicab(), GlobalModulo(), Cage((3, 2, 1, 0)))
    position = Position.of(Puzzle.of("4x4", ".....3..........", rules=rules))
    is_broken = False
    for step in position.steps(next_step):
        is_broken |= any(rule.broken(position.candidates().grid) for rule in step.evidence.rules)
        verify(position, step)
    assert is_broken
