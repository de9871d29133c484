"""What rules give to chains: candidates that exclude each other, digits that have a place, and the proof of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from nonet.generate.variants import VariantRecipe, make_variant
from nonet.layout import Layout
from nonet.logic.path import all_steps, next_step, path
from nonet.logic.position import Position
from nonet.logic.variants.links import linked
from nonet.logic.verify import is_proved, verify
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Difference, Quadruple, Ratio, Renban, Rule
from nonet.rules.base import CellSet
from nonet.rules.primitives import Linear, Primitive
from nonet.step import Evidence, Link, Step, Truth


def position_of(*rules: Rule, **left: str) -> Position:
    """An empty board; `left` has for a cell (r1c1) the digits that it may still hold."""
    layout = Layout.named("9x9")
    out = {
        layout.cell_named(name): [d for d in layout.digits if str(d) not in kept]
        for name, kept in left.items()
    }
    return Position.of(Puzzle.of(layout, "." * 81, rules=rules, ruled_out=out))


def excluded(position: Position, cell: int, digit: int) -> set[tuple[int, int]]:
    found = linked(position)
    assert found is not None
    return set(found.rule_links.weak.get((cell, digit), {}))


def needed(position: Position) -> dict[tuple[int, int], Truth]:
    found = linked(position)
    assert found is not None
    return found.rule_links.truths


def test_a_relation_of_two_cells_excludes_digits() -> None:
    """The same digit is excluded anyway: both cells are in row 1."""
    position = position_of(Difference((0, 1), 1), r1c1="34", r1c2="13457")
    assert excluded(position, 0, 3) == {(1, 1), (1, 5), (1, 7)}
    assert excluded(position, 1, 4) == set()


def test_a_rule_with_few_empty_cells_excludes_what_no_way_has_together() -> None:
    assert excluded(position_of(Renban((0, 1, 20)), r1c1="457", r1c2="45", r3c3="36"), 0, 7) == {
        (1, 4),
        (20, 3),
    }
    arrow = position_of(Cage((0, 1, 2), 15), Ratio((40, 41)), r1c1="129", r1c2="58", r1c3="156")
    assert excluded(arrow, 0, 1) >= {(1, 5), (2, 5)}


def test_a_rule_says_which_digits_have_a_place() -> None:
    renban = Renban((0, 1, 20))
    assert needed(position_of(renban, r1c1="457", r1c2="45", r3c3="36")) == {
        (5, 0b11): Truth(digit=5, rule=renban)
    }
    quadruple = Quadruple((0, 1, 9, 10), (5, 7))
    position = position_of(quadruple, r1c1="123", r1c2="1235", r2c1="1257", r2c2="1237")
    assert needed(position) == {
        (5, 1 << 1 | 1 << 9): Truth(digit=5, rule=quadruple),
        (7, 1 << 9 | 1 << 10): Truth(digit=7, rule=quadruple),
    }


@dataclass(frozen=True)
class Ten(Rule):
    """A rule of another package: two cells that add up to 10."""

    cells: CellSet
    kind = "ten"
    title = "ten"

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Linear(self.cells, (1, 1), 10, layout.size)


def test_a_rule_of_another_package_has_links_on_its_first_day() -> None:
    position = position_of(Ten((0, 80)), r1c1="1237", r9c9="3789")
    assert excluded(position, 0, 3) == {(80, 3), (80, 8), (80, 9)}
    step = next_step(position_of(Ten((0, 80)), r1c1="37", r9c9="37"))
    assert step is not None
    assert (72, 3) in step.eliminations
    assert {truth.rule for truth in step.evidence.truths} <= {None, Ten((0, 80))}


def test_killers_and_puzzles_without_links_have_none() -> None:
    assert linked(position_of(Cage((0, 1), 3))) is None
    assert linked(position_of()) is None


def test_what_sees_all_places_that_a_rule_leaves_a_digit_loses_it() -> None:
    """r1c1 is 2 or 4, r1c2 is 1 or 2: by the black dot one of both is 2."""
    position = position_of(dot := Ratio((0, 1)), r1c1="24", r1c2="12")
    step = next_step(position)
    assert step is not None
    verify(position, step)
    assert (step.technique, len(step.eliminations)) == ("aic", 13)
    assert step.evidence.truths == (Truth(digit=2, rule=dot),)
    assert [link.by for link in step.evidence.links] == [dot]


DOT = Difference((0, 1), 1)


def dotted() -> tuple[Position, Step]:
    """r1c9 = 3 → r1c1 = 7 → r1c2 ≠ 4 (white dot) → r1c9 = 4, the last place in row 1."""
    others = {f"r1c{column}": "12356789" for column in range(3, 9)}
    position = position_of(DOT, r1c1="37", r1c2="468", **others)
    step = next_step(position)
    assert step is not None
    return position, step


def test_a_chain_names_the_rule_of_each_link_and_is_proved_by_it() -> None:
    position, step = dotted()
    assert (step.technique, step.eliminations) == ("discontinuous-nice-loop", ((8, 3),))
    assert [link.by for link in step.evidence.links] == [None, None, DOT, None]
    verify(position, step)
    assert Step.from_json(step.to_json(position.layout), position.layout) == step


def linked_by(step: Step, rule: Rule | None) -> Step:
    links = tuple(link._replace(by=rule) if link.by else link for link in step.evidence.links)
    return replace(step, evidence=replace(step.evidence, links=links))


def test_a_link_by_no_rule_or_by_another_proves_nothing() -> None:
    position, step = dotted()
    assert not is_proved(position, linked_by(step, None))
    assert not is_proved(position, linked_by(step, Ratio((0, 9))))  # no rule of the puzzle
    (link,) = (each for each in step.evidence.links if each.by)
    wrong = Link(link.start, link.end._replace(digit=2, cells=(9,)), False, DOT)
    assert not is_proved(position, replace(step, evidence=replace(step.evidence, links=(wrong,))))


def test_a_rule_that_need_not_have_a_digit_is_no_truth() -> None:
    position = position_of(renban := Renban((0, 1, 20)), r1c1="457", r1c2="45", r3c3="36")
    for digit, proved in ((5, True), (4, False)):
        evidence = Evidence(truths=(Truth(digit=digit, rule=renban),))
        assert is_proved(position, Step("aic", (), ((10, digit),), evidence)) is proved


# -- wings, colours and forcing ----------------------------------------------------------------------------------

BLACK = Ratio((0, 1))
BY_LINKS = {
    "xy-wing": position_of(DOT, r1c1="37", r1c2="48", r9c1="47"),
    "xyz-wing": position_of(DOT, r1c1="347", r1c2="48", r9c1="47"),
    "w-wing": position_of(BLACK, r1c1="24", r1c2="12", r9c1="25", r5c2="25"),
    "simple-colors-trap": position_of(
        Difference((0, 9), 1),
        Difference((9, 18), 1),
        **{f"r{row}c1": "12356789" for row in (2, *range(4, 10))},
    ),
    "forcing-chain-verity": position_of(DOT, r1c1="37", r1c2="48", r9c1="47"),
    "forcing-chain-contradiction": position_of(BLACK, r1c1="24", r1c2="12", r9c1="25", r5c2="25"),
}
"""Positions in which a rule links candidates, by the technique that uses it."""


@pytest.mark.parametrize("key", BY_LINKS)
def test_wings_colours_and_forcing_follow_rules(key: str) -> None:
    position = BY_LINKS[key]
    steps = [step for step in all_steps(position, key) if step.evidence.linking_rules]
    assert steps
    for step in steps:
        verify(position, step)
        chains = tuple(tuple(link._replace(by=None) for link in chain) for chain in step.evidence.chains)
        truths = tuple(truth for truth in step.evidence.truths if truth.rule is None)
        assert not is_proved(
            position, replace(step, evidence=replace(step.evidence, chains=chains, truths=truths))
        )


def test_a_wing_says_what_each_case_leads_to() -> None:
    """r1c1 = 3 leaves r1c2 = 4 by the dot, r1c1 = 7 leaves r9c1 = 4: what sees both is not 4."""
    steps = list(all_steps(BY_LINKS["xy-wing"], "xy-wing"))
    assert [step.eliminations for step in steps] == [tuple((cell, 4) for cell in (9, 18, 55, 64, 73))]
    assert [[link.by for link in chain] for chain in steps[0].evidence.chains] == [
        [DOT, None, None],
        [None] * 3,
    ]


def test_two_places_in_a_row_and_a_box_are_one_wing() -> None:
    """2 has two places in row 5 and box 4: r5c1 and r5c2. The dots leave r4c1 or r6c2 its 4, and r4c2 loses 4."""
    others = {f"r{row}c{column}": "13456789" for row in (4, 6) for column in (1, 2, 3)}
    others |= {f"r5c{column}": "13456789" for column in range(3, 10)}
    others |= {"r4c1": "47", "r6c2": "47"}
    position = position_of(Ratio((36, 27)), Ratio((37, 46)), Ratio((27, 28)), **others)
    for step in all_steps(position, "w-wing"):
        assert len(set(step.eliminations)) == len(step.eliminations)
    steps = [step.eliminations for step in all_steps(position, "w-wing")]
    assert steps
    assert len(set(steps)) == len(steps)


def test_a_wing_by_rules_comes_before_chains() -> None:
    step = next_step(BY_LINKS["xy-wing"])
    assert step is not None
    assert step.technique == "xy-wing"


def test_killers_have_no_wings_by_rules() -> None:
    """Their sums are looked at as such, and their paths stay as they are."""
    position = position_of(Cage((0, 1), 11), r1c1="37", r1c2="48", r9c1="47")
    assert not list(all_steps(position, "xy-wing"))


@pytest.mark.parametrize(("name", "seed"), [("kropki", 3), ("whispers", 2)])
def test_chains_by_rules_are_true(name: str, seed: int) -> None:
    made = make_variant(VariantRecipe(name, Layout.named("6x6")), seed=seed)
    position = Position.of(made.puzzle)
    for step in path(made.puzzle):
        assert all(made.solution[cell] != digit for cell, digit in step.eliminations), step
        verify(position, step)
        position.apply(step)
