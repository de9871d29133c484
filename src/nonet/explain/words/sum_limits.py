"""Sums by their limits: what the other cells make at least or at most."""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.step_view import Account, StepView
from nonet.logic.position import sight
from nonet.logic.variants.sum_limits import SumPart, equations, limits_of
from nonet.rules.arrows import Arrow, AverageArrow
from nonet.step import RoleKind


def sum_limits(view: StepView) -> Account:
    (rule,), layout = view.step.evidence.rules, view.layout
    looked_at = {cell for role in view.roles(RoleKind.BASE) for cell in role.cells}
    equation = next(each for each in equations(rule, layout) if {*each.cells} == looked_at)
    seen = sight(layout, (rule, *view.step.evidence.apart))
    entries = view.position.grid.entries
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
    )
    apart = view.rules_between(equation.cells)
    says = view.rule_says(rule, rule.affected(layout))
    return Account(say.LookAt(cells=equation.cells), (*apart, says), (*across, *beside, leaves))


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
    exact = all(view.position.grid.entries[cell] for cell in cells)
    (rule,) = view.step.evidence.rules
    sides = ("circle", "shaft") if isinstance(rule, (Arrow, AverageArrow)) else ()
    side = next((name for name in sides if {*getattr(rule, name)} == cells), "")
    return [say.Makes(terms, total, most, exact, side, all_but)]
