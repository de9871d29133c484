"""An example of every technique: a position in which it is the step to see. Documentation and test in one.

They are lines of `examples.txt`, in the format of `nonet.logic.cases`, one for each technique: positions
from puzzles of our own making.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nonet.candidates import Candidates
from nonet.errors import NonetError
from nonet.grid import Grid
from nonet.logic.cases import TechniqueCase, parse_case
from nonet.logic.catalog import entry, technique
from nonet.logic.position import Position
from nonet.step import Step

__all__ = ["Example", "example", "example_case"]

_FILE = Path(__file__).with_name("examples.txt")


@dataclass(frozen=True)
class Example:
    """A position, and the step of the technique in it."""

    technique: str
    position: Candidates
    givens: Grid
    step: Step


@cache
def example(key: str) -> Example | None:
    """The example of a technique, if there is one; found anew, so that it is always what the finder finds.

    >>> example("hidden-single").step.technique
    'hidden-single'
    """
    case = example_case(key)
    if case is None:
        return None
    position = Position.at(case.position, givens=case.givens)
    for step in entry(key).finder(position, case.options):
        wanted, found = (
            (case.placements, step.placements) if case.placements else (case.eliminations, step.eliminations)
        )
        if step.technique == key and wanted == frozenset(found):
            return Example(key, case.position, case.givens, step)
    raise NonetError(f"the example of {key} no longer shows it; run tools/examples.py")


def example_case(key: str) -> TechniqueCase | None:
    """The line of a technique, read."""
    technique(key)  # says so, if there is no such technique
    return _cases().get(key)


@cache
def _cases() -> dict[str, TechniqueCase]:
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    cases = [parse_case(line) for line in lines if line and not line.startswith("#")]
    return {case.technique: case for case in cases}
