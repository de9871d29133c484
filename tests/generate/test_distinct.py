"""Distinct puzzles: no symmetric repeats, whatever the board; the search goes on until the count is reached."""

from __future__ import annotations

from collections import Counter

import pytest

from many_cases import for_each
from nonet.canonical import canonical
from nonet.equivalence import class_key
from nonet.errors import RecipeError
from nonet.generate import Recipe, make, random_grid
from nonet.generate.acceptance import Refusal
from nonet.generate.banks import technique_bases
from nonet.generate.distinct import KeySet
from nonet.generate.search import Ending, PuzzleSearch
from nonet.generate.uniform import uniform_grid
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.native import kernel
from nonet.rng import Rng
from nonet.symmetry import random_transformation

BOARDS = [
    "4x4",
    "6x6",
    "6x6/3x2",
    "9x9",
    "x",
    "windoku",
    "jigsaw:1112132233243444",
    "12x12",
    "16x16",
    "5x5",
]

COMMON = [
    "empty-rectangle",
    "swordfish",
    "grouped-discontinuous-nice-loop",
    "grouped-aic",
    "als-xz",
    "als-xy-wing",
]
"""Techniques of the bank that docs/create.md puts at 1 in 1,000 or commoner."""


@for_each(BOARDS)
def test_a_disguise_has_the_same_key_and_another_board_does_not(name: str) -> None:
    layout, rng = Layout.named(name), Rng(1)
    grid = random_grid(layout, rng)
    holes = Grid(layout, bytes(value if rng.below(3) else 0 for value in grid))
    for board in (grid, holes):
        for _ in range(3):
            assert class_key(random_transformation(layout, rng)(board)) == class_key(board)
    assert class_key(holes) != class_key(grid)
    fewer = bytearray(holes.values)
    fewer[next(cell for cell, value in enumerate(fewer) if value)] = 0
    assert class_key(Grid(layout, bytes(fewer))) != class_key(holes)


def test_grids_of_a_large_board_have_keys_of_their_own() -> None:
    layout = Layout.named("12x12")
    assert len({class_key(random_grid(layout, Rng(seed))) for seed in range(4)}) == 4


def test_the_two_classes_of_4x4_grids() -> None:
    layout, rng = Layout.named("4x4"), Rng(3)
    grids = [uniform_grid(layout, rng) for _ in range(60)]
    forms = {canonical(grid).form.values: class_key(grid) for grid in grids}
    assert len(forms) == len(set(forms.values())) == 2


def search(recipe: Recipe, **options: object) -> PuzzleSearch:
    return make(recipe, 1, **options)  # type: ignore[arg-type]


def test_puzzles_are_distinct() -> None:
    recipe = Recipe(layout=Layout.named("4x4"), clues=4, count=9)
    plain = [canonical(made.puzzle).form for made in search(recipe)]
    assert len(set(plain)) < 9
    distinct = search(recipe, distinct="puzzle")
    found = [canonical(made.puzzle).form for made in distinct]
    assert len(set(found)) == len(found) == 9
    assert distinct.ended is Ending.DONE
    assert distinct.tally.refused[Refusal.REPEATED] > 0
    first = list(dict.fromkeys(plain))
    assert found[: len(first)] == first  # the same candidates in the same order, without the repeats


def test_threads_do_not_matter() -> None:
    recipe = Recipe(layout=Layout.named("4x4"), level="easy", count=8)
    one = [made.puzzle for made in search(recipe, distinct="puzzle")]
    assert one == [made.puzzle for made in search(recipe, distinct="puzzle", threads=2)]


def test_grids_are_distinct_and_there_are_only_two() -> None:
    recipe = Recipe(layout=Layout.named("4x4"), count=3)
    found = search(recipe, distinct="grid", effort=50)
    assert len({canonical(made.solution).form for made in found}) == 2
    assert found.ended is Ending.EFFORT
    assert found.tally.refused[Refusal.REPEATED] >= 50


@pytest.mark.parametrize("threads", [1, 2])
def test_when_a_bank_is_used_up_others_are_dug(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    recipe = Recipe(required=frozenset({"naked-pair"}), count=5)
    dug = [made.puzzle.givens for made in search(recipe)]
    monkeypatch.setattr("nonet.generate.sources.technique_bases", lambda: {"naked-pair": tuple(dug[:2])})
    monkeypatch.setattr("nonet.generate.search.ALONE", 0.0)
    found = search(recipe, distinct="puzzle", threads=threads, effort=2000)
    origins = [made.origin for made in found]
    assert sorted(origins[:2]) == ["bank:naked-pair/1", "bank:naked-pair/2"]
    assert origins[2:] == ["dug"] * 3
    assert found.ended is Ending.DONE


def test_a_bank_used_up_does_not_change_the_puzzles_before() -> None:
    recipe = Recipe(required=frozenset({"jellyfish"}), count=4)
    repeated = [made.puzzle for made in search(recipe, count=30)]
    found = [made.puzzle for made in search(recipe, distinct="puzzle")]
    assert found == [puzzle for puzzle in repeated if puzzle in found]


@pytest.mark.slow
@pytest.mark.skipif(kernel is None, reason="without the kernel it takes minutes")
@pytest.mark.parametrize("key", COMMON)
def test_one_a_second_of_those_that_one_candidate_in_a_thousand_needs(key: str) -> None:
    more = 20
    recipe = Recipe(required=frozenset({key}), count=len(technique_bases()[key]) + more)
    found = search(recipe, distinct="puzzle", threads=2, timeout=more)
    assert Counter(made.origin for made in found)["dug"] >= more


def test_an_unknown_kind() -> None:
    with pytest.raises(RecipeError, match="distinct='colour': it is one of puzzle, grid, or None"):
        search(Recipe(), distinct="colour")


def test_keys_beyond_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.generate.distinct.CACHE_KIB", 64)
    keys = KeySet()
    rng = Rng(1)
    some = [rng.next().to_bytes(8, "big") * 2 for _ in range(20_000)]
    assert all(keys.add(key) for key in some)
    assert not any(keys.add(key) for key in some[::100])
    assert len(keys) == 20_000
    keys.close()
