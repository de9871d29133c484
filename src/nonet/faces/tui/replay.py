"""A game move by move: steps forward and back, and a film of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.timer import Timer

from nonet.faces.tui.board_screen import BoardScreen
from nonet.faces.tui.canvas import BoardLook
from nonet.faces.tui.rule_look import rule_look
from nonet.play.replay import frames_of

if TYPE_CHECKING:
    from nonet.play.session import Session

__all__ = ["ReplayScreen"]

PACE = 0.6
"""Seconds between two moves of the film."""

_KEYS = {
    **dict.fromkeys(("left", "h"), "back"),
    **dict.fromkeys(("right", "l"), "on"),
    **{"home": "first", "end": "last", "space": "film"},
    **dict.fromkeys(("escape", "q"), "close"),
}


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
        values = bytes(board.grid)
        look = BoardLook(
            game.layout,
            values,
            game.puzzle.givens.values,
            corner=tuple(0 if value else mask for value, mask in zip(values, board.corner, strict=True)),
            centre=tuple(0 if value else mask for value, mask in zip(values, board.centre, strict=True)),
            selected=frozenset(frame.cells) if frame is not None else frozenset(),
            colours=tuple(board.colours),
            ascii=app.plain,
            letters=app.settings.digits == "letters",
            rules=rule_look(game.puzzle, plain=app.plain),
        )
        count = self.say("{at} of {last}", at=self.at, last=len(self.frames))
        text = frame.text if frame is not None else self.say("The puzzle as it was given.")
        title = f"{app.board_title(game.board)} {app.source_title(game)}".strip()
        play = self.say("Pause") if self.film is not None else self.say("Play")
        keys = [
            ("Left" if app.plain else "←", self.say("One move back"), "back"),
            ("Right" if app.plain else "→", self.say("One move forward"), "on"),
            ("Space", play, "film"),
            ("Esc", self.say("back"), "close"),
        ]
        self.display_board(
            look,
            head=f"{self.say('Replay')}: {title}",
            text=Content.assemble((count, "bold"), "  ", self._bar(), "\n\n", text),
            keys=keys,
        )

    def _bar(self) -> str:
        """How far the replay is, as a bar of ten."""
        done = 10 * self.at // max(1, len(self.frames))
        full, empty = ("#", ".") if self.play_app.plain else ("█", "░")
        return full * done + empty * (10 - done)

    def on_key(self, event: events.Key) -> None:
        if event.key in _KEYS:
            event.stop()
            self.act(_KEYS[event.key])

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
