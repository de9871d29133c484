"""Tests that need a real process: closed pipes, Ctrl-C, invalid UTF-8, missing streams."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from .conftest import SRC, Start, environment

EMPTY = b"." * 81
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

posix_only = pytest.mark.skipif(os.name != "posix", reason="signals and /dev are POSIX")


def test_a_closed_pipe(start: Start) -> None:
    process = start("solve", "--all", "--format", "line")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(EMPTY)
    process.stdin.close()
    assert len(process.stdout.readline()) == 82
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=30) == 141


@posix_only
def test_ctrl_c_while_counting(start: Start) -> None:
    """The grid is printed immediately; after Ctrl-C the count so far, no traceback, and status 130."""
    process = start("solve", "--engine", "backtracking", "--limit", "0")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(EMPTY)
    process.stdin.close()
    rows = [process.stdout.readline() for _ in range(9)]
    assert rows[0] == b"9 8 7 6 5 4 3 2 1\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.stdout.read() == b""
    words = process.stderr.read().split()
    process.stdout.close()
    process.stderr.close()
    assert words[:2] == [b"at", b"least"]
    assert int(words[2]) >= 1
    assert words[3:] in ([b"solution"], [b"solutions"])
    assert process.wait(timeout=30) == -signal.SIGINT  # so that a shell loop around it ends, too


@posix_only
@pytest.mark.parametrize(
    ("command", "full", "times"),
    [
        (("solve", "--engine", "backtracking", "--limit", "0", EMPTY.decode()), ["stderr"], 1),
        (("solve", "no-such-file"), ["stderr"], 1),
        (("create", "--count", "1000000"), ["stdout", "stderr"], 2),  # the first lets it finish the puzzle
    ],
)
def test_ctrl_c_where_nobody_reads(start: Start, command: list[str], full: list[str], times: int) -> None:
    """The last words would wait for ever in a pipe that is full."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writer, b" " * 4096)
    os.set_blocking(writer, True)
    began = time.monotonic()
    start("--version").communicate()
    long_enough = max(1.5, 6 * (time.monotonic() - began))  # on a busy machine, too
    process = start(*command, **dict.fromkeys(full, writer))
    for _ in range(times):
        time.sleep(long_enough)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
    try:
        assert process.wait(timeout=20) == -signal.SIGINT
    finally:
        process.kill()
        process.communicate()
        os.close(writer)
        os.close(reader)


def unread(pipe: IO[bytes]) -> int:
    """How many bytes are waiting in a pipe."""
    from fcntl import ioctl
    from termios import FIONREAD

    return int.from_bytes(ioctl(pipe, FIONREAD, bytes(4)), sys.byteorder)


@posix_only
def test_ctrl_c_while_waiting_for_a_puzzle(start: Start) -> None:
    process = start("solve")
    assert process.stdin is not None
    process.stdin.write(b"5 3 0")
    process.stdin.flush()
    while unread(process.stdin):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err, process.returncode) == (b"", b"", -signal.SIGINT)


@posix_only
@pytest.mark.parametrize(("ignored", "ending"), [(False, (b"", -signal.SIGINT)), (True, (b"one\n", 0))])
def test_ctrl_c_while_the_command_is_imported(ignored: bool, ending: tuple[bytes, int]) -> None:
    """It ends silently, or goes on where the shell has told it to ignore Ctrl-C."""
    script = (
        "import os, runpy, signal, sys, nonet\n"
        "class Interrupted:\n"
        "    def find_spec(name, *ignored):\n"
        "        if name == 'nonet.faces.cli': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupted)\n"
        f"if {ignored}: signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "sys.argv = ['sudoku', 'check', '0130430202030000']\n"
        "runpy.run_module('nonet', run_name='__main__')\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env=environment(), check=False
    )
    assert (ended.stdout, ended.returncode, ended.stderr) == (*ending, b"")


@posix_only
@pytest.mark.parametrize(
    "program",
    [
        "exec(open('main.py').read(), {'__name__': '__main__', '__file__': 'main.py'})",
        "from nonet.__main__ import main; main()",
    ],
)
def test_ctrl_c_while_the_package_is_imported(program: str) -> None:
    """Hardly anything is imported before it ends silently: for `./sudoku`, see tests/launcher/test_starts.py."""
    script = (
        "import os, signal, sys\n"
        "class Interrupted:\n"
        "    def find_spec(name, *ignored):\n"
        "        if name in ('typing', 'nonet.errors'): os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupted)\n"
        f"{program}"
    )
    command = [sys.executable, "-S", "-c", script]
    ended = subprocess.run(command, capture_output=True, env=environment(), cwd=SRC.parent, check=False)
    assert (ended.stdout, ended.returncode, ended.stderr) == (b"", -signal.SIGINT, b"")


@posix_only
def test_ctrl_c_while_an_object_is_freed() -> None:
    """Python drops the interrupt there, which comes again."""
    script = (
        "import signal, sys\n"
        "import nonet.faces.cli, nonet.faces.cli.solutions\n"
        "class Dying:\n"
        "    def __del__(self): signal.raise_signal(signal.SIGINT)\n"
        "class Command:\n"
        "    def __getattr__(self, name): Dying(); signal.pause()\n"
        "sys.modules['nonet.faces.cli.solve'] = Command()\n"
        "sys.argv = ['sudoku', 'solve']\n"
        "sys.exit(nonet.faces.cli.main())\n"
    )
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, capture_output=True, env=environment(), check=False, timeout=30)
    assert (ended.stdout, ended.returncode, ended.stderr) == (b"", -signal.SIGINT, b"")


@posix_only
def test_ctrl_c_ends_the_console_game(start: Start) -> None:
    process = start("console")
    assert process.stdout is not None
    prompt = process.stdout.readline()
    assert prompt == b"Please enter the number of cells to fill [0-80]\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err, process.returncode) == (b"Exiting...\n", b"", 0)


def test_bytes_that_are_not_utf8(start: Start) -> None:
    out, err = (process := start("solve")).communicate(b"5 3 0 0 7 0 0 0 0\n6 0 \xff\n", timeout=30)
    assert (out, process.returncode) == (b"", 2)
    assert err.startswith(b"sudoku: row 2, column ")
    assert b"UTF-8" in err


@posix_only
def test_closed_streams() -> None:
    def shell(line: str) -> subprocess.CompletedProcess[str]:
        command = f"{shlex.quote(sys.executable)} -m nonet {line}"
        return subprocess.run(
            ["sh", "-c", command], env=environment(), capture_output=True, text=True, timeout=60
        )

    no_input = shell("solve <&-")
    assert (no_input.stdout, no_input.returncode) == ("", 2)
    assert no_input.stderr.startswith("sudoku: standard input is closed")

    no_output = shell(f"solve {SOLVED} >&-")
    assert (no_output.stdout, no_output.returncode) == ("", 74)
    assert no_output.stderr.startswith("sudoku: standard output is closed")

    no_error = shell("solve nowhere.txt 2>&-")
    assert (no_error.stdout, no_error.stderr, no_error.returncode) == ("", "", 2)

    assert shell("console <&-").stdout.endswith("Exiting...\n")
    assert shell("mini </dev/null 2>&-").returncode == 0
    photo = shell("read - <&-")
    assert (photo.stderr, photo.returncode) == ("sudoku: standard input is closed\n", 2)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a device without an end")
def test_a_picture_without_an_end() -> None:
    with open("/dev/zero", "rb") as zeros:
        result = subprocess.run(
            [sys.executable, "-m", "nonet", "--set-limit", "picture=1000000", "read", "-"],
            env=environment(),
            stdin=zeros,
            capture_output=True,
            timeout=60,
        )
    assert result.returncode == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs the device that is always full")
def test_a_full_disk() -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "nonet", "solve", SOLVED],
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert result.returncode == 74
    assert result.stderr.startswith(b"sudoku: cannot write: ")
    assert b"Traceback" not in result.stderr
    assert b"Exception ignored" not in result.stderr


def test_create_feeds_solve(start: Start, tmp_path: Path) -> None:
    made = tmp_path / "puzzle"
    out, err = (create := start("create", "--seed", "1")).communicate(timeout=60)
    assert (err, create.returncode) == (b"", 0)
    made.write_bytes(out)
    out, err = (solve := start("solve", str(made))).communicate(timeout=60)
    assert (err, solve.returncode) == (b"1 solution\n", 0)
    assert len(out.split()) == 81
