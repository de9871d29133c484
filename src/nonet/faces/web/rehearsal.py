"""What happens in the core before its memory is saved: all that the first minutes of a visit import and compute."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from nonet.faces.web.core import Core
from nonet.messages import LANGUAGES

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


async def rehearse(path: Path) -> None:
    """Plays a little in a store that is deleted afterwards: a new puzzle, some from links; lists and settings."""
    core = Core(path)

    async def ask(method: str, address: str, **body: object) -> Any:
        status, text = await core.answer(method, f"/api/{address}", json.dumps(body))
        assert status < 300, text
        return json.loads(text)

    wishes: list[dict[str, Any]] = [
        {"board": "9x9", "level": "easy", "seed": 1},
        {"puzzle": CLASSIC, "shared": True},
        {"pack": "killer", "number": 1},
        {"pack": "mixed", "number": 1},
    ]
    for wish in wishes:
        game = await ask("POST", "games", **wish)
        about = f"games/{game['id']}"
        place = {"type": "place", "cells": [game["values"].index(0)], "digit": 1}
        await ask("POST", f"{about}/actions", client="a", first=1, actions=[place, {"type": "undo"}])
        for tier in (1, 4):
            await ask("POST", f"{about}/hint", tier=tier)
        await ask("POST", f"{about}/check")
        link = (await ask("GET", f"{about}/share"))["fragment"]
        await ask("POST", "games", puzzle=unquote(link), shared=True)
    for language in LANGUAGES:
        await ask("GET", f"boards?language={language}")
    for address in ("settings", "games?touched=true", "lessons"):
        await ask("GET", address)
    core.close()
    path.unlink()
    gc.collect()
