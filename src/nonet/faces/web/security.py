"""Who may ask what: pure ASGI, around everything else.

Host      a name that this server goes by: else a page elsewhere could make its own name point here
          (DNS rebinding) and read the answers
Origin    a request that changes something comes from our own page, or from no page at all
type      it is JSON, which no form of another page can send
size      a body is read up to a limit, then refused
headers   a strict Content-Security-Policy and its relatives, on every answer
"""

from __future__ import annotations

import ipaddress
import json
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from nonet.faces.web.problems import Problem

__all__ = ["CSP", "HEADERS", "Guard", "Hosts"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 1 << 20
"""Of a body. A saved game of ten thousand moves has as many."""

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
"""On every answer."""
_SAFE = ("GET", "HEAD")


class Hosts:
    """The names that the server goes by.

    On loopback they are those of loopback. A server for the whole network goes by its number, by the name of
    the machine, and by names given to it: a number cannot be made to point elsewhere, a name of somebody's can.

    >>> here = Hosts("127.0.0.1")
    >>> here.knows("localhost:8080"), here.knows("[::1]"), here.knows("evil.example"), here.knows("10.0.0.1")
    (True, True, False, False)
    >>> Hosts("0.0.0.0", names=("Box.local",)).knows("box.local:80"), Hosts("0.0.0.0").knows("10.0.0.1:80")
    (True, True)
    """

    def __init__(self, bound: str, *, names: tuple[str, ...] = ()) -> None:
        self.is_loopback = is_loopback(bound)
        self.names = {"localhost", bound.lower(), *(name.lower() for name in names)}

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            port = urlsplit(f"//{host}").port
        except ValueError:
            return False
        if not name or any(sign in host for sign in "/@?#\\ ") or (port is not None and not 0 < port < 65536):
            return False
        if name.rstrip(".") in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.is_loopback


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """Wraps an application."""

    def __init__(self, app: Asgi, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, or refuses to."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # a websocket: we have none
            await send({"type": "websocket.close", "code": 1008})
            return
        begun = False

        async def send_safely(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        try:
            self._check(scope)
            body = await _read(scope, receive)
            await self.app(scope, _replayed(body, receive), send_safely)
        except Problem as problem:
            await _refuse(send_safely, problem)
        except Exception as error:
            print(
                f"sudoku: {scope['method']} {scope['path']}: {type(error).__name__}: {error}", file=sys.stderr
            )
            if begun:
                raise
            await _refuse(send_safely, Problem(500, "internal", "a mistake of ours; the server goes on"))

    def _check(self, scope: Scope) -> None:
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or not self.hosts.knows(hosts[0].decode("latin-1")):
            raise Problem(
                421, "host", "this server does not go by that name; open the address that it printed"
            )
        if scope["method"] in _SAFE:
            return
        origin = headers.get(b"origin")
        own = [b"http://" + hosts[0], b"https://" + hosts[0]]
        if origin is not None and (
            len(origin) != 1 or origin[0].lower() not in [each.lower() for each in own]
        ):
            raise Problem(403, "origin", "only the page of this server may do that")
        if origin is None and headers.get(b"sec-fetch-site", [b"none"])[0] not in (b"none", b"same-origin"):
            raise Problem(403, "origin", "only the page of this server may do that")
        kind = headers.get(b"content-type", [b""])[0].split(b";")[0].strip().lower()
        if kind != b"application/json":
            raise Problem(415, "content-type", "send JSON, as Content-Type: application/json")


async def _read(scope: Scope, receive: Receive) -> bytes:
    """The whole body, up to the limit."""
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value[:20]) > MOST_BYTES):
            raise _too_large()
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Problem(400, "disconnected", "the request ended early")
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST_BYTES:
            raise _too_large()
        if not message.get("more_body"):
            return b"".join(parts)


def _too_large() -> Problem:
    return Problem(413, "too-large", f"a request has at most {MOST_BYTES:,} bytes")


def _replayed(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def again() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(send: Send, problem: Problem) -> None:
    body = json.dumps(problem.body, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if problem.status == 413:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
