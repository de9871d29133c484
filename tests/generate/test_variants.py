"""New puzzles with the rules of a variant: one solution, true rules, nothing unnecessary, repeatable."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import pytest

import nonet
from many_cases import for_cases, for_each, spread
from nonet import logic
from nonet.engines import engine
from nonet.engines.rules import RuleEngine
from nonet.engines.tally import Tally
from nonet.errors import RecipeError
from nonet.generate import killers, variants
from nonet.generate.fill import random_grid
from nonet.generate.killers import CageMap, joined_cages
from nonet.generate.leveled import ClueDraft, Sketch, leveled
from nonet.generate.orbits import SYMMETRIES, images
from nonet.generate.variant_clues import CLUES, _filled, _roughness, grid_with_clues
from nonet.generate.variants import KILLER_LEVELS, VARIANTS, VariantNotFound, VariantRecipe, make_variant
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import Arrow, Cage, Difference, Quadruple, Ratio, Thermometer, Whisper

SMALL = Layout.named("6x6")


@for_each(VARIANTS)
def test_a_puzzle_has_one_solution_and_no_unnecessary_clue(variant: str) -> None:
    recipe = VariantRecipe(variant, SMALL)
    made = make_variant(recipe, 5)
    puzzle = made.puzzle
    assert puzzle.rules
    assert all(rule.holds(made.solution) for rule in puzzle.rules)
    assert list(engine("rules").solutions(puzzle)) == [made.solution]
    assert made == make_variant(recipe, 5)
    assert made != make_variant(recipe, 5, stream=1)
    if variant not in (
        "killer",
        "anti-knight",
    ):  # cages are joined, not removed; anti-knight is a rule of the board
        assert nonet.unnecessary_clues(puzzle) == ()


@for_each(CLUES)
def test_all_clues_hold_and_lines_keep_apart(kind: str) -> None:
    for seed in spread(range(8), 4):
        grid, groups = grid_with_clues([kind], CLASSIC, Rng(seed))
        rules = [rule for group in groups for rule in group]
        assert rules
        nonet.Puzzle(nonet.Grid.empty(CLASSIC), rules=tuple(rules))  # each makes sense on the board
        assert all(rule.holds(grid) for rule in rules)
        if kind in ("thermo", "arrow", "whispers", "renban"):
            cells = [cell for rule in rules for cell in rule.affected(CLASSIC)]
            assert len(cells) == len(set(cells))


@for_each(["thermo", "arrow", "whispers", "renban", "kropki", "little-killer", "quadruple", "killer"])
def test_a_symmetry_carries_clues_onto_clues(kind: str) -> None:
    grid, groups = grid_with_clues([kind], CLASSIC, Rng(2), symmetry="rotational")
    rules = [rule for group in groups for rule in group]
    assert rules
    assert all(rule.holds(grid) for rule in rules)
    cells = {frozenset(rule.affected(CLASSIC)) for rule in rules}
    assert cells == {frozenset(80 - cell for cell in each) for each in cells}


@for_each(["thermo", "whispers"])
def test_lines_never_turn_sharply_or_touch_themselves(kind: str) -> None:
    for group in grid_with_clues([kind], CLASSIC, Rng(4))[1]:
        places = [divmod(cell, 9) for rule in group for cell in rule.affected(CLASSIC)]
        for at, (row, column) in enumerate(places):
            for there, across in places[at + 3 :]:
                assert max(abs(row - there), abs(column - across)) > 1
        for one, two, three in zip(places, places[1:], places[2:], strict=False):
            along = sum((b - a) * (c - b) for a, b, c in zip(one, two, three, strict=True))
            assert along >= 0


@pytest.mark.parametrize(
    ("variant", "level"),
    spread(
        [
            *((variant, "easy") for variant in VARIANTS[1:] if variant != "sandwich"),
            *((variant, "medium") for variant in VARIANTS[1:] if variant != "sandwich"),
            ("sandwich", "hard"),
            ("renban", "hard"),
            ("thermo", "unfair"),
            ("killer,thermo", "medium"),
            ("anti-knight,kropki", "easy"),
        ],
        14,
    ),
)
def test_the_level_of_a_variant_is_its_rating(variant: str, level: str) -> None:
    recipe = VariantRecipe(variant, level=level)
    made = make_variant(recipe, 3)
    assert nonet.rate(made.puzzle).level == level
    assert nonet.solution(made.puzzle) == made.solution


def test_a_level_has_few_givens() -> None:
    for stream in spread((1, 0, 2, 3), 4):
        puzzle = make_variant(VariantRecipe("whispers", level="easy"), 1, stream=stream).puzzle
        assert puzzle.clue_count <= 8


@for_each(["none", "rotational"])
def test_lines_are_long(symmetry: str) -> None:
    """Whispers of five cells and more."""
    drafts = [grid_with_clues(["whispers"], CLASSIC, Rng(seed), symmetry=symmetry)[1] for seed in range(6)]
    lengths = [len(rule.affected(CLASSIC)) for groups in drafts for group in groups for rule in group]
    assert min(lengths) >= 5
    assert sum(lengths) >= 6 * 81 / 3  # they cover a third of the board


def test_marks_are_not_on_lines() -> None:
    """No circle is on a line that passes diagonally, or reaches into the circle of an arrow; no dot is on a line."""
    for seed in range(3):
        groups = grid_with_clues(["quadruple", "kropki", "arrow"], CLASSIC, Rng(seed))[1]
        rules = [rule for group in groups for rule in group]
        circles = {frozenset(rule.cells) for rule in rules if isinstance(rule, Quadruple)}
        dots = {frozenset(rule.cells) for rule in rules if isinstance(rule, (Difference, Ratio))}
        arrows = [rule for rule in rules if isinstance(rule, Arrow)]
        steps = {frozenset(step) for each in arrows for step in pairwise(each.circle + each.shaft)}
        ends = {cell for each in arrows for cell in each.circle}
        assert circles
        assert dots
        assert dots.isdisjoint(steps)
        for circle in circles:
            low, *_, high = sorted(circle)
            assert steps.isdisjoint([frozenset((low, high)), frozenset((low + 1, high - 1))])
            assert ends.isdisjoint(circle)


@for_each(["kropki", "quadruple"])
def test_marks_are_spread_over_the_board(kind: str) -> None:
    """The first ones, which are kept longest, are in all boxes."""
    for seed in range(4):
        groups = grid_with_clues([kind], CLASSIC, Rng(seed))[1]
        first = {cell for (rule,) in groups[:14] for cell in rule.affected(CLASSIC)}
        assert all(first & set(box.cells) for box in CLASSIC.boxes)


def test_lines_that_no_grid_obeys_together_are_left_out() -> None:
    """On a board full of whispers there is no room for the 5s."""
    size = range(9)
    rows = [(Whisper(tuple(range(9 * row, 9 * row + 9)), 5),) for row in size]
    grid, kept = _filled(CLASSIC, Rng(1), (), rows)
    assert kept == []
    halves = [(Whisper(tuple(range(9 * row, 9 * row + 4)), 5),) for row in size]
    grid, kept = _filled(CLASSIC, Rng(1), (), [*halves[:1], *rows, *halves[1:2]])
    assert kept == halves[:2]
    assert all(rule.holds(grid) for group in kept for rule in group)


def test_grids_are_made_for_chosen_lines_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six drafts are drawn and compared by their lines; one is finished."""
    filled = []

    def fill(*args: Any) -> object:
        filled.append(args)
        return _filled(*args)

    monkeypatch.setattr("nonet.generate.variant_clues._filled", fill)
    drafts = [variants._draft(VariantRecipe("renban", SMALL, level="easy"), Rng(seed)) for seed in range(6)]
    sketch, _ = leveled(drafts, Rng(1), Level.EASY, "none")
    assert len(filled) == 1
    assert sketch.clues
    assert all(rule.holds(sketch.grid) for group in sketch.clues for rule in group)


def test_a_draft_whose_lines_contradict_each_other_is_the_last_choice() -> None:
    """Its easy steps end in a contradiction, with few candidates left."""
    grid, groups = grid_with_clues(["thermo"], SMALL, Rng(1))
    upside_down = [(Thermometer(rule.cells[::-1]),) for (rule,) in groups if isinstance(rule, Thermometer)]
    good, bad = Sketch(grid, (), tuple(groups), 1), Sketch(grid, (), (*groups, *upside_down), 1)
    for order in ([good, bad], [bad, good]):
        drafts = [ClueDraft(sketch.puzzle(sketch.clues), partial(Sketch, *sketch)) for sketch in order]
        assert leveled(drafts, Rng(1), Level.EASY, "none")[0] == good


def test_symmetric_dots_are_many_and_givens_few() -> None:
    recipe = VariantRecipe("kropki", level="medium", symmetry="rotational")
    for stream in spread(range(4), 4):
        puzzle = make_variant(recipe, 1, stream=stream).puzzle
        assert len(puzzle.rules) >= 16
        assert puzzle.clue_count <= 8


def test_clues_are_not_thinned_below_the_least_number() -> None:
    grid, groups = grid_with_clues(["quadruple"], CLASSIC, Rng(1))
    counts = []
    for least in (0, 40):
        sketch = Sketch(grid, (), tuple(groups), 1, least)
        draft = ClueDraft(sketch.puzzle(sketch.clues), partial(Sketch, *sketch))
        _, puzzle = leveled([draft], Rng(1), Level.EASY, "none")
        assert puzzle is not None
        counts.append(len(puzzle.rules))
    assert counts[0] < 40 <= counts[1]


def test_straight_lines_are_preferred_to_bent_ones() -> None:
    straight, gentle, corner, peak = [0, 1, 2, 3], [0, 1, 2, 12], [0, 1, 2, 11], [0, 10, 20, 12]
    staircase, arc = [0, 1, 11, 12], [0, 1, 11, 20]
    rough = [_roughness(line, 9) for line in (straight, gentle, corner, peak)]
    assert rough == sorted(set(rough))
    assert _roughness(arc, 9) < _roughness(staircase, 9)


def test_givens_and_lines_of_a_level_are_symmetric() -> None:
    puzzle = make_variant(VariantRecipe("thermo", level="easy", symmetry="rotational"), 1).puzzle
    given = {cell for cell, value in enumerate(puzzle.givens) if value}
    lines = {frozenset(rule.affected(CLASSIC)) for rule in puzzle.rules}
    assert given == {80 - cell for cell in given}
    assert lines == {frozenset(80 - cell for cell in each) for each in lines}


def test_a_puzzle_of_a_level_is_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = VariantRecipe("thermo", SMALL, level="easy")
    made = make_variant(recipe, 3)
    monkeypatch.setattr("nonet.logic.variants.implied.kernel", None)
    monkeypatch.setattr(variants, "engine_for", lambda puzzle: engine("rules"))
    assert make_variant(recipe, 3) == made


def test_the_number_of_clues_that_there_are() -> None:
    clues = {kind: grid_with_clues([kind], CLASSIC, Rng(1))[1] for kind in CLUES}
    assert len(clues["quadruple"]) == 8 * 8
    assert len(clues["sandwich"]) == 9 + 9
    diagonals = [rule for (rule,) in clues["little-killer"]]
    assert len({frozenset(rule.affected(CLASSIC)) for rule in diagonals}) == 2 * 15


def test_no_two_diagonals_begin_at_the_same_point() -> None:
    points = []
    for (rule,) in grid_with_clues(["little-killer"], CLASSIC, Rng(1))[1]:
        (row, column), (below, right) = (divmod(cell, 9) for cell in rule.affected(CLASSIC)[:2])
        points.append((row + (below < row), column + (right < column)))
    assert len(points) == len(set(points)) == 30


@for_each(SYMMETRIES)
def test_cages_cover_the_board_once_and_are_symmetric(symmetry: str) -> None:
    grid = random_grid(CLASSIC, Rng(3))
    joined = joined_cages(grid, Rng(4), largest=5, symmetry=symmetry, accepts=lambda cages: True)
    cages = joined.rules
    assert sorted(cell for cage in cages for cell in cage.cells) == list(range(81))
    for cage in cages:
        assert len(cage.cells) <= 5
        assert len({grid[cell] for cell in cage.cells}) == len(cage.cells)
        assert cage.sum == sum(grid[cell] for cell in cage.cells)
    maps = {frozenset(cage.cells) for cage in cages}
    assert maps == {frozenset(image) for cage in cages for image in images(CLASSIC, symmetry, cage.cells)}


@pytest.mark.parametrize(
    ("layout", "level", "seed"),
    [
        *(("6x6", level, 2) for level in ("easy", "medium")),
        pytest.param("6x6", "hard", 2, marks=pytest.mark.slow),
        *(("9x9", level, 1) for level in ("easy", "medium", "hard", "unfair")),
    ],
)
def test_the_level_of_a_killer_is_its_rating(
    layout: str, level: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rated with the techniques about cages in Python."""
    puzzle = make_variant(VariantRecipe("killer", Layout.named(layout), level=level), seed).puzzle
    monkeypatch.setattr(logic.killers, "cages_of_rules", lambda layout, rules: None)
    assert nonet.rate(puzzle).level == level
    assert max(len(cage.cells) for cage in puzzle.rules if isinstance(cage, Cage)) <= KILLER_LEVELS[level]


def test_a_killer_of_a_level_is_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = VariantRecipe("killer", level="easy")
    made = make_variant(recipe, 3)
    monkeypatch.setattr(killers, "killer_plan", lambda options, level: None)
    monkeypatch.setattr(killers, "walk_of_cages", lambda givens, cages: None)
    assert make_variant(recipe, 3) == made


def test_cages_are_joined_as_if_one_by_one() -> None:
    """Several borders are removed at once, but each stays that would break the limit on its own."""
    grid = random_grid(CLASSIC, Rng(5))

    def accepts(cages: CageMap) -> bool:
        asked.append(cages)
        return max(cages.sums) <= 17

    asked: list[CageMap] = []
    fast = joined_cages(grid, Rng(6), largest=4, accepts=accepts)
    few = len(asked)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nonet.generate.killers._FIRST", 1)
        assert joined_cages(grid, Rng(6), largest=4, accepts=accepts) == fast
    assert few < len(asked) - few


@pytest.mark.parametrize(("variant", "givens"), [("killer", 4), ("kropki", 8), ("anti-knight", 12)])
def test_the_number_of_givens(variant: str, givens: int) -> None:
    puzzle = make_variant(VariantRecipe(variant, SMALL, symmetry="rotational", givens=givens), 2).puzzle
    given = {cell for cell, value in enumerate(puzzle.givens) if value}
    assert len(given) == givens
    assert given == {35 - cell for cell in given}


def test_pairs_of_givens_never_add_up_to_an_odd_number() -> None:
    with pytest.raises(VariantNotFound, match="exactly 9 givens"):
        make_variant(VariantRecipe("kropki", SMALL, symmetry="rotational", givens=9), 2)


@pytest.mark.parametrize("variant", spread(VARIANTS, 3))
def test_the_engine_does_not_change_the_puzzle(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the readable engine alone, as where the kernel is missing."""
    made = make_variant(VariantRecipe(variant, SMALL), 8)
    for module in (variants, killers):
        monkeypatch.setattr(module, "engine_for", lambda puzzle: engine("rules"))
    assert make_variant(VariantRecipe(variant, SMALL), 8) == made


class Gullible(RuleEngine):
    """An engine with a bug: it calls every puzzle unique."""

    def __init__(self, solution: Grid) -> None:
        self.claimed = solution

    def solution(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Grid:
        return self.claimed


@pytest.mark.once
@pytest.mark.parametrize("layout", [SMALL, pytest.param(CLASSIC, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_second_proof_does_not_believe_the_first(
    variant: str, layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A puzzle with several solutions, of which the default engine says that it has one."""
    made = make_variant(VariantRecipe(variant, layout), 4)
    monkeypatch.setattr(variants, "engine_for", lambda puzzle: Gullible(made.solution))
    variants._prove_twice(made, Tally())
    givens, rules = made.puzzle.givens, made.puzzle.rules
    if made.puzzle.clue_count:
        last = max(cell for cell, value in enumerate(givens) if value)
        fewer = Puzzle(Grid(layout, givens.values[:last] + bytes(layout.cell_count - last)), rules=rules)
    else:
        fewer = Puzzle(givens, rules=rules[: len(rules) // 2])
    assert fewer.is_solved_by(made.solution)
    with pytest.raises(RecipeError, match="breaks a promise"):
        variants._prove_twice(variants.MadeVariant(fewer, made.solution), Tally())


def test_a_puzzle_that_is_too_hard_to_prove_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = VariantRecipe("kropki", SMALL)
    usual = make_variant(recipe, 1)
    tally = Tally()
    assert list(engine("rules").solutions(usual.puzzle, tally=tally)) == [usual.solution]
    monkeypatch.setattr(variants, "_MOST_POSITIONS", tally.nodes)
    assert make_variant(recipe, 1) == usual
    monkeypatch.setattr(variants, "_MOST_POSITIONS", tally.nodes - 1)
    assert make_variant(recipe, 1) != usual
    monkeypatch.setattr(variants, "_MOST_POSITIONS", 0)
    with pytest.raises(VariantNotFound, match="in 20 attempts"):
        make_variant(recipe, 1)


@for_cases(
    [
        (VariantRecipe("futoshiki"), "unknown variant 'futoshiki'"),
        (VariantRecipe("thermo", level="extreme"), "unknown level 'extreme' for thermo puzzles"),
        (VariantRecipe("thermo", level="hard", givens=8), "a number of givens and a level"),
        (VariantRecipe("sandwich", level="easy"), "about 18 digits would be given"),
        (VariantRecipe("thermo,mixed"), "mixed alone"),
        (VariantRecipe("thermo,thermo"), "different kinds"),
        (VariantRecipe("thermo", cage_size=3), "thermo puzzles have no cages"),
        (VariantRecipe("killer", level="mild"), "unknown level 'mild' for killer puzzles"),
        (VariantRecipe("killer", cage_size=10), "the limit is 2 to 9"),
        (VariantRecipe("killer", symmetry="odd"), "unknown symmetry 'odd'"),
        (VariantRecipe("killer", givens=81), "81 givens: a puzzle of 81 cells has 0 to 80 of them"),
        (VariantRecipe("anti-knight", givens=7), "needs at least 8"),
        (VariantRecipe("killer", Layout.named("samurai")), "boards from 4x4 to 16x16"),
        (
            VariantRecipe("killer", Layout.named("4x4"), level="medium"),
            "a 4x4 board has only easy killer puzzles; ask for that level, or for a larger board",
        ),
    ]
)
def test_what_is_refused(recipe: VariantRecipe, words: str) -> None:
    with pytest.raises(RecipeError, match=words):
        make_variant(recipe, 1)
