"""`create` does what spec 001 says, and the same seed gives the same puzzle."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from many_cases import every, spread
from nonet.engines import Engine, engine
from nonet.errors import RecipeError
from nonet.generate import Recipe, classic, create, make, random_grid
from nonet.generate.banks import low_clue_bases
from nonet.generate.classic import create_many, draw_blanks
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import rate
from nonet.rng import Rng

GOLDEN = Path(__file__).parents[1] / "data" / "create-golden.txt"


def golden() -> list[tuple[int, int, str]]:
    lines = [line.split() for line in GOLDEN.read_text("ascii").splitlines() if not line.startswith("#")]
    return [(int(seed), int(stream), puzzle) for seed, stream, puzzle in lines]


def as_line(puzzle: Puzzle) -> str:
    return "".join(map(str, puzzle.givens)).replace("0", ".")


def check(seed: int) -> None:
    puzzle = create(seed)
    blanks = puzzle.givens.values.count(0)
    assert blanks == draw_blanks(Rng(seed)), seed
    assert 40 <= blanks <= 63
    assert puzzle.clue_count >= 18
    assert len(set(puzzle.givens.values) - {0}) >= 8
    judge = engine("propagation")
    solution = judge.solution(puzzle)  # raises if there is no solution, or several
    assert solution.is_solution()
    assert solution.extends(puzzle.givens)


@pytest.mark.parametrize("start", spread(range(0, 60, 10), 3))
def test_spec_001(start: int) -> None:
    for seed in range(start, start + 10):
        check(seed)


@pytest.mark.slow
def test_spec_001_a_few_hundred_times() -> None:
    for seed in range(1000, 1400):
        check(seed)


@pytest.mark.once
def test_a_seed_for_each_number_of_blanks() -> None:
    seeds: dict[int, int] = {}
    for seed in range(2000):
        seeds.setdefault(draw_blanks(Rng(seed)), seed)
    assert sorted(seeds) == list(range(40, 64))
    for blanks, seed in spread(seeds.items(), 3):
        assert create(seed).givens.values.count(0) == blanks


def test_numbers_of_blanks_are_uniform() -> None:
    counts = Counter(draw_blanks(Rng(seed)) for seed in range(4800))
    assert sorted(counts) == list(range(40, 64))
    # 23 degrees of freedom: chi-square exceeds 49.7 for one set of seeds in a thousand.
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7


def test_golden_seeds() -> None:
    for seed, stream, line in golden():
        assert as_line(create(seed, stream=stream)) == line


def test_golden_seeds_cover_both_algorithms() -> None:
    blanks = [line.count(".") for _, _, line in golden()]
    assert min(blanks) <= classic.MOST_DUG < max(blanks)


needs_kernel = pytest.mark.skipif(kernel is None, reason="compares the kernel with Python")


@needs_kernel
def test_the_kernel_creates_the_same_as_python() -> None:
    rules = engine("kernel")
    for made, stream in zip(create_many(8, 5, 30, threads=2), range(5, 35), strict=True):
        assert made.values == create(8, stream=stream, engine=rules).givens.values


@needs_kernel
@pytest.mark.slow
def test_the_kernel_creates_the_same_as_python_a_thousand_times() -> None:
    rules = engine("kernel")
    for stream, made in enumerate(create_many(9, 0, 1000, threads=2)):
        assert made.values == create(9, stream=stream, engine=rules).givens.values


def test_origins() -> None:
    for made in create_many(1, 0, 20 // every(2)):
        blanks = made.values.count(0)
        if blanks <= classic.MOST_DUG:
            assert made.origin == "dug"
            continue
        name, _, number = made.origin.partition("/")
        assert name == "bank:low-clue"
        assert low_clue_bases()[int(number) - 1].clue_count <= 81 - blanks


@pytest.mark.once
@pytest.mark.parametrize("name", ["propagation", "search"])
def test_the_engine_does_not_matter(name: str) -> None:
    for seed, stream, line in golden()[:2]:
        assert as_line(create(seed, stream=stream, engine=engine(name))) == line


def test_same_seed_same_puzzle_other_seed_other_puzzle() -> None:
    seeds = spread(range(8), 2)
    puzzles = [create(seed) for seed in seeds]
    assert puzzles == [create(seed) for seed in seeds]
    assert len(set(puzzles)) == len(seeds)
    assert create(-1) == create(2**64 - 1)
    assert create(1, stream=1) != create(1, stream=2)


def test_another_fill() -> None:
    for seed in range(5):
        puzzle = create(seed, fill=random_grid)
        assert puzzle.givens.values.count(0) == draw_blanks(Rng(seed))
        assert engine("propagation").is_unique(puzzle)


def test_a_stuck_dig_starts_over(monkeypatch: pytest.MonkeyPatch) -> None:
    grids: list[Grid] = []

    def counting_fill(layout: object, rng: Rng, *, engine: Engine | None = None) -> Grid:
        grids.append(random_grid(CLASSIC, rng, engine=engine))
        return grids[-1]

    monkeypatch.setattr(classic, "draw_blanks", lambda rng: 56)
    seeds = spread(range(6), 2)
    for seed in seeds:
        puzzle = create(seed, fill=counting_fill)
        assert puzzle.givens.values.count(0) == 56
        assert grids[-1].extends(puzzle.givens)
    assert len(grids) > len(seeds)


def test_a_puzzle_with_several_solutions_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classic, "draw_blanks", lambda rng: 60)
    monkeypatch.setattr(classic, "draw_low_clue", lambda clues, rng, engine: (Puzzle(Grid.empty(CLASSIC)), 1))
    monkeypatch.setattr(classic, "kernel", None)
    with pytest.raises(RecipeError, match="breaks a promise of create"):
        create(1)


def test_without_a_seed_every_puzzle_is_new() -> None:
    assert create() != create()


@pytest.mark.once
def test_a_level_gives_the_puzzles_of_make() -> None:
    made = [each.puzzle for each in make(Recipe(level="medium", count=2), 7)]
    assert [create(7, level="medium"), create(level="medium", seed=7, stream=1)] == made
    assert rate(create(level="easy")).level == "easy"


def test_a_level_cannot_be_made_in_every_way() -> None:
    with pytest.raises(RecipeError, match="unknown level 'tough'"):
        create(level="tough")
    with pytest.raises(RecipeError, match="without fill and engine"):
        create(7, level="hard", fill=random_grid)
