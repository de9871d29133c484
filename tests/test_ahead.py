"""The next thing while this one is used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from threading import Event, active_count

import pytest

from nonet.ahead import DEPTH, ahead


def test_all_items_in_order() -> None:
    before = active_count()
    assert list(ahead(range(1000))) == list(range(1000))
    assert list(ahead([])) == []
    assert list(ahead([None, ()])) == [None, ()]
    assert active_count() == before


def test_it_is_only_so_far_ahead() -> None:
    made: list[int] = []

    def making() -> Iterator[int]:
        for number in range(100):
            made.append(number)
            yield number

    with closing(ahead(making())) as items:
        for number in items:
            assert len(made) <= number + 1 + DEPTH
    assert len(made) == 100


def test_an_error_comes_in_its_turn() -> None:
    def making() -> Iterator[int]:
        yield 1
        raise ValueError("no more")

    items = ahead(making())
    assert next(items) == 1
    with pytest.raises(ValueError, match="no more"):
        next(items)
    assert list(items) == []


def test_who_waits_is_told_to_stop() -> None:
    before, stopped = active_count(), Event()

    def making() -> Iterator[int]:
        yield 1
        stopped.wait()

    with closing(ahead(making(), stopped.set)) as items:
        assert next(items) == 1
    assert active_count() == before
