"""Many small cases in one test that reports every failure; an item of pytest costs more time than most of them."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from itertools import product
from typing import TypeVar

import pytest
from hypothesis import settings

from nonet.errors import MissingKernel

__all__ = ["check_all", "every", "examples", "for_cases", "for_each", "spread"]

T = TypeVar("T")


def examples(number: int) -> int:
    """For `max_examples`: as many as that, and fewer in `make test`, as the profile says (tests/conftest.py)."""
    return number * settings().max_examples // 100


def every(step: int) -> int:
    """From one case to the next: 1, and this step in `make test`."""
    return step if settings().derandomize else 1


def spread(cases: Iterable[T], step: int) -> list[T]:
    """All of these, and every `step`-th in `make test`."""
    return [*cases][:: every(step)]


def check_all(check: Callable[..., None], cases: Iterable[tuple[object, ...]]) -> None:
    """Calls `check` with the arguments of each case; fails with the list of all cases that failed. If the others pass,
    but some need the kernel, the test is skipped (conftest.py).
    """
    count = 0
    failed = []
    missing: MissingKernel | None = None
    for case in cases:
        count += 1
        try:
            check(*case)
        except MissingKernel as error:
            missing = error
        except (Exception, pytest.fail.Exception) as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            failed.append(f"{case}\n    {place.name}, line {place.lineno}: {type(error).__name__}: {error}")
    assert count, "no cases"
    if failed:
        pytest.fail(f"{len(failed)} of {count} cases failed:\n" + "\n".join(failed), pytrace=False)
    if missing is not None:
        raise missing


def for_cases(cases: Iterable[Iterable[object]]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Runs a test with the arguments of each case: `parametrize`, but as one item, and without fixtures."""

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            check_all(check, (tuple(case) for case in cases))

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return decorate


def for_each(*values: Iterable[object]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """The same with every combination of one value from each of these."""
    return for_cases([*product(*values)])
