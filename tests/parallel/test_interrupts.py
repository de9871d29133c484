"""Ctrl-C is raised at the end of the block; a block that takes too long is interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from time import monotonic, sleep

import pytest

from nonet.parallel.interrupts import OutOfTime, TimeLimit, deferred_interrupt, time_limit


def test_ctrl_c_is_raised_at_the_end() -> None:
    done = []

    def interrupted() -> None:
        with deferred_interrupt():
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_ctrl_c_the_block_is_left_as_usual() -> None:
    with deferred_interrupt():
        pass
    with pytest.raises(ValueError, match="as it was"), deferred_interrupt():
        raise ValueError("as it was")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_does_nothing_in_other_threads() -> None:
    done = []

    def use() -> None:
        with deferred_interrupt():
            done.append("all of it")

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert done == ["all of it"]


def busy(seconds: float) -> None:
    end = monotonic() + seconds
    while monotonic() < end:
        pass


def in_another_thread(do: Callable[[], None]) -> None:
    thread = threading.Thread(target=do)
    thread.start()
    thread.join()


def test_a_block_that_takes_too_long() -> None:
    with pytest.raises(OutOfTime), time_limit(0.05):
        busy(60)
    with time_limit(60):
        pass
    with time_limit(None):
        pass
    with pytest.raises(ValueError, match="as it was"), time_limit(60):
        raise ValueError("as it was")


def test_only_the_blocks_are_interrupted() -> None:
    limit = TimeLimit(0.1)
    with limit:
        pass
    busy(0.2)
    with pytest.raises(OutOfTime), limit:
        pytest.fail("too late")


def test_ctrl_c_is_no_time_limit() -> None:
    with pytest.raises(KeyboardInterrupt), time_limit(60):
        signal.raise_signal(signal.SIGINT)


def test_other_threads_are_not_interrupted() -> None:
    done = []
    limit = TimeLimit(0.1)

    def use() -> None:
        with limit:
            sleep(0.2)
            done.append("all of it")
        with pytest.raises(OutOfTime), limit:
            pytest.fail("too late")
        done.append("late")

    with limit:
        pass
    in_another_thread(use)
    assert done == ["all of it", "late"]
