"""Leaving out of a proof what it does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def fewest(items: Iterable[T], enough: Callable[[list[T]], bool]) -> list[T]:
    """The items without those that the others can do without, tried one by one from the first.

    >>> fewest([1, 2, 3, 4], lambda some: sum(some) >= 5)
    [3, 4]
    """
    kept = list(items)
    for item in tuple(kept):
        fewer = [each for each in kept if each is not item]
        if enough(fewer):
            kept = fewer
    return kept
