"""How tests run the command: `sudoku` in this process, `start` in a child process, `shell` a line as it is typed."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from nonet.faces.cli import run

SRC = Path(__file__).resolve().parents[3] / "src"


@dataclass(frozen=True)
class Answer:
    out: str
    err: str
    status: int


class Stream(io.TextIOWrapper):
    """Standard input or output of a test; it can pretend to be a terminal."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False, encoding: str = "utf-8") -> None:
        self.memory = io.BytesIO(data)
        self.terminal = terminal
        super().__init__(self.memory, encoding=encoding, write_through=True)

    def isatty(self) -> bool:
        return self.terminal

    @property
    def text(self) -> str:
        return self.memory.getvalue().decode("utf-8")


Sudoku = Callable[..., Answer]


@pytest.fixture
def sudoku(monkeypatch: pytest.MonkeyPatch) -> Sudoku:
    def call(
        *arguments: str, stdin: str | bytes = b"", terminal: bool = False, encoding: str = "utf-8"
    ) -> Answer:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        streams = {
            "stdin": Stream(data, terminal=terminal),
            "stdout": Stream(terminal=terminal, encoding=encoding),
            "stderr": Stream(terminal=terminal),
        }
        with monkeypatch.context() as patch:
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            status = run(arguments)
        return Answer(streams["stdout"].text, streams["stderr"].text, status)

    return call


def environment(**extra: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(SRC),
        "PYTHONIOENCODING": "utf-8",
        **extra,
    }


Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start() -> Start:
    """Starts `python -m nonet`, by default with pipes for all three streams."""

    def call(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        given = {"env": environment(), **streams, **options}
        return subprocess.Popen([sys.executable, "-m", "nonet", *arguments], **given)  # type: ignore[call-overload,no-any-return]

    return call


Shell = Callable[..., tuple[str, int]]


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    """Runs a line of the documentation in `tmp_path`; returns all that it writes, and its status. Lines with characters
    that mean something to the shell run in one; any other runs in this process, which is much faster.
    """
    launcher = tmp_path / "sudoku"
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nonet "$@"\n')
    launcher.chmod(0o755)

    def in_a_shell(line: str, stdin: str) -> tuple[str, int]:
        bash = shutil.which("bash") if "bash" in line else None
        result = subprocess.run(
            [bash or "sh", "-c", line],
            cwd=tmp_path,
            env=environment(PATH=f"{tmp_path}:{os.environ['PATH']}", HOME=str(tmp_path)),
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        return result.stdout, result.returncode

    def call(line: str, stdin: str = "") -> tuple[str, int]:
        name, *arguments = shlex.split(line)
        if name != "sudoku" or set(line) & set("|&;<>$`*~#"):
            return in_a_shell(line, stdin)
        written = Stream()
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path)
            patch.setenv("HOME", str(tmp_path))
            patch.setattr(sys, "stdin", Stream(stdin.encode()))
            patch.setattr(sys, "stdout", written)
            patch.setattr(sys, "stderr", written)
            status = run(arguments)
        return written.text, status

    return call
