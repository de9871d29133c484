"""The rule of 45: what the sums of houses and cages leave for a few cells."""

from __future__ import annotations

from nonet.explain.grammar import EquationIs, EveryWay, Fact, LookAt, SumsAre
from nonet.explain.step_view import Account, StepView
from nonet.logic.variants.ways import sums_of


def rule_of_45(view: StepView) -> Account:
    (equation,) = view.step.evidence.equations
    sums = tuple(sums_of(equation.rules))
    whole = len(equation.houses) * sum(view.layout.digits)
    part = sum(total for _, _, total in sums)
    known = _counts_digits(view, equation.houses, [cells for _, cells, _ in sums])
    pattern = SumsAre(equation.houses, whole, tuple(cells for _, cells, _ in sums), part)
    reasoning: list[Fact] = [EquationIs(equation, known)]
    if len(equation.cells) > 1:
        reasoning.append(EveryWay(view.step.eliminations))
    apart = view.rules_between(equation.cells)
    return Account(LookAt(equation.houses), (*apart, pattern), tuple(reasoning))


def _counts_digits(view: StepView, houses: tuple[int, ...], cages: list[tuple[int, ...]]) -> bool:
    """Whether a filled cell is in the houses but not in the cages, or the other way round."""
    inside = {cell for house in houses for cell in view.layout.houses[house].cells}
    in_cages = {cell for cells in cages for cell in cells}
    return any(view.position.grid[cell] for cell in inside ^ in_cages)
