"""A hostile client keeps many connections busy with the worst that it knows, while others play.

    PYTHONPATH=tests python -m faces.web.hostile_client [--seconds 60] [--seed N]

starts `sudoku web` for it, and prints how long the others waited. Status 1 if p99 of their moves was half a second or
more (on a busy machine, ten times what the slowest took before), or if one of them was refused.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faces.web.test_server import ask, started
from faces.web.test_workers import pigeonhole

__all__ = ["Siege", "regex_puzzle"]

PLAYERS = 2
MOST = 0.5
"""Seconds that a move of the others may take, for 99 of 100."""
FEWEST = 200
"""Moves to judge by."""
LARGE_PACK = "\n".join(
    json.dumps({"nonet": 1, "layout": "4x4", "givens": "0130430202030000", "description": "d" * 700})
    for _ in range(1000)
)
LARGE_BODY = json.dumps({"values": [0] * 300_000})  # made once: attackers share a process with the players
ALL_CELLS = 195
"""Actions of a batch in all cells of a 16x16: almost as many as the server takes."""
SOLVED = "".join(str((3 * (row % 3) + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9))

WAYS = (
    "regular_expressions",
    "moves_of_a_heavy_game",
    "moves_in_all_cells",
    "hard_puzzle",
    "endless_rating",
    "gone_at_once",
    "lists",
    "lessons",
    "large_packs",
    "large_bodies",
)
"""What the hostile client does."""


def regex_puzzle(nonce: int, rules: int) -> str:
    """A puzzle with one solution and regular expressions that take seconds to compile: others for each nonce."""
    names = [[f"r{row}c{column}" for column in range(1, 10)] for row in range(1, 10)]
    data = [
        {
            "kind": "regex_line",
            "cells": names[number % 9],
            "pattern": f".*{number % 9 + 1}.{{{8 + number // 27}}}|.*{'.?' * (number // 9 + nonce)}",
        }
        for number in range(rules)
    ]
    return json.dumps({"nonet": 1, "layout": "9x9", "givens": "..." + SOLVED[3:], "rules": data})


@dataclass
class Siege:
    """What happens to a server: `moves` and `games` are the seconds that the others waited."""

    host: str
    port: int
    seed: int = 0
    rules: int = 60
    """Regular expressions in a puzzle."""
    ways: tuple[str, ...] = WAYS
    connections: int = 30
    length: int = 50
    """Moves in a game of the others."""
    moves: list[float] = field(default_factory=list)
    games: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    hostile: list[str] = field(default_factory=list)
    """The hostile client's own games."""
    attacks: int = 0
    calm: float = 0.0
    """The slowest move before the siege."""

    def run(self, seconds: float) -> None:
        threads = [threading.Thread(target=self._play, args=(number,)) for number in range(PLAYERS)]
        threads += [
            threading.Thread(target=self._attack, args=(number,)) for number in range(self.connections)
        ]
        for thread in threads[:PLAYERS]:
            thread.start()
        while len(self.moves) < 20 and not self.over.is_set():
            time.sleep(0.01)
        self.calm = max(self.moves[5:], default=0.0)  # the first ones wait for processes to start
        self.moves.clear()
        self.games.clear()
        for thread in threads[PLAYERS:]:
            thread.start()
        self.over.wait(seconds)
        while len(self.moves) < FEWEST and not self.over.wait(0.1):
            pass
        self.over.set()
        for thread in threads:
            thread.join()

    @property
    def most(self) -> float:
        """The allowed p99. A machine that is busy with other things delays every move, without a siege too."""
        return max(MOST, 10 * self.calm)

    @property
    def p99(self) -> float:
        return sorted(self.moves)[len(self.moves) * 99 // 100]

    def __str__(self) -> str:
        moves = sorted(self.moves)
        return (
            f"{self.attacks} attacks; {len(moves)} moves of others, median {moves[len(moves) // 2]:.3f} s, "
            f"p99 {self.p99:.3f} s; {len(self.games)} new games, slowest {max(self.games, default=0):.3f} s; "
            f"{len(self.refused)} refused"
        )

    # -- the others ------------------------------------------------------------------------------------------

    def _play(self, number: int) -> None:
        try:
            while not self.over.is_set():
                game = self._begin(number)
                for first in range(1, self.length):
                    action = {"type": "toggle-note", "cells": [first % 16], "digit": 1 + first % 4}
                    body = {"client": "page", "first": first, "actions": [action]}
                    begun = time.monotonic()
                    assert (
                        ask(self.host, self.port, "POST", f"/api/games/{game}/actions", body)["last"] == first
                    )
                    self.moves.append(time.monotonic() - begun)
                    if self.over.wait(0.02):
                        return
        except Exception as error:
            self.refused.append(f"{type(error).__name__}: {error}")
            self.over.set()

    def _begin(self, number: int) -> str:
        begun = time.monotonic()
        wish = {"board": "4x4", "level": "easy", "seed": number}
        game: str = ask(self.host, self.port, "POST", "/api/games", wish)["id"]
        self.games.append(time.monotonic() - begun)
        return game

    # -- the hostile client ----------------------------------------------------------------------------------

    def _attack(self, number: int) -> None:
        rng = random.Random(1000 * self.seed + number)
        attack: Callable[[random.Random], None] = getattr(self, self.ways[number % len(self.ways)])
        while not self.over.is_set():
            with suppress(OSError, http.client.HTTPException):
                attack(rng)
                self.attacks += 1

    def _send(self, method: str, path: str, body: object, *, patience: float = 15.0) -> Any:
        """The answer, of whatever status; or none, if the siege is over before."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=patience)
        try:
            text = body if isinstance(body, str) else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            assert connection.sock is not None
            connection.sock.settimeout(0.2)
            give_up = time.monotonic() + patience
            while not self.over.is_set() and time.monotonic() < give_up:
                with suppress(TimeoutError):
                    connection.sock.recv(1, 2)  # MSG_PEEK: is there an answer?
                    connection.sock.settimeout(patience)
                    return json.loads(connection.getresponse().read())
            return {}
        finally:
            connection.close()

    def regular_expressions(self, rng: random.Random) -> None:
        answer = self._send("POST", "/api/games", {"puzzle": regex_puzzle(rng.randrange(20), self.rules)})
        if "id" in answer:
            self.hostile.append(answer["id"])

    def moves_of_a_heavy_game(self, rng: random.Random) -> None:
        if not self.hostile:
            self.regular_expressions(rng)
            return
        game = rng.choice(self.hostile)
        actions = [{"type": "toggle-note", "cells": [0], "digit": 1 + each % 9} for each in range(500)]
        self._send(
            "POST",
            f"/api/games/{game}/actions",
            {"client": str(rng.random()), "first": 1, "actions": actions},
        )
        self._send("POST", f"/api/games/{game}/hint", {"tier": 4})

    def moves_in_all_cells(self, rng: random.Random) -> None:
        game = self._send("POST", "/api/games", {"board": "16x16", "level": "easy", "seed": 1})
        cells = list(range(256))
        for first in range(1, 20 * ALL_CELLS, ALL_CELLS) if "id" in game else ():
            actions = [
                {"type": "place", "cells": cells, "digit": rng.randint(1, 16)} for _ in range(ALL_CELLS)
            ]
            body = {"client": "page", "first": first, "actions": actions}
            self._send("POST", f"/api/games/{game['id']}/actions", body)

    def hard_puzzle(self, rng: random.Random) -> None:
        self._send("POST", "/api/games", {"board": "16x16", "level": "hard"})

    def endless_rating(self, rng: random.Random) -> None:
        self._send("POST", "/api/rate", {"puzzle": pigeonhole()})

    def gone_at_once(self, rng: random.Random) -> None:
        path = rng.choice(["/api/puzzles", "/api/games"])
        self._send("POST", path, {"board": "16x16", "level": "medium"}, patience=0.3)

    def lists(self, rng: random.Random) -> None:
        self._send("GET", "/api/games?limit=1000", None)

    def lessons(self, rng: random.Random) -> None:
        self._send("GET", "/api/techniques/als-xz", None)

    def large_packs(self, rng: random.Random) -> None:
        self._send("POST", "/api/packs", {"texts": [LARGE_PACK], "file": f"{rng.randrange(15)}.jsonl"})
        for _ in range(50):
            self._send("GET", "/api/packs", None)

    def large_bodies(self, rng: random.Random) -> None:
        self._send("POST", "/api/check", LARGE_BODY)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        started(Path(folder), "--no-browser") as (_, host, port),
    ):
        siege = Siege(host, port, options.seed)
        siege.run(options.seconds)
    print(siege)
    for refusal in siege.refused:
        print(refusal)
    return int(bool(siege.refused) or siege.p99 >= siege.most)


if __name__ == "__main__":
    sys.exit(main())
