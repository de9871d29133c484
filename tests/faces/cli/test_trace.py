"""Replays the output of --trace on an independent board to check every line."""

from __future__ import annotations

import re

import pytest

from nonet.formats import parse

from .conftest import Sudoku

LINE = re.compile(
    r" *(\d+)/(\d+)  (place|conflict|step back|solution)  +"
    r"(?:r(\d)c(\d)|number (\d+))(?: = (\d))?(?:  +(.*))?"
)
PUZZLES = [
    "0130430202030000",
    "123....4........",
    "12..............",
    "2134431212433421",
    "534..8........5348..834.5..85....4.3426853791713924856961537284287419635345286179",
]


def traced(sudoku: Sudoku, *arguments: str) -> tuple[list[str], str]:
    answer = sudoku("solve", "--engine", "backtracking", "--trace", *arguments)
    assert answer.status in (0, 1)
    return answer.err.splitlines(), answer.out


@pytest.mark.parametrize("text", PUZZLES)
@pytest.mark.parametrize("first", [True, False])
def test_the_trace_is_true(sudoku: Sudoku, text: str, first: bool) -> None:
    givens = parse(text).givens
    layout, values, solutions = givens.layout, list(givens), 0
    placed: list[int] = []
    empty = [cell for cell, value in enumerate(values) if not value]
    lines, _ = traced(sudoku, "--trace-limit", "0", *(["--first"] if first else []), text)
    events = [match for line in lines if (match := LINE.fullmatch(line))]
    counts = {"place": 0, "conflict": 0, "step back": 0, "solution": 0}
    after_solution = False
    for number, event in enumerate(events):
        depth, blanks, what, row, column, solution, written, why = event.groups()
        counts[what] += 1
        assert int(blanks) == len(empty)
        if after_solution and placed:  # the cell filled last is open again
            values[placed.pop()] = 0
        after_solution = what == "solution"
        if what == "solution":
            solutions += 1
            assert int(solution) == solutions
            assert 0 not in values
            assert all(len({values[cell] for cell in house.cells}) == layout.size for house in layout.houses)
            assert not first or number == len(events) - 1
            continue
        cell = layout.cell(int(row) - 1, int(column) - 1)
        assert cell == empty[len(placed)] == empty[int(depth) - 1], "row by row, each cell in its turn"
        if what == "place":
            assert all(values[peer] != int(written) for peer in layout.peers[cell])
            values[cell] = int(written)
            placed.append(cell)
        elif what == "conflict":
            house, digit, clash = re.fullmatch(r"(\w+ \d+) has (\d) at (r\dc\d)", why).groups()  # type: ignore[union-attr]
            assert digit == written
            assert values[layout.cell_named(clash)] == int(digit)
            assert any(
                h.name == house and {cell, layout.cell_named(clash)} <= set(h.cells) for h in layout.houses
            )
        elif placed:
            back = placed.pop()
            assert f"remove {values[back]} from {layout.cell_name(back)} " in why
            values[back] = 0
        else:
            assert why.endswith("the search is over")
            assert number == len(events) - 1
    if not first:  # as the tutorial says
        assert counts["step back"] == counts["place"] - solutions + 1 or not empty
        assert counts["place"] + counts["conflict"] == counts["step back"] * layout.size
    summary = f"digits placed: {counts['place']}, refused: {counts['conflict']}; "
    assert summary + f"steps back: {counts['step back']}; solutions: {solutions}" in lines


@pytest.mark.parametrize("text", PUZZLES)
def test_tracing_does_not_change_the_answer(sudoku: Sudoku, text: str) -> None:
    plain = sudoku("solve", text)
    lines, out = traced(sudoku, text)
    assert out == plain.out
    assert lines[-1] == plain.err.rstrip()


def test_the_trace_has_a_limit(sudoku: Sudoku) -> None:
    lines, _ = traced(sudoku, "--trace-limit", "7", "................")
    assert len([line for line in lines if LINE.fullmatch(line)]) == 7
    assert "trace cut off after 7 events; the search goes on (--trace-limit 0 shows all)" in lines


def test_colour_is_for_terminals(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    arguments = ("solve", "--engine", "backtracking", "--trace", "--delay", "0.0001", "0130430202030000")
    coloured = sudoku(*arguments, terminal=True)
    assert "\x1b[" in coloured.err
    assert "\x1b[" not in coloured.out
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured.err) == sudoku(*arguments).err
