"""A process that does long work for the server, one job after another: `python -m nonet.faces.web.worker`.

Jobs and answers are pickles on standard input and output, each with its length before it; only the server
that started the process talks to it. It ends when the server does.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable
from itertools import islice
from queue import SimpleQueue
from typing import IO, Any

from nonet.errors import NonetError

__all__ = ["JOBS", "main", "read_frame", "write_frame"]


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next frame, or None at the end."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    body = stream.read(struct.unpack("!I", head)[0])
    return body if len(body) == struct.unpack("!I", head)[0] else None


def write_frame(stream: IO[bytes], body: bytes) -> None:
    """Writes a frame; the twin of `read_frame`."""
    stream.write(struct.pack("!I", len(body)) + body)
    stream.flush()


def _puzzle(text: str, layout: str | None) -> Any:
    from nonet.formats import parse
    from nonet.layout import Layout
    from nonet.play import from_share

    return from_share(text) if layout is None else parse(text, layout=Layout.named(layout))


def new_game(board: str, level: str, seed: int | None) -> Any:
    """A new puzzle."""
    from nonet.play import new_puzzle

    return new_puzzle(board, level, seed)


def daily_game(day: Any) -> Any:
    """The puzzle of a day."""
    from nonet.play import daily

    return daily(day)


def judge(text: str | None, values: list[int] | None, layout: str | None) -> Any:
    """Text, or values, to a Verdict."""
    from nonet.errors import RuleError
    from nonet.layout import Layout
    from nonet.play import Kind, Verdict, validate
    from nonet.play.validation import read_grid

    if text is None:
        return validate(read_grid(values or [], Layout.named(layout or "9x9")))
    try:
        puzzle = _puzzle(text, layout)
    except RuleError as error:
        return Verdict(Kind.CONFLICT, None, Layout.named(error.layout), cells=error.cells)
    return validate(puzzle.givens, ruled_out=puzzle.ruled_out)


def resume(record: object) -> Any:
    """A saved game, its puzzle solved anew: game, moves, cursor, seconds, aids."""
    from nonet.play import from_record

    session = from_record(record, clock=lambda: 0.0)
    return session.game, session.moves, session.cursor, session.seconds, session.aids


def solve(text: str, layout: str | None, limit: int) -> Any:
    """Up to one solution more than asked for."""
    from nonet.engines import default_engine

    puzzle = _puzzle(text, layout)
    return list(islice(default_engine(puzzle.layout).solutions(puzzle), limit + 1))


def rate(text: str, layout: str | None) -> Any:
    """A rating."""
    from nonet.rating import rate

    return rate(_puzzle(text, layout))


def hint(text: str, layout: str | None, values: list[int] | None, candidates: list[int] | None) -> Any:
    """The hint for any position."""
    from nonet.grid import Grid
    from nonet.hints import hint

    puzzle = _puzzle(text, layout)
    grid = None if values is None else Grid.of(puzzle.layout, values)
    return hint(puzzle, grid, candidates=candidates)


def find(game: Any, board: Any) -> Any:
    """The hint for a game."""
    from nonet.play.hint_view import find_hint

    return find_hint(game, board)


def ready() -> None:
    """Loads what the other jobs need."""


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job for job in (new_game, daily_game, judge, resume, solve, rate, hint, find, ready)
}


def main() -> None:
    """Works until standard input ends, even in the middle of a job."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; when it ends, so do we
    source, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not print into the answers
    jobs: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        while (frame := read_frame(source)) is not None:
            jobs.put(frame)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        name, arguments = pickle.loads(jobs.get())
        try:
            answer = (True, JOBS[name](*arguments))
        except NonetError as error:
            answer = (False, error)
        except Exception as error:  # told as an internal error, and the next job is done
            answer = (False, RuntimeError(f"{type(error).__name__}: {error}"))
        write_frame(answers, pickle.dumps(answer))


if __name__ == "__main__":
    main()
