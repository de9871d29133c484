"""Cells that a rule relates: bounds by place, digits without a partner, twins."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import pairwise
from operator import and_, or_

from nonet.bitsets import digits_in
from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.rule_text import rule_text
from nonet.explain.step_view import MOST_CELLS, Account, StepView
from nonet.grouping import grouped
from nonet.logic.position import sight
from nonet.logic.variants.between import cases, locked, reason_against
from nonet.logic.variants.deduction import Sees
from nonet.logic.variants.order import bounds
from nonet.logic.variants.pairs import Relation, partners, relations_of
from nonet.rules.lines import LockoutLine
from nonet.step import RoleKind

MOST_NEEDED = 4
"""More digits that would go with another are not listed."""


def _account(view: StepView, cells: Iterable[int], reasoning: Iterable[Fact]) -> Account:
    """The rules, signs and dots of one kind at once; and why."""
    cells = tuple(dict.fromkeys(cells))
    own = {rule: rule.affected(view.layout) for rule in view.step.evidence.rules}
    alike = grouped(
        (
            (rule.title, rule_text(rule, view.layout), rule.clue(view.layout), len(own[rule]) == 2 or rule),
            rule,
        )
        for rule in own
    )
    pattern = view.rules_between(cells)
    for rules in alike.values():
        affected = tuple(dict.fromkeys(cell for rule in rules for cell in own[rule]))
        if len(rules) > 1 or len(affected) > MOST_CELLS:
            affected = tuple(cell for cell in cells if cell in affected)
        pattern.append(view.rule_says(rules[0], affected))
    return Account(say.LookAt(cells=cells), pattern, tuple(reasoning))


def _held(view: StepView, cell: int) -> int:
    return view.position.masks[cell] or 1 << view.position.grid.entries[cell] >> 1


def _relations(view: StepView) -> tuple[tuple[Relation, ...], Sees]:
    evidence = view.step.evidence
    seen = sight(view.layout, (*evidence.rules, *evidence.apart))
    return relations_of(view.layout, evidence.rules), seen.__getitem__


def by_place(view: StepView) -> Account:
    relations, sees = _relations(view)
    cells, reasoning = list[int](), list[Fact]()
    for role in view.roles(RoleKind.BASE):
        pairs = {(each.other, each.cell): each for each in relations}
        way = tuple(pairs[pair] for pair in pairwise(role.cells))
        held = [_held(view, cell) for cell in role.cells]
        found, least = bounds(held, way, sees)
        apart = found != bounds(held, way, lambda cell: 0)[0]
        reasoning.append(say.Bounds(role.cells, found, least, apart))
        cells += role.cells
    return _account(view, cells, reasoning)


def no_partner(view: StepView) -> Account:
    base, other = view.role(RoleKind.BASE).cells, view.role(RoleKind.PIVOT).cells
    if not other:
        lost = grouped((cell, digit) for cell, digit in view.step.eliminations)
        alike = grouped((tuple(sorted(digits)), cell) for cell, digits in lost.items())
        return _account(view, base, [say.NoPartner(tuple(cells), digits) for digits, cells in alike.items()])
    relations, sees = _relations(view)
    have = tuple(digits_in(_held(view, other[0])))
    tables = {each.cell: each.table(sees) for each in relations if each.other == other[0]}
    reasoning = []
    for table, cells in grouped((tables[cell], cell) for cell in base).items():
        gone = tuple(sorted({digit for cell, digit in view.step.eliminations if cell in cells}))
        needed = (
            digit for digit in view.layout.entries if partners(table, 1 << (digit - 1)) >> (gone[0] - 1) & 1
        )
        listed = tuple(needed) if len(gone) == 1 else ()
        if len(listed) > MOST_NEEDED:
            listed = ()
        reasoning.append(say.NoPartner(tuple(cells), gone, other, have, listed))
    return _account(view, (*other, *base), reasoning)


def same_partner(view: StepView) -> Account:
    others, (cell,) = view.role(RoleKind.BASE).cells, view.role(RoleKind.PIVOT).cells
    digits = tuple(view.gone)
    left = 0
    if len(digits) == 1 and len(others) == 2:
        relations, sees = _relations(view)
        rows = {other: _held(view, other) for other in others}
        for each in relations:
            if each.other == cell and each.cell in rows:
                rows[each.cell] &= each.table(sees)[digits[0] - 1]
        both = reduce(or_, rows.values())
        left = both.bit_length() if both.bit_count() == 1 else 0
    return _account(view, (others[0], cell, *others[1:]), [say.SamePartner(cell, digits, others, left)])


def twins(view: StepView) -> Account:
    cells = view.role(RoleKind.BASE).cells
    held = [_held(view, cell) for cell in cells]
    common, some = reduce(and_, held), reduce(or_, held)
    fact = say.SameDigit(cells, tuple(digits_in(common)), tuple(digits_in(some & ~common)))
    return _account(view, cells, [fact])


def in_turn(view: StepView) -> Account:
    start = view.role(RoleKind.PIVOT).cells
    same, others = view.roles(RoleKind.COLOR)
    turns = say.InTurn(same.cells, same.digits, others.cells, others.digits)
    known = [say.OnlyCandidates(start, view.digits(start))] if view.position.masks[start[0]] else []
    return _account(view, (*same.cells, *others.cells), [*known, turns])


def between_ends(view: StepView) -> Account:
    """What fails, which leaves one end as the smaller one; then the cells between, or each end in both cases."""
    (rule,) = view.step.evidence.rules
    cells = rule.affected(view.layout)
    _, sees = _relations(view)
    found = cases(tuple(_held(view, cell) for cell in cells), cells, sees)
    reasoning: list[Fact] = []
    for case in found:
        if case.fails is not None:
            smaller = case.fails == case.low
            reasoning.append(
                say.EndIs((case.fails,), smaller, 0, (case.most if smaller else case.least).cells)
            )
    alive = [case for case in found if case.fails is None]
    inner = tuple(cell for cell in view.targets if cell in cells[1:-1])
    if inner:
        low = min((_held(view, case.low) & -_held(view, case.low)).bit_length() for case in alive or found)
        high = max(_held(view, case.high).bit_length() for case in alive or found)
        reasoning.append(say.BetweenEnds(inner, low, high))
    told = [(end, case) for end in view.targets for case in alive]
    smallest = grouped((case.most, end) for end, case in told if end == case.low)
    greatest = grouped((case.least, end) for end, case in told if end == case.high)
    reasoning += (say.EndIs(tuple(ends), True, *bound) for bound, ends in smallest.items())
    reasoning += (say.EndIs(tuple(ends), False, *bound) for bound, ends in greatest.items())
    return _account(view, cells, reasoning)


def locked_out(view: StepView) -> Account:
    """What the ends leave for the cells between them; or why a digit at an end would leave too little."""
    (rule,) = view.step.evidence.rules
    assert isinstance(rule, LockoutLine)
    masks = {cell: _held(view, cell) for cell in rule.cells}
    inner = tuple(cell for cell in view.targets if cell in rule.cells[1:-1])
    if inner:
        reasoning: list[Fact] = [
            say.LockedOut(inner, *locked(rule, masks[rule.cells[0]], masks[rule.cells[-1]]))
        ]
    else:
        _, sees = _relations(view)
        gone = view.step.eliminations
        alike = grouped(((end, reason_against(rule, end, digit, masks, sees)), digit) for end, digit in gone)
        reasoning = [say.EndLocks(end, tuple(digits), others) for (end, others), digits in alike.items()]
    return _account(view, rule.cells, reasoning)
