"""Which format a text has: one that has marks of its own, or else one of the plain text formats, by its shape.

A text that has the marks of two formats is parsed in both. If they find the same puzzles, the first one counts;
otherwise the text is refused, and the message names both.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError, LimitExceeded, NonetError
from nonet.formats.cells import BLANKS
from nonet.formats.entry import PuzzleEntry, Reading
from nonet.formats.file_kinds import not_a_puzzle
from nonet.formats.format import Format, LineFormat, content_lines
from nonet.formats.plain import declared
from nonet.formats.reading import ReadOptions, Text, clean
from nonet.formats.registry import all_formats, plain_named
from nonet.formats.shape import side
from nonet.limits import check

_SIMPLE = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._*- \n")


def is_simple(text: str) -> bool:
    r"""Whether the text is one board of single symbols, which no other format looks like. Quick.

    >>> is_simple("12 34\n34 12\n.. ..\n.. .."), is_simple("12 3\n3 21\n1 2")
    (True, False)
    """
    if not _SIMPLE.issuperset(text):
        return False
    words = text.split()
    lengths = {len(word) for word in words}
    return len(lengths) == 1 and side(len(words) * lengths.pop()) is not None


def parse_detected(text: str, options: ReadOptions) -> list[Reading]:
    """All the puzzles of a text, in the format it is found to have."""
    if is_simple(text):
        return _plain(text, options)
    found = list(_detected(text))
    if not found:
        try:
            return _plain(text, options)
        except FormatError as error:
            raise _explained(text) or error from None
    if len(found) == 1:
        return read_in(found[0], text, options)
    return _one_of(found, text, options)


def has_marks(text: str) -> bool:
    """Whether the text has the marks of a format, damaged or not; plain text has none.

    >>> has_marks(".Cage~10"), has_marks("puzzel.txt")
    (True, False)
    """
    return any(True for _ in _detected(text))


def _detected(text: str) -> Iterator[Format]:
    first = next(content_lines(text), (0, ""))[1]
    return (
        each
        for each in all_formats(plain=False)
        if each.detected and each.may_begin(first) and each.detect(text)
    )


def _explained(text: str) -> FormatError | None:
    """A better reason for a text that is not plain text at all: another kind of file, an unknown link, other JSON,
    lines of two kinds.
    """
    if known := not_a_puzzle(text):
        return known
    start = text.strip()
    if start.startswith(("http://", "https://")):
        return FormatError("not a link that nonet reads (nothing is downloaded)", text=start)
    if start.startswith("{"):
        return FormatError("JSON, but not a puzzle in a form that nonet reads")
    lines = list(content_lines(text))
    if len(lines) < 2 or is_simple(lines[0][1]):
        return None
    for each in all_formats(plain=False):
        if isinstance(each, LineFormat) and each.detected and each.matches(lines[0][1]):
            for number, line in lines:
                if not each.matches(line):
                    reason = f"line {number} is not in the format of line {lines[0][0]}, {each.name}"
                    return FormatError(reason, text=line)
    return None


def _one_of(found: list[Format], text: str, options: ReadOptions) -> list[Reading]:
    """The readings in one of several formats that the text may have."""
    readings: dict[str, list[Reading]] = {}
    errors: list[NonetError] = []
    for each in found:
        try:
            readings[each.name] = read_in(each, text, options)
        except LimitExceeded:
            raise
        except NonetError as error:
            errors.append(error)
    if not readings:
        raise errors[0]
    different = {tuple(reading.puzzle for reading in each): name for name, each in reversed(readings.items())}
    if len(different) > 1:
        names = " or ".join(readings)
        raise FormatError(
            f"the text may be {names}, with different puzzles; say which, with --from or format="
        )
    return next(iter(readings.values()))


def read_in(format_: Format, text: str, options: ReadOptions) -> list[Reading]:
    """All the puzzles of a text in this format; they have the board asked for."""
    readings = [Reading.of(entry, format_.name, format_.title) for entry in format_.parse(text, options)]
    asked = options.layout
    for reading in readings:
        named = reading.puzzle.layout
        if asked is not None and asked != named:
            raise FormatError(f"the board is named in the text: {named.name}, not {asked.name}")
    return readings


def _plain(text: str, options: ReadOptions) -> list[Reading]:
    content = clean(text)
    check("line", max(map(len, content.lines), default=0))
    known = options if content.conflict else declared(content, *options)
    is_sheet = known.layout is not None and known.layout.places is not None
    name = "rows" if is_sheet else plain_format(content, known)
    if name == "joined" and known.layout is None and known.symbols is None:
        _refuse_small_boards(content)
    try:
        entries: list[PuzzleEntry] = plain_named(name).parse(text, options)
    except FormatError as error:
        entries = _a_puzzle_a_line(text, options) if is_sheet or not _has_rows(name, content, known) else []
        if not entries:
            raise error from None
        name = "line"
    if len({entry.puzzle.layout for entry in entries}) > 1:
        _refuse_separators(plain_named(name).blocks(text))
    return [Reading.of(entry, name, "") for entry in entries]


def _refuse_separators(blocks: list[str]) -> None:
    """Four dashes between boards of 9x9 are a line that separates them, rather than an empty board of 2x2."""
    for block in map(str.strip, blocks):
        if block and {*block} <= {*"-_*"} and "\n" not in block:
            reason = (
                "this line may separate puzzles, or be an empty board; leave it out, or write . for a blank"
            )
            raise FormatError(reason, text=block)


def _has_rows(name: str, content: Text, options: ReadOptions) -> bool:
    """Whether short lines are the rows of one board: if they are separate numbers, or have no digit at all. Otherwise
    nine rows of zeros, one of them missing, would be eight boards of 3x3.
    """
    rows = [line.split() if name == "rows" else "".join(line.split()) for line in content.lines]
    if any(len(row) > (options.board.columns if options.board else MAX_SIZE) for row in rows):
        return False
    return name == "rows" or all(sign in BLANKS for row in rows for sign in row)


def _a_puzzle_a_line(text: str, options: ReadOptions) -> list[PuzzleEntry]:
    """The puzzles of a text that has one on every line; none if there is only one, or if the lines may be rows."""
    try:
        found = plain_named("line").parse(text, options)
    except LimitExceeded:
        raise
    except NonetError:
        if all(len(line) > MAX_SIZE and is_simple(line) for line in text.split("\n", 2)[:2]):
            raise
        return []
    return found if len(found) > 1 else []


def _refuse_small_boards(content: Text) -> None:
    """Sixteen lines of sixteen symbols up to 4 are a 16x16 board with few clues, or sixteen boards of 4x4."""
    rows = ["".join(line.split()) for line in content.lines]
    small = side(len(rows))
    if len(rows) < 16 or small is None or any(len(row) != len(rows) for row in rows):
        return
    symbols = {*"".join(rows)} - {*"0._*-xX"}
    if symbols and symbols <= {str(digit) for digit in range(1, small + 1)}:
        size = len(rows)
        raise FormatError(
            f"these lines may be a {size}x{size} board or {size} puzzles of {small}x{small}; "
            "say which, with --from joined or --from line"
        )


def plain_format(text: Text, options: ReadOptions) -> str:
    """The plain text format of a text, judging by its shape alone.

        a bar, or lines that can only be borders     board
        commas or semicolons in half of the lines    csv (fewer are stray characters, to be reported where they are)
        as many words per row as there are rows      rows
        one word, or equal groups, on one line       line
        one word, or equal groups, on each line      joined

    No text has the shapes of two formats with different cells in them.

    >>> plain_format(Text(["1,2", "2,"], []), ReadOptions())
    'csv'
    """
    lines = text.lines
    if not lines:
        raise FormatError("no puzzle in the input")
    if _may_be_drawn(lines):
        from nonet.formats.board import is_drawn

        if is_drawn(lines):
            return "board"
    if 2 * sum("," in line or ";" in line for line in lines) >= len(lines):
        return "csv"
    if any("\t" in line for line in lines):
        from nonet.formats.plain_text import tab_rows

        if tab_rows(text, options) is not None:
            return "rows"
    if len(lines) == 1:
        return _on_one_line(lines[0].split())
    rows = [line.split() for line in lines]
    name = _on_lines(rows, options.board.columns if options.board else len(rows))
    if name == "joined" and any("\t\t" in line for line in lines) and len("".join(rows[0])) != len(rows):
        return "rows"  # some of them lack a tab
    return name


def _may_be_drawn(lines: list[str]) -> bool:
    """Whether some line has a character of a border. Cheap, and false for most texts."""
    return any(not line.isascii() or any(sign in line for sign in "|-=+*_") for line in lines)


def _on_one_line(words: list[str]) -> str:
    lengths = {len(word) for word in words}
    groups = len(lengths) == 1 and lengths != {1} and not (lengths == {2} and side(len(words)))
    return "line" if len(words) == 1 or groups else "rows"


def _on_lines(rows: list[list[str]], columns: int) -> str:
    if all(len(words) == columns for words in rows):
        return "rows" if len(rows[0]) > 1 else "joined"
    groups = {len(word) for word in rows[0]}
    if all(len(words) == 1 for words in rows) or (len(groups) == 1 and groups != {1}):
        return "joined"
    return "rows"
