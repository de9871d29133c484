"""Without the compiled kernel, tests and doctests of what only it can do are skipped. Collecting is kept quick, because
every worker collects all tests.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from doctest import UnexpectedException
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A module of the package without examples is not imported to look for them."""
    in_package = collection_path.is_relative_to(config.rootpath / "src")
    if in_package and collection_path.suffix == ".py" and ">>>" not in collection_path.read_text("utf-8"):
        return True
    return None


@contextmanager
def after_the_first(config: pytest.Config) -> Iterator[None]:
    """One worker collects before the others, which then find its bytecode. In a new checkout there is none, and each
    would compile everything, which takes twice as long as collecting.
    """
    if sys.platform == "win32" or sys.dont_write_bytecode or not hasattr(config, "workerinput"):
        yield
        return
    import fcntl

    folder = config.rootpath / ".cache"
    folder.mkdir(exist_ok=True)
    with (folder / "collecting").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """What is collected stays to the end, so the garbage collector need not look at it, nor run as often as usual."""
    gc.disable()
    with after_the_first(session.config):
        collected = yield
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()
    return collected


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    from nonet.errors import MissingKernel
    from nonet.native import kernel

    if kernel is not None:  # then a missing kernel is a failure
        return (yield)
    try:
        return (yield)
    except MissingKernel as error:
        pytest.skip(str(error))
    except UnexpectedException as error:
        if isinstance(error.exc_info[1], MissingKernel):
            pytest.skip(str(error.exc_info[1]))
        raise
