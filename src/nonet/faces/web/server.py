"""The server of `sudoku web`: finds a port, opens the browser, ends cleanly on Ctrl-C."""

from __future__ import annotations

import ipaddress
import os
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from nonet.draw.share import qr_lines
from nonet.errors import MissingExtra, NonetError
from nonet.faces.web.app import Startup, make_app
from nonet.faces.web.browser import can_show
from nonet.faces.web.connection import MOST_CONNECTIONS, Connection
from nonet.faces.web.players import Household
from nonet.faces.web.security import AccessToken, Hosts, is_loopback
from nonet.faces.web.workers import Workers
from nonet.play.saved.database import Database, data_path

if TYPE_CHECKING:
    from nonet.faces.web.open_games import OpenGames


DEFAULT_PORT = 8729
"""Not registered for anything else; on a telephone it spells "try 9"."""
QUEUE = 128
"""Connections that wait to be accepted."""
ACCEPTED_AT_A_TIME = 8
"""How many new connections are accepted before the requests of others have their turn."""
EVERYWHERE = ("0.0.0.0", "::")
"""Addresses that mean all interfaces."""


def bind(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the given port; without one, on the default port or any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [DEFAULT_PORT, 0] if port is None else [port]
    for number in wanted:
        # asyncio sets TCP_NODELAY only if the protocol is named; without it answers are delayed by 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, number))
            listening.listen(QUEUE)
            return listening
        except (OSError, OverflowError, TypeError) as error:  # TypeError: a host that is not UTF-8
            listening.close()
            if number == wanted[-1]:
                reason = getattr(error, "strerror", None) or error
                where = f", port {number}" if number else ""
                advice = "; leave --port out, and a free one is found" if port is not None else ""
                raise NonetError(f"cannot listen on {host}{where}: {reason}{advice}") from error
    raise AssertionError("the last port was tried")


def address(listening: socket.socket) -> str:
    """Of the page, for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in EVERYWHERE:
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return _url(host, port)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    fragment: str = "",
    link_base: str = "",
    browser: bool = True,
    data: Path | None = None,
    say: Callable[[str], None] = print,
    warn: Callable[[str], None] = print,
) -> None:
    """Serves the page until Ctrl-C. `fragment` is what the page opens: `#p=` and a puzzle. `link_base` is the beginning
    of shared links; without it they open this server.
    """
    Database(data).close()  # a file that cannot be used is reported before anything is served
    with bind(host, port) as listening, Workers() as workers, ExitStack() as stack:

        def open_games() -> OpenGames:
            from nonet.faces.web.open_games import OpenGames
            from nonet.play import Store

            return OpenGames(stack.enter_context(Store(data)), workers)

        name = socket.gethostname()
        startup = Startup(open_games)
        token = None if is_loopback(host) else AccessToken()
        household = None
        if token is not None:
            _be_the_only_household(data or data_path(), stack)
            household = Household(data)
        hosts = Hosts(host, names=(name, f"{name}.local"))
        invite = "" if token is None else _link(host, listening.getsockname()[1], token)
        guarded = make_app(startup, hosts, token, household=household, link_base=link_base, invite=invite)
        where = address(listening)
        if token is not None:
            where += f"?token={token.text}"
        say(f"Sudoku is served at {where}  (Ctrl-C ends it)")
        if token is not None:
            _invite(host, invite, say, warn)
        Connection.most = _most_connections()
        ready = threading.Thread(target=_get_ready, args=(startup, workers), daemon=True)
        ready.start()
        if browser and can_show():
            threading.Thread(target=_show, args=(where + fragment,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            Server(guarded).run(sockets=[listening])
        ready.join()


def _be_the_only_household(store: Path, stack: ExitStack) -> None:
    """Refuses a second server for the household of a store: who is in its rooms is known to one server only. Sqlite
    locks an empty file beside the store until this process ends.
    """
    lock = store.with_name(f"{store.name}-household")
    try:
        database = stack.enter_context(closing(sqlite3.connect(lock, timeout=0, isolation_level=None)))
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise NonetError(f"cannot use {lock}: {error}") from None
        raise NonetError(
            f"another sudoku web --host serves the games in {store.parent} already; open its link, or set NONET_DATA "
            "to another folder"
        ) from None


class Server(uvicorn.Server):
    def __init__(self, app: Any) -> None:
        config = uvicorn.Config(
            app,
            loop="asyncio",
            http=Connection,
            ws="none",
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            backlog=ACCEPTED_AT_A_TIME,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(QUEUE)  # asyncio has one setting for both

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        Connection.ending = True
        await super().shutdown(sockets)
        Connection.ending = False


def _link(host: str, port: int, token: AccessToken) -> str:
    """What other devices open."""
    return f"{_url(lan_name(host), port)}?token={token.text}"


def _invite(host: str, link: str, say: Callable[[str], None], warn: Callable[[str], None]) -> None:
    """Tells how other devices open the page, and what that means."""
    warn(
        f"warning: --host {host} opens this server to the network. Anyone who opens "
        f"{link} can play here, as a player of their own; nothing is encrypted"
    )
    say(f"On other devices in this network, open {link}")
    if sys.stdout.isatty():
        with suppress(MissingExtra):
            for line in qr_lines(link, encoding=sys.stdout.encoding):
                say(f"  {line}")


def _get_ready(startup: Startup, workers: Workers) -> None:
    """Does in the background what the first request of the API would wait for."""
    with suppress(NonetError):  # the first request tries again and reports it
        startup.finish()
    workers.warm_up()


def _most_connections() -> int:
    """Fewer than the system lets this process open; some files are left for the rest."""
    try:
        from resource import RLIMIT_NOFILE, getrlimit
    except ImportError:  # Windows
        return MOST_CONNECTIONS
    files, _ = getrlimit(RLIMIT_NOFILE)
    return MOST_CONNECTIONS if files < 0 else max(16, min(MOST_CONNECTIONS, files - 100))


def _show(where: str) -> None:
    import webbrowser

    webbrowser.open(where)


# -- what other devices of the household need: an address ----------------------------------------------------


def lan_name(host: str) -> str:
    """The address of this machine for others: `host`, or that of the interface that leads to the network."""
    if host not in EVERYWHERE:
        return host
    family, outside = (
        (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    )  # for documentation; nothing is sent
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            found: str = probe.getsockname()[0]
    except OSError:
        return socket.gethostname()
    return socket.gethostname() if ipaddress.ip_address(found).is_unspecified else found
