"""Method, path and handler of all that the API answers. A handler says what it is asked and what it answers; checking
(`request_data`) and the description (`openapi`) follow from that. Some are jobs of other processes (`jobs.answering`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from nonet.faces.web.security import PICTURE_PATH

ROUTES: tuple[tuple[str, str, str], ...] = (
    ("GET", "/api/boards", "api.boards"),
    ("GET", "/api/daily", "api.daily"),
    ("GET", "/api/days", "results.days"),
    ("POST", "/api/puzzles", "api.puzzles"),
    ("POST", "/api/ready", "api.ready"),
    ("POST", "/api/parse", "analysis.parse"),
    ("POST", PICTURE_PATH, "api.read"),
    ("POST", "/api/rules", "analysis.rules"),
    ("POST", "/api/solve", "analysis.solve"),
    ("POST", "/api/rate", "analysis.rate"),
    ("POST", "/api/check", "analysis.check"),
    ("POST", "/api/hint", "analysis.hint"),
    ("GET", "/api/games", "results.games"),
    ("POST", "/api/games", "games.begin"),
    ("GET", "/api/games/{id}", "games.game"),
    ("DELETE", "/api/games/{id}", "games.delete"),
    ("POST", "/api/games/{id}/actions", "games.act"),
    ("POST", "/api/games/{id}/hint", "games.hint"),
    ("POST", "/api/games/{id}/check", "games.check"),
    ("GET", "/api/games/{id}/result", "games.result"),
    ("GET", "/api/games/{id}/replay", "games.replay"),
    ("GET", "/api/games/{id}/download", "games.download"),
    ("GET", "/api/games/{id}/share", "games.share"),
    ("GET", "/api/household", "household.household"),
    ("POST", "/api/household/code", "household.new_code"),
    ("POST", "/api/household/player", "household.move_here"),
    ("POST", "/api/rooms", "together.open_room"),
    ("POST", "/api/rooms/{id}", "together.join"),
    ("GET", "/api/rooms/{id}/events", "together.events"),
    ("POST", "/api/rooms/{id}/events", "together.happen"),
    ("GET", "/api/packs", "packs.packs"),
    ("POST", "/api/packs", "packs.open_pack"),
    ("GET", "/api/packs/{key}", "packs.pack"),
    ("DELETE", "/api/packs/{key}", "packs.remove"),
    ("GET", "/api/lessons", "lessons.progress"),
    ("POST", "/api/lessons", "lessons.record"),
    ("GET", "/api/techniques", "lessons.techniques"),
    ("GET", "/api/techniques/{key}", "lessons.lesson"),
    ("GET", "/api/techniques/{key}/practice", "lessons.practice"),
    ("GET", "/api/settings", "games.settings"),
    ("PATCH", "/api/settings", "games.change_settings"),
    ("GET", "/api/statistics", "results.statistics"),
    ("GET", "/api/palette", "desk.palette"),
    ("POST", "/api/desk/open", "desk.open_text"),
    ("POST", "/api/desk/check", "desk.check"),
    ("POST", "/api/desk/solutions", "desk.solutions"),
    ("POST", "/api/desk/candidates", "desk.candidates"),
    ("POST", "/api/desk/contradiction", "desk.contradiction"),
    ("POST", "/api/desk/path", "desk.path"),
    ("POST", "/api/desk/step", "desk.step"),
    ("POST", "/api/desk/export", "desk.export"),
    ("POST", "/api/trace", "analysis.trace"),
)


def handler_of(name: str) -> Callable[..., Any]:
    """The function of `api.boards`; its module is imported when it is needed."""
    module, _, function = name.partition(".")
    handler: Callable[..., Any] = getattr(import_module(f"nonet.faces.web.{module}"), function)
    return handler
