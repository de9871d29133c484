"""`answer_lines`: one puzzle per line in, one answer per line out."""

from __future__ import annotations

import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Iterable
from functools import partial
from io import BytesIO, RawIOBase
from itertools import chain, count, repeat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import for_each
from nonet import Layout, create
from nonet import lines as lines_module
from nonet.engines import default_engine
from nonet.errors import FormatError
from nonet.faces.cli import run
from nonet.formats import format_grid
from nonet.limits import Limits, exceeded
from nonet.lines import answer_lines

PUZZLES = [create(seed) for seed in range(8)]
INPUT = [format_grid(puzzle.givens, "line") for puzzle in PUZZLES]
OUTPUT = [format_grid(default_engine(puzzle.layout).solution(puzzle), "line") for puzzle in PUZZLES]


def answered(data: bytes, job: str, **options: int) -> tuple[list[str], list[int]]:
    blocks = list(answer_lines(BytesIO(data), job, **options))  # type: ignore[arg-type]
    text = b"".join(block.text for block in blocks).decode()
    return text.split("\n")[:-1], [complaint.line for block in blocks for complaint in block.complaints]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("block", [1, 50, 82, 1000, 1 << 20])
def test_every_line_in_order(monkeypatch: pytest.MonkeyPatch, ending: str, block: int) -> None:
    monkeypatch.setattr(lines_module, "BLOCK", block)
    data = ending.join(INPUT).encode()
    assert answered(data, "solve") == (OUTPUT, [])
    assert answered(data + ending.encode(), "solve") == (OUTPUT, [])
    assert answered(data, "check") == (["one"] * 8, [])
    assert answered(data, "count", limit=10) == (["1"] * 8, [])


def test_lines_without_an_answer() -> None:
    lines = [
        INPUT[0],
        "hello",
        INPUT[1],
        "",
        "11" + "." * 79,
        "12.. ..34 .... ....",
        INPUT[2] + " # a remark",
    ]
    data = "\n".join(lines).encode()
    solved = [OUTPUT[0], "", OUTPUT[1], "", "", "", OUTPUT[2]]
    assert answered(data, "solve") == (solved, [2, 4, 5, 6])
    assert answered(data, "check") == (["one", "", "one", "", "none", "none", "one"], [2, 4])
    assert answered(data, "count") == (["1", "", "1", "", "0", "0", "1"], [2, 4])


def test_odd_lengths_and_bad_lines_among_good_ones() -> None:
    data = "".join(line + "\n" for line in (INPUT[0], "?" * 81, "." * 81, INPUT[1])).encode()
    solved, complaints = answered(data, "solve")
    assert (solved[0], solved[1], solved[3], complaints) == (OUTPUT[0], "", OUTPUT[1], [2])
    assert solved[2].startswith("987654321654321987")
    assert solved[2].endswith(" # several solutions")
    assert answered(data, "count", limit=5) == (["1", "", "more than 5", "1"], [2])


def test_other_boards() -> None:
    assert answered(b"12..............\n1...............\n", "count") == (["24", "72"], [])
    blocks = list(answer_lines(BytesIO(b"." * 81), "solve", layout=Layout.named("x")))
    assert blocks[0].text.endswith(b" # several solutions\n")


class Pieces(RawIOBase):
    """A stream that hands out a few bytes at a time, as a pipe does, and counts them."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces = iter(pieces)
        self.held = b""
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        piece = self.held or next(self.pieces, b"")
        self.held = piece[size:]
        self.taken += len(piece[:size])
        return piece[:size]


@for_each([Limits().line + 1, 3 * Limits().line, 1_000_000], [1000, Limits().line, 100_000])
def test_a_line_that_is_too_long_is_refused_alone(length: int, piece: int) -> None:
    """Wherever a block happens to end."""
    data = "\n".join([INPUT[0], "." * length, INPUT[1], "." * length, "." * length, INPUT[2]]).encode()
    pieces = [data[start : start + piece] for start in range(0, len(data), piece)]
    blocks = list(answer_lines(Pieces(pieces), "solve"))  # type: ignore[arg-type]
    text = b"".join(block.text for block in blocks).decode()
    assert text.split("\n") == [OUTPUT[0], "", OUTPUT[1], "", "", OUTPUT[2], ""]
    said = [(complaint.line, complaint.reason) for block in blocks for complaint in block.complaints]
    assert said == [(line, str(exceeded("line"))) for line in (2, 4, 5)]


def test_an_endless_line() -> None:
    """What came before it is answered; then a limited part of it is read, and little of that kept."""
    endless = Pieces(chain([INPUT[0].encode() + b"\n"], repeat(bytes(1 << 16))))
    answers = answer_lines(endless, "solve")  # type: ignore[arg-type]
    tracemalloc.start()
    try:
        assert next(answers).text == OUTPUT[0].encode() + b"\n"
        with pytest.raises(FormatError, match="a line of more than 64 MB"):
            next(answers)
        assert tracemalloc.get_traced_memory()[1] < 1 << 24
    finally:
        tracemalloc.stop()
    assert endless.taken < 66 << 20


def test_empty_input() -> None:
    assert answered(b"", "solve") == ([], [])


def test_the_commands(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join([*INPUT, "oops"]) + "\n")
    assert run(["solve", "--lines", str(file)]) == 1
    out, err = capfd.readouterr()
    assert out.split("\n") == [*OUTPUT, "", ""]
    assert err.startswith("line 9: ")
    file.write_text("\n".join(INPUT) + "\n")
    assert run(["check", "--lines", str(file)]) == 0
    assert capfd.readouterr().out == "one\n" * 8
    assert run(["count", "--lines", str(file)]) == 0
    assert capfd.readouterr().out == "1\n" * 8
    assert run(["solve", "--lines", str(tmp_path / "none")]) == 2
    assert "cannot read" in capfd.readouterr().err
    for command in ("solve", "count", "check"):
        assert run([command, "--lines", str(file), INPUT[0]]) == 2


def test_many_errors_are_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("oops\n" * 30)
    assert run(["check", "--lines", str(file)]) == 1
    out, err = capfd.readouterr()
    assert out == "\n" * 30
    assert len(err.splitlines()) == 21
    assert "30 lines without an answer" in err


def test_standard_input_as_a_stream() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "nonet", "solve", "--lines", "-"],
        input="\n".join(INPUT),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.split() == OUTPUT
    assert ended.stderr == ""


def test_slow_jobs_answer_few_lines_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock on which every job takes two seconds, no answer waits for more than the first few lines."""
    monkeypatch.setattr(lines_module, "monotonic", partial(next, count(0, 2)))
    data = "".join(line + "\n" for line in INPUT * 20).encode()
    answers = list(answer_lines(BytesIO(data), "solve", threads=2))
    assert [each.lines for each in answers][:5] == [16, 8, 4, 2, 2]
    assert sum(each.lines for each in answers) == 160
    assert b"".join(bytes(each.text) for each in answers).decode().split() == OUTPUT * 20


@pytest.mark.once
@pytest.mark.parametrize("command", ["solve", "rate"])
def test_a_slow_pipe_is_answered_line_by_line(command: str) -> None:
    """Each line is written only after the previous one was answered."""
    line = [sys.executable, "-m", "nonet", command, "--lines", "-"]
    with subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for puzzle, solution in zip(INPUT, OUTPUT, strict=True):
            process.stdin.write(puzzle + "\n")
            answer = process.stdout.readline()
            assert answer.startswith(solution if command == "solve" else puzzle)
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be watched there")
def test_ctrl_c_while_a_pipe_is_silent() -> None:
    line = [sys.executable, "-m", "nonet", "solve", "--lines", "-"]
    with subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(INPUT[0].encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline().decode().strip() == OUTPUT[0]
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)  # while its input is still open
        assert process.stderr is not None
        said = process.stderr.read().decode()
        assert said in (
            "stopped after 1 lines\n",
            "stopped after 0 lines\n",
        )  # its answer may still be on the way


@settings(deadline=None)
@given(
    lines=st.lists(st.sampled_from([b"", b"abc", b"x" * 9, b"y" * 40]), max_size=60),
    block=st.sampled_from([1, 10, 30, 100]),
    ended=st.booleans(),
)
def test_blocks_are_whole_lines(lines: list[bytes], block: int, ended: bool) -> None:
    data = b"\n".join(lines) + (b"\n" if ended else b"")
    blocks = list(lines_module.row_blocks(BytesIO(data), block))
    assert b"".join(blocks) == data
    assert all(each.endswith(b"\n") for each in blocks[:-1])


def test_two_short_lines_are_not_taken_for_one_puzzle() -> None:
    # two lines of 40 characters: the second newline is where the newline of an 81-character puzzle would be
    data = "\n".join([INPUT[0], "." * 40, "." * 40, INPUT[1], ""]).encode()
    assert len(data) == 3 * 82
    for job in ("solve", "check", "count"):
        lines, complaints = answered(data, job)
        assert [bool(line) for line in lines] == [True, False, False, True]
        assert complaints == [2, 3]
