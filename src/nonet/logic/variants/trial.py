"""Trial: suppose a candidate, take easy steps, and meet a contradiction.

    suppose r1c1 = 5        r1c2 = 4    last cell of a cage
                            r2c2 ≠ 4 …  cage combinations
                            the cage r2c23 cannot be filled any more: so r1c1 ≠ 5

The last resort where sums and houses have to be combined. The steps in between are ordinary ones, with evidence of
their own; those that the contradiction does not need are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from nonet.bitsets import cells_in, digits_in
from nonet.layout import Layout
from nonet.logic.catalog import Finder, entry
from nonet.logic.options import Options
from nonet.logic.position import Position, sight
from nonet.logic.variants.ways import cages_of
from nonet.rules.base import Rule
from nonet.step import Candidate, Evidence, Role, RoleKind, Step, Trial, Truth

MOST_STEPS = 60
"""A trial that takes more steps than this is given up."""

_EASY = (
    "full-house",
    "naked-single",
    "hidden-single",
    "cage-last-cell",
    "cage-combinations",
    "rule-consequence",
    "cage-placements",
    "rule-of-45",
)
"""What is tried on the way."""
_HARDER = (
    *_EASY,
    "locked-candidates-1",
    "locked-candidates-2",
    "naked-pair",
    "cage-must-have",
    "innies-outies",
)
"""The same where the easy steps lead to no contradiction, whatever is supposed."""


def trials(position: Position, options: Options) -> Iterator[Step]:
    """Candidates that lead to a contradiction; those of cells with few candidates first."""
    cells = [cell for cell, value in enumerate(position.values) if not value]
    cells.sort(key=lambda each: position.masks[each].bit_count())
    candidates = [(cell, digit) for cell in cells for digit in digits_in(position.masks[cell])]
    for keys in (_EASY, _HARDER):
        standing = []
        for candidate in candidates:
            trial = _trial(position, candidate, _finders(keys), options)
            if trial is None:
                standing.append(candidate)
            else:
                role = Role(RoleKind.ASSUMED, candidate[:1], candidate[1:])
                yield Step("trial", (), (candidate,), Evidence((role,), trial=trial))
        candidates = standing


@cache
def _finders(keys: tuple[str, ...]) -> tuple[Finder, ...]:
    return tuple(entry(key).finder for key in keys)


def _trial(
    position: Position, candidate: Candidate, finders: tuple[Finder, ...], options: Options
) -> Trial | None:
    supposed = position.copy()
    steps = [*_struck_out(supposed, candidate)]
    supposed.place(*candidate)
    for _ in range(MOST_STEPS + 1):
        end = _dead_end(supposed)
        if end is not None:
            return Trial(candidate, tuple(_needed(position, steps, end)), *end)
        step = next((each for find in finders for each in find(supposed, options)), None)
        if step is None:
            return None
        steps.append(step)
        for placed in step.placements:
            steps += _struck_out(supposed, placed)
        supposed.apply(step)
    return None


def _struck_out(position: Position, placed: Candidate) -> Iterator[Step]:
    """What rules strike out as soon as a digit is placed, candidate by candidate."""
    cell, digit = placed
    for other in cells_in(position.sees(cell) & ~position.layout.peer_boards[cell] & position.boards[digit]):
        rule = next(each for each in position.rules if sight(position.layout, (each,))[cell] >> other & 1)
        evidence = Evidence((Role(RoleKind.BASE, (cell, other)),), (Truth(cell=cell),), apart=(rule,))
        yield Step("rule-consequence", (), ((other, digit),), evidence)


End = tuple[Truth | None, Rule | None]


def _dead_end(position: Position) -> End | None:
    """A truth that has lost all its candidates, or a cage that cannot be filled."""
    if (truth := position.dead_end()) is not None:
        return truth, None
    for group in cages_of(position):
        if not group.ways.combinations:
            return None, group.rule
    return None


def _needed(position: Position, steps: list[Step], end: End) -> list[Step]:
    """The steps that the dead end rests on, by what each of them looks at."""
    layout, (truth, rule) = position.layout, end
    last = Evidence(truths=() if truth is None else (truth,), rules=() if rule is None else (rule,))
    needed = _looked_at(layout, last)
    kept: list[Step] = []
    for step in reversed(steps):
        if _changes(position, step) & needed:
            kept.append(step)
            needed |= _looked_at(layout, step.evidence)
            for role in step.evidence.roles:  # singles say what they are about in their role
                needed |= {(cell, digit) for cell in role.cells for digit in layout.entries}
    return kept[::-1]


def _changes(position: Position, step: Step) -> set[Candidate]:
    """The candidates that a step takes away."""
    found = set(step.eliminations)
    for cell, digit in step.placements:
        seen = position.layout.peer_boards[cell]
        found |= {(cell, other) for other in position.layout.entries}
        found |= {(other, digit) for other in range(position.layout.cell_count) if seen >> other & 1}
    return found


def _looked_at(layout: Layout, evidence: Evidence) -> set[Candidate]:
    """The candidates whose absence the evidence may rest on."""
    cells = {cell for equation in evidence.equations for cell in equation.cells}
    cells |= {cell for rule in evidence.rules for cell in rule.affected(layout)}
    cells |= {truth.cell for truth in evidence.truths if truth.cell is not None}
    found = {(cell, digit) for cell in cells for digit in layout.entries}
    for truth in evidence.truths:
        if truth.house is not None and truth.digit is not None:
            found |= {(cell, truth.digit) for cell in layout.houses[truth.house].cells}
    return found
