"""Measures how soon everybody in a room sees a move; see docs/api.md.

    python -m benchmarks.together [--players N] [--seconds S] [--pause P] [--results FOLDER]

The server of a household runs in a separate process, on loopback, with its worker processes. All players listen; each
makes a move every P seconds and moves the cursor in between. A time is that from the moment in which a player sends a
move to that in which another one hears of it. The exit status is 1 if an event was lost or came in another order, or if
the 99th percentile is above the bar.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from faces.web.room_client import RoomDevice  # noqa: E402

BAR = 0.3
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def serve(folder: Path) -> None:
    """The server, until it is ended; it prints its port."""
    import uvicorn

    from nonet.faces.web.app import make_app
    from nonet.faces.web.connection import Connection
    from nonet.faces.web.open_games import OpenGames
    from nonet.faces.web.players import Household
    from nonet.faces.web.security import AccessToken, Hosts
    from nonet.faces.web.server import bind
    from nonet.faces.web.workers import Workers
    from nonet.play import Store

    path = folder / "play.sqlite"
    with bind("127.0.0.1", 0) as listening, Workers() as workers, Store(path) as store:
        games = OpenGames(store, workers)
        app = make_app(games, Hosts("127.0.0.1"), AccessToken("right"), household=Household(path))
        workers.warm_up()
        print(listening.getsockname()[1], flush=True)
        config = uvicorn.Config(
            app, http=Connection, ws="none", lifespan="off", log_level="error", timeout_keep_alive=30
        )
        uvicorn.Server(config).run(sockets=[listening])


async def measure(port: int, players: int, seconds: float, pause: float) -> tuple[list[float], int, bool]:
    """The times, the number of moves, and whether all heard all of them in the same order."""
    devices = [RoomDevice(port, "right") for _ in range(players)]
    for device in devices:
        await device.visit()
    game = await devices[0].ask("POST", "/api/games", {"puzzle": PUZZLE})
    room = await devices[0].ask("POST", "/api/rooms", {"game": game["id"], "mode": "with"})
    for device in devices:
        await device.join(room["id"])
        await device.listen()
    empty = [cell for cell, value in enumerate(game["values"]) if not value]
    sent: dict[tuple[int, int], list[float]] = defaultdict(list)
    end = time.perf_counter() + seconds

    async def plays(number: int) -> None:
        await asyncio.sleep(pause * number / players)
        turn = 0
        while time.perf_counter() < end:
            began = time.perf_counter()
            cell, digit = empty[number % len(empty)], 1 + turn % 9  # each move changes something
            sent[number, digit].append(began)
            await devices[number].play({"type": "place", "cells": [cell], "digit": digit})
            await devices[number].ask("POST", f"/api/rooms/{room['id']}/events", {"cells": [cell]})
            turn += 1
            await asyncio.sleep(max(0.0, began + pause - time.perf_counter()))

    await asyncio.gather(*(plays(number) for number in range(players)))
    await devices[0].play({"type": "clear", "cells": [empty[0]]})
    orders, times = [], []
    for listener, device in enumerate(devices):
        await device.until(lambda device=device: device.told("move")[-1]["actions"][0]["type"] == "clear")
        order: list[tuple[int, int]] = []
        for event, heard in zip(device.heard, device.times, strict=True):
            if event["type"] == "move" and event["actions"][0]["type"] == "place":
                name = (event["by"], event["actions"][0]["digit"])
                if event["by"] != listener:
                    times.append(heard - sent[name][order.count(name)])
                order.append(name)
        orders.append(order)
        await device.close()
    moves = sum(map(len, sent.values()))
    return times, moves, all(order == orders[0] for order in orders) and len(orders[0]) == moves


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--results", type=Path, help="write the table to this folder, too")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve is not None:
        serve(asked.serve)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.together", "--serve", folder]
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        with subprocess.Popen(
            command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            try:
                port = int(server.stdout.readline())
                times, moves, same = asyncio.run(measure(port, asked.players, asked.seconds, asked.pause))
            finally:
                server.terminate()
    times.sort()
    at = [times[int(len(times) * part)] * 1000 for part in (0.5, 0.99)]
    lines = [
        "| players | moves | times | median, ms | 99 %, ms | longest, ms |",
        "|---|---|---|---|---|---|",
        f"| {asked.players} | {moves} | {len(times):,} | {at[0]:.0f} | {at[1]:.0f} | {times[-1] * 1000:.0f} |",
    ]
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if asked.results is not None:
        (asked.results / "together.md").write_text(text, encoding="utf-8")
    print("all events, in one order" if same else "events were lost, or came in another order")
    return 0 if same and at[1] < BAR * 1000 else 1


if __name__ == "__main__":
    sys.exit(main())
