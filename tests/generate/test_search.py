"""Puzzles made from recipes: an independent check confirms each property, and the same seed gives the same puzzles."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from many_cases import every, examples
from nonet.canonical import canonical
from nonet.engines import engine
from nonet.errors import NonetError, RecipeError
from nonet.generate import search, sources
from nonet.generate.acceptance import Acceptance, PathSummary, Refusal, needs, solved_by_singles
from nonet.generate.banks import technique_bases
from nonet.generate.creating import create
from nonet.generate.examine import Made, is_minimal
from nonet.generate.levels import LEVELS
from nonet.generate.orbits import SYMMETRIES
from nonet.generate.recipe import Recipe
from nonet.generate.search import Ending, SearchTally, make, make_plain
from nonet.generate.sources import Dug, source
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level, technique
from nonet.logic.path import all_steps, path
from nonet.logic.position import Position
from nonet.many import unique_many
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import rate

SRC = Path(__file__).resolve().parents[2] / "src"
MINI, SIX = Layout.named("4x4"), Layout.named("6x6")


# -- independent check ---------------------------------------------------------------------------------------


def check_recipe(made: Made, recipe: Recipe) -> None:
    """Checks every property in the recipe, without code that the search uses."""
    puzzle, layout = made.puzzle, recipe.layout
    values = puzzle.givens.values
    other = engine("propagation")
    assert puzzle.layout == layout
    assert other.solution(puzzle) == made.solution
    assert made.solution.is_solution()
    clues = {cell for cell, value in enumerate(values) if value}
    assert all({cell} | moved(cell, recipe.symmetry, layout.size) <= clues for cell in clues)
    assert recipe.given <= clues
    assert not recipe.blank & clues
    if recipe.clues is not None:
        low, high = recipe.clues if isinstance(recipe.clues, tuple) else (recipe.clues, recipe.clues)
        assert low <= len(clues) <= high
    if recipe.minimal:
        for cell in clues:
            fewer = Grid(layout, bytes(0 if each == cell else value for each, value in enumerate(values)))
            assert other.count_solutions(Puzzle(fewer), limit=2) == 2
    if not recipe.needs_logic:
        return
    rating, used = rate(puzzle), {step.technique for step in path(puzzle)}
    assert rating == made.rating
    assert set(made.techniques) == used
    assert recipe.level in (None, rating.level)
    if recipe.rating is not None:
        assert recipe.rating[0] <= rating.score <= recipe.rating[1]
    assert not recipe.forbidden & used
    singles = {"full-house", "naked-single", "hidden-single"}
    assert recipe.allowed is None or used <= recipe.allowed | recipe.required | singles
    for key in recipe.required:
        assert key in used
        assert not solves(puzzle, used - {key})
    if recipe.required and recipe.level is None:
        ranks = {key: (technique(key).level, technique(key).score) for key in used}
        assert max(ranks.values()) == max(ranks[key] for key in recipe.required)


def moved(cell: int, symmetry: str, size: int) -> set[int]:
    """The image of a cell under a sequence of turns and reflections, calculated with complex numbers."""
    last = size - 1
    point = complex(2 * (cell % size) - last, last - 2 * (cell // size))
    turns: dict[str, list[complex]] = {"rotational": [-1], "quarter": [-1j], "full": [-1j]}
    mirrors: dict[str, list[complex]] = {
        "vertical": [-1],
        "horizontal": [1],
        "antidiagonal": [1j],
        "diagonal": [-1j],
        "full": [1],
    }
    points = {point * turn for turn in turns.get(symmetry, [])}
    points |= {mirror * point.conjugate() for mirror in mirrors.get(symmetry, [])}
    return {int(last - each.imag) // 2 * size + int(each.real + last) // 2 for each in points}


def solves(puzzle: Puzzle, keys: set[str]) -> bool:
    """Whether these techniques alone solve the puzzle, applied as long as any of them finds a step."""
    position = Position.of(puzzle)
    while not position.is_solved:
        step = next((step for key in sorted(keys) for step in all_steps(position, key)), None)
        if step is None:
            return False
        position.apply(step)
    return True


def test_the_independent_check_knows_the_symmetries() -> None:
    assert moved(0, "rotational", 9) == {80}
    assert moved(1, "quarter", 9) == {17}
    assert moved(1, "horizontal", 9) == {73}
    assert moved(1, "vertical", 9) == {7}
    assert moved(1, "diagonal", 9) == {9}
    assert moved(1, "antidiagonal", 9) == {71}


# -- all kinds of recipes -----------------------------------------------------------------------------------


@st.composite
def recipes(draw: st.DrawFn, layout: Layout) -> Recipe:
    cells = st.integers(0, layout.cell_count - 1)
    fewest = {16: 5, 36: 10, 81: 25}[layout.cell_count]
    low = draw(st.integers(fewest, layout.cell_count * 3 // 5))
    recipe = Recipe(
        layout=layout,
        clues=draw(st.sampled_from([None, low, (low, low + 4)])),
        minimal=draw(st.booleans()),
        symmetry=draw(st.sampled_from(SYMMETRIES)),
        given=draw(st.frozensets(cells, max_size=2)),
        blank=draw(st.frozensets(cells, max_size=3)),
        level=draw(st.sampled_from([None, None, *LEVELS[:3]])),
        rating=draw(st.sampled_from([None, None, (0, 60), (30, 700)])),
        forbidden=draw(st.sampled_from([frozenset(), frozenset({"locked-candidates-1", "naked-pair"})])),
        uniform=layout == MINI and draw(st.booleans()),
        count=2,
    )
    try:
        recipe.check()
    except RecipeError:
        assume(False)
    return recipe


@pytest.mark.once
@pytest.mark.parametrize("layout", [MINI, SIX], ids=lambda layout: layout.name)
def test_small_puzzles_match_their_recipes(layout: Layout) -> None:
    made = []

    @given(recipe=recipes(layout), seed=st.integers(0, 2**64 - 1))
    @settings(max_examples=30, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    def check(recipe: Recipe, seed: int) -> None:
        for each in make(recipe, seed, effort=12):
            check_recipe(each, recipe)
            made.append(each)

    check()
    assert len(made) >= 15  # the same recipes every time, so that this cannot fail by chance


@pytest.mark.slow
@pytest.mark.skipif(kernel is None, reason="a search of many minutes without the kernel")
def test_few_clues_are_searched_for() -> None:
    recipe = Recipe(clues=20)
    (made,) = make(recipe, 1)
    check_recipe(made, recipe)
    assert made.origin == "exchanged"


@pytest.mark.once
def test_a_climb_starts_from_a_dug_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "CLIMB", 2)
    climbed = source(Recipe(rating=(10**5, 10**6)))
    (found,) = climbed.candidates(1, 0, 1)
    (start,) = source(Recipe()).candidates(1, 0, 1)
    assert found is not None
    assert start is not None
    assert engine("propagation").is_unique(Puzzle(Grid(CLASSIC, found.values)))
    assert found.values.count(0) == start.values.count(0)
    assert found.origin == ("dug" if found.values == start.values else "exchanged")
    scores = [rate(Puzzle(Grid(CLASSIC, each.values))).score for each in (found, start)]
    assert scores[0] >= scores[1]
    assert climbed.candidates(1, 0, 1) == [found]


@pytest.mark.slow
@pytest.mark.skipif(kernel is None, reason="a search of many minutes without the kernel")
def test_high_ratings_are_reached_by_climbing() -> None:
    recipe = Recipe(rating=(8000, 10**6))
    (made,) = make(recipe, 1)
    check_recipe(made, recipe)
    assert made.origin == "exchanged"


@pytest.mark.slow
def test_puzzles_match_their_recipes() -> None:
    made = []

    @given(recipe=recipes(CLASSIC), seed=st.integers(0, 2**64 - 1))
    @settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
    def check(recipe: Recipe, seed: int) -> None:
        for each in make(recipe, seed, effort=60):
            check_recipe(each, recipe)
            made.append(each)

    check()
    assert len(made) >= 60


# The seeds are chosen so that the first puzzle is found quickly, even without the kernel.
SOME = [
    (20, Recipe()),
    (20, Recipe(clues=32, symmetry="quarter", level="easy")),
    (21, Recipe(clues=(26, 30), symmetry="rotational")),
    (32, Recipe(symmetry="diagonal", minimal=True)),
    (21, Recipe(level="hard", forbidden=frozenset({"xy-wing", "w-wing"}))),
    (21, Recipe(required=frozenset({"skyscraper"}))),
    (32, Recipe(required=frozenset({"naked-pair", "locked-candidates-1"}), level="medium", clues=(24, 28))),
    (23, Recipe(level="medium", allowed=frozenset({"locked-candidates-1", "naked-pair"}), rating=(300, 600))),
    (22, Recipe(blank=frozenset(range(30, 51)), given=frozenset({0, 8, 72, 80}))),
    (1, Recipe(clues=(18, 18), level="easy")),
    (5, Recipe(level="easy")),
    (7, Recipe(level="medium")),
    (11, Recipe(level="hard")),
    (5, Recipe(level="unfair")),
    (18, Recipe(level="extreme")),
]


@pytest.mark.parametrize(
    ("seed", "recipe"),
    [  # without the kernel, several conditions at once take long
        pytest.param(*each, marks=pytest.mark.once if each in SOME[6:8] else (), id=str(number))
        for number, each in enumerate(SOME)
    ],
)
def test_each_kind_of_recipe(seed: int, recipe: Recipe) -> None:
    (made,) = make(recipe, seed)
    check_recipe(made, recipe)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "recipe"), SOME, ids=range(len(SOME)))
def test_each_kind_of_recipe_many_times(seed: int, recipe: Recipe) -> None:
    for made in make(recipe, seed, count=8):
        check_recipe(made, recipe)


# -- the same seed ------------------------------------------------------------------------------------------


def lines(found: Iterator[Made]) -> list[tuple[int, bytes]]:
    return [(made.number, made.puzzle.givens.values) for made in found]


@pytest.mark.once
def test_batches_and_processes_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = Recipe(level="easy", count=4 // every(2))
    expected = lines(make(recipe, 3))
    by_threes = make(recipe, 3)
    by_threes.origin = Dug(recipe)
    by_threes.origin.batches = (3, 3)
    assert lines(by_threes) == expected
    monkeypatch.setattr(search, "ALONE", 0.0)
    monkeypatch.setattr(search, "CHUNK", 5)
    assert lines(make(recipe, 3, threads=2)) == expected
    assert len({number for number, _ in expected}) == recipe.count


def test_the_first_puzzles_do_not_depend_on_how_many_follow() -> None:
    recipe = Recipe(layout=SIX, symmetry="rotational")
    assert lines(make(recipe, 8, count=3)) == lines(make(recipe, 8, count=6))[:3]
    assert lines(make(recipe, 8, count=3)) != lines(make(recipe, 9, count=3))


@pytest.mark.slow
@pytest.mark.once
def test_with_the_kernel_and_without() -> None:
    code = (
        "from nonet.generate import Recipe, make\n"
        "from nonet.layout import Layout\n"
        "for recipe in (Recipe(level='medium'), Recipe(required={'skyscraper'}), Recipe(clues=(24, 27)),\n"
        "    Recipe(symmetry='vertical', minimal=True), Recipe(layout=Layout.named('6x6'), symmetry='full')):\n"
        "    print(*[(made.number, made.puzzle.givens.values.hex()) for made in make(recipe, 2)])\n"
    )
    answers = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(SRC), "NONET_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for pure in ("", "1")
    ]
    assert answers[0] == answers[1]
    assert len(answers[0].splitlines()) == 5


def test_an_empty_recipe_gives_the_puzzles_of_create() -> None:
    assert [made.puzzle for made in make_plain(6, count=3)] == [create(6, stream=k) for k in range(3)]


@pytest.mark.parametrize("asked", [(0, 100), (12, 12), (180, 200)])
def test_the_lowest_ratings_come_with_more_clues(asked: tuple[int, int]) -> None:
    found = list(make(Recipe(rating=asked), 5, count=5, effort=500))
    assert len(found) == 5
    for made in found:
        rating = rate(made.puzzle)
        assert asked[0] <= rating.score <= asked[1]
        assert 0 < made.puzzle.givens.values.count(0) <= asked[1] // 4
        assert engine("search").is_unique(made.puzzle)


def test_a_count_is_checked_wherever_it_is_given() -> None:
    with pytest.raises(RecipeError, match="0 puzzles: ask for one at least"):
        make(Recipe(), 1, count=0)


# -- giving up ----------------------------------------------------------------------------------------------


@pytest.mark.once
def test_it_gives_up_after_too_many_candidates() -> None:
    seen: list[int] = []
    found = make(
        Recipe(level="easy", clues=81), 1, effort=40, progress=lambda tally: seen.append(tally.tried)
    )
    assert list(found) != []  # a full board: easy, with nothing to solve
    found = make(
        Recipe(level="hard", clues=60), 1, effort=40, progress=lambda tally: seen.append(tally.tried)
    )
    assert list(found) == []
    assert found.ended is Ending.EFFORT
    assert found.tally == SearchTally(40, 0, 40, found.tally.refused, found.tally.seconds)
    assert found.tally.refused == {Refusal.TOO_EASY: 40}
    assert seen == [1, *range(1, 41)]


def test_time_runs_out() -> None:
    found = make(Recipe(level="hard", clues=60), 1, timeout=0.5)
    assert list(found) == []
    assert found.ended is Ending.TIMEOUT
    assert found.tally.tried > 0


@pytest.mark.once
@pytest.mark.parametrize("seconds", [0.2, 1.5], ids=["filling", "digging"])
def test_time_runs_out_in_the_middle_of_a_candidate(seconds: float) -> None:
    """One on this board takes long, in any thread."""
    ended = []

    def search() -> None:
        began = monotonic()
        found = make(Recipe(layout=Layout.named("25x25")), 1, timeout=seconds)
        assert (list(found), found.ended, found.tally.tried) == ([], Ending.TIMEOUT, 0)
        assert monotonic() - began < 10
        assert list(found) == []
        ended.append(found)

    before = threading.active_count()
    here = seconds < 1 or every(2) == 1
    if here:
        search()
    thread = threading.Thread(target=search)
    thread.start()
    thread.join()
    assert threading.active_count() == before
    assert len(ended) == 1 + here


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e300, 10**400])
def test_a_timeout_that_makes_no_sense(seconds: float) -> None:
    with pytest.raises(NonetError, match="timeout must be 0 to 10,000,000 seconds"):
        make(Recipe(), 1, timeout=seconds)


@pytest.mark.once
def test_time_runs_out_between_two_puzzles() -> None:
    found = make(Recipe(), 1, count=2, timeout=0.5)
    assert isinstance(next(found), Made)
    sleep(0.6)
    assert list(found) == []
    assert (found.ended, found.tally.made) == (Ending.TIMEOUT, 1)


def test_time_runs_out_for_several_processes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "ALONE", 0.0)
    found = make(Recipe(level="hard", clues=60), 1, timeout=0.3, threads=2)
    assert list(found) == []
    assert found.ended is Ending.TIMEOUT


@pytest.mark.once
def test_stopping_early_leaves_no_processes_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "ALONE", 0.0)
    before = threading.active_count()
    found = make(Recipe(level="medium"), 1, count=100, threads=2)
    assert next(found).rating.level == "medium"
    assert threading.active_count() == before + 2  # one for each worker process
    found.close()
    assert threading.active_count() == before
    assert list(found) == []


# -- acceptance ---------------------------------------------------------------------------------------------


def test_grades_agree_with_paths() -> None:
    puzzles = [made.puzzle for made in make(Recipe(), 2, count=8)]
    easy = [
        {step.technique for step in path(puzzle)} <= {"full-house", "naked-single", "hidden-single"}
        for puzzle in puzzles
    ]
    assert solved_by_singles([puzzle.givens.values for puzzle in puzzles]) == easy
    assert len(set(easy)) == 2


def test_acceptance_agrees_with_the_whole_path() -> None:
    """Whether or not the path is abandoned early, the result is the same as from the complete path."""
    tests = {level: Acceptance(Recipe(level=level)) for level in LEVELS}
    for made in make(Recipe(), 3, count=8 // every(2)):
        verdict = PathSummary.of(made.puzzle)
        for level, acceptance in tests.items():
            answer = acceptance.judge(made.puzzle)
            if verdict.rating.level == level:
                assert answer == verdict
            elif LEVELS.index(level) < LEVELS.index(verdict.rating.level):
                assert answer is Refusal.TOO_HARD
            else:
                assert answer is Refusal.TOO_EASY


def test_needs_agrees_with_its_definition() -> None:
    for made in make(Recipe(level="medium"), 4, count=2 // every(2)):
        used = made.techniques
        for key in used:
            assert needs(made.puzzle, key, within=used) == (not solves(made.puzzle, set(used) - {key}))


def test_minimal_agrees_with_its_definition() -> None:
    for made in make(Recipe(clues=26, symmetry="rotational"), 5, count=6 // every(2)):
        values = made.puzzle.givens.values
        fewer = [values[:cell] + b"\0" + values[cell + 1 :] for cell in range(81) if values[cell]]
        statuses = unique_many([bytes(48 + value for value in each) for each in fewer])
        assert is_minimal(made.puzzle) == (set(statuses) == {2})


def test_a_puzzle_carries_its_rating() -> None:
    (made,) = make(Recipe(layout=MINI), 1)
    assert made.rating == rate(made.puzzle)
    assert made.techniques[0] == "full-house"
    assert pickle.loads(pickle.dumps(made)) == made


# -- the bank -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=() if technique(key).level <= Level.HARD else pytest.mark.slow)
        for key in sorted(technique_bases())
    ],
)
def test_bank_puzzles_need_their_technique_and_nothing_harder(key: str) -> None:
    recipe = Recipe(required=frozenset({key}))
    assert source(recipe).bank_size == len(technique_bases()[key])
    (made,) = make(recipe, 11, effort=30)
    check_recipe(made, recipe)
    name, _, number = made.origin.partition("/")
    assert name == f"bank:{key}"
    assert canonical(made.puzzle.givens).form == canonical(technique_bases()[key][int(number) - 1]).form
    assert source(Recipe(required=frozenset({key}), symmetry="rotational")).bank_size == 0


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(technique_bases()))
def test_every_bank_puzzle_needs_its_technique(key: str) -> None:
    recipe = Recipe(required=frozenset({key}), minimal=True)
    for grid in technique_bases()[key]:
        verdict = Acceptance(recipe).judge(Puzzle(grid))
        assert isinstance(verdict, PathSummary)
        check_recipe(
            Made(Puzzle(grid), engine("search").solution(Puzzle(grid)), 0, 0, "bank", verdict), recipe
        )
