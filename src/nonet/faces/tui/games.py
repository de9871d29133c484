"""All saved games: unfinished or finished, by board, the one played last first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.content import Content

from nonet.errors import NonetError
from nonet.faces.tui.dialogs import PickScreen
from nonet.faces.tui.list_screen import ListScreen
from nonet.faces.tui.menu import Menu, Row
from nonet.faces.tui.panel import clock
from nonet.messages import TN

if TYPE_CHECKING:
    from nonet.play.saved.store import Saved

__all__ = ["GamesScreen"]

MOST = 300
"""Games in the list."""

_PLAYING = {"all": None, "playing": True, "over": False}


class GamesScreen(ListScreen[None]):
    """The filters are the first two rows; Enter continues a game, or replays one that is over."""

    def __init__(self) -> None:
        super().__init__()
        self.state, self.board = "all", ""

    def on_mount(self) -> None:
        super().on_mount()
        menu = self.query_one(Menu)
        if len(menu.rows) > 2:
            menu.go_to(menu.rows[2].name)

    def title_text(self) -> str:
        return self.say("Your games")

    def text(self) -> Content:
        count = self.play_app.store.count(playing=_PLAYING[self.state], board=self.board or None)
        if not count:
            return Content(self.say("There are no such games yet."))
        return Content(self.play_app.count(TN("{n} game", "{n} games"), count))

    def rows(self) -> list[Row]:
        say, app = self.say, self.play_app
        states = (("all", say("All")), ("playing", say("Unfinished")), ("over", say("Finished")))
        filters = [
            Row("state", say("Games to show"), states, self.state),
            Row("board", say("Board"), (("", say("Every board")), *self._boards()), self.board),
        ]
        games = app.store.games(limit=MOST, playing=_PLAYING[self.state], board=self.board or None)
        return [*filters, *(Row(each.id, self._title(each), note=self._progress(each)) for each in games)]

    def _boards(self) -> tuple[tuple[str, str], ...]:
        """Those on which a game was played."""
        names = dict.fromkeys(each.board for each in self.play_app.store.games(limit=MOST))
        return tuple((name, self.play_app.board_title(name)) for name in names)

    def _title(self, saved: Saved) -> str:
        return f"{self.play_app.board_title(saved.board)} {self.play_app.source_title(saved)}".strip()

    def _progress(self, saved: Saved) -> str:
        day, time = saved.changed[:10], clock(saved.seconds)
        if saved.status == "finished":
            return self.say("Solved in {time} · {day}", time=time, day=day)
        if saved.status == "given-up":
            return self.say("Given up · {day}", day=day)
        given = sum(sign != "." for sign in saved.givens)
        percent = round(100 * (saved.filled - given) / max(1, saved.total - given))
        return f"{self.say('{percent}% · {time}', percent=percent, time=time)} · {day}"

    def keys(self) -> list[tuple[str, str]]:
        sideways = "Left, right" if self.play_app.plain else "←→"
        return [
            *super().keys()[:2],
            (sideways, self.say("change")),
            ("r", self.say("replay")),
            ("d", self.say("delete")),
            ("Esc", self.say("back")),
        ]

    def on_menu_changed(self, message: Menu.Changed) -> None:
        setattr(self, message.name, message.value)
        self.show()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        if message.name in ("state", "board"):
            message.menu.turn(1)
        else:
            self._open(message.name, replay=False)

    def _chosen(self) -> str:
        menu = self.query_one(Menu)
        name = menu.rows[menu.at].name if menu.rows else ""
        return "" if name in ("state", "board") else name

    def on_key(self, event: events.Key) -> None:
        """Textual also calls the handler of ListScreen."""
        game = self._chosen() if event.key in ("r", "d", "delete") else ""
        if not game:
            return
        event.stop()
        if event.key == "r":
            self._open(game, replay=True)
        else:
            self._ask_delete(game)

    def _open(self, game: str, *, replay: bool) -> None:
        from nonet.faces.tui.replay import ReplayScreen

        app = self.play_app
        try:
            session = app.store.session(game, settings=app.settings)
        except NonetError as error:
            app.complain(app.trouble(error))
            return
        if replay or session.is_over:
            app.push_screen(ReplayScreen(session))
        else:
            app.begin(app.resume(game))

    def _ask_delete(self, game: str) -> None:
        title = self.query_one(Menu).rows[self.query_one(Menu).at].label
        rows = [("no", self.say("No")), ("yes", self.say("Yes"))]

        def answered(answer: str | None) -> None:
            if answer != "yes":
                return
            try:
                self.play_app.store.delete(game)
            except NonetError as error:
                self.play_app.complain(self.play_app.trouble(error))
            self.show()

        question = self.say("Delete “{title}” for good?", title=title)
        self.app.push_screen(PickScreen(question, rows), answered)
