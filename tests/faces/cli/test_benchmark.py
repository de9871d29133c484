"""`sudoku benchmark`: questions out, answers in."""

from __future__ import annotations

import json

import pytest

from nonet.models.benchmark import GROUPS

from .conftest import Sudoku

pytestmark = pytest.mark.once
GROUP = ("--group", "4x4-easy")


def test_questions_and_scores(sudoku: Sudoku) -> None:
    asked = [json.loads(line) for line in sudoku("benchmark", *GROUP).out.splitlines()]
    assert [each["id"] for each in asked] == GROUPS[0].ids
    assert {*asked[0]} == {"id", "group", "puzzle", "prompt"}
    solved = [sudoku("solve", each["puzzle"].split()[0]).out for each in asked[:3]]
    answers = "\n".join(
        json.dumps({"id": each["id"], "answer": text}) for each, text in zip(asked, solved, strict=False)
    )
    written = sudoku("benchmark", *GROUP, "--score", "-", stdin=answers)
    assert written.status == 0
    head, row, total = written.out.splitlines()
    assert head.split() == ["group", "right", "%", "placed"]
    assert row.split()[:4] == ["4x4-easy", "3", "of", "28"]
    assert total.split()[1:] == row.split()[1:]
    as_json = sudoku("benchmark", *GROUP, "--score", "-", "--json", stdin=answers).out.splitlines()
    assert json.loads(as_json[0]) == json.loads(as_json[1]) | {"group": "4x4-easy"}
    assert json.loads(as_json[0])["right"] == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--group", "5x5"], "the benchmark has no group '5x5'"),
        (["--score", "nothing.jsonl"], "cannot read nothing.jsonl: No such file or directory"),
        (["--score", "."], "cannot read .: Is a directory"),
        (["--score", "-"], "line 1: not JSON"),
    ],
)
def test_what_is_refused(sudoku: Sudoku, arguments: list[str], complaint: str) -> None:
    answer = sudoku("benchmark", *arguments, stdin="{")
    assert (answer.status, answer.out.count("\n") <= 1) == (2, True)
    assert complaint in answer.err
