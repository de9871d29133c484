"""Random rules of every kind on small boards of every shape: engines find exactly the grids in which they hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import pytest

from nonet.engines import engine
from nonet.errors import NonetError
from nonet.formats.json_puzzle import from_json, schema
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import catalogue

T = TypeVar("T")

BOARDS = ["4x4", "4x4:0-3", "2x4:1-4", "2x3:0-3", "2x2:0-4", "1x3:0-6", "2x3+A1", "3x3:0-2+A1"]
BOARDS += ["raw:1x4:0-3", "raw:2x2:0-3", "raw:2x3:1-2"]  # digits may repeat
ENGINES = ["rules", *(["rules-kernel"] if kernel is not None else [])]
KINDS = sorted(set(catalogue()) - {"unknown_regions", "doppelganger"})  # they need boards of their own
TEXTS = ["row", "column", "box", "down", "up", "12", ".*2", "[12]+.*", "1.*|2.*", "n"]
TRIES = 30
"""How often a kind is tried: most random rules are refused."""


@cache
def all_grids(name: str) -> list[Grid]:
    layout = Layout.named(name)
    return list(engine("rules").solutions(Puzzle.of(layout, "." * layout.cell_count)))


def pick(rng: Rng, values: Sequence[T]) -> T:
    return values[rng.below(len(values))]


def some_cells(rng: Rng, layout: Layout) -> list[str]:
    """A row, a column, or any cells; some of them may be beside the board or listed twice."""
    names = [layout.cell_name(cell) for cell in range(layout.cell_count)]
    board, width = names[: layout.board_count], layout.width
    if rng.below(2):
        start = rng.below(layout.height)
        line = (
            board[start * width : (start + 1) * width] if rng.below(2) else board[rng.below(width) :: width]
        )
        return line[:: pick(rng, (1, -1))]
    return [pick(rng, names) for _ in range(1 + rng.below(5))]


def some_value(rng: Rng, declared: dict[str, Any], layout: Layout) -> Any:
    """A value that the schema allows."""
    kind = declared.get("type")
    if "const" in declared:
        return declared["const"]
    if "$ref" in declared:
        return some_rule(rng, pick(rng, ["cage", "thermometer", "x_sum", "even"]), layout)
    if "pattern" in declared:
        return pick(rng, some_cells(rng, layout))
    if kind == "array" and "pattern" in declared["items"]:
        return some_cells(rng, layout)
    if kind == "array":
        return [some_value(rng, declared["items"], layout) for _ in range(1 + rng.below(3))]
    if kind == "boolean":
        return bool(rng.below(2))
    return pick(rng, TEXTS) if kind == "string" else rng.below(13) - 1


def some_rule(rng: Rng, kind: str, layout: Layout) -> dict[str, Any]:
    declared = declared_kinds()[kind]
    return {
        name: some_value(rng, field, layout)
        for name, field in declared["properties"].items()
        if name in declared["required"] or rng.below(2)
    }


@cache
def declared_kinds() -> dict[str, Any]:
    found: dict[str, Any] = schema()["$defs"]
    return found


def with_few_candidates(rng: Rng, puzzle: Puzzle) -> Puzzle:
    """The same puzzle, where many candidates are ruled out, but no cell loses all."""
    every = puzzle.layout.all_digits
    count = puzzle.layout.cell_count
    ruled_out = tuple([rng.below(every) & rng.below(every + 1) for _ in range(count)])
    return Puzzle(puzzle.givens, ruled_out, puzzle.rules)


def fits(entries: bytes, puzzle: Puzzle) -> bool:
    return all(mask >> (entry - 1) & 1 for mask, entry in zip(puzzle.allowed, entries, strict=True))


@pytest.mark.attack
def test_engines_find_the_grids_in_which_a_random_rule_holds(attack_rounds: range) -> None:
    tried: dict[str, int] = {}
    for seed in attack_rounds:
        rng = Rng(seed)
        for kind in KINDS:
            for _ in range(TRIES):
                board = pick(rng, BOARDS)
                data = {"nonet": 1, "layout": board, "rules": [some_rule(rng, kind, Layout.named(board))]}
                try:
                    puzzle = from_json(json.dumps(data))
                except NonetError:
                    continue
                (rule,) = puzzle.rules
                expected = {grid.entries for grid in all_grids(board) if rule.holds(grid)}
                assert {grid.entries for grid in all_grids(board) if not rule.broken(grid)} == expected, data
                few = with_few_candidates(rng, puzzle)
                left = {each for each in expected if fits(each, few)}
                for name in ENGINES:
                    found = {grid.entries for grid in engine(name).solutions(puzzle)}
                    assert found == expected, (name, data, len(found), len(expected))
                    found = {grid.entries for grid in engine(name).solutions(few)}
                    assert found == left, (name, data, few.ruled_out, len(found), len(left))
                tried[kind] = tried.get(kind, 0) + 1
                break
    assert len(tried) > 60
