"""Control characters never reach a terminal: the filter, and that nothing in the package goes around it."""

from __future__ import annotations

import io
import logging
import pickle
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from nonet import parse
from nonet.errors import FieldError, FormatError, InvalidRule, NonetError
from nonet.formats import write
from nonet.play.rule_words import rules_in_words
from nonet.puzzle import Puzzle
from nonet.rules import PairRelation
from nonet.visible import VisibleStream, print_coloured, raw_stream, visible, visible_output

SOURCE = Path(__file__).resolve().parents[1] / "src" / "nonet"


def test_what_is_shown() -> None:
    controls = [
        *range(0x20),
        *range(0x7F, 0xA0),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
        0xD800,
        0xDFFF,
    ]
    for code in controls:
        sign = chr(code)
        assert visible(f"a{sign}b") == (f"a{sign}b" if sign in "\n\t" else f"a\\u{code:04x}b")
    kept = "\n\t ~\u00a0é„“│┏━┓👩\u200d👧"  # a joiner is part of some emoji
    assert visible(kept) == kept


def test_messages_of_errors() -> None:
    """What a stranger wrote reaches a message by way of names and numbers, whatever raises it."""
    with pytest.raises(NonetError) as raised:
        parse(".AntiKnight.Foo\x1b]0;x\x07")
    shown = "the puzzle has rules that nonet does not read: Foo\\u001b]0;x\\u0007"
    assert str(raised.value) == shown
    for error in (FormatError("\x9b"), FieldError("\x9b"), InvalidRule("{a}", "cage", {"a": "\x9b"})):
        assert error.reason == "\\u009b"
        assert "\x9b" not in str(pickle.loads(pickle.dumps(error)))


def _log(text: str) -> None:
    logger = logging.Logger("test")
    logger.addHandler(logging.StreamHandler())
    logger.error(text)


def _report(text: str) -> None:
    try:
        raise ValueError(text)
    except ValueError:
        traceback.print_exc()


WAYS: list[Callable[[str], object]] = [
    print,
    click.echo,
    lambda text: click.secho(text, err=True),
    lambda text: sys.stdout.write(text),
    lambda text: sys.stderr.writelines([text]),
    lambda text: print_coloured(text, sys.stdout),
    _log,
    _report,
]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_every_way_to_print_is_filtered(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for way in WAYS:
        written = io.BytesIO()
        stream = io.TextIOWrapper(written, encoding=encoding, write_through=True)
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setattr(sys, "stderr", stream)
        with visible_output():
            way("\x1b]0;title\x07\x9b\u202e\r!")
        assert re.search(rb"\\u001b\]0;title\\u0007\\u009b\\u202e\\u000d!", written.getvalue()), way
        assert not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", written.getvalue()), way
        assert sys.stdout is stream


def test_colours_of_our_own() -> None:
    stream = io.StringIO()
    print_coloured("\x1b[1;31m5\x1b[0m\x1b[2J", VisibleStream(stream))
    assert stream.getvalue() == "\x1b[1;31m5\x1b[0m\\u001b[2J\n"


def test_streams_that_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with visible_output():
        assert sys.stderr is None
        assert raw_stream(sys.stdout) is not sys.stdout


# Who goes around the filter, and with what: progress lines, answers made of digits, JSON.
AROUND = {"faces/cli/tally.py", "faces/cli/batch.py", "faces/cli/mcp.py"}
WAYS_AROUND = re.compile(
    r"raw_stream\(|sys\.__std(out|err)__|std(out|err)\.buffer|os\.write\(|/dev/tty|fdopen\([12]|\bopen\([012]\b"
)


def test_nothing_else_goes_around_the_filter() -> None:
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if WAYS_AROUND.search(path.read_text(encoding="utf-8"))
    }
    assert found == AROUND | {"visible.py"}


def test_every_program_filters_its_output() -> None:
    """What can be started besides the command, and prints what it has read, uses the filter, too."""
    programs = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "__name__ ==" in (text := path.read_text(encoding="utf-8")) and "print(" in text
    }
    unfiltered = {name for name in programs if "visible_output()" not in (SOURCE / name).read_text("utf-8")}
    assert unfiltered <= {"gpu/check.py"}  # it reads nothing


def test_the_name_of_a_relation() -> None:
    """Pages and terminals show it among the rules in words."""
    rule = PairRelation((0, 1), ((1, 2), (2, 1)), name="red\x1b[31m\u202e")
    puzzle = Puzzle.of("4x4", "." * 16, rules=[rule])
    assert "red\\u001b[31m\\u202e" in rules_in_words(puzzle)[-1]
    for form in ("json", "iss"):
        assert parse(write(puzzle, form)) == puzzle
