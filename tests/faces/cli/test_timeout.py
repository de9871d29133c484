"""--timeout: `unknown` and status 3 when a command does not finish in time."""

from __future__ import annotations

import pytest

from faces.web.test_workers import pigeonhole

from .conftest import Sudoku

EMPTY = "." * 81


@pytest.mark.parametrize("engine", ["propagation", "search", "rules"])
def test_a_count_that_takes_too_long_is_unknown(sudoku: Sudoku, engine: str) -> None:
    answer = sudoku("count", "--limit", "0", "--engine", engine, "--timeout", "0.3", EMPTY)
    assert (answer.out, answer.status) == ("unknown\n", 3)
    assert answer.err.startswith("at least ")


def test_a_search_that_takes_too_long_keeps_what_it_has_printed(sudoku: Sudoku) -> None:
    answer = sudoku("solve", "--limit", "0", "--engine", "search", "--timeout", "1", EMPTY)
    assert answer.status == 3
    assert answer.out.startswith("9 8 7 6 5 4 3 2 1\n")  # the greatest solution
    assert answer.err.splitlines()[-1] == "unknown: not finished within 1 s"


def test_an_answer_in_time_is_an_answer(sudoku: Sudoku) -> None:
    answer = sudoku("check", "--timeout", "60", "0130430202030000")
    assert (answer.out, answer.err, answer.status) == ("one\n", "", 0)


def test_true_candidates_can_time_out(sudoku: Sudoku) -> None:
    answer = sudoku("check", "--true-candidates", "--counts", "100000", "--timeout", "0.3", EMPTY)
    assert (answer.out, answer.status) == ("unknown\n", 3)


@pytest.mark.parametrize(
    ("command", "answered"),
    [
        ("minimal", "unknown"),
        ("hint", "unknown"),
        ("hint --json", '{"kind": "unknown"}'),
        ("explain", "unknown"),
        ("explain --json", '{"steps": null}'),
    ],
)
def test_what_is_explained_has_a_limit_too(sudoku: Sudoku, command: str, answered: str) -> None:
    answer = sudoku(*command.split(), "--timeout", "0.2", pigeonhole())
    assert (answer.out, answer.err, answer.status) == (f"{answered}\n", "", 3)


def test_a_hint_in_time(sudoku: Sudoku) -> None:
    in_time = sudoku("hint", "--timeout", "60", "0130430202030000")
    assert in_time == sudoku("hint", "0130430202030000")
    assert in_time.status == 0
