"""Canonical forms: compared with brute force and with known numbers of classes, and invariant under symmetries."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import examples, spread
from nonet.canonical import canonical
from nonet.engines import engine
from nonet.errors import LayoutError, NonetError, RuleError
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import cell_symmetries, cell_symmetry_count, random_transformation

MINI = Layout.named("4x4")
SIX = Layout.named("6x6")
seeds = st.integers(0, 2**64 - 1)


def brute_force(grid: Grid) -> tuple[bytes, int]:
    """The smallest image under all symmetries, and the number of symmetries that give it."""
    best, ways = b"\xff", 0
    for cells in cell_symmetries(grid.layout):
        moved = bytearray(len(grid))
        for target, value in zip(cells, grid.values, strict=True):
            moved[target] = value
        names = {0: 0}
        image = bytes(names.setdefault(value, len(names)) for value in moved)
        if image < best:
            best, ways = image, 0
        ways += image == best
    return best, ways


def random_clues(layout: Layout, seed: int, clues: int) -> Grid:
    """A board with some clues that obey the rules, whether or not it has a solution."""
    rng = Rng(seed)
    grid = Grid.empty(layout)
    for cell in rng.shuffled(range(layout.cell_count))[:clues]:
        peers = {grid[peer] for peer in layout.peers[cell]}
        if fitting := [digit for digit in layout.digits if digit not in peers]:
            grid = grid.with_value(cell, rng.choice(fitting))
    return grid


@pytest.mark.once
@given(seed=seeds, clues=st.integers(0, 16))
@settings(deadline=None)
def test_4x4_against_brute_force(seed: int, clues: int) -> None:
    grid = random_clues(MINI, seed, clues)
    form, change, automorphisms = canonical(grid)
    assert (form.values, automorphisms) == brute_force(grid)
    assert change(grid) == form


@pytest.mark.once
@pytest.mark.parametrize("name", ["6x6", "6x6/3x2"])
@pytest.mark.parametrize("clues", spread([0, 1, 36, 2, 12, 5], 2))
def test_6x6_against_brute_force(name: str, clues: int) -> None:
    grid = random_clues(Layout.named(name), clues, clues)
    form, change, automorphisms = canonical(grid)
    assert (form.values, automorphisms) == brute_force(grid)
    assert change(grid) == form


@given(seed=seeds, clues=st.integers(0, 81))
@settings(max_examples=examples(60), deadline=None)
def test_symmetries_do_not_change_the_canonical_form(seed: int, clues: int) -> None:
    puzzle = Puzzle(random_clues(CLASSIC, seed, clues))
    form, change, automorphisms = canonical(puzzle)
    disguised = random_transformation(CLASSIC, Rng(seed, stream=1))(puzzle)
    other = canonical(disguised)
    assert other.form == form == change(puzzle) == other.transformation(disguised)
    assert other.automorphisms == automorphisms
    assert cell_symmetry_count(CLASSIC) % automorphisms == 0

    assert canonical(form).form == form


# Boards with many automorphisms. The numbers are from the literature, or follow from the orbit size:
# one clue can be in any of 81 cells, so its stabilizer has 3,359,232 / 81 = 41,472 elements.
KNOWN = [
    ("." * 81, "." * 81, 3_359_232),
    ("." * 80 + "7", "." * 80 + "1", 41_472),
    (  # the grid with the most automorphisms, 648
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        648,
    ),
]


@pytest.mark.parametrize(("line", "smallest", "automorphisms"), KNOWN)
def test_known_forms(line: str, smallest: str, automorphisms: int) -> None:
    grid = random_transformation(CLASSIC, Rng(6))(as_grid(line))
    found = canonical(grid)
    assert found.form == as_grid(smallest)
    assert found.automorphisms == automorphisms


def as_grid(line: str) -> Grid:
    return Grid.of(CLASSIC, [0 if char in ".0" else int(char) for char in line])


@pytest.mark.once
def test_4x4_has_two_classes_with_288_grids() -> None:
    grids = list(engine("backtracking").solutions(Puzzle(Grid.empty(MINI))))
    found = [canonical(grid) for grid in grids]
    kinds = {form: automorphisms for form, _, automorphisms in found}
    assert len(kinds) == 2
    assert (
        sum(cell_symmetry_count(MINI) * 24 // automorphisms for automorphisms in kinds.values())
        == 288
        == len(grids)
    )


@pytest.mark.slow
def test_6x6_has_49_classes_with_28200960_grids() -> None:
    begin = Grid.of(
        SIX, [1, 2, 3, 4, 5, 6, 4, 5, 6] + [0] * 27
    )  # every class has a grid that starts like this
    kinds: dict[Grid, int] = {}
    for grid in engine("search").solutions(Puzzle(begin)):
        form, _, automorphisms = canonical(grid)
        assert kinds.setdefault(form, automorphisms) == automorphisms
    assert len(kinds) == 49
    assert (
        sum(cell_symmetry_count(SIX) * 720 // automorphisms for automorphisms in kinds.values()) == 28_200_960
    )


def test_layouts_without_canonical_form_are_refused() -> None:
    for name in ("x", "windoku", "16x16", "5x5", "jigsaw:1112132233243444"):
        with pytest.raises(LayoutError, match="canonical forms exist only for boards with boxes, up to 9x9"):
            canonical(Grid.empty(Layout.named(name)))
    with pytest.raises(RuleError):
        canonical(Grid.of(MINI, [1, 1] + [0] * 14))
    with pytest.raises(NonetError, match="ruled out"):
        canonical(Puzzle.of(MINI, [0] * 16, ruled_out={0: [1]}))


# A conformance run, `NONET_DATA=FOLDER pytest tests/test_canonical.py`: FOLDER/canonical/minlex-pairs.txt has
# lines of a puzzle and the canonical form that another program found. That program missed the smallest form for 159 of
# 4,916, as brute force has shown. Ours must be in the same class and never larger.
if DATA := os.environ.get("NONET_DATA"):
    PAIRS = (Path(DATA) / "canonical" / "minlex-pairs.txt").read_text("ascii").splitlines()

    def test_pairs_of_another_program() -> None:
        for line in PAIRS:
            ours, theirs = map(as_grid, line.split())
            form = canonical(ours).form
            assert form == canonical(theirs).form
            assert form.values <= theirs.values
