"""Recipes: which are refused, with which reason, and which are accepted."""

from __future__ import annotations

import pickle
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generate.test_unbiased import minimal_sets
from many_cases import examples, for_cases, for_each
from nonet.engines import default_engine, engine
from nonet.errors import RecipeError
from nonet.generate.levels import LEVELS, hardness, least_score, level_named, most_score, usual
from nonet.generate.orbits import SYMMETRIES
from nonet.generate.recipe import SINGLES, Recipe
from nonet.generate.walk import Walker
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level, technique, technique_keys
from nonet.puzzle import Puzzle

MINI = Layout.named("4x4")
SIX = Layout.named("6x6")


def row(number: int, size: int = 9) -> set[int]:
    return set(range((number - 1) * size, number * size))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"count": 0}, "0 puzzles: ask for one at least"),
    ({"count": 1.5}, "count: expected a whole number, not 1.5"),
    ({"count": float("nan")}, "count: expected a whole number, not nan"),
    ({"count": None}, "count: expected a whole number, not None"),
    ({"clues": 16}, "16 clues: no puzzle of the 9x9 board has fewer than 17"),
    ({"clues": (3, 16)}, "16 clues: no puzzle of the 9x9 board has fewer than 17"),
    ({"clues": (30, 25)}, "30 to 25 clues: the first number must not be greater"),
    ({"clues": 82}, "82 clues: the 9x9 board has 81 cells"),
    ({"clues": 73, "minimal": True}, "73 clues: a minimal puzzle of the 9x9 board has 72 at most"),
    ({"clues": 3, "layout": MINI}, "3 clues: no puzzle of the 4x4 board has fewer than 4$"),
    ({"clues": 4, "layout": SIX}, "no puzzle of the 6x6 board has fewer than 5 .two digits that are missing"),
    ({"symmetry": "spiral"}, "unknown symmetry 'spiral'; choose from none, rotational"),
    (
        {"symmetry": "quarter", "clues": 26},
        "26 clues: symmetry quarter on the 9x9 board does not allow it; 25 or 28",
    ),
    ({"symmetry": "rotational", "clues": 13, "layout": SIX}, "13 clues: .* 12 or 14 would do"),
    (
        {"symmetry": "rotational", "clues": 24, "given": {40}},
        "24 clues: .* and this pattern .*; 23 or 25 would do",
    ),
    ({"given": {0, 1}, "blank": {1}}, "r1c2 must be given and empty at once"),
    ({"given": {0}, "blank": {80}, "symmetry": "rotational"}, "r1c1 must be given and empty at once"),
    ({"given": {81}}, "there is no cell 81"),
    ({"blank": row(1) | row(2)}, "row 1 and row 2 must both be empty, so they could be swapped"),
    ({"blank": {9 * r + c for r in range(9) for c in (4, 5)}}, "column 5 and column 6 must both be empty"),
    ({"blank": set(range(65))}, "row 1 and row 2"),
    ({"blank": {cell for cell in range(81) if cell % 7}}, "the pattern leaves room for 12 clues at most"),
    ({"given": set(range(30)), "clues": 25}, "25 clues: .* 30 would do"),
    ({"level": "fiendish"}, "unknown level 'fiendish'; choose from easy, medium"),
    (
        {"required": {"x-wing"}, "level": "medium"},
        "x-wing is a technique of level hard: no medium puzzle needs it",
    ),
    ({"required": {"x-wind"}}, "unknown technique 'x-wind'; did you mean x-wing"),
    ({"forbidden": {"nothing-like-it"}}, "unknown technique"),
    ({"required": {"squirmbag"}}, "squirmbag is on no path of the 9x9 board"),
    ({"required": {"dual-two-string-kite"}}, "is on no path"),
    ({"required": {"full-house"}}, "no puzzle needs a full house"),
    ({"forbidden": {"full-house"}}, "the last step of every path is a full house"),
    ({"required": {"x-wing"}, "forbidden": {"x-wing"}}, "x-wing is both required and forbidden"),
    (
        {"uniform": True, "layout": Layout.named("x")},
        "9x9\\+x: its solution grids are too many to be counted",
    ),
    (
        {"minimal": True, "layout": Layout.named("25x25")},
        "minimal: on a board as large as 25x25 we cannot prove",
    ),
    ({"rating": (500, 300)}, "a rating of 500 to 300"),
    ({"rating": (500, None)}, r"rating: expected two whole numbers, not \(500, None\)"),
    ({"rating": "500"}, "rating: expected two whole numbers, not '500'"),
    ({"clues": (24, None)}, r"clues: expected a whole number or two, not \(24, None\)"),
    ({"clues": 24.5}, "clues: expected a whole number or two, not 24.5"),
    ({"required": {5}}, "required: expected keys of techniques, not 5"),
    ({"rating": (1700, 1800), "level": "hard"}, "a rating of 1700 at least: hard puzzles end at 1600"),
    ({"rating": (0, 90), "level": "hard"}, "a rating of 90 at most: hard puzzles begin at 100"),
    (
        {"rating": (0, 250), "required": {"x-wing", "skyscraper"}},
        "a path with skyscraper, x-wing costs 270 at least",
    ),
]


@for_cases(REFUSED)
def test_impossible_recipes_are_refused_with_the_reason(wanted: dict[str, Any], reason: str) -> None:
    with pytest.raises(RecipeError, match=reason):
        Recipe(**wanted).check()


ACCEPTED: list[dict[str, Any]] = [
    {},
    {"clues": 17},
    {"clues": (1, 17)},
    {"clues": 72, "minimal": True},
    {"clues": 81},
    {"symmetry": "rotational", "clues": 25},
    {"symmetry": "rotational", "clues": (25, 26)},
    {"symmetry": "quarter", "clues": (26, 28)},
    {"blank": row(1) | row(4)},
    {"blank": {9 * r + c for r in range(9) for c in (0, 3, 6)}},
    {"layout": Layout.named("x"), "clues": 12},
    {"layout": Layout.named("x"), "blank": row(1) | row(2)},  # exchanging lines would break the diagonals
    {"level": "easy", "rating": (700, 900)},
    {"level": "unfair", "required": {"x-wing"}},
    {"required": {"x-wing"}, "allowed": {"naked-pair"}},
    {"forbidden": {"naked-single"}},
]


@for_each(ACCEPTED)
def test_possible_recipes_are_accepted(wanted: dict[str, Any]) -> None:
    Recipe(**wanted).check()


@given(
    symmetry=st.sampled_from(SYMMETRIES),
    given=st.frozensets(st.integers(0, 15), max_size=2),
    blank=st.frozensets(st.integers(0, 15), max_size=3),
    clues=st.integers(4, 16),
)
@settings(max_examples=examples(60), deadline=None)
def test_clue_counts_are_refused_if_no_pattern_has_them(
    symmetry: str, given: frozenset[int], blank: frozenset[int], clues: int
) -> None:
    """Compared with all 65,536 patterns of a 4x4 board."""
    moved = [images(cell, symmetry, 4) for cell in range(16)]
    together = {frozenset(cells) for cells in closed(moved)}
    possible = any(
        given <= pattern and not blank & pattern and len(pattern) == clues
        for number in range(len(together) + 1)
        for orbits in combinations(sorted(together, key=min), number)
        for pattern in [frozenset().union(*orbits)]
        if len(pattern) == clues
    )
    recipe = Recipe(layout=MINI, symmetry=symmetry, given=given, blank=blank, clues=clues)
    twins = [{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}]
    twins += [{c + 4 * r for r in range(4) for c in pair} for pair in ((0, 1), (2, 3))]
    emptied = {cell for cells in together if cells & blank for cell in cells}
    if possible and not any(lines <= emptied for lines in twins):
        recipe.check()
    else:
        with pytest.raises(RecipeError):
            recipe.check()


def images(cell: int, symmetry: str, size: int) -> set[int]:
    """The images of a cell under a symmetry, as an independent implementation."""
    r, c, last = cell // size, cell % size, size - 1
    places = {
        "none": [],
        "rotational": [(last - r, last - c)],
        "quarter": [(c, last - r), (last - r, last - c), (last - c, r)],
        "horizontal": [(last - r, c)],
        "vertical": [(r, last - c)],
        "diagonal": [(c, r)],
        "antidiagonal": [(last - c, last - r)],
    }
    places["full"] = [place for name in places for place in places[name]]
    return {cell} | {row * size + column for row, column in places[symmetry]}


def closed(moved: list[set[int]]) -> list[set[int]]:
    found: list[set[int]] = []
    for cells in moved:
        touching = [each for each in found if each & cells]
        found = [each for each in found if not each & cells] + [cells.union(*touching)]
    return found


def test_no_puzzle_of_the_4x4_board_has_three_clues() -> None:
    """Digits can be renamed, so the first clue is 1, the next is 1 or 2, the last 1, 2 or 3."""
    judge = engine("search")
    for cells in combinations(range(16), 3):
        for digits in ((1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2), (1, 2, 3)):
            values = bytearray(16)
            for cell, digit in zip(cells, digits, strict=True):
                values[cell] = digit
            grid = Grid(MINI, bytes(values))
            assert any(grid.conflicts()) or judge.count_solutions(Puzzle(grid), limit=2) != 1
    assert judge.is_unique(Puzzle.of(MINI, [1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]))


def test_a_recipe_is_a_value() -> None:
    recipe = Recipe(clues=(24, 26), level="hard", required=frozenset({"x-wing"}), given=frozenset({3}))
    assert pickle.loads(pickle.dumps(recipe)) == recipe
    sets: Any = {"required": ["x-wing"], "given": {3}}  # any collection is accepted
    again = Recipe(clues=(24, 26), level="hard", **sets)
    assert (hash(again), again) == (hash(recipe), recipe)
    with pytest.raises(AttributeError):
        recipe.level = "easy"  # type: ignore[misc]


# -- levels -------------------------------------------------------------------------------------------------


def test_levels_are_those_of_the_catalog() -> None:
    assert [level_named(name) for name in LEVELS] == list(Level)
    assert {each.level for each in usual(CLASSIC)} == set(Level)
    assert all(technique(key).on for key in technique_keys() if key in {each.key for each in usual(CLASSIC)})


def test_score_ranges_of_levels_are_adjacent() -> None:
    bounds = [most_score(level) for level in Level]
    assert bounds == [800, 1000, 1600, 1800, None]
    assert [least_score(level, CLASSIC) for level in Level] == [0, 40, 100, 200, 500]


def test_hardness_order() -> None:
    assert hardness("hidden-single") < hardness("locked-pair") < hardness("bug-plus-1") < hardness("x-wing")
    assert hardness("multi-colors-1") < hardness(
        "finned-swordfish"
    )  # both have a score of 200, but one is unfair
    recipe = Recipe(required=frozenset({"x-wing", "bug-plus-1"}))
    assert recipe.permits("x-wing")
    assert recipe.permits("skyscraper")
    assert not recipe.permits("swordfish")
    assert Recipe(required=frozenset({"x-wing"}), level="hard").permits("swordfish")
    assert not Recipe(required=frozenset({"x-wing"}), level="hard").permits("xy-chain")


def test_singles_solve_every_4x4_puzzle() -> None:
    """In both grids (up to symmetry) every minimal puzzle, and so every other one; `Recipe.check` relies on it."""
    grids = [grid.values for grid in default_engine(MINI).solutions(Puzzle(Grid.empty(MINI)))]
    assert len(grids) == 288
    singles = Walker(MINI, SINGLES)
    minimal = 0
    for grid in (
        bytes.fromhex("01020304030401020201040304030201"),
        bytes.fromhex("01020304030401020203040104010203"),
    ):
        assert grid in grids
        for clues in minimal_sets(grid):
            minimal += 1
            assert singles.walk(bytes(grid[cell] if clues >> cell & 1 else 0 for cell in range(16))).is_solved
    assert minimal == 284 + 304
    with pytest.raises(RecipeError, match="no 4x4 puzzle is hard: singles solve every one of them"):
        Recipe(layout=MINI, level="hard").check()
    with pytest.raises(RecipeError, match="no 4x4 puzzle needs x-wing: singles solve every one of them"):
        Recipe(layout=MINI, required=frozenset({"x-wing"})).check()
