"""A time limit for a command: `--timeout`."""

from __future__ import annotations

import _thread
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from time import sleep

import click

from nonet.faces.cli.options import NumberRange

timeout_option = click.option(
    "--timeout",
    metavar="SECONDS",
    type=NumberRange(0.001, 10_000_000),
    help="Stop after this time and answer `unknown`; the exit status is then 3.",
)


class OutOfTime(Exception):
    """The time limit has passed."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raises OutOfTime in the body when the time is over. To be used in the main thread.

    The timer interrupts the main thread as Ctrl-C would, because that is what every engine listens to.
    """
    if seconds is None:
        yield
        return
    guard = Lock()
    state = {"over": False, "finished": False}

    def interrupt() -> None:
        with guard:
            if not state["finished"]:
                state["over"] = True
                _thread.interrupt_main()

    timer = Timer(seconds, interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
        with guard:
            state["finished"] = True
        if state["over"]:
            sleep(1)  # the interrupt is on its way
    except KeyboardInterrupt:
        if state["over"]:
            raise OutOfTime from None
        raise
    finally:
        timer.cancel()
