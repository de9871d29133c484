"""The files of other programs: each format is detected, read, played and written; bad files are refused."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import EntryPoint
from random import Random

import format_table
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import check_all, examples, for_cases, for_each, spread
from nonet.errors import FormatError, NonetError
from nonet.formats import (
    About,
    LineFormat,
    PuzzleEntry,
    SavedState,
    format_names,
    left_out,
    read,
    read_all,
    write,
    write_bytes,
)
from nonet.formats import registry as registry_module
from nonet.formats.codecs import lzstring
from nonet.formats.format import ESSENTIAL, Format
from nonet.formats.reading import ReadOptions
from nonet.formats.registry import all_formats, format_named
from nonet.formats.values import possible
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.limits import Limits
from nonet.play.exchange import entry_of, options_of
from nonet.play.game import Game
from nonet.play.session import Session
from nonet.puzzle import Puzzle

from .samples import GIVENS, SAMPLES, ZEROS, Sample

PLAIN = ("rows", "joined", "line", "board", "csv")
NAMES = [each.name for each in all_formats()]


def masks(notes: dict[int, str]) -> tuple[int, ...]:
    found = [0] * 81
    for cell, digits in notes.items():
        found[cell] = sum(1 << (int(digit) - 1) for digit in digits)
    return tuple(found) if notes else ()


# -- reading ------------------------------------------------------------------------------------------------


@for_each(SAMPLES, ["\n", "\r\n"])
def test_a_sample_is_detected_and_read(sample: Sample, ending: str) -> None:
    found = read_all(sample.text.replace("\n", ending) + ending)
    assert len(found) == sample.count
    reading = found[0]
    assert reading.format == sample.format
    assert reading.puzzle == Puzzle.of("9x9", GIVENS)
    state = reading.state or SavedState(values=reading.puzzle.givens)
    assert state.values.symbols == sample.values
    assert state.corner == masks(sample.notes)
    assert state.struck == masks(sample.struck)
    assert state.seconds == sample.seconds


def test_every_format_has_a_sample() -> None:
    only_written = {"sdm", "rows", "joined", "csv"}
    links = {"f-puzzles", "sudokupad"}  # compressed; their JSON is a sample
    variants = {"iss", "killer", "sumocue", "compact-killer", "json"}  # see test_variants.py
    assert {*NAMES} - only_written - links - variants <= {sample.format for sample in SAMPLES}


@for_each(SAMPLES)
def test_the_state_comes_along_into_play_and_goes_out_again(sample: Sample) -> None:
    reading = read_all(sample.text)[0]
    session = Session(Game.of(reading.puzzle), **options_of(reading.state, reading.puzzle), clock=lambda: 0.0)
    entry = entry_of(session)
    assert (entry.puzzle, entry.state) == (reading.puzzle, reading.state)


def test_titles_and_the_like() -> None:
    assert read(SAMPLES[1].text).about == About(author="We", title="Ours", date="15-11-2026")
    assert read(next(s.text for s in SAMPLES if s.format == "f-puzzles-json")).about.title == "Ours"
    assert read(next(s.text for s in SAMPLES if s.format == "sudokupad-json")).about.title == "Ours"
    assert read(next(s.text for s in SAMPLES if s.format == "exchange")).about.rating == "7.2"


def test_a_bar_after_every_cell_is_not_the_border_of_a_box() -> None:
    marks = "\n".join(["|1234|234|1234|1234|"] * 4)
    assert read(marks).puzzle.layout == Layout.named("4x4")


def test_marks_in_front_of_pencil_marks_are_ignored() -> None:
    text = next(s.text for s in SAMPLES if s.format == "pencilmarks")
    assert read("*" + text.replace(" 1", " #1")).puzzle == read(text).puzzle


def test_a_candidate_that_is_ruled_out() -> None:
    """Without its last candidate, a cell of a pencil-mark grid has that digit ruled out."""
    cells = next(s.text for s in SAMPLES if s.format == "pencilmarks").split()
    cell = next(c for c, digits in enumerate(cells) if len(digits) > 2)
    lost = int(cells[cell][-1])
    cells[cell] = cells[cell][:-1]
    puzzle = read("\n".join(" ".join(cells[at : at + 9]) for at in range(0, 81, 9))).puzzle
    assert puzzle == Puzzle.of("9x9", GIVENS, ruled_out={cell: [lost]})


# -- two things at once -------------------------------------------------------------------------------------


@for_cases(
    [
        ("1 0 0\n0 0 0\n3 1 0", None, ["3x3"]),
        ("1 0 0\n0 0 0\n3 1 0\n\n3 0 0\n0 0 1\n0 0 0", None, ["3x3"] * 2),
        ("1 0 0\n0 0 0\n3 1 0\n  \n3 0 0\n0 0 1\n0 0 0", None, ["3x3"] * 2),  # a line of blanks is empty
        ("1 0 0\n0 0 0\n3 1 0\n\t\t\n3 0 0\n0 0 1\n0 0 0", None, ["3x3"] * 2),  # and a line of tabs
        ("12..\n....\n....\n...1\n \t\n12..\n....\n....\n...1", None, ["4x4"] * 2),
        ("1\t\t\n\t\t\n3\t1\t\n\n3\t\t\n\t\t1\n\t\t", None, ["3x3"] * 2),  # cells may be empty
        ("1 0 0 0 0 0 0 0 0\n3 0 0 0 0 0 0 0 0", "3x3", ["3x3"] * 2),  # nine numbers are no row of 3x3
        ("\n".join([" ".join("0" * 81)] * 8), None, ["9x9"] * 8),  # nor are 81 of any board
        ("1........\n.........\n3........", None, ["3x3"] * 3),
    ]
)
def test_lines_that_are_rows_and_lines_that_are_boards(
    text: str, layout: str | None, names: list[str]
) -> None:
    found = read_all(text, layout=layout and Layout.named(layout))
    assert [each.puzzle.layout.name for each in found] == names


@for_cases(
    [
        ("1 0\n0 2\n\n" * 2 + "1 0\n0 3\n\n1 0\n0 2", "puzzle 3: row 2, column 2: larger than 2: '3'"),
        ("1 0\n0 2\n\n" * 3 + "1 0\n", "puzzle 4: row 2 is missing"),
        (f"{GIVENS}\n{GIVENS[:-1]}a", "puzzle 2: row 9, column 9: a letter on a 9x9 board"),
        (f"{GIVENS}\n{GIVENS}\n{GIVENS[1:]}\n{GIVENS}", "puzzle 3: row 1, column 81: 80 cells found"),
        (f"{GIVENS}\n{GIVENS}\nhello\n{GIVENS}", "puzzle 3: .*'hello'"),
        ("1234\n3412\n2143\n4321\n---\n1234", "5 rows of 4 cells"),
    ]
)
def test_no_puzzle_of_several_is_left_out(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_all(text)


EMPTY = "." * 16


@for_cases(
    [
        (f"puzzle,layout\n{EMPTY},4x4+x", None, ["4x4+x"]),
        (f"layout;puzzle\n4x4+x;{EMPTY}\n;{EMPTY}\nx;{'.' * 81}", None, ["4x4+x", "4x4", "9x9+x"]),
        (
            f"{EMPTY},4x4+x,dug\n{EMPTY},jigsaw:1112122233443344,dug",
            None,
            ["4x4+x", "jigsaw:1112122233443344"],
        ),
        (f"puzzle,layout\n{EMPTY},4x4+x", "4x4", ["4x4"]),  # the board that is asked for comes first
        ("puzzle,layout\n....,2x2", None, ["2x2"]),
    ]
)
def test_a_column_of_a_table_names_the_boards(text: str, layout: str | None, names: list[str]) -> None:
    found = read_all(text, layout=layout)
    assert [each.puzzle.layout.name for each in found] == names
    assert [each.format for each in found] == ["table"] * len(names)
    assert [each.puzzle for each in read_all(write(found, "table"))] == [each.puzzle for each in found]


@for_each(format_names())
def test_several_boards_with_names_are_read_back(name: str) -> None:
    """A comment names the board of each; in one puzzle, two comments that differ are an error."""
    boards = ["4x4+x", "9x9:0-8", "jigsaw:1112122233443344", "4x7", "4x4"]
    overlapping = (
        [["twodoku", "4x4"], ["4x4+x", "twodoku"], ["twodoku"] * 2] if name in ("rows", "line") else []
    )
    for named in (boards, boards[::-1], *overlapping, ["3x3"] * 9, ["4x4"] * 16, ["2x2"] * 4):
        puzzles = [Puzzle.of(board, "1" + "." * (Layout.named(board).cell_count - 1)) for board in named]
        text = write(puzzles, name)
        assert [each.puzzle for each in read_all(text)] == puzzles
        assert [each.puzzle for each in read_all(text, format=name)] == puzzles
    with pytest.raises(FormatError, match="another comment says layout: 4x4: '9x9'"):
        read(f"# layout: 4x4\n{EMPTY} # layout: 9x9")


@for_cases(
    [
        (f"puzzle,layout\n{EMPTY},diagonals", "line 2: unknown layout 'diagonals'"),
        (f"puzzle,layout\n{EMPTY},6x6", "line 2: row 1, column 17: 16 cells found; a 6x6 board has 36"),
        # three rows of four cells between tabs, not three of three; the same between commas
        ("\t1\t\t\n2\t\t\t\n\t3\t\t", "row 4 is missing"),
        (",1,,\n2,,,\n,3,,", "row 4 is missing"),
        # a table of 4x4 as pandas writes it, not a board of 5x5
        (",0,1,2,3\n0,,,3,\n1,,,,\n2,,,,1\n3,,,,", "the first row and column count from 0; leave them out"),
        ("\t0\t1\n0\t1\t2\n1\t2\t1", "the first row and column count from 0"),
        ("|".join(["........."] * 9), "81 cells instead of at most 25"),
    ]
)
def test_a_table_or_a_board_that_is_not_as_it_says(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


@for_each(["-", "----", "_" * 9, "*" * 16])
def test_a_line_between_puzzles_is_no_empty_board(line: str) -> None:
    for text in (f"{GIVENS}\n{line}\n{GIVENS}", f"{GIVENS}\n\n{line}\n", f"{line}\n{GIVENS}"):
        with pytest.raises(FormatError, match="this line may separate puzzles, or be an empty board"):
            read_all(text)
    assert len(read_all(f"{GIVENS}\n{'-' * 81}\n{GIVENS}")) == 3


@for_each(["", "#43", "\t", "# layout: 4x4", "{}", "[]", "<a/>", "|", "\0"])
def test_texts_without_a_puzzle(text: str) -> None:
    for each in all_formats():
        with pytest.raises(FormatError):
            read_all(text, format=each.name)


@for_cases(
    [
        ({"cells": None}, "no list of cells"),
        (
            {"cells": [{"position": [0, 0], "value": 5, "fixed": "yes"}]},
            "cell 1 of the list: fixed is neither",
        ),
        (
            {"cells": [{"position": [0, 0], "value": 5}]},
            "cell 1 of the list: fixed is neither true nor false",
        ),
    ]
)
def test_gnome_saves_that_are_not_as_gnome_writes_them(fields: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(json.dumps({"difficulty_category": "easy", **fields}))
    assert read('{"cells": [], "time_elapsed": 1}', format="gnome").about.level == ""


def test_sixteen_lines_may_be_one_board_or_sixteen() -> None:
    text = "\n".join(["1234" + "." * 12] * 16)
    with pytest.raises(FormatError, match=r"may be a 16x16 board or 16 puzzles of 4x4; say which"):
        read_all(text)
    assert len(read_all(text, format="line")) == 16
    assert [
        each.puzzle.layout.size for each in read_all(text + " # symbols: 1-G" * 0, layout=Layout.named("4x4"))
    ] == [4] * 16


def test_two_formats_that_find_different_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mirrored(LineFormat):
        name = "mirrored"
        title = "cells backwards"

        def matches(self, line: str) -> bool:
            return line.startswith("https://sudoku.coach")

        def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
            return PuzzleEntry(Puzzle.of("9x9", GIVENS[::-1]))

        def format_line(self, entry: PuzzleEntry) -> str:
            return ""

    class Point(EntryPoint):
        def load(self) -> object:
            return Mirrored

    points = [Point("mirrored", "elsewhere:Mirrored", registry_module.GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    registry_module._from_entry_points.cache_clear()
    try:
        assert "mirrored" in registry_module.all_format_names()
        text = next(s.text for s in SAMPLES if s.format == "coach")
        with pytest.raises(FormatError, match="the text may be coach or mirrored, with different puzzles"):
            read(text)
        assert read(text, format="coach").puzzle.givens.symbols == GIVENS
        assert read(text, format="mirrored").puzzle.givens.symbols == GIVENS[::-1]
    finally:
        registry_module._from_entry_points.cache_clear()


def test_a_broken_format_of_another_package_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point(EntryPoint):
        def load(self) -> object:
            return object

    points = [Point("broken", "elsewhere:Broken", registry_module.GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    registry_module._from_entry_points.cache_clear()
    try:
        with pytest.warns(UserWarning, match="'broken' of elsewhere:Broken cannot be used"):
            assert "broken" not in registry_module.all_format_names()
    finally:
        registry_module._from_entry_points.cache_clear()


@pytest.mark.parametrize(
    ("part", "given", "reason"),
    [
        ("detect", 5, "`detect` of .* does not work: TypeError: 5 is no bool"),
        ("parse", None, "`parse` of .* does not work: TypeError: 'NoneType' object is not iterable"),
        ("parse", [], "`parse` of .* does not work: ValueError: no puzzle, and no error"),
        ("parse", [5], "`parse` of .* does not work: TypeError: 5 is no PuzzleEntry"),
    ],
)
def test_a_fault_in_a_format_names_its_package(part: str, given: object, reason: str) -> None:
    class Faulty(Format):
        name = title = "faulty"

        def detect(self, text: str) -> bool:
            return given if part == "detect" else True  # type: ignore[return-value]

        def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
            return given  # type: ignore[return-value]

        def format(self, entries: Sequence[PuzzleEntry]) -> str:
            return ""

    with pytest.raises(FormatError, match=reason):
        getattr(Faulty(), part)("text", *([ReadOptions()] if part == "parse" else []))


# -- twins --------------------------------------------------------------------------------------------------

JIGSAW = "jigsaw:111122333111222333112222333444555666444455666445555666777888999777888899777889999"
BOARDS = ("9x9", "9x9", "9x9", "4x4", "6x6", "6x6/3x2", "9x9+x", "windoku", "16x16", JIGSAW)
LAYOUTS = tuple(map(Layout.named, BOARDS))
TOLD = ("title", "author", "level", "rating")
WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=12).map(
    str.strip
)


@st.composite
def entries(draw: st.DrawFn) -> PuzzleEntry:
    layout = draw(st.sampled_from(LAYOUTS))
    random = Random(draw(st.integers(0, 2**32)))
    values = bytearray(layout.cell_count)
    for cell in random.sample(range(layout.cell_count), draw(st.integers(0, 40)) % layout.cell_count):
        free = {*layout.digits} - {values[peer] for peer in layout.peers[cell]}
        values[cell] = random.choice([0, *sorted(free)])
    ruled_out = {}
    if draw(st.booleans()):
        ruled_out = {
            c: [random.choice(layout.digits)] for c in random.sample(range(len(values)), 3) if not values[c]
        }
    puzzle = Puzzle.of(layout, values, ruled_out=ruled_out)
    state = a_state(draw, puzzle, random) if draw(st.booleans()) else None
    about = About(**{word: draw(WORDS) for word in draw(st.sets(st.sampled_from(TOLD)))})
    return PuzzleEntry(puzzle, state, about)


def a_state(draw: st.DrawFn, puzzle: Puzzle, random: Random) -> SavedState:
    layout, values = puzzle.layout, bytearray(puzzle.givens.values)
    for cell in range(len(values)):
        if not values[cell] and random.random() < 0.2:
            values[cell] = random.choice(layout.digits)
    empty = [not value for value in values]

    def some(most: int) -> tuple[int, ...]:
        return tuple(random.randrange(most + 1) if free and random.random() < 0.3 else 0 for free in empty)

    corner, centre = some(layout.all_digits), some(layout.all_digits) if draw(st.booleans()) else ()
    noted = [a | b for a, b in zip(corner, centre or (0,) * len(corner), strict=True)]
    return SavedState(
        values=Grid(layout, bytes(values)),
        corner=corner,
        centre=centre,
        struck=tuple(mask & ~note for mask, note in zip(some(layout.all_digits), noted, strict=True)),
        colours=bytes(random.randrange(9) for _ in values),
        seconds=random.randrange(1000) / 4,
    )


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name not in PLAIN and not format_named(name).only_read]
)
@given(given_entries=st.lists(entries(), min_size=1, max_size=3))
@settings(deadline=None, max_examples=examples(12))
def test_what_is_written_is_read_back(name: str, given_entries: list[PuzzleEntry]) -> None:
    format_ = format_named(name)
    refused = {part for part in format_.lacks(given_entries) if part in ESSENTIAL}
    if refused:
        with pytest.raises(FormatError, match=f"{name} cannot hold"):
            write(given_entries, name)
        given_entries = given_entries[:1]
        if {part for part in format_.lacks(given_entries) if part in ESSENTIAL}:
            return
    if name in ("pencilmarks", "sukaku") and any(0 in possible(entry.puzzle) for entry in given_entries):
        with pytest.raises(FormatError, match="has no candidates"):
            write(given_entries, name)
        return
    ways = [read_all(write(given_entries, name), format=name)]
    if (
        name != "sdx"
    ):  # which is only told from a pencil-mark grid if the player has set a digit, or has no notes
        ways.append(read_all(write_bytes(given_entries, name)))
    for found in ways:
        assert len(found) == len(given_entries)
        for reading, entry in zip(found, given_entries, strict=True):
            assert same_puzzle(reading.puzzle, entry.puzzle, name)
            if not left_out(given_entries, name):
                assert same_state(reading, entry, format_)
                assert reading.about == entry.about


def test_a_game_without_notes_is_not_taken_for_candidates() -> None:
    for givens in ("53..7...." + "." * 72, "." * 81):
        puzzle = Puzzle.of("9x9", givens)
        assert [entry.puzzle for entry in read_all(write(puzzle, "sdx"))] == [puzzle]


def same_puzzle(one: Puzzle, other: Puzzle, name: str) -> bool:
    """Formats that list candidates cannot tell a given from the only candidate that nobody else can take."""
    if name in ("pencilmarks", "sukaku"):
        return one.layout == other.layout and possible(one) == possible(other)
    return one == other


def same_state(one: PuzzleEntry, other: PuzzleEntry, format_: Format) -> bool:
    a, b = (each.state or SavedState(values=each.puzzle.givens) for each in (one, other))
    if format_.one_kind_of_notes:
        union = (
            tuple(x | y for x, y in zip(b.corner or (0,) * 999, b.centre, strict=False))
            if b.centre
            else b.corner
        )
        b = SavedState(values=b.values, corner=union, struck=b.struck, colours=b.colours, seconds=b.seconds)
    return a == b


# -- hostile and damaged files ------------------------------------------------------------------------------


@cache
def bombs() -> dict[str, str]:
    return {
        "billion laughs": '<!DOCTYPE a [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><opensudoku>&b;</opensudoku>',
        "external entity": '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><opensudoku>&a;</opensudoku>',
        "XML nesting": "<opensudoku>" + "<folder>" * 50_000,
        "JSON nesting": '{"cells": ' + "[" * 100_000,
        "JSON nesting, closed": '{"grid": ' + "[" * 5_000 + "]" * 5_000 + ', "size": 9}',
        "a long number": '{"size": ' + "9" * 100_000 + ', "grid": []}',
        "not a number": '{"size": NaN, "grid": []}',
        "lz-string bomb": "https://sudokupad.app/scl" + lzstring.compress(" " * (Limits().puzzle + 1)),
        "coach bomb": "https://sudoku.coach/en/play/SCv7_32_" + "0" * 100,
        "solo with a wild size": "99x99:" + "z" * 1000,
        "an OpenSudoku file without games": "<opensudoku></opensudoku>",
    }


def test_a_hostile_text_is_refused_in_one_line() -> None:
    texts = bombs()

    def check(name: str) -> None:
        with pytest.raises(NonetError) as caught:
            read_all(texts[name])
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300

    check_all(check, ((name,) for name in texts))


def archive(*names: str, size: int = 100) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for name in names:
            target.writestr(name, b" " * size)
    return buffer.getvalue()


@cache
def packed() -> dict[str, tuple[bytes, str]]:
    part = gzip.compress(f"{GIVENS}\n".encode())
    return {
        "gzip bomb": (gzip.compress(bytes(1 << 25), 1), "more than 16,777,216 bytes"),
        "zip bomb": (archive("a", size=1 << 25), "more than 16,777,216 bytes"),
        "two files": (archive("a", "b"), "the zip archive has 2 files instead of one"),
        "half an archive": (archive("a")[:60], "the zip archive is damaged"),
        "no archive": (b"PK\x03\x04" + b"x" * 100, "the zip archive is damaged"),
        "half of a gzip file": (gzip.compress(GIVENS.encode())[:-9], "cut off|damaged"),
        "no gzip file": (b"\x1f\x8b" + b"x" * 100, "damaged"),
        "a damaged part": (part + b"\0" + part[1:], "something else follows"),
        "zeros before a part": (part + bytes(3) + part, "something else follows"),
        "the first byte of a part": (part + part[:1], "something else follows"),
    }


def test_packed_files_are_limited() -> None:
    def check(name: str) -> None:
        data, message = packed()[name]
        with pytest.raises(NonetError, match=message):
            read_all(data)

    check_all(check, ((name,) for name in packed()))


def test_a_packed_file_is_read() -> None:
    assert read_all(gzip.compress(GIVENS.encode()))[0].puzzle.givens.symbols == GIVENS
    assert len(read_all(gzip.compress(f"{GIVENS}\n".encode()) * 2 + bytes(9))) == 2


def damaged(text: str) -> Iterator[str]:
    random = Random(1)
    yield from (text[:length] for length in range(0, len(text), max(1, len(text) // 40)))
    for _ in range(40):
        at = random.randrange(len(text))
        yield text[:at] + random.choice("0129.-x\"'{}[]<>|:,\n=ÿ") + text[at + 1 :]


@for_each(SAMPLES)
def test_a_damaged_file_is_read_or_refused(sample: Sample) -> None:
    for text in spread(damaged(sample.text), 8):
        for name in (None, sample.format):
            refused = ""
            try:
                read_all(text, format=name)
            except NonetError as error:
                refused = str(error)
            assert "\n" not in refused
            assert len(refused) < 700


LINKS = {
    "https://f-puzzles.com/?id=ab12cd": "would have to be downloaded",
    "https://sudokupad.app/k8zw1xkmfb": "would have to be downloaded",
    "https://www.sudokuwiki.org/Daily_Sudoku": "would have to be downloaded",
    f"https://www.sudokuwiki.org/Jigsaw.htm?bd={ZEROS}": "other solvers of the site have other rules",
    f"https://www.sudokuwiki.org/windoku.htm?x=1&bd={ZEROS}": "other solvers of the site have other rules",
    "https://sudokuexchange.com/play/": "would have to be downloaded",
    "https://sudoku.coach/en/campaign": "would have to be downloaded",
    "https://lisudoku.xyz/p/uWwScbyWCyHX": "would have to be downloaded",
    "https://lisudoku.xyz/solver?import=N4Ig5gTglgJgylA": "cut off|damaged|not valid",
    "https://swaroopg92.github.io/penpa-edit/": "would have to be downloaded",
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=vVZN": "cut off|damaged",
    "https://sudokupad.app/sclN4IgzglgXgpiBcBOANCA": "cut off|damaged|not valid",
}


@pytest.mark.parametrize("link", LINKS)
def test_a_link_without_a_puzzle(link: str) -> None:
    with pytest.raises(FormatError, match=LINKS[link]):
        read(link)


def test_the_table_in_the_documentation_is_up_to_date() -> None:
    page = format_table.PAGE.read_text(encoding="utf-8")
    assert page == format_table.with_table(page), "run tools/format_table.py"


def test_pencil_marks_with_a_single_open_cell_are_detected() -> None:
    puzzle = Puzzle.of("4x4", "..344312.2433421")
    text = write(puzzle, "pencilmarks")
    assert read_all(text)[0].puzzle == read_all(text, format="pencilmarks")[0].puzzle
