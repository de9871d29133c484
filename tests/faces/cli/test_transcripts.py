"""Runs every transcript in tests/data/cli: the command, its input and output, and the exit status.

# a comment that explains the case
$ sudoku solve --first 1234............
< a line of standard input
> a line of standard output
! a line of standard error, in which ... matches anything
= the status, and the end of the case
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from nonet.native import kernel

DATA = Path(__file__).resolve().parents[2] / "data" / "cli"


@dataclass
class Case:
    why: str = ""
    arguments: list[str] = field(default_factory=list)
    stdin: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    err: list[str] = field(default_factory=list)
    status: int = 0


def cases(path: Path) -> Iterator[ParameterSet]:
    case = Case()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        sign, text = line[:1], line[2:]
        if sign == "#":
            case.why += text
        elif sign == "$":
            program, *case.arguments = shlex.split(text)
            assert program == "sudoku", f"{path.name}:{number}"
        elif sign in ("<", ">", "!"):
            {"<": case.stdin, ">": case.out, "!": case.err}[sign].append(text)
        elif sign == "=":
            case.status = int(text)
            yield pytest.param(case, id=f"{path.stem}:{number}")
            case = Case()
        else:
            assert not line, f"{path.name}:{number}: {line!r}"
    assert case == Case(), f"{path.name}: the last case has no status"


@pytest.mark.parametrize("case", [case for path in sorted(DATA.glob("*.txt")) for case in cases(path)])
def test_transcript(case, sudoku, tmp_path, monkeypatch):  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)  # some write files
    answer = sudoku(*case.arguments, stdin="".join(f"{line}\n" for line in case.stdin))
    if kernel is None and "needs the compiled kernel" in answer.err:
        pytest.skip(answer.err)
    assert answer.out.splitlines() == case.out, case.why
    pattern = "\n".join(re.escape(line).replace(re.escape("..."), ".*") for line in case.err)
    assert re.fullmatch(pattern, answer.err.rstrip("\n")), f"{case.why}\n{answer.err}"
    assert answer.status == case.status, case.why


def test_there_are_transcripts_of_every_command() -> None:
    names = {"solve", "count", "check", "create", "usage"}
    assert names <= {path.stem for path in DATA.glob("*.txt")}
