"""Reading what somebody types: line by line, from a terminal, a pipe or a file.

No input can break a game or fill the memory: bytes that are not text are replaced, the length of a
line is limited, and a stream that cannot be read is a `NonetError` in our words.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from nonet.errors import NonetError
from nonet.limits import check, limits


def replace_undecodable(stream: TextIO) -> None:
    """From now on, bytes that are not text read as U+FFFD instead of raising UnicodeDecodeError."""
    with suppress(io.UnsupportedOperation):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def read_line(stream: TextIO) -> str:
    r"""`stream.readline()`, limited: the next line with its newline, or "" at the end.

    >>> read_line(io.StringIO("1 2\n3"))
    '1 2\n'
    """
    try:
        line = stream.readline(limits().line + 1)
    except OSError as error:
        raise NonetError(f"cannot read standard input: {error.strerror or error}") from error
    except UnicodeError as error:  # UTF-16 without its mark, for instance: nothing replaces that
        encoding = getattr(stream, "encoding", "text")
        raise NonetError(f"cannot read standard input as {encoding}: {error}") from error
    check("line", len(line))
    return line


@contextmanager
def bounded_stdin() -> Iterator[None]:
    """Makes the built-in `input` read through `read_line`, except at a terminal, where it edits the line."""
    stdin, stderr = sys.stdin, sys.stderr
    replace_undecodable(stdin)
    if stdin.isatty():
        yield
        return
    sys.stdin = _BoundedStream(stdin)
    sys.stderr = stderr or io.StringIO()  # `input` flushes it; it is None if it was closed
    try:
        yield
    finally:
        sys.stdin, sys.stderr = stdin, stderr


class _BoundedStream:
    """All that `input` asks of a stream that is not a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def readline(self) -> str:
        return read_line(self._stream)

    def fileno(self) -> int:
        raise io.UnsupportedOperation
