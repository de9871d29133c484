"""A Ctrl-C waits until some lines are through."""

from __future__ import annotations

import signal
import threading

import pytest

from nonet.bulk.shield import shield


def test_a_ctrl_c_comes_at_the_end() -> None:
    done = []

    def interrupted() -> None:
        with shield():
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_one_nothing_happens() -> None:
    with shield():
        pass
    with pytest.raises(ValueError, match="as it was"), shield():
        raise ValueError("as it was")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_have_no_signals() -> None:
    done = []

    def use() -> None:
        with shield():
            done.append("all of it")

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert done == ["all of it"]
