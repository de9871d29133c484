"""What a format is: a name, a line of description, a way to recognise it, a parser and its twin.

A format is one class in one file. `registry` lists ours; other packages add theirs with an entry point of the group
`nonet.formats` that names such a class.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar, TypeVar

from nonet.about import NO_WORDS, About
from nonet.dimensions import HouseKind
from nonet.errors import FormatError, LimitExceeded, NonetError
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.reading import ReadOptions
from nonet.layout import CLASSIC, Layout
from nonet.limits import check_time
from nonet.plugins import expect_all, name_package_in_errors

T = TypeVar("T")

PARTS = {
    "several": "more than one puzzle",
    "boards": "a board other than 9x9",
    "any boards": "a board that is not a square with full houses",
    "houses": "diagonals, windows or irregular regions",
    "ruled out": "candidates that are ruled out",
    "rules": "the rules of a variant",
    "digits": "the player's digits",
    "corner": "corner notes",
    "centre": "centre notes",
    "struck": "candidates the player crossed out",
    "colours": "colours",
    "time": "the time played",
    "words": "title, author and the like",
    "solution": "the solution",
}
"""What an entry may have besides the givens of a classic board, and how messages name it."""

ESSENTIAL = ("several", "boards", "any boards", "houses", "ruled out", "rules")
"""Without these it would be another puzzle, so a format that cannot hold them refuses to write it."""


def _is(kind: type[T]) -> Callable[..., T]:
    def check(given: object, *_: object) -> T:
        return expect_all([given], kind)[0]

    return check


def _entries(given: Iterable[object], *_: object) -> list[PuzzleEntry]:
    found = list(expect_all(given, PuzzleEntry))
    if not found:
        raise ValueError("no puzzle, and no error")
    return found


_RESULTS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("detect", "may_begin", "matches"), _is(bool)),
    **dict.fromkeys(("format", "format_line"), _is(str)),
    "pack": _is(bytes),
    "parse": _entries,
    "parse_line": _is(PuzzleEntry),
}
"""What the methods of a format of another package must return."""


class Format(ABC):
    """A text format. Instances have no state."""

    def __init_subclass__(cls) -> None:
        name_package_in_errors(cls, _RESULTS, FormatError)

    name: ClassVar[str]
    title: ClassVar[str]
    """One line about it, for the documentation and `sudoku convert --list`."""
    endings: ClassVar[tuple[str, ...]] = ()
    """The file extensions of this format."""
    holds: ClassVar[frozenset[str]] = frozenset()
    """Which of `PARTS` it can hold."""
    words: ClassVar[Mapping[str, str]] = {}
    """What it calls the fields of `About` that it can hold; empty where it can hold all."""
    one_kind_of_notes: ClassVar[bool] = False
    """It does not tell corner notes from centre notes: both are written, and corner notes are read."""
    tells_rules_from_houses: ClassVar[bool] = False
    """Whether it can tell rules for both diagonals, or windoku, from a board with these houses. Others are given the
    board.
    """
    only_read: ClassVar[bool] = False
    """Whether we can read it, but not write it."""
    detected: ClassVar[bool] = True
    """Whether `detect` can tell it at all. Some formats look like another one and only differ in what is written."""

    @abstractmethod
    def detect(self, text: str) -> bool:
        """Whether the text has the marks of this format. Texts that have them but are damaged count too: `parse`
        then says what is wrong. The lines end with a newline alone; there is no byte order mark.
        """

    def may_begin(self, line: str) -> bool:
        """Whether a text whose first line with content is this one may be worth `detect`."""
        return True

    @abstractmethod
    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        """All the puzzles of a text."""

    @abstractmethod
    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        """The text, without a newline at the end. `entries` has nothing that the format lacks."""

    def pack(self, text: str) -> bytes:
        """The text as the bytes of a file."""
        return f"{text}\n".encode()

    def lacks(self, entries: Sequence[PuzzleEntry]) -> dict[str, str]:
        """Which parts of these entries the format cannot hold, and how to name them in a message."""
        lacking = {part: PARTS[part] for part in _needed(entries) if part not in self.holds}
        for part, words_of in _OF_A_BOARD.items():
            if part in lacking:
                named = chain.from_iterable(words_of(entry.puzzle.layout) for entry in entries)
                lacking[part] = ", ".join(dict.fromkeys(named))
        if lacking.keys().isdisjoint(ESSENTIAL):
            for entry in entries:
                lacking.update(self.lacks_in(entry))
            if "words" in self.holds and (lost := sorted(set().union(*map(self._lost_words, entries)))):
                lacking["words"] = f"the {' and the '.join(lost)}"
        return lacking

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        """The same for what `holds` is too coarse to tell: the names of parts, and words for the message."""
        return {}

    def words_of(self, entry: PuzzleEntry) -> About:
        """Those of the entry's words that the format can hold."""
        if "words" not in self.holds:
            return NO_WORDS
        return entry.about.only(self.words.values()) if self.words else entry.about

    def _lost_words(self, entry: PuzzleEntry) -> set[str]:
        return {*entry.about.filled_fields} - {*self.words_of(entry).filled_fields}

    def reduced(self, entry: PuzzleEntry, parts: Sequence[str]) -> PuzzleEntry:
        """The entry without these inessential parts, and without the words that the format cannot hold."""
        state = entry.state
        if state is not None:
            empty = SavedState(values=entry.puzzle.givens)
            lost = [_STATE[part] for part in parts if part in _STATE]
            state = replace(state, **{name: getattr(empty, name) for name in lost})
        puzzle = entry.puzzle.with_about(self.words_of(entry))
        return PuzzleEntry(puzzle, state, solution=None if "solution" in parts else entry.solution)


class LineFormat(Format):
    """A format in which a puzzle is one line; a file may have any number of them."""

    holds = frozenset({"several"})
    pattern: ClassVar[re.Pattern[str]]
    """What a line looks like; a format that tells its lines by something else has `matches` of its own."""

    def matches(self, line: str) -> bool:
        """Whether a line has the marks of this format. It has no blanks around it."""
        return self.pattern.fullmatch(line) is not None

    def groups(self, line: str) -> re.Match[str]:
        """The parts of a line that matches the pattern."""
        match = self.pattern.fullmatch(line)
        assert match is not None
        return match

    @abstractmethod
    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        """The puzzle of a line that `matches`."""

    @abstractmethod
    def format_line(self, entry: PuzzleEntry) -> str: ...

    def puzzle_lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines that are a puzzle each, with their numbers."""
        return content_lines(text)

    def may_begin(self, line: str) -> bool:
        return type(self).puzzle_lines is not LineFormat.puzzle_lines or self.matches(line)

    def detect(self, text: str) -> bool:
        lines = self.puzzle_lines(text)
        first = next(lines, None)
        return first is not None and self.matches(first[1]) and all(self.matches(line) for _, line in lines)

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        lines = list(self.puzzle_lines(text))
        if not lines:
            raise FormatError("no puzzle in the input")
        if len(lines) == 1:
            return [self._parsed(lines[0][1], options)]
        entries = []
        for number, line in lines:
            check_time()
            try:
                entries.append(self._parsed(line, options))
            except LimitExceeded:
                raise
            except NonetError as error:
                raise FormatError(f"line {number}: {error}") from error
        return entries

    def _parsed(self, line: str, options: ReadOptions) -> PuzzleEntry:
        if not self.matches(line):
            raise FormatError(f"not a line of the format {self.name}", text=line)
        return self.parse_line(line, options)

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        return "\n".join(self.format_line(entry) for entry in entries)


def content_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with content and their numbers; blanks around them are removed. Comments begin with `# `, as those
    of the other formats do, but `#` and a sign may be a puzzle code.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        check_time()
        line = line.strip()
        if line and line != "#" and not line.startswith(("# ", "//")):
            yield number, line


def _needed(entries: Sequence[PuzzleEntry]) -> Iterator[str]:
    if len(entries) > 1:
        yield "several"
    layouts = {entry.puzzle.layout for entry in entries}
    if any(word for layout in layouts for word in _unusual_houses(layout)):
        yield "houses"
    if any(layout != CLASSIC and (_is_boxed(layout) or layout.size != 9) for layout in layouts):
        yield "boards"
    if any(word for layout in layouts for word in _unusual_shape(layout)):
        yield "any boards"
    if any(entry.puzzle.ruled_out for entry in entries):
        yield "ruled out"
    if any(entry.puzzle.rules for entry in entries):
        yield "rules"
    if any(entry.solution is not None for entry in entries):
        yield "solution"
    if any(entry.about for entry in entries):
        yield "words"
    for entry in entries:
        if entry.state is not None:
            empty = SavedState(values=entry.puzzle.givens)
            for part, name in _STATE.items():
                if getattr(entry.state, name) != getattr(empty, name):
                    yield part


_STATE = {
    "digits": "values",
    "corner": "corner",
    "centre": "centre",
    "struck": "struck",
    "colours": "colours",
    "time": "seconds",
}
"""The fields of a `SavedState` that hold parts of an entry."""


def _unusual_houses(layout: Layout) -> Iterator[str]:
    """Its houses that are neither rows, columns nor boxes, in words."""
    kinds = {house.kind for house in layout.houses}
    yield from (words for kind, words in _HOUSES.items() if kind in kinds)
    if layout.houses and not layout.boxes:
        yield "a board without boxes"


_HOUSES = {
    HouseKind.DIAGONAL: "diagonals",
    HouseKind.WINDOW: "windows",
    HouseKind.REGION: "irregular regions",
    HouseKind.EXTRA: "extra regions",
}


def _unusual_shape(layout: Layout) -> Iterator[str]:
    """What else makes it other than a square with full houses and the digits from 1 on, in words."""
    if layout.places is not None:
        yield "boards that overlap"
        return
    if layout.height != layout.width:
        yield f"a board of {layout.height} rows and {layout.width} columns"
    if layout.dimensions.asked is not None:
        yield "the digits {low} to {high}".format(**layout.digit_ends)
    if not layout.houses:
        yield "a board without houses"
    elif 0 < sum(len(box.cells) for box in layout.boxes) < layout.board_count:
        yield "cells outside all regions"
    if layout.label_cells:
        yield "marks, shading or regions that are not drawn"
    if layout.board_count + len(layout.label_cells) < layout.cell_count:
        yield "cells beside the board"


_OF_A_BOARD = {"houses": _unusual_houses, "any boards": _unusual_shape}


def _is_boxed(layout: Layout) -> bool:
    """Whether its houses are rows, columns and boxes alone."""
    return layout.box_shape is not None and len(layout.houses) == 3 * layout.size
