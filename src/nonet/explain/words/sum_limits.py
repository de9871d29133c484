"""Sums by their limits: what the other cells make at least or at most, and which sums pieces have in common."""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.logic.position import sight
from nonet.logic.variants.equal_sums import equal_sums_of, reason_for
from nonet.logic.variants.sum_limits import SumPart, equations_here, limits_of
from nonet.rules.arrows import Arrow, AverageArrow
from nonet.rules.base import Rule
from nonet.rules.outside import Sandwich, XSum
from nonet.step import RoleKind

MOST_COMBINATIONS = 6
"""More combinations than this are not listed."""


def sum_limits(view: StepView) -> Account:
    (rule,), layout = view.step.evidence.rules, view.layout
    looked_at = {cell for role in view.roles(RoleKind.BASE) for cell in role.cells}
    entries = view.position.grid.entries
    known = equations_here(rule, layout, entries)
    equation = next(each for each in known if {*each.cells} == looked_at)
    seen = sight(layout, (rule, *view.step.evidence.apart))
    state = tuple(view.position.masks[cell] or 1 << entries[cell] >> 1 for cell in equation.cells)
    cell, digit = view.step.eliminations[0]
    found = limits_of(equation, layout, state, tuple(seen[each] for each in equation.cells))
    limit = next(each for each in found if each.cell == cell and each.excludes(digit))
    same = tuple(each for each in view.targets if each != cell)
    across = _makes(view, limit.across, most=limit.most)
    beside = _makes(view, limit.beside, most=not limit.most, all_but=(cell, *same) if same else ())
    sign = 1 if equation.weights[equation.cells.index(cell)] > 0 else -1
    whole = sign * layout.digit_total(equation.total, sum(equation.weights))
    leaves = say.LeavesAtMost(
        (cell, *same),
        layout.digit_of(limit.bound),
        limit.most,
        whole + sum(fact.total for fact in across),
        sum(fact.total for fact in beside),
        limit.weight,
        limit.exact,
    )
    apart = view.rules_between(equation.cells)
    says = [view.rule_says(rule, rule.affected(layout)), *_added_up(view, rule, equation.cells, whole)]
    return Account(say.LookAt(cells=equation.cells), (*apart, *says), (*across, *beside, leaves))


def _added_up(view: StepView, rule: Rule, cells: tuple[int, ...], total: int) -> list[Fact]:
    """Which cells a clue beside a line adds up, because of digits that are known."""
    if not isinstance(rule, (XSum, Sandwich)):
        return []
    entries = view.position.grid.entries
    bread = rule.bread_on(view.layout) if isinstance(rule, Sandwich) else ()
    ends = [cell for cell in rule.cells if entries[cell] and view.layout.digit_of(entries[cell]) in bread]
    known = ends or rule.cells[:1]
    return [say.AddsUp(tuple((cell, entries[cell]) for cell in known), cells, rule.sum, total)]


def _makes(
    view: StepView, parts: tuple[SumPart, ...], *, most: bool, all_but: tuple[int, ...] = ()
) -> list[say.Makes]:
    """What one side of an equation makes at most, or at least; nothing if it has no cells."""
    if not parts:
        return []
    terms = tuple(
        say.Term(part.cells, part.digits[:: -1 if most else 1], part.weight, part.house) for part in parts
    )
    cells = {cell for part in parts for cell in part.cells}
    total = sum(part.weight * sum(map(view.layout.digit_of, part.digits)) for part in parts)
    exact = all(view.position.masks[cell].bit_count() < 2 for cell in cells)
    (rule,) = view.step.evidence.rules
    sides = ("circle", "shaft") if isinstance(rule, (Arrow, AverageArrow)) else ()
    side = next((name for name in sides if {*getattr(rule, name)} == cells), "")
    return [say.Makes(terms, total, most, exact, side, all_but)]


# -- pieces with the same sum ------------------------------------------------------------------------------------------


def common_sums(view: StepView) -> Account:
    """What other pieces can make, what that leaves for this one, and its combinations if they are few."""
    (rule,), layout = view.step.evidence.rules, view.layout
    piece, entries = view.role(RoleKind.BASE).cells, view.position.grid.entries
    part = next(each for each in equal_sums_of(rule, layout) if piece in each.groups)
    seen = sight(layout, (rule, *view.step.evidence.apart))
    state = tuple(view.position.masks[cell] or 1 << entries[cell] >> 1 for cell in part.cells)
    reason = reason_for(
        part, layout, part.groups.index(piece), state, tuple(seen[cell] for cell in part.cells)
    )
    assert reason is not None
    least = min(part.shift * len(each) for each in part.groups)
    facts: list[Fact] = [
        say.PieceSums(
            limit.cells,
            tuple(each + least for each in limit.sums),
            limit.pieces,
            limit.house,
            tuple(each + least * limit.pieces for each in limit.whole),
        )
        for limit in reason.limits
    ]
    facts.append(say.SumsLeft(piece, tuple(each + least for each in reason.sums)))
    if len(piece) > 1 and 0 < len(reason.combinations) <= MOST_COMBINATIONS:
        facts.append(say.Combinations(piece, reason.combinations))
    facts.append(say.EveryWay(view.step.eliminations, single=len(piece) == 1))
    says = view.rule_says(rule, rule.affected(layout))
    return Account(say.LookAt(cells=part.cells), (*view.rules_between(part.cells), says), facts)
