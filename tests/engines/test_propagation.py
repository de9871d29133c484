"""The engine `propagation`: each step of spec 002 on its own."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from many_cases import spread
from nonet.bitsets import digits_in
from nonet.engines.propagation import Failure, Propagation, _Solver, independent_subsets
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle


def solver(values: list[int], layout: Layout = CLASSIC) -> _Solver:
    return _Solver(layout, Puzzle.of(layout, values).allowed, Tally())


def test_step_1_removes_digits_of_the_houses() -> None:
    steps = solver([1, 2, 3] + [0] * 78)
    assert steps.cross_out()
    assert list(digits_in(steps.domains[3])) == [4, 5, 6, 7, 8, 9]  # in the row
    assert list(digits_in(steps.domains[9])) == [4, 5, 6, 7, 8, 9]  # in the box
    assert list(digits_in(steps.domains[27])) == [2, 3, 4, 5, 6, 7, 8, 9]  # in the column
    assert not steps.cross_out()


def test_step_1_fails_on_an_empty_domain() -> None:
    steps = solver([1, 2, 3, 4, 5, 6, 7, 8, 0] + [0] * 8 + [9] + [0] * 63)
    with pytest.raises(Failure):
        steps.cross_out_and_place()


def test_step_2_finds_the_only_place() -> None:
    values = [0] * 81
    for cell in (
        3 + 9,
        6 + 18,
        27 + 1,
        54 + 2,
    ):  # 5 in rows 2 and 3, columns 2 and 3: only r1c1 is left in box 1
        values[cell] = 5
    steps = solver(values)
    steps.cross_out()
    assert steps.find_only_places()
    assert list(digits_in(steps.domains[0])) == [5]


def test_step_2_fails_where_two_numbers_need_one_cell() -> None:
    steps = solver([0] * 16, Layout.named("4x4"))
    steps.domains[1:4] = [0b1100] * 3
    with pytest.raises(Failure):
        steps.find_only_places()


def test_step_4_eliminates_subsets_in_the_house() -> None:
    steps = solver([0] * 81)
    steps.domains[0] = steps.domains[1] = steps.domains[2] = 0b111
    steps.cross_out_subsets()
    # Three cells in row 1 and box 1: their digits are eliminated from both.
    assert all(steps.domains[cell] == 0b111111000 for cell in (*range(3, 9), 9, 10, 11, 18, 19, 20))
    assert steps.domains[12] == 0b111111111


def test_step_6_takes_cells_with_one_number() -> None:
    steps = solver([0, 4] + [0] * 79)
    assert steps.assignment() == {1: 4}


def test_step_7_restores_domains() -> None:
    steps = solver([0] * 16, Layout.named("4x4"))
    steps.cross_out_and_place()
    before = list(steps.domains)
    assert len(list(steps.solve())) == 288
    assert steps.domains == before
    assert steps.crossed == set()


def naked_subsets(domains: list[int]) -> list[int]:
    """What naked subsets of k cells eliminate, by trying all subsets (the definition)."""
    result = list(domains)
    for size in range(1, len(domains)):
        for cells in combinations(range(len(domains)), size):
            numbers = 0
            for cell in cells:
                numbers |= domains[cell]
            if numbers.bit_count() == size:
                for other in set(range(len(domains))) - set(cells):
                    result[other] &= ~numbers
    return result


def has_too_few_numbers(domains: list[int]) -> bool:
    for size in range(1, len(domains) + 1):
        for some in combinations(domains, size):
            numbers = 0
            for domain in some:
                numbers |= domain
            if numbers.bit_count() < size:
                return True
    return False


@given(data=st.data())
def test_independent_subsets_against_their_definition(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 6))
    domains = data.draw(st.lists(st.integers(1, 2**size - 1), min_size=size, max_size=size))
    if has_too_few_numbers(domains):
        with pytest.raises(Failure):
            list(independent_subsets(domains))
        return
    result = list(domains)
    for numbers in independent_subsets(domains):
        result = [domain & ~numbers if domain & ~numbers else domain for domain in result]
    assert result == naked_subsets(domains)


def test_subsets_of_a_large_house_do_not_explode() -> None:
    """24 cells {a, b}, {a, c}, {a, d} … have 2²⁴ different unions."""
    domains = [1 | 1 << k for k in range(1, 25)] + [(1 << 25) - 1]
    assert list(independent_subsets(domains)) == []
    domains[-1] = 1
    assert sorted(map(int.bit_count, independent_subsets(domains))) == [1] + [2] * 24


def test_large_boards() -> None:
    for name in spread(("12x12", "16x16"), 2):
        tally = Tally()
        grid = next(Propagation().solutions(Puzzle(Grid.empty(Layout.named(name))), tally=tally))
        assert grid.is_solution()
        assert tally.nodes < 2_000
