"""What all screens of the game share.

Keys may be typed faster than screens open and close: Textual hands them to the screen that is on top when they
arrive, and by the time that screen gets to them another one may be. The player had not seen that one yet, so such
keys are dropped. And a screen closes only itself, once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widget import Widget

if TYPE_CHECKING:
    from nonet.faces.tui.base import PlayBase

__all__ = ["Dialog", "PlayScreen", "is_stale_key"]


def is_stale_key(widget: Widget, event: events.Event) -> bool:
    """Whether this is a key for a screen that is not on top any more."""
    return isinstance(event, events.Key) and not widget.screen.is_active


class PlayScreen(Screen[ScreenResultType]):
    """A screen that speaks the player's language."""

    @property
    def play_app(self) -> PlayBase:
        return cast("PlayBase", self.app)

    def say(self, text: str, /, **slots: object) -> str:
        return self.play_app.say(text, **slots)

    async def on_event(self, event: events.Event) -> None:
        if not is_stale_key(self, event):
            await super().on_event(event)

    def close(self, result: ScreenResultType | None = None) -> None:
        """Ends this screen with a result; nothing if it is not on top (any more)."""
        if self.is_active and not self.app._exit:
            self.dismiss(result)


class Dialog(PlayScreen[Any], ModalScreen[Any]):
    """A box in the middle, closed by Escape or q."""

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "q"):
            event.stop()
            self.close()
