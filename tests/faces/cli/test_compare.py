"""`sudoku compare`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from nonet.engines import engine_names

from .conftest import Sudoku

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_row_for_each_engine(sudoku: Sudoku) -> None:
    answer = sudoku("compare", EASY)
    assert (answer.err, answer.status) == ("", 0)
    header, *rows = [line.split() for line in answer.out.splitlines()]
    assert header == ["engine", "solutions", "nodes", "backtracks", "time"]
    assert [row[0] for row in rows] == list(engine_names())
    assert {row[1] for row in rows} == {"one"}
    assert ["dlx", "one", "52", "0"] in [row[:4] for row in rows]  # 51 empty cells, and the first position


def test_json(sudoku: Sudoku) -> None:
    answer = sudoku("compare", "--json", "--engine", "dlx", "--engine", "search", "12..............")
    assert answer.status == 0
    rows = json.loads(answer.out)
    assert [(row["engine"], row["solutions"]) for row in rows] == [("dlx", 2), ("search", 2)]


def test_an_engine_that_takes_too_long_is_stopped(sudoku: Sudoku) -> None:
    hard = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
    answer = sudoku("compare", "--timeout", "0.2", "--engine", "backtracking", hard)
    assert answer.status == 0
    name, solutions, nodes, _, *time = answer.out.splitlines()[1].split()
    assert (name, solutions, time) == ("backtracking", "stopped", [">", "0.2", "s"])
    assert int(nodes.replace(",", "")) > 100


def test_a_missing_package_is_named(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    answer = sudoku("compare", EASY)
    assert answer.status == 0
    assert "sat skipped: the engine sat needs pysat" in answer.err
    names = [line.split()[0] for line in answer.out.splitlines()]
    assert names == ["engine", *(name for name in engine_names() if name != "sat")]
    answer = sudoku("compare", "--engine", "dlx", "--engine", "sat", EASY)
    assert (answer.out, answer.status) == ("", 2), "it was asked for"
    assert 'needs pysat; install it with: pip install "nonet[sat]"' in answer.err


def test_in_a_clone_a_missing_package_is_installed_before_anything_is_compared(
    sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []

    def installed(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(command)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    monkeypatch.setenv("NONET_INSTALLER", __file__)
    monkeypatch.setattr(subprocess, "run", installed)
    answer = sudoku("compare", EASY)
    assert [command[2:] for command in calls] == [[__file__, "--extra", "sat"]]
    first, second = answer.err.splitlines()
    assert first == "sudoku: the engine sat needs pysat; installing it now"
    assert second.startswith("sat skipped: "), "it could not be installed"
    assert answer.status == 0


def test_no_such_engine(sudoku: Sudoku) -> None:
    answer = sudoku("compare", "--engine", "magic", EASY)
    assert (answer.out, answer.status) == ("", 2)
    assert "unknown engine 'magic'" in answer.err


def test_the_trace_of_dlx(sudoku: Sudoku) -> None:
    answer = sudoku("solve", "--engine", "dlx", "--trace", "--first", "..344....243.42.")
    assert answer.err.splitlines()[:3] == [
        "8 empty cells, always the cell with the fewest digits, or the digit with the fewest places",
        "1/8  choose     r1c2           1 digit possible",
        "1/8  place      r1c2 = 1",
    ]


def test_a_trace_in_json(sudoku: Sudoku) -> None:
    answer = sudoku(
        *("solve", "--engine", "backtracking", "--trace", "--trace-format", "json", "--first"),
        "..344....243.42.",
    )
    events = [json.loads(line) for line in answer.err.splitlines()]
    assert events[0] == {"event": "place", "depth": 1, "cell": [1, 1], "digit": 1}
    assert events[-1]["grid"] == [[2, 1, 3, 4], [4, 3, 1, 2], [1, 2, 4, 3], [3, 4, 2, 1]]


def test_only_two_engines_have_a_trace(sudoku: Sudoku) -> None:
    answer = sudoku("solve", "--engine", "search", "--trace", EASY)
    assert (answer.out, answer.status) == ("", 2)
    assert "--trace needs --engine backtracking or --engine dlx" in answer.err
