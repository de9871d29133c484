"""Measures the throughput and latency of the `sudoku web` server; see docs/api.md.

    python -m benchmarks.web [--seconds S] [--connections N] [--results FOLDER]

The server is `sudoku web` itself, in a separate process with an empty store. This process sends requests over several
connections, one at a time on each, as browsers do. Prints requests per second, the median, the 99th percentile and the
maximum of the response times, and how long the server takes from its start to the first page. The exit status is 1 if a
response was an error.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "0130430202030000"


@dataclass
class Load:
    """One kind of request; `body` makes the body of the n-th request of a connection."""

    name: str
    method: str
    path: str
    body: Callable[[int, int], object] | None = None


@dataclass
class Score:
    """The result for one kind of request; times in seconds."""

    name: str
    requests: int
    seconds: float
    times: list[float]
    wrong: int

    def row(self) -> str:
        times = sorted(self.times)
        at = [times[min(len(times) - 1, int(len(times) * part))] * 1000 for part in (0.5, 0.99)]
        rate = self.requests / self.seconds
        return f"| {self.name} | {rate:,.0f} | {at[0]:.1f} | {at[1]:.1f} | {times[-1] * 1000:.1f} |"


def start(folder: str) -> tuple[subprocess.Popen[str], int, float]:
    """Starts the server; returns it, its port, and the seconds until the first page was served."""
    begun = time.perf_counter()
    run = subprocess.Popen(
        [sys.executable, "-m", "nonet", "web", "--no-browser"],
        env=os.environ | {"NONET_DATA": folder, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    said = re.search(r":(\d+)/", run.stdout.readline())
    if said is None:
        raise SystemExit("the server did not start")
    port = int(said[1])
    asyncio.run(ask_once(port, "GET", "/", None))
    return run, port, time.perf_counter() - begun


def request(method: str, path: str, body: object, port: int) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(content)}\r\n"
    if method != "GET":
        head += f"Content-Type: application/json\r\nOrigin: http://127.0.0.1:{port}\r\n"
    return head.encode() + b"\r\n" + content


async def answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    content = await reader.readexactly(int(length[1])) if length else b""
    return int(head.split(b" ", 2)[1]), content


async def ask_once(port: int, method: str, path: str, body: object) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request(method, path, body, port))
    status, content = await answer(reader)
    writer.close()
    await writer.wait_closed()
    if status >= 400:
        raise SystemExit(f"{method} {path}: {status} {content!r}")
    return content


async def load(what: Load, port: int, connections: int, seconds: float, games: list[str]) -> Score:
    times: list[float] = []
    wrong = 0
    end = time.perf_counter() + seconds

    async def one(number: int) -> None:
        nonlocal wrong
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        count = 0
        path = what.path.replace("ID", games[number])
        while time.perf_counter() < end:
            body = None if what.body is None else what.body(number, count)
            begun = time.perf_counter()
            writer.write(request(what.method, path, body, port))
            status, _ = await answer(reader)
            times.append(time.perf_counter() - begun)
            wrong += status != 200
            count += 1
        writer.close()
        await writer.wait_closed()

    begun = time.perf_counter()
    await asyncio.gather(*(one(number) for number in range(connections)))
    return Score(what.name, len(times), time.perf_counter() - begun, times, wrong)


def loads(serial: int) -> list[Load]:
    """The requests that a page makes; `serial` makes the client names different from run to run."""

    def actions(number: int, count: int) -> object:
        action = {"type": "place", "cells": [0], "digit": count % 4 + 1}
        return {
            "client": f"{serial} {number}",
            "first": count + 1,
            "actions": [action],
            "seconds": count / 10,
        }

    return [
        Load("the page", "GET", "/"),
        Load("a script", "GET", "/static/main.js"),
        Load("the saved games", "GET", "/api/games?limit=20"),
        Load("a game", "GET", "/api/games/ID"),
        Load("a move in a game, saved", "POST", "/api/games/ID/actions", actions),
        Load("a hint in a game", "POST", "/api/games/ID/hint", lambda number, count: {"tier": count % 4 + 1}),
        Load("solve a puzzle", "POST", "/api/solve", lambda number, count: {"puzzle": PUZZLE}),
        Load("a new easy puzzle", "POST", "/api/puzzles", lambda n, count: {"seed": 1000 * n + count}),
        Load("rate a puzzle", "POST", "/api/rate", lambda number, count: {"puzzle": PUZZLE}),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="per kind of request (2)")
    parser.add_argument("--connections", type=int, default=8, help="concurrent connections (8)")
    parser.add_argument("--results", type=Path, help="folder for the report, named after the processor")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run, port, first = start(folder)
        try:
            games = [
                json.loads(asyncio.run(ask_once(port, "POST", "/api/games", {"puzzle": SMALL})))["id"]
                for _ in range(options.connections)
            ]
            scores = [
                asyncio.run(load(what, port, options.connections, options.seconds, games))
                for what in loads(1)
            ]
        finally:
            run.terminate()
            run.wait(20)
    lines = [
        f"# `sudoku web` under load: {_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "",
        f"{options.connections} concurrent connections with one request at a time each; times in milliseconds. The "
        f"first page was served {first:.2f} s after the start.",
        "",
        "| request | per second | median | p99 | maximum |",
        "|---|---:|---:|---:|---:|",
        *(score.row() for score in scores),
    ]
    print("\n".join(lines))
    if options.results is not None:
        name = re.sub(r"[^a-z0-9]+", "-", _processor().lower()).strip("-")
        (options.results / f"web-{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    wrong = sum(score.wrong for score in scores)
    if wrong:
        print(f"{wrong} responses were errors", file=sys.stderr)
    return 1 if wrong else 0


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    found = re.search(r"model name\s*: (.*)", text)
    return found[1].strip() if found else platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
