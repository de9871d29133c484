"""What the static page brings along, so that it can be played before its core is loaded.

boards/LANGUAGE.json    the answer of /api/boards, and the levels of the days of a week
ready/BOARD.json        some games of each level, as /api/ready gives them; shapes of boards only once
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from nonet.faces.web.core import Core
from nonet.messages import LANGUAGES
from nonet.play import BOARDS, daily_level, level_title

PUZZLES = 4
"""Of each board and level."""
SLOW = {("killer", "unfair")}
"""Takes seconds per puzzle; the page makes them itself."""
MONDAY = date(2026, 11, 16)


def ahead() -> dict[str, Any]:
    """The files by their names. Their puzzles are the same at every export."""
    with tempfile.TemporaryDirectory() as folder:
        core = Core(Path(folder) / "play.sqlite")
        try:
            return {f"boards/{language}.json": _boards(core, language) for language in LANGUAGES} | {
                f"ready/{board.name}.json": _games(core, board.name, levels)
                for board in BOARDS
                if (levels := tuple(level for level in board.levels if (board.name, level) not in SLOW))
            }
        finally:
            core.close()


def _ask(core: Core, method: str, path: str, body: object = None) -> Any:
    status, text = asyncio.run(core.answer(method, path, json.dumps(body)))
    assert status == 200, text
    return json.loads(text)


def _boards(core: Core, language: str) -> dict[str, Any]:
    week = [daily_level(MONDAY + timedelta(days)) for days in range(7)]
    titles = [{"level": level, "title": level_title(level, language=language)} for level in week]
    return {**_ask(core, "GET", f"/api/boards?language={language}"), "week": titles}


def _games(core: Core, board: str, levels: tuple[str, ...]) -> dict[str, Any]:
    shapes: dict[str, Any] = {}
    games: dict[str, list[Any]] = {}
    for level in levels:
        for seed in range(PUZZLES):
            ready = _ask(core, "POST", "/api/ready", {"board": board, "level": level, "seed": seed})
            shapes[ready["game"]["layout"]] = ready["game"].pop("shape")
            games.setdefault(level, []).append(ready)
    return {"shapes": shapes, "games": games}
