"""The MCP server of `sudoku mcp`: the tools of `mcp_tools` for assistants, on standard input and output.

Every call runs in a worker process with limits for time and memory: anyone can ask for a 25x25 that takes years. The
server itself only passes calls on. A call that the client cancels is stopped.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from inspect import signature
from typing import Any

from nonet.errors import MissingExtra, NonetError
from nonet.models.mcp_tools import TOOLS
from nonet.optional_import import install_extra, optional_import
from nonet.parallel.errors import TimeLimitExceeded, WorkerLost
from nonet.parallel.processes import ProcessPool
from nonet.version import __version__

SECONDS = 10.0
"""The most that a call may take."""
MEGABYTES = 2048
"""The most that a worker process may allocate."""
WORKERS = 2
WAITING = 50
"""The most calls at once."""

INSTRUCTIONS = """\
Sudoku of every size and many variants: solve, check, rate, hint, explain, create, draw, convert, read photographs.
Cells are r1c1 (top left) to r9c9. Puzzles are texts of any common format; variants are JSON, as `create` gives them.
Do not solve by guessing: ask for next_step or explain, whose steps are proved."""


def serve(*, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
    """Answers calls until standard input ends. Nothing but the protocol is written to standard output."""
    mcp = optional_import("mcp.server.mcpserver", "sudoku mcp")
    server = mcp.MCPServer("nonet", version=__version__, instructions=INSTRUCTIONS, log_level="CRITICAL")
    calls = Calls(seconds, megabytes)
    try:
        for tool in TOOLS:
            server.add_tool(_bounded(calls, tool), structured_output=False)
        calls.pool.warm_up(1)
        server.call_tool = _with_clear_errors(server.call_tool)
        server.run("stdio")
    except ExceptionGroup as error:  # of the tasks of the server
        if error.subgroup(BrokenPipeError) is None:
            raise
        raise BrokenPipeError from None  # the assistant is gone
    finally:
        calls.pool.close(now=True)


def _bounded(calls: Calls, tool: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """The tool as the server calls it, with the same name, signature and description."""
    exceptions = optional_import("mcp.server.mcpserver.exceptions", "sudoku mcp")

    @wraps(tool)
    async def call(**arguments: Any) -> Any:
        try:
            answer = await calls.run(partial(tool, **arguments))
        except NonetError as error:
            raise exceptions.ToolError(str(error)) from None
        if isinstance(answer, bytes):
            return optional_import("mcp.server.mcpserver").Image(data=answer, format="png")
        return json.dumps(answer, ensure_ascii=False)

    return call


def _with_clear_errors(call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Calls a tool by its name. What is wrong with the arguments is said in sentences, for all tools alike."""
    exceptions = optional_import("mcp.server.mcpserver.exceptions", "sudoku mcp")
    known = {tool.__name__: [*signature(tool).parameters] for tool in TOOLS}

    async def call_tool(name: str, arguments: dict[str, Any], *context: Any) -> Any:
        for each in arguments:
            if name in known and each not in known[name]:
                raise exceptions.ToolError(
                    f"{name} has no argument {each!r:.60}; choose from {', '.join(known[name])}"
                )
        try:
            return await call(name, arguments, *context)
        except exceptions.ToolError as error:
            wrong: list[Any] = getattr(error.__cause__, "errors", list)()
            if not wrong:
                raise
            said = [
                re.sub(r"^(Input|String|List|Field)\b", ".".join(map(str, each["loc"])), each["msg"])
                for each in wrong[:3]
            ]
            raise exceptions.ToolError("; ".join(said)) from None

    return call_tool


class Calls:
    """The worker processes, and the calls that wait for one."""

    def __init__(self, seconds: float, megabytes: int) -> None:
        self.pool = ProcessPool(WORKERS, limit=seconds, initializer=partial(prepare, megabytes))
        self._running = 0
        self._tried: set[str] = set()
        """Extras that were installed, or could not be."""

    async def run(self, call: partial[Any]) -> Any:
        """The answer of a tool; what goes wrong is a NonetError that says what to do."""
        if self._running >= WAITING:
            raise NonetError(f"{WAITING} calls are waiting already; try again when some have been answered")
        self._running += 1
        try:
            return await self._answer(call)
        except MissingExtra as error:
            if error.extra in self._tried:
                raise
            self._tried.add(error.extra)
            if not await asyncio.to_thread(install_extra, error.extra):
                raise
            return await self._answer(call)
        finally:
            self._running -= 1

    async def _answer(self, call: partial[Any]) -> Any:
        future = self.pool.submit(call)
        try:
            return await asyncio.wrap_future(future)
        except TimeLimitExceeded:
            raise NonetError(
                f"this takes more than the limit of {self.pool.limit:g} s and was stopped; ask for less "
                "(a lower limit, fewer steps), give more clues, or start the server with a larger --seconds"
            ) from None
        except (MemoryError, WorkerLost):
            raise NonetError(
                "this needs too much memory and was stopped; ask for less, or start the server with a larger "
                "--megabytes"
            ) from None
        finally:
            self.pool.cancel(future)


def prepare(megabytes: int) -> None:
    """Limits the memory of a worker, where the system can, and imports what most calls need."""
    import nonet.hints
    import nonet.play
    import nonet.rating  # noqa: F401
    from nonet.limits import own_process

    own_process()
    if sys.platform == "linux":
        import resource

        with open("/proc/self/statm") as file:
            taken = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (taken + (megabytes << 20), hard))
