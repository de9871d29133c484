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
from io import BytesIO

from nonet.errors import NonetError
from nonet.formats import format_grid, format_names, read_bytes
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.lines import answer_lines

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


def seeds() -> list[bytes]:
    texts = list(PUZZLES)
    grids = [read_bytes(text).puzzle.givens for text in PUZZLES[:3]]
    grids += [Grid.empty(Layout.named(name)) for name in ("6x6", "16x16")]
    for grid in grids:
        for name in format_names():
            try:
                texts.append(format_grid(grid, name).encode())
            except NonetError:
                continue  # a format for other layouts
    return texts


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
        puzzle = read_bytes(text).puzzle
    except NonetError:
        return False
    try:
        written = format_grid(puzzle.givens, name)
    except NonetError:
        return True  # a format for other layouts
    again = read_bytes(written.encode(), layout=puzzle.layout).puzzle
    assert again.givens == puzzle.givens, name
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


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng, texts, names = random.Random(seed), seeds(), list(format_names())
    signal.signal(signal.SIGVTALRM, too_slow)
    count = read = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        faulthandler.dump_traceback_later(
            60 + PATIENCE * LINES_AFTER, exit=True
        )  # a loop that no signal ends
        batch = [mutated(rng, texts) for _ in range(LINES_AFTER)]
        tried: bytes | list[bytes] = batch
        try:
            for number, text in enumerate(batch):
                tried = text
                signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
                read += as_puzzle(text, names[(count + number) % len(names)])
            tried = batch
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
            as_lines(batch)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except Exception:
            print(f"seed {seed}, after {count} texts: {tried!r}", file=sys.stderr)
            raise
        count += len(batch)
    print(f"{count} texts, {read} of them puzzles: no unexpected errors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
