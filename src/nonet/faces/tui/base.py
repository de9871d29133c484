"""What the application offers to its screens: the store, settings, words, themes, and games.

Screens import this module, never `app`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import unicodedata
from abc import abstractmethod
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from textual.app import App
from textual.binding import Binding
from textual.color import Color
from textual.content import Content
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.filter import LineFilter, NoColor
from textual.style import Style
from textual.theme import Theme

from nonet.errors import FormatError, LayoutError, NonetError
from nonet.faces.tui.palette import MONO, PALETTES
from nonet.faces.tui.terminal import Terminal
from nonet.layout import Layout
from nonet.messages import catalogue
from nonet.play.errors import PlayError, StoreError, UnreadableGame
from nonet.play.events import Cleaned, GameEvent
from nonet.play.game import Game
from nonet.play.new_game import board_title, daily, level_title
from nonet.play.packs import place_in_pack
from nonet.play.saved.rows import Saved
from nonet.play.saved.session import SavedSession
from nonet.play.saved.store import Store
from nonet.play.settings import Settings
from nonet.play.words import say_all
from nonet.visible import visible, without_controls

_SIGNS = {
    **dict.fromkeys("─━═╌╍┄┅┈┉▔▁▂▃", "-"),
    **dict.fromkeys("│┃║▏▎▍▌▕▐", "|"),
    **dict.fromkeys("▀▄▊▋▉▆▅▇█▓▒░", "#"),
    **{"·": ".", "•": "*", "●": "*", "…": ".", "–": "-", "—": "-", "„": '"', "“": '"', "”": '"', "’": "'"},
    **{"▶": ">", "▸": ">", "◂": "<", "×": "x", "✓": "+", "✗": "x", "←": "<", "→": ">", "↑": "^", "↓": "v"},
    **{"≠": "/", "‹": "<", "›": ">", "ß": "s"},
}


@lru_cache(maxsize=2048)
def ascii_sign(sign: str) -> str:
    """One ASCII character for one of any kind.

    >>> "".join(map(ascii_sign, "Řádek → ▶ ┏━┓"))
    'Radek > > +-+'
    """
    if sign.isascii():
        return sign
    if sign in _SIGNS:
        return _SIGNS[sign]
    if "─" <= sign <= "╿":
        return "+"
    base = unicodedata.normalize("NFKD", sign)[:1]
    return base if base.isascii() else "?"


class AsciiFilter(LineFilter):
    """Turns every line into ASCII, sign by sign, so that nothing moves."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment("".join(map(ascii_sign, text)), style, control) for text, style, control in segments]


class ControlFilter(LineFilter):
    """Leaves out control characters, which have no width, so that nothing moves."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(without_controls(text), style, control) for text, style, control in segments]


TERMINATED = 128 + 15
"""The status of a process that SIGTERM ended."""


class PlayBase(App[int]):
    """The application as screens know it."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False  # of text: Ctrl-C ends the game and copies nothing
    AUTO_FOCUS = None  # screens hand out the keys themselves; Textual would scroll, slowly
    CSS_PATH = "style.tcss"
    TITLE = "nonet"
    BINDINGS: ClassVar = [Binding("ctrl+c", "quit", show=False, priority=True)]  # Textual would copy text

    def __init__(
        self,
        store: Store,
        *,
        terminal: Terminal | None = None,
        first: Callable[[Store, Settings], SavedSession] | None = None,
        language: str | None = None,
        theme: str | None = None,
        today: Callable[[], date] = date.today,
        environ_background: str = "",
    ) -> None:
        self.terminal = terminal or Terminal()
        self.store = store
        self.settings: Settings = store.settings()
        # Options of the command line hold for this run alone.
        asked = {"language": language, "theme": theme}
        self._asked = {name: value for name, value in asked.items() if value is not None}
        self.settings = self.settings.changed(self._asked)
        self.today = today
        self.first = first
        self._light_terminal = environ_background == "light"
        super().__init__(ansi_color=not self.terminal.colours)
        own: list[LineFilter] = [ControlFilter()]
        if not self.terminal.colours:
            own.append(NoColor())
        if self.plain:
            own.append(AsciiFilter())
        self._own_filters = own
        for palette in PALETTES.values():
            self.register_theme(
                Theme(
                    name=f"nonet-{palette.name}",
                    primary=palette.accent,
                    secondary=palette.accent,
                    accent=palette.accent,
                    warning=palette.warning,
                    error=palette.warning,
                    success=palette.accent,
                    foreground=palette.text,
                    background=palette.background,
                    surface=palette.surface,
                    panel=palette.surface,
                    dark=palette.dark,
                    variables={"muted": palette.muted, "footer": palette.surface},
                )
            )
        self._take_theme()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Defaults for the variables of our style sheet that a theme does not set."""
        return {"muted": "ansi_default", "footer": "ansi_default"}

    def get_line_filters(self) -> list[LineFilter]:
        """Filters for everything that is drawn: no control characters; without colours, or ASCII only, where wanted."""
        return [*super().get_line_filters(), *self._own_filters]

    def get_driver_class(self) -> type[Driver]:
        if os.name == "nt":
            return super().get_driver_class()
        from nonet.faces.tui.driver import PlayDriver

        return PlayDriver

    def on_load(self) -> None:
        """On SIGTERM the terminal is put back as it was; a second one ends the process at once."""
        if os.name == "nt" or threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()

        def end() -> None:
            loop.remove_signal_handler(signal.SIGTERM)
            self.exit(TERMINATED, TERMINATED)

        loop.add_signal_handler(signal.SIGTERM, end)

    def _handle_exception(self, error: Exception) -> None:
        """While the game ends, its screens are taken apart, some before they are whole: what they miss is no error."""
        if not (self._exit and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """An internal error ends the game, and `play` raises it again; Textual would print its own report."""
        self._close_messages_no_wait()

    # -- words, themes, settings -----------------------------------------------------------------------------

    @property
    def plain(self) -> bool:
        return self.terminal.ascii

    @property
    def theme_name(self) -> str:
        """The palette in use."""
        if not self.terminal.colours:
            return MONO
        name = self.settings.theme
        if name == "auto":
            return "light" if self._light_terminal else "dark"
        return name if name in PALETTES else "dark"

    def _take_theme(self) -> None:
        self.theme = "ansi-dark" if self.theme_name == MONO else f"nonet-{self.theme_name}"

    def chip(self, key: str, label: str, action: str = "") -> Content:
        """A key and what it does, for the footer; a click does it too."""
        style = "reverse" if self.theme_name == MONO else "bold $accent"
        piece = Content.assemble((f" {key} ", style), f"{' ' if self.theme_name == MONO else ''}{label}")
        return piece.stylize(Style.from_meta({"act": action})) if action else piece

    def bar(self, done: int, length: int) -> str:
        """A bar that shows how much is done."""
        full, empty = ("#", ".") if self.plain else ("█", "░")
        return full * done + empty * (length - done)

    def say(self, text: str, /, **slots: object) -> str:
        """A message in the player's language."""
        return catalogue(self.settings.language).say(text, **slots)

    def count(self, forms: tuple[str, str], number: int, **slots: object) -> str:
        """A message that depends on a number, in the player's language."""
        return catalogue(self.settings.language).count(forms, number, **slots)

    def trouble(self, error: NonetError) -> str:
        """What went wrong, in words: what kind of mistake it is in the player's language, the details as they are."""
        message = visible(str(error))
        match error:
            case FormatError() | LayoutError():
                return self.say("This cannot be read as a puzzle: {message}", message=message)
            case UnreadableGame():
                return self.say("This game is damaged and was set aside: {message}", message=message)
            case StoreError():
                return self.say("The saved games cannot be used: {message}", message=message)
            case PlayError(where="id"):
                return self.say("There is no such game; it may have been deleted.")
        return message

    def describe(self, events: tuple[GameEvent, ...], layout: Layout) -> str:
        """What happened, in words. The action itself is visible, so it is named only if nothing else happened."""
        notable = tuple(event for event in events[1:] if not isinstance(event, Cleaned))
        return say_all(notable or events[:1], layout, language=self.settings.voice)

    def board_title(self, name: str) -> str:
        """The short name of a board."""
        return board_title(name, language=self.settings.language).split(",")[0]

    def game_title(self, game: Game | Saved) -> str:
        """What its setter calls the puzzle; otherwise the board, and the level or where the game comes from."""
        if title := " ".join(game.puzzle.about.title.split()):
            return title
        return f"{self.board_title(game.board)} {self._source_title(game)}".strip()

    def _source_title(self, game: Game | Saved) -> str:
        source = str(game.source)
        if source.startswith("daily "):
            return self.say("daily, {date}", date=source.removeprefix("daily "))
        _, number = place_in_pack(source) or ("", "")
        if game.level:
            return f"{level_title(game.level, language=self.settings.language)} {number}".strip()
        return {"own": self.say("own puzzle"), "level": ""}.get(source, self.say("shared puzzle"))

    def change_settings(self, **changes: object) -> None:
        """Changes settings and saves them."""
        self.settings = self.settings.changed(changes)
        for name in changes:
            self._asked.pop(name, None)
        kept = self.store.settings().changed(
            {name: value for name, value in self.settings.to_json().items() if name not in self._asked}
        )
        try:
            self.store.save_settings(kept)
        except NonetError as error:
            self.notify(self.trouble(error), severity="error")
        self._take_theme()

    # -- games -----------------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, make: Callable[[], SavedSession]) -> None:
        """Opens a game, which is made in the background."""

    def resume(self, game: str) -> Callable[[], SavedSession]:
        """How to open a saved game, for `begin`."""
        return lambda: self.store.session(game, settings=self.settings)

    def new(self, make: Callable[[], Game]) -> Callable[[], SavedSession]:
        """How to begin a new game, for `begin`."""
        return lambda: self.store.new(make(), settings=self.settings)

    def daily_game(self, day: date, board: str = "9x9") -> Callable[[], SavedSession]:
        """The game of a day: the one that was started, or a new one."""
        started = self.store.daily(day, board)
        return self.resume(started) if started else self.new(lambda: daily(day, board))
