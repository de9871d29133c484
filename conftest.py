"""Without the compiled kernel, tests and doctests of what only it can do are skipped. Collecting is kept quick, because
every worker collects all tests.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from doctest import UnexpectedException
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A module of the package without examples is not imported to look for them."""
    in_package = collection_path.is_relative_to(config.rootpath / "src")
    if in_package and collection_path.suffix == ".py" and ">>>" not in collection_path.read_text("utf-8"):
        return True
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end, so the garbage collector need not look at it, nor run as often as usual."""
    gc.disable()
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
