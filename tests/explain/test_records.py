"""Steps as data: the round trip, and invalid records."""

from __future__ import annotations

import json

import pytest

from many_cases import for_each
from nonet.errors import NonetError
from nonet.explain import from_record, to_record
from nonet.explain.examples import example
from nonet.formats import as_puzzle
from nonet.hints import hint
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import technique_keys
from nonet.logic.path import all_steps, path
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rules import Diagonal
from nonet.step import Step


@for_each([key for key in technique_keys() if not key.endswith(("squirmbag", "whale", "leviathan"))])
def test_round_trip(key: str) -> None:
    found = example(key)
    assert found is not None
    record = to_record(found.step, CLASSIC)
    assert from_record(json.loads(json.dumps(record)), CLASSIC) == found.step
    assert set(record) == {"technique", "placements", "eliminations", "evidence"}
    assert set(record["evidence"]) <= {"roles", "truths", "links", "chains", "deadly", "cases"}


def test_houses_that_rules_add_are_those_of_the_position() -> None:
    puzzle = Puzzle.of("4x4", "1234............", rules=[Diagonal()])
    position = Position.of(puzzle)
    (step, *_) = all_steps(position, "locked-candidates-2")
    houses = {house for role in step.evidence.roles for house in role.houses}
    assert max(houses) == len(puzzle.layout.houses)
    assert Step.from_json(step.to_json(position.layout), position.layout) == step
    with pytest.raises(NonetError, match="use the layout of the position"):
        step.to_json(puzzle.layout)


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9+x", "9x9+windows"])
def test_round_trip_on_other_boards(name: str) -> None:
    layout = Layout.named(name)
    from nonet.engines import default_engine

    grid = default_engine(layout).some_solution(Puzzle.of(layout, [0] * layout.cell_count))
    assert grid is not None
    puzzle = Puzzle.of(layout, [0 if cell % 3 == 0 else value for cell, value in enumerate(grid)])
    for step in path(puzzle):
        assert from_record(json.loads(json.dumps(to_record(step, layout))), layout) == step


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"technique": "x"},
        {"technique": "x", "placements": [], "eliminations": [3]},
        {"technique": "x\x1b[2J", "placements": [], "eliminations": [], "evidence": {}},
    ],
)
def test_invalid_records_are_refused(record: dict[str, object]) -> None:
    with pytest.raises(NonetError):
        from_record(record, CLASSIC)


def test_steps_of_paths_and_hints_know_their_board() -> None:
    puzzle = as_puzzle(".13. 43.2 .2.3 ....")
    first = next(path(puzzle))
    assert first.to_json() == first.to_json(puzzle.layout) == to_record(first, puzzle.layout)
    assert Step.from_json(first.to_json(), puzzle.layout) == first
    hinted = hint(puzzle).step
    assert hinted is not None
    assert hinted.to_json() == first.to_json()
    with pytest.raises(NonetError, match=r"use to_json\(layout\)"):
        Step("naked-single", ((0, 5),)).to_json()


@pytest.mark.parametrize("digit", [0, -3, 10, 10**15])
def test_a_digit_that_the_board_does_not_have(digit: int) -> None:
    record = {
        "technique": "naked-single",
        "placements": [{"cell": "r1c1", "digit": digit}],
        "eliminations": [],
        "evidence": {},
    }
    with pytest.raises(NonetError, match=r"placements\.digit: expected a whole number from 1 to 9"):
        Step.from_json(record, CLASSIC)
