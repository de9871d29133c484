"""Rules of variants: killer cages, the rule of 45, what any rule implies, and trials."""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.rule_text import rule_at, rule_name
from nonet.explain.step_view import Account, StepView, rules_between
from nonet.logic.variants.implied import MOST_WAYS, every_way
from nonet.logic.variants.ways import sums_of, ways_of
from nonet.rules.base import Rule
from nonet.rules.cages import Cage
from nonet.step import Node, Role, RoleKind, Step

MOST_COMBINATIONS = 6
"""More combinations than this are not listed."""


def _cage_facts(view: StepView, rule: Rule) -> tuple[list[Fact], tuple[int, ...], tuple[int, ...]]:
    """The sum of a cage and, if they are few, its combinations; its empty cells; all combinations."""
    assert isinstance(rule, Cage)
    assert rule.sum is not None
    values = view.position.grid.entries
    empty = tuple(cell for cell in rule.cells if not values[cell])
    entries = view.layout.entry_total(rule.sum, len(rule.cells)) - sum(values[cell] for cell in rule.cells)
    rest = entries + len(empty) * (view.layout.first_digit - 1)
    possible = ways_of(tuple(view.position.masks[cell] for cell in empty), entries).combinations
    stated: list[Fact] = [say.CageSum(rule.cells, rule.sum, empty, rest)]
    if len(empty) > 1 and len(possible) <= MOST_COMBINATIONS:
        stated.append(say.Combinations(empty, possible))
    return stated, empty, possible


def _account(view: StepView, *reasoning: Fact) -> Account:
    (rule,) = view.step.evidence.rules
    stated, _, _ = _cage_facts(view, rule)
    return Account(say.LookAt(cells=rule.affected(view.layout)), stated, reasoning)


def last_cell(view: StepView) -> Account:
    return _account(view)


def combinations(view: StepView) -> Account:
    return _account(view, say.EveryWay(view.step.eliminations, tuple(view.gone)))


def placements(view: StepView) -> Account:
    return _account(view, say.EveryWay(view.step.eliminations))


def must_have(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    stated, empty, _ = _cage_facts(view, rule)
    places = view.places(view.digit, empty)
    reasoning = (say.Needs((view.digit,)), *view.one_of_places(view.digit, places))
    return Account(say.LookAt(cells=rule.affected(view.layout)), stated, reasoning)


# -- several cages and cells of a house: killer pairs, blocked combinations ---------------------------------------


def _group_facts(view: StepView, role: Role) -> tuple[list[Fact], tuple[int, ...]]:
    """A group, and the combinations that it can hold: a cage, or a cell with its candidates."""
    rule = _cage(view, role)
    if rule is None:
        digits = view.digits(role.cells)
        return [say.OnlyCandidates(role.cells, digits)], tuple(1 << (digit - 1) for digit in digits)
    stated, _, found = _cage_facts(view, rule)
    return stated, found


def _cage(view: StepView, role: Role) -> Rule | None:
    for rule in view.step.evidence.rules:
        cells = rule.affected(view.layout)
        if role.cells == tuple(cell for cell in cells if not view.position.grid.entries[cell]):
            return rule
    return None


def killer_pair(view: StepView) -> Account:
    base = view.role(RoleKind.BASE)
    wanted = sum(1 << (digit - 1) for digit in base.digits)
    pattern: list[Fact] = []
    for role in view.roles(RoleKind.SET):
        stated, possible = _group_facts(view, role)
        pattern += stated
        if _cage(view, role) is not None:
            least = min((combination & wanted).bit_count() for combination in possible)
            pattern.append(say.Needs(base.digits, least))
    used_up = say.UsedUp(base.digits, base.houses[0], view.step.eliminations)
    return Account(say.LookAt(base.houses), pattern, (used_up,))


def blocked(view: StepView) -> Account:
    house = view.role(RoleKind.BASE).houses
    one, other = view.roles(RoleKind.SET)
    stated, found = _group_facts(view, one)
    against_facts, against = _group_facts(view, other)
    gone = tuple(each for each in found if all(each & held for held in against))
    leaves = say.LeavesNothing(gone, other.cells, house[0])
    goes = say.EveryWay(view.step.eliminations, tuple(view.gone), other=True)
    return Account(say.LookAt(house), (*against_facts, *stated), (leaves, goes))


# -- what the sums of houses and cages leave for a few cells ------------------------------------------------------


def rule_of_45(view: StepView) -> Account:
    (equation,) = view.step.evidence.equations
    sums = tuple(sums_of(equation.rules))
    whole = len(equation.houses) * sum(view.layout.digits)
    part = sum(total for _, _, total in sums)
    known = _counts_digits(view, equation.houses, [cells for _, cells, _ in sums])
    pattern = say.SumsAre(equation.houses, whole, tuple(cells for _, cells, _ in sums), part)
    reasoning: list[Fact] = [say.EquationIs(equation, known)]
    if len(equation.cells) > 1:
        reasoning.append(say.EveryWay(view.step.eliminations))
    apart = view.rules_between(equation.cells)
    return Account(say.LookAt(equation.houses), (*apart, pattern), reasoning)


def _counts_digits(view: StepView, houses: tuple[int, ...], cages: list[tuple[int, ...]]) -> bool:
    """Whether a filled cell is in the houses but not in the cages, or the other way round."""
    inside = {cell for house in houses for cell in view.layout.houses[house].cells}
    in_cages = {cell for cells in cages for cell in cells}
    return any(view.position.grid.entries[cell] for cell in inside ^ in_cages)


# -- what any rule implies, and trials ----------------------------------------------------------------------------


def consequence(view: StepView) -> Account:
    rules, cells = view.step.evidence.rules, view.role(RoleKind.BASE).cells
    ways = every_way((*rules, *view.step.evidence.apart), cells, view.position, MOST_WAYS)
    digits = tuple(tuple(map(view.layout.digit_of, way)) for way in ways or ())
    if len(rules) == 1:
        says: list[Fact] = [view.rule_says(rules[0], cells, digits)]
    else:
        own = [tuple(cell for cell in cells if cell in rule.affected(view.layout)) for rule in rules]
        says = [*map(view.rule_says, rules, own), say.JointWays(cells, digits)]
    reasoning = say.EveryWay(view.step.eliminations, single=len(cells) == 1)
    houses = [number for number, house in enumerate(view.layout.houses) if {*house.cells} == {*cells}]
    look = say.LookAt((houses[0],)) if houses else say.LookAt(cells=cells)
    return Account(look, (*view.rules_between(cells), *says), (reasoning,))


def seen_by_all_places(view: StepView) -> Account:
    base = view.role(RoleKind.BASE)
    only = say.OnlyPlaces(base.digits, base.houses, base.cells)
    return Account(say.LookAt(base.houses), (only,), view.one_of_places(view.digit, base.cells))


def trial(view: StepView) -> Account:
    """Suppose, one line for each step, and the contradiction."""
    tried = view.step.evidence.trial
    assert tried is not None
    cell, digit = tried.candidate
    node = Node(digit, (cell,))
    fails = say.Fails(node, tried.truth if tried.rule is None else None)
    stated: list[Fact] = [say.Suppose(node, depth=1), *(_line(view, step) for step in tried.steps)]
    if tried.rule is None:
        stated.append(say.Left(tried.truth, depth=2))
    elif isinstance(tried.rule, Cage):
        stated.append(say.Combinations(tried.rule.cells, (), depth=2))
    else:
        stated.append(say.RuleFails(rule_name(tried.rule, view.layout)))
    return Account(say.LookAt(cells=(cell,)), (fails,), stated, (fails,))


def _line(view: StepView, step: Step) -> say.Briefly:
    evidence, layout = step.evidence, view.layout
    looked_at = tuple(cell for role in evidence.roles for cell in role.cells)
    rules = tuple(rule_at(*each, layout) for each in rules_between(evidence, looked_at, layout))
    if step.technique in ("rule-consequence", "wide-rule-consequence"):
        rules = (*(rule_at(rule, looked_at, layout) for rule in evidence.rules), *rules)
        return say.Briefly(step.technique, step.placements, step.eliminations, rules=rules)
    cells = tuple(cell for rule in evidence.rules for cell in rule.affected(layout))
    houses = tuple(house for equation in evidence.equations for house in equation.houses)
    if not cells and not houses:
        houses = tuple(house for role in evidence.roles for house in role.houses)[:1]
    return say.Briefly(step.technique, step.placements, step.eliminations, cells, houses, rules)
