"""Examples of techniques: positions in which one is the step to see. Documentation and test in one.

They are lines in the format of `nonet.logic.cases`, positions from puzzles of our own making: `examples.txt` has one
for each technique, `variant_examples.txt` a few for each technique of puzzles with rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nonet.candidates import Candidates
from nonet.errors import NonetError
from nonet.grid import Grid
from nonet.grouping import grouped
from nonet.logic.cases import TechniqueCase, parse_case, technique_of
from nonet.logic.catalog import entry, technique
from nonet.logic.position import Position
from nonet.rules.base import Rule
from nonet.step import Step

_FILES = ("examples.txt", "variant_examples.txt")


@dataclass(frozen=True)
class Example:
    """A position, and the step of the technique in it."""

    technique: str
    position: Candidates
    givens: Grid
    step: Step
    rules: tuple[Rule, ...] = ()


def example(key: str) -> Example | None:
    """The example of a technique, if there is one.

    >>> example("hidden-single").step.technique
    'hidden-single'
    """
    return next(iter(examples(key)), None)


@cache
def examples(key: str) -> tuple[Example, ...]:
    """All examples of a technique; found anew, so that they are always what the finder finds.

    >>> len(examples("hidden-single")), len(examples("rule-of-45")) > 1
    (1, True)
    """
    return tuple(shown(case) for case in _cases(key))


def shown(case: TechniqueCase) -> Example:
    """The step that a case expects, found anew."""
    key = case.technique
    position = Position.at(case.position, givens=case.givens, rules=case.rules)
    for step in entry(key).finder(position, case.options):
        wanted, found = (
            (case.placements, step.placements) if case.placements else (case.eliminations, step.eliminations)
        )
        if step.technique == key and wanted == frozenset(found):
            return Example(key, case.position, case.givens, step, case.rules)
    raise NonetError(
        f"the example of {key} no longer shows it; run tools/examples.py or tools/variant_examples.py"
    )


def example_case(key: str) -> TechniqueCase | None:
    """The line of the example of a technique, read."""
    return next(_cases(key), None)


def _cases(key: str) -> Iterator[TechniqueCase]:
    technique(key)  # says so, if there is no such technique
    return map(parse_case, _lines().get(key, ()))


@cache
def _lines() -> dict[str, list[str]]:
    """By their technique; they are read when one is asked for."""
    texts = [Path(__file__).with_name(name).read_text(encoding="utf-8") for name in _FILES]
    lines = [line for text in texts for line in text.splitlines() if line and not line.startswith("#")]
    return grouped((technique_of(line), line) for line in lines)
