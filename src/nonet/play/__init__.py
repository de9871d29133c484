"""Play: a session of moves, its state, hints, saved games. Faces show the state and send actions; no rule of
Sudoku is known to them.

    game = new_puzzle("9x9", "easy")            what is played (choose, entry, share)
    session = Store().new(game)                 a SavedSession; Session(game) keeps nothing
    session.play(Place((0,), 5))                → Outcome: the new state, and what happened
    session.hint(1) … session.hint(4)           → HintView: words, what to light up, the moves it amounts to

The names below load what they need when they are first used, so that a face starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.play.errors import PlayError as PlayError
    from nonet.play.errors import StaleGame as StaleGame
    from nonet.play.errors import StoreError as StoreError
    from nonet.play.errors import UnreadableGame as UnreadableGame
    from nonet.play.game import Game as Game
    from nonet.play.hint_view import HintView as HintView
    from nonet.play.new_game import BOARDS as BOARDS
    from nonet.play.new_game import LEVELS as LEVELS
    from nonet.play.new_game import board_title as board_title
    from nonet.play.new_game import daily as daily
    from nonet.play.new_game import daily_level as daily_level
    from nonet.play.new_game import level_meaning as level_meaning
    from nonet.play.new_game import level_title as level_title
    from nonet.play.new_game import levels as levels
    from nonet.play.new_game import new_puzzle as new_puzzle
    from nonet.play.saved.database import data_path as data_path
    from nonet.play.saved.record import from_record as from_record
    from nonet.play.saved.record import to_record as to_record
    from nonet.play.saved.results import Result as Result
    from nonet.play.saved.rows import Saved as Saved
    from nonet.play.saved.session import SavedSession as SavedSession
    from nonet.play.saved.statistics import Statistics as Statistics
    from nonet.play.saved.statistics import statistics as statistics
    from nonet.play.saved.store import Store as Store
    from nonet.play.session import Aids as Aids
    from nonet.play.session import Outcome as Outcome
    from nonet.play.session import Session as Session
    from nonet.play.settings import Settings as Settings
    from nonet.play.share import from_share as from_share
    from nonet.play.share import to_share as to_share
    from nonet.play.state import State as State
    from nonet.play.state import Status as Status
    from nonet.play.validation import Kind as Kind
    from nonet.play.validation import Verdict as Verdict
    from nonet.play.validation import validate as validate
    from nonet.play.validation import verdict_words as verdict_words
    from nonet.play.words import clock as clock
    from nonet.play.words import colour_name as colour_name
    from nonet.play.words import say as say
    from nonet.play.words import say_all as say_all
    from nonet.play.words import say_check as say_check

_HOME = {
    "new_game": (
        "BOARDS",
        "LEVELS",
        "board_title",
        "daily",
        "daily_level",
        "level_meaning",
        "level_title",
        "levels",
        "new_puzzle",
    ),
    "validation": ("Kind", "Verdict", "validate", "verdict_words"),
    "errors": ("PlayError", "StaleGame", "StoreError", "UnreadableGame"),
    "game": ("Game",),
    "hint_view": ("HintView",),
    "session": ("Aids", "Outcome", "Session"),
    "settings": ("Settings",),
    "share": ("from_share", "to_share"),
    "state": ("State", "Status"),
    "saved.statistics": ("Statistics", "statistics"),
    "saved.database": ("data_path",),
    "saved.record": ("from_record", "to_record"),
    "saved.rows": ("Result", "Saved"),
    "saved.session": ("SavedSession",),
    "saved.store": ("Store",),
    "words": ("clock", "colour_name", "say", "say_all", "say_check"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "BOARDS",
    "LEVELS",
    "Aids",
    "Game",
    "HintView",
    "Kind",
    "Outcome",
    "PlayError",
    "Result",
    "Saved",
    "SavedSession",
    "Session",
    "Settings",
    "StaleGame",
    "State",
    "Statistics",
    "Status",
    "Store",
    "StoreError",
    "UnreadableGame",
    "Verdict",
    "board_title",
    "clock",
    "colour_name",
    "daily",
    "daily_level",
    "data_path",
    "from_record",
    "from_share",
    "level_meaning",
    "level_title",
    "levels",
    "new_puzzle",
    "say",
    "say_all",
    "say_check",
    "statistics",
    "to_record",
    "to_share",
    "validate",
    "verdict_words",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'nonet.play' has no attribute {name!r}")
    value = getattr(import_module(f"nonet.play.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
