"""Positions for the tests of wings, almost locked sets and uniqueness, on several boards.

A line of `set-layouts.txt` is `layout|givens|solution|techniques that fire when all singles are placed`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice

from logic.chain_data import Example, case_lines, passed_and_proved
from nonet.layout import Layout
from nonet.logic.cases import parse_case
from nonet.logic.options import DEFAULTS
from nonet.logic.path import all_steps
from nonet.logic.verify import verify

__all__ = ["Example", "case_lines", "check_case", "check_counts", "check_example", "examples", "some_steps"]

some_steps = 8
"""How many steps of a technique are looked at on one board."""


@cache
def examples() -> tuple[Example, ...]:
    """Every line of the file; its solution is one."""
    found = []
    for line in case_lines("set-layouts.txt"):
        name, givens, solution, techniques = line.split("|")
        layout = Layout.named(name)
        values = tuple(map(int, solution.split()))
        assert all(len({values[cell] for cell in house.cells}) == layout.size for house in layout.houses)
        found.append(Example(layout, tuple(map(int, givens.split())), values, frozenset(techniques.split())))
    return tuple(found)


def check_case(line: str) -> None:
    """The case passes, all that was found is proved, and nothing is found twice in the same way."""
    result = passed_and_proved(line)
    patterns = [(step.eliminations, step.evidence) for step in result.found]
    assert len(patterns) == len(set(patterns))


def check_counts(name: str, keys: Iterable[str]) -> None:
    """Three cases for each technique, and one that must not fire."""
    cases = [parse_case(line) for line in case_lines(name)]
    for key in keys:
        own = [case for case in cases if case.technique == key]
        assert sum(not case.must_not_fire for case in own) >= 3, key
        assert any(case.must_not_fire for case in own), key


def check_example(example: Example, keys: Iterable[str]) -> None:
    """What fires is what the line says; every step is proved, and true of the solution."""
    position = example.position()
    fired = set()
    for key in keys:
        for step in islice(all_steps(position, key, options=DEFAULTS), some_steps):
            verify(position, step)
            assert example.agrees(step), step
            fired.add(key)
    assert fired == example.techniques & set(keys)
