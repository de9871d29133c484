"""Rules for facts about cages, sums and the rules of variants: all ways to fill some cells are gone through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from explain.replay.judge import Replay, expect, rule
from nonet.bitsets import digits_in
from nonet.explain import grammar as kinds
from nonet.grid import Grid
from nonet.logic.verify import is_proved
from nonet.rules import Cage, Rule, Sum
from nonet.step import Step


def keeps_apart(replay: Replay, one: int, other: int) -> bool:
    """Whether two cells cannot hold the same digit: in a house, or because every such board breaks a rule."""
    if replay.board.see(one, other):
        return True
    return any(isinstance(each, Cage) and {one, other} <= set(each.cells) for each in replay.rules)


def fillings(
    replay: Replay, cells: tuple[int, ...], fits: Callable[[dict[int, int]], bool], held: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Every way to fill empty cells with their candidates."""
    if len(held) == len(cells):
        if fits(held):
            yield dict(held)
        return
    cell = cells[len(held)]
    for digit in sorted(replay.board.digits(cell)):
        if not any(value == digit and keeps_apart(replay, cell, other) for other, value in held.items()):
            yield from fillings(replay, cells, fits, {**held, cell: digit})


def sum_of(rule: Rule) -> int | None:
    return rule.sum if isinstance(rule, (Cage, Sum)) else None


@rule(kinds.CageSum)
def check_cage_sum(replay: Replay, fact: kinds.CageSum) -> None:
    expect(Cage(fact.cells, fact.total) in replay.rules, "there is no such cage")
    empty = tuple(cell for cell in fact.cells if cell in replay.board.open)
    known = sum(replay.board.values[cell] for cell in fact.cells)
    expect(empty == fact.empty and known + fact.rest == fact.total, "that is not what is left")
    replay.ways = list(fillings(replay, empty, lambda held: sum(held.values()) == fact.rest, {}))
    replay.groups.append((empty, [frozenset(way.values()) for way in replay.ways]))
    if len(empty) == 1 and replay.ways:
        replay.say_one_of([(empty[0], fact.rest)])


def _combinations(replay: Replay) -> set[frozenset[int]]:
    return set(replay.groups[-1][1])


@rule(kinds.Combinations)
def check_combinations(replay: Replay, fact: kinds.Combinations) -> None:
    told = {frozenset(digits_in(mask)) for mask in fact.combinations}
    case = replay.cases[-1]
    if case.node is not None:
        expect(not told, "combinations within a case")
        expect(any(isinstance(each, Cage) and each.cells == fact.cells for each in replay.rules), "no cage")
        note_dead(replay)
        expect(case.dead, "the steps before do not lead there")
        return
    expect(replay.groups and replay.groups[-1][0] == fact.cells, "not the cells that were named")
    expect(told == _combinations(replay), "other combinations")


@rule(kinds.Needs)
def check_needs(replay: Replay, fact: kinds.Needs) -> None:
    least = min((len(each & set(fact.digits)) for each in _combinations(replay)), default=0)
    expect(least >= fact.least, "a combination has fewer")
    if len(fact.digits) == 1:
        places = [cell for cell in replay.groups[-1][0] if fact.digits[0] in replay.board.digits(cell)]
        replay.say_one_of((cell, fact.digits[0]) for cell in places)


@rule(kinds.EveryWay)
def check_every_way(replay: Replay, fact: kinds.EveryWay) -> None:
    for cell, digit in fact.eliminations:
        expect(all(cell in way for way in replay.ways), f"nothing was said of {cell}")
        expect(not any(way[cell] == digit for way in replay.ways), f"{cell} can be {digit}")
        replay.say(frozenset([((cell, digit), False)]))
    for digit in fact.digits:
        expect(not any(digit in way.values() for way in replay.ways), f"a combination has {digit}")


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
    for cells, combinations in groups:
        expect(inside.issuperset(cells) and used.isdisjoint(cells), "not in the house, or twice")
        used.update(cells)
        taken += min(len(each & set(fact.digits)) for each in combinations)
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
    replay.ways = [way for way in replay.ways if frozenset(way.values()) not in told]


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
    cells = fact.equation.cells
    replay.ways = list(
        fillings(replay, cells, lambda held: sum(left[c] * d for c, d in held.items()) == total, {})
    )
    if len(cells) == 1:
        replay.say_one_of((cell, digit) for way in replay.ways for cell, digit in way.items())


@rule(kinds.RuleSays)
def check_rule_says(replay: Replay, fact: kinds.RuleSays) -> None:
    layout = replay.position.layout
    named = [each for each in replay.rules if each.words().message == fact.text and each.title == fact.title]
    named = [each for each in named if set(fact.cells) <= set(each.affected(layout))]
    numbers = {str(value) for each in named for value in each.slots().values()}
    if fact.clue.isdecimal():
        expect(fact.clue in numbers, "that is not the clue")
    expect(named, "there is no such rule")
    empty = tuple(cell for cell in fact.cells if cell in replay.board.open)
    values = list(replay.board.values)

    def fits(held: dict[int, int]) -> bool:
        board = bytes(held.get(cell, value) for cell, value in enumerate(values))
        return not named[0].broken(Grid(layout, board))

    replay.ways = list(fillings(replay, empty, fits, {}))
    if fact.ways:
        ways = {tuple(way.get(cell, values[cell]) for cell in fact.cells) for way in replay.ways}
        expect(ways == set(fact.ways), "other ways")


@rule(kinds.Briefly)
def check_briefly(replay: Replay, fact: kinds.Briefly) -> None:
    """A step of a trial is told in one line; here its proof is what the judge of steps makes of it."""
    case = replay.cases[-1]
    assert case.node is not None
    assert replay.supposed is not None
    step = replay.trial_steps.pop(0)
    expect((fact.technique, fact.placements, fact.eliminations) == _of(step), "another step")
    expect(is_proved(replay.supposed, step), "it does not follow")
    replay.supposed.apply(step)


def _of(step: Step) -> tuple[object, ...]:
    return step.technique, step.placements, step.eliminations


def note_dead(replay: Replay) -> None:
    """Whether the case has failed: some cell, digit or cage has nothing left."""
    position = replay.supposed
    assert position is not None
    case = replay.cases[-1]
    case.dead = any(
        not position.values[cell] and not mask for cell, mask in enumerate(position.masks)
    ) or any(
        not any(position.values[c] == d or position.has((c, d)) for c in house.cells)
        for house in position.layout.houses
        for d in position.layout.digits
    )
    if not case.dead:
        board = position.candidates()
        inner = Replay(board, board.grid, replay.rules)
        cages = [each for each in replay.rules if isinstance(each, Cage) and each.sum is not None]
        case.dead = not all(_can_be_filled(inner, each) for each in cages)


def _can_be_filled(replay: Replay, cage: Cage) -> bool:
    empty = tuple(cell for cell in cage.cells if cell in replay.board.open)
    known = sum(replay.board.values[cell] for cell in cage.cells)
    return any(True for _ in fillings(replay, empty, lambda held: known + sum(held.values()) == cage.sum, {}))
