"""The game in the terminal: `sudoku play`. A face over `nonet.play`; it draws the state and sends actions.

geometry   how large the board is drawn        content    what is drawn on it
palette    the colours                         drawing    the board as characters
selection  cursor, selected cells, mode        keys       every key, once
screens    what screens are made of            board_screen   those with a board
game_view  what is seen of a game              game       its keys and the mouse
saved_games, calendar, custom_puzzle, lessons, results, dialogs   the other screens
base       what screens ask of the app         app        the start screen; which screen comes after which
driver     the terminal's input                terminal   what it can show
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from nonet.errors import MissingExtra
from nonet.faces.tui.terminal import Terminal, terminal

if TYPE_CHECKING:
    from nonet.play.saved.session import SavedSession
    from nonet.play.saved.store import Store
    from nonet.play.settings import Settings


def play(
    store: Store,
    *,
    first: Callable[[Store, Settings], SavedSession] | None = None,
    ascii_only: bool | None = None,
    language: str | None = None,
    theme: str | None = None,
) -> int:
    """Plays until the player quits; the status for the shell. `first` says which game to open at once."""
    able = terminal(
        os.environ,
        is_terminal=all(s is not None and s.isatty() for s in (sys.stdin, sys.stderr)),  # drawn on stderr
        windows=os.name == "nt",
    )
    if ascii_only is not None:
        able = Terminal(ascii=ascii_only, colours=able.colours)
    try:
        from nonet.faces.tui.app import PlayApp
    except ModuleNotFoundError as error:
        if error.name and error.name.split(".")[0] in ("textual", "rich"):
            raise MissingExtra("textual", "tui", "sudoku play") from error
        raise
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    app = PlayApp(
        store,
        terminal=able,
        first=first,
        language=language,
        theme=theme,
        environ_background="light" if background in ("7", "15") else "dark",
    )
    app.run()
    if app._exception is not None:
        raise app._exception
    return app.return_code or 0
