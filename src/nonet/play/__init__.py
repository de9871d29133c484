"""Play: a session of moves, its state, hints, saved games. Faces show the state and send actions; no rule of
Sudoku is known to them.

    game = new_puzzle("9x9", "easy")            what is played (choose, entry, share)
    session = Store().new(game)                 or Session(game), which keeps nothing
    session.play(Place((0,), 5))                → Outcome: the new state, and what happened
    session.hint(1) … session.hint(4)           → Help: words, what to light up, the moves it amounts to
"""

from nonet.play.choose import (
    BOARDS,
    LEVELS,
    board_title,
    daily,
    daily_level,
    level_title,
    levels,
    new_puzzle,
)
from nonet.play.entry import Kind, Verdict, validate, verdict_words
from nonet.play.errors import PlayError, StaleGame, StoreError
from nonet.play.game import Game
from nonet.play.helps import Help, Light
from nonet.play.session import Aids, Outcome, Session
from nonet.play.settings import Settings
from nonet.play.share import from_share, to_share
from nonet.play.state import State, Status
from nonet.play.statistics import Statistics, statistics
from nonet.play.store import Result, Saved, Store, where
from nonet.play.words import clock, colour_name, say, say_all, say_check

__all__ = [
    "BOARDS",
    "LEVELS",
    "Aids",
    "Game",
    "Help",
    "Kind",
    "Light",
    "Outcome",
    "PlayError",
    "Result",
    "Saved",
    "Session",
    "Settings",
    "StaleGame",
    "State",
    "Statistics",
    "Status",
    "Store",
    "StoreError",
    "Verdict",
    "board_title",
    "clock",
    "colour_name",
    "daily",
    "daily_level",
    "from_share",
    "level_title",
    "levels",
    "new_puzzle",
    "say",
    "say_all",
    "say_check",
    "statistics",
    "to_share",
    "validate",
    "verdict_words",
    "where",
]
