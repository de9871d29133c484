"""One HTTP connection: uvicorn's, with time limits, a bound on their number, and JSON for every refusal.

    headers   10 s   from the connection, or the first byte of a later request, to the end of its headers
    body      20 s   from there to the end of the body
    writing   20 s   while the client does not read
    idle      30 s   between two requests

In each of these phases the server waits for the client. When there are too many connections, the one that has kept it
waiting longest makes room for a new one; a connection whose request is being answered is never cut off for that.
"""

from __future__ import annotations

import asyncio
import json
from enum import Enum
from http import HTTPStatus
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from nonet.faces.web.problems import Problem
from nonet.faces.web.security import HEADERS

MOST_CONNECTIONS = 400
MOST_HEAD = 16_384
"""Bytes of a request before its body."""
FREE_CHUNKS, CHUNK = 64, 1024
"""A body may come in so many chunks of any size; beyond them, in chunks of so many bytes on average. Each is work,
however small it is.
"""
GRACE = 5.0
"""Seconds for a client to read the last answer before the connection is cut off."""


class Phase(Enum):
    HEADERS = "headers"
    BODY = "body"
    WORKING = "working"
    WRITING = "writing"
    IDLE = "idle"


SECONDS = {Phase.HEADERS: 10.0, Phase.BODY: 20.0, Phase.WRITING: 20.0, Phase.IDLE: 30.0}


class Requests(h11.Connection):
    """The requests of a connection, whose bodies do not come in too small chunks."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, MOST_HEAD)
        self._chunks = self._bytes = 0

    @property
    def is_crumbled(self) -> bool:
        return self._chunks > FREE_CHUNKS + self._bytes // CHUNK

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._chunks += event.chunk_start
            self._bytes += len(event.data)
            if self.is_crumbled:
                raise h11.RemoteProtocolError("too small chunks")
        return event


class Connection(H11Protocol):
    most = MOST_CONNECTIONS
    waiting: ClassVar[dict[Connection, None]] = {}
    """The connections that the server waits for; the one that has waited longest comes first."""
    ending = False
    """Whether the server is ending: it would wait for clients who come now."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.conn: Requests = Requests()
        self.phase: Phase | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._silent = True
        """Whether the client has sent nothing yet."""

    # -- events ----------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        if self.ending:
            transport.close()
        elif len(self.connections) > self.most and not self._make_room():
            self._refuse(Problem(503, "busy", "too many connections at once; try again in a few seconds"))
        else:
            self._enter(Phase.HEADERS)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():  # refused already
            return
        self._silent = False
        super().data_received(data)
        self._update()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._update()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._update()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._update()

    def connection_lost(self, exc: Exception | None) -> None:
        self._enter(None)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """The last answer: it is unknown where a next request would begin."""
        if self.conn.is_crumbled:
            self._refuse(Problem(413, "too-large", "the body comes in too many small chunks"))
        else:
            self._refuse(Problem(400, "http", "this is not an HTTP request"))

    # -- phases ----------------------------------------------------------------------------------------------

    def _update(self) -> None:
        if self.transport.is_closing():
            return
        if self.flow.write_paused:
            self._enter(Phase.WRITING)
        elif self.conn.their_state is h11.SEND_BODY:
            self._enter(Phase.BODY)
        elif self.cycle is not None and not self.cycle.response_complete:
            self._enter(Phase.WORKING)
        elif self.cycle is None or self.conn.trailing_data[0]:
            self._enter(Phase.HEADERS)
        else:
            self._enter(Phase.IDLE)

    def _enter(self, phase: Phase | None) -> None:
        """Starts the clock of a phase; a byte now and then does not start it again."""
        if phase is self.phase:
            return
        self.phase = phase
        self.waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if phase in SECONDS:
            self.waiting[self] = None
            self._timer = self.loop.call_later(SECONDS[phase], self._expired)

    def _expired(self) -> None:
        answered = self.cycle is not None and self.cycle.response_started
        if self.phase is Phase.HEADERS and self._silent:
            self.transport.close()
        elif self.phase is Phase.HEADERS or (self.phase is Phase.BODY and not answered):
            self._refuse(Problem(408, "timeout", "the request did not arrive in time"))
        else:
            self.transport.abort()

    def _make_room(self) -> bool:
        if not (longest := next(iter(self.waiting), None)):
            return False
        longest._enter(None)
        longest.transport.abort()
        return True

    def _refuse(self, problem: Problem) -> None:
        """Answers without the application, and closes."""
        self._enter(None)
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # the application learns it when it next receives
            self.cycle.message_event.set()
        body = json.dumps(problem.body).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"connection", b"close"),
            *HEADERS,
        ]
        status = HTTPStatus(problem.status)
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode()
        head += b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(head + b"\r\n" + body)
        self.transport.close()
        self.loop.call_later(GRACE, self.transport.abort)
