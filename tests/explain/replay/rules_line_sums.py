"""Rules for facts about clues beside a line: every number of cells, and every first digit, is tried."""

from __future__ import annotations

from itertools import combinations, permutations

from explain.replay.judge import Replay, expect, rule
from explain.replay.rules_sum_limits import reaches
from nonet.explain import grammar as kinds
from nonet.rules import Sandwich, XSum


@rule(kinds.CellsBetween)
def check_cells_between(replay: Replay, fact: kinds.CellsBetween) -> None:
    clue = replay.named[-1]
    assert isinstance(clue, Sandwich)
    bread = clue.bread or (1, replay.board.size)
    expect(fact.digits == bread, "not the bread")
    others = [digit for digit in range(1, replay.board.size + 1) if digit not in bread]
    for count in range(len(clue.cells) - 1):
        sums = [sum(each) for each in combinations(others, count)]
        if count not in fact.counts:
            expect(clue.sum not in sums, f"{count} cells are possible")
        if count == len(fact.fewer) and fact.fewer:
            expect(max(sums) == sum(fact.fewer) < clue.sum, "not the greatest sum")
        if count == len(fact.more) and fact.more:
            expect(min(sums) == sum(fact.more) > clue.sum, "not the least sum")


@rule(kinds.NoOtherCrust)
def check_no_partner(replay: Replay, fact: kinds.NoOtherCrust) -> None:
    clue = replay.named[-1]
    (between,) = (each for each in replay.facts if isinstance(each, kinds.CellsBetween))
    expect({fact.digit, fact.other} == {*between.digits}, "not the bread")
    line = clue.affected(replay.position.layout)
    for cell in fact.cells:
        for far, other in enumerate(line):
            away = abs(far - line.index(cell)) - 1
            held = replay.board.digits(other) or {replay.board.values[other]}
            expect(away not in between.counts or fact.other not in held, f"{other} is a place")
        replay.say(frozenset([((cell, fact.digit), False)]))


def gaps(replay: Replay, clue: Sandwich) -> list[tuple[int, ...]]:
    """The cells between the bread, for all places of it with which the sum can be made."""
    one, other = clue.bread or (1, replay.board.size)
    held = [replay.board.digits(cell) or {replay.board.values[cell]} for cell in clue.cells]
    found = []
    for first, last in permutations(range(len(held)), 2):
        between = clue.cells[min(first, last) + 1 : max(first, last)]
        if one in held[first] and other in held[last] and sets_of(replay, clue, len(between)):
            found.append(between)
    return found


def sets_of(replay: Replay, clue: Sandwich, count: int) -> list[tuple[int, ...]]:
    bread = clue.bread or (1, replay.board.size)
    others = [digit for digit in range(1, replay.board.size + 1) if digit not in bread]
    return [each for each in combinations(others, count) if sum(each) == clue.sum]


@rule(kinds.Between)
def check_between(replay: Replay, fact: kinds.Between) -> None:
    clue = replay.named[-1]
    assert isinstance(clue, Sandwich)
    expect(fact.digits == (clue.bread or (1, replay.board.size)), "not the bread")
    for digit in fact.digits:
        placed = digit in {replay.board.values[cell] for cell in clue.cells}
        expect(placed or replay.was_said(kinds.OnlyPlaces, digits=(digit,)), "its places were not named")
    sizes = {len(each) for each in gaps(replay, clue)}
    expect({*fact.sets} == {each for size in sizes for each in sets_of(replay, clue, size)}, "other sets")


@rule(kinds.InOrOut)
def check_in_or_out(replay: Replay, fact: kinds.InOrOut) -> None:
    clue = replay.named[-1]
    assert isinstance(clue, Sandwich)
    (between,) = (each for each in replay.facts if isinstance(each, kinds.Between))
    for cell in fact.cells:
        within = [cell in each for each in gaps(replay, clue)]
        expect(all(within) if fact.inside else not any(within), "it depends on the bread")
        for digit in fact.digits:
            held = [digit in each for each in between.sets]
            expect(not any(held) if fact.inside else all(held), "not by these sets")
            replay.say(frozenset([((cell, digit), False)]))


@rule(kinds.WithFirst)
def check_with_first(replay: Replay, fact: kinds.WithFirst) -> None:
    clue = replay.named[-1]
    assert isinstance(clue, XSum)
    expect(fact.cell == clue.cells[0], "not the first cell")
    total = sum(fact.added)
    expect(total < clue.sum if fact.most else total > clue.sum, "the sum can be reached")
    for digit in fact.digits:
        weights = dict.fromkeys(clue.cells[:digit], 1)
        held = {fact.cell: digit}
        expect(not reaches(replay, weights, total, most=fact.most, held=held), "the sum can be passed")
        replay.say(frozenset([((fact.cell, digit), False)]))
