"""The terminal's input, read so that nothing typed or pasted can end the game or fill the memory.

Textual's own reader stops at a byte that is not UTF-8, and turns a paste without bracketed paste into one event per
character, however long it is. This one ignores such bytes, and drops keys while more of them wait for the game than a
person types ahead. Of a window that says it is huge, the game uses a corner.

Textual has no public interface for this. What we use of its internals (`XTermParser` with its
`_sequence_to_key_events`, `_get_terminal_size`, `_run_input_thread` and `_handle_exception`) is checked by
`test_what_the_driver_uses_of_textual` and the tests after it, which a new version may break.
"""

from __future__ import annotations

import os
import select
from codecs import getincrementaldecoder
from collections.abc import Iterable
from typing import Any
from weakref import WeakSet

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

MOST_AHEAD = 300
"""Most keys that may wait for the game; further ones are dropped."""

MOST_PASTED = 1_000_000
"""Characters taken from one bracketed paste."""

TERMINAL_GONE = 129
"""The status, as of a process that SIGHUP ended."""

MOST_COLUMNS, MOST_LINES = 400, 200
"""Of the window, so that a frame never takes seconds to draw."""

_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"


class PasteLimit:
    r"""Takes only the first part of a bracketed paste that is too long.

    >>> limit = PasteLimit(most=3)
    >>> limit.taken("1\x1b[200~23"), limit.taken("4567\x1b[201~8")
    ('1\x1b[200~23', '4\x1b[201~8')
    """

    def __init__(self, most: int = MOST_PASTED) -> None:
        self._most = most
        self._left: int | None = None  # None outside of a paste

    def taken(self, text: str) -> str:
        parts = []
        while text:
            part, mark, text = text.partition(_PASTE if self._left is None else _PASTED)
            if self._left is not None:
                part = part[: self._left]
                self._left -= len(part)
            parts += [part, mark]
            if mark:
                self._left = self._most if self._left is None else None
        return "".join(parts)


class KeyParser(XTermParser):
    """Textual's parser, for which a key with the code of no character is no key: such a sequence may be pasted."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):
            return

    def parse_mouse_code(self, code: str) -> Message | None:
        try:
            return super().parse_mouse_code(code)
        except ZeroDivisionError:  # a window without columns or pixels, as a sequence said that was pasted
            return None


def in_corner(width: int, height: int) -> tuple[int, int]:
    """The size of the part of a window that is used."""
    return min(max(width, 1), MOST_COLUMNS), min(max(height, 1), MOST_LINES)


class PlayDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, with a reader of our own."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._size = self._size or self._get_terminal_size()
        self._waiting: WeakSet[events.Key] = WeakSet()  # a key that was handled is gone from it

    def _get_terminal_size(self) -> tuple[int, int]:
        return in_corner(*super()._get_terminal_size())

    def run_input_thread(self) -> None:
        parser, limit = KeyParser(), PasteLimit()
        decode = getincrementaldecoder("utf-8")("ignore").decode
        while not self.exit_event.is_set():
            if not select.select([self.fileno], [], [], 0.05)[0]:
                self._send(parser.tick())  # an Escape that nothing follows is the key itself
                continue
            try:
                data = os.read(self.fileno, 4096)
            except OSError:
                data = b""
            if not data:  # the terminal was closed
                self._app.call_later(self._app.exit, TERMINAL_GONE, TERMINAL_GONE)
                return
            text = limit.taken(decode(data))
            dropped = len(self._waiting) >= MOST_AHEAD and "\x1b" not in text
            if text and not dropped:
                self._send(parser.feed(text))

    def _send(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if isinstance(message, events.Key):
                if len(self._waiting) >= MOST_AHEAD:
                    continue
                self._waiting.add(message)
            elif isinstance(message, events.Resize):
                message = events.Resize.from_dimensions(in_corner(*message.size), message.pixel_size)
            self.process_message(message)

    def _run_input_thread(self) -> None:
        """Textual would show its own traceback and end with status 0; `play` reports an error of ours."""
        try:
            self.run_input_thread()
        except Exception as error:  # whatever it is: the application must end, and say so
            self._app.call_later(self._app._handle_exception, error)
