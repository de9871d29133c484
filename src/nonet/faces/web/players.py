"""The players of a household: who sends a request, and how a player moves to another device.

A device is known by a cookie with a secret, made when it opens the page for the first time. The hash of the secret
names its player in the store, which never has the secret itself. Games from before there was a household belong to the
first player, '': that is the browser on this machine that opens the page first. Programs that send no cookie are one
player together.

A player moves to another device by a code, shown on the first: the other device gets the same cookie.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from nonet.faces.web.problems import Problem
from nonet.play.saved.database import MOST_PLAYERS, Database

COOKIE = "sudoku_player"
PROGRAMS = "programs"
"""The player of requests without a cookie."""
CODE_DIGITS = 6
CODE_SECONDS = 600
MOST_GUESSES = 10
"""Wrong codes until all that are valid now are forgotten: a stranger finds one with a chance of 1 in 5,000 at most."""
MOST_CODES = 20
MOST_DEVICES = 50
"""Devices of the first player that are remembered."""
MOST_OF_ADDRESS = MOST_PLAYERS // 2
"""Players who may come from one address: nobody can take all the places of a household."""
MOST_ADDRESSES = 1000

_SECRET = re.compile(r"[\w-]{22}", re.ASCII)
_DEVICES = "SELECT value FROM settings WHERE player = '' AND name = 'devices'"

Headers = Mapping[bytes, Sequence[bytes]]


def cookies_in(headers: Headers, name: str) -> list[str]:
    """The values of a cookie that a request sends."""
    found = []
    for value in headers.get(b"cookie", ()):
        try:
            cookies = SimpleCookie(value.decode("latin-1"))
        except CookieError:
            continue
        found += [cookies[name].value] if name in cookies else []
    return found


def cookie(name: str, value: str) -> str:
    """A Set-Cookie header. Lax: a link from elsewhere opens the page, but no other site can send it along."""
    return f"{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"


class Device(NamedTuple):
    """Who sends a request. Without a cookie the secret is empty."""

    player: str
    secret: str


class _Code(NamedTuple):
    secret: str
    until: float


def _first_devices(database: Database) -> list[str]:
    """The devices of the first player."""
    rows = database.rows(_DEVICES)
    found: list[str] = json.loads(rows[0]["value"]) if rows else []
    return found


class Household:
    """The devices and codes of a server that others on the network can reach."""

    def __init__(self, path: Path | str | None = None, *, clock: Callable[[], float] = monotonic) -> None:
        self._path = path
        self._clock = clock
        with Database(path) as database:
            self._first = _first_devices(database)
        self._first_is_here = False
        self._players: dict[str, set[str]] = {}
        self._codes: dict[str, _Code] = {}
        self._wrong = 0

    def device(self, headers: Headers, address: str = "") -> Device:
        """The device that sends these headers from an address."""
        secret = next(filter(_SECRET.fullmatch, cookies_in(headers, COOKIE)), "")
        if not secret:
            return Device(PROGRAMS, "")
        device = self._of(secret)
        self._count(device, address)
        return device

    def _count(self, device: Device, address: str) -> None:
        """Refuses a device whose address has brought too many players."""
        players = self._players.pop(address, set())
        self._players[address] = players  # the last to be forgotten
        if len(self._players) > MOST_ADDRESSES:
            del self._players[next(iter(self._players))]
        if device.player and device.player not in players:
            if len(players) >= MOST_OF_ADDRESS:
                raise Problem(
                    429, "players", f"{MOST_OF_ADDRESS} players have come from this address already"
                )
            players.add(device.player)

    def _of(self, secret: str) -> Device:
        name = hashlib.sha256(secret.encode()).hexdigest()[:16]
        if name in self._first:
            self._first_is_here = True
            return Device("", secret)
        return Device(name, secret)

    def welcome(self, scope: Mapping[str, Any]) -> Device:
        """A device that opens the page for the first time. The first one on this machine is the first player's."""
        device = self._of(secrets.token_urlsafe(16))
        client, server = scope.get("client"), scope.get("server")
        if self._first_is_here or not client or not server or client[0] != server[0]:
            return device
        with Database(self._path) as database, database.transaction() as db:
            devices = [*_first_devices(database), device.player]  # another server may have added some
            self._first = devices[-MOST_DEVICES:]
            row = ("", "devices", json.dumps(self._first))
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", row)
        return self._of(device.secret)

    # -- codes -----------------------------------------------------------------------------------------------

    def new_code(self, device: Device) -> str:
        """A code that moves this device's player to another one, once; it takes the place of an earlier code."""
        if not device.secret:
            raise Problem(409, "no-cookie", "only a page has a player that can move")
        kept = {code: each for code, each in self._valid().items() if each.secret != device.secret}
        if not kept:
            self._wrong = 0
        if len(kept) >= MOST_CODES:
            raise Problem(503, "busy", "too many codes at once; try again in a few minutes")
        code = "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
        self._codes = {**kept, code: _Code(device.secret, self._clock() + CODE_SECONDS)}
        return code

    def redeem(self, code: str) -> Device:
        """The player of a code, which is used up. After too many wrong codes none is valid."""
        self._codes = self._valid()
        for known in self._codes:
            if hmac.compare_digest(known.encode(), code.encode()):
                return self._of(self._codes.pop(known).secret)
        self._wrong += 1
        if self._wrong >= MOST_GUESSES:
            self._codes, self._wrong = {}, 0
        raise Problem(403, "code", "this code is wrong, was used already, or is too old")

    def _valid(self) -> dict[str, _Code]:
        return {code: each for code, each in self._codes.items() if each.until > self._clock()}
