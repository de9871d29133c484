"""The next items are made while one is used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from threading import Event, active_count

import pytest

from nonet.native import kernel
from nonet.parallel.prefetch import DEPTH, prefetch


def test_all_items_in_order() -> None:
    before = active_count()
    assert list(prefetch(range(1000))) == list(range(1000))
    assert list(prefetch([])) == []
    assert list(prefetch([None, ()])) == [None, ()]
    assert active_count() <= before


def test_it_prefetches_only_so_far() -> None:
    made: list[int] = []

    def produce() -> Iterator[int]:
        for number in range(100):
            made.append(number)
            yield number

    with closing(prefetch(produce())) as items:
        for number in items:
            assert len(made) <= number + 1 + DEPTH
    assert len(made) == 100


def test_an_error_comes_in_its_turn() -> None:
    def produce() -> Iterator[int]:
        yield 1
        raise ValueError("no more")

    items = prefetch(produce())
    assert next(items) == 1
    with pytest.raises(ValueError, match="no more"):
        next(items)
    assert list(items) == []


def test_closing_stops_a_producer_that_waits() -> None:
    before, stopped = active_count(), Event()

    def produce() -> Iterator[int]:
        yield 1
        stopped.wait()

    with closing(prefetch(produce(), stopped.set)) as items:
        assert next(items) == 1
    assert active_count() == before


@pytest.mark.skipif(kernel is None, reason="needs the kernel")
def test_closing_stops_a_call_to_the_kernel() -> None:
    """Counting the solutions of an empty board would take years."""

    def produce() -> Iterator[int]:
        assert kernel is not None
        yield 0
        yield kernel.count("1" + "." * 80, 1 << 62)

    with closing(prefetch(produce())) as items:
        assert next(items) == 0
