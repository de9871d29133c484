"""How texts are recognized and parsed, and the messages for invalid ones: tests/data/formats/*.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from many_cases import for_cases
from nonet.errors import FormatError, NonetError, RuleError
from nonet.formats import format_grid, parse, parse_line, read, read_bytes
from nonet.layout import Layout

DATA = Path(__file__).parents[1] / "data" / "formats"


def unescaped(text: str) -> str:
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape")


def cases(name: str) -> list[tuple[str, str, list[str]]]:
    """The title, the text, and the lines after the arrows (`==>`) of each block."""
    found = []
    for block in (DATA / name).read_text(encoding="utf-8").split("\n=== ")[1:]:
        title, _, body = block.partition("\n")
        lines = body.rstrip("\n").split("\n")
        text = [line for line in lines if not line.startswith("==> ")]
        expected = [line.removeprefix("==> ") for line in lines if line.startswith("==> ")]
        assert expected, title
        found.append((title, unescaped("\n".join(text)), expected))
    return found


READINGS, ERRORS = cases("readings.txt"), cases("errors.txt")


@for_cases(READINGS)
def test_reading(title: str, text: str, expected: list[str]) -> None:
    reading = read(text)
    assert f"{reading.format}, {reading.puzzle.layout.name}: {reading.description}" == expected[0]
    cells = format_grid(reading.puzzle.givens, "line").partition(" #")[0]
    assert cells == expected[-1]
    assert read_bytes(text.encode()) == reading


@for_cases(ERRORS)
def test_error(title: str, text: str, expected: list[str]) -> None:
    layout = Layout.named(title.rpartition("[")[2].rstrip("]")) if title.endswith("]") else None
    with pytest.raises(NonetError) as caught:
        read(text, layout=layout)
    assert str(caught.value) == unescaped(expected[0])


def test_an_error_carries_its_data() -> None:
    with pytest.raises(FormatError) as caught:
        parse("1 2\n2 q")
    error = caught.value
    assert (error.row, error.column, error.text) == (2, 2, "q")


def test_a_repeated_clue_is_a_rule_error() -> None:
    with pytest.raises(RuleError) as caught:
        parse("12\n.2")
    assert caught.value.house == "column 2"


@pytest.mark.parametrize(
    ("data", "row", "column", "message"),
    [
        (b"\xff", 1, 1, "row 1, column 1: this byte is not UTF-8; save the text as UTF-8: '0xff'"),
        (b"12\r\n2\xe9", 2, 2, "row 2, column 2: this byte is not UTF-8; save the text as UTF-8: '0xe9'"),
        (b"12\r21\r\x80", 3, 1, "row 3, column 1: this byte is not UTF-8; save the text as UTF-8: '0x80'"),
        (
            "12\n21".encode("utf-16"),
            1,
            1,
            "row 1, column 1: this byte is not UTF-8; it looks like UTF-16; save the text as UTF-8: '0xff'",
        ),
    ],
)
def test_bytes_that_are_not_utf8(data: bytes, row: int, column: int, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_bytes(data)
    assert (caught.value.row, caught.value.column, str(caught.value)) == (row, column, message)


def test_bytes_of_another_kind_of_file() -> None:
    with pytest.raises(FormatError, match="a PDF, not a puzzle"):
        read_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")


def test_a_byte_order_mark_is_ignored() -> None:
    assert read_bytes(b"\xef\xbb\xbf12\n21").puzzle == parse("12\n21")


def test_the_argument_overrides_the_comment() -> None:
    text = "# layout: 4x4+x\n1..............."
    assert parse(text, layout=Layout.named("4x4")).layout.name == "4x4"
    assert parse("# symbols: 0-9\n1" + "." * 99, symbols="1").givens[0] == 1
    assert parse("# symbols: 0-9\n1" + "." * 99, symbols="1-A").givens[0] == 1


def test_symbols_asked_for_hold_for_single_cells_with_blanks_between() -> None:
    rows = "\n".join([" ".join("1........."), *[" ".join("." * 10)] * 9])
    assert parse(rows).givens[0] == 1
    assert parse(rows, symbols="0-9").givens[0] == 2


LINE = ".....4.5.2.7...38.....2..19356.71....7.25....8..93.4..52..1.9..7.1..95....4......"


@pytest.mark.parametrize("text", [LINE, f"  {LINE}\n", f"{LINE} # comment", LINE.replace(".", "0")])
def test_parse_line(text: str) -> None:
    assert parse_line(text) == parse(LINE)
    assert parse_line(text, Layout.named("9x9")) == parse(LINE)


def test_parse_line_on_other_boards() -> None:
    assert parse_line("1" + "." * 15, Layout.named("4x4+x")).layout.name == "4x4+x"
    assert parse_line("1" + "." * 15).layout.name == "4x4"
    assert parse_line("G1" + "." * 254).givens[0] == 16
    assert parse_line("1" + "." * 255, symbols="0-F").givens[0] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no puzzle in the input"),
        (
            LINE[1:],
            f"row 1, column 81: 80 cells found; a 9x9 board has 81: '{LINE[1:40]}…'",
        ),
        (f"{LINE}\n{LINE[:50]}", f"row 2, column 1: 2 lines instead of one: '{LINE[:39]}…'"),
        ("12\n21", "row 1, column 2: 2 cells found; a 1x1 board has 1: '12'"),
        (f"q{LINE[1:]}", "row 1, column 1: a letter on a 9x9 board (cell 1 of the line): 'q'"),
        (f"٣{LINE[1:]}", "row 1, column 1: not one of the digits 0 to 9 (cell 1 of the line): '٣'"),
        (f"2{LINE[1:]}", "row 2, column 1: two 2s in column 1 (r1c1, r2c1)"),
    ],
)
def test_parse_line_refuses(text: str, message: str) -> None:
    with pytest.raises(NonetError) as caught:
        parse_line(text)
    assert str(caught.value) == message
