"""Rules for facts about the least and the greatest sums: each sum is searched for on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product, takewhile
from types import MappingProxyType

from explain.replay.judge import Replay, expect, rule
from explain.replay.rules_sums import keeps_apart
from nonet.explain import grammar as kinds
from nonet.explain.grammar.sum_limits import MOST_SUMS
from nonet.rules import Sandwich, XSum
from nonet.rules.base import compiled
from nonet.rules.line_base import EqualSumRule
from nonet.rules.primitives import EqualSums, Linear


def differ(replay: Replay, one: int, other: int) -> bool:
    return replay.board.see(one, other) or keeps_apart(replay, replay.named, one, other)


def reaches(
    replay: Replay,
    weights: dict[int, int],
    total: int,
    *,
    most: bool,
    held: Mapping[int, int] = MappingProxyType({}),
) -> bool:
    """Whether cells can be filled so that their digits, times their weights, make more (less) than the total; some are
    `held` already.
    """
    sign, board, shift = 1 if most else -1, replay.board, replay.position.layout.first_digit - 1
    digits = {
        cell: sorted((d + shift for d in board.digits(cell)), reverse=most) or [board.values[cell] + shift]
        for cell in weights
    }
    digits |= {cell: [digit] for cell, digit in held.items()}
    cells = sorted(weights, key=lambda cell: len(digits[cell]))
    apart = {frozenset(pair) for pair in combinations(cells, 2) if differ(replay, *pair)}

    def fill(place: int, made: int, held: dict[int, int]) -> bool:
        rest = sum(weights[cell] * digits[cell][0] for cell in cells[place:])
        if sign * (made + rest) <= sign * total:
            return False
        if place == len(cells):
            return True
        cell = cells[place]
        return any(
            fill(place + 1, made + weights[cell] * digit, {**held, cell: digit})
            for digit in digits[cell]
            if not any(value == digit and frozenset((cell, other)) in apart for other, value in held.items())
        )

    return fill(0, 0, {})


@rule(kinds.Makes)
def check_makes(replay: Replay, fact: kinds.Makes) -> None:
    shift = replay.position.layout.first_digit - 1
    weights: dict[int, int] = {}
    total = 0
    for term in fact.terms:
        if len(term.cells) > 1:
            expect(all(differ(replay, *pair) for pair in combinations(term.cells, 2)), "they may be equal")
            expect(term.house is None or replay.board.houses[term.house].issuperset(term.cells), "not there")
        expect(len({*term.digits}) == len(term.cells), "not one digit for each cell")
        expect(not weights.keys() & {*term.cells}, "a cell twice")
        weights.update(dict.fromkeys(term.cells, term.weight))
        total += term.weight * sum(digit + shift for digit in term.digits)
    expect(total == fact.total, "another sum")
    expect(fact.exact == all(len(replay.board.digits(cell)) < 2 for cell in weights), "known, or not")
    for out in fact.all_but or (None,):
        others = {cell: weights.get(cell, 1) for cell in fact.cells if cell != out}
        expect(not reaches(replay, others, total, most=fact.most), "the sum can be passed")


@rule(kinds.AddsUp)
def check_adds_up(replay: Replay, fact: kinds.AddsUp) -> None:
    clue, values = replay.named[-1], replay.board.values
    expect(all(values[cell] == digit for cell, digit in fact.known), "these digits are not there")
    assert isinstance(clue, (Sandwich, XSum))
    line = [values[cell] for cell in clue.cells]
    if isinstance(clue, Sandwich):
        bread = {*(clue.bread or (1, replay.board.size))}
        expect({digit for _, digit in fact.known} == bread, "not the bread")
        first, last = sorted(map(line.index, bread))
        expect(fact.cells == clue.cells[first + 1 : last] and fact.total == clue.sum, "other cells")
    else:
        expect(fact.known == ((clue.cells[0], line[0]),), "not the first cell")
        expect(fact.cells == clue.cells[1 : line[0]] and fact.total == clue.sum - line[0], "other cells")
    expect(fact.clue == clue.sum, "another clue")


def equations(replay: Replay) -> Iterator[tuple[dict[int, int], int]]:
    """Those of the rule named last, with the total of the digits: one that is 0 may be turned round."""
    layout = replay.position.layout
    for fact in replay.facts:
        if isinstance(fact, kinds.AddsUp):
            yield dict.fromkeys(fact.cells, 1), fact.total
    for part in compiled(replay.named[-1], layout):
        if isinstance(part, Linear):
            weights = dict(zip(part.cells, part.weights, strict=True))
            yield weights, part.total + (layout.first_digit - 1) * sum(part.weights)
        if isinstance(part, EqualSums):
            for one, other in combinations(part.groups, 2):
                yield {**dict.fromkeys(one, 1), **dict.fromkeys(other, -1)}, 0


@rule(kinds.LeavesAtMost)
def check_leaves_at_most(replay: Replay, fact: kinds.LeavesAtMost) -> None:
    """The sides of an equation of the rule are the sums just named, and the cell."""
    said = list(takewhile(lambda each: isinstance(each, kinds.Makes), reversed(replay.facts)))
    sums = [each for each in said if isinstance(each, kinds.Makes)]
    across = [each for each in sums if each.most == fact.most]
    beside = [each for each in sums if each.most != fact.most]
    expect(len(across) <= 1 and len(beside) <= 1, "too many sums")
    expect(fact.part == sum(each.total for each in beside), "the others make another sum")
    expect(not beside or len(fact.cells) == 1 or beside[0].all_but == fact.cells, "other cells")
    wanted = dict.fromkeys(fact.cells, fact.weight)
    for sign, some in ((1, beside), (-1, across)):
        for each in some:
            for term in each.terms:
                wanted.update(dict.fromkeys(term.cells, sign * term.weight))
    totals = [
        sign * total
        for weights, total in equations(replay)
        for sign in (1, -1)
        if {cell: sign * weight for cell, weight in weights.items()} == wanted
    ]
    expect(totals, "the rule does not say so")
    expect(fact.whole == totals[0] + sum(each.total for each in across), "the sum is another one")
    rest = fact.whole - fact.part
    bound = rest // fact.weight if fact.most else -(-rest // fact.weight)
    expect(fact.bound == bound, "another limit")
    if fact.exact:
        expect(all(each.exact for each in sums) and bound * fact.weight == rest, "something is not known")
    shift = replay.position.layout.first_digit - 1
    for cell in fact.cells:
        for digit in replay.board.digits(cell):
            past = digit + shift > bound if fact.most else digit + shift < bound
            if past or (fact.exact and digit + shift != bound):
                replay.say(frozenset([((cell, digit), False)]))


# -- pieces with the same sum ------------------------------------------------------------------------------------------


def pieces_of(replay: Replay) -> list[tuple[int, ...]]:
    """The pieces of the rule that was named last."""
    expect(replay.named and isinstance(replay.named[-1], EqualSumRule), "no rule with equal sums was named")
    named = replay.named[-1]
    assert isinstance(named, EqualSumRule)
    return list(named.equal_sums(replay.position.layout))


def fillings(replay: Replay, cells: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Every way to fill cells so that those that see each other differ, as digits; some ways that make the same are
    left out if all the cells differ.
    """
    layout, board = replay.position.layout, replay.board
    held = {cell: sorted(board.digits(cell)) or [board.values[cell]] for cell in cells}
    if not all(differ(replay, *pair) for pair in combinations(cells, 2)):
        apart = [pair for pair in combinations(cells, 2) if differ(replay, *pair)]
        for way in product(*held.values()):
            found = dict(zip(cells, way, strict=True))
            if all(found[one] != found[two] for one, two in apart):
                yield {cell: layout.digit_of(digit) for cell, digit in found.items()}
        return
    sets: dict[frozenset[int], dict[int, int]] = {frozenset(): {}}
    for cell in cells:
        sets = {
            digits | {digit}: {**way, cell: layout.digit_of(digit)}
            for digits, way in sets.items()
            for digit in held[cell]
            if digit not in digits
        }
    yield from sets.values()


def sums_said(sums: tuple[int, ...]) -> set[int]:
    return {*sums} if len(sums) <= MOST_SUMS else {*range(min(sums), max(sums) + 1)}


def expect_sums(said: tuple[int, ...], found: set[int]) -> None:
    expect(found, "no sum is left")
    if len(said) <= MOST_SUMS:
        expect({*said} == found, f"the sums are {sorted(found)}")
    else:
        expect((min(said), max(said)) == (min(found), max(found)), f"the sums are {sorted(found)}")


@rule(kinds.PieceSums)
def check_piece_sums(replay: Replay, fact: kinds.PieceSums) -> None:
    inside = [piece for piece in pieces_of(replay) if {*piece} <= {*fact.cells}]
    expect(
        len(inside) == fact.pieces and sum(map(len, inside)) == len(fact.cells), "these are not the pieces"
    )
    found = {sum(way.values()) for way in fillings(replay, fact.cells)}
    if fact.pieces > 1:
        assert fact.house is not None
        expect({*fact.cells} <= replay.board.houses[fact.house], "they are not in the house")
        expect(fact.whole == (min(found), max(found)), "they make another sum")
        found = {each // fact.pieces for each in range(min(found), max(found) + 1) if not each % fact.pieces}
    expect_sums(fact.sums, found)


@rule(kinds.SumsLeft)
def check_sums_left(replay: Replay, fact: kinds.SumsLeft) -> None:
    expect(fact.cells in pieces_of(replay), "this is not a piece")
    found = {sum(way.values()) for way in fillings(replay, fact.cells)}
    found = found.intersection(
        *(sums_said(each.sums) for each in replay.facts if isinstance(each, kinds.PieceSums))
    )
    expect_sums(fact.sums, found)
    board, cells, allowed = replay.board, fact.cells, sums_said(fact.sums)
    apart = {frozenset(pair) for pair in combinations(cells, 2) if differ(replay, *pair)}
    shift = len(cells) * (replay.position.layout.first_digit - 1)

    def fill(held: dict[int, int], way: dict[int, int]) -> Iterator[dict[int, int]]:
        if len(way) == len(cells):
            if sum(way.values()) + shift in allowed:
                yield dict(way)
            return
        cell = cells[len(way)]
        for digit in sorted(board.digits(cell)) or [board.values[cell]]:
            if digit != held.get(cell, digit) or any(
                each == digit and frozenset((cell, other)) in apart for other, each in way.items()
            ):
                continue
            yield from fill(held, {**way, cell: digit})

    replay.cells, replay.ways = cells, lambda held: fill(held, {})
    replay.groups.append((cells, [frozenset(way.values()) for way in replay.ways({})]))
