"""The application: which screen comes after which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nonet.faces.tui.base import PlayBase
from nonet.faces.tui.screens import WaitScreen
from nonet.faces.tui.start import StartScreen

if TYPE_CHECKING:
    from nonet.play.game import Game
    from nonet.play.saved.session import SavedSession


class PlayApp(PlayBase):
    """`first` opens a game at once; without it the start screen is shown."""

    _game: Game | None = None

    def on_mount(self) -> None:
        self.push_screen(StartScreen())
        if (first := self.first) is not None:
            self.begin(lambda: first(self.store, self.settings))

    def begin(self, make: Callable[[], SavedSession]) -> None:
        self.push_screen(WaitScreen(make), self._opened)

    def _opened(self, session: SavedSession | str | None) -> None:
        # It loads the board and its drawing; the start screen needs neither.
        from nonet.faces.tui.game import GameScreen

        self.first = None
        if session is None or isinstance(session, str):
            self._start().show()
            if session:
                self._start().complain(session)
        else:
            self._game = session.game
            self.push_screen(GameScreen(session), self._left)

    def _left(self, wanted: str | None) -> None:
        if wanted == "quit":
            self.exit(0)
        elif wanted == "again":
            self._start().new_game(like=self._game)

    def _start(self) -> StartScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, StartScreen))
