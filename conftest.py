"""Without the compiled kernel, tests and doctests of what only it can do are skipped."""

from __future__ import annotations

from collections.abc import Generator
from doctest import UnexpectedException

import pytest


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
