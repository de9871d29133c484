"""The application: which screen comes after which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.content import Content

from nonet.errors import NonetError
from nonet.faces.tui.base import PlayBase
from nonet.faces.tui.dialogs import HelpScreen, SettingsScreen, TextScreen, WaitScreen
from nonet.faces.tui.start import StartScreen

if TYPE_CHECKING:
    from nonet.play.game import Game
    from nonet.play.saved.session import SavedSession

__all__ = ["PlayApp"]


class PlayApp(PlayBase):
    """`first` opens a game at once; without it the start screen is shown."""

    _game: Game | None = None

    def on_mount(self) -> None:
        self.push_screen(StartScreen())
        if (first := self.first) is not None:
            self.begin(lambda: first(self.store, self.settings))

    def wait_for(self, make: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self.push_screen(WaitScreen(make), then)

    def begin(self, make: Callable[[], SavedSession]) -> None:
        self.wait_for(make, self._opened)

    def _opened(self, session: SavedSession | str | None) -> None:
        from nonet.faces.tui.game import (
            GameScreen,  # loads the board and its drawing; the start screen needs neither
        )

        self.first = None
        if isinstance(session, str):
            self._start().show()
            self.complain(session)
        elif session is None:
            self._start().show()
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

    def complain(self, message: str) -> None:
        self.push_screen(TextScreen(self.say("That did not work"), message))

    def open_settings(self) -> None:
        self.push_screen(SettingsScreen())

    def open_help(self) -> None:
        self.push_screen(HelpScreen())

    def open_lesson(self, technique: str, then: Callable[[], None] | None = None) -> None:
        from nonet.faces.tui.lesson import LessonScreen
        from nonet.play.saved.lesson_progress import LessonProgress, lesson_progress

        try:
            progress = lesson_progress(self.store).get(technique, LessonProgress())
            lesson = LessonScreen(technique, progress, language=self.settings.voice)
        except NonetError as error:
            self.complain(self.trouble(error))
            return
        self.push_screen(lesson, lambda _: then() if then is not None else None)

    def open_statistics(self) -> None:
        from nonet.faces.tui.report import statistics_text

        try:
            text = statistics_text(self)
        except NonetError as error:
            text = Content(self.trouble(error))
        self.push_screen(TextScreen(self.say("Statistics"), text))
