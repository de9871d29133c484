"""Fish of every kind: compared with a brute-force search by the definition."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from itertools import combinations, product
from operator import and_, or_
from typing import NamedTuple

import pytest

from logic.boards import case_lines
from nonet.bitsets import cells_in
from nonet.dimensions import HouseKind
from nonet.layout import CLASSIC, Layout
from nonet.logic.cases import parse_case
from nonet.logic.catalog import entry
from nonet.logic.fish import FishKind, fish_of
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.logic.templates import possible_places
from nonet.step import RoleKind

LINES = case_lines("fish")


# -- brute force by the definition -----------------------------------------------------------------

SMALL = [
    Layout.named("6x6"),
    Layout.named("4x4+x"),
    Layout.jigsaw("111222 113222 133333 444555 446555 466666"),
]


@pytest.mark.parametrize("layout", SMALL, ids=lambda layout: layout.name)
@pytest.mark.parametrize("with_fins", [False, True])
def test_fish_agree_with_the_definition(layout: Layout, with_fins: bool) -> None:
    """Every fish of the finder satisfies the definition; those it leaves out contain a smaller one that it finds."""
    chance = random.Random(4)
    fired = set()
    for _ in range(3):
        board = _some_places(layout, chance)
        ours: dict[FishKind, dict[tuple[tuple[int, ...], tuple[int, ...]], int]] = {}
        wanted: dict[FishKind, dict[tuple[tuple[int, ...], tuple[int, ...]], int]] = {}
        for kind in FishKind:
            ours[kind], wanted[kind] = {}, {}
            for size in (2, 3) if kind is FishKind.BASIC else (2,):
                for found in fish_of(layout, board, kind, size, with_fins, DEFAULTS):
                    ours[kind] |= {(each.bases, each.covers): each.gone for each in found}
                wanted[kind] |= _by_definition(layout, board, kind, size, with_fins)
            assert ours[kind].items() <= wanted[kind].items()
            fired |= {kind} if ours[kind] else set()
        known = _union(ours[kind] for kind in FishKind) | _locked(layout, board)
        for kind in FishKind:
            assert not _union([wanted[kind]]) & ~known
        if not with_fins:
            assert ours == wanted
    assert fired


def _some_places(layout: Layout, chance: random.Random) -> int:
    """Candidates of a digit that has a template, with no house that has only one place."""
    while True:
        board = sum(1 << cell for cell in range(layout.cell_count) if chance.random() < 0.42)
        if possible_places(layout, board) and all((board & h).bit_count() != 1 for h in layout.house_boards):
            return board


def _union(found: Iterable[dict[tuple[tuple[int, ...], tuple[int, ...]], int]]) -> int:
    return reduce(or_, (gone for each in found for gone in each.values()), 0)


def _locked(layout: Layout, board: int) -> int:
    """The cells that see all places of a house."""
    gone = 0
    for cells in layout.house_boards:
        if board & cells:
            gone |= reduce(and_, (layout.peer_boards[cell] for cell in cells_in(board & cells)), board)
    return gone


def _by_definition(
    layout: Layout, board: int, kind: FishKind, size: int, with_fins: bool
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Every choice of base and cover houses, with fins, endo fins and eliminations."""
    choices = _choices(layout, board, size)
    found = {}
    for base_ends, cover_ends in product(choices, repeat=2):
        if _kind(base_ends, cover_ends) is not kind:
            continue
        for base, cover in product(choices[base_ends], choices[cover_ends]):
            fins = base.once & ~cover.once | base.twice
            if (
                bool(fins) == with_fins
                and fins.bit_count() <= DEFAULTS.max_fins
                and base.twice.bit_count() <= DEFAULTS.max_endo_fins
                and set(base.houses).isdisjoint(cover.houses)
                and all(base.once & layout.house_boards[number] for number in cover.houses)
            ):
                seen = reduce(and_, (layout.peer_boards[fin] for fin in cells_in(fins)), board)
                if targets := (cover.once & ~base.once | cover.twice) & seen:
                    found[base.houses, cover.houses] = targets
    return found


class _Choice(NamedTuple):
    houses: tuple[int, ...]
    once: int  # the places in them
    twice: int  # those in two of them


def _choices(layout: Layout, board: int, size: int) -> dict[str, list[_Choice]]:
    """Every choice of houses of these kinds that have the digit."""
    found: dict[str, list[_Choice]] = {}
    usable = [number for number, cells in enumerate(layout.house_boards) if board & cells]
    for houses in combinations(usable, size):
        once = twice = 0
        for number in houses:
            twice |= once & layout.house_boards[number]
            once |= layout.house_boards[number]
        found.setdefault(_ends(layout, houses), []).append(_Choice(houses, board & once, board & twice))
    return found


def _ends(layout: Layout, houses: tuple[int, ...]) -> str:
    """`r`, `c`, `o` for rows, columns and others among the houses."""
    letters = {HouseKind.ROW: "r", HouseKind.COLUMN: "c"}
    return "".join(sorted({letters.get(layout.houses[number].kind, "o") for number in houses}))


def _kind(base: str, cover: str) -> FishKind:
    if {base, cover} == {"r", "c"}:
        return FishKind.BASIC
    if {base.replace("o", ""), cover.replace("o", "")} == {"r", "c"}:
        return FishKind.FRANKEN
    return FishKind.MUTANT


# -- order and names ------------------------------------------------------------


def test_rows_come_before_columns_and_low_houses_first() -> None:
    for line in LINES:
        case = parse_case(line)
        for found in fish_of(CLASSIC, case.position.boards[1], FishKind.BASIC, 2, True, DEFAULTS):
            assert list(found) == sorted(found, key=lambda each: (each.bases, each.covers))


def test_a_siamese_fish_takes_both_of_a_pair() -> None:
    lines = [line for line in LINES if parse_case(line).options.siamese]
    assert len(lines) >= 20
    for line in lines[:6]:
        case = parse_case(line)
        position = Position.at(case.position, givens=case.givens)
        find = entry(case.technique).finder
        pairs = [step for step in find(position, case.options) if _covers(step.evidence.roles) == 2]
        single = {step.eliminations for step in find(position, replace(case.options, siamese=False))}
        assert pairs
        assert not {step.eliminations for step in pairs} <= single


def _covers(roles: tuple[object, ...]) -> int:
    return sum(getattr(role, "kind", None) is RoleKind.COVER for role in roles)


def test_fins_and_endo_fins_are_distinguished() -> None:
    labels = set()
    for line in LINES:
        case = parse_case(line)
        if case.technique in ("finned-franken-swordfish", "finned-mutant-swordfish"):
            position = Position.at(case.position, givens=case.givens)
            for step in entry(case.technique).finder(position, DEFAULTS):
                labels |= {role.label for role in step.evidence.roles if role.kind is RoleKind.FIN}
    assert labels == {"", "endo"}
