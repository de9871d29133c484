"""Blocking work goes to a thread, so that the server answers others meanwhile.

A browser (Pyodide) has no threads: there the core runs in a web worker, and works at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool

P = ParamSpec("P")
T = TypeVar("T")

IN_BROWSER = sys.platform == "emscripten"


async def run_in_thread(work: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
    """The result of blocking work."""
    if IN_BROWSER:
        return work(*arguments, **keywords)
    return await run_in_threadpool(work, *arguments, **keywords)
