"""Fuzzes everything that parses text; only `NonetError` may be raised.

    python tools/fuzz_texts.py [SECONDS [SEED]]

The texts are puzzles in every format with random mutations. A text that parses is written in one of the formats and
parsed again, which must give the same puzzle. Lines of the texts also go to `answer_lines`, hundreds at a time, which
must answer every line. A text that takes longer than `PATIENCE` seconds of processor time is a finding, too.
"""

from __future__ import annotations

import faulthandler
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO

from nonet.errors import NonetError
from nonet.formats import PuzzleEntry, format_names, read_all, read_bytes, write
from nonet.formats.registry import all_formats
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.lines import answer_lines
from nonet.puzzle import Puzzle

PUZZLES = (
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    b"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    b"1...............",
    b"." * 256,
)
PIECES = (
    b"\n",
    b"\r\n",
    b" ",
    b"|",
    b"+",
    b"-",
    b"_",
    b"0",
    b".",
    b"9",
    b"16",
    b"\t",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\x00",
    b"#",
    b"[",
    b"{",
    b'"',
    b",",
)
CHARACTERS = tuple(bytes([each]) for each in b"0123456789.")
CHANGES = (0, 1, 1, 2, 3, 8, 40)
LENGTHS = (1, 1, 2, 9, 30)


VARIANT = (
    b'{"nonet": 1, "layout": "6x6", "title": "T\\u001b[2J", "author": "A", "givens": "1'
    + b"." * 35
    + b'", "rules": ['
    b'{"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 5}, '
    b'{"kind": "thermometer", "cells": ["r2c1", "r2c2", "r3c3"]}, '
    b'{"kind": "regex_line", "cells": ["r4c1", "r4c2", "r4c3"], "pattern": "(1|2).*[3-6]"}]}'
)


def seeds() -> list[bytes]:
    """Puzzles in every format that can hold them."""
    texts = [*PUZZLES, VARIANT]
    puzzles: list[PuzzleEntry | Puzzle] = [read_bytes(text) for text in (*PUZZLES[:3], VARIANT)]
    puzzles += [Puzzle(Grid.empty(Layout.named(name))) for name in ("6x6", "16x16")]
    for puzzle in puzzles:
        for name in ALL_FORMATS:
            try:
                texts.append(write(puzzle, name).encode())
            except NonetError:
                continue  # a format for other layouts
    return texts


PLAIN = frozenset(format_names())
ALL_FORMATS = tuple(each.name for each in all_formats())

PATIENCE = 10
LINES_AFTER = 256
"""Texts between two calls of `answer_lines`: it starts threads, which takes longer than reading a text."""


def mutated(rng: random.Random, texts: list[bytes]) -> bytes:
    number = rng.random  # much faster than choice() and randrange()
    text = bytearray(texts[int(number() * len(texts))])
    for _ in range(CHANGES[int(number() * len(CHANGES))]):
        place = int(number() * (len(text) + 1))
        kind = number()
        if kind < 0.35:
            text[place : place + 1] = CHARACTERS[int(number() * len(CHARACTERS))]
        elif kind < 0.6:
            text[place:place] = PIECES[int(number() * len(PIECES))]
        elif kind < 0.75:
            del text[place : place + LENGTHS[int(number() * len(LENGTHS))]]
        elif kind < 0.85:
            other = texts[int(number() * len(texts))]
            text[place:place] = other[: int(number() * (len(other) + 1))]
        else:
            text[place : place + 1] = bytes([int(number() * 256)])
    return bytes(text[:3000])


def as_puzzle(text: bytes, name: str) -> bool:
    """Whether the text parses; if so, checks the round trip through the format of this name."""
    try:
        found = read_bytes(text)
    except NonetError:
        return False
    try:
        written = write(found, name)
    except NonetError:
        return True  # a format for other layouts
    layout = found.puzzle.layout if name in PLAIN else None
    again = read_all(written, layout=layout, format=name)[0].puzzle
    assert again.givens.values == found.puzzle.givens.values, name
    return True


def as_lines(texts: list[bytes]) -> None:
    lines = b"\n".join(line for text in texts for line in text.split(b"\n")[:4] if len(line) <= 81)
    try:
        answers = list(answer_lines(BytesIO(lines), "check", threads=1))
    except NonetError:
        return
    ends = lines.count(b"\n") + (lines[-1:] not in (b"", b"\n"))
    assert sum(each.lines for each in answers) == ends


def too_slow(*_: object) -> None:
    raise TimeoutError(f"more than {PATIENCE} s")


@contextmanager
def patience(tried: Callable[[], str], *, calls: int = 1) -> Iterator[Callable[[], None]]:
    """Ends a call that takes longer than `PATIENCE` seconds of processor time, and prints what was tried if anything is
    raised. What it yields is called before each of at most so many calls.
    """
    signal.signal(signal.SIGVTALRM, too_slow)
    faulthandler.dump_traceback_later(60 + PATIENCE * calls, exit=True)  # a loop that no signal ends
    try:
        yield lambda: signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE) and None
    except Exception:
        print(tried(), file=sys.stderr)
        raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        faulthandler.cancel_dump_traceback_later()


def attack(seconds: float, seed: int) -> str:
    """Reads at least one batch of texts, and reports how many."""
    rng, texts = random.Random(seed), seeds()
    count = read = 0
    end = time.monotonic() + seconds
    while not count or time.monotonic() < end:
        batch = [mutated(rng, texts) for _ in range(LINES_AFTER)]
        tried: bytes | list[bytes] = batch
        with patience(lambda: f"seed {seed}, after {count} texts: {tried!r}", calls=LINES_AFTER) as begin:  # noqa: B023
            for text in batch:
                tried = text
                begin()
                read += as_puzzle(text, ALL_FORMATS[count % len(ALL_FORMATS)])
                count += 1
            tried = batch
            begin()
            as_lines(batch)
    return f"{count} texts, {read} of them puzzles: no unexpected errors"


def main(attack: Callable[[float, int], str]) -> None:
    """Runs an attack for the seconds and with the seed of the command line."""
    words = dict(enumerate(sys.argv))
    print(attack(float(words.get(1, 10)), int(words.get(2, 1))))


if __name__ == "__main__":
    main(attack)
