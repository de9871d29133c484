"""Explanations are proofs: the judge replays every fact, and finds what is wrong with those that are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from explain.reading import assert_says
from explain.replay import RULES, Replay
from logic.boards import LayoutCase, case_lines, lines
from many_cases import every, for_cases, for_each, spread
from nonet.candidates import Candidates
from nonet.explain import DETAILS, LANGUAGES, TIERS, facts
from nonet.explain import grammar as kinds
from nonet.explain.examples import Example, example
from nonet.explain.explaining import explainer_of
from nonet.explain.grammar import Fact
from nonet.explain.phrases import CellList, HouseList
from nonet.explain.step_view import StepView
from nonet.explain.wording import sentences_of
from nonet.explain.words.generic import generic
from nonet.formats import parse
from nonet.generate import Recipe, make
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic.cases import parse_case
from nonet.logic.catalog import entry, techniques
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import all_steps, path
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.step import Node, Step

LARGEST = ("squirmbag", "whale", "leviathan")
KEYS = [each.key for each in techniques() if not each.key.endswith(LARGEST)]
LARGE_KEYS = [each.key for each in techniques() if each.key.endswith(LARGEST)]
"""The largest fish are explained as the others are, but take long to find."""
DATA = Path(__file__).resolve().parents[1] / "data"
FRAME = (kinds.LookAt, kinds.Folded, kinds.ShortFor)
"""Kinds that say where to look or how to read; a proof does not contain them."""


@cache
def shown(key: str) -> Example:
    found = example(key)
    assert found is not None
    return found


def check(step: Step, position: Candidates, givens: Grid, stated: tuple[Fact, ...] | None = None) -> None:
    """The facts prove the step, and the sentences say the facts, in every language."""
    stated = facts(step, position) if stated is None else stated
    short = facts(step, position, detail="short")
    assert not Replay(position, givens).findings(with_told(stated, short)), step.technique
    if not any(isinstance(fact, kinds.Folded) for fact in short):
        assert not Replay(position, givens, short=True).findings(short), step.technique
    assert isinstance(stated[-1], kinds.Therefore)
    assert stated[-1].placements == step.placements
    assert stated[-1].eliminations == step.eliminations
    for language in LANGUAGES:
        for fact, sentence in zip(
            stated, sentences_of(stated, position.layout, language=language), strict=True
        ):
            assert_says(fact, sentence, position.layout)


def with_told(stated: tuple[Fact, ...], short: tuple[Fact, ...]) -> list[Fact]:
    """The facts, and before the conclusion those of the short form alone, which must follow, too."""
    only = [fact for fact in short if fact not in stated and not isinstance(fact, kinds.Folded)]
    return [*stated[:-1], *only, stated[-1]]


def check_path(puzzle: Puzzle) -> int:
    """Every step of a puzzle; how many there were."""
    position, count = Position.of(puzzle), 0
    for step in path(puzzle):
        check(step, position.candidates(), puzzle.givens)
        position.apply(step)
        count += 1
    return count


# -- every technique -------------------------------------------------------------------------------------------


@for_each(spread(KEYS, 2))
def test_the_example_of_a_technique_is_a_proof(key: str) -> None:
    check(shown(key).step, shown(key).position, shown(key).givens)


@pytest.mark.slow
@pytest.mark.parametrize("key", LARGE_KEYS)
def test_the_example_of_a_large_fish_is_a_proof(key: str) -> None:
    check(shown(key).step, shown(key).position, shown(key).givens)


@for_each(KEYS)
def test_without_its_own_explainer_it_is_still_a_proof(key: str) -> None:
    """A new technique needs no prose: its evidence is followed to the end."""
    found = shown(key)
    unknown = replace(found.step, technique="brand-new")
    stated = facts(unknown, found.position)
    if any(isinstance(fact, kinds.Suppose) for fact in stated):
        check_generic(unknown, found, stated)
    else:
        assert key.startswith(("template", "sk-loop")), key  # no more than a search could follow that


def check_generic(step: Step, found: Example, stated: tuple[Fact, ...]) -> None:
    replay = Replay(found.position, found.givens)
    if step.evidence.deadly is not None:  # the way out of a deadly pattern is not stated without an explainer
        own = facts(found.step, found.position)
        replay.findings(
            [fact for fact in own if isinstance(fact, (kinds.DeadlyPattern, kinds.Grave, kinds.CannotFill))]
        )
        extras = StepView(step, found.position).prover.way_out(step.evidence.deadly)
        replay.facts.append(kinds.EitherOr(tuple(Node(digit, (cell,)) for cell, digit in extras)))
    assert not replay.findings(stated)


@for_each(KEYS)
def test_tiers_are_selections_of_the_same_facts(key: str) -> None:
    step, position = shown(key).step, shown(key).position
    for detail in DETAILS:
        one, two, three, four = (facts(step, position, tier=tier, detail=detail) for tier in TIERS)
        assert two[:-1] == one
        assert isinstance(two[-1], kinds.Heading)
        assert four[: len(three)] == three


@for_each(KEYS)
def test_it_has_an_explainer_of_its_own(key: str) -> None:
    explainer = explainer_of(key)
    assert explainer is not generic
    account = explainer(StepView(shown(key).step, shown(key).position))
    assert account.pattern


# -- every step of puzzles ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_step_of_some_puzzles_is_a_proof() -> None:
    """On boards of every kind."""
    by_layout: dict[str, list[str]] = {}
    for line in (DATA / "logic" / "puzzles.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, text = line.split()
            by_layout.setdefault(name, []).append(text)
    assert len(by_layout) > 3
    puzzles = [
        parse(text, layout=Layout.named(name)) for name, texts in by_layout.items() for text in texts[:1]
    ]
    assert sum(map(check_path, puzzles)) > 300


@pytest.mark.parametrize(
    "text",
    [
        ".8....36.3...45..22.7..69...1.4.......2.51........2...84..2..7....7.3.9...3...1.8",
        "9.48...6.8..5....7...6...5.....6.19..8...1..6....8..3.3.1...7..2...4.......3.7...",
        "8...3......7.1...5..1..2.34.18..5..3...1.....2...63....5......2..9.5..7.6.39.....",
    ],
)
def test_a_digit_that_counts_twice_leaves_what_sees_one_of_any_two_of_its_places(text: str) -> None:
    """Each has a Sue de Coq in which a digit is in the row and in the box."""
    assert check_path(parse(text))


@pytest.mark.once
def test_a_net_whose_cases_need_cases_of_their_own() -> None:
    """The net uses a pair, which singles and locked candidates do not replace."""
    puzzle = parse("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1")
    steps, position = list(islice(path(puzzle, scheme="se"), 16)), Position.of(puzzle)
    for step in steps[:-1]:
        position.apply(step)
    assert steps[-1].technique == "forcing-net-verity"
    check(steps[-1], position.candidates(), puzzle.givens)


def cases(family: str) -> Iterator[tuple[Step, Candidates, Grid]]:
    """Up to three steps of each case of a family, on every board: all techniques, on and off by default."""
    for line in case_lines(family):
        case = parse_case(line)
        if not case.must_not_fire and not case.technique.endswith(LARGEST):
            position = Position.at(case.position, givens=case.givens)
            for step in first_steps(position, case.technique, case.options):
                yield step, case.position, case.givens
    for line in lines(family):
        if line.startswith("@"):
            on_board = LayoutCase.parsed(line)
            position = on_board.position()
            board = position.candidates()
            for step in first_steps(position, on_board.technique, DEFAULTS):
                yield step, board, board.grid


def first_steps(position: Position, key: str, options: Options) -> Iterator[Step]:
    return islice((step for step in entry(key).finder(position, options) if step.technique == key), 3)


@pytest.mark.parametrize("family", ["single_digit", "uniqueness", "wings", "coloring", "sue_de_coq"])
def test_the_cases_of_a_family_are_proofs(family: str) -> None:
    count = 0
    for step, position, givens in spread(cases(family), 2):
        check(step, position, givens)
        count += every(2)
    assert count > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "family", ["als", "chains", "fish", "forcing", "locked", "loops", "singles", "subsets", "templates"]
)
def test_the_cases_of_other_families_are_proofs(family: str) -> None:
    for step, position, givens in cases(family):
        check(step, position, givens)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "unfair", "extreme"])
def test_every_step_of_a_thousand_puzzles_of_every_level_is_a_proof(level: str, part: int) -> None:
    for made in make(Recipe(level=level), part, count=100):
        check_path(made.puzzle)


@for_each(["forcing-chain-contradiction", "forcing-chain-verity"])
def test_forcing_chains_where_singles_would_do(key: str) -> None:
    """What is supposed may take the last candidate of a cell: then a contradiction has no chain."""
    puzzle = parse(".8....36.3...45..22.7..69...1.4.......2.51........2...84..2..7....7.3.9...3...1.8")
    position = Position.of(puzzle)
    steps = list(islice(all_steps(position, key), 12))
    if key.endswith("contradiction"):
        assert not any(chain for chain in steps[0].evidence.chains)
    for step in steps:
        check(step, position.candidates(), puzzle.givens)


# -- the judge finds faults ------------------------------------------------------------------------------------


def changed(key: str, kind: type[Fact], change: Callable[[Fact], Fact | None]) -> list[str]:
    """The findings, once the first fact of a kind was changed (or left out) in the example of a technique."""
    found = shown(key)
    short = facts(found.step, found.position, detail="short")
    stated = with_told(facts(found.step, found.position), short)
    place = next(number for number, fact in enumerate(stated) if isinstance(fact, kind))
    new = change(stated[place])
    stated[place : place + 1] = [] if new is None else [new]
    return Replay(found.position, found.givens).findings(stated)


def test_a_because_that_was_never_derived_is_found() -> None:
    """Contradiction nets used to name causes that no line had derived."""
    assert changed("forcing-net-contradiction", kinds.Left, lambda fact: None)
    assert changed(
        "forcing-net-contradiction",
        kinds.Left,
        lambda fact: replace(fact, causes=(((0, 1), True),)),  # type: ignore[call-arg]
    )


def test_a_case_that_never_comes_to_an_end_is_found() -> None:
    """Verity nets used to have branches that stopped short of the conclusion."""
    found = shown("forcing-net-verity")
    stated = list(facts(found.step, found.position))
    ends = [n for n, fact in enumerate(stated) if n and fact.depth < stated[n - 1].depth]
    del stated[ends[0] - 1]
    assert Replay(found.position, found.givens).findings(stated)


def test_candidates_that_are_not_there_are_found() -> None:
    """Uniqueness texts used to claim the pair in every cell."""
    found = shown("uniqueness-test-1")
    stated = facts(found.step, found.position)
    deadly = found.step.evidence.deadly
    assert deadly is not None
    claim = kinds.OnlyCandidates(deadly.cells, deadly.digits, each=True)
    assert Replay(found.position, found.givens).findings([stated[0], claim, *stated[1:]])


def test_either_or_where_both_hold_is_found() -> None:
    """Texts of almost locked sets used to say "4 or 7" of two digits that both go: that proves neither."""
    findings = []
    for step, position, givens in cases("als"):
        stated = facts(step, position)
        sets = [fact for fact in stated if isinstance(fact, kinds.InSets)]
        if len(sets) > 1:
            options = tuple(Node(fact.digit, cells) for fact in sets for _, cells in fact.sets)
            vague = [fact for fact in stated if not isinstance(fact, (kinds.InSets, kinds.Chain))]
            vague.insert(-1, kinds.EitherOr(options))
            findings += Replay(position, givens).findings(vague)
    assert any("does not follow" in finding for finding in findings)


def test_the_wrong_pairing_of_a_dual_empty_rectangle_is_found() -> None:
    """Each link goes with the elimination that it proves."""
    found = shown("dual-empty-rectangle")
    stated = list(facts(found.step, found.position))
    one, other = (n for n, fact in enumerate(stated) if isinstance(fact, kinds.Suppose))
    stated[one], stated[other] = stated[other], stated[one]
    assert Replay(found.position, found.givens).findings(stated)


@for_cases(
    [
        ("hidden-single", kinds.Blocks),
        ("naked-single", kinds.Has),
        ("locked-candidates-1", kinds.Sees),
        ("hidden-pair", kinds.OnlyPlaces),
        ("x-wing", kinds.CoverFull),
        ("finned-x-wing", kinds.FinsSeen),
        ("skyscraper", kinds.Sees),
        ("w-wing", kinds.Sees),
        ("xy-wing", kinds.OnlyCandidates),
        ("wxyz-wing", kinds.FitOnce),
        ("simple-colors-trap", kinds.Colours),
        ("multi-colors-1", kinds.ColoursClash),
        ("sue-de-coq", kinds.Crossing),
        ("als-xz", kinds.CommonDigit),
        ("death-blossom", kinds.AlmostLockedSet),
        ("xy-chain", kinds.Chain),
        ("continuous-nice-loop", kinds.Chain),
        ("remote-pair", kinds.EachSeesNext),
        ("uniqueness-test-2", kinds.DeadlyPattern),
        ("bug-plus-1", kinds.Grave),
        ("forcing-chain-verity", kinds.Chain),
        ("nested-net", kinds.Left),
        ("template-delete", kinds.Templates),
    ]
)
def test_a_derivation_that_is_left_out_is_found(key: str, kind: type[Fact]) -> None:
    assert changed(key, kind, lambda fact: None), kind.__name__


@for_cases(
    [
        ("x-wing", kinds.OnlyIn, {"covers": (9, 10)}),
        ("finned-x-wing", kinds.OnlyIn, {"fins": ()}),
        ("naked-pair", kinds.Share, {"houses": (0,)}),
        ("hidden-pair", kinds.KeptFor, {"cells": (0, 1)}),
        ("skyscraper", kinds.TwoEach, {"ends": (0, 1)}),
        ("empty-rectangle", kinds.Crossed, {"cell": 0}),
        ("w-wing", kinds.SamePair, {"house": 0}),
        ("xy-wing", kinds.Hinge, {"itself": True}),
        ("remote-pair", kinds.Alternate, {"cells": (0, 1, 2, 3)}),
        ("als-xz", kinds.SetsClash, {"cells": (0, 80)}),
        ("als-chain", kinds.SetNeeds, {"places": (0,)}),
        ("death-blossom", kinds.Whatever, {"places": (0,)}),
        ("sue-de-coq", kinds.AllUsed, {"cells": (0, 1, 2, 3)}),
        ("simple-colors-trap", kinds.EitherColour, {"cells": (0,)}),
        ("uniqueness-test-1", kinds.Swappable, {"cells": (0, 1, 9, 10)}),
        ("bug-plus-1", kinds.AllPairs, {"extras": ()}),
        ("uniqueness-test-4", kinds.NothingExtra, {"gone": ((0, 1),)}),
        ("x-chain", kinds.ChainMeans, {"end": Node(1, (0,))}),
        ("continuous-nice-loop", kinds.Ring, {"pairs": ((Node(1, (0,)), Node(1, (1,))),)}),
        ("forcing-chain-verity", kinds.SameInEachCase, {"eliminations": ((0, 1),)}),
        ("forcing-net-contradiction", kinds.Fails, {"node": Node(1, (0,))}),
    ]
)
def test_what_a_friend_says_is_proved(key: str, kind: type[Fact], other: dict[str, object]) -> None:
    """Before the proof, which does not need it: it must be true anyway."""
    assert changed(key, kind, lambda fact: None) == [] or kind in (kinds.Fails, kinds.EitherColour)
    assert changed(key, kind, lambda fact: replace(fact, **other)), kind.__name__  # type: ignore[arg-type]


def test_every_place_for_a_digit_means_every_place() -> None:
    """What sees some of the places of a digit does not lose it."""

    def fewer(fact: Fact) -> Fact:
        assert isinstance(fact, kinds.Sees)
        assert fact.digit
        return replace(fact, others=fact.others[:1])

    assert any("all its places" in finding for finding in changed("sue-de-coq", kinds.Sees, fewer))


def test_opposite_colours_that_are_not_opposite_are_found() -> None:
    def swapped(fact: Fact) -> Fact:
        assert isinstance(fact, kinds.ColoursClash)
        return replace(fact, opposites=fact.opposites[::-1])

    assert any("opposite" in finding for finding in changed("multi-colors-1", kinds.ColoursClash, swapped))


def test_a_chain_with_the_wrong_reason_is_found() -> None:
    def wrong(fact: Fact) -> Fact:
        assert isinstance(fact, kinds.Chain)
        reasons = tuple(
            None if each is None else CellList((80,)) if isinstance(each, HouseList) else HouseList((0,))
            for each in fact.reasons
        )
        return replace(fact, reasons=reasons)

    assert changed("x-chain", kinds.Chain, wrong)
    assert changed("xy-chain", kinds.Chain, wrong)


def test_every_kind_of_fact_has_a_rule() -> None:
    every = {
        getattr(kinds, name)
        for name in dir(kinds)
        if isinstance(getattr(kinds, name), type) and issubclass(getattr(kinds, name), Fact)
    }
    assert every - {Fact, *FRAME} == set(RULES)


def test_the_documentation_counts_the_kinds() -> None:
    count = len(set(RULES) | set(FRAME))
    text = (DATA.parents[1] / "docs" / "explain.md").read_text(encoding="utf-8")
    assert f"There are {count} kinds, " in text


def test_every_kind_of_fact_is_used() -> None:
    used = {
        type(fact)
        for key in KEYS
        for tier in (1, 4)
        for detail in DETAILS
        for fact in facts(shown(key).step, shown(key).position, tier=tier, detail=detail)
    }
    rare = {
        kinds.AllFail,
        kinds.Gone,
        kinds.ItsConclusion,
        kinds.Clash,
    }
    rooms = (
        "leftovers",
        "line_sums",
        "needs",
        "partners",
        "pointers",
        "skylines",
        "sum_limits",
        "sums",
    )  # see their tests
    of_variants = {kind for kind in RULES if kind.__module__.rpartition(".")[2] in rooms}
    assert set(RULES) - used <= rare | of_variants | {kinds.RoleIs}
