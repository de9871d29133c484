"""The server of `sudoku web`: finds a port, opens the browser, ends cleanly with Ctrl-C."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from nonet.errors import NonetError
from nonet.faces.web.app import Opening, make_app
from nonet.faces.web.protocol import Protocol
from nonet.faces.web.security import Hosts, is_loopback
from nonet.faces.web.work import Workers
from nonet.play.saved.database import Database

if TYPE_CHECKING:
    from nonet.faces.web.desk import Desk

__all__ = ["DEFAULT_PORT", "address", "bind", "serve"]

DEFAULT_PORT = 8729
"""Nobody else's by custom; on a telephone it spells "try 9"."""


def bind(host: str, port: int | None) -> socket.socket:
    """A socket that listens: on the port asked for, or on the usual one, or on any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [DEFAULT_PORT, 0] if port is None else [port]
    for number in wanted:
        # Named TCP, asyncio sends at once what it has; else each answer would wait 40 ms for the next part.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, number))
            listening.listen(128)
            return listening
        except (OSError, OverflowError) as error:
            listening.close()
            if number == wanted[-1]:
                reason = getattr(error, "strerror", None) or error
                where = f", port {number}" if number else ""
                advice = "; leave --port out, and a free one is found" if port is not None else ""
                raise NonetError(f"cannot listen on {host}{where}: {reason}{advice}") from error
    raise AssertionError("the last port was tried")


def address(listening: socket.socket) -> str:
    """Where the page is, for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    fragment: str = "",
    browser: bool = True,
    data: Path | None = None,
    say: Callable[[str], None] = print,
    warn: Callable[[str], None] = print,
) -> None:
    """Serves the page until Ctrl-C. `fragment` is what the page opens: `#p=` and a puzzle."""
    Database(data).close()  # a file that cannot be used is told of before anything is served
    with bind(host, port) as listening, Workers() as workers, ExitStack() as stack:

        def desk() -> Desk:
            from nonet.faces.web.desk import Desk
            from nonet.play import Store

            return Desk(stack.enter_context(Store(data)), workers)

        name = socket.gethostname()
        opening = Opening(desk)
        guarded = make_app(opening, Hosts(host, names=(name, f"{name}.local")))
        where = address(listening)
        if not is_loopback(host):
            warn(
                f"warning: --host {host} lets everybody on the network play here, and see and change the saved "
                "games; nothing is encrypted"
            )
        say(f"Sudoku is served at {where}  (Ctrl-C ends it)")
        config = uvicorn.Config(
            guarded,
            loop="asyncio",
            http=Protocol,
            ws="none",
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
            limit_concurrency=500,
        )
        ready = threading.Thread(target=_get_ready, args=(opening, workers), daemon=True)
        ready.start()
        if browser and can_show():
            threading.Thread(target=_show, args=(where + fragment,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
        ready.join()


def _get_ready(opening: Opening, workers: Workers) -> None:
    """Opens what the first request of the API would wait for."""
    with suppress(NonetError):  # it will be told to whoever asks
        opening.open()
    workers.warm_up()


def can_show() -> bool:
    """Whether there is a screen for a browser; one in the terminal would take it away from us."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def _show(where: str) -> None:
    import webbrowser

    webbrowser.open(where)
