"""Endless and unreadable standard input: refused with a clear message, in constant memory."""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from nonet.errors import NonetError
from nonet.faces.typed_lines import bounded_stdin, read_line
from nonet.limits import Limits

SOURCE = Path(__file__).parents[2] / "src"
MEMORY = 600 << 20  # address space: far more than a game needs


def test_a_line_may_be_as_long_as_the_limit_and_no_longer() -> None:
    longest = "x" * (Limits().line - 1) + "\n"
    assert read_line(io.StringIO(longest + "next\n")) == longest
    with pytest.raises(NonetError, match="more than 65,536 characters in a line"):
        read_line(io.StringIO("x" + longest))


def test_a_stream_that_cannot_be_read() -> None:
    class Broken(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            raise OSError(5, "Input/output error")

    with pytest.raises(NonetError, match="cannot read standard input: Input/output error"):
        read_line(Broken())


def test_input_reads_through_it_and_stdin_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.StringIO("first\n" + "x" * (Limits().line + 1))
    monkeypatch.setattr(sys, "stdin", stdin)
    with bounded_stdin():
        assert input() == "first"
        with pytest.raises(NonetError, match="more than 65,536 characters"):
            input()
    assert sys.stdin is stdin


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
@pytest.mark.parametrize(
    "program",
    [
        "from nonet.faces.console import play as p; p(stdin=sys.stdin, stdout=sys.stdout)",
        "from nonet.faces.mini import main as p; p(seed=1)",
        "from nonet.faces.mini import Sudoku as p; p([[0] * 9] * 9).play()",
        "from nonet.faces.file_solver import main as p; sys.exit(p([], data='.'))",
    ],
    ids=["console", "mini", "class", "file_solver"],
)
def test_dev_zero_is_refused_in_constant_memory(program: str) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    with Path("/dev/zero").open("rb") as zeros:
        ended = subprocess.run(
            [sys.executable, "-c", f"import sys; {program}"],
            stdin=zeros,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": str(SOURCE), "NONET_PURE": "1"},
            preexec_fn=limited,
            timeout=60,
        )
    assert ended.returncode != 0
    assert "more than 65,536 characters in a line" in ended.stderr
