"""Fuzzes everything that parses text; only `NonetError` may be raised.

    python tools/fuzz_texts.py [SECONDS [SEED]]

The texts are puzzles in every format, variants, saved games and packed files among them, with random mutations. A text
that parses is written in one of the formats and parsed again, which must give the same puzzle. Lines of the texts also
go to `answer_lines`, hundreds at a time, which must answer every line. A text that takes longer than `PATIENCE` seconds
of processor time is a finding, too.
"""

from __future__ import annotations

import faulthandler
import gzip
import io
import random
import re
import signal
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import unquote

from nonet.errors import NonetError
from nonet.formats import (
    About,
    PuzzleEntry,
    SavedState,
    all_format_names,
    read,
    read_bytes,
    write,
    write_bytes,
)
from nonet.formats.codecs import lzstring
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.lines import answer_lines
from nonet.puzzle import Puzzle
from nonet.rules.codec import from_data
from nonet.rules.registry import catalogue

PUZZLES = (
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    b"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    b"1...............",
    b"." * 256,
)
PIECES = (
    *(
        b"\n",
        b"\r\n",
        b" ",
        b"\t",
        b"|",
        b"+",
        b"-",
        b"_",
        b"0",
        b".",
        b"9",
        b"16",
        b"#",
        b"[",
        b"{",
        b'"',
        b",",
    ),
    *(b"~", b"=", b":", b"<", b">", b"&", b"'", b"\\", b"%FF", b"&#0;", b"\\ud800", b' encoding="x"'),
    *(b"\xef\xbb\xbf", b"\xff", b"\x00", "\u00b2".encode(), "\u0663".encode(), b"\xed\xa0\x80"),
)
VALUES = (
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'""',
    b"-1",
    b"1e999",
    b"0.5",
    b"9" * 20,
    b"9" * 5000,
    b"[[]]",
    b"",
)
"""What a word is replaced with: other types, and numbers out of range."""
WORD = re.compile(rb"[\w.]+")
CHARACTERS = tuple(bytes([each]) for each in b"0123456789.")
CHANGES = (0, 1, 1, 2, 3, 8, 40)
LENGTHS = (1, 1, 2, 9, 30)


def entries() -> Iterator[PuzzleEntry]:
    """Puzzles on several boards, a saved game, and one variant for each rule."""
    for text in PUZZLES[:3]:
        yield PuzzleEntry(read_bytes(text).puzzle)
    for name in ("6x6", "16x16", "9x9+x", "jigsaw:1112122233343444"):
        yield PuzzleEntry(Puzzle(Grid.empty(Layout.named(name))))
    puzzle = read_bytes(PUZZLES[0]).puzzle
    played = Grid(puzzle.layout, puzzle.givens.values[:2] + b"\4" + puzzle.givens.values[3:])
    notes = (0, 0, 0, 3) + (0,) * 77
    state = SavedState(
        values=played, corner=notes, centre=notes, struck=notes, colours=bytes(81), seconds=61.5
    )
    yield PuzzleEntry(puzzle, state, About(title="A title", author="An author"))
    for kind, rule in catalogue().items():
        layout = Layout.named(rule.example.layout)
        found = from_data({"kind": kind, **rule.example.data}, layout)
        yield PuzzleEntry(Puzzle(Grid.empty(layout), rules=(found,)))


def seeds() -> list[bytes]:
    texts = {*PUZZLES, *(packed(method) for method in (0, 8, 12, 14)), gzip.compress(PUZZLES[0], mtime=0)}
    for entry in entries():
        for name in all_format_names():
            try:
                texts |= {write(entry, name).encode(), write_bytes(entry, name)}
            except NonetError:
                continue  # a format for other puzzles
    texts |= {unpacked for text in texts if (unpacked := payload(text))}
    return sorted(text for text in texts if len(text) <= LONGEST)


def packed(method: int) -> bytes:
    """A zip archive, its name not ASCII: stored, deflated, by bzip2 or by LZMA."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr(zipfile.ZipInfo("\u00e9"), PUZZLES[0], method)
    return buffer.getvalue()


def payload(text: bytes) -> bytes:
    """What a link says without its compression or its percent signs; empty if it is none."""
    if match := re.match(rb"https://(?:sudokupad\.app/scl|f-puzzles\.com/\?load=)(\S+)", text):
        return lzstring.decompress(match[1].decode()).encode()
    link, mark, query = text.decode("utf-8", "replace").partition("?q=")
    return unquote(query).encode() if mark and link.startswith("https://sigh.") else b""


PATIENCE = 10
LONGEST = 6000
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
        elif kind < 0.93 and (word := WORD.search(text, place)):
            text[word.start() : word.end()] = VALUES[int(number() * len(VALUES))]
        else:
            text[place : place + 1] = bytes([int(number() * 256)])
    return bytes(text[:LONGEST])


def as_puzzle(text: bytes, name: str) -> bool:
    """Whether the text parses; if so, checks the round trip through the format of this name."""
    try:
        reading = read_bytes(text)
    except NonetError:
        return False
    try:
        written = write_bytes(reading, name)
    except NonetError:
        return True  # a format for other puzzles
    again = read(written, layout=reading.puzzle.layout, format=name).puzzle
    assert again.givens == reading.puzzle.givens, name
    return True


def as_lines(texts: list[bytes]) -> None:
    lines = b"\n".join(line for text in texts for line in text.split(b"\n")[:4] if len(line) <= 81)
    try:
        answers = list(answer_lines(io.BytesIO(lines), "check", threads=1))
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
    rng, texts, names = random.Random(seed), seeds(), all_format_names()
    count = read = 0
    end = time.monotonic() + seconds
    while not count or time.monotonic() < end:
        batch = [mutated(rng, texts) for _ in range(LINES_AFTER)]
        tried: bytes | list[bytes] = batch
        with patience(lambda: f"seed {seed}, after {count} texts: {tried!r}", calls=LINES_AFTER) as begin:  # noqa: B023
            for text in batch:
                tried = text
                begin()
                read += as_puzzle(text, names[count % len(names)])
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
