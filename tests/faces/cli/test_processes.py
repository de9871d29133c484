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

PATIENCE = 120
"""Seconds. On a busy machine, the start of a process alone may take several."""

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
    assert process.wait(timeout=PATIENCE) == 141


COUNTING = ("solve", "--engine", "backtracking", "--limit", "0", EMPTY.decode())


def wait_until_it_counts(process: subprocess.Popen[bytes]) -> None:
    """The grid is printed immediately; then it works, which takes longer on a busy machine."""
    assert process.stdout is not None
    rows = [process.stdout.readline() for _ in range(9)]
    assert rows[0] == b"9 8 7 6 5 4 3 2 1\n"
    stat = Path(f"/proc/{process.pid}/stat")

    def ticks() -> int:
        return sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13]))

    if stat.exists():
        before = ticks()
        while ticks() < before + 5:
            time.sleep(0.01)
    else:
        time.sleep(1)


def wait_until_stuck(process: subprocess.Popen[bytes], before: int) -> int:
    """Wait until a process waits for somebody to read a pipe, and has begun to wait more often than before; how often
    that is. Where the system does not tell, this takes a few seconds.
    """
    waits, end = 0, time.monotonic() + (PATIENCE if os.path.exists("/proc/self/wchan") else 5)
    while waits <= before and time.monotonic() < end:
        time.sleep(0.01)
        with suppress(OSError):
            if "pipe_write" in Path(f"/proc/{process.pid}/wchan").read_text():
                status = Path(f"/proc/{process.pid}/status").read_text()
                waits = int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])
    return waits


@posix_only
def test_ctrl_c_while_counting(start: Start) -> None:
    """After Ctrl-C: the count so far, no traceback, and status 130."""
    process = start(*COUNTING)
    wait_until_it_counts(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert out == b""
    words = err.split()
    assert words[:2] == [b"at", b"least"]
    assert int(words[2]) >= 1
    assert words[3:] in ([b"solution"], [b"solutions"])
    assert process.returncode == -signal.SIGINT  # so that a shell loop around it ends, too


@posix_only
@pytest.mark.parametrize(
    ("command", "full", "times"),
    [
        (COUNTING, ["stderr"], 1),
        (("solve", "no-such-file"), ["stderr"], 1),
        (("create", "--count", "1000000"), ["stdout", "stderr"], 2),  # the first lets it finish the puzzle
    ],
)
def test_ctrl_c_where_nobody_reads(
    start: Start, command: tuple[str, ...], full: list[str], times: int
) -> None:
    """The last words would wait for ever in a pipe that is full."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writer, b" " * 4096)
    os.set_blocking(writer, True)
    process = start(*command, **dict.fromkeys(full, writer))
    waits = 0
    for _ in range(times):
        if command is COUNTING:
            wait_until_it_counts(process)
        else:
            waits = wait_until_stuck(process, waits)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
    try:
        assert process.wait(PATIENCE) == -signal.SIGINT
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
    out, err = process.communicate(timeout=PATIENCE)
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
    ended = subprocess.run(command, capture_output=True, env=environment(), check=False, timeout=PATIENCE)
    assert (ended.stdout, ended.returncode, ended.stderr) == (b"", -signal.SIGINT, b"")


@posix_only
def test_ctrl_c_ends_the_console_game(start: Start) -> None:
    process = start("console")
    assert process.stdout is not None
    prompt = process.stdout.readline()
    assert prompt == b"Please enter the number of cells to fill [0-80]\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (out, err, process.returncode) == (b"Exiting...\n", b"", 0)


def test_bytes_that_are_not_utf8(start: Start) -> None:
    out, err = (process := start("solve")).communicate(b"5 3 0 0 7 0 0 0 0\n6 0 \xff\n", timeout=PATIENCE)
    assert (out, process.returncode) == (b"", 2)
    assert err.startswith(b"sudoku: row 2, column ")
    assert b"UTF-8" in err


@posix_only
def test_closed_streams() -> None:
    def shell(line: str) -> subprocess.CompletedProcess[str]:
        command = f"{shlex.quote(sys.executable)} -m nonet {line}"
        return subprocess.run(
            ["sh", "-c", command], env=environment(), capture_output=True, text=True, timeout=PATIENCE
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
    tools = shell("mcp <&-")
    assert (tools.stderr, tools.returncode) == ("sudoku: standard input is closed\n", 2)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a device without an end")
def test_a_picture_without_an_end() -> None:
    with open("/dev/zero", "rb") as zeros:
        result = subprocess.run(
            [sys.executable, "-m", "nonet", "--set-limit", "picture=1000000", "read", "-"],
            env=environment(),
            stdin=zeros,
            capture_output=True,
            timeout=PATIENCE,
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
            timeout=PATIENCE,
        )
    assert result.returncode == 74
    assert result.stderr.startswith(b"sudoku: cannot write: ")
    assert b"Traceback" not in result.stderr
    assert b"Exception ignored" not in result.stderr


def test_create_feeds_solve(start: Start, tmp_path: Path) -> None:
    made = tmp_path / "puzzle"
    out, err = (create := start("create", "--seed", "1")).communicate(timeout=PATIENCE)
    assert (err, create.returncode) == (b"", 0)
    made.write_bytes(out)
    out, err = (solve := start("solve", str(made))).communicate(timeout=PATIENCE)
    assert (err, solve.returncode) == (b"1 solution\n", 0)
    assert len(out.split()) == 81
