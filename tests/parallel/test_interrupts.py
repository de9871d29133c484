"""Ctrl-C is raised at the end of the block; a block that takes too long is interrupted."""

from __future__ import annotations

import signal
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import monotonic, sleep

import pytest

from nonet.engines import engine_for
from nonet.native import kernel
from nonet.parallel.interrupts import OutOfTime, TimeLimit, deferred_interrupt, time_limit
from nonet.puzzle import Puzzle
from nonet.unraisable import noticed_drops, repeat_interrupt


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


class Pause(threading.Event):
    """The pause of a time limit between two interrupts, which ends when a test says so, or the limit is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ended = threading.Semaphore(0)

    def wait(self, timeout: float | None = None) -> bool:
        self.ended.acquire()
        return self.is_set()

    def set(self) -> None:
        super().set()
        self.ended.release()


@contextmanager
def limit_on_demand() -> Iterator[tuple[TimeLimit, Callable[[], None]]]:
    """A time limit, and a function that makes it interrupt its block, once for every call and never by itself."""
    with closing(TimeLimit(60)) as limit:
        limit._closed = pause = Pause()

        def run() -> None:
            if not pause.wait():
                limit._interrupt()

        threading.Thread(target=run).start()
        yield limit, pause.ended.release


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
    with closing(TimeLimit(60)) as limit:
        with limit:
            pass
        limit._interrupt()
        with pytest.raises(OutOfTime), limit:
            pytest.fail("too late")


def test_ctrl_c_is_no_time_limit() -> None:
    with pytest.raises(KeyboardInterrupt), time_limit(60):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_an_interrupt_that_python_drops_is_repeated(elsewhere: bool) -> None:
    """First in the callback of a weak reference, then in a `__del__`; `filterwarnings` sees what is printed."""
    passed = []

    class Dying:
        def __del__(self) -> None:
            passed.append("deleted")
            interrupt()
            busy(60)

    def callback(_: object) -> None:
        passed.append("callback")
        interrupt()
        busy(60)

    def lose_two_interrupts() -> None:
        kept = weakref.ref(dying := Dying(), callback)
        with limit:
            del dying
            passed.append("went on")
            interrupt()
            busy(60)
        assert kept() is None

    def check() -> None:
        with pytest.raises(OutOfTime):
            lose_two_interrupts()
        passed.append("in time")

    with limit_on_demand() as (limit, interrupt):
        if elsewhere:
            in_another_thread(check)
        else:
            check()
    assert passed == ["deleted", "callback", "went on", "in time"]


class Dying:
    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def lose_an_interrupt() -> None:
    Dying()
    busy(60)


def test_a_ctrl_c_that_python_drops_is_repeated() -> None:
    with pytest.raises(KeyboardInterrupt), noticed_drops(KeyboardInterrupt, repeat_interrupt):
        lose_an_interrupt()
    with noticed_drops(KeyboardInterrupt, repeat_interrupt):
        test_an_interrupt_that_python_drops_is_repeated(elsewhere=False)  # it is the time limit's own
        busy(0.1)


def test_the_repeated_ctrl_c_waits_until_the_hook_is_left() -> None:
    def repeat_on_a_busy_machine() -> bool:
        repeated = repeat_interrupt()
        busy(0.1)
        return repeated

    with pytest.raises(KeyboardInterrupt), noticed_drops(KeyboardInterrupt, repeat_on_a_busy_machine):
        lose_an_interrupt()


def test_blocks_of_several_threads_end_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", reported.append)
    hook = sys.unraisablehook
    one, other = noticed_drops(OSError, lambda: True), noticed_drops(OSError, lambda: True)
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    assert sys.unraisablehook is not hook
    other.__exit__(None, None, None)
    assert sys.unraisablehook is hook


def test_other_exceptions_that_python_drops_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: reported.append(report.exc_type))

    class Dying:
        def __init__(self, error: BaseException) -> None:
            self.error = error

        def __del__(self) -> None:
            raise self.error

    with time_limit(60):
        Dying(ValueError())
        Dying(KeyboardInterrupt())  # a Ctrl-C
    assert reported == [ValueError, KeyboardInterrupt]


def test_a_limit_holds_where_ctrl_c_is_ignored() -> None:
    """As for a command that a script starts in the background. Ctrl-C is still ignored."""
    done = []

    def ignore_ctrl_c() -> None:
        with limit_on_demand() as (limit, interrupt), limit:
            signal.raise_signal(signal.SIGINT)
            with deferred_interrupt():
                interrupt()
                sleep(0.1)
                done.append("all of it")
            busy(60)

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with pytest.raises(OutOfTime):
            ignore_ctrl_c()
        assert done == ["all of it"]
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_in_other_threads_the_limit_stops_the_kernel() -> None:
    """And in the main thread where SIGINT has another handler."""
    if kernel is None:
        pytest.skip("this is about the kernel")
    empty = Puzzle.of("9x9", "." * 81)
    ended = []

    def count() -> None:
        with pytest.raises(OutOfTime), time_limit(0.05):
            engine_for(empty).count_solutions(empty)
        ended.append("out of time")

    in_another_thread(count)
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        count()
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended == ["out of time"] * 2


def test_in_other_threads_the_limit_ends_work_in_python() -> None:
    done: list[str] = []

    def work() -> None:
        with limit:
            interrupt()
            busy(60)
        done.append("all of it")

    def use() -> None:
        with pytest.raises(OutOfTime):
            work()
        with pytest.raises(OutOfTime), limit:
            pytest.fail("too late")
        done.append("late")

    with limit_on_demand() as (limit, interrupt):
        with limit:
            pass
        in_another_thread(use)
    assert done == ["late"]


def test_other_threads_are_left_alone_between_the_blocks() -> None:
    done: list[str] = []

    def use() -> None:
        with limit:
            pass
        limit._interrupt()
        done.append("all of it")

    with closing(TimeLimit(60)) as limit:
        in_another_thread(use)
    assert done == ["all of it"]
