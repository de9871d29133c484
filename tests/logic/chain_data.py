"""Positions for the tests of chains: technique cases, and puzzles of several layouts with their solutions.

A line of `chain-layouts.txt` is `layout|givens|solution|techniques that fire when all singles are placed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nonet.layout import Layout
from nonet.logic.cases import CaseResult, parse_case, run_case
from nonet.logic.position import Position
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle
from nonet.step import Step

FOLDER = Path(__file__).parents[1] / "data" / "techniques"


def case_lines(name: str) -> list[str]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def passed_and_proved(line: str) -> CaseResult:
    """The case passes, and the independent judge proves everything that was found."""
    case = parse_case(line)
    result = run_case(case)
    assert result.passed, [(step.eliminations, step.placements) for step in result.found]
    position = Position.at(case.position, givens=case.givens)
    for step in result.found[:10]:
        verify(position, step)
    return result


@dataclass(frozen=True)
class Example:
    layout: Layout
    givens: tuple[int, ...]
    solution: tuple[int, ...]
    techniques: frozenset[str]

    def position(self) -> Position:
        """The puzzle with all its singles placed, by the plainest of means."""
        position = Position.of(Puzzle.of(self.layout, self.givens))
        while (single := _single(position)) is not None:
            position.place(*single)
        return position

    def agrees(self, step: Step) -> bool:
        """Whether the step is true of the solution."""
        return all(self.solution[cell] == digit for cell, digit in step.placements) and all(
            self.solution[cell] != digit for cell, digit in step.eliminations
        )


def examples() -> Iterator[Example]:
    for line in case_lines("chain-layouts.txt"):
        name, givens, solution, techniques = line.split("|")
        layout = Layout.named(name)
        values = tuple(map(int, solution.split()))
        assert all(len({values[cell] for cell in house.cells}) == layout.size for house in layout.houses)
        yield Example(layout, tuple(map(int, givens.split())), values, frozenset(techniques.split()))


def _single(position: Position) -> tuple[int, int] | None:
    for cell, mask in enumerate(position.masks):
        if mask.bit_count() == 1:
            return cell, mask.bit_length()
    for board in position.layout.house_boards:
        for digit in position.layout.digits:
            places = position.boards[digit] & board
            if places.bit_count() == 1:
                return places.bit_length() - 1, digit
    return None
