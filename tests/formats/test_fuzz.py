"""Any text is parsed or refused with a NonetError; nothing else happens, however long it is."""

from __future__ import annotations

import io
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import examples, for_cases, spread
from nonet.errors import FormatError, NonetError
from nonet.formats import format_grid, format_names, parse, parse_line, read, read_all, read_bytes, write
from nonet.grid import Grid
from nonet.layout import Layout

SIGNS = "0123456789ABCGPXYaxz._*-|+=#,;:'\"/ \t\n\r\ufeff\0²٣５│━┃┏ı\udcff"
LAYOUTS = (None, *map(Layout.named, ("1x1", "4x4", "6x6/3x2", "9x9", "9x9+x", "16x16", "25x25")))
LINE = ".....4.5.2.7...38.....2..19356.71....7.25....8..93.4..52..1.9..7.1..95....4......"


def texts_of(line: str) -> list[str]:
    grid = parse(line).givens
    return [format_grid(grid, name, style=style) for name in format_names() for style in ("ascii", "unicode")]


VALID = [
    *texts_of(LINE),
    *texts_of("......31...2.1.."),
    *texts_of("G1" + "." * 254),
    format_grid(Grid.empty(Layout.jigsaw("1112122233343444")), "board", with_layout=True),
    "| .1    |     3 |\n|    .3 |       |\n-----------------\n|       |       |\n|       |       |",
]


def read_or_refused(text: str, layout: Layout | None) -> None:
    for quick in (False, True):
        try:
            puzzle = parse_line(text, layout) if quick else parse(text, layout=layout)
        except NonetError as error:
            refused(error)
        else:
            assert layout is None or puzzle.layout == layout
            assert parse(format_grid(puzzle.givens), layout=puzzle.layout) == puzzle


def refused(error: NonetError) -> None:
    """Checks that the error has a one-line message of limited length, and a position that counts from 1."""
    assert 0 < len(str(error)) < 700
    assert "\n" not in str(error)
    if isinstance(error, FormatError):
        assert error.row is None or error.row >= 1
        assert error.column is None or error.column >= 1


@given(text=st.text(), layout=st.sampled_from(LAYOUTS))
@settings(deadline=None)
def test_any_text(text: str, layout: Layout | None) -> None:
    read_or_refused(text, layout)


@given(text=st.text(alphabet=SIGNS, max_size=400), layout=st.sampled_from(LAYOUTS))
@settings(deadline=None, max_examples=examples(200))
def test_any_text_of_likely_characters(text: str, layout: Layout | None) -> None:
    read_or_refused(text, layout)


@given(
    rows=st.lists(
        st.lists(st.sampled_from(["1", ".", "-", "|", "|", " ", "  ", "\t", ",", "12", "+"])), max_size=10
    ),
    layout=st.sampled_from(LAYOUTS),
)
@settings(deadline=None, max_examples=examples(200))
def test_any_rows(rows: list[list[str]], layout: Layout | None) -> None:
    read_or_refused("\n".join("".join(row) for row in rows), layout)


@given(data=st.data(), text=st.sampled_from(VALID), layout=st.sampled_from(LAYOUTS))
@settings(deadline=None, max_examples=examples(300))
def test_puzzles_with_a_few_changes(data: st.DataObject, text: str, layout: Layout | None) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 12)))
        text = text[:at] + data.draw(st.text(alphabet=SIGNS, max_size=3)) + text[until:]
    read_or_refused(text, layout)


@given(data=st.binary(max_size=200), start=st.sampled_from([b"", b"\xef\xbb\xbf", LINE.encode()]))
@settings(deadline=None)
def test_any_bytes(data: bytes, start: bytes) -> None:
    try:
        read_bytes(start + data)
    except NonetError as error:
        refused(error)


@given(at=st.integers(0, 80), sign=st.sampled_from("0123456789"), drop=st.booleans())
@settings(deadline=None)
def test_a_cell_too_many_or_too_few_is_an_error(at: int, sign: str, drop: bool) -> None:
    text = LINE[:at] + LINE[at + 1 :] if drop else LINE[:at] + sign + LINE[at:]
    with pytest.raises(FormatError, match=f"{len(text)} cells found; a 9x9 board has 81"):
        parse(text)


CELLS = ["1", "1 ", "1\t", "1\n", "1 2\n", "1,", ",\n", "A", "é", "\0", f"{LINE}\n", "1" * 25 + "\n"]
BORDERS = ["-", "-\n", "- ", "|", "|\n", "|1", "| |\n", "x 1|", "+\n", "│", "---\n1\n"]
NOTHING = ["#", " #", "\r", " ", "\t\n", "//\n", "# layout: 4x4\n"]


@pytest.mark.parametrize("size", [8_000, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("piece", spread([*CELLS, *BORDERS, *NOTHING], 2))
def test_very_long_texts(piece: str, size: int) -> None:
    with pytest.raises(NonetError) as caught:
        parse(piece * (size // len(piece)))
    assert len(str(caught.value)) < 300


# -- damage inside what is packed or coded ------------------------------------------------------------------


def zipped(method: int, name: str = "puzzle.txt") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr(zipfile.ZipInfo(name), LINE, method)
    return buffer.getvalue()


def huge_dictionary() -> bytes:
    """A zip archive whose LZMA data asks for a dictionary of 4 GB: the four bytes after the first of its properties."""
    data = zipped(zipfile.ZIP_LZMA)
    start = 30 + len("puzzle.txt") + 4
    return data[: start + 1] + b"\xff" * 4 + data[start + 5 :]


def packed(text: str) -> str:
    return "rules:" + urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


@for_cases(
    [
        (b"{ce:[[{v:5},\0]]}", "not valid JSON: a null character"),
        (zipped(zipfile.ZIP_LZMA)[:60] + zipped(zipfile.ZIP_LZMA)[61:], "another compression than deflate"),
        (zipped(zipfile.ZIP_LZMA), "another compression than deflate"),
        (zipped(zipfile.ZIP_BZIP2), "another compression than deflate"),
        (huge_dictionary(), "another compression than deflate"),
        (zipped(zipfile.ZIP_DEFLATED, "é").replace("é".encode(), b"\xff\xff"), "the zip archive is damaged"),
        (b'{"nonet": ' + b"1" * 5000 + b"}", "a number with thousands of digits"),
        (packed('{"nonet": ' + "1" * 5000 + "}").encode(), "a number with thousands of digits"),
        (packed("[" * 5000).encode(), "nested more than 40 levels deep"),
        (b"https://sudoku.coach/en/play/SCv7_32_" + b"a" * 17, "not base 32|damaged"),
    ]
)
def test_damaged_data_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_all(data)


@pytest.mark.parametrize("encoding", ["unheard-of", "UTF-16", "idna", "utf8"])
def test_xml_is_text_whatever_encoding_it_names(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><opensudoku><game data="{LINE}"/></opensudoku>'
    assert read(text.encode()).puzzle == parse(LINE)


def test_half_a_surrogate_pair_is_not_text() -> None:
    """JSON can spell one, but it cannot be written to a file."""
    reading = read('{"nonet": 1, "title": "\\ud800", "author": "\\ud83d\\ude00"}')
    assert (reading.about.title, reading.about.author) == ("?", "\U0001f600")
    write(reading, "json").encode()
    with pytest.raises(FormatError, match="half of a surrogate pair"):
        read(LINE + " # \udcff")


# -- arguments of a wrong type ------------------------------------------------------------------------------


def test_a_layout_may_be_given_by_its_name() -> None:
    assert parse(LINE, layout="x") == parse_line(LINE, "x") == parse(LINE, layout=Layout.named("x"))
    with pytest.raises(NonetError, match="unknown layout 'y'"):
        parse(LINE, layout="y")


WRONG: list[Callable[[], object]] = [
    lambda: parse(LINE, layout=9),  # type: ignore[arg-type]
    lambda: parse_line(LINE, 9),  # type: ignore[arg-type]
    lambda: parse(LINE, symbols=9),  # type: ignore[arg-type]
    lambda: parse_line(None),  # type: ignore[arg-type]
    lambda: write([9], "line"),  # type: ignore[list-item]
    lambda: write(LINE, 9),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_value_of_a_wrong_type_is_refused(number: int) -> None:
    with pytest.raises(NonetError):
        WRONG[number]()
