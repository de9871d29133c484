"""A secret that admits a browser to a server which others on the network can reach.

The server prints an address with `?token=…`. Opening it sets a cookie and redirects to the page without the token, so
that it does not stay in the address bar. A program sends `Authorization: Bearer …` instead.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

COOKIE = "sudoku_token"
OPEN = ("/", "/favicon.ico", "/manifest.webmanifest", "/service_worker.js")
STATIC = "/static/"
"""The page and its files need no token: they hold nothing of the player's, browsers fetch some of them without
cookies, and the page itself says what to do if the API asks for the token.
"""


class AccessToken:
    """The token of this run of the server.

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
        for value in headers.get(b"cookie", ()):
            try:
                cookies = SimpleCookie(value.decode("latin-1"))
            except CookieError:
                continue
            given += [cookies[COOKIE].value] if COOKIE in cookies else []
        return any(map(self._is_right, given))

    def is_in_query(self, query: bytes) -> bool:
        return any(map(self._is_right, parse_qs(query.decode("latin-1")).get("token", [])))

    def cookie(self) -> bytes:
        """Of a Set-Cookie header. Lax: a link from elsewhere opens the page, but no other site can send it along."""
        return f"{COOKIE}={self.text}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000".encode()

    def _is_right(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.text.encode())
