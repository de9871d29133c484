"""Rules for facts about what houses leave over: each digit is counted in all the houses, cell by cell."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from explain.replay.judge import Replay, expect, rule
from explain.replay.rules_partners import exclude, held
from nonet.explain import grammar as kinds


def sides(replay: Replay) -> tuple[set[int], set[int]]:
    """The cells that were said to hold the same digits."""
    said = [each for each in replay.facts if isinstance(each, kinds.SameLeftovers)]
    expect(said, "no cells were said to hold the same digits")
    return {*said[-1].cells}, {*said[-1].rest}


def beside(replay: Replay, *cells: int) -> tuple[set[int], set[int]]:
    """The side that has all these cells, and the other."""
    one, other = sides(replay)
    expect({*cells} <= one or {*cells} <= other, "they are on both sides")
    return (one, other) if {*cells} <= one else (other, one)


def holding(replay: Replay, digit: int, cells: set[int]) -> set[int]:
    return {cell for cell in cells if digit in held(replay, cell)}


@rule(kinds.SameLeftovers)
def check_same_leftovers(replay: Replay, fact: kinds.SameLeftovers) -> None:
    """Each house has every digit once: what is counted as often on both sides says nothing, and the rest is equal."""
    houses = replay.board.houses
    expect(len(fact.houses) == len(fact.regions), "not as many houses")
    expect(
        all(len(houses[h]) == replay.board.size for h in (*fact.houses, *fact.regions)), "digits are missing"
    )
    one, other = (Counter(cell for h in some for cell in houses[h]) for some in (fact.houses, fact.regions))
    expect(one - other == Counter(fact.cells), "other cells are left")
    expect(other - one == Counter(fact.rest), "other cells are left on the other side")


@rule(kinds.LeftoverLacks)
def check_leftover_lacks(replay: Replay, fact: kinds.LeftoverLacks) -> None:
    own, other = beside(replay, *fact.cells)
    expect({*fact.cells} == own and {*fact.rest} <= other, "not these cells")
    for digit in fact.digits:
        expect(not holding(replay, digit, own), f"one of them can be {digit}")
        exclude(replay, ((cell, digit) for cell in holding(replay, digit, {*fact.rest})))


@rule(kinds.LeftoverFull)
def check_leftover_full(replay: Replay, fact: kinds.LeftoverFull) -> None:
    _, other = beside(replay, *fact.filled, *fact.rest)
    expect(all(held(replay, cell) == {fact.digit} for cell in fact.filled), "it is not there")
    expect(not {*fact.rest} & {*fact.filled}, "it is there")
    expect({*fact.cells} == holding(replay, fact.digit, other), "it can be elsewhere")
    if len(fact.cells) != len(fact.filled):
        expect(len(fact.filled) == 1, "more than one is there")
        expect(all(replay.board.see(*pair) for pair in combinations(fact.cells, 2)), "several can hold it")
    exclude(replay, ((cell, fact.digit) for cell in fact.rest))


@rule(kinds.LeftoverPlaces)
def check_leftover_places(replay: Replay, fact: kinds.LeftoverPlaces) -> None:
    own, other = beside(replay, *fact.cells)
    expect({*fact.filled} <= other, "they are on the same side")
    expect(all(held(replay, cell) == {fact.digit} for cell in fact.filled), "it is not there")
    expect({*fact.cells} == holding(replay, fact.digit, own), "it has other places")
    expect(len(fact.cells) == len(fact.filled), "not as many places")
    for cell in fact.cells:
        replay.say_one_of([(cell, fact.digit)])
