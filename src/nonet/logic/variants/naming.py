"""The rules that a step uses to keep cells apart, named after it was found.

The usual techniques look at cells that see each other, whatever the reason: a house, or a rule such as anti-knight or a
cage. A step that they find is proved by its truths once the rules behind that sight are named; those that it can do
without are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.bitsets import board_of, cells_in
from nonet.logic.fewest import fewest
from nonet.logic.position import Position, apart_by_rule, named_cells, sight
from nonet.logic.verify import is_proved
from nonet.rules.base import Rule
from nonet.step import Step


def named_rules(position: Position, step: Step) -> Step | None:
    """The step with the rules that it needs; None if no rules of the puzzle prove it."""
    looked_at = board_of(named_cells(step, position.layout))
    rules = [
        rule
        for rule, boards in apart_by_rule(position.layout, position.rules)
        if any(boards[cell] & looked_at for cell in cells_in(looked_at))
    ]
    if not is_proved(position, _with(step, rules)):
        return None
    shown = tuple(_apart_in_links(step))

    def enough(fewer: list[Rule]) -> bool:
        sees = sight(position.layout, tuple(fewer))
        return all(sees[one] >> other & 1 for one, other in shown) and is_proved(position, _with(step, fewer))

    return _with(step, fewest(rules, enough))


def _apart_in_links(step: Step) -> Iterator[tuple[int, int]]:
    """The pairs of cells that see each other in the chains that people are shown."""
    evidence = step.evidence
    for start, end, strong, by in evidence.all_links:
        plain = by is None and not start.set_cells and not end.set_cells
        if plain and not strong and start.digit == end.digit:
            yield from ((one, other) for one in start.cells for other in end.cells if one != other)


def _with(step: Step, rules: list[Rule]) -> Step:
    return replace(step, evidence=replace(step.evidence, apart=tuple(rules)))
