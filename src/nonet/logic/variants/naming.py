"""The rules that a step uses to keep cells apart, named after it was found.

The usual techniques look at cells that see each other, whatever the reason: a house, or a rule such as anti-knight or a
cage. A step that they find is proved by its truths once the rules behind that sight are named; those that it can do
without are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from nonet.bitsets import board_of, cells_in
from nonet.grouping import grouped
from nonet.logic.fewest import fewest
from nonet.logic.position import Position, apart_by_rule, named_cells, sight
from nonet.logic.verify import is_proved
from nonet.rules.base import Rule
from nonet.step import RoleKind, Step


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
    whole = sight(position.layout, tuple(rules))
    shown = [(one, other) for one, other in _shown_apart(step) if whole[one] >> other & 1]

    def enough(fewer: list[Rule]) -> bool:
        sees = sight(position.layout, tuple(fewer))
        return all(sees[one] >> other & 1 for one, other in shown) and is_proved(position, _with(step, fewer))

    return _with(step, fewest(rules, enough))


def _shown_apart(step: Step) -> Iterator[tuple[int, int]]:
    """Pairs of cells of which people are told that they see each other, if they do. Some of them may not be needed for
    the proof, but the explanation is about the pattern.
    """
    evidence = step.evidence
    for start, end, strong, by in evidence.all_links:
        plain = by is None and not start.set_cells and not end.set_cells
        if plain and not strong and start.digit == end.digit:
            yield from ((one, other) for one in start.cells for other in end.cells if one != other)
    cells = grouped((role.kind, role.cells) for role in evidence.roles)
    for common in cells.get(RoleKind.COMMON, ()):
        for pair in combinations(common, 2):
            if not any(set(pair) <= set(each) for each in cells.get(RoleKind.SET, ())):
                yield pair
    for pivot in cells.get(RoleKind.PIVOT, ()):
        for others in (*cells.get(RoleKind.PINCER, ()), *cells.get(RoleKind.COMMON, ())):
            yield from product(pivot, others)
    for role in evidence.roles:
        if role.kind in (RoleKind.PINCER, RoleKind.FIN):
            yield from (
                (cell, each)
                for cell, digit in step.eliminations
                if digit in role.digits
                for each in role.cells
            )


def _with(step: Step, rules: list[Rule]) -> Step:
    return replace(step, evidence=replace(step.evidence, apart=tuple(rules)))
