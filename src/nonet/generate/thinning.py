"""Removing what is not needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def needed(items: Sequence[T], is_enough: Callable[[Sequence[T]], bool]) -> list[T]:
    """What is left if items are removed in this order, each if the rest without it is enough.

    Several are tried at once, and fewer after a refusal. The result is the same as one by one: what is not enough does
    not become so by removing more.

    >>> needed([1, 2, 3, 4, 5, 6], lambda rest: {2, 5} <= set(rest))
    [2, 5]
    """
    kept: list[T] = []
    at, several = 0, 1
    while at < len(items):
        if is_enough([*kept, *items[at + several :]]):
            at, several = at + several, 2 * several
        elif several == 1:
            kept.append(items[at])
            at += 1
        else:
            several //= 2
    return kept
