"""Fuzzes everything that parses text; only `NonetError` may be raised.

    python tools/fuzz_texts.py [SECONDS [SEED]]

The texts are puzzles in every format with random mutations. A text that parses is written in every format and parsed
again, which must give the same puzzle. Some texts also go to `answer_lines`, which must answer every line.
"""

from __future__ import annotations

import random
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


def mutated(rng: random.Random, texts: list[bytes]) -> bytes:
    text = bytearray(rng.choice(texts))
    for _ in range(rng.choice((0, 1, 1, 2, 3, 8, 40))):
        place = rng.randrange(len(text) + 1)
        kind = rng.random()
        if kind < 0.35:
            text[place : place + 1] = bytes([rng.choice(b"0123456789.")])
        elif kind < 0.6:
            text[place:place] = rng.choice(PIECES)
        elif kind < 0.75:
            del text[place : place + rng.choice((1, 1, 2, 9, 30))]
        elif kind < 0.85:
            other = rng.choice(texts)
            text[place:place] = other[: rng.randrange(len(other) + 1)]
        else:
            text[place : place + 1] = bytes([rng.randrange(256)])
    return bytes(text[:3000])


def as_puzzle(text: bytes) -> bool:
    """Whether the text parses; if so, checks the round trip through every format."""
    try:
        puzzle = read_bytes(text).puzzle
    except NonetError:
        return False
    for name in format_names():
        try:
            written = format_grid(puzzle.givens, name)
        except NonetError:
            continue
        again = read_bytes(written.encode(), layout=puzzle.layout).puzzle
        assert again.givens == puzzle.givens, name
    return True


def as_lines(text: bytes) -> None:
    lines = b"\n".join([line for line in text.split(b"\n") if len(line) <= 81][:4])
    try:
        answers = list(answer_lines(BytesIO(lines), "check", threads=1))
    except NonetError:
        return
    ends = lines.count(b"\n") + (lines[-1:] not in (b"", b"\n"))
    assert sum(each.lines for each in answers) == ends


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng, texts = random.Random(seed), seeds()
    end = reported = time.monotonic()
    end += seconds
    count = read = 0
    while time.monotonic() < end:
        text = mutated(rng, texts)
        try:
            read += as_puzzle(text)
            if count % 4 == 0:
                as_lines(text)
        except Exception:
            print(f"seed {seed}, text {count}: {text!r}", file=sys.stderr)
            raise
        count += 1
        if time.monotonic() - reported > 30:
            reported = time.monotonic()
            print(f"{count} texts, {read} of them puzzles", flush=True)
    print(f"{count} texts, {read} of them puzzles, seed {seed}: no unexpected errors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
