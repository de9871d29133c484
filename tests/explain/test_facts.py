"""Facts: those about the board hold on it; what a sentence names is what the fact names."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from nonet.candidates import Candidates
from nonet.explain import facts as facts_of
from nonet.explain import look_at
from nonet.explain.examples import Example, example
from nonet.explain.facts import (
    BOARD_FACTS,
    AlmostLockedSet,
    Chain,
    Covered,
    Fact,
    LastCandidate,
    LastOpenCell,
    LastPlace,
    OnlyCandidates,
    OnlyPlaces,
    OnlyPlacesOfDigits,
    PlacesInBoth,
    SameTwoCandidates,
    SeeEachOther,
)
from nonet.explain.phrases import CellList, HouseList
from nonet.explain.telling import teller
from nonet.explain.view import View
from nonet.explain.wording import sentences_of
from nonet.formats import parse
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import techniques
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.step import Evidence, Link, Node, Step

LARGEST = ("squirmbag", "whale", "leviathan")
KEYS = [each.key for each in techniques() if not each.key.endswith(LARGEST)]
"""The largest fish are explained as the others are, but take long to find."""
PUZZLES = Path(__file__).resolve().parents[1] / "data" / "logic" / "puzzles.txt"


@cache
def shown(key: str) -> Example:
    found = example(key)
    assert found is not None
    return found


# -- a board of its own: candidates as a set of (cell, digit), houses as sets of cells -------------------------


class Board:
    def __init__(self, position: Candidates) -> None:
        self.open = {cell for cell, value in enumerate(position.grid.values) if not value}
        self.candidates = {(cell, digit) for cell in self.open for digit in position.digits(cell)}
        self.houses = [set(house.cells) for house in position.layout.houses]

    def digits(self, *cells: int) -> set[int]:
        return {digit for cell, digit in self.candidates if cell in cells}

    def places(self, digit: int, house: int) -> set[int]:
        return {cell for cell, each in self.candidates if each == digit and cell in self.houses[house]}

    def see(self, one: int, other: int) -> bool:
        return one != other and any({one, other} <= house for house in self.houses)

    def in_a_house(self, cells: tuple[int, ...]) -> bool:
        return any(set(cells) <= house for house in self.houses)


def holds(fact: Fact, board: Board) -> bool:
    match fact:
        case LastOpenCell():
            return all(board.houses[house] & board.open == {fact.cell} for house in fact.houses)
        case LastCandidate():
            return board.digits(fact.cell) == {fact.digit}
        case LastPlace():
            return all(board.places(fact.digit, house) == {fact.cell} for house in fact.houses)
        case OnlyPlaces():
            return all(board.places(fact.digit, house) == set(fact.cells) for house in fact.houses)
        case OnlyPlacesOfDigits():
            return len(fact.digits) == len(fact.cells) and all(
                board.places(digit, house) <= set(fact.cells)
                for digit in fact.digits
                for house in fact.houses
            )
        case PlacesInBoth():
            return all(board.places(fact.digit, house) == set(fact.cells) for house in fact.houses) and all(
                set(fact.cells) <= board.houses[house] for house in fact.others
            )
        case Covered():
            base = {cell for house in fact.bases for cell in board.places(fact.digit, house)}
            cover = {cell for house in fact.covers for cell in board.houses[house]}
            return (
                len(fact.bases) == len(fact.covers)
                and set(fact.cells) <= cover
                and base == {*fact.cells, *fact.fins}
            )
        case OnlyCandidates():
            return (
                len(fact.digits) == len(fact.cells)
                and board.digits(*fact.cells) == set(fact.digits)
                and all(set(fact.cells) <= board.houses[house] for house in fact.houses)
            )
        case SameTwoCandidates():
            return len(fact.digits) == 2 and all(
                board.digits(cell) == set(fact.digits) for cell in fact.cells
            )
        case AlmostLockedSet():
            return (
                len(fact.digits) == len(fact.cells) + 1
                and board.digits(*fact.cells) == set(fact.digits)
                and board.in_a_house(fact.cells)
            )
        case SeeEachOther():
            return all(board.see(one, other) for one in fact.cells for other in fact.others)
        case Chain():
            return all(
                reason_holds(link, reason, board)
                for link, reason in zip(fact.links, fact.reasons, strict=False)
                if not link.start.set_cells and not link.end.set_cells
            )
    raise AssertionError(fact)


def reason_holds(link: Link, reason: HouseList | CellList | None, board: Board) -> bool:
    """A strong link leaves no other place in its house or no other digit in its cell; a weak one excludes."""
    start, end = link.start, link.end
    both = {*start.cells, *end.cells}
    match reason:
        case HouseList((house,)):
            return start.digit == end.digit and board.places(start.digit, house) <= both
        case CellList((cell,)):
            return both == {cell} and board.digits(cell) == {start.digit, end.digit}
    if start.digit == end.digit:
        return all(board.see(one, other) for one in start.cells for other in end.cells)
    return both == {start.cells[0]}


def check(step: Step, position: Candidates) -> Counter[str]:
    """Every fact about the board that is stated of the step holds there; how many of each kind there were."""
    board = Board(position)
    kinds: Counter[str] = Counter()
    for fact in facts_of(step, position.layout):
        if isinstance(fact, (*BOARD_FACTS, Chain)):
            assert holds(fact, board), (step.technique, fact)
            kinds[type(fact).__name__] += 1
    return kinds


@pytest.mark.parametrize("key", KEYS)
def test_facts_about_the_board_hold_in_the_example(key: str) -> None:
    check(shown(key).step, shown(key).position)


def test_facts_about_the_board_hold_on_whole_paths() -> None:
    """On boards of every kind; and each step is explained by its own explainer, not by the fallback."""
    kinds: Counter[str] = Counter()
    used: set[str] = set()
    for puzzle in puzzles():
        position = Position.of(puzzle)
        for step in path(puzzle):
            kinds += check(step, position.candidates())
            used.add(step.technique)
            explainer = teller(step.technique)
            assert explainer is not None
            assert explainer(View(step, puzzle.layout)).pattern
            position.apply(step)
    assert len(kinds) > 8
    assert len(used) > 12


def puzzles() -> list[Puzzle]:
    """Two of each layout."""
    by_layout: dict[str, list[str]] = {}
    for line in PUZZLES.read_text().splitlines():
        if not line.startswith("#"):
            name, text = line.split()
            by_layout.setdefault(name, []).append(text)
    assert len(by_layout) > 3
    return [parse(text, layout=Layout.named(name)) for name, texts in by_layout.items() for text in texts[:2]]


def test_every_kind_of_board_fact_is_used() -> None:
    used = {type(fact) for key in KEYS for fact in facts_of(shown(key).step, shown(key).position.layout)}
    assert used.issuperset(BOARD_FACTS)


# -- what is named ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_a_fact_names_what_its_sentence_names(key: str) -> None:
    """The cells read off the sentences are those of the facts, one by one."""
    layout = shown(key).position.layout
    facts = facts_of(shown(key).step, layout)
    for fact, sentence in zip(facts, sentences_of(facts, layout), strict=True):
        assert set(fact.subjects.cells) == cells_in(sentence, layout), sentence


@pytest.mark.parametrize("key", KEYS)
def test_a_first_look_shows_what_its_sentence_names(key: str) -> None:
    layout = shown(key).position.layout
    for tier in (1, 2):
        look = look_at(shown(key).step, layout, tier=tier)
        text = look.text(layout)
        cells = {cell for part in look.parts for cell in part.cells}
        houses = {layout.houses[house].name for part in look.parts for house in part.houses}
        assert cells == cells_in(text, layout)
        assert houses == houses_in(text)
        assert (look.digit is not None) == ("can still" in text)
        assert cells or houses or look.digit or "whole board" in text


def test_an_almost_locked_set_in_a_chain_is_named_with_all_its_cells() -> None:
    (fact,) = facts_of(WITH_A_SET, CLASSIC, tier=3)[-1:]
    assert fact.subjects.cells == (0, 1, 2)
    (sentence,) = sentences_of([fact], CLASSIC)
    assert cells_in(sentence, CLASSIC) == {0, 1, 2}


WITH_A_SET = Step(
    "brand-new",
    eliminations=((9, 5),),
    evidence=Evidence(links=(Link(Node(5, (0,)), Node(5, (1,), (1, 2), on=False), False),)),
)


def cells_in(text: str, layout: Layout) -> set[int]:
    """`r12c3` names two cells."""
    return {
        layout.cell(int(row) - 1, int(column) - 1)
        for rows, columns in re.findall(r"\br(\d+)c(\d+)\b", text)
        for row in rows
        for column in columns
    }


def houses_in(text: str) -> set[str]:
    found = re.findall(r"\b(row|column|box)(?:s|es)? (\d+(?:(?:, | and )\d+)*)", text)
    return {f"{kind} {number}" for kind, numbers in found for number in re.findall(r"\d+", numbers)}
