"""What a step gives, fact by fact, and whether a technique proves some facts in a position."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple

from nonet.bitsets import digits_in
from nonet.limits import check_time
from nonet.logic.catalog import Level, technique
from nonet.logic.path import all_steps, next_step
from nonet.logic.position import Position
from nonet.step import Candidate, Step


class StepFact(NamedTuple):
    """That a cell holds a digit (`places`), or does not."""

    places: bool
    candidate: Candidate


def conclusions(placements: Iterable[Candidate], eliminations: Iterable[Candidate]) -> set[StepFact]:
    return {StepFact(True, each) for each in placements} | {StepFact(False, each) for each in eliminations}


def unknown(position: Position, facts: Iterable[StepFact]) -> set[StepFact]:
    """Those facts that the position does not show yet."""
    values = position.values
    return {
        each
        for each in facts
        if (values[each.candidate[0]] != each.candidate[1] if each.places else position.has(each.candidate))
    }


def given_by(step: Step, position: Position, asked: Set[StepFact]) -> set[StepFact]:
    """Those facts that a step gives: what it says, the last candidate that it leaves to a cell, and what its digits
    exclude in their cells and in those that they see.
    """
    said = conclusions(step.placements, step.eliminations)
    found = said & asked
    for places, (cell, digit) in asked - found:
        if places:
            others = [each for each in digits_in(position.masks[cell]) if each != digit]
            follows = bool(others) and all((False, (cell, other)) in said for other in others)
        else:
            follows = any(
                (other == cell and one != digit) or (one == digit and position.sees(other) >> cell & 1)
                for other, one in step.placements
            )
        if follows:
            found.add(StepFact(places, (cell, digit)))
    return found


def proves(key: str, position: Position, facts: Set[StepFact], *, enumerated: Level = Level.EXTREME) -> bool:
    """Whether steps of a technique give all these facts. Above the level `enumerated`, where it takes long to find all
    steps, the next step of the path is tried first.
    """
    if technique(key).level > enumerated:
        step = next_step(position)
        if step is not None and step.technique == key and given_by(step, position, facts) == facts:
            return True
    left = set(facts)
    for step in all_steps(position, key):
        check_time()
        left -= given_by(step, position, left)
        if not left:
            return True
    return not left
