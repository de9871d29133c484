"""Packs: puzzles to play in order, with a title. Ours come with nonet; any file or folder with puzzles is one, too.

A pack has its puzzles as lines of nonet's JSON, which are read one at a time. A game that is started from it has the
source `pack NAME NUMBER`, and that is all that tells how far the player got (`saved.pack_progress`).

Ours are in `pack_files`, made by `tools/packs.py`: one for each level of the classic board, one for each variant.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pkgutil import get_data

from nonet.about import NO_WORDS, About
from nonet.arguments import clear_type_errors
from nonet.errors import FormatError, LimitExceeded, NonetError
from nonet.formats import Reading, read_all, write
from nonet.formats.codecs import json_text
from nonet.formats.json_format import WORDS, from_text
from nonet.limits import check, limits, reading
from nonet.messages import T, catalogue
from nonet.play.errors import PlayError
from nonet.play.game import LEVELS, Game
from nonet.play.new_game import VARIANTS, board_title, level_title, levels
from nonet.puzzle import Puzzle

_SOURCE = re.compile(r"pack (\S+) ([1-9][0-9]{0,5})")
SIZE = 10
"""Puzzles of each of our packs."""
_MOST_LETTERS = 22
"""Of a name: the source of a game has 40 characters."""


@dataclass(frozen=True)
class Pack:
    r"""`lines`: a puzzle each, as JSON. Puzzles are numbered from 1.

    >>> pack = pack_of([("two.txt", "12..............\n.3.2............\n")], "Two small ones")
    >>> pack.count, pack.title, pack.game(2).source.rpartition("-")[0], pack.game(2).puzzle.about.title
    (2, 'Two small ones', 'pack two-small-ones', 'Two small ones 2')
    """

    name: str
    title: str
    lines: tuple[str, ...]
    author: str = ""
    skipped: tuple[str, ...] = ()
    """Files in which there was no puzzle."""

    @property
    def count(self) -> int:
        return len(self.lines)

    @property
    def is_ours(self) -> bool:
        return self.name in OURS

    def about(self, number: int) -> About:
        """What is said of a puzzle, without reading it."""
        found = json_text.loads(self._line(number))
        return About.of(found, WORDS) if isinstance(found, dict) else NO_WORDS

    def puzzle(self, number: int) -> Puzzle:
        return from_text(self._line(number))

    def with_own_name(self) -> Pack:
        """The same pack, with a name that none has whose puzzles are others, or in another order."""
        return replace(self, name=_name(self.title, map(from_text, self.lines)))

    def game(self, number: int) -> Game:
        """A new game of a puzzle; a PlayError if it cannot be played. Only our own levels are sure."""
        puzzle, source = self.puzzle(number), f"pack {self.name} {number}"
        if self.is_ours:
            return replace(Game.of(puzzle.with_about(NO_WORDS), source=source), level=self.level(number))
        title = puzzle.about.title or f"{self.title} {number}"
        return Game.of(puzzle.with_about(replace(puzzle.about, title=title)), source=source)

    def level(self, number: int) -> str | None:
        """The level as the pack tells it; None if it does not, or in words of its own."""
        told = self.about(number).level.lower()
        return told if told in LEVELS else None

    def _line(self, number: int) -> str:
        if not 1 <= number <= self.count:
            raise PlayError(f"there is no puzzle {number}; the pack has {self.count}", where="number")
        return self.lines[number - 1]


def place_in_pack(source: str) -> tuple[str, int] | None:
    """The name of the pack and the number that the source of a game tells; None if it is from elsewhere.

    >>> place_in_pack("pack killer 3"), place_in_pack("daily 2026-11-15")
    (('killer', 3), None)
    """
    found = _SOURCE.fullmatch(source)
    return found and (found[1], int(found[2]))


@dataclass(frozen=True)
class OurPack:
    """What one of ours is about. Its file is read when it is opened."""

    name: str
    board: str
    levels: tuple[str, ...]

    def title(self, language: str) -> str:
        """In words.

        >>> OURS["killer"].title("en"), OURS["9x9-hard"].title("en")
        ('Killer: easy to unfair', '9x9: hard')
        """
        ends = [level_title(level, language=language) for level in self.levels]
        span = ends[0]
        if len(ends) > 1:
            span = catalogue(language.partition("@")[0]).say(
                T("{first} to {last}"), first=ends[0], last=ends[-1]
            )
        return f"{board_title(self.board, language=language).partition(',')[0]}: {span}"


OURS: dict[str, OurPack] = {
    **{f"9x9-{level}": OurPack(f"9x9-{level}", "9x9", (level,)) for level in levels("9x9")},
    **{each.name: OurPack(each.name, each.name, each.levels) for each in VARIANTS},
}


def our_pack(name: str) -> Pack:
    """One of ours, by its name.

    >>> our_pack("killer").count, our_pack("killer").level(10)
    (10, 'unfair')
    """
    text = (get_data("nonet.play", f"pack_files/{name}.txt") or b"").decode("utf-8")
    return Pack(name, OURS[name].title("en"), tuple(text.splitlines()))


def rising(levels: Sequence[str], count: int) -> Iterator[str]:
    """The levels of the puzzles of a pack, from the easiest to the hardest, each as often as the others.

    >>> list(rising(["easy", "medium", "hard"], 5))
    ['easy', 'easy', 'medium', 'medium', 'hard']
    """
    return (levels[number * len(levels) // count] for number in range(count))


@clear_type_errors
def read_pack(path: str) -> Pack:
    """The pack in a file, or in the files of a folder. What else there is in a folder is skipped."""
    try:
        if not os.path.isdir(path):
            return pack_of([(os.path.basename(path), _content(path, limits().file))])
        names = sorted(filter(_is_candidate, os.scandir(path)), key=lambda each: _in_order(each.name))
        check("pack", len(names))
        return pack_of(_contents(names), os.path.basename(os.path.abspath(path)))
    except OSError as error:
        raise NonetError(f"cannot read {error.filename or path}: {error.strerror or error}") from error


def _is_candidate(entry: os.DirEntry[str]) -> bool:
    return os.path.isfile(entry.path) and not entry.name.startswith(".")  # not a link to itself


def _contents(files: Iterable[os.DirEntry[str]]) -> Iterator[tuple[str, bytes]]:
    """Of all files together no more than of one."""
    left = limits().file
    for each in files:
        data = _content(each.path, left)
        left -= len(data)
        yield each.name, data


def _content(path: str, most: int) -> bytes:
    with open(path, "rb") as file:
        data = file.read(most + 1)
    check("file", len(data) + limits().file - most)
    return data


def _in_order(name: str) -> list[tuple[int, str]]:
    """To sort names by the numbers in them.

    >>> sorted(["p10.sdk", "p9.sdk"], key=_in_order)
    ['p9.sdk', 'p10.sdk']
    """
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", name.lower())
    ]


@reading
def pack_of(files: Iterable[tuple[str, str | bytes]], title: str = "") -> Pack:
    """The pack of all puzzles in these files: their names and contents. Without a title, it is called as the puzzles
    say (`About.source`), or as the first file.
    """
    found: list[Reading] = []
    skipped: dict[str, NonetError] = {}
    first = ""
    for name, content in files:
        first = first or name
        try:
            found += read_all(content)
        except LimitExceeded:
            raise
        except NonetError as error:
            skipped[name] = error
        check("pack", len(found))
    if not found:
        raise next(iter(skipped.values()), FormatError("there are no puzzles"))
    sources = {each.about.source for each in found}
    authors = {each.about.author for each in found}
    named = title or (sources.pop() if len(sources) == 1 else "") or os.path.splitext(first)[0]
    title = " ".join(About(title=named[:80]).title.split()) or "puzzles"
    return Pack(
        _name(title, [found[0].puzzle]),
        title,
        tuple(write([each.puzzle for each in found], "json").split("\n")),
        authors.pop() if len(authors) == 1 else "",
        tuple(skipped),
    )


def _name(title: str, puzzles: Iterable[Puzzle]) -> str:
    """The name in the sources of games: of two packs with one title, the first puzzle decides, or all."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall(r"[a-z0-9]+", ascii_only))[:_MOST_LETTERS].strip("-") or "puzzles"
    text = write([puzzle.with_about(NO_WORDS) for puzzle in puzzles], "json")
    return f"{words}-{sha256(text.encode()).hexdigest()[:6]}"
