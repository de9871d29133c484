"""HTTP as uvicorn speaks it, but for bytes that are none: they get JSON and our headers, like every other mistake."""

from __future__ import annotations

import json

from uvicorn.protocols.http.h11_impl import H11Protocol

from nonet.faces.web.problems import Problem
from nonet.faces.web.security import HEADERS

__all__ = ["Protocol"]


class Protocol(H11Protocol):
    """One connection."""

    def send_400_response(self, msg: str) -> None:
        """The last answer: nobody knows where a next request would begin."""
        body = json.dumps(Problem(400, "http", "this is no request of HTTP").body).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *HEADERS,
        ]
        head = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head + b"\r\n" + body)
        self.transport.close()
