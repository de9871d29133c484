"""Control characters made visible: in a text, and in everything that the program prints.

A terminal obeys the escape sequences in a text: they clear it, rename its window, hide lines, or type for the user. So
no text from a file may reach it as it is. `visible_output` filters standard output and standard error themselves:
whatever prints (`print`, Click, warnings, tracebacks, other packages) goes through `VisibleStream.write`.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

# C0 without tab and newline, DEL and C1; marks and overrides of the writing direction; line separators; surrogates.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")


def visible(text: str) -> str:
    r"""The text with its control characters written as in JSON, so that a JSON text keeps its meaning. Newlines and
    tabs are left as they are.

    >>> print(visible("a title\x1b[2J\x9b\u202e"))
    a title\u001b[2J\u009b\u202e
    """
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    r"""Visible text with its newlines and tabs shown, too: the name of a file may have them.

    >>> print(one_line("a\nb"))
    a\u000ab
    """
    return visible(text).replace("\n", "\\u000a").replace("\t", "\\u0009")


def without_controls(text: str) -> str:
    """For a screen where every character has its place."""
    return _CONTROLS.sub("", text)


class VisibleStream(io.TextIOBase):
    """Writes visible text to a stream. It has no `buffer`: there is no way around it but `raw_stream`."""

    def __init__(self, stream: TextIO) -> None:
        self.raw = stream

    def write(self, text: str) -> int:
        shown = visible(text)
        if self._is_abandoned():
            return len(text)
        try:
            self.raw.write(shown)
        except UnicodeEncodeError:
            encoding = self.raw.encoding
            self.raw.write(shown.encode(encoding, "backslashreplace").decode(encoding))
        return len(text)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.raw.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self.raw.errors

    def flush(self) -> None:
        if not self._is_abandoned():
            self.raw.flush()

    def _is_abandoned(self) -> bool:
        """Last words after a Ctrl-C must not wait for a reader: a second Ctrl-C would be needed."""
        return isinstance(sys.exc_info()[1], KeyboardInterrupt) and is_stuck(self.raw)

    def fileno(self) -> int:
        return self.raw.fileno()

    def isatty(self) -> bool:
        return self.raw.isatty()

    def close(self) -> None:
        """Leaves the stream open: it is not ours."""


def is_stuck(stream: TextIO) -> bool:
    """Whether nobody reads what was written to a pipe, so that it is full."""
    import select

    with suppress(OSError, ValueError):  # it is no file; or on Windows, where only sockets can be asked
        return not select.select([], [stream], [], 0.5)[1]
    return False


def raw_stream(stream: TextIO | VisibleStream) -> TextIO:
    """The stream below the filter, for colours, progress lines and bytes that contain no text of a file.
    `tests/test_visible.py` lists who may use it.
    """
    return stream.raw if isinstance(stream, VisibleStream) else stream


def print_coloured(text: str, stream: TextIO | VisibleStream) -> None:
    """Prints a text that we have coloured ourselves: colours are kept, other control characters are shown."""
    parts = enumerate(_COLOUR.split(text))
    shown = "".join(part if number % 2 else visible(part) for number, part in parts)
    print(shown, file=raw_stream(stream), flush=True)


@contextmanager
def visible_output() -> Iterator[None]:
    """Filters standard output and standard error."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        stream and VisibleStream(stream) for stream in before
    )  # None where it is closed
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
