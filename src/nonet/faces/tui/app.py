"""The application: the start screen, and which screen comes after which."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.faces.tui.base import PlayBase
from nonet.faces.tui.dialogs import SettingsScreen, show_help
from nonet.faces.tui.screens import ListScreen, Menu, Row, WaitScreen
from nonet.play.game import Game
from nonet.play.new_game import (
    BOARDS,
    board_title,
    daily_level,
    level_meaning,
    level_title,
    levels,
    new_puzzle,
)
from nonet.play.packs import place_in_pack
from nonet.play.saved.rows import Saved
from nonet.play.saved.session import SavedSession
from nonet.play.validation import Verdict
from nonet.play.words import clock

MOST_SAVED = 30

_LOGO = (
    "┏━━━┳━━━┳━━━┓",
    "┃ n ┃ o ┃ n ┃",
    "┣━━━╋━━━╋━━━┫",
    "┃ e ┃ t ┃ · ┃",
    "┗━━━┻━━━┻━━━┛",
)


class StartScreen(ListScreen[None]):
    """A list: continue, the puzzle of the day, a new game, the player's own puzzle, and so on."""

    def __init__(self) -> None:
        super().__init__()
        self.board, self.level = "9x9", "easy"
        self._fresh = True

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="start", can_focus=False):
            yield Static(Content("\n".join(_LOGO)), id="logo")
            yield Menu([Row("new", "")], id="choices", plain=self.play_app.plain)
        yield Static(id="foot")

    def on_resize(self, event: events.Resize) -> None:
        """Hides the logo where there is no room for it."""
        self.query_one("#logo").display = event.size.height >= 20

    def show(self) -> None:
        for name in ("#start", "#foot"):  # nothing is seen of it on the way to the game that was asked for
            self.query_one(name).display = self.play_app.first is None
        menu, rows = self.query_one(Menu), self.rows()
        menu.set_rows(rows)
        if self._fresh:
            self._fresh = False
            menu.go_to("resume" if rows[0].name == "resume" else "new")
        self.show_foot(self.keys())

    def keys(self) -> list[tuple[str, str]]:
        sideways = "Left, right" if self.play_app.plain else "←→"
        rest = [(sideways, self.say("change")), ("Enter", self.say("start")), ("q", self.say("quit"))]
        return [super().keys()[0], *rest]

    def rows(self) -> list[Row]:
        app = self.play_app
        say, language = app.say, app.settings.language
        rows: list[Row] = []
        try:
            saved = app.store.games(limit=MOST_SAVED, playing=True)
        except NonetError:
            saved = ()
        if saved:
            rows.append(Row("resume", say("Continue the last game"), note=self._about(saved[0])))
        if damaged := app.store.set_aside_games():
            rows.append(Row("damaged", say("Damaged games"), note=str(len(damaged))))
        today = app.today()
        rows += [
            Row("new", say("New game")),
            Row("board", f"  {say('Board')}", self._boards(), self.board),
            *self._levels(),
            Row(
                "daily",
                say("Puzzle of the day"),
                note=f"{today.isoformat()}, {level_title(daily_level(today), language=language)}",
            ),
            Row("calendar", say("Calendar"), note=say("the puzzles of earlier days")),
            Row("own", say("Your own puzzle")),
            Row("packs", say("Packs"), note=say("puzzles to play in order")),
            Row("games", say("Your games"), note=str(count) if (count := self._count()) else ""),
            Row("learn", say("Learn"), note=say("techniques, with exercises")),
            Row("statistics", say("Statistics")),
            Row("settings", say("Settings")),
            Row("help", say("Help")),
            Row("quit", say("Quit")),
        ]
        return rows

    def _count(self) -> int:
        try:
            return self.play_app.store.count()
        except NonetError:
            return 0

    def _boards(self) -> tuple[tuple[str, str], ...]:
        language = self.play_app.settings.language
        return tuple((each.name, board_title(each.name, language=language)) for each in BOARDS)

    def _levels(self) -> list[Row]:
        """The row of levels."""
        language = self.play_app.settings.language
        offered = tuple((each, level_title(each, language=language)) for each in levels(self.board))
        note = level_meaning(self.board, self.level, language=language)
        return [Row("level", f"  {self.say('Level')}", offered, self.level, note=note)] if offered else []

    def _about(self, saved: Saved) -> str:
        app = self.play_app
        done, empty = saved.filled - saved.given, saved.total - saved.given
        return f"{app.game_title(saved)}, {done}/{empty}, {clock(saved.seconds)}"

    # -- choices ---------------------------------------------------------------------------------------------

    def on_menu_changed(self, message: Menu.Changed) -> None:
        if message.name == "board":
            self.board = message.value
            offered = levels(self.board)
            if offered and self.level not in offered:
                self.level = offered[-1]
            self.show()
        elif message.name == "level":
            self.level = message.value
            self.show()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        try:
            self._choose(message.name)
        except NonetError as error:  # the file of saved games cannot be read any more
            self.complain(error)

    def _choose(self, name: str) -> None:
        app = self.play_app
        match name:
            case "resume":
                app.begin(app.resume(app.store.games(limit=1, playing=True)[0].id))
            case "games":
                from nonet.faces.tui.saved_games import GamesScreen

                app.push_screen(GamesScreen())
            case "learn":
                from nonet.faces.tui.lessons import LearnScreen

                app.push_screen(LearnScreen())
            case "calendar":
                from nonet.faces.tui.calendar import CalendarScreen

                app.push_screen(CalendarScreen(app.today()), self._play_day)
            case "packs":
                from nonet.faces.tui.packs import PacksScreen

                app.push_screen(PacksScreen())
            case "damaged":
                self._show_damaged()
            case "new" | "board" | "level":
                self.new_game()
            case "daily":
                app.begin(app.daily_game(app.today()))
            case "own":
                from nonet.faces.tui.custom_puzzle import CustomPuzzleScreen

                app.push_screen(CustomPuzzleScreen(self.board), self._own)
            case "statistics":
                from nonet.faces.tui.results import show_statistics

                show_statistics(self)
            case "settings":
                app.push_screen(SettingsScreen())
            case "help":
                show_help(self)
            case "quit":
                app.exit(0)

    def _play_day(self, chosen: tuple[date, str] | None) -> None:
        if chosen is not None:
            self.play_app.begin(self.play_app.daily_game(*chosen))

    def _own(self, verdict: Verdict | None) -> None:
        if verdict is not None and (puzzle := verdict.puzzle) is not None:
            app, solution = self.play_app, verdict.solution
            app.begin(app.new(lambda: Game(puzzle=puzzle, solution=solution, source="own")))

    def new_game(self, *, like: Game | None = None) -> None:
        """Begins a game of the chosen board and level, or one like a finished game."""
        if like is not None and like.level:
            self.board, self.level = like.board, like.level
        elif like is not None and like.board in {name for name, _ in self._boards()}:
            self.board, self.level = like.board, (*levels(like.board), self.level)[0]
        board, level = self.board, self.level
        self.play_app.begin(self.play_app.new(lambda: new_puzzle(board, level)))

    def _show_damaged(self) -> None:
        app = self.play_app
        lines = [f"{each.id}: {each.reason}" for each in app.store.set_aside_games()]
        text = self.say("These games cannot be read. Their data is kept in {path}.", path=app.store.path)
        self.tell(self.say("Damaged games"), "\n".join([text, "", *lines]))

    def take_key(self, event: events.Key) -> bool:
        if event.key in ("q", "escape", "ctrl+q"):
            self.app.exit(0)
        elif event.key in ("question_mark", "f1"):
            show_help(self)
        else:
            return False
        return True


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
        elif wanted == "again" and self._game is not None and (place := place_in_pack(self._game.source)):
            self._next_in_pack(*place)
        elif wanted == "again":
            self._start().new_game(like=self._game)

    def _next_in_pack(self, name: str, number: int) -> None:
        from nonet.play.saved.pack_progress import pack_named, play_pack

        store, settings = self.store, self.settings
        self.begin(lambda: play_pack(store, pack_named(store, name), settings=settings, after=number))

    def _start(self) -> StartScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, StartScreen))
