"""Puzzles of several levels from the same candidates: those that `make` finds level by level."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from nonet.generate import by_level
from nonet.generate.by_level import make_levels
from nonet.generate.levels import LEVELS
from nonet.generate.recipe import Recipe
from nonet.generate.search import make
from nonet.layout import Layout
from nonet.native import kernel


@pytest.mark.parametrize(
    ("recipe", "seed", "counts"),
    [
        (Recipe(), 1, dict.fromkeys(LEVELS, 6)),
        (Recipe(clues=(26, 29)), 1, {"easy": 4, "medium": 3, "hard": 0}),
        *(
            pytest.param(*each, marks=pytest.mark.once)
            for each in (
                (Recipe(), 2, {"extreme": 1, "easy": 9}),
                (Recipe(), 3, {"unfair": 3, "hard": 2}),
                (Recipe(minimal=True, symmetry="rotational"), 2, {"medium": 2, "easy": 2}),
                (Recipe(layout=Layout.named("6x6")), 2, {"easy": 3, "medium": 1}),
            )
        ),
    ],
)
def test_each_level_has_the_puzzles_that_make_finds(
    recipe: Recipe, seed: int, counts: dict[str, int]
) -> None:
    if kernel is None:
        if recipe.minimal:
            pytest.skip("digging takes long")
        counts = {level: min(1, count) for level, count in counts.items() if level in LEVELS[:2]}
    found = make_levels(recipe, seed, counts)
    assert found.keys() == counts.keys()
    for level, count in counts.items():
        alone = list(islice(make(replace(recipe, level=level), seed, count=max(1, count)), count))
        assert found[level] == alone
        assert [made.summary for made in found[level]] == [made.summary for made in alone]


@pytest.mark.once
def test_it_ends_when_a_level_has_nothing_for_long() -> None:
    """Hardly any 6x6 puzzle is extreme."""
    found = make_levels(Recipe(layout=Layout.named("6x6")), 1, {"easy": 3, "extreme": 1}, effort=50)
    assert (len(found["easy"]), found["extreme"]) == (3, [])


@pytest.mark.skipif(kernel is None, reason="many candidates")
def test_the_size_of_batches_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = dict.fromkeys(LEVELS, 3)
    found = make_levels(Recipe(), 5, counts)
    monkeypatch.setattr(by_level, "AT_ONCE", 7)
    monkeypatch.setattr(by_level, "TOGETHER", 3)
    assert make_levels(Recipe(), 5, counts) == found
