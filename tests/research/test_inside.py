"""What is inside a grid and a puzzle, against all 288 grids of the 4x4 board, the solver, and published facts."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations, islice, product
from operator import and_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import every, examples, for_cases, for_each, spread
from nonet.bitsets import board_of, cells_in
from nonet.clues import minimal as some_minimal
from nonet.clues import unnecessary_clues
from nonet.engines import engine, engine_for
from nonet.equivalence import class_key
from nonet.errors import LayoutError, NonetError, NoSolution, SeveralSolutions, UnsupportedRules
from nonet.generate.fill import random_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.research import backdoors, minimal_puzzles, neighbours, unavoidable_sets
from nonet.research.unavoidable import _DifferenceSearch, _minimal
from nonet.rng import Rng
from nonet.rules import Cage
from nonet.solving import is_unique

MINI = Layout.named("4x4")
MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@cache
def mini_grids() -> tuple[bytes, ...]:
    return tuple(grid.entries for grid in engine("backtracking").solutions(Puzzle(Grid.empty(MINI))))


def differences(values: bytes) -> list[int]:
    """Every difference to another grid of the 4x4 board."""
    return [
        board_of(cell for cell in range(16) if values[cell] != other[cell])
        for other in mini_grids()
        if other != values
    ]


def smallest(boards: list[int]) -> set[int]:
    return {each for each in boards if not any(other != each and other & ~each == 0 for other in boards)}


@cache
def grids_with() -> dict[tuple[int, int], int]:
    """For each clue the grids that have it, as bits."""
    return {
        (cell, digit): board_of(n for n, grid in enumerate(mini_grids()) if grid[cell] == digit)
        for cell in range(16)
        for digit in range(1, 5)
    }


def kept(grid: bytes, board: int) -> bytes:
    return bytes(value if board >> cell & 1 else 0 for cell, value in enumerate(grid))


# -- unavoidable sets -------------------------------------------------------------------------------------------


@given(st.integers(0, 287), st.integers(1, 16))
def test_unavoidable_sets_of_4x4_are_the_smallest_differences(number: int, most: int) -> None:
    values = mini_grids()[number]
    expected = sorted(
        smallest(differences(values)), key=lambda each: (each.bit_count(), list(cells_in(each)))
    )
    expected = [each for each in expected if each.bit_count() <= most]
    assert unavoidable_sets(Grid(MINI, values), most=most) == tuple(
        tuple(cells_in(each)) for each in expected
    )


@pytest.mark.once
@for_each(["6x6", "8x8", "x", "windoku", "9x9"])
def test_both_forms_of_the_search_agree(name: str) -> None:
    grid = random_grid(Layout.named(name), Rng(3))
    most = 12 if name == "6x6" else 9
    assert unavoidable_sets(grid, most=most) == _minimal(_DifferenceSearch(grid, most).differences())


@given(st.data())
def test_cells_can_be_emptied_if_they_contain_no_set(data: st.DataObject) -> None:
    grid, sets = six_by_six()
    cells = data.draw(st.sets(st.integers(0, 35), min_size=4, max_size=12))
    values = bytes(0 if cell in cells else value for cell, value in enumerate(grid.entries))
    assert is_unique(Puzzle(Grid(grid.layout, values))) == (not any(set(each) <= cells for each in sets))


@cache
def six_by_six() -> tuple[Grid, tuple[tuple[int, ...], ...]]:
    grid = random_grid(Layout.named("6x6"), Rng(1))
    return grid, unavoidable_sets(grid)


@pytest.mark.once
@pytest.mark.skipif(kernel is None, reason="takes minutes without the kernel")
def test_unavoidable_sets_of_9x9_explain_every_grid_nearby() -> None:
    """All grids that differ in three digits, or in the first two rows of bands, by the solver."""
    grid = random_grid(CLASSIC, Rng(5))
    sets = [board_of(each) for each in unavoidable_sets(grid)]
    for each in sets:
        emptied = kept(grid.entries, ~each)
        assert not is_unique(Puzzle(Grid(CLASSIC, emptied)))
        for cell in cells_in(each):
            assert is_unique(Puzzle(Grid(CLASSIC, kept(grid.entries, ~each | 1 << cell))))
    groups = [board_of(c for c in range(81) if grid[c] in digits) for digits in combinations(range(1, 10), 3)]
    groups += [board_of(range(start, start + 18)) for start in range(0, 64, 9)]
    seen = 0
    for group in groups:
        for other in engine("kernel").solutions(Puzzle(Grid(CLASSIC, kept(grid.entries, ~group)))):
            board = board_of(c for c in range(81) if grid[c] != other[c])
            if 0 < board.bit_count() <= 12:
                seen += 1
                assert any(each & ~board == 0 for each in sets)
    assert seen > 100


@pytest.mark.once
@pytest.mark.skipif(kernel is None, reason="takes half a minute without the kernel")
@for_cases(
    [  # as gridchecker --unav --count --unav12 counts them
        (EASY, {4: 6, 6: 21, 8: 21, 9: 11, 10: 55, 11: 28, 12: 167}),
        (
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
            {4: 6, 6: 114, 8: 6, 12: 82},
        ),
        (MOST_CANONICAL, {6: 162}),
    ]
)
def test_published_numbers_of_sets(text: str, by_size: dict[int, int]) -> None:
    assert dict(Counter(map(len, unavoidable_sets(text)))) == by_size


def test_unavoidable_sets_refuse_what_they_cannot_do() -> None:
    with pytest.raises(SeveralSolutions):
        unavoidable_sets("." * 81)
    with pytest.raises(UnsupportedRules, match="unavoidable sets"):
        unavoidable_sets(Puzzle.of("4x4", "1234341221434321", rules=[Cage((0, 1), 3)]))
    with pytest.raises(NonetError, match="most"):
        unavoidable_sets("1234 3412 2143 4321", most=0)
    raw = Layout.named("2x2:1-3")
    with pytest.raises(LayoutError, match="hold every digit"):
        unavoidable_sets(Grid.of(raw, [1, 2, 2, 1]))


@pytest.mark.once
@pytest.mark.skipif(kernel is None, reason="for the kernel alone")
@for_cases(
    [
        (0, b"", b"", "size must be"),
        (2, [0, 1], b"\1", "there is no cell 1"),
        (2, [0, 0], b"\1\2", "does not have every digit"),
        (2, [0, 1], b"\1\3", "3 is not a digit"),
        (2, [0, 1], b"\0\1", "0 is not a digit"),
        (2, [0], b"\1\2", "every house has 2 cells"),
        (2, [0, 1], bytes(129), "a board has 1..128 cells"),
    ]
)
def test_the_kernel_refuses_what_is_not_a_grid(
    size: int, houses: list[int], values: bytes, says: str
) -> None:
    assert kernel is not None
    with pytest.raises(ValueError, match=says):
        kernel.unavoidable(size, array("H", houses), values, 12)


# -- backdoors --------------------------------------------------------------------------------------------------


def test_backdoors_are_all_the_smallest() -> None:
    assert (backdoors(EASY).size, backdoors(EASY).sets) == (0, ((),))
    assert backdoors(HARD, most=1).size is None
    check_backdoors("8.2" + HARD[3:], ((37,), (74,)))
    if kernel is not None or every(2) == 1:
        check_backdoors(HARD, ((2, 37), (2, 74), (10, 45), (29, 38), (37, 45), (37, 75), (45, 74)))


def check_backdoors(puzzle: str, sets: tuple[tuple[int, ...], ...]) -> None:
    found = backdoors(puzzle)
    assert (found.size, found.sets) == (len(sets[0]), sets)
    assert set(sets) < set(backdoors(puzzle, steps="medium").sets)
    assert backdoors(puzzle, steps="easy").sets == sets


@pytest.mark.skipif(kernel is None, reason="the grade is compiled")
@pytest.mark.once
def test_backdoors_agree_with_the_grade() -> None:
    """The kernel's grade 1 is another program for singles."""
    assert kernel is not None
    grid = engine_for(puzzle := Puzzle.of("9x9", HARD)).solution(puzzle)
    empty = [cell for cell, value in enumerate(puzzle.givens) if not value]
    solved = []
    for cells in combinations(empty, 2):
        text = "".join(str(grid[cell]) if cell in cells else sign for cell, sign in enumerate(HARD))
        if kernel.grade(text) == 1:
            solved.append(cells)
    assert tuple(solved) == backdoors(HARD).sets


def test_backdoors_refuse_what_they_cannot_do() -> None:
    with pytest.raises(NoSolution):
        backdoors("12.. ..34 .... ....")
    with pytest.raises(NonetError, match="steps must be singles or a level"):
        backdoors(EASY, steps="magic")
    with pytest.raises(NonetError, match="ruled out beforehand"):
        backdoors(Puzzle.of("4x4", "1234341221434321", ruled_out={0: [2]}))


# -- minimal puzzles --------------------------------------------------------------------------------------------


@settings(max_examples=examples(100) // every(3))
@given(st.integers(0, 287), st.integers(0, 0xFFFF))
def test_minimal_puzzles_of_4x4_are_the_minimal_hitting_sets(number: int, removed: int) -> None:
    values = mini_grids()[number]
    gaps = differences(values)
    givens = 0xFFFF
    for cell in cells_in(removed):
        if all(gap & (givens & ~(1 << cell)) for gap in gaps):
            givens &= ~(1 << cell)
    assert_minimal(values, givens, gaps)


@pytest.mark.once
@for_each([0, 100])
def test_minimal_puzzles_of_whole_4x4_grids(number: int) -> None:
    values = mini_grids()[number]
    assert_minimal(values, 0xFFFF, differences(values))


def assert_minimal(values: bytes, givens: int, gaps: list[int]) -> None:
    expected: list[int] = []
    gaps = sorted(smallest(gaps), key=int.bit_count)  # a board that has no clue in a gap shows it soon
    for size in range(4, 8):  # no minimal 4x4 puzzle has more than 6
        for board in map(sum, combinations([1 << cell for cell in cells_in(givens)], size)):
            if all(gap & board for gap in gaps) and not any(each & ~board == 0 for each in expected):
                expected.append(board)
    found = [each.givens.entries for each in minimal_puzzles(Grid(MINI, kept(values, givens)))]
    assert len(found) == len(set(found))
    assert set(found) == {kept(values, each) for each in expected}


def test_minimal_puzzles_of_9x9() -> None:
    count = 416 if every(2) == 1 or kernel is not None else 3
    found = list(islice(minimal_puzzles(EASY), count + 1))
    assert len(found) >= count
    for puzzle in found[:10]:
        assert is_unique(puzzle)
        assert not unnecessary_clues(puzzle)
    if kernel is not None:
        assert Counter(each.clue_count for each in found) == {23: 169, 22: 144, 21: 57, 24: 42, 25: 3, 20: 1}
        assert {some_minimal(EASY, seed=seed) for seed in range(20)} <= set(found)


def test_minimal_puzzles_keep_the_rules() -> None:
    puzzle = Puzzle.of("4x4", "1234341221434321", rules=[Cage((0, 1), 3)])
    found = set(minimal_puzzles(puzzle))
    assert all(each.rules == puzzle.rules and is_unique(each) for each in found)
    assert found != set(minimal_puzzles(puzzle.without_rules()))
    with pytest.raises(SeveralSolutions):
        minimal_puzzles("12.. .... .... ....")


# -- neighbours -------------------------------------------------------------------------------------------------


def brute_neighbours(values: bytes, remove: int, add: int) -> Iterator[bytes]:
    clues = {(cell, value) for cell, value in enumerate(values) if value}
    for gap in combinations(sorted(clues), remove):
        rest = clues - set(gap)
        for new in combinations(grids_with().keys() - clues, add):
            board = dict([*rest, *new])
            if len(board) == len(rest) + add:
                solutions = reduce(and_, map(grids_with().__getitem__, board.items()))
                if solutions.bit_count() == 1:
                    yield bytes(board.get(cell, 0) for cell in range(16))


@for_cases(spread(product(range(3), repeat=2), 2))
def test_neighbours_of_4x4_are_all(remove: int, add: int) -> None:
    puzzle = Puzzle.of("4x4", ".2..4..12.4.....")
    found = [each.givens.entries for each in neighbours(puzzle, remove=remove, add=add)]
    assert len(found) == len(set(found))
    assert set(found) == set(brute_neighbours(puzzle.givens.entries, remove, add))


def test_distinct_and_minimal_neighbours() -> None:
    puzzle = Puzzle.of("4x4", ".2..4..12.4.....")
    all_of_them = list(neighbours(puzzle))
    keys = {class_key(each.givens) for each in all_of_them} - {class_key(puzzle.givens)}
    distinct = list(neighbours(puzzle, distinct=True))
    assert len(distinct) == len(keys) == len({class_key(each.givens) for each in distinct})
    minimal = [each for each in all_of_them if not unnecessary_clues(each)]
    assert list(neighbours(puzzle, minimal=True)) == minimal


@pytest.mark.once
@pytest.mark.skipif(kernel is None, reason="takes a minute without the kernel")
def test_neighbours_of_9x9() -> None:
    found = list(neighbours(HARD, threads=None))
    assert len(found) == 26
    assert all(is_unique(each, engine="propagation") and each.clue_count == 21 for each in found[:5])
    for each in found[:5]:
        assert Puzzle.of("9x9", HARD) in neighbours(each)


def test_neighbours_refuse_what_they_cannot_do() -> None:
    with pytest.raises(NonetError, match="remove must be from 0 to"):
        neighbours(EASY, remove=-1)
    with pytest.raises(SeveralSolutions):
        neighbours("." * 81)
