"""Which requests are answered: an ASGI application around the other one.

Host            one of this server's own names: otherwise another site could point its name here (DNS rebinding)
Sec-Fetch-Site  no request from another site's page, except to open ours
Origin          a request that changes something comes from our own page, or from a program
token           where others on the network can reach the server, they must know its token
player          there, a device has a cookie that tells whose games it plays (`players`)
size            a body has at most a megabyte, a picture sixteen, and only a few large ones are handled at a time
headers         a strict Content-Security-Policy and related headers, on every answer

That a change is sent as JSON, which no form of another site can do, is checked with its route, in app.py.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import secrets
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.requests import Request

from nonet.faces.web import players
from nonet.faces.web.players import Household, cookies_in
from nonet.faces.web.problems import Problem, bug

COOKIE = "sudoku_token"
OPEN = ("/", "/favicon.ico", "/manifest.webmanifest", "/service_worker.js")
STATIC = "/static/"
"""The page and its files need no token: they hold nothing of the player's, browsers fetch some of them without
cookies, and the page itself says what to do if the API asks for the token.
"""


class AccessToken:
    """A secret that admits a browser to a server which others on the network can reach; a new one for each run.

    The server prints an address with `?token=…`. Opening it sets a cookie and redirects to the page without the token,
    so that it does not stay in the address bar. A program sends `Authorization: Bearer …` instead.

    >>> token = AccessToken("s3cret")
    >>> token.admits("/api/games", {b"cookie": [b"sudoku_token=s3cret"]}), token.admits("/api/games", {})
    (True, False)
    >>> token.is_in_query(b"token=s3cret"), token.is_in_query(b"token=wrong")
    (True, False)
    """

    def __init__(self, text: str | None = None) -> None:
        self.text = text or secrets.token_urlsafe(16)

    def admits(self, path: str, headers: Mapping[bytes, Sequence[bytes]]) -> bool:
        """Whether a request may be answered: by its cookie, its Authorization, or because it is for a file."""
        if path in OPEN or path.startswith(STATIC):
            return True
        given = [
            value.partition(b"Bearer ")[2].decode("latin-1") for value in headers.get(b"authorization", ())
        ]
        return self.is_shown(headers) or any(map(self._is_right, given))

    def is_shown(self, headers: Mapping[bytes, Sequence[bytes]]) -> bool:
        """Whether a browser has the cookie."""
        return any(map(self._is_right, cookies_in(headers, COOKIE)))

    def is_in_query(self, query: bytes) -> bool:
        return any(map(self._is_right, parse_qs(query.decode("latin-1")).get("token", [])))

    def cookie(self) -> bytes:
        return players.cookie(COOKIE, self.text).encode()

    def _is_right(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.text.encode())


Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 1 << 20
"""Of a body: a saved game of ten thousand moves."""
SMALL_BYTES = 1 << 16
"""A body up to this size may be read at any time."""
MOST_LARGE = 8
"""Larger bodies that are read at the same time. Together they bound the memory for unfinished requests."""
PICTURE_PATH = "/api/read"
MOST_PICTURE_BYTES = 1 << 24
"""Of a photograph; the page sends less than one megabyte."""
MOST_PICTURES = 4
"""Photographs that are received, or wait to be read, at the same time."""

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
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
SAFE = ("GET", "HEAD")
"""Methods that change nothing."""


class Hosts:
    """The names of this server: what a Host header may say.

    On loopback these are the names and addresses of loopback. A server for the whole network also answers to any IP
    address and to the names of the machine: an address cannot be rebound to another machine, a foreign name can.

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


def is_from_here(request: Request) -> bool:
    """Whether a request comes from this machine, and no proxy says that it passes on that of another."""
    forwarded = {"forwarded", "x-forwarded-for", "x-real-ip", "via"} & {*request.headers}
    return request.client is not None and is_loopback(request.client.host) and not forwarded


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """Wraps an application: refuses what it must not see, and adds the headers to every answer."""

    def __init__(
        self,
        app: Asgi,
        hosts: Hosts,
        token: AccessToken | None = None,
        household: Household | None = None,
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.token = token
        self.household = household
        self._large = 0
        self._pictures = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # there are no websockets
            await send({"type": "websocket.close", "code": 1008})
            return
        started = False

        async def send_safely(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *HEADERS, *known]
            await send(message)

        known: list[tuple[bytes, bytes]] = []
        try:
            headers = headers_in(scope)
            if self._check(scope, headers):
                await self._redirect(send_safely)
                return
            if self.household is not None:
                known = self._meet(self.household, scope, headers)
            with self._room(scope):
                body = await self._read(scope, receive)
                await self.app(scope, _replayed(body, receive), send_safely)
        except Problem as problem:
            await _refuse(send_safely, problem)
        except asyncio.CancelledError:  # the server ends and has waited long enough
            if not started:
                await _refuse(send_safely, Problem(503, "busy", "the server is stopping"))
            raise
        except Exception as error:
            print(
                f"sudoku: {scope['method']} {scope['path']}: {type(error).__name__}: {error}", file=sys.stderr
            )
            if started:
                raise
            await _refuse(send_safely, bug())

    def _meet(
        self, household: Household, scope: Scope, headers: dict[bytes, list[bytes]]
    ) -> list[tuple[bytes, bytes]]:
        """Notes whose device it is; one that opens the page gets its cookie, or the same one for another year."""
        client = scope.get("client")
        device = household.device(headers, client[0] if client else "")
        opens = scope["path"] == "/" and self.token is not None and self.token.is_shown(headers)
        if opens and not device.secret:
            device = household.welcome(scope)
        scope["device"] = device
        return [(b"set-cookie", players.cookie(players.COOKIE, device.secret).encode())] if opens else []

    def _check(self, scope: Scope, headers: dict[bytes, list[bytes]]) -> bool:
        """Refuses a request by its headers; true if it shows the token, to be exchanged for a cookie."""
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or not self.hosts.knows(hosts[0].decode("latin-1")):
            raise Problem(421, "host", "this server has another name; open the address that it printed")
        if not _is_same_site(scope, headers):
            raise Problem(403, "origin", "pages of other sites may not send this request")
        if scope["method"] not in SAFE and (origins := headers.get(b"origin")) is not None:
            own = [scheme + hosts[0].lower() for scheme in (b"http://", b"https://")]
            if len(origins) != 1 or origins[0].lower() not in own:
                raise Problem(403, "origin", "only the page of this server may do that")
        if self.token is None:
            return False
        if scope["path"] == "/" and scope["method"] in SAFE and self.token.is_in_query(scope["query_string"]):
            return True
        if not self.token.admits(scope["path"], headers):
            raise Problem(401, "token", "open the address that sudoku web printed: it has a token at its end")
        return False

    async def _redirect(self, send: Send) -> None:
        assert self.token is not None
        headers = [
            (b"location", b"/"),
            (b"set-cookie", self.token.cookie()),
            (b"cache-control", b"no-store"),
            (b"content-length", b"0"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    @contextmanager
    def _room(self, scope: Scope) -> Iterator[None]:
        """Bounds the number of pictures in memory, from their first byte to the answer."""
        if scope["path"] != PICTURE_PATH:
            yield
            return
        if self._pictures >= MOST_PICTURES:
            raise Problem(503, "busy", "too many pictures at once; try again in a few seconds")
        self._pictures += 1
        try:
            yield
        finally:
            self._pictures -= 1

    async def _read(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, up to the limit."""
        picture = scope["path"] == PICTURE_PATH
        most = MOST_PICTURE_BYTES if picture else MOST_BYTES
        for name, value in scope["headers"]:
            if name == b"content-length" and (not value.isdigit() or int(value[:20]) > most):
                raise _too_large(most)
        body, large = bytearray(), False
        try:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Problem(400, "disconnected", "the request ended early")
                body += message.get("body", b"")
                if len(body) > most:
                    raise _too_large(most)
                if len(body) > SMALL_BYTES and not large and not picture:
                    if self._large >= MOST_LARGE:
                        raise Problem(
                            503, "busy", "too many large requests at once; try again in a few seconds"
                        )
                    large = True
                    self._large += 1
                if not message.get("more_body"):
                    return bytes(body)
        finally:
            self._large -= large


def headers_in(scope: Scope) -> dict[bytes, list[bytes]]:
    headers: dict[bytes, list[bytes]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.lower(), []).append(value)
    return headers


def _is_same_site(scope: Scope, headers: dict[bytes, list[bytes]]) -> bool:
    """Whether a request comes from our own page, from a program, or from a link that opens our page.

    Browsers say where a request comes from. One of another site cannot read our answers, but it could keep us busy.
    """
    sites = headers.get(b"sec-fetch-site", [b"none"])
    if all(site in (b"none", b"same-origin") for site in sites):
        return True
    modes = headers.get(b"sec-fetch-mode", [])
    return scope["path"] == "/" and scope["method"] in SAFE and modes == [b"navigate"]


def _too_large(most: int) -> Problem:
    return Problem(413, "too-large", f"a request has at most {most:,} bytes")


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
    if problem.status in (413, 503):  # the rest of the body is not read
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
