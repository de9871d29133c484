"""Devices of a household that play together, over real connections: each listens to its room while it plays.

The test of 20 players and `benchmarks/together.py` use it.
"""

from __future__ import annotations

import asyncio
import json
from time import perf_counter
from typing import Any

__all__ = ["RoomDevice"]


class RoomDevice:
    """One device: its cookie, what it has heard and when."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token
        self.cookie = f"sudoku_token={token}"
        self.heard: list[dict[str, Any]] = []
        self.times: list[float] = []
        self.names: list[str] = []
        """Of the events heard: their ids."""
        self.game: dict[str, Any] = {}
        self.room = ""
        self.first = 1
        self._listening: asyncio.Task[None] | None = None
        self._kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def visit(self) -> None:
        _, headers, _ = await self.request("GET", "/")
        self.cookie += "; " + headers["set-cookie"].partition(";")[0]

    async def request(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str], Any]:
        """One request on the connection that is kept; its status, headers and JSON."""
        if self._kept is None:
            self._kept = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._kept
        await self._send(writer, method, path, body)
        status, headers = await self._head(reader)
        data = await reader.readexactly(int(headers.get("content-length", "0")))
        return status, headers, json.loads(data) if headers["content-type"] == "application/json" else data

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        status, _, answer = await self.request(method, path, body)
        assert status < 300, answer
        return answer

    async def _send(
        self, writer: asyncio.StreamWriter, method: str, path: str, body: object = None, more: str = ""
    ) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n{more}"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        writer.write(head.encode() + b"\r\n" + data)
        await writer.drain()

    async def _head(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        return int(lines[0].split()[1]), {name.lower(): value for name, value in headers.items()}

    # -- the room --------------------------------------------------------------------------------------------

    async def join(self, room: str) -> dict[str, Any]:
        joined: dict[str, Any] = await self.ask("POST", f"/api/rooms/{room}", {})
        self.room, self.game = room, joined["game"]
        return joined

    async def listen(self, *, last: str = "") -> None:
        """Begins to listen, and waits for the first event."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        more = f"Last-Event-ID: {last}\r\n" if last else ""
        await self._send(writer, "GET", f"/api/rooms/{self.room}/events", more=more)
        status, headers = await self._head(reader)
        assert (status, headers["content-type"][:17]) == (200, "text/event-stream"), status
        before = len(self.heard)
        self._listening = asyncio.create_task(self._hear(reader, writer))
        await self.until(lambda: len(self.heard) > before)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                line = (await reader.readline()).strip()  # those of chunks have no colon
                if line.startswith(b"id: "):
                    self.names.append(line[4:].decode())
                if line.startswith(b"data: "):
                    self.times.append(perf_counter())
                    self.heard.append(json.loads(line[6:]))
                if reader.at_eof():
                    return
        finally:
            writer.close()

    async def hang_up(self) -> None:
        """Loses the connection."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def close(self) -> None:
        await self.hang_up()
        if self._kept is not None:
            self._kept[1].close()

    async def until(self, wanted: Any, seconds: float = 60) -> None:
        end = perf_counter() + seconds
        while not wanted():
            assert perf_counter() < end, [event["type"] for event in self.heard]
            await asyncio.sleep(0.002)

    async def play(self, *actions: dict[str, Any]) -> Any:
        path = f"/api/games/{self.game['id']}/actions"
        batch = {"client": self.cookie[-8:], "first": self.first, "actions": actions}
        self.first += len(actions)
        return await self.ask("POST", path, batch)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of a type that were heard."""
        return [event for event in self.heard if event["type"] == kind]
