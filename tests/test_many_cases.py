"""A test of many cases fails if one of them does, and names each that failed."""

from __future__ import annotations

import pytest
from hypothesis import settings

from many_cases import check_all, for_cases, for_each, spread
from nonet.errors import MissingKernel


def is_even(number: int) -> None:
    assert number % 2 == 0


def raises(error: type[Exception]) -> None:
    with pytest.raises(ValueError, match="x"):
        raise error("x")


def test_every_failure_is_reported() -> None:
    with pytest.raises(pytest.fail.Exception) as caught:
        check_all(is_even, [(2,), (3,), (4,), (5,)])
    report = str(caught.value)
    assert report.startswith("2 of 4 cases failed:\n(3,)\n")
    assert "\n(5,)\n" in report
    assert "(4,)" not in report


def test_an_error_that_is_not_raised_or_not_expected_counts() -> None:
    with pytest.raises(pytest.fail.Exception, match="1 of 2"):
        check_all(raises, [(ValueError,), (KeyError,)])


def test_no_cases_are_a_failure() -> None:
    with pytest.raises(AssertionError, match="no cases"):
        check_all(is_even, [])
    check_all(is_even, [(2,)])


def test_for_each_combines_its_arguments() -> None:
    seen = []

    @for_each("ab", (1, 2))
    def test_something(letter: str, number: int) -> None:
        seen.append((letter, number))
        assert (letter, number) != ("b", 1)

    assert test_something.__name__ == "test_something"
    with pytest.raises(pytest.fail.Exception, match="1 of 4"):
        test_something()
    assert seen == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_for_cases_takes_the_arguments_of_each_case() -> None:
    seen = []

    @for_cases([("a", 1), ("b", 2)])
    def test_something(letter: str, number: int) -> None:
        seen.append((letter, number))
        assert number == 1

    with pytest.raises(pytest.fail.Exception, match=r"1 of 2 cases failed:\n\('b', 2\)"):
        test_something()
    assert seen == [("a", 1), ("b", 2)]


def test_a_part_of_the_cases_is_spread_over_all_of_them() -> None:
    assert spread(range(7), 3) == ([0, 3, 6] if settings().derandomize else [*range(7)])


def test_cases_that_need_the_kernel_hide_no_failure() -> None:
    def check(number: int) -> None:
        assert number
        if number > 1:
            raise MissingKernel("this", "compile it")

    with pytest.raises(MissingKernel):
        check_all(check, [(1,), (2,)])
    with pytest.raises(pytest.fail.Exception, match="1 of 2 cases failed"):
        check_all(check, [(2,), (0,)])
