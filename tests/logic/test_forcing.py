"""Forcing chains, forcing nets, nested nets and kraken fish."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice

import pytest

from logic.boards import Example, examples, layout_name
from many_cases import every, spread
from nonet.layout import Layout
from nonet.logic import kraken, nested, nets
from nonet.logic.links import grouped_web
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.logic.suppose import Ground, ground_of, truths_of
from nonet.logic.verify import StepError, verify
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rules import Cage
from nonet.step import Case


@pytest.mark.slow
def test_kraken_fish_are_sound_and_proved() -> None:
    found = set()
    for example in islice(examples("chain-layouts"), 4):
        position = example.position()
        for step in kraken.kraken_fish(position, DEFAULTS):
            verify(position, step)
            assert example.agrees(step)
            found.add(step.technique)
    assert found == {"kraken-fish-1", "kraken-fish-2"}


# -- nested nets: the last resort always terminates ---------------------------------------------------------


@pytest.mark.parametrize("example", spread(examples("chain-layouts"), 3), ids=layout_name)
def test_singles_long_nets_and_nested_nets_alone_solve_every_puzzle(example: Example) -> None:
    position = example.position()
    ground = ground_of(example.layout)
    while not position.is_solved:
        possible, placed = ground.start(position)
        singles = ground.singles(possible)[0] & ~placed
        if singles:
            position.place(*ground.candidate(singles.bit_length() - 1))
            continue
        long = nets.long_contradictions(grouped_web(position))
        step = next(chain(long, nested.nested_nets(position, DEFAULTS)))
        verify(position, step)
        assert example.agrees(step)
        position.apply(step)
    assert tuple(position.values) == example.solution


def test_case_analysis_alone_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    """If nesting would take too long, plain case analysis is used."""
    monkeypatch.setattr(nested, "EFFORT", 0)
    monkeypatch.setattr(nested, "WIDEST", 1)
    found = 0
    for example in spread(examples("chain-layouts"), 2):
        position = example.position()
        for step in islice(nested.nested_nets(position, DEFAULTS), 3):
            verify(position, step)
            assert example.agrees(step)
            found += every(2)
    assert found >= 6


def test_what_would_take_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case work may go on as long as the search for candidates to begin with, but no longer."""
    monkeypatch.setattr(nested, "EFFORT", 0)
    monkeypatch.setattr(nested, "WIDEST", 1)
    example = next(each for each in examples("chain-layouts") if each.layout.name == "9x9+x")
    position = example.position()
    monkeypatch.setattr(nested, "MOST", sum(mask.bit_count() for mask in position.masks))
    some = len(list(nested.nested_nets(position, DEFAULTS)))
    monkeypatch.setattr(nested, "MOST", 100_000)
    assert some < len(list(islice(nested.nested_nets(position, DEFAULTS), some + 1)))


def test_a_larger_board_is_given_up_after_fewer_suppositions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while each candidate is tried for the first time: one of 16x16 counts as 25."""
    supposed: list[int] = []
    settle = Ground.settle

    def counted(ground: Ground, possible: int, placed: int, rounds: int | None = None) -> tuple[int, int]:
        supposed.append(placed)
        return settle(ground, possible, placed)

    monkeypatch.setattr(nested, "MOST", 100)
    monkeypatch.setattr(nested, "_refute", lambda *_: None)
    monkeypatch.setattr(nested, "_exhaust", lambda *_: None)
    monkeypatch.setattr(Ground, "settle", counted)
    for name, most in (("9x9", 100), ("16x16", 4)):
        supposed.clear()
        layout = Layout.named(name)
        position = Position.of(Puzzle.of(layout, [0] * layout.cell_count))
        assert not list(nested.nested_nets(position, DEFAULTS))
        assert len(supposed) == most


def test_what_a_candidate_leads_to_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot fail sooner. It counts as tried, so that the search ends where the compiled one does."""
    position = Position.of(
        "12.. 34.. .... ...."
    )  # with several solutions: every digit left is in one of them
    search = nested._Search(ground_of(position.layout), truths_of(position))
    tried: list[int] = []
    settle = Ground.settle

    def counted(ground: Ground, possible: int, placed: int, rounds: int | None = None) -> tuple[int, int]:
        tried.append(placed)
        return settle(ground, possible, placed)

    monkeypatch.setattr(Ground, "settle", counted)
    assert nested._next_split(search, *search.ground.start(position), 1, {}) is None
    assert 0 < len(tried) < search.effort


@pytest.mark.skipif(kernel is None, reason="the kernel knows what is in a solution")
def test_nothing_is_supposed_where_houses_exclude_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nets know houses alone. Without its rule this puzzle has a solution with each candidate."""
    supposed: list[int] = []
    monkeypatch.setattr(nested, "_refute", lambda *asked: supposed.append(asked[1]))
    for rules, wrong in (((Cage((0, 1), 5),), False), ((), True)):
        position = Position.of(Puzzle.of("4x4", "." * 16, rules=rules))
        assert not list(nested.nested_nets(position, DEFAULTS))
        assert bool(supposed) == wrong


def test_a_nested_net_always_splits() -> None:
    """What fails without a second supposition is a forcing net."""
    for example in spread(examples("chain-layouts"), 3):
        position = example.position()
        for step in islice(nested.nested_nets(position, DEFAULTS), 3):
            tree = step.evidence.cases
            assert tree is not None
            (case,) = tree.cases if tree.candidate is None else (tree,)
            assert case.split is not None
            assert step.beyond_hodoku


def test_long_contradictions_are_forcing_nets() -> None:
    """However many singles it takes: one supposition that fails is a forcing net, and costs what they cost."""
    found = 0
    for example in examples("chain-layouts"):
        position = example.position()
        for step in islice(nets.long_contradictions(grouped_web(position)), 3):
            verify(position, step)
            assert example.agrees(step)
            assert (step.technique, step.beyond_hodoku) == ("forcing-net-contradiction", True)
            assert step.evidence.cases is None
            found += 1
    assert found >= 6


def test_a_puzzle_with_several_solutions_terminates() -> None:
    position = Position.of(Puzzle.of(Layout.named("4x4"), [1, 0, 0, 0] + [0] * 12))
    assert list(nested.nested_nets(position, DEFAULTS)) == []


def test_a_broken_tree_proves_nothing() -> None:
    """The verifier replays the tree; without the truths at its leaves, or without a branch, it is not a proof."""
    for example in spread(examples("chain-layouts"), 3):
        position = example.position()
        for step in islice(nested.nested_nets(position, DEFAULTS), 3):
            tree = step.evidence.cases
            assert tree is not None
            for broken in (_without_truths(tree), _without_branches(tree)):
                with pytest.raises(StepError):
                    verify(position, replace(step, evidence=replace(step.evidence, cases=broken)))


def _without_truths(tree: Case) -> Case:
    return replace(tree, truths=(), cases=tuple(map(_without_truths, tree.cases)))


def _without_branches(tree: Case) -> Case:
    return replace(tree, cases=()) if tree.cases else replace(tree, truths=tree.truths[:-1])


# -- the engine of nets -------------------------------------------------------------------------------------


def test_settling_places_singles_one_by_one() -> None:
    for example in examples("chain-layouts"):
        ground = ground_of(example.layout)
        start = Position.of(Puzzle.of(example.layout, example.givens))
        possible, placed = ground.settle(*ground.start(start))
        assert (possible, placed) == ground.start(example.position())


def test_an_empty_house_is_seen_in_every_layout() -> None:
    for example in examples("chain-layouts"):
        ground = Ground(example.layout)
        everything = (1 << ground.cells * ground.size) - 1
        assert ground.singles(everything) == (0, False)
        for house in example.layout.houses:
            hole = sum(1 << ground.bit((cell, 1)) for cell in house.cells)
            assert ground.singles(everything & ~hole)[1]
        cell = sum(1 << ground.bit((0, digit)) for digit in example.layout.digits)
        assert ground.singles(everything & ~cell)[1]
