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
from contextlib import contextmanager
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


def without_controls(text: str) -> str:
    """For a screen where every character has its place."""
    return _CONTROLS.sub("", text)


class VisibleStream(io.TextIOBase):
    """Writes visible text to a stream. It has no `buffer`: there is no way around it but `raw_stream`."""

    def __init__(self, stream: TextIO) -> None:
        self.raw = stream

    def write(self, text: str) -> int:
        shown = visible(text)
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
        self.raw.flush()

    def fileno(self) -> int:
        return self.raw.fileno()

    def isatty(self) -> bool:
        return self.raw.isatty()

    def close(self) -> None:
        """Leaves the stream open: it is not ours."""


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
