"""Positions for the tests of techniques: cases on the classic board and on others, and whole puzzles.

:code:…                                          a case as in nonet.logic.cases
@technique|layout|values|candidates gone|found   a case on any board; r4c7<>5 is gone or eliminated, r4c7=5 placed
layout|givens|solution|techniques                a puzzle, and the techniques that fire once all singles are placed
                                                 (chain-layouts.txt and set-layouts.txt)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nonet.layout import Layout
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.step import Candidate, Step

FOLDER = Path(__file__).parents[1] / "data" / "techniques"


def lines(name: str) -> list[str]:
    """The lines of a file, without comments."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def case_lines(name: str) -> list[str]:
    """The cases on the classic board."""
    return [line for line in lines(name) if line.startswith(":")]


@dataclass(frozen=True)
class LayoutCase:
    """A case on any board."""

    technique: str
    layout: Layout
    values: tuple[int, ...]
    gone: tuple[Candidate, ...]
    found: frozenset[Candidate]

    @classmethod
    def parsed(cls, line: str) -> LayoutCase:
        technique, name, values, gone, found = line.removeprefix("@").split("|")
        layout = Layout.named(name)
        return cls(
            technique,
            layout,
            tuple(map(int, values.split())),
            tuple(_candidates(layout, gone)),
            frozenset(_candidates(layout, found)),
        )

    def position(self) -> Position:
        position = Position.of(Puzzle.of(self.layout, self.values))
        for cell, digit in self.gone:
            position.eliminate(cell, digit)
        return position


def _candidates(layout: Layout, text: str) -> Iterator[Candidate]:
    for cell, digit in re.findall(r"(r\d+c\d+)(?:<>|=)(\d+)", text):
        yield layout.cell_named(cell), int(digit)


@dataclass(frozen=True)
class Example:
    """A puzzle on some board, with its solution and the techniques that fire once all singles are placed."""

    layout: Layout
    givens: tuple[int, ...]
    solution: tuple[int, ...]
    techniques: frozenset[str]

    def position(self) -> Position:
        """The puzzle with all singles placed."""
        return _without_singles(self).copy()

    def agrees(self, step: Step) -> bool:
        """Whether the step agrees with the solution."""
        return all(self.solution[cell] == digit for cell, digit in step.placements) and all(
            self.solution[cell] != digit for cell, digit in step.eliminations
        )


@cache
def _without_singles(example: Example) -> Position:
    position = Position.of(Puzzle.of(example.layout, example.givens))
    while (single := _single(position)) is not None:
        position.place(*single)
    return position


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


@cache
def examples(name: str) -> tuple[Example, ...]:
    """The puzzles of `chain-layouts` or `set-layouts`; every solution is one."""
    found = []
    for line in lines(name):
        board, givens, solution, techniques = line.split("|")
        layout = Layout.named(board)
        values = tuple(map(int, solution.split()))
        assert all(len({values[cell] for cell in house.cells}) == layout.size for house in layout.houses)
        found.append(Example(layout, tuple(map(int, givens.split())), values, frozenset(techniques.split())))
    return tuple(found)


def layout_name(example: Example) -> str:
    """What pytest calls it."""
    return example.layout.name
