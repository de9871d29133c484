"""Chains that follow rules: each link names its rule, and the judge of explanations asks that rule alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

import pytest

from explain.reading import assert_says
from explain.replay import Replay
from nonet.explain import LANGUAGES, explain, facts
from nonet.explain import grammar as kinds
from nonet.explain.grammar import Fact
from nonet.explain.wording import sentences_of
from nonet.layout import Layout
from nonet.logic.path import all_steps, next_step
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rules import Difference, Ratio, Rule
from nonet.step import Step

Example = Callable[[], tuple[Step, Position]]


@cache
def shown(*rules: Rule, key: str | None = None, **left: str) -> tuple[Step, Position]:
    """The first step on an empty board, or the last one of a technique; `left` has for a cell the digits that it may
    still hold.
    """
    layout = Layout.named("9x9")
    out = {
        layout.cell_named(name): [d for d in layout.digits if str(d) not in kept]
        for name, kept in left.items()
    }
    position = Position.of(Puzzle.of(layout, "." * 81, rules=rules, ruled_out=out))
    found = next_step(position) if key is None else [*all_steps(position, key)][-1]
    assert found is not None
    return found, position


STRONG = partial(shown, Ratio((0, 1)), r1c1="24", r1c2="12")
WEAK = partial(
    shown,
    Difference((0, 1), 1),
    r1c1="37",
    r1c2="468",
    **{f"r1c{column}": "12356789" for column in range(3, 9)},
)

WING = partial(shown, Difference((0, 1), 1), key="xyz-wing", r1c1="347", r1c2="48", r9c1="47")
PLACES = partial(shown, Ratio((0, 1)), key="w-wing", r1c1="24", r1c2="12", r9c1="25", r5c2="25")
COLOURS = partial(
    shown,
    Difference((0, 9), 1),
    Difference((9, 18), 1),
    key="simple-colors-trap",
    **{f"r{row}c1": "12356789" for row in (2, *range(4, 10))},
)
FORCED = partial(
    shown, Ratio((0, 1)), key="forcing-chain-contradiction", r1c1="24", r1c2="12", r9c1="25", r5c2="25"
)
ALL = (STRONG, WEAK, WING, PLACES, COLOURS, FORCED)


def findings(
    step: Step, position: Position, change: Callable[[Fact], Fact | None] = lambda fact: fact
) -> list[str]:
    stated = [new for fact in facts(step, position.candidates()) if (new := change(fact)) is not None]
    return Replay(position.candidates(), position.candidates().grid, position.rules).findings(stated)


@pytest.mark.parametrize("example", ALL)
def test_chains_by_rules_are_explained(example: Example) -> None:
    step, position = example()
    assert not findings(step, position)
    board = position.candidates()
    stated = facts(step, board)
    for language in LANGUAGES:
        for fact, sentence in zip(stated, sentences_of(stated, board.layout, language=language), strict=True):
            assert_says(fact, sentence, board.layout)


def test_each_link_names_its_rule() -> None:
    step, position = WEAK()
    assert explain(step, position.candidates()).splitlines()[1:] == [
        "  r1c9 = 3 → r1c1 ≠ 3 → r1c1 = 7 (last candidate) → r1c2 ≠ 4 (white dot) → r1c9 = 4 (row 1)",
        "If r1c9 = 3, then r1c9 = 4: a cell cannot be both, so the first is false. Therefore r1c9 ≠ 3.",
    ]
    step, position = STRONG()
    assert "  r1c1 ≠ 2 → r1c2 = 2 (black dot)" in explain(step, position.candidates()).splitlines()
    assert "schwarzer Punkt" in explain(step, position.candidates(), language="de")


@pytest.mark.parametrize("example", ALL)
def test_a_link_whose_rule_was_not_told_or_is_another_is_found(example: Example) -> None:
    step, position = example()
    assert findings(step, position, lambda fact: None if isinstance(fact, kinds.RuleSays) else fact)

    def other(fact: Fact) -> Fact:
        if not isinstance(fact, kinds.Chain):
            return fact
        links = [link._replace(by=Ratio((9, 10)) if link.by else None) for link in fact.links]
        return replace(fact, links=tuple(links))

    assert findings(step, position, other)


def test_wings_and_colours_say_what_each_case_leads_to() -> None:
    step, position = PLACES()
    assert explain(step, position.candidates()).splitlines()[1:] == [
        "  r1c1 ≠ 2 → r1c2 = 2 (black dot)",
        "  r1c1 = 2 → r9c1 ≠ 2 → r9c1 = 5 (last candidate) → r456c1,r789c2 ≠ 5",
        "  r1c2 = 2 → r5c2 ≠ 2 → r5c2 = 5 (last candidate) → r456c1,r789c2 ≠ 5",
        "So in every case r456c1,r789c2 ≠ 5. Therefore r456c1,r789c2 ≠ 5.",
    ]
    step, position = COLOURS()
    assert explain(step, position.candidates()).splitlines()[1:] == [
        "  r1c1 = 4 → r2c1 ≠ 9 (white dot)",
        "  r3c1 = 4 → r2c1 ≠ 9 (white dot)",
        "So in every case r2c1 ≠ 9. Therefore r2c1 ≠ 9.",
    ]


def test_a_link_that_the_rule_does_not_make_is_found() -> None:
    """7 and 6 go together beside a white dot."""

    def wrong(fact: Fact) -> Fact:
        if not isinstance(fact, kinds.Chain):
            return fact
        links = [link._replace(end=link.end._replace(digit=6)) if link.by else link for link in fact.links]
        return replace(fact, links=tuple(links))

    assert any("a way has both" in finding for finding in findings(*WEAK(), wrong))
