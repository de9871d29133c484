"""Trial: suppose a candidate, take easy steps, and meet a contradiction.

    suppose r1c1 = 5        r1c2 = 4    last cell of a cage
                            r2c2 ≠ 4 …  cage combinations
                            the cage r2c23 cannot be filled any more: so r1c1 ≠ 5

Where singles and rules are enough, this is forcing; a trial, the last resort, also takes pairs and locked candidates.
The steps in between are ordinary ones, with evidence of their own; those that the contradiction does not need are left
out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cache

from nonet.bitsets import cells_in, digits_in
from nonet.logic.catalog import Finder, entry
from nonet.logic.compiled import UNKNOWN, board_of, plan_of, search_plan
from nonet.logic.killers import cages_of_rules
from nonet.logic.options import Options
from nonet.logic.position import Position, looked_at, remembered, sight
from nonet.logic.variants.implied import broken_rule
from nonet.logic.variants.ways import cages_of
from nonet.native import kernel
from nonet.rules.base import Rule
from nonet.step import Candidate, Evidence, Role, RoleKind, Step, Trial, Truth

MOST_STEPS = 60
"""A trial that takes more steps than this is given up."""

MOST_LINES = 12
"""More steps than this are no longer a short chain of reasons."""

FEW = 5
"""The candidates of cells with so many of them are tried even if the compiled search does not refute them at once."""
MOST_TRIED = 200
"""So many candidates are tried before a search gives up, but for killers: there the kernel says which ones fail."""
MOST_ASIDE = 6
"""How many steps that turn out not to be needed a search for such a chain takes."""

_EASY: tuple[str, ...] = (
    "full-house",
    "naked-single",
    "hidden-single",
    "cage-last-cell",
    "cage-combinations",
    "rule-consequence",
    "wide-rule-consequence",
    "cage-placements",
    "rule-of-45",
)
"""What is tried on the way."""
_BY_RULES = (*_EASY, "cage-must-have", "must-have", "must-have-place", "innies-outies")
"""The same in a long chain: all that rules imply."""
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
    """Candidates that harder steps refute; except in killers, those that easy ones do, or of cells with few."""
    candidates = _of_killer(position, options, "trial")
    if candidates is None:
        few = [each for each in _candidates(position) if position.masks[each[0]].bit_count() <= FEW]
        candidates = list(dict.fromkeys([*_refuted_at_once(position), *few]))[:MOST_TRIED]
    return _refutations(position, options, "trial", candidates, _HARDER, MOST_STEPS)


def forcing(length: str) -> Finder:
    """The finder of candidates that singles and rules alone refute; in a short one few lines are enough to say how."""
    key = "long-rule-forcing" if length == "long" else "rule-forcing"

    def find(position: Position, options: Options) -> Iterator[Step]:
        candidates, allowed = _of_killer(position, options, key), _EASY
        if candidates is None:
            candidates, allowed = _refuted_at_once(position)[:MOST_TRIED], _BY_RULES
        if length == "long":
            return _refutations(position, options, key, candidates, allowed, MOST_STEPS)
        found = _refutations(position, options, key, candidates, _EASY, MOST_LINES + MOST_ASIDE)
        return (
            step for step in found if step.evidence.trial and len(step.evidence.trial.steps) <= MOST_LINES
        )

    return find


def _of_killer(position: Position, options: Options, key: str) -> list[Candidate] | None:
    """What to try in a killer of the plain board: what the kernel's form of the technique refutes, or all candidates
    where it has none. None for other puzzles.
    """
    cages = cages_of_rules(position.layout, position.rules)
    if cages is None:
        return None
    plan = plan_of((entry(key),), options)
    if kernel is None or plan is None or plan.finders[0] == UNKNOWN:
        return _candidates(position)
    records = kernel.logic_all(board_of(position), plan.finders[0], plan.options, cages)
    return [(record[4], record[5]) for record in records]  # its only elimination


def _refutations(
    position: Position,
    options: Options,
    key: str,
    candidates: Iterable[Candidate],
    allowed: tuple[str, ...],
    most: int,
) -> Iterator[Step]:
    broken_rule(position)  # so that trials look at what they fill alone
    for candidate in candidates:
        trial = _trial(position, candidate, _finders(allowed), options, most)
        if trial is not None:
            role = Role(RoleKind.ASSUMED, candidate[:1], candidate[1:])
            yield Step(key, (), (candidate,), Evidence((role,), trial=trial))


def _candidates(position: Position) -> list[Candidate]:
    """All candidates; those of cells with few of them first."""
    cells = [cell for cell, value in enumerate(position.values) if not value]
    cells.sort(key=lambda each: position.masks[each].bit_count())
    return [(cell, digit) for cell in cells for digit in digits_in(position.masks[cell])]


@remembered
def _refuted_at_once(position: Position) -> list[Candidate]:
    """The candidates that the compiled search refutes without a guess; without the kernel all of them.

    Those of cells with few candidates come first, and of these the ones with the shortest way.
    """
    if kernel is None:
        return _candidates(position)
    allowed = array("I", position.state(range(position.layout.cell_count)))
    found: list[Candidate] = kernel.rules_refuted(search_plan(position.layout, position.rules), allowed)
    found.sort(key=lambda each: position.masks[each[0]].bit_count())
    return found


@cache
def _finders(keys: tuple[str, ...]) -> tuple[Finder, ...]:
    return tuple(entry(key).finder for key in keys)


def _trial(
    position: Position, candidate: Candidate, finders: tuple[Finder, ...], options: Options, most: int
) -> Trial | None:
    supposed = position.copy()
    steps = [*_struck_out(supposed, candidate)]
    supposed.place(*candidate)
    for _ in range(most + 1):
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
    """A truth that has lost all its candidates, a cage that cannot be filled, or a rule that digits break."""
    if position.is_stuck and (truth := position.dead_end()) is not None:
        return truth, None
    for group in cages_of(position):
        if not group.ways.combinations:
            return None, group.rule
    rule = broken_rule(position)
    return None if rule is None else (None, rule)


def _needed(position: Position, steps: list[Step], end: End) -> list[Step]:
    """The steps that the dead end rests on, by what each of them looks at."""
    layout, (truth, rule) = position.layout, end
    last = Evidence(truths=() if truth is None else (truth,), rules=() if rule is None else (rule,))
    needed = looked_at(last, layout)
    kept: list[Step] = []
    for step in reversed(steps):
        if _changes(position, step) & needed:
            kept.append(step)
            needed |= looked_at(step.evidence, layout)
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
