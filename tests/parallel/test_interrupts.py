"""Ctrl-C is raised at the end of the block."""

from __future__ import annotations

import signal
import threading

import pytest

from nonet.parallel.interrupts import deferred_interrupt


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
