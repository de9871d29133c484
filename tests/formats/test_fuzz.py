"""Any text is parsed or refused with a NonetError; nothing else happens, however long it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.errors import FormatError, NonetError
from nonet.formats import format_grid, format_names, parse, parse_line, read_bytes
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
@settings(deadline=None, max_examples=200)
def test_any_text_of_likely_characters(text: str, layout: Layout | None) -> None:
    read_or_refused(text, layout)


@given(
    rows=st.lists(
        st.lists(st.sampled_from(["1", ".", "-", "|", "|", " ", "  ", "\t", ",", "12", "+"])), max_size=10
    ),
    layout=st.sampled_from(LAYOUTS),
)
@settings(deadline=None, max_examples=200)
def test_any_rows(rows: list[list[str]], layout: Layout | None) -> None:
    read_or_refused("\n".join("".join(row) for row in rows), layout)


@given(data=st.data(), text=st.sampled_from(VALID), layout=st.sampled_from(LAYOUTS))
@settings(deadline=None, max_examples=300)
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
@pytest.mark.parametrize("piece", [*CELLS, *BORDERS, *NOTHING])
def test_very_long_texts(piece: str, size: int) -> None:
    with pytest.raises(NonetError) as caught:
        parse(piece * (size // len(piece)))
    assert len(str(caught.value)) < 300
