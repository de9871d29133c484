"""Technique cases on any layout, one a line: `@technique|layout|values|candidates gone|what it finds`.

`r4c7<>5` is a candidate gone or eliminated, `r4c7=5` a digit placed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from logic.chain_data import case_lines, examples
from nonet.layout import Layout
from nonet.logic.catalog import entry
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.position import Position
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle
from nonet.step import Candidate, Step

Finder = Callable[[Position, Options], Iterator[Step]]


def plain_lines(name: str) -> list[str]:
    return [line for line in case_lines(name) if line.startswith(":")]


def layout_lines(name: str) -> list[str]:
    return [line for line in case_lines(name) if line.startswith("@")]


def id_of(line: str) -> str:
    """The technique and the layout, short enough to read."""
    return "-".join(part[:24] for part in line.strip("@:").split("|" if line.startswith("@") else ":")[:2])


def passed_and_proved_there(line: str) -> list[Step]:
    """The technique finds what it must, and the judge proves all it finds."""
    technique, name, values, gone, wanted = line.removeprefix("@").split("|")
    layout = Layout.named(name)
    position = Position.of(Puzzle.of(layout, list(map(int, values.split()))))
    for cell, digit in _candidates(layout, gone):
        position.eliminate(cell, digit)
    found = [step for step in entry(technique).finder(position, DEFAULTS) if step.technique == technique]
    for step in found[:10]:
        verify(position, step)
    expected = set(_candidates(layout, wanted))
    assert any(set(step.placements or step.eliminations) == expected for step in found)
    return found


def _candidates(layout: Layout, text: str) -> Iterator[Candidate]:
    for cell, digit in re.findall(r"(r\d+c\d+)(?:<>|=)(\d+)", text):
        yield layout.cell_named(cell), int(digit)


def solved_as_far_as(finders: tuple[Finder, ...]) -> int:
    """Lets the finders go on while they find something, on every layout. Each step is proved and true."""
    steps = 0
    for example in examples():
        position = example.position()
        while True:
            step = next((step for find in finders for step in find(position, DEFAULTS)), None)
            if step is None:
                break
            verify(position, step)
            assert example.agrees(step), (example.layout, step)
            position.apply(step)
            steps += 1
    return steps
