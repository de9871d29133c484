"""The core of the static page with a damaged image: what can be read is played on, the rest is set aside."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nonet.faces.web.core import Core

GAMES = 40
PUZZLE = "4x4:.13.43.2.2.3...."


def ask(core: Core, method: str, path: str, body: object = None) -> Any:
    status, text = asyncio.run(core.answer(method, path, json.dumps(body)))
    assert status < 300, text
    return json.loads(text)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    core = Core(tmp_path_factory.mktemp("image") / "play.sqlite")
    for _ in range(GAMES):
        game = ask(core, "POST", "/api/games", {"puzzle": PUZZLE})["id"]
        actions = [{"type": "place", "cells": [0], "digit": 2}]
        ask(core, "POST", f"/api/games/{game}/actions", {"client": "a", "first": 1, "actions": actions})
    data, is_damaged = core.changed_image() or (b"", True)
    core.close()
    assert not is_damaged
    return data


def flipped(data: bytes) -> bytes:
    """The second half of the file, without its first page and its schema."""
    middle = len(data) // 2
    return data[:middle] + bytes(byte ^ 0x55 for byte in data[middle:])


@pytest.mark.parametrize(
    ("damage", "least"),
    [
        (lambda data: b"A" * 5000, 0),
        (lambda data: data[: len(data) // 2], 1),
        (lambda data: "a text", 0),
        (lambda data: 7, 0),
        (flipped, 1),
    ],
    ids=["other bytes", "half of it", "a text", "a number", "flipped bytes"],
)
def test_a_damaged_image_is_repaired(
    image: bytes, tmp_path: Path, damage: Callable[[bytes], Any], least: int
) -> None:
    core = Core(tmp_path / "play.sqlite", damage(image))
    for _ in range(2):
        games = ask(core, "GET", "/api/games?limit=100")["games"]
        assert least <= len(games) < GAMES
    for game in games:
        assert ask(core, "GET", f"/api/games/{game['id']}")["values"][0] == 2
    repaired, is_damaged = core.changed_image() or (b"", False)
    assert is_damaged
    assert core.changed_image() is None
    core.replace(repaired)
    assert len(ask(core, "GET", "/api/games?limit=100")["games"]) == len(games)
    assert core.changed_image() is None
    ask(core, "POST", "/api/games", {"puzzle": PUZZLE})
    assert (core.changed_image() or (b"", True))[1] is False
    core.close()
