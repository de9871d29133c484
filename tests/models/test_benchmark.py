"""The benchmark: 500 questions that are always the same, and the score of a file of answers."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256

import pytest

from nonet import parse, rate, solution
from nonet.canonical import canonical
from nonet.errors import LimitExceeded, NonetError
from nonet.formats import format_grid
from nonet.generate.near_hardest import HARDEST
from nonet.limits import allow
from nonet.models.benchmark import GROUPS, Question, question, questions, read_answers, score

pytestmark = pytest.mark.once

ALL = "57fbd87b25c27379ca8cf26c6ee8d1fe7b0f4a17c693313233aa929328d0a355"
"""SHA-256 of all ids and puzzles of edition 4."""


def test_the_groups() -> None:
    ids = [name for group in GROUPS for name in group.ids]
    assert len(ids) == len({*ids}) == 500
    assert all(len({*group.seeds}) == len(group.seeds) >= 10 for group in GROUPS)
    assert GROUPS[0].ids[:2] == ["4x4-easy-01", "4x4-easy-02"]


@pytest.mark.parametrize(
    ("name", "puzzle"),
    [
        ("4x4-easy-01", "1..2....2..1..24 # layout: 4x4"),
        ("9x9-easy-30", ".....6.276.....8.....582..487.1..6.3195...7..46.89.2.....2.84.67..9.4.1..4..31..."),
        ("9x9-er-9-01", "1.....7.8...6.....9....1.....57.....8...24..532.....1....5....22.....8...93..7..6"),
        ("9x9-er-11-19", ".4.5....75...8..1...9......1....8.5.9.7.....4.3....9......62.......1.3..6..8...2."),
    ],
)
def test_a_question_is_always_the_same(name: str, puzzle: str) -> None:
    asked = question(name).to_json()
    assert asked["puzzle"] == puzzle
    assert asked["prompt"].startswith("Solve this Sudoku.")


@pytest.mark.parametrize("name", ["4x4-easy-02", "jigsaw-medium-01", "16x16-easy-01", "killer-easy-01"])
def test_the_text_is_the_puzzle(name: str) -> None:
    asked = question(name)
    assert parse(asked.to_json()["puzzle"]) == asked.puzzle


def test_the_hardest_are_neighbours_of_the_known() -> None:
    known = {canonical(parse(each)).form for each in HARDEST}
    asked = [*questions(["9x9-er-10", "9x9-er-11"])]
    forms = {canonical(each.puzzle).form for each in asked}
    assert len(forms) == len(asked) == 39
    assert not forms & known


@pytest.mark.slow
def test_the_ratings() -> None:
    for group in ("9x9-er-9", "9x9-er-10", "9x9-er-11"):
        found = {int(rate(each.puzzle, scheme="se").score) for each in questions([group])}
        assert found == {int(group.rpartition("-")[2])}


@pytest.mark.slow
def test_all_questions_are_the_same() -> None:
    """If this fails, puzzles are made in another way than before: give the benchmark a new edition."""
    asked = [each.to_json() for each in questions()]
    assert Counter(each["group"] for each in asked) == {group.name: len(group.ids) for group in GROUPS}
    assert len({each["puzzle"] for each in asked}) == 500
    text = "\n".join(f"{each['id']} {each['puzzle']}" for each in asked)
    assert sha256(text.encode()).hexdigest() == ALL


# -- scores -------------------------------------------------------------------------------------------------


def right(asked: Question) -> str:
    return "Here it is:\n" + format_grid(solution(asked.puzzle), "rows")


def test_planted_answers() -> None:
    """Right, wrong in the last row, unreadable, incomplete, and none at all."""
    one, two, three, four, *_ = questions(["4x4-easy"])
    last = right(two).rindex("1")
    wrong = right(two)[:last] + "2" + right(two)[last + 1 :]
    before = two.puzzle.givens.entries[: "".join(right(two).split()[3:]).rindex("1")].count(0)
    answers = {one.id: right(one), two.id: wrong, three.id: "I don't know", four.id: str(four.puzzle.givens)}
    found, total = score(answers, ["4x4-easy"])
    assert (found.group, total.group, found.answered, sum(found.right)) == ("4x4-easy", "all", 4, 1)
    assert found.right == total.right == (True, *[False] * (len(GROUPS[0].ids) - 1))
    assert found.placed[:4] == (one.puzzle.givens.entries.count(0), before, 0, 0)
    n = len(found.right)
    assert [*found.share] == pytest.approx([1 / n, 1 / n])


def test_all_right_and_nothing() -> None:
    found, _ = score({each.id: right(each) for each in questions(["6x6-easy"])}, ["6x6-easy"])
    assert found.share == (1, 0)
    *_, total = score({})
    assert total.to_json()["questions"] == 500
    assert (total.answered, total.share, total.progress) == (0, (0, 0), (0, 0))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"right", "line 2: not JSON"),
        (b"\xff\xfe", "line 2: not JSON"),
        (b"[" * 100_000, "line 2: nested too deeply"),
        (b"[]", "line 2: give"),
        (b'{"id": "4x4-easy-02"}', "line 2: give"),
        (b'{"id": 7, "answer": ""}', "line 2: give"),
        (b'{"id": "4x4-easy-02", "answer": [1]}', "line 2: the answer must be text"),
        (b'{"id": "4x4-easy-99", "answer": ""}', "line 2: the benchmark has no question '4x4-easy-99'"),
        (b'{"id": "4x4-easy-01", "answer": ""}', "line 2: a second answer to 4x4-easy-01"),
    ],
)
def test_bad_lines(line: bytes, complaint: str) -> None:
    with pytest.raises(NonetError, match=complaint):
        read_answers([b'{"id": "4x4-easy-01", "answer": "12"}\n', line])


def test_what_is_no_answer() -> None:
    assert read_answers(["", '{"id": "4x4-easy-01", "answer": null, "model": "x"}']) == {}
    with pytest.raises(LimitExceeded), allow(file=100):
        read_answers([b" " * 101])
    with pytest.raises(NonetError, match="no group"):
        next(questions(["5x5"]))
    with pytest.raises(NonetError, match="no question"):
        next(score({"x": ""}))


def test_lines_of_a_program() -> None:
    asked = question("4x4-easy-01")
    line = json.dumps({"id": asked.id, "answer": right(asked)})
    assert read_answers([line.encode()]) == {asked.id: right(asked)}
