"""Grid, Puzzle, Candidates and the errors: immutable values that are validated on creation."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet import CLASSIC, Candidates, FormatError, Grid, Layout, NonetError, Puzzle, RuleError
from nonet.bitsets import cells_in, digits_in
from nonet.errors import NoSolution, SeveralSolutions

MINI = Layout.named("4x4")
SOLVED = Grid.of(MINI, [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])


def test_a_grid_is_a_value() -> None:
    again = Grid(MINI, bytes(SOLVED.values))
    assert again == SOLVED
    assert hash(again) == hash(SOLVED)
    assert pickle.loads(pickle.dumps(SOLVED)) == SOLVED
    with pytest.raises(AttributeError):
        SOLVED.entries = b""  # type: ignore[misc]


def test_grid_properties() -> None:
    assert SOLVED.is_filled
    assert SOLVED.is_solution()
    assert list(SOLVED) == list(SOLVED.values)
    assert len(SOLVED) == 16
    assert not Grid.empty(MINI).is_filled
    assert not Grid.empty(MINI).is_solution()
    assert SOLVED.extends(SOLVED.with_value(3, 0))
    assert not SOLVED.with_value(3, 0).extends(SOLVED)
    assert not SOLVED.extends(Grid.empty(Layout.named("4x4+x")))


@pytest.mark.parametrize(("a", "b"), [(0, 1), (0, 4), (0, 5)])
def test_a_full_board_with_a_repeated_digit_is_not_a_solution(a: int, b: int) -> None:
    wrong = SOLVED.with_value(a, SOLVED[b])
    assert wrong.is_filled
    assert not wrong.is_solution()
    assert list(wrong.conflicts())


def test_conflicts_name_house_digit_and_cells() -> None:
    grid = Grid.of(MINI, [1, 0, 0, 1] + [0] * 8 + [1, 0, 0, 0])
    found = [(c.house.name, c.digit, c.cells) for c in grid.conflicts()]
    assert found == [("row 1", 1, (0, 3)), ("column 1", 1, (0, 12))]


@pytest.mark.parametrize(
    "values", [[0] * 15, [0] * 17, [5] + [0] * 15, [-1] + [0] * 15, [0] * 15 + [256], [0] * 16 + [9]]
)
def test_invalid_grid_values(values: list[int]) -> None:
    with pytest.raises(NonetError):
        Grid.of(MINI, values)


def test_values_are_checked_in_bytes_too() -> None:
    with pytest.raises(NonetError, match="r1c2 holds 7"):
        Grid(MINI, bytes([0, 7] + [0] * 14))


def test_puzzles_obey_the_rules() -> None:
    with pytest.raises(RuleError) as error:
        Puzzle.of(MINI, [1, 0, 0, 0] + [0, 1, 0, 0] + [0] * 8)
    assert error.value.house == "box 1"
    assert (error.value.digit, error.value.cells) == (1, (0, 5))
    assert str(error.value) == "row 2, column 2: two 1s in box 1 (r1c1, r2c2)"
    with pytest.raises(RuleError, match="three 1s in row 1"):
        Puzzle.of(MINI, [1, 1, 1, 0] + [0] * 12)


def test_ruled_out_candidates() -> None:
    puzzle = Puzzle.of(MINI, [1] + [0] * 15, ruled_out={5: [3, 4], 0: []})
    assert puzzle.allowed[5] == 0b0011
    assert puzzle.allowed[0] == 0b0001
    assert Candidates.of(puzzle).digits(5) == (2,)
    assert Puzzle.of(MINI, [0] * 16, ruled_out={}).ruled_out == ()
    for wrong in ({16: [1]}, {-1: [1]}, {0: [5]}, {0: [0]}):
        with pytest.raises(NonetError, match="ruled_out: no such cell or digits"):
            Puzzle.of(MINI, [0] * 16, ruled_out=wrong)
    assert Puzzle(Grid.empty(MINI), (0,) * 16) == Puzzle(Grid.empty(MINI))
    with pytest.raises(NonetError, match="ruled_out has 3 cells"):
        Puzzle(Grid.empty(MINI), (1, 2, 3))
    with pytest.raises(NonetError, match="r1c1"):
        Puzzle(Grid.empty(MINI), (16,) + (0,) * 15)


def test_a_puzzle_is_indexed_by_cell() -> None:
    puzzle = Puzzle.of("4x4", ".1.............2")
    assert [puzzle[0], puzzle[1], puzzle[-1]] == [0, 1, 2]
    with pytest.raises(IndexError):
        puzzle[16]


def test_puzzle_is_a_value() -> None:
    puzzle = Puzzle.of(MINI, [1] + [0] * 15, ruled_out={5: [3]})
    assert hash(puzzle) == hash(copy.copy(puzzle))
    assert b"_hash" not in pickle.dumps(puzzle)  # other processes hash texts in another way
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert len({puzzle, Puzzle(puzzle.givens), Puzzle(puzzle.givens)}) == 2


@given(st.sets(st.integers(1, 25)))
def test_digit_masks(digits: set[int]) -> None:
    mask = sum(1 << (digit - 1) for digit in digits)
    assert list(digits_in(mask)) == sorted(digits)
    assert list(cells_in(mask)) == [digit - 1 for digit in sorted(digits)]


@given(st.lists(st.integers(0, 80), max_size=30), st.data())
def test_candidates_exclude_the_digits_of_peers(cells: list[int], data: st.DataObject) -> None:
    position = Candidates.of(Puzzle(Grid.empty(CLASSIC)))
    for cell in cells:
        if digits := position.digits(cell):
            position = position.place(cell, data.draw(st.sampled_from(digits)))
    values = position.grid.values
    assert not list(position.grid.conflicts())
    for cell in range(81):
        seen = {values[peer] for peer in CLASSIC.peers[cell]}
        expected = () if values[cell] else tuple(d for d in range(1, 10) if d not in seen)
        assert position.digits(cell) == expected
    assert position == Candidates.at(position.grid)
    assert {(cell, digit) for digit in range(1, 10) for cell in cells_in(position.boards[digit])} == set(
        position
    )
    assert position.is_dead == any(not values[c] and not position.digits(c) for c in range(81))


def test_a_cell_without_candidates() -> None:
    position = Candidates.of(Puzzle.of(MINI, [1, 2, 3, 0] + [0, 0, 0, 4] + [0] * 8))
    assert position.dead_cell == 3


def test_errors_form_one_tree() -> None:
    tree = [nonet.LayoutError, nonet.FormatError, nonet.RuleError, nonet.NoSolution, nonet.SeveralSolutions,
            nonet.EngineError, nonet.RecipeError]  # fmt: skip
    assert all(issubclass(error, NonetError) for error in tree)
    assert issubclass(NonetError, ValueError)
    assert issubclass(NoSolution, nonet.SolutionError)
    assert issubclass(SeveralSolutions, nonet.SolutionError)


def test_errors_survive_pickling() -> None:
    format_error = FormatError("not a digit", row=3, column=4, text="q")
    rule_error = RuleError("9x9", "row 4", 7, (27, 30), ((4, 1), (4, 4)))
    for error in (format_error, rule_error):
        copy = pickle.loads(pickle.dumps(error))
        assert str(copy) == str(error)
        assert copy.__dict__ == error.__dict__


def test_long_text_is_shortened_in_messages() -> None:
    assert len(str(FormatError("odd", text="y" * 10_000))) < 80


def test_public_names_exist() -> None:
    for name in vars(nonet)["__all__"]:
        assert getattr(nonet, name) is not None
    assert set(vars(nonet)["__all__"]) <= set(dir(nonet))
    assert not hasattr(nonet, "nothing")
