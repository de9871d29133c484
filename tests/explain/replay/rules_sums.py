"""Rules for facts about cages, sums and the rules of variants: all ways to fill some cells are gone through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations as pairs_of

from explain.replay.judge import Replay, Ways, expect, rule
from explain.replay.rules_needs import sets_of
from nonet.bitsets import digits_in
from nonet.explain import grammar as kinds
from nonet.explain.phrases import AllOf, Listed, OneOf, Phrase, Quoted
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic.verify import is_proved
from nonet.rules import AllRules, Cage, Rule, Sum
from nonet.rules.base import compiled
from nonet.rules.primitives import Linear, Primitive, Sets
from nonet.step import Step


def ways_of(
    replay: Replay, cells: tuple[int, ...], *equations: Primitive, about: tuple[int, ...] | None = None
) -> Ways:
    """Every way to fill empty cells with their candidates that houses and the rules named so far allow.

    Of a rule that is about more than the cells that were named, only what it says `about` these counts.
    """
    layout, board = replay.position.layout, replay.board
    told = set(cells) if about is None else set(about)
    named = [
        part
        for each in replay.named
        for part in [part for part in compiled(each, layout) if told.issuperset(part.cells)]
        or compiled(each, layout)
    ]
    parts = {cell: [part for part in (*named, *equations) if cell in part.cells] for cell in cells}
    order = sorted(cells, key=lambda cell: len(board.digits(cell)))

    def fill(values: list[int], rest: list[int], held: dict[int, int]) -> Iterator[dict[int, int]]:
        if not rest:
            yield {cell: values[cell] for cell in cells}
            return
        cell = rest[0]
        for digit in sorted(board.digits(cell)):
            if digit != held.get(cell, digit) or any(
                values[other] == digit and board.see(cell, other) for other in cells
            ):
                continue
            values[cell] = digit
            if not any(part.broken(values) for part in parts[cell]):
                yield from fill(values, rest[1:], held)
            values[cell] = 0

    def ways(held: dict[int, int]) -> Iterator[dict[int, int]]:
        first = [cell for cell in order if cell in held]
        return fill(list(board.values), [*first, *(cell for cell in order if cell not in held)], held)

    return ways


def keeps_apart(replay: Replay, rules: Iterable[Rule], one: int, other: int) -> bool:
    """Whether one of the rules is broken where two cells, and no others, hold the same digit, whichever it is."""
    layout = replay.position.layout

    def board(digit: int) -> Grid:
        return Grid(layout, bytes(digit if each in (one, other) else 0 for each in range(layout.cell_count)))

    return any(all(each.broken(board(digit)) for digit in layout.digits) for each in rules)


def sum_of(rule: Rule) -> int | None:
    return rule.sum if isinstance(rule, (Cage, Sum)) else None


@rule(kinds.CageSum)
def check_cage_sum(replay: Replay, fact: kinds.CageSum) -> None:
    expect(Cage(fact.cells, fact.total) in replay.rules, "there is no such cage")
    empty = tuple(cell for cell in fact.cells if cell in replay.board.open)
    known = sum(replay.board.values[cell] for cell in fact.cells)
    expect(empty == fact.empty and known + fact.rest == fact.total, "that is not what is left")
    replay.named.append(Cage(fact.cells, fact.total))
    replay.ways = ways_of(replay, empty)
    replay.cells = empty
    replay.groups.append((empty, [frozenset(way.values()) for way in replay.ways({})]))
    if len(empty) == 1 and replay.groups[-1][1]:
        replay.say_one_of([(empty[0], fact.rest)])


def _combinations(replay: Replay) -> set[frozenset[int]]:
    return set(replay.groups[-1][1])


@rule(kinds.Combinations)
def check_combinations(replay: Replay, fact: kinds.Combinations) -> None:
    told = {frozenset(digits_in(mask)) for mask in fact.combinations}
    case = replay.cases[-1]
    if case.node is not None:
        expect(not told, "combinations within a case")
        cages = [each for each in replay.rules if isinstance(each, Cage) and each.cells == fact.cells]
        expect(cages, "no cage")
        assert replay.supposed is not None
        board = replay.supposed.candidates()
        inner = Replay(board, board.grid, replay.rules)
        inner.named = [*cages]
        case.dead = not any(True for _ in ways_of(inner, tuple(inner.board.open & {*fact.cells}))({}))
        expect(case.dead, "the steps before do not lead there")
        return
    expect(replay.groups and replay.groups[-1][0] == fact.cells, "not the cells that were named")
    expect(told == _combinations(replay), "other combinations")


@rule(kinds.Needs)
def check_needs(replay: Replay, fact: kinds.Needs) -> None:
    least = min((len(each & set(fact.digits)) for each in _combinations(replay)), default=0)
    expect(least >= fact.least, "a combination has fewer")
    if len(fact.digits) == fact.least:
        for digit in fact.digits:
            places = replay.board.places(digit, replay.groups[-1][0])
            replay.say_one_of((cell, digit) for cell in places)


@rule(kinds.EveryWay)
def check_every_way(replay: Replay, fact: kinds.EveryWay) -> None:
    for cell, digit in fact.eliminations:
        expect(cell in replay.cells, f"nothing was said of {cell}")
        expect(not any(True for _ in replay.ways({cell: digit})), f"{cell} can be {digit}")
        replay.say(frozenset([((cell, digit), False)]))
    for digit in fact.digits:
        expect(
            not any(True for cell in replay.cells for _ in replay.ways({cell: digit})), f"{digit} is possible"
        )
    before = replay.facts[-1]
    if isinstance(before, kinds.RuleSays) and before.ways:
        entry = replay.position.layout.entry_of
        listed = {(cell, entry(d)) for way in before.ways for cell, d in zip(before.cells, way, strict=True)}
        gone = {(cell, digit) for cell in replay.cells for digit in replay.board.digits(cell)} - listed
        expect(gone == {*fact.eliminations}, "the ways listed exclude other candidates")


@rule(kinds.UsedUp)
def check_used_up(replay: Replay, fact: kinds.UsedUp) -> None:
    inside = replay.board.houses[fact.house]
    named = [
        fact_.cells
        for fact_ in replay.facts
        if isinstance(fact_, kinds.OnlyCandidates) and len(fact_.cells) == 1
    ]
    groups = [
        *replay.groups,
        *((cells, [frozenset([d]) for d in replay.board.digits(*cells)]) for cells in named),
    ]
    used: set[int] = set()
    taken = 0
    for cells, sets in groups:
        expect(inside.issuperset(cells) and used.isdisjoint(cells), "not in the house, or twice")
        used.update(cells)
        taken += min(len(each & set(fact.digits)) for each in sets)
    expect(taken >= len(fact.digits), "digits are left")
    for cell, digit in fact.eliminations:
        expect(cell in inside - used and digit in fact.digits, "used elsewhere")
        replay.say(frozenset([((cell, digit), False)]))


@rule(kinds.LeavesNothing)
def check_leaves_nothing(replay: Replay, fact: kinds.LeavesNothing) -> None:
    cells, _ = replay.groups[-1]
    others = next((held for named, held in replay.groups if named == fact.cells), None)
    if others is None:
        expect(replay.was_said(kinds.OnlyCandidates, cells=fact.cells), "nothing was said of these cells")
        others = [frozenset([digit]) for digit in replay.board.digits(*fact.cells)]
    inside = replay.board.houses[fact.house]
    expect(inside.issuperset((*cells, *fact.cells)) and not set(cells) & set(fact.cells), "not in the house")
    told = {frozenset(digits_in(mask)) for mask in fact.combinations}
    for each in told:
        expect(all(each & held for held in others), f"{sorted(each)} leaves something")
    ways = replay.ways
    replay.ways = lambda held: (way for way in ways(held) if frozenset(way.values()) not in told)


@rule(kinds.SumsAre)
def check_sums_are(replay: Replay, fact: kinds.SumsAre) -> None:
    by_cells = {each.cells: sum_of(each) for each in replay.rules if isinstance(each, (Cage, Sum))}
    sums = [by_cells.get(cells) for cells in fact.cages]
    expect(all(each is not None for each in sums), "there is no such cage")
    expect(sum(each or 0 for each in sums) == fact.part, "the cages make another sum")
    size = replay.board.size
    expect(len(fact.houses) * size * (size + 1) // 2 == fact.whole, "the houses make another sum")


@rule(kinds.EquationIs)
def check_equation_is(replay: Replay, fact: kinds.EquationIs) -> None:
    sums = replay.facts[-1]
    assert isinstance(sums, kinds.SumsAre)
    weights = Counter(cell for house in sums.houses for cell in replay.board.houses[house])
    weights.subtract(cell for cells in sums.cages for cell in cells)
    known = sum(weight * replay.board.values[cell] for cell, weight in weights.items())
    expect(fact.known or not known, "digits are known")
    left = {cell: weight for cell, weight in weights.items() if weight and cell in replay.board.open}
    said, total = dict(zip(fact.equation.cells, fact.equation.weights, strict=True)), fact.equation.total
    if said != left:
        said, total = {cell: -weight for cell, weight in said.items()}, -total
    expect(said == left and total == sums.whole - sums.part - known, "that is not what is left")
    replay.cells = cells = fact.equation.cells
    weights_of = tuple(left[cell] for cell in cells)
    replay.ways = ways_of(replay, cells, Linear(cells, weights_of, total, replay.board.size))
    if len(cells) == 1:
        replay.say_one_of((cell, digit) for way in replay.ways({}) for cell, digit in way.items())


@rule(kinds.RuleSays)
def check_rule_says(replay: Replay, fact: kinds.RuleSays) -> None:
    layout = replay.position.layout
    named = [each for each in replay.rules if each.words().message == fact.text and each.title == fact.title]
    named = [each for each in named if _has_values(each, fact)]
    named = [each for each in named if each.clue(layout) == fact.clue] or named
    one = [each for each in named if set(fact.cells) <= _cells_of(each, layout)]
    one = [each for each in one if set(fact.cells) <= set(each.affected(layout))] or one
    least = min((len(each.affected(layout)) for each in one), default=0)
    one = [each for each in one if len(each.affected(layout)) == least]  # what is said fits them all
    one = [each for each in one if each.affected(layout) == fact.cells] or one
    several = [each for each in named if set(each.affected(layout)) <= set(fact.cells)]
    numbers = {str(value) for each in named for value in (each.clue(layout), *each.slots().values())}
    if fact.clue.isdecimal():
        expect(fact.clue in numbers, "that is not the clue")
    expect(one or several, "there is no such rule")
    replay.named += one or several
    replay.cells = tuple(cell for cell in fact.cells if cell in replay.board.open)
    replay.ways = ways_of(replay, replay.cells, about=fact.cells)
    for cell, other in pairs_of(fact.cells, 2):
        if keeps_apart(replay, one or several, cell, other):
            replay.board.keep_apart(cell, other)
    for part in compiled(one[0], layout) if one else ():
        if isinstance(part, Sets) and {*part.cells} == {*fact.cells}:
            replay.groups.append((fact.cells, sets_of(replay, fact.cells, part)))
    if fact.ways:
        values = replay.board.values
        digit = layout.digit_of
        ways = {tuple(digit(way.get(cell, values[cell])) for cell in fact.cells) for way in replay.ways({})}
        expect(ways == set(fact.ways), "other ways")


@rule(kinds.JointWays)
def check_joint_ways(replay: Replay, fact: kinds.JointWays) -> None:
    layout, values = replay.position.layout, replay.board.values
    replay.cells = tuple(cell for cell in fact.cells if cell in replay.board.open)
    replay.ways = ways_of(replay, replay.cells, about=fact.cells)
    digit = layout.digit_of
    ways = {tuple(digit(way.get(cell, values[cell])) for cell in fact.cells) for way in replay.ways({})}
    expect(ways == set(fact.ways), "other ways")


@rule(kinds.RuleFails)
def check_rule_fails(replay: Replay, fact: kinds.RuleFails) -> None:
    assert replay.supposed is not None
    titles = set(_titles(fact.rule))
    broken = [each for each in replay.rules if each.broken(replay.supposed.candidates().grid)]
    expect(any(set(_leaf_titles(each)) == titles for each in broken), "no rule of that name is broken")
    replay.cases[-1].dead = True


def _has_values(rule: Rule, fact: kinds.RuleSays) -> bool:
    slots = rule.words().slots
    return all(slots.get(name) == value for name, value in fact.values if isinstance(value, int | str))


def _cells_of(rule: Rule, layout: Layout) -> set[int]:
    return {*rule.affected(layout), *(cell for part in compiled(rule, layout) for cell in part.cells)}


@rule(kinds.Briefly)
def check_briefly(replay: Replay, fact: kinds.Briefly) -> None:
    """A step of a trial is told in one line; here its proof is what the judge of steps makes of it."""
    case = replay.cases[-1]
    assert case.node is not None
    assert replay.supposed is not None
    step = replay.trial_steps.pop(0)
    expect((fact.technique, fact.placements, fact.eliminations) == _of(step), "another step")
    expect(is_proved(replay.supposed, step), "it does not follow")
    evidence = step.evidence
    used = (*evidence.apart, *(evidence.rules if step.technique.endswith("rule-consequence") else ()))
    named = {title for phrase in fact.rules for title in _titles(phrase)}
    expect({title for each in used for title in _leaf_titles(each)} == named, "other rules")
    replay.supposed.apply(step)


def _titles(phrase: Phrase) -> Iterator[str]:
    """The rules that a phrase names."""
    if isinstance(phrase, Quoted):
        yield phrase.message
    elif isinstance(phrase, AllOf | Listed | OneOf):
        yield from (title for item in phrase.items for title in _titles(item))


def _leaf_titles(rule: Rule) -> Iterator[str]:
    """The title of a rule, or those of the rules within it."""
    if isinstance(rule, AllRules):
        yield from (title for each in rule.rules for title in _leaf_titles(each))
    else:
        yield rule.title


def _of(step: Step) -> tuple[object, ...]:
    return step.technique, step.placements, step.eliminations
