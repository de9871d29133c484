"""All saved games, the one played last first; and a game move by move: steps forward and back, and a film of it."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.timer import Timer

from nonet.errors import NonetError
from nonet.faces.tui.board_screen import BoardScreen
from nonet.faces.tui.content import rule_signs
from nonet.faces.tui.screens import ListScreen, Menu, Row
from nonet.messages import TN, T
from nonet.play.result import frames_of
from nonet.play.saved.rows import Saved
from nonet.play.session import Session
from nonet.play.words import clock

MOST = 300
"""Games in the list."""

_PLAYING = {"all": None, "playing": True, "over": False}

PACE = 0.6
"""Seconds between two moves of the film."""

_KEYS = {
    **dict.fromkeys(("left", "h"), "back"),
    **dict.fromkeys(("right", "l"), "on"),
    **{"home": "first", "end": "last", "space": "film"},
    **dict.fromkeys(("escape", "q"), "close"),
}


class GamesScreen(ListScreen[None]):
    """The filters are the first two rows; Enter continues a game, or replays one that is over."""

    HEADING = T("Your games")

    def __init__(self) -> None:
        super().__init__()
        self.state, self.board = "all", ""

    def on_mount(self) -> None:
        self.show()
        menu = self.query_one(Menu)
        if len(menu.rows) > 2:
            menu.go_to(menu.rows[2].name)

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
        return [*filters, *(Row(each.id, app.game_title(each), note=self._progress(each)) for each in games)]

    def _boards(self) -> tuple[tuple[str, str], ...]:
        """Those on which a game was played."""
        names = dict.fromkeys(each.board for each in self.play_app.store.games(limit=MOST))
        return tuple((name, self.play_app.board_title(name)) for name in names)

    def _progress(self, saved: Saved) -> str:
        day, time = saved.day, clock(saved.seconds)
        if saved.status == "finished":
            return self.say("Solved in {time} · {day}", time=time, day=day)
        if saved.status == "given-up":
            return self.say("Given up · {day}", day=day)
        percent = round(100 * saved.progress)
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

    def take_key(self, event: events.Key) -> bool:
        game = self._chosen() if event.key in ("r", "d", "delete") else ""
        if not game:
            return super().take_key(event)
        if event.key == "r":
            self._open(game, replay=True)
        else:
            self._ask_delete(game)
        return True

    def _open(self, game: str, *, replay: bool) -> None:
        app = self.play_app
        try:
            session = app.store.session(game, settings=app.settings)
        except NonetError as error:
            self.complain(error)
            return
        if replay or session.is_over:
            app.push_screen(ReplayScreen(session))
        else:
            app.begin(app.resume(game))

    def _ask_delete(self, game: str) -> None:
        def delete() -> None:
            try:
                self.play_app.store.delete(game)
            except NonetError as error:
                self.complain(error)
            self.show()

        menu = self.query_one(Menu)
        self.ask(self.say("Delete “{title}” for good?", title=menu.rows[menu.at].label), delete)


class ReplayScreen(BoardScreen[None]):
    """A saved game; nothing in it is changed."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.frames = frames_of(session)
        self.at = 0
        self.film: Timer | None = None

    def show(self) -> None:
        game, app = self.session.game, self.play_app
        frame = self.frames[self.at - 1] if self.at else None
        board = frame.after if frame is not None else next(self.session.history.boards())
        seen = board.seen(game)
        content = self.board_content(
            game.layout,
            board.grid.entries,
            seen.givens.entries,
            corner=board.corner,
            centre=board.centre,
            selected=frozenset(frame.cells) if frame is not None else frozenset(),
            colours=tuple(board.colours),
            rules=rule_signs(seen, plain=app.plain),
        )
        bar = app.bar(10 * self.at // max(1, len(self.frames)), 10)
        count = self.say("{at} of {last}", at=self.at, last=len(self.frames))
        text = frame.text if frame is not None else self.say("The puzzle as it was given.")
        play = self.say("Pause") if self.film is not None else self.say("Play back")
        keys = [
            ("Left" if app.plain else "←", self.say("One move back"), "back"),
            ("Right" if app.plain else "→", self.say("One move forward"), "on"),
            ("Space", play, "film"),
            ("Esc", self.say("back"), "close"),
        ]
        self.display_board(
            content,
            head=f"{self.say('Replay')}: {app.game_title(game)}",
            text=Content.assemble((count, "bold"), "  ", bar, "\n\n", text),
            foot=self.chips(keys),
        )

    def take_key(self, event: events.Key) -> bool:
        if event.key in _KEYS:
            self.act(_KEYS[event.key])
        return event.key in _KEYS

    def act(self, name: str) -> None:
        match name:
            case "close":
                self._stop()
                self.close()
            case "film" if self.film is not None:
                self._stop()
            case "film":
                self.at = 0 if self.at == len(self.frames) else self.at
                self.film = self.set_interval(PACE, self._next)
            case _:
                self._stop()
                self.at = {"first": 0, "last": len(self.frames), "back": self.at - 1, "on": self.at + 1}[name]
                self.at = min(max(0, self.at), len(self.frames))
        self.show()

    def _next(self) -> None:
        self.at = min(self.at + 1, len(self.frames))
        if self.at == len(self.frames):
            self._stop()
        self.show()

    def _stop(self) -> None:
        if self.film is not None:
            self.film.stop()
            self.film = None
